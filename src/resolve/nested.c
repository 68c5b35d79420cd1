/* Routes that are told inside of functions given to calls (nest.c): one by one,
 * or as a set that belongs to the members of a type. */
#include "src/resolve/mount_internal.h"
#include "src/resolve/nest_internal.h"

typedef struct Nested {
  Run *run;
  View *view;
  const Ref *ref;
  const WiringWord *word;
  Routes *routes;
  WiringPrefixes prefixes; /* of the file */
} Nested;

static void add(const Nested *nested, Route route, Str method, Str path) {
  Run *run = nested->run;
  route.ref = nested->ref;
  route.view = nested->view;
  route.framework = nested->word->framework;
  for (uint32_t i = 0; i < nested->prefixes.count; i++) {
    resolve_route_add(run, nested->routes, route, method, resolve_wiring_join(run->arena, nested->prefixes.items[i], path));
  }
}

/* Where the whole file is mounted by its name. */
static void find_prefixes(Nested *nested) {
  MountedList mounts = {.count = 0};
  Origin origin = {.view = nested->view};
  WiringUse use = {.word = nested->word, .origin = &origin, .at = {nested->view->file, 0, 0, false}, .view = nested->view};
  resolve_mounted(nested->run, &use, &mounts);
  nested->prefixes = (WiringPrefixes){.count = 0};
  for (uint32_t i = 0; i < mounts.count; i++) nested->prefixes.items[nested->prefixes.count++] = mounts.items[i].prefix;
  if (!mounts.count) nested->prefixes.items[nested->prefixes.count++] = STR_EMPTY;
}

/* ---- one route ---- */

static bool is_plain_path(Str path) {
  for (size_t i = 0; i < path.len; i++) {
    if (strchr(":*({<", path.ptr[i])) return false;
  }
  return path.len > 0;
}

static bool type_of_text(const Nested *nested, Str text, const Nest *nest, RouteType *ret_type) {
  return resolve_nest_type_text(nested->run, nested->view, text, nested->word->framework, nest, ret_type);
}

static bool has_type(const RouteType *type) { return type->name.len || type->expr; }

/* Without a handler the path says it: "preview" inside of a set, "photos/preview". */
static void take_path(const Nested *nested, Str path, const Nest *nest, Route *route) {
  while (path.len && path.ptr[0] == '/') path = str_slice(path, 1, path.len);
  size_t slash = str_find_last_byte(path, '/');
  if (!nested->word->framework->ending || !is_plain_path(path)) return;
  if (has_type(&nest->type)) {
    route->type = nest->type;
    route->action = slash == STR_NONE ? resolve_nest_underscored(nested->run->arena, path) : STR_EMPTY;
  } else if (slash != STR_NONE && type_of_text(nested, str_slice(path, 0, slash), nest, &route->type)) {
    route->action = resolve_nest_underscored(nested->run->arena, str_slice(path, slash + 1, path.len));
  }
}

/* "users#show", or the member's name alone where the type is known. */
static void take_text(const Nested *nested, Str text, const Nest *nest, Route *route) {
  const char *divider = nested->word->framework->divider;
  size_t at = divider ? str_find_byte(text, divider[0]) : STR_NONE;
  if (at == STR_NONE) {
    route->type = nest->type;
    route->action = has_type(&nest->type) ? text : STR_EMPTY;
  } else if (type_of_text(nested, str_slice(text, 0, at), nest, &route->type)) {
    route->action = str_slice(text, at + 1, text.len);
  }
}

/* A type, a type and its member, a text for both; else something that is
 * looked at like other handlers. */
static void take_handler(const Nested *nested, ExprNo number, const Nest *nest, Route *route) {
  View *view = nested->view;
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_KEYWORD) expr = view_expr(view, number = expr->base);
  if (expr->kind == EXPR_LIST && expr->list.count == 2) {
    const Expr *member = view_expr(view, view_item(view, expr->list, 1));
    if (member->kind == EXPR_LITERAL && resolve_nest_type(nested->run, view, view_item(view, expr->list, 0), nested->word->framework, nest, &route->type)) {
      route->action = names_text(nested->run->world->names, member->name);
      return;
    }
  }
  if (expr->kind != EXPR_LITERAL) {
    route->handler = number;
  } else if (expr->base) {
    route->type = (RouteType){.view = view, .expr = expr->base};
    route->action = str_from_c(nested->word->framework->invoked);
  } else {
    take_text(nested, names_text(nested->run->world->names, expr->name), nest, route);
  }
}

/* `on: :member` is as if a group of that name were around it. */
static bool enter_at(const Nested *nested, Nest *nest) {
  const FrameworkRow *row = nested->word->row;
  ExprNo at = row->at ? resolve_wiring_argument(nested->run, nested->view, nested->ref->expr, row->at) : 0;
  const WiringWords *words = nested->view->lang->wiring;
  if (!at) return true;
  const WiringWord *word = resolve_wiring_word(words, view_expr(nested->view, at)->name);
  for (; word; word = resolve_wiring_next(words, word)) {
    if (word->framework != nested->word->framework || word->row->shape != FRAMEWORK_GROUP || !word->row->inside) continue;
    return resolve_nest_enter(nested->run, nested->view, word->row, nested->ref->expr, nest);
  }
  return false;
}

