/* A world as bytes: what look-ups need of every file, apart from its facts, so
 * that the next process begins with one file to resolve and not with the facts
 * of all. Numbers of files stay what they were, so tables and targets are the
 * same arrays. What is read back is believed by nobody: every number is checked
 * before it is used, and an odd one makes the world be built from facts. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "src/base/pack.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/world_internal.h"

enum { ENTRY_GONE, ENTRY_FILE, ENTRY_LIBRARY, ENTRY_DEPENDENCIES, ENTRY_KINDS };
enum { TARGET_OUTSIDE = 1, TARGET_INCLUDES = 2, TARGET_FLAGS = 4 };
enum { FILES_MAX = 1 << 26 }; /* far more than any store numbers */

/* ---- saving ---- */

static bool is_at_rest(const ResolveWorld *world) {
  if (world->stale || world->table.sorted != world->table.count || world->holders.sorted != world->holders.count) return false;
  for (size_t i = 1; i < world->file_count; i++) {
    if (world->files[i].fresh || world->files[i].dropped) return false;
  }
  return true;
}

static uint32_t language_number(const Language *language) {
  size_t at = 0;
  while (at < language_registry_count && language_registry[at] != language) at++;
  assert(at < language_registry_count);
  return (uint32_t)at;
}

static const Library *library_at(const ResolveWorld *world, WorldFile file) {
  for (const Family *family = world->families; family; family = family->next) {
    if (family->library && family->library->first == file && family->library->count) return family->library;
  }
  return NULL;
}

static void put_file(Buf *out, const ResolveWorld *world, const WorldEntry *entry) {
  pack_number(out, ENTRY_FILE);
  pack_number(out, language_number(entry->lang->language));
  pack_text(out, entry->path);
  pack_text(out, names_text(world->names, entry->package));
  pack_number(out, entry->is_test);
}

/* Gives how many entries were put. */
static size_t put_entry(Buf *out, const ResolveWorld *world, WorldFile file) {
  const WorldEntry *entry = &world->files[file];
  const Library *library = library_at(world, file);
  if (library) {
    pack_number(out, ENTRY_LIBRARY);
    pack_number(out, language_number(entry->lang->language));
    pack_number(out, library->count);
    return library->count;
  }
  if (world->dependencies.first == file) {
    pack_number(out, ENTRY_DEPENDENCIES);
    pack_number(out, world->dependencies.max);
    return world->dependencies.max;
  }
  if (entry->live && !entry->is_library) put_file(out, world, entry);
  else pack_number(out, ENTRY_GONE);
  return 1;
}

static void put_dependencies(Buf *out, const ResolveWorld *world) {
  const Dependencies *own = &world->dependencies;
  size_t groups = 0;
  pack_number(out, own->cut);
  pack_number(out, own->count);
  for (uint32_t i = 0; i < own->count; i++) pack_text(out, world->files[own->first + i].path);
  for (const DependencyPackage *group = own->packages; group; group = group->next) groups++;
  pack_number(out, groups);
  for (const DependencyPackage *group = own->packages; group; group = group->next) {
    pack_number(out, group->count);
    for (uint32_t i = 0; i < group->count; i++) pack_number(out, group->files[i] - own->first);
  }
}

static void put_configs(Buf *out, const ResolveWorld *world) {
  size_t count = 0;
  for (const MapEntry *e = NULL; (e = map_next(&world->configs, e));) count++;
  pack_number(out, count);
  for (const MapEntry *e = NULL; (e = map_next(&world->configs, e));) pack_text(out, e->key);
}

/* A list that several targets share is put with the first of them and numbered
 * in that order. */
typedef struct Lists {
  Arena arena;
  Map numbers; /* by address */
  uint32_t count;
} Lists;

