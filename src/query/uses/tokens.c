/* Text to tokens, in one pass. */
#include "src/query/uses/tokens_internal.h"

#include <string.h>

#define NESTED_MAX 400 /* brackets; what is deeper is told as if it stood here */

typedef struct Reader {
  Arena *arena;
  QueryTokens *tokens;
  const char *text;
  uint32_t at, len;
  uint32_t open[NESTED_MAX];
  size_t depth;
} Reader;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/* Bytes beyond ASCII are letters of some script. */
static bool is_letter(char c) {
  return byte_is_letter(c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static char peek(const Reader *reader, uint32_t ahead) {
  return reader->at + ahead < reader->len ? reader->text[reader->at + ahead] : '\0';
}

static bool looks_at(const Reader *reader, const char *words) {
  size_t len = strlen(words);
  return reader->len - reader->at >= len && memcmp(reader->text + reader->at, words, len) == 0;
}

static void skip_line(Reader *reader) {
  const char *end = memchr(reader->text + reader->at, '\n', reader->len - reader->at);
  reader->at = end ? (uint32_t)(end - reader->text) : reader->len;
}

/* Behind the next `end`, or to the end of the text. */
static void skip_to(Reader *reader, const char *end, uint32_t skip) {
  size_t len = strlen(end);
  uint32_t from = reader->at + skip < reader->len ? reader->at + skip : reader->len;
  const char *found = memmem(reader->text + from, reader->len - from, end, len);
  reader->at = found ? (uint32_t)(found - reader->text + (ptrdiff_t)len) : reader->len;
}

/* `#` is a comment in some languages, a directive or a name's part in others: a
 * blank behind it, and nothing or a blank before it, mark a comment. The same
 * holds for `--`, which also counts down. */
static bool is_comment(const Reader *reader) {
  char before = reader->at ? reader->text[reader->at - 1] : '\n', c = peek(reader, 0), after = peek(reader, 1);
  if (c == '/') return after == '/';
  if (!is_blank(before)) return false;
  if (c == '#') return after == ' ' || after == '#' || after == '!';
  return c == '-' && after == '-' && (peek(reader, 2) == ' ' || peek(reader, 2) == '-');
}

static bool skip_comment(Reader *reader) {
  if (looks_at(reader, "/*")) {
    skip_to(reader, "*/", 2);
    return true;
  }
  if (!is_comment(reader)) return false;
  skip_line(reader);
  return true;
}

static void add(Reader *reader, QueryTokenKind kind, uint32_t from) {
  *vec_add(reader->arena, reader->tokens) = (QueryToken){
      .from = from, .to = reader->at, .kind = (uint8_t)kind, .pair = QUERY_TOKEN_NONE,
      .open = reader->depth ? reader->open[reader->depth - 1] : QUERY_TOKEN_NONE};
}

/* A quoted text ends with its line; one without an end on its line is a sign
 * alone (an apostrophe, a lifetime). */
static bool read_quoted(Reader *reader, char quote) {
  uint32_t from = reader->at;
  for (uint32_t i = from + 1; i < reader->len && reader->text[i] != '\n'; i++) {
    if (reader->text[i] == '\\') {
      i++;
    } else if (reader->text[i] == quote) {
      reader->at = i + 1;
      add(reader, QUERY_TOKEN_STRING, from);
      return true;
    }
  }
  return false;
}

static bool read_string(Reader *reader) {
  char c = peek(reader, 0);
  uint32_t from = reader->at;
  if (c == '`' || looks_at(reader, "\"\"\"") || looks_at(reader, "'''")) {
    char end[4] = {c, c == '`' ? '\0' : c, c == '`' ? '\0' : c, '\0'};
    skip_to(reader, end, (uint32_t)strlen(end));
    add(reader, QUERY_TOKEN_STRING, from);
    return true;
  }
  return (c == '"' || c == '\'') && read_quoted(reader, c);
}

/* The longest first. */
static uint32_t sign_length(const Reader *reader) {
  static const char *const signs[] = {"===", "!==", "...", "<<=", ">>=", "**=", "==", "!=", "<=", ">=", "=>", "->", "::", ":=", "+=", "-=",
                                      "*=", "/=", "|=", "&=", "^=", "%=", "++", "--", "&&", "||", "?.", "??", "<<", ">>"};
  for (size_t i = 0; i < COUNT_OF(signs); i++) {
    if (looks_at(reader, signs[i])) return (uint32_t)strlen(signs[i]);
  }
  return 1;
}

static bool is_pair(char open, char close) {
  return (open == '(' && close == ')') || (open == '[' && close == ']') || (open == '{' && close == '}');
}

/* A closing bracket ends the nearest of its kind; what was opened in between
 * and never closed is given up. Without one of its kind it is a sign. */
static void close_bracket(Reader *reader, char close) {
  QueryTokens *tokens = reader->tokens;
  uint32_t own = (uint32_t)tokens->len - 1;
  for (size_t depth = reader->depth; depth-- > 0;) {
    uint32_t opener = reader->open[depth];
    if (!is_pair(tokens->text.ptr[tokens->items[opener].from], close)) continue;
    tokens->items[opener].pair = own;
    tokens->items[own].pair = opener;
    tokens->items[own].open = tokens->items[opener].open;
    reader->depth = depth;
    return;
  }
}

static void read_sign(Reader *reader) {
  char c = peek(reader, 0);
  uint32_t from = reader->at;
  reader->at += sign_length(reader);
  add(reader, QUERY_TOKEN_SIGN, from);
  if (c == ';' && reader->depth) reader->tokens->items[reader->open[reader->depth - 1]].ends_statements = true;
  if (c == ')' || c == ']' || c == '}') close_bracket(reader, c);
  if ((c == '(' || c == '[' || c == '{') && reader->depth < NESTED_MAX) reader->open[reader->depth++] = (uint32_t)reader->tokens->len - 1;
}

static void read_word(Reader *reader, QueryTokenKind kind) {
  uint32_t from = reader->at;
  while (reader->at < reader->len && (is_letter(peek(reader, 0)) || byte_is_digit(peek(reader, 0)))) reader->at++;
  add(reader, kind, from);
}

const QueryTokens *query_use_tokens(Arena *arena, Str text) {
  QueryTokens *tokens = ARENA_NEW(arena, QueryTokens);
  *tokens = (QueryTokens){.text = str_slice(text, 0, UINT32_MAX - 1)};
  Reader *reader = ARENA_NEW(arena, Reader);
  *reader = (Reader){.arena = arena, .tokens = tokens, .text = tokens->text.ptr, .len = (uint32_t)tokens->text.len};
  while (reader->at < reader->len) {
    char c = peek(reader, 0);
    if (is_blank(c)) reader->at++;
    else if (skip_comment(reader)) continue;
    else if (is_letter(c)) read_word(reader, QUERY_TOKEN_WORD);
    else if (byte_is_digit(c)) read_word(reader, QUERY_TOKEN_NUMBER);
    else if (!read_string(reader)) read_sign(reader);
  }
  return tokens;
}

uint32_t query_token_at(const QueryTokens *tokens, uint32_t byte) {
  size_t low = 0, high = tokens->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tokens->items[middle].to <= byte) low = middle + 1;
    else high = middle;
  }
  return low < tokens->len && tokens->items[low].from <= byte ? (uint32_t)low : QUERY_TOKEN_NONE;
}
