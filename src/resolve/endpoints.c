/* Endpoints: `createApi({ endpoints: (build) => ({ getPost: build.query(…) }) })`
 * makes an object with a hook for each of them, `useGetPostQuery`. An endpoint is a
 * route that leads to the function that it was made with. Who calls its hook, or
 * one of its own members, leads to it; and itself to the project's route for the
 * path that it asks for, beneath the base that the object was made with. The object
 * has to be the package's own, by import; which server is asked nobody knows. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/value_internal.h"

#define PATHS_MAX 4 /* that one endpoint may ask for */

/* ---- what an object is made with ---- */

static const Bind *member_of(Run *run, const View *view, ExprNo object, Str name) {
  const Expr *expr = view_expr(view, object);
  ScopeNo opens = object && expr->kind == EXPR_OBJECT ? view_def(view, expr->number)->opens : 0;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_binds(view, opens, names_intern(run->world->names, name), &count) : NULL;
  return count ? view_bind(view, binds[0]) : NULL;
}

/* The function that is told to the builder, and the object that it gives. */
static ExprNo endpoints_of(Run *run, const View *view, ExprNo number, const FrameworkRow *row, DefNo *ret_function) {
  const Expr *call = view_expr(view, number);
  const Bind *bind = call->list.count ? member_of(run, view, view_item(view, call->list, 0), str_from_c(row->path)) : NULL;
  *ret_function = bind ? bind->def : 0;
  if (bind && !bind->def && view_expr(view, bind->value)->kind == EXPR_FUNC) *ret_function = view_expr(view, bind->value)->number;
  return *ret_function ? resolve_object_given(view, *ret_function) : 0;
}

static const Expr *callee_of(const View *view, const Expr *call) {
  const Expr *callee = view_expr(view, call->base);
  return callee->kind == EXPR_APPLY ? view_expr(view, callee->base) : callee;
}

/* build.query({…}), where `build` is the function's own. */
static bool is_endpoint(Run *run, const View *view, ExprNo value, DefNo function, const FrameworkRow *row) {
  const Expr *call = view_expr(view, value);
  if (!value || call->kind != EXPR_CALL || !call->base) return false;
  const Expr *callee = callee_of(view, call);
  if (callee->kind != EXPR_MEMBER || !language_word_in(row->verbs, names_text(run->world->names, callee->name))) return false;
  const Expr *builder = view_expr(view, callee->base);
  uint32_t count = 0;
  const BindNo *binds = builder->kind == EXPR_NAME ? resolve_binds(view, view_def(view, function)->opens, builder->name, &count) : NULL;
  return count && view_bind(view, binds[0])->flags & BIND_PARAM;
}

/* How many steps lead to the object that the package made; 0: it is another's. */
static uint32_t made_by(Run *run, const Origin *origin, const Framework *framework) {
  for (uint32_t steps = 1; origin->package.len && steps <= origin->count; steps++) {
    if (resolve_wiring_is_object(run, origin, framework->objects, steps)) return steps;
  }
  return 0;
}

/* ---- routes ---- */

static void take_handler(Run *run, View *view, ExprNo made, const FrameworkRow *row, Route *route) {
  const Expr *call = view_expr(view, made);
  Str rest = str_from_c(row->handler);
  while (rest.len && call->list.count && !route->handled_by && !route->handler) {
    const Bind *bind = member_of(run, view, view_item(view, call->list, 0), str_cut(&rest, ' '));
    bool is_function = bind && bind->def && resolve_is_callable_kind(view_def(view, bind->def)->kind);
    if (is_function) route->handled_by = bind->def;
    else if (bind) route->handler = bind->value;
  }
}

void resolve_routes_endpoints(Run *run, View *view, const Ref *ref, const WiringWord *word, Routes *routes) {
  const FrameworkRow *row = word->row;
  Origin origin;
  DefNo function = 0;
  ExprNo object = endpoints_of(run, view, ref->expr, row, &function);
  if (!object || !resolve_topic_is_used(run, view, word->framework)) return;
  if (!resolve_origin(run, view, ref->expr, &origin) || !made_by(run, &origin, word->framework)) return;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *told = view_ref(view, i);
    const Expr *slot = view_expr(view, told->expr), *of = slot->kind == EXPR_SLOT && slot->base ? view_expr(view, slot->base) : NULL;
    if (!of || of->kind != EXPR_OBJECT || of->number != view_expr(view, object)->number) continue;
    const Bind *bind = member_of(run, view, object, names_text(run->world->names, slot->name));
    if (!bind || !is_endpoint(run, view, bind->value, function, row)) continue;
    Route route = {.ref = told, .view = view, .endpoint = bind->value, .told_by = ref->expr};
    take_handler(run, view, bind->value, row, &route);
    resolve_route_add(run, routes, route, str_from_c(row->method), names_text(run->world->names, slot->name));
  }
}

