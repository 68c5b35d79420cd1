/* Conditions of a preprocessor as they are hidden from a grammar. What is whole is told by
 * brackets, or the words that stand for them, and by the last sign alone: macros are not
 * known, and no condition is computed. */
#include "src/languages/common/conditions_internal.h"

enum { DEPTH_MAX = 64 };

/* One #if up to its #endif: each of its sides begins at the same depth of brackets. */
typedef struct Group {
  size_t first_to;  /* where the first side ended; 0: it has not yet */
  int depth, after; /* of brackets where it begins, and behind the first side */
  bool is_partial;  /* a side is not whole */
  /* Of directives that may stand inside of a line: where the group and its first and last sides begin. */
  size_t from, first_from, last_from;
  int least;        /* of brackets before it, since the side began that it stands in */
  bool takes_first; /* its condition holds where nothing is defined */
} Group;

typedef struct Reading {
  Str text;
  char *copy;
  Arena *arena;
  Group groups[DEPTH_MAX];
  int count, skipped; /* groups that are open, and deeper ones that are left alone */
  int depth, least;   /* of brackets; the least since the side began */
  char last;          /* what was read last and is no blank */
  char quote;         /* a comment (*) that goes over lines */
  uint64_t records;   /* by depth: what is open there has parts that are not closed by themselves */
} Reading;

static void hide(Reading *reading, size_t from, size_t to) {
  if (!reading->copy) reading->copy = arena_copy(reading->arena, reading->text.ptr, reading->text.len);
  for (size_t i = from; i < to; i++) {
    if (reading->copy[i] != '\n') reading->copy[i] = ' ';
  }
}

/* Where what is quoted or a comment ends that begins at `at`. */
static size_t skipped_to(const Reading *reading, size_t at, size_t end) {
  const char *text = reading->text.ptr;
  if (text[at] == '/' && at + 1 < end && text[at + 1] == '/') return end;
  if (text[at] != '"' && text[at] != '\'') return at;
  for (size_t i = at + 1; i < end; i++) {
    if (text[i] == '\\') i++;
    else if (text[i] == text[at]) return i + 1;
  }
  return end;
}

static void code(Reading *reading, size_t at, size_t end) {
  const char *text = reading->text.ptr;
  while (at < end) {
    bool has_two = at + 1 < end;
    if (reading->quote) {
      bool ends = has_two && text[at] == '*' && text[at + 1] == '/';
      if (ends) reading->quote = 0;
      at += ends ? 2 : 1;
      continue;
    }
    if (has_two && text[at] == '/' && text[at + 1] == '*') {
      reading->quote = '*', at += 2;
      continue;
    }
    size_t past = skipped_to(reading, at, end);
    if (past > at) {
      if (text[at] != '/') reading->last = '"';
      at = past;
      continue;
    }
    char c = text[at++];
    if (c && strchr("{[(", c)) reading->depth++;
    if (c && strchr("}])", c) && --reading->depth < reading->least) reading->least = reading->depth;
    if (c != ' ' && c != '\t' && c != '\r') reading->last = c;
  }
}

/* A side ends: what it left open, closed or did not end belongs to what is around it. */
static void end_side(Reading *reading, Group *group, size_t line) {
  bool is_whole = reading->depth == group->depth && reading->least >= group->depth && (!reading->last || strchr(";},", reading->last));
  if (!is_whole) group->is_partial = true;
  if (!group->first_to) group->first_to = line, group->after = reading->depth;
}
static void begin_side(Reading *reading, const Group *group) { reading->depth = reading->least = group->depth, reading->last = 0; }

