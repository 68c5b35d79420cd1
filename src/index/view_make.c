/* Laying texts over the store, on the index's thread: they are put into the
 * world as a change on disk would be, what that concerns is resolved, rows go
 * into a layer, and the world gets back what is stored. */
#include <stdlib.h>
#include <string.h>

#include "src/index/index_internal.h"
#include "src/os/secret.h"

/* What a changed surface concerns can be all files of the project. The texts'
 * own edges are always made, those of others as far as that goes. */
#define OTHERS_MAX 400
#define OTHERS_MS 1500

/* A text that was put, and what the world had in its place. */
typedef struct Laying {
  const IndexSource *source;
  StorePlaced placed;
  StoreFile before; /* id 0: nothing is stored of that path */
} Laying;

typedef struct Making {
  Job *job;
  Index *index;
  IndexWorld *world;
  StoreReader *reader;
  StoreLayer *layer;
  IndexLaid *laid;
  VEC(Laying) put;
  VEC(IndexLent) lent; /* of what was resolved */
} Making;

/* ---- there ---- */

static Err find_file(Job *job, StoreReader *reader, Str path, StoreFile *ret_file) {
  StoreFiles files;
  TRY(store_list_files(job, reader, path, &files));
  *ret_file = (StoreFile){0};
  if (files.len && str_eq(files.items[0].path, path)) *ret_file = files.items[0];
  return OK;
}

static Err decode(Making *making, Str data, Facts **ret_facts) {
  Facts *facts = ARENA_NEW(making->job->arena, Facts);
  if (!data.ptr || !facts_decode(data, making->job->arena, index_world_names(making->world), facts)) {
    return job_fail(making->job, ERR_IO, "facts of a text could not be read");
  }
  *ret_facts = facts;
  return OK;
}

/* A text that no language reads can stand beside the graph, if that has nothing
 * of the saved file either. */
static IndexTextState state_beside(const IndexSource *source, const StoreFile *before) {
  bool is_beside = !source->language && !source->file.skip.len && (!before->id.value || before->skip.len);
  return is_beside ? INDEX_TEXT_BESIDE : INDEX_TEXT_NOT;
}

/* A file that the index leaves out for what it contains is not put: what it is
 * on disk decides, until it is saved. */
static Err put_text(Making *making, const IndexSource *source, IndexTextState *ret_state) {
  Job *job = making->job;
  Laying laying = {.source = source};
  Facts *facts = NULL;
  TRY(find_file(job, making->reader, source->file.path, &laying.before));
  *ret_state = state_beside(source, &laying.before);
  if (!source->language || (laying.before.id.value && laying.before.skip.len)) return OK;
  TRY(decode(making, source->content.data, &facts));
  StoreContent content = source->content;
  content.facts = facts;
  TRY(store_put_file(job, store_layer_store(making->layer), &source->file, &content, &laying.placed));
  index_world_put(making->world, &(IndexPut){.path = source->file.path, .language = source->language, .facts = facts,
                                             .data = content.data, .surface = source->file.surface, .keys = content.keys,
                                             .key_count = content.key_count, .placed = &laying.placed});
  *vec_add(job->arena, &making->put) = laying;
  *ret_state = INDEX_TEXT_KNOWN;
  return OK;
}

static Err resolve_one(Making *making, ResolveThread *thread, WorldFile file) {
  Job *job = making->job;
  Resolved resolved;
  StoreFileEdges links;
  index_world_lend(making->world, file, vec_add(job->arena, &making->lent));
  JOB_SCRATCH(job);
  TRY(resolve_file(job, thread, file, &resolved));
  index_world_resolved(making->world, job->arena, file, &resolved, &links);
  return store_put_file_edges(job, store_layer_store(making->layer), &links);
}

static bool is_put(const Making *making, WorldFile file) {
  Str path = resolve_world_path(index_world_resolve(making->world), file);
  for (size_t i = 0; i < making->put.len; i++) {
    if (str_eq(making->put.items[i].source->file.path, path)) return true;
  }
  return false;
}

/* The texts first, then the others that the change concerns. */
static Err resolve_dirty(Making *making, ResolveThread *thread) {
  size_t count, others = 0;
  WorldFile *files = index_world_dirty(making->world, making->job->arena, &count);
  int64_t until_ms = job_now_ms() + OTHERS_MS;
  for (size_t i = 0; i < count; i++) {
    if (is_put(making, files[i])) TRY(resolve_one(making, thread, files[i]));
  }
  making->laid->is_whole = true;
  for (size_t i = 0; i < count; i++) {
    if (is_put(making, files[i])) continue;
    making->laid->is_whole = ++others <= OTHERS_MAX && job_now_ms() < until_ms;
    if (!making->laid->is_whole) break;
    TRY(resolve_one(making, thread, files[i]));
  }
  return OK;
}

