/* Texts of files, and what was made from them, kept for as long as nobody has
 * touched the files. The index's watch tells: a text is good while the index is
 * as calm as it was when the text was read (index_calm), and every directory from
 * the root to the file is heard, whether it is indexed or not. A file that could
 * change without a word in those directories is read each time: one with a second
 * name, or with a link on its way. What is kept is never changed, only forgotten,
 * the longest unused first; who holds one does so until he gives it back. */
#include <stdatomic.h>
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/index/part.h"
#include "src/query/source/source.h"

/* Bytes of all texts with what was made from them, and of one text: tokens take
 * about four times as much as the text. */
#define KEPT_MAX ((size_t)32 << 20)
#define KEPT_ONE_MAX ((size_t)2 << 20)
#define BUCKETS 1024

typedef struct Kept Kept;

struct QueryShared {
  atomic_size_t refs;
  QuerySource source;
  Arena arena; /* of the source, where it is kept, and of `made` */
  Lock lock;   /* while it is made */
  const void *made;
  Kept *kept; /* NULL: it is nobody else's */
  /* With the lock of `kept`: */
  bool is_listed;
  size_t bytes;
  QueryShared *next; /* in its bucket */
  QueryShared *newer, *older;
};

struct Kept {
  Lock lock;
  uint64_t calm; /* what follows was read in this state of the index */
  QueryShared *buckets[BUCKETS];
  QueryShared *newest, *oldest;
  size_t bytes;
  Arena arena;
  Map heard; /* directories */
};

/* ---- one ---- */

static QueryShared *shared_open(void) {
  QueryShared *shared = arena_heap_alloc(sizeof *shared);
  atomic_init(&shared->refs, 1);
  lock_init(&shared->lock);
  return shared;
}

void query_source_unshare(QueryShared *shared) {
  if (atomic_fetch_sub(&shared->refs, 1) > 1) return;
  arena_clear(&shared->arena);
  lock_clear(&shared->lock);
  free(shared);
}

const QuerySource *query_shared_source(const QueryShared *shared) { return &shared->source; }

/* ---- all of them, with the lock ---- */

static QueryShared **bucket_of(Kept *kept, Str path) { return &kept->buckets[hash_str(path) % BUCKETS]; }

static void put_first(Kept *kept, QueryShared *shared) {
  shared->newer = NULL;
  shared->older = kept->newest;
  if (kept->newest) kept->newest->newer = shared;
  kept->newest = shared;
  if (!kept->oldest) kept->oldest = shared;
}

static void take_out(Kept *kept, QueryShared *shared) {
  *(shared->newer ? &shared->newer->older : &kept->newest) = shared->older;
  *(shared->older ? &shared->older->newer : &kept->oldest) = shared->newer;
}

static void forget(Kept *kept, QueryShared *shared) {
  QueryShared **at = bucket_of(kept, shared->source.path);
  while (*at != shared) at = &(*at)->next;
  *at = shared->next;
  take_out(kept, shared);
  kept->bytes -= shared->bytes;
  shared->is_listed = false;
  query_source_unshare(shared);
}

static void count_bytes(Kept *kept, QueryShared *shared) {
  kept->bytes -= shared->bytes;
  shared->bytes = sizeof *shared + arena_held(&shared->arena);
  kept->bytes += shared->bytes;
  while (kept->bytes > KEPT_MAX && kept->oldest) forget(kept, kept->oldest);
}

/* False: others are further already. */
static bool is_of(Kept *kept, uint64_t calm) {
  if (kept->calm < calm) {
    while (kept->oldest) forget(kept, kept->oldest);
    arena_clear(&kept->arena);
    map_init(&kept->heard, &kept->arena);
    kept->calm = calm;
  }
  return kept->calm == calm;
}

static QueryShared *listed(Kept *kept, Str path) {
  QueryShared *shared = *bucket_of(kept, path);
  while (shared && !str_eq(shared->source.path, path)) shared = shared->next;
  return shared;
}

/* ---- the part ---- */

static void *open_kept(Index *index) {
  (void)index;
  Kept *kept = arena_heap_alloc(sizeof *kept);
  lock_init(&kept->lock);
  return kept;
}

static void close_kept(void *part) {
  Kept *kept = part;
  while (kept->oldest) forget(kept, kept->oldest);
  arena_clear(&kept->arena);
  lock_clear(&kept->lock);
  free(kept);
}

static Kept *kept_of(Index *index) {
  static const IndexPart kind = {open_kept, close_kept};
  return index_part(index, &kind);
}

/* NULL: it is not there. */
static QueryShared *find(Kept *kept, uint64_t calm, Str path) {
  lock_take(&kept->lock);
  QueryShared *shared = is_of(kept, calm) ? listed(kept, path) : NULL;
  if (shared) {
    atomic_fetch_add(&shared->refs, 1);
    take_out(kept, shared);
    put_first(kept, shared);
  }
  lock_give(&kept->lock);
  return shared;
}

