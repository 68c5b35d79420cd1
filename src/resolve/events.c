/* Events: from where one is emitted to what listens to it, when both go by the
 * same name, as text, on the same object: one variable or field that holds an
 * emitter of a package, or an instance of one type of the project that is one.
 * Which of the two comes first at run time nobody knows, so the link is a lead;
 * it keeps the place where the listener was registered. */
#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

#define EMITTERS_MAX 8

/* What an object may be told apart by. */
typedef struct Emitter {
  OriginPlace places[EMITTERS_MAX]; /* variables it is kept in, and types it is of */
  uint32_t count;
  Str name; /* of what needs no import */
} Emitter;

static void add_place(Emitter *emitter, OriginPlace place) {
  if (emitter->count < EMITTERS_MAX) emitter->places[emitter->count++] = place;
}

/* ---- which object ---- */

bool resolve_wiring_extends(Run *run, View *view, DefNo def, const char *on, unsigned depth) {
  enum { DEPTH = 6 };
  ExprList bases = view_def(view, def)->bases;
  for (uint32_t i = 0; depth < DEPTH && i < bases.count; i++) {
    Origin origin;
    FoundList list;
    ExprNo base = view_item(view, bases, i);
    if (resolve_origin(run, view, base, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, on, origin.count)) return true;
    if (!resolve_find(run, view, base, &list)) continue;
    for (uint32_t k = 0; k < list.count; k++) {
      const Found *found = &list.items[k];
      bool is_type = found->view && found->def && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
      if (is_type && !found->view->entry->is_library && resolve_wiring_extends(run, found->view, found->def, on, depth + 1)) return true;
    }
  }
  return false;
}

static void add_own_type(Run *run, View *view, ScopeNo scope, const char *on, Emitter *emitter) {
  for (unsigned guard = 0; scope && guard < 200; guard++, scope = view_scope(view, scope)->parent) {
    const Scope *at = view_scope(view, scope);
    if (at->kind != SCOPE_TYPE || !at->def) continue;
    if (resolve_wiring_extends(run, view, at->def, on, 0)) add_place(emitter, (OriginPlace){view->file, at->def, 0, false});
    return;
  }
}

/* Types of the project whose objects can be the emitter: their own listeners
 * are among those that hear. */
static void add_types(Run *run, View *view, ExprNo object, const char *on, Emitter *emitter) {
  const Expr *expr = view_expr(view, object);
  if (expr->kind == EXPR_SELF) {
    add_own_type(run, view, expr->scope, on, emitter);
    return;
  }
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_eval(run, view, object)), terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST) continue;
    View *other = resolve_view_at(run, term.view);
    if (other->entry->is_library || !resolve_wiring_extends(run, other, term.number, on, 0)) continue;
    add_place(emitter, (OriginPlace){other->file, term.number, 0, false});
  }
}

/* The variable or field that the object is kept in, where that is one of the
 * package's. */
static bool emitter_of(Run *run, View *view, ExprNo object, const WiringWord *word, Emitter *ret_emitter) {
  const char *on = word->row->on ? word->row->on : word->framework->objects;
  Origin origin;
  *ret_emitter = (Emitter){.count = 0};
  add_types(run, view, object, on, ret_emitter);
  if (ret_emitter->count) return true;
  if (!resolve_origin(run, view, object, &origin) || !origin.package.len) return false;
  if (!resolve_wiring_is_object(run, &origin, on, origin.count)) return false;
  if (str_eq_c(origin.package, "*") && origin.count == 1) {
    ret_emitter->name = names_text(run->world->names, origin.steps[0].name);
    return true;
  }
  for (uint32_t i = 0; i < origin.place_count; i++) {
    if (!origin.places[i].is_function && (origin.places[i].def || origin.places[i].bind)) add_place(ret_emitter, origin.places[i]);
  }
  return ret_emitter->count > 0;
}

