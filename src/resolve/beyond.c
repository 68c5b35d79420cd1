/* Names beyond their file: imports, package, globals, library. The answer is the
 * same for every use of the name, so it is found once per file and run. */
#include "src/resolve/beyond_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/foreign_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/space_internal.h"

/* A table's item names a definition; the bind that gave it its name says
 * whether it can be meant here. Items may be of facts that changed since, so
 * everything is checked. */
static void take_def(const Use *use, const TableItem *item, unsigned rule) {
  View *view = resolve_view(use->run, item->file);
  if (!view || item->def >= view->facts->defs.len) return;
  const Def *def = view_def(view, item->def);
  if (!names_same(def->name, use->name)) return;
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (bind->def != item->def) continue;
    if (resolve_fits(view, bind, use->mode) && !resolve_is_taken_back(view, bind, UINT32_MAX)) {
      resolve_found_add(use->run, use->out, (Found){.view = view, .bind = binds[i], .def = item->def, .rule = (uint8_t)rule});
    }
    return;
  }
}

/* Functions, classes and variables of several files are not one: scripts that
 * run together do not define a name twice. Types and namespaces may be
 * written in parts, and declared is often. */
static bool are_apart(const FoundList *list, uint32_t first) {
  const View *one = NULL;
  for (uint32_t i = first; i < list->count; i++) {
    const Found *found = &list->items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    if (!def || (def->flags & DEF_DECLARATION)) continue;
    bool is_written_once = def->kind != SYMBOL_INTERFACE && def->kind != SYMBOL_TYPE && def->kind != SYMBOL_NAMESPACE &&
                           def->kind != SYMBOL_MODULE;
    if (!is_written_once) continue;
    if (one && one != found->view) return true;
    one = found->view;
  }
  return false;
}

/* Where it cannot be told which files are together, a name that two of them
 * have, and lie equally near, is nobody's. */
static void drop_namesakes(const Use *use, uint32_t from) {
  if (use->view->lang->rules.names_once && are_apart(use->out, from)) use->out->count = from;
}

/* Tests of a package see the rest of it, the rest does not see them; `tests`
 * looks at them all the same, for what is only named like a test. */
static bool look_in_package(const Use *use, uint64_t package, bool tests) {
  tests |= use->view->entry->is_test || !use->view->lang->rules.tests_apart;
  uint32_t before = use->out->count;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_NAME, package, resolve_name_hash(use->run, use->name));
  size_t count = resolve_lookup(use->run, use->view, key, &items);
  for (size_t i = 0; i < count; i++) {
    if (!tests && use->run->world->files[items[i].file].is_test) continue;
    if (items[i].file != use->view->file) take_def(use, &items[i], RULE_SCOPE);
  }
  drop_namesakes(use, before);
  resolve_keep_nearest(use->view, use->out, before);
  return use->out->count > before;
}

/* A package imported without a name is called as its files say, whatever its
 * path let extraction think. */
static bool look_in_clauses(const Use *use) {
  View *view = use->view;
  uint32_t before = use->out->count;
  for (ImportNo i = 1; i < view->facts->imports.len; i++) {
    const Import *import = &view->facts->imports.items[i];
    if (import->form != IMPORT_MODULE || !import->local.value || names_same(import->local, use->name)) continue;
    const ImportTarget *target;
    Module module = resolve_target_module(use->run, view, i, &target);
    const View *first = module.count ? resolve_view(use->run, module.files[0]) : NULL;
    if (!first || !names_same(first->facts->package, use->name)) continue;
    resolve_find_import(use->run, view, i, use->mode, use->out);
  }
  return use->out->count > before;
}

/* Everything that was imported without being named. A part behind the files
 * (`rest`) is a type or namespace whose members are meant. */
