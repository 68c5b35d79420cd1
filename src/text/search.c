/* A search: the files that the index leaves, looked into by several threads. */
#include "src/text/search_internal.h"

#include <string.h>

#include "src/base/vec.h"
#include "src/os/thread.h"
#include "src/text/match_internal.h"

#define WORKERS_MAX 64
#define WORKER_BYTES ((uint64_t)2 << 20) /* worth a thread of its own */
#define TAKEN_AT_ONCE 16
#define COSTLY_MAX 16

/* Shared by the threads. */
typedef struct Work {
  const TextSearch *search;
  const TextFile *files;
  const TextChoice *choice;
  atomic_size_t next;
  atomic_size_t costly;
  atomic_size_t kept; /* bytes of texts */
  atomic_bool stop;
} Work;

typedef struct Worker {
  Work *work;
  Job *job;
  Job own; /* a helper's */
  Arena arena;
  TextBench bench;
  VEC(TextCount) counts;
  uint64_t matches;
  size_t read, too_large;
  Thread thread;
  const Job *asks; /* whose work it is */
  atomic_bool has_begun;
  Err err;
} Worker;

typedef struct Gathering {
  Arena *arena;
  VEC(TextHit) hits;
  size_t limit;
} Gathering;

static bool gather_hit(void *context, const TextHit *hit) {
  Gathering *gathering = context;
  if (gathering->hits.len < gathering->limit) *vec_add(gathering->arena, &gathering->hits) = *hit;
  return true;
}

/* Whether there is room for one more text; it is taken then. */
static bool takes_room(Work *work, size_t size) {
  if (atomic_load_explicit(&work->kept, memory_order_relaxed) + size > work->search->keeps) return false;
  atomic_fetch_add(&work->kept, size);
  return true;
}

/* A file that is gone or cannot be read is passed over: between listing and
 * reading anything may happen, and the rest of the answer is still right.
 * Binary files are told only when something matched, as the test reads the
 * whole text. */
static Err look_into(Worker *worker, uint32_t number) {
  Work *work = worker->work;
  const TextFile *file = &work->files[number];
  Str text;
  TextReadState state = text_read(worker->job, work->search->root, file, &worker->bench, &text);
  worker->too_large += state == TEXT_READ_TOO_LARGE;
  if (state != TEXT_READ) return OK;
  worker->read++;
  Gathering gathering = {.arena = &worker->arena, .limit = work->search->hits_max};
  bool keeps = text.len && atomic_load_explicit(&work->kept, memory_order_relaxed) + text.len <= work->search->keeps;
  TextMatch match = {.job = worker->job, .matcher = work->search->matcher, .bench = &worker->bench, .text = text,
                     .path = file->path, .language = file->language, .trees = text_index_trees(work->search->index),
                     .each = keeps ? gather_hit : NULL, .context = &gathering};
  TRY(text_match(&match));
  if (match.too_costly) atomic_fetch_add(&work->costly, match.too_costly);
  if (!match.count || text_is_binary(text)) return OK;
  uint32_t count = match.count < UINT32_MAX ? (uint32_t)match.count : UINT32_MAX;
  TextHits *hits = keeps && takes_room(work, text.len) ? ARENA_NEW(&worker->arena, TextHits) : NULL;
  if (hits) *hits = (TextHits){str_copy(&worker->arena, text), gathering.hits.items, gathering.hits.len, match.count};
  *vec_add(&worker->arena, &worker->counts) = (TextCount){number, count, hits};
  worker->matches += match.count;
  return OK;
}

/* Files are taken in small lots from a common counter, so that threads end
 * at about the same time whatever the sizes are. */
static Err take_files(Worker *worker) {
  Work *work = worker->work;
  while (!atomic_load_explicit(&work->stop, memory_order_relaxed)) {
    size_t from = atomic_fetch_add(&work->next, TAKEN_AT_ONCE);
    if (from >= work->choice->count) break;
    size_t to = from + TAKEN_AT_ONCE < work->choice->count ? from + TAKEN_AT_ONCE : work->choice->count;
    TRY(job_check(worker->job));
    for (size_t i = from; i < to; i++) TRY(look_into(worker, work->choice->items[i]));
    if (atomic_load(&work->costly) > COSTLY_MAX) break;
  }
  return OK;
}

/* A helper works when a processor is free for it; the caller has one. */
static void run_helper(void *context) {
  Worker *worker = context;
  if (!thread_permit_share(worker->job, worker->asks)) {
    atomic_store(&worker->has_begun, true);
    worker->err = take_files(worker);
    thread_permit_return(worker->job);
  }
}

static void worker_init(Worker *worker, Work *work, const Job *asks) {
  *worker = (Worker){.work = work, .asks = asks};
  arena_init(&worker->arena);
  worker->job = &worker->own;
  job_init(worker->job, &worker->arena);
  worker->job->deadline_ms = asks->deadline_ms;
}

static size_t start_helpers(Worker *workers, size_t count, Work *work, const Job *job) {
  size_t started = 0;
  for (; started < count; started++) {
    worker_init(&workers[started], work, job);
    if (!thread_start(run_helper, &workers[started], &workers[started].thread)) break;
  }
  return started;
}

