/* Paths of modules: patterns, and the endings that imports leave out. */
#include "src/languages/typescript/find_internal.h"

bool language_ts_match(Str pattern, Str text, Str *ret_star) {
  size_t star = str_find_byte(pattern, '*');
  *ret_star = STR_EMPTY;
  if (star == STR_NONE) return str_eq(pattern, text);
  Str before = str_slice(pattern, 0, star), after = str_slice(pattern, star + 1, pattern.len);
  if (text.len < before.len + after.len) return false;
  if (!str_starts_with(text, before) || !str_ends_with(text, after)) return false;
  *ret_star = str_slice(text, before.len, text.len - after.len);
  return true;
}

Str language_ts_fill(Arena *arena, Str target, Str star) {
  size_t at = str_find_byte(target, '*');
  if (at == STR_NONE) return target;
  Str before = str_slice(target, 0, at), after = str_slice(target, at + 1, target.len);
  return str_format(arena, "%.*s%.*s%.*s", STR_ARG(before), STR_ARG(star), STR_ARG(after));
}

/* ---- endings ---- */

static const char *const endings[] = {".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts",
                                      ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro", NULL};
/* Of what is installed types are read before anything else: what runs beside
 * them says the same in more words. */
static const char *const typed_endings[] = {".d.ts", ".ts", ".tsx", ".d.mts", ".d.cts", ".mts", ".cts", NULL};

/* What is written for a file that the compiler will make from another one. */
static const struct {
  const char *written;
  const char *meant[4];
} made_from[] = {{".js", {".ts", ".tsx", ".d.ts"}},
                 {".jsx", {".tsx", ".d.ts"}},
                 {".mjs", {".mts", ".d.mts"}},
                 {".cjs", {".cts", ".d.cts"}}};

static bool has_types(Str path) {
  for (size_t i = 0; typed_endings[i]; i++) {
    if (str_ends_with(path, str_from_c(typed_endings[i]))) return true;
  }
  return false;
}

/* Made small for browsers: what it says is in another file, too. */
static bool is_minified(Str path) { return str_contains(path, STR(".min.")); }

static WorldFile exact_file(TsFinder *finder, Str path) {
  LanguageWorld *world = finder->world;
  bool is_passed_over = world->is_installed && !has_types(path) && (!finder->takes_plain || is_minified(path));
  return is_passed_over ? 0 : world->file(world, path);
}

static WorldFile with_ending(TsFinder *finder, Str stem, const char *ending) {
  return exact_file(finder, str_format(finder->world->arena, "%.*s%s", STR_ARG(stem), ending));
}

/* "./x.js" is written for what x.ts will be compiled to. */
static WorldFile source_of(TsFinder *finder, Str path) {
  for (size_t i = 0; i < sizeof made_from / sizeof *made_from; i++) {
    Str written = str_from_c(made_from[i].written);
    if (!str_ends_with(path, written)) continue;
    Str stem = str_slice(path, 0, path.len - written.len);
    WorldFile declared = finder->world->is_installed ? with_ending(finder, stem, ".d.ts") : 0;
    if (declared) return declared;
    for (size_t j = 0; j < 4 && made_from[i].meant[j]; j++) {
      WorldFile file = with_ending(finder, stem, made_from[i].meant[j]);
      if (file) return file;
    }
  }
  return 0;
}

/* The source of what is written, then the path itself, then with each
 * ending: in this order, or a build's output beside the sources would win. */
WorldFile language_ts_file(TsFinder *finder, Str path) {
  WorldFile file = source_of(finder, path);
  if (!file && path.len) file = exact_file(finder, path);
  const char *const *all = finder->world->is_installed && !finder->takes_plain ? typed_endings : endings;
  for (; *all && !file && path.len; all++) file = with_ending(finder, path, *all);
  return file;
}

WorldFile language_ts_file_or_folder(TsFinder *finder, Str path) {
  WorldFile file = language_ts_file(finder, path);
  if (!file && language_ts_manifest(finder, path)) file = language_ts_package_file(finder, path, STR_EMPTY);
  if (!file) file = language_ts_file(finder, language_path_join(finder->world->arena, path, STR("index")));
  return file;
}

Str language_ts_without_ending(Str path) {
  static const char *const all[] = {".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts",
                                    ".js", ".jsx", ".mjs", ".cjs"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    Str ending = str_from_c(all[i]);
    if (str_ends_with(path, ending)) return str_slice(path, 0, path.len - ending.len);
  }
  return path;
}
