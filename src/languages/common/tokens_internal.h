/* The words and signs of a text with braces, without its comments. */
#ifndef FATHOM_LANGUAGES_COMMON_TOKENS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_TOKENS_INTERNAL_H

#include "src/base/str.h"
#include "src/base/vec.h"

#include <stdint.h>

/* Any other kind is the sign itself: one byte. */
enum { TOKEN_WORD = 'a', TOKEN_NUMBER = '0', TOKEN_TEXT = '"', TOKEN_LINE = '\n' };

typedef struct LanguageToken {
  uint32_t from, to;
  char kind;
  uint8_t marks; /* the caller's own */
} LanguageToken;
typedef VEC(LanguageToken) LanguageTokens;

/* All of them in the arena, in order, line ends too. A text in quotes is one, whatever
 * is put into it (`"${f("x")}"`); a slash begins one where no value stands before it. */
LanguageTokens language_tokens(Arena *arena, Str text);

#endif
