/* One workspace: opening and readers. */
#include <assert.h>

#include "src/index/index_internal.h"
#include "src/index/roots_internal.h"
#include "src/scan/scan.h"

#define PATIENCE_MS 15000
#define MEMORY_MB 1024

const char *const index_skip_language = SCAN_SKIP_LANGUAGE;

static const Str *copy_list(Arena *arena, const Str *items, size_t count) {
  Str *copies = ARENA_ARRAY(arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) copies[i] = str_copy(arena, items[i]);
  return copies;
}

/* The caller's strings need not outlive index_open: workers read the options
 * for as long as the index lives. */
static void copy_options(Index *index, const IndexOptions *options) {
  Arena *arena = &index->arena;
  index->options = *options;
  index->options.root = str_copy(arena, root_path(index->root));
  index->options.cache_dir = str_copy(arena, options->cache_dir);
  index->options.library_folder = str_copy(arena, options->library_folder);
  index->options.excludes = str_copy(arena, options->excludes);
  index->options.include = copy_list(arena, options->include, options->include_count);
  index->options.exclude = copy_list(arena, options->exclude, options->exclude_count);
  if (!options->patience_ms) index->options.patience_ms = PATIENCE_MS;
}

/* Places that are not there are not asked about. */
static void open_places(Job *job, Index *index) {
  IndexPlace *places = ARENA_ARRAY(&index->arena, IndexPlace, index->options.place_count + 1);
  for (size_t i = 0; i < index->options.place_count; i++) {
    const IndexPlace *given = &index->options.places[i];
    places[i] = (IndexPlace){.name = str_copy(&index->arena, given->name)};
    if (root_open(job, given->path, &places[i].root)) job_forgive(job);
    else places[i].path = str_copy(&index->arena, root_path(places[i].root));
  }
  index->options.places = places;
}

/* Does nothing that could take time or fail for the state of the disk: no
 * store is opened and no thread started before somebody asks for a refresh. */
Err index_open(Job *job, const IndexOptions *options, Index **ret_index) {
  AUTO(Root) root = NULL;
  TRY(root_open(job, options->root, &root));
  Index *index = arena_heap_alloc(sizeof(Index));
  arena_init(&index->arena);
  lock_init(&index->lock);
  lock_init(&index->part_lock);
  index_offers_init(&index->offers);
  lock_signal_init(&index->wanted);
  index->root = TAKE(root);
  if (options->timeless) root_forget_change_times(index->root);
  copy_options(index, options);
  open_places(job, index);
  if (options->dependency_files) index->roots = index_roots_open(index);
  *ret_index = index;
  return OK;
}

/* For the next process: what this one knows by heart. */
static void save_world(Index *index) {
  Arena arena;
  Job job;
  if (!index->store || !index_is_unsaved(index)) return;
  arena_init(&arena);
  job_init(&job, &arena);
  index_save(&job, index);
  arena_clear(&arena);
}

/* In this order: parts may use readers, the thread may use the world, the
 * world the store. The thread is told to stop and waited for before anything
 * that it uses goes. */
void index_close(Index *index) {
  index_parts_close(index);
  index_thread_close(index);
  index_offers_clear(&index->offers);
  save_world(index);
  if (index->world) index_world_close(index->world);
  if (index->roots) index_roots_close(index->roots);
  index_siblings_close(index);
  for (size_t i = 0; i < index->options.place_count; i++) {
    if (index->options.places[i].root) root_close(index->options.places[i].root);
  }
  index_views_close(index);
  index_gathered_unref(index->gathered);
  for (size_t i = 0; i < index->idle_count; i++) store_reader_close(index->idle[i]);
  if (index->store) store_close(index->store);
  if (index->watch) watch_close(index->watch);
  root_close(index->root);
  free(index->doubted);
  lock_clear(&index->lock);
  lock_clear(&index->part_lock);
  lock_signal_clear(&index->wanted);
  arena_clear(&index->arena);
  free(index);
}

size_t index_worker_count(const Index *index) {
  return index->options.workers ? index->options.workers : thread_core_count();
}

size_t index_memory_bytes(const Index *index) {
  return (index->options.memory_mb ? index->options.memory_mb : MEMORY_MB) << 20;
}

Str index_root(const Index *index) { return index->options.root; }

int index_watch_fd(Index *index) {
  lock_take(&index->lock);
  int fd = index->watch ? watch_fd(index->watch) : -1;
  lock_give(&index->lock);
  return fd;
}

void index_on_change(Index *index, void (*changed)(void *context), void *context) {
  lock_take(&index->lock);
  index->on_change = changed;
  index->change_context = context;
  lock_give(&index->lock);
}

void index_on_files(Index *index, IndexFilesChanged *changed, void *context) {
  lock_take(&index->lock);
  index->on_files = changed;
  index->files_context = context;
  lock_give(&index->lock);
}

/* On the index's own thread, before its first refresh. A store without a
 * watch is an index that compares by stat on every refresh: slower, never
 * wrong. */
Err index_open_parts(Job *job, Index *index) {
  assert(!index->watch || index->store);
  if (index->store) return OK;
  Store *store;
  IndexOrigins origins = index_find_origins(job, index->options.root);
  StoreOptions options = {.root = index->options.root, .in_cache = index->options.in_cache,
                          .cache_dir = index->options.cache_dir, .bulk_mb = index_memory_bytes(index) >> 24,
                          .revision = (uint64_t)index_revision(index), .exclusive = index->options.exclusive,
                          .origins = origins.items, .origin_count = origins.len};
  TRY(store_open(job, &options, &store));
  Watch *watch = NULL;
  if (!index->options.is_for_once && watch_open(job, index->root, &watch)) {
    job_forgive(job);
    watch = NULL;
  }
  lock_take(&index->lock);
  index->store = store;
  index->watch = watch;
  lock_give(&index->lock);
  return OK;
}

