/* What earlier answers of a conversation showed. A handle is unguessable,
 * stands for lines of files as they were, and is forgotten after a while. */
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/index/part.h"
#include "src/os/secret.h"
#include "src/query/explore/served_internal.h"
#include "src/query/explore/tuning_internal.h"

/* Each handle has its own arena, so that forgetting one frees all of it. */
typedef struct Handle {
  Arena arena;
  Str text;
  int64_t until_ms;
  ExploreServed served;
} Handle;

typedef struct Part {
  Lock lock;
  Handle *items[SERVED_HANDLES_MAX]; /* NULL: free */
} Part;

static void *open_part(Index *index) {
  (void)index;
  Part *part = arena_heap_alloc(sizeof(*part));
  lock_init(&part->lock);
  return part;
}

static void drop(Handle *handle) {
  if (!handle) return;
  arena_clear(&handle->arena);
  free(handle);
}

static void close_part(void *context) {
  Part *part = context;
  for (size_t i = 0; i < SERVED_HANDLES_MAX; i++) drop(part->items[i]);
  lock_clear(&part->lock);
  free(part);
}

static const IndexPart kind = {open_part, close_part};

/* Compared in constant time: a handle is a secret that gives away which files
 * somebody has looked at. There are few, so all are tried. */
static const Handle *find(const Part *part, Str text) {
  int64_t now = job_now_ms();
  for (size_t i = 0; i < SERVED_HANDLES_MAX; i++) {
    const Handle *handle = part->items[i];
    if (handle && handle->until_ms > now && secret_equal(handle->text, text)) return handle;
  }
  return NULL;
}

/* A free place, or that of the handle that ends first. */
static Handle **make_place(Part *part) {
  Handle **place = &part->items[0];
  for (size_t i = 0; i < SERVED_HANDLES_MAX && *place; i++) {
    if (!part->items[i] || part->items[i]->until_ms < (*place)->until_ms) place = &part->items[i];
  }
  drop(*place);
  *place = NULL;
  return place;
}

/* Pieces are joined where they touch, so that the list stays as short as what
 * was shown is contiguous, however often it was asked for. */
static void add_file(Arena *arena, ExploreServed *to, const ServedFile *added) {
  ServedFile *file = NULL;
  for (size_t i = 0; i < to->len; i++) {
    if (str_eq(to->items[i].path, added->path)) file = &to->items[i];
  }
  if (!file) {
    file = vec_add(arena, to);
    *file = (ServedFile){.path = str_copy(arena, added->path), .hash = added->hash};
  }
  /* Lines of an older text say nothing about the newer one. */
  if (file->hash != added->hash) file->pieces.len = 0;
  file->hash = added->hash;
  for (size_t i = 0; i < added->pieces.len; i++) *vec_add(arena, &file->pieces) = added->pieces.items[i];
  query_explore_join(&file->pieces, 0);
}

static void copy_files(Arena *arena, ExploreServed *to, const ExploreServed *from) {
  for (size_t i = 0; i < from->len; i++) add_file(arena, to, &from->items[i]);
}

/* A copy, because the handle may be dropped by another call at any time once
 * the lock is given back. */
static const ExploreServed *copy_of(Job *job, Index *index, Str text) {
  Part *part = index_part(index, &kind);
  ExploreServed *copy = NULL;
  lock_take(&part->lock);
  const Handle *found = find(part, text);
  if (found) {
    copy = ARENA_NEW(job->arena, ExploreServed);
    copy_files(job->arena, copy, &found->served);
  }
  lock_give(&part->lock);
  return copy;
}

/* NULL for a handle that is unknown or too old: then everything is shown, as in
 * a first answer. */
const ExploreServed *query_explore_served(Job *job, Index *index, Str handle) {
  const ExploreServed *copy = copy_of(job, index, handle);
  /* Given by a process that has ended: a shell without a daemon, a daemon before
   * this one. */
  return copy ? copy : query_explore_recall(job, index, handle);
}

void query_explore_served_pieces(const ExploreServed *served, Arena *arena, const QuerySource *source, QueryPieces *ret_pieces) {
  for (size_t i = 0; i < served->len; i++) {
    const ServedFile *file = &served->items[i];
    if (!str_eq(file->path, source->path) || file->hash != hash_str(source->text)) continue;
    for (size_t p = 0; p < file->pieces.len; p++) *vec_add(arena, ret_pieces) = file->pieces.items[p];
  }
}

static Handle *make(Str text, const ExploreServed *before, const ExplorePack *pack) {
  Handle *made = arena_heap_alloc(sizeof(*made));
  arena_init(&made->arena);
  made->text = text.len ? str_copy(&made->arena, text) : secret_random_hex(&made->arena, SERVED_HANDLE_BYTES);
  made->until_ms = job_now_ms() + SERVED_LIFETIME_MS;
  if (before) copy_files(&made->arena, &made->served, before);
  for (size_t i = 0; i < pack->files.len; i++) {
    const ExploreFile *file = &pack->files.items[i];
    if (!file->is_shown) continue;
    add_file(&made->arena, &made->served,
             &(ServedFile){.path = file->path, .hash = hash_str(file->source.text), .pieces = file->pieces});
  }
  return made;
}

/* Each answer gets a new handle that stands for all shown so far. The old one
 * stays valid: two branches of one conversation may go on from the same answer. */
Str query_explore_serve(Job *job, Index *index, const ExploreServed *before, const ExplorePack *pack) {
  Part *part = index_part(index, &kind);
  Handle *made = make(STR_EMPTY, before, pack);
  Str text = str_copy(job->arena, made->text);
  query_explore_keep(job, index, text, &made->served);
  lock_take(&part->lock);
  *make_place(part) = made;
  lock_give(&part->lock);
  return text;
}

/* ---- sessions ---- */

/* Under a name that no handle has, so that the one is never taken for the
 * other. */
static Str session_text(Arena *arena, Str session) { return str_format(arena, "session %.*s", STR_ARG(session)); }

const ExploreServed *query_explore_served_session(Job *job, Index *index, Str session) {
  return copy_of(job, index, session_text(job->arena, session));
}

/* Not kept on disk: a session ends with the process that has it. */
void query_explore_serve_session(Job *job, Index *index, Str session, const ExploreServed *before, const ExplorePack *pack) {
  Part *part = index_part(index, &kind);
  Handle *made = make(session_text(job->arena, session), before, pack);
  lock_take(&part->lock);
  Handle **place = NULL;
  for (size_t i = 0; i < SERVED_HANDLES_MAX && !place; i++) {
    if (part->items[i] && str_eq(part->items[i]->text, made->text)) place = &part->items[i];
  }
  if (place) drop(*place);
  else place = make_place(part);
  *place = made;
  lock_give(&part->lock);
}
