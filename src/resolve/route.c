/* Routes: what a file tells frameworks, as symbols of their own with edges to
 * what handles them. A route is there when its object is the framework's by
 * import, and its path is text. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

typedef struct Routing {
  Run *run;
  View *view;
  Routes *routes;
} Routing;

typedef WiringTexts Texts;

/* ---- methods and paths ---- */

Str resolve_wiring_upper(Run *run, Str name) {
  char *out = str_to_c(run->arena, name);
  for (size_t i = 0; i < name.len; i++) {
    if (out[i] >= 'a' && out[i] <= 'z') out[i] = (char)(out[i] - 'a' + 'A');
  }
  return (Str){out, name.len};
}

/* Strings, or members whose name says it (RequestMethod.POST, http.MethodPost). */
static void add_method(Run *run, const View *view, ExprNo number, Texts *methods) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_LIST || expr->kind == EXPR_TUPLE || expr->kind == EXPR_SET) {
    for (uint32_t i = 0; i < expr->list.count; i++) add_method(run, view, view_item(view, expr->list, i), methods);
    return;
  }
  Str name = names_text(run->world->names, expr->name);
  if (!name.len || (expr->kind != EXPR_LITERAL && expr->kind != EXPR_MEMBER && expr->kind != EXPR_NAME)) return;
  if (expr->kind == EXPR_MEMBER && name.len > 6 && str_starts_with(name, STR("Method"))) name = str_slice(name, 6, name.len);
  Str method = resolve_wiring_upper(run, name);
  if (str_eq_c(method, "ALL")) method = STR("ANY");
  if (methods->count < WIRING_TEXTS) methods->items[methods->count++] = method;
}

void resolve_wiring_methods(Run *run, View *view, ExprNo call, const WiringWord *word, Texts *ret_methods) {
  *ret_methods = (Texts){.count = 0};
  ExprNo said = word->row->methods ? resolve_wiring_argument(run, view, call, word->row->methods) : 0;
  if (said) add_method(run, view, said, ret_methods);
  Str method = word->method.len ? word->method : str_from_c(word->row->method);
  if (!ret_methods->count && method.len) ret_methods->items[ret_methods->count++] = method;
}

bool resolve_wiring_texts(Run *run, View *view, ExprNo number, Texts *texts) {
  const Expr *expr = view_expr(view, number);
  bool is_list = expr->kind == EXPR_LIST || expr->kind == EXPR_TUPLE || expr->kind == EXPR_SET;
  for (uint32_t i = 0; is_list && i < expr->list.count; i++) {
    if (!resolve_wiring_texts(run, view, view_item(view, expr->list, i), texts)) return false;
  }
  if (is_list) return true;
  Buf text;
  buf_init(&text, run->arena, 400);
  if (!resolve_wiring_text(run, view, number, &text)) return false;
  if (texts->count < WIRING_TEXTS) texts->items[texts->count++] = buf_str(&text);
  return true;
}

static bool add_path(const Routing *routing, ExprNo number, Texts *paths) {
  return resolve_wiring_texts(routing->run, routing->view, number, paths);
}

/* openapi(listRoute, handler): path and methods were given to the call that made the constant. */
static bool made_with(const Routing *routing, ExprNo call, const WiringWord *word, Texts *ret_paths, Texts *ret_methods) {
  View *other = routing->view;
  ExprNo given = resolve_wiring_argument(routing->run, routing->view, call, word->row->made);
  ExprNo made = given && view_expr(routing->view, given)->kind == EXPR_CALL ? given : 0;
  if (given && !made) made = resolve_wiring_constant(routing->run, routing->view, given, &other);
  ExprNo path = made ? resolve_wiring_argument(routing->run, other, made, word->row->path) : 0;
  if (!path || !resolve_wiring_texts(routing->run, other, path, ret_paths)) return false;
  resolve_ask_wiring(routing->run, other);
  resolve_wiring_methods(routing->run, other, made, word, ret_methods);
  return ret_paths->count > 0;
}

/* ---- one route ---- */

typedef struct Told {
  const Ref *ref;
  ExprNo handler, call;
  DefNo handled_by;
  const Framework *framework;
  const Texts *methods;
  const Texts *paths;
  const WiringPrefixes *prefixes;
  Str between; /* the type's own path */
} Told;

void resolve_route_add(Run *run, Routes *routes, Route route, Str method, Str path) {
  if (routes->len >= ROUTES_MAX) return;
  route.name = names_intern(run->world->names, str_format(run->arena, "%.*s %.*s", STR_ARG(method), STR_ARG(path)));
  *vec_add(run->arena, routes) = route;
}

