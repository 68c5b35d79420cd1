/* Directories of archives, kept while their archives stay as they are: thousands of
 * types may be asked for in one of them, and each would read it anew. */
#include <stdlib.h>

#include "src/index/roots_parts_internal.h"
#include "src/os/stamp.h"

enum { KEPT_MAX = 256 };
#define KEPT_BYTES ((size_t)16 << 20) /* of directories that nobody uses, or one that is larger */

/* ---- one directory ---- */

/* A chain in the archive's order: entries are met from the last to the first. */
static uint32_t put_first(Map *map, Str key, ArchiveEntry *entries, size_t number) {
  const ArchiveEntry *before = map_get(map, key);
  map_put(map, key, &entries[number]);
  return before ? (uint32_t)(before - entries) + 1 : 0;
}

static void index_entries(RootsDirectory *directory, const RootsPacked *packed) {
  const Archive *archive = &directory->archive;
  directory->next = ARENA_ARRAY(&directory->arena, uint32_t, archive->count + 1);
  directory->beside = ARENA_ARRAY(&directory->arena, uint32_t, archive->count + 1);
  map_init(&directory->sources, &directory->arena);
  map_init(&directory->folders, &directory->arena);
  for (size_t i = archive->count; i-- > 0;) {
    Str key = index_roots_packed_key(packed, archive->entries[i].name);
    if (!key.len) continue;
    size_t slash = str_find_last_byte(key, '/');
    directory->next[i] = put_first(&directory->sources, key, archive->entries, i);
    directory->beside[i] = put_first(&directory->folders, slash == STR_NONE ? STR_EMPTY : str_slice(key, 0, slash), archive->entries, i);
  }
}

size_t index_roots_directory_first(const RootsDirectory *directory, Str key, bool is_folder) {
  const ArchiveEntry *first = map_get(is_folder ? &directory->folders : &directory->sources, key);
  return first ? (size_t)(first - directory->archive.entries) + 1 : 0;
}

static void close_directory(RootsDirectory *directory) {
  arena_clear(&directory->arena);
  free(directory);
}

static Err read_directory(Job *job, const RootsOpened *opened, const RootsPacked *packed, RootsDirectory **ret_directory) {
  RootsDirectory *directory = arena_heap_alloc(sizeof *directory);
  Job own;
  arena_init(&directory->arena);
  job_init(&own, &directory->arena);
  Err err = archive_open(&own, opened->root, packed->archive, &directory->archive);
  if (err) {
    err = job_fail(job, err, "%.*s", STR_ARG(own.message));
    close_directory(directory);
    return err;
  }
  archive_close(&directory->archive);
  directory->root = opened->root;
  directory->path = str_copy(&directory->arena, packed->archive);
  directory->stat = *opened->stat;
  index_entries(directory, packed);
  *ret_directory = directory;
  return OK;
}

/* ---- those that are kept; with their lock ---- */

static bool is_it(const RootsDirectory *directory, const RootsOpened *opened, const RootsPacked *packed) {
  return directory->root == opened->root && str_eq(directory->path, packed->archive) && stamp_is_same(&directory->stat, opened->stat);
}

/* Taken out of the list, to be put to its front or closed. */
static RootsDirectory *take_listed(IndexRoots *roots, const RootsOpened *opened, const RootsPacked *packed) {
  for (RootsDirectory **at = &roots->directories; *at; at = &(*at)->older) {
    RootsDirectory *directory = *at;
    if (!is_it(directory, opened, packed)) continue;
    *at = directory->older;
    return directory;
  }
  return NULL;
}

static void list_first(IndexRoots *roots, RootsDirectory *directory) {
  directory->older = roots->directories;
  directory->is_listed = true;
  roots->directories = directory;
}

/* What was asked longest ago goes, once it is too much; what somebody uses goes
 * from the list, and is closed by who uses it last. */
static void drop_oldest(IndexRoots *roots, size_t count_max, size_t bytes_max) {
  size_t count = 0, bytes = 0;
  RootsDirectory **at = &roots->directories;
  for (; *at; at = &(*at)->older) {
    bytes += arena_held(&(*at)->arena);
    if (++count > count_max || (bytes > bytes_max && count > 1)) break;
  }
  RootsDirectory *dropped = *at;
  *at = NULL;
  for (RootsDirectory *older; dropped; dropped = older) {
    older = dropped->older;
    dropped->is_listed = false;
    if (!dropped->users) close_directory(dropped);
  }
}

/* ---- for all ---- */

/* One that changed just now is read each time: it may change again and look the
 * same. Two threads may read the same one; the later one's goes when it is done. */
Err index_roots_directory_take(Job *job, const RootsOpened *opened, const RootsPacked *packed, RootsDirectory **ret_directory) {
  IndexRoots *roots = opened->roots;
  bool is_settled = stamp_settled(opened->stat) != 0;
  lock_take(&roots->directories_lock);
  RootsDirectory *directory = is_settled ? take_listed(roots, opened, packed) : NULL;
  if (directory) {
    list_first(roots, directory);
    directory->users++;
  }
  lock_give(&roots->directories_lock);
  if (!directory) {
    TRY(read_directory(job, opened, packed, &directory));
    directory->users = 1;
    lock_take(&roots->directories_lock);
    if (is_settled) list_first(roots, directory);
    drop_oldest(roots, KEPT_MAX, KEPT_BYTES);
    lock_give(&roots->directories_lock);
  }
  *ret_directory = directory;
  return OK;
}

void index_roots_directory_give(IndexRoots *roots, RootsDirectory *directory) {
  lock_take(&roots->directories_lock);
  bool is_last = !--directory->users && !directory->is_listed;
  lock_give(&roots->directories_lock);
  if (is_last) close_directory(directory);
}

void index_roots_directories_forget(IndexRoots *roots) {
  lock_take(&roots->directories_lock);
  drop_oldest(roots, 0, 0);
  lock_give(&roots->directories_lock);
}
