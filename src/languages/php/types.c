/* PHP types where they are declared. Arrays are lists of their values: what
 * they are keyed by matters to no call. */
#include "src/languages/php/php_internal.h"

ExprNo language_php_type_named(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  NodeNo name = syntax_named(build->syntax, node, 0);
  if (!name) name = node;
  bool is_self = str_eq_ignore_case(text, STR("self")) || str_eq_ignore_case(text, STR("static"));
  if (is_self) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE, .at = language_node(build, node)->from});
  if (str_eq_ignore_case(text, STR("parent"))) return language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, node)->from});
  return language_php_name_node(build, name, REF_TYPE, true);
}

ExprNo language_php_type_primitive(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  if (str_eq_ignore_case(text, STR("array")) || str_eq_ignore_case(text, STR("iterable"))) {
    return language_add_base(build, EXPR_LIST_OF, 0, node);
  }
  if (str_eq_ignore_case(text, STR("static"))) {
    return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE, .at = language_node(build, node)->from});
  }
  static const char *const nothing[] = {"void", "null", "never", "false"};
  if (str_is_among(text, nothing, 4)) return language_add_literal(build, LITERAL_NULL, node);
  static const char *const plain[] = {"int", "float", "string", "bool", "true"};
  if (!str_is_among(text, plain, 5)) return 0;
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .scope = 1,
                                    .name = language_name(build, node), .at = language_node(build, node)->from});
}

/* Also of intersections: a value has the members of all parts. */
ExprNo language_php_type_union(LanguageBuild *build, NodeNo node) {
  LanguageExprs parts = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    ExprNo part = language_type(build, c);
    if (part) language_push(build, &parts, part);
  }
  if (parts.len == 1) return parts.items[0];
  return parts.len ? language_add_list(build, EXPR_ANY, 0, parts.items, parts.len, node) : 0;
}
