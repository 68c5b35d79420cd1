/* Text becomes a flat tree with the language's own numbers, within limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/parse_language.h"

static Arena arena;
static Job job;
static Parser *parser;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  parser = parse_open();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  parse_close(parser);
  arena_clear(&arena);
  return 0;
}

static Str dump(const Syntax *syntax) {
  Buf out;
  buf_init(&out, &arena, 1u << 20);
  dump_syntax(&out, syntax, small_kinds, small_fields);
  return buf_str(&out);
}

static Err parse(Str text, Syntax *ret_syntax) {
  return parse_text(&job, parser, &small_language, text, &arena, ret_syntax);
}

static void check_tree(Str text, const char *expected) {
  Syntax syntax;
  assert_int_equal(parse(text, &syntax), OK);
  assert_string_equal(str_to_c(&arena, dump(&syntax)), expected);
}

static void test_numbers_and_places(void **state) {
  (void)state;
  check_tree(STR("int f(void) { return g(1) + 2; }\n"),
             "translation_unit(function_definition(_[int] _(_[f] _(_(_[void]))) "
             "_.body(_(_(call_expression(_.function[g] _(number_literal[1])) '+.operator[+] "
             "number_literal[2])))))");
  check_tree(STR("int x; // why\n"), "translation_unit(_(_[int] _[x]) comment[// why])");
  check_tree(STR_EMPTY, "translation_unit[]");
  /* A sign that is not listed is kept for its field alone. */
  check_tree(STR("int a = b - c;"), "translation_unit(_(_[int] _(_[a] _(_[b] _.operator[-] _[c]))))");
}

static void test_flags_and_links(void **state) {
  (void)state;
  Syntax syntax;
  assert_int_equal(parse(STR("int a = 1 + @;\nx = (int) ;\n/**/"), &syntax), OK);
  unsigned seen = 0;
  for (NodeNo at = 1; at < syntax.count; at++) {
    const SyntaxNode *node = &syntax.nodes[at];
    seen |= node->flags;
    if (node->flags & SYNTAX_ERROR) assert_int_equal(node->kind, ERROR_NODE);
    if (node->flags & SYNTAX_MISSING) assert_int_equal(node->from, node->to);
    if (node->kind == COMMENT) assert_true(node->flags & SYNTAX_EXTRA);
    if (node->kind == PLUS) assert_false(node->flags & SYNTAX_NAMED);
    for (NodeNo child = syntax_first(&syntax, at); child; child = syntax_next(&syntax, child)) {
      assert_int_equal(syntax.nodes[child].parent, at);
      assert_true(syntax.nodes[child].from >= node->from && syntax.nodes[child].to <= node->to);
    }
  }
  assert_int_equal(seen, SYNTAX_NAMED | SYNTAX_ERROR | SYNTAX_MISSING | SYNTAX_BROKEN | SYNTAX_EXTRA |
                             SYNTAX_PARENT);
  assert_true(syntax.nodes[1].flags & SYNTAX_BROKEN);
  assert_int_equal(syntax.line_count, 3);
  assert_int_equal(syntax.line_starts[2], 27);
}

static void test_ranges(void **state) {
  (void)state;
  Str text = STR("<a>f(1);</a>\n<b>x=2</b>\n<c>+ 3;</c>");
  const Range ranges[] = {{3, 8}, {16, 19}, {27, 31}};
  Syntax syntax;
  ParseInput input = {.text = text, .ranges = ranges, .range_count = COUNT_OF(ranges)};
  assert_int_equal(parse_ranges(&job, parser, &small_language, &input, &arena, &syntax), OK);
  assert_string_equal(str_to_c(&arena, dump(&syntax)),
                      "translation_unit(_(call_expression(_.function[f] _(number_literal[1]))) "
                      "_(_(_[x] _.operator[=] _(number_literal[2] '+.operator[+] number_literal[3]))))");
  Span span = syntax_span(&syntax, syntax.count - 1);
  assert_int_equal(span.line, 3);
  assert_int_equal(span.column, 6);
  /* The next text is read whole again. */
  check_tree(STR("f(1);"),
             "translation_unit(_(call_expression(_.function[f] _(number_literal[1]))))");
  const Range crossed[] = {{5, 6}, {1, 2}};
  input = (ParseInput){.text = text, .ranges = crossed, .range_count = 2};
  assert_int_equal(parse_ranges(&job, parser, &small_language, &input, &arena, &syntax), ERR_USAGE);
  const Range beyond[] = {{0, 1000}};
  input = (ParseInput){.text = text, .ranges = beyond, .range_count = 1};
  assert_int_equal(parse_ranges(&job, parser, &small_language, &input, &arena, &syntax), ERR_USAGE);
}

static Str repeat(const char *part, size_t times) {
  Buf text;
  buf_init(&text, &arena, 64u << 20);
  for (size_t i = 0; i < times; i++) buf_add_c(&text, part);
  return buf_str(&text);
}

