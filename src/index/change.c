/* Compares what a scan finds with what is stored. */
#include <time.h>

#include "src/index/index_internal.h"
#include "src/scan/scan.h"

/* A file changed twice within the clock's grain keeps its time: one this
 * young is compared by contents the next time. */
#define YOUNG_NS (2 * 1000000000LL)

static int64_t wall_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000LL + now.tv_nsec;
}

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

static bool is_same(const StoreFile *known, const ScanFile *found, bool suspect) {
  /* Some reasons only reading shows: then size and time decide. */
  bool by_content = known->skip.len && !found->skip;
  if (!by_content && !str_eq_c(known->skip, found->skip ? found->skip : "")) return false;
  /* Of what cannot be read there is no more to know. */
  if (found->skip && !found->stat.inode && !resolve_is_config(found->path)) return true;
  return !suspect && known->mtime_ns && known->size == found->stat.size && known->mtime_ns == found->stat.mtime_ns;
}

static void add_change(Job *job, IndexChanges *changes, const ScanFile *found, const StoreFile *known) {
  IndexChange change = {.path = found->path, .size = found->stat.size, .language = found->language,
                        .skip = found->skip, .is_config = resolve_is_config(found->path)};
  if (known) change.known = *known;
  if (found->stat.mtime_ns < wall_ns() - YOUNG_NS) change.mtime_ns = found->stat.mtime_ns;
  *vec_add(job->arena, &changes->changed) = change;
}

ScanOptions index_scan_options(const Index *index) {
  const IndexOptions *wanted = &index->options;
  return (ScanOptions){.workers = wanted->workers, .excludes = wanted->excludes,
                       .include = wanted->include, .include_count = wanted->include_count,
                       .exclude = wanted->exclude, .exclude_count = wanted->exclude_count};
}

Err index_compare(Job *job, Index *index, StoreReader *reader, Str path, bool suspect, IndexChanges *changes) {
  ScanFiles found = {0};
  StoreFiles known = {0};
  ScanOptions options = index_scan_options(index);
  options.enter = enter;
  options.context = index;
  TRY(scan_path(job, index->root, path, &options, &found));
  TRY(store_list_files(job, reader, path, &known));
  size_t f = 0, k = 0;
  while (f < found.len || k < known.len) {
    int order = f == found.len ? 1 : k == known.len ? -1
                : str_compare(found.items[f].path, known.items[k].path);
    if (order < 0) {
      add_change(job, changes, &found.items[f++], NULL);
    } else if (order > 0) {
      const StoreFile *gone = &known.items[k++];
      *vec_add(job->arena, &changes->removed) = (IndexRemoval){gone->id, gone->path};
    } else {
      const ScanFile *file = &found.items[f++];
      const StoreFile *stored = &known.items[k++];
      if (!is_same(stored, file, suspect)) add_change(job, changes, file, stored);
    }
  }
  return OK;
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
