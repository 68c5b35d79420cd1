/* The formats by name, and what their readers share. A reader sees one output
 * as plain text, adds entries and says whether the output had its form. */
#include <assert.h>

#include "src/check/check_internal.h"

static const struct {
  const char *name;
  CheckReader *read;
} formats[] = {
    {"lines", check_lines},         {"github", check_github},       {"oxlint", check_oxlint},       {"eslint", check_eslint},
    {"ruff", check_ruff},           {"golangci", check_golangci},   {"shellcheck", check_shellcheck}, {"cargo", check_cargo},
    {"pytest", check_pytest},       {"unittest", check_unittest},   {"go-test", check_go_test},     {"cargo-test", check_cargo_test},
    {"tap", check_tap},             {"surefire", check_surefire},   {"gradle", check_gradle},       {"ctest", check_ctest},
    {"jest", check_jest},           {"mocha", check_mocha},         {"rspec", check_rspec},         {"phpunit", check_phpunit},
    {"dotnet", check_dotnet},
};

static CheckReader *find(Str name) {
  for (size_t i = 0; i < COUNT_OF(formats); i++) {
    if (str_eq_c(name, formats[i].name)) return formats[i].read;
  }
  return NULL;
}

bool check_has_format(Str format) { return find(format) != NULL; }

/* Escape sequences and overwritten lines are taken out once, before any reader
 * sees the text. */
Err check_read(Job *job, Str format, const CheckOutput *output, CheckReport *ret_report) {
  CheckReport report = {0};
  CheckReading reading = {.job = job, .output = check_plain(job->arena, output->output),
                          .errors = check_plain(job->arena, output->errors), .report = &report};
  CheckReader *read = find(format);
  assert(read); /* the table names no other */
  TRY(read(&reading));
  TRY(job_check(job));
  *ret_report = report;
  return OK;
}

/* ---- plain text ---- */

/* Past an escape sequence: `ESC [ … letter`, `ESC ] … BEL or ESC \`, or the one
 * character after it. One without an end takes its line along, no more. */
static size_t skip_escape(Str text, size_t at) {
  if (++at >= text.len) return text.len;
  char kind = text.ptr[at++];
  if (kind == '[') {
    while (at < text.len && text.ptr[at] != '\n' && !(text.ptr[at] >= 64 && text.ptr[at] <= 126)) at++;
    return at < text.len && text.ptr[at] != '\n' ? at + 1 : at;
  }
  if (kind == ']') {
    while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != 7 && text.ptr[at] != 27) at++;
    if (at < text.len && text.ptr[at] == 7) return at + 1;
    return at + 1 < text.len && text.ptr[at] == 27 && text.ptr[at + 1] == '\\' ? at + 2 : at;
  }
  return kind == '\n' ? at - 1 : at;
}

/* A carriage return alone goes back to the beginning of the line, as progress
 * bars do: what stood there was overwritten. A text that has neither is given
 * back as it is. */
Str check_plain(Arena *arena, Str text) {
  Buf out;
  size_t line = 0; /* where the line under way begins */
  if (str_find_byte(text, 27) == STR_NONE && str_find_byte(text, '\r') == STR_NONE) return text;
  buf_init(&out, arena, text.len + 1);
  for (size_t at = 0; at < text.len;) {
    char c = text.ptr[at];
    if (c == 27) {
      at = skip_escape(text, at);
      continue;
    }
    bool is_end = c == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
    if (c == '\r' && !is_end) buf_truncate(&out, line);
    else if (c != '\r') buf_add_byte(&out, c);
    if (c == '\n') line = out.len;
    at++;
  }
  return buf_str(&out);
}

/* ---- entries ---- */

/* Blanks around say nothing and would count against the limit. */
static Str cut(Str text, size_t max) { return str_head(str_trim(text), max); }

void check_add(CheckReading *reading, const CheckEntry *entry) {
  CheckReport *report = reading->report;
  if (++report->total > CHECK_ENTRIES_MAX) return;
  CheckEntry *added = vec_add(reading->job->arena, report);
  *added = *entry;
  added->message = cut(entry->message, CHECK_MESSAGE_MAX);
  added->expected = cut(entry->expected, CHECK_VALUE_MAX);
  added->actual = cut(entry->actual, CHECK_VALUE_MAX);
  added->test = cut(entry->test, CHECK_VALUE_MAX);
  added->rule = cut(entry->rule, 200);
  if (!added->severity.len) added->severity = STR("error");
}

void check_append(Arena *arena, Str *message, Str line) {
  if (message->len >= CHECK_MESSAGE_MAX) return;
  *message = message->len ? str_format(arena, "%.*s\n%.*s", STR_ARG(*message), STR_ARG(line)) : line;
}

/* `<4>`, `[4]` or `4`, up to what follows it. */
static Str value_of(Str text, Str end) {
  size_t at = end.len ? str_find(text, end) : STR_NONE;
  Str value = str_trim(at == STR_NONE ? str_slice(text, 0, str_find_byte(text, '\n')) : str_slice(text, 0, at));
  bool is_boxed = value.len > 1 && value.ptr[0] == '<' && value.ptr[value.len - 1] == '>';
  return is_boxed ? str_slice(value, 1, value.len - 1) : value;
}