/* What a reader met: rows that do not decode (doubts) or a database that
 * SQLite itself refuses (damage). */
bool index_is_damaged(Index *index) {
  lock_take(&index->lock);
  Store *store = index->store;
  lock_give(&index->lock);
  return store && (store_has_doubts(store) || store_is_damaged(store));
}

/* ---- readers ---- */

/* A kept reader is one of a store that may have been made anew since: then
 * it reads a file that nobody can see any more, and is closed. What is begun
 * here shows one state of the store until it is given back. */
static Err take_stored(Job *job, Index *index, StoreReader **ret_reader) {
  lock_take(&index->lock);
  Store *store = index->store;
  StoreReader *reader = index->idle_count ? index->idle[--index->idle_count] : NULL;
  lock_give(&index->lock);
  if (!store) return job_fail(job, ERR_UNAVAILABLE, "the workspace is not indexed yet: refresh it first");
  if (reader && !store_reader_is_current(reader)) {
    store_reader_close(reader);
    reader = NULL;
  }
  if (!reader) TRY(store_reader_open(job, store, &reader));
  Err err = store_read_begin(job, reader);
  if (err) {
    store_reader_close(reader);
    return err;
  }
  *ret_reader = reader;
  return OK;
}

/* ---- what jobs of one turn share ---- */

/* Some are kept, because opening a connection and reading its schema costs
 * more than most questions. */
static void put_back(Index *index, StoreReader *reader) {
  store_read_end(reader);
  bool kept = false;
  lock_take(&index->lock);
  assert(index->idle_count <= INDEX_READERS_KEPT);
  if (index->idle_count < INDEX_READERS_KEPT && store_reader_is_current(reader)) {
    index->idle[index->idle_count++] = reader;
    kept = true;
  }
  lock_give(&index->lock);
  if (!kept) store_reader_close(reader);
}

static void end_turn(void *context) {
  Index *index = context;
  lock_take(&index->lock);
  StoreReader *reader = TAKE(index->turn.reader);
  index->turn.number = 0;
  index->turn.lent = NULL;
  lock_give(&index->lock);
  if (reader) put_back(index, reader);
}

/* Where the turn is the same as before, somebody has refreshed amid it. */
void index_turn_begin(Job *job, Index *index, uint64_t done) {
  lock_take(&index->lock);
  bool is_known = index->turn.number == job->turn->number;
  StoreReader *reader = TAKE(index->turn.reader);
  index->turn.number = job->turn->number;
  index->turn.done = done;
  index->turn.lent = NULL;
  index->turn.end = (JobTurnEnd){is_known ? index->turn.end.next : NULL, end_turn, index};
  lock_give(&index->lock);
  if (reader) put_back(index, reader);
  if (!is_known) job_turn_hold(job->turn, &index->turn.end);
}

/* Until the turn ends the reader stays in its state, for the other jobs: each
 * beginning and each end of one asks the system for a lock. */
static Err take_in_turn(Job *job, Index *index, StoreReader **ret_reader) {
  lock_take(&index->lock);
  StoreReader *reader = index_turn_holds_locked(job, index) ? TAKE(index->turn.reader) : NULL;
  bool is_good = reader && store_reader_is_current(reader);
  if (is_good) index->turn.lent = reader;
  lock_give(&index->lock);
  if (is_good) {
    store_read_resume(job, reader);
    *ret_reader = reader;
    return OK;
  }
  if (reader) put_back(index, reader);
  TRY(take_stored(job, index, ret_reader));
  lock_take(&index->lock);
  if (index_turn_holds_locked(job, index) && !index->turn.lent) index->turn.lent = *ret_reader;
  lock_give(&index->lock);
  return OK;
}

/* True: it is kept for the next job of the turn. */
static bool return_to_turn(Index *index, StoreReader *reader) {
  lock_take(&index->lock);
  bool is_lent = reader == index->turn.lent;
  if (is_lent) index->turn.lent = NULL;
  lock_give(&index->lock);
  if (!is_lent) return false;
  store_read_pause(reader);
  lock_take(&index->lock);
  index->turn.reader = reader;
  lock_give(&index->lock);
  return true;
}

/* What was laid over another state than the reader shows would name symbols
 * that are not there: then the job gets what is saved. */
Err index_reader_take(Job *job, Index *index, StoreReader **ret_reader) {
  StoreReader *stored = NULL;
  int64_t generation;
  lock_take(&index->lock);
  IndexView *view = index_view_of_locked(index, job);
  lock_give(&index->lock);
  TRY(job->turn ? take_in_turn(job, index, &stored) : take_stored(job, index, &stored));
  *ret_reader = stored;
  if (!view || !view->laid) return OK;
  Err err = index_generation(job, stored, &generation);
  if (!err && generation == view->laid->generation) *ret_reader = store_reader_through(stored, view->laid->layer);
  if (err) index_reader_return(index, stored);
  return err;
}

static StoreReader *leave_layer(StoreReader *reader) {
  StoreReader *beneath = store_reader_beneath(reader);
  if (beneath) store_reader_close(reader);
  return beneath ? beneath : reader;
}

void index_reader_return(Index *index, StoreReader *reader) {
  assert(reader);
  reader = leave_layer(reader);
  if (!return_to_turn(index, reader)) put_back(index, reader);
}
