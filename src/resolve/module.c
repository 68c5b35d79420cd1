/* Modules: what imports lead to and what files export. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/conversion_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/space_internal.h"
#include "src/resolve/stars_internal.h"
#include "src/resolve/value_internal.h"

/* Re-exports of re-exports that are followed before the name is given up. */
enum { EXPORT_CHAIN_MAX = 48 };

/* A module is a term by its number in the run. Lists of files are compared
 * by where they lie, since equal lists are one (file_list.c). */
uint32_t resolve_add_module(Run *run, const WorldFile *files, uint32_t count) {
  for (size_t i = 0; i < run->modules.len; i++) {
    const Module *module = &run->modules.items[i];
    bool same = module->files == files || (count == 1 && module->files[0] == files[0]);
    if (module->count == count && same) return (uint32_t)i;
  }
  /* Lists belong to the import targets and stay; a single file may be anybody's. */
  Module module = {count == 1 ? arena_copy(run->arena, files, sizeof *files) : files, count};
  *vec_add(run->arena, &run->modules) = module;
  return (uint32_t)run->modules.len - 1;
}

/* Imports beyond the list of targets are those of a file whose facts are
 * newer than the last time imports were followed: they lead nowhere yet. */
Module resolve_target_module(Run *run, View *view, ImportNo import, const ImportTarget **ret_target) {
  (void)run;
  const ImportTargets *targets = view->targets;
  *ret_target = NULL;
  if (!targets || import >= targets->count) return (Module){NULL, 0};
  *ret_target = &targets->items[import];
  const FileList *list = targets->items[import].files;
  return list ? (Module){list->files, list->count} : (Module){NULL, 0};
}

/* ---- exports ---- */

static bool holds(const WorldFile *files, uint32_t count, WorldFile file) {
  for (uint32_t i = 0; i < count; i++) {
    if (files[i] == file) return true;
  }
  return false;
}

/* All files of a package have one table of names. */
static void find_in_package(Run *run, View *first, Module module, NameId name, unsigned mode, FoundList *out) {
  const TableItem *items;
  uint64_t key = resolve_key(KEY_NAME, first->entry->package_id, resolve_name_hash(run, name));
  size_t item_count = resolve_lookup(run, first, key, &items);
  for (size_t i = 0; i < item_count; i++) {
    if (!holds(module.files, module.count, items[i].file)) continue;
    View *view = resolve_view(run, items[i].file);
    if (!view) continue;
    uint32_t bind_count;
    const BindNo *binds = resolve_binds(view, 1, name, &bind_count);
    for (uint32_t k = 0; k < bind_count; k++) {
      if (view_bind(view, binds[k])->def == items[i].def) {
        resolve_found_bind(run, view, binds[k], RULE_MEMBER, mode, out);
      }
    }
  }
}

/* What is inside of something that the file has. */
static void find_in_rest(Run *run, View *view, ImportNo import, NameId name, unsigned mode, FoundList *out) {
  FoundList whole = {.count = 0};
  resolve_find_import(run, view, import, MODE_ANY, &whole);
  if (whole.count) resolve_find_members(run, view, resolve_value_of_all(run, &whole), name, mode, out);
}

static bool enter(Run *run, WorldFile file, NameId name) {
  uint64_t mark = (uint64_t)file << 32 | name.value;
  for (size_t i = 0; i < run->busy_exports.len; i++) {
    if (run->busy_exports.items[i] == mark) return false;
  }
  if (run->busy_exports.len >= EXPORT_CHAIN_MAX) return false;
  *vec_add(run->arena, &run->busy_exports) = mark;
  return true;
}

/* module.exports = something: its members are the module's. */
static bool find_in_whole(Run *run, View *view, ScopeNo scope, NameId name, unsigned mode, FoundList *out) {
  uint32_t count;
  const BindNo *binds = resolve_binds(view, scope, view->lang->whole_name, &count);
  if (!count) return false;
  if (names_same(name, view->lang->default_name)) {
    for (uint32_t i = 0; i < count; i++) resolve_found_bind(run, view, binds[i], RULE_IMPORT, mode, out);
    return true;
  }
  for (uint32_t i = 0; i < count; i++) {
    FoundList whole = {.count = 0}, inside = {.count = 0};
    resolve_found_bind(run, view, binds[i], RULE_IMPORT, mode, &whole);
    resolve_find_members(run, view, resolve_value_of_all(run, &whole), name, mode, &inside);
    for (uint32_t k = 0; k < inside.count; k++) {
      inside.items[k].rule = RULE_IMPORT;
      resolve_found_add(run, out, inside.items[k]);
    }
  }
  return true;
}

