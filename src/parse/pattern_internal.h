/* Inside patterns: their trees, and grammars with a number for everything. */
#ifndef FATHOM_PARSE_PATTERN_INTERNAL_H
#define FATHOM_PARSE_PATTERN_INTERNAL_H

#include "src/base/vec.h"
#include "src/parse/full_internal.h"
#include "src/parse/pattern.h"

/* Limits for what somebody may type as a pattern: names of placeholders,
 * readings that are kept, and levels of nesting, which bound recursion. */
#define PATTERN_NAMES_MAX 16
#define PATTERN_WAYS_MAX 6
#define PATTERN_DEPTH_MAX 150

typedef enum PatternMeta { PATTERN_PLAIN, PATTERN_ONE, PATTERN_MANY } PatternMeta;

typedef struct PatternNode {
  uint16_t kind;
  bool is_named;
  bool by_text;  /* compared as text: nothing named is inside */
  uint8_t meta;  /* PatternMeta */
  uint8_t name;  /* of a placeholder, from 1; 0: any */
  Str text;      /* when by_text */
  uint32_t first, count; /* children: consecutive in `nodes` */
} PatternNode;

/* One way to read the pattern. Its roots are neighbours. */
typedef struct PatternWay {
  PatternNode *nodes;
  size_t count;
  uint32_t root_count; /* they are the first of `nodes` */
  uint64_t shape; /* what tells ways apart */
} PatternWay;

/* Everything lies in its arena. Never changed once it was opened, so that
 * several threads may match with it. */
struct ParsePattern {
  Arena arena;
  const Language *language;
  const Language *full; /* the same with all kinds of nodes listed */
  Str names[PATTERN_NAMES_MAX]; /* of placeholders; number - 1 */
  size_t name_count;
  PatternWay ways[PATTERN_WAYS_MAX];
  size_t way_count;
  Str *words;
  size_t word_count;
};

/* pattern_read.c: fills names and ways. */
Err parse_pattern_read(Job *job, Str text, ParsePattern *pattern) MUST_CHECK;

#endif
