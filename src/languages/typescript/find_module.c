/* From a module specifier to a file: relative paths, the aliases of tsconfig,
 * packages of the project; everything else is outside. */
#include "src/languages/typescript/find_internal.h"
#include "src/languages/typescript/typescript_internal.h"

/* Kept in the world's state for this family of languages. The world that
 * asks is set each time: it need not be the one that the finder was made
 * through. */
static TsFinder *finder_of(LanguageWorld *world) {
  TsFinder *finder = *world->state;
  if (!finder) {
    finder = ARENA_NEW(world->arena, TsFinder);
    *world->state = finder;
    finder->world = world;
    map_init(&finder->configs, world->arena);
    map_init(&finder->packages, world->arena);
    map_init(&finder->manifests, world->arena);
    map_init(&finder->answers, world->arena);
    map_init(&finder->packaged, world->arena);
    language_ts_read_packages(finder);
  }
  finder->world = world;
  return finder;
}

/* ---- relative ---- */

static bool is_relative(Str specifier) {
  return str_starts_with(specifier, STR("./")) || str_starts_with(specifier, STR("../")) ||
         str_eq(specifier, STR(".")) || str_eq(specifier, STR(".."));
}

static Str below(Str path, Str folder) {
  if (!folder.len) return path;
  return str_is_beneath(path, folder) ? str_slice(path, folder.len + 1, path.len) : STR_EMPTY;
}

/* rootDirs: the path in one of them may lie in another. */
static WorldFile laid_over(TsFinder *finder, Str folder, Str path) {
  for (Str at = folder;; at = language_path_folder(at)) {
    const TsConfig *config = language_ts_config(finder, at);
    for (size_t i = 0; config && i < config->roots.len; i++) {
      Str rest = below(path, config->roots.items[i]);
      for (size_t j = 0; rest.len && j < config->roots.len; j++) {
        Str other = language_path_join(finder->world->arena, config->roots.items[j], rest);
        WorldFile file = language_ts_file_or_folder(finder, other);
        if (file) return file;
      }
    }
    if (config || !at.len) return 0;
  }
}

static WorldFile relative_file(TsFinder *finder, Str folder, Str specifier) {
  Str path;
  if (!language_path_relative(finder->world->arena, folder, specifier, &path)) return 0;
  WorldFile file = language_ts_file_or_folder(finder, path);
  return file ? file : laid_over(finder, folder, path);
}

/* ---- aliases ---- */

/* The longest pattern that leads to a file wins; targets of one pattern are
 * tried in order. What no pattern knows is looked for below baseUrl. */
static WorldFile by_aliases(TsFinder *finder, const TsConfig *config, Str specifier) {
  Arena *arena = finder->world->arena;
  size_t longest = 0;
  WorldFile best = 0;
  for (size_t i = 0; i < config->aliases.len; i++) {
    const TsAlias *alias = &config->aliases.items[i];
    Str star;
    if (!language_ts_match(alias->pattern, specifier, &star)) continue;
    if (best && alias->pattern.len <= longest) continue;
    WorldFile file = language_ts_file_or_folder(finder, language_ts_fill(arena, alias->target, star));
    if (!file) continue;
    best = file;
    longest = alias->pattern.len;
  }
  if (!best && config->has_base) {
    best = language_ts_file_or_folder(finder, language_path_join(arena, config->base, specifier));
  }
  return best;
}

/* Outer configurations are asked too where an inner one has no answer: inner
 * ones are often for a single tool. */
static WorldFile aliased_file(TsFinder *finder, Str folder, Str specifier) {
  for (Str at = folder;; at = language_path_folder(at)) {
    const TsConfig *config = language_ts_config(finder, at);
    WorldFile file = config ? by_aliases(finder, config, specifier) : 0;
    if (file || !at.len) return file;
  }
}