static void put_list(Buf *out, Lists *lists, const FileList *list) {
  Str key = {(const char *)&list, sizeof list};
  uint32_t known = list ? (uint32_t)(uintptr_t)map_get(&lists->numbers, key) : 0;
  if (!list || known) {
    pack_number(out, list ? (uint64_t)known + 1 : 0); /* 0: none; 1: a new one follows */
    return;
  }
  map_put_copy(&lists->numbers, key, (void *)(uintptr_t)++lists->count);
  pack_number(out, 1);
  pack_number(out, list->count);
  for (uint32_t i = 0; i < list->count; i++) pack_number(out, list->files[i]);
}

static void put_targets(Buf *out, Lists *lists, const ImportTargets *targets) {
  pack_number(out, targets ? (uint64_t)targets->count + 1 : 0);
  if (!targets) return;
  pack_text(out, (Str){targets->text, targets->text_len});
  for (uint32_t i = 0; i < targets->count; i++) {
    const ImportTarget *one = &targets->items[i];
    put_list(out, lists, one->files);
    pack_number(out, one->rest);
    pack_number(out, one->rest_len);
    pack_number(out, one->submodule);
    pack_number(out, (one->outside ? TARGET_OUTSIDE : 0) | (one->includes ? TARGET_INCLUDES : 0));
  }
}

uint64_t resolve_world_form(void) { return sizeof(TableItem) << 16 | offsetof(TableItem, file) << 8 | sizeof(WorldFile); }

size_t resolve_world_count(const ResolveWorld *world) {
  size_t count = 0;
  for (size_t i = 1; i < world->file_count; i++) count += world->files[i].live && !world->files[i].is_library;
  return count;
}

size_t resolve_world_bytes(const ResolveWorld *world) {
  enum { PER_FILE = 128 };
  return world->table.count * sizeof(TableItem) + world->holders.count * sizeof(uint64_t) + world->file_count * PER_FILE;
}

bool resolve_world_save(const ResolveWorld *world, Buf *out) {
  if (!is_at_rest(world)) return false;
  Lists lists = {0};
  arena_init(&lists.arena);
  map_init(&lists.numbers, &lists.arena);
  pack_number(out, world->file_count);
  for (size_t i = 1; i < world->file_count;) i += put_entry(out, world, (WorldFile)i);
  put_dependencies(out, world);
  put_configs(out, world);
  for (size_t i = 1; i < world->file_count; i++) {
    if (world->files[i].live && !world->files[i].is_library) put_targets(out, &lists, world->files[i].targets);
  }
  pack_text(out, (Str){(const char *)world->table.items, world->table.count * sizeof *world->table.items});
  pack_text(out, (Str){(const char *)world->holders.items, world->holders.count * sizeof *world->holders.items});
  arena_clear(&lists.arena);
  return !out->overflow;
}

/* ---- restoring ---- */

typedef struct Restore {
  ResolveWorld *world;
  PackReader *in;
  VEC(FileList *) lists; /* as they were numbered; each with a reference of its own */
  Arena arena;
} Restore;

static const Language *read_language(Restore *restore) {
  uint32_t number = pack_read_32(restore->in);
  if (number < language_registry_count) return language_registry[number];
  pack_spoil(restore->in);
  return NULL;
}

static void read_file(Restore *restore) {
  ResolveWorld *world = restore->world;
  const Language *language = read_language(restore);
  Str path = pack_read_text(restore->in), package = pack_read_text(restore->in);
  bool is_test = pack_read_number(restore->in);
  if (restore->in->bad || !path.len || map_get(&world->paths, path)) {
    pack_spoil(restore->in);
    return;
  }
  WorldFile file = resolve_world_add_entry(world, resolve_keep_path(world, path), resolve_lang(world, language));
  WorldEntry *entry = &world->files[file];
  map_put(&world->paths, entry->path, (void *)(uintptr_t)file);
  entry->package = package.len ? names_intern(world->names, package) : (NameId){0};
  entry->package_id = resolve_package_id(language, false, entry->path, package);
  entry->is_test = is_test;
  entry->version = 1;
}

/* As one that was removed: its path is its own. Adding may move all entries. */
static void read_gone(Restore *restore) {
  WorldFile file = resolve_world_add_entry(restore->world, STR_EMPTY, NULL);
  restore->world->files[file].live = false;
}

