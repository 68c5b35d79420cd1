/* Texts made to hurt, in every language, all the way to facts: nesting without
 * end, noise, one endless line. Each gives facts or is refused, and the facts
 * can be stored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"

/* Every language there is takes part, so a tenth will do where all is slower. */
#ifdef UNIT_SANITIZED
enum { DEEP = 3000, NOISE = 2048, LONG = 16 << 10, LIMIT_MS = 200 };
#else
enum { DEEP = 30000, NOISE = 8192, LONG = 128 << 10, LIMIT_MS = 200 };
#endif

static void try_text(const Language *language, Str text) {
  Arena arena;
  Job job;
  Syntax syntax;
  Facts facts;
  arena_init(&arena);
  job_init(&job, &arena);
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  parse_limit(parser, LIMIT_MS);
  Err err = parse_text(&job, parser, language, text, &arena, &syntax);
  if (err) {
    assert_int_equal(err, ERR_UNAVAILABLE);
  } else {
    assert_int_equal(extract_facts(&job, &arena, names, &(LanguageFile){language, &syntax, STR("x")}, &facts), OK);
    Buf bytes;
    buf_init(&bytes, &arena, 64u << 20);
    facts_encode(&bytes, &arena, &facts, false);
    assert_true(buf_str(&bytes).len > 0);
  }
  arena_clear(&arena);
}

static void each_language(const char *part, size_t size) {
  Arena arena;
  arena_init(&arena);
  char *text = arena_alloc(&arena, size);
  for (size_t i = 0, length = strlen(part); i < size; i++) text[i] = part[i % length];
  for (const Language *const *at = language_registry; *at; at++) try_text(*at, (Str){text, size});
  arena_clear(&arena);
}

static void test_deep(void **state) {
  (void)state;
  each_language("(", DEEP);
  each_language("{", DEEP);
  each_language("a: [{", DEEP);
  each_language("(let [x :let ", DEEP); /* pairs in pairs */
}

static void test_long_line(void **state) {
  (void)state;
  each_language("word, ", LONG);
}

static void test_noise(void **state) {
  (void)state;
  static char noise[NOISE];
  uint32_t seed = 7;
  for (size_t i = 0; i < NOISE; i++) {
    seed = seed * 1664525u + 1013904223u;
    noise[i] = (char)(seed >> 24);
  }
  for (const Language *const *at = language_registry; *at; at++) try_text(*at, (Str){noise, NOISE});
}

/* Bytes that end a C string, where words are looked for in texts: only those in the
 * first kilobytes make a file binary. */
static void test_zero_bytes(void **state) {
  (void)state;
  static const char text[] = "package A {\n  use Moo;\n  extends 'B', 'A \0\0 C => (is => 'ro');\n}\n";
  for (const Language *const *at = language_registry; *at; at++) try_text(*at, (Str){text, sizeof text - 1});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_zero_bytes), cmocka_unit_test(test_deep), cmocka_unit_test(test_long_line), cmocka_unit_test(test_noise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
