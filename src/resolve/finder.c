/* The finder: the world as module look-ups of languages see it (LanguageWorld).
 * A language asks for paths, folders, packages and configuration, and never
 * learns how the world keeps them. One sees the project, one a standard
 * library, one what is installed, and one each sibling, whose paths it tells
 * as if the sibling were the project.
 *
 * Answers are kept, because thousands of imports ask the same; what a
 * language keeps itself between questions (`state`) is dropped together with
 * them when paths or configuration change, or when it has grown too large. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/world_internal.h"

enum { FINDER_LANGS = 64 };

/* `port` comes first, so that the port that languages hold is the finder
 * itself. */
typedef struct Finder {
  LanguageWorld port; /* first: the port is the finder */
  ResolveWorld *world;
  FinderKind kind;
  const ResolveSibling *beside; /* FINDER_SIBLING */
  const Lang *lang;
  Arena arena;
  const Lang *langs[FINDER_LANGS];
  void *states[FINDER_LANGS];
  void *spare; /* for languages beyond the table: not kept */
  Map answers; /* files by question */
  size_t begun; /* bytes once the first file was done: what every one needs; 0: not yet */
} Finder;

static Finder *finder_of(LanguageWorld *port) { return (Finder *)(void *)port; }

typedef struct Answer {
  size_t count;
  WorldFile files[];
} Answer;

static Str question(const uint64_t *key) { return (Str){(const char *)key, sizeof *key}; }

/* Misses are remembered as well: an answer without files. */
static Answer *remember(Finder *finder, uint64_t key, const TableItem *items, size_t count) {
  Answer *answer = arena_alloc(&finder->arena, sizeof *answer + count * sizeof *answer->files);
  answer->count = count;
  for (size_t i = 0; i < count; i++) answer->files[i] = items[i].file;
  map_put_copy(&finder->answers, question(&key), answer);
  return answer;
}

static size_t files_of(Finder *finder, uint64_t key, const WorldFile **ret_files) {
  Answer *answer = map_get(&finder->answers, question(&key));
  if (!answer) {
    const TableItem *items;
    size_t count = resolve_table_get(&finder->world->table, key, &items);
    answer = remember(finder, key, items, count);
  }
  *ret_files = answer->files;
  return answer->count;
}

/* A library's items are read from its bytes each time, so here, too, the
 * answer is kept. */
static size_t library_files(Finder *finder, uint64_t key, const WorldFile **ret_files) {
  enum { MOST = 4096 };
  *ret_files = NULL;
  const Library *library = finder->lang->family->library;
  if (!library) return 0;
  Answer *answer = map_get(&finder->answers, question(&key));
  if (!answer) {
    TableItem *items = arena_heap_grow(NULL, MOST * sizeof *items); /* not cleared */
    answer = remember(finder, key, items, resolve_library_get(library, key, items, MOST));
    free(items);
  }
  *ret_files = answer->files;
  return answer->count;
}

/* What it sees is asked of the disk, not looked up in tables. */
static bool is_on_disk(const Finder *finder) { return finder->kind == FINDER_INSTALLED || finder->kind == FINDER_SIBLING; }

/* As the disk is asked for it. */
static Str disk_path(Finder *finder, Str path) {
  if (finder->kind != FINDER_SIBLING) return path;
  Str root = finder->beside->path;
  return path.len ? str_format(&finder->arena, "%.*s/%.*s", STR_ARG(root), STR_ARG(path)) : root;
}

/* A path of the project is in its table; a path of what is installed is
 * asked of the disk, once. */
static WorldFile ask_file(LanguageWorld *port, Str path) {
  Finder *finder = finder_of(port);
  if (is_on_disk(finder)) return resolve_dependency_file(finder->world, &finder->arena, disk_path(finder, path));
  if (finder->kind == FINDER_LIBRARY) return 0;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_PATH, 0, hash_str(path));
  return resolve_table_get(&finder->world->table, key, &items) ? items[0].file : 0;
}

static Str ask_path(LanguageWorld *port, WorldFile file) {
  const Finder *finder = finder_of(port);
  Str path = resolve_world_path(finder->world, file);
  if (finder->kind != FINDER_SIBLING) return path;
  Str root = finder->beside->path;
  return str_is_beneath(path, root) ? str_slice(path, root.len + 1, path.len) : STR_EMPTY;
}

/* The files of a folder that some language claims. Where packages are
 * folders they are one from here on. */
static size_t installed_files(Finder *finder, Str path, const WorldFile **ret_files) {
  const ResolveSource *source = &finder->world->source;
  Str *names;
  size_t count = source->installed->files(source->context, &finder->arena, path, &names), kept = 0;
  WorldFile *files = ARENA_ARRAY(&finder->arena, WorldFile, count + 1);
  for (size_t i = 0; i < count; i++) {
    Str file = str_format(&finder->arena, "%.*s/%.*s", STR_ARG(path), STR_ARG(names[i]));
    files[kept] = resolve_dependency_file(finder->world, &finder->arena, file);
    kept += files[kept] != 0;
  }
  if (finder->lang->rules.packages != LANGUAGE_PACKAGE_FILE) resolve_dependency_group(finder->world, files, kept);
  *ret_files = files;
  return kept;
}

