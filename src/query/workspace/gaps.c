/* The counts of every language, kept for one generation of the index. */
#include "src/query/workspace/workspace.h"


#include "src/base/lock.h"
#include "src/index/part.h"

typedef struct Gaps {
  Lock lock;
  int64_t generation; /* -1: nothing is known */
  Arena arena;
  StoreCounts counts;
} Gaps;

static void *open_gaps(Index *index) {
  (void)index;
  Gaps *gaps = arena_heap_alloc(sizeof(*gaps));
  lock_init(&gaps->lock);
  arena_init(&gaps->arena);
  gaps->generation = -1;
  return gaps;
}

static void close_gaps(void *part) {
  Gaps *gaps = part;
  arena_clear(&gaps->arena);
  lock_clear(&gaps->lock);
  free(gaps);
}

/* It lives with its index and is closed with it. */
static const IndexPart kind = {open_gaps, close_gaps};

/* Counting happens in the job's arena; what is kept is copied. */
static void keep(Gaps *gaps, const StoreCounts *counts, int64_t generation) {
  arena_reset(&gaps->arena);
  gaps->counts = (StoreCounts){.language_count = counts->language_count};
  gaps->counts.languages = ARENA_ARRAY(&gaps->arena, StoreLanguages, counts->language_count + 1);
  for (size_t i = 0; i < counts->language_count; i++) {
    gaps->counts.languages[i] = counts->languages[i];
    gaps->counts.languages[i].language = str_copy(&gaps->arena, counts->languages[i].language);
  }
  gaps->generation = generation;
}

/* Of one language, or of all. */
static QueryGaps sum(const StoreCounts *counts, Str language) {
  QueryGaps found = {0};
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *one = &counts->languages[i];
    if (language.len && !str_eq(one->language, language)) continue;
    found.calls += one->resolved + one->external + one->unresolved;
    found.unresolved += one->unresolved;
  }
  return found;
}

/* Counted outside of the lock; two who ask at once both count, and give the
 * same. */
Err query_gaps(Job *job, Index *index, StoreReader *reader, Str language, QueryGaps *ret_gaps) {
  Gaps *gaps = index_part(index, &kind);
  int64_t generation;
  StoreCounts counts;
  TRY(index_generation(job, reader, &generation));
  lock_take(&gaps->lock);
  bool known = gaps->generation == generation;
  if (known) *ret_gaps = sum(&gaps->counts, language);
  lock_give(&gaps->lock);
  if (known) return OK;
  TRY(store_count(job, reader, &counts));
  *ret_gaps = sum(&counts, language);
  if (store_reader_beneath(reader)) return OK; /* of a view, which is nobody else's */
  lock_take(&gaps->lock);
  keep(gaps, &counts, generation);
  lock_give(&gaps->lock);
  return OK;
}
