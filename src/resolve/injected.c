/* Parameters that a container fills by name. A function says which names it wants for
 * them, and any file what a name is (LANGUAGE_INJECTED, LANGUAGE_PROVIDED). A name for
 * which several different things are provided is none of them for certain. */
#include "src/base/hash.h"
#include "src/resolve/arguments_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum {
  LISTS_MOST = 64,    /* of one file that are looked at for a function, */
  SUPPLIERS_MOST = 12 /* and binds of a name */
};

void resolve_supplied_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys) {
  *ret_keys = (ArgumentKeys){0};
  NameId provided = language->rules.parameters_given ? names_find(facts->names, STR(LANGUAGE_PROVIDED)) : (NameId){0};
  for (BindNo i = 1; provided.value && i < facts->binds.len && ret_keys->len < ARGUMENT_KEYS; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!names_same(bind->name, provided) || !bind->value) continue;
    Str name = names_text(facts->names, facts->exprs.items[bind->value].name);
    *vec_add(arena, ret_keys) = (ArgumentKey){hash_str(name), i};
  }
}

/* ---- which name ---- */

static bool means(Run *run, View *view, ExprNo expr, DefNo function) {
  FoundList list = {.count = 0};
  if (!resolve_find(run, view, expr, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    if (list.items[i].view == view && list.items[i].def == function) return true;
  }
  return false;
}

/* What a function wants for its nth parameter; 0: it says nothing of it. A name with a
 * dot is a part of something, which only the container can tell. */
static NameId wanted_name(Run *run, View *view, DefNo function, uint32_t nth) {
  uint32_t count;
  const BindNo *binds = resolve_binds(view, 1, view->lang->injected, &count);
  for (uint32_t i = 0; i < count && i < LISTS_MOST; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    const Expr *list = view_expr(view, bind->value);
    if (!bind->type || nth >= list->list.count || !means(run, view, bind->type, function)) continue;
    const Expr *word = view_expr(view, view_item(view, list->list, nth));
    bool is_name = word->kind == EXPR_LITERAL && word->number == LITERAL_STRING &&
                   str_find_byte(names_text(run->world->names, word->name), '.') == STR_NONE;
    return is_name ? word->name : (NameId){0};
  }
  return (NameId){0};
}

/* ---- what it is ---- */

static ValueId supplied(Run *run, const View *from, NameId name) {
  const TableItem *items;
  ValueId value = VALUE_NOTHING;
  size_t count = resolve_lookup(run, from, resolve_key(KEY_SUPPLIED, from->lang->family_id, resolve_name_hash(run, name)), &items), taken = 0;
  for (size_t i = 0; i < count && taken < SUPPLIERS_MOST; i++) {
    bool counts = resolve_counts_for(&run->world->files[items[i].file], from->entry);
    View *view = counts ? resolve_view(run, items[i].file) : NULL;
    if (!view || items[i].def >= view->facts->binds.len) continue;
    taken++;
    value = resolve_union(run, value, resolve_eval(run, view, view_bind(view, items[i].def)->value));
  }
  TermId terms[VALUE_MAX];
  return resolve_terms(run, resolve_without_unknown(run, value), terms) == 1 ? value : VALUE_UNKNOWN;
}

ValueId resolve_injected(Run *run, View *view, DefNo function, uint32_t nth) {
  uint32_t count;
  resolve_binds(view, 1, view->lang->injected, &count);
  if (!count || !resolve_enter(run)) return VALUE_UNKNOWN;
  NameId name = wanted_name(run, view, function, nth);
  ValueId value = name.value ? supplied(run, view, name) : VALUE_UNKNOWN;
  resolve_leave(run);
  return value;
}