static size_t ask_directory(LanguageWorld *port, Str path, const WorldFile **ret_files) {
  Finder *finder = finder_of(port);
  *ret_files = NULL;
  if (is_on_disk(finder)) return installed_files(finder, disk_path(finder, path), ret_files);
  if (finder->kind == FINDER_LIBRARY) return 0;
  return files_of(finder, resolve_key(KEY_DIRECTORY, 0, hash_str(path)), ret_files);
}

static size_t ask_library_package(LanguageWorld *port, Str package, const WorldFile **ret_files) {
  Finder *finder = finder_of(port);
  /* Where a package is a directory, its declared name alone would be ambiguous. */
  bool by_directory = finder->lang->rules.packages == LANGUAGE_PACKAGE_FOLDER;
  KeyKind kind = by_directory ? KEY_DIRECTORY : KEY_PACKAGE;
  return library_files(finder, resolve_key(kind, finder->lang->library_id, hash_str(package)), ret_files);
}

/* Files in the folder of a package, wherever beside a manifest packages begin:
 * what files there declare is not known before they are read. */
static size_t sibling_package(LanguageWorld *port, Str package, const WorldFile **ret_files) {
  Finder *finder = finder_of(port);
  Str folder = str_copy(&finder->arena, package);
  for (size_t i = 0; i < folder.len; i++) {
    if (folder.ptr[i] == '.') ((char *)(uintptr_t)folder.ptr)[i] = '/';
  }
  const char *sources = finder->lang->language->home.sources;
  for (size_t i = 0; sources && i < finder->beside->manifest_count; i++) {
    Str manifest = finder->beside->manifests[i], rest = str_from_c(sources);
    size_t slash = str_find_last_byte(manifest, '/');
    Str home = slash == STR_NONE ? STR_EMPTY : str_slice(manifest, 0, slash + 1);
    while (rest.len) {
      Str source = str_cut(&rest, ' '), path = str_format(&finder->arena, "%.*s%.*s/%.*s", STR_ARG(home), STR_ARG(source), STR_ARG(folder));
      size_t count = port->is_folder(port, path) ? port->directory(port, path, ret_files) : 0;
      if (count) return count;
    }
  }
  return 0;
}

/* A package may be the project's, the library's or of both, as when a
 * project adds to a package of the library: then all files count, the
 * project's first. */
static size_t ask_package(LanguageWorld *port, Str package, const WorldFile **ret_files) {
  Finder *finder = finder_of(port);
  const WorldFile *own = NULL, *theirs = NULL;
  size_t own_count = 0;
  if (finder->kind == FINDER_PROJECT) {
    own_count = files_of(finder, resolve_key(KEY_PACKAGE, finder->lang->family_id, hash_str(package)), &own);
  }
  if (finder->kind == FINDER_SIBLING) own_count = sibling_package(port, package, &own);
  size_t their_count = ask_library_package(port, package, &theirs);
  if (!own_count || !their_count) {
    *ret_files = own_count ? own : theirs;
    return own_count + their_count;
  }
  WorldFile *files = ARENA_ARRAY(&finder->arena, WorldFile, own_count + their_count);
  for (size_t i = 0; i < own_count; i++) files[i] = own[i];
  for (size_t i = 0; i < their_count; i++) files[own_count + i] = theirs[i];
  *ret_files = files;
  return own_count + their_count;
}

static Str ask_config(LanguageWorld *port, Str path) {
  Finder *finder = finder_of(port);
  const ResolveSource *source = &finder->world->source;
  if (is_on_disk(finder)) return source->installed->config(source->context, &finder->arena, disk_path(finder, path));
  if (finder->kind == FINDER_LIBRARY || !source->config) return (Str){NULL, 0};
  return source->config(source->context, &finder->arena, path);
}

static bool has_name(Str path, Str name) {
  if (!str_ends_with(path, name)) return false;
  return path.len == name.len || path.ptr[path.len - name.len - 1] == '/';
}

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

/* All configuration files of that name anywhere in the project, in order of
 * their paths: the order must not depend on the map. */
static size_t ask_configs(LanguageWorld *port, Str name, const Str **ret_paths) {
  Finder *finder = finder_of(port);
  VEC(Str) paths = {0};
  if (finder->kind == FINDER_PROJECT) {
    for (MapEntry *entry = NULL; (entry = map_next(&finder->world->configs, entry));) {
      if (has_name(entry->key, name)) *vec_add(&finder->arena, &paths) = entry->key;
    }
    const WorldFile *files;
    size_t count = files_of(finder, resolve_key(KEY_FILE_NAME, 0, hash_str(name)), &files);
    for (size_t i = 0; i < count; i++) {
      *vec_add(&finder->arena, &paths) = finder->world->files[files[i]].path;
    }
    if (paths.len) qsort(paths.items, paths.len, sizeof *paths.items, by_text);
  }
  for (size_t i = 0; finder->kind == FINDER_SIBLING && i < finder->beside->manifest_count; i++) {
    if (has_name(finder->beside->manifests[i], name)) *vec_add(&finder->arena, &paths) = finder->beside->manifests[i];
  }
  *ret_paths = paths.items;
  return paths.len;
}

