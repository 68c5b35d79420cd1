/* Kept functions: from a call of what a container keeps (`handlers[key](x)`) to
 * the functions that were put there: with the container itself, by an
 * assignment, by a call (`handlers.set(key, f)`), or by a function of the project
 * that puts its parameter there (`register(key, f)`, `@register(key)`). Both go by
 * the same variable or field. Where both keys are told they have to be equal; else
 * any function that is kept there may be meant. A lead, with the place where the
 * function was put. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/kept_internal.h"
#include "src/resolve/name_internal.h"

enum { DEPTH = 4, KEPT_SEEN = 256 };

/* One call of what is kept. */
typedef struct KeptCall {
  Handled handled;
  Str key;           /* empty: nobody can tell */
  bool is_named;     /* it is called as a member of that name: others are none */
  uint32_t nth;      /* as KeptPart has it */
  uint32_t seen;     /* that were looked at */
} KeptCall;

static void link_literal(KeptCall *call, View *view, ExprNo number, unsigned depth);

/* ---- keys ---- */

static bool fits(const KeptCall *call, Str key) {
  if (!key.len) return !call->is_named;
  return !call->key.len || str_eq(call->key, key);
}

static Str key_text(Run *run, View *view, ExprNo key) {
  Buf text;
  buf_init(&text, run->arena, 200);
  return key && resolve_wiring_text(run, view, key, &text) ? buf_str(&text) : STR_EMPTY;
}

/* ---- values ---- */

/* Which parameter of which function a name is; 0: it is none. */
static BindNo param_of(const View *view, ExprNo number, DefNo *ret_def) {
  const Expr *name = view_expr(view, number);
  BindNo found = name->kind == EXPR_NAME ? resolve_kept_bind(view, name) : 0;
  const Bind *bind = view_bind(view, found);
  *ret_def = found ? view_scope(view, bind->scope)->def : 0;
  return bind->flags & BIND_PARAM && *ret_def ? found : 0;
}

static void link_value(KeptCall *call, View *view, ExprNo value) {
  if (call->seen++ > KEPT_SEEN) return;
  Handled handled = call->handled;
  handled.view = view;
  handled.line = resolve_line_of(view, value, handled.line);
  resolve_link_handler(&handled, view, value);
}

/* ---- functions that put their parameter into it ---- */

typedef struct Putting {
  View *view;
  DefNo def;    /* the function that puts */
  BindNo value; /* its parameter */
  ExprNo key;   /* what it puts it under; 0: not told */
} Putting;

static bool leads_to(const FoundList *list, const View *view, DefNo def) {
  for (uint32_t i = 0; i < list->count; i++) {
    if (list->items[i].view == view && list->items[i].def == def) return true;
  }
  return false;
}

/* The argument that a parameter of the function gets. */
static ExprNo argument_for(Run *run, View *view, const Expr *call, const Putting *putting, DefNo def, BindNo param) {
  uint32_t nth = 0;
  for (uint32_t i = 0; param && i < call->list.count; i++) {
    ExprNo item = view_item(view, call->list, i);
    const Expr *expr = view_expr(view, item);
    bool is_named = expr->kind == EXPR_KEYWORD;
    BindNo own = resolve_param(run, putting->view, def, is_named ? 0 : nth, is_named ? expr->name : (NameId){0});
    if (own == param) return is_named ? expr->base : item;
    nth += !is_named;
  }
  return 0;
}

/* The key that such a call gives, or that the function has itself. */
static Str given_key(Run *run, View *view, const Expr *call, const Putting *putting) {
  DefNo def = 0;
  BindNo param = putting->key ? param_of(putting->view, putting->key, &def) : 0;
  if (!param) return key_text(run, putting->view, putting->key);
  return call ? key_text(run, view, argument_for(run, view, call, putting, def, param)) : STR_EMPTY;
}

