/* Names: from the scope outwards, then imports, package, globals, library.
 *
 * Inside a file a name means the nearest bind that can be seen from its use;
 * which binds those are depends on the language's rules (order, what
 * functions close over, what a type's body shows). Beyond the file the
 * answer is the same for every use of the name, so it is found once per file
 * and run. */
#include <limits.h>

#include "src/resolve/blocks_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/extension_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/slots_internal.h"
#include "src/resolve/space_internal.h"
#include "src/resolve/value_internal.h"

/* One use of a name while it is looked up. */
typedef struct Use {
  Run *run;
  View *view;
  NameId name;
  uint32_t at;
  unsigned mode;
  ScopeNo from;  /* scope of the use */
  bool crossed;  /* a function lies between the use and the scope looked at */
  bool outside;  /* a type around inherits from outside the project */
  FoundList *out;
} Use;

/* ---- collecting ---- */

static uint32_t arity_of(Run *run, const Found *found) {
  uint32_t count;
  resolve_type_params(run, found->view, found->def, &count);
  return count;
}

/* Whether the number of type parameters does not tell the types apart. */
static bool same_arity(Run *run, const Found *a, const Found *b) {
  return !a->view->lang->rules.types_by_arity || arity_of(run, a) == arity_of(run, b);
}

/* Whether all namesakes are one type, or this one is written in parts. */
static bool has_parts(const View *view, const Def *def) {
  return (def->flags & DEF_PARTIAL) || view->lang->rules.types_reopen;
}

/* Where namesake types of one scope are one type, the first stands for all:
 * its members are looked for in every part. */
static bool is_merged(Run *run, const FoundList *out, const Found *found) {
  if (!found->def) return false;
  const Def *def = view_def(found->view, found->def);
  if (!has_parts(found->view, def)) return false;
  if (!symbol_kind_is_type(def->kind)) return false;
  for (uint32_t i = 0; i < out->count; i++) {
    const Found *other = &out->items[i];
    if (!other->view || !other->def || other->receiver != found->receiver) continue;
    const Def *first = view_def(other->view, other->def);
    if (symbol_kind_is_type(first->kind) && names_same(first->name, def->name) && same_arity(run, other, found)) return true;
  }
  return false;
}

enum { FOUND_MOST = 512 }; /* each one may be compared with all before */

bool resolve_found_is_full(const FoundList *list) { return list->count == FOUND_MOST && list->unknown; }

void resolve_found_add(Run *run, FoundList *out, Found found) { resolve_found_add_apart(run, out, found, out->count); }

void resolve_found_add_apart(Run *run, FoundList *out, Found found, uint32_t apart_from) {
  if (out->count == FOUND_MOST) {
    out->unknown = true;
    return;
  }
  run->compared += apart_from;
  for (uint32_t i = 0; i < apart_from; i++) {
    const Found *other = &out->items[i];
    if (other->view == found.view && other->bind == found.bind && other->def == found.def &&
        other->module == found.module && other->receiver == found.receiver) {
      return;
    }
  }
  if (found.view && is_merged(run, out, &found)) return;
  if (out->count == out->cap) {
    out->cap = out->cap ? out->cap * 4 : 4;
    if (out->cap > FOUND_MOST) out->cap = FOUND_MOST;
    out->items = arena_grow(run->arena, out->items, out->count * sizeof *out->items, out->cap * sizeof *out->items);
  }
  out->items[out->count++] = found;
}

void resolve_found_add_all(Run *run, FoundList *out, const Found *items, uint32_t count) {
  uint32_t others = out->count;
  for (uint32_t i = 0; i < count; i++) resolve_found_add_apart(run, out, items[i], others);
}

/* Where methods, variables and types have names of their own, what a bind
 * names says which; a type may also stand where a value does (`Type.member`). */
static unsigned modes_by_def(const View *view, const Bind *bind) {
  if (bind->import) return MODE_ANY;
  if (bind->flags & BIND_TYPE_PARAM) return MODE_TYPE;
  if (!bind->def) {
    bool function = bind->type && view_expr(view, bind->type)->kind == EXPR_FUNC_OF;
    return function ? MODE_CALL : MODE_VALUE;
  }
  unsigned kind = view_def(view, bind->def)->kind;
  if (resolve_is_callable_kind(kind)) return MODE_CALL;
  unsigned made = view->lang->rules.called_type == LANGUAGE_CALLED_TYPE_MAKES ? MODE_CALL : 0;
  return symbol_kind_is_type(kind) ? MODE_TYPE | MODE_VALUE | made : MODE_VALUE;
}

