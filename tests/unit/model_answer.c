/* Answers: text, fields and marks of one tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/model/answer.h"

static Arena arena;
static Answer *answer;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  answer = answer_new(&arena, 1000, 4000);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void has_text(const char *wanted) {
  Str text = answer_text(answer);
  assert_string_equal(str_to_c(&arena, text), wanted);
}

static void has_fields(const char *wanted) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, &arena, 1 << 16);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  answer_write_fields(answer, &writer);
  json_end_object(&writer);
  assert_string_equal(buf.ptr, wanted);
}

/* `heading[Users:] path[a.c] …`, in order. */
static void has_marks(const char *wanted) {
  static const char *const words[] = {"heading", "label", "path", "line", "name", "kind", "number", "note", "warning", "column", "comment", "text",
                                      "digits", "keyword", "type", "function", "definition"};
  size_t count;
  const AnswerMark *marks = answer_marks(answer, &count);
  Buf buf;
  buf_init(&buf, &arena, 1 << 16);
  for (size_t i = 0; i < count; i++) {
    buf_add_format(&buf, "%s%s[%.*s]", i ? " " : "", words[marks[i].kind], STR_ARG(str_slice(answer_text(answer), marks[i].from, marks[i].to)));
  }
  assert_string_equal(buf_str(&buf).ptr, wanted);
}

/* The same words, whether or not fields are made with them. */
static void test_words_alone(void **state) {
  (void)state;
  Str with = STR_EMPTY;
  for (int alone = 0; alone < 2; alone++) {
    answer = answer_new(&arena, 40, 4000);
    if (alone) answer_words_alone(answer);
    assert_int_equal(answer_makes_fields(answer), !alone);
    answer_begin_object(answer, "about");
    answer_words(answer, "name", STR("one"));
    answer_end(answer);
    answer_begin_ranked(answer, "rows");
    for (int i = 0; i < 9; i++) {
      answer_begin_row(answer);
      answer_field_int(answer, "number", i);
      answer_place(answer, "path", STR("a.c"), "line", 7);
      answer_say(answer, "\n");
      answer_end(answer);
    }
    answer_rest(answer, &(AnswerRest){.shown = answer_end_list(answer), .total = 9, .hint = "ask for less"});
    answer_begin_words(answer);
    answer_say(answer, "end");
    answer_end(answer);
    if (!alone) with = str_copy(&arena, answer_text(answer));
  }
  assert_true(str_contains(with, STR("a.c:7\n")) && str_contains(with, STR("of 9 shown; ask for less.\nend")));
  has_text(str_to_c(&arena, with));
}

static void add_row(const char *path, uint32_t line, const char *name) {
  answer_begin_row(answer);
  answer_place(answer, "path", str_from_c(path), "line", line);
  answer_column(answer, " ");
  answer_kind(answer, "kind", "function");
  answer_say(answer, " ");
  answer_member(answer, "container", STR_EMPTY, "name", str_from_c(name));
  answer_say(answer, "\n");
  answer_end(answer);
}

static void test_values(void **state) {
  (void)state;
  answer_heading(answer, "Users (%d):", 1);
  answer_begin_list(answer, "users");
  answer_begin_row(answer);
  answer_say(answer, "  ");
  answer_member(answer, "container", STR("Shape"), "name", STR("area\n"));
  answer_column(answer, "  ");
  answer_place(answer, "path", STR("src/a.c"), "line", 12);
  answer_say(answer, ", %d times\n", 3);
  answer_field_bool(answer, "exported", true);
  answer_end(answer);
  assert_int_equal(answer_end_list(answer), 1);
  answer_label(answer, "files");
  answer_say(answer, " ");
  answer_count(answer, "files", 1234);
  answer_say(answer, "\n");
  answer_warn(answer, "Nothing %s", "else");
  answer_field_number(answer, "share", 0.5);
  answer_field_raw(answer, "raw", STR("[1]"));
  answer_field_int(answer, "least", -3);
  answer_field_str(answer, "note", STR("\"x\""));
  answer_field_names(answer, "names", (Str[]){STR("a"), STR("b")}, 2);
  has_text("Users (1):\n  Shape.area\\n  src/a.c:12, 3 times\nfiles: 1234\nNothing else\n");
  has_fields("{\"users\":[{\"name\":\"area\\n\",\"container\":\"Shape\",\"path\":\"src/a.c\",\"line\":12,\"exported\":true}],"
             "\"files\":1234,\"share\":0.5,\"raw\":[1],\"least\":-3,\"note\":\"\\\"x\\\"\",\"names\":[\"a\",\"b\"]}");
  has_marks("heading[Users (1):] name[Shape.area\\n] column[  ] path[src/a.c] line[12] label[files:] warning[Nothing else]");
}

