/* One workspace: opening, readers, status. */
#include <assert.h>

#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/index/roots_internal.h"
#include "src/parse/parse.h"
#include "src/scan/scan.h"

#define SKIPS_SHOWN 20
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

/* ---- status ---- */

static const char *describe_watch(const Index *index) {
  if (!index->store) return "not started";
  if (!index->watch) return "sweeping: changes cannot be watched here";
  switch (index->health) {
    case WATCH_PARTIAL: return "sweeping: the system's limit of watches is reached";
    case WATCH_UNSUPPORTED: return "sweeping: this file system reports no changes";
    case WATCH_GOOD:
    case WATCH_OVERFLOW: break;
  }
  return "watching";
}

typedef VEC(IndexSkip) Skips;

/* What is in quarantine and not left out as a file: files without edges, and
 * dependencies. Strikes know hashes of names only. */
static void name_strike(Job *job, const Index *index, const StoreFiles *files, uint64_t hash, Skips *skips) {
  Str path;
  for (size_t i = 0; i < files->len; i++) {
    if (index_edges_key(job->arena, files->items[i].path) != hash) continue;
    *vec_add(job->arena, skips) = (IndexSkip){files->items[i].path, INDEX_SKIP_EDGES};
  }
  if (index->roots && index_roots_find(job, index->roots, hash, &path)) {
    *vec_add(job->arena, skips) = (IndexSkip){path, INDEX_SKIP_DEADLY};
  }
}

static Err name_strikes(Job *job, const Index *index, StoreReader *reader, Skips *skips) {
  const IndexStrike *strikes;
  StoreFiles files = {0};
  size_t count = index_quarantine_list(job, store_keep(index->store), store_part(index->store), &strikes);
  for (size_t i = 0; i < count && skips->len < SKIPS_SHOWN; i++) {
    if (strikes[i].count < INDEX_QUARANTINE_OUT) continue;
    if (!files.len) TRY(store_list_files(job, reader, STR_EMPTY, &files));
    name_strike(job, index, &files, strikes[i].path, skips);
  }
  return OK;
}

/* What is in quarantine comes first: it is always named. */
static Err read_status(Job *job, const Index *index, StoreReader *reader, IndexStatus *status) {
  StoreFiles skipped;
  Skips skips = {0};
  TRY(store_count(job, reader, &status->counts));
  TRY(name_strikes(job, index, reader, &skips));
  TRY(store_list_skipped(job, reader, STR(SCAN_SKIP_LANGUAGE), STR(INDEX_SKIP_DEADLY), SKIPS_SHOWN, &skipped));
  for (size_t i = 0; i < status->counts.skip_count; i++) status->skipped += status->counts.skips[i].count;
  for (size_t i = 0; i < skipped.len; i++) {
    *vec_add(job->arena, &skips) = (IndexSkip){skipped.items[i].path, str_to_c(job->arena, skipped.items[i].skip)};
  }
  status->skips = skips.items;
  status->skip_count = skips.len;
  return OK;
}

/* Languages whose names say that they want a standard library. */
static void list_libraries(Job *job, const Index *index, IndexStatus *status) {
  VEC(IndexLibrary) libraries = {0};
  for (size_t i = 0; i < status->counts.language_count; i++) {
    const Language *language = language_find(status->counts.languages[i].language);
    if (!language || !language->names.globals) continue;
    Str family = str_from_c(language->family ? language->family : language->name);
    bool is_listed = false;
    for (size_t k = 0; k < libraries.len; k++) is_listed |= str_eq(libraries.items[k].family, family);
    if (is_listed) continue;
    Str file = str_format(job->arena, "%.*s.facts", STR_ARG(family));
    bool is_there = index->options.library_folder.len &&
                    file_exists(file_join(job->arena, index->options.library_folder, file));
    *vec_add(job->arena, &libraries) = (IndexLibrary){family, is_there};
  }
  status->libraries = libraries.items;
  status->library_count = libraries.len;
}

/* The languages that files were not read for with this reason: "bash, yaml"; empty: none. */
static Str list_unread(Arena *arena, const IndexStatus *status, const char *why, const Language **ret_first) {
  Buf list;
  buf_init(&list, arena, 4096);
  for (size_t i = 0; i < status->counts.skip_count; i++) {
    Str name = status->counts.skips[i].reason;
    if (!str_starts_with(name, str_from_c(why))) continue;
    name = str_slice(name, strlen(why), name.len);
    if (!*ret_first) *ret_first = language_find(name);
    buf_add_format(&list, "%s%.*s", buf_str(&list).len ? ", " : "", STR_ARG(name));
  }
  return buf_str(&list);
}

