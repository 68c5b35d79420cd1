/* Where imports lead. Relative ones go from the file's own folder. Absolute
 * ones begin at a source root: the project's root, `src`, what the project's
 * configuration names, every folder that holds packages without being one; and
 * where none of these has the module, in what is installed. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/python/python_internal.h"

#define MAX_PATH 1024
#define MAX_CONFIG_WORDS 16

/* A folder that absolute imports may begin at. Named ones go before the
 * standard library, as they do in the interpreter's own search; others are
 * guesses from where packages lie and go after it, or a folder `json/` with
 * an __init__ in some corner of the project would stand in for the real one. */
typedef struct Root {
  Str path; /* "": the project's own */
  bool is_named; /* goes before the standard library: by convention or configuration */
} Root;

/* Where a virtual environment keeps its packages. */
typedef struct Site {
  Str around; /* the folder of the project it is for */
  Str path;
} Site;

/* What is found out once for the whole project, kept in the world's state
 * for this language. It depends on which files exist, so it is dropped with
 * the world. */
typedef struct Roots {
  VEC(Root) items;
  VEC(Site) sites; /* the innermost first */
} Roots;

/* ---- source roots ---- */

/* One entry per folder; being named once is enough. */
static void add_root(Arena *arena, Roots *roots, Str path, bool is_named) {
  for (size_t i = 0; i < roots->items.len; i++) {
    if (!str_eq(roots->items.items[i].path, path)) continue;
    roots->items.items[i].is_named = roots->items.items[i].is_named || is_named;
    return;
  }
  *vec_add(arena, &roots->items) = (Root){str_copy(arena, path), is_named};
}

static bool is_path_byte(char c) {
  return byte_is_plain(c) || strchr("_-./", c);
}

/* Every word behind the sign of a line such as `package-dir = {"" = "lib"}`,
 * `where = ["lib"]` or `{include = "x", from = "lib"}` that names a folder. */
static void roots_in_line(LanguageWorld *world, Roots *roots, Str line, Str folder) {
  for (size_t i = 0, words = 0; i < line.len && words < MAX_CONFIG_WORDS; i++) {
    size_t start = i;
    while (i < line.len && is_path_byte(line.ptr[i])) i++;
    if (i == start) continue;
    Str word = str_slice(line, start, i);
    while (word.len && word.ptr[word.len - 1] == '/') word.len--;
    words++;
    const WorldFile *files = NULL;
    Str path = language_path_join(world->arena, folder, word);
    bool exists = word.ptr[0] != '.' && word.len && (world->directory(world, path, &files) > 0);
    if (exists || str_eq(word, STR("src")) || str_eq(word, STR("lib"))) add_root(world->arena, roots, path, true);
  }
}

/* Read line by line, not as TOML or INI: the few keys that matter are
 * written in dozens of shapes by as many build tools, and a folder that does
 * not exist is dropped anyway. */
static void roots_in_config(LanguageWorld *world, Roots *roots, Str path) {
  Str text = world->config(world, path);
  bool in_block = false; /* setup.cfg: indented lines below package_dir */
  while (text.ptr && text.len) {
    Str line = str_cut(&text, '\n');
    bool is_indented = line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
    Str trimmed = str_trim(line);
    bool is_key = str_starts_with(trimmed, STR("package_dir")) || str_starts_with(trimmed, STR("package-dir")) ||
                  str_starts_with(trimmed, STR("where"));
    bool has_from = str_contains(trimmed, STR("include")) && str_contains(trimmed, STR("from"));
    size_t start = STR_NONE;
    if (is_key) start = str_find_byte(trimmed, '=');
    else if (has_from) start = str_find(trimmed, STR("from"));
    else if (in_block && is_indented) start = 0;
    if (start != STR_NONE) roots_in_line(world, roots, str_slice(trimmed, start, trimmed.len), language_path_folder(path));
    in_block = is_key || (in_block && is_indented);
  }
}

