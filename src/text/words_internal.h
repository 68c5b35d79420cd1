/* What the files of words share. */
#ifndef FATHOM_TEXT_WORDS_INTERNAL_H
#define FATHOM_TEXT_WORDS_INTERNAL_H

#include "src/text/words.h"

/* Takes the endings off in place; room for one more byte than `len`. */
size_t text_stem(char *text, size_t len);
/* Ends in "-er" or "-or" without naming a doer: "header", "number". */
bool text_word_is_plain(const char *text, size_t len);
/* "sent" gives "send"; NULL: it is regular. */
const char *text_word_regular(const char *text, size_t len);

#endif
