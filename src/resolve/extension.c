/* Extensions are found like any name from where they are used; of namesakes the
 * receiver decides, before the arguments do. */
#include "src/resolve/extension_internal.h"

#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { RECEIVERS_MAX = 12 };

/* ---- receivers ---- */

static BindNo receiver_bind(const View *view, ScopeNo scope) {
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, scope, &count);
  for (uint32_t i = 0; i < count; i++) {
    unsigned flags = view_bind(view, binds[i])->flags;
    if ((flags & BIND_RECEIVER) && !(flags & (BIND_TYPE_PARAM | BIND_PARAM))) return binds[i];
  }
  return 0;
}

/* A lambda's is the first parameter of the function type that is expected of
 * it, when that says so. */
ValueId resolve_own_receiver(Run *run, View *view, ScopeNo scope) {
  BindNo number = receiver_bind(view, scope);
  if (!number) return VALUE_UNKNOWN;
  const Bind *bind = view_bind(view, number);
  if (bind->type || bind->value) return resolve_bind_value(run, view, number);
  ExprNo expr = resolve_def_expr(view, view_scope(view, scope)->def);
  ValueId expected = expr ? resolve_expand_all(run, resolve_context(run, view, expr)) : VALUE_UNKNOWN;
  TermId terms[VALUE_MAX];
  if (expected == VALUE_UNKNOWN || resolve_terms(run, expected, terms) != 1) return VALUE_UNKNOWN;
  Term term = resolve_term_at(run, terms[0]);
  return term.kind == TERM_FUNC && (term.flags & TERM_RECEIVER) ? resolve_arg(run, term, 1) : VALUE_UNKNOWN;
}

/* What is `this` in a scope, from the innermost function outwards. */
static uint32_t receivers_around(Run *run, View *view, ScopeNo scope, ValueId ret_values[RECEIVERS_MAX], bool *ret_unknown) {
  uint32_t count = 0;
  *ret_unknown = false;
  for (unsigned guard = 0; scope && guard < 4096 && count < RECEIVERS_MAX; guard++) {
    const Scope *here = view_scope(view, scope);
    ValueId value = VALUE_UNKNOWN;
    if (here->kind == SCOPE_FUNCTION) value = resolve_own_receiver(run, view, scope);
    else if (here->kind == SCOPE_TYPE && here->def) value = resolve_one(run, resolve_own_inst(run, view, here->def));
    *ret_unknown |= here->kind == SCOPE_FUNCTION && value == VALUE_UNKNOWN && receiver_bind(view, scope);
    if (value != VALUE_UNKNOWN) ret_values[count++] = value;
    scope = here->parent;
  }
  return count;
}

/* ---- fitting ---- */

/* The declared type of an extension's receiver; unknown: it is none. */
static ValueId wanted_by(Run *run, const Found *found) {
  if (!found->view || !found->def || !found->view->lang->rules.extensions) return VALUE_UNKNOWN;
  const Def *def = view_def(found->view, found->def);
  if (!resolve_is_callable_kind(def->kind) || !def->opens) return VALUE_UNKNOWN;
  BindNo bind = receiver_bind(found->view, def->opens);
  return bind && view_bind(found->view, bind)->type ? resolve_eval_type(run, found->view, view_bind(found->view, bind)->type)
                                                    : VALUE_UNKNOWN;
}

static bool is_extension(const Found *found) {
  if (!found->view || !found->def) return false;
  const Def *def = view_def(found->view, found->def);
  return resolve_is_callable_kind(def->kind) && def->opens && receiver_bind(found->view, def->opens);
}

/* What comes from outside is of no type of the project. */
static bool is_outside(const Run *run, ValueId value) {
  return resolve_has_kind(run, value, TERM_EXT) || resolve_has_kind(run, value, TERM_LITERAL) ||
         resolve_has_kind(run, value, TERM_LIST) || resolve_has_kind(run, value, TERM_PRIMITIVE);
}

static bool is_of_project(const Run *run, ValueId type) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, type, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST || resolve_view_at(run, term.view)->entry->is_library) return false;
  }
  return count > 0;
}

