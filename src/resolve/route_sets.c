/* Sets of routes that one type answers: a router is given a path and a type, and
 * tells a route for each action that the type has, by a member of its own or
 * because of what it extends (`FrameworkRow.set` and `extends`), and for each
 * member that is decorated as one. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

static Str last_part(Str name) {
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, dot + 1, name.len);
}

static bool has_item(Str items, Str wanted) {
  while (items.len) {
    if (str_eq(str_cut(&items, ','), wanted)) return true;
  }
  return false;
}

/* "ReadOnlyModelViewSet:list,retrieve": whether something that the type extends, outside of the project, gives the action. */
static bool inherits(Run *run, View *view, DefNo type, const char *extends, Str action, unsigned depth) {
  enum { DEPTH = 4 };
  ExprList bases = view_def(view, type)->bases;
  for (uint32_t i = 0; i < bases.count && depth < DEPTH; i++) {
    FoundList list;
    ExprNo base = view_item(view, bases, i);
    Str name = last_part(names_text(run->world->names, view_expr(view, base)->name)), rest = str_from_c(extends);
    while (rest.len) {
      Str actions = str_cut(&rest, ' '), own = str_cut(&actions, ':');
      if (str_eq(own, name) && has_item(actions, action)) return true;
    }
    if (!resolve_find(run, view, base, &list)) continue;
    for (uint32_t k = 0; k < list.count; k++) {
      const Found *found = &list.items[k];
      bool is_ours = found->view && found->def && !found->view->entry->is_library && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
      if (is_ours && inherits(run, found->view, found->def, extends, action, depth + 1)) return true;
    }
  }
  return false;
}

static bool find_action(Run *run, const Found *type, Str action, const char *extends, Route *route) {
  FoundList list = {.count = 0};
  resolve_find_member(run, type->view, resolve_inst(run, type->view, type->def, NULL, 0), names_intern(run->world->names, action), MODE_ANY, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    bool is_ours = found->view && found->def && !found->view->entry->is_library && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
    if (!is_ours) continue;
    route->handled_by = found->def;
    route->handled_in = found->view;
    return true;
  }
  route->handled_by = type->def;
  route->handled_in = type->view;
  return inherits(run, type->view, type->def, extends, action, 0);
}

/* @action(detail=True, methods=["post"], url_path="more"): of one object where the function is given its key. */
static void add_marked(Run *run, const Found *type, const FrameworkRow *row, Str path, Route route, Routes *routes) {
  View *view = type->view;
  ScopeNo scope = view_def(view, type->def)->opens;
  for (DefNo i = 1; scope && i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (def->scope != scope || !resolve_is_callable_kind(def->kind)) continue;
    for (uint32_t k = 0; k < def->decorators.count; k++) {
      ExprNo decorator = view_item(view, def->decorators, k);
      Origin origin;
      if (view_expr(view, decorator)->kind != EXPR_CALL || !resolve_origin(run, view, view_expr(view, decorator)->base, &origin)) continue;
      if (!origin.package.len || !resolve_wiring_is_object(run, &origin, row->given, origin.count)) continue;
      WiringWord word = {.row = &(FrameworkRow){.methods = row->methods, .method = "GET"}};
      WiringTexts methods, paths = {.count = 0};
      uint32_t params;
      resolve_signature(run, view, i, &params);
      ExprNo own = resolve_wiring_argument(run, view, decorator, row->at);
      if (own && !resolve_wiring_texts(run, view, own, &paths)) continue;
      resolve_wiring_methods(run, view, decorator, &word, &methods);
      Str name = paths.count ? paths.items[0] : names_text(run->world->names, def->name);
      Str whole = resolve_wiring_join(run->arena, params > 1 ? resolve_wiring_join(run->arena, path, str_from_c(row->key)) : path, name);
      route.handled_by = i;
      route.handled_in = view;
      for (uint32_t m = 0; m < methods.count; m++) resolve_route_add(run, routes, route, methods.items[m], whole);
    }
  }
}

void resolve_routes_set(Run *run, const Found *type, const WiringWord *word, Str path, Route route, Routes *routes) {
  const FrameworkRow *row = word->row;
  Str rest = str_from_c(row->set);
  resolve_ask_wiring(run, type->view);
  while (rest.len) { /* "retrieve:GET:/{pk}" */
    Str below = str_cut(&rest, ' '), action = str_cut(&below, ':'), method = str_cut(&below, ':');
    if (!find_action(run, type, action, row->extends, &route)) continue;
    resolve_route_add(run, routes, route, method, below.len ? resolve_wiring_join(run->arena, path, below) : path);
  }
  add_marked(run, type, row, path, route, routes);
}