/* ---- who asks them ---- */

/* A call of something that may be an endpoint's. */
typedef struct Asking {
  Edges *edges;
  const Ref *ref;
  const WiringWord *word;
  Origin origin; /* of the hook, or of the endpoint itself */
} Asking;

/* The endpoint of that name which the same object tells; others may have
 * namesakes. */
static bool link_endpoint(Asking *asking, View *view, ExprNo object, Str name) {
  Edges *edges = asking->edges;
  View *other;
  const Routes *routes = resolve_routes_known(edges, view->file, &other);
  for (size_t i = 0; routes && i < routes->len && i < EDGE_MADE_MAX; i++) {
    const Route *route = &routes->items[i];
    const Expr *slot = route->endpoint ? view_expr(other, route->ref->expr) : NULL;
    if (!slot || view_expr(other, slot->base)->number != view_expr(other, object)->number) continue;
    if (!str_eq(names_text(edges->run->world->names, slot->name), name)) continue;
    size_t before = edges->list.len;
    resolve_link_route(edges, asking->ref, RULE_TABLE, other, i);
    resolve_edges_wired(edges, before, other, route->ref->line);
    return true;
  }
  return false;
}

/* Of the calls that the object went through, the last that tells such an endpoint. */
static bool ask(Asking *asking, Str name) {
  Run *run = asking->edges->run;
  const Origin *origin = &asking->origin;
  for (uint32_t i = origin->count; i-- > 0;) {
    const OriginStep *step = &origin->steps[i];
    DefNo function;
    if (step->name.value || !step->view) continue;
    ExprNo object = endpoints_of(run, step->view, step->call, asking->word->row, &function);
    if (object && link_endpoint(asking, step->view, object, name)) return true;
  }
  return false;
}

static bool find_asked(Asking *asking, ExprNo object) {
  Run *run = asking->edges->run;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  return resolve_origin(run, asking->edges->view, object, &asking->origin) && made_by(run, &asking->origin, asking->word->framework);
}

/* What `$` stands for, as it was written: "use$Query" and useGetPostQuery are getPost. */
static Str asked_by(Arena *arena, Str pattern, Str name) {
  size_t at = str_find_byte(pattern, '$');
  Str before = str_slice(pattern, 0, at), behind = str_slice(pattern, at + 1, pattern.len);
  if (name.len <= before.len + behind.len || !str_starts_with(name, before) || !str_ends_with(name, behind)) return STR_EMPTY;
  Str middle = str_slice(name, before.len, name.len - behind.len);
  char *copy = str_to_c(arena, middle);
  if (copy[0] < 'A' || copy[0] > 'Z') return STR_EMPTY;
  copy[0] = byte_lower(copy[0]);
  return (Str){copy, middle.len};
}

static void by_hook(Asking *asking, ExprNo callee) {
  Run *run = asking->edges->run;
  Str name = names_text(run->world->names, view_expr(asking->edges->view, callee)->name), rest = str_from_c(asking->word->row->named);
  bool is_known = false;
  while (rest.len) {
    Str asked = asked_by(run->arena, str_cut(&rest, ' '), name);
    if (!asked.len) continue;
    if (!is_known && !find_asked(asking, callee)) return;
    is_known = true;
    if (ask(asking, asked)) return;
  }
}

/* api.endpoints.getPost.initiate() */
static void by_member(Asking *asking, const Expr *callee) {
  Run *run = asking->edges->run;
  const View *view = asking->edges->view;
  const FrameworkRow *row = asking->word->row;
  const Expr *endpoint = view_expr(view, callee->base);
  if (endpoint->kind != EXPR_MEMBER || !language_word_in(row->by, names_text(run->world->names, callee->name))) return;
  if (!find_asked(asking, callee->base) || asking->origin.count < 2) return;
  NameId around = asking->origin.steps[asking->origin.count - 2].name;
  if (around.value && language_word_in(row->members, names_text(run->world->names, around))) ask(asking, names_text(run->world->names, endpoint->name));
}

/* ---- what they ask for ---- */

/* The base that the object's requests begin with; false: nobody can tell. */
static bool base_of(Run *run, const Origin *origin, uint32_t made, const FrameworkRow *row, Buf *out) {
  const OriginStep *step = &origin->steps[made - 1];
  View *view = step->view;
  ExprNo base = view ? resolve_wiring_argument(run, view, step->call, row->made) : 0;
  for (unsigned guard = 0; base && guard < 3; guard++) { /* it may be wrapped in calls */
    Origin own;
    if (!resolve_origin(run, view, base, &own) || !own.package.len || !own.count) return false;
    const OriginStep *call = &own.steps[own.count - 1];
    if (call->name.value || !call->view) return false;
    const Expr *expr = view_expr(call->view, call->call);
    bool is_base = own.count > 1 && language_word_in(row->wraps, names_text(run->world->names, own.steps[own.count - 2].name));
    ExprNo url = is_base ? resolve_wiring_argument(run, call->view, call->call, row->own) : 0;
    if (is_base) return !url || resolve_wiring_text(run, call->view, url, out);
    view = call->view;
    base = expr->list.count ? view_item(view, expr->list, 0) : 0;
  }
  return false;
}