/* What the file binds itself, or is as a whole; false: nothing there could be it. */
static bool find_in_own(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  uint32_t before = out->count, count;
  ScopeNo scope = view->facts->exports ? view->facts->exports : 1;
  const BindNo *binds = resolve_binds(view, scope, name, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (view_bind(view, binds[i])->flags & BIND_NARROW) continue;
    resolve_found_bind(run, view, binds[i], RULE_MEMBER, mode, out);
  }
  return (out->count == before && find_in_whole(run, view, scope, name, mode, out)) || count;
}

/* ---- what files give on whole ---- */

/* Files that one import leads to, of which the first that has the name counts;
 * or, where there are none, an import of what is inside of something. */
typedef struct Star {
  Module module;
  uint32_t next, before; /* the file that is looked at next; what had been found before the first */
  View *view;
  ImportNo import;
  unsigned mode;
} Star;

/* Files that walks of one run may look at. A name that two files have is walked
 * to from each file that asks, which for files that all give each other on would
 * grow with the square of their number; real projects stay far below. */
enum { STAR_LOOKS_MAX = 1 << 16 };

/* Files give each other on in circles and by many ways, so each is looked at
 * once for a name, and how long a way is does not matter. */
typedef struct StarWalk {
  Run *run;
  NameId name;
  uint64_t *seen; /* bits, by resolve_star_number */
  uint32_t left;  /* files that have the name and were not looked at; 0: not known */
  VEC(Star) stack;
  FoundList *out;
} StarWalk;

/* The first on top. */
static void push_stars(StarWalk *walk, View *view, unsigned mode) {
  if (names_same(walk->name, view->lang->default_name)) return;
  for (uint32_t i = view->index->star_count; i-- > 0;) {
    if (!resolve_star_is_given_on(view, &view->facts->imports.items[view->index->stars[i]])) continue;
    const ImportTarget *target;
    Star star = {.view = view, .import = view->index->stars[i], .mode = mode};
    Module module = resolve_target_module(walk->run, view, star.import, &target);
    if (!module.count) {
      walk->out->ext |= target && target->outside;
      continue;
    }
    if (!target->rest_len) star.module = module;
    *vec_add(walk->run->arena, &walk->stack) = star;
  }
}

static bool mark(StarWalk *walk, WorldFile file) {
  uint32_t number = resolve_star_number(walk->run, file);
  assert(number < resolve_star_files(walk->run)); /* all that the walk can reach was met when circles were looked for */
  uint64_t bit = UINT64_C(1) << (number % 64);
  bool is_new = !(walk->seen[number / 64] & bit);
  walk->seen[number / 64] |= bit;
  return is_new;
}

static void look_at_file(StarWalk *walk, View *view, unsigned mode) {
  Run *run = walk->run;
  uint32_t before = walk->out->count;
  if (!enter(run, view->file, walk->name)) return;
  run->compared++;
  run->star_looks++;
  bool has_name = find_in_own(run, view, walk->name, mode, walk->out);
  run->busy_exports.len--;
  if (has_name && walk->left && !--walk->left) walk->stack.len = 0;
  else if (walk->out->count == before) push_stars(walk, view, mode);
}

static void look_at_star(StarWalk *walk) {
  Run *run = walk->run;
  Star *star = &walk->stack.items[walk->stack.len - 1];
  Star now = *star;
  View *first = now.module.count ? resolve_view(run, now.module.files[0]) : NULL;
  if (!now.next) star->before = now.before = walk->out->count;
  bool is_packed = first && resolve_is_package(first, now.module);
  bool is_done = !first || now.next == now.module.count || walk->out->count > now.before || is_packed;
  if (is_done) walk->stack.len--;
  if (!now.module.count) find_in_rest(run, now.view, now.import, walk->name, now.mode, walk->out);
  if (!first) return;
  unsigned mode = resolve_mode(first->lang, now.mode);
  if (is_packed) find_in_package(run, first, now.module, walk->name, mode, walk->out);
  if (is_done) return;
  View *view = resolve_view(run, now.module.files[star->next++]);
  if (view && mark(walk, view->file)) look_at_file(walk, view, mode);
}

