/* A refresh: what may have changed, what did, and the batches
 * that bring it into the store. A change to a complete index is one batch:
 * nobody sees half of it, unless it is too much for that. One that fails leaves
 * whole batches behind and is made good by a sweep and by resolving anew. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/extract/extract.h"
#include "src/index/crew_internal.h"
#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/index/roots_internal.h"
#include "src/os/process.h"
#include "src/os/secret.h"
#include "src/scan/scan.h"

#define BULK_FILES 100        /* from here the log is folded in at once */
#define BATCH_BYTES ((size_t)32 << 20) /* of facts or edges */
#define BATCH_MS 1000
#define MANY_CHANGES 1000     /* from here a sweep is cheaper */
#define WRITER_PATIENCE_MS 2000
#define WRITER_POLL_MS 50
#define SAVE_EVERY_MS 300000  /* the world, while it goes on changing */
#define ANY_PATIENCE_MS 15000 /* for another process's first build */

typedef struct Refresh {
  Job *job;
  Index *index;
  Store *store;
  IndexBatch batch;
  int64_t revision;
  int64_t generation; /* of what is stored: raised by whoever changes it */
  int64_t birth;      /* of the store */
  int64_t roots_mark; /* of the answers about dependencies that edges were made from */
  IndexRootsChanges roots;
  bool is_stale;    /* made by another build, or nothing is stored: all anew */
  bool is_other_build; /* what is stored was made by another build: its faults may be mended */
  bool is_complete; /* everything was indexed once */
  bool is_unfinished;  /* somebody did not finish: edges may be missing or old */
  bool is_bulk;     /* somebody did not finish a bulk load */
  bool keeps_memory;
  FileId doubts[STORE_DOUBTS_MAX]; /* files whose rows are damaged: they are read again */
  size_t doubt_count;
} Refresh;

/* The next one who needs it loads it from the store, which is what is true. */
void index_forget_world(Index *index) {
  if (index->world) index_world_close(index->world);
  index->world = NULL;
}

/* With the first write of a refresh the store says that edges may be missing
 * or old, and that its state is another one. Whoever finds "unfinished"
 * later, because this process ended, resolves everything anew. */
static Err announce(IndexBatch *batch) {
  batch->is_announced = true;
  TRY(store_put_number(batch->job, batch->store, STR("generation"), batch->generation));
  return store_put_number(batch->job, batch->store, STR("unfinished"), true);
}

static Err await_beside(IndexBatch *batch) {
  IndexBeside *beside = batch->beside;
  batch->beside = NULL;
  return beside ? index_beside_end(batch->job, beside) : OK;
}

/* Opens one unless one is open. A writer beside this thread has to finish
 * first: the store has one writer. */
Err index_batch_begin(IndexBatch *batch) {
  assert(batch->store && batch->job);
  if (batch->is_open) return OK;
  TRY(await_beside(batch));
  TRY(store_begin(batch->job, batch->store));
  batch->is_open = true;
  batch->bytes = 0;
  batch->opened_ms = job_now_ms();
  return batch->is_announced ? OK : announce(batch);
}

/* Only a batch that was committed may be believed in memory: the world is
 * told afterwards. */
Err index_batch_end(IndexBatch *batch) {
  if (!batch->is_open) return OK;
  batch->is_open = false;
  TRY(store_commit(batch->job, batch->store));
  if (batch->index->world) index_world_committed(batch->index->world);
  return OK;
}

/* A change to a complete index is one batch unless it is very large; a first
 * build shows what is there every second. */
bool index_batch_is_due(const IndexBatch *batch, bool is_fresh) {
  return batch->bytes >= BATCH_BYTES || (is_fresh && job_now_ms() - batch->opened_ms >= BATCH_MS);
}

/* ---- what is damaged ---- */

/* Facts carry a hash; a configuration's text has that of its file. */
static Err check_content(Job *job, StoreReader *reader, const StoreFile *file, bool *ret_good) {
  Str data;
  TRY(store_get_content(job, reader, file->id, &data));
  if (!file->skip.len) *ret_good = data.ptr && facts_is_whole(data);
  else *ret_good = !data.ptr || hash_str(data) == file->hash;
  return OK;
}