static bool is_same(const Emitter *a, const Emitter *b) {
  if (a->name.len || b->name.len) return str_eq(a->name, b->name);
  for (uint32_t i = 0; i < a->count; i++) {
    for (uint32_t k = 0; k < b->count; k++) {
      const OriginPlace *one = &a->places[i], *other = &b->places[k];
      if (one->file == other->file && one->def == other->def && one->bind == other->bind) return true;
    }
  }
  return false;
}

/* ---- which event ---- */

/* { cmd: "sum" }: an event may be told by an object of texts, whose members are written
 * one after the other. False: one of them is no text. */
static bool object_text(Run *run, View *view, ExprNo number, Buf *out) {
  enum { MOST = 8 };
  uint32_t count = 0;
  const BindNo *binds = resolve_scope_binds(view, view_def(view, view_expr(view, number)->number)->opens, &count);
  for (uint32_t i = 0; i < count && count <= MOST; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    buf_add_c(out, i ? ", " : "{");
    buf_add(out, names_text(run->world->names, bind->name));
    buf_add_c(out, ": ");
    if (!bind->value || !resolve_wiring_text(run, view, bind->value, out)) return false;
  }
  return count > 0 && count <= MOST;
}

/* Files are looked up by the text that they have in place: not by an object. */
static uint64_t event_key(Str name) { return hash_str(name.len && name.ptr[0] == '{' ? STR_EMPTY : name); }

/* Empty where the object itself is the event; false: nobody can tell. */
static bool event_of(Run *run, View *view, ExprNo call, const FrameworkRow *row, Str *ret_event) {
  ExprNo place = resolve_wiring_argument(run, view, call, row->path);
  Buf text;
  *ret_event = STR_EMPTY;
  if (str_eq_c(str_from_c(row->path), "none")) return true;
  if (place && row->wraps) {
    const Expr *made = view_expr(view, place);
    bool is_event = made->kind == EXPR_NEW && language_word_in(row->wraps, names_text(run->world->names, view_expr(view, made->base)->name));
    place = is_event && made->list.count ? view_item(view, made->list, 0) : 0;
  }
  buf_init(&text, run->arena, 200);
  bool is_object = place && view_expr(view, place)->kind == EXPR_OBJECT;
  if (!place || !(is_object ? object_text(run, view, place, &text) : resolve_wiring_text(run, view, place, &text))) return false;
  *ret_event = buf_str(&text);
  return ret_event->len > 0;
}

/* ---- all of it ---- */

/* One that is emitted. */
typedef struct Event {
  Edges *edges;
  const Ref *ref;
  const Framework *framework;
  Str name;
  Emitter emitter;
  size_t *references;
} Event;

/* What may still be done for one file. */
typedef struct EventBounds {
  size_t references, listens, first; /* `first`: edges that were there before */
} EventBounds;

/* The function that a call decorates; 0: it decorates none. */
static DefNo decorated_by(const View *view, ExprNo call) {
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    ExprList list = view_def(view, i)->decorators;
    for (uint32_t k = 0; k < list.count; k++) {
      if (view_item(view, list, k) == call) return resolve_is_callable_kind(view_def(view, i)->kind) ? i : 0;
    }
  }
  return 0;
}

/* Whether a call listens to what the event was told to. */
static bool hears(const Event *event, View *view, ExprNo number, const WiringWord *word) {
  Run *run = event->edges->run;
  const char *place = word->row->object;
  ExprNo callee = view_expr(view, number)->base, object;
  Emitter heard;
  Origin origin;
  if (place && str_eq_c(str_from_c(place), "none")) {
    return resolve_origin(run, view, callee, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, word->row->on, origin.count);
  }
  if (place) object = resolve_wiring_argument(run, view, number, place);
  else object = view_expr(view, callee)->kind == EXPR_MEMBER ? view_expr(view, callee)->base : 0;
  return object && emitter_of(run, view, object, word, &heard) && is_same(&event->emitter, &heard);
}

