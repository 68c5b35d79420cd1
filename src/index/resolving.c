/* Resolves what is dirty, on many threads, and stores the edges, on one. */
#include "src/base/hash.h"
#include "src/index/crew_internal.h"
#include "src/index/index_internal.h"
#include "src/index/roots_internal.h"
#include "src/os/process.h"

#define KEEP_FILES 16 /* up to so many, what was made for them serves the next change too */

typedef struct Resolving {
  IndexBatch *batch;
  IndexWorld *world;
  const WorldFile *files;
  ResolveThread *threads[INDEX_CREW_MAX];
  IndexQuarantine quarantine;
  bool is_fresh;
  IndexProgress progress;
} Resolving;

/* As quarantine knows it. */
static Str edges_name(Arena *arena, Str path) { return str_format(arena, "edges of %.*s", STR_ARG(path)); }

uint64_t index_edges_key(Arena *arena, Str path) { return hash_str(edges_name(arena, path)); }

/* Resolving can end the process as parsing can (a stack too deep); so the
 * file's edges are noted as being at hand, apart from the file itself: it
 * then stays indexed and only goes without edges. */
static Err make_edges(void *context, unsigned member, Job *job, size_t item, void **ret_product) {
  Resolving *resolving = context;
  Resolved *resolved = ARENA_NEW(job->arena, Resolved);
  if (!resolving->threads[member]) {
    resolving->threads[member] = resolve_thread_open(index_world_resolve(resolving->world));
  }
  *ret_product = resolved;
  WorldFile file = resolving->files[item];
  uint64_t content = index_world_file_hash(resolving->world, file);
  Str path = resolve_world_path(index_world_resolve(resolving->world), file);
  Str what = edges_name(job->arena, path);
  if (index_quarantine_holds(&resolving->quarantine, what, content)) return OK; /* without edges */
  IndexAtHand hand = {.quarantine = &resolving->quarantine, .slot = member, .what = what, .content = content};
  index_quarantine_enter(&resolving->quarantine, member, what, content);
  index_roots_at_hand(&hand);
  Err err = resolve_file(job, resolving->threads[member], file, resolved);
  index_roots_at_hand(NULL);
  index_quarantine_leave(&resolving->quarantine, member, !err);
  return err;
}

/* Facts came and went in all sizes. What is given back is asked for again soon, and
 * a page that comes from the system is cleared first: so only where it is needed. */
static void trim(const Index *index) {
  if (process_anonymous_bytes() > index_memory_bytes(index) / 8 * 5) process_trim_memory();
}

/* The world hears of what was used and asked, the store gets the edges with
 * it: from both the next change will know whom it concerns. */
static Err take_edges(void *context, Job *job, size_t item, void *product) {
  Resolving *resolving = context;
  IndexBatch *batch = resolving->batch;
  const Resolved *resolved = product;
  StoreFileEdges links;
  TRY(index_batch_begin(batch));
  index_world_resolved(resolving->world, job->arena, resolving->files[item], resolved, &links);
  TRY(store_put_file_edges(job, batch->store, &links));
  batch->bytes += links.edge_count * sizeof(Edge);
  if (++resolving->progress.done % 16 == 0) index_tell_progress(batch->index, &resolving->progress);
  /* Changes to a complete index are seen all at once. */
  if (!resolving->is_fresh || !index_batch_is_due(batch, true)) return OK;
  trim(batch->index);
  return index_batch_end(batch);
}

/* One thread's memory is kept for the next change when the change was small:
 * whoever saves a file again and again finds the indexes warm. */
Err index_resolve_files(IndexBatch *batch, bool is_fresh) {
  IndexWorld *world = batch->index->world;
  Resolving resolving = {.batch = batch, .world = world, .is_fresh = is_fresh,
                         .progress = {.phase = "resolving", .began_ms = job_now_ms()}};
  size_t count;
  resolving.files = index_world_dirty(world, batch->job->arena, &count);
  resolving.progress.total = count;
  index_tell_progress(batch->index, &resolving.progress);
  IndexCrewWork work = {.context = &resolving, .count = count, .workers = index_worker_count(batch->index),
                        .make = make_edges, .take = take_edges};
  resolving.threads[0] = index_world_take_thread(world);
  index_quarantine_open(store_keep(batch->store), store_part(batch->store), &resolving.quarantine);
  Err err = index_crew_run(batch->job, &work);
  index_quarantine_close(&resolving.quarantine);
  for (size_t i = 0; i < INDEX_CREW_MAX; i++) {
    if (!resolving.threads[i]) continue;
    if (i == 0 && !err && count <= KEEP_FILES) index_world_keep_thread(world, resolving.threads[i]);
    else resolve_thread_close(resolving.threads[i]);
  }
  if (is_fresh) { /* the store sorts next */
    index_world_rest(world);
    if (process_was_large()) process_trim_memory();
  }
  if (!err && index_world_has_failed(world)) {
    err = job_fail(batch->job, ERR_IO, "the index could not be read while it was brought up to date; try again");
  }
  return err;
}