static void test_words_or_fields_only(void **state) {
  (void)state;
  answer_begin_list(answer, "all");
  answer_begin_fields(answer);
  add_row("a.c", 1, "one");
  answer_end(answer);
  answer_begin_words(answer);
  add_row("b.c", 0, "two");
  answer_end(answer);
  answer_end(answer);
  answer_begin_list(answer, NULL);
  add_row("c.c", 3, "three");
  answer_end(answer);
  answer_name(answer, NULL, STR("four"));
  answer_begin_object(answer, "inner");
  answer_field_str(answer, "x", STR("y"));
  answer_end(answer);
  has_text("b.c function two\nc.c:3 function three\nfour");
  has_fields("{\"all\":[{\"path\":\"a.c\",\"line\":1,\"kind\":\"function\",\"name\":\"one\"}],\"inner\":{\"x\":\"y\"}}");
}

static void test_sections_are_no_fields(void **state) {
  (void)state;
  answer_begin_list(answer, "calls");
  for (int i = 0; i < 2; i++) {
    answer_begin_section(answer);
    answer_heading(answer, "Part %d:", i);
    answer_begin_row(answer);
    answer_name(answer, "name", i ? STR("b") : STR("a"));
    answer_say(answer, "\n");
    answer_end(answer);
    answer_end(answer);
  }
  assert_int_equal(answer_end_list(answer), 2);
  has_text("Part 0:\na\nPart 1:\nb\n");
  has_fields("{\"calls\":[{\"name\":\"a\"},{\"name\":\"b\"}]}");
}

static void test_long_names_are_cut(void **state) {
  (void)state;
  char *name = arena_alloc(&arena, 2000);
  memset(name, 'n', 2000);
  answer_name(answer, "name", (Str){name, 2000});
  Str text = answer_text(answer);
  assert_int_equal(text.len, ANSWER_NAME_SHOWN + 3);
  assert_true(str_ends_with(text, STR("n...")));
  has_fields(str_to_c(&arena, str_format(&arena, "{\"name\":\"%.*s\"}", ANSWER_NAME_MAX, name)));
}

/* ---- budget ---- */

static void test_ranked_rows_beyond_the_budget_are_taken_back(void **state) {
  (void)state;
  answer = answer_new(&arena, 40, 4000);
  answer_begin_ranked(answer, "matches");
  assert_false(answer_is_full(answer));
  add_row("a.c", 1, "one"); /* 19 bytes */
  add_row("b.c", 2, "two");
  assert_false(answer_is_full(answer));
  add_row("c.c", 3, "three");
  assert_true(answer_is_full(answer));
  add_row("d.c", 4, "x"); /* would not fit either: order is worth */
  answer_begin_fields(answer);
  add_row("e.c", 5, "told otherwise");
  answer_end(answer);
  size_t shown = answer_end_list(answer);
  assert_int_equal(shown, 3);
  answer_rest(answer, &(AnswerRest){.shown = 2, .total = 4, .is_least = true, .hint = "raise limit", .total_key = "total", .truncated_key = "truncated"});
  answer_rest(answer, &(AnswerRest){.shown = 4, .total = 4, .hint = "never said", .truncated_key = "cut"});
  answer_more(answer, 0, "");
  answer_more(answer, 7, ": ask");
  has_text("a.c:1 function one\nb.c:2 function two\n2 of more than 4 shown; raise limit.\n  and 7 more: ask\n");
  has_fields("{\"matches\":[{\"path\":\"a.c\",\"line\":1,\"kind\":\"function\",\"name\":\"one\"},"
             "{\"path\":\"b.c\",\"line\":2,\"kind\":\"function\",\"name\":\"two\"},"
             "{\"path\":\"e.c\",\"line\":5,\"kind\":\"function\",\"name\":\"told otherwise\"}],\"total\":4,\"truncated\":true,\"cut\":false}");
  has_marks("path[a.c] line[1] column[ ] kind[function] name[one] path[b.c] line[2] column[ ] kind[function] name[two] "
            "note[2 of more than 4 shown; raise limit.] note[  and 7 more: ask]");
}

