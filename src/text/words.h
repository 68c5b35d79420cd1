/* Words of code and of prose as terms: what is spelled alike but for case,
 * ending or tense has the same term, so that a question meets the names it
 * means. English; other scripts pass unchanged. Pure. */
#ifndef FATHOM_TEXT_WORDS_H
#define FATHOM_TEXT_WORDS_H

#include "src/base/str.h"

#define TEXT_WORD_MAX 40 /* bytes; longer runs of letters are no words */

/* The term of one word, as words_next gives it; 0: it tells nothing (a single
 * letter or digit, or too long). */
uint64_t text_word_term(Str word);
/* The term of several words written as one: "hash", "table" as "hashtable". */
uint64_t text_words_joined(const Str *words, size_t count);
/* The key of a whole name, without case; shares no value with terms but by
 * chance. */
uint64_t text_name_key(Str name);
/* Lower case, then without ending. `stem` has room for TEXT_WORD_MAX + 1
 * bytes; the length; 0: no word. */
size_t text_word_stem(Str word, char *stem);
/* Words that hold sentences together: "the", "does", "which". */
bool text_word_is_stop(Str word);
/* Other words for it in code, both ways: "message" gives "msg". At most
 * TEXT_ALIKE_MAX of them. */
#define TEXT_ALIKE_MAX 6
size_t text_word_alike(Str word, Str *ret_alike);

#endif