/* Whether the bind can be meant where the name stands: as a value, a type,
 * or what is called. Languages that do not tell them apart never get here
 * with less than MODE_ANY. */
bool resolve_fits(const View *view, const Bind *bind, unsigned mode) {
  if (view->lang->rules.namespaces == LANGUAGE_NAMES_KINDS_APART) return (modes_by_def(view, bind) & mode) != 0;
  unsigned own = bind->flags & (BIND_TYPE | BIND_VALUE);
  if (own == 0 || own == (BIND_TYPE | BIND_VALUE)) return true;
  return (mode & (own == BIND_TYPE ? MODE_TYPE : MODE_VALUE | MODE_CALL)) != 0;
}

static bool is_name_or_member(const View *view, ExprNo expr) {
  unsigned kind = expr ? view_expr(view, expr)->kind : EXPR_NONE;
  return kind == EXPR_NAME || kind == EXPR_MEMBER;
}

/* An import leads to another file. An export of a local name is only another
 * name for it and is followed, so that edges point at the definition. */
void resolve_found_bind(Run *run, View *view, BindNo number, unsigned rule, unsigned mode, FoundList *out) {
  const Bind *bind = view_bind(view, number);
  if (!resolve_fits(view, bind, mode)) return;
  if (bind->import) {
    resolve_find_import(run, view, bind->import, mode, out);
    return;
  }
  bool alias = !bind->def && !bind->type && view_scope(view, bind->scope)->kind == SCOPE_EXPORTS &&
               is_name_or_member(view, bind->value);
  if (!alias || !resolve_enter(run)) {
    resolve_found_add(run, out, (Found){.view = view, .bind = number, .def = bind->def, .rule = (uint8_t)rule});
    return;
  }
  const Expr *value = view_expr(view, bind->value);
  if (value->kind == EXPR_NAME) {
    resolve_find_name(run, view, (NameUse){value->scope, value->name, value->at, mode}, out);
  } else {
    FoundList members = {.count = 0};
    if (resolve_find(run, view, bind->value, &members)) {
      resolve_found_add_all(run, out, members.items, members.count);
      out->ext |= members.ext;
      out->unknown |= members.unknown;
    }
  }
  resolve_leave(run);
}

/* Noted whether or not the key is found: when somebody comes to have it, the
 * file is resolved again. Key 0 would look like a free slot; as key 1 it
 * costs at most a needless resolving. */
void resolve_ask(Run *run, uint64_t key) {
  if (key == 0) key = 1;
  if (idmap_mark(&run->asked, key)) *vec_add(run->arena, &run->asks) = key;
}

/* Each sees its own world: the project its table, a dependency its package,
 * the standard library itself. */
size_t resolve_lookup(Run *run, const View *from, uint64_t key, const TableItem **ret_items) {
  enum { MOST = 64 };
  if (!from->entry->is_library) {
    resolve_ask(run, key);
    return resolve_table_get(&run->world->table, key, ret_items);
  }
  if (from->entry->is_dependency) return resolve_dependency_get(run, from, key, ret_items);
  TableItem *items = ARENA_ARRAY(run->arena, TableItem, MOST);
  *ret_items = items;
  return resolve_library_get(from->lang->family->library, key, items, MOST);
}

/* ---- binds of one scope ---- */

/* The innermost block around a byte, inside of `scope`. */
static ScopeNo block_at(const View *view, ScopeNo scope, uint32_t byte) {
  const Scope *scopes = view->facts->scopes.items;
  ScopeNo found = scope;
  for (ScopeNo i = scope + 1; i < view->facts->scopes.len && scopes[i].from < scopes[scope].to; i++) {
    if (scopes[i].from > byte) break;
    if (scopes[i].kind == SCOPE_BLOCK && byte < scopes[i].to) found = i;
  }
  return found;
}

/* Whether what is bound there certainly happened before the use. */
static bool dominates(const Use *use, const Bind *bind, ScopeNo scope) {
  if (bind->to) return use->at < bind->to; /* extraction knows the block's end */
  ScopeNo block = block_at(use->view, scope, bind->from ? bind->from - 1 : 0);
  if (block == scope) return true;
  const Scope *at = view_scope(use->view, block);
  return at->from <= use->at && use->at < at->to;
}

/* Members that code gives to something else are no names of the scope. */
static bool is_foreign_member(const View *view, const Bind *bind) {
  if (!(bind->flags & BIND_MEMBER)) return false;
  unsigned kind = view_scope(view, bind->scope)->kind;
  return kind == SCOPE_FUNCTION || kind == SCOPE_BLOCK || (kind == SCOPE_FILE && bind->type && !bind->def);
}