static void test_rows_of_a_whole_list_keep_their_fields(void **state) {
  (void)state;
  answer = answer_new(&arena, 30, 4000);
  answer_begin_whole(answer, "places");
  add_row("a.c", 1, "one"); /* 19 bytes */
  add_row("b.c", 2, "two");
  assert_true(answer_is_full(answer));
  answer_begin_row(answer);
  answer_count(answer, "n", 3); /* would fit, but order is worth */
  answer_end(answer);
  assert_int_equal(answer_end_list(answer), 1);
  answer_say(answer, "end\n");
  has_text("a.c:1 function one\nend\n");
  has_fields("{\"places\":[{\"path\":\"a.c\",\"line\":1,\"kind\":\"function\",\"name\":\"one\"},"
             "{\"path\":\"b.c\",\"line\":2,\"kind\":\"function\",\"name\":\"two\"},{\"n\":3}]}");
  has_marks("path[a.c] line[1] column[ ] kind[function] name[one]");
}

static void test_words_are_cut_at_a_line(void **state) {
  (void)state;
  answer_name(answer, "a", STR("one"));
  answer_say(answer, "\n");
  answer_name(answer, "b", STR("two"));
  answer_say(answer, "\n");
  answer_cut(answer, 8);
  has_text("one\ntwo\n");
  answer_cut(answer, 7);
  has_text("one\n");
  has_marks("name[one]");
  has_fields("{\"a\":\"one\",\"b\":\"two\"}");
  answer_cut(answer, 2); /* not even one line */
  has_text("");
}

static void test_a_text_too_long_says_so(void **state) {
  (void)state;
  answer = answer_new(&arena, 5, 10);
  answer_say(answer, "0123456789abc");
  assert_true(answer_text_buf(answer)->overflow);
  has_text("0123456789");
}

/* ---- source ---- */

static void test_source(void **state) {
  (void)state;
  answer_begin_list(answer, "bodies");
  answer_begin_row(answer);
  answer_path(answer, "path", STR("a.c"));
  answer_say(answer, "\n");
  answer_begin_source(answer, "text");
  answer_source_line(answer, 9, STR("int x;"));
  answer_source_gap(answer, 10, 11);
  answer_source_gap(answer, 12, 11);
  answer_source_span(answer, 10, 11);
  answer_source_span(answer, 3, 3);
  answer_say(answer, "\n");
  answer_source_line(answer, 12, STR("a\x1b[0m"));
  answer_end(answer);
  answer_end(answer);
  answer_end(answer);
  has_text("a.c\n9\tint x;\n... lines 10-11 left out\n10-113\n12\ta\\x1B[0m\n");
  has_fields("{\"bodies\":[{\"path\":\"a.c\",\"text\":\"9\\tint x;\\n... lines 10-11 left out\\n10-113\\n12\\ta\\\\x1B[0m\\n\"}]}");
  has_marks("path[a.c] number[9] note[... lines 10-11 left out] number[10-11] number[3] number[12]");
}

/* Places are those of the line as it is shown: control characters take more room
 * there, and what goes beyond the line belongs to others. */
