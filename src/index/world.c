/* Files of the world and what became dirty. */
#include "src/index/world_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/base/room.h"
#include "src/base/sort.h"
#include "src/index/roots_internal.h"
#include "src/index/world_parts_internal.h"
#include "src/os/spill.h"

static void open_parts(IndexWorld *world) {
  Index *index = world->index;
  arena_init(&world->pending);
  map_init_in_pile(&world->by_path, &world->pile);
  if (!world->names) world->names = names_open();
  size_t memory = index_memory_bytes(index);
  room_outside(spill_outside());
  room_limit(memory / 16 * 3); /* of names and keys, which grow with the project */
  world->cache = index_cache_open(memory / 8, index_world_load_facts, world);
  ResolveSource source = {.context = world, .borrow = index_world_borrow, .more = index_world_more, .give_back = index_world_give_back,
                          .config = index_world_config, .library = index_world_library};
  if (index->roots) {
    world->installed = index_roots_port(index);
    source.installed = &world->installed;
  }
  world->resolve = resolve_world_open(world->names, &source);
  resolve_world_limit(world->resolve, memory / 16 / index_worker_count(index));
}

IndexWorld *index_world_open(Index *index, bool is_empty) {
  IndexWorld *world = arena_heap_alloc(sizeof(*world));
  world->index = index;
  world->is_loaded = world->is_first = is_empty;
  lock_init(&world->names_lock);
  open_parts(world);
  return world;
}

static void file_clear(IndexWorld *world, IndexFile *file) {
  index_world_set_names(world, file, (FactsNames){0});
  index_world_set_locals(world, file, NULL, 0);
  index_world_set_uses(world, file, NULL, 0);
  index_world_set_asks(world, file, NULL, 0);
  *file = (IndexFile){0};
}

static void close_parts(IndexWorld *world) {
  if (world->thread) resolve_thread_close(world->thread);
  resolve_world_close(world->resolve);
  index_cache_close(world->cache);
  pile_clear(&world->pile);
  pile_clear(&world->names_pile);
  room_free(world->files, world->file_cap * sizeof *world->files);
  room_free(world->by_id, world->id_cap * sizeof *world->by_id);
  arena_clear(&world->pending);
  pile_clear(&world->imports);
}

void index_world_close(IndexWorld *world) {
  close_parts(world);
  names_close(world->names);
  lock_clear(&world->names_lock);
  free(world);
}

/* Part by part: workers that read files ask for the names meanwhile, which stay. */
void index_world_empty(IndexWorld *world) {
  assert(!world->held.len && !world->held_paths.len && !world->dirty_count); /* nothing was put yet */
  close_parts(world);
  world->thread = NULL;
  world->files = NULL;
  world->file_cap = 0;
  world->by_id = NULL;
  world->id_cap = 0;
  open_parts(world);
}

void index_world_is_of(IndexWorld *world, const IndexWorldState *state) { world->state = *state; }
bool index_world_was_restored(const IndexWorld *world) { return world->is_restored; }

Names *index_world_names(IndexWorld *world) { return world->names; }
ResolveWorld *index_world_resolve(IndexWorld *world) { return world->resolve; }

ResolveThread *index_world_take_thread(IndexWorld *world) {
  ResolveThread *thread = world->thread;
  world->thread = NULL;
  return thread;
}

void index_world_keep_thread(IndexWorld *world, ResolveThread *thread) { world->thread = thread; }

uint64_t index_world_file_hash(const IndexWorld *world, WorldFile file) { return world->files[file].hash; }

/* What a change looks at is a handful of files: their names are found again. */
void index_world_rest(IndexWorld *world) {
  for (size_t f = 0; f < world->file_cap; f++) world->files[f].names = (FactsNames){0};
  pile_clear(&world->names_pile);
  index_cache_trim(world->cache, index_memory_bytes(world->index) / 16);
  if (world->index->roots) index_roots_rest(world->index->roots);
}

/* ---- files ---- */

IndexFile *index_world_file(IndexWorld *world, WorldFile file) {
  if (file >= world->file_cap) {
    size_t cap = world->file_cap ? world->file_cap : 1024;
    while (cap <= file) cap *= 2;
    world->files = room_grow(world->files, world->file_cap * sizeof(IndexFile), cap * sizeof(IndexFile));
    world->file_cap = cap;
  }
  return &world->files[file];
}

