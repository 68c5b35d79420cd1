/* Macros that mark declarations, hidden from a grammar. They are told by their names
 * alone: what a macro is defined as is not known here. */
#include "src/languages/common/attributes_internal.h"

#include "src/languages/common/tokens_internal.h"

enum { AHEAD_MAX = 128 };

typedef struct Reading {
  Str text;
  char *copy;
  LanguageTokens tokens;
} Reading;

static Str word(const Reading *own, size_t at) {
  if (at >= own->tokens.len || own->tokens.items[at].kind != TOKEN_WORD) return STR_EMPTY;
  return str_slice(own->text, own->tokens.items[at].from, own->tokens.items[at].to);
}
static char sign(const Reading *own, size_t at) { return at < own->tokens.len ? own->tokens.items[at].kind : 0; }

static void hide(Reading *own, size_t from, size_t to) {
  for (size_t i = own->tokens.items[from].from; i < own->tokens.items[to - 1].to; i++) {
    if (own->copy[i] != '\n') own->copy[i] = ' ';
  }
}

/* Of all words few begin like one of these. */
static bool begins_so(Str name, const char *with, bool is_whole) {
  Str rest = str_from_c(with);
  if (!name.len || name.ptr[0] < 'A' || name.ptr[0] > 'Z') return false;
  while (rest.len) {
    Str one = str_cut(&rest, ' ');
    if (is_whole ? str_eq(name, one) : str_starts_with(name, one)) return true;
  }
  return false;
}

/* Behind the brackets that begin here; the place itself: there are none, or they are too long. */
static size_t past_round(const Reading *own, size_t at) {
  size_t depth = 0;
  if (sign(own, at) != '(') return at;
  for (size_t i = at; i < own->tokens.len && i < at + AHEAD_MAX; i++) {
    if (sign(own, i) == '(') depth++;
    if (sign(own, i) == ')' && !--depth) return i + 1;
  }
  return at;
}

/* typedef M(type, name) { … } */
static size_t read_enum(Reading *own, size_t at) {
  size_t end = past_round(own, at + 1);
  if (end < at + 4 || !at || !str_eq(word(own, at - 1), STR("typedef")) || !word(own, end - 2).len) return at;
  hide(own, at - 1, end - 2);
  hide(own, end - 1, end);
  for (size_t i = 0; i < 4; i++) own->copy[own->tokens.items[at].from + i] = "enum"[i];
  return end - 1;
}

Str language_read_attributes(Arena *arena, Str text, const LanguageAttributes *known) {
  Reading own = {.text = text, .copy = arena_copy(arena, text.ptr, text.len), .tokens = language_tokens(arena, text)};
  for (size_t at = 0; at < own.tokens.len; at++) {
    Str name = word(&own, at);
    if (begins_so(name, known->enums, true)) at = read_enum(&own, at);
    else if (begins_so(name, known->beginnings, false)) {
      size_t end = past_round(&own, at + 1);
      hide(&own, at, end);
      at = end - 1;
    }
  }
  return (Str){own.copy, text.len};
}