static size_t helpers_wanted(const TextSearch *search, const TextFile *files, const TextChoice *choice) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < choice->count; i++) bytes += files[choice->items[i]].size;
  uint64_t useful = bytes / WORKER_BYTES;
  if (choice->count / TAKEN_AT_ONCE < useful) useful = choice->count / TAKEN_AT_ONCE;
  if (useful >= search->workers) useful = search->workers ? search->workers - 1 : 0;
  return useful < WORKERS_MAX - 1 ? (size_t)useful : WORKERS_MAX - 1;
}

static int by_file(const void *a, const void *b) {
  uint32_t x = ((const TextCount *)a)->file, y = ((const TextCount *)b)->file;
  return x < y ? -1 : x > y;
}

static void gather(Job *job, const Worker *workers, size_t count, TextTally *tally) {
  size_t total = 0;
  for (size_t i = 0; i < count; i++) total += workers[i].counts.len;
  tally->items = ARENA_ARRAY(job->arena, TextCount, total + 1);
  for (size_t i = 0; i < count; i++) {
    const Worker *worker = &workers[i];
    if (worker->counts.len) {
      memcpy(&tally->items[tally->count], worker->counts.items, worker->counts.len * sizeof(TextCount));
    }
    tally->count += worker->counts.len;
    tally->matches += worker->matches;
    tally->read += worker->read;
    tally->too_large += worker->too_large;
  }
  if (tally->count) qsort(tally->items, tally->count, sizeof(TextCount), by_file);
}

/* All files are taken or the search is over: helpers that still wait for a
 * processor need not begin. */
static Err join_helpers(Job *job, Worker *helpers, size_t count, Err err) {
  for (size_t i = 0; i < count; i++) {
    Worker *helper = &helpers[i];
    if (err || !atomic_load(&helper->has_begun)) job_cancel(helper->job, err ? err : ERR_CANCELLED);
    thread_join(helper->thread);
    if (!err && helper->err) err = job_fail(job, helper->err, "%.*s", STR_ARG(job_message(helper->job, helper->err)));
  }
  return err;
}

static Err scan(Job *job, const TextSearch *search, const TextChoice *choice, TextTally *tally) {
  size_t count;
  Work work = {.search = search, .choice = choice};
  work.files = text_files_items(search->files, &count);
  size_t helpers = helpers_wanted(search, work.files, choice);
  Worker *workers = arena_heap_alloc((helpers + 1) * sizeof(Worker));
  worker_init(&workers[0], &work, job);
  workers[0].job = job;
  helpers = start_helpers(workers + 1, helpers, &work, job);
  Err err = take_files(&workers[0]);
  if (err) atomic_store(&work.stop, true);
  err = join_helpers(job, workers + 1, helpers, err);
  gather(job, workers, helpers + 1, tally);
  tally->too_costly = atomic_load(&work.costly);
  for (size_t i = 0; i <= helpers; i++) {
    text_bench_clear(&workers[i].bench);
    if (search->keeps) arena_adopt(job->arena, &workers[i].arena);
    else arena_clear(&workers[i].arena);
  }
  free(workers);
  return err;
}

bool text_narrow(Job *job, const TextSearch *search, TextChoice *ret_choice) {
  *ret_choice = search->choice;
  return search->index && text_index_choose(job, search->index, search->files, search->matcher->need, ret_choice);
}

Err text_search(Job *job, const TextSearch *search, TextTally *ret_tally) {
  TextTally tally = {0};
  TextChoice choice;
  if (search->index) text_trees_begin(text_index_trees(search->index));
  tally.used_index = text_narrow(job, search, &choice);
  TRY(scan(job, search, &choice, &tally));
  if (tally.too_costly > COSTLY_MAX) {
    return job_fail(job, ERR_UNAVAILABLE, "the pattern takes too many steps: nested repetition such as (a+)+ or "
                    "(.*)* can be matched in very many ways; write it without");
  }
  *ret_tally = tally;
  return OK;
}

/* ---- one file ---- */

Err text_hits(Job *job, const TextSearch *search, const TextFile *file, size_t limit, TextHits *ret_hits) {
  TextBench bench = {0};
  Str text;
  *ret_hits = (TextHits){.text = STR_EMPTY};
  Err err = OK;
  if (text_read(job, search->root, file, &bench, &text) == TEXT_READ && !text_is_binary(text)) {
    Gathering gathering = {.arena = job->arena, .limit = limit};
    TextMatch match = {.job = job, .matcher = search->matcher, .bench = &bench, .text = text, .path = file->path,
                       .language = file->language, .trees = text_index_trees(search->index), .each = gather_hit,
                       .context = &gathering};
    err = text_match(&match);
    if (!err && match.count) {
      *ret_hits = (TextHits){.text = str_copy(job->arena, text), .items = gathering.hits.items,
                             .count = gathering.hits.len, .total = match.count};
    }
  }
  text_bench_clear(&bench);
  return err;
}