static bool look_in_stars(const Use *use) {
  const View *view = use->view;
  uint32_t before = use->out->count;
  bool is_by_name = view->lang->rules.packages == LANGUAGE_PACKAGE_NAME;
  for (uint32_t i = 0; i < view->index->star_count; i++) {
    const Import *import = &view->facts->imports.items[view->index->stars[i]];
    if (import->form != IMPORT_STAR) continue;
    if (view->facts->exports && (import->flags & IMPORT_REEXPORT)) continue;
    FoundList found = {.count = 0};
    const ImportTarget *target;
    Module module = resolve_target_module(use->run, use->view, view->index->stars[i], &target);
    if (target && target->rest_len) {
      resolve_find_import(use->run, use->view, view->index->stars[i], use->mode, &found);
      FoundList inside = {.count = 0};
      resolve_find_members(use->run, view, resolve_value_of_all(use->run, &found), use->name, use->mode, &inside);
      found = inside;
    } else if (module.count) {
      resolve_find_export(use->run, module.files, module.count, use->name, use->mode, &found);
      if (is_by_name) resolve_keep_nearest(view, &found, 0);
    }
    for (uint32_t k = 0; k < found.count; k++) {
      found.items[k].rule = RULE_IMPORT;
      resolve_found_add(use->run, use->out, found.items[k]);
    }
    if (target && target->outside) use->out->unknown = true;
  }
  if (is_by_name) resolve_keep_nearest(view, use->out, before);
  return use->out->count > before;
}

/* A template is nothing that could be linked: who uses it has seen it. */
static void drop_templates(const Use *use, uint32_t from) {
  uint32_t kept = from, types;
  if (!resolve_overloads_apart(use->view->lang)) return;
  for (uint32_t i = from; i < use->out->count; i++) {
    const Found *found = &use->out->items[i];
    resolve_type_params(use->run, found->view, found->def, &types);
    if (!types) use->out->items[kept++] = *found;
  }
  use->out->count = kept;
}

static void take_nearest(const Use *use, const TableItem *items, size_t count) {
  uint64_t *near = resolve_nearness(use->run, use->view, items, count), nearest;
  uint32_t before = use->out->count;
  bool sees_tests = use->view->entry->is_test || !use->view->lang->rules.tests_apart;
  while (use->out->count == before && (nearest = resolve_nearest(near, count))) {
    for (size_t i = 0; i < count; i++) {
      if (near[i] != nearest) continue;
      near[i] = 0;
      if (!sees_tests && use->run->world->files[items[i].file].is_test) continue;
      take_def(use, &items[i], RULE_GLOBAL);
    }
    drop_templates(use, before);
  }
}

static KeptList keep(Run *run, const FoundList *found) {
  return (KeptList){.items = arena_copy(run->arena, found->items, found->count * sizeof *found->items),
                    .count = found->count, .ext = found->ext, .unknown = found->unknown};
}

static void take_kept(const Use *use, KeptList list) {
  resolve_found_add_all(use->run, use->out, list.items, list.count);
  use->out->ext |= list.ext;
  use->out->unknown |= list.unknown;
}

/* The number of a name and mode in the memo; false: it is too large for one. */
static bool number_of(const Use *use, uint32_t *ret_number) {
  *ret_number = use->name.value << 3 | use->mode;
  return use->name.value < 1u << 29;
}

static void take_all_scripts(const Use *use, const TableItem *items, size_t count) {
  uint32_t before = use->out->count;
  for (size_t i = 0; i < count; i++) take_def(use, &items[i], RULE_GLOBAL);
  drop_templates(use, before);
}

/* The same for every file: a type that hundreds of files reopen is named in
 * all of them. */
static void take_scripts_once(const Use *use, const TableItem *items, size_t count) {
  Run *run = use->run;
  uint32_t lang = use->view->lang->number, number, at;
  MemoFrame frame;
  bool is_kept = number_of(use, &number) && count > 1;
  if (is_kept && !resolve_memo_get(run, MEMO_SCRIPTS, lang, number, &at)) {
    is_kept = resolve_memo_begin(run, MEMO_SCRIPTS, lang, number, &frame);
    if (is_kept) {
      FoundList found = {.count = 0};
      Use own = *use;
      own.out = &found;
      take_all_scripts(&own, items, count);
      at = (uint32_t)run->kept.len;
      *vec_add(run->arena, &run->kept) = keep(run, &found);
      resolve_memo_end(run, &frame, at);
    }
  }
  if (is_kept) take_kept(use, run->kept.items[at]);
  else take_all_scripts(use, items, count);
}

/* Names of scripts may lie in scopes, and where some do all of them count. */
static void take_of_scripts(const Use *use, const TableItem *items, size_t count) {
  uint32_t before = use->out->count;
  take_scripts_once(use, items, count);
  resolve_keep_nearest(use->view, use->out, before);
  if (are_apart(use->out, before)) use->out->count = before;
}

/* A value that is only declared for everybody, where nothing checks declarations: it
 * comes from outside. */
