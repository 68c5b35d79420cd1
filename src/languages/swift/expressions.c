/* Swift expressions, conditions and loops. */
#include "src/languages/swift/swift_internal.h"

static NodeNo suffix_name(const LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, language_field(build, node, SWIFT_IN_SUFFIX), SWIFT_IN_SUFFIX);
  return language_kind(build, name) == SWIFT_SIMPLE_IDENTIFIER ? name : 0;
}

ExprNo language_swift_navigation(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo target = language_field(build, node, SWIFT_IN_TARGET), name = suffix_name(build, node);
  ExprNo base = language_swift_is_type(language_kind(build, target)) ? language_type(build, target) : language_expr(build, target);
  if (!name) {
    language_visit(build, language_field(build, node, SWIFT_IN_SUFFIX));
    return 0;
  }
  if (str_eq_c(language_text(build, name), "self")) return base;
  return language_use_member(build, base, name, role);
}

ExprNo language_swift_self(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = language_node(build, node)->from});
}

ExprNo language_swift_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
}

/* ---- calls ---- */

static void arguments(LanguageBuild *build, NodeNo suffix, LanguageExprs *items) {
  bool is_first = true;
  for (NodeNo c = suffix ? syntax_first(build->syntax, suffix) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == SWIFT_LAMBDA) {
      ExprNo keyword = language_add_base(build, EXPR_KEYWORD, language_expr(build, c), c);
      if (is_first) language_expr_at(build, keyword)->name = language_intern(build, STR(SWIFT_LAST_ARGUMENT));
      is_first = false;
      language_push(build, items, keyword);
    }
    if (kind != SWIFT_VALUE_ARGUMENTS) continue;
    for (NodeNo a = syntax_first(build->syntax, c); a; a = syntax_next(build->syntax, a)) {
      if (language_kind(build, a) != SWIFT_VALUE_ARGUMENT) continue;
      NodeNo label = language_field(build, a, SWIFT_IN_NAME), value = language_field(build, a, SWIFT_IN_VALUE);
      ExprNo given = language_expr(build, value);
      if (label) {
        ExprNo keyword = language_add_base(build, EXPR_KEYWORD, given, a);
        language_expr_at(build, keyword)->name = language_name(build, label);
        given = keyword;
      }
      language_push(build, items, given);
    }
  }
}

/* A subscript is a call whose arguments stand in other brackets. */
static bool is_subscript(const LanguageBuild *build, NodeNo suffix) {
  return str_starts_with(language_text(build, language_child(build, suffix, SWIFT_VALUE_ARGUMENTS)), STR("["));
}

static bool is_sum(const LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  return kind == SWIFT_ADDITIVE || kind == SWIFT_MULTIPLICATIVE;
}

/* In this grammar a + f(x) is a call of a + f, and a + b.f(x) one of f of a + b: what
 * is meant is the last part, and the parts before it are read first. */
static NodeNo last_part(LanguageBuild *build, NodeNo node) {
  enum { DEEPEST = 64 };
  for (unsigned guard = 0; is_sum(build, node) && guard < DEEPEST; guard++) {
    unsigned count = syntax_named_count(build->syntax, node);
    if (count < 2) break;
    for (unsigned i = 0; i + 1 < count; i++) language_expr(build, syntax_named(build->syntax, node, i));
    node = syntax_named(build->syntax, node, count - 1);
  }
  return node;
}

/* !f(x) is a call of !f; .f(x) is one of an implicit member. */
static NodeNo called_by(LanguageBuild *build, NodeNo node) {
  NodeNo callee = last_part(build, syntax_named(build->syntax, node, 0));
  bool has_sign = language_kind(build, callee) == SWIFT_PREFIX && !str_starts_with(language_text(build, callee), STR("."));
  NodeNo last = has_sign ? syntax_named(build->syntax, callee, syntax_named_count(build->syntax, callee) - 1) : 0;
  return last ? last : callee;
}

ExprNo language_swift_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = called_by(build, node), suffix = language_child(build, node, SWIFT_CALL_SUFFIX), name = callee;
  LanguageExprs items = {0};
  ExprNo base;
  if (is_subscript(build, suffix)) {
    base = language_expr(build, callee);
    arguments(build, suffix, &items);
    return base ? language_add_list(build, EXPR_INDEX, base, items.items, items.len, node) : 0;
  }
  if (language_kind(build, callee) == SWIFT_NAVIGATION && suffix_name(build, callee)) {
    NodeNo target = last_part(build, language_field(build, callee, SWIFT_IN_TARGET));
    name = suffix_name(build, callee);
    ExprNo object = language_swift_is_type(language_kind(build, target)) ? language_type(build, target) : language_expr(build, target);
    base = language_add_member(build, object, name);
  } else {
    base = language_expr_as(build, callee, LANGUAGE_NO_REF);
  }
  arguments(build, suffix, &items);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){base, items.items, items.len, node, name});
}

