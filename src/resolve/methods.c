/* Open functions: a function has methods in any file of its package and of the
 * packages that use it, and the arguments tell at run time which one is meant
 * (LANGUAGE_OVERLOADS_OPEN). So all methods are gathered that a call can reach, and of
 * those the ones stay that its arguments allow. What a package adds to a function from
 * outside is one method among many that nobody here knows: it is meant only where an
 * argument is known to be of a type that it takes. */
#include "src/resolve/call_internal.h"
#include "src/resolve/enclosing_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/method_order_internal.h"
#include "src/resolve/methods_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

static bool is_open(const View *view) { return view->lang->rules.overloads == LANGUAGE_OVERLOADS_OPEN; }

static const Def *def_of(const Found *found) { return found->view && found->def ? view_def(found->view, found->def) : NULL; }

static bool is_method(const Found *found) {
  const Def *def = def_of(found);
  return def && resolve_is_callable_kind(def->kind);
}

/* ---- gathering ---- */

/* The bind that gives the definition its name. Whoever asks for one after the other finds
 * the next behind the last: a function may have thousands of methods in one file. */
static BindNo bind_of(const View *view, DefNo number, uint32_t *at) {
  const Def *def = view_def(view, number);
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t i = (*at + k) % count;
    if (view_bind(view, binds[i])->def != number) continue;
    *at = i + 1;
    return binds[i];
  }
  return 0;
}

/* Everything of the package that has the name at the top level. One look-up gives nothing
 * twice, so it is compared with what came before alone. */
static void gather_of(Run *run, const View *view, uint64_t package, NameId name, unsigned rule, FoundList *out) {
  const TableItem *items;
  uint32_t others = out->count, at = 0;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_NAME, package, resolve_name_hash(run, name)), &items);
  for (size_t i = 0; i < count && !resolve_found_is_full(out); i++) {
    View *other = resolve_view(run, items[i].file);
    const Def *def = other && items[i].def < other->facts->defs.len ? view_def(other, items[i].def) : NULL;
    if (!def || !names_same(def->name, name)) continue;
    BindNo bind = bind_of(other, items[i].def, &at);
    if (bind) resolve_found_add_apart(run, out, (Found){.view = other, .bind = bind, .def = items[i].def, .rule = (uint8_t)rule}, others);
  }
}

/* What this module of the file's package has, or sees. */
static void gather_of_file(Run *run, const View *view, WorldFile file, NameId module, NameId name, FoundList *out) {
  const View *other = resolve_view(run, file);
  FoundList own = {.count = 0};
  if (!other || other->lang != view->lang) return;
  gather_of(run, view, other->entry->package_id, name, RULE_IMPORT, &own);
  resolve_keep_seen(run, module, other->entry->package_id, &own);
  resolve_found_add_all(run, out, own.items, own.count);
}

/* A name that stands for something else here: a local, a parameter. */
static bool is_hidden(const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_of(&list->items[i]);
    if (!def || def->scope != 1) return true;
  }
  return false;
}

/* Another name for something: what it is called for is meant. */
static bool follow_alias(Run *run, FoundList *out) {
  const Def *def = out->count == 1 ? def_of(&out->items[0]) : NULL;
  if (!def || def->kind != SYMBOL_VARIABLE || !def->value) return false;
  View *view = out->items[0].view;
  unsigned kind = view_expr(view, def->value)->kind;
  FoundList meant = {.count = 0};
  if ((kind != EXPR_NAME && kind != EXPR_MEMBER) || !resolve_enter(run)) return false;
  bool is_found = resolve_find_callee(run, view, def->value, &meant) && meant.count;
  resolve_leave(run);
  if (is_found) *out = meant;
  return is_found;
}

static void keep_seen(Run *run, View *view, ScopeNo scope, FoundList *out) {
  if (out->count) resolve_keep_seen(run, resolve_module_around(run, view, scope), view->entry->package_id, out);
}

