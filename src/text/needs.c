/* The tree of what every match contains, and what of it to look for. */
#include "src/text/needs_internal.h"

#include <string.h>

#define COMMON_BYTES 64

/* In falling order of how often they occur in source text, case aside. */
static const char common[] = " etaisrnoldcup_m\nfhg(),.;0\"vby=x-*>1/{}w:k2\t'&3[]<z+#84q5j6!7|9\\%";

unsigned text_byte_rarity(unsigned char byte) {
  unsigned char folded = byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte + 32) : byte;
  const char *at = folded ? memchr(common, folded, sizeof(common) - 1) : NULL;
  unsigned rank = at ? (unsigned)(at - common) : COMMON_BYTES + 8;
  return folded != byte ? rank + 16 : rank;
}

const TextNeed *text_need_literal(Arena *arena, TextLiteral literal) {
  if (literal.text.len == 0) return NULL;
  TextNeed *need = ARENA_NEW(arena, TextNeed);
  *need = (TextNeed){.kind = TEXT_NEED_LITERAL, .literal = literal};
  return need;
}

static const TextNeed *join(Arena *arena, TextNeedKind kind, const TextNeed **items, size_t count) {
  if (count == 0) return NULL;
  if (count == 1) return items[0];
  TextNeed *need = ARENA_NEW(arena, TextNeed);
  *need = (TextNeed){.kind = kind, .items = arena_copy(arena, items, count * sizeof(*items)), .count = count};
  return need;
}

const TextNeed *text_need_all(Arena *arena, const TextNeed **items, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (items[i]) items[kept++] = items[i];
  }
  return join(arena, TEXT_NEED_ALL, items, kept);
}

const TextNeed *text_need_any(Arena *arena, const TextNeed **items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!items[i]) return NULL;
  }
  return join(arena, TEXT_NEED_ANY, items, count);
}

/* ---- what to look for ---- */

typedef struct Pick {
  TextLiteral items[TEXT_PICK_MAX];
  size_t count;
  unsigned worth; /* of the least selective one; 0: there is no pick */
} Pick;

/* What the three rarest neighbours tell, roughly in bits. */
static unsigned worth_of(const TextLiteral *literal) {
  unsigned best = 0, sum = 0;
  for (size_t i = 0; i < literal->text.len; i++) {
    sum += 8 + text_byte_rarity((unsigned char)literal->text.ptr[i]) / 4;
    if (i >= 3) sum -= 8 + text_byte_rarity((unsigned char)literal->text.ptr[i - 3]) / 4;
    if (sum > best) best = sum;
  }
  return best + (literal->text.len > 3 ? (unsigned)(literal->text.len < 16 ? literal->text.len : 16) : 0);
}

/* How much of each literal is looked for: where many differ at their ends alone,
 * as a word between all kinds of quotes does, what they share is fewer. */
typedef enum PickCut { PICK_WHOLE, PICK_WITHOUT_LAST, PICK_WITHOUT_ENDS, PICK_CUTS } PickCut;

static Pick pick_from(const TextNeed *need, PickCut cut);

static Pick pick_literal(const TextLiteral *literal, PickCut cut) {
  size_t from = cut == PICK_WITHOUT_ENDS, to = literal->text.len - (cut != PICK_WHOLE);
  if (literal->text.len < from + 2) from = 0, to = literal->text.len;
  TextLiteral part = {str_slice(literal->text, from, to), literal->fold};
  return (Pick){.items = {part}, .count = 1, .worth = worth_of(&part)};
}

static bool has_literal(const Pick *pick, const TextLiteral *literal) {
  for (size_t i = 0; i < pick->count; i++) {
    if (pick->items[i].fold == literal->fold && str_eq(pick->items[i].text, literal->text)) return true;
  }
  return false;
}

static Pick pick_any(const TextNeed *need, PickCut cut) {
  Pick pick = {.worth = UINT32_MAX};
  for (size_t i = 0; i < need->count; i++) {
    Pick one = pick_from(need->items[i], cut);
    if (!one.worth) return (Pick){0};
    for (size_t k = 0; k < one.count; k++) {
      if (has_literal(&pick, &one.items[k])) continue;
      if (pick.count == TEXT_PICK_MAX) return (Pick){0};
      pick.items[pick.count++] = one.items[k];
    }
    if (one.worth < pick.worth) pick.worth = one.worth;
  }
  return pick;
}

/* Trees are as deep as the pattern was allowed to nest. */
static Pick pick_from(const TextNeed *need, PickCut cut) {
  if (need->kind == TEXT_NEED_LITERAL) return pick_literal(&need->literal, cut);
  if (need->kind == TEXT_NEED_ANY) return pick_any(need, cut);
  Pick best = {0};
  for (size_t i = 0; i < need->count; i++) {
    Pick one = pick_from(need->items[i], cut);
    if (one.worth > best.worth || (one.worth == best.worth && one.count < best.count)) best = one;
  }
  return best;
}

size_t text_need_pick(const TextNeed *need, TextLiteral *ret_literals) {
  if (!need) return 0;
  Pick pick = {0};
  for (PickCut cut = PICK_WHOLE; cut < PICK_CUTS && !pick.worth; cut++) pick = pick_from(need, cut);
  if (pick.worth < 22) return 0; /* a common letter or two: every line has it */
  memcpy(ret_literals, pick.items, pick.count * sizeof(pick.items[0]));
  return pick.count;
}
