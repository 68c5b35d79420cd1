/* Plans: a map that a library is told, each entry of which says what is sent and
 * when: { "nightly": { "task": "shop.tasks.clean", … } }. An entry is a route that a
 * clock runs, and leads to the topic that it sends to. The map is known by the
 * library's own name for it, in a project that uses the library. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"

#define ENTRIES_MAX 200 /* of one map; more are data, not a plan that somebody wrote */

/* A map, while its entries are looked at. */
typedef struct Plan {
  Run *run;
  View *view;
  const WiringWord *word;
  const Ref *ref;
  Routes *routes;
} Plan;

static bool is_text(const Expr *expr) { return expr->kind == EXPR_LITERAL && expr->number == LITERAL_STRING && expr->name.value; }

/* What a map has at a key that is text; 0: nothing. */
static ExprNo value_at(const Plan *plan, const Expr *map, const char *key) {
  Names *names = plan->run->world->names;
  for (uint32_t i = 0; i + 1 < map->list.count; i += 2) {
    const Expr *own = view_expr(plan->view, view_item(plan->view, map->list, i));
    if (is_text(own) && str_eq_c(names_text(names, own->name), key)) return view_item(plan->view, map->list, i + 1);
  }
  return 0;
}

static Str last_part(Str name) {
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, dot + 1, name.len);
}

static void add_entries(const Plan *plan, ExprNo number) {
  Run *run = plan->run;
  const FrameworkRow *row = plan->word->row;
  const Expr *map = view_expr(plan->view, number);
  for (uint32_t i = 0; map->kind == EXPR_MAP && i + 1 < map->list.count && i < 2 * ENTRIES_MAX; i += 2) {
    const Expr *key = view_expr(plan->view, view_item(plan->view, map->list, i)), *entry = view_expr(plan->view, view_item(plan->view, map->list, i + 1));
    ExprNo sent = entry->kind == EXPR_MAP ? value_at(plan, entry, row->path) : 0;
    Buf text;
    buf_init(&text, run->arena, 400);
    if (!sent || !resolve_wiring_text(run, plan->view, sent, &text) || !text.len) continue;
    Route route = {.ref = plan->ref, .view = plan->view, .sends = buf_str(&text), .plan = row};
    Str name = is_text(key) ? names_text(run->world->names, key->name) : last_part(route.sends);
    resolve_route_add(run, plan->routes, route, str_from_c(row->method), name);
  }
}

/* The row by which a name is a plan's; NULL: it is none. */
static const WiringWord *word_of(const View *view, NameId name) {
  const WiringWord *word = name.value ? resolve_wiring_word(view->lang->wiring, name) : NULL;
  while (word && word->row->shape != FRAMEWORK_PLAN) word = resolve_wiring_next(view->lang->wiring, word);
  return word;
}

/* Whether the object is one of the library's, wherever it was made. */
static bool is_on(const Plan *plan, ExprNo object, const char *on) {
  Origin origin;
  plan->run->step_limit = plan->run->steps + RUN_STEPS_PER_REF;
  return resolve_origin(plan->run, plan->view, object, &origin) && origin.package.len && resolve_wiring_is_object(plan->run, &origin, on, origin.count);
}

/* BEAT_SCHEDULE = {…}: where it is named. */
static void by_name(Plan *plan, DefNo number) {
  const Def *def = view_def(plan->view, number);
  ScopeKind around = (ScopeKind)view_scope(plan->view, def->scope)->kind;
  plan->word = def->value && (around == SCOPE_FILE || around == SCOPE_TYPE) ? word_of(plan->view, def->name) : NULL;
  if (!plan->word) return;
  Ref *ref = ARENA_NEW(plan->run->arena, Ref);
  *ref = (Ref){.at = def->name_span.from, .line = def->name_span.line, .column = def->name_span.column};
  plan->ref = ref;
  add_entries(plan, def->value);
}

/* app.conf.beat_schedule = {…} */
static void by_member(Plan *plan, const Ref *ref) {
  const View *view = plan->view;
  const Expr *member = view_expr(view, ref->expr);
  plan->word = member->kind == EXPR_MEMBER ? word_of(view, member->name) : NULL;
  plan->ref = ref;
  for (BindNo i = 1; plan->word && i < view->facts->binds.len; i++) {
    const Bind *bind = view_bind(view, i);
    bool is_it = bind->flags & BIND_PUT && bind->type && view_expr(view, bind->type)->kind == EXPR_MEMBER && view_expr(view, bind->type)->at == member->at;
    if (is_it && is_on(plan, member->base, plan->word->row->on)) add_entries(plan, bind->value);
  }
}

/* app.conf.update(beat_schedule={…}) */
static void by_call(Plan *plan, const Ref *ref, const FrameworkRow *row) {
  const View *view = plan->view;
  const Expr *call = view_expr(view, ref->expr), *callee = call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
  if (!callee || callee->kind != EXPR_MEMBER || !language_word_in(row->by, names_text(plan->run->world->names, callee->name))) return;
  for (uint32_t i = 0; i < call->list.count; i++) {
    const Expr *given = view_expr(view, view_item(view, call->list, i));
    plan->word = given->kind == EXPR_KEYWORD ? word_of(view, given->name) : NULL;
    plan->ref = ref;
    if (plan->word && is_on(plan, callee->base, row->on)) add_entries(plan, given->base);
  }
}

void resolve_routes_planned(Run *run, View *view, Routes *routes) {
  Plan plan = {.run = run, .view = view, .routes = routes};
  const WiringWord *word = resolve_wiring_used(run, view, FRAMEWORK_PLAN);
  for (DefNo i = 1; word && i < view->facts->defs.len; i++) by_name(&plan, i);
  for (RefNo i = 1; word && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    if (ref->role == REF_WRITE && ref->expr) by_member(&plan, ref);
    else if (ref->role == REF_CALL && ref->expr) by_call(&plan, ref, word->row);
  }
}