/* A folder with an __init__ whose parent has none is a package that is
 * imported by its own name: the parent is a root. */
static void roots_of_packages(LanguageWorld *world, Roots *roots, Str name) {
  Arena *arena = world->arena;
  const Str *paths = NULL;
  size_t count = world->configs(world, name, &paths);
  Map packages;
  map_init(&packages, arena);
  for (size_t i = 0; i < count; i++) map_put_copy(&packages, language_path_folder(paths[i]), roots);
  for (MapEntry *entry = NULL; (entry = map_next(&packages, entry));) {
    if (!entry->key.len) continue;
    Str above = language_path_folder(entry->key);
    if (above.len == 0 || !map_get(&packages, above)) add_root(arena, roots, above, false);
  }
}

/* ---- virtual environments ---- */

/* `version = 3.11.2`, or `version_info = 3.11.2.final.0`: 3.11. */
static Str version_in(Str text) {
  while (text.len) {
    Str value = str_cut(&text, '\n');
    Str key = str_trim(str_cut(&value, '='));
    if (!str_eq_c(key, "version") && !str_eq_c(key, "version_info")) continue;
    Str rest = str_trim(value);
    Str major = str_cut(&rest, '.'), minor = str_cut(&rest, '.');
    bool is_number = minor.len && minor.len <= 3;
    for (size_t i = 0; i < minor.len; i++) is_number &= byte_is_digit(minor.ptr[i]);
    if (is_number && str_eq(major, STR("3"))) return (Str){major.ptr, (size_t)(minor.ptr + minor.len - major.ptr)};
  }
  return STR_EMPTY;
}

/* The folder of packages has the interpreter's version in its name, which
 * the environment's configuration tells. No such file: it is no environment. */
static void add_site(LanguageWorld *world, Roots *roots, Str around, Str environment) {
  LanguageWorld *installed = world->installed;
  Str version = version_in(installed->config(installed, language_path_join(world->arena, environment, STR("pyvenv.cfg"))));
  if (!version.len) return;
  Str path = str_format(world->arena, "%.*s/lib/python%.*s/site-packages", STR_ARG(environment), STR_ARG(version));
  *vec_add(world->arena, &roots->sites) = (Site){str_copy(world->arena, around), path};
}

/* The innermost project first; the path decides among equals, so that the
 * order does not depend on the map's. */
static int by_depth(const void *a, const void *b) {
  const Site *left = a, *right = b;
  if (left->around.len != right->around.len) return left->around.len > right->around.len ? -1 : 1;
  return str_compare(left->path, right->path);
}

/* In the root, and wherever a project begins. */
static void find_sites(LanguageWorld *world, Roots *roots) {
  static const char *const names[] = {".venv", "venv", "env"};
  static const char *const marks[] = {"pyproject.toml", "setup.cfg"};
  if (!world->installed) return;
  Map folders;
  map_init(&folders, world->arena);
  map_put(&folders, STR_EMPTY, roots);
  for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
    const Str *paths = NULL;
    size_t count = world->configs(world, str_from_c(marks[m]), &paths);
    for (size_t i = 0; i < count; i++) map_put_copy(&folders, language_path_folder(paths[i]), roots);
  }
  for (MapEntry *entry = NULL; (entry = map_next(&folders, entry));) {
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
      add_site(world, roots, entry->key, language_path_join(world->arena, entry->key, str_from_c(names[n])));
    }
  }
  if (roots->sites.len) qsort(roots->sites.items, roots->sites.len, sizeof *roots->sites.items, by_depth);
}

/* Put into the state before it is complete: what is asked on the way asks
 * the world for files and never for roots. */
