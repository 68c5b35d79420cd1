/* Modules inside of a package. All of a package's files share their names, but its modules
 * do not see each other's: a module has what it defines, what it imports by name, and what
 * modules have that it uses whole. Which module a file's text stands in is said where it is
 * taken in (KEY_INCLUDED), and need not be said at all: then everything is seen. */
#include "src/resolve/enclosing_internal.h"

#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"

enum {
  INCLUDERS_MAX = 16, /* that are looked at for one file */
  USES_MAX = 256,     /* of a package: in one that has more everything is seen */
  USES_DEEP = 4       /* modules that use modules */
};

static NameId module_of_file(Run *run, View *view);

NameId resolve_module_around(Run *run, View *view, ScopeNo scope) {
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    const Scope *here = view_scope(view, scope);
    if (here->kind == SCOPE_NAMESPACE && here->def) return view_def(view, here->def)->name;
    scope = here->parent;
  }
  return module_of_file(run, view);
}

/* The module that all who take the text in agree on. */
static NameId find_includers(Run *run, View *view) {
  Str path = view->entry->path;
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_INCLUDED, view->entry->package_id, hash_str(name)), &items);
  NameId module = {0};
  for (size_t i = 0; i < count && i < INCLUDERS_MAX; i++) {
    View *other;
    const Import *import = resolve_import_at(run, &items[i], &other);
    if (!import || other == view || !resolve_leads_to(run, other, (ImportNo)items[i].def, view->file)) continue;
    NameId own = resolve_module_around(run, other, import->scope);
    if (!own.value || (module.value && !names_same(module, own))) return (NameId){0};
    module = own;
  }
  return module;
}

static NameId module_of_file(Run *run, View *view) {
  uint32_t name;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_ENCLOSING, view->number, 0, &name)) return (NameId){name};
  if (!resolve_memo_begin(run, MEMO_ENCLOSING, view->number, 0, &frame)) return (NameId){0};
  name = find_includers(run, view).value;
  resolve_memo_end(run, &frame, name < MEMO_NONE ? name : 0);
  return (NameId){name};
}

/* ---- what an import names ---- */

/* Also where nobody has that name yet: what others have read is chance. */
static NameId last_named(Run *run, const Import *import) {
  Str text = names_text(run->world->names, import->specifier);
  size_t dot = str_find_last_byte(text, '.');
  return names_intern(run->world->names, dot == STR_NONE ? text : str_slice(text, dot + 1, text.len));
}

bool resolve_has_module(Run *run, const View *view, NameId name) {
  const TableItem *items;
  size_t count = name.value ? resolve_lookup(run, view, resolve_key(KEY_NAME, view->entry->package_id, resolve_name_hash(run, name)), &items) : 0;
  for (size_t i = 0; i < count; i++) {
    const View *other = resolve_view(run, items[i].file);
    if (other && items[i].def < other->facts->defs.len && view_def(other, items[i].def)->kind == SYMBOL_MODULE) return true;
  }
  return false;
}

bool resolve_is_own_module(Run *run, const View *view, const Import *import, NameId *ret_name) {
  NameId name = last_named(run, import);
  if (!resolve_has_module(run, view, name)) return false;
  *ret_name = name;
  return true;
}

/* ---- what is seen ---- */

/* A name of a package. */
typedef struct Sought {
  Run *run;
  const View *view; /* a file of the package */
  uint64_t package;
  NameId name;
} Sought;

static size_t named_imports(const Sought *sought, const TableItem **ret_items) {
  return resolve_lookup(sought->run, sought->view, resolve_key(KEY_ADDED, sought->package, resolve_name_hash(sought->run, sought->name)), ret_items);
}

/* A.f(x) = … says where it adds to, and brings no name. */
static bool is_head(const View *view, const Import *import) { return view_scope(view, import->scope)->kind == SCOPE_FUNCTION; }