static void link_given(KeptCall *call, const Putting *putting, const TableItem *item) {
  Run *run = call->handled.edges->run;
  View *view = resolve_view(run, item->file);
  FoundList list;
  if (!view || item->def >= view->facts->refs.len) return;
  resolve_ask_wiring(run, view);
  const Ref *ref = view_ref(view, item->def);
  const Expr *made = view_expr(view, ref->expr);
  if (!resolve_counts_for(view->entry, call->handled.edges->view->entry)) return;
  if (made->kind != EXPR_CALL || !resolve_find_callee(run, view, made->base, &list) || !leads_to(&list, putting->view, putting->def)) return;
  ExprNo value = argument_for(run, view, made, putting, putting->def, putting->value);
  if (!value || !fits(call, given_key(run, view, made, putting))) return;
  call->handled.line = ref->line;
  link_value(call, view, value);
}

/* @register("x") or @register above a function: the function that puts is the
 * decorator itself, or one inside of it that it gives. */
static void link_marked(KeptCall *call, const Putting *putting, DefNo decorator, const TableItem *item) {
  Run *run = call->handled.edges->run;
  View *view = resolve_view(run, item->file);
  if (!view || item->def >= view->facts->defs.len) return;
  resolve_ask_wiring(run, view);
  const Def *def = view_def(view, item->def);
  if (!resolve_counts_for(view->entry, call->handled.edges->view->entry)) return;
  for (uint32_t i = 0; i < def->decorators.count; i++) {
    ExprNo number = view_item(view, def->decorators, i);
    const Expr *expr = view_expr(view, number);
    bool is_called = expr->kind == EXPR_CALL;
    FoundList list;
    if (is_called != (decorator != putting->def) || !resolve_find(run, view, is_called ? expr->base : number, &list)) continue;
    if (!leads_to(&list, putting->view, decorator) || !fits(call, given_key(run, view, is_called ? expr : NULL, putting))) continue;
    if (call->seen++ > KEPT_SEEN) return;
    Handled handled = call->handled;
    handled.view = view;
    handled.line = def->full.line;
    resolve_link_def(&handled, view, item->def);
  }
}

static void link_putting(KeptCall *call, const Putting *putting) {
  enum { MOST = 256 };
  Run *run = call->handled.edges->run;
  const View *view = putting->view;
  const TableItem *items;
  const Def *def = view_def(view, putting->def);
  uint64_t family = view->lang->family_id;
  size_t count = 0;
  if (def->name.value) count = resolve_lookup(run, view, resolve_key(KEY_GIVEN, family, resolve_name_hash(run, def->name)), &items);
  for (size_t i = 0; i < count && i < MOST; i++) link_given(call, putting, &items[i]);
  BindNo first = resolve_param(run, putting->view, putting->def, 0, (NameId){0});
  DefNo decorator = putting->def;
  for (unsigned guard = 0; first == putting->value && decorator && guard < 2; guard++) {
    const Def *around = view_def(view, decorator);
    count = around->name.value ? resolve_lookup(run, view, resolve_key(KEY_MARKED, family, resolve_name_hash(run, around->name)), &items) : 0;
    for (size_t i = 0; i < count && i < MOST; i++) link_marked(call, putting, decorator, &items[i]);
    decorator = around->container && resolve_is_callable_kind(view_def(view, around->container)->kind) ? around->container : 0;
  }
}

/* Links to a value that is put into the container at `key`; 0: not told. */
static void link_kept(KeptCall *call, View *view, ExprNo key, ExprNo value) {
  Run *run = call->handled.edges->run;
  Putting putting = {.view = view, .key = key};
  const Expr *expr = view_expr(view, value);
  if (!value || !resolve_enter(run)) return;
  if (expr->kind == EXPR_KEYWORD) value = expr->base;
  putting.value = param_of(view, value, &putting.def);
  if (putting.value) link_putting(call, &putting);
  else if (fits(call, key_text(run, view, key))) link_value(call, view, value);
  resolve_leave(run);
}

/* ---- what a container is made with ---- */

