/* Members: bases in order, super, type parameters, overrides, lambdas. */
#include "tests/unit/resolve_facts.h"

static const Language c3 = {.name = "c3", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES, .bases = LANGUAGE_BASES_C3}};
static const Language depth = {.name = "depth", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES}};
static const Language go_like = {.name = "go", 
    .rules = {.packages = LANGUAGE_PACKAGE_FOLDER, .methods = LANGUAGE_METHODS_PACKAGE, .bases = LANGUAGE_BASES_BREADTH,
              .interfaces = LANGUAGE_INTERFACES_METHODS}};

static DefNo class_of(Maker *m, const char *name, const char *first, const char *second) {
  DefNo def = make_def(m, SYMBOL_CLASS, name, 1, SCOPE_TYPE, 0);
  ExprNo bases[2] = {0};
  uint32_t count = 0;
  if (first) bases[count++] = named(m, 1, first);
  if (second) bases[count++] = named(m, 1, second);
  m->facts->defs.items[def].bases = make_list(m, bases, count);
  return def;
}

static DefNo method(Maker *m, DefNo type, const char *name) {
  return make_def(m, SYMBOL_METHOD, name, opened(m, type), SCOPE_FUNCTION, 0);
}

/* D(B, C), B(A), C(A); A and C have m: depth first finds A's, C3 finds C's. */
static void diamond(const Language *language, const char *expected) {
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo a = class_of(&m, "A", NULL, NULL);
  method(&m, a, "m");
  class_of(&m, "B", "A", NULL);
  DefNo c = class_of(&m, "C", "A", NULL);
  method(&m, c, "m");
  class_of(&m, "D", "B", "C");
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  make_ref(&m, REF_CALL, call(&m, member(&m, call(&m, named(&m, opened(&m, f), "D")), "m")), f);
  WorldFile file = town_put(&town, "a.t", language, m.facts);
  town_link(&town);
  Str edges = town_edges(&town, file);
  assert_true(str_contains(edges, str_from_c(expected)));
  assert_int_equal(town_resolve(&town, file).resolved, 1);
  town_close(&town);
}

static void test_order_of_bases(void **state) {
  (void)state;
  diamond(&c3, "calls flow f -> a.t:m@11\n");
  diamond(&depth, "calls flow f -> a.t:m@3\n");
}

static void test_super_skips_own(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo a = class_of(&m, "A", NULL, NULL);
  method(&m, a, "m");
  DefNo b = class_of(&m, "B", "A", NULL);
  DefNo own = method(&m, b, "m");
  ExprNo super = make_expr(&m, (Expr){.kind = EXPR_SUPER, .scope = opened(&m, own)});
  make_ref(&m, REF_CALL, call(&m, member(&m, super, "m")), own);
  ExprNo self = make_expr(&m, (Expr){.kind = EXPR_SELF, .scope = opened(&m, own)});
  make_ref(&m, REF_CALL, call(&m, member(&m, self, "m")), own);
  WorldFile file = town_put(&town, "a.t", &c3, m.facts);
  town_link(&town);
  assert_edges(&town, file,
               "extends scope B -> a.t:A@1\n"
               "overrides type m -> a.t:m@3\n"
               "calls self m -> a.t:m@3\n"
               "calls self m -> a.t:m@8\n");
  town_close(&town);
}

/* class Box<T> { T get() }; f(Box<Item> b) { b.get().use() } */
static void test_type_arguments_are_carried(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo item = class_of(&m, "Item", NULL, NULL);
  method(&m, item, "use");
  DefNo box = class_of(&m, "Box", NULL, NULL);
  make_bind(&m, (Bind){.scope = opened(&m, box), .name = make_name(&m, "T"), .flags = BIND_TYPE_PARAM});
  DefNo get = method(&m, box, "get");
  ExprNo result = named(&m, opened(&m, get), "T");
  m.facts->defs.items[get].type = result;
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  ExprNo arg = named(&m, 1, "Item"), generic = named(&m, 1, "Box");
  ExprNo type = make_expr(&m, (Expr){.kind = EXPR_APPLY, .base = generic, .list = make_list(&m, &arg, 1)});
  make_param(&m, f, "b", type, 0);
  ExprNo got = call(&m, member(&m, named(&m, opened(&m, f), "b"), "get"));
  make_ref(&m, REF_CALL, call(&m, member(&m, got, "use")), f);
  WorldFile file = town_put(&town, "a.t", &depth, m.facts);
  town_link(&town);
  assert_edges(&town, file, "calls flow f -> a.t:use@3\n");
  town_close(&town);
}