static void condition(Reading *reading, Str word, size_t from, size_t to) {
  bool opens = str_starts_with(word, STR("if")), closes = str_eq(word, STR("endif"));
  if (opens && reading->count == DEPTH_MAX) reading->skipped++;
  else if (closes && reading->skipped) reading->skipped--;
  else if (!reading->skipped && (opens || reading->count)) {
    hide(reading, from, to);
    if (opens) {
      reading->groups[reading->count] = (Group){.depth = reading->depth};
      begin_side(reading, &reading->groups[reading->count++]);
      return;
    }
    Group *group = &reading->groups[reading->count - 1];
    end_side(reading, group, from);
    begin_side(reading, group);
    if (!closes) return;
    if (group->is_partial) hide(reading, group->first_to, from);
    reading->depth = reading->least = group->after;
    reading->last = ';';
    reading->count--;
  }
}

/* Behind `#` and blanks; empty: no directive. */
static Str directive(Str line) {
  Str rest = str_trim(line);
  if (!str_starts_with(rest, STR("#"))) return STR_EMPTY;
  rest = str_trim(str_slice(rest, 1, rest.len));
  size_t len = 0;
  while (len < rest.len && rest.ptr[len] >= 'a' && rest.ptr[len] <= 'z') len++;
  return str_slice(rest, 0, len);
}

Str language_read_conditions(Arena *arena, Str text) {
  Reading reading = {.text = text, .arena = arena};
  bool continues = false; /* the line belongs to the directive before it */
  for (size_t at = 0; at < text.len;) {
    size_t end = str_find_byte(str_slice(text, at, text.len), '\n');
    end = end == STR_NONE ? text.len : at + end;
    Str line = str_trim(str_slice(text, at, end)), word = reading.quote || continues ? STR_EMPTY : directive(line);
    bool is_condition = str_starts_with(word, STR("if")) || str_starts_with(word, STR("el")) || str_eq(word, STR("endif"));
    if (is_condition) condition(&reading, word, at, end);
    else if (!word.len && !continues) code(&reading, at, end);
    continues = (word.len || continues) && str_ends_with(line, STR("\\"));
    at = end + 1;
  }
  return reading.copy ? (Str){reading.copy, text.len} : text;
}

/* ---- directives in braces, words for brackets ---- */

/* Whether `= class` or `= interface` at `at`, behind the word, has members and an end: not
 * `= class;`, `= class of T;` or `= class(T);`. */
static bool has_members(Str text, size_t at) {
  enum { FAR = 1000 };
  size_t end = at + FAR < text.len ? at + FAR : text.len;
  while (at < end && byte_is_blank(text.ptr[at])) at++;
  if (at < end && text.ptr[at] == '(') {
    while (at < end && text.ptr[at] != ')') at++;
    for (at++; at < end && byte_is_blank(text.ptr[at]);) at++;
  }
  return at < end && text.ptr[at] != ';' && !str_eq_ignore_case(str_slice(text, at, at + 3), STR("of "));
}

static void word(Reading *reading, Str name, size_t end) {
  static const char *const opening[] = {"begin", "case", "try", "repeat", "asm", "record"};
  static const char *const typed[] = {"class", "interface", "object", "dispinterface"};
  static const char *const closing[] = {"end", "until"};
  char before = reading->last;
  reading->last = 'a';
  if (before == '.' || before == '&') return;
  uint64_t bit = reading->depth >= 0 && reading->depth < 63 ? (uint64_t)2 << reading->depth : 0;
  bool is_type = before == '=' && str_is_among(name, typed, COUNT_OF(typed)) && has_members(reading->text, end);
  bool is_variant = str_eq_ignore_case(name, STR("case")) && (reading->records & bit >> 1); /* its parts end with the record */
  if (is_type || (!is_variant && str_is_among(name, opening, COUNT_OF(opening)))) {
    reading->depth++;
    reading->records = is_type || str_eq_ignore_case(name, STR("record")) ? reading->records | bit : reading->records & ~bit;
  } else if (str_is_among(name, closing, COUNT_OF(closing)) && --reading->depth < reading->least) {
    reading->least = reading->depth;
  }
}