static void link_object(KeptCall *call, View *view, DefNo object) {
  uint32_t count = 0;
  ScopeNo opens = view_def(view, object)->opens;
  bool is_literal = opens && view_scope(view, opens)->kind == SCOPE_OBJECT; /* and no class without a name */
  const BindNo *binds = is_literal ? resolve_scope_binds(view, opens, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (!fits(call, names_text(view->facts->names, bind->name))) continue;
    bool is_function = bind->def && resolve_is_callable_kind(view_def(view, bind->def)->kind);
    if (bind->value) link_value(call, view, bind->value);
    else if (is_function && call->seen++ <= KEPT_SEEN) {
      Handled handled = call->handled;
      handled.view = view;
      handled.line = view_def(view, bind->def)->name_span.line;
      resolve_link_def(&handled, view, bind->def);
    }
  }
}

static bool is_text(const View *view, ExprNo number) { return view_expr(view, number)->kind == EXPR_LITERAL; }

/* Pairs of a key and a value, one behind the other; or values alone. What a call
 * is given as such may be anything but an element. */
static void link_items(KeptCall *call, View *view, ExprList list, bool pairs, bool is_call, unsigned depth) {
  for (uint32_t i = 0; i + (pairs ? 1 : 0) < list.count; i += pairs ? 2 : 1) {
    ExprNo first = view_item(view, list, i), value = pairs ? view_item(view, list, i + 1) : first;
    const Expr *expr = view_expr(view, value);
    if (!pairs && expr->kind == EXPR_KEYWORD) {
      if (fits(call, names_text(view->facts->names, expr->name))) link_value(call, view, expr->base);
    } else if (!pairs && (expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER || expr->kind == EXPR_FUNC || expr->kind == EXPR_METHOD_REF)) {
      if (!is_call) link_kept(call, view, 0, value);
    } else if (pairs) {
      link_kept(call, view, first, value);
    } else {
      link_literal(call, view, value, depth + 1);
    }
  }
}

/* Puts of the file into the very literal: {"a": f} of languages that keep its
 * type and not its parts. */
static void link_put_into(KeptCall *call, View *view, ExprNo literal) {
  uint32_t count;
  const BindNo *puts = resolve_puts(view, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, puts[i]);
    if (view_expr(view, bind->type)->base != literal) continue;
    ExprList keys = view_expr(view, bind->type)->list;
    link_kept(call, view, keys.count ? view_item(view, keys, 0) : 0, bind->value);
  }
}

/* What is made by a call is made with its arguments: new Map([…]), Map.of(…),
 * mapOf("a" to f). */
static void link_literal(KeptCall *call, View *view, ExprNo number, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  if (!number || depth > DEPTH) return;
  bool is_pair = expr->list.count >= 2 && is_text(view, view_item(view, expr->list, 0));
  switch (expr->kind) {
    case EXPR_OBJECT: link_object(call, view, expr->number); break;
    case EXPR_MAP: link_items(call, view, expr->list, true, false, depth); break;
    case EXPR_LIST: case EXPR_SET: case EXPR_TUPLE:
      if (depth && call->nth && expr->list.count > 2) { /* [name, check, run]: what a loop takes out of it */
        if (call->nth <= expr->list.count) link_kept(call, view, 0, view_item(view, expr->list, call->nth - 1));
        break;
      }
      link_items(call, view, expr->list, is_pair, false, depth); break;
    case EXPR_CALL: case EXPR_NEW: {
      const Expr *callee = view_expr(view, expr->base);
      bool is_infix = callee->kind == EXPR_MEMBER && callee->base && is_text(view, callee->base) && expr->list.count == 1;
      link_put_into(call, view, number);
      if (is_infix) link_kept(call, view, callee->base, view_item(view, expr->list, 0));
      else if (expr->list.count) link_items(call, view, expr->list, is_pair, true, depth);
      break;
    }
    case EXPR_OF_TYPE: link_put_into(call, view, number); break;
    case EXPR_POINTER: link_literal(call, view, expr->base, depth + 1); break;
    default: break;
  }
}

static void link_made(KeptCall *call, const KeptHolder *holder) {
  uint32_t count;
  const BindNo *binds = resolve_binds(holder->view, holder->scope, holder->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(holder->view, binds[i]);
    if (bind->value) link_literal(call, holder->view, bind->value, 0);
    if (bind->def) link_literal(call, holder->view, view_def(holder->view, bind->def)->value, 0);
  }
}

