/* Values that are no calls: literals, operators, casts. */
#include "src/languages/typescript/typescript_internal.h"

/* An instance of the type around; or, in functions that became members by
 * assignment, what the holder's name means, or an instance it makes. No
 * scope: nobody can say. */
ExprNo language_ts_expr_this(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  TsThis self = language_ts_state(build)->self;
  if (!self.scope) return 0;
  uint32_t at = build->syntax->nodes[node].from;
  if (!self.name.value) return language_add(build, (Expr){.kind = EXPR_SELF, .scope = self.scope, .at = at});
  ExprNo name = language_add(build, (Expr){.kind = EXPR_NAME, .scope = self.scope, .at = at, .name = self.name});
  if (self.made) return language_add_base(build, EXPR_NEW, name, node);
  if (self.member.value) *vec_add(build->arena, &language_ts_state(build)->member_this) = (TsMemberThis){name, self.name, self.member};
  return name;
}

ExprNo language_ts_expr_super(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  TsThis self = language_ts_state(build)->self;
  if (!self.scope || self.name.value) return 0;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .scope = self.scope,
                                    .at = build->syntax->nodes[node].from});
}

/* All numbers are of one type. */
ExprNo language_ts_expr_number(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  bool is_big = str_ends_with(syntax_text(build->syntax, node), STR("n"));
  return language_add_literal(build, is_big ? LITERAL_LONG : LITERAL_INT, node);
}

ExprNo language_ts_expr_regex(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_literal(build, LITERAL_REGEX, node);
}

ExprNo language_ts_expr_spread(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = language_expr_inner(build, node, role);
  return value ? language_add_base(build, EXPR_SPREAD, value, node) : 0;
}

/* Unknown items keep their position: a pattern may take the list apart. */
ExprNo language_ts_expr_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  TsItems items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    ExprNo value = language_expr(build, c);
    language_ts_add_item(build, &items, value ? value : language_ts_unknown(build, c));
  }
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

ExprNo language_ts_expr_await(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr_inner(build, node, REF_READ);
  return value ? language_add_base(build, EXPR_AWAIT, value, node) : 0;
}

ExprNo language_ts_expr_yield(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr_inner(build, node, REF_READ);
  if (value && syntax_child(build->syntax, node, TS_SIGN_STAR)) {
    value = language_add_base(build, EXPR_ITER, value, node);
  }
  language_return(build, value);
  return 0;
}

static ExprNo literal(LanguageBuild *build, LiteralKind kind, NodeNo node) {
  return language_add_number(build, EXPR_LITERAL, 0, kind, node);
}

static Str operator_of(const LanguageBuild *build, NodeNo node) {
  return syntax_text(build->syntax, language_ts_field(build, node, TS_F_OPERATOR));
}

ExprNo language_ts_expr_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_ts_field(build, node, TS_F_ARGUMENT));
  Str operator = operator_of(build, node);
  if (str_eq_c(operator, "typeof")) return literal(build, LITERAL_STRING, node);
  if (str_eq_c(operator, "void")) return literal(build, LITERAL_NULL, node);
  bool is_number = str_eq_c(operator, "-") || str_eq_c(operator, "+") || str_eq_c(operator, "~");
  return literal(build, is_number ? LITERAL_INT : LITERAL_BOOL, node);
}

ExprNo language_ts_expr_update(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr_as(build, language_ts_field(build, node, TS_F_ARGUMENT), REF_WRITE);
  return literal(build, LITERAL_INT, node);
}

/* ---- binary operators ---- */

static bool is_string(LanguageBuild *build, ExprNo value) {
  const Expr *expr = language_expr_at(build, value);
  return expr->kind == EXPR_LITERAL && expr->number == LITERAL_STRING;
}

static ExprNo both(LanguageBuild *build, ExprKind kind, ExprNo left, ExprNo right, NodeNo node) {
  if (!left || !right) return left ? left : right;
  ExprNo items[] = {left, right};
  return language_add_list(build, kind, 0, items, 2, node);
}

/* `a && b` is b where it is anything that has members; `a || b` may be
 * either. `+` needs types that are not known yet, and is left to resolution. */
