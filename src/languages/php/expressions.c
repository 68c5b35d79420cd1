/* PHP values: names, members, arrays, operators. */
#include "src/languages/php/php_internal.h"

/* ---- names ---- */

/* A constant, or a type in front of `::`. */
ExprNo language_php_name(LanguageBuild *build, NodeNo node, unsigned role) {
  static const char *const words[] = {"true", "false", "null"};
  Str text = language_text(build, node);
  if (str_is_among(text, words, 3)) {
    return language_add_literal(build, str_eq_ignore_case(text, STR("null")) ? LITERAL_NULL : LITERAL_BOOL, node);
  }
  return language_php_name_node(build, node, role, false);
}

ExprNo language_php_variable_at(LanguageBuild *build, Str name, uint32_t at) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .scope = php_state(build)->variables,
                                    .name = language_intern(build, name), .at = at});
}

ExprNo language_php_variable(LanguageBuild *build, NodeNo node, unsigned role) {
  Str text = language_text(build, node);
  uint32_t at = language_node(build, node)->from;
  if (str_eq(text, STR("$this"))) return language_add(build, (Expr){.kind = EXPR_SELF, .at = at});
  ExprNo expr = language_php_variable_at(build, text, at);
  language_ref(build, role, expr, node);
  return expr;
}

ExprNo language_php_relative_scope(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  bool is_parent = str_eq_ignore_case(language_text(build, node), STR("parent"));
  return language_add(build, (Expr){.kind = is_parent ? EXPR_SUPER : EXPR_SELF_TYPE, .at = language_node(build, node)->from});
}

/* ---- members ---- */

/* A member whose name is computed is nothing that could be found. */
ExprNo language_php_member(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo base = language_expr(build, language_field(build, node, PHP_IN_OBJECT));
  NodeNo name = language_field(build, node, PHP_IN_NAME);
  if (language_kind(build, name) != PHP_NAME) {
    language_expr(build, name);
    return 0;
  }
  return language_use_member(build, base, name, role);
}

/* The class in front of `::`. */
static ExprNo class_of(LanguageBuild *build, NodeNo node) { return language_expr(build, node); }

ExprNo language_php_scoped_property(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo base = class_of(build, language_field(build, node, PHP_IN_SCOPE));
  NodeNo name = language_field(build, node, PHP_IN_NAME);
  NodeNo word = language_kind(build, name) == PHP_VARIABLE ? syntax_named(build->syntax, name, 0) : 0;
  if (!word) {
    language_expr(build, name);
    return 0;
  }
  return language_use_member(build, base, word, role);
}

/* `A::class` is a text with the name of the class, which it keeps. */
static ExprNo class_name(LanguageBuild *build, ExprNo class, NodeNo node) {
  return language_add_number(build, EXPR_LITERAL, class, LITERAL_STRING, node);
}

ExprNo language_php_class_constant(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo base = class_of(build, syntax_named(build->syntax, node, 0));
  NodeNo name = syntax_named(build->syntax, node, 1);
  if (language_kind(build, name) != PHP_NAME) {
    language_expr(build, name);
    return name ? 0 : language_add_literal(build, LITERAL_STRING, node);
  }
  if (str_eq_ignore_case(language_text(build, name), STR("class"))) return class_name(build, base, node);
  return language_use_member(build, base, name, role);
}

/* ---- arrays ---- */

/* Under a key that is a text the value has a name. */
static ExprNo keyed(LanguageBuild *build, ExprNo key, ExprNo value, NodeNo node) {
  const Expr *text = language_expr_at(build, key);
  NameId name = key && text->kind == EXPR_LITERAL && text->number == LITERAL_STRING ? text->name : (NameId){0};
  if (!name.value || !value) return value;
  ExprNo keyword = language_add_base(build, EXPR_KEYWORD, value, node);
  language_expr_at(build, keyword)->name = name;
  return keyword;
}

static ExprNo element(LanguageBuild *build, NodeNo node) {
  unsigned count = syntax_named_count(build->syntax, node);
  ExprNo key = count > 1 ? language_expr(build, syntax_named(build->syntax, node, 0)) : 0;
  NodeNo value = syntax_named(build->syntax, node, count ? count - 1 : 0);
  if (language_kind(build, value) != PHP_VARIADIC_UNPACKING) return keyed(build, key, language_expr(build, value), node);
  ExprNo spread = language_expr(build, syntax_named(build->syntax, value, 0));
  return spread ? language_add_base(build, EXPR_SPREAD, spread, value) : 0;
}

