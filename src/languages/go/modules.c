/* Go: which files an import path means. Modules are found by their go.mod
 * files; what none of them, no replacement and no vendor folder holds is
 * outside the project: in a vendor folder that is not the project's own, or
 * where the go command keeps modules, in the version that go.mod names. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/go/go_internal.h"

typedef struct Module {
  Str path;   /* as imports spell it */
  Str folder; /* "" is the root */
} Module;

typedef struct Replacement {
  Str folder; /* of the go.mod or go.work that says so */
  Module module;
} Replacement;

typedef struct Required {
  Str path;
  Str module, version; /* what stands for it: itself, unless it is replaced */
} Required;

/* What all go.mod and go.work files say, read once and kept in the world's
 * state for this language; dropped with the world. */
typedef struct Modules {
  VEC(Module) modules;
  VEC(Required) required;
  VEC(Replacement) replacements;
  Map packages; /* directory -> Package */
  Map others;   /* go.mod of something installed -> Modules */
} Modules;

/* The files that an import of a directory means. Asked for once per import
 * of the whole project, so it is kept, empty ones too. */
typedef struct Package {
  WorldFile *files;
  size_t count;
} Package;

/* `old [version] => new [version]`. A folder of the project is a
 * replacement; a module in another version is a requirement under the old
 * path. Absolute folders lie outside of the project and are left out. */
static void read_replacement(LanguageWorld *world, Modules *modules, Str folder, Str line) {
  Replacement replacement = {.folder = folder};
  replacement.module.path = language_go_mod_word(&line);
  Str word = language_go_mod_word(&line);
  while (word.len && !str_eq(word, STR("=>"))) word = language_go_mod_word(&line);
  Str target = language_go_mod_word(&line);
  if (target.len && target.ptr[0] != '.' && target.ptr[0] != '/') {
    *vec_add(world->arena, &modules->required) = (Required){replacement.module.path, target, language_go_mod_word(&line)};
    return;
  }
  if (!target.len || target.ptr[0] != '.') return;
  if (!language_path_relative(world->arena, folder, target, &replacement.module.folder)) return;
  *vec_add(world->arena, &modules->replacements) = replacement;
}

/* Verbs that are not known are passed over. */
static void read_mod(LanguageWorld *world, Modules *modules, Str path) {
  GoMod mod = {.text = world->config(world, path)};
  Str folder = language_path_folder(path);
  for (Str verb, rest; language_go_mod_next(&mod, &verb, &rest);) {
    if (str_eq(verb, STR("module"))) {
      *vec_add(world->arena, &modules->modules) = (Module){language_go_mod_word(&rest), folder};
    } else if (str_eq(verb, STR("replace"))) {
      read_replacement(world, modules, folder, rest);
    } else if (str_eq(verb, STR("require"))) {
      Str required = language_go_mod_word(&rest);
      *vec_add(world->arena, &modules->required) = (Required){required, required, language_go_mod_word(&rest)};
    }
  }
}

/* What is installed follows the go.mod in the root, whoever asks. */
static Modules *modules_of(LanguageWorld *world) {
  if (*world->state) return *world->state;
  Modules *modules = ARENA_NEW(world->arena, Modules);
  map_init(&modules->packages, world->arena);
  map_init(&modules->others, world->arena);
  if (world->is_installed) read_mod(world, modules, STR("go.mod"));
  static const char *const names[] = {"go.mod", "go.work"};
  for (size_t n = 0; n < 2; n++) {
    const Str *paths;
    size_t count = world->configs(world, str_from_c(names[n]), &paths);
    for (size_t i = 0; i < count; i++) read_mod(world, modules, paths[i]);
  }
  *world->state = modules;
  return modules;
}

/* Source files of a directory that others can import. */
static const Package *package_in(LanguageWorld *world, Modules *modules, Str folder) {
  Package *package = map_get(&modules->packages, folder);
  if (package) return package;
  package = ARENA_NEW(world->arena, Package);
  const WorldFile *files;
  size_t count = world->directory(world, folder, &files);
  package->files = ARENA_ARRAY(world->arena, WorldFile, count + 1);
  for (size_t i = 0; i < count; i++) {
    Str path = world->path(world, files[i]);
    if (!str_ends_with(path, STR(".go")) || language_is_test(&language_go, path)) continue;
    package->files[package->count++] = files[i];
  }
  map_put_copy(&modules->packages, folder, package);
  return package;
}

