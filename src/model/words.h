/* The words inside a name: camelCase, snake_case and digits split. */
#ifndef FATHOM_MODEL_WORDS_H
#define FATHOM_MODEL_WORDS_H

#include "src/base/str.h"

#define WORDS_MAX 16 /* further ones are not told apart */

typedef struct Words {
  Str items[WORDS_MAX]; /* borrowed from the name */
  size_t len;
} Words;

/* In order; borrows from `name`. Beyond WORDS_MAX the rest is left out. */
void words_split(Str name, Words *ret_words);
/* The first word at or after *at; empty at the end. Moves *at behind it. */
Str words_next(Str name, size_t *at);
/* ASCII letters in lower case, in the arena; the text itself when it has no others. */
Str words_fold(Arena *arena, Str text);

#endif
