/* C: what the grammar is given to read. It reads text before the preprocessor
 * has run, and understands #if only around whole declarations and statements.
 * Where real text does otherwise (a brace opened on both sides of an #else, a
 * condition inside an expression or a table), the directives are hidden from
 * it and one side is chosen; so are comments in the middle of a macro's body,
 * where it would end the macro, and attribute macros before a type's keyword. */
#include <stdlib.h>

#include "src/languages/c/reading_internal.h"

/* ---- comments and quotes ---- */

uint32_t language_c_comment_end(const CReading *reading, uint32_t at) {
  if (language_c_byte(reading, at) != '/') return at;
  char kind = language_c_byte(reading, at + 1);
  uint32_t end = at + 2, len = (uint32_t)reading->text.len;
  if (kind == '*') {
    while (end + 1 < len && !(reading->text.ptr[end] == '*' && reading->text.ptr[end + 1] == '/')) end++;
    return end + 2 < len ? end + 2 : len;
  }
  if (kind != '/') return at;
  while (end < len && (reading->text.ptr[end] != '\n' || reading->text.ptr[end - 1] == '\\')) end++;
  return end;
}

/* The end of what is quoted at `at`; a line's end too, for broken text. */
static uint32_t quoted_end(const CReading *reading, uint32_t at) {
  char quote = language_c_byte(reading, at++);
  for (; at < reading->text.len; at++) {
    char c = reading->text.ptr[at];
    if (c == '\\') at++;
    else if (c == quote) return at + 1;
    else if (c == '\n') return at;
  }
  return (uint32_t)reading->text.len;
}

/* ---- directives ---- */

/* The end of a directive's line, continued ones followed. Comments with text
 * behind them are hidden when it defines a macro. */
static uint32_t directive_end(CReading *reading, uint32_t at, bool is_define) {
  uint32_t len = (uint32_t)reading->text.len;
  Range comment = {0};
  while (at < len) {
    char c = reading->text.ptr[at];
    uint32_t end = c == '/' ? language_c_comment_end(reading, at) : at;
    if (end > at) {
      if (language_c_byte(reading, at + 1) == '*') comment = (Range){at, end};
      at = end;
      continue;
    }
    if (c == '\n' && reading->text.ptr[at - 1] != '\\' &&
        !(at >= 2 && reading->text.ptr[at - 1] == '\r' && reading->text.ptr[at - 2] == '\\')) {
      break;
    }
    bool blank = c == ' ' || c == '\t' || c == '\r';
    if (!blank && is_define && comment.to) {
      language_c_hide(reading, comment.from, comment.to);
      comment = (Range){0};
    }
    at = c == '"' || c == '\'' ? quoted_end(reading, at) : at + 1;
  }
  return at < len ? at : len;
}

/* In a table or an expression, where no directive may stand. */
static bool is_inside(const CReading *reading) {
  int depth = reading->braces;
  return reading->brackets > 0 || (depth > 0 && depth < C_BRACES_MAX && reading->tables[depth]);
}

/* A line that begins with #, at `at`. */
static void directive(CReading *reading) {
  uint32_t from = reading->at, name = from + 1;
  while (language_c_byte(reading, name) == ' ' || language_c_byte(reading, name) == '\t') name++;
  uint32_t name_end = name;
  while (language_c_is_word_byte(language_c_byte(reading, name_end))) name_end++;
  Str word = language_c_slice(reading, (Range){name, name_end});
  uint32_t end = directive_end(reading, name_end, str_eq(word, STR("define")));
  Str condition = str_trim(language_c_slice(reading, (Range){name_end, end}));
  if (str_starts_with(word, STR("if"))) {
    bool negated = str_eq(word, STR("ifndef"));
    language_c_group_open(reading, from, end, negated ? STR_EMPTY : condition);
  } else if (str_starts_with(word, STR("el"))) {
    language_c_group_next(reading, from, end);
  } else if (str_eq(word, STR("endif"))) {
    language_c_group_close(reading, from, end);
  } else if (is_inside(reading)) {
    language_c_hide(reading, from, end);
  }
  reading->at = end;
  reading->word = (Range){0};
}

/* ---- tokens ---- */

/* The first token of each branch of an #if is kept: whether a branch begins
 * with something that needs a statement before it decides if the grammar can
 * read it. */
