/* What programs printed, as recorded in tests/check/outputs, and what is read
 * from it: <format>-<case>.out and .err beside <format>-<case>.found.
 * FATHOM_ACCEPT=1 rewrites the last. */
#include "tests/unit/os_scratch.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/check/check.h"
#include "src/os/file.h"

#define FOLDER "tests/check/outputs"

static Str read_piece(Scratch *s, Str name, const char *ending) {
  Str text = STR_EMPTY;
  Str path = str_format(&s->arena, FOLDER "/%.*s.%s", STR_ARG(name), ending);
  if (file_read(&s->job, path, 1u << 20, &text)) job_forgive(&s->job);
  return text;
}

static void add(Buf *out, const char *label, Str text) {
  if (text.len) buf_add_format(out, "  %s: %.*s\n", label, STR_ARG(text));
}

static Str dump(Scratch *s, const CheckReport *report) {
  Buf out;
  buf_init(&out, &s->arena, 1u << 20);
  buf_add_format(&out, "%s, %zu passed, %zu failed, %zu skipped\n", report->is_understood ? "understood" : "not understood",
                 report->passed, report->failed, report->skipped);
  for (size_t i = 0; i < report->len; i++) {
    const CheckEntry *entry = &report->items[i];
    buf_add_format(&out, "%.*s %.*s:%u:%u\n", STR_ARG(entry->severity), STR_ARG(entry->file), entry->line, entry->column);
    add(&out, "test", entry->test);
    add(&out, "rule", entry->rule);
    add(&out, "message", entry->message);
    add(&out, "expected", entry->expected);
    add(&out, "actual", entry->actual);
  }
  return buf_str(&out);
}

/* The longest format that a name begins with. */
static Str format_of(Str name) {
  Str format = name;
  while (format.len && !check_has_format(format)) format = str_slice(format, 0, str_find_last_byte(format, '-'));
  return format;
}

static void read_case(Scratch *s, Str name) {
  Str format = format_of(name), expected = read_piece(s, name, "found");
  CheckReport report;
  assert_true(check_has_format(format));
  CheckOutput output = {read_piece(s, name, "out"), read_piece(s, name, "err")};
  assert_int_equal(check_read(&s->job, format, &output, &report), OK);
  Str found = dump(s, &report);
  if (getenv("FATHOM_ACCEPT")) {
    assert_int_equal(file_write(&s->job, str_format(&s->arena, FOLDER "/%.*s.found", STR_ARG(name)), found, 0644), OK);
  } else if (!str_eq(found, expected)) {
    fail_msg("%.*s: found\n%.*s\ninstead of\n%.*s", STR_ARG(name), STR_ARG(found), STR_ARG(expected));
  }
}

static void test_recorded(void **state) {
  Scratch *s = *state;
  FileEntries entries = {0};
  AUTO(Root) root = NULL;
  size_t count = 0;
  assert_int_equal(root_open(&s->job, STR(FOLDER), &root), OK);
  assert_int_equal(root_list(&s->job, root, STR_EMPTY, &entries), OK);
  for (size_t i = 0; i < entries.len; i++) {
    Str name = entries.items[i].name;
    bool is_first = str_ends_with(name, STR(".out")) ||
                    (str_ends_with(name, STR(".err")) && !read_piece(s, str_slice(name, 0, name.len - 4), "out").len);
    if (!is_first) continue;
    read_case(s, str_slice(name, 0, name.len - 4));
    count++;
  }
  assert_true(count >= 30);
}

/* Colours, titles and what was overwritten are not there for a reader. */
static void test_plain(void **state) {
  Scratch *s = *state;
  static const char *const cases[][2] = {
      {"plain\n", "plain\n"},
      {"\033[31mred\033[0m\n", "red\n"},
      {"\033]0;title\007after", "after"},
      {"\033]8;;http://x\033\\link", "link"},
      {"10%\r100%\n", "100%\n"},
      {"line\r\nnext", "line\nnext"},
      {"cut \033[", "cut "},
      {"cut \033[3\nnext", "cut \nnext"},
      {"one\033", "one"},
      {"a\033\nb", "a\nb"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Str plain = check_plain(&s->arena, str_from_c(cases[i][0]));
    if (!str_eq_c(plain, cases[i][1])) fail_msg("case %zu: '%.*s'", i, STR_ARG(plain));
  }
}

/* A line of ten megabytes, and a hundred thousand entries: some are kept, all
 * are counted. */
static void test_floods(void **state) {
  Scratch *s = *state;
  CheckReport report;
  size_t long_len = 10u << 20;
  char *text = arena_heap_alloc(long_len + 1);
  memset(text, 'x', long_len);
  memcpy(text, "a.c:1:1: error: ", 16);
  CheckOutput output = {{text, long_len}, STR_EMPTY};
  assert_int_equal(check_read(&s->job, STR("lines"), &output, &report), OK);
  assert_int_equal(report.len, 1);
  assert_int_equal(report.items[0].message.len, CHECK_MESSAGE_MAX);
  free(text);
  Buf many;
  buf_init(&many, &s->arena, 8u << 20);
  for (int i = 0; i < 100000; i++) buf_add_format(&many, "a.c:%d:1: error: wrong\n", i + 1);
  output.output = buf_str(&many);
  assert_int_equal(check_read(&s->job, STR("lines"), &output, &report), OK);
  assert_int_equal(report.len, CHECK_ENTRIES_MAX);
  assert_int_equal(report.total, 100000);
}

/* Paths of the workspace that are there, and no others. */
static void test_settle(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = NULL;
  assert_int_equal(mkdir(scratch_path(s, "sub"), 0755), 0);
  assert_int_equal(file_write(&s->job, scratch_str(s, "a.c"), STR("x"), 0644), OK);
  assert_int_equal(file_write(&s->job, scratch_str(s, "sub/b.c"), STR("x"), 0644), OK);
  assert_int_equal(symlink("/etc/passwd", scratch_path(s, "link.c")), 0);
  assert_int_equal(root_open(&s->job, str_from_c(s->path), &root), OK);
  static const char *const cases[][2] = {
      {"b.c", "sub/b.c"},       {"./b.c", "sub/b.c"},         {"../a.c", "a.c"},          {"../../etc/passwd", ""},
      {"/etc/passwd", ""},      {"gone.c", ""},               {"../link.c", ""},          {"example.org/mod/sub/b.c", "sub/b.c"},
      {"example.org/b.c", "sub/b.c"}, {"", ""},               {"..", ""},                 {"other.org/none.c", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CheckEntry entry = {.file = str_from_c(cases[i][0]), .line = 3, .message = STR("words")};
    CheckReport report = {.items = &entry, .len = 1};
    check_settle(&s->job, root, STR("sub"), &report);
    if (!str_eq_c(entry.file, cases[i][1])) fail_msg("'%s' became '%.*s'", cases[i][0], STR_ARG(entry.file));
    if (*cases[i][0] && !*cases[i][1]) assert_true(str_ends_with(entry.message, STR(":3: words")));
  }
  CheckEntry whole = {.file = scratch_str(s, "sub/b.c"), .line = 1};
  CheckReport report = {.items = &whole, .len = 1};
  check_settle(&s->job, root, STR_EMPTY, &report);
  assert_true(str_eq_c(whole.file, "sub/b.c"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_recorded, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_plain, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_floods, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_settle, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