/* Bundlers let "@/x" and "~/x" stand for the sources of the package around. */
static WorldFile customary_file(TsFinder *finder, Str folder, Str specifier) {
  if (!str_starts_with(specifier, STR("@/")) && !str_starts_with(specifier, STR("~/"))) return 0;
  Str package, rest = str_slice(specifier, 2, specifier.len);
  if (!language_ts_package_around(finder, folder, &package)) return 0;
  Arena *arena = finder->world->arena;
  Str source = language_path_join(arena, language_path_join(arena, package, STR("src")), rest);
  WorldFile file = language_ts_file_or_folder(finder, source);
  return file ? file : language_ts_file_or_folder(finder, language_path_join(arena, package, rest));
}

/* ---- packages ---- */

/* The same for all folders that ask, and where a package names many files that are not
 * there yet, hundreds of paths are tried. */
static WorldFile package_file(TsFinder *finder, Str specifier, bool *ret_is_ours) {
  Str rest, name = language_ts_package_name(specifier, &rest);
  const Str *folder = language_ts_package(finder, name);
  *ret_is_ours = folder != NULL;
  if (!folder) return 0;
  WorldFile *file = map_get(&finder->packaged, specifier);
  if (!file) {
    file = ARENA_NEW(finder->world->arena, WorldFile);
    *file = language_ts_package_file(finder, *folder, rest);
    map_put_copy(&finder->packaged, specifier, file);
  }
  return *file;
}

/* Imports of what is installed know neither aliases nor the project. */
static WorldFile find_installed(TsFinder *finder, Str folder, Str specifier, bool *ret_outside) {
  Str path;
  WorldFile file = 0;
  *ret_outside = true;
  if (is_relative(specifier)) {
    if (!language_path_relative(finder->world->arena, folder, specifier, &path)) return 0;
    file = language_ts_file_or_folder(finder, path);
    finder->takes_plain = true;
    if (!file) file = language_ts_file_or_folder(finder, path);
    finder->takes_plain = false;
    return file;
  }
  if (str_starts_with(specifier, STR("#"))) file = language_ts_private_import(finder, folder, specifier);
  return file ? file : language_ts_installed(finder, folder, specifier);
}

/* "x?raw" and the like are for bundlers: the file is the part before. A
 * package of the project whose file is not found is not outside: it is a
 * gap. */
static WorldFile find(TsFinder *finder, Str folder, Str specifier, bool *ret_outside) {
  *ret_outside = false;
  size_t query = str_find_byte(specifier, '?');
  if (query != STR_NONE) specifier = str_slice(specifier, 0, query);
  if (!specifier.len) return 0;
  if (finder->world->is_installed) return find_installed(finder, folder, specifier, ret_outside);
  if (is_relative(specifier)) return relative_file(finder, folder, specifier);
  if (str_starts_with(specifier, STR("#"))) {
    WorldFile file = language_ts_private_import(finder, folder, specifier);
    if (file) return file;
  }
  WorldFile file = aliased_file(finder, folder, specifier);
  bool is_ours = false;
  if (!file) file = package_file(finder, specifier, &is_ours);
  if (!file) file = customary_file(finder, folder, specifier);
  *ret_outside = !file && !is_ours;
  LanguageWorld *installed = finder->world->installed;
  return *ret_outside && installed ? language_ts_installed(finder_of(installed), folder, specifier) : file;
}

/* Answers are kept by folder and specifier: files of one folder ask for the
 * same. */
void language_ts_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                             WorldFile from, LanguageModule *ret_module) {
  TsFinder *finder = finder_of(world);
  Str specifier = names_text(facts->names, import->specifier);
  Str folder = language_path_folder(world->path(world, from));
  Str key = str_format(world->arena, "%.*s\n%.*s", STR_ARG(folder), STR_ARG(specifier));
  LanguageModule *answer = map_get(&finder->answers, key);
  if (!answer) {
    answer = ARENA_NEW(world->arena, LanguageModule);
    WorldFile file = find(finder, folder, specifier, &answer->outside);
    if (file) {
      answer->files = ARENA_NEW(world->arena, WorldFile);
      answer->files[0] = file;
      answer->count = 1;
    }
    map_put(&finder->answers, key, answer);
  }
  *ret_module = *answer;
}
