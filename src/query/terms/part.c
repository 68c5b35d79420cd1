/* The terms of a workspace, in step with its store. Files are known by path
 * and the hash of their text: the same text has the same terms, whatever the
 * store did meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/terms/terms_internal.h"

#define APART_FILES 24  /* that changed, until both segments become one */

/* The large segment, shared by states. */
typedef struct Base {
  TermsSegment segment;
  int users;
} Base;

typedef struct IdEntry {
  int64_t id;
  uint32_t segment, file;
} IdEntry;

struct TermsFiles {
  IdEntry *items; /* by id */
  size_t len;
};

typedef struct Held {
  TermsState state; /* first: a TermsState is the address of its holder */
  Base *base;
  Arena arena;
} Held;

typedef struct Part {
  Lock lock;
  Held *held; /* newest; NULL: none yet */
} Part;

static void *open_part(Index *index) {
  (void)index;
  Part *part = arena_heap_alloc(sizeof(*part));
  lock_init(&part->lock);
  return part;
}

/* Counts are plain numbers: they change under the part's lock only, or before
 * anybody else knows the state. */
static void drop_base(Base *base) {
  if (!base || --base->users > 0) return;
  query_terms_close(&base->segment);
  free(base);
}

static void drop(Held *held) {
  if (!held || --held->state.users > 0) return;
  drop_base(held->base);
  query_terms_close(&held->state.segments[1]);
  arena_clear(&held->arena);
  free(held);
}

static void close_part(void *context) {
  Part *part = context;
  drop(part->held);
  lock_clear(&part->lock);
  free(part);
}

static const IndexPart kind = {open_part, close_part};

/* ---- comparing with the store ---- */

typedef struct Sync {
  Job *job;
  Index *index;
  bool is_private; /* of a view: nothing is kept */
  StoreFiles all;
  Held *held;
  VEC(StoreFile *) missing; /* not in the large segment, or another text */
  bool *dead;               /* the large segment's files */
  size_t dead_count;
} Sync;

/* A path that ends in a slash names a folder, which has no text. */
static bool is_read(const StoreFile *file) {
  return file->skip.len == 0 && file->language.len && file->path.ptr[file->path.len - 1] != '/';
}

static void note_file(Held *held, uint32_t segment, uint32_t file, const StoreFile *stored) {
  held->state.ids[segment][file] = stored->id;
  held->state.renumbered[segment][file] = stored->is_renumbered;
}

static void size_files(Held *held, size_t segment) {
  size_t count = held->state.segments[segment].head.file_count + 1;
  held->state.ids[segment] = ARENA_ARRAY(&held->arena, FileId, count);
  held->state.renumbered[segment] = ARENA_ARRAY(&held->arena, bool, count);
}

/* Says which files of the large segment still hold, and which files of the
 * store it lacks. Called again after segments were united, since then all
 * numbers of files are different. */
static void compare(Sync *sync) {
  Map known;
  Held *held = sync->held;
  const TermsSegment *base = &held->state.segments[0];
  map_init(&known, sync->job->arena);
  sync->missing.len = 0;
  sync->dead_count = base->head.file_count;
  sync->dead = ARENA_ARRAY(sync->job->arena, bool, base->head.file_count + 1);
  size_files(held, 0);
  for (uint32_t i = 0; i < base->head.file_count; i++) {
    sync->dead[i] = true;
    map_put(&known, query_terms_path(base, &base->files[i]), (void *)(uintptr_t)(i + 1));
  }
  held->state.file_count = 0;
  for (size_t i = 0; i < sync->all.len; i++) {
    StoreFile *file = &sync->all.items[i];
    if (!is_read(file)) continue;
    held->state.file_count++;
    uint32_t at = (uint32_t)(uintptr_t)map_get(&known, file->path);
    /* The map holds numbers from 1 on, because 0 is what it gives for a miss. */
    if (!at || base->files[at - 1].hash != file->hash || base->files[at - 1].size != file->size) {
      *vec_add(sync->job->arena, &sync->missing) = file;
      continue;
    }
    sync->dead[at - 1] = false;
    sync->dead_count--;
    note_file(held, 0, at - 1, file);
  }
}