static void gather_by_name(Run *run, View *view, const Expr *callee, FoundList *out) {
  NameId name = callee->name;
  if (is_hidden(out)) return;
  keep_seen(run, view, callee->scope, out);
  if (follow_alias(run, out)) return;
  gather_of(run, view, view->entry->package_id, name, RULE_SCOPE, out);
  keep_seen(run, view, callee->scope, out);
  for (ImportNo i = 1; i < view->facts->imports.len; i++) {
    const Import *import = &view->facts->imports.items[i];
    if (import->form != IMPORT_STAR && !(import->form == IMPORT_NAMED && names_same(import->local, name))) continue;
    const ImportTarget *target;
    Module module = resolve_target_module(run, view, i, &target);
    const View *first = module.count ? resolve_view(run, module.files[0]) : NULL;
    NameId named = {0};
    if (!first || first->entry->package_id == view->entry->package_id) continue; /* gathered already */
    if (!(import->flags & IMPORT_REEXPORT)) (void)resolve_is_own_module(run, first, import, &named);
    for (uint32_t k = 0; k < module.count; k++) gather_of_file(run, view, module.files[k], named, name, out);
  }
}

/* const W = A.B: a module under another name. */
static void follow_module(Run *run, FoundList *bases) {
  const Def *def = bases->count == 1 ? def_of(&bases->items[0]) : NULL;
  if (!def || def->kind != SYMBOL_VARIABLE || !def->value) return;
  View *view = bases->items[0].view;
  unsigned kind = view_expr(view, def->value)->kind;
  FoundList meant = {.count = 0};
  if ((kind != EXPR_NAME && kind != EXPR_MEMBER) || !resolve_enter(run)) return;
  if (resolve_find(run, view, def->value, &meant) && meant.count) *bases = meant;
  resolve_leave(run);
}

/* Of a module that is named: in its package, and never by another way. */
static void gather_in_module(Run *run, View *view, const Expr *callee, FoundList *out) {
  FoundList bases = {.count = 0};
  if (!resolve_find(run, view, callee->base, &bases)) return;
  follow_module(run, &bases);
  for (uint32_t i = 0; i < bases.count; i++) {
    const Found *base = &bases.items[i];
    const Def *def = def_of(base);
    if (def && def->kind == SYMBOL_MODULE) gather_of_file(run, view, base->view->file, def->name, callee->name, out);
    Module module = base->view ? (Module){.count = 0} : run->modules.items[base->module];
    const View *first = module.count ? resolve_view(run, module.files[0]) : NULL;
    NameId named = view_expr(view, callee->base)->name;
    if (!first || !resolve_has_module(run, first, named)) named = (NameId){0};
    for (uint32_t k = 0; k < module.count; k++) gather_of_file(run, view, module.files[k], named, callee->name, out);
  }
}

/* A type that is not called is no method of its name. */
static void prefer_types(FoundList *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const Def *def = def_of(&list->items[i]);
    if (def && symbol_kind_is_type((SymbolKind)def->kind)) list->items[kept++] = list->items[i];
  }
  if (kept) list->count = kept;
}

void resolve_gather_methods(Run *run, View *view, const Expr *callee, bool called, FoundList *out) {
  if (!is_open(view) || view->entry->is_library) return;
  if (callee->kind == EXPR_NAME && called) gather_by_name(run, view, callee, out);
  else if (callee->kind == EXPR_NAME && !is_hidden(out)) keep_seen(run, view, callee->scope, out);
  else if (callee->kind == EXPR_MEMBER && (called || !out->count)) gather_in_module(run, view, callee, out);
  if (!called) prefer_types(out);
}

/* ---- choosing ---- */

/* Whether its head, or the module it stands in, takes the name from outside, to add to it. */
static bool is_added(Run *run, const Found *found) {
  const TableItem *items;
  NameId name = view_def(found->view, found->def)->name;
  uint64_t key = resolve_key(KEY_ADDED, found->view->entry->package_id, resolve_name_hash(run, name));
  size_t count = resolve_lookup(run, found->view, key, &items);
  for (size_t i = 0; i < count; i++) {
    View *view;
    const ImportTarget *target;
    const Import *import = resolve_import_at(run, &items[i], &view);
    NameId own;
    if (!import) continue;
    Module module = resolve_target_module(run, view, (ImportNo)items[i].def, &target);
    if (module.count || !target || !target->outside || resolve_is_own_module(run, view, import, &own)) continue;
    if (resolve_adds_to(run, view, import, found)) return true;
  }
  return false;
}