/* Whether `path` is the module's or below it; what is below. */
static bool below(Str path, Str module, Str *ret_rest) {
  if (!module.len || !str_starts_with(path, module)) return false;
  if (path.len == module.len) {
    *ret_rest = STR_EMPTY;
    return true;
  }
  if (path.ptr[module.len] != '/') return false;
  *ret_rest = str_slice(path, module.len + 1, path.len);
  return true;
}

static bool is_inside(Str folder, Str outer) {
  Str rest;
  return !outer.len || below(folder, outer, &rest);
}

/* Folder for an import path by replacements seen from `from`, then by the
 * longest module path; of equal ones the nearest around `from`. */
static bool find_folder(LanguageWorld *world, Modules *modules, Str path, Str from, Str *ret_folder) {
  const Module *best = NULL;
  bool best_around = false;
  Str rest, best_rest = STR_EMPTY;
  for (size_t i = 0; i < modules->replacements.len; i++) {
    const Replacement *replacement = &modules->replacements.items[i];
    if (!is_inside(from, replacement->folder) || !below(path, replacement->module.path, &rest)) continue;
    if (best && best->path.len >= replacement->module.path.len) continue;
    best = &replacement->module;
    best_rest = rest;
  }
  const Module *replaced = best;
  for (size_t i = 0; i < modules->modules.len; i++) {
    const Module *module = &modules->modules.items[i];
    if (!below(path, module->path, &rest)) continue;
    if (replaced && module->path.len <= replaced->path.len) continue;
    bool around = is_inside(from, module->folder);
    bool longer = !best || best == replaced || module->path.len > best->path.len;
    bool nearer = best && module->path.len == best->path.len && around &&
                  (!best_around || module->folder.len > best->folder.len);
    if (!longer && !nearer) continue;
    best = module;
    best_rest = rest;
    best_around = around;
  }
  if (best) *ret_folder = language_path_join(world->arena, best->folder, best_rest);
  return best != NULL;
}

/* An empty directory is no package: the search goes on. */
static bool use(const Package *package, LanguageModule *ret_module) {
  if (!package->count) return false;
  ret_module->files = package->files;
  ret_module->count = package->count;
  return true;
}

/* vendor/ folders of the directories around, innermost first. */
static bool find_vendored(LanguageWorld *world, Modules *modules, Str path, Str from,
                          LanguageModule *ret_module) {
  for (Str at = from;; at = language_path_folder(at)) {
    Str folder = language_path_join(world->arena, language_path_join(world->arena, at, STR("vendor")), path);
    if (use(package_in(world, modules, folder), ret_module)) return true;
    if (!at.len) return false;
  }
}

/* Trees without go.mod: GOPATH/src, or a repository by its import path. */
static bool find_unmanaged(LanguageWorld *world, Modules *modules, Str path, LanguageModule *ret_module) {
  if (modules->modules.len) return false;
  if (use(package_in(world, modules, language_path_join(world->arena, STR("src"), path)), ret_module)) return true;
  Str rest = path;
  for (int i = 0; i < 3 && rest.len; i++) str_cut(&rest, '/');
  bool hosted = str_find_byte(str_slice(path, 0, str_find_byte(path, '/')), '.') != STR_NONE;
  return hosted && use(package_in(world, modules, rest), ret_module);
}

/* ---- what is installed ---- */

/* Asking whether the folder is there first spares reading directories on
 * disk for each import at each level. */
static bool in_vendor(LanguageWorld *installed, Modules *modules, Str path, Str from, LanguageModule *ret_module) {
  for (Str at = from;; at = language_path_folder(at)) {
    Str home = language_path_join(installed->arena, at, STR("vendor"));
    bool is_there = installed->is_folder(installed, home);
    if (is_there && use(package_in(installed, modules, language_path_join(installed->arena, home, path)), ret_module)) return true;
    if (!at.len) return false;
  }
}

/* Capitals are spelled "!c" in the module cache, for file systems that do not
 * tell them apart. */