static Str joined(Arena *arena, Str base, Str path) {
  if (!str_contains(base, STR("://"))) return resolve_wiring_join(arena, base, path);
  bool has_slash = str_ends_with(base, STR("/")), begins = path.len && path.ptr[0] == '/';
  return str_format(arena, "%.*s%s%.*s", STR_ARG(has_slash && begins ? str_slice(base, 0, base.len - 1) : base), has_slash || begins ? "" : "/", STR_ARG(path));
}

/* "posts/1", or { url: "posts", method: "POST" }. */
static void link_asked(Edges *edges, const Ref *ref, const FrameworkRow *row, Str base, ExprNo number) {
  Run *run = edges->run;
  View *view = edges->view;
  const Expr *value = view_expr(view, number);
  Str method = STR("GET");
  Buf path, told;
  buf_init(&path, run->arena, 400);
  buf_init(&told, run->arena, 20);
  if (value->kind == EXPR_OBJECT) {
    const Bind *url = member_of(run, view, number, str_from_c(row->at)), *said = member_of(run, view, number, str_from_c(row->methods));
    if (said && (!resolve_wiring_text(run, view, said->value, &told) || !told.len)) return;
    if (said) method = buf_str(&told);
    number = url ? url->value : 0;
  }
  if (number && resolve_wiring_open_text(run, view, number, &path) && path.len) resolve_link_request(edges, ref, method, joined(run->arena, base, buf_str(&path)));
}

/* Where a path is asked for beneath the base that the API was made with, the
 * endpoint leads to the route that answers it. */
static void link_request(Edges *edges, const Route *route, size_t nth, const WiringWord *word) {
  Run *run = edges->run;
  View *view = edges->view;
  const FrameworkRow *row = word->row;
  Origin origin;
  Buf base;
  const Expr *call = view_expr(view, route->endpoint);
  const Bind *query = call->list.count ? member_of(run, view, view_item(view, call->list, 0), str_from_c(row->action)) : NULL;
  ExprNo value = query && query->def ? view_def(view, query->def)->value : 0;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  buf_init(&base, run->arena, 400);
  if (!value || !route->told_by || !resolve_origin(run, view, route->told_by, &origin)) return;
  uint32_t made = made_by(run, &origin, word->framework);
  if (!made || !base_of(run, &origin, made, row, &base)) return;
  Ref ref = *route->ref;
  ref.from = EDGE_MADE_FIRST + (DefNo)nth;
  const Expr *expr = view_expr(view, value);
  if (expr->kind != EXPR_ANY) link_asked(edges, &ref, row, buf_str(&base), value);
  for (uint32_t i = 0; expr->kind == EXPR_ANY && i < expr->list.count && i < PATHS_MAX; i++) {
    link_asked(edges, &ref, row, buf_str(&base), view_item(view, expr->list, i));
  }
}

/* ---- all of a file ---- */

static void look_at(Edges *edges, const Ref *ref, const WiringWord *word, bool *tells) {
  const View *view = edges->view;
  const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
  if (!call || call->kind != EXPR_CALL || !call->base) return;
  ExprNo callee = call->base;
  if (view_expr(view, callee)->kind == EXPR_APPLY) callee = view_expr(view, callee)->base;
  const Expr *named = view_expr(view, callee);
  if (named->kind != EXPR_NAME && named->kind != EXPR_MEMBER) return;
  Asking asking = {.edges = edges, .ref = ref, .word = word};
  *tells |= language_word_in(word->row->words, names_text(edges->run->world->names, named->name));
  by_hook(&asking, callee);
  if (named->kind == EXPR_MEMBER && named->base) by_member(&asking, named);
}

void resolve_edges_endpoints(Edges *edges) {
  View *view = edges->view, *own;
  const WiringWord *word = resolve_wiring_used(edges->run, view, FRAMEWORK_ENDPOINTS);
  bool tells = false;
  for (RefNo i = 1; word && i < view->facts->refs.len; i++) look_at(edges, view_ref(view, i), word, &tells);
  const Routes *routes = tells ? resolve_routes_known(edges, view->file, &own) : NULL;
  for (size_t i = 0; routes && i < routes->len && i < EDGE_MADE_MAX; i++) {
    if (routes->items[i].endpoint) link_request(edges, &routes->items[i], i, word);
  }
}