/* ---- what is put into it elsewhere ---- */

static bool is_same(Run *run, View *view, ExprNo container, const KeptHolder *holder) {
  KeptHolders others;
  if (!resolve_kept_holders(run, view, container, &others)) return false;
  for (uint32_t i = 0; i < others.count; i++) {
    const KeptHolder *other = &others.items[i];
    if (other->view == holder->view && other->scope == holder->scope && names_same(other->name, holder->name)) return true;
  }
  return false;
}

static View *view_of(const KeptCall *call, const TableItem *item) {
  Run *run = call->handled.edges->run;
  View *view = resolve_view(run, item->file);
  if (!view) return NULL;
  resolve_ask_wiring(run, view);
  return resolve_counts_for(view->entry, call->handled.edges->view->entry) ? view : NULL;
}

static void link_put(KeptCall *call, const KeptHolder *holder, const TableItem *item) {
  View *view = view_of(call, item);
  if (!view || item->def >= view->facts->binds.len) return;
  const Bind *bind = view_bind(view, item->def);
  const Expr *part = view_expr(view, bind->type);
  if (!is_same(call->handled.edges->run, view, part->base, holder)) return;
  link_kept(call, view, part->list.count ? view_item(view, part->list, 0) : 0, bind->value);
}

/* handlers.set(key, f), append(handlers, f). A member of the project's own is
 * no container's. */
static void link_added(KeptCall *call, const KeptHolder *holder, const TableItem *item) {
  Run *run = call->handled.edges->run;
  View *view = view_of(call, item);
  FoundList list;
  if (!view || item->def >= view->facts->refs.len || !view->lang->wiring) return;
  const Ref *ref = view_ref(view, item->def);
  const Expr *made = view_expr(view, ref->expr), *callee = view_expr(view, made->base);
  const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
  for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
    bool is_member = callee->kind == EXPR_MEMBER;
    if (word->row->shape != FRAMEWORK_PUT || is_member == (word->row->object != NULL)) continue;
    ExprNo container = is_member ? callee->base : resolve_wiring_argument(run, view, ref->expr, word->row->object);
    ExprNo value = resolve_wiring_argument(run, view, ref->expr, word->row->handler);
    if (!container || !value || !is_same(run, view, container, holder)) continue;
    bool is_ours = resolve_find_callee(run, view, made->base, &list) && list.count && list.items[0].view && !list.items[0].view->entry->is_library;
    ExprNo key = word->row->path ? resolve_wiring_argument(run, view, ref->expr, word->row->path) : 0;
    call->handled.line = ref->line;
    if (!is_ours) link_kept(call, view, key == value ? 0 : key, value);
  }
}

static void link_holder(KeptCall *call, const KeptHolder *holder) {
  enum { MOST = 256 }; /* places that are looked at */
  Run *run = call->handled.edges->run;
  const TableItem *items;
  uint64_t family = holder->view->lang->family_id, name = resolve_name_hash(run, holder->name);
  link_made(call, holder);
  size_t count = resolve_lookup(run, holder->view, resolve_key(KEY_PUT, family, name), &items);
  for (size_t i = 0; i < count && i < MOST; i++) link_put(call, holder, &items[i]);
  count = resolve_lookup(run, holder->view, resolve_key(KEY_ADD, family, name), &items);
  for (size_t i = 0; i < count && i < MOST; i++) link_added(call, holder, &items[i]);
}

/* ---- calls ---- */

/* Where a call stands and what it leads to, for finding it; several may have the same. */
static uint64_t key_of(const Edge *edge) {
  uint64_t site = hash_combine((uint64_t)edge->line << 32 | edge->column, edge->from);
  return hash_combine(site, (uint64_t)edge->file << 32 | edge->to) | 1;
}

static bool is_among(const Edges *edges, size_t count, const Edge *edge) {
  for (size_t k = 0; k < count; k++) {
    const Edge *other = &edges->list.items[k];
    if (other->kind == EDGE_CALLS && other->from == edge->from && other->line == edge->line && other->column == edge->column &&
        other->file == edge->file && other->to == edge->to) {
      return true;
    }
  }
  return false;
}

