/* Which trigrams a text has. */
#include "src/text/trigrams_internal.h"

#include <stdlib.h>

#include "src/text/finder_internal.h"

static uint32_t trigram_at(const char *at) {
  const unsigned char *bytes = (const unsigned char *)at;
  return (uint32_t)text_fold[bytes[0]] << 16 | (uint32_t)text_fold[bytes[1]] << 8 | text_fold[bytes[2]];
}

void text_trigrams_init(TextTrigrams *trigrams) {
  *trigrams = (TextTrigrams){.seen = arena_heap_alloc(TEXT_TRIGRAM_COUNT / 8)};
}

void text_trigrams_clear(TextTrigrams *trigrams) {
  free(trigrams->seen);
  free(trigrams->items);
}

/* Clears only the words that were set: the table has two megabytes, of which
 * a file touches little. */
static void forget(TextTrigrams *trigrams) {
  for (size_t i = 0; i < trigrams->count; i++) trigrams->seen[trigrams->items[i] >> 6] = 0;
  trigrams->count = 0;
}

/* False: more than `max`, as in random or packed bytes. Such a file is left
 * to be read by every search, which costs less than rows for all its
 * trigrams. */
bool text_trigrams_of(TextTrigrams *trigrams, Str text, size_t max) {
  forget(trigrams);
  if (text.len < 3) return true;
  const unsigned char *bytes = (const unsigned char *)text.ptr;
  uint32_t trigram = (uint32_t)text_fold[bytes[0]] << 8 | text_fold[bytes[1]];
  for (size_t i = 2; i < text.len; i++) {
    trigram = (trigram << 8 | text_fold[bytes[i]]) & (TEXT_TRIGRAM_COUNT - 1);
    uint64_t *word = &trigrams->seen[trigram >> 6], bit = (uint64_t)1 << (trigram & 63);
    if (*word & bit) continue;
    *word |= bit;
    if (trigrams->count == trigrams->cap) {
      trigrams->cap = trigrams->cap ? trigrams->cap * 2 : 1u << 14;
      trigrams->items = arena_heap_grow(trigrams->items, trigrams->cap * sizeof(uint32_t));
    }
    trigrams->items[trigrams->count++] = trigram;
    if (trigrams->count > max) return false;
  }
  return true;
}

typedef struct Rated {
  uint32_t trigram;
  unsigned rarity;
} Rated;

static unsigned rarity_at(const char *at) {
  unsigned sum = 0;
  for (int k = 0; k < 3; k++) sum += text_byte_rarity(text_fold[(unsigned char)at[k]]);
  return sum;
}

/* The rarest ones of a literal, best first: a few rows narrow as much as
 * all. */
size_t text_trigrams_rare(Str literal, uint32_t *ret_trigrams) {
  Rated best[TEXT_LOOKED_UP];
  size_t count = 0;
  for (size_t i = 0; i + 3 <= literal.len; i++) {
    Rated one = {trigram_at(literal.ptr + i), rarity_at(literal.ptr + i)};
    if (count == TEXT_LOOKED_UP && best[count - 1].rarity >= one.rarity) continue;
    size_t at = count < TEXT_LOOKED_UP ? count++ : count - 1;
    for (; at && best[at - 1].rarity < one.rarity; at--) best[at] = best[at - 1];
    best[at] = one;
  }
  for (size_t i = 0; i < count; i++) ret_trigrams[i] = best[i].trigram;
  return count;
}
