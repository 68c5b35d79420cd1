/* Questions to a flat tree, on one made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/model/syntax.h"

enum { KIND_ROOT = 1, KIND_NAME, KIND_NOTE };
enum { FIELD_LEFT = 1, FIELD_RIGHT };

/* "ab /x/\n= c\n": root(name left, comment, '=', name right (missing child)) */
static const SyntaxNode nodes[] = {
    {0},
    {.from = 0, .to = 11, .kind = KIND_ROOT, .flags = SYNTAX_NAMED | SYNTAX_PARENT},
    {.from = 0, .to = 2, .parent = 1, .next = 3, .kind = KIND_NAME, .field = FIELD_LEFT, .flags = SYNTAX_NAMED},
    {.from = 3, .to = 6, .parent = 1, .next = 4, .kind = KIND_NOTE, .flags = SYNTAX_NAMED | SYNTAX_EXTRA},
    {.from = 7, .to = 8, .parent = 1, .next = 5},
    {.from = 9, .to = 10, .parent = 1, .kind = KIND_NAME, .field = FIELD_RIGHT,
     .flags = SYNTAX_NAMED | SYNTAX_PARENT},
    {.from = 10, .to = 10, .parent = 5, .flags = SYNTAX_NAMED | SYNTAX_MISSING},
};
static const uint32_t starts[] = {0, 7, 11};
static const Syntax syntax = {.text = {"ab /x/\n= c\n", 11},
                              .nodes = nodes,
                              .count = COUNT_OF(nodes),
                              .line_starts = starts,
                              .line_count = COUNT_OF(starts)};

static void test_children(void **state) {
  (void)state;
  assert_int_equal(syntax_first(&syntax, 1), 2);
  assert_int_equal(syntax_first(&syntax, 2), 0);
  assert_int_equal(syntax_next(&syntax, 4), 5);
  assert_int_equal(syntax_next(&syntax, 5), 0);
  assert_int_equal(syntax_field(&syntax, 1, FIELD_LEFT), 2);
  assert_int_equal(syntax_field(&syntax, 1, FIELD_RIGHT), 5);
  assert_int_equal(syntax_field(&syntax, 2, FIELD_RIGHT), 0);
  assert_int_equal(syntax_field(&syntax, 1, 0), 0);
  assert_int_equal(syntax_field(&syntax, 0, FIELD_LEFT), 0);
  assert_int_equal(syntax_child(&syntax, 1, KIND_NAME), 2);
  assert_int_equal(syntax_child(&syntax, 1, KIND_NOTE), 3);
  assert_int_equal(syntax_child(&syntax, 1, KIND_ROOT), 0);
  assert_int_equal(syntax_child(&syntax, 0, KIND_NAME), 0);
}

static void test_named_children(void **state) {
  (void)state;
  assert_int_equal(syntax_named_count(&syntax, 1), 2);
  assert_int_equal(syntax_named(&syntax, 1, 0), 2);
  assert_int_equal(syntax_named(&syntax, 1, 1), 5);
  assert_int_equal(syntax_named(&syntax, 1, 2), 0);
  assert_int_equal(syntax_named(&syntax, 0, 0), 0);
  assert_int_equal(syntax_named_count(&syntax, 0), 0);
  assert_int_equal(syntax_named(&syntax, 5, 0), 6);
}

static void check_span(NodeNo node, Span expected) {
  Span span = syntax_span(&syntax, node);
  assert_memory_equal(&span, &expected, sizeof span);
}

static void test_places(void **state) {
  (void)state;
  assert_true(str_eq(syntax_text(&syntax, 3), STR("/x/")));
  assert_int_equal(syntax_text(&syntax, 6).len, 0);
  assert_int_equal(syntax_text(&syntax, 0).len, 0);
  check_span(1, (Span){0, 11, 1, 1, 3, 1});
  check_span(3, (Span){3, 6, 1, 4, 1, 7});
  check_span(5, (Span){9, 10, 2, 3, 2, 4});
  check_span(0, (Span){0});
  const uint32_t bytes[] = {0, 6, 7, 10, 11};
  const uint32_t lines[] = {1, 1, 2, 2, 3};
  const uint32_t columns[] = {1, 7, 1, 4, 1};
  for (size_t i = 0; i < COUNT_OF(bytes); i++) {
    assert_int_equal(syntax_line(&syntax, bytes[i]), lines[i]);
    assert_int_equal(syntax_column(&syntax, bytes[i]), columns[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_children),
      cmocka_unit_test(test_named_children),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
