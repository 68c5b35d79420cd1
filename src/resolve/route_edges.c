/* From routes to symbols and edges: a link to what handles the route; where
 * that has no name, to what it calls. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

/* ---- handlers ---- */

static bool can_handle(const Def *def) { return resolve_is_callable_kind(def->kind) || symbol_kind_is_type(def->kind); }

/* How handlers of one route are looked for. */
typedef struct Handling {
  size_t before;       /* edges that were there, of references */
  const char *answers; /* Framework.answers */
  size_t *references;  /* that may still be looked at in other files */
} Handling;

/* The members of a type that answer requests. */
static void link_answers(Edges *edges, const Ref *ref, View *view, DefNo type, const char *answers) {
  Run *run = edges->run;
  Str rest = str_from_c(answers);
  while (rest.len) {
    FoundList list = {.count = 0};
    NameId name = names_intern(run->world->names, str_cut(&rest, ' '));
    resolve_find_member(run, edges->view, resolve_inst(run, view, type, NULL, 0), name, MODE_ANY, &list);
    for (uint32_t i = 0; i < list.count; i++) {
      const Found *found = &list.items[i];
      bool is_function = found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
      if (is_function && !found->view->entry->is_library) resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, found->view, found->def);
    }
  }
}

/* Variables are followed to the functions that they certainly hold, and where
 * one is the handler itself (not given to a call that makes it), to objects. */
static void link_to(Edges *edges, const Ref *ref, const FoundList *list, const char *answers, bool is_given) {
  Run *run = edges->run;
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    if (def && can_handle(def)) {
      resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, found->view, found->def);
      if (answers && symbol_kind_is_type((SymbolKind)def->kind)) link_answers(edges, ref, found->view, found->def, answers);
      continue;
    }
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, resolve_value_of(run, found), terms);
    for (uint32_t k = 0; k < count; k++) {
      Term term = resolve_term_at(run, terms[k]);
      if (answers && !is_given && term.kind == TERM_INST) link_answers(edges, ref, resolve_view_at(run, term.view), term.number, answers);
      if (term.kind != TERM_DEF && term.kind != TERM_BOUND) continue;
      View *view = resolve_view_at(run, term.view);
      if (can_handle(view_def(view, term.number))) resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, view, term.number);
    }
  }
}

static bool is_after(uint32_t line, uint32_t column, uint32_t other_line, uint32_t other_column) {
  return line > other_line || (line == other_line && column >= other_column);
}

/* What a function without a name calls: `before` edges were there, of the
 * references themselves. */
static void link_inside(Edges *edges, const Ref *ref, DefNo def, size_t before) {
  const Span *span = &view_def(edges->view, def)->full;
  for (size_t i = 0; i < before; i++) {
    Edge edge = edges->list.items[i];
    if (edge.kind != EDGE_CALLS && edge.kind != EDGE_INSTANTIATES) continue;
    bool inside = is_after(edge.line, edge.column, span->line, span->column) &&
                  !is_after(edge.line, edge.column, span->end_line, span->end_column);
    if (!inside) continue;
    edge.kind = EDGE_LINKS;
    edge.rule = RULE_ROUTE;
    edge.from = ref->from;
    *vec_add(edges->run->arena, &edges->list) = edge;
  }
}

/* const create = wrapped(async (req, res) => …): the constant, and what the function in the call does. */
static void link_wrapped(Edges *edges, const Ref *ref, const FoundList *list, const Handling *how, unsigned depth) {
  enum { DEPTH = 3 };
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    const Bind *bind = found->view && found->bind ? view_bind(found->view, found->bind) : NULL;
    ExprNo value = def ? def->value : bind ? bind->value : 0;
    const Expr *made = value ? view_expr(found->view, value) : NULL;
    FoundList held; /* const { create } = require("./controllers") */
    bool is_held = made && (made->kind == EXPR_NAME || made->kind == EXPR_MEMBER) && depth < DEPTH && resolve_find(edges->run, found->view, value, &held);
    if (is_held) link_wrapped(edges, ref, &held, how, depth + 1);
    if (!made || !def || made->kind != EXPR_CALL || found->view->entry->is_library) continue;
    Handled handled = {edges, ref, RULE_ROUTE, found->view, def->name_span.line, how->references};
    bool gives_function = false;
    for (uint32_t k = 0; k < made->list.count; k++) {
      ExprNo item = view_item(found->view, made->list, k);
      unsigned kind = view_expr(found->view, item)->kind;
      gives_function |= kind == EXPR_FUNC;
      if (kind == EXPR_FUNC || kind == EXPR_NAME) resolve_link_handler(&handled, found->view, item);
    }
    if (gives_function) resolve_link_def(&handled, found->view, found->def);
  }
}

