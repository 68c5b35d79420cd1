/* Reads words of statements: any bytes give some. */
#include "src/languages/query_words_internal.h"

static bool is_hole(char c) { return c == QUERY_OPEN || c == '{' || c == '}' || c == '%' || c == '$' || c == '#'; }

size_t language_query_blank(Str text, size_t i) {
  for (;;) {
    if (query_is_blank(query_at(text, i))) {
      i++;
    } else if (query_at(text, i) == '-' && query_at(text, i + 1) == '-') {
      while (i < text.len && text.ptr[i] != '\n') i++;
    } else if (query_at(text, i) == '/' && query_at(text, i + 1) == '*') {
      size_t end = str_find(str_slice(text, i + 2, text.len), STR("*/"));
      i = end == STR_NONE ? text.len : i + 2 + end + 2;
    } else {
      return i;
    }
  }
}

static size_t end_of_quoted(Str text, size_t i, char end) {
  while (i < text.len && text.ptr[i] != end) i++;
  return i;
}

/* %(name)s, %s, :name, @name, $1, {name}: a value or a name that is put in. */
static size_t end_of_parameter(Str text, size_t i) {
  char first = text.ptr[i++];
  if (first == '{') return end_of_quoted(text, i, '}') + 1;
  if (first == '#' && query_at(text, i) == '{') return end_of_quoted(text, i, '}') + 1;
  if (first == '$' && query_at(text, i) == '{') return end_of_quoted(text, i, '}') + 1;
  if (first == '%' && query_at(text, i) == '(') i = end_of_quoted(text, i, ')') + 1;
  while (query_is_letter(query_at(text, i)) || byte_is_digit(query_at(text, i))) i++;
  return i;
}

static void add_token(QueryTokens *tokens, QueryTokenKind kind, size_t from, size_t to) {
  Str text = tokens->text;
  if (to > text.len) to = text.len;
  bool is_loose = (from && is_hole(text.ptr[from - 1])) || (to < text.len && is_hole(text.ptr[to]));
  *vec_add(tokens->arena, &tokens->list) =
      (QueryToken){.kind = kind, .range = {(uint32_t)from, (uint32_t)to}, .sign = kind == TOKEN_SIGN ? text.ptr[from] : 0, .is_loose = is_loose};
}

static size_t read_token(QueryTokens *tokens, size_t i) {
  Str text = tokens->text;
  char c = text.ptr[i];
  size_t from = i;
  if (query_is_letter(c)) {
    while (query_is_letter(query_at(text, i)) || byte_is_digit(query_at(text, i))) i++;
    add_token(tokens, TOKEN_WORD, from, i);
    return i;
  }
  if (byte_is_digit(c) || c == '\'') {
    if (c == '\'') i = end_of_quoted(text, i + 1, '\'') + 1;
    while (byte_is_digit(query_at(text, i)) || query_at(text, i) == '.') i++;
    add_token(tokens, TOKEN_VALUE, from, i);
    return i;
  }
  if (c == '"' || c == '`' || c == '[') {
    size_t end = end_of_quoted(text, i + 1, c == '[' ? ']' : c), to = end;
    for (from++; from < to && query_is_blank(text.ptr[from]); from++) continue; /* where an escape was */
    while (to > from && query_is_blank(text.ptr[to - 1])) to--;
    bool is_name = from < to && (query_is_letter(text.ptr[from]) || text.ptr[from] == QUERY_OPEN);
    add_token(tokens, is_name ? TOKEN_QUOTED : TOKEN_VALUE, from, to);
    return end + 1;
  }
  if (c == ':' && query_at(text, i + 1) == ':') { /* a cast: the type is no name of ours */
    add_token(tokens, TOKEN_SIGN, i, i + 1);
    return i + 2;
  }
  if (c == QUERY_OPEN) {
    while (query_at(text, i) == QUERY_OPEN) i++;
    add_token(tokens, TOKEN_OPEN, from, i);
    return i;
  }
  if (c == ':' || c == '@' || (is_hole(c) && c != '}')) {
    i = end_of_parameter(text, i);
    add_token(tokens, c == ':' || c == '@' ? TOKEN_VALUE : TOKEN_OPEN, from, i);
    return i;
  }
  add_token(tokens, TOKEN_SIGN, i, i + 1);
  return i + 1;
}

void language_query_words(QueryTokens *tokens, size_t most) {
  for (size_t i = language_query_blank(tokens->text, 0); i < tokens->text.len && tokens->list.len < most; i = language_query_blank(tokens->text, i)) {
    i = read_token(tokens, i);
  }
  add_token(tokens, TOKEN_END, tokens->text.len, tokens->text.len);
}
