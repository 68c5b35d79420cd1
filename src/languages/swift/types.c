/* Swift types. */
#include "src/languages/swift/swift_internal.h"

bool language_swift_is_type(unsigned kind) {
  return kind == SWIFT_USER_TYPE || kind == SWIFT_ARRAY_TYPE || kind == SWIFT_DICTIONARY_TYPE || kind == SWIFT_OPTIONAL_TYPE ||
         kind == SWIFT_FUNCTION_TYPE || kind == SWIFT_TUPLE_TYPE || kind == SWIFT_OPAQUE_TYPE || kind == SWIFT_EXISTENTIAL_TYPE || kind == SWIFT_METATYPE;
}

ExprNo language_swift_type_in(LanguageBuild *build, NodeNo node) {
  ExprNo type = 0;
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_swift_is_type(language_kind(build, c))) type = language_type(build, c);
  }
  if (type && str_ends_with(language_text(build, node), STR("!"))) language_expr_at(build, type)->flags |= EXPR_OPTIONAL;
  return type;
}

ExprNo language_swift_inner_type(LanguageBuild *build, NodeNo node) { return language_swift_type_in(build, node); }

ExprNo language_swift_optional_type(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_swift_type_in(build, node);
  if (type) language_expr_at(build, type)->flags |= EXPR_OPTIONAL;
  return type;
}

/* A.B<C>: each name is a member of what is before it. */
ExprNo language_swift_user_type(LanguageBuild *build, NodeNo node) {
  ExprNo type = 0;
  NodeNo last = 0;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == SWIFT_TYPE_ARGUMENTS) {
      for (NodeNo t = syntax_first(build->syntax, c); t; t = syntax_next(build->syntax, t)) {
        if (language_swift_is_type(language_kind(build, t))) language_push(build, &items, language_type(build, t));
      }
    } else if (kind == SWIFT_TYPE_IDENTIFIER) {
      if (type) language_ref(build, REF_TYPE, type, last);
      if (!type && str_eq_c(language_text(build, c), "Self")) {
        type = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE, .at = language_node(build, c)->from});
      } else {
        type = type ? language_add_member(build, type, c) : language_add_name(build, c);
        language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
        last = c;
      }
    }
  }
  if (!type) return 0;
  static const char *const lists[] = {"Array", "Set", "Sequence", "ArraySlice", "Collection"};
  if (items.len == 1 && last && str_is_one_of(language_text(build, last), lists, 5)) {
    return language_add_base(build, EXPR_LIST_OF, items.items[0], node);
  }
  if (last) language_ref(build, REF_TYPE, type, last);
  if (last && str_eq_c(language_text(build, last), "Void")) return language_add_literal(build, LITERAL_NULL, node);
  return items.len ? language_add_list(build, EXPR_APPLY, type, items.items, items.len, node) : type;
}

ExprNo language_swift_array_type(LanguageBuild *build, NodeNo node) {
  return language_add_base(build, EXPR_LIST_OF, language_swift_type_in(build, node), node);
}

ExprNo language_swift_dictionary_type(LanguageBuild *build, NodeNo node) {
  ExprNo items[2] = {0, 0};
  unsigned count = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_swift_is_type(language_kind(build, c)) && count < 2) items[count++] = language_type(build, c);
  }
  return language_add_list(build, EXPR_MAP_OF, 0, items, 2, node);
}

/* (A) is A, () is nothing. */
ExprNo language_swift_tuple_type(LanguageBuild *build, NodeNo node) {
  LanguageExprs items = {0};
  EACH(c, node) {
    if (language_kind(build, c) == SWIFT_TUPLE_TYPE_ITEM) language_push(build, &items, language_swift_type_in(build, c));
  }
  if (!items.len) return language_add_literal(build, LITERAL_NULL, node);
  return items.len == 1 ? items.items[0] : language_add_list(build, EXPR_TUPLE_OF, 0, items.items, items.len, node);
}

/* (A, inout B) -> C, or A -> C; a parameter of a type that is not understood
 * counts all the same. */
ExprNo language_swift_function_type(LanguageBuild *build, NodeNo node) {
  NodeNo params = language_field(build, node, SWIFT_IN_PARAMS), result_node = 0;
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != params && language_swift_is_type(language_kind(build, c))) result_node = c;
  }
  bool is_list = language_kind(build, params) == SWIFT_TUPLE_TYPE;
  if (params && !is_list) language_push(build, &items, language_type(build, params));
  for (NodeNo c = is_list ? syntax_first(build->syntax, params) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == SWIFT_TUPLE_TYPE_ITEM) language_push(build, &items, language_swift_type_in(build, c));
  }
  ExprNo type = language_add_list(build, EXPR_FUNC_OF, language_type(build, result_node), items.items, items.len, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

void language_swift_type_parameters(LanguageBuild *build, NodeNo node) {
  NodeNo list = language_child(build, node, SWIFT_TYPE_PARAMETERS);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != SWIFT_TYPE_PARAMETER) continue;
    NodeNo name = language_child(build, c, SWIFT_TYPE_IDENTIFIER);
    ExprNo bound = language_swift_type_in(build, c);
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .from = language_node(build, name)->from, .type = bound});
  }
}
