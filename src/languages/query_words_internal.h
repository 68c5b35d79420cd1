/* Words of statements for a database: names, values, signs, and holes where
 * something is put in at run time. */
#ifndef FATHOM_LANGUAGES_QUERY_WORDS_INTERNAL_H
#define FATHOM_LANGUAGES_QUERY_WORDS_INTERNAL_H

#include "src/languages/query_internal.h"

typedef enum QueryTokenKind { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_VALUE, TOKEN_OPEN, TOKEN_SIGN } QueryTokenKind;

typedef struct QueryToken {
  QueryTokenKind kind;
  Range range; /* of a quoted name: without its quotes */
  char sign;
  bool is_loose; /* what it touches is open: it is only a part of a name */
} QueryToken;

typedef struct QueryTokens {
  Arena *arena;
  Str text;
  VEC(QueryToken) list;
} QueryTokens;

/* Words of the text, at most so many, and TOKEN_END behind them. */
void language_query_words(QueryTokens *tokens, size_t most);
/* Where a text goes on behind blanks and comments. */
size_t language_query_blank(Str text, size_t at);

static inline bool query_is_letter(char c) { return byte_is_letter(c) || c == '_' || (unsigned char)c >= 0x80; }
static inline bool query_is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static inline char query_at(Str text, size_t i) { return i < text.len ? text.ptr[i] : 0; }
static inline bool query_is_sign(const QueryToken *token, char sign) { return token->kind == TOKEN_SIGN && token->sign == sign; }

#endif