static void add_escaped(Buf *out, Str text) {
  for (size_t i = 0; i < text.len; i++) {
    bool is_capital = text.ptr[i] >= 'A' && text.ptr[i] <= 'Z';
    if (is_capital) buf_add_byte(out, '!');
    buf_add_byte(out, is_capital ? (char)(text.ptr[i] - 'A' + 'a') : text.ptr[i]);
  }
}

/* Import paths are made into paths on disk below; nothing that could lead
 * out of the folder (`..`), and no hidden part, is let through. */
static bool is_plain(Str path) {
  while (path.len) {
    Str part = str_cut(&path, '/');
    if (!part.len || part.ptr[0] == '.') return false;
  }
  return true;
}

/* The longest module path; a replacement comes before what it replaces. */
static bool in_cache(LanguageWorld *installed, const Modules *who, Str path, LanguageModule *ret_module) {
  Str cache = installed->place(installed, STR("GOMODCACHE")), rest = STR_EMPTY, best_rest = STR_EMPTY;
  const Required *best = NULL;
  for (size_t i = 0; cache.len && i < who->required.len; i++) {
    const Required *one = &who->required.items[i];
    if (!below(path, one->path, &rest) || (best && best->path.len > one->path.len)) continue;
    bool is_replaced = best && best->path.len == one->path.len && !str_eq(best->module, best->path);
    if (is_replaced) continue;
    best = one;
    best_rest = rest;
  }
  if (!best || !best->version.len || !is_plain(best->module) || !is_plain(best->version) || !is_plain(best_rest)) return false;
  Buf folder;
  buf_init(&folder, installed->arena, 4096);
  buf_add_format(&folder, "%.*s/", STR_ARG(cache));
  add_escaped(&folder, best->module);
  buf_add_byte(&folder, '@');
  add_escaped(&folder, best->version);
  Str whole = language_path_join(installed->arena, buf_str(&folder), best_rest);
  return use(package_in(installed, modules_of(installed), whole), ret_module);
}

/* What the module around an installed file requires itself. */
static const Modules *own_modules(LanguageWorld *installed, Str from) {
  Modules *all = modules_of(installed);
  size_t at = str_find_last_byte(from, '@');
  if (at == STR_NONE) return all;
  size_t slash = str_find_byte(str_slice(from, at, from.len), '/');
  Str path = language_path_join(installed->arena, slash == STR_NONE ? from : str_slice(from, 0, at + slash), STR("go.mod"));
  Modules *own = map_get(&all->others, path);
  if (own) return own;
  own = ARENA_NEW(installed->arena, Modules);
  read_mod(installed, own, path);
  map_put_copy(&all->others, path, own);
  return own;
}

/* `who`: whose requirements count. */
static bool find_installed(LanguageWorld *installed, const Modules *who, Str path, Str from, LanguageModule *ret_module) {
  bool is_outside = from.len && from.ptr[0] == '/';
  if (!is_plain(path)) return false;
  if (!is_outside && in_vendor(installed, modules_of(installed), path, from, ret_module)) return true;
  if (in_cache(installed, who, path, ret_module)) return true;
  return is_outside && in_cache(installed, own_modules(installed, from), path, ret_module);
}

/* In the go command's order: the project's own modules, its vendor folders,
 * the standard library, what is installed. Trees without modules are looked
 * at before the library because their paths cannot be mistaken for it. */
void language_go_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                             WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  Str here = language_path_folder(world->path(world, from)), folder;
  Modules *modules = modules_of(world);
  if (path.len && path.ptr[0] == '.') {
    if (language_path_relative(world->arena, here, path, &folder)) use(package_in(world, modules, folder), ret_module);
    return;
  }
  bool ours = !world->is_installed && find_folder(world, modules, path, here, &folder);
  if (ours && use(package_in(world, modules, folder), ret_module)) return;
  if (!world->is_installed && find_vendored(world, modules, path, here, ret_module)) return;
  if (!world->is_installed && find_unmanaged(world, modules, path, ret_module)) return;
  const WorldFile *files;
  size_t count = world->library_package(world, path, &files);
  LanguageWorld *installed = world->is_installed ? world : world->installed;
  if (!count && installed && find_installed(installed, modules, path, here, ret_module)) return;
  ret_module->outside = !count;
  if (!count) return;
  ret_module->files = arena_copy(world->arena, files, count * sizeof *files);
  ret_module->count = count;
}
