/* Trees: syntax trees of files that were searched, so that the next pattern of
 * syntax need not parse them again. Packed, bounded by bytes, one for each path
 * and language, and good for exactly the text it was made of: who asks says that
 * text's hash. Nothing here outlives the process.
 *
 * When there is no room, trees that no search of the last few used make some;
 * else a new one is not taken. So a workspace larger than the bound keeps a part
 * of its trees, instead of each search throwing out what the next one needs.
 *
 * Thread-safe. */
#ifndef FATHOM_TEXT_TREES_INTERNAL_H
#define FATHOM_TEXT_TREES_INTERNAL_H

#include "src/languages/language.h"

typedef struct TextTrees TextTrees;
TextTrees *text_trees_open(size_t max); /* bytes */
void text_trees_close(TextTrees *trees);
/* A search begins: what is used from now on is its. */
void text_trees_begin(TextTrees *trees);

typedef struct TextTreeKey {
  Str path;
  const Language *language;
  uint64_t hash; /* of the text */
} TextTreeKey;

typedef struct TextKept TextKept;
/* The tree of exactly that text; NULL: it is not there. To be given back. One of
 * the same file with another text is dropped. */
TextKept *text_trees_take(TextTrees *trees, const TextTreeKey *key);
Str text_kept_bytes(const TextKept *tree); /* as syntax_pack made them */
void text_kept_give_back(TextKept *tree);
/* Copies the bytes; when there is no room it does nothing. */
void text_trees_put(TextTrees *trees, const TextTreeKey *key, Str bytes);

typedef struct TextTreesCounts {
  size_t trees, bytes;
  uint64_t hits, misses;
} TextTreesCounts;
/* As of now; any thread. For tests and status. */
TextTreesCounts text_trees_counts(TextTrees *trees);

#endif