/* The state has its own copy of the segment's head; the memory behind both is
 * one and belongs to the base, which states share. */
static void use_base(Held *held, TermsSegment segment) {
  held->base = arena_heap_alloc(sizeof(Base));
  held->base->segment = segment;
  held->base->users = 1;
  held->state.segments[0] = segment;
}

/* Kept for the next process; when that fails, this one goes on without. */
static void write_base(Sync *sync, const TermsSegment *segment) {
  Keep *keep = index_keep(sync->index);
  if (keep) query_terms_write(sync->job, keep, segment);
}

/* Both segments into one, which is written. */
static void unite(Sync *sync, TermsSegment *fresh) {
  TermsSegment merged;
  query_terms_merge(&sync->held->state.segments[0], sync->dead, fresh, &merged);
  query_terms_close(fresh);
  drop_base(sync->held->base);
  write_base(sync, &merged);
  use_base(sync->held, merged);
  compare(sync);
}

/* The segment need not have the files in the order in which they were asked
 * for, so they are matched by path. */
static void place_fresh(Sync *sync, TermsSegment fresh) {
  TermsState *state = &sync->held->state;
  state->segments[1] = fresh;
  size_files(sync->held, 1);
  Map paths;
  map_init(&paths, sync->job->arena);
  for (size_t i = 0; i < sync->missing.len; i++) map_put(&paths, sync->missing.items[i]->path, sync->missing.items[i]);
  for (uint32_t i = 0; i < fresh.head.file_count; i++) {
    const StoreFile *file = map_get(&paths, query_terms_path(&fresh, &fresh.files[i]));
    if (file) note_file(sync->held, 1, i, file);
  }
}