static Err check_files(Job *job, StoreReader *reader) {
  StoreFiles files;
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  JOB_SCRATCH(job);
  for (size_t i = 0; i < files.len; i++) {
    bool is_good;
    TRY(job_check(job));
    TRY(check_content(job, reader, &files.items[i], &is_good));
    if (!is_good && store_doubt(job, store_of(reader), files.items[i].id)) job_forgive(job);
    arena_reset(job->arena);
  }
  return OK;
}

/* A process that ended in the middle of writing may leave rows that rotted
 * meanwhile: nothing but their own hashes tells, so all are checked once.
 * What readers met on their own is added. Doubted files are read again by
 * this refresh, whatever their stamps say. */
static Err find_doubts(Refresh *refresh) {
  StoreReader *reader;
  if (store_take_unsure(refresh->store) && !refresh->is_stale) {
    TRY(index_reader_take(refresh->job, refresh->index, &reader));
    Err err = check_files(refresh->job, reader);
    index_reader_return(refresh->index, reader);
    if (err) return err;
  }
  if (store_is_damaged(refresh->store)) return store_suspect(refresh->job, refresh->store);
  refresh->doubt_count = store_take_doubts(refresh->store, refresh->doubts);
  /* What is known of them in memory may be what was damaged. */
  if (refresh->doubt_count) index_forget_world(refresh->index);
  return OK;
}

static bool is_doubted(const Refresh *refresh, FileId file) {
  for (size_t i = 0; i < refresh->doubt_count; i++) {
    if (refresh->doubts[i].value == file.value) return true;
  }
  return false;
}

/* They could not be mended; the refresh's own words stay. */
static void doubt_again(Refresh *refresh) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  for (size_t i = 0; i < refresh->doubt_count; i++) {
    if (store_doubt(&job, refresh->store, refresh->doubts[i])) job_forgive(&job);
  }
  arena_clear(&arena);
}

/* ---- what may have changed ---- */

typedef struct Plan {
  bool sweep;
  bool trusted; /* the watch is good from here on */
  WatchChanges paths;
} Plan;

/* What may have changed: the paths that the watch reported, or everything,
 * when it cannot be trusted (overflow, too many watches), when an ignore
 * file changed, or when so much was reported that comparing all is cheaper. */
static Err make_plan(Refresh *refresh, Plan *plan) {
  Index *index = refresh->index;
  *plan = (Plan){.sweep = !index->is_swept || refresh->is_stale};
  if (!index->watch) {
    plan->sweep = true;
    return OK;
  }
  TRY(watch_drain(refresh->job, index->watch, &plan->paths));
  WatchHealth health = plan->paths.health;
  index->saw_change = plan->paths.len || health == WATCH_OVERFLOW;
  plan->trusted = health == WATCH_GOOD || health == WATCH_OVERFLOW;
  if (health != WATCH_GOOD || plan->paths.len > MANY_CHANGES) plan->sweep = true;
  for (size_t i = 0; i < plan->paths.len; i++) {
    if (scan_is_ignore_file(plan->paths.paths[i])) plan->sweep = true;
  }
  return OK;
}

/* The state on disk against one state of the store; nothing is written while
 * the reader is at it. */
static Err compare(Refresh *refresh, const Plan *plan, IndexChanges *changes) {
  StoreReader *reader;
  Job *job = refresh->job;
  TRY(index_reader_take(job, refresh->index, &reader));
  Err err = OK;
  for (size_t i = 0; !err && !refresh->is_stale && i < plan->paths.len; i++) {
    err = index_compare(job, refresh->index, reader, plan->paths.paths[i], true, changes);
  }
  if (!err && plan->sweep) err = index_compare(job, refresh->index, reader, STR_EMPTY, false, changes);
  for (size_t i = 0; !err && i < refresh->doubt_count; i++) {
    StoreFile file;
    err = store_get_file(job, reader, refresh->doubts[i], &file);
    if (!err && file.id.value) err = index_compare(job, refresh->index, reader, file.path, true, changes);
  }
  index_reader_return(refresh->index, reader);
  index_changes_order(changes);
  for (size_t i = 0; i < changes->changed.len; i++) {
    IndexChange *change = &changes->changed.items[i];
    change->is_doubted = change->known && is_doubted(refresh, change->known->id);
  }
  return err;
}

