/* Overloads: by number of arguments, then by what they are. */
#include "tests/unit/resolve_facts.h"

static const Language java_like = {
    .name = "java_like",
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .unknown_is_outside = true, .members = LANGUAGE_MEMBERS_BY_SIGNATURE,
              .overloads = LANGUAGE_OVERLOADS_BEST, .types_strict = true, .functions_exact = true},
    .names = {.literals = {[LITERAL_INT] = "int", [LITERAL_LONG] = "long", [LITERAL_DOUBLE] = "double",
                           [LITERAL_BOOL] = "boolean", [LITERAL_STRING] = "String"},
              .object = "Object",
              .primitives = "byte:Byte short:Short int:Integer long:Long float:Float double:Double ; boolean:Boolean"}};

typedef struct Case {
  Town town;
  Maker m;
  DefNo type, caller;
} Case;

static void begin(Case *c) {
  town_open(&c->town);
  c->m = town_file(&c->town);
  make_def(&c->m, SYMBOL_CLASS, "Base", 1, SCOPE_TYPE, 0);
  DefNo derived = make_def(&c->m, SYMBOL_CLASS, "Derived", 1, SCOPE_TYPE, 0);
  ExprNo base = named(&c->m, 1, "Base");
  c->m.facts->defs.items[derived].bases = make_list(&c->m, &base, 1);
  c->type = make_def(&c->m, SYMBOL_CLASS, "C", 1, SCOPE_TYPE, 0);
  c->caller = make_def(&c->m, SYMBOL_METHOD, "caller", opened(&c->m, c->type), SCOPE_FUNCTION, 0);
  c->m.at = 100;
}

/* A method `f`; its line tells it from the others. */
static void overload(Case *c, uint32_t line, const char *first, const char *second, unsigned flags) {
  c->m.at = line - 1;
  DefNo f = make_def(&c->m, SYMBOL_METHOD, "f", opened(&c->m, c->type), SCOPE_FUNCTION, 0);
  if (first) make_param(&c->m, f, "a", named(&c->m, 1, first), second ? 0 : flags);
  if (second) make_param(&c->m, f, "b", named(&c->m, 1, second), flags);
}

static void expect(Case *c, const ExprNo *args, uint32_t count, const char *targets) {
  c->m.at += 500;
  ExprNo callee = named(&c->m, opened(&c->m, c->caller), "f");
  make_ref(&c->m, REF_CALL, call_with(&c->m, EXPR_CALL, callee, args, count), c->caller);
  WorldFile file = town_put(&c->town, "a.t", &java_like, c->m.facts);
  town_link(&c->town);
  Resolved resolved = town_resolve(&c->town, file);
  Buf found;
  buf_init(&found, &c->town.arena, 1000);
  for (size_t i = 0; i < resolved.edge_count; i++) {
    if (resolved.edges[i].kind != EDGE_CALLS) continue;
    buf_add_format(&found, "%u:%s ", c->m.facts->defs.items[resolved.edges[i].to].name_span.line,
                   edge_rule_word(resolved.edges[i].rule));
  }
  assert_string_equal(str_to_c(&c->town.arena, buf_str(&found)), targets);
  town_close(&c->town);
}

static ExprNo made(Case *c, const char *type) {
  return call_with(&c->m, EXPR_NEW, named(&c->m, 1, type), NULL, 0);
}

static void test_arity(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, NULL, NULL, 0);
  overload(&c, 20, "int", NULL, 0);
  overload(&c, 30, "int", "int", 0);
  ExprNo args[2] = {literal(&c.m, LITERAL_INT), literal(&c.m, LITERAL_INT)};
  expect(&c, args, 2, "30:overload ");
}

static void test_subtype_most_specific(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "Base", NULL, 0);
  overload(&c, 20, "Derived", NULL, 0);
  overload(&c, 30, "Object", NULL, 0);
  ExprNo arg = made(&c, "Derived");
  expect(&c, &arg, 1, "20:overload ");
}

static void test_subtype_of_what_there_is(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "Object", NULL, 0);
  overload(&c, 20, "Base", NULL, 0);
  ExprNo arg = made(&c, "Derived");
  expect(&c, &arg, 1, "20:overload ");
}

static void test_widening_before_boxing(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "Integer", NULL, 0);
  overload(&c, 20, "double", NULL, 0);
  overload(&c, 30, "long", NULL, 0);
  ExprNo arg = literal(&c.m, LITERAL_INT);
  expect(&c, &arg, 1, "30:overload "); /* int widens to long before double, and before Integer */
}

static void test_boxing_before_variadic(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "int", NULL, BIND_VARIADIC);
  overload(&c, 20, "Integer", NULL, 0);
  ExprNo arg = literal(&c.m, LITERAL_INT);
  expect(&c, &arg, 1, "20:overload ");
}

static void test_narrowing_is_refused(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "int", NULL, 0);
  overload(&c, 20, "double", NULL, 0);
  ExprNo arg = literal(&c.m, LITERAL_DOUBLE);
  expect(&c, &arg, 1, "20:overload ");
}

static void test_unknown_argument_keeps_both(void **state) {
  (void)state;
  Case c;
  begin(&c);
  overload(&c, 10, "Base", NULL, 0);
  overload(&c, 20, "boolean", NULL, 0);
  ExprNo arg = named(&c.m, 1, "nobody");
  expect(&c, &arg, 1, "10:any_of 20:any_of ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arity),
      cmocka_unit_test(test_subtype_most_specific),
      cmocka_unit_test(test_subtype_of_what_there_is),
      cmocka_unit_test(test_widening_before_boxing),
      cmocka_unit_test(test_boxing_before_variadic),
      cmocka_unit_test(test_narrowing_is_refused),
      cmocka_unit_test(test_unknown_argument_keeps_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