bool resolve_is_taken_back(const View *view, const Bind *bind, uint32_t at) {
  return bind->to && at >= bind->to && bind->def && view_def(view, bind->def)->kind == SYMBOL_MACRO;
}

static bool counts(const Use *use, const Bind *bind) {
  return resolve_fits(use->view, bind, use->mode) && !(bind->flags & BIND_GLOBAL) &&
         !is_foreign_member(use->view, bind) && !resolve_is_taken_back(use->view, bind, use->at);
}

static void take(const Use *use, BindNo bind) {
  resolve_found_bind(use->run, use->view, bind, RULE_SCOPE, use->mode, use->out);
}

/* For uses in functions that run later: any bind of the name may hold by
 * then. */
static void take_all(const Use *use, const BindNo *binds, uint32_t count) {
  bool declared = use->view->lang->rules.order == LANGUAGE_ORDER_DECLARED;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (declared && bind->from > use->at && !(bind->flags & BIND_HOISTED)) continue;
    if (counts(use, bind) && !(bind->flags & BIND_NARROW)) take(use, binds[i]);
  }
}

static bool is_narrowing(const Use *use, const Bind *bind) {
  if (!(bind->flags & BIND_NARROW) || bind->from > use->at || use->at >= bind->to) return false;
  ValueId type;
  return !resolve_is_predicate(use->view, bind->value) ||
         resolve_predicate_type(use->run, use->view, bind->value, &type);
}

static bool names_callable(const View *view, const Bind *bind) {
  return bind->def && (resolve_is_callable_kind(view_def(view, bind->def)->kind) ||
                       symbol_kind_is_type(view_def(view, bind->def)->kind));
}

/* The last binds before the use, back to one that certainly holds. */
static bool take_reaching(const Use *use, const BindNo *binds, uint32_t count, ScopeNo scope) {
  bool any = false, whole = false;
  for (uint32_t i = count; i-- > 0;) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (!counts(use, bind)) continue;
    if (bind->flags & BIND_NARROW) {
      if (!is_narrowing(use, bind)) continue;
      take(use, binds[i]);
      return true;
    }
    if (bind->from > use->at && !(bind->flags & BIND_HOISTED)) continue;
    take(use, binds[i]);
    any = true;
    whole |= (bind->flags & BIND_HOISTED) || names_callable(use->view, bind);
    if (!whole && dominates(use, bind, scope)) return true;
  }
  return any;
}

static const Bind *narrowed(const Use *use, const BindNo *binds, uint32_t count, BindNo *ret_bind) {
  const Bind *best = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (!counts(use, bind) || !is_narrowing(use, bind)) continue;
    best = bind;
    *ret_bind = binds[i];
  }
  return best;
}

/* A scope that has nothing but narrowing for the name does not own it. */
static bool look_in(const Use *use, ScopeNo scope) {
  uint32_t count, before = use->out->count;
  const BindNo *binds = resolve_binds(use->view, scope, use->name, &count);
  if (!count) return false;
  bool declared_first = use->view->lang->rules.order == LANGUAGE_ORDER_AROUND;
  if ((!use->crossed || declared_first) && take_reaching(use, binds, count, scope)) return true;
  if (declared_first) return false;
  BindNo narrow;
  if (use->crossed && narrowed(use, binds, count, &narrow)) {
    take(use, narrow);
    return true;
  }
  take_all(use, binds, count);
  return use->out->count > before || use->out->ext;
}

/* ---- scopes of types ---- */

/* What a type's body shows to the code inside of it: its type parameters
 * always, its members by the language's rule. */
static bool look_in_type(Use *use, ScopeNo scope) {
  const View *view = use->view;
  LanguageTypeScope seen = view->lang->rules.type_scope;
  uint32_t count, before = use->out->count;
  const BindNo *binds = resolve_binds(view, scope, use->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (view_bind(view, binds[i])->flags & BIND_TYPE_PARAM) take(use, binds[i]);
  }
  if (use->out->count > before) return true;
  /* What the class has not bound yet is looked for outside. */
  if (seen == LANGUAGE_TYPE_SCOPE_BODY) return !use->crossed && take_reaching(use, binds, count, scope);
  DefNo def = view_scope(view, scope)->def;
  if (seen != LANGUAGE_TYPE_SCOPE_MEMBERS || !def) return false;
  bool is_static, is_block = resolve_is_block(view_def(view, def));
  TermId self = is_block ? resolve_self_term(use->run, use->view, scope, &is_static) : 0;
  if (!self || resolve_term_at(use->run, self).kind != TERM_INST) self = resolve_term_of(use->run, TERM_SELF, view->number, def);
  FoundList members = {.count = 0};
  resolve_find_member(use->run, view, self, use->name, use->mode, &members);
  resolve_found_add_all(use->run, use->out, members.items, members.count);
  /* Inherited from outside, or not at all: the search goes on, and says so in the end. */
  use->outside |= members.ext || members.unknown;
  return use->out->count > before;
}

