/* Compilers and linters that print a line for each thing: `file:12:5: error:
 * message [rule]`, `file(12,5): error CODE: message`, Maven's
 * `[ERROR] file:[12,5] message`, a workflow's `::error file=…::message`, and
 * tracebacks that end in the error's name. */
#include "src/check/check_internal.h"

typedef struct Severity {
  const char *word, *means; /* NULL: it goes with another entry */
} Severity;
/* Longer words stand before those that they begin with. Single letters are
 * codes of linters that print nothing else. */
static const Severity severities[] = {
    {"fatal error", "error"}, {"error", "error"}, {"warning", "warning"}, {"style", "info"}, {"info", "info"},
    {"hint", "info"},         {"note", NULL},     {"help", NULL},         {"C", "info"},     {"W", "warning"},
    {"E", "error"},           {"F", "error"},
};

/* Takes `error:` or `error CODE:` away. False: what follows is no entry. */
static bool take_severity(CheckEntry *entry, Str *text) {
  for (size_t i = 0; i < COUNT_OF(severities); i++) {
    Str word = str_from_c(severities[i].word);
    if (!str_starts_with(*text, word)) continue;
    Str rest = str_slice(*text, word.len, text->len);
    if (!rest.len || (rest.ptr[0] != ':' && rest.ptr[0] != ' ' && rest.ptr[0] != '[')) continue;
    size_t colon = str_find_byte(rest, ':');
    if (colon == STR_NONE || colon > 40) continue;
    Str code = str_trim(str_slice(rest, 0, colon));
    if (str_find_byte(code, ' ') != STR_NONE) continue; /* a sentence that begins so */
    if (code.len > 2 && code.ptr[0] == '[') code = str_slice(code, 1, code.len - 1);
    entry->rule = code;
    entry->severity = severities[i].means ? str_from_c(severities[i].means) : STR_EMPTY;
    *text = str_trim(str_slice(rest, colon + 1, rest.len));
    return severities[i].means != NULL;
  }
  entry->severity = STR("error");
  return true;
}

/* `… [-Wunused]`: a name in brackets at the end. */
static void take_rule(CheckEntry *entry) {
  Str message = entry->message;
  size_t open = str_find_last_byte(message, '[');
  if (entry->rule.len || open == STR_NONE || !open || !str_ends_with(message, STR("]"))) return;
  Str rule = str_slice(message, open + 1, message.len - 1);
  if (!rule.len || rule.len > 80 || str_find_byte(rule, ' ') != STR_NONE || message.ptr[open - 1] != ' ') return;
  entry->rule = rule;
  entry->message = str_trim(str_slice(message, 0, open));
}

/* `file(12,5)` before a colon. */
static bool take_parenthesized(Str text, CheckEntry *entry, Str *ret_rest) {
  size_t open = str_find_byte(text, '('), line = 0, column = 0;
  if (open == STR_NONE || !open) return false;
  Str rest = str_slice(text, open + 1, text.len);
  if (!check_number(&rest, &line) || !rest.len) return false;
  if (rest.ptr[0] == ',') {
    rest = str_slice(rest, 1, rest.len);
    if (!check_number(&rest, &column)) return false;
  }
  if (!str_starts_with(rest, STR("):"))) return false;
  *entry = (CheckEntry){.file = str_slice(text, 0, open), .line = (uint32_t)line, .column = (uint32_t)column};
  *ret_rest = str_slice(rest, 1, rest.len);
  return true;
}

/* `[ERROR] /a/File.java:[12,5] message` */
static bool take_maven(Str line, CheckEntry *entry) {
  bool is_error = str_starts_with(line, STR("[ERROR] "));
  if (!is_error && !str_starts_with(line, STR("[WARNING] "))) return false;
  Str text = str_slice(line, is_error ? 8 : 10, line.len);
  size_t at = str_find(text, STR(":[")), number = 0, column = 0;
  if (at == STR_NONE) return false;
  Str rest = str_slice(text, at + 2, text.len);
  if (!check_number(&rest, &number) || !str_starts_with(rest, STR(","))) return false;
  rest = str_slice(rest, 1, rest.len);
  if (!check_number(&rest, &column) || !str_starts_with(rest, STR("] "))) return false;
  *entry = (CheckEntry){.file = str_slice(text, 0, at), .line = (uint32_t)number, .column = (uint32_t)column,
                        .severity = is_error ? STR("error") : STR("warning"), .message = str_slice(rest, 2, rest.len)};
  return true;
}

/* `/usr/bin/ld: cart.c:(.text+0x5): undefined reference to …` */
static bool take_linker(Str line, CheckEntry *entry) {
  size_t at = str_find(line, STR(": undefined reference to "));
  if (at == STR_NONE) return false;
  *entry = (CheckEntry){.severity = STR("error"), .message = str_slice(line, at + 2, line.len)};
  size_t place = str_find(line, STR(":(."));
  Str before = str_slice(line, 0, place == STR_NONE ? 0 : place);
  size_t blank = str_find_last_byte(before, ' ');
  entry->file = str_slice(before, blank == STR_NONE ? 0 : blank + 1, before.len);
  return true;
}

