/* Tokens: words, strings and signs of a text in any language, with brackets
 * paired. Comments are left out. What is a comment or a string is told by the
 * signs that most languages share, which is right almost always and good
 * enough for telling the manner of a use. */
#ifndef FATHOM_QUERY_USES_TOKENS_INTERNAL_H
#define FATHOM_QUERY_USES_TOKENS_INTERNAL_H

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

/* The token that begins at or covers the byte; QUERY_TOKEN_NONE: there is none. */
uint32_t query_token_at(const QueryTokens *tokens, uint32_t byte);

#endif
