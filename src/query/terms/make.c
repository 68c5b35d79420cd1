/* Making a segment from many files, on several threads. */
#include <stdatomic.h>

#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/os/thread.h"
#include "src/query/terms/terms_internal.h"

#define READ_MAX ((size_t)4 << 20)
#define CHUNK_BYTES ((uint64_t)2 << 20) /* of source, made into one segment at a time */
#define ALONE_FILES 8 /* without threads */
#define WORKERS_MAX 16

typedef struct Chunk {
  size_t from, to; /* files */
  TermsSegment segment;
} Chunk;

/* Shared by all workers. They take chunks by number from `next` and write into
 * their own chunk only, so nothing else needs a lock. */
typedef struct Making {
  Index *index;
  StoreFile *const *files;
  Chunk *chunks;
  size_t chunk_count;
  _Atomic size_t next;
  atomic_bool stopped;
  Job *job; /* of who waits: asked only whether it is stopped */
} Making;

static Err add_file(Job *job, Making *making, StoreReader *reader, TermsBuilder *builder, const StoreFile *file) {
  StoreSymbols symbols = {0};
  Str text = STR_EMPTY;
  /* A file that cannot be read any more keeps its symbols: their names are words
   * to be found by, even without a text. */
  bool is_own = index_view_text(job, making->index, file->path, &text);
  if (!is_own && root_read(job, index_files(making->index), file->path, READ_MAX, &text)) job_forgive(job);
  TRY(store_list_symbols(job, reader, file->id, &symbols));
  query_terms_add(builder, job->arena, &(TermsSource){.file = file, .text = text, .symbols = &symbols});
  return OK;
}

static Err make_chunk(Job *job, Making *making, StoreReader *reader, Chunk *chunk) {
  AUTO(TermsBuilder) builder = query_terms_builder();
  JOB_SCRATCH(job);
  for (size_t i = chunk->from; i < chunk->to; i++) {
    TRY(add_file(job, making, reader, builder, making->files[i]));
    arena_reset(job->arena);
    /* Workers have jobs of their own, which nobody cancels; the caller's is the one
     * that knows. */
    if (job_is_stopped(making->job)) return ERR_CANCELLED;
  }
  query_terms_finish(builder, &chunk->segment);
  return OK;
}

static Err make_chunks(Job *job, Making *making) {
  StoreReader *reader;
  Err err = OK;
  /* Each worker reads through a connection of its own. */
  TRY(index_reader_take(job, making->index, &reader));
  while (!err && !atomic_load(&making->stopped)) {
    size_t at = atomic_fetch_add(&making->next, 1);
    if (at >= making->chunk_count) break;
    err = make_chunk(job, making, reader, &making->chunks[at]);
  }
  if (err) atomic_store(&making->stopped, true);
  index_reader_return(making->index, reader);
  return err;
}

typedef struct Worker {
  Making *making;
  Thread thread;
  Arena arena;
  Job job;
  Err err;
} Worker;

static void work(void *context) {
  Worker *worker = context;
  worker->err = make_chunks(&worker->job, worker->making);
}

/* Neighbours are merged, so that the order of files does not depend on who
 * was faster, and each posting is moved a few times only. */
static void merge_chunks(Chunk *chunks, size_t count, TermsSegment *ret_segment) {
  for (size_t step = 1; step < count; step *= 2) {
    for (size_t i = 0; i + step < count; i += step * 2) {
      TermsSegment merged;
      query_terms_merge(&chunks[i].segment, NULL, &chunks[i + step].segment, &merged);
      query_terms_close(&chunks[i].segment);
      query_terms_close(&chunks[i + step].segment);
      chunks[i].segment = merged;
    }
  }
  *ret_segment = chunks[0].segment;
}

static Err run_workers(Job *job, Making *making, size_t files) {
  Worker workers[WORKERS_MAX] = {0};
  size_t wanted = index_workers(making->index), started = 0, own_texts;
  (void)index_view_texts(job, making->index, &own_texts);
  if (files <= ALONE_FILES || own_texts) wanted = 1; /* a view is its own job's alone */
  if (wanted > WORKERS_MAX) wanted = WORKERS_MAX;
  for (; started + 1 < wanted; started++) {
    Worker *worker = &workers[started];
    worker->making = making;
    arena_init(&worker->arena);
    job_init(&worker->job, &worker->arena);
    /* The caller works as well, so that without any thread it only takes longer. */
    if (!thread_start(work, worker, &worker->thread)) break;
  }
  Err err = make_chunks(job, making);
  for (size_t i = 0; i < started; i++) {
    thread_join(workers[i].thread);
    if (!err && workers[i].err) err = job_fail(job, workers[i].err, "%.*s", STR_ARG(job_message(&workers[i].job, workers[i].err)));
    arena_clear(&workers[i].arena);
  }
  if (!err) return job_check(job);
  return err;
}

Err query_terms_make(Job *job, Index *index, StoreFile *const *files, size_t count, TermsSegment *ret_segment) {
  Making making = {.index = index, .files = files, .job = job};
  VEC(Chunk) chunks = {0};
  /* Chunks have about equal bytes rather than equal numbers of files. Starting
   * full makes the first file begin the first chunk. */
  uint64_t bytes = CHUNK_BYTES;
  for (size_t i = 0; i < count; i++) {
    if (bytes >= CHUNK_BYTES) {
      *vec_add(job->arena, &chunks) = (Chunk){.from = i};
      bytes = 0;
    }
    bytes += files[i]->size;
    vec_last(&chunks)->to = i + 1;
  }
  /* Without files the result is an empty segment, not none. */
  if (!chunks.len) *vec_add(job->arena, &chunks) = (Chunk){0};
  making.chunks = chunks.items;
  making.chunk_count = chunks.len;
  Err err = run_workers(job, &making, count);
  if (!err) {
    merge_chunks(chunks.items, chunks.len, ret_segment);
    return OK;
  }
  /* Those that were never made are zero, which closing takes for empty. */
  for (size_t i = 0; i < chunks.len; i++) query_terms_close(&chunks.items[i].segment);
  return err;
}