ExprNo language_php_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_ARRAY_ELEMENT) language_push(build, &items, element(build, c));
    else language_visit(build, c);
  }
  return language_add_list(build, EXPR_LIST, 0, items.items, items.len, node);
}

ExprNo language_php_subscript(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo base = language_expr(build, syntax_named(build->syntax, node, 0));
  ExprNo key = language_expr(build, syntax_named(build->syntax, node, 1));
  return base ? language_add_list(build, EXPR_INDEX, base, &key, 1, node) : 0;
}

/* ---- operators ---- */

static bool is_one_of(Str sign, const char *const *signs, size_t count) { return str_is_among(sign, signs, count); }

/* The right side of `and` and `or` is reached only when the left one held or
 * failed. */
ExprNo language_php_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_field(build, node, PHP_IN_LEFT), right = language_field(build, node, PHP_IN_RIGHT);
  Str sign = language_text(build, language_field(build, node, PHP_IN_OPERATOR));
  static const char *const ands[] = {"&&", "and"}, *const ors[] = {"||", "or"};
  static const char *const tests[] = {"==", "!=", "===", "!==", "<>", "<", ">", "<=", ">=", "xor"};
  ExprNo sides[2];
  sides[0] = language_expr(build, left);
  bool is_and = is_one_of(sign, ands, 2), is_or = is_one_of(sign, ors, 2);
  if ((is_and || is_or) && right) {
    language_php_narrow(build, left, is_and, language_node(build, right)->from, language_node(build, right)->to);
  }
  if (str_eq_ignore_case(sign, STR("instanceof"))) {
    unsigned kind = language_kind(build, right);
    if (kind == PHP_NAME || kind == PHP_QUALIFIED_NAME) language_php_name_node(build, right, REF_TYPE, true);
    else language_expr(build, right);
    return language_add_literal(build, LITERAL_BOOL, node);
  }
  sides[1] = language_expr(build, right);
  if (is_and || is_or || is_one_of(sign, tests, 10)) return language_add_literal(build, LITERAL_BOOL, node);
  if (str_eq(sign, STR("??"))) return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  if (str_eq(sign, STR("."))) return language_add_text(build, sides, 2, node);
  if (str_eq(sign, STR("+"))) return language_add_list(build, EXPR_ANY, 0, sides, 2, node); /* of arrays too */
  return language_add_literal(build, LITERAL_DOUBLE, node);
}

ExprNo language_php_conditional(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo condition = language_field(build, node, PHP_IN_CONDITION), body = language_field(build, node, PHP_IN_BODY);
  NodeNo alternative = language_field(build, node, PHP_IN_ALTERNATIVE);
  ExprNo sides[2];
  sides[0] = language_expr(build, condition);
  if (body) {
    language_php_narrow(build, condition, true, language_node(build, body)->from, language_node(build, body)->to);
    sides[0] = language_expr(build, body);
  }
  if (alternative) {
    language_php_narrow(build, condition, false, language_node(build, alternative)->from, language_node(build, alternative)->to);
  }
  sides[1] = language_expr(build, alternative);
  return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
}

/* Arms of `match (true)` are guards. */
ExprNo language_php_match(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageExprs values = {0};
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  language_expr(build, language_field(build, node, PHP_IN_CONDITION));
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo conditions = language_field(build, c, PHP_IN_CONDITIONS), value = language_field(build, c, PHP_IN_RETURN_EXPRESSION);
    if (conditions) language_visit_children(build, conditions);
    if (!value) {
      if (!conditions) language_visit(build, c);
      continue;
    }
    if (conditions && syntax_named_count(build->syntax, conditions) == 1) {
      language_php_narrow(build, syntax_named(build->syntax, conditions, 0), true, language_node(build, value)->from,
                          language_node(build, value)->to);
    }
    ExprNo given = language_expr(build, value);
    if (given) language_push(build, &values, given);
  }
  return values.len ? language_add_list(build, EXPR_ANY, 0, values.items, values.len, node) : 0;
}

ExprNo language_php_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str type = language_text(build, language_field(build, node, PHP_IN_TYPE));
  ExprNo value = language_expr(build, language_field(build, node, PHP_IN_VALUE));
  if (str_eq_ignore_case(type, STR("array"))) return value;
  if (str_eq_ignore_case(type, STR("object"))) return 0;
  return language_add_literal(build, LITERAL_STRING, node);
}