static const Roots *roots_of(LanguageWorld *world) {
  if (*world->state) return *world->state;
  Roots *roots = ARENA_NEW(world->arena, Roots);
  *world->state = roots;
  add_root(world->arena, roots, STR_EMPTY, true);
  add_root(world->arena, roots, STR("src"), true);
  static const char *const configs[] = {"pyproject.toml", "setup.cfg"};
  for (size_t c = 0; c < sizeof configs / sizeof *configs; c++) {
    const Str *paths = NULL;
    size_t count = world->configs(world, str_from_c(configs[c]), &paths);
    for (size_t i = 0; i < count; i++) {
      Str folder = language_path_folder(paths[i]);
      add_root(world->arena, roots, folder, true);
      add_root(world->arena, roots, language_path_join(world->arena, folder, STR("src")), true);
      roots_in_config(world, roots, paths[i]);
    }
  }
  roots_of_packages(world, roots, STR("__init__.py"));
  roots_of_packages(world, roots, STR("__init__.pyi"));
  find_sites(world, roots);
  return roots;
}

/* ---- files of a module ---- */

typedef WorldFile (*Ask)(LanguageWorld *world, Str path);

/* "a/b": the package before the module, the source before the stub; of what is
 * installed the stub, which is there to be read. */
static WorldFile find_at(LanguageWorld *world, Ask ask, Str path) {
  static const char *const own[] = {"/__init__.py", ".py", "/__init__.pyi", ".pyi", ".pyw"};
  static const char *const foreign[] = {"/__init__.pyi", ".pyi", "/__init__.py", ".py", ".pyw"};
  const char *const *endings = world->is_installed ? foreign : own;
  if (path.len > MAX_PATH) return 0;
  Buf full;
  buf_init(&full, world->arena, MAX_PATH + 16);
  buf_add(&full, path);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (!path.len && endings[i][0] != '/') continue;
    buf_truncate(&full, path.len);
    buf_add_c(&full, path.len ? endings[i] : endings[i] + 1);
    WorldFile file = ask(world, buf_str(&full));
    if (file) return file;
  }
  return 0;
}

static Str dots_to_slashes(Arena *arena, Str module) {
  char *path = arena_copy(arena, module.ptr, module.len);
  for (size_t i = 0; i < module.len; i++) {
    if (path[i] == '.') path[i] = '/';
  }
  return (Str){path, module.len};
}

/* The folder from which the file's own package is imported. */
static Str own_root(LanguageWorld *world, Str path) {
  Str folder = language_path_folder(path);
  for (int depth = 0; depth < 64 && folder.len; depth++) {
    bool is_package = world->file(world, language_path_join(world->arena, folder, STR("__init__.py"))) ||
                      world->file(world, language_path_join(world->arena, folder, STR("__init__.pyi")));
    if (!is_package) break;
    folder = language_path_folder(folder);
  }
  return folder;
}

static size_t common_length(Str a, Str b) {
  size_t at = 0;
  while (at < a.len && at < b.len && a.ptr[at] == b.ptr[at]) at++;
  return at;
}

/* Among roots of one rank, the one nearest to the asking file. */
static WorldFile find_in_roots(LanguageWorld *world, Str module, Str asking, bool is_named) {
  const Roots *roots = roots_of(world);
  WorldFile best = 0;
  size_t best_common = 0;
  for (size_t i = 0; i < roots->items.len; i++) {
    const Root *root = &roots->items.items[i];
    if (root->is_named != is_named) continue;
    WorldFile file = find_at(world, world->file, language_path_join(world->arena, root->path, module));
    if (!file) continue;
    size_t common = common_length(world->path(world, file), asking);
    if (!best || common > best_common) {
      best = file;
      best_common = common;
    }
  }
  return best;
}

/* Packages of stubs alone come first. */
static WorldFile find_in_site(LanguageWorld *installed, Str site, Str path) {
  Str rest = path;
  Str package = str_cut(&rest, '/');
  Str stubs = str_format(installed->arena, "%.*s/%.*s-stubs", STR_ARG(site), STR_ARG(package));
  WorldFile file = 0;
  if (installed->is_folder(installed, stubs)) file = find_at(installed, installed->file, language_path_join(installed->arena, stubs, rest));
  if (file) return file;
  return find_at(installed, installed->file, language_path_join(installed->arena, site, path));
}