/* Keeps those that fit `value` best; each remembers what it was called on. */
static void keep_fitting(Run *run, View *view, ValueId value, FoundList *list, FoundList *out) {
  unsigned best = FIT_NO;
  unsigned *fits = ARENA_ARRAY(run->arena, unsigned, list->count ? list->count : 1);
  for (uint32_t i = 0; i < list->count; i++) {
    if (!is_extension(&list->items[i])) continue;
    ValueId wanted = wanted_by(run, &list->items[i]);
    fits[i] = wanted == VALUE_UNKNOWN ? FIT_UNKNOWN : resolve_fit(run, view, wanted, value);
    if (fits[i] == FIT_UNKNOWN && is_outside(run, value) && is_of_project(run, wanted)) fits[i] = FIT_NO;
    if (fits[i] > best) best = fits[i];
  }
  TermId terms[VALUE_MAX];
  TermId receiver = resolve_terms(run, value, terms) == 1 ? terms[0] : 0;
  for (uint32_t i = 0; i < list->count; i++) {
    if (fits[i] == FIT_NO || fits[i] != best) continue;
    Found found = list->items[i];
    if (receiver) found.receiver = receiver;
    resolve_found_add(run, out, found);
  }
}

/* ---- finding ---- */

static ScopeNo scope_at(const View *view, uint32_t byte) {
  ScopeNo found = 1;
  for (ScopeNo i = 2; i < view->facts->scopes.len; i++) {
    const Scope *scope = view_scope(view, i);
    if (scope->from > byte) break;
    if (byte < scope->to) found = i;
  }
  return found;
}

/* A value of which nothing is known may have a member of the name. */
void resolve_find_extensions(Run *run, View *view, const Expr *member, ValueId base, FoundList *out) {
  if (!view->lang->rules.extensions || member->kind != EXPR_MEMBER) return;
  if (base == VALUE_UNKNOWN || resolve_is_partial(run, base) || !resolve_enter(run)) return;
  FoundList names = {.count = 0}, fitting = {.count = 0};
  resolve_find_name(run, view, (NameUse){scope_at(view, member->at), member->name, member->at, MODE_CALL}, &names);
  keep_fitting(run, view, base, &names, &fitting);
  for (uint32_t i = 0; i < fitting.count; i++) {
    fitting.items[i].rule = RULE_TYPE;
    resolve_found_add(run, out, fitting.items[i]);
  }
  resolve_leave(run);
}

/* ---- static functions ---- */

/* Its package is the file's own, or one whose names the file took over. */
static bool is_seen(Run *run, View *view, const View *from) {
  NameId package = from->facts->package;
  if (view == from || from->lang->rules.operations_follow || names_same(package, view->facts->package)) return true;
  for (uint32_t i = 0; i < view->index->star_count; i++) {
    const Import *import = &view->facts->imports.items[view->index->stars[i]];
    if (import->form == IMPORT_STAR && (names_same(import->specifier, package) || resolve_leads_to(run, view, view->index->stars[i], from->file))) return true;
  }
  return false;
}

/* A parameter of which nothing is known but that it is given. */
static bool is_given(const Run *run, Term term) {
  return term.kind == TERM_PARAM && !(view_bind(resolve_view_at(run, term.view), term.number)->flags & BIND_TYPE_PARAM);
}

/* What is known of a value that may also be something else, from outside or given
 * by a caller; unknown: nothing is. */
static ValueId known_part(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  ValueId known = VALUE_NOTHING, outside = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (is_given(run, term)) continue;
    if (term.kind == TERM_EXT) outside = resolve_union(run, outside, resolve_one(run, terms[i]));
    else known = resolve_union(run, known, resolve_one(run, terms[i]));
  }
  return known != VALUE_NOTHING ? known : outside != VALUE_NOTHING ? outside : VALUE_UNKNOWN;
}

/* A type from outside that has a name is no primitive one. */
static bool is_other(const Run *run, ValueId wanted, ValueId base) {
  TermId terms[VALUE_MAX];
  if (!resolve_has_kind(run, wanted, TERM_PRIMITIVE) || resolve_terms(run, base, terms) != 1) return false;
  Term term = resolve_term_at(run, terms[0]);
  return term.kind == TERM_EXT && term.number;
}

