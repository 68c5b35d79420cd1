/* Parsers on several threads do not disturb each other, whatever they share:
 * each gives, over and over, the tree that one alone gives. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/parse_language.h"

enum { THREADS = 4, ROUNDS = 60, TEXTS = 4 };

static Str texts[TEXTS];
static Syntax expected[TEXTS];

static Str make_text(Arena *arena, size_t number) {
  Buf text;
  buf_init(&text, arena, 1u << 20);
  for (size_t i = 0; i < 40 * (number + 1); i++) {
    buf_add_format(&text, "int f%zu(int a) { return g(a, %zu) + (a ? 1 : %zu); }\n", i, i, number);
    if (i % 7 == number) buf_add_c(&text, "} int ( struct { broken\n");
  }
  return buf_str(&text);
}

static bool same(const Syntax *left, const Syntax *right) {
  return left->count == right->count &&
         memcmp(left->nodes, right->nodes, left->count * sizeof(SyntaxNode)) == 0;
}

/* Every other text is given up in the middle, as when somebody cancels. */
static void *work(void *context) {
  bool *ret_ok = context;
  Arena arena;
  arena_init(&arena);
  AUTO(Parser) parser = parse_open();
  bool ok = true;
  for (size_t i = 0; i < ROUNDS; i++) {
    Job job;
    Syntax syntax;
    job_init(&job, &arena);
    if (i % 5 == 4) job_cancel(&job, ERR_CANCELLED);
    Err err = parse_text(&job, parser, &small_language, texts[i % TEXTS], &arena, &syntax);
    ok = ok && (i % 5 == 4 ? err == ERR_CANCELLED : !err && same(&syntax, &expected[i % TEXTS]));
    arena_reset(&arena);
  }
  arena_clear(&arena);
  *ret_ok = ok;
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  for (size_t i = 0; i < TEXTS; i++) {
    texts[i] = make_text(&arena, i);
    assert_int_equal(parse_text(&job, parser, &small_language, texts[i], &arena, &expected[i]), OK);
    assert_true(expected[i].count > 500);
  }
  pthread_t threads[THREADS];
  bool ok[THREADS] = {false};
  for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &ok[i]);
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    assert_true(ok[i]);
  }
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