/* each(xs: list of T, f: (T) -> …); each(list of Item, x -> x.use()) */
static void test_lambda_parameters_from_context(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo item = class_of(&m, "Item", NULL, NULL);
  method(&m, item, "use");
  DefNo each = make_def(&m, SYMBOL_FUNCTION, "each", 1, SCOPE_FUNCTION, 0);
  make_bind(&m, (Bind){.scope = opened(&m, each), .name = make_name(&m, "T"), .flags = BIND_TYPE_PARAM});
  ExprNo t = named(&m, opened(&m, each), "T");
  make_param(&m, each, "xs", make_expr(&m, (Expr){.kind = EXPR_LIST_OF, .base = t}), 0);
  make_param(&m, each, "f", make_expr(&m, (Expr){.kind = EXPR_FUNC_OF, .list = make_list(&m, &t, 1)}), 0);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  DefNo lambda = make_def(&m, SYMBOL_FUNCTION, "", opened(&m, f), SCOPE_FUNCTION, DEF_ANONYMOUS);
  make_param(&m, lambda, "x", 0, 0);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, lambda), "x"), "use")), f);
  ExprNo one = call(&m, named(&m, 1, "Item"));
  ExprNo args[2] = {make_expr(&m, (Expr){.kind = EXPR_LIST, .list = make_list(&m, &one, 1)}),
                    make_expr(&m, (Expr){.kind = EXPR_FUNC, .number = lambda})};
  make_ref(&m, REF_CALL, call_with(&m, EXPR_CALL, named(&m, opened(&m, f), "each"), args, 2), f);
  WorldFile file = town_put(&town, "a.t", &depth, m.facts);
  town_link(&town);
  assert_edges(&town, file, "calls type f -> a.t:use@3\ncalls scope f -> a.t:each@5\n");
  town_close(&town);
}

/* f(xs: (list of Item)<>): type arguments that are not there. */
static void test_no_type_arguments(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo item = class_of(&m, "Item", NULL, NULL);
  method(&m, item, "use");
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  ExprNo list = make_expr(&m, (Expr){.kind = EXPR_LIST_OF, .base = named(&m, 1, "Item")});
  make_param(&m, f, "xs", make_expr(&m, (Expr){.kind = EXPR_APPLY, .base = list}), 0);
  ExprNo element = make_expr(&m, (Expr){.kind = EXPR_ITER, .base = named(&m, opened(&m, f), "xs")});
  make_ref(&m, REF_CALL, call(&m, member(&m, element, "use")), f);
  WorldFile file = town_put(&town, "a.t", &depth, m.facts);
  town_link(&town);
  assert_edges(&town, file, "");
  assert_int_equal(town_resolve(&town, file).unresolved, 1);
  town_close(&town);
}

/* T extends T | U, U extends T | U: unknown, and soon. */
static void test_bounds_in_a_circle(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  ScopeNo in = opened(&m, f);
  ExprNo both[2] = {named(&m, in, "T"), named(&m, in, "U")};
  ExprNo any = make_expr(&m, (Expr){.kind = EXPR_ANY, .list = make_list(&m, both, 2)});
  make_bind(&m, (Bind){.scope = in, .name = make_name(&m, "T"), .flags = BIND_TYPE_PARAM, .type = any});
  make_bind(&m, (Bind){.scope = in, .name = make_name(&m, "U"), .flags = BIND_TYPE_PARAM, .type = any});
  make_param(&m, f, "x", named(&m, in, "T"), 0);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, in, "x"), "m")), f);
  WorldFile file = town_put(&town, "a.t", &depth, m.facts);
  town_link(&town);
  assert_edges(&town, file, "");
  assert_int_equal(town_resolve(&town, file).unresolved, 1);
  town_close(&town);
}

