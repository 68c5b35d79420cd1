/* What pytest (-q --tb=short -rfE) and unittest print. */
#include "src/check/check_internal.h"

/* The middle of `____ name ____`, or of `==== NAME ====`; empty: it is none. */
static Str title_of(Str line, char sign) {
  size_t from = 0, to = line.len;
  while (from < to && line.ptr[from] == sign) from++;
  while (to > from && line.ptr[to - 1] == sign) to--;
  Str title = str_slice(line, from, to);
  bool is_framed = from >= 1 && line.len - to >= 1 && title.len > 2 && title.ptr[0] == ' ' && title.ptr[title.len - 1] == ' ';
  return is_framed ? str_trim(title) : STR_EMPTY;
}

/* ---- pytest ---- */

/* What is under way while the output is read; one section is one failure. */
typedef struct Pytest {
  CheckReading *reading;
  CheckEntry entry; /* under way */
  bool is_open;
  bool has_place;   /* one of this workspace, by its look */
} Pytest;

static void end_entry(Pytest *pytest) {
  if (pytest->is_open) check_add(pytest->reading, &pytest->entry);
  pytest->is_open = false;
}

/* `assert 3 == 4`: what was there, and what was expected. */
static void compare_values(CheckEntry *entry) {
  static const Str signs[] = {STR(" == "), STR(" != ")};
  Str first = str_slice(entry->message, 0, str_find_byte(entry->message, '\n'));
  bool is_unittest = str_starts_with(first, STR("AssertionError: "));
  if (!is_unittest && !str_starts_with(first, STR("assert "))) return;
  Str text = str_slice(first, is_unittest ? 16 : 7, first.len);
  size_t at = str_find(text, signs[is_unittest]);
  if (at == STR_NONE) return;
  entry->actual = str_slice(text, 0, at);
  entry->expected = str_slice(text, at + 4, text.len);
}

/* Lines that begin with E are the message; places stand at the beginning of a
 * line, with a colon behind. */
static void read_failure_line(Pytest *pytest, Str line) {
  CheckEntry place = {0};
  Str rest;
  if (str_starts_with(line, STR("E "))) {
    check_append(pytest->reading->job->arena, &pytest->entry.message, str_trim(str_slice(line, 1, line.len)));
  } else if (!str_starts_with(line, STR(" ")) && check_place(line, &place, &rest) && str_starts_with(rest, STR(": "))) {
    /* The innermost place of the project; what is installed lies elsewhere. */
    bool is_foreign = str_starts_with(place.file, STR("/")) || str_starts_with(place.file, STR(".."));
    if (is_foreign && pytest->has_place) return;
    pytest->entry.file = place.file;
    pytest->entry.line = place.line;
    pytest->has_place = !is_foreign;
  }
}

static void begin_failure(Pytest *pytest, Str title) {
  static const Str prefixes[] = {STR("ERROR at setup of "), STR("ERROR at teardown of "), STR("ERROR collecting ")};
  end_entry(pytest);
  for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
    if (str_starts_with(title, prefixes[i])) title = str_slice(title, prefixes[i].len, title.len);
  }
  pytest->entry = (CheckEntry){.test = title, .severity = STR("failed")};
  pytest->is_open = true;
  pytest->has_place = false;
}

/* `1 failed, 2 passed, 1 skipped, 1 error in 0.29s`, framed or not. */
static bool read_totals(CheckReport *report, Str line) {
  static const Str words[] = {STR(" passed"), STR(" failed"), STR(" error"), STR(" skipped"), STR(" xfailed"), STR(" deselected")};
  size_t counts[COUNT_OF(words)], sum = 0;
  if (str_find(line, STR(" in ")) == STR_NONE) return false;
  for (size_t i = 0; i < COUNT_OF(words); i++) sum += counts[i] = check_count(line, words[i]);
  if (!sum && str_find(line, STR("no tests ran")) == STR_NONE) return false;
  report->passed = counts[0];
  report->failed = counts[1] + counts[2];
  report->skipped = counts[3] + counts[4];
  return true;
}

