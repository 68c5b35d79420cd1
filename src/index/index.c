/* One workspace: opening, taking turns, readers, status. */
#include "src/index/index_internal.h"
#include "src/scan/scan.h"

#define SKIPS_SHOWN 20
#define PATIENCE_MS 15000

const char *const index_skip_language = SCAN_SKIP_LANGUAGE;

Err index_open(Job *job, const IndexOptions *options, Index **ret_index) {
  AUTO(Root) root = NULL;
  TRY(root_open(job, options->root, &root));
  Index *index = arena_heap_alloc(sizeof(Index));
  arena_init(&index->arena);
  pthread_mutex_init(&index->lock, NULL);
  index->options = (IndexOptions){.root = str_copy(&index->arena, root_path(root)),
                                  .in_cache = options->in_cache,
                                  .cache_dir = str_copy(&index->arena, options->cache_dir),
                                  .patience_ms = options->patience_ms ? options->patience_ms : PATIENCE_MS};
  index->percent = 100;
  index->root = TAKE(root);
  *ret_index = index;
  return OK;
}

void index_close(Index *index) {
  for (size_t i = 0; i < index->idle_count; i++) store_reader_close(index->idle[i]);
  if (index->store) store_close(index->store);
  if (index->watch) watch_close(index->watch);
  if (index->parser) parse_close(index->parser);
  root_close(index->root);
  pthread_mutex_destroy(&index->lock);
  arena_clear(&index->arena);
  free(index);
}

Str index_root(const Index *index) { return index->options.root; }

int index_watch_fd(Index *index) {
  pthread_mutex_lock(&index->lock);
  int fd = index->watch ? watch_fd(index->watch) : -1;
  pthread_mutex_unlock(&index->lock);
  return fd;
}

void index_on_change(Index *index, void (*changed)(void *context), void *context) {
  pthread_mutex_lock(&index->lock);
  index->on_change = changed;
  index->change_context = context;
  pthread_mutex_unlock(&index->lock);
}

/* ---- taking turns ---- */

static void forget_waiter(Index *index, IndexWaiter *waiter) {
  for (IndexWaiter **at = &index->waiters; *at; at = &(*at)->next) {
    if (*at != waiter) continue;
    *at = waiter->next;
    return;
  }
}

/* Whoever waited refreshes itself afterwards: files may have changed since
 * the other one looked. False when it took too long. */
static Err turn_take(Job *job, Index *index, int64_t end_ms, bool *ret_mine) {
  for (;;) {
    AUTO(ThreadEvent) event = thread_event_open();
    IndexWaiter waiter = {.event = event};
    pthread_mutex_lock(&index->lock);
    bool mine = !index->refreshing;
    if (mine) {
      index->refreshing = true;
    } else {
      waiter.next = index->waiters;
      index->waiters = &waiter;
    }
    pthread_mutex_unlock(&index->lock);
    *ret_mine = mine;
    int64_t left = end_ms - job_now_ms();
    if (mine) return OK;
    Err err = left > 0 ? thread_wait(job, event, left) : ERR_TIMEOUT;
    pthread_mutex_lock(&index->lock);
    forget_waiter(index, &waiter);
    pthread_mutex_unlock(&index->lock);
    if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
      job_forgive(job);
      return OK;
    }
    if (err) return err;
  }
}

static void turn_give(Index *index, int64_t took_ms) {
  pthread_mutex_lock(&index->lock);
  if (index->saw_change && index->on_change) index->on_change(index->change_context);
  index->saw_change = false;
  index->refreshing = false;
  index->last_refresh_ms = took_ms;
  if (index->watch) index->health = watch_health(index->watch);
  for (IndexWaiter *waiter = index->waiters; waiter; waiter = waiter->next) thread_event_set(waiter->event);
  index->waiters = NULL;
  pthread_mutex_unlock(&index->lock);
}

/* ---- refresh ---- */

static Err open_parts(Job *job, Index *index) {
  if (index->store) return OK;
  Store *store;
  StoreOptions options = {.root = index->options.root, .in_cache = index->options.in_cache,
                          .cache_dir = index->options.cache_dir};
  TRY(store_open(job, &options, &store));
  Watch *watch = NULL;
  if (watch_open(job, index->root, &watch)) {
    job_forgive(job);
    watch = NULL;
  }
  index->parser = parse_open();
  pthread_mutex_lock(&index->lock);
  index->store = store;
  index->watch = watch;
  pthread_mutex_unlock(&index->lock);
  return OK;
}

static Err refresh(Job *job, Index *index, int64_t end_ms) {
  TRY(open_parts(job, index));
  Err err = store_is_damaged(index->store) ? ERR_IO : index_update(job, index, end_ms);
  if (!err || !store_is_damaged(index->store)) return err;
  job_forgive(job);
  index->is_swept = false;
  TRY(store_repair(job, index->store));
  return index_update(job, index, end_ms);
}

Err index_refresh(Job *job, Index *index) {
  int64_t start = job_now_ms();
  int64_t end_ms = start + index->options.patience_ms;
  bool mine;
  TRY(turn_take(job, index, end_ms, &mine));
  if (!mine) return OK;
  start = job_now_ms();
  Err err = refresh(job, index, end_ms);
  turn_give(index, job_now_ms() - start);
  return err;
}

/* ---- readers ---- */

Err index_reader_take(Job *job, Index *index, StoreReader **ret_reader) {
  pthread_mutex_lock(&index->lock);
  Store *store = index->store;
  StoreReader *reader = index->idle_count ? index->idle[--index->idle_count] : NULL;
  pthread_mutex_unlock(&index->lock);
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

void index_reader_return(Index *index, StoreReader *reader) {
  store_read_end(reader);
  bool kept = false;
  pthread_mutex_lock(&index->lock);
  if (index->idle_count < INDEX_READERS_KEPT && store_reader_is_current(reader)) {
    index->idle[index->idle_count++] = reader;
    kept = true;
  }
  pthread_mutex_unlock(&index->lock);
  if (!kept) store_reader_close(reader);
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

static Err read_status(Job *job, StoreReader *reader, IndexStatus *status) {
  StoreCounts counts;
  StoreFiles skips;
  TRY(store_count(job, reader, &counts));
  TRY(store_list_skipped(job, reader, STR(SCAN_SKIP_LANGUAGE), SKIPS_SHOWN, &skips));
  status->files = counts.files;
  status->symbols = counts.symbols;
  status->reasons = counts.skips;
  status->reason_count = counts.skip_count;
  for (size_t i = 0; i < counts.skip_count; i++) status->skipped += counts.skips[i].count;
  status->skips = ARENA_ARRAY(job->arena, IndexSkip, skips.len + 1);
  status->skip_count = skips.len;
  for (size_t i = 0; i < skips.len; i++) {
    status->skips[i] = (IndexSkip){skips.items[i].path, str_to_c(job->arena, skips.items[i].skip)};
  }
  return OK;
}

Err index_status(Job *job, Index *index, IndexStatus *ret_status) {
  IndexStatus status = {.root = index->options.root};
  pthread_mutex_lock(&index->lock);
  Store *store = index->store;
  status.last_refresh_ms = index->last_refresh_ms;
  status.behind = index->behind;
  status.percent = index->percent;
  status.watcher = describe_watch(index);
  pthread_mutex_unlock(&index->lock);
  if (store) {
    status.location = store_location(store);
    status.store_bytes = store_bytes(store);
    StoreReader *reader;
    TRY(index_reader_take(job, index, &reader));
    Err err = read_status(job, reader, &status);
    index_reader_return(index, reader);
    if (err) return err;
  }
  *ret_status = status;
  return OK;
}