/* A type that the project has, or one that is known to be beneath such a type. */
static bool is_ours(Run *run, ValueId type, unsigned depth) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, type, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_INST || term.kind == TERM_SELF) return true;
    if (term.kind != TERM_PARAM || depth > 2) continue;
    View *view = resolve_view_at(run, term.view);
    const Bind *bind = view_bind(view, term.number);
    if ((bind->flags & BIND_TYPE_PARAM) && bind->type && is_ours(run, resolve_eval_type(run, view, bind->type), depth + 1)) return true;
  }
  return false;
}

enum {
  SURE_MAX = 32,
  METHODS_MAX = 32 /* that a call may mean: each is compared with all others, and one of so many says nothing */
};

typedef struct Method {
  const Found *found;
  uint32_t sure; /* a bit for each argument by place that surely fits */
  uint32_t count; /* of these arguments */
  bool is_shown; /* one of them is of a type of the project that is asked for */
} Method;

static bool is_sure(const Method *method, uint32_t place) { return place < SURE_MAX && method->sure >> place & 1; }

static bool is_all_sure(const Method *method) {
  for (uint32_t i = 0; i < method->count; i++) {
    if (!is_sure(method, i)) return false;
  }
  return true;
}

/* The one type that it is, of this kind. */
static bool is_one(Run *run, ValueId value, TermKind kind, Term *ret_term) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, value, terms) != 1) return false;
  *ret_term = resolve_term_at(run, terms[0]);
  return ret_term->kind == kind;
}

/* A type of the project that is beneath none from outside is no type of the language's own, nor the other way round. */
static bool are_apart(Run *run, ValueId left, ValueId right, bool *ret_known) {
  Term own, other;
  *ret_known = (is_one(run, left, TERM_INST, &own) && is_one(run, right, TERM_PRIMITIVE, &other)) ||
               (is_one(run, right, TERM_INST, &own) && is_one(run, left, TERM_PRIMITIVE, &other));
  if (!*ret_known) return false;
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, own.view), own.number);
  return order && !order->ext && !order->unknown;
}

/* An argument of a wider type may still be of the parameter's. */
static unsigned fit_open(Run *run, const View *from, ValueId param, ValueId arg) {
  bool is_known, is_apart = are_apart(run, param, arg, &is_known);
  TermId terms[VALUE_MAX];
  if (is_known) return is_apart ? FIT_NO : FIT_UNKNOWN;
  if (!resolve_terms(run, arg, terms)) return FIT_UNKNOWN;
  unsigned fit = resolve_fit(run, from, param, arg);
  if (fit != FIT_NO) return fit;
  return resolve_fit(run, from, arg, param) >= FIT_SUBTYPE ? FIT_UNKNOWN : FIT_NO;
}

/* What is named takes no part, and what is spread may be any number. */
static bool fit_method(Run *run, const Call *call, Method *method) {
  const Found *found = method->found;
  for (uint32_t i = 0; i < resolve_given(call); i++) {
    ExprNo arg = resolve_given_at(call, i);
    unsigned kind = view_expr(call->view, arg)->kind, fit = FIT_SUBTYPE;
    if (kind == EXPR_KEYWORD) continue;
    uint32_t place = method->count++;
    if (kind == EXPR_SPREAD) break;
    BindNo param = resolve_param(run, found->view, found->def, place, (NameId){0});
    if (param && view_bind(found->view, param)->type) {
      ValueId type = resolve_param_type(run, found->view, param);
      fit = fit_open(run, call->view, type, resolve_eval(run, call->view, arg));
      method->is_shown |= fit >= FIT_SUBTYPE && is_ours(run, type, 0);
    }
    if (fit == FIT_NO) return false;
    if (fit >= FIT_SUBTYPE && place < SURE_MAX) method->sure |= 1u << place;
  }
  return true;
}

static bool takes_rest(Run *run, const Found *found) {
  uint32_t count;
  const BindNo *params = resolve_signature(run, found->view, found->def, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (view_bind(found->view, params[i])->flags & BIND_VARIADIC) return true;
  }
  return false;
}

