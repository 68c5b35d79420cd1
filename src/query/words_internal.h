/* The words inside a name: camelCase, snake_case and digits split. */
#ifndef FATHOM_QUERY_WORDS_INTERNAL_H
#define FATHOM_QUERY_WORDS_INTERNAL_H

#include "src/base/str.h"

#define QUERY_WORDS_MAX 16

typedef struct QueryWords {
  Str items[QUERY_WORDS_MAX]; /* borrowed from the name */
  size_t len;
} QueryWords;

void query_words_split(Str name, QueryWords *ret_words);
/* Each word begins one of the name's words, in this order; no case. */
bool query_words_match(const QueryWords *words, Str name);
bool query_words_prefix(Str prefix, Str name); /* no case */
bool query_words_inside(Str part, Str name);   /* no case */
/* Typing distance without case, capped at limit + 1. */
size_t query_words_distance(Str a, Str b, size_t limit);

#endif
