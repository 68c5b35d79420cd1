/* The world kept beside the store (decision 030): what look-ups need of every
 * file, written when the index is at rest and read by the next process, which
 * then decodes the facts of those files alone that it looks at. Bound to one
 * state of one store: with any other it is as if it were not there, and the
 * world is made from facts. */
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/index/roots_internal.h"
#include "src/index/world_parts_internal.h"
#include "src/os/segment.h"

enum { SAVED_VERSION = 1 };
#define SAVED_SHARE 16 /* of the memory for an index: a larger world is made from facts. Twice that is taken while it is written */

/* Arrays lie in it as they do in memory. */
static SegmentForm form_of(const IndexWorld *world) {
  return (SegmentForm){.name = KEEP_PART(KEEP_STORE_WORLD, store_part(world->index->store)), .version = SAVED_VERSION,
                       .stamp = resolve_world_form()};
}

static bool is_state(const IndexWorldState *state) { return state->birth != 0; }

static void put_state(Buf *out, const IndexWorldState *state) {
  pack_word64(out, (uint64_t)state->birth);
  pack_word64(out, (uint64_t)state->generation);
  pack_word64(out, (uint64_t)state->revision);
  pack_word64(out, (uint64_t)state->dependencies);
}

static bool has_state(PackReader *in, const IndexWorldState *state) {
  const int64_t numbers[] = {state->birth, state->generation, state->revision, state->dependencies};
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    if (pack_read_word64(in) != (uint64_t)numbers[i]) return false;
  }
  return true;
}

/* ---- saving ---- */

static void put_words(Buf *out, const uint32_t *words, size_t count) {
  pack_number(out, count);
  buf_add(out, (Str){(const char *)words, count * sizeof *words});
}

static void put_uses(Buf *out, const IndexFile *file) {
  const unsigned char *at = file->uses;
  WorldFile used = 0, before = 0;
  while ((used = index_world_next_use(&at, used))) {
    pack_number(out, used - before);
    before = used;
  }
  pack_number(out, 0);
}

static void put_file(Buf *out, WorldFile number, const IndexFile *file) {
  pack_number(out, number);
  pack_number(out, (uint64_t)file->id.value);
  pack_word64(out, file->hash);
  pack_number(out, file->def_count);
  put_words(out, file->locals, file->locals ? file->def_count : 0);
  put_words(out, file->asks, file->ask_count);
  put_uses(out, file);
}

static void put_files(Buf *out, const IndexWorld *world) {
  size_t count = 0;
  for (size_t i = 1; i < world->file_cap; i++) count += world->files[i].id.value != 0;
  pack_number(out, count);
  for (size_t i = 1; i < world->file_cap; i++) {
    if (world->files[i].id.value) put_file(out, (WorldFile)i, &world->files[i]);
  }
}

static void put_configs(Buf *out, const IndexWorld *world) {
  size_t count = 0;
  for (const MapEntry *e = NULL; (e = map_next(&world->by_path, e));) count += ((const IndexPath *)e->value)->is_config;
  pack_number(out, count);
  for (const MapEntry *e = NULL; (e = map_next(&world->by_path, e));) {
    const IndexPath *known = e->value;
    if (!known->is_config) continue;
    pack_text(out, e->key);
    pack_number(out, (uint64_t)known->id.value);
  }
}

bool index_world_can_save(const IndexWorld *world) {
  return world->is_loaded && !world->doubt_count && !index_world_is_changed(world) && !atomic_load(&world->has_failed);
}

Err index_world_save(Job *job, IndexWorld *world, const IndexWorldState *state) {
  SegmentForm form = form_of(world);
  Arena arena;
  Buf out;
  size_t most = index_memory_bytes(world->index) / SAVED_SHARE;
  if (!index_world_can_save(world) || !is_state(state) || resolve_world_bytes(world->resolve) > most) return OK;
  arena_init(&arena);
  buf_init(&out, &arena, most);
  put_state(&out, state);
  bool is_whole = resolve_world_save(world->resolve, &out);
  put_files(&out, world);
  put_configs(&out, world);
  Str bytes = buf_str(&out);
  Err err = OK;
  if (is_whole && !out.overflow) err = segment_write_soon(job, store_keep(world->index->store), &form, &bytes, 1);
  if (!err) world->saved = *state;
  arena_clear(&arena);
  return err;
}

bool index_world_is_saved(const IndexWorld *world, const IndexWorldState *state) {
  return memcmp(&world->saved, state, sizeof *state) == 0;
}

/* ---- restoring ---- */