static int by_id(const void *a, const void *b) {
  const IdEntry *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* Units are numbered through both segments, the large one first, so that a
 * plain array by unit can hold scores. */
static void number(Held *held) {
  TermsState *state = &held->state;
  struct TermsFiles *files = ARENA_NEW(&held->arena, struct TermsFiles);
  files->items = ARENA_ARRAY(&held->arena, IdEntry, state->segments[0].head.file_count + (size_t)state->segments[1].head.file_count + 1);
  for (uint32_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &state->segments[s];
    state->first[s] = state->unit_count;
    state->unit_count += segment->head.unit_count;
    state->words += segment->head.words;
    for (uint32_t i = 0; i < segment->head.file_count; i++) {
      if (state->ids[s][i].value) files->items[files->len++] = (IdEntry){state->ids[s][i].value, s, i};
    }
  }
  if (files->len) qsort(files->items, files->len, sizeof(IdEntry), by_id);
  state->files = files;
}

static Err synchronise(Sync *sync, const Held *before) {
  Job *job = sync->job;
  Held *held = sync->held;
  TermsSegment segment;
  /* Only the small segment is made anew when something changed: the large one,
   * which takes long to make, is shared with the state before. */
  if (before) {
    held->base = before->base;
    held->base->users++;
    held->state.segments[0] = before->state.segments[0];
  } else {
    Keep *keep = index_keep(sync->index);
    if (keep && query_terms_read(job, keep, &segment)) {
      use_base(held, segment);
    } else {
      /* An empty segment stands in, so that what follows finds every file missing and
       * makes all of it: the first time is no special case. */
      TRY(query_terms_make(job, sync->index, NULL, 0, &segment));
      use_base(held, segment);
    }
  }
  compare(sync);
  if (sync->missing.len) {
    TRY(query_terms_make(job, sync->index, sync->missing.items, sync->missing.len, &segment));
    /* A few changed files are cheap to make again after each change. Beyond that it
     * pays to write the large segment once more. */
    bool is_much = sync->missing.len > APART_FILES || held->state.segments[0].head.file_count == 0;
    if (is_much && !sync->is_private) unite(sync, &segment);
    else place_fresh(sync, segment);
  }
  if (!held->state.ids[1]) size_files(held, 1);
  number(held);
  return OK;
}

static Err make_state(Job *job, Index *index, StoreReader *reader, const Held *before, int64_t generation, Held **ret_held) {
  Sync sync = {.job = job, .index = index, .is_private = store_reader_beneath(reader)};
  TRY(store_list_files(job, reader, STR_EMPTY, &sync.all));
  sync.held = arena_heap_alloc(sizeof(Held));
  arena_init(&sync.held->arena);
  sync.held->state.generation = generation;
  sync.held->state.users = 1;
  Err err = synchronise(&sync, before);
  if (err) {
    drop(sync.held);
    return err;
  }
  *ret_held = sync.held;
  return OK;
}

/* The state of what is stored, which is everybody's, and over it the files that
 * a view has otherwise. The first is made by a job that has no view. */
static Err take_private(Job *job, Index *index, StoreReader *reader, TermsState **ret_state) {
  Part *part = index_part(index, &kind);
  TermsState *saved;
  Held *held = NULL;
  Job plain;
  job_init(&plain, job->arena);
  plain.deadline_ms = job->deadline_ms;
  plain.owner = job->owner;
  Err err = query_terms_take(&plain, index, store_reader_beneath(reader), &saved);
  if (err) return job_fail(job, err, "%.*s", STR_ARG(job_message(&plain, err)));
  lock_take(&part->lock);
  err = make_state(job, index, reader, (const Held *)saved, 0, &held);
  lock_give(&part->lock);
  query_terms_release(index, saved);
  if (!err) *ret_state = &held->state;
  return err;
}

Err query_terms_take(Job *job, Index *index, StoreReader *reader, TermsState **ret_state) {
  Part *part = index_part(index, &kind);
  int64_t generation;
  Err err = OK;
  if (store_reader_beneath(reader)) return take_private(job, index, reader, ret_state);
  TRY(index_generation(job, reader, &generation));
  lock_take(&part->lock);
  if (!part->held || part->held->state.generation != generation) {
    Held *held = NULL;
    err = make_state(job, index, reader, part->held, generation, &held);
    if (!err) {
      drop(part->held);
      part->held = held;
    }
  }
  if (!err) {
    part->held->state.users++;
    *ret_state = &part->held->state;
  }
  lock_give(&part->lock);
  return err;
}

void query_terms_release(Index *index, TermsState *state) {
  Part *part = index_part(index, &kind);
  lock_take(&part->lock);
  drop((Held *)state);
  lock_give(&part->lock);
}

/* ---- looking at a state ---- */

const TermsUnit *query_terms_unit(const TermsState *state, uint32_t unit, size_t *ret_segment) {
  size_t segment = unit >= state->first[1];
  if (ret_segment) *ret_segment = segment;
  return &state->segments[segment].units[unit - state->first[segment]];
}

Str query_terms_unit_path(const TermsState *state, uint32_t unit) {
  size_t at;
  const TermsUnit *one = query_terms_unit(state, unit, &at);
  const TermsSegment *segment = &state->segments[at];
  return query_terms_path(segment, &segment->files[one->file]);
}

bool query_terms_file(const TermsState *state, FileId file, uint32_t *ret_first, uint32_t *ret_count) {
  IdEntry key = {.id = file.value};
  if (!state->files->len) return false;
  const IdEntry *entry = bsearch(&key, state->files->items, state->files->len, sizeof(IdEntry), by_id);
  if (!entry) return false;
  const TermsFile *found = &state->segments[entry->segment].files[entry->file];
  *ret_first = state->first[entry->segment] + found->first;
  *ret_count = found->count;
  return true;
}
