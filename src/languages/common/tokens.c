/* Words and signs of a text, told from texts in quotes and from comments; nothing more is
 * known of the language. */
#include "src/languages/common/tokens_internal.h"

#include <string.h>

typedef struct Lexer {
  Str text;
  size_t at;
  LanguageTokens tokens;
} Lexer;

static char byte_at(const Lexer *own, size_t at) { return at < own->text.len ? own->text.ptr[at] : 0; }
static bool starts(const Lexer *own, size_t at, const char *what) {
  return at <= own->text.len && str_starts_with(str_slice(own->text, at, own->text.len), str_from_c(what));
}

/* Behind ${ … }, whose brackets are counted: quotes in it are not looked at. */
static size_t past_inserted(const Lexer *own, size_t at) {
  size_t depth = 0;
  for (; at < own->text.len; at++) {
    char c = own->text.ptr[at];
    if (c == '\n') return at;
    if (c == '{') depth++;
    if (c == '}' && !--depth) return at + 1;
  }
  return at;
}

/* Behind a text that `quote` begins and ends. One that does not go over lines ends with its line. */
static size_t past_text(const Lexer *own, size_t at, const char *quote, bool is_raw) {
  size_t len = strlen(quote);
  for (at += len; at < own->text.len;) {
    char c = own->text.ptr[at];
    if (c == quote[0] && (len == 1 || starts(own, at, quote))) return at + len;
    if (c == '\\' && !is_raw) at += 2;
    else if (c == '$' && quote[0] != '\'' && byte_at(own, at + 1) == '{') at = past_inserted(own, at + 1);
    else if (c == '\n' && len == 1) return at;
    else at++;
  }
  return own->text.len;
}

/* A slash divides behind a value. */
static bool is_behind_value(const Lexer *own) {
  if (!own->tokens.len) return false;
  const LanguageToken *last = vec_last(&own->tokens);
  if (last->kind == TOKEN_WORD) {
    Str word = str_slice(own->text, last->from, last->to);
    return !str_eq_c(word, "return") && !str_eq_c(word, "case") && !str_eq_c(word, "assert") && !str_eq_c(word, "in");
  }
  return last->kind == TOKEN_NUMBER || last->kind == TOKEN_TEXT || last->kind == ')' || last->kind == ']' || last->kind == '}';
}

/* Behind a comment or blanks that begin here; the place itself: neither. */
static size_t past_nothing(const Lexer *own) {
  size_t at = own->at;
  char c = byte_at(own, at);
  if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
    while (byte_at(own, ++at) == ' ') continue;
    return at;
  }
  if (c != '/' && c != '#') return at; /* most begin no comment */
  if (starts(own, at, "//") || (!at && starts(own, at, "#!"))) {
    size_t end = str_find_byte(str_slice(own->text, at, own->text.len), '\n');
    return end == STR_NONE ? own->text.len : at + end;
  }
  if (!starts(own, at, "/*")) return at;
  size_t end = str_find(str_slice(own->text, at + 2, own->text.len), STR("*/"));
  return end == STR_NONE ? own->text.len : at + 2 + end + 2;
}

/* Behind a text in quotes that begins here, in one of its forms; the place itself: none does. */
static size_t past_quoted(const Lexer *own, char c) {
  size_t at = own->at;
  if (c == '"') return past_text(own, at, starts(own, at, "\"\"\"") ? "\"\"\"" : "\"", false);
  if (c == '\'') return past_text(own, at, starts(own, at, "'''") ? "'''" : "'", false);
  if (c == '$' && byte_at(own, at + 1) == '/') return past_text(own, at, "/$", true);
  return c == '/' && !is_behind_value(own) ? past_text(own, at, "/", false) : at;
}

static size_t past_token(const Lexer *own, char *ret_kind) {
  size_t at = own->at, end = at + 1;
  char c = byte_at(own, at);
  if (byte_is_name(c) && !(c == '$' && byte_at(own, end) == '/')) {
    *ret_kind = byte_is_digit(c) ? TOKEN_NUMBER : TOKEN_WORD;
    while (byte_is_name(byte_at(own, end))) end++;
    return end;
  }
  size_t quoted = past_quoted(own, c);
  *ret_kind = quoted > at ? TOKEN_TEXT : c;
  return quoted > at ? quoted : end;
}

LanguageTokens language_tokens(Arena *arena, Str text) {
  Lexer own = {.text = text};
  while (own.at < text.len) {
    size_t past = past_nothing(&own);
    if (past > own.at) {
      own.at = past;
      continue;
    }
    LanguageToken token = {.from = (uint32_t)own.at};
    size_t end = past_token(&own, &token.kind);
    token.to = (uint32_t)(end < text.len ? end : text.len);
    *vec_add(arena, &own.tokens) = token;
    own.at = token.to;
  }
  return own.tokens;
}