static bool drop_declared(const Use *use, uint32_t from) {
  uint32_t kept = from;
  if (!use->view->lang->rules.declared_is_outside || use->mode & MODE_TYPE) return false;
  for (uint32_t i = from; i < use->out->count; i++) {
    const Found *found = &use->out->items[i];
    bool is_declared = found->view && found->def && view_def(found->view, found->def)->flags & DEF_DECLARATION;
    if (!is_declared) use->out->items[kept++] = *found;
  }
  bool is_outside = kept == from && kept < use->out->count;
  use->out->count = kept;
  use->out->ext |= is_outside;
  return is_outside;
}

/* Names that are visible in the whole project. Of several, the nearest in
 * the tree of folders: programs that lie side by side have their own. */
static bool look_in_globals(const Use *use) {
  LanguageGlobals globals = use->view->lang->rules.globals;
  if (globals == LANGUAGE_GLOBALS_NONE || use->view->entry->is_library) return false;
  uint32_t before = use->out->count;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_GLOBAL, use->view->lang->family_id, resolve_name_hash(use->run, use->name));
  size_t count = resolve_lookup(use->run, use->view, key, &items);
  if (globals == LANGUAGE_GLOBALS_SCRIPTS) take_of_scripts(use, items, count);
  else take_nearest(use, items, count);
  bool is_outside = drop_declared(use, before);
  drop_namesakes(use, before);
  return is_outside || use->out->count > before;
}

bool resolve_library_names(Run *run, const Lang *lang, NameId name, unsigned mode, FoundList *out) {
  enum { MOST = 32 };
  const Library *library = lang->family->library;
  if (!library) return false;
  uint32_t before = out->count;
  TableItem items[MOST];
  uint64_t key = resolve_key(KEY_GLOBAL, lang->library_id, resolve_name_hash(run, name));
  size_t count = resolve_library_get(library, key, items, MOST);
  for (size_t i = 0; i < count; i++) {
    View *view = resolve_view(run, items[i].file);
    if (!view || items[i].def >= view->facts->binds.len) continue;
    if (names_same(view_bind(view, items[i].def)->name, name)) {
      resolve_found_bind(run, view, items[i].def, RULE_GLOBAL, mode, out);
    }
  }
  return out->count > before || out->ext;
}

/* Where all names must be declared, what nobody has here is known to come
 * from outside. */
static void look_nowhere(const Use *use) {
  use->out->ext |= use->out->unknown && use->view->lang->rules.unknown_is_outside;
}

/* What a language has of its own is outside too, but nobody lists it. */
static void look_in_unlisted(const Use *use) {
  use->out->ext |= use->view->lang->rules.library_unlisted;
}

/* In the order in which languages let names hide each other; the first place
 * that has the name wins. */
static void look_beyond(const Use *use) {
  bool packages = use->view->lang->rules.packages != LANGUAGE_PACKAGE_FILE;
  uint64_t own = use->view->entry->package_id, shared = use->view->lang->shared_package_id;
  if (packages && (look_in_package(use, own, false) || look_in_clauses(use))) return;
  if (look_in_stars(use)) return;
  uint32_t before = use->out->count;
  if (use->view->index->star_count) {
    resolve_find_included(use->run, use->view, use->name, use->mode, use->out);
    if (use->out->count > before) return;
  }
  if (resolve_library_names(use->run, use->view->lang, use->name, use->mode, use->out)) return;
  if (packages && look_in_package(use, own, true)) return;
  if (shared && shared != own && look_in_package(use, shared, true)) return;
  if (look_in_globals(use) || resolve_look_in_foreign(use)) return;
  look_nowhere(use);
  look_in_unlisted(use);
}

/* The same for every use of the name in the file: found once, kept as a
 * list. Names with numbers too large for the key are looked up each time. */
void resolve_look_beyond(const Use *use) {
  Run *run = use->run;
  uint32_t number, kept;
  MemoFrame frame;
  if (!number_of(use, &number)) {
    look_beyond(use);
    return;
  }
  if (!resolve_memo_get(run, MEMO_BEYOND, use->view->number, number, &kept)) {
    if (!resolve_memo_begin(run, MEMO_BEYOND, use->view->number, number, &frame)) {
      use->out->unknown = true;
      return;
    }
    FoundList found = {.count = 0};
    Use own = *use;
    own.out = &found;
    look_beyond(&own);
    kept = (uint32_t)run->kept.len;
    *vec_add(run->arena, &run->kept) = keep(run, &found);
    resolve_memo_end(run, &frame, kept);
  }
  take_kept(use, run->kept.items[kept]);
}
