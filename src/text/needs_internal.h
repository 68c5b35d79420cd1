/* Needs: what the text around every match of a pattern must contain.
 * A tree of all-of and any-of over literals; NULL says nothing at all. Both
 * the search for candidate lines and the trigram index start from it. */
#ifndef FATHOM_TEXT_NEEDS_INTERNAL_H
#define FATHOM_TEXT_NEEDS_INTERNAL_H

#include "src/base/str.h"
#include "src/base/vec.h"

typedef struct TextLiteral {
  Str text;
  bool fold; /* ASCII letters in either case */
} TextLiteral;

typedef enum TextNeedKind { TEXT_NEED_LITERAL, TEXT_NEED_ALL, TEXT_NEED_ANY } TextNeedKind;

typedef struct TextNeed TextNeed;
struct TextNeed {
  TextNeedKind kind;
  TextLiteral literal;
  const TextNeed **items;
  size_t count;
};

/* In the arena; NULL as an operand says nothing: it makes any-of say nothing
 * and is left out of all-of. */
const TextNeed *text_need_literal(Arena *arena, TextLiteral literal);
const TextNeed *text_need_all(Arena *arena, const TextNeed **items, size_t count);
const TextNeed *text_need_any(Arena *arena, const TextNeed **items, size_t count);

#define TEXT_PICK_MAX 16
/* The literals, one of which is in every match, that are best looked for:
 * long and rare ones. 0: none is worth it. */
size_t text_need_pick(const TextNeed *need, TextLiteral *ret_literals);

/* How rare a byte is in source text: 0 for the commonest. */
unsigned text_byte_rarity(unsigned char byte);

#endif