static void add_route(const Routing *routing, const Told *told, Str method, Str path, Str prefix) {
  Run *run = routing->run;
  size_t space = str_find_byte(path, ' '); /* "GET /items" */
  if (space != STR_NONE) {
    method = str_slice(path, 0, space);
    path = str_slice(path, space + 1, path.len);
  }
  if (told->between.len) prefix = resolve_wiring_join(run->arena, prefix, told->between);
  Str full = resolve_wiring_join(run->arena, prefix, path);
  Route route = {.ref = told->ref, .view = routing->view, .handler = told->handler, .call = told->call, .handled_by = told->handled_by,
                 .framework = told->framework};
  resolve_route_add(run, routing->routes, route, method, full);
}

static void add_routes(const Routing *routing, const Told *told) {
  for (uint32_t p = 0; p < told->prefixes->count; p++) {
    for (uint32_t i = 0; i < told->paths->count; i++) {
      for (uint32_t m = 0; m < told->methods->count; m++) {
        add_route(routing, told, told->methods->items[m], told->paths->items[i], told->prefixes->items[p]);
      }
    }
  }
}

/* `get(list).post(make)`: a method and a handler for each call of the chain;
 * `get().to(list)`: the method of one, the handler of the other. */
static void add_verbs(const Routing *routing, Told told, const WiringWord *word) {
  const View *view = routing->view;
  ExprNo at = told.handler, pending = 0;
  for (unsigned guard = 0; at && guard < 20; guard++) {
    const Expr *call = view_expr(view, at);
    if (call->kind != EXPR_CALL) return;
    const Expr *callee = view_expr(view, call->base);
    ExprNo given = call->list.count ? view_item(view, call->list, 0) : 0;
    Str name = names_text(routing->run->world->names, callee->name);
    if (language_word_in(word->row->verbs, name) && (given || pending)) {
      Texts method = {.count = 0};
      add_method(routing->run, view, call->base, &method);
      told.handler = given ? given : pending;
      told.methods = &method;
      add_routes(routing, &told);
      pending = 0;
    } else {
      pending = given;
    }
    at = callee->kind == EXPR_MEMBER ? callee->base : 0;
  }
}

/* ---- where routes are told ---- */

bool resolve_wiring_told(Run *run, WiringUse use, ExprNo callee, WiringPrefixes *ret_prefixes) {
  const Expr *expr = view_expr(use.view, callee);
  Origin origin;
  bool is_member = expr->kind == EXPR_MEMBER;
  if (!resolve_origin(run, use.view, is_member ? expr->base : callee, &origin)) return false;
  if (!is_member) { /* the name itself is the last step, or the package */
    if (origin.count && !origin.steps[origin.count - 1].name.value) return false;
    Str name = origin.count ? names_text(run->world->names, origin.steps[--origin.count].name) : origin.package;
    Str rest = str_from_c(use.word->row->words);
    bool is_word = false;
    while (rest.len && !is_word) {
      Str one = str_cut(&rest, ' ');
      is_word = str_eq(str_cut(&one, ':'), name);
    }
    if (!is_word) return false;
  }
  use.origin = &origin;
  return resolve_wiring_object(run, &use, ret_prefixes);
}

static bool object_of(const Routing *routing, ExprNo callee, const WiringWord *word, OriginPlace at, ExprNo call,
                      WiringPrefixes *ret_prefixes) {
  return resolve_wiring_told(routing->run, (WiringUse){.word = word, .at = at, .view = routing->view, .call = call}, callee, ret_prefixes);
}

/* Another module's routes are put there instead of a handler. */
static bool is_mounted(const Routing *routing, ExprNo handler, const Framework *framework) {
  const Expr *call = view_expr(routing->view, handler);
  if (call->kind != EXPR_CALL) return false;
  Str name = names_text(routing->run->world->names, view_expr(routing->view, call->base)->name);
  for (const FrameworkRow *row = framework->rows; row->shape != FRAMEWORK_END; row++) {
    if (row->modules && name.len && language_word_in(row->modules, name)) return true;
  }
  return false;
}

/* The type that is given as a handler, or whose member makes one: `View.as_view()`. */
static bool handler_type(const Routing *routing, ExprNo handler, Found *ret_type) {
  View *view = routing->view;
  const Expr *expr = view_expr(view, handler);
  FoundList list;
  if (expr->kind == EXPR_CALL) {
    const Expr *callee = view_expr(view, resolve_wiring_callee(view, handler));
    handler = callee->kind == EXPR_MEMBER ? callee->base : 0;
  }
  if (!handler || !resolve_find(routing->run, view, handler, &list) || list.count != 1) return false;
  *ret_type = list.items[0];
  return ret_type->view && ret_type->def && symbol_kind_is_type((SymbolKind)view_def(ret_type->view, ret_type->def)->kind);
}

