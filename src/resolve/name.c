/* Names: from the scope outwards, then beyond the file.
 *
 * Inside a file a name means the nearest bind that can be seen from its use;
 * which binds those are depends on the language's rules (order, what
 * functions close over, what a type's body shows). What lies beyond the file
 * is looked up in beyond.c. */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/beyond_internal.h"
#include "src/resolve/blocks_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/extension_internal.h"
#include "src/resolve/file_given_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/methods_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/slots_internal.h"
#include "src/resolve/space_internal.h"
#include "src/resolve/value_internal.h"

/* ---- binds of one scope ---- */

/* The innermost block around a byte, inside of `scope`. */
static ScopeNo block_at(const View *view, ScopeNo scope, uint32_t byte) {
  const Scope *scopes = view->facts->scopes.items;
  ScopeNo found = scope;
  for (ScopeNo i = scope + 1; i < view->facts->scopes.len && scopes[i].from < scopes[scope].to; i++) {
    if (scopes[i].from > byte) break;
    if (scopes[i].kind == SCOPE_BLOCK && byte < scopes[i].to) found = i;
  }
  return found;
}

/* Whether what is bound there certainly happened before the use. */
static bool dominates(const Use *use, const Bind *bind, ScopeNo scope) {
  if (bind->to) return use->at < bind->to; /* extraction knows the block's end */
  ScopeNo block = block_at(use->view, scope, bind->from ? bind->from - 1 : 0);
  if (block == scope) return true;
  const Scope *at = view_scope(use->view, block);
  return at->from <= use->at && use->at < at->to;
}

/* Members that code gives to something else are no names of the scope. */
static bool is_foreign_member(const View *view, const Bind *bind) {
  if (!(bind->flags & BIND_MEMBER)) return false;
  unsigned kind = view_scope(view, bind->scope)->kind;
  return kind == SCOPE_FUNCTION || kind == SCOPE_BLOCK || (kind == SCOPE_FILE && bind->type && !bind->def);
}

bool resolve_is_taken_back(const View *view, const Bind *bind, uint32_t at) {
  return bind->to && at >= bind->to && bind->def && view_def(view, bind->def)->kind == SYMBOL_MACRO;
}

static bool counts(const Use *use, const Bind *bind) {
  return resolve_fits(use->view, bind, use->mode) && !(bind->flags & BIND_GLOBAL) &&
         !is_foreign_member(use->view, bind) && !resolve_is_taken_back(use->view, bind, use->at);
}

static void take(const Use *use, BindNo bind) {
  resolve_found_bind(use->run, use->view, bind, RULE_SCOPE, use->mode, use->out);
}

/* For uses in functions that run later: any bind of the name may hold by
 * then. */
static void take_all(const Use *use, const BindNo *binds, uint32_t count) {
  bool declared = use->view->lang->rules.order == LANGUAGE_ORDER_DECLARED;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (declared && bind->from > use->at && !(bind->flags & BIND_HOISTED)) continue;
    if (counts(use, bind) && !(bind->flags & BIND_NARROW)) take(use, binds[i]);
  }
}

static bool is_narrowing(const Use *use, const Bind *bind) {
  if (!(bind->flags & BIND_NARROW) || bind->from > use->at || use->at >= bind->to) return false;
  ValueId type;
  return !resolve_is_predicate(use->view, bind->value) ||
         resolve_predicate_type(use->run, use->view, bind->value, &type);
}

static bool names_callable(const View *view, const Bind *bind) {
  return bind->def && (resolve_is_callable_kind(view_def(view, bind->def)->kind) ||
                       symbol_kind_is_type(view_def(view, bind->def)->kind));
}

/* The last binds before the use, back to one that certainly holds. */
static bool take_reaching(const Use *use, const BindNo *binds, uint32_t count, ScopeNo scope) {
  bool any = false, whole = false;
  for (uint32_t i = count; i-- > 0;) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (!counts(use, bind)) continue;
    if (bind->flags & BIND_NARROW) {
      if (!is_narrowing(use, bind)) continue;
      take(use, binds[i]);
      return true;
    }
    if (bind->from > use->at && !(bind->flags & BIND_HOISTED)) continue;
    take(use, binds[i]);
    any = true;
    whole |= (bind->flags & BIND_HOISTED) || names_callable(use->view, bind);
    if (!whole && dominates(use, bind, scope)) return true;
  }
  return any;
}