/* Whoever copied the program alone, or built a part of it, has to be told: files
 * in such a language look as if nobody knew it. */
static Str unread_note(Job *job, const IndexStatus *status) {
  const Language *first = NULL;
  Str names = list_unread(job->arena, status, SCAN_SKIP_GRAMMAR, &first), why = STR_EMPTY;
  if (!names.len) return STR_EMPTY;
  Err err = first ? parse_find(job, first) : OK;
  if (err) {
    why = str_copy(job->arena, job_message(job, err));
    job_forgive(job);
  } else {
    why = STR("there was no grammar when they were looked at; 'fathom index --full' looks again");
  }
  return str_format(job->arena, "not read: %.*s: %.*s", STR_ARG(names), STR_ARG(why));
}
static Str left_out_note(Job *job, const IndexStatus *status) {
  const Language *first = NULL;
  Str names = list_unread(job->arena, status, SCAN_SKIP_LEFT_OUT, &first);
  if (!names.len) return STR_EMPTY;
  return str_format(job->arena, "not built in: %.*s: this program was made for other languages (LANGUAGES=), or without cargo, which fetches some "
                    "grammars; 'make build' makes it for all", STR_ARG(names));
}

/* What stood in the way of the index's files, and why they are not where or
 * what they usually are. */
static Err list_notes(Job *job, Store *store, IndexStatus *status) {
  VEC(Str) notes = {0};
  KeepParts refused;
  Keep *keep = store_keep(store);
  if (store_note(store).len) *vec_add(job->arena, &notes) = str_copy(job->arena, store_note(store));
  if (keep_trouble(keep).len) {
    *vec_add(job->arena, &notes) = str_format(job->arena, "the index is made anew by every process: %.*s", STR_ARG(keep_trouble(keep)));
  }
  TRY(keep_list_refused(job, keep, &refused));
  for (size_t i = 0; i < refused.len; i++) {
    *vec_add(job->arena, &notes) =
        str_format(job->arena, "set aside: '%.*s/%.*s' is nothing that fathom made; look at it and remove it",
                   STR_ARG(keep_path(keep)), STR_ARG(refused.items[i]));
  }
  Str unread = unread_note(job, status), left_out = left_out_note(job, status);
  if (unread.len) *vec_add(job->arena, &notes) = unread;
  if (left_out.len) *vec_add(job->arena, &notes) = left_out;
  status->notes = notes.items;
  status->note_count = notes.len;
  return OK;
}

/* Never 100 while work is under way: that is what its end says. */
static int percent_of(const IndexProgress *progress) {
  if (!progress->phase) return 100;
  if (!progress->total) return 0;
  int percent = (int)(progress->done * 100 / progress->total);
  return percent < 100 ? percent : 99;
}

/* Cheap enough for every answer: it takes the lock and looks at nothing
 * stored. */
void index_state(Index *index, IndexState *ret_state) {
  lock_take(&index->lock);
  *ret_state = (IndexState){.provisional = index->store && !index->complete, .behind = index->behind,
                            .percent = percent_of(&index->progress), .phase = index->progress.phase};
  lock_give(&index->lock);
}

/* What the thread changes is read under the lock; what is stored afterwards,
 * without it, so that a status does not hold up a refresh. */
Err index_status(Job *job, Index *index, IndexStatus *ret_status) {
  IndexStatus status = {.root = index->options.root};
  index_state(index, &status.state);
  lock_take(&index->lock);
  Store *store = index->store;
  status.last_refresh_ms = index->last_refresh_ms;
  status.watcher = describe_watch(index);
  status.timeless = !root_has_change_times(index->root);
  lock_give(&index->lock);
  if (store) {
    status.location = store_location(store);
    status.exclusive = store_is_exclusive(store);
    status.store_bytes = store_bytes(store);
    StoreReader *reader;
    TRY(index_reader_take(job, index, &reader));
    Err err = read_status(job, index, reader, &status);
    index_reader_return(index, reader);
    if (err) return err;
    list_libraries(job, index, &status);
    if (index->roots) index_roots_list(job, index->roots, &status);
    if (index->roots) index_siblings_list(job, index->roots, &status);
    TRY(list_notes(job, store, &status));
  }
  *ret_status = status;
  return OK;
}