/* Where nothing else tells the methods, the members that answer them do. */
static void answered_methods(const Routing *routing, ExprNo handler, const WiringWord *word, Texts *methods) {
  Run *run = routing->run;
  Found type;
  Texts answered = {.count = 0};
  Str rest = str_from_c(word->framework->answers);
  bool is_told = methods->count != 1 || !word->row->method || !str_eq_c(methods->items[0], word->row->method);
  if (!rest.len || is_told || !handler || !handler_type(routing, handler, &type)) return;
  while (rest.len) {
    Str name = str_cut(&rest, ' ');
    FoundList list = {.count = 0};
    resolve_find_member(run, routing->view, resolve_inst(run, type.view, type.def, NULL, 0), names_intern(run->world->names, name), MODE_ANY, &list);
    if (!list.count || !list.items[0].view || list.items[0].view->entry->is_library || answered.count == WIRING_TEXTS) continue;
    answered.items[answered.count++] = resolve_wiring_upper(run, name);
  }
  if (answered.count) *methods = answered;
}

static void told_by_call(const Routing *routing, const Ref *ref, const WiringWord *word) {
  Run *run = routing->run;
  WiringPrefixes prefixes;
  Texts methods, paths = {.count = 0};
  OriginPlace at = {routing->view->file, ref->from, 0, ref->from != 0};
  ExprNo handler = resolve_wiring_argument(run, routing->view, ref->expr, word->row->handler);
  ExprNo path = resolve_wiring_argument(run, routing->view, ref->expr, word->row->path);
  DefNo written = resolve_wiring_function(run, routing->view, ref->expr, word->row->handler);
  if (!written && (!handler || view_expr(routing->view, handler)->kind == EXPR_LITERAL)) return;
  if (written) handler = 0;
  if (handler && is_mounted(routing, handler, word->framework)) return;
  bool has_path = word->row->made ? made_with(routing, ref->expr, word, &paths, &methods) : path && path != handler && add_path(routing, path, &paths);
  if (!has_path && !word->row->pathless) return;
  if (!object_of(routing, resolve_wiring_callee(routing->view, ref->expr), word, at, ref->expr, &prefixes)) return;
  if (!has_path) { /* its object was given the path */
    if (!word->row->pathless || !prefixes.is_grouped) return;
    paths = (Texts){.items = {STR_EMPTY}, .count = 1};
  }
  if (!word->row->made) resolve_wiring_methods(run, routing->view, ref->expr, word, &methods);
  answered_methods(routing, handler, word, &methods);
  Told told = {.ref = ref, .handler = handler, .handled_by = written, .framework = word->framework, .methods = &methods, .paths = &paths, .prefixes = &prefixes};
  if (!word->row->verbs && str_eq_c(str_from_c(word->row->handler), "last")) told.call = ref->expr;
  Found type;
  if (word->row->set) {
    Route route = {.ref = ref, .view = routing->view, .framework = NULL};
    if (!handler_type(routing, handler, &type)) return;
    for (uint32_t i = 0; i < prefixes.count; i++) {
      resolve_routes_set(run, &type, word, resolve_wiring_join(run->arena, prefixes.items[i], paths.items[0]), route, routing->routes);
    }
    return;
  }
  if (word->row->verbs) add_verbs(routing, told, word);
  else add_routes(routing, &told);
}

/* What a decorator is a call of, or the decorator itself. */
static ExprNo callee_of(const View *view, ExprNo decorator) {
  const Expr *expr = view_expr(view, decorator);
  return expr->kind == EXPR_CALL || expr->kind == EXPR_NEW ? resolve_wiring_callee(view, decorator) : decorator;
}

/* "api/[controller]" of UsersController is "api/Users"; `own` says the words, and what the name ends with. */
static Str with_own_name(const Routing *routing, Str path, const View *view, DefNo def, const char *own) {
  Str rest = str_from_c(own);
  while (rest.len) {
    Str ending = str_cut(&rest, ' '), word = str_cut(&ending, ':');
    bool is_type = symbol_kind_is_type((SymbolKind)view_def(view, def)->kind);
    size_t at = is_type == (ending.len > 0) ? str_find(path, word) : STR_NONE;
    Str name = names_text(routing->run->world->names, view_def(view, def)->name);
    if (at == STR_NONE) continue;
    if (str_ends_with(name, ending)) name.len -= ending.len;
    Str behind = str_slice(path, at + word.len, path.len);
    path = str_format(routing->run->arena, "%.*s%.*s%.*s", STR_ARG(str_slice(path, 0, at)), STR_ARG(name), STR_ARG(behind));
  }
  return path;
}

