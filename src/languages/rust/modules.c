/* Rust: which files paths lead to. Crates are found by their Cargo.toml:
 * what it calls the crate, where its root lies, by which names it knows the
 * crates it depends on. Below the root files are found by their modules'
 * names. Specifiers are what the extraction made of paths: "mod::x" for `mod
 * x;`, "path::x.rs", or a path that begins with crate, self, super or the
 * name of a crate; what a file's path does not settle is left as the rest. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/common/toml_internal.h"
#include "src/languages/rust/rust_internal.h"

/* A target of a package: the file that a crate begins with. */
typedef struct Target {
  Str path;
  bool is_library;
} Target;

/* `name = { path = "…", package = "…" }` */
typedef struct Dependency {
  Str name;    /* as paths spell it */
  Str package; /* what it is called itself; empty: the same */
  Str folder;  /* empty: none was given */
} Dependency;

typedef struct Package {
  Str folder;
  Str name;         /* as paths spell it */
  Str library_name; /* where that is another one */
  VEC(Target) targets;
  VEC(Dependency) dependencies;
} Package;

/* What all Cargo.toml files say, read once and kept in the world's state. */
typedef struct Crates {
  VEC(Package) packages;
} Crates;

/* ---- Cargo.toml ---- */

/* "a-b" is written a_b in code. */
static Str spelled(Arena *arena, Str name) {
  char *copy = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) {
    if (copy[i] == '-') copy[i] = '_';
  }
  return (Str){copy, name.len};
}

static bool is_dependencies(Str section, Str *ret_one) {
  size_t at = str_find(section, STR("dependencies"));
  if (at == STR_NONE) return false;
  Str rest = str_slice(section, at + STR("dependencies").len, section.len);
  *ret_one = rest.len > 1 && rest.ptr[0] == '.' ? str_slice(rest, 1, rest.len) : STR_EMPTY;
  return !rest.len || ret_one->len;
}

static Dependency *dependency_of(LanguageWorld *world, Package *package, Str name) {
  Str own = spelled(world->arena, name);
  for (size_t i = 0; i < package->dependencies.len; i++) {
    if (str_eq(package->dependencies.items[i].name, own)) return &package->dependencies.items[i];
  }
  Dependency *added = vec_add(world->arena, &package->dependencies);
  *added = (Dependency){.name = own};
  return added;
}

static void set_dependency(LanguageWorld *world, const Package *package, Dependency *own, Str path, Str name) {
  if (name.len) own->package = spelled(world->arena, name);
  Str folder;
  if (path.len && language_path_relative(world->arena, package->folder, str_starts_with(path, STR(".")) ? path : str_format(world->arena, "./%.*s", STR_ARG(path)), &folder)) {
    own->folder = folder;
  }
}

static void add_target(LanguageWorld *world, Package *package, Str path, bool is_library) {
  Str whole = language_path_join(world->arena, package->folder, path);
  if (world->file(world, whole)) *vec_add(world->arena, &package->targets) = (Target){whole, is_library};
}

/* One line of one section. */
static void read_line(LanguageWorld *world, Package *package, Str section, Str key, Str value) {
  Str one;
  if (is_dependencies(section, &one)) {
    Dependency *own = dependency_of(world, package, one.len ? one : key);
    if (!one.len) set_dependency(world, package, own, language_toml_member(value, STR("path")), language_toml_member(value, STR("package")));
    else if (str_eq(key, STR("path"))) set_dependency(world, package, own, language_toml_text(value), STR_EMPTY);
    else if (str_eq(key, STR("package"))) set_dependency(world, package, own, STR_EMPTY, language_toml_text(value));
    return;
  }
  if (str_eq(section, STR("package")) && str_eq(key, STR("name"))) package->name = spelled(world->arena, language_toml_text(value));
  if (str_eq(section, STR("lib")) && str_eq(key, STR("name"))) package->library_name = spelled(world->arena, language_toml_text(value));
  bool is_target = str_eq(section, STR("lib")) || str_eq(section, STR("bin")) || str_eq(section, STR("test")) ||
                   str_eq(section, STR("bench")) || str_eq(section, STR("example"));
  if (is_target && str_eq(key, STR("path"))) add_target(world, package, language_toml_text(value), str_eq(section, STR("lib")));
}

static void read_manifest(LanguageWorld *world, Crates *crates, Str path) {
  Str text = world->config(world, path);
  LanguageTomlLine line = {0};
  Package package = {.folder = language_path_folder(path)};
  while (language_toml_next(&text, &line)) read_line(world, &package, line.section, line.key, line.value);
  add_target(world, &package, STR("src/lib.rs"), true);
  add_target(world, &package, STR("src/main.rs"), false);
  add_target(world, &package, STR("build.rs"), false);
  *vec_add(world->arena, &crates->packages) = package;
}

