/* Tables whose rows do not say which field they fill: by place, where another file has
 * the struct, or by a macro that another file has. */
#include "src/base/hash.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/module_internal.h"

/* ---- places ---- */

enum { NO_PLACE = UINT32_MAX };

/* The field's place among the fields of its struct, from 0. It is counted for each use
 * of the field, so of a struct that is longer than any table NO_PLACE is given. */
static uint32_t place_of(const View *view, DefNo field) {
  enum { INSIDE_MAX = 2000 };
  DefNo owner = view_def(view, field)->container;
  uint32_t place = 0;
  if (field - owner > INSIDE_MAX) return NO_PLACE;
  for (DefNo d = owner + 1; d < field; d++) {
    place += view_def(view, d)->kind == SYMBOL_FIELD && view_def(view, d)->container == owner;
  }
  return place;
}

/* `typedef struct a { … } b;`: what is written around the struct comes behind its fields. */
static NameId other_name(const View *view, DefNo owner) {
  const Def *type = view_def(view, owner);
  for (DefNo d = owner + 1; d < view->facts->defs.len && view_def(view, d)->full.from < type->full.to; d++) {
    const Def *def = view_def(view, d);
    const Expr *named = def->kind == SYMBOL_TYPE && def->type ? view_expr(view, def->type) : NULL;
    if (named && named->kind == EXPR_OBJECT && named->number == owner && !names_same(def->name, type->name)) return def->name;
  }
  return (NameId){0};
}

size_t resolve_placed_keys(Run *run, const Found *field, uint64_t *ret_hashes) {
  const View *view = field->view;
  DefNo owner = view_def(view, field->def)->container;
  size_t count = 0;
  if (!owner || !symbol_kind_is_type(view_def(view, owner)->kind)) return 0;
  uint32_t place = place_of(view, field->def);
  if (place == NO_PLACE) return 0;
  NameId names[2] = {view_def(view, owner)->name, other_name(view, owner)};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Str name = names_text(run->world->names, names[i]);
    if (!name.len) continue;
    ret_hashes[count++] = hash_str(str_format(run->arena, "%.*s" LANGUAGE_PLACE "%u", STR_ARG(name), place));
    ret_hashes[count++] = hash_str(str_format(run->arena, "%.*s" LANGUAGE_PLACE, STR_ARG(name)));
  }
  return count;
}

/* ---- rows that macros make ---- */

/* Also one that nobody has yet: whoever comes to have it is asked for. */
static NameId interned(Run *run, Str name) { return name.len ? names_intern(run->world->names, name) : (NameId){0}; }

bool resolve_find_in_row(Run *run, View *view, ExprNo row, const Found *field, FoundList *ret_list) {
  Macro macro;
  *ret_list = (FoundList){.count = 0};
  if (!resolve_find_macro(run, view, row, &macro)) return false;
  Str own = names_text(run->world->names, view_def(field->view, field->def)->name);
  uint32_t place = place_of(field->view, field->def);
  for (uint32_t i = 0; i < macro.patterns.count; i++) {
    Str text = resolve_macro_text(&macro, i, LANGUAGE_MACRO_ROW), target = str_cut(&text, '=');
    bool is_named = target.len && target.ptr[0] == '.';
    if (!text.len || (is_named ? !str_eq(str_slice(target, 1, target.len), own) : !str_eq(target, str_format(run->arena, "%u", place)))) continue;
    NameId name = interned(run, resolve_macro_name(run, view, view_expr(view, row)->list, text));
    if (name.value) resolve_find_name(run, view, (NameUse){1, name, view_expr(view, row)->at, MODE_VALUE | MODE_CALL}, ret_list);
  }
  return ret_list->count > 0;
}

void resolve_edges_joined(Edges *edges, const Ref *ref, const Found *found) {
  Run *run = edges->run;
  Macro macro;
  if (found->view == edges->view || !resolve_macro_of(found, &macro)) return;
  for (uint32_t i = 0; i < macro.patterns.count; i++) {
    Str text = resolve_macro_text(&macro, i, LANGUAGE_MACRO_ROW);
    str_cut(&text, '=');
    if (text.len <= 2) continue; /* the argument alone, which is spelled */
    Str joined = resolve_macro_name(run, edges->view, view_expr(edges->view, ref->expr)->list, text);
    NameId name = interned(run, joined);
    FoundList list = {.count = 0};
    if (!name.value) continue;
    resolve_find_name(run, edges->view, (NameUse){1, name, ref->at, MODE_VALUE | MODE_CALL}, &list);
    resolve_definitions(run, edges->view, &list);
    for (uint32_t k = 0; k < list.count; k++) {
      const Found *named = &list.items[k];
      if (!named->view || !named->def) continue;
      EdgeKind kind = resolve_is_holder(view_def(named->view, named->def)) ? EDGE_READS : EDGE_REFERENCES;
      resolve_edge(edges, kind, RULE_MACRO, ref, named->view, named->def);
    }
  }
}
