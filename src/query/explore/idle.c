/* Lines of a body that decide nothing: what is logged, and rows of arguments
 * and literals. They go first where a body has to be cut. Looks at signs and
 * words alone: a line too many or too few is a matter of taste. */
#include "src/model/words.h"
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

/* Words in the name of a call that tells people and changes nothing. */
static bool is_log_word(Str word) {
  static const char *const words[] = {"log",  "logs",  "logger", "logging", "print", "printf", "println", "eprintln", "fprintf", "console",
                                      "info", "debug", "trace",  "warn",    "warning", "warnf", "infof",  "debugf",   "errorf",  "telemetry"};
  return str_is_among(word, words, COUNT_OF(words));
}

/* What a statement that is one call begins with; empty for any other line. */
static Str head_of(Str line) {
  size_t to = 0;
  while (to < line.len && (byte_is_name(line.ptr[to]) || strchr(".:->!?", line.ptr[to]))) to++;
  return to && to < line.len && line.ptr[to] == '(' ? str_slice(line, 0, to) : STR_EMPTY;
}

static bool is_log(Str line) {
  Str head = head_of(line);
  for (size_t at = 0; at < head.len;) {
    if (is_log_word(words_next(head, &at))) return true;
  }
  return false;
}

/* Brackets that a line opens and leaves open; what is in quotes on it does not
 * count. */
static int opened_by(Str line) {
  int open = 0;
  for (size_t i = 0; i < line.len; i++) {
    char c = line.ptr[i];
    if (strchr("\"'`", c)) {
      size_t end = i + 1;
      while (end < line.len && line.ptr[end] != c) end += line.ptr[end] == '\\' ? 2 : 1;
      if (end < line.len) i = end; /* else an apostrophe */
    } else if (strchr("([{", c)) {
      open++;
    } else if (strchr(")]}", c)) {
      open--;
    }
  }
  return open;
}

bool query_explore_is_step(Str line) {
  static const char *const words[] = {"return", "throw", "raise", "if", "for", "while", "switch", "case", "break", "continue", "goto", "yield"};
  size_t to = 0;
  while (to < line.len && byte_is_name(line.ptr[to])) to++;
  return str_is_one_of(str_slice(line, 0, to), words, COUNT_OF(words)) || str_contains(line, STR("=>")) || str_contains(line, STR(" -> "));
}

static bool has_call(Str line) {
  for (size_t i = 1; i < line.len; i++) {
    if (line.ptr[i] == '(' && byte_is_name(line.ptr[i - 1])) return true;
  }
  return false;
}

/* A row of arguments or of a literal that calls nothing; what is assigned by it
 * is a field of the literal. */
static bool is_row(Str line) {
  if (line.len < 2 || line.ptr[line.len - 1] != ',' || query_explore_is_step(line) || has_call(line)) return false;
  return line.ptr[0] == '.' || !str_contains(line, STR(" = "));
}

static Str trimmed(const IdleLines *lines, uint32_t at) { return str_trim(query_source_line(lines->source, lines->from + at)); }

/* The last line of a statement that logs; `at` - 1: it does more than that. */
static uint32_t end_of_log(const IdleLines *lines, uint32_t at) {
  int open = 0;
  for (uint32_t i = at; i < lines->count && i - at < IDLE_LOG_LINES; i++) {
    Str line = trimmed(lines, i);
    if ((i > at && query_explore_is_step(line)) || line.len > IDLE_LINE_MAX) break;
    open += opened_by(line);
    if (open <= 0) return i;
  }
  return at - 1;
}

/* Where the body begins: signatures are shown. */
static uint32_t begin_of_body(const IdleLines *lines) {
  for (uint32_t i = 0; i < lines->count && i < IDLE_SIGNATURE_LINES; i++) {
    Str line = trimmed(lines, i);
    if (line.len && strchr("{:", line.ptr[line.len - 1])) return i + 1;
  }
  return 1;
}

void query_explore_find_idle(const IdleLines *lines) {
  for (uint32_t i = begin_of_body(lines); i < lines->count; i++) {
    uint32_t end = is_log(trimmed(lines, i)) ? end_of_log(lines, i) + 1 : i;
    for (uint32_t k = i; k < end; k++) lines->kinds[k] = IDLE_LOG;
    if (end > i) {
      i = end - 1;
      continue;
    }
    while (end < lines->count && is_row(trimmed(lines, end))) end++;
    uint32_t first = end - i >= CUT_ROWS_LONG ? i + CUT_ROWS_SHOWN : i; /* of a long table some are shown */
    for (uint32_t k = first; end - i >= IDLE_ROWS_LEAST && k < end; k++) lines->kinds[k] = IDLE_ROW;
    if (end > i) i = end - 1;
  }
}
