/* The conduct of a refresh: what may have changed, what did, and the batches
 * that bring it into the store. A refresh that fails leaves whole batches
 * behind and is made good by a sweep. */
#include "src/base/hash.h"
#include "src/extract/extract.h"
#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/scan/scan.h"

#define BATCH_FILES 1000
#define BATCH_BYTES (16u << 20)
#define BULK_FILES 100        /* from here the log is folded in at once */
#define MANY_CHANGES 1000     /* from here a sweep is cheaper */
#define WRITER_PATIENCE_MS 2000
#define WRITER_POLL_MS 50
#define SKIP_SLOW "took too long to parse"
#define SKIP_DEADLY "ended the process while parsed; skipped until it changes"

typedef struct Refresh {
  Job *job;
  Index *index;
  Store *store;
  Names *names;
  IndexQuarantine quarantine; /* open while files are updated */
  Arena arena; /* of the file at hand */
  int64_t end_ms;
  bool stale_facts; /* made by another build: extract everything again */
  bool is_new;      /* nothing was stored yet */
  bool is_cut;      /* the time was up before everything was done */
  bool in_batch;
  size_t batch_files;
  size_t batch_bytes;
  size_t written; /* files, all batches */
} Refresh;

static Err batch_begin(Refresh *refresh) {
  if (refresh->in_batch) return OK;
  TRY(store_begin(refresh->job, refresh->store));
  refresh->in_batch = true;
  refresh->batch_files = refresh->batch_bytes = 0;
  return OK;
}

static Err batch_end(Refresh *refresh) {
  if (!refresh->in_batch) return OK;
  refresh->in_batch = false;
  return store_commit(refresh->job, refresh->store);
}

/* Reads the file; what keeps it from being indexed becomes its skip reason. */
static Err read_source(Refresh *refresh, IndexChange *change, Str *ret_text) {
  Job *job = refresh->job;
  *ret_text = STR_EMPTY;
  if (change->skip) return OK;
  Err err = root_read(job, refresh->index->root, change->path, SCAN_MAX_BYTES, ret_text);
  /* Busy: no descriptor is left, which says nothing about the file. */
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT || err == ERR_BUSY) return err;
  if (err) {
    job_forgive(job);
    change->skip = err == ERR_TOO_LARGE ? SCAN_SKIP_LARGE : SCAN_SKIP_UNREADABLE;
    change->mtime_ns = 0;
    *ret_text = STR_EMPTY;
  } else if (scan_is_binary(*ret_text)) {
    change->skip = SCAN_SKIP_BINARY;
  }
  return OK;
}

static Err parse_source(Refresh *refresh, IndexChange *change, Str text, Facts *facts) {
  Job *job = refresh->job;
  AUTO(ParseTree) tree = NULL;
  Err err = parse_text(job, refresh->index->parser, change->language, text, &tree);
  if (err == ERR_UNAVAILABLE || err == ERR_TOO_LARGE) {
    job_forgive(job);
    change->skip = err == ERR_TOO_LARGE ? SCAN_SKIP_LARGE : SKIP_SLOW;
    return OK;
  }
  if (err) return err;
  return extract_facts(job, job->arena, refresh->names, change->language, tree, text, facts);
}

static Err make_facts(Refresh *refresh, IndexChange *change, Str text, uint64_t hash, Facts *facts) {
  index_quarantine_enter(&refresh->quarantine, change->path, hash);
  Err err = parse_source(refresh, change, text, facts);
  index_quarantine_leave(&refresh->quarantine, !err);
  return err;
}

/* What is stored was made from these contents. */
static bool is_known(const Refresh *refresh, const IndexChange *change, uint64_t hash) {
  const StoreFile *known = &change->known;
  if (!known->id.value || refresh->stale_facts || known->hash != hash) return false;
  if (str_eq(known->skip, STR(SKIP_SLOW)) && !change->skip) return true;
  if (!str_eq_c(known->skip, change->skip ? change->skip : "")) return false;
  return change->skip || str_eq_c(known->language, change->language->name);
}