/* `FAILED path::name - words`: where there was no section for it. */
static void read_summary(Pytest *pytest, Str line) {
  size_t blank = str_find_byte(line, ' '), colons = str_find(line, STR("::"));
  if (pytest->reading->report->total) return;
  CheckEntry entry = {.severity = STR("failed")};
  Str rest = str_slice(line, blank + 1, line.len);
  size_t dash = str_find(rest, STR(" - "));
  entry.test = str_slice(rest, 0, dash);
  entry.message = dash == STR_NONE ? STR("failed") : str_slice(rest, dash + 3, rest.len);
  entry.file = colons == STR_NONE ? entry.test : str_slice(line, blank + 1, colons);
  check_add(pytest->reading, &entry);
}

/* The sections are told by framed titles. Values are compared at the end, when
 * the messages are whole. */
Err check_pytest(CheckReading *reading) {
  Pytest pytest = {.reading = reading};
  bool in_failures = false, in_summary = false;
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), title = title_of(line, '=');
    TRY(job_check(reading->job));
    if (read_totals(reading->report, line) && !str_starts_with(line, STR("E "))) reading->report->is_understood = true;
    if (title.len) {
      end_entry(&pytest);
      in_failures = str_eq_c(title, "FAILURES") || str_eq_c(title, "ERRORS");
      in_summary = str_starts_with(title, STR("short test summary"));
    } else if (in_failures && (title = title_of(line, '_')).len) {
      begin_failure(&pytest, title);
    } else if (in_failures && pytest.is_open) {
      read_failure_line(&pytest, line);
    } else if (in_summary && (str_starts_with(line, STR("FAILED ")) || str_starts_with(line, STR("ERROR ")))) {
      read_summary(&pytest, line);
    }
  }
  end_entry(&pytest);
  for (size_t i = 0; i < reading->report->len; i++) compare_values(&reading->report->items[i]);
  return OK;
}

/* ---- unittest, on the error output ---- */

/* `  File "x.py", line 8, in test_total`: the last one of a traceback is the
 * innermost; the runner's own never are. */
static void read_frame(CheckEntry *entry, Str line) {
  Str text = str_trim(line);
  size_t quote, number;
  if (!str_starts_with(text, STR("File \""))) return;
  text = str_slice(text, 6, text.len);
  quote = str_find(text, STR("\", line "));
  if (quote == STR_NONE || str_contains(str_slice(text, 0, quote), STR("/unittest/"))) return;
  Str rest = str_slice(text, quote + 8, text.len);
  if (!check_number(&rest, &number)) return;
  entry->file = str_slice(text, 0, quote);
  entry->line = (uint32_t)number;
}

/* The number after `failures=` and its like. */
static size_t after(Str text, Str word) {
  size_t at = str_find(text, word), number = 0;
  if (at == STR_NONE) return 0;
  Str digits = str_slice(text, at + word.len, text.len);
  return check_number(&digits, &number) ? number : 0;
}

/* A failure ends at the next rule of signs, once it has a message: the first
 * rule stands before its trace. */
Err check_unittest(CheckReading *reading) {
  CheckReport *report = reading->report;
  CheckEntry entry = {0};
  bool is_open = false;
  size_t ran = 0;
  for (Str text = reading->errors; text.len;) {
    Str line = check_line(&text);
    bool is_rule = str_starts_with(line, STR("==========")) || str_starts_with(line, STR("----------"));
    if (is_rule && entry.message.len) {
      check_add(reading, &entry);
      entry = (CheckEntry){0};
      is_open = false;
    }
    if (str_starts_with(line, STR("FAIL: ")) || str_starts_with(line, STR("ERROR: "))) {
      entry = (CheckEntry){.test = str_slice(line, str_find_byte(line, ' ') + 1, line.len), .severity = STR("failed")};
      is_open = true;
    } else if (is_open && !is_rule && line.len) {
      read_frame(&entry, line);
      if (line.ptr[0] != ' ' && !str_starts_with(line, STR("Traceback "))) check_append(reading->job->arena, &entry.message, line);
    }
    if (str_starts_with(line, STR("Ran "))) ran = after(line, STR("Ran ")), report->is_understood = true;
    if (str_starts_with(line, STR("FAILED (")) || str_starts_with(line, STR("OK"))) {
      report->failed = after(line, STR("failures=")) + after(line, STR("errors="));
      report->skipped = after(line, STR("skipped="));
    }
  }
  report->passed = ran > report->failed + report->skipped ? ran - report->failed - report->skipped : 0;
  for (size_t i = 0; i < report->len; i++) compare_values(&report->items[i]);
  return OK;
}