/* The members of what a function is called on, where they are names inside. */
static bool look_in_receiver(const Use *use, ScopeNo scope) {
  if (!use->view->lang->rules.extensions) return false;
  uint32_t before = use->out->count;
  ValueId receiver = resolve_own_receiver(use->run, use->view, scope);
  if (receiver == VALUE_UNKNOWN) return false;
  FoundList members = {.count = 0};
  resolve_find_members(use->run, use->view, receiver, use->name, use->mode, &members);
  resolve_found_add_all(use->run, use->out, members.items, members.count);
  return use->out->count > before;
}

/* ---- beyond the file ---- */

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

/* Where it cannot be told which files of a package are together, a name that two
 * of them have is nobody's. */
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
  while (use->out->count == before && (nearest = resolve_nearest(near, count))) {
    for (size_t i = 0; i < count; i++) {
      if (near[i] != nearest) continue;
      near[i] = 0;
      take_def(use, &items[i], RULE_GLOBAL);
    }
    drop_templates(use, before);
  }
}

/* Names of scripts may lie in scopes, and where some do all of them count. */
static void take_of_scripts(const Use *use, const TableItem *items, size_t count) {
  uint32_t before = use->out->count;
  for (size_t i = 0; i < count; i++) take_def(use, &items[i], RULE_GLOBAL);
  drop_templates(use, before);
  resolve_keep_nearest(use->view, use->out, before);
  if (are_apart(use->out, before)) use->out->count = before;
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
  return use->out->count > before;
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
  if (look_in_globals(use)) return;
  look_nowhere(use);
  look_in_unlisted(use);
}

/* The same for every use of the name in the file: found once, kept as a
 * list. Names with numbers too large for the key are looked up each time. */
static void look_beyond_once(const Use *use) {
  Run *run = use->run;
  uint32_t number = use->name.value << 3 | use->mode, kept;
  bool fits = use->name.value < 1u << 29;
  MemoFrame frame;
  if (!fits) {
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
    *vec_add(run->arena, &run->kept) = (KeptList){
        .items = arena_copy(run->arena, found.items, found.count * sizeof *found.items),
        .count = found.count, .ext = found.ext, .unknown = found.unknown};
    resolve_memo_end(run, &frame, kept);
  }
  KeptList list = run->kept.items[kept];
  resolve_found_add_all(run, use->out, list.items, list.count);
  use->out->ext |= list.ext;
  use->out->unknown |= list.unknown;
}

void resolve_find_all(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  Use use = {.run = run, .view = view, .name = name, .at = UINT32_MAX, .from = 1, .out = out,
             .mode = resolve_mode(view->lang, mode)};
  if (!name.value) return;
  look_in(&use, 1);
  look_beyond_once(&use);
}

/* Functions that the file includes: overloads of those that it has itself. What only
 * linking would find is not. */
static void look_for_overloads(Use *use, uint32_t before) {
  for (uint32_t i = before; i < use->out->count; i++) {
    const Found *found = &use->out->items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return;
  }
  FoundList more = {.count = 0};
  Use own = *use;
  own.out = &more;
  look_beyond_once(&own);
  for (uint32_t i = 0; i < more.count; i++) {
    if (more.items[i].rule == RULE_IMPORT) resolve_found_add(use->run, use->out, more.items[i]);
  }
}

/* The file and what it includes have their namespaces in common: what the file has
 * is not meant for that reason alone, and of functions not alone. */
static void look_in_spaces(Use *use, uint32_t before) {
  bool own = look_in(use, 1) && resolve_is_in_space(use->view, use->at, use->out, before);
  if (!own) look_beyond_once(use);
  else if (use->mode & MODE_CALL) look_for_overloads(use, before);
  resolve_keep_near_space(use->view, use->at, use->out, before);
}

