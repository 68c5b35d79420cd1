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

/* What a token can begin with, and go on with. */
enum { BLANK = 1, LETTER = 2, DIGIT = 4, QUOTE = 8, REMARK = 16, LONGER = 32 };

/* Bytes beyond ASCII are letters of some script. LONGER are signs that may be the
 * first of several, REMARK those that comments begin with. */
static const uint8_t kinds[256] = {
    ['\t'] = BLANK, ['\n'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,
    ['0' ... '9'] = DIGIT, ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER, ['_'] = LETTER, ['$'] = LETTER, [0x80 ... 0xFF] = LETTER,
    ['"'] = QUOTE, ['\''] = QUOTE, ['`'] = QUOTE,
    ['/'] = REMARK | LONGER, ['#'] = REMARK, ['-'] = REMARK | LONGER,
    ['='] = LONGER, ['!'] = LONGER, ['.'] = LONGER, ['<'] = LONGER, ['>'] = LONGER, ['*'] = LONGER, [':'] = LONGER, ['+'] = LONGER,
    ['|'] = LONGER, ['&'] = LONGER, ['^'] = LONGER, ['%'] = LONGER, ['?'] = LONGER,
};

static uint8_t kind_of(char c) { return kinds[(unsigned char)c]; }

static char peek(const Reader *reader, uint32_t ahead) {
  return reader->at + ahead < reader->len ? reader->text[reader->at + ahead] : '\0';
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
  if (!(kind_of(before) & BLANK)) return false;
  if (c == '#') return after == ' ' || after == '#' || after == '!';
  return c == '-' && after == '-' && (peek(reader, 2) == ' ' || peek(reader, 2) == '-');
}

static bool skip_comment(Reader *reader) {
  if (peek(reader, 0) == '/' && peek(reader, 1) == '*') {
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
  if (c == '`' || (peek(reader, 1) == c && peek(reader, 2) == c)) {
    char end[4] = {c, c == '`' ? '\0' : c, c == '`' ? '\0' : c, '\0'};
    skip_to(reader, end, (uint32_t)strlen(end));
    add(reader, QUERY_TOKEN_STRING, from);
    return true;
  }
  return read_quoted(reader, c);
}

static bool is_one_of(char c, const char *signs) { return strchr(signs, c); }

/* The longest there is: `===` before `==` before `=`. */
static uint32_t sign_length(const Reader *reader) {
  char a = peek(reader, 0), b = peek(reader, 1), c = peek(reader, 2);
  bool is_doubled = a == b;
  if (!(kind_of(a) & LONGER)) return 1;
  if (a == '.') return is_doubled && b == c ? 3 : 1;
  if (c == '=' && ((b == '=' && is_one_of(a, "=!")) || (is_doubled && is_one_of(a, "<>*")))) return 3;
  if (b == '=') return a == '?' ? 1 : 2;
  if (is_doubled) return is_one_of(a, ":+-&|?<>") ? 2 : 1;
  return (b == '>' && is_one_of(a, "=-")) || (a == '?' && b == '.') ? 2 : 1;
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
  while (reader->at < reader->len && kind_of(reader->text[reader->at]) & (LETTER | DIGIT)) reader->at++;
  add(reader, kind, from);
}

const QueryTokens *query_use_tokens(Arena *arena, Str text) {
  QueryTokens *tokens = ARENA_NEW(arena, QueryTokens);
  *tokens = (QueryTokens){.text = str_slice(text, 0, UINT32_MAX - 1)};
  Reader *reader = ARENA_NEW(arena, Reader);
  *reader = (Reader){.arena = arena, .tokens = tokens, .text = tokens->text.ptr, .len = (uint32_t)tokens->text.len};
  while (reader->at < reader->len) {
    uint8_t kind = kind_of(reader->text[reader->at]);
    if (kind & BLANK) reader->at++;
    else if (kind & LETTER) read_word(reader, QUERY_TOKEN_WORD);
    else if (kind & DIGIT) read_word(reader, QUERY_TOKEN_NUMBER);
    else if (kind & REMARK && skip_comment(reader)) continue;
    else if (!(kind & QUOTE) || !read_string(reader)) read_sign(reader);
  }
  return tokens;
}

/* Without the room that they grew in. */
static const void *make_tokens(Arena *arena, const QuerySource *source) {
  Arena scratch;
  arena_init(&scratch);
  QueryTokens own = *query_use_tokens(&scratch, source->text);
  own.items = arena_copy(arena, own.items, own.len * sizeof *own.items);
  own.cap = own.len;
  arena_clear(&scratch);
  return arena_copy(arena, &own, sizeof own);
}

const QueryTokens *query_shared_tokens(QueryShared *shared) { return query_shared_made(shared, make_tokens); }

uint32_t query_token_at(const QueryTokens *tokens, uint32_t byte) {
  size_t low = 0, high = tokens->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tokens->items[middle].to <= byte) low = middle + 1;
    else high = middle;
  }
  return low < tokens->len && tokens->items[low].from <= byte ? (uint32_t)low : QUERY_TOKEN_NONE;
}