/* What decorators say about the beginning of paths. */
typedef struct PrefixTold {
  bool is_told, is_unknown;
  Str path;
  const char *own; /* FrameworkRow.own */
} PrefixTold;

static PrefixTold told_prefix(const Routing *routing, View *view, DefNo def, const Framework *framework) {
  ExprList list = view_def(view, def)->decorators;
  PrefixTold told = {.is_told = false};
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo decorator = view_item(view, list, i), callee = callee_of(view, decorator);
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, callee)->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      WiringPrefixes prefixes;
      if (word->row->shape != FRAMEWORK_PREFIX || word->framework != framework) continue;
      WiringUse use = {.word = word, .at = {view->file, def, 0, false}, .view = view};
      if (!resolve_wiring_told(routing->run, use, callee, &prefixes)) continue;
      ExprNo path = resolve_wiring_argument(routing->run, view, decorator, word->row->path);
      Texts paths = {.count = 0};
      if (path && !resolve_wiring_texts(routing->run, view, path, &paths)) return (PrefixTold){.is_told = true, .is_unknown = true};
      told = (PrefixTold){.is_told = true, .path = paths.count ? paths.items[0] : told.path, .own = word->row->own};
    }
  }
  return told;
}

/* By one of the decorators of a type, or of one that it extends. */
static PrefixTold type_prefix(const Routing *routing, View *view, DefNo type, const Framework *framework, unsigned depth) {
  enum { DEPTH = 4 };
  PrefixTold told = told_prefix(routing, view, type, framework);
  ExprList bases = view_def(view, type)->bases;
  for (uint32_t i = 0; !told.is_told && depth < DEPTH && i < bases.count; i++) {
    FoundList list;
    if (!resolve_find(routing->run, view, view_item(view, bases, i), &list)) continue;
    for (uint32_t k = 0; !told.is_told && k < list.count; k++) {
      const Found *found = &list.items[k];
      if (!found->view || !found->def || found->view->entry->is_library || !symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind)) continue;
      resolve_ask_wiring(routing->run, found->view);
      told = type_prefix(routing, found->view, found->def, framework, depth + 1);
    }
  }
  return told;
}

/* False: it cannot be told. */
static bool type_path(const Routing *routing, DefNo number, const Framework *framework, Str *ret_path) {
  DefNo around = view_def(routing->view, number)->container;
  *ret_path = STR_EMPTY;
  if (!around) return true;
  PrefixTold told = type_prefix(routing, routing->view, around, framework, 0);
  *ret_path = told.path;
  if (told.own) *ret_path = with_own_name(routing, with_own_name(routing, told.path, routing->view, around, told.own), routing->view, number, told.own);
  return !told.is_unknown;
}

static void told_by_mark(const Routing *routing, const Ref *ref, DefNo def, ExprNo decorator, const WiringWord *word) {
  View *view = routing->view;
  ExprNo callee = callee_of(view, decorator);
  Texts methods, paths = {.count = 0};
  WiringPrefixes prefixes;
  Told told = {.ref = ref, .handled_by = def, .methods = &methods, .paths = &paths, .prefixes = &prefixes};
  ExprNo path = resolve_wiring_argument(routing->run, view, decorator, word->row->path);
  if (path && !add_path(routing, path, &paths)) return;
  if (!object_of(routing, callee, word, (OriginPlace){view->file, def, 0, true}, 0, &prefixes)) return;
  if (!paths.count) { /* another decorator may have it */
    PrefixTold beside = told_prefix(routing, view, def, word->framework);
    if (beside.is_unknown) return;
    paths = (Texts){.items = {beside.own ? with_own_name(routing, beside.path, view, def, beside.own) : beside.path}, .count = 1};
  }
  bool stands_alone = word->row->absolute && paths.items[0].len && paths.items[0].ptr[0] == '/';
  if (!stands_alone && !type_path(routing, def, word->framework, &told.between)) return;
  resolve_wiring_methods(routing->run, view, decorator, word, &methods);
  add_routes(routing, &told);
}

/* ---- all of a file ---- */

