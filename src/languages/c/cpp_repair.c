/* C++: texts that did not parse, without the macros that usually are the
 * reason: words in capitals before declarations (`class API_EXPORT Name`,
 * `LIB_CONSTEXPR auto f()`), and such words alone on a line. */
#include <string.h>

#include "src/languages/c/cpp_internal.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static size_t skip_blanks(Str text, size_t at) {
  while (at < text.len && is_blank(text.ptr[at])) at++;
  return at;
}

static size_t word_end(Str text, size_t at) {
  while (at < text.len && language_c_is_word_byte(text.ptr[at])) at++;
  return at;
}

/* Capitals, digits and at least one underscore. */
static bool is_macro_word(Str word) {
  bool underscore = false, letter = false;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    underscore |= c == '_';
    letter |= c >= 'A' && c <= 'Z';
    if (c != '_' && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) return false;
  }
  return underscore && letter && word.len > 3;
}

/* Behind the brackets that follow, if any do; the same place when they do not
 * end nearby. */
static size_t skip_brackets(Str text, size_t at) {
  enum { FAR = 200 };
  size_t open = skip_blanks(text, at), depth = 0;
  if (open >= text.len || text.ptr[open] != '(') return at;
  for (size_t i = open; i < text.len && i < open + FAR; i++) {
    depth += text.ptr[i] == '(';
    if (text.ptr[i] == ')' && --depth == 0) return i + 1;
  }
  return at;
}

static bool is_line(Str text, size_t from, size_t to) {
  while (from > 0 && (text.ptr[from - 1] == ' ' || text.ptr[from - 1] == '\t')) from--;
  while (to < text.len && (text.ptr[to] == ' ' || text.ptr[to] == '\t' || text.ptr[to] == '\r')) to++;
  return (from == 0 || text.ptr[from - 1] == '\n') && (to == text.len || text.ptr[to] == '\n');
}

/* Whether what begins at `at` goes on a declaration: a keyword of one, or a
 * name that is followed by another name or by brackets. */
static bool declares(Str text, size_t at) {
  size_t end = word_end(text, at);
  Str word = str_slice(text, at, end);
  if (at < text.len && text.ptr[at] == '~') return true;
  if (!word.len || (word.ptr[0] >= '0' && word.ptr[0] <= '9')) return false;
  if (language_word_in("auto void int bool char const constexpr inline static template virtual explicit class struct unsigned "
                       "long double float size_t typename using friend operator decltype enum extern", word)) {
    return true;
  }
  size_t next = skip_blanks(text, end);
  return next < text.len && (language_c_is_word_byte(text.ptr[next]) || strchr("(*&<:", text.ptr[next]));
}

/* Arguments that are nothing but names. */
static bool is_simple(Str text, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    char c = text.ptr[i];
    if (!language_c_is_word_byte(c) && !is_blank(c) && c != ',' && c != '(' && c != ')' && c != '&' && c != ':' && c != '.') return false;
  }
  return true;
}

/* `int x GUARDED_BY(mutex);`, `void Lock() EXCLUSIVE_LOCK() {`: behind what is
 * declared, and before its end. */
static bool trails(Str text, size_t from, size_t to, size_t end, Str before) {
  size_t next = skip_blanks(text, end), last = from;
  while (last > 0 && is_blank(text.ptr[last - 1])) last--;
  if (end == to || !last || next >= text.len || !strchr(";{=", text.ptr[next])) return false;
  if (before.len) return !language_word_in("else do return throw", before);
  return text.ptr[last - 1] == ')' && is_simple(text, to, end);
}

/* `class LOCKABLE Mutex`: no other place lets two words follow each other so. */
static bool is_capitals(Str word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] != '_' && !(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z') && !(word.ptr[i] >= '0' && word.ptr[i] <= '9')) return false;
  }
  return word.len > 1;
}

/* One word in capitals; blanks are put in its place where it is a macro. */
static bool hide(Str text, char *copy, size_t from, size_t to, Str before) {
  bool of_class = language_word_in("class struct union enum", before) && is_capitals(str_slice(text, from, to));
  if (!of_class && !is_macro_word(str_slice(text, from, to))) return false;
  if (language_word_in("return case goto define ifdef ifndef undef defined if elif", before)) return false;
  size_t end = skip_brackets(text, to), next = skip_blanks(text, end);
  bool alone = is_line(text, from, end), called = end != to;
  bool in_class = language_word_in("class struct union enum", before);
  bool begins = next < text.len && (in_class ? language_c_is_word_byte(text.ptr[next]) : declares(text, next));
  bool behind = trails(text, from, to, end, before);
  if (!alone && !behind && !(begins && (!called || in_class))) return false;
  if (alone && !behind && next < text.len && strchr(";,)=+-*/<>&|?.[", text.ptr[next])) return false;
  for (size_t i = from; i < end; i++) {
    if (!is_blank(copy[i])) copy[i] = ' ';
  }
  return true;
}

/* Lines of the preprocessor, comments and strings are passed over. */
static size_t skip_text(Str text, size_t at) {
  char c = text.ptr[at];
  if (c == '/' && at + 1 < text.len && text.ptr[at + 1] == '/') {
    while (at < text.len && text.ptr[at] != '\n') at++;
  } else if (c == '/' && at + 1 < text.len && text.ptr[at + 1] == '*') {
    size_t end = str_find(str_slice(text, at, text.len), STR("*/"));
    return end == STR_NONE ? text.len : at + end + 2;
  } else if (c == '"' || c == '\'') {
    for (at++; at < text.len && text.ptr[at] != c && text.ptr[at] != '\n'; at++) at += text.ptr[at] == '\\';
    return at + 1;
  } else if (c == '#') {
    while (at < text.len && !(text.ptr[at] == '\n' && text.ptr[at - 1] != '\\')) at++;
  }
  return at;
}

bool language_cpp_repair(Str text, char *copy) {
  Str before = STR_EMPTY;
  bool changed = false;
  for (size_t at = 0; at < text.len;) {
    size_t next = skip_text(text, at);
    if (next != at) {
      at = next;
      continue;
    }
    size_t end = word_end(text, at);
    if (end == at) {
      if (!is_blank(text.ptr[at])) before = STR_EMPTY;
      at++;
      continue;
    }
    bool hidden = hide(text, copy, at, end, before);
    changed |= hidden;
    if (!hidden) before = str_slice(text, at, end);
    at = end;
  }
  return changed;
}