/* A member that is no static function is for the type that it names; what outside may build
 * on that is not guessed. */
static bool is_of_type(Run *run, const Def *def, ValueId wanted) {
  return def->kind == SYMBOL_METHOD && !(def->flags & DEF_STATIC) && is_outside(run, wanted);
}

/* One type from outside, by its name. */
static bool is_same_outside(Run *run, ValueId wanted, ValueId base) {
  TermId terms[VALUE_MAX], others[VALUE_MAX];
  if (resolve_terms(run, wanted, terms) != 1 || resolve_terms(run, base, others) != 1) return false;
  Term term = resolve_term_at(run, terms[0]), other = resolve_term_at(run, others[0]);
  return term.kind == TERM_EXT && other.kind == TERM_EXT && term.number && term.number == other.number;
}

static bool takes_first(Run *run, View *view, View *at, DefNo def, ValueId base) {
  BindNo first = resolve_param(run, at, def, 0, (NameId){0});
  if (!first) return false;
  ValueId wanted = resolve_param_type(run, at, first);
  if (is_of_type(run, view_def(at, def), wanted)) return is_same_outside(run, wanted, base);
  unsigned fit = resolve_fit(run, view, wanted, base);
  if (fit == FIT_UNKNOWN && is_outside(run, base) && is_of_project(run, wanted)) return false;
  return fit != FIT_NO && !(fit == FIT_UNKNOWN && is_other(run, wanted, base));
}

/* `Name.f()` where no value has the name: a type, perhaps one from outside. */
static bool is_type_named(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind != EXPR_NAME) return false;
  FoundList values = {.count = 0};
  resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, MODE_VALUE}, &values);
  return !values.count;
}

typedef struct Wanted {
  View *view;
  const Expr *member;
  ValueId base;
} Wanted;

/* Those of the items that are functions of the name and take the value first. */
static void take_extensions(Run *run, const Wanted *wanted, const TableItem *items, size_t count, FoundList *out) {
  View *view = wanted->view;
  for (size_t i = 0; i < count; i++) {
    View *at = resolve_view(run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len || !is_seen(run, view, at)) continue;
    const Def *def = view_def(at, items[i].def);
    if (!names_same(def->name, wanted->member->name) || !(def->flags & DEF_EXTENSION)) continue;
    if ((def->flags & DEF_PRIVATE) && at != view) continue;
    if (!takes_first(run, view, at, items[i].def, wanted->base)) continue;
    resolve_found_add(run, out, (Found){.view = at, .def = items[i].def, .rule = RULE_TYPE, .extends = true});
  }
}

void resolve_drop_unfit(Run *run, View *view, ExprNo callee, FoundList *list) {
  uint32_t number;
  if (!view->lang->rules.members_give_way || !list->count || resolve_parent(view, callee, &number) != PARENT_EXPR) return;
  const Expr *expr = view_expr(view, number);
  if (expr->kind != EXPR_CALL || expr->base != callee) return;
  Call call = {.view = view, .expr = number, .args = expr->list};
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    bool callable = found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
    if (!callable || resolve_takes_as_many(run, found, &call)) return;
  }
  list->count = 0;
}

/* A type that is named is no value, and of what is not known at all nobody can
 * say that it has no such member. */
