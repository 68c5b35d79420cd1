/* What `new` makes of something that is no class: a plain function, a parameter, or what
 * a name picks from a table of classes. */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

/* An object literal inside of the function. What else it returns may be older than the
 * call, and `this` is what is made anyway. */
static bool is_own_literal(const Run *run, TermId id, const Found *function) {
  Term term = resolve_term_at(run, id);
  if (term.kind != TERM_INST || term.view != function->view->number) return false;
  const Def *literal = view_def(function->view, term.number), *def = view_def(function->view, function->def);
  bool is_inside = literal->full.from >= def->full.from && literal->full.to <= def->full.to;
  return is_inside && literal->opens && view_scope(function->view, literal->opens)->kind == SCOPE_OBJECT;
}

/* Inside of the function itself its `this` is meant, before it has returned anything. */
static bool is_inside(const Found *function, const Call *call) {
  const Def *def = view_def(function->view, function->def);
  uint32_t at = call->expr ? view_expr(call->view, call->expr)->at : 0;
  return call->view == function->view && at >= def->full.from && at < def->full.to;
}

ValueId resolve_made_by(Run *run, const Found *found, const Call *call) {
  ValueId made = resolve_one(run, resolve_term_of(run, TERM_INST, found->view->number, found->def));
  TermId terms[VALUE_MAX];
  if (!view_def(found->view, found->def)->value || is_inside(found, call)) return made;
  uint32_t count = resolve_terms(run, resolve_result(run, found, call), terms);
  for (uint32_t i = 0; i < count; i++) {
    if (is_own_literal(run, terms[i], found)) made = resolve_union(run, made, resolve_one(run, terms[i]));
  }
  return made;
}

ValueId resolve_make_given(Run *run, Term term, const Call *call) {
  TermId terms[VALUE_MAX];
  ValueId given = call->makes ? resolve_without_unknown(run, resolve_given_value(run, resolve_view_at(run, term.view), term.number)) : VALUE_UNKNOWN;
  return resolve_terms(run, given, terms) == 1 ? resolve_call_value(run, given, call) : VALUE_UNKNOWN;
}

/* ---- tables of classes ---- */

/* A class, or a function that is called like one. */
static bool is_class(const Run *run, ValueId value, Term *ret_class) {
  TermId terms[VALUE_MAX];
  *ret_class = resolve_terms(run, value, terms) == 1 ? resolve_term_at(run, terms[0]) : (Term){0};
  if (ret_class->kind != TERM_DEF) return false;
  const Def *def = view_def(resolve_view_at(run, ret_class->view), ret_class->number);
  Str name = names_text(run->world->names, def->name);
  bool is_maker = resolve_is_callable_kind(def->kind) && name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
  return is_maker || symbol_kind_is_type(def->kind);
}

static bool builds_on(Run *run, Term class, Term base) {
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, class.view), class.number);
  for (uint32_t i = 0; order && i < order->count; i++) {
    Term at = resolve_term_at(run, order->items[i]);
    if (at.view == base.view && at.number == base.number) return true;
  }
  return false;
}

/* The nearest type of the project that all build on; 0: there is none. Which of them is
 * picked only a run tells, so that nothing else of them is certain. */
static TermId common_base(Run *run, const Term *classes, uint32_t count) {
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, classes[0].view), classes[0].number);
  for (uint32_t i = 0; order && i < order->count; i++) {
    Term base = resolve_term_at(run, order->items[i]);
    uint32_t builds = 0;
    while (builds < count && builds_on(run, classes[builds], base)) builds++;
    if (builds == count) return resolve_view_at(run, base.view)->entry->is_library ? 0 : order->items[i];
  }
  return 0;
}

ValueId resolve_class_in(Run *run, View *view, TermId id, Term table) {
  enum { CLASSES_MOST = 32 };
  const View *at = resolve_view_at(run, table.view);
  ScopeNo members = view_def(at, table.number)->opens;
  Term classes[CLASSES_MOST];
  uint32_t count;
  if (!at->lang->rules.function_types || !members || view_scope(at, members)->kind != SCOPE_OBJECT) return VALUE_UNKNOWN;
  const BindNo *binds = resolve_scope_binds(at, members, &count);
  if (!count || count > CLASSES_MOST) return VALUE_UNKNOWN;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_class(run, resolve_member_value(run, view, resolve_one(run, id), view_bind(at, binds[i])->name), &classes[i])) return VALUE_UNKNOWN;
  }
  TermId base = common_base(run, classes, count);
  ValueId made = base ? resolve_one(run, base) : VALUE_UNKNOWN;
  return base ? resolve_one(run, resolve_term(run, (Term){.kind = TERM_META, .flags = TERM_HEIR}, &made, 1)) : VALUE_UNKNOWN;
}