/* The module that what it defines stands in; 0: nobody says. */
static NameId module_around(Run *run, const Found *found) {
  const Def *def = view_def(found->view, found->def);
  return def->opens ? resolve_module_around(run, found->view, view_scope(found->view, def->opens)->parent) : (NameId){0};
}

bool resolve_adds_to(Run *run, View *view, const Import *import, const Found *found) {
  const Def *def = view_def(found->view, found->def);
  if (is_head(view, import)) return view == found->view && import->scope == def->opens;
  NameId own = module_around(run, found);
  NameId other = resolve_module_around(run, view, import->scope);
  return !own.value || !other.value || names_same(own, other);
}

/* The module whose function or type it is: the one it stands in, unless that says that it adds to what another one
 * has, by its head or by an import of the name. 0: nobody says, or one from outside. */
static NameId owner_of(const Sought *sought, const Found *found) {
  Run *run = sought->run;
  NameId own = module_around(run, found);
  const TableItem *items;
  size_t count = own.value ? named_imports(sought, &items) : 0;
  for (size_t i = 0; i < count; i++) {
    View *view;
    const Import *import = resolve_import_at(run, &items[i], &view);
    NameId other = {0};
    if (!import) continue;
    if (resolve_adds_to(run, view, import, found)) return resolve_is_own_module(run, view, import, &other) ? other : (NameId){0};
  }
  return own;
}

/* Whether it is taken from the package: from a module of it, or from where the import stands (..f). */
static bool is_of_package(Run *run, const View *view, const Import *import) {
  NameId module;
  return str_starts_with(names_text(run->world->names, import->specifier), STR(".")) || resolve_is_own_module(run, view, import, &module);
}

static bool is_named_in(const Sought *sought, NameId module) {
  const TableItem *items;
  size_t count = named_imports(sought, &items);
  for (size_t i = 0; i < count; i++) {
    View *view;
    const Import *import = resolve_import_at(sought->run, &items[i], &view);
    if (!import || is_head(view, import) || !names_same(resolve_module_around(sought->run, view, import->scope), module)) continue;
    if (is_of_package(sought->run, view, import)) return true;
  }
  return false;
}

static bool sees(const Sought *sought, NameId module, NameId owner, unsigned depth) {
  const TableItem *items;
  if (names_same(module, owner) || is_named_in(sought, module)) return true;
  size_t count = resolve_lookup(sought->run, sought->view, resolve_key(KEY_USED, sought->package, 0), &items);
  if (count > USES_MAX) return true;
  for (size_t i = 0; i < count && depth < USES_DEEP; i++) {
    View *view;
    const Import *import = resolve_import_at(sought->run, &items[i], &view);
    NameId used = import ? last_named(sought->run, import) : (NameId){0};
    if (!used.value || names_same(used, module) || !names_same(resolve_module_around(sought->run, view, import->scope), module)) continue;
    if (!resolve_enter(sought->run)) return true;
    bool is_seen = sees(sought, used, owner, depth + 1);
    resolve_leave(sought->run);
    if (is_seen) return true;
  }
  return false;
}

void resolve_keep_seen(Run *run, NameId module, uint64_t package, FoundList *list) {
  uint32_t kept = 0, all = list->count;
  NameId last = {0};
  bool was_seen = true; /* most stand in one module */
  for (uint32_t i = 0; module.value && i < all; i++) {
    const Found *found = &list->items[i];
    bool is_top = found->view && found->def && found->view->entry->package_id == package && view_def(found->view, found->def)->scope == 1;
    Sought sought = {run, found->view, package, is_top ? view_def(found->view, found->def)->name : (NameId){0}};
    NameId owner = is_top ? owner_of(&sought, found) : (NameId){0};
    if (owner.value && !names_same(owner, last)) was_seen = sees(&sought, module, owner, 0), last = owner;
    if (!owner.value || was_seen) list->items[kept++] = *found;
  }
  if (!module.value) return;
  list->count = kept;
  list->ext |= all && !kept;
}
