/* What `cargo test` and CTest print. */
#include "src/check/check_internal.h"

/* ---- cargo test ---- */

/* `thread 'tests::a' (41) panicked at src/lib.rs:11:9:` */
static bool read_panic(CheckEntry *entry, Str line) {
  size_t at = str_find(line, STR(" panicked at "));
  Str rest;
  if (at == STR_NONE) return false;
  Str place = str_slice(line, at + 13, line.len);
  return check_place(place, entry, &rest);
}

/* After the backtrace, or the note about it, nothing belongs to the message
 * any more. */
static void read_cargo_line(CheckReading *reading, CheckEntry *entry, bool *is_over, Str line) {
  Str text = str_trim(line);
  if (str_starts_with(text, STR("stack backtrace:")) || str_starts_with(text, STR("note: "))) *is_over = true;
  if (*is_over || !text.len || read_panic(entry, line)) return;
  if (str_starts_with(text, STR("left: "))) entry->actual = str_slice(text, 6, text.len);
  else if (str_starts_with(text, STR("right: "))) entry->expected = str_slice(text, 7, text.len);
  else check_append(reading->job->arena, &entry->message, text);
}

/* Added: there is a line for each test program, and none for all of them. */
static void add_totals(CheckReport *report, Str line) {
  report->passed += check_count(line, STR(" passed"));
  report->failed += check_count(line, STR(" failed"));
  report->skipped += check_count(line, STR(" ignored"));
  report->is_understood = true;
}

/* A project that does not compile says so on its error output. */
Err check_cargo_test(CheckReading *reading) {
  CheckEntry entry = {0};
  bool is_open = false, is_over = false;
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text);
    bool is_title = str_starts_with(line, STR("---- ")) && str_ends_with(line, STR(" stdout ----"));
    bool is_end = str_starts_with(line, STR("failures:")) || str_starts_with(line, STR("test result: "));
    TRY(job_check(reading->job));
    if (is_open && (is_title || is_end)) check_add(reading, &entry);
    if (is_title || is_end) is_open = is_over = false;
    if (is_title) {
      is_open = true;
      entry = (CheckEntry){.test = str_slice(line, 5, line.len - 12), .severity = STR("failed")};
    } else if (is_open) {
      read_cargo_line(reading, &entry, &is_over, line);
    }
    if (str_starts_with(line, STR("test result: "))) add_totals(reading->report, line);
  }
  if (is_open) check_add(reading, &entry);
  if (reading->report->is_understood) return OK;
  /* `error[E0308]: words` and, in the next line, ` --> src/lib.rs:30:5`. */
  entry = (CheckEntry){0};
  for (Str text = reading->errors; text.len;) {
    Str line = check_line(&text), trimmed = str_trim(line), rest;
    if (str_starts_with(line, STR("error"))) {
      size_t colon = str_find(line, STR(": "));
      entry = (CheckEntry){.severity = STR("error"), .message = colon == STR_NONE ? line : str_slice(line, colon + 2, line.len)};
    } else if (entry.message.len && str_starts_with(trimmed, STR("--> ")) &&
               check_place(str_slice(trimmed, 4, trimmed.len), &entry, &rest)) {
      check_add(reading, &entry);
      entry = (CheckEntry){0};
    }
  }
  reading->report->is_understood = reading->report->len > 0;
  return OK;
}

/* ---- CTest ---- */

/* `2/3 Test #2: adds_up ....***Failed    0.00 sec`: its name and what became
 * of it; false: no such line. */
static bool read_ctest_line(Str line, Str *ret_name, Str *ret_state) {
  size_t at = str_find(line, STR(" Test "));
  if (at == STR_NONE || str_find_byte(str_slice(line, 0, at), '/') == STR_NONE) return false;
  Str rest = str_slice(line, at, line.len);
  size_t colon = str_find(rest, STR(": "));
  if (colon == STR_NONE) return false;
  rest = str_slice(rest, colon + 2, rest.len);
  size_t blank = str_find_byte(rest, ' ');
  if (blank == STR_NONE) return false;
  *ret_name = str_slice(rest, 0, blank);
  rest = str_slice(rest, blank, rest.len);
  size_t from = 0;
  while (from < rest.len && (rest.ptr[from] == ' ' || rest.ptr[from] == '.' || rest.ptr[from] == '*')) from++;
  rest = str_slice(rest, from, rest.len);
  size_t end = str_find(rest, STR("  "));
  *ret_state = str_trim(str_slice(rest, 0, end));
  return true;
}

/* The first line of what a test printed that tells a place. */
static void find_place(CheckEntry *entry) {
  for (Str text = entry->message; text.len && !entry->line;) {
    CheckEntry place = {0};
    Str line = check_line(&text), rest;
    if (!check_place(str_trim(line), &place, &rest)) continue;
    entry->file = place.file;
    entry->line = place.line;
  }
}

static void end_ctest(CheckReading *reading, CheckEntry *entry) {
  if (!entry->test.len) return;
  find_place(entry);
  check_add(reading, entry);
  *entry = (CheckEntry){0};
}

/* What a failed test printed follows its line, up to the next test or the
 * sum. */
Err check_ctest(CheckReading *reading) {
  CheckReport *report = reading->report;
  CheckEntry entry = {0};
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), name, state;
    TRY(job_check(reading->job));
    if (read_ctest_line(line, &name, &state)) {
      end_ctest(reading, &entry);
      report->is_understood = true;
      if (str_eq_c(state, "Passed")) report->passed++;
      else if (str_eq_c(state, "Skipped") || str_starts_with(state, STR("Not Run (Disabled)"))) report->skipped++;
      else report->failed++, entry = (CheckEntry){.test = name, .severity = STR("failed"), .message = state};
    } else if (str_contains(line, STR("% tests passed"))) {
      end_ctest(reading, &entry);
    } else if (entry.test.len && str_trim(line).len && !str_starts_with(str_trim(line), STR("Start "))) {
      check_append(reading->job->arena, &entry.message, line);
    }
  }
  end_ctest(reading, &entry);
  return OK;
}