/* Kept until the refresh is over: then whoever listens is told. */
static void note_changes(Refresh *refresh, const IndexChanges *changes) {
  IndexFileChanges *noted = &refresh->index->file_changes;
  Arena *arena = refresh->job->arena;
  *noted = (IndexFileChanges){0};
  if (refresh->is_stale) return;
  for (size_t i = 0; i < changes->changed.len; i++) {
    const IndexChange *change = &changes->changed.items[i];
    if (str_ends_with(change->path, STR("/"))) continue;
    *vec_add(arena, noted) = (IndexFileChange){.path = change->path, .is_new = !change->known};
  }
  for (size_t i = 0; i < changes->removed.len; i++) {
    Str path = changes->removed.items[i].path;
    if (!str_ends_with(path, STR("/"))) *vec_add(arena, noted) = (IndexFileChange){.path = path, .is_gone = true};
  }
}

/* ---- numbers ---- */

/* One reader, hence one state: the numbers belong together. */
static Err read_numbers(Refresh *refresh) {
  StoreReader *reader;
  int64_t complete = 0, revision = 0, unfinished = 0;
  TRY(index_reader_take(refresh->job, refresh->index, &reader));
  Err err = store_get_number(refresh->job, reader, STR("complete"), &complete);
  if (!err) err = store_get_number(refresh->job, reader, STR("revision"), &revision);
  if (!err) err = store_get_number(refresh->job, reader, STR("unfinished"), &unfinished);
  if (!err) err = store_get_number(refresh->job, reader, STR("generation"), &refresh->generation);
  if (!err) err = store_get_number(refresh->job, reader, STR("dependencies"), &refresh->roots_mark);
  if (!err) err = store_get_number(refresh->job, reader, STR("birth"), &refresh->birth);
  if (!err) err = store_is_bulk(refresh->job, reader, &refresh->is_bulk);
  index_reader_return(refresh->index, reader);
  refresh->is_complete = complete != 0;
  refresh->is_unfinished = unfinished != 0;
  refresh->is_stale = revision != refresh->revision;
  refresh->is_other_build = revision && refresh->is_stale;
  return err;
}

static bool has_new_answers(const Refresh *refresh) {
  return refresh->index->roots && index_roots_is_changed(refresh->index->roots);
}

/* Edges are there for everything that is stored. */
static Err put_complete(Refresh *refresh) {
  Job *job = refresh->job;
  TRY(index_batch_begin(&refresh->batch));
  if (has_new_answers(refresh)) {
    int64_t mark;
    TRY(index_roots_save(job, refresh->index->roots, &mark));
    TRY(store_put_number(job, refresh->store, STR("dependencies"), mark));
  }
  TRY(store_put_number(job, refresh->store, STR("complete"), true));
  TRY(store_put_number(job, refresh->store, STR("unfinished"), false));
  return index_batch_end(&refresh->batch);
}

/* ---- who writes ---- */

/* Waits for another process to finish writing; when it does not, what is
 * there must do, unless nothing is. */
static Err elect(Refresh *refresh, bool for_ever, bool *ret_elected) {
  Job *job = refresh->job;
  AUTO(ThreadEvent) never = thread_event_open();
  int64_t began = job_now_ms();
  for (;;) {
    Err err = store_lock(job, refresh->store);
    *ret_elected = !err;
    if (err != ERR_BUSY) return err;
    job_forgive(job);
    TRY(read_numbers(refresh));
    if (!for_ever && job_now_ms() - began > (refresh->is_complete ? WRITER_PATIENCE_MS : ANY_PATIENCE_MS)) return OK;
    err = thread_wait(job, never, WRITER_POLL_MS);
    job_forgive(job);
    TRY(job_check(job));
  }
}

/* ---- the work ---- */

/* Nothing of what is stored is of use: a bulk load into an empty store. A store
 * that got lost is no reason to try again what ended the process. */