static void note(CReading *reading, CToken token) {
  reading->last = token;
  if (!reading->group_count) return;
  CBranch *branch = vec_last(&reading->groups[reading->group_count - 1].branches);
  if (branch->first == TOKEN_NONE) branch->first = token;
}

/* How far below its beginning a branch ever gets: one that closes a brace
 * which was opened before the #if cannot be read as whole statements. */
static void note_depths(CReading *reading) {
  for (int i = 0; i < reading->group_count; i++) {
    CGroup *group = &reading->groups[i];
    CBranch *branch = vec_last(&group->branches);
    int braces = reading->braces - group->braces, brackets = reading->brackets - group->brackets;
    if (braces < branch->least_braces) branch->least_braces = braces;
    if (brackets < branch->least_brackets) branch->least_brackets = brackets;
  }
}

/* `tables` says for each depth whether the brace opens an initialiser, where
 * directives are hidden; a brace inside one is one too, when it is an
 * element. Depths beyond the array are counted and not remembered. */
static void brace(CReading *reading, char c, char before) {
  if (c == '{') {
    int depth = ++reading->braces;
    bool outer = depth > 1 && depth - 1 < C_BRACES_MAX && reading->tables[depth - 1];
    bool table = before == '=' || (outer && (before == ',' || before == '{' || before == '='));
    if (depth > 0 && depth < C_BRACES_MAX) reading->tables[depth] = table;
    note(reading, TOKEN_END);
  } else {
    reading->braces--;
    note_depths(reading);
    note(reading, TOKEN_END);
    /* A brace that begins a line ends a function: start afresh if the count went wrong. */
    bool first = reading->at == 0 || reading->text.ptr[reading->at - 1] == '\n';
    if ((first && !reading->group_count) || reading->braces < 0) reading->braces = reading->brackets = 0;
  }
}

/* Remembers for each depth which word the bracket belongs to, so that a
 * whole `MACRO(…)` can be hidden when its closing bracket turns out to stand
 * before a string. */
static void bracket(CReading *reading, char c, Range last_word) {
  if (c == '(' || c == '[') {
    int depth = ++reading->brackets;
    bool plain = c == '(' && last_word.to && language_c_word(language_c_slice(reading, last_word)) == C_WORD_PLAIN;
    if (depth > 0 && depth < C_BRACES_MAX) reading->callers[depth] = plain ? last_word.from + 1 : 0;
    if (reading->condition_next && c == '(') reading->condition_bracket = reading->brackets;
    note(reading, TOKEN_OTHER);
    return;
  }
  bool condition = c == ')' && reading->condition_bracket == reading->brackets && reading->condition_bracket;
  if (condition) reading->condition_bracket = 0;
  int depth = reading->brackets;
  uint32_t caller = depth > 0 && depth < C_BRACES_MAX ? reading->callers[depth] : 0;
  reading->call = caller ? (Range){caller - 1, reading->at + 1} : (Range){0};
  reading->brackets--;
  note_depths(reading);
  note(reading, condition ? TOKEN_CONDITION : c == ')' ? TOKEN_BRACKET : TOKEN_OTHER);
}

/* The order of the tests matters: each rule hides a word that a later one
 * would take for something else. What is hidden leaves no trace in the
 * state, as if it had not been written. */
static void word(CReading *reading) {
  uint32_t from = reading->at;
  bool at_top = reading->braces == 0 && reading->brackets == 0;
  if (at_top && reading->last == TOKEN_BRACKET && language_c_hide_trailing(reading, from)) return;
  while (language_c_is_word_byte(language_c_byte(reading, reading->at))) reading->at++;
  Range now = {from, reading->at};
  Str text = language_c_slice(reading, now);
  bool is_number = byte_is_digit(text.ptr[0]);
  if (reading->after_string && language_c_hide_string_macro(reading, now)) return;
  reading->after_string = false;
  bool starts = at_top && (reading->last == TOKEN_NONE || reading->last == TOKEN_END);
  if (starts && !is_number && language_c_hide_wrapper(reading, now)) return;
  bool stands = reading->braces > 0 && reading->brackets == 0 && !is_inside(reading) &&
                (reading->last == TOKEN_END || reading->last == TOKEN_LABEL);
  if (stands && language_c_hide_lone(reading, now)) return;
  bool behind = reading->word.to || (at_top && reading->before == '*');
  if (behind && !is_number) language_c_hide_macros(reading, now);
  reading->before_word = reading->last;
  reading->word = is_number ? (Range){0} : now;
  CWord kind = language_c_word(text);
  reading->condition_next = kind == C_WORD_CONTROL && reading->condition_bracket == 0;
  note(reading, kind == C_WORD_ELSE ? TOKEN_ELSE : TOKEN_OTHER);
}