static WorldFile ask_library(LanguageWorld *port, Str path) {
  Finder *finder = finder_of(port);
  const WorldFile *files;
  uint64_t key = resolve_key(KEY_PATH, finder->lang->library_id, hash_str(path));
  return library_files(finder, key, &files) ? files[0] : 0;
}

/* For languages that name a file by the end of its path and search several
 * folders for it. */
static bool ask_path_suffix(LanguageWorld *port, Str suffix, const WorldFile **ret_files, size_t *ret_count) {
  Finder *finder = finder_of(port);
  *ret_files = NULL;
  *ret_count = 0;
  if (finder->kind != FINDER_PROJECT) return false;
  size_t slash = str_find_last_byte(suffix, '/');
  Str name = slash == STR_NONE ? suffix : str_slice(suffix, slash + 1, suffix.len);
  const TableItem *items;
  size_t count = resolve_table_get(&finder->world->table,
                                   resolve_key(KEY_FILE_NAME, 0, hash_str(name)), &items);
  WorldFile *files = ARENA_ARRAY(&finder->arena, WorldFile, count);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (has_name(finder->world->files[items[i].file].path, suffix)) files[kept++] = items[i].file;
  }
  *ret_files = files;
  *ret_count = kept;
  return kept > 0;
}

static bool ask_is_folder(LanguageWorld *port, Str path) {
  Finder *finder = finder_of(port);
  const ResolveSource *source = &finder->world->source;
  const WorldFile *files;
  if (is_on_disk(finder)) return source->installed->folder(source->context, disk_path(finder, path));
  return ask_directory(port, path, &files) > 0;
}

static size_t ask_folders(LanguageWorld *port, Str path, const Str **ret_names) {
  Finder *finder = finder_of(port);
  const ResolveSource *source = &finder->world->source;
  Str *names = NULL;
  bool is_asked = finder->kind == FINDER_INSTALLED && source->installed->folders;
  size_t count = is_asked ? source->installed->folders(source->context, &finder->arena, path, &names) : 0;
  *ret_names = names;
  return count;
}

static Str ask_place(LanguageWorld *port, Str name) {
  const ResolveSource *source = &finder_of(port)->world->source;
  return source->installed && finder_of(port)->kind != FINDER_SIBLING ? source->installed->place(source->context, name) : STR_EMPTY;
}

LanguageWorld *resolve_finder_open(ResolveWorld *world, FinderKind kind) {
  Finder *finder = arena_heap_alloc(sizeof *finder);
  arena_init(&finder->arena);
  map_init(&finder->answers, &finder->arena);
  finder->world = world;
  finder->kind = kind;
  finder->port = (LanguageWorld){.arena = &finder->arena, .file = ask_file, .path = ask_path,
                                 .directory = ask_directory, .package = ask_package,
                                 .config = ask_config, .configs = ask_configs,
                                 .library = ask_library, .library_package = ask_library_package,
                                 .path_suffix = ask_path_suffix, .is_folder = ask_is_folder,
                                 .folders = ask_folders, .place = ask_place, .is_installed = kind == FINDER_INSTALLED};
  return &finder->port;
}

LanguageWorld *resolve_finder_open_beside(ResolveWorld *world, const ResolveSibling *sibling) {
  LanguageWorld *port = resolve_finder_open(world, FINDER_SIBLING);
  finder_of(port)->beside = sibling;
  return port;
}

void resolve_finder_close(LanguageWorld *port) {
  Finder *finder = finder_of(port);
  arena_clear(&finder->arena);
  free(finder);
}

void resolve_finder_forget(LanguageWorld *port) {
  Finder *finder = finder_of(port);
  finder->begun = 0;
  arena_reset(&finder->arena);
  map_init(&finder->answers, &finder->arena);
  memset(finder->langs, 0, sizeof finder->langs);
  memset(finder->states, 0, sizeof finder->states);
}

void resolve_finder_limit(LanguageWorld *port, size_t bytes) {
  assert(finder_of(port)->world);
  Finder *finder = finder_of(port);
  if (!finder->begun) finder->begun = finder->arena.used;
  else if (finder->arena.used > finder->begun + bytes) resolve_finder_forget(port);
}

/* Before a language is asked: its own state is put in place. A language
 * beyond the table keeps none. */
void resolve_finder_for(LanguageWorld *port, const Lang *lang) {
  Finder *finder = finder_of(port);
  finder->lang = lang;
  finder->spare = NULL;
  port->state = &finder->spare;
  for (size_t i = 0; i < FINDER_LANGS; i++) {
    if (finder->langs[i] && finder->langs[i] != lang) continue;
    finder->langs[i] = lang;
    port->state = &finder->states[i];
    return;
  }
}
