/* Facts in memory, by file, as far as they fit. One entry per file that has
 * facts here; those that nobody has borrowed are in a list, the last used first.
 *
 * Only what nobody has borrowed can go: resolution holds pointers into facts
 * while it runs. So the limit may be passed by what all threads use at one
 * time, and by no more than that. */
#include <assert.h>
#include <stdlib.h>

#include "src/base/lock.h"
#include "src/index/cache_internal.h"

typedef enum EntryState { ENTRY_EMPTY, ENTRY_LOADING, ENTRY_READY, ENTRY_FAILED } EntryState;

/* An entry stays where it is while somebody has borrowed it, and goes with its
 * facts: a project has many times the files whose facts fit. */
typedef struct Entry {
  EntryState state;
  WorldFile file;
  size_t borrowed;
  size_t bytes;
  Arena arena;
  FactsMark mark;
  Facts facts[FACTS_REFS + 1]; /* by how far they are read: one that was lent never changes */
  struct Entry *newer, *older; /* while nobody has borrowed it */
} Entry;

struct IndexCache {
  Lock lock;
  LockSignal loaded;
  IndexCacheLoad *load;
  void *context;
  size_t bytes, bytes_max;
  Entry **entries; /* by file */
  size_t entry_cap;
  Entry *newest, *oldest;
};

IndexCache *index_cache_open(size_t bytes_max, IndexCacheLoad *load, void *context) {
  IndexCache *cache = arena_heap_alloc(sizeof(*cache));
  lock_init(&cache->lock);
  lock_signal_init(&cache->loaded);
  cache->load = load;
  cache->context = context;
  cache->bytes_max = bytes_max;
  return cache;
}

static void empty(IndexCache *cache, Entry *entry) {
  assert(!entry->borrowed && cache->bytes >= entry->bytes);
  arena_clear(&entry->arena);
  cache->bytes -= entry->bytes;
  cache->entries[entry->file] = NULL;
  free(entry);
}

void index_cache_close(IndexCache *cache) {
  for (size_t i = 0; i < cache->entry_cap; i++) {
    if (!cache->entries[i]) continue;
    arena_clear(&cache->entries[i]->arena);
    free(cache->entries[i]);
  }
  free(cache->entries);
  lock_clear(&cache->lock);
  lock_signal_clear(&cache->loaded);
  free(cache);
}

/* ---- the list ---- */

static void list_add(IndexCache *cache, Entry *entry) {
  assert(!entry->newer && !entry->older && cache->newest != entry);
  entry->older = cache->newest;
  entry->newer = NULL;
  if (cache->newest) cache->newest->newer = entry;
  cache->newest = entry;
  if (!cache->oldest) cache->oldest = entry;
}

static void list_remove(IndexCache *cache, Entry *entry) {
  if (entry->newer) entry->newer->older = entry->older;
  else cache->newest = entry->older;
  if (entry->older) entry->older->newer = entry->newer;
  else cache->oldest = entry->newer;
  entry->newer = entry->older = NULL;
}

/* From the oldest on. */
static void make_room(IndexCache *cache, size_t bytes_max) {
  while (cache->bytes > bytes_max && cache->oldest) {
    Entry *entry = cache->oldest;
    list_remove(cache, entry);
    empty(cache, entry);
  }
}

/* ---- borrowing ---- */

static Entry *entry_of(IndexCache *cache, WorldFile file) {
  if (file >= cache->entry_cap) {
    size_t cap = cache->entry_cap ? cache->entry_cap : 1024;
    while (cap <= file) cap *= 2;
    cache->entries = arena_heap_grow(cache->entries, cap * sizeof(*cache->entries));
    for (size_t i = cache->entry_cap; i < cap; i++) cache->entries[i] = NULL;
    cache->entry_cap = cap;
  }
  if (!cache->entries[file]) {
    cache->entries[file] = arena_heap_alloc(sizeof(Entry));
    cache->entries[file]->file = file;
    arena_init(&cache->entries[file]->arena);
  }
  return cache->entries[file];
}

/* With the lock, which is given up meanwhile: decoding facts takes long, and
 * others may want other files. Whoever wants the same file waits for this
 * one. A file that cannot be loaded is remembered as such until it is
 * dropped; one whose rest cannot is as if the rest were empty. */
static void load(IndexCache *cache, Entry *entry, FactsPart part) {
  bool is_first = entry->state == ENTRY_EMPTY;
  Facts facts = entry->facts[entry->mark.part];
  FactsMark mark = entry->mark;
  entry->state = ENTRY_LOADING;
  lock_give(&cache->lock);
  bool is_good = cache->load(cache->context, entry->file, part, &entry->arena, &mark, &facts);
  lock_take(&cache->lock);
  entry->state = is_good || !is_first ? ENTRY_READY : ENTRY_FAILED;
  entry->mark = mark;
  entry->facts[mark.part] = facts;
  cache->bytes -= entry->bytes;
  entry->bytes = arena_held(&entry->arena) + sizeof(Entry); /* facts of a small file take a tenth of their block */
  cache->bytes += entry->bytes;
  lock_wake_all(&cache->loaded);
  make_room(cache, cache->bytes_max);
}

/* With the lock, and borrowed. */
static const Facts *as_far_as(IndexCache *cache, Entry *entry, FactsPart part) {
  while (entry->state == ENTRY_LOADING) lock_wait(&cache->loaded, &cache->lock);
  while (entry->state == ENTRY_EMPTY || (entry->state == ENTRY_READY && entry->mark.part < part)) load(cache, entry, part);
  return entry->state == ENTRY_READY ? &entry->facts[entry->mark.part] : NULL;
}

/* Counted before it is waited for, so that an entry which is being loaded is
 * nobody's to drop. */
const Facts *index_cache_borrow(IndexCache *cache, WorldFile file, FactsPart part) {
  lock_take(&cache->lock);
  Entry *entry = entry_of(cache, file);
  if (entry->state >= ENTRY_READY && !entry->borrowed) list_remove(cache, entry);
  entry->borrowed++;
  const Facts *facts = as_far_as(cache, entry, part);
  if (!facts && --entry->borrowed == 0) list_add(cache, entry);
  lock_give(&cache->lock);
  return facts;
}

const Facts *index_cache_more(IndexCache *cache, WorldFile file, FactsPart part) {
  lock_take(&cache->lock);
  Entry *entry = entry_of(cache, file);
  assert(entry->borrowed);
  const Facts *facts = as_far_as(cache, entry, part);
  lock_give(&cache->lock);
  return facts;
}

/* What is given back is the newest of those that may go. */
void index_cache_give_back(IndexCache *cache, WorldFile file) {
  lock_take(&cache->lock);
  Entry *entry = entry_of(cache, file);
  if (entry->borrowed && --entry->borrowed == 0) {
    list_add(cache, entry);
    make_room(cache, cache->bytes_max);
  }
  lock_give(&cache->lock);
}

void index_cache_trim(IndexCache *cache, size_t bytes) {
  lock_take(&cache->lock);
  make_room(cache, bytes);
  lock_give(&cache->lock);
}

/* A file that changed. Nobody resolves meanwhile, so nobody has borrowed it. */
void index_cache_drop(IndexCache *cache, WorldFile file) {
  lock_take(&cache->lock);
  Entry *entry = file < cache->entry_cap ? cache->entries[file] : NULL;
  if (entry && entry->state >= ENTRY_READY && !entry->borrowed) {
    list_remove(cache, entry);
    empty(cache, entry);
  }
  lock_give(&cache->lock);
}
