/* Linters and compilers that print JSON. Each is an array of objects under
 * some name; they differ in where things stand in them. A missing member is an
 * empty text or 0, never an error. */
#include "src/check/check_internal.h"

typedef void AddEntry(CheckReading *reading, const Json *item);

/* An array, even an empty one, is the form; what is in it and is no object is
 * skipped. */
static void add_each(CheckReading *reading, const Json *items, AddEntry *add) {
  if (!json_is(items, JSON_ARRAY)) return;
  for (size_t i = 0; i < items->count; i++) {
    if (json_is(&items->items[i], JSON_OBJECT)) add(reading, &items->items[i]);
  }
  reading->report->is_understood = true;
}

/* ---- oxlint: an array of entries, or an object with one ---- */

/* An entry tells its place by itself, or by the first of its labels. */
static void add_oxlint(CheckReading *reading, const Json *item) {
  const Json *labels = json_get(item, STR("labels"));
  const Json *span = json_is(labels, JSON_ARRAY) && labels->count ? json_get(&labels->items[0], STR("span")) : NULL;
  const Json *place = span ? span : item;
  Str rule = check_text(item, "code");
  CheckEntry entry = {.file = check_text(item, "filename"), .line = check_natural(place, "line"),
                      .column = check_natural(place, "column"), .severity = json_get_str(item, STR("severity"), STR("warning")),
                      .message = check_text(item, "message"), .rule = rule.len ? rule : check_text(item, "ruleId")};
  check_add(reading, &entry);
}

Err check_oxlint(CheckReading *reading) {
  const Json *json = check_json(reading, reading->output);
  add_each(reading, json_is(json, JSON_ARRAY) ? json : json_get(json, STR("diagnostics")), add_oxlint);
  return OK;
}

/* ---- eslint: files with messages ---- */

/* Severities are numbers here: 1 warns, 2 is an error. */
static void add_eslint_file(CheckReading *reading, const Json *file) {
  const Json *messages = json_get(file, STR("messages"));
  for (size_t i = 0; json_is(messages, JSON_ARRAY) && i < messages->count; i++) {
    const Json *item = &messages->items[i];
    CheckEntry entry = {.file = check_text(file, "filePath"), .line = check_natural(item, "line"),
                        .column = check_natural(item, "column"), .rule = check_text(item, "ruleId"),
                        .severity = check_natural(item, "severity") == 1 ? STR("warning") : STR("error"),
                        .message = check_text(item, "message")};
    check_add(reading, &entry);
  }
}

Err check_eslint(CheckReading *reading) {
  add_each(reading, check_json(reading, reading->output), add_eslint_file);
  return OK;
}

/* ---- ruff ---- */

static void add_ruff(CheckReading *reading, const Json *item) {
  CheckEntry entry = {.file = check_text(item, "filename"), .line = check_natural(item, "location.row"),
                      .column = check_natural(item, "location.column"), .rule = check_text(item, "code"),
                      .severity = json_get_str(item, STR("severity"), STR("warning")), .message = check_text(item, "message")};
  check_add(reading, &entry);
}

Err check_ruff(CheckReading *reading) {
  add_each(reading, check_json(reading, reading->output), add_ruff);
  return OK;
}

/* ---- golangci-lint ---- */

static void add_golangci(CheckReading *reading, const Json *item) {
  Str severity = check_text(item, "Severity");
  CheckEntry entry = {.file = check_text(item, "Pos.Filename"), .line = check_natural(item, "Pos.Line"),
                      .column = check_natural(item, "Pos.Column"), .rule = check_text(item, "FromLinter"),
                      .severity = severity.len ? severity : STR("warning"), .message = check_text(item, "Text")};
  check_add(reading, &entry);
}

Err check_golangci(CheckReading *reading) {
  const Json *json = check_json(reading, reading->output), *issues = json_get(json, STR("Issues"));
  add_each(reading, issues, add_golangci);
  reading->report->is_understood = json_is(json, JSON_OBJECT); /* none are null */
  return OK;
}

/* ---- shellcheck ---- */

static void add_shellcheck(CheckReading *reading, const Json *item) {
  Str code = check_text(item, "code"), level = check_text(item, "level");
  CheckEntry entry = {.file = check_text(item, "file"), .line = check_natural(item, "line"),
                      .column = check_natural(item, "column"), .rule = str_format(reading->job->arena, "SC%.*s", STR_ARG(code)),
                      .severity = str_eq_c(level, "style") ? STR("info") : level, .message = check_text(item, "message")};
  check_add(reading, &entry);
}

Err check_shellcheck(CheckReading *reading) {
  add_each(reading, json_get(check_json(reading, reading->output), STR("comments")), add_shellcheck);
  return OK;
}

/* ---- cargo: a line of JSON for each message ---- */

/* A message has several places, one of which it is about. */
static const Json *primary_span(const Json *message) {
  const Json *spans = json_get(message, STR("spans"));
  for (size_t i = 0; json_is(spans, JSON_ARRAY) && i < spans->count; i++) {
    if (json_get_bool(&spans->items[i], STR("is_primary"), false)) return &spans->items[i];
  }
  return NULL;
}

/* What stands at the place says more than the headline alone. */
static void add_cargo(CheckReading *reading, const Json *message) {
  const Json *span = primary_span(message);
  Str level = check_text(message, "level"), label = check_text(span, "label"), words = check_text(message, "message");
  if (!span && !str_eq_c(level, "error")) return; /* what sums up */
  if (!span && str_starts_with(words, STR("aborting due to"))) return;
  CheckEntry entry = {.file = check_text(span, "file_name"), .line = check_natural(span, "line_start"),
                      .column = check_natural(span, "column_start"), .rule = check_text(message, "code.code"),
                      .severity = str_starts_with(level, STR("error")) ? STR("error") : str_eq_c(level, "warning") ? level : STR("info"),
                      .message = label.len ? str_format(reading->job->arena, "%.*s: %.*s", STR_ARG(words), STR_ARG(label)) : words};
  check_add(reading, &entry);
}

/* What the compiler itself prints when it cannot even begin is no JSON: then
 * the lines are read. */
Err check_cargo(CheckReading *reading) {
  for (Str text = reading->output; text.len;) {
    Str line = str_cut(&text, '\n');
    TRY(job_check(reading->job));
    if (!str_starts_with(line, STR("{"))) continue;
    const Json *json = check_json(reading, line);
    Str reason = check_text(json, "reason");
    if (str_eq_c(reason, "compiler-message")) add_cargo(reading, json_get(json, STR("message")));
    if (str_eq_c(reason, "build-finished")) reading->report->is_understood = true;
  }
  if (!reading->report->is_understood) return check_lines(reading);
  return OK;
}