static void walk_stars(Run *run, View *view, NameId name, unsigned mode, StarHolders holders, FoundList *out) {
  bool is_counted = holders.is_known && holders.is_own == holders.is_outside;
  StarWalk walk = {.run = run, .name = name, .out = out, .left = is_counted ? holders.count : 0};
  walk.seen = ARENA_ARRAY(run->arena, uint64_t, resolve_star_files(run) / 64 + 1);
  mark(&walk, view->file);
  push_stars(&walk, view, mode);
  while (walk.stack.len && run->star_looks < STAR_LOOKS_MAX) look_at_star(&walk);
  out->unknown |= walk.stack.len != 0;
}

/* Whether the name is being looked for in another file, which the walk would
 * leave out, or through so many that it would look no further. */
static bool is_under_way(const Run *run, NameId name) {
  uint32_t count = 0;
  for (size_t i = 0; i < run->busy_exports.len; i++) count += (uint32_t)run->busy_exports.items[i] == name.value;
  return count > 1 || run->busy_exports.len >= EXPORT_CHAIN_MAX;
}

/* Nobody may have the name, or one file, which nobody can hide then; else the
 * ways have to be walked. */
static void find_in_stars(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  if (!view->index->star_count || names_same(name, view->lang->default_name)) return;
  StarHolders holders = resolve_star_holders(run, view, name);
  bool is_plain = holders.is_known && !is_under_way(run, name);
  if (is_plain && (!holders.count || (holders.count == 1 && holders.is_own == holders.is_outside))) {
    out->ext |= holders.is_outside;
    View *holder = holders.count ? resolve_view(run, holders.first) : NULL;
    if (!holder || !enter(run, holder->file, name)) return;
    run->compared++;
    find_in_own(run, holder, name, mode, out);
    run->busy_exports.len--;
  } else {
    walk_stars(run, view, name, mode, holders, out);
  }
}

static void find_in_file(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  uint32_t before = out->count;
  if (!enter(run, view->file, name)) return;
  find_in_own(run, view, name, mode, out);
  if (out->count == before) find_in_stars(run, view, name, mode, out);
  run->busy_exports.len--;
}

void resolve_find_export(Run *run, const WorldFile *files, uint32_t count, NameId name, unsigned mode,
                         FoundList *out) {
  View *first = count ? resolve_view(run, files[0]) : NULL;
  if (!first) return;
  mode = resolve_mode(first->lang, mode);
  if (resolve_is_package(first, (Module){files, count})) {
    find_in_package(run, first, (Module){files, count}, name, mode, out);
    return;
  }
  uint32_t before = out->count;
  for (uint32_t i = 0; i < count && out->count == before; i++) {
    View *view = resolve_view(run, files[i]);
    if (view) find_in_file(run, view, name, mode, out);
  }
}

/* ---- modules that are one thing as a whole ---- */

/* `module.exports = require("./b")`: what a module is may be another module. */
ValueId resolve_whole(Run *run, TermId id) {
  enum { MOST = 8 };
  for (int i = 0; i < MOST; i++) {
    Module module = run->modules.items[resolve_term_at(run, id).number];
    View *view = module.count ? resolve_view(run, module.files[0]) : NULL;
    if (!view || !view->lang->whole_name.value) return VALUE_UNKNOWN;
    ValueId whole = resolve_member_value(run, view, resolve_one(run, id), view->lang->whole_name);
    TermId terms[VALUE_MAX];
    if (!resolve_has_kind(run, whole, TERM_MODULE)) return whole;
    if (resolve_terms(run, whole, terms) != 1) return VALUE_UNKNOWN;
    id = terms[0];
  }
  return VALUE_UNKNOWN;
}

/* ---- imports ---- */

static void add_module(Run *run, const WorldFile *files, uint32_t count, FoundList *out) {
  resolve_found_add(run, out, (Found){.module = resolve_add_module(run, files, count), .rule = RULE_IMPORT});
}

/* One step further into what was found. */
static void step(Run *run, const View *view, FoundList *at, NameId name, unsigned mode) {
  FoundList next = {.count = 0, .ext = at->ext, .unknown = at->unknown};
  for (uint32_t i = 0; i < at->count; i++) {
    const Found *found = &at->items[i];
    if (!found->view) {
      Module module = run->modules.items[found->module];
      resolve_find_export(run, module.files, module.count, name, mode, &next);
    } else {
      resolve_find_members(run, view, resolve_value_of(run, found), name, mode, &next);
    }
  }
  *at = next;
}

