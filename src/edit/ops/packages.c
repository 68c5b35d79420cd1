/* Packages of several files: which one a file is in or would be in, what is in
 * it, and whether one reaches another by imports. For languages whose packages
 * are folders; what a package is called comes from its files, and where the
 * language says so from a manifest above them. */
#include "src/edit/ops/move_internal.h"

#include "src/index/part.h"
#include "src/query/graph/graph.h"

#define MANIFEST_MAX ((size_t)1 << 20)
#define FOLDERS_MAX 2000 /* packages that a way of imports is looked for in */

Str edit_folder_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
}

Str edit_last_step(Str path, char separator) {
  size_t at = str_find_last_byte(path, separator);
  return at == STR_NONE ? path : str_slice(path, at + 1, path.len);
}

/* ---- its name ---- */

/* What the first line that begins with the word says behind it. */
static Str said_by(Str text, Str word) {
  while (text.len) {
    Str line = str_trim(str_cut(&text, '\n'));
    if (!str_starts_with(line, word) || line.len == word.len || (line.ptr[word.len] != ' ' && line.ptr[word.len] != '\t')) continue;
    Str value = str_trim(str_slice(line, word.len, line.len));
    size_t end = 0; /* a comment may follow */
    while (end < value.len && value.ptr[end] != ' ' && value.ptr[end] != '\t') end++;
    value = str_slice(value, 0, end);
    if (value.len > 1 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"') value = str_slice(value, 1, value.len - 1);
    return value;
  }
  return STR_EMPTY;
}

/* By the nearest manifest: its own name and the folders from there on. Empty:
 * there is none. */
static Str path_by_manifest(EditOps *ops, const char *rooted_at, Str folder) {
  Arena *arena = ops->job->arena;
  Str word = str_from_c(rooted_at), name = str_cut(&word, ' ');
  for (Str at = folder;; at = edit_folder_of(at)) {
    Str text, manifest = at.len ? str_format(arena, "%.*s/%.*s", STR_ARG(at), STR_ARG(name)) : name;
    if (!root_read(ops->job, index_files(ops->index), manifest, MANIFEST_MAX, &text)) {
      Str base = said_by(text, word), rest = str_slice(folder, at.len ? at.len + 1 : 0, folder.len);
      return !base.len || at.len == folder.len ? base : str_format(arena, "%.*s/%.*s", STR_ARG(base), STR_ARG(rest));
    }
    job_forgive(ops->job);
    if (!at.len) return STR_EMPTY;
  }
}

/* What a file of the plan or on disk declares; empty: it is not there. */
static Err declared_in(EditOps *ops, Str path, Str *ret_name) {
  EditFile *file;
  const EditTree *tree;
  *ret_name = STR_EMPTY;
  if (!edit_plan_has(ops->plan, path)) return OK;
  if (edit_plan_file(ops->plan, path, &file)) { /* not ours to change, so it cannot be asked */
    job_forgive(ops->job);
    return OK;
  }
  TRY(edit_tree(ops, file, &tree));
  if (tree->language && tree->facts.package.value) *ret_name = str_copy(ops->job->arena, names_text(tree->facts.names, tree->facts.package));
  return OK;
}

/* A new folder is called as its path says: by the old file's, whose folders and
 * package end alike, or by its last step. */
static Str invented(EditOps *ops, const EditPackage *like, Str folder) {
  Arena *arena = ops->job->arena;
  Str last = edit_last_step(folder, '/');
  char *steps = str_to_c(arena, like->name);
  for (size_t i = 0; i < like->name.len; i++) steps[i] = steps[i] == '.' ? '/' : steps[i];
  Str tail = {steps, like->name.len};
  bool is_alike = str_ends_with(like->folder, tail) && like->name.len && !like->path_is_rooted;
  Str root = is_alike ? str_slice(like->folder, 0, like->folder.len - tail.len) : STR_EMPTY;
  if (!is_alike || !str_starts_with(folder, root)) return last;
  char *dotted = str_to_c(arena, str_slice(folder, root.len, folder.len));
  size_t len = folder.len - root.len;
  for (size_t i = 0; i < len; i++) dotted[i] = dotted[i] == '/' ? '.' : dotted[i];
  return (Str){dotted, len};
}

Err edit_package_of(EditOps *ops, const Language *language, Str path, const EditPackage *like, EditPackage *ret_package) {
  EditPackage package = {.folder = edit_folder_of(path), .path_is_rooted = language->editing.rooted_at != NULL};
  TRY(declared_in(ops, path, &package.name));
  if (!package.name.len) { /* a new file: what its neighbours say */
    StoreFiles files;
    TRY(edit_package_files(ops, language, &package, &files));
    for (size_t i = 0; i < files.len && !package.name.len; i++) {
      if (!files.items[i].is_test) TRY(declared_in(ops, files.items[i].path, &package.name));
    }
    package.is_new = !package.name.len;
    if (package.is_new) package.name = invented(ops, like, package.folder);
  }
  package.path = package.path_is_rooted ? path_by_manifest(ops, language->editing.rooted_at, package.folder) : package.name;
  *ret_package = package;
  return OK;
}

bool edit_package_is(const EditPackage *package, Str path, const EditTree *tree) {
  bool is_there = !package->path_is_rooted || str_eq(edit_folder_of(path), package->folder);
  return is_there && tree->language && str_eq(names_text(tree->facts.names, tree->facts.package), package->name);
}

/* ---- its files ---- */

/* The path of a package that is called by folders with dots. */
static bool has_package_folder(Arena *arena, Str folder, Str name) {
  char *steps = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) steps[i] = steps[i] == '.' ? '/' : steps[i];
  Str tail = {steps, name.len};
  return tail.len && str_ends_with(folder, tail) && (folder.len == tail.len || folder.ptr[folder.len - tail.len - 1] == '/');
}

