/* How one file names another in an import, by what languages say of their
 * modules: as a path from the importing file, or as folders with dots. Pure but
 * for looking whether files are there. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

/* "" for a file at the root. */
static Str folder_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
}

/* Without its extension; a declaration file loses both. */
static Str without_extension(Str path) {
  size_t slash = str_find_last_byte(path, '/'), dot = str_find_last_byte(path, '.');
  if (dot == STR_NONE || (slash != STR_NONE && dot < slash)) return path;
  Str stem = str_slice(path, 0, dot);
  return str_ends_with(stem, STR(".d")) ? str_slice(stem, 0, stem.len - 2) : stem;
}

/* From a folder to a path, with "../" as often as needed; "./" in front else. */
static Str relative_to(Arena *arena, Str folder, Str path) {
  Buf out;
  size_t common = 0;
  buf_init(&out, arena, 8192);
  for (size_t i = 0; i <= folder.len && i <= path.len; i++) {
    bool ends = (i == folder.len || folder.ptr[i] == '/') && i < path.len && path.ptr[i] == '/';
    if (ends && str_eq(str_slice(folder, 0, i), str_slice(path, 0, i))) common = i + 1;
  }
  size_t ups = 0;
  Str rest = folder.len && common <= folder.len ? str_slice(folder, common, folder.len) : STR_EMPTY;
  if (!folder.len) common = 0;
  while (rest.len) {
    (void)str_cut(&rest, '/');
    ups++;
  }
  if (!ups) buf_add(&out, STR("./"));
  for (size_t i = 0; i < ups; i++) buf_add(&out, STR("../"));
  buf_add(&out, str_slice(path, common, path.len));
  return buf_str(&out);
}

/* A folder stands for its index file. */
static Str without_index(Str path) {
  if (str_ends_with(path, STR("/index"))) return str_slice(path, 0, path.len - 6);
  return path;
}

/* The extension that a specifier gives, which people keep: "./x.js". */
static Str extension_of(Str specifier) {
  size_t slash = str_find_last_byte(specifier, '/'), dot = str_find_last_byte(specifier, '.');
  bool has_one = dot != STR_NONE && dot && slash != STR_NONE && dot > slash + 1 && language_for_file(specifier, STR_EMPTY);
  return has_one ? str_slice(specifier, dot, specifier.len) : STR_EMPTY;
}

/* What two names have in common at their ends, from a separator on. */
static size_t common_end(Str a, Str b, char separator) {
  size_t same = 0, whole = 0;
  while (same < a.len && same < b.len && a.ptr[a.len - 1 - same] == b.ptr[b.len - 1 - same]) {
    same++;
    bool a_ends = same == a.len || a.ptr[a.len - 1 - same] == separator, b_ends = same == b.len || b.ptr[b.len - 1 - same] == separator;
    if (a_ends && b_ends) whole = same;
  }
  return whole;
}

/* The manner of the old specifier is kept: an alias stays one where it still
 * leads there, and an extension stays written where it was. */
static Str by_path(Arena *arena, const EditModule *module) {
  Str path = without_index(without_extension(module->path)), old = without_index(without_extension(module->old_path));
  Str extension = extension_of(module->old_specifier);
  bool is_alias = module->old_specifier.len && module->old_specifier.ptr[0] != '.';
  if (is_alias) { /* "@/a/b" stands for some folder: what it does for the old one it does for the new one */
    Str specifier = str_slice(module->old_specifier, 0, module->old_specifier.len - extension.len);
    size_t same = common_end(specifier, old, '/');
    Str head = str_slice(old, 0, old.len - same);
    if (same && str_starts_with(path, head)) {
      return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(specifier, 0, specifier.len - same)), STR_ARG(str_slice(path, head.len, path.len)), STR_ARG(extension));
    }
  }
  if (extension.len) path = without_extension(module->path);
  return str_format(arena, "%.*s%.*s", STR_ARG(relative_to(arena, folder_of(module->from), path)), STR_ARG(extension));
}

/* ---- with dots ---- */

static Str with_dots(Arena *arena, Str path) {
  char *copy = str_to_c(arena, path);
  for (size_t i = 0; i < path.len; i++) copy[i] = copy[i] == '/' ? '.' : copy[i];
  return (Str){copy, path.len};
}

/* The file that stands for its folder is named by the folder. */
static Str without_package_file(const Language *language, Str path) {
  Str name = str_from_c(language->names.package_file);
  bool is_it = name.len && str_ends_with(path, name) && path.len > name.len && path.ptr[path.len - name.len - 1] == '/';
  return is_it ? str_slice(path, 0, path.len - name.len - 1) : path;
}

/* The folder above the outermost package that a file is in. */
static Str package_root(EditOps *ops, const Language *language, Str path) {
  Arena *arena = ops->job->arena;
  Str folder = folder_of(path), extension = str_slice(path, without_extension(path).len, path.len);
  while (folder.len && language->names.package_file) {
    Str marker = str_format(arena, "%.*s/%s%.*s", STR_ARG(folder), language->names.package_file, STR_ARG(extension));
    if (!edit_plan_has(ops->plan, marker)) break;
    folder = folder_of(folder);
  }
  return folder;
}

/* Relative where the old one was relative; absolute in the same manner where
 * the old one shows it; else from the outermost package on. */
