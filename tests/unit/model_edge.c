/* The words of edges: they are stored and shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/model/edge.h"

static void test_words(void **state) {
  (void)state;
  assert_string_equal(edge_kind_word(EDGE_CALLS), "calls");
  assert_string_equal(edge_kind_word(EDGE_EXPANDS), "expands");
  assert_string_equal(edge_kind_word(EDGE_KIND_COUNT), "unknown");
  assert_string_equal(edge_rule_word(RULE_SCOPE), "scope");
  assert_string_equal(edge_rule_word(RULE_SERVER), "server");
  assert_string_equal(edge_rule_word(EDGE_RULE_COUNT), "unknown");
}

static void test_confidence(void **state) {
  (void)state;
  static const char *const known[] = {"exact", "inferred", "candidate", "heuristic", "verified"};
  assert_string_equal(edge_rule_confidence(RULE_IMPORT), "exact");
  assert_string_equal(edge_rule_confidence(RULE_FLOW), "inferred");
  assert_string_equal(edge_rule_confidence(RULE_DISPATCH), "candidate");
  assert_string_equal(edge_rule_confidence(RULE_CALLBACK), "heuristic");
  assert_string_equal(edge_rule_confidence(RULE_SERVER), "verified");
  for (int rule = 0; rule < EDGE_RULE_COUNT; rule++) {
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
      found |= str_eq_c(str_from_c(edge_rule_confidence((EdgeRule)rule)), known[i]);
    }
    assert_true(found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_confidence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
