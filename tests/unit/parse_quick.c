/* When a grammar's tables get their quick form: after so much text as earns
 * it, once, for all threads; and the trees are the same before and after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/parse/parse_internal.h"

static Arena arena;
static Job job;

static const Language *go(void) { return language_find(STR("go")); }

static Str source(void) {
  return STR("package p\n\nimport \"fmt\"\n\nfunc f(a []int) (n int) {\n\tfor _, x := range a { n += x }\n"
             "\tfmt.Println(n, func() string { return `t` }())\n\treturn\n}\n\ntype T struct { a, b map[string]*T }\n");
}

static const ParseGrammar *grammar_of(const Language *language) {
  const ParseGrammar *grammar;
  assert_int_equal(parse_grammar(&job, language, &grammar), OK);
  return grammar;
}

static size_t quick_size(const TSLanguage *tables) {
  return (size_t)ts_language_state_count(tables) * ts_language_symbol_count(tables) * sizeof(uint16_t);
}

static void test_little_text_is_read_with_the_tables_as_they_come(void **state) {
  (void)state;
  const TSLanguage *tables = grammar_of(go())->tables;
  static ParseQuick *quick; /* lives as long as the process, as a grammar's does */
  quick = parse_quick_open(tables);
  assert_ptr_equal(parse_quick_tables(quick, 1000), tables);
  assert_ptr_equal(parse_quick_tables(quick, 1000), tables);
}

static void test_much_text_makes_the_quick_form_once(void **state) {
  (void)state;
  const TSLanguage *tables = grammar_of(go())->tables;
  static ParseQuick *quick; /* lives as long as the process, as a grammar's does */
  quick = parse_quick_open(tables);
  assert_ptr_equal(parse_quick_tables(quick, 1000), tables);
  const TSLanguage *made = parse_quick_tables(quick, quick_size(tables));
#ifdef FATHOM_FAST_CORE
  assert_ptr_not_equal(made, tables);
#endif
  assert_ptr_equal(parse_quick_tables(quick, 0), made);
  assert_int_equal(ts_language_state_count(made), ts_language_state_count(tables));
}

static void test_trees_are_the_same(void **state) {
  (void)state;
  AUTO(Parser) parser = parse_open();
  Syntax before, after;
  assert_int_equal(parse_text(&job, parser, go(), source(), &arena, &before), OK);
  assert_true(before.count > 50);
  const ParseGrammar *grammar = grammar_of(go());
  parse_quick_tables(grammar->quick, quick_size(grammar->tables));
  assert_int_equal(parse_text(&job, parser, go(), source(), &arena, &after), OK);
  assert_int_equal(before.count, after.count);
  assert_memory_equal(before.nodes, after.nodes, before.count * sizeof *before.nodes);
}

/* Languages that are read with one grammar count together. */
static void test_languages_of_one_grammar_share_it(void **state) {
  (void)state;
  static const char *const names[] = {"typescript", "tsx", "javascript", "vue", "svelte", "astro"};
  enum { COUNT = sizeof names / sizeof *names };
  size_t pairs = 0;
  for (size_t i = 0; i < COUNT * COUNT; i++) {
    const ParseGrammar *one = grammar_of(language_find(str_from_c(names[i / COUNT]))), *other = grammar_of(language_find(str_from_c(names[i % COUNT])));
    if (one == other) continue;
    assert_int_equal(one->tables == other->tables, one->quick == other->quick);
    pairs += one->tables == other->tables;
  }
  assert_true(pairs > 0);
}

int main(void) {
  arena_init(&arena);
  job_init(&job, &arena);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_little_text_is_read_with_the_tables_as_they_come),
      cmocka_unit_test(test_much_text_makes_the_quick_form_once),
      cmocka_unit_test(test_trees_are_the_same),
      cmocka_unit_test(test_languages_of_one_grammar_share_it),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_clear(&arena);
  return failed;
}