static Str by_dots(EditOps *ops, const EditModule *module) {
  Arena *arena = ops->job->arena;
  Str path = without_package_file(module->language, without_extension(module->path));
  Str old = with_dots(arena, without_package_file(module->language, without_extension(module->old_path)));
  if (str_starts_with(module->old_specifier, STR("."))) {
    Str relative = relative_to(arena, folder_of(module->from), path);
    Buf out;
    buf_init(&out, arena, 8192);
    buf_add_byte(&out, '.');
    if (str_starts_with(relative, STR("./"))) relative = str_slice(relative, 2, relative.len);
    for (; str_starts_with(relative, STR("../")); relative = str_slice(relative, 3, relative.len)) buf_add_byte(&out, '.');
    buf_add(&out, with_dots(arena, relative));
    return buf_str(&out);
  }
  Str dotted = with_dots(arena, path);
  size_t same = module->old_specifier.len ? common_end(module->old_specifier, old, '.') : 0;
  if (same && same == module->old_specifier.len) {
    Str head = str_slice(old, 0, old.len - same);
    if (str_starts_with(dotted, head)) return str_slice(dotted, head.len, dotted.len);
  }
  Str root = package_root(ops, module->language, module->path);
  return root.len ? str_slice(dotted, root.len + 1, dotted.len) : dotted;
}

/* ---- the same module, named from elsewhere ---- */

/* Folders and steps up, joined. */
static Str join_path(Arena *arena, Str folder, Str steps) {
  while (steps.len) {
    Str step = str_cut(&steps, '/');
    if (str_eq_c(step, "..")) folder = folder_of(folder);
    else if (step.len && !str_eq_c(step, ".")) folder = folder.len ? str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(step)) : step;
  }
  return folder;
}

/* Each dot beyond the first is one folder up. */
static Str rebase_dots(EditOps *ops, const EditModule *module) {
  Arena *arena = ops->job->arena;
  Str folder = folder_of(module->old_path), rest = module->old_specifier;
  for (rest = str_slice(rest, 1, rest.len); rest.len && rest.ptr[0] == '.'; rest = str_slice(rest, 1, rest.len)) folder = folder_of(folder);
  char *steps = str_to_c(arena, rest);
  for (size_t i = 0; i < rest.len; i++) steps[i] = steps[i] == '.' ? '/' : steps[i];
  EditModule there = *module;
  there.path = str_format(arena, "%.*s.x", STR_ARG(join_path(arena, folder, (Str){steps, rest.len}))); /* an extension to be taken off again */
  return by_dots(ops, &there);
}

Str edit_module_rebase(EditOps *ops, const EditModule *module) {
  Arena *arena = ops->job->arena;
  if (!module->old_specifier.len || module->old_specifier.ptr[0] != '.') return module->old_specifier;
  if (module->language->editing.modules == LANGUAGE_MODULES_DOTS) return rebase_dots(ops, module);
  Str path = join_path(arena, folder_of(module->old_path), module->old_specifier);
  return relative_to(arena, folder_of(module->from), path);
}

Str edit_module_name(EditOps *ops, const EditModule *module) {
  return module->language->editing.modules == LANGUAGE_MODULES_DOTS ? by_dots(ops, module) : by_path(ops->job->arena, module);
}

/* ---- whether it is that file ---- */

static bool is_path(Arena *arena, const EditModule *module) {
  Str old = without_index(without_extension(module->old_path)), specifier = module->old_specifier;
  Str bare = str_slice(specifier, 0, specifier.len - extension_of(specifier).len);
  if (!specifier.len || specifier.ptr[0] != '.') return common_end(bare, old, '/') > 0;
  Str path = join_path(arena, folder_of(module->from), bare);
  return str_eq(path, old) || str_eq(path, without_extension(module->old_path)) || str_eq(without_index(path), old);
}

static bool is_dotted(EditOps *ops, const EditModule *module) {
  Arena *arena = ops->job->arena;
  Str old = without_package_file(module->language, without_extension(module->old_path)), rest = module->old_specifier;
  if (!str_starts_with(rest, STR("."))) return common_end(rest, with_dots(arena, old), '.') == rest.len && rest.len;
  Str folder = folder_of(module->from);
  for (rest = str_slice(rest, 1, rest.len); rest.len && rest.ptr[0] == '.'; rest = str_slice(rest, 1, rest.len)) folder = folder_of(folder);
  char *steps = str_to_c(arena, rest);
  for (size_t i = 0; i < rest.len; i++) steps[i] = steps[i] == '.' ? '/' : steps[i];
  return str_eq(join_path(arena, folder, (Str){steps, rest.len}), old);
}

bool edit_module_is(EditOps *ops, const EditModule *module) {
  return module->language->editing.modules == LANGUAGE_MODULES_DOTS ? is_dotted(ops, module) : is_path(ops->job->arena, module);
}

Str edit_module_stem(const Language *language, Str path) {
  Str bare = without_extension(path);
  bare = language->editing.modules == LANGUAGE_MODULES_DOTS ? without_package_file(language, bare) : without_index(bare);
  size_t slash = str_find_last_byte(bare, '/');
  return slash == STR_NONE ? bare : str_slice(bare, slash + 1, bare.len);
}