static Err begin_fresh(Refresh *refresh, bool pardons) {
  index_forget_world(refresh->index);
  if (refresh->index->roots) index_roots_clear(refresh->index->roots);
  if (pardons) index_quarantine_pardon(store_keep(refresh->store), store_part(refresh->store));
  TRY(store_bulk_begin(refresh->job, refresh->store));
  TRY(index_batch_begin(&refresh->batch));
  TRY(store_put_number(refresh->job, refresh->store, STR("revision"), refresh->revision));
  /* Numbers of files and states begin anew: what was kept of another store is told apart by it. */
  secret_random(&refresh->birth, sizeof refresh->birth);
  TRY(store_put_number(refresh->job, refresh->store, STR("birth"), refresh->birth));
  return index_batch_end(&refresh->batch);
}

/* Rows of another working tree: they are compared by contents with the files here,
 * as after any time away. What is kept beside is of another birth from here on. */
static Err adopt(Refresh *refresh) {
  AUTO(Keep) keep = NULL;
  Str part;
  if (!store_take_copied(refresh->job, refresh->store, &keep, &part)) return OK;
  index_forget_world(refresh->index);
  if (refresh->index->roots) index_roots_take_over(refresh->job, refresh->index->roots, keep, part);
  secret_random(&refresh->birth, sizeof refresh->birth);
  TRY(store_begin(refresh->job, refresh->store));
  TRY(store_put_number(refresh->job, refresh->store, STR("birth"), refresh->birth));
  return store_commit(refresh->job, refresh->store);
}

/* Nothing is missing in what is stored, and this program made it. */
static bool is_whole(const Refresh *refresh) {
  return refresh->is_complete && !refresh->is_unfinished && !refresh->is_stale && !refresh->is_bulk;
}

/* What another process has written since is not in the world. */
static Err ensure_world(Refresh *refresh) {
  Index *index = refresh->index;
  if (index->world && index->generation != refresh->generation) index_forget_world(index);
  if (index->world) return OK;
  index->world = index_world_open(index, refresh->is_stale);
  index_world_doubt(index->world, refresh->doubts, refresh->doubt_count);
  if (is_whole(refresh)) index_world_is_of(index->world, &(IndexWorldState){refresh->birth, refresh->generation, refresh->revision, refresh->roots_mark});
  return refresh->is_unfinished ? index_world_need(refresh->job, index->world) : OK;
}

/* Dependencies changed: what was made from them is dirty. */
static Err apply_roots(Refresh *refresh) {
  IndexWorld *world = refresh->index->world;
  const IndexRootsChanges *changes = &refresh->roots;
  if (!changes->shape && !changes->source_count) return OK;
  TRY(index_world_need(refresh->job, world));
  for (size_t i = 0; i < changes->source_count; i++) index_world_dependency_changed(world, changes->sources[i]);
  if (!changes->shape) return OK;
  index_roots_clear(refresh->index->roots);
  index_world_forget_dependencies(world);
  index_world_all_dirty(world);
  return OK;
}

static Err follow_imports(Refresh *refresh) { return index_world_follow_imports(refresh->job, refresh->index->world); }

/* What reading took is free for resolving. */
static void free_reading(const Refresh *refresh) {
  if (refresh->keeps_memory && process_was_large()) process_trim_memory();
}

static Err derive_names(void *context, Job *job) {
  const Refresh *refresh = context;
  TRY(store_bulk_names(job, refresh->store));
  free_reading(refresh);
  return OK;
}

/* Following imports writes nothing, and resolving only now and then: in a
 * bulk load the store meanwhile derives, on a thread of its own, what
 * depends on names and symbols alone. */
static Err follow_and_derive(Refresh *refresh) {
  if (!refresh->is_stale) {
    free_reading(refresh);
    return follow_imports(refresh);
  }
  bool has_company = index_worker_count(refresh->index) > 1;
  if (has_company) refresh->batch.beside = index_beside_begin(derive_names, refresh);
  if (!refresh->batch.beside) TRY(derive_names(refresh, refresh->job));
  return follow_imports(refresh);
}

/* Reading, then imports, then edges: edges are made from facts of all files,
 * so all files are in first. */
