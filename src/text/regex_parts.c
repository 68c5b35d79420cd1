/* What strings a pattern's parts can be, kept small: a set that grows too large
 * is cut where it stands and becomes a need.
 *
 * A part is exact (it matches these strings and no others) or it has a head
 * and a tail (every match begins with one of these, ends with one of those)
 * and a need for what lies between. Putting parts side by side multiplies
 * sets; alternatives unite them. */
#include "src/text/regex_parts_internal.h"

#include <string.h>

#define STRING_MAX 96 /* bytes; longer ones tell no more */

/* The set of the empty string: it says nothing about what a match holds. */
static TextSet nothing(void) { return (TextSet){.items = {STR_EMPTY}, .count = 1}; }

TextPart text_part_anything(void) { return (TextPart){.head = nothing(), .tail = nothing()}; }

TextPart text_part_of(Str text, bool fold) {
  TextSet set = {.items = {text}, .count = 1, .fold = fold};
  return (TextPart){.is_exact = true, .head = set, .tail = set};
}

static const TextNeed *set_need(Arena *arena, const TextSet *set) {
  const TextNeed *items[TEXT_SET_MAX];
  for (size_t i = 0; i < set->count; i++) {
    items[i] = text_need_literal(arena, (TextLiteral){set->items[i], set->fold});
  }
  return text_need_any(arena, items, set->count);
}

const TextNeed *text_part_need(Arena *arena, const TextPart *part) {
  return part->is_exact ? set_need(arena, &part->head) : part->need;
}

static Str concat(Arena *arena, Str a, Str b) {
  if (!a.len) return b;
  if (!b.len) return a;
  char *joined = arena_alloc(arena, a.len + b.len);
  memcpy(joined, a.ptr, a.len);
  memcpy(joined + a.len, b.ptr, b.len);
  return (Str){joined, a.len + b.len};
}

/* False: it would be too large. */
static bool multiply(Arena *arena, const TextSet *a, const TextSet *b, TextSet *ret_product) {
  if (a->count * b->count > TEXT_SET_MAX) return false;
  TextSet product = {.fold = a->fold || b->fold};
  for (size_t i = 0; i < a->count; i++) {
    for (size_t k = 0; k < b->count; k++) {
      if (a->items[i].len + b->items[k].len > STRING_MAX) return false;
      product.items[product.count++] = concat(arena, a->items[i], b->items[k]);
    }
  }
  *ret_product = product;
  return true;
}

/* Says nothing when it would be too large. */
static TextSet unite(const TextSet *a, const TextSet *b) {
  if (a->count + b->count > TEXT_SET_MAX) return nothing();
  TextSet set = *a;
  memcpy(&set.items[set.count], b->items, b->count * sizeof(b->items[0]));
  set.count += b->count;
  set.fold |= b->fold;
  return set;
}

/* Not exact any more when the strings do not fit into one set; then each
 * branch's own need is kept, any of which must hold. */
TextPart text_part_any(Arena *arena, const TextPart *parts, size_t count) {
  if (count == 1) return parts[0];
  TextPart any = {.is_exact = true, .head = parts[0].head, .tail = parts[0].tail};
  const TextNeed **needs = ARENA_ARRAY(arena, const TextNeed *, count);
  size_t strings = 0;
  for (size_t i = 0; i < count; i++) {
    any.is_exact &= parts[i].is_exact;
    strings += parts[i].head.count;
    needs[i] = text_part_need(arena, &parts[i]);
    if (i) any.head = unite(&any.head, &parts[i].head);
    if (i) any.tail = unite(&any.tail, &parts[i].tail);
  }
  if (strings > TEXT_SET_MAX) any.is_exact = false;
  if (!any.is_exact) any.need = text_need_any(arena, needs, count);
  return any;
}

/* What may be left out contains nothing for certain. What comes at least
 * once is there once: heads and tails hold, the exact strings do not. */
TextPart text_part_repeat(Arena *arena, const TextPart *part, size_t min, size_t max) {
  if (min == 1 && max == 1) return *part;
  if (min == 0 && max == 1 && part->is_exact) {
    TextPart both[2] = {*part, text_part_of(STR_EMPTY, false)};
    return text_part_any(arena, both, 2);
  }
  if (min == 0) return text_part_anything();
  /* Of an exact one head and tail say it all. */
  return (TextPart){.head = part->head, .tail = part->tail, .need = part->is_exact ? NULL : part->need};
}

void text_chain_init(TextChain *chain, Arena *arena) { *chain = (TextChain){.arena = arena, .run = nothing()}; }

/* Whatever comes next is not known to follow directly. */
static void cut(TextChain *chain) {
  if (!chain->is_broken) chain->head = chain->run;
  chain->is_broken = true;
  *vec_add(chain->arena, &chain->needs) = set_need(chain->arena, &chain->run);
}

/* The run is what is known to stand side by side so far. It is cut, and
 * becomes a need, where it grows too large or where something unknown comes
 * between. */
void text_chain_add(TextChain *chain, const TextPart *part) {
  if (!multiply(chain->arena, &chain->run, &part->head, &chain->run)) {
    cut(chain);
    chain->run = part->head;
  }
  if (part->is_exact) return;
  cut(chain);
  *vec_add(chain->arena, &chain->needs) = part->need;
  chain->run = part->tail;
}

TextPart text_chain_end(TextChain *chain) {
  if (!chain->is_broken) return (TextPart){.is_exact = true, .head = chain->run, .tail = chain->run};
  TextPart part = {.head = chain->head, .tail = chain->run};
  cut(chain);
  part.need = text_need_all(chain->arena, chain->needs.items, chain->needs.len);
  return part;
}
