/* Conditions of a preprocessor as they are hidden from a grammar. What is whole is told by
 * brackets and by the last sign alone: macros are not known, and no condition is computed. */
#include "src/languages/common/conditions_internal.h"

enum { DEPTH_MAX = 64 };

/* One #if up to its #endif: each of its sides begins at the same depth of brackets. */
typedef struct Group {
  size_t first_to;  /* where the first side ended; 0: it has not yet */
  int depth, after; /* of brackets where it begins, and behind the first side */
  bool is_partial;  /* a side is not whole */
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
