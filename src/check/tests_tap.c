/* The Test Anything Protocol as `node --test` and others speak it, subtests
 * indented; and, since a project's own script may print anything, compilers'
 * lines where there is no such protocol. */
#include <stddef.h>

#include "src/check/check_internal.h"

/* What is under way: a result that failed, and the block of details beneath
 * it. */
typedef struct Tap {
  CheckReading *reading;
  CheckEntry entry;
  bool is_open, in_yaml;
  bool is_parent; /* it only says that a subtest failed */
  Str *block;     /* the value of several lines under way */
  size_t block_indent;
} Tap;

static size_t indent_of(Str line) {
  size_t at = 0;
  while (at < line.len && line.ptr[at] == ' ') at++;
  return at;
}

static void end_entry(Tap *tap) {
  if (tap->is_open && !tap->is_parent) {
    if (!tap->entry.message.len) tap->entry.message = STR("not ok");
    check_add(tap->reading, &tap->entry);
  }
  tap->is_open = tap->in_yaml = tap->is_parent = false;
  tap->block = NULL;
}

static Str unquoted(Str value) {
  value = str_trim(value);
  bool is_quoted = value.len > 1 && (value.ptr[0] == '\'' || value.ptr[0] == '"') && value.ptr[value.len - 1] == value.ptr[0];
  return is_quoted ? str_slice(value, 1, value.len - 1) : value;
}

/* `ok 1 - name # SKIP` */
static void read_result(Tap *tap, Str text) {
  CheckReport *report = tap->reading->report;
  bool is_good = str_starts_with(text, STR("ok"));
  size_t number;
  end_entry(tap);
  Str rest = str_trim(str_slice(text, is_good ? 2 : 6, text.len));
  if (check_number(&rest, &number)) rest = str_trim(rest);
  if (str_starts_with(rest, STR("- "))) rest = str_slice(rest, 2, rest.len);
  size_t sign = str_find(rest, STR(" # "));
  bool is_skipped = sign != STR_NONE && (str_contains(str_slice(rest, sign, rest.len), STR("SKIP")) || str_contains(str_slice(rest, sign, rest.len), STR("TODO")));
  report->is_understood = true;
  if (is_skipped) report->skipped++;
  else if (is_good) report->passed++;
  else report->failed++;
  if (is_good || is_skipped) return;
  tap->entry = (CheckEntry){.test = str_slice(rest, 0, sign), .severity = STR("failed")};
  tap->is_open = true;
}

/* As much of the details as results have: keys with values on the same line,
 * or a block of lines that stand further in. */
static void read_yaml(Tap *tap, Str line) {
  CheckEntry *entry = &tap->entry, place = {0};
  Str text = str_trim(line), rest;
  if (tap->block && (indent_of(line) > tap->block_indent || !text.len)) {
    if (text.len) check_append(tap->reading->job->arena, tap->block, text);
    return;
  }
  tap->block = NULL;
  size_t colon = str_find_byte(text, ':');
  if (colon == STR_NONE) return;
  Str key = str_slice(text, 0, colon), value = unquoted(str_slice(text, colon + 1, text.len));
  bool is_block = str_eq_c(value, "|-") || str_eq_c(value, "|") || str_eq_c(value, ">-");
  Str *target = str_eq_c(key, "error") || str_eq_c(key, "message") ? &entry->message
                : str_eq_c(key, "expected") ? &entry->expected : str_eq_c(key, "actual") ? &entry->actual : NULL;
  if (target && !is_block) *target = value;
  if (target && is_block) tap->block = target;
  tap->block_indent = indent_of(line);
  if (str_eq_c(key, "failureType") && str_eq_c(value, "subtestsFailed")) tap->is_parent = true;
  if ((str_eq_c(key, "location") || str_eq_c(key, "at")) && check_place(value, &place, &rest)) {
    entry->file = place.file;
    entry->line = place.line;
    entry->column = place.column;
  }
}

/* `# pass 1`: node's own sums count leaves and parents alike. */
static bool read_sum(CheckReport *report, Str text) {
  static const struct {
    Str word;
    size_t at;
  } sums[] = {{STR("# pass "), offsetof(CheckReport, passed)}, {STR("# fail "), offsetof(CheckReport, failed)},
              {STR("# skipped "), offsetof(CheckReport, skipped)}};
  for (size_t i = 0; i < COUNT_OF(sums); i++) {
    size_t number;
    if (!str_starts_with(text, sums[i].word)) continue;
    Str digits = str_slice(text, sums[i].word.len, text.len);
    if (!check_number(&digits, &number)) return false;
    *(size_t *)((char *)report + sums[i].at) = number;
    return true;
  }
  return false;
}

/* A result within details ends them, since a broken block would otherwise
 * swallow everything after it. */
Err check_tap(CheckReading *reading) {
  Tap tap = {.reading = reading};
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), trimmed = str_trim(line);
    TRY(job_check(reading->job));
    bool is_result = str_starts_with(trimmed, STR("not ok")) || str_starts_with(trimmed, STR("ok ")) || str_eq_c(trimmed, "ok");
    if (tap.in_yaml && str_eq_c(trimmed, "...")) tap.in_yaml = false;
    else if (tap.in_yaml && !(is_result && !tap.block)) read_yaml(&tap, line);
    else if (tap.is_open && str_eq_c(trimmed, "---")) tap.in_yaml = true;
    else if (is_result) read_result(&tap, trimmed);
    else if (reading->report->is_understood) read_sum(reading->report, trimmed);
  }
  end_entry(&tap);
  return reading->report->is_understood ? OK : check_lines(reading);
}
