/* Lists of what a name was found to mean: adding to them without doubles, and
 * what a bind adds that leads further; and the tables that names are looked up in. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

uint32_t resolve_arity_of(Run *run, const Found *found) {
  uint32_t count;
  resolve_type_params(run, found->view, found->def, &count);
  return count;
}

/* Whether the number of type parameters does not tell the types apart. */
static bool same_arity(Run *run, const Found *a, const Found *b) {
  return !a->view->lang->rules.types_by_arity || resolve_arity_of(run, a) == resolve_arity_of(run, b);
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
    if (other->bind == found.bind && other->def == found.def && other->view == found.view && /* what differs most comes first */
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