static Str text_at(const Nested *nested, const char *places) {
  ExprNo expr = places ? resolve_wiring_argument(nested->run, nested->view, nested->ref->expr, places) : 0;
  Buf out;
  buf_init(&out, nested->run->arena, 400);
  return expr && resolve_wiring_text(nested->run, nested->view, expr, &out) ? buf_str(&out) : STR_EMPTY;
}

static void tell_one(const Nested *nested, Nest *nest) {
  const FrameworkRow *row = nested->word->row;
  WiringTexts methods, paths = {.count = 0};
  ExprNo call = nested->ref->expr;
  ExprNo path = resolve_wiring_argument(nested->run, nested->view, call, row->path);
  ExprNo handler = resolve_wiring_argument(nested->run, nested->view, call, row->handler);
  if (!enter_at(nested, nest) || (path && !resolve_wiring_texts(nested->run, nested->view, path, &paths))) return;
  if (!path && row->pathless) paths = (WiringTexts){.items = {STR_EMPTY}, .count = 1};
  Str begin = nest->inside.len ? resolve_wiring_join(nested->run->arena, nest->path, nest->inside) : nest->path;
  resolve_wiring_methods(nested->run, nested->view, call, nested->word, &methods);
  for (uint32_t p = 0; p < paths.count; p++) {
    Route route = {.ref = nested->ref};
    Str action = text_at(nested, row->action), type = text_at(nested, row->type);
    if (type.len && !type_of_text(nested, type, nest, &nest->type)) return;
    if (handler) take_handler(nested, handler, nest, &route);
    else if (action.len) route.type = nest->type, route.action = action;
    else take_path(nested, paths.items[p], nest, &route);
    Str full = resolve_wiring_join(nested->run->arena, begin, paths.items[p]);
    for (uint32_t m = 0; m < methods.count; m++) add(nested, route, methods.items[m], full);
  }
}

/* ---- sets ---- */

static bool has_text(const WiringTexts *texts, Str text) {
  for (uint32_t i = 0; i < texts->count; i++) {
    if (str_eq(texts->items[i], text)) return true;
  }
  return false;
}

/* Given to the call itself, or to a call of that name on what it gives. False:
 * nobody can tell which. */
static bool chosen(const Nested *nested, const char *places, WiringTexts *ret_texts, bool *ret_is_there) {
  ExprNo said = resolve_wiring_argument(nested->run, nested->view, nested->ref->expr, places), at = nested->ref->expr;
  uint32_t member, call;
  *ret_texts = (WiringTexts){.count = 0};
  for (unsigned guard = 0; !said && guard < 20; guard++) {
    if (resolve_parent(nested->view, at, &member) != PARENT_EXPR || view_expr(nested->view, member)->kind != EXPR_MEMBER) break;
    if (resolve_parent(nested->view, member, &call) != PARENT_EXPR || view_expr(nested->view, call)->kind != EXPR_CALL) break;
    bool is_it = language_word_in(places, names_text(nested->run->world->names, view_expr(nested->view, member)->name));
    if (is_it && view_expr(nested->view, call)->list.count) said = view_item(nested->view, view_expr(nested->view, call)->list, 0);
    at = call;
  }
  *ret_is_there = said != 0;
  return !said || resolve_wiring_texts(nested->run, nested->view, said, ret_texts);
}

static void tell_set(const Nested *nested, const Nest *around) {
  const FrameworkRow *row = nested->word->row;
  WiringTexts only, except;
  bool has_only, has_except;
  if (!chosen(nested, row->only, &only, &has_only) || !chosen(nested, row->except, &except, &has_except)) return;
  for (uint32_t nth = 0; nth < 20; nth++) {
    Nest nest = *around;
    if (!resolve_nest_set(nested->run, nested->view, nested->word, nested->ref->expr, nth, &nest)) return;
    Str rest = str_from_c(row->set);
    while (rest.len) {
      Str ending = str_cut(&rest, ' '), action = str_cut(&ending, ':'), method = str_cut(&ending, ':');
      if ((has_only && !has_text(&only, action)) || has_text(&except, action)) continue;
      Str path = resolve_nest_fill(nested->run, str_to_c(nested->run->arena, ending), nest.set, nest.key);
      Route route = {.type = nest.type, .action = action};
      add(nested, route, method, path.len ? resolve_wiring_join(nested->run->arena, nest.path, path) : nest.path);
    }
  }
}

void resolve_routes_nested(Run *run, View *view, const Ref *ref, const WiringWord *word, Routes *routes) {
  Nested nested = {.run = run, .view = view, .ref = ref, .word = word, .routes = routes};
  Nest nest;
  for (uint32_t nth = 0; nth < NESTS_MAX; nth++) {
    if (!resolve_nest(run, view, word->framework, view_expr(view, ref->expr)->base, nth, &nest)) return;
    if (!nth) find_prefixes(&nested);
    if (word->row->shape == FRAMEWORK_SET) tell_set(&nested, &nest);
    else tell_one(&nested, &nest);
  }
}