static Crates *crates_of(LanguageWorld *world) {
  if (*world->state) return *world->state;
  Crates *crates = ARENA_NEW(world->arena, Crates);
  const Str *paths;
  size_t count = world->configs(world, STR("Cargo.toml"), &paths);
  for (size_t i = 0; i < count; i++) read_manifest(world, crates, paths[i]);
  *world->state = crates;
  return crates;
}

/* ---- crates ---- */

static bool is_inside(Str path, Str folder) { return !folder.len || str_is_beneath(path, folder); }

static const Package *package_of(const Crates *crates, Str path) {
  const Package *best = NULL;
  for (size_t i = 0; i < crates->packages.len; i++) {
    const Package *own = &crates->packages.items[i];
    if (!is_inside(path, own->folder) || (best && best->folder.len >= own->folder.len)) continue;
    best = own;
  }
  return best;
}

/* The root of the crate that a file belongs to: itself, or the target whose
 * folder is the nearest around; a library comes before programs. Folders of
 * programs without a mention (src/bin, tests) have roots by custom. */
static Str root_of(LanguageWorld *world, Str path) {
  const Package *package = package_of(crates_of(world), path);
  Str best = STR_EMPTY;
  size_t best_len = 0;
  for (size_t i = 0; package && i < package->targets.len; i++) {
    const Target *target = &package->targets.items[i];
    if (str_eq(target->path, path)) return path;
    Str folder = language_path_folder(target->path);
    if (!is_inside(path, folder) || (best.len && folder.len < best_len)) continue;
    if (best.len && folder.len == best_len && !target->is_library) continue;
    best = target->path;
    best_len = folder.len;
  }
  static const char *const customs[] = {"src/bin", "tests", "benches", "examples"};
  for (size_t i = 0; package && i < COUNT_OF(customs); i++) {
    Str folder = language_path_join(world->arena, package->folder, str_from_c(customs[i]));
    if (!is_inside(path, folder)) continue;
    Str rest = str_slice(path, folder.len + 1, path.len);
    size_t slash = str_find_byte(rest, '/');
    if (slash == STR_NONE) return path;
    Str main = str_format(world->arena, "%.*s/%.*s/main.rs", STR_ARG(folder), (int)slash, rest.ptr);
    if (world->file(world, main)) return main;
    Str beside = str_format(world->arena, "%.*s/%.*s.rs", STR_ARG(folder), (int)slash, rest.ptr);
    return world->file(world, beside) ? beside : path;
  }
  if (best.len || package) return best;
  for (Str at = language_path_folder(path);; at = language_path_folder(at)) { /* no manifest at all */
    static const char *const names[] = {"lib.rs", "main.rs"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
      Str root = language_path_join(world->arena, at, str_from_c(names[i]));
      if (world->file(world, root)) return root;
    }
    if (!at.len) return path;
  }
}

static Str library_of(const Package *package) {
  for (size_t i = 0; i < package->targets.len; i++) {
    if (package->targets.items[i].is_library) return package->targets.items[i].path;
  }
  return STR_EMPTY;
}

/* The library that `name` means to the package of `from`: what its manifest
 * says, else any crate of that name in the project. */
static Str crate_named(LanguageWorld *world, Str name, Str from) {
  const Crates *crates = crates_of(world);
  const Package *own = package_of(crates, from);
  Str wanted = name, folder = STR_EMPTY;
  bool has_folder = false;
  for (size_t i = 0; own && i < own->dependencies.len; i++) {
    const Dependency *dependency = &own->dependencies.items[i];
    if (!str_eq(dependency->name, name)) continue;
    if (dependency->package.len) wanted = dependency->package;
    has_folder = dependency->folder.len > 0;
    folder = dependency->folder;
  }
  for (size_t i = 0; i < crates->packages.len; i++) {
    const Package *package = &crates->packages.items[i];
    if (has_folder ? str_eq(package->folder, folder)
                   : str_eq(package->name, wanted) || str_eq(package->library_name, wanted)) {
      return library_of(package);
    }
  }
  return STR_EMPTY;
}

/* ---- modules ---- */

/* Where the modules that a file declares lie: beside it, when it stands for
 * its folder or is a root, else in the folder of its name. */
static bool stands_for_folder(LanguageWorld *world, Str path) {
  return str_ends_with(path, STR("/mod.rs")) || str_ends_with(path, STR("/lib.rs")) ||
         str_ends_with(path, STR("/main.rs")) || str_eq(path, STR("lib.rs")) || str_eq(path, STR("main.rs")) ||
         str_eq(root_of(world, path), path);
}

static Str without_extension(Str path) {
  return str_ends_with(path, STR(".rs")) ? str_slice(path, 0, path.len - 3) : path;
}