static Err update_file(Refresh *refresh, IndexChange *change) {
  Str text;
  TRY(read_source(refresh, change, &text));
  StoreFile file = {.id = change->known.id, .path = change->path, .size = change->size,
                    .mtime_ns = change->mtime_ns, .hash = hash_str(text)};
  if (!change->skip && index_quarantine_holds(&refresh->quarantine, file.path, file.hash)) change->skip = SKIP_DEADLY;
  bool same = is_known(refresh, change, file.hash);
  if (same && change->known.mtime_ns == file.mtime_ns && change->known.size == file.size) return OK;
  TRY(batch_begin(refresh));
  refresh->batch_files++;
  refresh->written++;
  refresh->batch_bytes += text.len;
  if (same) return store_touch_file(refresh->job, refresh->store, &file);
  Facts facts = {0};
  if (!change->skip) TRY(make_facts(refresh, change, text, file.hash, &facts));
  file.broken = facts.broken;
  file.skip = str_from_c(change->skip);
  if (!change->skip) file.language = str_from_c(change->language->name);
  return store_put_file(refresh->job, refresh->store, &file, change->skip ? NULL : &facts, text);
}

/* The job works in an arena that dies with the file; only its words stay. */
static Err update_in_own_arena(Refresh *refresh, IndexChange *change) {
  Job *job = refresh->job;
  Arena *outer = job->arena;
  job->arena = &refresh->arena;
  Err err = update_file(refresh, change);
  job->arena = outer;
  if (err) job->message = str_copy(outer, job->message);
  arena_reset(&refresh->arena);
  return err;
}

static void tell_progress(Refresh *refresh, size_t done, size_t total) {
  Index *index = refresh->index;
  pthread_mutex_lock(&index->lock);
  index->percent = total ? (int)(done * 100 / total) : 100;
  pthread_mutex_unlock(&index->lock);
  if (total) job_progress(refresh->job, (double)done, (double)total, STR("indexing files"));
}

/* Something is written each time, or it would never end. Facts of another
 * build are replaced in one go: nothing tells which were. */
static bool is_time_up(const Refresh *refresh) {
  return refresh->written && !refresh->stale_facts && job_now_ms() >= refresh->end_ms;
}

static Err remove_files(Refresh *refresh, const IndexChanges *changes) {
  for (size_t i = 0; i < changes->removed.len; i++) {
    TRY(job_check(refresh->job));
    TRY(batch_begin(refresh));
    TRY(store_remove_file(refresh->job, refresh->store, changes->removed.items[i]));
  }
  return OK;
}

static Err update_files(Refresh *refresh, IndexChanges *changes) {
  Job *job = refresh->job;
  size_t count = changes->changed.len;
  for (size_t i = 0; i < count && !refresh->is_cut; i++) {
    TRY(job_check(job));
    TRY(update_in_own_arena(refresh, &changes->changed.items[i]));
    if (refresh->batch_files >= BATCH_FILES || refresh->batch_bytes >= BATCH_BYTES) TRY(batch_end(refresh));
    refresh->is_cut = i + 1 < count && is_time_up(refresh);
    if (i % 64 == 63 || i + 1 == count || refresh->is_cut) tell_progress(refresh, i + 1, count);
  }
  return OK;
}

static Err apply(Refresh *refresh, IndexChanges *changes) {
  TRY(remove_files(refresh, changes));
  if (changes->changed.len) {
    index_quarantine_open(store_location(refresh->store), &refresh->quarantine);
    Err err = update_files(refresh, changes);
    index_quarantine_close(&refresh->quarantine);
    if (err) return err;
  }
  return batch_end(refresh);
}

typedef struct Plan {
  bool sweep;
  bool trusted; /* the watch is good from here on */
  WatchChanges paths;
} Plan;