static const Bind *narrowed(const Use *use, const BindNo *binds, uint32_t count, BindNo *ret_bind) {
  const Bind *best = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(use->view, binds[i]);
    if (!counts(use, bind) || !is_narrowing(use, bind)) continue;
    best = bind;
    *ret_bind = binds[i];
  }
  return best;
}

/* A scope that has nothing but narrowing for the name does not own it. */
static bool look_in(const Use *use, ScopeNo scope) {
  uint32_t count, before = use->out->count;
  const BindNo *binds = resolve_binds(use->view, scope, use->name, &count);
  if (!count) return false;
  bool declared_first = use->view->lang->rules.order == LANGUAGE_ORDER_AROUND;
  if ((!use->crossed || declared_first) && take_reaching(use, binds, count, scope)) return true;
  if (declared_first) return false;
  BindNo narrow;
  if (use->crossed && narrowed(use, binds, count, &narrow)) {
    take(use, narrow);
    return true;
  }
  take_all(use, binds, count);
  return use->out->count > before || use->out->ext;
}

/* ---- scopes of types ---- */

/* A constructor of its type's name is no type: the type itself is found further out. */
static bool makes_type(const Use *use, const FoundList *members) {
  const Found *found = members->count == 1 ? &members->items[0] : NULL;
  return use->mode != MODE_CALL && found && found->view && found->def && view_def(found->view, found->def)->kind == SYMBOL_CONSTRUCTOR;
}

/* What a type's body shows to the code inside of it: its type parameters
 * always, its members by the language's rule. */
static bool look_in_type(Use *use, ScopeNo scope) {
  const View *view = use->view;
  LanguageTypeScope seen = view->lang->rules.type_scope;
  uint32_t count, before = use->out->count;
  const BindNo *binds = resolve_binds(view, scope, use->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (view_bind(view, binds[i])->flags & BIND_TYPE_PARAM) take(use, binds[i]);
  }
  if (use->out->count > before) return true;
  /* What the class has not bound yet is looked for outside. */
  if (seen == LANGUAGE_TYPE_SCOPE_BODY) return !use->crossed && take_reaching(use, binds, count, scope);
  DefNo def = view_scope(view, scope)->def;
  if (seen == LANGUAGE_TYPE_SCOPE_CLOSED || !def) return false;
  if (!use->nearest) use->nearest = def;
  bool is_static, is_block = resolve_is_block(view_def(view, def));
  TermId self = is_block ? resolve_self_term(use->run, use->view, scope, &is_static) : 0;
  if (!self || resolve_term_at(use->run, self).kind != TERM_INST) self = resolve_term_of(use->run, TERM_SELF, view->number, def);
  FoundList members = {.count = 0};
  bool is_further = seen == LANGUAGE_TYPE_SCOPE_NEAREST && use->nearest != def;
  if (is_further) resolve_find_enclosed(use->run, self, use->name, use->mode, &members);
  else resolve_find_inside(use->run, view, self, use->name, use->mode, &members);
  if (makes_type(use, &members)) members.count = 0;
  resolve_found_add_all(use->run, use->out, members.items, members.count);
  /* Inherited from outside, or not at all: the search goes on, and says so in the end. */
  use->outside |= members.ext || members.unknown;
  return use->out->count > before;
}

/* The members of what a function is called on, where they are names inside. */
static bool look_in_receiver(const Use *use, ScopeNo scope) {
  if (!use->view->lang->rules.extensions) return false;
  uint32_t before = use->out->count;
  ValueId receiver = resolve_own_receiver(use->run, use->view, scope);
  if (receiver == VALUE_UNKNOWN) return false;
  FoundList members = {.count = 0};
  resolve_find_members(use->run, use->view, receiver, use->name, use->mode, &members);
  resolve_found_add_all(use->run, use->out, members.items, members.count);
  return use->out->count > before;
}

/* ---- names ---- */

void resolve_find_all(Run *run, View *view, NameId name, unsigned mode, FoundList *out) {
  Use use = {.run = run, .view = view, .name = name, .at = UINT32_MAX, .from = 1, .out = out,
             .mode = resolve_mode(view->lang, mode)};
  if (!name.value) return;
  look_in(&use, 1);
  resolve_look_beyond(&use);
}

