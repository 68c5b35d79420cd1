/* Symbol kinds and their words go both ways; signatures are one bounded line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/model/facts.h"

static void test_words(void **state) {
  (void)state;
  SymbolKind kind;
  for (int i = 0; i < SYMBOL_KIND_COUNT; i++) {
    assert_true(symbol_kind_from_word(str_from_c(symbol_kind_word((SymbolKind)i)), &kind));
    assert_int_equal(kind, i);
  }
  assert_int_equal(SYMBOL_KIND_COUNT, 25);
  assert_false(symbol_kind_from_word(STR("nonsense"), &kind));
  assert_string_equal(symbol_kind_word(SYMBOL_KIND_COUNT), "unknown");
  assert_memory_equal(SYMBOL_CHOICES, "file|module|", 12);
}

static void test_signature(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Def def = {.signature = {0, 16}};
  assert_true(str_eq(facts_signature(&arena, &def, STR("int\n  f(a,\\\n\tb) {}")), STR("int f(a, b)")));
  char wide[1000];
  memset(wide, 'x', sizeof(wide));
  memcpy(wide + FACTS_SIGNATURE_MAX - 4, "\xC3\xA4", 2); /* a letter across the cut */
  def.signature.to = sizeof(wide);
  Str cut = facts_signature(&arena, &def, (Str){wide, sizeof(wide)});
  assert_true(str_is_utf8(cut));
  assert_true(cut.len <= FACTS_SIGNATURE_MAX);
  assert_true(str_ends_with(cut, STR("...")));
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_signature)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
