/* Names: scopes, imports, re-exports, flow within a function. */
#include "tests/unit/resolve_facts.h"

static const Language plain = {.name = "plain", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES}, .find_module = town_find_module};

static DefNo function(Maker *m, const char *name) {
  return make_def(m, SYMBOL_FUNCTION, name, 1, SCOPE_FUNCTION, DEF_EXPORTED);
}

static void test_scope_then_nothing(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo f = function(&m, "f"), g = function(&m, "g");
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, g), "f")), g);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, g), "nowhere")), g);
  (void)f;
  WorldFile a = town_put(&town, "a.t", &plain, m.facts);
  /* A namesake elsewhere is no answer. */
  Maker other = town_file(&town);
  function(&other, "nowhere");
  town_put(&town, "b.t", &plain, other.facts);
  town_link(&town);
  assert_edges(&town, a, "calls scope g -> a.t:f@1\n");
  Resolved resolved = town_resolve(&town, a);
  assert_int_equal(resolved.resolved, 1);
  assert_int_equal(resolved.unresolved, 1);
  assert_int_equal(resolved.external, 0);
  assert_int_equal(resolved.use_count, 0);
  town_close(&town);
}

static void test_imports_and_reexports(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker c = town_file(&town);
  function(&c, "deep");
  town_put(&town, "c.t", &plain, c.facts);
  Maker b = town_file(&town); /* gives on what c has; and itself, in a circle */
  make_import(&b, IMPORT_STAR, "", "c", "", IMPORT_REEXPORT);
  make_import(&b, IMPORT_STAR, "", "b", "", IMPORT_REEXPORT);
  WorldFile middle = town_put(&town, "b.t", &plain, b.facts);
  Maker a = town_file(&town);
  make_import(&a, IMPORT_NAMED, "here", "b", "deep", 0);
  make_import(&a, IMPORT_MODULE, "whole", "b", "", 0);
  make_import(&a, IMPORT_NAMED, "gone", "outside", "thing", 0);
  DefNo f = function(&a, "f");
  ScopeNo in = opened(&a, f);
  make_ref(&a, REF_CALL, call(&a, named(&a, in, "here")), f);
  make_ref(&a, REF_CALL, call(&a, member(&a, named(&a, in, "whole"), "deep")), f);
  make_ref(&a, REF_CALL, call(&a, member(&a, named(&a, in, "whole"), "absent")), f);
  make_ref(&a, REF_CALL, call(&a, named(&a, in, "gone")), f);
  WorldFile file = town_put(&town, "a.t", &plain, a.facts);
  town_link(&town);
  assert_edges(&town, file,
               "imports import - -> b.t:\n"
               "imports import - -> b.t:\n"
               "calls import f -> c.t:deep@1\n"
               "calls member f -> c.t:deep@1\n");
  Resolved resolved = town_resolve(&town, file);
  assert_int_equal(resolved.external, 1);
  assert_int_equal(resolved.unresolved, 1);
  assert_int_equal(resolved.use_count, 2); /* b and c */
  assert_true(resolved.uses[0] == middle || resolved.uses[1] == middle);
  town_close(&town);
}

/* x = A(); { x = B() } x.m(): both reach. x = A(); x = B(); x.m(): only B. */
static void flow(const char *expected, bool in_block) {
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo classes[2];
  for (int i = 0; i < 2; i++) {
    classes[i] = make_def(&m, SYMBOL_CLASS, i ? "B" : "A", 1, SCOPE_TYPE, 0);
    make_def(&m, SYMBOL_METHOD, "m", opened(&m, classes[i]), SCOPE_FUNCTION, 0);
  }
  DefNo f = function(&m, "f");
  ScopeNo in = opened(&m, f);
  NameId x = make_name(&m, "x");
  ExprNo first = call(&m, named(&m, in, "A"));
  make_bind(&m, (Bind){.scope = in, .name = x, .value = first});
  ScopeNo block = in_block ? make_scope(&m, SCOPE_BLOCK, in, 0) : in;
  ExprNo second = call(&m, named(&m, block, "B"));
  m.at += 2;
  make_bind(&m, (Bind){.scope = in, .name = x, .value = second});
  if (in_block) m.facts->scopes.items[block].to = m.at;
  m.at += 2;
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, in, "x"), "m")), f);
  WorldFile file = town_put(&town, "a.t", &plain, m.facts);
  town_link(&town);
  assert_edges(&town, file, expected);
  town_close(&town);
}

static void test_last_bind_holds(void **state) {
  (void)state;
  flow("calls type f -> a.t:m@7\n", false);
}

static void test_branch_does_not_hide(void **state) {
  (void)state;
  flow("calls type f -> a.t:m@3\ncalls type f -> a.t:m@7\n", true);
}

static void test_narrowing_holds_in_its_range(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo a = make_def(&m, SYMBOL_CLASS, "A", 1, SCOPE_TYPE, 0);
  make_def(&m, SYMBOL_METHOD, "m", opened(&m, a), SCOPE_FUNCTION, 0);
  DefNo f = function(&m, "f");
  ScopeNo in = opened(&m, f);
  make_param(&m, f, "x", 0, 0);
  ExprNo type = named(&m, in, "A");
  uint32_t from = m.at + 1;
  make_bind(&m, (Bind){.scope = in, .name = make_name(&m, "x"), .flags = BIND_NARROW, .type = type,
                       .from = from, .to = from + 5});
  ExprNo inside = make_expr(&m, (Expr){.kind = EXPR_NAME, .scope = in, .name = make_name(&m, "x"), .at = from + 2});
  make_ref(&m, REF_CALL, call(&m, member(&m, inside, "m")), f);
  ExprNo after = make_expr(&m, (Expr){.kind = EXPR_NAME, .scope = in, .name = make_name(&m, "x"), .at = from + 9});
  make_ref(&m, REF_CALL, call(&m, member(&m, after, "m")), f);
  WorldFile file = town_put(&town, "a.t", &plain, m.facts);
  town_link(&town);
  assert_edges(&town, file, "calls type f -> a.t:m@3\n");
  assert_int_equal(town_resolve(&town, file).unresolved, 1);
  town_close(&town);
}