void index_world_name_id(IndexWorld *world, FileId id, WorldFile file) {
  size_t at = (size_t)id.value;
  if (at >= world->id_cap) {
    size_t cap = world->id_cap ? world->id_cap : 1024;
    while (cap <= at) cap *= 2;
    world->by_id = room_grow(world->by_id, world->id_cap * sizeof(WorldFile), cap * sizeof(WorldFile));
    world->id_cap = cap;
  }
  world->by_id[at] = file;
}

IndexPath *index_world_path(IndexWorld *world, Str path) {
  IndexPath *known = map_get(&world->by_path, path);
  if (known) return known;
  known = pile_copy(&world->pile, &(IndexPath){0}, sizeof *known);
  map_put_copy(&world->by_path, path, known);
  return known;
}

static void mark_dirty(IndexWorld *world, IndexFile *file) {
  if (!file->dirty) world->dirty_count++;
  file->dirty = true;
}

static Str hold(IndexWorld *world, Str data) { return str_copy(&world->pending, data); }

/* ---- what changed ---- */

static void keys_changed(IndexWorld *world, const uint64_t *before, size_t before_count,
                         const uint64_t *after, size_t after_count) {
  size_t b = 0, a = 0;
  if (world->is_first) return; /* nobody has asked for any */
  while (b < before_count || a < after_count) {
    bool take_before = a == after_count || (b < before_count && before[b] < after[a]);
    if (!take_before && b < before_count && before[b] == after[a]) {
      b++;
      a++;
      continue;
    }
    *vec_add(&world->pending, &world->changed_keys) = index_world_fold_key(take_before ? before[b++] : after[a++]);
  }
}

void index_world_put(IndexWorld *world, const IndexPut *put) {
  const StorePlaced *placed = put->placed;
  IndexPath *known = index_world_path(world, put->path);
  WorldFile number = put->answers.count ? resolve_world_put_made(world->resolve, put->path, put->language, put->facts, put->answers)
                                        : resolve_world_put(world->resolve, put->path, put->language, put->facts);
  IndexFile *file = index_world_file(world, number);
  index_cache_drop(world->cache, number);
  index_world_set_names(world, file, put->names);
  if (!known->file) world->shape_changed = true;
  if (placed->surface_before != put->surface) file->surface_changed = true;
  file->was_put = true;
  keys_changed(world, placed->keys_before, placed->key_before_count, put->keys, put->key_count);
  index_world_set_locals(world, file, placed->locals, put->facts->defs.len);
  file->id = placed->file;
  file->pending = hold(world, put->data);
  file->hash = hash_str(put->data);
  file->path = known;
  known->file = number;
  known->id = placed->file;
  index_world_name_id(world, placed->file, number);
  index_world_keep_imports(world, file, put->facts);
  *vec_add(&world->pending, &world->held) = number;
  mark_dirty(world, file);
}

/* Where imports led before is not known: then everything is resolved again. */
static void doubt_imports(IndexWorld *world, const IndexPath *config) {
  if (world->is_just_loaded && config->is_config && config->file) index_world_all_dirty(world);
}

void index_world_put_config(IndexWorld *world, Str path, FileId id, Str text) {
  IndexPath *known = index_world_path(world, path);
  doubt_imports(world, known);
  resolve_world_put_config(world->resolve, path);
  known->id = id;
  known->is_config = true;
  known->pending = text.ptr ? hold(world, text) : text;
  *vec_add(&world->pending, &world->held_paths) = known;
  world->shape_changed = true;
}

void index_world_remove(IndexWorld *world, Str path, const StorePlaced *before) {
  IndexPath *known = map_get(&world->by_path, path);
  if (!known) return;
  if (known->is_config) {
    doubt_imports(world, known);
    resolve_world_remove_config(world->resolve, path);
    known->is_config = false;
    known->pending = STR_EMPTY;
    world->shape_changed = true;
  }
  if (!known->file) return;
  IndexFile *file = index_world_file(world, known->file);
  index_cache_drop(world->cache, known->file);
  resolve_world_remove(world->resolve, known->file);
  keys_changed(world, before->keys_before, before->key_before_count, NULL, 0);
  if (file->dirty) world->dirty_count--;
  if (file->id.value && (size_t)file->id.value < world->id_cap) world->by_id[file->id.value] = 0;
  file_clear(world, file);
  file->surface_changed = true;
  world->shape_changed = true;
  known->file = 0;
}

