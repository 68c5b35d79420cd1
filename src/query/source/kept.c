/* Texts of files that were shown, kept for as long as nobody has touched them.
 * The index's watch tells: a text is good while the index is as calm as it was
 * when the text was read (index_calm), and every directory from the root to the
 * file is heard, whether it is indexed or not. A file that could change without
 * a word in those directories is read each time: one with a second name, or
 * with a link on its way. */
#include <stdlib.h>

#include "src/base/lock.h"
#include "src/index/part.h"
#include "src/query/source/source.h"

/* Of all texts, and of one of them. What is asked for next is mostly near what
 * was asked for: beyond this all of it makes room. */
#define KEPT_MAX ((size_t)2 << 20)
#define KEPT_ONE_MAX ((size_t)256 << 10)

typedef struct Kept {
  Lock lock;
  Arena arena;
  uint64_t calm; /* what follows was read in this state of the index */
  Map sources;   /* path -> QuerySource */
  Map heard;     /* directories */
} Kept;

static void *open_kept(Index *index) {
  (void)index;
  Kept *kept = arena_heap_alloc(sizeof *kept);
  lock_init(&kept->lock);
  return kept;
}

static void close_kept(void *part) {
  Kept *kept = part;
  arena_clear(&kept->arena);
  lock_clear(&kept->lock);
  free(kept);
}

/* With the lock. False: others are further already. */
static bool is_of(Kept *kept, uint64_t calm) {
  if (kept->calm < calm || kept->arena.used > KEPT_MAX) {
    arena_clear(&kept->arena);
    map_init(&kept->sources, &kept->arena);
    map_init(&kept->heard, &kept->arena);
    kept->calm = calm;
  }
  return kept->calm == calm;
}

/* Copied while the lock is held: another thread may forget everything right
 * afterwards. */
static QuerySource copy_of(Arena *arena, const QuerySource *source) {
  QuerySource copy = *source;
  copy.path = str_copy(arena, source->path);
  copy.text = str_copy(arena, source->text);
  copy.starts = arena_copy(arena, source->starts, ((size_t)source->lines + 1) * sizeof *source->starts);
  return copy;
}

static bool find(Kept *kept, uint64_t calm, Str path, Arena *arena, QuerySource *ret_source) {
  lock_take(&kept->lock);
  const QuerySource *source = is_of(kept, calm) ? map_get(&kept->sources, path) : NULL;
  if (source) *ret_source = copy_of(arena, source);
  lock_give(&kept->lock);
  return source;
}

static void add(Kept *kept, uint64_t calm, const QuerySource *source) {
  lock_take(&kept->lock);
  if (is_of(kept, calm) && !map_get(&kept->sources, source->path)) {
    QuerySource *own = ARENA_NEW(&kept->arena, QuerySource);
    *own = copy_of(&kept->arena, source);
    map_put(&kept->sources, own->path, own);
  }
  lock_give(&kept->lock);
}

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

/* Heard first, then read: so nothing falls in between. */
Err query_source_open_kept(Job *job, Index *index, uint64_t calm, Str path, QuerySource *ret_source) {
  static const IndexPart kind = {open_kept, close_kept};
  Kept *kept = index_part(index, &kind);
  Str text;
  FileStat stat;
  if (!calm || index_view_text(job, index, path, &text)) return query_source_open(job, index, path, ret_source);
  if (find(kept, calm, path, job->arena, ret_source)) return OK;
  bool may_keep = hears_all_above(index, kept, calm, path);
  if (!may_keep || root_read_entry(job, index_files(index), path, KEPT_ONE_MAX, &stat, &text)) {
    job_forgive(job);
    return query_source_open(job, index, path, ret_source);
  }
  query_source_take(job->arena, path, text, ret_source);
  ret_source->index = index;
  if (stat.names == 1) add(kept, calm, ret_source);
  return OK;
}
