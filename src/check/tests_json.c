/* Test runners that print JSON: Jest and Vitest, Mocha, RSpec. */
#include "src/check/check_internal.h"

/* ---- Jest, Vitest ---- */

/* The first frame of a stack within the test's own file:
 * `at Object.toBe (/a/sum.test.js:3:41)`. */
static void find_frame(CheckEntry *entry, Str stack) {
  while (stack.len) {
    CheckEntry place = {0};
    Str line = check_line(&stack), rest;
    size_t at = str_find(line, entry->file);
    if (!entry->file.len || at == STR_NONE || !check_place(str_slice(line, at, line.len), &place, &rest)) continue;
    entry->line = place.line;
    entry->column = place.column;
    return;
  }
}

/* Words up to the stack. */
static Str before_stack(Str message) {
  size_t at = str_find(message, STR("\n    at "));
  return str_slice(message, 0, at);
}

/* The place is that of the frame in the test's own file, which is nearer to
 * what failed than the line on which the test begins. */
static void add_jest(CheckReading *reading, Str file, const Json *test) {
  const Json *messages = json_get(test, STR("failureMessages"));
  Str message = json_is(messages, JSON_ARRAY) && messages->count && json_is(&messages->items[0], JSON_STRING)
                    ? messages->items[0].text : STR("failed");
  CheckEntry entry = {.file = file, .test = check_text(test, "fullName"), .severity = STR("failed"), .message = before_stack(message),
                      .line = check_natural(test, "location.line")};
  find_frame(&entry, message);
  check_values(&entry);
  check_add(reading, &entry);
}

/* A file that could not be loaded has no tests, but a message. */
static void add_jest_file(CheckReading *reading, const Json *file) {
  const Json *tests = json_get(file, STR("assertionResults"));
  Str name = check_text(file, "name"), message = check_text(file, "message");
  size_t count = json_is(tests, JSON_ARRAY) ? tests->count : 0;
  for (size_t i = 0; i < count; i++) {
    if (str_eq_c(check_text(&tests->items[i], "status"), "failed")) add_jest(reading, name, &tests->items[i]);
  }
  if (count || !str_eq_c(check_text(file, "status"), "failed")) return;
  CheckEntry entry = {.file = name, .severity = STR("error"), .message = before_stack(message)};
  find_frame(&entry, message);
  check_add(reading, &entry);
}

/* The sums are the runner's own; its files have only what failed. */
Err check_jest(CheckReading *reading) {
  CheckReport *report = reading->report;
  const Json *json = check_json(reading, reading->output), *files = json_get(json, STR("testResults"));
  for (size_t i = 0; json_is(files, JSON_ARRAY) && i < files->count; i++) add_jest_file(reading, &files->items[i]);
  report->is_understood = json_is(files, JSON_ARRAY);
  report->passed = check_natural(json, "numPassedTests");
  report->failed = check_natural(json, "numFailedTests");
  report->skipped = check_natural(json, "numPendingTests") + check_natural(json, "numTodoTests");
  return OK;
}

/* ---- Mocha ---- */

Err check_mocha(CheckReading *reading) {
  CheckReport *report = reading->report;
  const Json *json = check_json(reading, reading->output), *failures = json_get(json, STR("failures"));
  for (size_t i = 0; json_is(failures, JSON_ARRAY) && i < failures->count; i++) {
    const Json *item = &failures->items[i];
    CheckEntry entry = {.file = check_text(item, "file"), .test = check_text(item, "fullTitle"), .severity = STR("failed"),
                        .message = check_text(item, "err.message"), .expected = check_text(item, "err.expected"),
                        .actual = check_text(item, "err.actual")};
    find_frame(&entry, check_text(item, "err.stack"));
    check_add(reading, &entry);
  }
  report->is_understood = json_is(failures, JSON_ARRAY);
  report->passed = check_natural(json, "stats.passes");
  report->failed = check_natural(json, "stats.failures");
  report->skipped = check_natural(json, "stats.pending");
  return OK;
}

/* ---- RSpec ---- */

Err check_rspec(CheckReading *reading) {
  CheckReport *report = reading->report;
  const Json *json = check_json(reading, reading->output), *examples = json_get(json, STR("examples"));
  for (size_t i = 0; json_is(examples, JSON_ARRAY) && i < examples->count; i++) {
    const Json *item = &examples->items[i];
    Str status = check_text(item, "status");
    report->passed += str_eq_c(status, "passed");
    report->skipped += str_eq_c(status, "pending");
    if (!str_eq_c(status, "failed")) continue;
    report->failed++;
    CheckEntry entry = {.file = check_text(item, "file_path"), .line = check_natural(item, "line_number"),
                        .test = check_text(item, "full_description"), .severity = STR("failed"),
                        .message = check_text(item, "exception.message")};
    check_add(reading, &entry);
  }
  report->is_understood = json_is(examples, JSON_ARRAY);
  return OK;
}
