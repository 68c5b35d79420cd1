/* Crowds: what a place gives that may mean one of very many, and how much of that
 * one file may give in all. */
#include "tests/unit/resolve_facts.h"

static const Language plain = {.name = "plain"};

enum { FEW = 64, LEADS = 1 << 16 };

/* A file with `defined` functions of one name, as many variables of another, and
 * `uses` calls of the first and one read of the other. */
static Resolved resolve_crowd(Town *town, uint32_t defined, uint32_t uses) {
  town_open(town);
  Maker m = town_file(town);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  for (uint32_t i = 0; i < defined; i++) make_def(&m, SYMBOL_FUNCTION, "g", 1, SCOPE_FUNCTION, 0);
  for (uint32_t i = 0; i < defined; i++) make_def(&m, SYMBOL_VARIABLE, "v", 1, -1, 0);
  for (uint32_t i = 0; i < uses; i++) make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "g")), f);
  make_ref(&m, REF_READ, named(&m, opened(&m, f), "v"), f);
  WorldFile file = town_put(town, "a.t", &plain, m.facts);
  town_link(town);
  return town_resolve(town, file);
}

static size_t count_kind(const Resolved *resolved, EdgeKind kind) {
  size_t count = 0;
  for (size_t i = 0; i < resolved->edge_count; i++) count += resolved->edges[i].kind == kind;
  return count;
}

static void test_a_few_are_all_named(void **state) {
  (void)state;
  Town town;
  Resolved resolved = resolve_crowd(&town, FEW, 1);
  assert_int_equal(count_kind(&resolved, EDGE_CALLS), FEW);
  assert_int_equal(count_kind(&resolved, EDGE_READS), FEW);
  assert_int_equal(resolved.resolved, 1);
  assert_int_equal(resolved.open_count, 0);
  town_close(&town);
}

/* The call is one that may be more of the callers of each; of the variable the first
 * definitions keep their reader. */
static void test_a_call_of_one_of_many_is_open(void **state) {
  (void)state;
  Town town;
  Resolved resolved = resolve_crowd(&town, FEW + 1, 1);
  assert_int_equal(count_kind(&resolved, EDGE_CALLS), 0);
  assert_int_equal(count_kind(&resolved, EDGE_READS), FEW);
  assert_int_equal(resolved.resolved, 0);
  assert_int_equal(resolved.unresolved, 1);
  assert_int_equal(resolved.open_count, 1);
  town_close(&town);
}

static void test_a_file_gives_so_many_leads(void **state) {
  (void)state;
  Town town;
  Resolved resolved = resolve_crowd(&town, FEW, LEADS / FEW + 100);
  assert_int_equal(count_kind(&resolved, EDGE_CALLS), LEADS);
  assert_int_equal(count_kind(&resolved, EDGE_READS), 0);
  assert_int_equal(resolved.resolved, LEADS / FEW);
  assert_int_equal(resolved.unresolved, 100);
  assert_int_equal(resolved.open_count, 100);
  town_close(&town);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_few_are_all_named),
      cmocka_unit_test(test_a_call_of_one_of_many_is_open),
      cmocka_unit_test(test_a_file_gives_so_many_leads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