static QuerySource copy_of(Arena *arena, const QuerySource *source) {
  QuerySource copy = *source;
  copy.path = str_copy(arena, source->path);
  copy.text = str_copy(arena, source->text);
  copy.starts = arena_copy(arena, source->starts, ((size_t)source->lines + 1) * sizeof *source->starts);
  return copy;
}

/* A copy of the source for everybody, which the caller holds too. */
static QueryShared *add(Kept *kept, uint64_t calm, const QuerySource *source) {
  QueryShared *shared = shared_open();
  shared->source = copy_of(&shared->arena, source);
  lock_take(&kept->lock);
  if (is_of(kept, calm) && !listed(kept, source->path)) {
    QueryShared **bucket = bucket_of(kept, source->path);
    shared->kept = kept;
    shared->is_listed = true;
    shared->next = *bucket;
    *bucket = shared;
    put_first(kept, shared);
    atomic_fetch_add(&shared->refs, 1);
    count_bytes(kept, shared);
  }
  lock_give(&kept->lock);
  return shared;
}

/* ---- what is heard ---- */

/* Each directory once for a state. A link is no directory, so that there is none
 * on the way to what is heard. */
static bool hears(Index *index, Kept *kept, uint64_t calm, Str directory) {
  lock_take(&kept->lock);
  bool is_heard = is_of(kept, calm) && map_get(&kept->heard, directory);
  lock_give(&kept->lock);
  if (is_heard) return true;
  if (!index_hear(index, directory)) return false;
  lock_take(&kept->lock);
  if (is_of(kept, calm)) map_put_copy(&kept->heard, directory, kept);
  lock_give(&kept->lock);
  return true;
}

static bool hears_all_above(Index *index, Kept *kept, uint64_t calm, Str path) {
  if (!hears(index, kept, calm, STR_EMPTY)) return false;
  for (size_t i = 1; i < path.len; i++) {
    if (path.ptr[i] == '/' && !hears(index, kept, calm, str_slice(path, 0, i))) return false;
  }
  return true;
}

/* ---- asking ---- */

/* In the job's arena, and whether it may be kept. Heard first, then read: so
 * nothing falls in between. */
static Err read_source(Job *job, Index *index, uint64_t calm, Str path, QuerySource *ret_source, bool *ret_may_keep) {
  Str text;
  FileStat stat;
  bool is_heard = hears_all_above(index, kept_of(index), calm, path);
  *ret_may_keep = false;
  if (!is_heard || root_read_entry(job, index_files(index), path, KEPT_ONE_MAX, &stat, &text)) {
    job_forgive(job);
    return query_source_open(job, index, path, ret_source);
  }
  query_source_take(job->arena, path, text, ret_source);
  ret_source->index = index;
  *ret_may_keep = stat.names == 1;
  return OK;
}

static bool is_asked_of_disk(Job *job, Index *index, uint64_t calm, Str path) {
  Str text;
  return !calm || index_view_text(job, index, path, &text);
}

Err query_source_open_kept(Job *job, Index *index, uint64_t calm, Str path, QuerySource *ret_source) {
  bool may_keep;
  if (is_asked_of_disk(job, index, calm, path)) return query_source_open(job, index, path, ret_source);
  QueryShared *shared = find(kept_of(index), calm, path);
  if (shared) *ret_source = copy_of(job->arena, &shared->source);
  else TRY(read_source(job, index, calm, path, ret_source, &may_keep));
  if (!shared && may_keep) shared = add(kept_of(index), calm, ret_source);
  if (shared) query_source_unshare(shared);
  return OK;
}

Err query_source_share(Job *job, Index *index, uint64_t calm, Str path, QueryShared **ret_shared) {
  QuerySource source;
  bool may_keep = false;
  bool is_of_disk = is_asked_of_disk(job, index, calm, path);
  QueryShared *shared = is_of_disk ? NULL : find(kept_of(index), calm, path);
  if (!shared) {
    if (is_of_disk) TRY(query_source_open(job, index, path, &source));
    else TRY(read_source(job, index, calm, path, &source, &may_keep));
    shared = may_keep ? add(kept_of(index), calm, &source) : shared_open();
    if (!may_keep) shared->source = source;
  }
  *ret_shared = shared;
  return OK;
}

bool query_source_share_next(Job *job, const QueryTexts *texts, Str path, QueryShared **shared) {
  if (*shared && str_eq((*shared)->source.path, path)) return true;
  if (*shared) query_source_unshare(*shared);
  *shared = NULL;
  if (query_source_share(job, texts->index, texts->calm, path, shared)) job_forgive(job);
  return *shared;
}

const void *query_shared_made(QueryShared *shared, QueryMake *make) {
  lock_take(&shared->lock);
  bool is_new = !shared->made;
  if (is_new) shared->made = make(&shared->arena, &shared->source);
  const void *made = shared->made;
  lock_give(&shared->lock);
  if (!is_new || !shared->kept) return made;
  lock_take(&shared->kept->lock);
  if (shared->is_listed) count_bytes(shared->kept, shared);
  lock_give(&shared->kept->lock);
  return made;
}
