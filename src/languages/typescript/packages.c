/* Packages of the project, by their package.json. What a package names as its
 * entries is often built later: then the sources it will be built from are
 * looked for where they usually are. */
#include "src/languages/typescript/find_internal.h"

#define TARGET_MAX_DEPTH 8

/* ---- which packages there are ---- */

/* Asked for every folder on the way up from every file; that there is none
 * is remembered too. */
const Json *language_ts_manifest(TsFinder *finder, Str folder) {
  static const Json none = {.type = JSON_NULL};
  const Json *json = map_get(&finder->manifests, folder);
  if (!json) {
    json = language_ts_read_json(finder, language_path_join(finder->world->arena, folder, STR("package.json")));
    if (!json) json = &none;
    map_put_copy(&finder->manifests, folder, (void *)(uintptr_t)json);
  }
  return json == &none ? NULL : json;
}

/* How deep a folder lies. */
static size_t steps(Str path) {
  size_t count = 0;
  for (size_t i = 0; i < path.len; i++) count += path.ptr[i] == '/';
  return count;
}

/* Of two packages with one name the one nearer to the root counts: the others
 * are fixtures and templates. */
void language_ts_read_packages(TsFinder *finder) {
  LanguageWorld *world = finder->world;
  const Str *paths = NULL;
  size_t count = world->configs(world, STR("package.json"), &paths);
  for (size_t i = 0; i < count; i++) {
    if (str_contains(paths[i], STR("node_modules/"))) continue;
    Str folder = language_path_folder(paths[i]);
    Str name = json_get_str(language_ts_manifest(finder, folder), STR("name"), STR_EMPTY);
    const Str *known = name.len ? map_get(&finder->packages, name) : NULL;
    if (!name.len || (known && steps(*known) <= steps(folder))) continue;
    Str *kept = ARENA_NEW(world->arena, Str);
    *kept = str_copy(world->arena, folder);
    map_put_copy(&finder->packages, name, kept);
  }
}

const Str *language_ts_package(TsFinder *finder, Str name) { return map_get(&finder->packages, name); }

/* The nearest folder upwards that has a manifest; the root is "". */
bool language_ts_package_around(TsFinder *finder, Str folder, Str *ret_folder) {
  for (;;) {
    if (language_ts_manifest(finder, folder)) {
      *ret_folder = folder;
      return true;
    }
    if (!folder.len) return false;
    folder = language_path_folder(folder);
  }
}

/* ---- from what will be built to what it is built from ---- */

static WorldFile in_sources(TsFinder *finder, Str package, Str stem) {
  static const char *const folders[] = {"src", "source", "lib", ""};
  Arena *arena = finder->world->arena;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    Str folder = language_path_join(arena, package, str_from_c(folders[i]));
    Str path = language_path_join(arena, folder, stem);
    WorldFile file = stem.len ? language_ts_file(finder, path) : 0;
    if (!file) file = language_ts_file(finder, language_path_join(arena, path, STR("index")));
    if (file) return file;
  }
  return 0;
}

/* "dist/esm/a/b.mjs": a/b, then esm/a/b, among the sources. */
static WorldFile built_from(TsFinder *finder, Str package, Str target) {
  Str stem = language_ts_without_ending(target);
  while (str_starts_with(stem, STR("./"))) stem = str_slice(stem, 2, stem.len);
  while (str_find_byte(stem, '/') != STR_NONE) {
    str_cut(&stem, '/');
    WorldFile file = stem.len ? in_sources(finder, package, stem) : 0;
    if (file) return file;
  }
  return 0;
}

/* ---- exports and imports ---- */

/* What a target of exports or imports is looked up for. */
typedef struct Wanted {
  Str package; /* folder */
  Str star;
  bool guess; /* the target need not exist */
} Wanted;

static WorldFile target_file(TsFinder *finder, const Json *target, const Wanted *wanted, int depth);

static WorldFile named_file(TsFinder *finder, Str target, const Wanted *wanted) {
  Arena *arena = finder->world->arena;
  Str filled = language_ts_fill(arena, target, wanted->star);
  Str path = STR_EMPTY;
  if (!language_path_relative(arena, wanted->package, filled, &path)) return 0;
  WorldFile file = language_ts_file(finder, path);
  if (!file) file = language_ts_file(finder, language_path_join(arena, path, STR("index")));
  if (file || !wanted->guess) return file;
  return built_from(finder, wanted->package, filled);
}

/* Conditions that lead to sources come first, then any other; of what is
 * installed those that lead to types. */
