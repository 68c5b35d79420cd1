/* The audit log: what a line says, what it never says, and that a call neither
 * waits for it nor is lost without a word. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/os_scratch.h"

#include "src/app/serving/audit_internal.h"
#include "src/base/json.h"
#include "src/os/file.h"

static const ToolField args[] = {{"file_path", TOOL_PATH, .help = "a file"}, {"old_text", TOOL_STRING, .help = "before"},
                                 {"new_text", TOOL_STRING, .help = "after"}, {"session_id", TOOL_STRING, .help = "a handle"}, {0}};
static const Tool writes = {.name = "safe_apply_edit", .args = args};
static const Tool reads = {.name = "find", .args = args, .flags = TOOL_READ_ONLY};

static const Json *json_of(Scratch *s, const char *text) {
  const Json *value;
  scratch_ok(s, json_read(&s->job, str_from_c(text), NULL, &value));
  return value;
}

/* Without the time it was written at. */
static void assert_line(Scratch *s, const ToolRecord *record, const char *expected) {
  Str line = app_audit_spell(&s->arena, STR("/w"), record);
  Str head = STR("{\"timestamp\":\"2026-01-31T23:59:59Z\",");
  assert_true(line.len > head.len);
  scratch_same(str_slice(line, head.len, line.len), expected);
}

static void a_question_is_told_by_its_files_and_outcome(void **state) {
  Scratch *s = *state;
  static const char blank_text[42] = {0};
  ToolRecord record = {.tool = &reads, .args = json_of(s, "{\"file_path\":\"a.c\"}"), .ms = 7, .text = {blank_text, 42}};
  assert_line(s, &record, "\"tool\":\"find\",\"workspace\":\"/w\",\"files\":[\"a.c\"],\"success\":true,\"duration_ms\":7,\"answered_bytes\":42}");
  record.err = ERR_NOT_FOUND;
  record.words = STR("no symbol 'x'");
  record.text = STR_EMPTY;
  assert_line(s, &record,
              "\"tool\":\"find\",\"workspace\":\"/w\",\"files\":[\"a.c\"],\"success\":false,\"error_message\":\"no symbol 'x'\","
              "\"duration_ms\":7,\"answered_bytes\":0}");
}

static void an_edit_is_told_by_what_it_changed_and_judged(void **state) {
  Scratch *s = *state;
  Str changed[] = {STR("a.c"), STR("b.c")};
  ToolRecord record = {.tool = &writes,
                       .args = json_of(s, "{\"file_path\":\"a.c\",\"old_text\":\"x = 1\",\"new_text\":\"password = 'hunter22'\","
                                          "\"session_id\":\"0123456789abcdef\"}"),
                       .ms = 1, .changed = changed, .changed_count = 2, .has_counts = true,
                       .before = {.errors = 1, .warnings = 2, .files = 1}, .after = {.errors = 3, .warnings = 1, .files = 1}};
  assert_line(s, &record,
              "\"tool\":\"safe_apply_edit\",\"workspace\":\"/w\",\"session_id\":\"01234567\",\"files\":[\"a.c\",\"b.c\"],"
              "\"edit_summary\":{\"mode\":\"session\",\"file_path\":\"a.c\",\"old_text_preview\":\"x = 1\","
              "\"new_text_preview\":\"password = '[redacted]'\"},"
              "\"diagnostics_before\":{\"error_count\":1,\"warning_count\":2,\"files_checked\":1},"
              "\"diagnostics_after\":{\"error_count\":3,\"warning_count\":1,\"files_checked\":1},"
              "\"net_delta\":{\"errors\":2,\"warnings\":-1},\"success\":true,\"duration_ms\":1,\"answered_bytes\":0}");
}

static void a_long_text_is_cut(void **state) {
  Scratch *s = *state;
  Buf text;
  buf_init(&text, &s->arena, 100000);
  buf_add_c(&text, "{\"new_text\":\"");
  for (int i = 0; i < 5000; i++) buf_add_c(&text, "abcd ");
  buf_add_c(&text, "\"}");
  ToolRecord record = {.tool = &writes, .args = json_of(s, str_to_c(&s->arena, buf_str(&text)))};
  Str line = app_audit_spell(&s->arena, STR("/w"), &record);
  assert_in_range(line.len, 200, 700);
}

