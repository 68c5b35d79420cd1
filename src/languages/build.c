/* The walk: which handler a node gets. Handlers are an array by kind, so that
 * dispatch is one look-up. They nest as the text does, hence the limit on
 * depth. */
#include <assert.h>

#include "src/languages/build_internal.h"

/* ---- dispatch ---- */

/* Two limits, because handlers differ in what they keep on the stack: a
 * fixed number of levels, the same on every machine, and the bytes that were
 * really used, which a handler with large arrays reaches first. What lies
 * deeper is left out, and the facts say so (cut). */
static bool is_too_deep(const LanguageBuild *build) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0), start = build->builder->stack;
  uintptr_t used = start > here ? start - here : here - start;
  return build->depth >= LANGUAGE_MAX_DEPTH || used > LANGUAGE_MAX_STACK;
}

/* A sign or keyword that means nothing by itself: most nodes are. Where depth is
 * used up, it is left out like all others, and said to be. */
static inline bool is_token(const LanguageBuild *build, NodeNo node) {
  const SyntaxNode *at = &build->syntax->nodes[node];
  return !at->kind && !(at->flags & SYNTAX_PARENT) && build->depth < LANGUAGE_MAX_DEPTH;
}

/* Whether the node may be looked at; then `leave` must follow. Also the
 * place where a cancelled job is noticed: every so many nodes, because
 * asking takes a look at the clock. */
static inline bool enter(LanguageBuild *build, NodeNo node) {
  LanguageBuilder *builder = build->builder;
  if (!node || node >= build->syntax->count || builder->stopped) return false;
  if (is_too_deep(build)) {
    build->facts->cut = true;
    return false;
  }
  if (++builder->visited % 4096 == 0 && job_is_stopped(builder->job)) {
    builder->stopped = true;
    return false;
  }
  build->depth++;
  return true;
}

static void leave(LanguageBuild *build) {
  assert(build->depth);
  build->depth--;
}

/* A node of a kind that the language does not name has no handler and is
 * simply looked into: new nodes of a grammar lose their meaning, never what
 * is inside of them. */
static const LanguageHandler *handler_of(const LanguageBuild *build, NodeNo node) {
  static const LanguageHandler nothing = {0};
  const LanguageTable *table = build->builder->table;
  unsigned kind = syntax_kind(build->syntax, node);
  return kind < table->count ? &table->handlers[kind] : &nothing;
}

static void expr_children(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!is_token(build, c)) language_expr(build, c);
  }
}

static void type_children(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!is_token(build, c)) language_type(build, c);
  }
}

void language_visit_children(LanguageBuild *build, NodeNo node) {
  if (!node) return;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!is_token(build, c)) language_visit(build, c);
  }
}

void language_visit_others(LanguageBuild *build, NodeNo node, NodeNo but) {
  if (!node) return;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != but && !is_token(build, c)) language_visit(build, c);
  }
}

void language_visit_but(LanguageBuild *build, NodeNo node, NodeNo one, NodeNo other) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (c != one && c != other && !is_token(build, c)) language_visit(build, c);
  }
}

/* As a statement. An expression that stands as one is evaluated for what it
 * refers to, and its value dropped. */
void language_visit(LanguageBuild *build, NodeNo node) {
  if (!enter(build, node)) return;
  const LanguageHandler *handler = handler_of(build, node);
  if (handler->visit) handler->visit(build, node);
  else if (handler->expr) handler->expr(build, node, REF_READ);
  else language_visit_children(build, node);
  leave(build);
}

ExprNo language_expr(LanguageBuild *build, NodeNo node) { return language_expr_as(build, node, REF_READ); }

/* As a value; `role` is what the reference to it says (read, write, …),
 * where the handler makes one. A node that has no value gives 0, which
 * everything that takes expressions accepts. */
ExprNo language_expr_as(LanguageBuild *build, NodeNo node, unsigned role) {
  if (!enter(build, node)) return 0;
  const LanguageHandler *handler = handler_of(build, node);
  ExprNo value = 0;
  if (handler->expr) value = handler->expr(build, node, role);
  else if (handler->visit) handler->visit(build, node);
  else expr_children(build, node);
  leave(build);
  return value;
}

/* As a type. Many languages write types with the nodes of expressions, so a
 * handler for values stands in. */
ExprNo language_type(LanguageBuild *build, NodeNo node) {
  if (!enter(build, node)) return 0;
  const LanguageHandler *handler = handler_of(build, node);
  ExprNo type = 0;
  if (handler->type) type = handler->type(build, node);
  else if (handler->expr) type = handler->expr(build, node, REF_TYPE);
  else if (handler->visit) handler->visit(build, node);
  else type_children(build, node);
  leave(build);
  return type;
}

/* ---- ready-made handlers ---- */

ExprNo language_expr_name(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo name = language_add_name(build, node);
  language_ref(build, role, name, node);
  return name;
}

/* Parentheses and the like: the first named child is the value, the others
 * are looked into for what they refer to. */
ExprNo language_expr_inner(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo inner = syntax_named(build->syntax, node, 0);
  ExprNo value = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c == inner) value = language_expr_as(build, c, role);
    else language_expr(build, c);
  }
  return value;
}

/* EXPR_IN_TYPE tells resolution that a type is meant where names of types
 * and values are apart. */
ExprNo language_type_name(LanguageBuild *build, NodeNo node) {
  ExprNo name = language_add_name(build, node);
  language_expr_at(build, name)->flags |= EXPR_IN_TYPE;
  language_ref(build, REF_TYPE, name, node);
  return name;
}

ExprNo language_type_inner(LanguageBuild *build, NodeNo node) {
  NodeNo inner = syntax_named(build->syntax, node, 0);
  ExprNo type = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    ExprNo found = language_type(build, c);
    if (c == inner) type = found;
  }
  return type;
}

void language_visit_expr(LanguageBuild *build, NodeNo node) { expr_children(build, node); }

void language_visit_block(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit_children(build, node);
  language_close(build, &before);
}

/* What is interpolated in it is code. */
static ExprNo literal(LanguageBuild *build, LiteralKind kind, NodeNo node) {
  expr_children(build, node);
  return language_add_literal(build, kind, node);
}

ExprNo language_expr_string(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return literal(build, LITERAL_STRING, node);
}

ExprNo language_expr_int(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return literal(build, LITERAL_INT, node);
}

ExprNo language_expr_double(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return literal(build, LITERAL_DOUBLE, node);
}

ExprNo language_expr_bool(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return literal(build, LITERAL_BOOL, node);
}

ExprNo language_expr_null(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return literal(build, LITERAL_NULL, node);
}
