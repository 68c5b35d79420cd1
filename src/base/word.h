/* Whole words in a text, by what names are made of (byte_is_name). */
#ifndef FATHOM_BASE_WORD_H
#define FATHOM_BASE_WORD_H

#include "src/base/str.h"

/* Whether exactly `word` stands at the byte, not a longer one. */
bool word_is_at(Str text, size_t at, Str word);
/* Whether it stands anywhere. */
bool word_is_in(Str text, Str word);

#endif
