/* Comparing names without case (ASCII), whole or by their words. */
#ifndef FATHOM_QUERY_NAMES_COMPARE_INTERNAL_H
#define FATHOM_QUERY_NAMES_COMPARE_INTERNAL_H

#include "src/model/words.h"

/* Each word begins one of the name's words, in this order; no case. */
bool query_words_match(const Words *words, Str name);
bool query_words_prefix(Str prefix, Str name); /* no case */
bool query_words_inside(Str part, Str name);   /* no case */
/* Which letters and signs occur, no case: two names that differ in more of
 * them than `limit` are further apart than that. */
uint32_t query_words_letters(Str text);
/* Typing distance without case, capped at limit + 1. */
size_t query_words_distance(Str a, Str b, size_t limit);

#endif