void resolve_find_static_extensions(Run *run, View *view, const Expr *member, ValueId base, FoundList *out) {
  enum { MOST = 256 };
  if (!view->lang->rules.extensions_static || member->kind != EXPR_MEMBER) return;
  if (base == VALUE_UNKNOWN || resolve_is_partial(run, base) || resolve_has_kind(run, base, TERM_DEF)) return;
  if (resolve_has_kind(run, base, TERM_META) || resolve_has_kind(run, base, TERM_MODULE) || !resolve_enter(run)) return;
  base = known_part(run, base);
  if (base != VALUE_UNKNOWN && !is_type_named(run, view, member->base)) {
    const TableItem *items;
    TableItem theirs[MOST];
    Wanted wanted = {view, member, base};
    uint64_t hash = resolve_name_hash(run, member->name);
    size_t count = resolve_lookup(run, view, resolve_key(KEY_EXTENSION, view->lang->family_id, hash), &items);
    take_extensions(run, &wanted, items, count < MOST ? count : MOST, out);
    const Library *library = view->entry->is_library ? NULL : view->lang->family->library;
    count = library ? resolve_library_get(library, resolve_key(KEY_EXTENSION, view->lang->library_id, hash), theirs, MOST) : 0;
    take_extensions(run, &wanted, theirs, count, out);
  }
  if (out->count) out->ext = false;
  resolve_leave(run);
}

/* ---- names alone ---- */

void resolve_keep_extensions(Run *run, View *view, ScopeNo scope, FoundList *list) {
  if (!view->lang->rules.extensions) return;
  uint32_t extensions = 0;
  for (uint32_t i = 0; i < list->count; i++) extensions += is_extension(&list->items[i]);
  if (!extensions || !resolve_enter(run)) return;
  FoundList kept = {.count = 0, .ext = list->ext, .unknown = list->unknown}, own = {.count = 0};
  ValueId receivers[RECEIVERS_MAX];
  bool unknown;
  uint32_t count = receivers_around(run, view, scope, receivers, &unknown);
  for (uint32_t i = 0; i < list->count; i++) {
    if (!is_extension(&list->items[i])) resolve_found_add(run, &kept, list->items[i]);
  }
  for (uint32_t i = 0; i < count && !own.count; i++) keep_fitting(run, view, receivers[i], list, &own);
  resolve_found_add_all(run, &kept, own.items, own.count);
  /* A lambda around may have a receiver that nobody knows; else it is somebody else's function. */
  if (!kept.count && !unknown) kept.ext = true;
  if (kept.count || !unknown || extensions > 1) *list = kept;
  resolve_leave(run);
}

/* Only what is found as a name of the file or of a package gives way: a function
 * inside of the same function or type is as near as a variable can be. */
void resolve_prefer_held(Run *run, View *view, const Expr *name, FoundList *list) {
  if (!view->lang->rules.extensions || !list->count) return;
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || view_def(found->view, found->def)->scope != 1) return;
    if (!resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return;
  }
  FoundList held = {.count = 0};
  resolve_find_name(run, view, (NameUse){name->scope, name->name, name->at, MODE_VALUE}, &held);
  ValueId value = held.count ? resolve_expand_all(run, resolve_value_of_all(run, &held)) : VALUE_UNKNOWN;
  if (!resolve_has_kind(run, value, TERM_FUNC)) return;
  resolve_found_add_all(run, list, held.items, held.count);
}

/* What a function type is called with: its receiver may stand before it. */
static bool takes(Run *run, const Found *found, const Call *call) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_value_of(run, found)), terms);
  for (uint32_t i = 0; i < call->args.count; i++) {
    if (view_expr(call->view, view_item(call->view, call->args, i))->kind == EXPR_KEYWORD) return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_FUNC) continue;
    uint32_t given = call->args.count + 1u;
    if (given == term.count || ((term.flags & TERM_RECEIVER) && given + 1 == term.count)) return true;
  }
  return false;
}

void resolve_choose_held(Run *run, const Call *call, FoundList *list) {
  if (!call->view->lang->rules.extensions) return;
  uint32_t functions = 0, held = 0, fitting = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    bool is_function = found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
    bool is_type = found->view && found->def && symbol_kind_is_type(view_def(found->view, found->def)->kind);
    functions += is_function || is_type;
    if (is_function || is_type || !found->view) continue;
    held++;
    fitting += takes(run, found, call);
  }
  if (!functions || !held) return;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = list->items[i].view && list->items[i].def ? view_def(list->items[i].view, list->items[i].def) : NULL;
    bool is_function = def && (resolve_is_callable_kind(def->kind) || symbol_kind_is_type(def->kind));
    if (is_function != (fitting > 0)) list->items[kept++] = list->items[i];
  }
  list->count = kept;
}
