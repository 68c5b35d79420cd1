/* Token: what a piece of a text is, for eyes. Only what is told apart by a colour
 * has one; names that are nothing special, signs and blanks have none. */
#ifndef FATHOM_MODEL_TOKEN_H
#define FATHOM_MODEL_TOKEN_H

#include <stddef.h>
#include <stdint.h>

/* Appended to only: their numbers are told to the page (ANSWER_MARK_TOKENS). */
typedef enum TokenKind {
  TOKEN_COMMENT,
  TOKEN_TEXT,       /* strings, characters, patterns; without the code inside */
  TOKEN_NUMBER,
  TOKEN_KEYWORD,    /* words that the language keeps for itself */
  TOKEN_TYPE,
  TOKEN_FUNCTION,   /* where it is called */
  TOKEN_DEFINITION, /* a name where it is defined */
  TOKEN_KINDS
} TokenKind;

typedef struct Token {
  uint32_t from, to; /* bytes */
  uint8_t kind;      /* TokenKind */
} Token;

/* In order of the text; they do not overlap. */
typedef struct Tokens {
  Token *items;
  size_t len, cap;
} Tokens;

#endif