static void test_tokens_of_a_line(void **state) {
  (void)state;
  static const Token tokens[] = {{90, 100, TOKEN_TYPE}, {95, 103, TOKEN_COMMENT}, {103, 106, TOKEN_KEYWORD}, {110, 120, TOKEN_TEXT}, {130, 140, TOKEN_NUMBER}};
  answer_source_tokens(answer, 7, STR("*/ int \x01\xc3\xa9\" s"), 100, tokens, COUNT_OF(tokens));
  answer_source_tokens(answer, 8, STR_EMPTY, 113, tokens, COUNT_OF(tokens));
  answer_source_tokens(answer, 9, STR("bare"), 114, NULL, 0);
  has_text("7\t*/ int \\x01\xc3\xa9\" s\n8\t\n9\tbare\n");
  has_marks("number[7] comment[*/ ] keyword[int] text[\" s] number[8] number[9]");
  assert_null(answer_colours(answer));
  answer_colour(answer);
  assert_non_null(answer_colours(answer));
}

static void test_next_steps(void **state) {
  (void)state;
  answer_begin_list(answer, "questions");
  answer_next(answer, "question", STR("How?"), "call", STR("explore query=how"));
  answer_end(answer);
  has_text("  How?\n    explore query=how\n");
  has_fields("{\"questions\":[{\"question\":\"How?\",\"call\":\"explore query=how\"}]}");
}

static void test_an_answer_within_another(void **state) {
  (void)state;
  answer_path(answer, NULL, STR("a.c"));
  size_t count;
  const AnswerMark *marks = answer_marks(answer, &count);
  Str text = answer_text(answer);
  answer = answer_new(&arena, 100, 100);
  answer_say(answer, "It says: ");
  answer_put_marked(answer, text, marks, count);
  has_text("It says: a.c");
  has_marks("path[a.c]");
}

/* ---- pages ---- */

static AnswerPaged paged;

static void add_item(const char *heading, const char *text) {
  answer_begin_item(answer, &(AnswerItem){.heading = str_from_c(heading)});
  answer_begin_row(answer);
  answer_field_str(answer, "is", str_from_c(text));
  answer_say(answer, "%s", text);
  answer_end(answer);
  answer_end(answer);
}

static bool fill(uint64_t key, Str cursor, size_t max) {
  answer = answer_new(&arena, 10, 4000);
  answer_begin_page(answer, &(AnswerPage){.key = "rows", .cursor = cursor, .max = max});
  add_item("a.c", "one\n");
  add_item("a.c", "two");
  add_item("b.c", "three\n");
  add_item("", "four\n");
  return answer_end_page(answer, key, &paged);
}

static void shows(const char *text, size_t shown, size_t left) {
  has_text(text);
  assert_int_equal(paged.shown, shown);
  assert_int_equal(paged.left, left);
}

static void test_all_fits_a_page(void **state) {
  (void)state;
  const char *all = "a.c\none\ntwo\n\nb.c\nthree\nfour\n";
  assert_true(fill(1, STR_EMPTY, strlen(all)));
  shows(all, 4, 0);
  assert_int_equal(paged.cursor.len, 0);
  has_fields("{\"rows\":[{\"is\":\"one\\n\"},{\"is\":\"two\"},{\"is\":\"three\\n\"},{\"is\":\"four\\n\"}]}");
  assert_true(fill(1, STR_EMPTY, strlen(all) - 1));
  shows("a.c\none\ntwo\n\nb.c\nthree\n", 3, 1);
  has_fields("{\"rows\":[{\"is\":\"one\\n\"},{\"is\":\"two\"},{\"is\":\"three\\n\"}]}");
  has_marks("heading[a.c] heading[b.c]");
}

static void test_pages_go_on(void **state) {
  (void)state;
  assert_true(fill(1, STR_EMPTY, 5)); /* one at least */
  shows("a.c\none\n", 1, 3);
  assert_true(fill(1, paged.cursor, 23));
  shows("a.c\ntwo\n\nb.c\nthree\n", 2, 1);
  assert_int_equal(paged.first, 1);
  assert_int_equal(answer_cursor_item(paged.cursor), 3);
  assert_true(fill(1, paged.cursor, 24));
  shows("four\n", 1, 0);
  has_fields("{\"rows\":[{\"is\":\"four\\n\"}]}");
}

