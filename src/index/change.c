/* Compares what a scan finds with what is stored. */
#include <stdlib.h>

#include "src/index/index_internal.h"
#include "src/os/stamp.h"
#include "src/scan/scan.h"

/* Where stamps cannot be trusted: the contents compared by one sweep, of files
 * whose stamps are the same. */
#define DOUBT_FILES 1000
#define DOUBT_BYTES ((uint64_t)16 << 20)

/* Watches each directory before the scan lists it, so that nothing falls in
 * between. */
static Err enter(void *context, Job *job, Str directory) {
  Index *index = context;
  if (!index->watch || watch_health(index->watch) != WATCH_GOOD) return OK;
  /* It holds ignore rules; not every workspace is a git one, and any may
   * become one. */
  if (!directory.len && watch_add(job, index->watch, STR(".git/info"))) job_forgive(job);
  Err err = watch_add(job, index->watch, directory);
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  if (err) job_forgive(job); /* gone meanwhile: the scan will see */
  return OK;
}

/* By the stamp where there is one that can be trusted. A file that was
 * written so recently that it could change again within the clock's tick has
 * none (0) and is read again. */
static bool is_same(const StoreFile *known, const ScanFile *found, bool suspect) {
  /* Some reasons only reading shows: then the stamp decides. */
  bool by_content = known->skip.len && !found->skip;
  if (!by_content && !str_eq_c(known->skip, found->skip ? found->skip : "")) return false;
  /* Of what cannot be read there is no more to know. */
  if (found->skip && !found->stat.inode && !resolve_is_config(found->path)) return true;
  return !suspect && known->stamp && known->stamp == stamp_of(&found->stat);
}

/* What was found is gone with the scan, which lists everything; `known` stays.
 * The stamp is taken before the file is read: what is written meanwhile
 * makes another stamp and is found by the next refresh. */
static void add_change(Job *job, IndexChanges *changes, const ScanFile *found, const StoreFile *known) {
  IndexChange change = {.path = str_copy(job->arena, found->path), .known = known, .size = found->stat.size, .language = found->language,
                        .mtime_ns = found->stat.mtime_ns, .stamp = stamp_settled(&found->stat),
                        .skip = found->skip, .is_config = resolve_is_config(found->path)};
  *vec_add(job->arena, &changes->changed) = change;
}

ScanOptions index_scan_options(const Index *index) {
  const IndexOptions *wanted = &index->options;
  return (ScanOptions){.workers = wanted->workers, .excludes = wanted->excludes,
                       .include = wanted->include, .include_count = wanted->include_count,
                       .exclude = wanted->exclude, .exclude_count = wanted->exclude_count};
}

/* Where a file system makes up times of change, contents are the only proof.
 * Comparing all of them on every sweep would be too dear, so each sweep
 * compares some, going on where the last one ended; after enough of them
 * every change has been seen. */
typedef struct Doubt {
  Str after;
  size_t files;
  uint64_t bytes;
  Str last; /* that was compared */
} Doubt;

static bool is_doubted(Doubt *doubt, const ScanFile *file) {
  if (!doubt || !file->language || str_compare(file->path, doubt->after) <= 0) return false;
  if (doubt->files >= DOUBT_FILES || doubt->bytes >= DOUBT_BYTES) return false;
  doubt->files++;
  doubt->bytes += file->stat.size;
  doubt->last = file->path;
  return true;
}

/* A merge of two lists that are in order of their paths: what only the disk
 * has is new, what only the store has is gone. */
static void find_changes(Job *job, const ScanFiles *found, const StoreFiles *known, bool suspect, Doubt *doubt,
                         IndexChanges *changes) {
  size_t f = 0, k = 0;
  while (f < found->len || k < known->len) {
    int order = f == found->len ? 1 : k == known->len ? -1
                : str_compare(found->items[f].path, known->items[k].path);
    if (order < 0) {
      add_change(job, changes, &found->items[f++], NULL);
    } else if (order > 0) {
      const StoreFile *gone = &known->items[k++];
      *vec_add(job->arena, &changes->removed) = (IndexRemoval){gone->id, gone->path};
    } else {
      const ScanFile *file = &found->items[f++];
      const StoreFile *stored = &known->items[k++];
      if (!is_same(stored, file, suspect) || is_doubted(doubt, file)) add_change(job, changes, file, stored);
    }
  }
}

/* Reaching the end, the next sweep begins anew. */
static void keep_doubt(Index *index, const Doubt *doubt) {
  bool is_full = doubt->files >= DOUBT_FILES || doubt->bytes >= DOUBT_BYTES;
  char *last = is_full ? str_to_heap(doubt->last) : NULL;
  free(index->doubted);
  index->doubted = last;
}

static Err scan(Job *job, Index *index, Arena *arena, Str path, ScanFiles *ret_found) {
  ScanOptions options = index_scan_options(index);
  options.enter = enter;
  options.context = index;
  JOB_ARENA(job, arena);
  return scan_path(job, index->root, path, &options, ret_found);
}

/* `path` empty: the whole workspace, a sweep. The scan watches folders as it
 * enters them, before listing them, so nothing falls in between. */
Err index_compare(Job *job, Index *index, StoreReader *reader, Str path, bool suspect, IndexChanges *changes) {
  ScanFiles found = {0};
  StoreFiles known = {0};
  Arena scanned;
  arena_init(&scanned);
  Err err = scan(job, index, &scanned, path, &found);
  if (!err) err = store_list_files(job, reader, path, &known);
  if (!err) {
    bool doubts = !path.len && !suspect && !root_has_change_times(index->root);
    Doubt doubt = {.after = index->doubted ? str_from_c(index->doubted) : STR_EMPTY};
    find_changes(job, &found, &known, suspect, doubts ? &doubt : NULL, changes);
    if (doubts) keep_doubt(index, &doubt);
  }
  arena_clear(&scanned);
  return err;
}

static int by_path(const void *a, const void *b) {
  return str_compare(((const IndexChange *)a)->path, ((const IndexChange *)b)->path);
}

static int by_id(const void *a, const void *b) {
  int64_t x = ((const IndexRemoval *)a)->id.value, y = ((const IndexRemoval *)b)->id.value;
  return x < y ? -1 : x > y;
}

/* A path may have been reported and found by a sweep as well. */
void index_changes_order(IndexChanges *changes) {
  size_t kept = 0;
  if (changes->changed.len) qsort(changes->changed.items, changes->changed.len, sizeof(IndexChange), by_path);
  for (size_t i = 0; i < changes->changed.len; i++) {
    if (kept && str_eq(changes->changed.items[kept - 1].path, changes->changed.items[i].path)) continue;
    changes->changed.items[kept++] = changes->changed.items[i];
  }
  changes->changed.len = kept;
  kept = 0;
  if (changes->removed.len) qsort(changes->removed.items, changes->removed.len, sizeof(IndexRemoval), by_id);
  for (size_t i = 0; i < changes->removed.len; i++) {
    if (kept && changes->removed.items[kept - 1].id.value == changes->removed.items[i].id.value) continue;
    changes->removed.items[kept++] = changes->removed.items[i];
  }
  changes->removed.len = kept;
}