static Err apply(Refresh *refresh, const IndexChanges *changes) {
  assert(!refresh->batch.is_open);
  Index *index = refresh->index;
  bool is_fresh = refresh->is_stale;
  IndexReading reading = {.batch = &refresh->batch, .is_fresh = is_fresh};
  refresh->keeps_memory = is_fresh || changes->changed.len >= BULK_FILES;
  if (refresh->keeps_memory) process_keep_memory();
  TRY(ensure_world(refresh));
  if (refresh->is_unfinished) index_world_all_dirty(index->world);
  TRY(apply_roots(refresh));
  TRY(index_read_files(&reading, changes));
  if (is_fresh) TRY(index_batch_end(&refresh->batch));
  if (index_world_is_changed(index->world)) {
    TRY(follow_and_derive(refresh));
    TRY(index_resolve_files(&refresh->batch, is_fresh));
  }
  bool is_written = refresh->batch.is_announced || has_new_answers(refresh);
  if (is_written || refresh->is_unfinished || !refresh->is_complete) TRY(put_complete(refresh));
  index->generation = refresh->batch.is_announced ? refresh->batch.generation : refresh->generation;
  if (is_fresh) return store_bulk_end(refresh->job, refresh->store);
  if (reading.written >= BULK_FILES) store_checkpoint(refresh->store);
  return OK;
}

/* Also without a change on disk: when the last writer did not finish, or
 * nothing was ever complete. */
static bool is_needed(const Refresh *refresh, const IndexChanges *changes) {
  return changes->changed.len || changes->removed.len || refresh->is_stale || refresh->is_unfinished ||
         refresh->roots.shape || refresh->roots.source_count || !refresh->is_complete;
}

static void tell_complete(Index *index, bool complete) {
  lock_take(&index->lock);
  index->complete = complete;
  lock_give(&index->lock);
}

static void check_roots(Refresh *refresh, const Plan *plan) {
  IndexRoots *roots = refresh->index->roots;
  int64_t mark = refresh->roots_mark;
  if (roots) index_siblings_renew(refresh->job, refresh->index);
  if (!roots || refresh->is_stale) return;
  if (!plan->sweep && !index_roots_concern(roots, mark, plan->paths.paths, plan->paths.len)) return;
  index_roots_check(refresh->job, roots, mark, &refresh->roots);
}

/* From here on the watch tells. What happened to folders before they were
 * watched is for the next refresh. */
static void watch_roots(Refresh *refresh) {
  Index *index = refresh->index;
  IndexRootsChanges missed = {0};
  bool is_new = false, is_watched = !index->roots || index_roots_watch(refresh->job, index->roots, &is_new);
  if (is_new) index_roots_recheck(refresh->job, index->roots, &missed);
  if (missed.shape || missed.source_count) {
    index_roots_reload(index->roots);
    index->is_swept = false;
  }
  lock_take(&index->lock);
  index->roots_unwatched = !is_watched;
  lock_give(&index->lock);
}

/* The store is locked. Until the end is reached the watch counts as
 * untrusted, so that whatever fails in between is made good by a sweep of
 * the next refresh. */
static Err refresh_elected(Refresh *refresh, bool from_scratch) {
  assert(refresh->index->store);
  Plan plan;
  IndexChanges changes = {0};
  TRY(read_numbers(refresh));
  refresh->batch.generation = (int64_t)((uint64_t)refresh->generation + 1);
  refresh->is_stale |= from_scratch;
  tell_complete(refresh->index, refresh->is_complete && !refresh->is_unfinished && !refresh->is_stale);
  if (refresh->is_stale) TRY(begin_fresh(refresh, from_scratch || refresh->is_other_build));
  else TRY(adopt(refresh));
  if (!refresh->is_stale && refresh->is_bulk) TRY(store_bulk_end(refresh->job, refresh->store));
  TRY(find_doubts(refresh));
  TRY(make_plan(refresh, &plan));
  refresh->index->is_swept = false; /* until this went well */
  TRY(compare(refresh, &plan, &changes));
  note_changes(refresh, &changes);
  check_roots(refresh, &plan);
  if (is_needed(refresh, &changes)) {
    tell_complete(refresh->index, false); /* who does not wait for it is told */
    TRY(apply(refresh, &changes));
  }
  tell_complete(refresh->index, true);
  refresh->index->is_swept = plan.trusted;
  watch_roots(refresh);
  return OK;
}