void index_world_committed(IndexWorld *world) {
  for (size_t i = 0; i < world->held.len; i++) world->files[world->held.items[i]].pending = (Str){NULL, 0};
  for (size_t i = 0; i < world->held_paths.len; i++) world->held_paths.items[i]->pending = (Str){NULL, 0};
  world->held.items = NULL;
  world->held.len = world->held.cap = 0;
  world->held_paths.items = NULL;
  world->held_paths.len = world->held_paths.cap = 0;
  /* Keys are needed until imports were followed. */
  Arena pending = world->pending;
  arena_init(&world->pending);
  size_t count = world->changed_keys.len;
  uint32_t *keys = arena_copy(&world->pending, world->changed_keys.items ? world->changed_keys.items : (uint32_t[]){0},
                              count * sizeof(uint32_t));
  world->changed_keys.items = keys;
  world->changed_keys.cap = count;
  arena_clear(&pending);
}

/* ---- dependencies ---- */

struct IndexRoots *index_world_roots(IndexWorld *world) { return world->index->roots; }

void index_world_dependency_changed(IndexWorld *world, Str path) {
  WorldFile file = resolve_world_dependency_changed(world->resolve, path);
  if (file) index_cache_drop(world->cache, file);
  *vec_add(&world->pending, &world->changed_keys) = index_world_fold_key(resolve_dependency_key(path));
}

void index_world_forget_dependencies(IndexWorld *world) {
  WorldFile file;
  for (size_t i = 0; (file = resolve_world_dependency(world->resolve, i)); i++) index_cache_drop(world->cache, file);
  resolve_world_forget_dependencies(world->resolve);
  world->shape_changed = true;
}

/* ---- what is dirty ---- */