static void find_module_part(Run *run, View *view, ImportNo number, Module module, unsigned mode, FoundList *out) {
  const Import *import = &view->facts->imports.items[number];
  const ImportTarget *target = &view->targets->items[number];
  FoundList at = {.count = 0};
  bool is_by_name = view->lang->rules.packages == LANGUAGE_PACKAGE_NAME;
  add_module(run, module.files, module.count, &at);
  Str rest = {view->targets->text + target->rest, target->rest_len};
  while (rest.len) {
    Str word = str_cut(&rest, '.');
    step(run, view, &at, names_intern(run->world->names, word), MODE_ANY);
    if (is_by_name) resolve_keep_nearest(view, &at, 0);
  }
  if (import->form == IMPORT_NAMED && import->name.value) step(run, view, &at, import->name, mode);
  if (import->form == IMPORT_DEFAULT) step(run, view, &at, view->lang->default_name, mode);
  if (at.count == 0 && target->submodule) add_module(run, &target->submodule, 1, &at);
  if (is_by_name) resolve_keep_nearest(view, &at, 0);
  for (uint32_t i = 0; i < at.count; i++) {
    at.items[i].rule = RULE_IMPORT;
    resolve_found_add(run, out, at.items[i]);
  }
  out->ext |= at.ext;
  out->unknown |= at.unknown;
}

/* `declare module "x"`: a file that everybody sees says what a package has that
 * is not there, or does not say it itself. */
static bool find_declared(Run *run, View *view, const Import *import, unsigned mode, FoundList *out) {
  const TableItem *items;
  if (view->lang->rules.globals != LANGUAGE_GLOBALS_SCRIPTS || !import->specifier.value) return false;
  uint64_t key = resolve_key(KEY_GLOBAL, view->lang->family_id, resolve_name_hash(run, import->specifier));
  size_t count = resolve_lookup(run, view, key, &items);
  uint32_t before = out->count;
  for (size_t i = 0; i < count; i++) {
    View *other = resolve_view(run, items[i].file);
    if (!other || items[i].def >= other->facts->defs.len || view_def(other, items[i].def)->kind != SYMBOL_MODULE) continue;
    FoundList at = {.count = 0};
    resolve_found_add(run, &at, (Found){.view = other, .def = items[i].def, .rule = RULE_IMPORT});
    if (import->form == IMPORT_NAMED && import->name.value) step(run, view, &at, import->name, mode);
    if (import->form == IMPORT_DEFAULT) step(run, view, &at, view->lang->default_name, mode);
    for (uint32_t k = 0; k < at.count; k++) at.items[k].rule = RULE_IMPORT;
    resolve_found_add_all(run, out, at.items, at.count);
  }
  return out->count > before;
}

bool resolve_leads_to(Run *run, View *view, ImportNo import, WorldFile file) {
  const ImportTarget *target;
  Module module = resolve_target_module(run, view, import, &target);
  for (uint32_t i = 0; i < module.count; i++) {
    if (module.files[i] == file) return true;
  }
  return false;
}

const Import *resolve_import_at(Run *run, const TableItem *item, View **ret_view) {
  *ret_view = resolve_view(run, item->file);
  return *ret_view && item->def < (*ret_view)->facts->imports.len ? &(*ret_view)->facts->imports.items[item->def] : NULL;
}

void resolve_find_import(Run *run, View *view, ImportNo number, unsigned mode, FoundList *out) {
  const ImportTarget *target;
  Module module = resolve_target_module(run, view, number, &target);
  if (!target) {
    out->unknown = true;
    return;
  }
  if (!module.count) {
    if (target->submodule) add_module(run, &target->submodule, 1, out);
    else if (find_declared(run, view, &view->facts->imports.items[number], mode, out)) return;
    else if (target->outside) out->ext = true;
    else out->unknown = true;
    return;
  }
  if (!resolve_enter(run)) {
    out->unknown = true;
    return;
  }
  if (!enter(run, view->file | 0x80000000u, (NameId){number})) {
    resolve_leave(run);
    return;
  }
  uint32_t before = out->count;
  find_module_part(run, view, number, module, mode, out);
  /* A library that does not have the name may be older or newer than what is used;
   * a module may be only partly the project's. */
  bool elsewhere = target->outside || run->world->files[module.files[0]].is_library;
  if (out->count == before && elsewhere) out->ext = true;
  resolve_leave(run);
  run->busy_exports.len--;
}

