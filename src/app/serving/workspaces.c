/* The indexes a process holds open, one per workspace root. */

#include "src/app/app_internal.h"
#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/index/index.h"
#include "src/languages/language.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/scan/scan.h"

/* Indexes are opened when first asked for and stay open until the process ends:
 * opening one again costs more than keeping it. The map never loses an entry,
 * so an index may be used without the lock. */
struct AppWorkspaces {
  Lock lock;
  Arena arena;
  Map by_root; /* root -> Index* */
  AppServers *servers;
  uint64_t links; /* app_links_stamp, of those that the indexes were told */
};

AppWorkspaces *app_workspaces_open(void) {
  AppWorkspaces *workspaces = arena_heap_alloc(sizeof(*workspaces));
  lock_init(&workspaces->lock);
  arena_init(&workspaces->arena);
  map_init(&workspaces->by_root, &workspaces->arena);
  workspaces->servers = app_servers_open();
  return workspaces;
}

AppServers *app_workspaces_servers(AppWorkspaces *workspaces) { return workspaces->servers; }

/* Servers work on the files of an index: they end before it does, and it must
 * not tell them anything any more. */
void app_workspaces_close(AppWorkspaces *workspaces) {
  for (MapEntry *entry = NULL; (entry = map_next(&workspaces->by_root, entry));) {
    index_on_files(entry->value, NULL, NULL);
  }
  app_servers_close(workspaces->servers);
  for (MapEntry *entry = NULL; (entry = map_next(&workspaces->by_root, entry));) {
    index_close(entry->value);
  }
  lock_clear(&workspaces->lock);
  arena_clear(&workspaces->arena);
  free(workspaces);
}

size_t app_workspaces_count(AppWorkspaces *workspaces) {
  lock_take(&workspaces->lock);
  size_t count = workspaces->by_root.live;
  lock_give(&workspaces->lock);
  return count;
}

size_t app_workspaces_list(AppWorkspaces *workspaces, Index **ret_indexes, size_t max) {
  size_t count = 0;
  lock_take(&workspaces->lock);
  for (MapEntry *entry = NULL; count < max && (entry = map_next(&workspaces->by_root, entry));) {
    ret_indexes[count++] = entry->value;
  }
  lock_give(&workspaces->lock);
  return count;
}

/* The name is for people who look into the cache; the hash of the whole path
 * tells folders of the same name apart. */
Str app_index_cache(Arena *arena, Str root) {
  Str name = file_name(root);
  return file_join(arena, place_cache(arena),
                   str_format(arena, "index/%.*s-%016llx", STR_ARG(name),
                              (unsigned long long)hash_str(root)));
}

/* Other libraries give other edges. */
static uint64_t library_revision(Job *job, Str folder, uint64_t revision) {
  AUTO(Root) root = NULL;
  FileEntries entries = {0};
  Err err = root_open(job, folder, &root);
  if (!err) err = root_list_stats(job, root, STR_EMPTY, &entries);
  if (err) job_forgive(job);
  for (size_t i = 0; i < entries.len; i++) {
    const FileEntry *entry = &entries.items[i];
    if (!str_ends_with(entry->name, STR(".facts"))) continue;
    revision = hash_combine(revision, hash_str(entry->name));
    revision = hash_combine(hash_combine(revision, entry->stat.size), (uint64_t)entry->stat.mtime_ns);
  }
  return revision;
}

/* "$VARIABLE/rest" or "~/rest"; empty: the variable is not set. */
static Str spelled_out(Arena *arena, Str path) {
  Str rest = path, first = str_cut(&rest, '/');
  bool is_variable = str_starts_with(first, STR("$"));
  Str base = is_variable ? place_env(str_to_c(arena, str_slice(first, 1, first.len))) : place_home(arena);
  return base.len && rest.len ? file_join(arena, base, rest) : base;
}

/* The first of several places that is set at all, whether it exists or not. */
static Str place_of(Arena *arena, const LanguagePlace *place) {
  Str paths = str_from_c(place->paths), found = STR_EMPTY;
  while (paths.len && !found.len) found = spelled_out(arena, str_cut(&paths, ' '));
  return found;
}

