/* Trigrams: every three neighbouring bytes of a text, ASCII letters folded,
 * as one number. */
#ifndef FATHOM_TEXT_TRIGRAMS_INTERNAL_H
#define FATHOM_TEXT_TRIGRAMS_INTERNAL_H

#include "src/base/str.h"

#define TEXT_TRIGRAM_COUNT (1u << 24)

/* The distinct trigrams of one text after the other. */
typedef struct TextTrigrams {
  uint64_t *seen; /* bits */
  uint32_t *items;
  size_t count;
  size_t cap;
} TextTrigrams;
void text_trigrams_init(TextTrigrams *trigrams);
void text_trigrams_clear(TextTrigrams *trigrams);
/* Into items, in the order they are met. False: more than `max`. */
bool text_trigrams_of(TextTrigrams *trigrams, Str text, size_t max);

/* Some of a literal's trigrams, the rarest, at most TEXT_LOOKED_UP. */
#define TEXT_LOOKED_UP 12
size_t text_trigrams_rare(Str literal, uint32_t *ret_trigrams);

#endif
