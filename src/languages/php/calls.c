/* PHP calls and `new`. */
#include "src/languages/php/php_internal.h"

static ExprNo argument(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, PHP_IN_NAME), value = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    bool is_part = syntax_is_named(build->syntax, c) && !(language_node(build, c)->flags & SYNTAX_EXTRA);
    if (is_part && c != name) value = c;
  }
  if (language_kind(build, value) == PHP_VARIADIC_UNPACKING) {
    ExprNo spread = language_expr(build, syntax_named(build->syntax, value, 0));
    return language_add_base(build, EXPR_SPREAD, spread, node);
  }
  ExprNo given = language_expr(build, value);
  if (!name) return given;
  ExprNo keyword = language_add_base(build, EXPR_KEYWORD, given, node);
  NameId parameter = language_intern(build, str_format(build->arena, "$%.*s", STR_ARG(language_text(build, name))));
  language_expr_at(build, keyword)->name = parameter;
  return keyword;
}

void language_php_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_ARGUMENT) language_push(build, items, argument(build, c));
    else language_visit(build, c);
  }
}

/* What is called, without a reference; `*ret_name` is where it is shown. */
static ExprNo callee(LanguageBuild *build, NodeNo node, NodeNo *ret_name) {
  NodeNo name = language_field(build, node, PHP_IN_NAME);
  *ret_name = name;
  if (language_kind(build, node) == PHP_FUNCTION_CALL) {
    NodeNo function = language_field(build, node, PHP_IN_FUNCTION);
    unsigned kind = language_kind(build, function);
    *ret_name = function;
    if (kind == PHP_NAME || kind == PHP_QUALIFIED_NAME || kind == PHP_RELATIVE_NAME) {
      return language_php_name_node(build, function, LANGUAGE_NO_REF, false);
    }
    return language_expr_as(build, function, LANGUAGE_NO_REF);
  }
  NodeNo object = language_field(build, node, PHP_IN_OBJECT);
  ExprNo base = language_expr(build, object ? object : language_field(build, node, PHP_IN_SCOPE));
  if (language_kind(build, name) == PHP_NAME) return language_add_member(build, base, name);
  language_expr(build, name); /* computed */
  return 0;
}

/* `f(...)` makes a closure of f and calls nothing. */
ExprNo language_php_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name, arguments = language_field(build, node, PHP_IN_ARGUMENTS);
  ExprNo base = callee(build, node, &name);
  if (arguments && language_child(build, arguments, PHP_VARIADIC_PLACEHOLDER)) {
    language_ref(build, REF_READ, base, name);
    return base;
  }
  LanguageExprs items = {0};
  language_php_arguments(build, arguments, &items);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){base, items.items, items.len, node, name});
}

static ExprNo made(LanguageBuild *build, NodeNo class, NodeNo *ret_name) {
  unsigned kind = language_kind(build, class);
  *ret_name = class;
  if (kind == PHP_NAME || kind == PHP_QUALIFIED_NAME || kind == PHP_RELATIVE_NAME) {
    Str text = language_text(build, class);
    static const char *const own[] = {"self", "static"};
    uint32_t at = language_node(build, class)->from;
    if (str_is_among(text, own, 2)) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = at});
    if (str_eq_ignore_case(text, STR("parent"))) return language_add(build, (Expr){.kind = EXPR_SUPER, .at = at});
    return language_php_name_node(build, class, LANGUAGE_NO_REF, true);
  }
  return language_expr_as(build, class, LANGUAGE_NO_REF);
}

ExprNo language_php_new(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo class = 0, arguments = language_child(build, node, PHP_ARGUMENTS), name;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c && !class; c = syntax_next(build->syntax, c)) {
    bool is_part = syntax_is_named(build->syntax, c) && !(language_node(build, c)->flags & SYNTAX_EXTRA);
    if (is_part && c != arguments && language_kind(build, c) != PHP_ATTRIBUTE_LIST) class = c;
  }
  if (language_kind(build, class) == PHP_ANONYMOUS_CLASS) {
    language_php_arguments(build, language_child(build, class, PHP_ARGUMENTS), &items);
    return language_php_anonymous_class(build, class);
  }
  ExprNo type = made(build, class, &name);
  language_php_arguments(build, arguments, &items);
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items.items, items.len, node, name});
}