static void link_listener(const Event *event, const TableItem *item) {
  Edges *edges = event->edges;
  Run *run = edges->run;
  View *view = resolve_view(run, item->file);
  if (!view || item->def >= view->facts->refs.len || !view->lang->wiring) return;
  if (!resolve_counts_for(view->entry, edges->view->entry)) return;
  const Ref *listens = view_ref(view, item->def);
  const Expr *call = view_expr(view, listens->expr);
  if (call->kind != EXPR_CALL || !call->base) return;
  const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, call->base)->name);
  for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
    Str other;
    if (word->row->shape != FRAMEWORK_LISTEN || word->framework != event->framework) continue;
    if (!event_of(run, view, listens->expr, word->row, &other) || !str_eq(event->name, other)) continue;
    ExprNo handler = word->row->handler ? resolve_wiring_argument(run, view, listens->expr, word->row->handler) : 0;
    DefNo decorated = handler ? 0 : decorated_by(view, listens->expr);
    if ((!handler && !decorated) || !hears(event, view, listens->expr, word)) continue;
    Handled handled = {edges, event->ref, RULE_EVENT, view, listens->line, event->references};
    if (handler) resolve_link_handler(&handled, view, handler);
    else resolve_link_def(&handled, view, decorated);
  }
}

/* The object that is told; where it is an argument, `dispatch(load(x))`, what is
 * called there. */
static ExprNo object_of(Run *run, View *view, ExprNo call, const FrameworkRow *row) {
  const Expr *callee = view_expr(view, view_expr(view, call)->base);
  if (!row->object) return callee->kind == EXPR_MEMBER ? callee->base : 0;
  ExprNo given = resolve_wiring_argument(run, view, call, row->object);
  return view_expr(view, given)->kind == EXPR_CALL ? view_expr(view, given)->base : 0;
}

static void emit(Edges *edges, const Ref *ref, const WiringWord *word, EventBounds *bounds) {
  enum { MOST = 256, STEPS = 4 * RUN_STEPS_PER_REF }; /* calls that are looked at for one event, and what that may take */
  Run *run = edges->run;
  View *view = edges->view;
  Event event = {edges, ref, word->framework, .references = &bounds->references};
  const TableItem *items;
  ExprNo object = object_of(run, view, ref->expr, word->row);
  run->step_limit = run->steps + STEPS;
  if (!object || !event_of(run, view, ref->expr, word->row, &event.name)) return;
  if (!emitter_of(run, view, object, word, &event.emitter)) return;
  const uint64_t keys[] = {event_key(event.name), hash_str(STR_EMPTY)}; /* the text, and what only resolving tells to be one */
  for (size_t k = 0; k < COUNT_OF(keys) && (!k || keys[0] != keys[1]); k++) {
    size_t count = resolve_lookup(run, view, resolve_key(KEY_EVENT, view->lang->family_id, keys[k]), &items);
    for (size_t i = 0; i < count && i < MOST && bounds->listens && edges->list.len - bounds->first < SENT_MAX; i++) {
      View *other = resolve_view(run, items[i].file);
      bounds->listens--;
      if (other) resolve_ask_wiring(run, other);
      link_listener(&event, &items[i]);
    }
  }
}

void resolve_edges_events(Edges *edges) {
  View *view = edges->view;
  const WiringWords *words = view->lang->wiring;
  EventBounds bounds = {HANDLED_REFERENCES, LISTENS_MAX, edges->list.len};
  for (RefNo i = 1; words && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->base) continue;
    const Expr *callee = view_expr(view, call->base);
    if (callee->kind != EXPR_MEMBER && callee->kind != EXPR_NAME) continue;
    const WiringWord *word = resolve_wiring_word(words, callee->name);
    for (; word; word = resolve_wiring_next(words, word)) {
      if (word->row->shape == FRAMEWORK_EMIT) emit(edges, ref, word, &bounds);
    }
  }
}