static WorldFile conditional_file(TsFinder *finder, const Json *target, const Wanted *wanted, int depth) {
  static const char *const conditions[] = {"source", "development", "types", "import", "module", "default", "require"};
  WorldFile file = 0;
  for (size_t i = finder->world->is_installed ? 2 : 0; i < sizeof conditions / sizeof *conditions && !file; i++) {
    file = target_file(finder, json_get(target, str_from_c(conditions[i])), wanted, depth);
  }
  for (size_t i = 0; i < target->count && !file; i++) {
    file = target_file(finder, &target->members[i].value, wanted, depth);
  }
  return file;
}

static WorldFile target_file(TsFinder *finder, const Json *target, const Wanted *wanted, int depth) {
  if (!target || ++depth > TARGET_MAX_DEPTH) return 0;
  if (target->type == JSON_STRING) return named_file(finder, target->text, wanted);
  if (target->type == JSON_OBJECT) return conditional_file(finder, target, wanted, depth);
  WorldFile file = 0;
  for (size_t i = 0; target->type == JSON_ARRAY && i < target->count && !file; i++) {
    file = target_file(finder, &target->items[i], wanted, depth);
  }
  return file;
}

/* The longest pattern that fits. */
static const Json *matching(const Json *map, Str name, Str *ret_star) {
  const Json *best = NULL;
  size_t longest = 0;
  for (size_t i = 0; i < map->count; i++) {
    Str star;
    if (!language_ts_match(map->members[i].name, name, &star)) continue;
    if (best && map->members[i].name.len <= longest) continue;
    best = &map->members[i].value;
    longest = map->members[i].name.len;
    *ret_star = star;
  }
  return best;
}

static WorldFile mapped_file(TsFinder *finder, Str package, const Json *map, Str name) {
  Str star = STR_EMPTY;
  const Json *target = matching(map, name, &star);
  Wanted wanted = {.package = package, .star = star};
  WorldFile file = target_file(finder, target, &wanted, 0);
  wanted.guess = !finder->world->is_installed;
  return file || !wanted.guess ? file : target_file(finder, target, &wanted, 0);
}

static bool is_path_map(const Json *exports) {
  return json_is(exports, JSON_OBJECT) && exports->count && str_starts_with(exports->members[0].name, STR("."));
}

static WorldFile exported_file(TsFinder *finder, Str folder, const Json *exports, Str rest) {
  if (!exports) return 0;
  Arena *arena = finder->world->arena;
  Str name = rest.len ? str_format(arena, "./%.*s", STR_ARG(rest)) : STR(".");
  if (is_path_map(exports)) return mapped_file(finder, folder, exports, name);
  if (rest.len) return 0;
  Wanted wanted = {.package = folder};
  WorldFile file = target_file(finder, exports, &wanted, 0);
  wanted.guess = !finder->world->is_installed;
  return file || !wanted.guess ? file : target_file(finder, exports, &wanted, 0);
}

static WorldFile main_file(TsFinder *finder, Str folder, const Json *manifest) {
  static const char *const names[] = {"source", "types", "typings", "module", "main"};
  bool is_installed = finder->world->is_installed;
  for (int guess = 0; guess < (is_installed ? 1 : 2); guess++) {
    Wanted wanted = {.package = folder, .guess = guess};
    for (size_t i = is_installed ? 1 : 0; i < sizeof names / sizeof *names; i++) {
      WorldFile file = target_file(finder, json_get(manifest, str_from_c(names[i])), &wanted, 0);
      if (file) return file;
    }
  }
  return 0;
}

WorldFile language_ts_package_file(TsFinder *finder, Str folder, Str rest) {
  const Json *manifest = language_ts_manifest(finder, folder);
  WorldFile file = exported_file(finder, folder, json_get(manifest, STR("exports")), rest);
  if (!file && !rest.len) file = main_file(finder, folder, manifest);
  Str path = language_path_join(finder->world->arena, folder, rest);
  if (!file && rest.len) file = language_ts_file(finder, path);
  if (!file && finder->world->is_installed) return language_ts_file(finder, language_path_join(finder->world->arena, path, STR("index")));
  if (!file) file = in_sources(finder, folder, rest);
  return file;
}

WorldFile language_ts_private_import(TsFinder *finder, Str folder, Str specifier) {
  Str package;
  if (!language_ts_package_around(finder, folder, &package)) return 0;
  const Json *imports = json_get(language_ts_manifest(finder, package), STR("imports"));
  return json_is(imports, JSON_OBJECT) ? mapped_file(finder, package, imports, specifier) : 0;
}