typedef struct Marks {
  Idmap by_expr; /* the decorator, and what it calls: index in items */
  VEC(struct { DefNo def; ExprNo decorator; bool is_done; }) items;
} Marks;

static void find_marks(const Routing *routing, Marks *marks) {
  const View *view = routing->view;
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    ExprList list = view->facts->defs.items[i].decorators;
    for (uint32_t k = 0; k < list.count; k++) {
      ExprNo decorator = view_item(view, list, k), callee = callee_of(view, decorator);
      if (!resolve_wiring_word(view->lang->wiring, view_expr(view, callee)->name)) continue;
      if (!marks->items.len) idmap_init(&marks->by_expr, routing->run->arena);
      idmap_set(&marks->by_expr, decorator, (uint32_t)marks->items.len);
      idmap_set(&marks->by_expr, callee, (uint32_t)marks->items.len);
      vec_add(routing->run->arena, &marks->items);
      vec_last(&marks->items)->def = i;
      vec_last(&marks->items)->decorator = decorator;
      vec_last(&marks->items)->is_done = false;
    }
  }
}

static void look_at_topic(const Routing *routing, const Marks *marks, uint32_t mark, const Ref *ref, const WiringWord *word) {
  TopicPlace place = {.ref = ref, .word = word, .call = ref->expr};
  if (mark != IDMAP_NONE && marks->items.items[mark].is_done) return;
  if (mark != IDMAP_NONE) place.call = marks->items.items[mark].decorator, place.def = marks->items.items[mark].def;
  resolve_routes_topic(routing->run, routing->view, &place, routing->routes);
}

static void look_at(const Routing *routing, Marks *marks, const Ref *ref) {
  const View *view = routing->view;
  const WiringWords *words = view->lang->wiring;
  uint32_t mark = marks->items.len ? idmap_get(&marks->by_expr, ref->expr) : IDMAP_NONE;
  const Expr *expr = view_expr(view, ref->expr);
  ExprNo callee = mark == IDMAP_NONE ? resolve_wiring_callee(view, ref->expr) : callee_of(view, marks->items.items[mark].decorator);
  bool is_call = ref->role == REF_CALL && expr->kind == EXPR_CALL, makes = ref->role == REF_NEW && expr->kind == EXPR_NEW;
  if (mark == IDMAP_NONE && !is_call && !makes) return;
  const Expr *named = view_expr(view, callee);
  if (named->kind != EXPR_MEMBER && named->kind != EXPR_NAME) return;
  for (const WiringWord *word = resolve_wiring_word(words, named->name); word; word = resolve_wiring_next(words, word)) {
    routing->run->step_limit = routing->run->steps + RUN_STEPS_PER_REF;
    if (word->row->shape == FRAMEWORK_TOPIC) {
      look_at_topic(routing, marks, mark, ref, word);
    } else if (word->row->shape == FRAMEWORK_ENDPOINTS) {
      if (is_call) resolve_routes_endpoints(routing->run, routing->view, ref, word, routing->routes);
    } else if (mark == IDMAP_NONE) {
      bool is_route = word->row->shape == FRAMEWORK_ROUTE;
      if (word->framework->nests && (is_route || word->row->shape == FRAMEWORK_SET)) {
        resolve_routes_nested(routing->run, routing->view, ref, word, routing->routes);
      } else if (is_route && is_call) {
        told_by_call(routing, ref, word);
      }
    } else if (word->row->shape == FRAMEWORK_MARK && !marks->items.items[mark].is_done &&
               resolve_is_callable_kind(view_def(view, marks->items.items[mark].def)->kind)) {
      told_by_mark(routing, ref, marks->items.items[mark].def, marks->items.items[mark].decorator, word);
    }
  }
  if (mark != IDMAP_NONE) marks->items.items[mark].is_done = true;
}

void resolve_routes_of(Run *run, View *view, Routes *ret_routes) {
  *ret_routes = (Routes){0};
  if (!view->lang->wiring || view->entry->is_library) return;
  Routing routing = {run, view, ret_routes};
  Marks marks = {0};
  find_marks(&routing, &marks);
  for (RefNo i = 1; i < view->facts->refs.len && ret_routes->len < ROUTES_MAX; i++) {
    const Ref *ref = view_ref(view, i);
    if (!ref->expr || ref->expr >= view->facts->exprs.len) continue;
    look_at(&routing, &marks, ref);
  }
  resolve_routes_placed(run, view, ret_routes);
  resolve_routes_mapped(run, view, ret_routes);
  resolve_routes_planned(run, view, ret_routes);
  resolve_routes_rooted(run, view, ret_routes);
}
