/* Where the world's facts and texts come from: the batch that is not committed
 * yet, else the store. Loading a whole world. */
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/index/crew_internal.h"
#include "src/index/roots_internal.h"
#include "src/index/world_parts_internal.h"

#define LIBRARY_MAX ((size_t)1 << 30)
#define CONFIG_MAX ((size_t)4 << 20)

static Err read_content(Job *job, Index *index, FileId id, Str *ret_data) {
  StoreReader *reader;
  TRY(index_reader_take(job, index, &reader));
  Err err = store_get_content(job, reader, id, ret_data);
  index_reader_return(index, reader);
  return err;
}

void index_world_set_names(IndexWorld *world, IndexFile *file, FactsNames names) {
  lock_take(&world->names_lock);
  pile_give(&world->names_pile, file->names.ids, file->names.count * sizeof *names.ids);
  if (names.ids) names.ids = pile_copy(&world->names_pile, names.ids, names.count * sizeof *names.ids);
  lock_give(&world->names_lock);
  file->names = names;
}

/* A file whose facts make no sense is damage: told to the store, and the next
 * refresh reads it again. */
bool index_world_load_facts(void *context, WorldFile number, FactsPart part, Arena *arena, FactsMark *mark, Facts *facts) {
  IndexWorld *world = context;
  if (resolve_world_is_dependency(world->resolve, number)) {
    Str path = resolve_world_path(world->resolve, number);
    mark->part = FACTS_REFS;
    return index_roots_read(world->index->roots, path, arena, world->names, facts);
  }
  if (number >= world->file_cap || !world->files[number].id.value) return false;
  IndexFile *file = &world->files[number];
  Arena scratch;
  Job job;
  arena_init(&scratch);
  job_init(&job, &scratch);
  Str data = file->pending;
  FactsNames names = file->names;
  Err err = data.ptr ? OK : read_content(&job, world->index, file->id, &data);
  FactsDecoding with = {.arena = arena, .scratch = &scratch, .names = world->names, .known = &names};
  bool is_good = facts_decode_part(err || !data.ptr ? STR_EMPTY : data, part, &with, mark, facts);
  bool is_news = is_good && !file->names.ids;
  if (is_news) index_world_set_names(world, file, names);
  if (!is_good && !err) err = store_doubt(&job, world->index->store, file->id);
  arena_clear(&scratch);
  if (err) atomic_store(&world->has_failed, true);
  return !err;
}

void index_world_keep_imports(IndexWorld *world, IndexFile *file, const Facts *facts) {
  size_t count = facts->imports.len, bytes = count * sizeof(Import);
  Facts *kept = pile_take(&world->imports, sizeof *kept + bytes);
  *kept = (Facts){.names = world->names};
  kept->imports.len = kept->imports.cap = count;
  kept->imports.items = (Import *)(kept + 1);
  if (bytes) memcpy(kept->imports.items, facts->imports.items, bytes);
  file->imports = kept;
}

void index_world_forget_imports(IndexWorld *world) {
  for (size_t f = 0; f < world->file_cap; f++) world->files[f].imports = NULL;
  pile_clear(&world->imports);
}

static const Facts *imports_of(const IndexWorld *world, WorldFile file) {
  return file < world->file_cap ? world->files[file].imports : NULL;
}

const Facts *index_world_borrow(void *context, WorldFile file, FactsPart part) {
  IndexWorld *world = context;
  const Facts *imports = imports_of(world, file);
  return imports ? imports : index_cache_borrow(world->cache, file, part);
}

const Facts *index_world_more(void *context, WorldFile file, FactsPart part) {
  IndexWorld *world = context;
  return index_cache_more(world->cache, file, part);
}

void index_world_give_back(void *context, WorldFile file) {
  IndexWorld *world = context;
  if (!imports_of(world, file)) index_cache_give_back(world->cache, file);
}

/* Source files that are configuration too are read from the disk: what is
 * stored about them are facts. */
Str index_world_config(void *context, Arena *arena, Str path) {
  IndexWorld *world = context;
  IndexPath *known = map_get(&world->by_path, path);
  Str text = {NULL, 0};
  Job job;
  if (!known || !(known->is_config || known->file)) return text;
  if (known->pending.ptr) return str_copy(arena, known->pending);
  job_init(&job, arena);
  Err err = known->file ? root_read(&job, world->index->root, path, CONFIG_MAX, &text)
                        : read_content(&job, world->index, known->id, &text);
  if (err && !known->file) atomic_store(&world->has_failed, true);
  return err ? (Str){NULL, 0} : text;
}

/* A copy: what is mapped ends the process when somebody cuts the file short,
 * as an installation over a running program does. A few MB. */
Str index_world_library(void *context, Arena *arena, Str family) {
  const IndexWorld *world = context;
  Str folder = world->index->options.library_folder, bytes = {NULL, 0};
  AUTO(Root) root = NULL;
  Job job;
  job_init(&job, arena);
  if (!folder.len || root_open(&job, folder, &root)) return bytes;
  Err err = root_read(&job, root, str_format(arena, "%.*s.facts", STR_ARG(family)), LIBRARY_MAX, &bytes);
  return err ? (Str){NULL, 0} : bytes;
}

/* ---- loading ---- */

typedef struct Loading {
  IndexWorld *world;
  StoreFiles files; /* those with facts */
} Loading;