static bool is_around(Str folder, Str path) { return !folder.len || str_is_beneath(path, folder); }

static WorldFile find_in_sites(LanguageWorld *world, Str path, Str asking) {
  const Roots *roots = roots_of(world);
  WorldFile file = 0;
  for (size_t i = 0; i < roots->sites.len && !file; i++) {
    const Site *site = &roots->sites.items[i];
    if (is_around(site->around, asking)) file = find_in_site(world->installed, site->path, path);
  }
  return file;
}

/* The folder of packages that an installed file lies in. */
static Str site_of(Str path) {
  Str name = STR("/site-packages/");
  size_t end = 0;
  for (size_t at; (at = str_find(str_slice(path, end, path.len), name)) != STR_NONE;) end += at + name.len - 1;
  return str_slice(path, 0, end);
}

/* The order of search; the first that has the module wins. Installed files
 * see the standard library and their own environment and nothing of the
 * project; stubs of the standard library see each other alone. */
static WorldFile find_absolute(LanguageWorld *world, Str module, Str asking, bool from_library) {
  Str path = dots_to_slashes(world->arena, module);
  if (world->is_installed) {
    WorldFile standard = find_at(world, world->library, path);
    return standard ? standard : find_in_site(world, site_of(asking), path);
  }
  if (from_library) return find_at(world, world->library, path);
  Str own = own_root(world, asking);
  WorldFile file = find_at(world, world->file, language_path_join(world->arena, own, path));
  if (!file) file = find_in_roots(world, path, asking, true);
  if (!file) file = find_at(world, world->library, path);
  if (!file) file = find_in_roots(world, path, asking, false);
  if (!file && world->installed) file = find_in_sites(world, path, asking);
  return file;
}

/* One dot is the file's own folder, each further one the folder above. A
 * package's __init__ lies in the package's folder, so the same rule fits it. */
static WorldFile find_relative(LanguageWorld *world, Str module, Str asking, bool from_library) {
  Str folder = language_path_folder(asking);
  size_t dots = 0;
  while (dots < module.len && module.ptr[dots] == '.') dots++;
  for (size_t i = 1; i < dots; i++) {
    if (!folder.len) return 0;
    folder = language_path_folder(folder);
  }
  Str rest = dots_to_slashes(world->arena, str_slice(module, dots, module.len));
  return find_at(world, from_library ? world->library : world->file, language_path_join(world->arena, folder, rest));
}

static WorldFile find(LanguageWorld *world, Str module, Str asking, bool from_library) {
  if (!module.len || module.len > MAX_PATH) return 0;
  return module.ptr[0] == '.' ? find_relative(world, module, asking, from_library)
                              : find_absolute(world, module, asking, from_library);
}

/* `from m import n` may mean a name in m or the module m.n; both are looked
 * for, and resolution prefers the name. A relative import that leads nowhere
 * is a mistake in the project; an absolute one leads to a package that is
 * not here, and is `outside`. */
void language_python_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                                 WorldFile from, LanguageModule *ret_module) {
  Str module = names_text(facts->names, import->specifier);
  Str asking = world->path(world, from);
  bool from_library = !world->is_installed && world->file(world, asking) != from;
  *ret_module = (LanguageModule){0};
  WorldFile file = find(world, module, asking, from_library);
  if (file) {
    ret_module->files = ARENA_NEW(world->arena, WorldFile);
    ret_module->files[0] = file;
    ret_module->count = 1;
  }
  if (import->form == IMPORT_NAMED) {
    Str name = names_text(facts->names, import->name);
    bool ends_with_dot = str_ends_with(module, STR("."));
    Str beneath = str_format(world->arena, "%.*s%s%.*s", STR_ARG(module), ends_with_dot ? "" : ".", STR_ARG(name));
    ret_module->submodule = find(world, beneath, asking, from_library);
  }
  bool is_relative = module.len && module.ptr[0] == '.';
  ret_module->outside = !file && !ret_module->submodule && !is_relative;
}