/* The only places outside a project that dependencies are read from. */
static void add_dependencies(Arena *arena, const AppConfig *config, IndexOptions *options) {
  IndexPlace *places = ARENA_ARRAY(arena, IndexPlace, LANGUAGE_PLACES * language_registry_count + 1);
  for (size_t i = 0; i < LANGUAGE_PLACES * language_registry_count; i++) {
    const LanguagePlace *place = &language_registry[i / LANGUAGE_PLACES]->home.places[i % LANGUAGE_PLACES];
    if (!place->name) continue;
    Str path = place_of(arena, place);
    bool is_there = file_exists(path);
    if (is_there) places[options->place_count++] = (IndexPlace){.name = str_from_c(place->name), .path = path};
    /* A dependency folder that appears or moves changes what calls resolve to, so
     * it is part of what makes an index up to date. */
    options->revision = hash_combine(options->revision, hash_str(is_there ? path : STR_EMPTY));
  }
  options->places = places;
  options->dependency_files = (size_t)app_config_int(config, "index.dependency_files");
}

/* A folder of ours is welcome in a project, and nowhere else. */
static bool belongs_in_cache(Job *job, Str root, const AppConfig *config) {
  return str_eq_c(app_config_str(config, "index.location"), "cache") || !app_workspace_is_project(job, root);
}

/* The revision sums up everything besides the files that decides what an index
 * holds: the program, the libraries, and where dependencies are. Another
 * revision makes it anew. */
Err app_index_options(Job *job, Str root, const AppConfig *config, IndexOptions *ret_options) {
  Str excludes = scan_user_excludes(job, place_home(job->arena), file_directory(place_config(job->arena)));
  /* A user's exclude file that cannot be read excludes nothing. */
  job_forgive(job);
  Str build = app_build_id(job->arena);
  IndexOptions options = {
      .root = root,
      .in_cache = belongs_in_cache(job, root, config),
      .cache_dir = app_index_cache(job->arena, root),
      .workers = (size_t)app_config_int(config, "index.workers"),
      .memory_mb = (size_t)app_config_int(config, "index.memory_mb"),
      .library_folder = place_supplied(job->arena, STR("library")),
      .revision = hash_str(build),
      .excludes = excludes,
  };
  if (app_config_bool(config, "index.dependencies")) add_dependencies(job->arena, config, &options);
  options.revision = library_revision(job, options.library_folder, options.revision);
  options.revision = hash_combine(options.revision, options.dependency_files);
  options.include = app_config_list(config, "index.include", &options.include_count);
  options.exclude = app_config_list(config, "index.exclude", &options.exclude_count);
  *ret_options = options;
  return OK;
}

static Err open_index(Job *job, AppWorkspaces *workspaces, Str root, const AppConfig *config,
                      Index **ret_index) {
  IndexOptions options;
  TRY(app_index_options(job, root, config, &options));
  TRY(index_open(job, &options, ret_index));
  app_link_index(job, *ret_index);
  map_put_copy(&workspaces->by_root, root, *ret_index);
  app_servers_watch(workspaces->servers, *ret_index);
  return OK;
}

void app_link_index(Job *job, Index *index) {
  Str *paths;
  size_t count = app_links_of(job, index_root(index), &paths);
  index_set_siblings(index, paths, count);
}

void app_workspaces_follow_links(Job *job, AppWorkspaces *workspaces) {
  uint64_t stamp = app_links_stamp(job);
  lock_take(&workspaces->lock);
  bool is_other = stamp != workspaces->links;
  workspaces->links = stamp;
  for (MapEntry *entry = NULL; is_other && (entry = map_next(&workspaces->by_root, entry));) app_link_index(job, entry->value);
  lock_give(&workspaces->lock);
}

/* The lock is held while an index is opened, so that two calls do not open one
 * twice. */
Err app_workspaces_get(Job *job, AppWorkspaces *workspaces, Str root, const AppConfig *config,
                       Index **ret_index) {
  lock_take(&workspaces->lock);
  Index *index = map_get(&workspaces->by_root, root);
  Err err = index ? OK : open_index(job, workspaces, root, config, &index);
  lock_give(&workspaces->lock);
  if (!err) *ret_index = index;
  return err;
}