static Err make_plan(Refresh *refresh, Plan *plan) {
  Index *index = refresh->index;
  *plan = (Plan){.sweep = !index->is_swept || refresh->stale_facts};
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
  for (size_t i = 0; !err && !refresh->stale_facts && i < plan->paths.len; i++) {
    err = index_compare(job, refresh->index, reader, plan->paths.paths[i], true, changes);
  }
  if (!err && plan->sweep) {
    err = index_compare(job, refresh->index, reader, STR_EMPTY, refresh->stale_facts, changes);
  }
  index_reader_return(refresh->index, reader);
  return err;
}

static Err read_numbers(Refresh *refresh, bool *ret_complete) {
  StoreReader *reader;
  int64_t complete = 0, revision = 0;
  TRY(index_reader_take(refresh->job, refresh->index, &reader));
  Err err = store_get_number(refresh->job, reader, STR("complete"), &complete);
  if (!err) err = store_get_number(refresh->job, reader, STR("revision"), &revision);
  index_reader_return(refresh->index, reader);
  *ret_complete = complete != 0;
  refresh->is_new = !revision;
  refresh->stale_facts = revision != (int64_t)extract_revision();
  return err;
}

/* Waits for another process to finish writing; when it does not, what is
 * there must do, unless nothing is. */
static Err elect(Refresh *refresh, bool *ret_elected) {
  Job *job = refresh->job;
  AUTO(ThreadEvent) never = thread_event_open();
  int64_t patience = job_now_ms() + WRITER_PATIENCE_MS;
  for (;;) {
    Err err = store_lock(job, refresh->store);
    *ret_elected = !err;
    if (err != ERR_BUSY) return err;
    job_forgive(job);
    bool complete;
    TRY(read_numbers(refresh, &complete));
    if (job_now_ms() > (complete ? patience : refresh->end_ms)) return OK;
    err = thread_wait(job, never, WRITER_POLL_MS);
    job_forgive(job);
    TRY(job_check(job));
  }
}

static Err put_numbers(Refresh *refresh, bool complete) {
  TRY(batch_begin(refresh));
  TRY(store_put_number(refresh->job, refresh->store, STR("complete"), complete));
  TRY(store_put_number(refresh->job, refresh->store, STR("revision"), (int64_t)extract_revision()));
  return batch_end(refresh);
}

static Err conduct(Refresh *refresh) {
  Plan plan;
  IndexChanges changes = {0};
  bool complete;
  TRY(read_numbers(refresh, &complete));
  if (refresh->is_new) { /* nothing in it is old */
    TRY(put_numbers(refresh, false));
    refresh->stale_facts = false;
  }
  TRY(make_plan(refresh, &plan));
  refresh->index->is_swept = false; /* until this went well */
  TRY(compare(refresh, &plan, &changes));
  if (!changes.changed.len) tell_progress(refresh, 0, 0);
  TRY(apply(refresh, &changes));
  if (refresh->is_cut) return OK;
  if (!complete || refresh->stale_facts) TRY(put_numbers(refresh, true));
  refresh->index->is_swept = plan.trusted;
  return OK;
}

Err index_update(Job *job, Index *index, int64_t end_ms) {
  Refresh refresh = {.job = job, .index = index, .store = index->store, .end_ms = end_ms};
  bool elected;
  TRY(elect(&refresh, &elected));
  pthread_mutex_lock(&index->lock);
  index->behind = !elected;
  pthread_mutex_unlock(&index->lock);
  if (!elected) return OK;
  refresh.names = names_open();
  arena_init(&refresh.arena);
  Err err = conduct(&refresh);
  if (err) store_rollback(index->store);
  if (refresh.written >= BULK_FILES) store_checkpoint(index->store);
  store_unlock(index->store);
  arena_clear(&refresh.arena);
  names_close(refresh.names);
  return err;
}