static void read_library(Restore *restore) {
  ResolveWorld *world = restore->world;
  const Language *language = read_language(restore);
  uint64_t count = pack_read_number(restore->in);
  if (restore->in->bad) return;
  Lang *lang = (Lang *)(uintptr_t)resolve_lang(world, language);
  WorldFile first = (WorldFile)world->file_count;
  if (!lang->family->tried) resolve_library_load(world, lang);
  const Library *library = lang->family->library;
  if (!library || library->first != first || library->count != count) pack_spoil(restore->in);
}

static void read_entries(Restore *restore) {
  ResolveWorld *world = restore->world;
  uint64_t count = pack_read_number(restore->in);
  if (count < 1 || count > FILES_MAX) pack_spoil(restore->in);
  while (!restore->in->bad && world->file_count < count) {
    switch (pack_read_number(restore->in)) {
      case ENTRY_GONE: read_gone(restore); break;
      case ENTRY_FILE: read_file(restore); break;
      case ENTRY_LIBRARY: read_library(restore); break;
      case ENTRY_DEPENDENCIES:
        if (!world->dependencies.finder || world->dependencies.first || pack_read_number(restore->in) != world->dependencies.max) pack_spoil(restore->in);
        else resolve_dependencies_set_aside(world);
        break;
      default: pack_spoil(restore->in);
    }
  }
  if (world->file_count != count) pack_spoil(restore->in);
}

static void read_group(Restore *restore) {
  Dependencies *own = &restore->world->dependencies;
  size_t count = pack_read_count(restore->in, 1);
  WorldFile *files = ARENA_ARRAY(&restore->arena, WorldFile, count + 1);
  for (size_t i = 0; i < count && !restore->in->bad; i++) {
    uint32_t number = pack_read_32(restore->in);
    if (number >= own->count) pack_spoil(restore->in);
    files[i] = own->first + number;
  }
  if (!restore->in->bad) resolve_dependency_group(restore->world, files, count);
}

static void read_dependencies(Restore *restore) {
  ResolveWorld *world = restore->world;
  world->dependencies.cut = pack_read_32(restore->in);
  size_t count = pack_read_count(restore->in, 1);
  if (count && !world->dependencies.first) pack_spoil(restore->in);
  for (size_t i = 0; i < count && !restore->in->bad; i++) {
    Str path = pack_read_text(restore->in);
    if (restore->in->bad || !resolve_dependency_restore(world, path)) pack_spoil(restore->in);
  }
  size_t groups = pack_read_count(restore->in, 1);
  for (size_t i = 0; i < groups && !restore->in->bad; i++) read_group(restore);
}

static void read_configs(Restore *restore) {
  size_t count = pack_read_count(restore->in, 1);
  for (size_t i = 0; i < count && !restore->in->bad; i++) resolve_world_put_config(restore->world, pack_read_text(restore->in));
}

static bool is_live(const ResolveWorld *world, uint64_t file) {
  return file && file < world->file_count && world->files[file].live;
}

/* With a reference for whoever asked. */
static FileList *read_list(Restore *restore) {
  FileLists *lists = &restore->world->lists;
  uint64_t number = pack_read_number(restore->in);
  if (!number || restore->in->bad) return NULL;
  if (number > 1) {
    if (number - 2 >= restore->lists.len) {
      pack_spoil(restore->in);
      return NULL;
    }
    FileList *known = restore->lists.items[number - 2];
    known->refs++;
    return known;
  }
  size_t count = pack_read_count(restore->in, 1);
  WorldFile *files = ARENA_ARRAY(&restore->arena, WorldFile, count + 1);
  for (size_t i = 0; i < count; i++) {
    uint64_t file = pack_read_number(restore->in);
    if (!is_live(restore->world, file)) pack_spoil(restore->in);
    files[i] = (WorldFile)file;
  }
  if (!count || restore->in->bad) {
    pack_spoil(restore->in);
    return NULL;
  }
  FileList *list = resolve_file_list_ref(lists, files, count);
  *vec_add(&restore->arena, &restore->lists) = list;
  return list;
}