/* In the arena; NULL: there are none. `most`: more are refused. */
static uint32_t *read_words(PackReader *in, Arena *arena, size_t most, size_t *ret_count) {
  size_t count = pack_read_count(in, sizeof(uint32_t));
  if (count > most) pack_spoil(in);
  Str bytes = pack_read_bytes(in, in->bad ? 0 : count * sizeof(uint32_t));
  *ret_count = in->bad ? 0 : count;
  if (in->bad || !count) return NULL;
  return arena_copy(arena, bytes.ptr, bytes.len);
}

typedef VEC(WorldFile) Uses;

static bool is_file(const IndexWorld *world, uint64_t number) {
  return number && number < world->file_cap && world->files[number].id.value;
}

/* Other files may come behind it: whether they are there is seen at the end. */
static void read_uses(PackReader *in, Arena *arena, Uses *uses) {
  uses->len = 0;
  for (uint64_t number = 0, more; (more = pack_read_32(in));) {
    number += more;
    if (number > UINT32_MAX) pack_spoil(in);
    else *vec_add(arena, uses) = (WorldFile)number;
  }
}

/* The arena is for scratch: the file's numbers are copied out of it. */
static void read_file(IndexWorld *world, PackReader *in, Arena *arena, Uses *uses) {
  uint32_t number = pack_read_32(in);
  uint64_t id = pack_read_number(in);
  Str path = resolve_world_path(world->resolve, number);
  bool is_known = !in->bad && path.len && !resolve_world_is_library(world->resolve, number) && !is_file(world, number);
  if (!is_known || id == 0 || id > (uint64_t)STORE_FILE_MAX || (id < world->id_cap && world->by_id[id])) {
    pack_spoil(in);
    return;
  }
  IndexFile *file = index_world_file(world, number);
  IndexPath *known = index_world_path(world, path);
  size_t count;
  file->id = known->id = (FileId){(int64_t)id};
  file->path = known;
  known->file = number;
  index_world_name_id(world, file->id, number);
  file->hash = pack_read_word64(in);
  uint32_t def_count = pack_read_32(in);
  const uint32_t *locals = read_words(in, arena, def_count, &count);
  if (locals && count != def_count) pack_spoil(in);
  index_world_set_locals(world, file, in->bad ? NULL : locals, def_count);
  const uint32_t *asks = read_words(in, arena, UINT32_MAX, &count);
  index_world_set_asks(world, file, asks, count);
  read_uses(in, arena, uses);
  index_world_set_uses(world, file, uses->items, uses->len);
}

/* Every file of the resolver has an id, and what was looked at is there. */
static bool is_complete(const IndexWorld *world, size_t count) {
  if (resolve_world_count(world->resolve) != count) return false;
  for (size_t f = 1; f < world->file_cap; f++) {
    const unsigned char *at = world->files[f].uses;
    for (WorldFile used = 0; (used = index_world_next_use(&at, used));) {
      if (!is_file(world, used)) return false;
    }
  }
  return true;
}

static void read_configs(IndexWorld *world, PackReader *in) {
  size_t count = pack_read_count(in, 2);
  for (size_t i = 0; i < count && !in->bad; i++) {
    Str path = pack_read_text(in);
    uint64_t id = pack_read_number(in);
    if (in->bad || !path.len || id > (uint64_t)STORE_FILE_MAX) {
      pack_spoil(in);
      return;
    }
    IndexPath *known = index_world_path(world, path);
    known->is_config = true;
    known->id = (FileId){(int64_t)id};
  }
}

bool index_world_read(IndexWorld *world, Str bytes, const IndexWorldState *state) {
  PackReader in = pack_reader(bytes);
  Arena arena;
  Uses uses = {0};
  if (!has_state(&in, state) || !resolve_world_restore(world->resolve, &in)) return false;
  arena_init(&arena);
  size_t count = pack_read_count(&in, 1);
  for (size_t i = 0; i < count && !in.bad; i++) {
    read_file(world, &in, &arena, &uses);
    uses = (Uses){0};
    arena_reset(&arena);
  }
  arena_clear(&arena);
  if (!in.bad) read_configs(world, &in);
  return pack_is_done(&in) && is_complete(world, count);
}

/* Whatever is odd is no error: the world is made from facts. */
bool index_world_restore(Job *job, IndexWorld *world) {
  SegmentForm form = form_of(world);
  Index *index = world->index;
  Segment *segment;
  Str bytes = {NULL, 0};
  if (!is_state(&world->state) || world->doubt_count) return false;
  if (index->roots && !index_roots_is_of(index->roots, world->state.dependencies)) return false;
  Err err = segment_open(job, store_keep(index->store), &form, &segment);
  if (!err) {
    err = segment_take(job, segment, 0, &bytes);
    segment_close(segment);
  }
  bool is_good = !err && index_world_read(world, bytes, &world->state);
  free((void *)(uintptr_t)bytes.ptr);
  job_forgive(job);
  if (is_good) world->saved = world->state;
  world->is_restored = is_good;
  return is_good;
}
