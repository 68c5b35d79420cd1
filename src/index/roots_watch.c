/* Which changes on disk concern what is known about dependencies. */
#include "src/index/roots_parts_internal.h"

#define WATCHED_MAX 2000 /* folders: the system's watches are for the workspace first */

/* A change of a folder's list concerns who listed it; a change above
 * concerns all beneath it. */
static bool is_about(const RootsAnswer *answer, Str path) {
  Str folder = file_directory(path);
  bool is_inside = str_eq(folder, answer->path) || str_eq(folder, answer->real);
  if (answer->question == ROOTS_LIST && is_inside) return true;
  return str_is_within(answer->path, path) || str_is_within(answer->real, path);
}

/* Whether what the watch reported can have changed an answer. Anything that
 * is not known for sure counts as yes: then the answers are compared with
 * the disk. */
bool index_roots_concern(IndexRoots *roots, int64_t mark, const Str *paths, size_t count) {
  lock_take(&roots->lock);
  bool concern = roots->index->sibling_count || !roots->is_loaded || roots->mark != mark || (roots->answers.live && !roots->is_watched);
  for (size_t i = 0; i < count && !concern; i++) {
    for (MapEntry *entry = NULL; !concern && (entry = map_next(&roots->answers, entry));) {
      concern = is_about(entry->value, paths[i]);
    }
  }
  lock_give(&roots->lock);
  return concern;
}

/* A folder that is not there is seen to come by the one above it. */
static void watch_folder(Job *job, IndexRoots *roots, Str folder, bool *is_new) {
  bool is_known = map_get(&roots->watched, folder);
  if (roots->watched.live >= WATCHED_MAX) roots->is_watched = false;
  if (roots->watched.live >= WATCHED_MAX || watch_add(job, roots->index->watch, folder)) {
    job_forgive(job);
    return;
  }
  if (!is_known) map_put_copy(&roots->watched, folder, roots);
  *is_new |= !is_known;
}

/* All folders above the path; itself too, when it is one that was listed. */
static void watch_above(Job *job, IndexRoots *roots, Map *done, Str path, bool is_listed, bool *is_new) {
  for (size_t i = 1; i < path.len + is_listed; i++) {
    if (i < path.len && path.ptr[i] != '/') continue;
    Str folder = str_slice(path, 0, i);
    if (map_get(done, folder)) continue;
    map_put(done, folder, roots);
    watch_folder(job, roots, folder, is_new);
  }
}

/* Places outside the workspace are not watched: the watch is the workspace's
 * own. They are compared at every refresh instead (roots_unwatched). */
bool index_roots_watch(Job *job, IndexRoots *roots, bool *ret_is_new) {
  Map done;
  map_init(&done, job->arena);
  *ret_is_new = false;
  lock_take(&roots->lock);
  bool is_needed = roots->needs_watch;
  roots->needs_watch = false;
  if (is_needed) roots->is_watched = roots->index->watch != NULL;
  for (MapEntry *entry = NULL; is_needed && roots->is_watched && (entry = map_next(&roots->answers, entry));) {
    const RootsAnswer *answer = entry->value;
    if (answer->path.ptr[0] == '/') {
      roots->is_watched = false; /* outside the workspace */
    } else {
      bool is_listed = answer->question == ROOTS_LIST;
      watch_above(job, roots, &done, answer->path, is_listed, ret_is_new);
      if (!str_eq(answer->real, answer->path)) watch_above(job, roots, &done, answer->real, is_listed && answer->real.len, ret_is_new);
    }
  }
  bool is_watched = roots->is_watched || !roots->answers.live;
  lock_give(&roots->lock);
  return is_watched;
}