typedef struct Loaded {
  Facts facts;
  uint64_t hash;
  uint32_t *locals;
} Loaded;

static Err read_locals(Job *job, Index *index, const StoreFile *file, Loaded *loaded) {
  StoreReader *reader;
  TRY(index_reader_take(job, index, &reader));
  Err err = store_get_locals(job, reader, file->id, loaded->facts.defs.len, &loaded->locals);
  index_reader_return(index, reader);
  return err;
}

void index_world_doubt(IndexWorld *world, const FileId *files, size_t count) {
  if (count) memcpy(world->doubts, files, count * sizeof(*files));
  world->doubt_count = count;
}

static bool is_doubted(const IndexWorld *world, FileId file) {
  for (size_t i = 0; i < world->doubt_count; i++) {
    if (world->doubts[i].value == file.value) return true;
  }
  return false;
}

static Err make_loaded(void *context, unsigned member, Job *job, size_t item, void **ret_product) {
  (void)member;
  Loading *loading = context;
  IndexWorld *world = loading->world;
  const StoreFile *file = &loading->files.items[item];
  Loaded *loaded = ARENA_NEW(job->arena, Loaded);
  Str data = {NULL, 0};
  bool is_known = !is_doubted(world, file->id);
  if (is_known) TRY(read_content(job, world->index, file->id, &data));
  else facts_init(&loaded->facts, job->arena, world->names);
  if (is_known && (!data.ptr || !facts_decode(data, job->arena, world->names, &loaded->facts))) {
    return store_doubt(job, world->index->store, file->id);
  }
  loaded->hash = hash_str(data);
  if (file->is_renumbered) TRY(read_locals(job, world->index, file, loaded));
  *ret_product = loaded;
  return OK;
}

static Err take_loaded(void *context, Job *job, size_t item, void *product) {
  (void)job;
  Loading *loading = context;
  IndexWorld *world = loading->world;
  const StoreFile *stored = &loading->files.items[item];
  Loaded *loaded = product;
  const Language *language = language_find(stored->language);
  if (!language) return store_suspect(job, world->index->store);
  WorldFile number = resolve_world_put(world->resolve, stored->path, language, &loaded->facts);
  IndexFile *file = index_world_file(world, number);
  IndexPath *known = index_world_path(world, stored->path);
  file->id = stored->id;
  file->path = known;
  file->hash = loaded->hash;
  index_world_set_locals(world, file, loaded->locals, loaded->facts.defs.len);
  known->file = number;
  known->id = stored->id;
  index_world_name_id(world, stored->id, number);
  index_world_keep_imports(world, file, &loaded->facts);
  return OK;
}

static Err take_links(void *context, Job *job, const StoreFileEdges *links) {
  (void)job;
  IndexWorld *world = context;
  WorldFile number = (size_t)links->file.value < world->id_cap ? world->by_id[links->file.value] : 0;
  if (!number) return OK;
  IndexFile *file = &world->files[number];
  WorldFile *uses = arena_heap_alloc((links->use_count + 1) * sizeof *uses);
  size_t count = 0;
  for (size_t i = 0; i < links->use_count; i++) {
    int64_t id = links->uses[i].value;
    WorldFile used = (size_t)id < world->id_cap ? world->by_id[id] : 0;
    if (used) uses[count++] = used;
  }
  index_world_set_uses(world, file, uses, count);
  free(uses);
  index_world_set_asks(world, file, links->asks, links->ask_count);
  return OK;
}

static Err read_tables(Job *job, IndexWorld *world, Loading *loading) {
  StoreReader *reader;
  StoreFiles all;
  TRY(index_reader_take(job, world->index, &reader));
  Err err = store_list_files(job, reader, STR_EMPTY, &all);
  index_reader_return(world->index, reader);
  if (err) return err;
  for (size_t i = 0; i < all.len; i++) {
    const StoreFile *file = &all.items[i];
    if (!file->skip.len) *vec_add(job->arena, &loading->files) = *file;
    if (!resolve_is_config(file->path)) continue;
    IndexPath *known = index_world_path(world, file->path);
    known->is_config = true;
    known->id = file->id;
    resolve_world_put_config(world->resolve, file->path);
  }
  return OK;
}

static Err read_links(Job *job, IndexWorld *world) {
  StoreReader *reader;
  TRY(index_reader_take(job, world->index, &reader));
  Err err = store_each_file_edges(job, reader, take_links, world);
  index_reader_return(world->index, reader);
  return err;
}

bool index_world_is_loaded(const IndexWorld *world) { return world->is_loaded; }

Err index_world_need(Job *job, IndexWorld *world) {
  if (world->is_loaded) return OK;
  world->is_loaded = true; /* one that fails is not gone on with */
  if (index_world_restore(job, world)) return OK;
  index_world_empty(world);
  Loading loading = {.world = world};
  WorldFile *changed;
  size_t count;
  TRY(read_tables(job, world, &loading));
  IndexCrewWork work = {.context = &loading, .count = loading.files.len,
                        .workers = index_worker_count(world->index), .make = make_loaded, .take = take_loaded};
  TRY(index_crew_run(job, &work));
  TRY(read_links(job, world));
  TRY(resolve_imports(job, world->resolve, &changed, &count));
  index_world_forget_imports(world);
  world->is_just_loaded = true;
  return OK;
}