void resolve_find_name(Run *run, View *view, NameUse asked, FoundList *out) {
  if (!asked.name.value) return;
  Use use = {.run = run, .view = view, .name = asked.name, .at = asked.at, .from = asked.scope, .out = out,
             .mode = resolve_mode(view->lang, asked.mode)};
  ScopeNo scope = asked.scope;
  bool in_spaces = view->lang->rules.namespaces_flat;
  uint32_t before = out->count;
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    const Scope *here = view_scope(view, scope);
    if (scope == 1 && in_spaces) break;
    bool of_type = here->kind == SCOPE_TYPE || here->kind == SCOPE_STATIC || here->kind == SCOPE_OBJECT;
    if (of_type ? look_in_type(&use, scope) : look_in(&use, scope)) return;
    if (here->kind == SCOPE_FUNCTION && look_in_receiver(&use, scope)) return;
    if (here->kind == SCOPE_FUNCTION) use.crossed = true;
    scope = here->parent;
  }
  if (in_spaces) look_in_spaces(&use, before);
  else look_beyond_once(&use);
  if (use.outside && out->count == 0) out->ext = true;
}

/* ---- expressions that name something ---- */

/* A member of what a call gave is found by the flow of values, which is less
 * sure than a declared type. */
static void refine_rule(const View *view, const Expr *expr, FoundList *out) {
  const Expr *base = view_expr(view, expr->base);
  bool declared = base->kind == EXPR_OF_TYPE || base->kind == EXPR_NEW;
  for (uint32_t i = 0; i < out->count; i++) {
    if (out->items[i].rule == RULE_TYPE && !declared && base->kind == EXPR_CALL) out->items[i].rule = RULE_FLOW;
  }
}

static unsigned mode_of(const Expr *expr, bool called) {
  if (expr->flags & EXPR_IN_TYPE) return MODE_TYPE;
  return called || expr->kind == EXPR_METHOD_REF ? MODE_CALL : MODE_VALUE;
}

/* Types are called too, where that makes an instance; those of another language
 * of the family do not say so themselves. */
static void find_made(Run *run, View *view, const Expr *expr, FoundList *out) {
  if (out->count || view->lang->rules.called_type != LANGUAGE_CALLED_TYPE_MAKES) return;
  FoundList types = {.count = 0};
  resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, MODE_TYPE}, &types);
  if (types.count) *out = types;
}

static bool is_type(const Found *found) {
  return found->view && found->def && symbol_kind_is_type(view_def(found->view, found->def)->kind);
}

/* Of types that the number of type parameters tells apart those that take as
 * many as are given; all, when none does. */
static void keep_arity(Run *run, FoundList *out, uint32_t given) {
  uint32_t types = 0, fitting = 0, kept = 0;
  for (uint32_t i = 0; i < out->count; i++) {
    if (!is_type(&out->items[i])) continue;
    types++;
    fitting += arity_of(run, &out->items[i]) == given;
  }
  if (!fitting || fitting == types) return;
  for (uint32_t i = 0; i < out->count; i++) {
    if (!is_type(&out->items[i]) || arity_of(run, &out->items[i]) == given) out->items[kept++] = out->items[i];
  }
  out->count = kept;
}

/* Type arguments and dereferences are looked through: they do not change
 * what is named. */
static bool find(Run *run, View *view, ExprNo number, bool called, FoundList *out) {
  *out = (FoundList){.count = 0};
  const Expr *expr = view_expr(view, number);
  for (int guard = 0; guard < 8 && (expr->kind == EXPR_APPLY || expr->kind == EXPR_POINTER); guard++) {
    expr = view_expr(view, expr->base);
  }
  if (expr->kind == EXPR_NAME) {
    resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, mode_of(expr, called)}, out);
    if (view->lang->rules.types_by_arity) keep_arity(run, out, expr->number);
    if (called) {
      find_made(run, view, expr, out);
      resolve_prefer_held(run, view, expr, out);
      resolve_keep_extensions(run, view, expr->scope, out);
    }
    return true;
  }
  if (expr->kind == EXPR_SLOT) {
    resolve_find_slot(run, view, expr, out);
    return true;
  }
  if (expr->kind != EXPR_MEMBER && expr->kind != EXPR_METHOD_REF) return false;
  ValueId base = resolve_eval(run, view, expr->base);
  if (expr->flags & EXPR_ARROW) base = resolve_through(run, view, base, view->lang->arrow);
  resolve_find_members(run, view, base, expr->name, mode_of(expr, called), out);
  if (called) resolve_drop_unfit(run, view, number, out);
  if (called && !out->count) resolve_find_extensions(run, view, expr, base, out);
  if (called && !out->count) resolve_find_static_extensions(run, view, expr, base, out);
  refine_rule(view, expr, out);
  return true;
}

bool resolve_find(Run *run, View *view, ExprNo expr, FoundList *out) { return find(run, view, expr, false, out); }

bool resolve_find_callee(Run *run, View *view, ExprNo expr, FoundList *out) {
  return find(run, view, expr, true, out);
}
