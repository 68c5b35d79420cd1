/* What documents in texts ask for: "kind name(field field) ...fragment", one for each
 * operation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/languages/operation_internal.h"

static void asks(const char *document, const char *expected) {
  static const char kinds[] = "qmsf";
  Arena arena;
  arena_init(&arena);
  Str text = str_copy(&arena, str_from_c(document)); /* so that a byte behind it is seen to be read */
  Operations operations;
  Buf out;
  buf_init(&out, &arena, 4096);
  language_operations_read(&arena, text, &operations);
  for (size_t i = 0; i < operations.list.len; i++) {
    const Operation *one = &operations.list.items[i];
    if (i) buf_add(&out, STR(", "));
    buf_add_byte(&out, kinds[one->kind]);
    buf_add_byte(&out, ' ');
    buf_add(&out, str_slice(text, one->name.from, one->name.to));
    buf_add_byte(&out, '(');
    for (uint32_t k = 0; k < one->field_count + one->spread_count; k++) {
      Range name = operations.names.items[one->fields + k];
      if (k) buf_add_byte(&out, ' ');
      if (k >= one->field_count) buf_add(&out, STR("..."));
      buf_add(&out, str_slice(text, name.from, name.to));
    }
    buf_add_byte(&out, ')');
  }
  Str got = buf_str(&out);
  if (!str_eq_c(got, expected)) fail_msg("%s\n  gives    %.*s\n  expected %s", document, STR_ARG(got), expected);
  arena_clear(&arena);
}

static void operations(void **state) {
  (void)state;
  asks("query { a b { c } }", "q (a b)");
  asks("query Q($x: [Int!]! = [1, 2], $y: T = {z: \"}\"}) @d(e: 1) { n: a(x: $x) @skip(if: $y) { b } c }", "q Q(a c)");
  asks("mutation M { add(input: {a: {b: 1}}) { id } } subscription S { added }", "m M(add), s S(added)");
  asks("# query Old { a }\nquery New { b __typename }", "q New(b)");
  asks("query Q { a { ...F ... on T { ...G } } ...H }", "q Q(a ...F ...G ...H)");
  asks("fragment F on T { a ...G }", "f F(a ...G)");
  asks("type Query { a: Int } query Q { a }", "q Q(a)");
  asks("query Q { a(t: \"\"\" } \" { \"\"\") b }", "q Q(a b)");
}

static void what_is_none(void **state) {
  (void)state;
  asks("query the users { of }", "");
  asks("query Q { a { b }", "");
  asks("query", "");
  asks("query Q(", "");
  asks("fragment F { a }", "");
  asks("mutation of the gene", "");
  asks("query Q { a = 1; }", "");
  asks("{ a }", "");
  assert_true(language_operation_begins(STR("\n  # x\n query {")));
  assert_false(language_operation_begins(STR("queryable")));
  assert_false(language_operation_begins(STR("Query the users")));
  assert_false(language_operation_begins(STR("")));
}

static void deep_and_long(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  enum { MANY = 200000 };
  char *text = arena_alloc(&arena, MANY);
  memset(text, '{', MANY);
  memcpy(text, "query Q ", 8);
  Operations operations;
  language_operations_read(&arena, (Str){text, MANY}, &operations);
  assert_int_equal(operations.list.len, 0);
  memset(text + 8, '(', MANY - 8);
  language_operations_read(&arena, (Str){text, MANY}, &operations);
  assert_int_equal(operations.list.len, 0);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(operations), cmocka_unit_test(what_is_none), cmocka_unit_test(deep_and_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