static void read_target(Restore *restore, const ImportTargets *targets, ImportTarget *one) {
  PackReader *in = restore->in;
  one->files = read_list(restore);
  one->rest = pack_read_32(in);
  one->rest_len = pack_read_32(in);
  one->submodule = pack_read_32(in);
  uint32_t flags = pack_read_32(in);
  one->outside = flags & TARGET_OUTSIDE;
  one->includes = flags & TARGET_INCLUDES;
  if ((uint64_t)one->rest + one->rest_len > targets->text_len || flags >= TARGET_FLAGS) pack_spoil(in);
  if (one->submodule && !is_live(restore->world, one->submodule)) pack_spoil(in);
}

/* What was read of it is released with its entry, whether or not all was good. */
static void read_targets(Restore *restore, WorldEntry *entry) {
  uint64_t more = pack_read_number(restore->in);
  if (!more || restore->in->bad) return;
  Str text = pack_read_text(restore->in);
  size_t count = (size_t)(more - 1);
  if (restore->in->bad || count > pack_left(restore->in) || text.len > UINT32_MAX) {
    pack_spoil(restore->in);
    return;
  }
  ImportTargets *targets = pile_take(&restore->world->lists.pile, resolve_targets_bytes(count, text.len));
  *targets = (ImportTargets){.count = (uint32_t)count, .text_len = (uint32_t)text.len, .items = (ImportTarget *)(targets + 1)};
  targets->text = (char *)(targets->items + count);
  memset(targets->items, 0, count * sizeof(ImportTarget));
  if (text.len) memcpy(targets->text, text.ptr, text.len);
  entry->targets = targets;
  for (size_t i = 0; i < count && !restore->in->bad; i++) read_target(restore, targets, &targets->items[i]);
}

static void read_table(Restore *restore) {
  ResolveWorld *world = restore->world;
  Str bytes = pack_read_text(restore->in);
  size_t count = bytes.len / sizeof(TableItem);
  if (bytes.len % sizeof(TableItem) || count > UINT32_MAX) pack_spoil(restore->in);
  uint64_t before = 0;
  for (size_t i = 0; i < count && !restore->in->bad; i++) {
    TableItem item;
    memcpy(&item, bytes.ptr + i * sizeof item, sizeof item);
    if (item.key < before || !is_live(world, item.file) || world->files[item.file].is_library) pack_spoil(restore->in);
    before = item.key;
  }
  if (!restore->in->bad) resolve_table_restore(&world->table, bytes.ptr, count);
}

static void read_holders(Restore *restore) {
  ResolveWorld *world = restore->world;
  Str bytes = pack_read_text(restore->in);
  size_t count = bytes.len / sizeof(uint64_t);
  if (bytes.len % sizeof(uint64_t) || count > UINT32_MAX) pack_spoil(restore->in);
  uint64_t before = 0;
  for (size_t i = 0; i < count && !restore->in->bad; i++) {
    uint64_t item;
    memcpy(&item, bytes.ptr + i * sizeof item, sizeof item);
    if (item < before || !is_live(world, (WorldFile)item)) pack_spoil(restore->in);
    before = item;
  }
  if (!restore->in->bad) resolve_holders_restore(&world->holders, bytes.ptr, count);
}

bool resolve_world_restore(ResolveWorld *world, PackReader *in) {
  Restore restore = {.world = world, .in = in};
  assert(world->file_count == 1 && !world->table.count);
  arena_init(&restore.arena);
  read_entries(&restore);
  if (!in->bad) read_dependencies(&restore);
  if (!in->bad) read_configs(&restore);
  for (size_t i = 1; i < world->file_count && !in->bad; i++) {
    if (world->files[i].live && !world->files[i].is_library) read_targets(&restore, &world->files[i]);
  }
  if (!in->bad) read_table(&restore);
  if (!in->bad) read_holders(&restore);
  arena_clear(&restore.arena);
  world->stale = false;
  world->epoch++;
  return !in->bad;
}
