/* Tokens: words, strings and signs of a text in any language, with brackets
 * paired. Comments are left out. What is a comment or a string is told by the
 * signs that most languages share, which is right almost always and good
 * enough for telling the manner of a use. */
#ifndef FATHOM_QUERY_USES_TOKENS_INTERNAL_H
#define FATHOM_QUERY_USES_TOKENS_INTERNAL_H

#include <string.h>

#include "src/base/vec.h"
#include "src/query/uses/uses.h"

#define QUERY_TOKEN_NONE UINT32_MAX

typedef enum QueryTokenKind { QUERY_TOKEN_WORD, QUERY_TOKEN_NUMBER, QUERY_TOKEN_STRING, QUERY_TOKEN_SIGN } QueryTokenKind;

typedef struct QueryToken {
  uint32_t from, to;
  uint32_t open; /* the innermost bracket around it; QUERY_TOKEN_NONE: none */
  uint32_t pair; /* of a bracket: the other one; QUERY_TOKEN_NONE: it has none */
  uint8_t kind;  /* QueryTokenKind */
  bool ends_statements; /* of an opening bracket: there is a `;` directly inside */
} QueryToken;

struct QueryTokens {
  Str text;
  QueryToken *items;
  size_t len, cap;
};

static inline Str query_token_text(const QueryTokens *tokens, uint32_t number) {
  const QueryToken *token = &tokens->items[number];
  return str_slice(tokens->text, token->from, token->to);
}

static inline bool query_token_is(const QueryTokens *tokens, uint32_t number, const char *text) {
  return number < tokens->len && str_eq_c(query_token_text(tokens, number), text);
}

/* The token that begins at or covers the byte; QUERY_TOKEN_NONE: there is none. */
uint32_t query_token_at(const QueryTokens *tokens, uint32_t byte);

/* form.c: the variable whose value what stands at the byte, or a call around it, is;
 * where that is taken apart, the one that its member `name` becomes. Empty: there is
 * none. */
Str query_use_held(const QueryTokens *tokens, uint32_t at, Str name);
/* bound.c: the column of a statement that a value of the same call is written to;
 * empty: none, or nobody can tell. */
Str query_bound_column(const QueryTokens *tokens, uint32_t number);
/* What a statement writes into the column whose name stands at the byte: as written,
 * or the value that is bound to its place. Empty: nobody can tell. */
Str query_bound_value(const QueryTokens *tokens, uint32_t at);
/* The columns that a statement says it writes, of the table whose name stands at the
 * byte; at most `max`. Gives their number. */
size_t query_bound_columns(const QueryTokens *tokens, uint32_t at, Str *ret_columns, size_t max);
/* Whether what stands at a place of a statement is written by it (`SET name = …`). */
bool query_bound_is_set(Str text, size_t at);

#endif
