/* Texts made to hurt, in every language, on a small stack: each gives a tree
 * or an error, and the parser is as good as new afterwards. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/parse/parse.h"

/* Both small, so that whatever takes 26 bytes of stack for a level is found, which
 * is less than a function takes: the time of deep nesting grows with its square. */
enum { STACK = 128 << 10, DEEP = 5000, WIDE = 800 };

/* Nesting without end makes the library's stack deep and lets it fork. */
static const char *const deep[] = {"(", "[", "{", "{[(", "a<", "f(", "((a)=>", "<a>", "if(", "x=["};
/* Errors at every token are slow: few of them are enough. */
static const char *const wide[] = {"\"", "'", "`${", "()", "->", "a?b:", "}})", "@a(", "#if 1\n", "\xff",
                                   "\xe2\x80", "class if <", "\t\n ", "0x", "\\"};

static bool try_text(const Language *language, const char *part, size_t size) {
  Arena arena;
  Job job;
  Syntax syntax;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  char *text = arena_alloc(&arena, size);
  for (size_t i = 0, length = strlen(part); i < size; i++) text[i] = part[i % length];
  Err err = parse_text(&job, parser, language, (Str){text, size}, &arena, &syntax);
  bool ok = err ? err == ERR_UNAVAILABLE : syntax.count >= 2;
  job_forgive(&job);
  ok = ok && !parse_text(&job, parser, language, STR("\n"), &arena, &syntax) && syntax.count >= 2;
  if (!ok) print_error("%s: %s\n", language->name, part);
  arena_clear(&arena);
  return ok;
}

static void *try_all(void *context) {
  bool *ret_ok = context;
  *ret_ok = true;
  for (const Language *const *at = language_registry; *at; at++) {
    for (size_t i = 0; i < COUNT_OF(deep); i++) *ret_ok &= try_text(*at, deep[i], DEEP);
    for (size_t i = 0; i < COUNT_OF(wide); i++) *ret_ok &= try_text(*at, wide[i], WIDE);
  }
  return NULL;
}

static void test_hostile_texts(void **state) {
  (void)state;
  pthread_attr_t small;
  pthread_t thread;
  bool ok = false;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, STACK);
  assert_int_equal(pthread_create(&thread, &small, try_all, &ok), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
  assert_true(ok);
}

/* A limit that was set is kept to, and the text after it is read as ever. */
static void test_limit(void **state) {
  (void)state;
  Arena arena;
  Job job;
  Syntax syntax;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  enum { SIZE = 2 << 20 };
  const Language *language = language_find(STR("c"));
  char *text = arena_alloc(&arena, SIZE);
  for (size_t i = 0; i < SIZE; i++) text[i] = "int f(int a){return a;}\n"[i % 24];
  parse_limit(parser, 1);
  assert_int_equal(parse_text(&job, parser, language, (Str){text, SIZE}, &arena, &syntax), ERR_UNAVAILABLE);
  assert_true(parse_was_cut(parser));
  assert_true(parse_spent_us(parser) >= 1000);
  job_forgive(&job);
  parse_limit(parser, 0);
  assert_int_equal(parse_text(&job, parser, language, (Str){text, SIZE}, &arena, &syntax), OK);
  assert_false(parse_was_cut(parser));
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hostile_texts), cmocka_unit_test(test_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