/* A package that is known by name may have folders in several places: beside
 * its sources its tests. */
Err edit_package_files(EditOps *ops, const Language *language, const EditPackage *package, StoreFiles *ret_files) {
  StoreFiles all = {0};
  *ret_files = (StoreFiles){0};
  bool is_apart = !package->path_is_rooted && package->name.len;
  TRY(store_list_files(ops->job, ops->reader, is_apart ? STR_EMPTY : package->folder, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreFile *file = &all.items[i];
    Str folder = edit_folder_of(file->path);
    bool is_in = is_apart ? has_package_folder(ops->job->arena, folder, package->name) : str_eq(folder, package->folder);
    if (is_in && !file->skip.len && str_eq_c(file->language, language->name)) *vec_add(ops->job->arena, ret_files) = *file;
  }
  return OK;
}

Err edit_package_names(EditOps *ops, const Language *language, const EditPackage *package, Map *ret_names) {
  StoreFiles files;
  map_init(ret_names, ops->job->arena);
  TRY(edit_package_files(ops, language, package, &files));
  for (size_t i = 0; i < files.len; i++) {
    StoreSymbols symbols;
    TRY(store_list_symbols(ops->job, ops->reader, files.items[i].id, &symbols));
    for (size_t k = 0; k < symbols.len; k++) {
      StoreSymbol *one = &symbols.items[k];
      bool is_top = !one->container.len && !one->container_id.value && !(one->flags & (DEF_LOCAL | DEF_ANONYMOUS)) && one->name.len && one->def;
      if (is_top && !map_get(ret_names, one->name)) map_put(ret_names, one->name, one);
    }
  }
  return OK;
}

/* ---- ways of imports ---- */

/* A folder on the way, and the one that imports it. */
typedef struct Step {
  Str folder;
  size_t from; /* the number of the step before it */
} Step;

static Str way_to(Arena *arena, const Step *steps, size_t last) {
  Str way = steps[last].folder.len ? steps[last].folder : STR(".");
  for (size_t at = last; at; at = steps[at].from) {
    Str before = steps[steps[at].from].folder;
    way = str_format(arena, "%.*s -> %.*s", STR_ARG(before.len ? before : STR(".")), STR_ARG(way));
  }
  return way;
}

/* Tests are left out: no other package imports them. */
Err edit_package_way(EditOps *ops, const Language *language, Str from, Str to, Str *ret_way) {
  Arena *arena = ops->job->arena;
  VEC(Step) steps = {0};
  Map seen;
  map_init(&seen, arena);
  *ret_way = STR_EMPTY;
  *vec_add(arena, &steps) = (Step){.folder = from};
  map_put(&seen, from, ops);
  for (size_t at = 0; at < steps.len && at < FOLDERS_MAX; at++) {
    StoreFiles files;
    TRY(job_check(ops->job));
    TRY(edit_package_files(ops, language, &(EditPackage){.folder = steps.items[at].folder, .path_is_rooted = true}, &files));
    for (size_t i = 0; i < files.len; i++) {
      QueryImports imports;
      if (files.items[i].is_test) continue;
      TRY(query_imports(ops->job, ops->reader, files.items[i].id, &imports));
      for (size_t k = 0; k < imports.len; k++) {
        Str path = imports.items[k].path;
        if (!path.len) continue; /* of others */
        if (language_for_file(path, STR_EMPTY)) path = edit_folder_of(path);
        if (str_eq_c(path, ".")) path = STR_EMPTY;
        if (map_get(&seen, path)) continue;
        map_put(&seen, path, ops);
        *vec_add(arena, &steps) = (Step){path, at};
        if (!str_eq(path, to)) continue;
        *ret_way = way_to(arena, steps.items, steps.len - 1);
        return OK;
      }
    }
  }
  return OK;
}