/* Names lead to functions; a call to what it makes a handler of, the last of
 * its arguments that is a function, or to itself when there is none. */
static void link_handler(Edges *edges, const Ref *ref, ExprNo number, const Handling *how, unsigned depth) {
  enum { DEPTH = 4 };
  View *view = edges->view;
  const Expr *expr = view_expr(view, number);
  FoundList list = {.count = 0};
  if (depth > DEPTH) return;
  switch (expr->kind) {
    case EXPR_FUNC: {
      const Def *def = view_def(view, expr->number);
      if (def->flags & DEF_ANONYMOUS) link_inside(edges, ref, expr->number, how->before);
      else resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, view, expr->number);
      return;
    }
    case EXPR_KEYWORD: case EXPR_POINTER: case EXPR_AWAIT: case EXPR_OF_TYPE:
      link_handler(edges, ref, expr->base, how, depth + 1);
      return;
    case EXPR_LIST: case EXPR_TUPLE:
      if (expr->list.count) link_handler(edges, ref, view_item(view, expr->list, expr->list.count - 1), how, depth + 1);
      return;
    case EXPR_CALL: case EXPR_NEW: {
      size_t was = edges->list.len;
      for (uint32_t i = expr->list.count; i-- > 0 && edges->list.len == was;) {
        link_handler(edges, ref, view_item(view, expr->list, i), how, depth + 1);
      }
      if (edges->list.len > was) return;
      const Expr *callee = view_expr(view, expr->base);
      if (resolve_find_callee(edges->run, view, expr->base, &list) && list.count) link_to(edges, ref, &list, how->answers, true);
      bool is_open = edges->list.len == was && callee->kind == EXPR_MEMBER; /* list.bind(this) gives what it is called on */
      if (is_open) link_handler(edges, ref, callee->base, how, depth + 1);
      return;
    }
    default: {
      size_t was = edges->list.len;
      if (!resolve_find(edges->run, view, number, &list)) return;
      if (!list.count) resolve_find_callee(edges->run, view, number, &list);
      FoundList variables = list;
      resolve_definitions(edges->run, view, &list);
      link_to(edges, ref, &list, how->answers, depth > 0);
      if (edges->list.len == was) link_wrapped(edges, ref, &variables, how, 0);
    }
  }
}

/* ---- types that are told by name ---- */

/* In a package, or by the names around it, whichever the language has. */
static void find_type(Run *run, View *view, const RouteType *type, const char *joint, FoundList *list) {
  const Lang *lang = view->lang;
  Str name = type->name, package = STR_EMPTY, parts[8];
  size_t count = 0, at;
  Str rest = name;
  while ((at = str_find(rest, str_from_c(joint))) != STR_NONE && count < COUNT_OF(parts) - 1) {
    parts[count++] = str_slice(rest, 0, at);
    rest = str_slice(rest, at + strlen(joint), rest.len);
  }
  parts[count++] = rest;
  if (count > 1) package = str_slice(name, 0, name.len - rest.len - strlen(joint));
  uint64_t path = 1;
  for (size_t i = count; i-- > 0;) path = hash_combine(path, hash_str(parts[i]));
  uint64_t package_id = resolve_package_id(lang->language, false, STR_EMPTY, package);
  const uint64_t keys[] = {resolve_key(KEY_PART, lang->family_id, path), resolve_key(KEY_NAME, package_id, hash_str(rest))};
  for (size_t k = 0; k < COUNT_OF(keys); k++) {
    const TableItem *items;
    size_t found = resolve_lookup(run, view, keys[k], &items);
    for (size_t i = 0; i < found && i < 8; i++) {
      View *other = resolve_view(run, items[i].file);
      if (!other || items[i].def >= other->facts->defs.len || !symbol_kind_is_type(view_def(other, items[i].def)->kind)) continue;
      resolve_found_add(run, list, (Found){.view = other, .def = items[i].def});
    }
  }
}