/* Types of the parameters for the argument at this place; false: one of them takes anything. */
static bool find_types(Run *run, const Method *own, const Method *other, uint32_t place, ValueId ret_types[2], bool ret_any[2]) {
  const Method *both[2] = {own, other};
  for (int i = 0; i < 2; i++) {
    const Found *found = both[i]->found;
    BindNo param = resolve_param(run, found->view, found->def, place, (NameId){0});
    ret_any[i] = !param || !view_bind(found->view, param)->type;
    ret_types[i] = ret_any[i] ? VALUE_UNKNOWN : resolve_param_type(run, found->view, param);
  }
  return !ret_any[0] && !ret_any[1];
}

/* Whether `own` is meant wherever `other` could be: it takes no more than that, surely takes what it
 * takes less of, and takes less of something. */
static bool says_more(Run *run, const View *from, const Method *own, const Method *other) {
  bool narrower = !takes_rest(run, own->found) && takes_rest(run, other->found);
  for (uint32_t i = 0; i < own->count; i++) {
    ValueId types[2];
    bool any[2];
    if (find_types(run, own, other, i, types, any)) {
      if (resolve_fit(run, from, types[1], types[0]) < FIT_SUBTYPE) return false;
      if (resolve_fit(run, from, types[0], types[1]) >= FIT_SUBTYPE) continue;
    } else if (any[0] == any[1]) {
      continue;
    } else if (any[0]) {
      return false;
    }
    if (!is_sure(own, i)) return false;
    narrower = true;
  }
  return narrower;
}

static bool is_beaten(Run *run, const View *from, const Method *list, uint32_t count, uint32_t own) {
  for (uint32_t i = 0; i < count; i++) {
    if (i != own && says_more(run, from, &list[i], &list[own])) return true;
  }
  return false;
}

/* A type that is called makes one of its fields, unless a method of its name takes the arguments. */
static bool makes_itself(const Call *call, const Found *type, const Method *list, uint32_t count) {
  uint32_t all, fields = 0;
  const Def *def = def_of(type);
  const BindNo *binds = def && def->opens ? resolve_scope_binds(type->view, def->opens, &all) : NULL;
  for (uint32_t i = 0; binds && i < all; i++) fields += (view_bind(type->view, binds[i])->flags & BIND_MEMBER) != 0;
  if (count && binds && fields != resolve_given(call)) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (is_all_sure(&list[i])) return false;
  }
  return true;
}

/* S{T}(x) is another function than S(x). */
static bool is_called_so(const Call *call, const Found *found) {
  ExprNo base = call->expr ? view_expr(call->view, call->expr)->base : 0;
  const Expr *callee = base ? view_expr(call->view, base) : NULL;
  bool has_types = callee && callee->kind == EXPR_NAME && callee->number, wants = (def_of(found)->flags & DEF_CLASS_METHOD) != 0;
  return has_types == wants || (callee && callee->kind != EXPR_NAME);
}

void resolve_choose_methods(Run *run, const Call *call, FoundList *list) {
  Method *methods = ARENA_ARRAY(run->arena, Method, list->count ? list->count : 1);
  FoundList chosen = {.count = 0, .ext = list->ext, .unknown = list->unknown};
  uint32_t count = 0, all = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    Method method = {.found = &list->items[i]};
    if (!is_method(method.found)) continue;
    all++;
    if (!is_called_so(call, method.found) || !resolve_takes_as_many(run, method.found, call) || !fit_method(run, call, &method)) continue;
    if (method.is_shown || !is_added(run, method.found)) methods[count++] = method;
  }
  bool too_many = count > METHODS_MAX;
  if (too_many) count = 0;
  chosen.unknown |= too_many;
  for (uint32_t i = 0; i < count; i++) {
    if (is_beaten(run, call->view, methods, count, i)) continue;
    Found found = *methods[i].found;
    if (all > 1) found.rule = RULE_OVERLOAD;
    resolve_found_add(run, &chosen, found);
  }
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *type = &list->items[i];
    if (!is_method(type) && makes_itself(call, type, methods, count)) resolve_found_add(run, &chosen, *type);
  }
  chosen.ext |= all && !chosen.count && !too_many;
  *list = chosen;
}
