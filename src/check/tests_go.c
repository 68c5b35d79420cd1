/* What `go test -json` prints: a line of JSON for each event. What a test says
 * comes in pieces, between those of others. */
#include "src/base/map.h"
#include "src/check/check_internal.h"

/* One test, from its first event to its last; `entry` gathers what it said. */
typedef struct Test {
  Str package, name;
  CheckEntry entry;
  bool has_children; /* a failed one: it fails because of that */
} Test;

/* All tests of an output, by package and name. */
typedef struct Tests {
  CheckReading *reading;
  Map by_name;
  Str build; /* what the compiler said */
} Tests;

static Test *test_of(Tests *tests, Str package, Str name) {
  Arena *arena = tests->reading->job->arena;
  Str key = str_format(arena, "%.*s %.*s", STR_ARG(package), STR_ARG(name));
  Test *test = map_get(&tests->by_name, key);
  if (test) return test;
  test = ARENA_NEW(arena, Test);
  *test = (Test){.package = package, .name = name, .entry = {.test = name, .severity = STR("failed")}};
  map_put(&tests->by_name, key, test);
  return test;
}

/* Of the frames of a panic only those in test files tell which test it was. */
static bool is_test_file(Str path) {
  size_t dot = str_find_last_byte(path, '.');
  return str_ends_with(str_slice(path, 0, dot), STR("_test"));
}

/* With an ending: a sentence may have a number after a colon, too. */
static bool is_source(Str path) {
  size_t dot = str_find_last_byte(path, '.');
  return dot != STR_NONE && dot + 4 > path.len && str_find_byte(path, ' ') == STR_NONE;
}

/* `    cart_test.go:7: words`, a frame of a panic, or more words. */
static void read_output(Tests *tests, Test *test, Str line) {
  static const Str noise[] = {STR("=== "), STR("--- "), STR("FAIL"), STR("PASS"), STR("ok "), STR("goroutine "), STR("created by ")};
  Arena *arena = tests->reading->job->arena;
  CheckEntry place = {0};
  Str text = str_trim(line), rest;
  for (size_t i = 0; i < COUNT_OF(noise); i++) {
    if (str_starts_with(text, noise[i])) return;
  }
  bool is_frame = str_starts_with(line, STR("\t/"));
  bool is_panic = str_starts_with(test->entry.message, STR("panic:"));
  if (check_place(text, &place, &rest) && is_source(place.file)) {
    bool is_own = !is_frame || is_test_file(place.file);
    if (is_own && !test->entry.line) {
      test->entry.line = place.line;
      test->entry.file = is_frame ? place.file : str_format(arena, "%.*s/%.*s", STR_ARG(test->package), STR_ARG(place.file));
    }
    if (is_frame) return;
    text = str_trim(str_starts_with(rest, STR(":")) ? str_slice(rest, 1, rest.len) : rest);
  }
  if (text.len && !is_panic) check_append(arena, &test->entry.message, text);
}

/* The parents of subtests that failed say nothing of their own. */
static void blame_parent(Tests *tests, const Test *test) {
  size_t slash = str_find_last_byte(test->name, '/');
  if (slash != STR_NONE) test_of(tests, test->package, str_slice(test->name, 0, slash))->has_children = true;
}

/* A test that failed only because a subtest did is counted and not named: the
 * subtest says what is wrong. */
static void end_test(Tests *tests, Test *test, Str action) {
  CheckReport *report = tests->reading->report;
  if (str_eq_c(action, "pass")) report->passed++;
  if (str_eq_c(action, "skip")) report->skipped++;
  if (!str_eq_c(action, "fail")) return;
  report->failed++;
  if (!test->entry.message.len && test->has_children) return;
  if (!test->entry.message.len) test->entry.message = STR("failed without words");
  check_add(tests->reading, &test->entry);
  if (test->entry.line) blame_parent(tests, test);
}

/* Events without a test are about a package, which says nothing that its tests
 * do not say. */
static void read_event(Tests *tests, const Json *event) {
  Str action = check_text(event, "Action"), package = check_text(event, "Package"), name = check_text(event, "Test");
  Str said = check_text(event, "Output");
  if (str_eq_c(action, "build-output")) {
    if (!str_starts_with(said, STR("#"))) check_append(tests->reading->job->arena, &tests->build, str_trim(said));
    return;
  }
  if (!name.len) return;
  Test *test = test_of(tests, package, name);
  if (str_eq_c(action, "output")) read_output(tests, test, said);
  else end_test(tests, test, action);
}

/* What does not compile is told in lines, by newer versions as events and by
 * older ones on the error output; both are read. */
Err check_go_test(CheckReading *reading) {
  Tests tests = {.reading = reading};
  map_init(&tests.by_name, reading->job->arena);
  for (Str text = reading->output; text.len;) {
    Str line = str_cut(&text, '\n');
    TRY(job_check(reading->job));
    if (!str_starts_with(line, STR("{"))) continue;
    const Json *event = check_json(reading, line);
    if (!check_text(event, "Action").len) continue;
    reading->report->is_understood = true;
    read_event(&tests, event);
  }
  CheckReading build = {.job = reading->job, .output = tests.build, .errors = reading->errors, .report = reading->report};
  bool is_understood = reading->report->is_understood;
  TRY(check_lines(&build));
  reading->report->is_understood = is_understood || reading->report->len;
  return OK;
}