bool resolve_route_action(Run *run, View *view, const Route *route, FoundList *ret_list) {
  FoundList types = {.count = 0};
  *ret_list = (FoundList){.count = 0};
  if (!route->action.len) return false;
  if (route->type.expr) resolve_find(run, route->type.view, route->type.expr, &types);
  else if (route->type.name.len) find_type(run, view, &route->type, route->framework->joint, &types);
  NameId name = names_intern(run->world->names, route->action);
  for (uint32_t i = 0; i < types.count && !ret_list->count; i++) {
    const Found *type = &types.items[i];
    if (!type->view || !type->def || !symbol_kind_is_type(view_def(type->view, type->def)->kind)) continue;
    resolve_find_member(run, view, resolve_inst(run, type->view, type->def, NULL, 0), name, MODE_ANY, ret_list);
  }
  return ret_list->count > 0;
}

/* What is given between the path and the handler runs before it. */
static void link_before(Edges *edges, const Ref *ref, const Route *route, const Handling *how) {
  const Expr *call = view_expr(edges->view, route->call);
  for (uint32_t i = 0; i < call->list.count; i++) {
    ExprNo item = view_item(edges->view, call->list, i);
    unsigned kind = view_expr(edges->view, item)->kind;
    bool runs = kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_FUNC || kind == EXPR_CALL || kind == EXPR_LIST;
    if (runs && item != route->handler) link_handler(edges, ref, item, how, 0);
  }
}

/* ---- symbols ---- */

/* From the name to the end of what is written there in place, as far as facts
 * tell. */
static Span whole_of(const View *view, const Route *route) {
  const Ref *ref = route->ref;
  Span span = {.from = ref->at, .to = ref->at + 1, .line = ref->line, .column = ref->column, .end_line = ref->line, .end_column = ref->column + 1};
  const Expr *handler = route->handler ? view_expr(view, route->handler) : NULL;
  for (int i = 0; handler && handler->kind == EXPR_CALL && handler->list.count && i < 4; i++) {
    handler = view_expr(view, view_item(view, handler->list, handler->list.count - 1));
  }
  const Span *end = handler && handler->kind == EXPR_FUNC ? &view_def(view, handler->number)->full : NULL;
  if (!end || end->to <= span.from) return span;
  span.to = end->to;
  span.end_line = end->end_line;
  span.end_column = end->end_column;
  return span;
}

/* What a variable holds comes first: it is the variable itself that is left
 * when nothing is known of that. */
static void link_route(Edges *edges, const Ref *ref, const Route *route, const Handling *how) {
  size_t was = edges->list.len;
  FoundList list;
  if (resolve_route_action(edges->run, edges->view, route, &list)) link_to(edges, ref, &list, how->answers, false);
  if (route->handler) link_handler(edges, ref, route->handler, how, 0);
  View *view = route->handled_in ? route->handled_in : edges->view;
  if (route->handled_by && edges->list.len == was) resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, view, route->handled_by);
  if (route->beside) resolve_edge(edges, EDGE_LINKS, RULE_ROUTE, ref, route->beside_in, route->beside);
}

/* Of them the one that is called like the method, where there is one. */
static const char *answers_of(Run *run, const Route *route) {
  const char *all = route->framework ? route->framework->answers : NULL;
  Str name = names_text(run->world->names, route->name), method = str_cut(&name, ' ');
  Str rest = str_from_c(all);
  while (rest.len) {
    Str word = str_cut(&rest, ' ');
    if (str_eq(resolve_wiring_upper(run, word), method)) return str_to_c(run->arena, word);
  }
  return all;
}

void resolve_edges_routes(Edges *edges) {
  Routes routes;
  Run *run = edges->run;
  size_t before = edges->list.len, references = HANDLED_REFERENCES;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  resolve_routes_of(run, edges->view, &routes);
  for (size_t i = 0; i < routes.len && i < EDGE_MADE_MAX; i++) {
    const Route *route = &routes.items[i];
    Ref ref = *route->ref;
    ref.from = EDGE_MADE_FIRST + (DefNo)i;
    Span whole = whole_of(edges->view, route);
    Span name = whole;
    name.to = name.from + 1;
    name.end_line = name.line;
    name.end_column = name.column + 1;
    *vec_add(run->arena, &edges->made) = (ResolvedMade){.number = ref.from, .kind = SYMBOL_ROUTE, .name = route->name,
                                                        .name_span = name, .full = whole};
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    Handling how = {before, answers_of(run, route), &references};
    link_route(edges, &ref, route, &how);
    if (route->call) link_before(edges, &ref, route, &how);
    if (route->sends.len) {
      FrameworkRow row = {.shape = FRAMEWORK_SEND, .method = route->plan->verbs, .named = route->plan->named};
      resolve_link_sent(edges, &ref, &row, route->sends);
    }
  }
}