ExprNo language_ts_combine(LanguageBuild *build, NodeNo node, ExprNo left, ExprNo right) {
  Str operator = operator_of(build, node);
  if (str_eq_c(operator, "&&")) return right;
  if (str_eq_c(operator, "||") || str_eq_c(operator, "??")) return both(build, EXPR_ANY, left, right, node);
  if (str_eq_c(operator, "+")) {
    if (is_string(build, left) || is_string(build, right)) return language_add_text(build, (const ExprNo[]){left, right}, 2, node);
    ExprNo sum = both(build, EXPR_OP, left, right, node);
    if (left && right) language_expr_at(build, sum)->name = language_intern(build, operator);
    return left && right ? sum : 0;
  }
  static const char *const arithmetic = "- * / % ** | & ^ << >> >>>";
  return literal(build, language_word_in(arithmetic, operator) ? LITERAL_INT : LITERAL_BOOL, node);
}

/* What the left side says holds in the right one. */
static void narrow_right(LanguageBuild *build, NodeNo node) {
  Str operator = operator_of(build, node);
  bool is_and = str_eq_c(operator, "&&");
  if (!is_and && !str_eq_c(operator, "||")) return;
  NodeNo right = language_ts_field(build, node, TS_F_RIGHT);
  if (!right) return;
  language_ts_narrow(build, language_ts_field(build, node, TS_F_LEFT), is_and, build->syntax->nodes[right].from,
                     build->syntax->nodes[right].to);
}

/* Long chains lean to the left: they are walked, not descended into. */
ExprNo language_ts_expr_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo innermost = node;
  for (NodeNo left; (left = language_ts_field(build, innermost, TS_F_LEFT)) &&
                    language_ts_kind(build, left) == TS_BINARY;) {
    innermost = left;
  }
  ExprNo value = language_expr(build, language_ts_field(build, innermost, TS_F_LEFT));
  for (NodeNo at = innermost;; at = syntax_parent(build->syntax, at)) {
    narrow_right(build, at);
    ExprNo right = language_expr(build, language_ts_field(build, at, TS_F_RIGHT));
    value = language_ts_combine(build, at, value, right);
    if (at == node) return value;
  }
}

/* ---- choices and casts ---- */

ExprNo language_ts_expr_ternary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo condition = language_ts_field(build, node, TS_F_CONDITION);
  NodeNo then = language_ts_field(build, node, TS_F_CONSEQUENCE);
  NodeNo otherwise = language_ts_field(build, node, TS_F_ALTERNATIVE);
  language_expr(build, condition);
  const SyntaxNode *nodes = build->syntax->nodes;
  language_ts_narrow(build, condition, true, nodes[then].from, nodes[then].to);
  language_ts_narrow(build, condition, false, nodes[otherwise].from, nodes[otherwise].to);
  ExprNo left = language_expr(build, then);
  ExprNo right = language_expr(build, otherwise);
  return both(build, EXPR_ANY, left, right, node);
}

ExprNo language_ts_expr_sequence(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo last = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    bool is_last = !syntax_next(build->syntax, c);
    last = language_expr_as(build, c, is_last ? role : REF_READ);
  }
  return last;
}

/* `x as T`, `<T>x`; `as const` changes nothing. */
ExprNo language_ts_expr_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo first = syntax_named(build->syntax, node, 0), second = syntax_named(build->syntax, node, 1);
  bool type_first = language_ts_kind(build, node) == TS_TYPE_ASSERTION;
  if (!second) return language_expr_as(build, first, role);
  NodeNo type_node = type_first ? syntax_named(build->syntax, first, 0) : second;
  ExprNo value = language_expr(build, type_first ? second : first);
  ExprNo type = language_type(build, type_node);
  if (!type) return 0;
  if (language_expr_at(build, value)->kind == EXPR_OBJECT) language_expect(build, value, type);
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

ExprNo language_ts_expr_satisfies(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = language_expr_as(build, syntax_named(build->syntax, node, 0), role);
  ExprNo type = language_type(build, syntax_named(build->syntax, node, 1));
  if (language_expr_at(build, value)->kind == EXPR_OBJECT) language_expect(build, value, type);
  return value;
}