static void open_directive(Reading *reading, Str condition, Group group) {
  if (reading->count == DEPTH_MAX) {
    reading->skipped++;
    return;
  }
  Str name = str_cut(&condition, ' '), rest = str_trim(condition);
  bool is_not = str_eq_ignore_case(str_slice(rest, 0, 3), STR("not"));
  group.takes_first = str_eq_ignore_case(name, STR("ifndef")) || (str_eq_ignore_case(name, STR("if")) && is_not);
  group.depth = reading->depth, group.least = reading->least;
  reading->groups[reading->count++] = group;
  begin_side(reading, &group);
}

/* {$IFDEF A} from `from` to before `to`. Of a group with a side that is not whole one side is
 * left: the one that holds where nothing is defined, as far as its first words tell. */
static void directive_in_braces(Reading *reading, Str inside, size_t from, size_t to) {
  bool closes = str_eq_ignore_case(str_slice(inside, 0, 5), STR("endif")) || str_eq_ignore_case(str_slice(inside, 0, 5), STR("ifend"));
  bool opens = !closes && str_eq_ignore_case(str_slice(inside, 0, 2), STR("if")), goes_on = str_eq_ignore_case(str_slice(inside, 0, 4), STR("else"));
  if (opens) {
    open_directive(reading, inside, (Group){.from = from, .first_from = to, .last_from = to});
    return;
  }
  if (!closes && !goes_on) return;
  if (reading->skipped || !reading->count) {
    if (closes && reading->skipped) reading->skipped--;
    return;
  }
  Group *group = &reading->groups[reading->count - 1];
  end_side(reading, group, from);
  if (goes_on) {
    group->last_from = to;
    begin_side(reading, group);
    return;
  }
  bool is_first = group->takes_first || group->last_from == group->first_from;
  if (group->is_partial) {
    hide(reading, group->from, is_first ? group->first_from : group->last_from);
    hide(reading, is_first ? group->first_to : from, to);
  } else {
    reading->last = ';';
  }
  if (is_first) reading->depth = group->after;
  reading->least = group->least < reading->depth ? group->least : reading->depth;
  reading->count--;
}

/* Where a comment or text ends that begins at `at`; `at`: there is none. */
static size_t skipped_braces(Str text, size_t at) {
  Str rest = str_slice(text, at, text.len);
  bool is_line = str_starts_with(rest, STR("//")), is_block = str_starts_with(rest, STR("(*"));
  if (!is_line && !is_block && text.ptr[at] != '{' && text.ptr[at] != '\'') return at;
  if (is_block) {
    size_t end = str_find(rest, STR("*)"));
    return end == STR_NONE ? text.len : at + end + 2;
  }
  char last = is_line ? '\n' : text.ptr[at] == '{' ? '}' : '\'';
  for (size_t i = at + 1; i < text.len; i++) {
    if (text.ptr[i] == last) return i + 1;
    if (text.ptr[i] == '\n' && last == '\'') return i; /* a text that is not ended */
  }
  return text.len;
}

Str language_read_directives(Arena *arena, Str text) {
  Reading reading = {.text = text, .arena = arena, .last = ';'};
  for (size_t at = 0; at < text.len;) {
    size_t past = skipped_braces(text, at);
    if (past > at) {
      bool is_directive = text.ptr[at] == '{' && at + 2 < past && text.ptr[at + 1] == '$';
      if (is_directive) directive_in_braces(&reading, str_slice(text, at + 2, past - 1), at, past);
      else if (text.ptr[at] == '\'') reading.last = '\'';
      at = past;
      continue;
    }
    size_t end = at;
    while (end < text.len && byte_is_word(text.ptr[end])) end++;
    if (end > at) word(&reading, str_slice(text, at, end), end);
    else if (!byte_is_blank(text.ptr[at])) reading.last = text.ptr[at];
    at = end > at ? end : at + 1;
  }
  return reading.copy ? (Str){reading.copy, text.len} : text;
}