/* Some programs put a word of their own before the place; it is taken away and
 * says nothing about the severity. */
static bool take_plain(Str line, CheckEntry *entry) {
  static const Str prefixes[] = {STR("vet: "), STR("e: "), STR("w: "), STR("ERROR: "), STR("error: ")};
  Str rest;
  for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
    if (str_starts_with(line, prefixes[i])) line = str_slice(line, prefixes[i].len, line.len);
  }
  *entry = (CheckEntry){0};
  if (!take_parenthesized(line, entry, &rest) && !check_place(line, entry, &rest)) return false;
  if (!rest.len || rest.ptr[0] != ':') return false;
  rest = str_trim(str_slice(rest, 1, rest.len));
  if (!rest.len || !take_severity(entry, &rest)) return false;
  entry->message = rest;
  take_rule(entry);
  return true;
}

/* `  File "cart.py", line 3` and, some lines on, `SyntaxError: …`. */
static bool take_traceback(Str line, CheckEntry *file) {
  Str text = str_trim(line);
  size_t number;
  if (!str_starts_with(text, STR("File \""))) return false;
  text = str_slice(text, 6, text.len);
  size_t quote = str_find(text, STR("\", line "));
  if (quote == STR_NONE) return false;
  Str rest = str_slice(text, quote + 8, text.len);
  if (!check_number(&rest, &number)) return false;
  *file = (CheckEntry){.file = str_slice(text, 0, quote), .line = (uint32_t)number};
  return true;
}

/* `SyntaxError: words`: one word that ends so, at the beginning of the
 * line. */
static bool is_error_line(Str line) {
  size_t colon = str_find_byte(line, ':');
  Str word = str_slice(line, 0, colon == STR_NONE ? 0 : colon);
  return str_ends_with(word, STR("Error")) && str_find_byte(word, ' ') == STR_NONE;
}

/* Compilers repeat a complaint for each file that includes a header. Only the
 * last fifty are compared: repetitions stand close together, and an output of
 * many lines must not take the square of them. */
static bool is_repeated(const CheckReading *reading, const CheckEntry *entry) {
  const CheckReport *report = reading->report;
  for (size_t i = report->len; i-- && i + 50 > report->len;) {
    const CheckEntry *other = &report->items[i];
    if (other->line == entry->line && other->column == entry->column && str_eq(other->file, entry->file) &&
        str_eq(other->message, str_head(str_trim(entry->message), CHECK_MESSAGE_MAX))) {
      return true;
    }
  }
  return false;
}

/* A traceback names its place before its error, so the last place is
 * remembered until the error comes. */
static Err read_text(CheckReading *reading, Str text) {
  CheckEntry file = {0}, entry;
  for (size_t count = 0; text.len; count++) {
    Str line = check_line(&text);
    if (count % 1000 == 0) TRY(job_check(reading->job));
    bool is_one = take_maven(line, &entry) || take_linker(line, &entry) || take_plain(line, &entry);
    if (is_one && !is_repeated(reading, &entry)) check_add(reading, &entry);
    if (is_one || take_traceback(line, &file)) continue;
    if (!file.line || !is_error_line(line)) continue;
    file.message = line;
    check_add(reading, &file);
    file = (CheckEntry){0};
  }
  return OK;
}

/* Printing nothing is this form, too. */
Err check_lines(CheckReading *reading) {
  TRY(read_text(reading, reading->output));
  TRY(read_text(reading, reading->errors));
  reading->report->is_understood = reading->report->len || !str_trim(reading->output).len;
  return OK;
}

/* ---- workflow commands ---- */

/* `name=value` up to the next comma; empty: absent. */
static Str property(Str text, Str name) {
  size_t at = str_find(text, name);
  if (at == STR_NONE) return STR_EMPTY;
  Str rest = str_slice(text, at + name.len, text.len);
  return str_slice(rest, 0, str_find_byte(rest, ','));
}

/* `::error title=rule,file=cart.js,line=1,col=5::message` */
Err check_github(CheckReading *reading) {
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), digits;
    size_t number;
    if (!str_starts_with(line, STR("::"))) continue;
    Str rest = str_slice(line, 2, line.len);
    size_t end = str_find(rest, STR("::"));
    if (end == STR_NONE) continue;
    Str head = str_slice(rest, 0, end);
    bool is_error = str_starts_with(head, STR("error"));
    CheckEntry entry = {.file = property(head, STR("file=")), .rule = property(head, STR("title=")),
                        .severity = is_error ? STR("error") : STR("warning"), .message = str_slice(rest, end + 2, rest.len)};
    digits = property(head, STR("line="));
    if (check_number(&digits, &number)) entry.line = (uint32_t)number;
    digits = property(head, STR("col="));
    if (check_number(&digits, &number)) entry.column = (uint32_t)number;
    check_add(reading, &entry);
  }
  reading->report->is_understood = true;
  return OK;
}
