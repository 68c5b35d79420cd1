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
  if (found->skip) return true;
  return !suspect && known->mtime_ns && known->size == found->stat.size &&
         known->mtime_ns == found->stat.mtime_ns &&
         (by_content || str_eq_c(known->language, found->language->name));
}

static void add_change(Job *job, IndexChanges *changes, const ScanFile *found, const StoreFile *known) {
  IndexChange change = {.path = found->path, .size = found->stat.size, .language = found->language,
                        .skip = found->skip};
  if (known) change.known = *known;
  if (found->stat.mtime_ns < wall_ns() - YOUNG_NS) change.mtime_ns = found->stat.mtime_ns;
  *vec_add(job->arena, &changes->changed) = change;
}

Err index_compare(Job *job, Index *index, StoreReader *reader, Str path, bool suspect, IndexChanges *changes) {
  ScanFiles found = {0};
  StoreFiles known = {0};
  TRY(scan_path(job, index->root, path, enter, index, &found));
  TRY(store_list_files(job, reader, path, false, &known));
  size_t f = 0, k = 0;
  while (f < found.len || k < known.len) {
    int order = f == found.len ? 1 : k == known.len ? -1
                : str_compare(found.items[f].path, known.items[k].path);
    if (order < 0) {
      add_change(job, changes, &found.items[f++], NULL);
    } else if (order > 0) {
      *vec_add(job->arena, &changes->removed) = known.items[k++].id;
    } else {
      const ScanFile *file = &found.items[f++];
      const StoreFile *stored = &known.items[k++];
      if (!is_same(stored, file, suspect)) add_change(job, changes, file, stored);
    }
  }
  return OK;
}