static int by_key(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

#define SIEVE_BITS 16

/* A sieve first: most keys that are asked for did not change. */
static void mark_askers(IndexWorld *world) {
  size_t count = world->changed_keys.len;
  uint32_t *keys = world->changed_keys.items;
  if (!count) return;
  qsort(keys, count, sizeof(*keys), by_key);
  unsigned char *sieve = arena_heap_alloc((1u << SIEVE_BITS) / 8);
  for (size_t i = 0; i < count; i++) sieve[(keys[i] >> 3) & 0x1FFF] |= (unsigned char)(1u << (keys[i] & 7));
  for (size_t f = 0; f < world->file_cap; f++) {
    IndexFile *file = &world->files[f];
    for (size_t i = 0; i < file->ask_count && !file->dirty; i++) {
      uint32_t key = file->asks[i];
      if (!(sieve[(key >> 3) & 0x1FFF] & (1u << (key & 7)))) continue;
      if (bsearch(&key, keys, count, sizeof(*keys), by_key)) mark_dirty(world, file);
    }
  }
  free(sieve);
}

static void mark_users(IndexWorld *world) {
  bool any = false;
  for (size_t f = 0; f < world->file_cap; f++) any |= world->files[f].surface_changed;
  for (size_t f = 0; any && f < world->file_cap; f++) {
    IndexFile *file = &world->files[f];
    const unsigned char *at = file->uses;
    for (WorldFile used = 0; !file->dirty && (used = index_world_next_use(&at, used));) {
      if (world->files[used].surface_changed) mark_dirty(world, file);
    }
  }
  for (size_t f = 0; f < world->file_cap; f++) world->files[f].surface_changed = false;
}

/* Where a file's imports lead is part of what others see of it. Of files that
 * were put nobody tells whether that changed: it can only when some came or
 * went. */
Err index_world_follow_imports(Job *job, IndexWorld *world) {
  WorldFile *changed;
  size_t count;
  TRY(resolve_imports(job, world->resolve, &changed, &count));
  index_world_forget_imports(world);
  for (size_t i = 0; i < count; i++) {
    IndexFile *file = index_world_file(world, changed[i]);
    if (!file->id.value) continue;
    mark_dirty(world, file);
    file->surface_changed = true;
  }
  for (size_t f = 0; f < world->file_cap; f++) {
    if (world->files[f].was_put && world->shape_changed) world->files[f].surface_changed = true;
    world->files[f].was_put = false;
  }
  mark_users(world);
  mark_askers(world);
  world->is_first = false;
  world->changed_keys.len = 0;
  world->shape_changed = false;
  world->is_just_loaded = false;
  return OK;
}

bool index_world_is_changed(const IndexWorld *world) {
  return world->shape_changed || world->dirty_count || world->changed_keys.len;
}

void index_world_all_dirty(IndexWorld *world) {
  for (size_t f = 0; f < world->file_cap; f++) {
    if (world->files[f].id.value) mark_dirty(world, &world->files[f]);
  }
}

typedef struct Sorted {
  Str path;
  WorldFile file;
} Sorted;

static int by_path(const void *a, const void *b) {
  return str_compare(((const Sorted *)a)->path, ((const Sorted *)b)->path);
}

WorldFile *index_world_dirty(IndexWorld *world, Arena *arena, size_t *ret_count) {
  size_t count = 0;
  Sorted *sorted = ARENA_ARRAY(arena, Sorted, world->dirty_count + 1);
  for (size_t f = 1; f < world->file_cap; f++) {
    if (!world->files[f].dirty) continue;
    sorted[count++] = (Sorted){resolve_world_path(world->resolve, (WorldFile)f), (WorldFile)f};
  }
  qsort(sorted, count, sizeof(Sorted), by_path);
  WorldFile *files = ARENA_ARRAY(arena, WorldFile, count + 1);
  for (size_t i = 0; i < count; i++) files[i] = sorted[i].file;
  *ret_count = count;
  return files;
}

bool index_world_has_failed(IndexWorld *world) { return atomic_load(&world->has_failed); }

/* ---- what resolving gave ---- */

static bool symbol_of(IndexWorld *world, WorldFile number, DefNo def, SymbolId *ret_symbol) {
  if (number >= world->file_cap || !world->files[number].id.value) return false;
  const IndexFile *file = &world->files[number];
  if (def >= EDGE_MADE_FIRST && def <= STORE_LOCAL_MAX) {
    *ret_symbol = store_symbol_id(file->id, def);
    return true;
  }
  if (def >= file->def_count && def) return false;
  uint32_t local = file->locals && def ? file->locals[def] : def;
  if (def && (!local || local > STORE_LOCAL_MAX)) return false;
  *ret_symbol = store_symbol_id(file->id, local);
  return true;
}

static int by_source(const void *a, const void *b, void *context) {
  (void)context;
  const StoreEdge *x = a, *y = b;
  if (x->from.value != y->from.value) return x->from.value < y->from.value ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
  return x->to.value < y->to.value ? -1 : x->to.value > y->to.value;
}

static void take_edges(IndexWorld *world, Arena *arena, WorldFile number, const Resolved *resolved,
                       StoreFileEdges *links) {
  StoreEdge *edges = ARENA_ARRAY(arena, StoreEdge, resolved->edge_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < resolved->edge_count; i++) {
    const Edge *from = &resolved->edges[i];
    StoreEdge edge = {.kind = from->kind, .rule = from->rule, .line = from->line, .column = from->column,
                      .wired_line = from->wired_line};
    if (from->wired_file && from->wired_file < world->file_cap) edge.wired_file = world->files[from->wired_file].id;
    if (!symbol_of(world, number, from->from, &edge.from) || !symbol_of(world, from->file, from->to, &edge.to)) continue;
    edges[count++] = edge;
  }
  /* In this order already but for numbers of symbols that are not those of definitions. */
  StoreEdge *spare = ARENA_ARRAY(arena, StoreEdge, count);
  sort_nearly(edges, spare, count, sizeof *edges, by_source, NULL);
  links->edges = edges;
  links->edge_count = count;
}

/* Ids come in the order of files where all were put in one go. */
static void take_uses(IndexWorld *world, Arena *arena, WorldFile number, const Resolved *resolved,
                      StoreFileEdges *links) {
  IndexFile *file = &world->files[number];
  FileId *ids = ARENA_ARRAY(arena, FileId, resolved->use_count + 1);
  WorldFile *uses = ARENA_ARRAY(arena, WorldFile, resolved->use_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < resolved->use_count; i++) {
    WorldFile used = resolved->uses[i];
    if (used != number && used < world->file_cap && world->files[used].id.value) uses[count++] = used;
  }
  index_world_set_uses(world, file, uses, count);
  for (size_t i = 0; i < count; i++) ids[i] = world->files[uses[i]].id;
  links->uses = ids;
  links->use_count = count;
}

static int by_spelling(const void *a, const void *b) {
  const StoreOpenCall *x = a, *y = b;
  if (x->name != y->name) return x->name < y->name ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

static void take_open(IndexWorld *world, Arena *arena, const Resolved *resolved, StoreFileEdges *links) {
  StoreOpenCall *open = ARENA_ARRAY(arena, StoreOpenCall, resolved->open_count + 1);
  for (size_t i = 0; i < resolved->open_count; i++) {
    open[i] = (StoreOpenCall){store_spelling(names_text(world->names, resolved->open[i].name)), resolved->open[i].line};
  }
  if (resolved->open_count) qsort(open, resolved->open_count, sizeof *open, by_spelling);
  links->open = open;
  links->open_count = resolved->open_count;
}

static void take_made(IndexWorld *world, Arena *arena, const Resolved *resolved, StoreFileEdges *links) {
  StoreMade *made = ARENA_ARRAY(arena, StoreMade, resolved->made_count + 1);
  for (size_t i = 0; i < resolved->made_count; i++) {
    const ResolvedMade *one = &resolved->made[i];
    made[i] = (StoreMade){.local = one->number, .kind = one->kind, .name = one->name, .name_span = one->name_span, .full = one->full};
  }
  links->made = made;
  links->made_count = resolved->made_count;
  links->names = world->names;
}

static int by_outside(const void *a, const void *b) {
  const StoreOutward *x = a, *y = b;
  int order = str_compare(x->to.root, y->to.root);
  if (!order) order = str_compare(x->to.path, y->to.path);
  if (!order) order = str_compare(x->to.name, y->to.name);
  if (!order) order = (x->from.value > y->from.value) - (x->from.value < y->from.value);
  if (!order) order = (x->line > y->line) - (x->line < y->line);
  if (!order) order = (x->column > y->column) - (x->column < y->column);
  return order ? order : (x->kind > y->kind) - (x->kind < y->kind);
}

static void take_outward(IndexWorld *world, Arena *arena, WorldFile number, const Resolved *resolved, StoreFileEdges *links) {
  StoreOutward *outward = ARENA_ARRAY(arena, StoreOutward, resolved->outward_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < resolved->outward_count; i++) {
    const ResolvedOutward *one = &resolved->outward[i];
    StoreOutward to = {.kind = one->edge.kind, .rule = one->edge.rule, .line = one->edge.line, .column = one->edge.column,
                       .to = {one->root, one->path, one->name, one->kind, one->line}};
    if (symbol_of(world, number, one->edge.from, &to.from)) outward[count++] = to;
  }
  if (count) qsort(outward, count, sizeof *outward, by_outside);
  links->outward = outward;
  links->outward_count = count;
}

static void take_asks(IndexWorld *world, Arena *arena, IndexFile *file, const Resolved *resolved, StoreFileEdges *links) {
  size_t count = resolved->ask_count;
  uint64_t *folded = ARENA_ARRAY(arena, uint64_t, 2 * count);
  uint32_t *asks = ARENA_ARRAY(arena, uint32_t, count);
  for (size_t i = 0; i < count; i++) folded[i] = index_world_fold_key(resolved->asks[i]);
  sort_by_bits(folded, folded + count, count, 0, 32);
  for (size_t i = 0; i < count; i++) asks[i] = (uint32_t)folded[i];
  index_world_set_asks(world, file, asks, count);
  links->asks = asks;
  links->ask_count = count;
}

void index_world_resolved(IndexWorld *world, Arena *arena, WorldFile number, const Resolved *resolved,
                          StoreFileEdges *ret_links) {
  IndexFile *file = index_world_file(world, number);
  StoreFileEdges links = {.file = file->id, .resolved = resolved->resolved, .external = resolved->external,
                      .unresolved = resolved->unresolved};
  take_edges(world, arena, number, resolved, &links);
  take_uses(world, arena, number, resolved, &links);
  take_open(world, arena, resolved, &links);
  take_made(world, arena, resolved, &links);
  take_outward(world, arena, number, resolved, &links);
  take_asks(world, arena, file, resolved, &links);
  if (file->dirty) world->dirty_count--;
  file->dirty = false;
  *ret_links = links;
}