static void test_cursors_of_others_are_refused(void **state) {
  (void)state;
  assert_true(fill(1, STR_EMPTY, 5));
  Str cursor = paged.cursor;
  assert_true(fill(1, cursor, 100));
  assert_false(fill(2, cursor, 100));
  assert_false(fill(1, STR("x"), 100));
  Str key = str_cut(&cursor, '.');
  assert_false(fill(1, str_format(&arena, "%.*s.4.0", STR_ARG(key)), 100));
  assert_false(fill(1, str_format(&arena, "%.*s.1.1", STR_ARG(key)), 100));
  assert_false(fill(1, str_format(&arena, "%.*s.-1.0", STR_ARG(key)), 100));
  assert_false(fill(1, str_format(&arena, "%.*s.99999999999999999999.0", STR_ARG(key)), 100));
  assert_int_equal(answer_cursor_item(STR("x")), 0);
}

/* A file of three lines, as a row with a list of its own. */
static bool fill_parts(Str cursor, size_t max, bool splits, int width) {
  answer = answer_new(&arena, 10, 4000);
  answer_begin_page(answer, &(AnswerPage){.key = "files", .cursor = cursor, .max = max});
  for (int file = 0; file < 2; file++) {
    answer_begin_item(answer, &(AnswerItem){.heading = file ? STR("b.c") : STR("a.c"), .splits = splits});
    answer_begin_row(answer);
    answer_field_str(answer, "path", file ? STR("b.c") : STR("a.c"));
    answer_begin_list(answer, "lines");
    for (uint32_t line = 1; line <= 3; line++) {
      answer_part(answer);
      answer_begin_row(answer);
      answer_line(answer, "line", line);
      answer_say(answer, "%*s\n", width, "");
      answer_end(answer);
    }
    answer_end(answer);
    answer_end(answer);
    answer_end(answer);
  }
  return answer_end_page(answer, 7, &paged);
}

static void test_items_split_between_parts(void **state) {
  (void)state;
  assert_true(fill_parts(STR_EMPTY, 9, false, 0)); /* the first of a page, even where it does not say so */
  shows("a.c\n1\n2\n", 1, 1);
  has_fields("{\"files\":[{\"path\":\"a.c\",\"lines\":[{\"line\":1},{\"line\":2}]}]}");
  has_marks("heading[a.c] line[1] line[2]");
  assert_true(fill_parts(paged.cursor, 9, false, 0));
  shows("a.c\n3\n", 1, 1);
  has_fields("{\"files\":[{\"path\":\"a.c\",\"lines\":[{\"line\":3}]}]}");
  assert_true(fill_parts(paged.cursor, 100, false, 0));
  shows("b.c\n1\n2\n3\n", 1, 0);
  assert_true(fill_parts(STR_EMPTY, 1, false, 0)); /* no page is empty */
  shows("a.c\n1\n", 1, 1);
}

/* Of two items of 4 + 3 * 302 bytes the second begins where 400 are left. */
static void test_a_later_item_splits_where_there_is_room(void **state) {
  (void)state;
  size_t first = 4 + 3 * 302, heading = 5;
  assert_true(fill_parts(STR_EMPTY, first + heading + 400, true, 300));
  assert_int_equal(paged.shown, 2);
  assert_int_equal(paged.left, 0);
  assert_true(str_ends_with(paged.cursor, STR(".1.1")));
  assert_int_equal(answer_text(answer).len, first + heading + 302);
  assert_true(fill_parts(STR_EMPTY, first + heading + 399, true, 300));
  assert_int_equal(paged.shown, 1);
  assert_true(str_ends_with(paged.cursor, STR(".1.0")));
  assert_true(fill_parts(STR_EMPTY, first + heading + 400, false, 300));
  assert_int_equal(paged.shown, 1);
}