static bool are_functions(const FoundList *list, uint32_t from) {
  for (uint32_t i = from; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return false;
  }
  return true;
}

/* Functions of the scopes further out, up to one where the name means something else: the
 * inner ones hide only what takes the same, which choosing finds out. */
static void look_around(const Use *use, ScopeNo scope, uint32_t before) {
  Use own = *use;
  for (unsigned guard = 0; scope && guard < 4096 && are_functions(use->out, before); guard++) {
    const Scope *here = view_scope(use->view, scope);
    FoundList more = {.count = 0};
    own.out = &more;
    own.crossed |= here->kind == SCOPE_FUNCTION;
    look_in(&own, scope);
    if (!are_functions(&more, 0)) return;
    resolve_found_add_all(use->run, use->out, more.items, more.count);
    scope = here->parent;
  }
}

/* Functions that the file includes: overloads of those that it has itself. What only
 * linking would find is not. */
static void look_for_overloads(Use *use, uint32_t before) {
  if (!are_functions(use->out, before)) return;
  FoundList more = {.count = 0};
  Use own = *use;
  own.out = &more;
  resolve_look_beyond(&own);
  for (uint32_t i = 0; i < more.count; i++) {
    if (more.items[i].rule == RULE_IMPORT) resolve_found_add(use->run, use->out, more.items[i]);
  }
}

static bool joins(const Use *use) { return use->mode & MODE_CALL && use->view->lang->rules.overloads_join; }

/* The file and what it includes have their namespaces in common: what the file has
 * is not meant for that reason alone, and of functions not alone. */
static void look_in_spaces(Use *use, uint32_t before) {
  bool own = look_in(use, 1) && resolve_is_in_space(use->view, use->at, use->out, before);
  if (!own) resolve_look_beyond(use);
  else if (use->mode & MODE_CALL) look_for_overloads(use, before);
  resolve_keep_near_space(use->view, use->at, use->out, before);
}

void resolve_find_name(Run *run, View *view, NameUse asked, FoundList *out) {
  if (!asked.name.value) return;
  Use use = {.run = run, .view = view, .name = asked.name, .at = asked.at, .from = asked.scope, .out = out,
             .mode = resolve_mode(view->lang, asked.mode)};
  ScopeNo scope = asked.scope;
  bool in_spaces = view->lang->rules.namespaces_flat;
  uint32_t before = out->count;
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    const Scope *here = view_scope(view, scope);
    if (scope == 1 && in_spaces) break;
    bool of_type = here->kind == SCOPE_TYPE || here->kind == SCOPE_STATIC || here->kind == SCOPE_OBJECT;
    if (of_type ? look_in_type(&use, scope) : look_in(&use, scope)) {
      if (joins(&use)) {
        look_around(&use, here->parent, before);
        look_for_overloads(&use, before);
      }
      return;
    }
    if (here->kind == SCOPE_FUNCTION && look_in_receiver(&use, scope)) return;
    if (here->kind == SCOPE_FUNCTION) use.crossed = true;
    scope = here->parent;
  }
  if (in_spaces) look_in_spaces(&use, before);
  else resolve_look_beyond(&use);
  if (use.outside && out->count == 0) out->ext = true;
}

/* ---- expressions that name something ---- */

/* A member of what a call gave is found by the flow of values, which is less
 * sure than a declared type. */
static void refine_rule(const View *view, const Expr *expr, FoundList *out) {
  const Expr *base = view_expr(view, expr->base);
  bool declared = base->kind == EXPR_OF_TYPE || base->kind == EXPR_NEW;
  for (uint32_t i = 0; i < out->count; i++) {
    if (out->items[i].rule == RULE_TYPE && !declared && base->kind == EXPR_CALL) out->items[i].rule = RULE_FLOW;
  }
}

static unsigned mode_of(const Expr *expr, bool called) {
  if (expr->flags & EXPR_IN_TYPE) return MODE_TYPE;
  return called || expr->kind == EXPR_METHOD_REF ? MODE_CALL : MODE_VALUE;
}

/* Types are called too, where that makes an instance; those of another language
 * of the family do not say so themselves. */