static void go_method(Maker *m, const char *receiver, const char *name) {
  *vec_add(m->arena, &m->facts->defs) =
      (Def){.kind = SYMBOL_METHOD, .name = make_name(m, name), .receiver = make_name(m, receiver), .scope = 1,
            .name_span = {.line = ++m->at, .column = 1}};
  DefNo def = (DefNo)m->facts->defs.len - 1;
  ScopeNo scope = make_scope(m, SCOPE_FUNCTION, 1, def);
  m->facts->defs.items[def].opens = scope;
}

/* A type meets an interface of another file by its methods, spread over files. */
static void test_interfaces_met_by_shape(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  Maker i = town_file(&town);
  DefNo shape = make_def(&i, SYMBOL_INTERFACE, "Shape", 1, SCOPE_TYPE, 0);
  make_def(&i, SYMBOL_METHOD, "Area", opened(&i, shape), SCOPE_FUNCTION, DEF_ABSTRACT);
  make_def(&i, SYMBOL_METHOD, "Name", opened(&i, shape), SCOPE_FUNCTION, DEF_ABSTRACT);
  i.facts->package = make_name(&i, "p");
  town_put(&town, "p/shape.go", &go_like, i.facts);
  Maker a = town_file(&town);
  make_def(&a, SYMBOL_STRUCT, "Disk", 1, SCOPE_TYPE, 0);
  make_def(&a, SYMBOL_STRUCT, "Line", 1, SCOPE_TYPE, 0); /* has Area only */
  go_method(&a, "Disk", "Area");
  go_method(&a, "Line", "Area");
  a.facts->package = make_name(&a, "q");
  WorldFile disk = town_put(&town, "q/disk.go", &go_like, a.facts);
  Maker b = town_file(&town);
  go_method(&b, "Disk", "Name");
  b.facts->package = make_name(&b, "q");
  WorldFile more = town_put(&town, "q/more.go", &go_like, b.facts);
  town_link(&town);
  assert_edges(&town, disk, "implements type Disk -> p/shape.go:Shape@1\noverrides type Area -> p/shape.go:Area@3\n");
  assert_edges(&town, more, "overrides type Name -> p/shape.go:Name@5\n");
  town_close(&town);
}

/* The work of resolving `count` assignments to one member of a type. */
static uint64_t work_for(uint32_t count) {
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  DefNo type = class_of(&m, "A", NULL, NULL);
  DefNo own = method(&m, type, "m");
  for (uint32_t i = 0; i < count; i++) {
    make_bind(&m, (Bind){.name = make_name(&m, "x"), .scope = opened(&m, type), .from = i, .flags = BIND_MEMBER});
    ExprNo self = make_expr(&m, (Expr){.kind = EXPR_SELF, .scope = opened(&m, own)});
    make_ref(&m, REF_WRITE, member(&m, self, "x"), own);
  }
  WorldFile file = town_put(&town, "a.t", &c3, m.facts);
  town_link(&town);
  uint64_t compared = town_resolve(&town, file).compared;
  town_close(&town);
  return compared;
}

/* Each use looks at as many as are told apart, not at all of them, nor at each of
 * those for each of the others. */
static void test_many_assignments_to_one_member(void **state) {
  (void)state;
  uint64_t once = work_for(1000), twice = work_for(2000);
  assert_true(once >= 1000 * 500);
  assert_true(twice <= 2 * once);
  assert_true(twice <= 2000 * 600);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_of_bases),
      cmocka_unit_test(test_super_skips_own),
      cmocka_unit_test(test_type_arguments_are_carried),
      cmocka_unit_test(test_lambda_parameters_from_context),
      cmocka_unit_test(test_no_type_arguments),
      cmocka_unit_test(test_bounds_in_a_circle),
      cmocka_unit_test(test_interfaces_met_by_shape),
      cmocka_unit_test(test_many_assignments_to_one_member),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