static void test_hostile_text(void **state) {
  (void)state;
  Syntax syntax;
  assert_int_equal(parse(STR("}}}} \xFF\xFE ((("), &syntax), OK);
  assert_int_equal(parse(STR("int \0x;"), &syntax), OK);
  assert_int_equal(parse(repeat("(", 200000), &syntax), OK);
  Str deep = str_format(&arena, "int x = %.*s1%.*s;", STR_ARG(repeat("(", 200000)),
                        STR_ARG(repeat(")", 200000)));
  assert_int_equal(parse(deep, &syntax), OK);
  assert_true(syntax.count > 200000);
  assert_int_equal(syntax.nodes[syntax.count - 1].kind, NUMBER);
  assert_int_equal(parse(repeat("{[(", 60000), &syntax), OK);
}

static void test_too_large(void **state) {
  (void)state;
  Syntax syntax;
  assert_int_equal(parse(repeat("long line ", 5000000), &syntax), ERR_TOO_LARGE);
  assert_true(str_contains(job.message, STR("4194304")));
  job_forgive(&job);
  assert_int_equal(parse((Str){repeat(" ", PARSE_MAX_BYTES).ptr, PARSE_MAX_BYTES}, &syntax), OK);
}

/* Two million open brackets take more than a file may; the next text does not. */
static void test_too_greedy(void **state) {
  (void)state;
  Syntax syntax;
  assert_int_equal(parse(repeat("(", 2000000), &syntax), ERR_UNAVAILABLE);
  assert_string_equal(str_to_c(&arena, job.message),
                      "parsing took more than 402653184 bytes of memory");
  job_forgive(&job);
  check_tree(STR("f(1);"),
             "translation_unit(_(call_expression(_.function[f] _(number_literal[1]))))");
}

static void test_stopped(void **state) {
  (void)state;
  Syntax syntax;
  Str text = repeat("int f(void) { return 1; }\n", 100000);
  job.deadline_ms = job_now_ms() + 2;
  assert_int_equal(parse(text, &syntax), ERR_TIMEOUT);
  job_init(&job, &arena);
  job_cancel(&job, ERR_CANCELLED);
  assert_int_equal(parse(STR("int x;"), &syntax), ERR_CANCELLED);
  job_init(&job, &arena);
  /* Nothing of the stopped parse is left. */
  check_tree(STR("f(1);"),
             "translation_unit(_(call_expression(_.function[f] _(number_literal[1]))))");
}

/* `words`: how the message begins. */
static void check_refused(const Language *language, Err err, const char *words) {
  Syntax syntax;
  job_forgive(&job);
  assert_int_equal(parse_text(&job, parser, language, STR("int x;"), &arena, &syntax), err);
  if (err) assert_string_equal(str_to_c(&arena, str_head(job.message, strlen(words))), words);
}

static void test_unknown_names(void **state) {
  (void)state;
  static const char *const kinds[] = {"translation_unit", "no_such", NULL};
  static const char *const token[] = {"'function_definition", NULL};
  static const char *const hidden[] = {"_expression_not_binary", NULL};
  static const char *const fields[] = {"no_field", NULL};
  static const Language bad_kind = {.name = "x", .grammar = tree_sitter_c, .kinds = kinds};
  static const Language bad_token = {.name = "x", .grammar = tree_sitter_c, .kinds = token};
  static const Language bad_hidden = {.name = "x", .grammar = tree_sitter_c, .kinds = hidden};
  static const Language bad_field = {.name = "x", .grammar = tree_sitter_c, .fields = fields};
  static const Language shared = {
      .name = "x", .grammar = tree_sitter_c, .kinds = kinds, .fields = fields, .shared = true};
  static const Language missing = {.name = "nowhere"};
  check_refused(&bad_kind, ERR_INTERNAL, "the grammar of x has no node named no_such");
  check_refused(&bad_token, ERR_INTERNAL, "the grammar of x has no node named 'function_definition");
  check_refused(&bad_hidden, ERR_INTERNAL,
                "the grammar of x has no node named _expression_not_binary");
  check_refused(&bad_field, ERR_INTERNAL, "the grammar of x has no field named no_field");
  check_refused(&shared, OK, "");
  check_refused(&missing, ERR_UNAVAILABLE, "the grammar of nowhere is neither at ");
}

/* What each language lists is there in the grammar it gets. */
static void test_registered_languages(void **state) {
  (void)state;
  for (const Language *const *at = language_registry; *at; at++) {
    Syntax syntax;
    Err err = parse_text(&job, parser, *at, STR("\n"), &arena, &syntax);
    if (err) fail_msg("%s: %.*s", (*at)->name, STR_ARG(job.message));
    assert_int_equal(syntax.line_count, 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_numbers_and_places, setup, teardown),
      cmocka_unit_test_setup_teardown(test_flags_and_links, setup, teardown),
      cmocka_unit_test_setup_teardown(test_ranges, setup, teardown),
      cmocka_unit_test_setup_teardown(test_hostile_text, setup, teardown),
      cmocka_unit_test_setup_teardown(test_too_large, setup, teardown),
      cmocka_unit_test_setup_teardown(test_too_greedy, setup, teardown),
      cmocka_unit_test_setup_teardown(test_stopped, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unknown_names, setup, teardown),
      cmocka_unit_test_setup_teardown(test_registered_languages, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