static void secrets_are_taken_out(void **state) {
  static const char *const cases[][2] = {
      {"nothing here", "nothing here"},
      {"PASSWORD=\"hunter2\"", "PASSWORD=\"[redacted]\""},
      {"db_password: 'x y z',", "db_password: '[redacted]',"},
      {"{\"api_key\": \"abc\"}", "{\"api_key\": \"[redacted]\"}"},
      {"token = next_token(s)", "token = next_token(s)"},
      {"token = a1b2c3d4e5", "token = [redacted]"},
      {"secret=\"never closed", "secret=\"[redacted]"},
      {"Authorization: Bearer abcdefgh12345", "Authorization: Bearer [redacted]"},
      {"use ghp_0123456789abcdef now", "use [redacted] now"},
      {"AKIAIOSFODNN7EXAMPLE", "[redacted]"},
      {"a AKIA short", "a AKIA short"},
      {"https://me:pw@host/x", "https://[redacted]@host/x"},
      {"https://host/a:b@c", "https://host/a:b@c"},
      {"-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nnext", "[redacted]\nnext"},
      {"-----BEGIN PRIVATE KEY-----\nMII", "[redacted]"},
      {"-----BEGIN CERTIFICATE-----\nMII", "-----BEGIN CERTIFICATE-----\nMII"},
      {"tokenize(x)", "tokenize(x)"},
  };
  Scratch *s = *state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) scratch_same(app_redact(&s->arena, str_from_c(cases[i][0])), cases[i][1]);
}

static Str read_log(Scratch *s, Str path) {
  Str text;
  scratch_ok(s, file_read(&s->job, path, (size_t)64 << 20, &text));
  return text;
}

static void lines_reach_a_private_file_in_order(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "new/audit.jsonl");
  AppAudit *audit = app_audit_open();
  app_audit_add(audit, path, STR("{\"n\":1}"));
  app_audit_add(audit, path, STR("{\"n\":2}"));
  app_audit_close(audit);
  scratch_same(read_log(s, path), "{\"n\":1}\n{\"n\":2}\n");
  FileStat stat;
  scratch_ok(s, file_stat(&s->job, path, &stat));
  assert_int_equal(stat.mode & 0777, 0600);
}

/* However fast they come: each is in the file, or counted. */
static void no_line_is_lost_without_a_word(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "audit.jsonl");
  AppAudit *audit = app_audit_open();
  enum { LINES = 5000 };
  for (int i = 0; i < LINES; i++) app_audit_add(audit, path, STR("{}"));
  size_t dropped = app_audit_dropped(audit);
  app_audit_close(audit);
  Str text = read_log(s, path), mark = STR("{\"dropped\":");
  size_t lines = 0, told = 0;
  while (text.len) {
    Str line = str_cut(&text, '\n');
    int64_t count = 0;
    if (!str_starts_with(line, mark)) lines++;
    else if (str_to_int(str_slice(line, mark.len, line.len - 1), &count)) told += (size_t)count;
  }
  assert_int_equal(lines, LINES - dropped);
  assert_true(told <= dropped);
}

static void what_cannot_be_written_is_counted(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "audit.jsonl");
  AppAudit *audit = app_audit_open();
  for (int i = 0; i < 3; i++) app_audit_add(audit, scratch_str(s, "audit.jsonl"), STR("{}"));
  for (int i = 0; i < 500 && app_audit_dropped(audit) < 3; i++) usleep(20000);
  assert_int_equal(app_audit_dropped(audit), 3);
  app_audit_close(audit);
}

static void a_link_is_not_written_through(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "audit.jsonl"), target = scratch_str(s, "mine.txt");
  scratch_ok(s, file_write(&s->job, target, STR("mine\n"), 0600));
  scratch_ok(s, file_link(&s->job, path, target));
  AppAudit *audit = app_audit_open();
  app_audit_add(audit, path, STR("{}"));
  app_audit_close(audit);
  scratch_same(read_log(s, target), "mine\n");
  assert_int_equal(file_append(&s->job, path, STR("x\n"), 1000), ERR_DENIED);
  job_forgive(&s->job);
}

static void a_full_file_makes_room_for_the_next(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "log");
  scratch_ok(s, file_append(&s->job, path, STR("0123456789\n"), 16));
  scratch_ok(s, file_append(&s->job, path, STR("abc\n"), 16));
  scratch_same(read_log(s, path), "0123456789\nabc\n");
  scratch_ok(s, file_append(&s->job, path, STR("de\n"), 16));
  scratch_same(read_log(s, path), "de\n");
  scratch_same(read_log(s, scratch_str(s, "log.1")), "0123456789\nabc\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(a_question_is_told_by_its_files_and_outcome),
      SCRATCH_TEST(an_edit_is_told_by_what_it_changed_and_judged),
      SCRATCH_TEST(a_long_text_is_cut),
      SCRATCH_TEST(secrets_are_taken_out),
      SCRATCH_TEST(lines_reach_a_private_file_in_order),
      SCRATCH_TEST(no_line_is_lost_without_a_word),
      SCRATCH_TEST(what_cannot_be_written_is_counted),
      SCRATCH_TEST(a_link_is_not_written_through),
      SCRATCH_TEST(a_full_file_makes_room_for_the_next),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