/* ---- declarations and definitions ---- */

/* In whole folders: "src/ab" and "src/ac" share "src/". */
static uint32_t shared_prefix(Str a, Str b) {
  uint32_t shared = 0;
  for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++) {
    if (a.ptr[i] == '/') shared = (uint32_t)i + 1;
  }
  return shared;
}

/* How near a definition lies, for choosing among namesakes: in the file
 * itself, else by the most folders shared, else by the fewest folders
 * beyond; and definitions of tests after all others, unless a test asks. */
static uint64_t nearness(const View *from, const WorldEntry *entry) {
  if (entry == from->entry) return UINT64_MAX;
  Str path = entry->path;
  uint32_t depth = (uint32_t)str_count_byte(path, '/');
  uint64_t near = ((uint64_t)shared_prefix(path, from->entry->path) << 32) + (UINT32_MAX - depth);
  /* Only tests use what tests define. */
  return resolve_counts_for(entry, from->entry) ? near | (uint64_t)1 << 62 : near;
}

/* Those that nobody will look into count as used as well: a file may become a
 * test, or cease to be one, and then lies elsewhere in the order. */
uint64_t *resolve_nearness(Run *run, const View *from, const TableItem *items, size_t count) {
  uint64_t *near = ARENA_ARRAY(run->arena, uint64_t, count);
  for (size_t i = 0; i < count; i++) {
    const WorldEntry *entry = &run->world->files[items[i].file];
    if (!entry->live) continue;
    resolve_use(run, items[i].file);
    near[i] = nearness(from, entry);
  }
  return near;
}

uint64_t resolve_nearest(const uint64_t *near, size_t count) {
  uint64_t nearest = 0;
  for (size_t i = 0; i < count; i++) {
    if (near[i] > nearest) nearest = near[i];
  }
  return nearest;
}

static bool is_top_level(const Found *found) {
  return found->view && found->def && !found->receiver && view_def(found->view, found->def)->scope == 1;
}

/* Only among definitions at the top level of files: anything else was found
 * for a better reason than its name. */
void resolve_keep_nearest(const View *from, FoundList *list, uint32_t first) {
  uint64_t best = 0;
  uint32_t kept = first;
  for (uint32_t i = first; i < list->count; i++) {
    if (!is_top_level(&list->items[i])) return;
    uint64_t own = nearness(from, list->items[i].view->entry);
    if (own > best) best = own;
  }
  for (uint32_t i = first; i < list->count; i++) {
    if (nearness(from, list->items[i].view->entry) == best) list->items[kept++] = list->items[i];
  }
  list->count = kept;
}

/* Where functions of one name are told apart, a definition is that of the
 * declaration when it takes as much, of types that are not other ones. */
static bool may_define(Run *run, const Found *declared, View *view, DefNo number) {
  if (!resolve_overloads_apart(declared->view->lang)) return true;
  uint32_t mine, theirs;
  const BindNo *own = resolve_signature(run, declared->view, declared->def, &mine);
  const BindNo *other = resolve_signature(run, view, number, &theirs);
  bool fits = mine == theirs;
  if (declared->view->lang->rules.overloads == LANGUAGE_OVERLOADS_RANKED) {
    return fits && resolve_has_signature(run, declared, &(Found){.view = view, .def = number});
  }
  for (uint32_t i = 0; fits && i < mine; i++) {
    ValueId left = resolve_param_type(run, declared->view, own[i]), right = resolve_param_type(run, view, other[i]);
    unsigned fit = resolve_fit(run, declared->view, left, right);
    fits = left == right || fit == FIT_EXACT || fit == FIT_UNKNOWN;
  }
  return fits;
}

/* Adds the item if it is a definition of what was found. */
static void take_definition(Run *run, const Found *found, const TableItem *item, FoundList *out) {
  const Def *def = view_def(found->view, found->def);
  View *view = resolve_view(run, item->file);
  if (!view || item->def >= view->facts->defs.len) return;
  const Def *other = view_def(view, item->def);
  if (!names_same(other->name, def->name)) return;
  if (resolve_is_callable_kind(other->kind) != resolve_is_callable_kind(def->kind)) return;
  if (!resolve_is_same_space(found->view, found->def, view, item->def) || !may_define(run, found, view, item->def)) return;
  resolve_found_add(run, out, (Found){.view = view, .def = item->def, .rule = RULE_GLOBAL});
}