/* TOKEN_SIGN needs something before it: a branch that begins with one
 * continues an expression. `*` and a single `&` may also begin one. */
static CToken sign(const CReading *reading, char c) {
  char next = language_c_byte(reading, reading->at + 1);
  switch (c) {
    case ';':
    case ':': return TOKEN_END;
    case ',': return TOKEN_COMMA;
    case '?':
    case '=':
    case '<':
    case '>':
    case '.':
    case '/':
    case '%': return TOKEN_SIGN;
    case '&':
    case '|': return next == c || c == '|' ? TOKEN_SIGN : TOKEN_OTHER;
    default: return TOKEN_OTHER;
  }
}

/* name: at the start of a statement; not default:, and no part of `a ? b : c`. */
static bool is_label(const CReading *reading, Range word_range) {
  CToken before = reading->before_word;
  bool start = before == TOKEN_NONE || before == TOKEN_END || before == TOKEN_LABEL || before == TOKEN_CONDITION;
  return word_range.to && start && reading->brackets == 0 &&
         !str_eq(language_c_slice(reading, word_range), STR("default"));
}

static void quoted(CReading *reading) {
  /* MACRO(x) "text" is one string. */
  Range call = reading->call;
  if (reading->last == TOKEN_BRACKET && call.to) language_c_hide(reading, call.from, call.to);
  note(reading, TOKEN_OTHER);
  reading->after_string = reading->text.ptr[reading->at] == '"';
  reading->at = quoted_end(reading, reading->at);
}

/* One token. Only `#` at the beginning of a line is a directive, blanks and
 * comments aside. */
static void step(CReading *reading, bool *line_start) {
  char c = reading->text.ptr[reading->at];
  if (c == '\n') {
    *line_start = true;
    reading->at++;
    return;
  }
  if (c == ' ' || c == '\t' || c == '\r' || c == '\\' || c == '\f') {
    reading->at++;
    return;
  }
  uint32_t comment = c == '/' ? language_c_comment_end(reading, reading->at) : reading->at;
  if (comment > reading->at) {
    reading->at = comment;
    return;
  }
  if (c == '#' && *line_start) {
    directive(reading);
    return;
  }
  *line_start = false;
  if (language_c_is_word_byte(c)) {
    word(reading);
    reading->before = 'a';
    return;
  }
  Range last_word = reading->word;
  reading->word = (Range){0};
  if (c == '"' || c == '\'') {
    quoted(reading);
  } else {
    reading->after_string = false;
    if (c == '{' || c == '}') brace(reading, c, reading->before);
    else if (c == '(' || c == ')' || c == '[' || c == ']') bracket(reading, c, last_word);
    else note(reading, c == ':' && is_label(reading, last_word) ? TOKEN_LABEL : sign(reading, c));
    reading->at++;
  }
  if (c != '(') reading->condition_next = false;
  reading->before = c;
}

static int compare_ranges(const void *a, const void *b) {
  const Range *left = a, *right = b;
  return left->from < right->from ? -1 : left->from > right->from;
}

/* What is not hidden, in order and without overlaps: hidden ranges may touch
 * or lie in each other (a macro in a branch that is hidden as a whole).
 * Nothing hidden: 0 parts, which means the whole text. */
size_t language_c_parts(Arena *arena, Str text, Range **ret_parts) {
  CReading *reading = ARENA_NEW(arena, CReading);
  *reading = (CReading){.arena = arena, .text = text};
  bool line_start = true;
  while (reading->at < text.len) step(reading, &line_start);
  size_t count = reading->hidden.len, parts = 0;
  if (!count) return 0;
  qsort(reading->hidden.items, count, sizeof(Range), compare_ranges);
  Range *visible = ARENA_ARRAY(arena, Range, count + 1);
  uint32_t from = 0;
  for (size_t i = 0; i < count; i++) {
    Range range = reading->hidden.items[i];
    if (range.from > from) visible[parts++] = (Range){from, range.from};
    if (range.to > from) from = range.to;
  }
  if (from < text.len) visible[parts++] = (Range){from, (uint32_t)text.len};
  *ret_parts = visible;
  return parts;
}