/* Calling a parameter or something unknown that happens to be a namesake. */
static void test_parameter_is_no_call(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo f = function(&m, "f");
  function(&m, "callback");
  make_param(&m, f, "callback", 0, 0);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "callback")), f);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, f), "callback"), "f")), f);
  WorldFile file = town_put(&town, "a.t", &plain, m.facts);
  town_link(&town);
  assert_edges(&town, file, "");
  town_close(&town);
}

/* a = b, b = a, and a class that is its own base: an answer, not a crash. */
static void test_cycles_end(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo a = make_def(&m, SYMBOL_VARIABLE, "a", 1, -1, 0), b = make_def(&m, SYMBOL_VARIABLE, "b", 1, -1, 0);
  m.facts->defs.items[a].value = named(&m, 1, "b");
  m.facts->defs.items[b].value = named(&m, 1, "a");
  DefNo c = make_def(&m, SYMBOL_CLASS, "C", 1, SCOPE_TYPE, 0);
  ExprNo base = named(&m, 1, "C");
  m.facts->defs.items[c].bases = make_list(&m, &base, 1);
  DefNo f = function(&m, "f");
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, f), "a"), "m")), f);
  make_ref(&m, REF_CALL, call(&m, member(&m, call(&m, named(&m, opened(&m, f), "C")), "m")), f);
  WorldFile file = town_put(&town, "a.t", &plain, m.facts);
  town_link(&town);
  assert_edges(&town, file, "extends scope C -> a.t:C@7\n");
  assert_int_equal(town_resolve(&town, file).unresolved, 2);
  town_close(&town);
}

/* Layers of files of which each gives on all of the next: as many ways to the last
 * one as nobody could walk. */
enum { LAYERS = 18, WIDE = 3 };

static void put_layers(Town *town, bool in_circles) {
  for (int layer = LAYERS; layer-- > 0;) {
    for (int i = 0; i < WIDE; i++) {
      char name[32], next[32];
      Maker m = town_file(town);
      int below = layer + 1 == LAYERS ? 0 : layer + 1;
      for (int k = 0; k < WIDE && (below || in_circles); k++) {
        snprintf(next, sizeof next, "l%d_%d", below, k);
        make_import(&m, IMPORT_STAR, "", next, "", IMPORT_REEXPORT);
      }
      snprintf(name, sizeof name, "own%d_%d", layer, i);
      function(&m, name);
      snprintf(name, sizeof name, "l%d_%d.t", layer, i);
      town_put(town, name, &plain, m.facts);
    }
  }
}

static WorldFile put_user(Town *town) {
  Maker m = town_file(town);
  make_import(&m, IMPORT_STAR, "", "l0_1", "", 0);
  make_import(&m, IMPORT_STAR, "", "l0_2", "", 0);
  DefNo f = function(&m, "f");
  static const char *const asked[] = {"a", "b", "own1_0", "c", "d", "e", "g", "own17_2", "own0_2", "own0_0", "h"};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), asked[i])), f);
  }
  return town_put(town, "a.t", &plain, m.facts);
}

static void test_many_ways_to_a_name(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  put_layers(&town, false);
  WorldFile file = put_user(&town);
  town_link(&town);
  /* own0_0 is in a file that nothing here leads to. */
  assert_edges(&town, file,
               "imports import - -> l0_1.t:\n"
               "imports import - -> l0_2.t:\n"
               "calls import f -> l1_0.t:own1_0@4\n"
               "calls import f -> l17_2.t:own17_2@1\n"
               "calls import f -> l0_2.t:own0_2@4\n");
  assert_int_equal(town_resolve(&town, file).use_count, (LAYERS - 1) * WIDE + 2);
  town_close(&town);
}

/* The same where they lead back to the beginning: each file is looked at once. */
static void test_many_ways_in_circles(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  put_layers(&town, true);
  WorldFile file = put_user(&town);
  town_link(&town);
  assert_edges(&town, file,
               "imports import - -> l0_1.t:\n"
               "imports import - -> l0_2.t:\n"
               "calls import f -> l1_0.t:own1_0@4\n"
               "calls import f -> l17_2.t:own17_2@4\n"
               "calls import f -> l0_2.t:own0_2@4\n"
               "calls import f -> l0_0.t:own0_0@4\n");
  town_close(&town);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scope_then_nothing),
      cmocka_unit_test(test_imports_and_reexports),
      cmocka_unit_test(test_many_ways_to_a_name),
      cmocka_unit_test(test_many_ways_in_circles),
      cmocka_unit_test(test_last_bind_holds),
      cmocka_unit_test(test_branch_does_not_hide),
      cmocka_unit_test(test_narrowing_holds_in_its_range),
      cmocka_unit_test(test_parameter_is_no_call),
      cmocka_unit_test(test_cycles_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