static void test_later_items_wait_for_a_cursor(void **state) {
  (void)state;
  Str cursor = STR_EMPTY;
  for (int i = 0; i < 2; i++) {
    answer = answer_new(&arena, 10, 4000);
    answer_begin_page(answer, &(AnswerPage){.is_words = true, .cursor = cursor, .max = 100});
    answer_begin_list(answer, "rows");
    assert_int_equal(answer_page_wants(answer), i == 0);
    add_item("", "one\n");
    answer_page_later(answer);
    assert_int_equal(answer_page_wants(answer), i == 1);
    if (answer_page_wants(answer)) add_item("", "two\n");
    else answer_skip_items(answer, 1);
    answer_end(answer);
    assert_true(answer_end_page(answer, 1, &paged));
    shows(i ? "two\n" : "one\n", 1, i ? 0 : 1);
    assert_int_equal(paged.is_later, i == 0);
    has_fields("{}");
    cursor = paged.cursor;
  }
}

static void test_the_hash_tells_other_items(void **state) {
  (void)state;
  assert_true(fill(1, STR_EMPTY, 5));
  uint64_t hash = answer_page_hash(answer);
  assert_true(fill(1, paged.cursor, 1000));
  assert_true(hash == answer_page_hash(answer));
  answer = answer_new(&arena, 10, 4000);
  answer_begin_page(answer, &(AnswerPage){.key = "rows", .max = 100});
  add_item("a.c", "one\n");
  add_item("a.c", "two");
  add_item("b.c", "three!\n");
  add_item("", "four\n");
  assert_true(hash != answer_page_hash(answer));
  assert_true(answer_end_page(answer, 1, &paged));
}

/* A page may go over several lists within a row. */
static void test_a_page_over_lists(void **state) {
  (void)state;
  answer_begin_list(answer, "files");
  answer_begin_row(answer);
  answer_path(answer, "path", STR("a.c"));
  answer_say(answer, "\n");
  answer_begin_page(answer, &(AnswerPage){.max = 15});
  answer_begin_list(answer, "symbols");
  add_item("", "one\n");
  answer_end(answer);
  answer_begin_list(answer, "others");
  add_item("", "two\n");
  add_item("", "three\n");
  answer_end(answer);
  assert_true(answer_end_page(answer, 1, &paged));
  answer_end(answer);
  answer_end(answer);
  answer_field_shown(answer, "text", 4);
  has_text("a.c\none\ntwo\n");
  has_fields("{\"files\":[{\"path\":\"a.c\",\"symbols\":[{\"is\":\"one\\n\"}],\"others\":[{\"is\":\"two\\n\"}]}],\"text\":\"one\\ntwo\\n\"}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_values, setup, teardown),
      cmocka_unit_test_setup_teardown(test_words_or_fields_only, setup, teardown),
      cmocka_unit_test_setup_teardown(test_words_alone, setup, teardown),
      cmocka_unit_test_setup_teardown(test_sections_are_no_fields, setup, teardown),
      cmocka_unit_test_setup_teardown(test_long_names_are_cut, setup, teardown),
      cmocka_unit_test_setup_teardown(test_ranked_rows_beyond_the_budget_are_taken_back, setup, teardown),
      cmocka_unit_test_setup_teardown(test_rows_of_a_whole_list_keep_their_fields, setup, teardown),
      cmocka_unit_test_setup_teardown(test_words_are_cut_at_a_line, setup, teardown),
      cmocka_unit_test_setup_teardown(test_a_text_too_long_says_so, setup, teardown),
      cmocka_unit_test_setup_teardown(test_source, setup, teardown),
      cmocka_unit_test_setup_teardown(test_tokens_of_a_line, setup, teardown),
      cmocka_unit_test_setup_teardown(test_next_steps, setup, teardown),
      cmocka_unit_test_setup_teardown(test_an_answer_within_another, setup, teardown),
      cmocka_unit_test_setup_teardown(test_all_fits_a_page, setup, teardown),
      cmocka_unit_test_setup_teardown(test_pages_go_on, setup, teardown),
      cmocka_unit_test_setup_teardown(test_cursors_of_others_are_refused, setup, teardown),
      cmocka_unit_test_setup_teardown(test_items_split_between_parts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_a_later_item_splits_where_there_is_room, setup, teardown),
      cmocka_unit_test_setup_teardown(test_later_items_wait_for_a_cursor, setup, teardown),
      cmocka_unit_test_setup_teardown(test_the_hash_tells_other_items, setup, teardown),
      cmocka_unit_test_setup_teardown(test_a_page_over_lists, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
