/* Parts: a type that is written in several files, and who mixes a type in. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { PARTS_MOST = 256 };

/* Items may be of facts that changed since, so everything is checked. */
static View *item_view(Run *run, const TableItem *item) {
  View *view = resolve_view(run, item->file);
  return view && item->def < view->facts->defs.len ? view : NULL;
}

/* Whether other files may have more of the type. */
static bool is_part(const View *view, DefNo def) {
  return (view_def(view, def)->flags & DEF_PARTIAL) || view->lang->rules.types_reopen_anywhere;
}

/* Parts have the same type parameters; another number of them is another type. */
static bool same_parameters(Run *run, View *view, DefNo def, View *other, DefNo other_def) {
  uint32_t count, others;
  resolve_type_params(run, view, def, &count);
  resolve_type_params(run, other, other_def, &others);
  return count == others;
}

uint32_t resolve_parts(Run *run, View *view, DefNo def, Part *ret_parts, uint32_t max) {
  uint32_t found = 0;
  if (!is_part(view, def)) return 0;
  uint64_t path = resolve_type_path(view->facts, def);
  if (!path) return 0;
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_PART, view->lang->family_id, path), &items);
  for (size_t i = 0; i < count && i < PARTS_MOST && found < max; i++) {
    View *at = item_view(run, &items[i]);
    if (!at || (at == view && items[i].def == def)) continue;
    if (!is_part(at, items[i].def) || !same_parameters(run, view, def, at, items[i].def)) continue;
    if (resolve_type_path(at->facts, items[i].def) == path) ret_parts[found++] = (Part){at, items[i].def};
  }
  return found;
}

/* The same definition, or another part of the same type. */
static bool same_type(const Run *run, Term a, Term b) {
  if (a.view == b.view && a.number == b.number) return true;
  const View *view = resolve_view_at(run, a.view), *other = resolve_view_at(run, b.view);
  if (!is_part(view, a.number)) return false;
  uint64_t path = resolve_type_path(view->facts, a.number);
  return path && path == resolve_type_path(other->facts, b.number);
}

/* Whether one of the type's bases is this one. */
static bool has_base(Run *run, View *view, DefNo number, NameId name, Term type) {
  const Def *def = view_def(view, number);
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ExprNo base = view_item(view, def->bases, i);
    if (!names_same(view_expr(view, base)->name, name)) continue;
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, resolve_eval_type(run, view, base), terms);
    for (uint32_t k = 0; k < count; k++) {
      Term term = resolve_term_at(run, terms[k]);
      if (term.kind == TERM_INST && same_type(run, term, type)) return true;
    }
  }
  return false;
}

void resolve_find_in_users(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out) {
  enum { USERS_MOST = 64 };
  View *view = resolve_view_at(run, self.view);
  const Def *def = view_def(view, self.number);
  bool is_self = self.kind == TERM_SELF, is_class = def->kind == SYMBOL_CLASS && !out->ext;
  if (!view->lang->rules.mixins_see_users || !(is_self ? def->kind == SYMBOL_TRAIT || is_class : def->kind == SYMBOL_INTERFACE)) return;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_USER, view->lang->family_id, resolve_name_hash(run, def->name));
  size_t count = resolve_lookup(run, view, key, &items);
  FoundList all = {.count = 0};
  for (size_t i = 0; i < count && i < USERS_MOST; i++) {
    View *at = item_view(run, &items[i]);
    if (!at || !has_base(run, at, items[i].def, def->name, self)) continue;
    FoundList own = {.count = 0};
    resolve_find_member(run, from, resolve_term_of(run, TERM_SELF, at->number, items[i].def), name, mode, &own);
    resolve_found_add_all(run, &all, own.items, own.count);
  }
  for (uint32_t i = 0; all.count > 1 && i < all.count; i++) all.items[i].rule = RULE_ANY_OF;
  if (is_self || all.count == 1) resolve_found_add_all(run, out, all.items, all.count);
}
