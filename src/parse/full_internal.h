/* A language with every kind of node listed, so that a tree has all of them, each
 * with a number: for who compares nodes without knowing the language. */
#ifndef FATHOM_PARSE_FULL_INTERNAL_H
#define FATHOM_PARSE_FULL_INTERNAL_H

#include "src/parse/parse.h"

typedef struct ParseFull {
  Language language;   /* parts in other languages are not read */
  const uint8_t *uses; /* parse_node_uses, by kind */
} ParseFull;

/* Made once, never freed; any thread. */
Err parse_full(Job *job, const Language *language, const ParseFull **ret_full) MUST_CHECK;

/* tokens.c: what nodes of these names are for, by their number, which counts from
 * 1; on the heap. `names` ends with NULL. */
const uint8_t *parse_node_uses(const char *const *names);

#endif