static WorldFile module_in(LanguageWorld *world, Str folder, Str name) {
  Str flat = language_path_join(world->arena, folder, str_format(world->arena, "%.*s.rs", STR_ARG(name)));
  WorldFile file = world->file(world, flat);
  if (file) return file;
  return world->file(world, language_path_join(world->arena, folder, str_format(world->arena, "%.*s/mod.rs", STR_ARG(name))));
}

static Str replace_colons(Arena *arena, Str path, char sign) {
  Buf buf;
  buf_init(&buf, arena, path.len + 1);
  for (size_t i = 0; i < path.len; i++) {
    if (path.ptr[i] == ':' && i + 1 < path.len && path.ptr[i + 1] == ':') {
      buf_add_byte(&buf, sign);
      i++;
    } else {
      buf_add_byte(&buf, path.ptr[i]);
    }
  }
  return buf_str(&buf);
}

/* "mod::a::b": b declared inside of the inline module a. */
static WorldFile declared_module(LanguageWorld *world, Str names, Str here) {
  Str path = replace_colons(world->arena, names, '/');
  if (str_starts_with(path, STR("r#"))) path = str_slice(path, 2, path.len);
  Str folder = language_path_folder(here), own = without_extension(here);
  WorldFile file = 0;
  if (!stands_for_folder(world, here)) file = module_in(world, own, path);
  return file ? file : module_in(world, folder, path);
}

/* The file of the module around. */
static Str parent_of(LanguageWorld *world, Str path) {
  if (str_eq(root_of(world, path), path)) return STR_EMPTY;
  Str folder = language_path_folder(path);
  if (str_ends_with(path, STR("/mod.rs"))) {
    path = folder;
    folder = language_path_folder(folder);
  }
  Str beside = str_format(world->arena, "%.*s.rs", STR_ARG(folder));
  Str root = root_of(world, path);
  Str inside = language_path_join(world->arena, folder, STR("mod.rs"));
  if (str_eq(language_path_folder(root), folder)) return root;
  if (world->file(world, inside)) return inside;
  if (folder.len && world->file(world, beside)) return beside;
  return root;
}

/* ---- imports ---- */

static void found(LanguageWorld *world, WorldFile file, Str rest, LanguageModule *ret_module) {
  if (!file) return;
  ret_module->files = ARENA_NEW(world->arena, WorldFile);
  ret_module->files[0] = file;
  ret_module->count = 1;
  ret_module->rest = replace_colons(world->arena, rest, '.');
}

/* The first name of a path; what is left of it. */
static Str cut_first(Str *path) {
  size_t end = str_find(*path, STR("::"));
  Str word = end == STR_NONE ? *path : str_slice(*path, 0, end);
  *path = end == STR_NONE ? STR_EMPTY : str_slice(*path, end + 2, path->len);
  return word;
}

/* Also crates of others whose `Result` is the library's, with its error filled in. */
static bool is_standard(Str name) { return language_word_in("std core alloc anyhow eyre color_eyre", name); }

/* The library's facts are one file: what modules lie on the way to a name is
 * the same to them. */
static void standard(LanguageWorld *world, LanguageModule *ret_module) {
  WorldFile file = world->library(world, STR("std.rs"));
  if (file) found(world, file, STR_EMPTY, ret_module);
  else ret_module->outside = true;
}

static void find_relative(LanguageWorld *world, Str word, Str rest, WorldFile from, LanguageModule *ret_module) {
  if (!str_eq(word, STR("super"))) {
    found(world, from, rest, ret_module);
    return;
  }
  Str at = parent_of(world, world->path(world, from));
  while (at.len && (str_starts_with(rest, STR("super::")) || str_eq(rest, STR("super")))) {
    cut_first(&rest);
    at = parent_of(world, at);
  }
  if (at.len) found(world, world->file(world, at), rest, ret_module);
}

void language_rust_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                               WorldFile from, LanguageModule *ret_module) {
  Str rest = names_text(facts->names, import->specifier), here = world->path(world, from), path;
  Str word = cut_first(&rest);
  if (str_eq(word, STR("mod"))) {
    found(world, declared_module(world, rest, here), STR_EMPTY, ret_module);
  } else if (str_eq(word, STR("path"))) {
    Str folder = language_path_folder(here);
    Str relative = str_format(world->arena, "./%.*s", STR_ARG(rest));
    if (language_path_relative(world->arena, folder, relative, &path)) found(world, world->file(world, path), STR_EMPTY, ret_module);
  } else if (str_eq(word, STR("crate"))) {
    Str root = root_of(world, here);
    if (root.len) found(world, world->file(world, root), rest, ret_module);
  } else if (str_eq(word, STR("self")) || str_eq(word, STR("super"))) {
    find_relative(world, word, rest, from, ret_module);
  } else if (is_standard(word)) {
    standard(world, ret_module);
  } else {
    Str root = crate_named(world, word, here);
    if (root.len) found(world, world->file(world, root), rest, ret_module);
    ret_module->outside = !ret_module->count;
  }
}
