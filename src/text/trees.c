#include "src/text/trees_internal.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/lock.h"

#define FIRST_SLOTS 256
#define STALE_ROUNDS 4 /* searches that did not use it */

/* A tree that was parsed for one text. Everything but `refs` and `round` stays
 * as it was made, so readers need the lock only to take and not to read. */
struct TextKept {
  atomic_size_t refs; /* the table's, and whoever reads it */
  uint64_t name;      /* of path and language */
  uint64_t hash;      /* of the text */
  uint64_t round;     /* of the last search that used it */
  size_t len;
  char bytes[];
};

struct TextTrees {
  Lock lock; /* guards all that follows */
  TextKept **slots;     /* by name; NULL: free */
  size_t slot_count;    /* a power of two */
  size_t count, bytes, max;
  uint64_t round, swept; /* the last search, and the one that room was looked for in */
  uint64_t hits, misses;
};

TextTrees *text_trees_open(size_t max) {
  TextTrees *trees = arena_heap_alloc(sizeof *trees);
  lock_init(&trees->lock);
  trees->max = max;
  return trees;
}

void text_trees_close(TextTrees *trees) {
  for (size_t i = 0; i < trees->slot_count; i++) {
    if (trees->slots[i]) text_kept_give_back(trees->slots[i]);
  }
  lock_clear(&trees->lock);
  free(trees->slots);
  free(trees);
}

/* Age is counted in searches and not in time: a tree is stale when a few
 * searches went by without it, be that a second or a day. */
void text_trees_begin(TextTrees *trees) {
  lock_take(&trees->lock);
  trees->round++;
  lock_give(&trees->lock);
}

Str text_kept_bytes(const TextKept *tree) { return (Str){tree->bytes, tree->len}; }

void text_kept_give_back(TextKept *tree) {
  if (atomic_fetch_sub(&tree->refs, 1) == 1) free(tree);
}

/* ---- the table: with the lock ---- */

/* Two paths of the same 64-bit hash would share a slot. That costs a parse and
 * nothing else, since the hash of the text must agree as well. */
static uint64_t name_of(const TextTreeKey *key) {
  return hash_combine(hash_str(key->path), hash_str(str_from_c(key->language->name)));
}

static size_t cost_of(const TextKept *tree) { return sizeof *tree + tree->len; }

/* Where it is, or the free slot it would go to. */
static size_t slot_of(const TextTrees *trees, uint64_t name) {
  size_t mask = trees->slot_count - 1, at = name & mask;
  while (trees->slots[at] && trees->slots[at]->name != name) at = (at + 1) & mask;
  return at;
}

static void insert(TextTrees *trees, TextKept *tree) {
  size_t at = slot_of(trees, tree->name);
  assert(!trees->slots[at]); /* the one of before was dropped */
  trees->slots[at] = tree;
}

/* Those for which it holds stay, in a table of that size. */
static void rebuild(TextTrees *trees, size_t slot_count, uint64_t oldest) {
  TextKept **old = trees->slots;
  size_t old_count = trees->slot_count;
  trees->slots = arena_heap_alloc(slot_count * sizeof *trees->slots);
  trees->slot_count = slot_count;
  trees->count = trees->bytes = 0;
  for (size_t i = 0; i < old_count; i++) {
    if (!old[i]) continue;
    if (old[i]->round < oldest) {
      text_kept_give_back(old[i]);
      continue;
    }
    insert(trees, old[i]);
    trees->count++;
    trees->bytes += cost_of(old[i]);
  }
  free(old);
}

/* Closes the gap behind it, so that no search for a slot ends there. */
static void drop(TextTrees *trees, size_t at) {
  size_t mask = trees->slot_count - 1;
  trees->count--;
  trees->bytes -= cost_of(trees->slots[at]);
  text_kept_give_back(trees->slots[at]);
  trees->slots[at] = NULL;
  for (size_t next = (at + 1) & mask; trees->slots[next]; next = (next + 1) & mask) {
    TextKept *moved = trees->slots[next];
    trees->slots[next] = NULL;
    insert(trees, moved);
  }
}

/* Room is looked for once in a search at most. A search over more files than
 * fit would otherwise sweep the whole table again for each of them. */
static bool has_room(TextTrees *trees, size_t cost) {
  if (trees->bytes + cost <= trees->max) return true;
  if (trees->swept == trees->round || trees->round < STALE_ROUNDS) return false;
  trees->swept = trees->round;
  if (trees->slot_count) rebuild(trees, trees->slot_count, trees->round - STALE_ROUNDS + 1);
  return trees->bytes + cost <= trees->max;
}

/* ---- taking and putting ---- */

TextKept *text_trees_take(TextTrees *trees, const TextTreeKey *key) {
  uint64_t name = name_of(key);
  TextKept *found = NULL;
  lock_take(&trees->lock);
  size_t at = trees->slot_count ? slot_of(trees, name) : 0;
  if (trees->slot_count && trees->slots[at]) {
    /* The file was changed since. Its old tree is of no use to anybody. */
    if (trees->slots[at]->hash == key->hash) found = trees->slots[at];
    else drop(trees, at);
  }
  if (found) {
    atomic_fetch_add(&found->refs, 1);
    found->round = trees->round;
    trees->hits++;
  } else {
    trees->misses++;
  }
  lock_give(&trees->lock);
  return found;
}

void text_trees_put(TextTrees *trees, const TextTreeKey *key, Str bytes) {
  TextKept *tree = arena_heap_grow(NULL, sizeof *tree + bytes.len);
  *tree = (TextKept){.refs = 1, .name = name_of(key), .hash = key->hash, .len = bytes.len};
  memcpy(tree->bytes, bytes.ptr, bytes.len);
  lock_take(&trees->lock);
  size_t at = trees->slot_count ? slot_of(trees, tree->name) : 0;
  if (trees->slot_count && trees->slots[at]) drop(trees, at);
  bool fits = has_room(trees, cost_of(tree));
  if (fits) {
    /* At most half of the slots are used, so that a search for one stays short and
     * always ends at a free one. */
    if (2 * (trees->count + 1) > trees->slot_count) rebuild(trees, trees->slot_count ? 2 * trees->slot_count : FIRST_SLOTS, 0);
    tree->round = trees->round;
    insert(trees, tree);
    trees->count++;
    trees->bytes += cost_of(tree);
  }
  lock_give(&trees->lock);
  /* Not an error: the next search parses the file again. */
  if (!fits) text_kept_give_back(tree);
}

TextTreesCounts text_trees_counts(TextTrees *trees) {
  lock_take(&trees->lock);
  TextTreesCounts counts = {trees->count, trees->bytes, trees->hits, trees->misses};
  lock_give(&trees->lock);
  return counts;
}