/* Forms that assertions of several languages share. The two texts must both be
 * there, or neither is taken. */
void check_values(CheckEntry *entry) {
  static const struct {
    Str before, between;
  } forms[] = {{STR("expected:"), STR(" but was:")}, {STR("Expected: "), STR("\n")}, {STR("Expected: "), STR("\n")}, {STR("Expected "), STR(", got ")}};
  static const Str actuals[] = {STR(" but was:"), STR("Received: "), STR("Actual: "), STR(", got ")};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    size_t from = str_find(entry->message, forms[i].before);
    if (from == STR_NONE) continue;
    Str rest = str_slice(entry->message, from + forms[i].before.len, entry->message.len);
    size_t to = str_find(rest, actuals[i]);
    if (to == STR_NONE) continue;
    entry->expected = value_of(rest, forms[i].between);
    entry->actual = value_of(str_slice(rest, to + actuals[i].len, rest.len), STR_EMPTY);
    return;
  }
}

/* ---- pieces of text ---- */

Str check_line(Str *rest) {
  Str line = str_cut(rest, '\n');
  if (str_ends_with(line, STR("\r"))) line = str_slice(line, 0, line.len - 1);
  return str_head(line, CHECK_LINE_MAX);
}

/* At most nine digits, so that no number is too large for a line; *text is
 * moved behind them. */
bool check_number(Str *text, size_t *ret_number) {
  size_t at = 0, number = 0;
  for (; at < text->len && at < 9 && byte_is_digit(text->ptr[at]); at++) number = number * 10 + (size_t)(text->ptr[at] - '0');
  if (!at) return false;
  *text = str_slice(*text, at, text->len);
  *ret_number = number;
  return true;
}

size_t check_count(Str text, Str word) {
  size_t at = str_find(text, word), from = at, number = 0;
  if (at == STR_NONE) return 0;
  while (from && byte_is_digit(text.ptr[from - 1])) from--;
  Str digits = str_slice(text, from, at);
  return check_number(&digits, &number) ? number : 0;
}

/* What no path that a compiler prints has, so that a sentence with numbers is
 * not taken for one. */
static bool is_path(Str path) {
  if (!path.len || path.len > 1024) return false;
  bool has_sign = false;
  for (size_t i = 0; i < path.len; i++) {
    char c = path.ptr[i];
    if ((unsigned char)c < 32 || c == '*' || c == '<' || c == '>' || c == '"' || c == '|' || c == '[' || c == '(' || c == ',') return false;
    if (c == ':' || (c == ' ' && i + 1 < path.len && path.ptr[i + 1] == ' ')) return false;
    has_sign |= c == '.' || c == '/';
  }
  return has_sign && path.ptr[0] != ' ' && path.ptr[path.len - 1] != ' ';
}

bool check_place(Str text, CheckEntry *entry, Str *ret_rest) {
  size_t colon = str_find_byte(text, ':'), line = 0, column = 0;
  if (colon == STR_NONE || !is_path(str_slice(text, 0, colon))) return false;
  Str rest = str_slice(text, colon + 1, text.len);
  if (!check_number(&rest, &line) || !line) return false;
  if (rest.len > 1 && rest.ptr[0] == ':') {
    Str after = str_slice(rest, 1, rest.len);
    if (check_number(&after, &column)) rest = after;
  }
  entry->file = str_slice(text, 0, colon);
  entry->line = (uint32_t)line;
  entry->column = (uint32_t)column;
  *ret_rest = rest;
  return true;
}

/* ---- JSON ---- */

/* The limits are those of an output that was kept, which is bounded already;
 * more values than these are no report. */
static const Json *read_json(CheckReading *reading, Str text) {
  static const JsonLimits limits = {.max_bytes = 16u << 20, .max_values = 500000};
  const Json *json;
  if (!json_read(reading->job, str_trim(text), &limits, &json)) return json;
  job_forgive(reading->job);
  return NULL;
}

/* Programs print warnings before their JSON, and package managers their own
 * lines. What begins like JSON and cannot be read is skipped a few times and
 * then given up: each try reads all of the rest. */
const Json *check_json(CheckReading *reading, Str text) {
  enum { TRIES = 8 }; /* lines before it that begin like one */
  const Json *json = read_json(reading, text);
  size_t tries = 0;
  for (Str rest = text; !json && rest.len && tries < TRIES; str_cut(&rest, '\n')) {
    if (rest.ptr[0] != '{' && rest.ptr[0] != '[') continue;
    size_t end = str_find_last_byte(rest, rest.ptr[0] == '{' ? '}' : ']');
    if (end != STR_NONE) json = read_json(reading, str_slice(rest, 0, end + 1));
    tries++;
  }
  return json;
}

Str check_text(const Json *object, const char *dotted) {
  const Json *value = json_get_path(object, dotted);
  return json_is(value, JSON_STRING) || json_is(value, JSON_NUMBER) ? value->text : STR_EMPTY;
}

uint32_t check_natural(const Json *object, const char *dotted) {
  int64_t number;
  const Json *value = json_get_path(object, dotted);
  if (!json_is(value, JSON_NUMBER) || !json_to_int(value, &number) || number < 0 || number > INT32_MAX) return 0;
  return (uint32_t)number;
}