/* Those that a rule already told the target of. Calls are put into a set when
 * first needed, because a file may have thousands of both. */
static void drop_known(Edges *edges, Idmap *known, size_t from) {
  enum { NO_KEY = 2 }; /* those of calls are odd */
  if (idmap_mark(known, NO_KEY)) {
    for (size_t i = 0; i < from; i++) {
      if (edges->list.items[i].kind == EDGE_CALLS) idmap_mark(known, key_of(&edges->list.items[i]));
    }
  }
  size_t kept = from;
  for (size_t i = from; i < edges->list.len; i++) {
    const Edge *edge = &edges->list.items[i];
    if (!idmap_has(known, key_of(edge)) || !is_among(edges, from, edge)) edges->list.items[kept++] = *edge;
  }
  edges->list.len = kept;
}

static void link_part(KeptCall *call, const KeptPart *part) {
  KeptHolders holders;
  Run *run = call->handled.edges->run;
  if (part->key) call->key = key_text(run, part->view, part->key);
  unsigned kind = view_expr(part->view, part->container)->kind;
  call->nth = part->nth;
  if (kind != EXPR_CALL && kind != EXPR_NEW) link_literal(call, part->view, part->container, 0);
  if (!resolve_kept_holders(run, part->view, part->container, &holders)) return;
  for (uint32_t i = 0; i < holders.count; i++) link_holder(call, &holders.items[i]);
}

/* handlers.save(x), where no function of the project is such a member; those that
 * containers have are called on the container. */
static bool is_open_member(const View *view, const Expr *callee) {
  if (!view->lang->rules.member_is_subscript || callee->kind != EXPR_MEMBER || !callee->base) return false;
  unsigned base = view_expr(view, callee->base)->kind;
  return (base == EXPR_NAME || base == EXPR_MEMBER) && !resolve_wiring_word(view->lang->wiring, callee->name);
}

/* listeners[name].push(f): what is kept is a container itself. */
static bool is_of_container(const View *view, const Expr *callee) {
  const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
  for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
    const FrameworkRow *row = word->row;
    bool runs = row->action && language_word_in(row->action, names_text(view->facts->names, callee->name));
    if (row->shape == FRAMEWORK_PUT || (row->shape == FRAMEWORK_TAKE && !runs)) return true;
  }
  return false;
}

static void link_call(Edges *edges, const Ref *ref, Idmap *known, size_t *references) {
  Run *run = edges->run;
  View *view = edges->view;
  ExprNo callee = view_expr(view, ref->expr)->base;
  const Expr *expr = view_expr(view, callee);
  KeptCall call = {.handled = {edges, ref, RULE_TABLE, view, ref->line, references}};
  KeptPart part;
  size_t before = edges->list.len;
  run->step_limit = run->steps + 4 * RUN_STEPS_PER_REF;
  if (resolve_kept_part(run, view, callee, &part)) {
    link_part(&call, &part);
  } else if (expr->kind == EXPR_MEMBER && expr->base && !is_of_container(view, expr) && resolve_kept_part(run, view, expr->base, &part)) {
    link_part(&call, &part);
  } else if (!edges->is_called[ref - view->facts->refs.items] && is_open_member(view, expr)) {
    call.key = names_text(run->world->names, expr->name);
    call.is_named = true;
    link_part(&call, &(KeptPart){.view = view, .container = expr->base});
  }
  if (edges->list.len > before) drop_known(edges, known, before);
}

void resolve_edges_kept(Edges *edges) {
  const View *view = edges->view;
  size_t references = HANDLED_REFERENCES;
  Idmap known;
  idmap_init(&known, edges->run->arena);
  for (RefNo i = 1; view->lang->wiring && i < view->facts->refs.len && edges->leads < EDGES_LEADS_MAX; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (call && call->kind == EXPR_CALL && call->base) link_call(edges, ref, &known, &references);
  }
}
