/* Slots: the members that are written where something is made, by a literal whose
 * type is known from where it stands, or by what a call that makes one is given. */
#include "src/resolve/slots_internal.h"

#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

static bool is_field(const Def *def) { return def->kind == SYMBOL_FIELD || def->kind == SYMBOL_PROPERTY; }

/* ---- literals ---- */

static bool has_member(Run *run, const View *view, TermId term, NameId name) {
  FoundList list = {.count = 0};
  resolve_find_member(run, view, term, name, MODE_VALUE, &list);
  return list.count > 0;
}

/* Whether a type has everything that the object says of itself. */
static bool has_all(Run *run, View *view, TermId term, ScopeNo object) {
  enum { NAMES_MAX = 16 };
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, object, &count);
  for (uint32_t i = 0; i < count && i < NAMES_MAX; i++) {
    if (!has_member(run, view, term, view_bind(view, binds[i])->name)) return false;
  }
  return true;
}

/* Of the types of a union the ones that the object can be; all, when none has
 * everything. */
static ValueId narrowed(Run *run, View *view, ValueId expected, const Expr *literal) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, expected, terms);
  ValueId fitting = VALUE_NOTHING;
  if (count < 2 || literal->kind != EXPR_OBJECT) return expected;
  for (uint32_t i = 0; i < count; i++) {
    if (has_all(run, view, terms[i], view_def(view, literal->number)->opens)) fitting = resolve_union(run, fitting, resolve_one(run, terms[i]));
  }
  return fitting == VALUE_NOTHING ? expected : fitting;
}

/* What is spread into an object is changed by what stands beside it. */
static void find_in_spread(Run *run, View *view, const Expr *literal, NameId name, FoundList *out) {
  if (literal->kind != EXPR_OBJECT) return;
  const Def *object = view_def(view, literal->number);
  for (uint32_t i = 0; i < object->bases.count && !out->count; i++) {
    resolve_find_members(run, view, resolve_eval_type(run, view, view_item(view, object->bases, i)), name, MODE_VALUE, out);
  }
}

/* It says itself what it is; others are what is expected where they stand. */
static bool is_made(const Expr *literal) { return literal->kind == EXPR_CALL || literal->kind == EXPR_NEW || literal->kind == EXPR_MEMBER; }

/* Fields alone: a method of the object stands for that of the type. */
void resolve_find_slot(Run *run, View *view, const Expr *slot, FoundList *out) {
  const Expr *literal = view_expr(view, slot->base);
  ValueId whole = is_made(literal) ? resolve_eval(run, view, slot->base) : resolve_context(run, view, slot->base);
  if (whole != VALUE_UNKNOWN) {
    resolve_find_members(run, view, narrowed(run, view, resolve_expand_all(run, whole), literal), slot->name, MODE_VALUE, out);
  }
  if (!out->count) find_in_spread(run, view, literal, slot->name, out);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < out->count; i++) {
    const Found *found = &out->items[i];
    if (found->view && found->def && is_field(view_def(found->view, found->def))) out->items[kept++] = *found;
  }
  out->count = kept;
}

/* ---- calls that make something ---- */

/* One argument: by place, or by its name. */
typedef struct Given {
  uint32_t nth;
  NameId name;
} Given;

typedef struct Field {
  View *view;
  DefNo def; /* 0: none */
} Field;

/* A parameter that declares a field as well: `class T(val name: String)`. */
static Field field_of_param(Run *run, Term type, const Found *constructor, Given given) {
  View *view = constructor->view;
  BindNo number = resolve_param(run, view, constructor->def, given.nth, given.name);
  if (!number || view->number != type.view) return (Field){0};
  const Bind *param = view_bind(view, number);
  uint32_t count;
  const BindNo *binds = resolve_binds(view, view_def(view, type.number)->opens, param->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo def = view_bind(view, binds[i])->def;
    const Def *field = view_def(view, def);
    if (def && is_field(field) && field->full.from <= param->from && param->from <= field->name_span.from) return (Field){view, def};
  }
  return (Field){0};
}

/* Fields that the head of a type declares, as records do, are what one is made
 * from. */
static bool is_in_head(const Def *type, const Def *field) { return field->name_span.from < type->signature.to; }

/* Where no constructor is written, and nothing from elsewhere can have one, what
 * is given goes to the declared fields in their order. */
static bool is_plain(const View *view, const Def *type) {
  for (uint32_t i = 0; i < type->bases.count; i++) {
    if (view_expr(view, view_item(view, type->bases, i))->kind != EXPR_TUPLE_OF) return false;
  }
  return true;
}

static Field own_field(Run *run, Term type, Given given) {
  View *view = resolve_view_at(run, type.view);
  const Def *whole = view_def(view, type.number);
  uint32_t nth = 0;
  bool has_head = false, is_ordered = is_plain(view, whole);
  for (DefNo i = type.number + 1; i < view->facts->defs.len && view_def(view, i)->container == type.number; i++) {
    const Def *def = view_def(view, i);
    bool in_head = is_in_head(whole, def);
    has_head |= in_head;
    if (!is_field(def) || (!def->type && !in_head) || in_head != has_head) continue;
    bool is_it = given.name.value ? names_same(def->name, given.name) : nth == given.nth && (in_head || is_ordered);
    if (is_it) return (Field){view, i};
    nth++;
  }
  return (Field){0};
}

/* A field by its name, also of what the type is built on. */
static Field field_by_name(Run *run, const View *from, TermId type, NameId name) {
  FoundList list = {.count = 0};
  TermId terms[VALUE_MAX];
  if (!name.value || resolve_terms(run, resolve_to_instance(run, resolve_one(run, type)), terms) != 1) return (Field){0};
  resolve_find_member(run, from, terms[0], name, MODE_VALUE, &list);
  const Found *only = list.count == 1 ? &list.items[0] : NULL;
  bool is_one = only && only->view && only->def && is_field(view_def(only->view, only->def));
  return is_one ? (Field){only->view, only->def} : (Field){0};
}

static bool is_written(const Found *constructor) {
  return constructor->view && constructor->def && !constructor->view->entry->is_library;
}

/* One that only adds to what the head of a record says has no parameters of its own. */
static bool is_compact(Run *run, const Found *constructor) {
  uint32_t count;
  resolve_signature(run, constructor->view, constructor->def, &count);
  return !count;
}

void resolve_edges_slots(Edges *edges, unsigned rule, const Ref *ref, TermId type, const FoundList *constructors) {
  Run *run = edges->run;
  View *view = edges->view;
  const Expr *call = view_expr(view, ref->expr);
  Term term = resolve_term_at(run, type);
  if (call->kind != EXPR_CALL && call->kind != EXPR_NEW) return;
  bool has_written = false;
  for (uint32_t i = 0; i < constructors->count; i++) has_written |= is_written(&constructors->items[i]);
  if (has_written && constructors->count > 1) return;
  if (has_written && is_compact(run, &constructors->items[0])) has_written = false;
  for (uint32_t i = 0; i < call->list.count; i++) {
    const Expr *item = view_expr(view, view_item(view, call->list, i));
    if (item->kind == EXPR_SPREAD) return; /* what follows may stand anywhere */
    Given given = {i, item->kind == EXPR_KEYWORD ? item->name : (NameId){0}};
    Field field = has_written ? field_of_param(run, term, &constructors->items[0], given) : own_field(run, term, given);
    if (!has_written && !field.def) field = field_by_name(run, view, type, given.name);
    if (field.def) resolve_edge(edges, EDGE_WRITES, rule, ref, field.view, field.def);
  }
}
