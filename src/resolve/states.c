/* States: `const [open, setOpen] = useState(false)` makes `setOpen`, and a call of it
 * runs the function again that has the state. When that happens nobody knows, so
 * the link is a lead; it keeps the place of the state. A function that sets its own
 * state leads nowhere else, and has no link to itself. */
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

#define STATES_MAX 256

/* What sets a state. */
typedef struct State {
  BindNo bind;
  ExprNo call; /* that made it */
} State;

typedef struct States {
  State items[STATES_MAX];
  size_t count;
  uint64_t names; /* bits of theirs: most names are none of them */
} States;

static const WiringWord *word_of(const View *view, ExprNo number) {
  const Expr *call = view_expr(view, number), *callee = call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
  if (callee && callee->kind == EXPR_APPLY) callee = view_expr(view, callee->base);
  if (!callee || (callee->kind != EXPR_NAME && callee->kind != EXPR_MEMBER)) return NULL;
  const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
  while (word && word->row->shape != FRAMEWORK_STATE) word = resolve_wiring_next(view->lang->wiring, word);
  return word;
}

static bool is_state(Run *run, View *view, ExprNo call, const WiringWord *word) {
  Origin origin;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  ExprNo callee = view_expr(view, call)->base;
  return resolve_origin(run, view, callee, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, word->row->on, origin.count);
}

static void find_states(Run *run, View *view, States *states) {
  for (BindNo i = 1; i < view->facts->binds.len && states->count < STATES_MAX; i++) {
    const Bind *bind = view_bind(view, i);
    const Expr *part = view_expr(view, bind->value);
    if (part->kind != EXPR_PART || part->number != 1) continue;
    const WiringWord *word = word_of(view, part->base);
    if (!word || !is_state(run, view, part->base, word)) continue;
    states->items[states->count++] = (State){i, part->base};
    states->names |= 1ull << bind->name.value % 64;
  }
}

/* The state that a name sets where it stands; NULL: it is something else. */
static const State *state_named(const View *view, const States *states, const Expr *name) {
  ScopeNo scope = name->scope;
  if (!(states->names >> name->name.value % 64 & 1)) return NULL;
  for (unsigned guard = 0; scope && guard < 200; guard++, scope = view_scope(view, scope)->parent) {
    uint32_t count;
    const BindNo *binds = resolve_binds(view, scope, name->name, &count);
    for (size_t i = 0; count && i < states->count; i++) {
      if (states->items[i].bind == binds[count - 1]) return &states->items[i];
    }
    if (count) return NULL;
  }
  return NULL;
}

static const Ref *made_at(const View *view, ExprNo call) {
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    if (view_ref(view, i)->expr == call && view_ref(view, i)->role == REF_CALL) return view_ref(view, i);
  }
  return NULL;
}

void resolve_edges_states(Edges *edges) {
  View *view = edges->view;
  States states = {.count = 0};
  if (!view->lang->wiring || !view->lang->wiring->first[FRAMEWORK_STATE]) return;
  find_states(edges->run, view, &states);
  for (RefNo i = 1; states.count && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *callee = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    const State *state = callee && callee->kind == EXPR_NAME ? state_named(view, &states, callee) : NULL;
    const Ref *made = state ? made_at(view, state->call) : NULL;
    if (!made || !made->from || made->from == ref->from) continue;
    size_t before = edges->list.len;
    resolve_edge(edges, EDGE_LINKS, RULE_EVENT, ref, view, made->from);
    resolve_edges_wired(edges, before, view, made->line);
  }
}
