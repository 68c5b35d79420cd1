/* Parts of a pattern: the strings they can be, or begin and end with. */
#ifndef FATHOM_TEXT_REGEX_PARTS_INTERNAL_H
#define FATHOM_TEXT_REGEX_PARTS_INTERNAL_H

#include "src/text/needs_internal.h"

#define TEXT_SET_MAX 16 /* strings; more are not told apart */

/* One of these strings; {""} says nothing. */
typedef struct TextSet {
  Str items[TEXT_SET_MAX];
  size_t count;
  bool fold;
} TextSet;

typedef struct TextPart {
  bool is_exact; /* it is one of `head`, and nothing else */
  TextSet head;  /* it begins with one of these */
  TextSet tail;  /* it ends with one of these */
  const TextNeed *need;
} TextPart;

TextPart text_part_anything(void);          /* or nothing */
TextPart text_part_of(Str text, bool fold); /* exactly this */
const TextNeed *text_part_need(Arena *arena, const TextPart *part);
TextPart text_part_any(Arena *arena, const TextPart *parts, size_t count);
/* min..max times; max 0: no end. */
TextPart text_part_repeat(Arena *arena, const TextPart *part, size_t min, size_t max);

/* Parts one after the other. */
typedef struct TextChain {
  Arena *arena;
  TextSet run; /* what ends here can end with */
  TextSet head;
  bool is_broken; /* it is not exact: the first run is `head` */
  VEC(const TextNeed *) needs;
} TextChain;
void text_chain_init(TextChain *chain, Arena *arena);
void text_chain_add(TextChain *chain, const TextPart *part);
TextPart text_chain_end(TextChain *chain);

#endif