/* The definitions of the name that lie nearest to the file that uses it. */
static void add_nearest(Run *run, const View *from, const Found *found, FoundList *out) {
  const Def *def = view_def(found->view, found->def);
  const TableItem *items;
  uint64_t key = resolve_key(KEY_GLOBAL, from->lang->family_id, resolve_name_hash(run, def->name)), nearest;
  size_t count = resolve_lookup(run, from, key, &items);
  uint64_t *near = resolve_nearness(run, from, items, count);
  FoundList own = {.count = 0};
  while (!own.count && (nearest = resolve_nearest(near, count))) {
    for (size_t i = 0; i < count; i++) {
      if (near[i] != nearest) continue;
      near[i] = 0;
      take_definition(run, found, &items[i], &own);
    }
  }
  resolve_found_add_all(run, out, own.items, own.count);
}

static const Def *def_found(const Found *found) {
  return found->view && found->def ? view_def(found->view, found->def) : NULL;
}

/* A macro hides functions of its name, unless it is itself behind a condition:
 * then the function is what it replaces elsewhere. */
static void settle_macros(Run *run, const View *from, FoundList *list) {
  bool always = false, functions = false;
  const Def *macro = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_found(&list->items[i]);
    if (!def) continue;
    if (def->kind == SYMBOL_MACRO) {
      macro = def;
      always |= !(def->flags & DEF_DEPENDENT);
    }
    functions |= resolve_is_callable_kind(def->kind);
  }
  if (!macro) return;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_found(&list->items[i]);
    if (!always || !def || !resolve_is_callable_kind(def->kind)) list->items[kept++] = list->items[i];
  }
  list->count = kept;
  if (always || functions) return;
  FoundList more = {.count = 0};
  if (resolve_library_names(run, from->lang, macro->name, MODE_CALL, &more)) { /* a stand-in for what most systems have */
    list->count = 0;
    list->ext = true;
    return;
  }
  resolve_find_included(run, resolve_view(run, from->file), macro->name, MODE_CALL, &more);
  for (uint32_t i = 0; i < more.count; i++) {
    const Def *def = def_found(&more.items[i]);
    if (def && resolve_is_callable_kind(def->kind)) resolve_found_add(run, list, more.items[i]);
  }
}

/* Whether another one of the list is what the declaration announces. */
static bool has_definition(Run *run, const Found *declared, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_found(&list->items[i]);
    if (!def || (def->flags & DEF_DECLARATION) || !resolve_is_callable_kind(def->kind)) continue;
    if (may_define(run, declared, list->items[i].view, list->items[i].def)) return true;
  }
  return false;
}

/* A declaration without any definition stays, so that the reference is not lost. */
static void lead_on(Run *run, const View *from, FoundList *list) {
  resolve_drop_absent(run, from, list);
  settle_macros(run, from, list);
  FoundList defined = {.count = 0, .ext = list->ext, .unknown = list->unknown};
  bool complete = false;
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_found(&list->items[i]);
    complete |= def && !(def->flags & DEF_DECLARATION) && def->kind != SYMBOL_MACRO;
  }
  bool told_apart = resolve_overloads_apart(from->lang);
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->def) {
      resolve_found_add(run, &defined, *found);
      continue;
    }
    unsigned flags = view_def(found->view, found->def)->flags;
    bool is_member = view_def(found->view, found->def)->scope != 1;
    if (!(flags & DEF_DECLARATION) || is_member) {
      resolve_found_add(run, &defined, *found);
    } else if (!complete || (told_apart && !has_definition(run, found, list))) {
      uint32_t before = defined.count;
      if (!(flags & DEF_STATIC) && !found->view->entry->is_library) add_nearest(run, from, found, &defined);
      if (defined.count == before) resolve_found_add(run, &defined, *found);
    }
  }
  *list = defined;
}

/* Where declarations and definitions are apart, a call should lead to the
 * definition: the one that is visible, else the nearest of that name. */
void resolve_definitions(Run *run, const View *from, FoundList *list) {
  if (!resolve_has_linkage(from->lang) || from->entry->is_library) return;
  FoundList others;
  lead_on(run, from, list);
  resolve_find_other_side(run, from, list, &others);
  if (!others.count) return;
  lead_on(run, from, &others);
  for (uint32_t i = 0; i < others.count; i++) resolve_found_add(run, list, others.items[i]);
}