/* Libraries belong to what edges are made from. */
int64_t index_revision(const Index *index) {
  return (int64_t)hash_combine(extract_revision(), index->options.revision);
}

/* The world is not known to be what is stored after a failure. */
Err index_refresh_store(Job *job, Index *index, const IndexWish *wish) {
  Refresh refresh = {.job = job, .index = index, .store = index->store, .revision = index_revision(index),
                     .batch = {.job = job, .index = index, .store = index->store}};
  bool elected;
  TRY(elect(&refresh, wish->wait_for_writer, &elected));
  lock_take(&index->lock);
  index->behind = !elected;
  lock_give(&index->lock);
  if (!elected) return OK;
  Err err = refresh_elected(&refresh, wish->from_scratch);
  if (refresh.batch.beside) index_beside_stop(refresh.batch.beside);
  if (refresh.keeps_memory && (!index->options.is_for_once || process_was_large())) process_return_memory();
  if (err) {
    store_rollback(index->store);
    index_forget_world(index);
    doubt_again(&refresh);
    if (index->roots) index_roots_reload(index->roots);
  }
  store_unlock(index->store);
  return err;
}

void index_settle(Index *index) {
  if (index->world) index_world_rest(index->world);
  if (index->store) store_tidy(index->store);
}

/* ---- keeping the world ---- */

bool index_is_unsaved(const Index *index) {
  bool is_due = !index->saved_ms || job_now_ms() - index->saved_ms >= SAVE_EVERY_MS || index->is_closing;
  return index->world && is_due && !index->err && !index->behind && index_world_can_save(index->world);
}

/* Of the state that is stored, if that is the one that the world is of: another
 * process may have gone on. */
static Err save_world(Refresh *refresh) {
  Index *index = refresh->index;
  TRY(read_numbers(refresh));
  IndexWorldState state = {refresh->birth, refresh->generation, refresh->revision, refresh->roots_mark};
  if (!is_whole(refresh) || refresh->generation != index->generation || index_world_is_saved(index->world, &state)) return OK;
  index->saved_ms = job_now_ms();
  return index_world_save(refresh->job, index->world, &state);
}

/* One that cannot be kept is made from facts next time. */
void index_save(Job *job, Index *index) {
  Refresh refresh = {.job = job, .index = index, .store = index->store, .revision = index_revision(index)};
  if (save_world(&refresh)) job_forgive(job);
}

/* Only where a change would have to load the world first, and there is a
 * complete one to load. */
bool index_is_unprepared(const Index *index) {
  bool has_world = index->world && index_world_is_loaded(index->world);
  return !has_world && !index->err && !index->behind && index->complete && index->is_swept;
}

/* Only of what is complete and of this build: anything else is made anew by
 * the next refresh anyway. */
static Err load_world(Refresh *refresh) {
  Index *index = refresh->index;
  TRY(read_numbers(refresh));
  if (!is_whole(refresh)) return OK;
  if (index->roots && !index_roots_is_of(index->roots, refresh->roots_mark)) return OK;
  TRY(ensure_world(refresh));
  index->generation = refresh->generation;
  return index_world_need(refresh->job, index->world);
}

Err index_world_whole(Job *job, Index *index, IndexWorld **ret_world) {
  Refresh refresh = {.job = job, .index = index, .store = index->store, .revision = index_revision(index)};
  TRY(load_world(&refresh));
  bool is_there = is_whole(&refresh) && index->world && index_world_is_loaded(index->world) &&
                  index->generation == refresh.generation && !index_world_is_changed(index->world);
  *ret_world = is_there ? index->world : NULL;
  return OK;
}

/* With the lock, so that nobody writes while it is read. */
void index_prepare(Job *job, Index *index) {
  Refresh refresh = {.job = job, .index = index, .store = index->store, .revision = index_revision(index)};
  if (store_lock(job, index->store)) return;
  if (load_world(&refresh)) index_forget_world(index);
  else if (index->world) index_world_rest(index->world);
  store_unlock(index->store);
}
