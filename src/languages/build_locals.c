/* Locals: what names inside functions lead to, as far as one file can tell. */
#include "src/languages/build_internal.h"

#define HANDED_ON_MAX 4 /* times that a parameter is handed on before it is called */

/* Binds by scope and name: open addressing. */
typedef struct Locals {
  const Language *language;
  Facts *facts;
  BindNo *slots;
  size_t mask;
} Locals;

static BindNo *slot_of(const Locals *locals, ScopeNo scope, NameId name) {
  size_t at = (scope * 2654435761u) ^ (name.value * 2246822519u);
  for (at ^= at >> 15;; at++) {
    BindNo *slot = &locals->slots[at & locals->mask];
    if (!*slot) return slot;
    const Bind *bind = &locals->facts->binds.items[*slot];
    if (bind->scope == scope && names_same(bind->name, name)) return slot;
  }
}

/* Of several the first one stays, but a bind that names a definition or an
 * import outweighs plain ones; those that only narrow or point outward are no
 * binds of their own, and what is put into a member of something (p->run = run)
 * is not called so here. */
static Locals index_locals(const LanguageBuild *build) {
  Facts *facts = build->facts;
  size_t size = 16;
  while (size < facts->binds.len * 2) size *= 2;
  Locals locals = {.language = build->language, .facts = facts,
                   .slots = ARENA_ARRAY(build->arena, BindNo, size), .mask = size - 1};
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    unsigned kind = facts->scopes.items[bind->scope].kind;
    bool is_foreign = bind->flags & BIND_MEMBER && (kind == SCOPE_FUNCTION || kind == SCOPE_BLOCK); /* of something else */
    bool is_assigned = bind->flags & BIND_MEMBER && bind->type && bind->value && !bind->def;
    if (is_foreign || is_assigned || bind->flags & (BIND_NARROW | BIND_GLOBAL)) continue;
    BindNo *slot = slot_of(&locals, bind->scope, bind->name);
    if (!*slot || bind->def || bind->import) *slot = i;
  }
  return locals;
}

/* The innermost bind a name leads to; 0: none, or the expression is no name. */
static BindNo find_bind(const Locals *locals, ExprNo expr) {
  const Facts *facts = locals->facts;
  const Expr *name = &facts->exprs.items[expr];
  if (name->kind != EXPR_NAME) return 0;
  bool in_function = false;
  for (ScopeNo no = name->scope; no; no = facts->scopes.items[no].parent) {
    const Scope *scope = &facts->scopes.items[no];
    if (scope->kind == SCOPE_FUNCTION) in_function = true;
    bool is_skipped = locals->language->rules.type_scope == LANGUAGE_TYPE_SCOPE_BODY;
    if (in_function && scope->kind == SCOPE_TYPE && is_skipped) continue;
    BindNo found = *slot_of(locals, no, name->name);
    if (found) return found;
  }
  return 0;
}

/* ---- reads and writes ---- */

/* Not where the name leads to a definition or an import: those are
 * somebody's. */
static bool is_local(const Locals *locals, ExprNo expr) {
  const Bind *bind = &locals->facts->binds.items[find_bind(locals, expr)];
  unsigned kind = locals->facts->scopes.items[bind->scope].kind;
  return bind->scope && !bind->def && !bind->import && (kind == SCOPE_FUNCTION || kind == SCOPE_BLOCK);
}

/* Arguments stay, whatever they name: a callback is passed by a local name
 * often enough. */
static void drop_locals(const Locals *locals) {
  Facts *facts = locals->facts;
  size_t kept = 1;
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    bool is_plain = (ref->role == REF_READ || ref->role == REF_WRITE) && !(ref->flags & REF_ARGUMENT);
    if (is_plain && is_local(locals, ref->expr)) continue;
    facts->refs.items[kept++] = *ref;
  }
  facts->refs.len = kept;
}

/* ---- parameters that are called ---- */

/* True when it was not known before, so that the rounds below end. */
static bool mark_called(const Locals *locals, ExprNo expr) {
  Bind *bind = &locals->facts->binds.items[find_bind(locals, expr)];
  if (!(bind->flags & BIND_PARAM) || (bind->flags & BIND_CALLED)) return false;
  bind->flags |= BIND_CALLED;
  return true;
}

/* A scope's parameters, in order. */
typedef struct Params {
  BindNo *first; /* by scope */
  BindNo *next;  /* by bind */
} Params;

static Params index_params(Arena *arena, const Facts *facts) {
  Params params = {.first = ARENA_ARRAY(arena, BindNo, facts->scopes.len),
                   .next = ARENA_ARRAY(arena, BindNo, facts->binds.len)};
  for (BindNo i = (BindNo)facts->binds.len - 1; i > 0; i--) {
    const Bind *bind = &facts->binds.items[i];
    if (!(bind->flags & BIND_PARAM) || (bind->flags & BIND_RECEIVER)) continue;
    params.next[i] = params.first[bind->scope];
    params.first[bind->scope] = i;
  }
  return params;
}

/* Whether the function calls the parameter that the argument becomes. */
static bool is_param_called(const Facts *facts, const Params *params, DefNo def, const Ref *argument) {
  ExprList items = facts->exprs.items[argument->call].list;
  if (argument->position >= items.count) return false;
  const Expr *item = &facts->exprs.items[facts->lists.items[items.first + argument->position]];
  uint32_t nth = 0;
  for (BindNo i = params->first[facts->defs.items[def].opens]; i; i = params->next[i], nth++) {
    const Bind *bind = &facts->binds.items[i];
    bool is_it = item->kind == EXPR_KEYWORD ? names_same(bind->name, item->name)
                                            : nth == argument->position || (bind->flags & BIND_VARIADIC);
    if (is_it) return bind->flags & BIND_CALLED;
  }
  return false;
}

/* One more step: parameters passed to functions of this file that call them. */
static bool mark_handed_on(const Locals *locals, const Params *params) {
  const Facts *facts = locals->facts;
  bool found = false;
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (!(ref->flags & REF_ARGUMENT) || facts->exprs.items[ref->expr].kind != EXPR_NAME) continue;
    DefNo callee = facts->binds.items[find_bind(locals, facts->exprs.items[ref->call].base)].def;
    if (callee && is_param_called(facts, params, callee, ref)) found |= mark_called(locals, ref->expr);
  }
  return found;
}

/* A few rounds: a parameter that is handed on to a function of this file
 * which calls it is called as well. */
static void mark_params(const Locals *locals, Arena *arena) {
  const Facts *facts = locals->facts;
  bool found = false;
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->role == REF_CALL) found |= mark_called(locals, facts->exprs.items[ref->expr].base);
  }
  if (!found) return;
  Params params = index_params(arena, facts);
  for (int i = 0; i < HANDED_ON_MAX && mark_handed_on(locals, &params); i++) {
  }
}

void language_mark_locals(LanguageBuild *build) {
  Locals locals = index_locals(build);
  drop_locals(&locals);
  mark_params(&locals, build->arena);
}