/* `[Int]()` and `A<B>()`. */
ExprNo language_swift_constructor(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo made = language_field(build, node, SWIFT_IN_CONSTRUCTED_TYPE);
  LanguageExprs items = {0};
  ExprNo type = language_type(build, made);
  arguments(build, language_child(build, node, SWIFT_CONSTRUCTOR_SUFFIX), &items);
  if (language_kind(build, made) != SWIFT_USER_TYPE) return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items.items, items.len, node, made});
}

/* ---- operators ---- */

ExprNo language_swift_as(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, SWIFT_IN_EXPR));
  ExprNo type = language_swift_type_in(build, node);
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
}

/* `a ?? b` and `c ? a : b`. */
ExprNo language_swift_either(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs values = {0};
  NodeNo condition = language_field(build, node, SWIFT_IN_CONDITION);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (c != condition) language_push(build, &values, value);
  }
  return language_add_list(build, EXPR_ANY, 0, values.items, values.len, node);
}

/* `try x`, `await x`, `x!`: what is inside. */
ExprNo language_swift_last(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c)) continue;
    ExprNo own = language_expr(build, c);
    if (own) value = own;
  }
  return value;
}

/* `.member` is of the type that is expected there, which is not told here. */
ExprNo language_swift_prefix(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo target = language_field(build, node, SWIFT_IN_TARGET);
  if (!str_starts_with(language_text(build, node), STR("."))) {
    language_expr_as(build, target, role);
    return 0;
  }
  if (language_kind(build, target) != SWIFT_SIMPLE_IDENTIFIER) language_visit(build, target);
  return 0;
}

ExprNo language_swift_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, SWIFT_IN_RESULT));
  NodeNo target = language_field(build, node, SWIFT_IN_TARGET);
  language_expr_as(build, syntax_named(build->syntax, target, 0), REF_WRITE);
  return 0;
}

/* ---- conditions and loops ---- */

static void bind_name(LanguageBuild *build, NodeNo name, ExprNo value, uint32_t from) {
  language_bind(build, (Bind){.name = language_name(build, name), .from = from, .value = value});
}

/* `if let a = b, c.ok { … }`: names and what they are given are siblings. What
 * `guard` binds holds behind it. */
void language_swift_conditions(LanguageBuild *build, NodeNo node) {
  NodeNo pending = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    const SyntaxNode *at = language_node(build, c);
    if (at->field == SWIFT_IN_BOUND_IDENTIFIER) {
      pending = c;
    } else if (language_kind(build, c) == SWIFT_STATEMENTS) {
      LanguageOpen before;
      language_open(build, SCOPE_BLOCK, c, 0, &before);
      language_visit_children(build, c);
      language_close(build, &before);
    } else if (language_is_part(build, c)) {
      bool is_value = pending && at->field == SWIFT_IN_CONDITION && !language_swift_is_type(language_kind(build, c));
      ExprNo value = language_expr(build, c);
      if (is_value && value) {
        bind_name(build, pending, value, at->to);
        pending = 0;
      }
    }
  }
}

void language_swift_branch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_swift_conditions(build, node);
  language_close(build, &before);
}

void language_swift_for(LanguageBuild *build, NodeNo node) {
  NodeNo item = language_field(build, node, SWIFT_IN_ITEM), over = language_field(build, node, SWIFT_IN_COLLECTION);
  ExprNo value = language_expr(build, over);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo name = language_field(build, item, SWIFT_IN_BOUND_IDENTIFIER);
  if (name) bind_name(build, name, value ? language_add_base(build, EXPR_ITER, value, over) : 0, language_node(build, name)->from);
  else language_visit(build, item);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c) && c != item && c != over) language_visit(build, c);
  }
  language_close(build, &before);
}

/* A name in a pattern holds a part of something; which is not told. */
void language_swift_pattern(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, SWIFT_IN_BOUND_IDENTIFIER);
  if (name) bind_name(build, name, 0, language_node(build, name)->from);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != name) language_visit(build, c);
  }
}