static Err resolve_all(Making *making) {
  TRY(index_world_follow_imports(making->job, making->world));
  ResolveThread *thread = index_world_take_thread(making->world);
  if (!thread) thread = resolve_thread_open(index_world_resolve(making->world));
  Err err = resolve_dirty(making, thread);
  if (err) resolve_thread_close(thread);
  else index_world_keep_thread(making->world, thread);
  return err;
}

/* Whatever is kept by generation, of questions through this layer, is of it
 * alone. */
static Err seal(Making *making) {
  int64_t mark;
  secret_random(&mark, sizeof mark);
  TRY(store_put_number(making->job, store_layer_store(making->layer), STR("generation"), mark));
  return store_layer_seal(making->job, making->layer);
}

/* ---- and back ---- */

static Err put_back(Making *making, const Laying *laying) {
  Job *job = making->job;
  const StoreContent *now = &laying->source->content;
  StorePlaced placed = {.file = laying->placed.file, .surface_before = laying->source->file.surface,
                        .keys_before = (uint64_t *)now->keys, .key_before_count = now->key_count};
  Str path = laying->source->file.path, data;
  Facts *facts;
  uint64_t *keys;
  size_t key_count;
  const Language *language = language_find(laying->before.language);
  if (!laying->before.id.value) {
    index_world_remove(making->world, path, &placed);
    return OK;
  }
  if (!language) return job_fail(job, ERR_IO, "the language of a file is not known any more");
  TRY(store_get_content(job, making->reader, laying->before.id, &data));
  TRY(decode(making, data, &facts));
  TRY(store_get_keys(job, making->reader, laying->before.id, &keys, &key_count));
  if (laying->before.is_renumbered) {
    TRY(store_get_locals(job, making->reader, laying->before.id, facts->defs.len, &placed.locals));
  }
  index_world_put(making->world, &(IndexPut){.path = path, .language = language, .facts = facts, .data = data,
                                             .surface = laying->before.surface, .keys = keys, .key_count = key_count,
                                             .placed = &placed});
  return OK;
}

static Err go_back(Making *making) {
  for (size_t i = 0; i < making->put.len; i++) TRY(put_back(making, &making->put.items[i]));
  TRY(index_world_follow_imports(making->job, making->world));
  if (index_world_has_failed(making->world)) return job_fail(making->job, ERR_IO, "facts could not be read");
  index_world_all_clean(making->world);
  return OK;
}

/* Before the imports are followed again, and in any case: they are the heap's.
 * Of a file that was not there nothing is to be kept. */
static void take_back(Making *making) {
  for (size_t i = 0; i < making->lent.len; i++) index_world_take_back(making->world, &making->lent.items[i]);
}

/* ---- all of it ---- */

static Err put_all(Making *making, const IndexOrder *order) {
  IndexLaid *laid = making->laid;
  laid->states = ARENA_ARRAY(&laid->arena, IndexTextState, order->count + 1);
  for (size_t i = 0; i < order->count; i++) TRY(put_text(making, &order->sources[i], &laid->states[i]));
  TRY(resolve_all(making));
  return seal(making);
}

static Err make(Making *making, const IndexOrder *order) {
  TRY(store_layer_open(making->job, making->reader, index_world_highest(making->world), &making->layer));
  Err err = put_all(making, order);
  take_back(making);
  Err back = go_back(making);
  if (err || back) index_forget_world(making->index); /* the next one loads what is stored */
  return err ? err : back;
}

static IndexLaid *take_texts(IndexOrder *order) {
  IndexLaid *laid = arena_heap_alloc(sizeof *laid);
  arena_init(&laid->arena);
  IndexText *texts = ARENA_ARRAY(&laid->arena, IndexText, order->count + 1);
  for (size_t i = 0; i < order->count; i++) {
    texts[i] = (IndexText){str_copy(&laid->arena, order->texts[i].path), str_copy(&laid->arena, order->texts[i].text)};
  }
  laid->texts = texts;
  laid->count = order->count;
  laid->users = 1;
  return laid;
}

static Err lay(Job *job, Index *index, IndexOrder *order) {
  Making making = {.job = job, .index = index};
  TRY(index_world_whole(job, index, &making.world));
  if (!making.world) return job_fail(job, ERR_UNAVAILABLE, "the index is not complete");
  TRY(index_reader_take(job, index, &making.reader));
  making.laid = take_texts(order);
  making.laid->generation = index->generation;
  Err err = make(&making, order);
  if (making.layer && err) store_layer_close(making.layer);
  else making.laid->layer = making.layer;
  index_reader_return(index, making.reader);
  if (!err) {
    index_laid_keep(index, making.laid);
    return OK;
  }
  arena_clear(&making.laid->arena);
  free(making.laid);
  return err;
}

/* Who ordered it finds it, or not: a question about what is saved is better
 * than none. With the lock, so that nobody writes meanwhile. */
void index_lay(Job *job, Index *index, IndexOrder *order) {
  JOB_SCRATCH(job);
  if (store_lock(job, index->store)) {
    job_forgive(job);
    return;
  }
  if (lay(job, index, order)) job_forgive(job);
  store_unlock(index->store);
}