static void find_made(Run *run, View *view, const Expr *expr, FoundList *out) {
  if (out->count || view->lang->rules.called_type != LANGUAGE_CALLED_TYPE_MAKES) return;
  FoundList types = {.count = 0};
  resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, MODE_TYPE}, &types);
  resolve_gather_methods(run, view, expr, false, &types);
  if (types.count) *out = types;
}

static bool is_type(const Found *found) {
  return found->view && found->def && symbol_kind_is_type(view_def(found->view, found->def)->kind);
}

/* Of types that the number of type parameters tells apart those that take as
 * many as are given; all, when none does. */
static void keep_arity(Run *run, FoundList *out, uint32_t given) {
  uint32_t types = 0, fitting = 0, kept = 0;
  for (uint32_t i = 0; i < out->count; i++) {
    if (!is_type(&out->items[i])) continue;
    types++;
    fitting += resolve_arity_of(run, &out->items[i]) == given;
  }
  if (!fitting || fitting == types) return;
  for (uint32_t i = 0; i < out->count; i++) {
    if (!is_type(&out->items[i]) || resolve_arity_of(run, &out->items[i]) == given) out->items[kept++] = out->items[i];
  }
  out->count = kept;
}

/* Type arguments and dereferences are looked through: they do not change
 * what is named. */
static const Expr *named_by(const View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  for (int guard = 0; guard < 8 && (expr->kind == EXPR_APPLY || expr->kind == EXPR_POINTER); guard++) {
    expr = view_expr(view, expr->base);
  }
  return expr;
}

static NameUse use_of(const Expr *expr, bool called) { return (NameUse){expr->scope, expr->name, expr->at, mode_of(expr, called)}; }

bool resolve_plain_name(const View *view, ExprNo number, NameUse *ret_use) {
  const Expr *expr = named_by(view, number);
  if (expr->kind != EXPR_NAME || view->lang->rules.types_by_arity) return false;
  *ret_use = use_of(expr, false);
  return true;
}

static bool find(Run *run, View *view, ExprNo number, bool called, FoundList *out) {
  *out = (FoundList){.count = 0};
  const Expr *expr = named_by(view, number);
  if (expr->kind == EXPR_NAME) {
    resolve_find_name(run, view, use_of(expr, called), out);
    if (view->lang->rules.types_by_arity) keep_arity(run, out, expr->number);
    resolve_gather_methods(run, view, expr, called, out);
    if (called) {
      find_made(run, view, expr, out);
      resolve_follow_given(run, mode_of(expr, true), out);
      resolve_prefer_held(run, view, expr, out);
      resolve_keep_extensions(run, view, expr->scope, out);
    }
    resolve_find_own_accessors(run, view, expr, called, out);
    return true;
  }
  if (expr->kind == EXPR_SLOT) {
    resolve_find_slot(run, view, expr, out);
    return true;
  }
  if (expr->kind != EXPR_MEMBER && expr->kind != EXPR_METHOD_REF) return false;
  ValueId base = resolve_read(run, view, expr->base, resolve_eval(run, view, expr->base));
  if (expr->flags & EXPR_ARROW) base = resolve_through(run, view, base, view->lang->arrow);
  resolve_find_members(run, view, base, expr->name, mode_of(expr, called), out);
  resolve_gather_methods(run, view, expr, called, out);
  if (called) resolve_drop_unfit(run, view, number, out);
  if (called && !out->count) resolve_find_extensions(run, view, expr, base, out);
  if (called && !out->count) resolve_find_static_extensions(run, view, expr, base, out);
  resolve_find_accessors(run, view, expr, base, called, out);
  refine_rule(view, expr, out);
  resolve_find_asked(run, view, expr, mode_of(expr, called), out);
  return true;
}

bool resolve_find(Run *run, View *view, ExprNo expr, FoundList *out) { return find(run, view, expr, false, out); }

/* A variable that holds a function, where no function has the name. */
static void find_held(Run *run, View *view, ExprNo expr, FoundList *out) {
  FoundList held;
  if (out->count || !view->lang->rules.values_called || !find(run, view, expr, false, &held)) return;
  for (uint32_t i = 0; i < held.count; i++) {
    if (is_type(&held.items[i])) return;
  }
  if (held.count) *out = held;
}

bool resolve_find_callee(Run *run, View *view, ExprNo expr, FoundList *out) {
  if (!find(run, view, expr, true, out)) return false;
  find_held(run, view, expr, out);
  return true;
}
