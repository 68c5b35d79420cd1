/* What markup gives to a component under a name is called by that name in it:
 * <Child onSave={save} /> and `onSave()` in Child lead to `save`. A lead, with the
 * place where it is given. The component has to declare what it takes, and the
 * call has to stand in it: others may take the same and be given something else.
 * What is only given on is followed to who gave it. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum {
  DEPTH_MAX = 4, /* components that give it on */
  TRIED_MAX = 256 /* places that give something of the name, for one call */
};

typedef struct Given {
  Edges *edges;
  const Ref *ref;
  unsigned tried;
} Given;

/* Where a part is used: in the component, or in a function inside of it. */
typedef struct GivenAt {
  View *view;
  DefNo in;
  unsigned depth;
} GivenAt;

static void link_fields(Given *given, GivenAt at, const FoundList *fields);

static bool is_inside(const View *view, DefNo def, DefNo outer) {
  for (unsigned guard = 0; def && guard < 64; guard++, def = view_def(view, def)->container) {
    if (def == outer) return true;
  }
  return false;
}

static DefNo function_around(const View *view, ScopeNo scope) {
  for (unsigned guard = 0; scope && guard < 64; guard++, scope = view_scope(view, scope)->parent) {
    if (view_scope(view, scope)->def) return view_scope(view, scope)->def;
  }
  return 0;
}

/* Of what is given: the first reference behind the beginning of the attribute. */
static uint32_t line_of(const View *view, const Bind *bind) {
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    if (view_ref(view, i)->at >= bind->from) return view_ref(view, i)->line;
  }
  return 0;
}

/* { onSave }: what is taken apart has a name of its own. */
static void find_parts(Given *given, View *view, const FoundList *named, FoundList *ret_fields) {
  *ret_fields = *named;
  for (uint32_t i = 0; i < named->count; i++) {
    const Found *found = &named->items[i];
    const Bind *bind = found->view == view && found->bind && !found->def ? view_bind(view, found->bind) : NULL;
    if (!bind || !bind->value || view_expr(view, bind->value)->kind != EXPR_MEMBER) continue;
    if (resolve_find(given->edges->run, view, bind->value, ret_fields)) return;
    *ret_fields = *named;
  }
}

static void link_function(Given *given, const Found *function, const View *giver, uint32_t line) {
  Edges *edges = given->edges;
  if (view_def(function->view, function->def)->flags & (DEF_ANONYMOUS | DEF_PROPERTY)) return;
  size_t before = edges->list.len;
  resolve_edge(edges, EDGE_LINKS, RULE_TABLE, given->ref, function->view, function->def);
  for (size_t i = before; i < edges->list.len; i++) {
    edges->list.items[i].wired_file = giver->file;
    edges->list.items[i].wired_line = line;
  }
}

static bool is_function(const Found *found) {
  return found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind) &&
         !(view_def(found->view, found->def)->flags & DEF_ABSTRACT);
}

/* Which files may give it is kept (assigned.c): few are read for it. */
static void link_given(Given *given, GivenAt at, const Found *field, const TableItem *item) {
  Run *run = given->edges->run;
  Term owner = resolve_term_at(run, field->owner);
  Found component;
  FoundList list, parts;
  AssignedValue *value;
  if (!owner.view || !resolve_may_be_assigned(run, item->file, item->def, resolve_view_at(run, owner.view)->file, owner.number, &value)) return;
  View *giver = resolve_view(run, item->file);
  if (!giver || item->def >= giver->facts->binds.len) return;
  const Bind *bind = view_bind(giver, item->def);
  if (!resolve_is_assignment(giver->lang->language, bind) || !resolve_is_assigned_to(run, giver, bind, field->owner)) return;
  if (!resolve_find_component(run, giver, bind->type, &component)) return;
  if (component.view != at.view || !is_inside(at.view, at.in, component.def)) return;
  if (!resolve_find(run, giver, bind->value, &list)) return;
  find_parts(given, giver, &list, &parts);
  resolve_definitions(run, giver, &list);
  bool is_any = false;
  for (uint32_t i = 0; i < list.count; i++) {
    if (!is_function(&list.items[i])) continue;
    link_function(given, &list.items[i], giver, line_of(giver, bind));
    is_any = true;
  }
  GivenAt above = {giver, function_around(giver, bind->scope), at.depth + 1};
  if (!is_any && above.depth < DEPTH_MAX) link_fields(given, above, &parts);
}

static bool may_be_given(const Found *field) {
  if (!field->view || !field->def || !field->owner) return false;
  SymbolKind kind = (SymbolKind)view_def(field->view, field->def)->kind;
  return kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_METHOD;
}

static void link_fields(Given *given, GivenAt at, const FoundList *fields) {
  Run *run = given->edges->run;
  const Lang *lang = given->edges->view->lang;
  for (uint32_t i = 0; i < fields->count; i++) {
    const TableItem *items;
    if (!may_be_given(&fields->items[i])) continue;
    Found field = fields->items[i];
    NameId name = view_def(field.view, field.def)->name;
    size_t count = resolve_lookup(run, given->edges->view, resolve_key(KEY_FIELD, lang->family_id, resolve_name_hash(run, name)), &items);
    for (size_t k = 0; k < count && given->tried < TRIED_MAX; k++, given->tried++) link_given(given, at, &field, &items[k]);
  }
}

void resolve_edges_given(Edges *edges, const Ref *ref, const FoundList *called) {
  Given given = {.edges = edges, .ref = ref};
  FoundList fields;
  if (edges->view->lang->rules.fields != LANGUAGE_FIELDS_GIVEN || !ref->from) return;
  find_parts(&given, edges->view, called, &fields);
  link_fields(&given, (GivenAt){edges->view, ref->from, 0}, &fields);
}
