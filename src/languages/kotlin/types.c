/* Kotlin types. Collections of the language's own are lists and maps, whatever
 * they are called: the library itself is not read. */
#include "src/languages/kotlin/kotlin_internal.h"

bool language_kotlin_is_type(unsigned kind) {
  return kind == KOTLIN_USER_TYPE || kind == KOTLIN_NULLABLE_TYPE || kind == KOTLIN_FUNCTION_TYPE ||
         kind == KOTLIN_PARENTHESIZED_TYPE || kind == KOTLIN_NON_NULLABLE_TYPE;
}

void language_kotlin_type_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KOTLIN_TYPE_PROJECTION) continue;
    ExprNo type = 0;
    for (NodeNo t = syntax_first(build->syntax, c); t; t = syntax_next(build->syntax, t)) {
      if (language_kotlin_is_type(language_kind(build, t))) type = language_type(build, t);
    }
    language_push(build, items, type);
  }
}

static ExprNo collection(LanguageBuild *build, Str name, const LanguageExprs *items, NodeNo node) {
  static const char *const lists[] = {"List", "MutableList", "Set", "MutableSet", "Collection", "MutableCollection", "Iterable",
                                      "Sequence", "Array", "ArrayList", "Iterator", "LinkedHashSet", "HashSet", "ArrayDeque"};
  static const char *const maps[] = {"Map", "MutableMap", "HashMap", "LinkedHashMap"};
  if (items->len == 1 && str_is_one_of(name, lists, sizeof lists / sizeof *lists)) {
    return language_add_base(build, EXPR_LIST_OF, items->items[0], node);
  }
  if (items->len == 2 && str_is_one_of(name, maps, 4)) return language_add_list(build, EXPR_MAP_OF, 0, items->items, 2, node);
  return 0;
}

/* A.B<C>: each name is a member of what is before it. */
ExprNo language_kotlin_user_type(LanguageBuild *build, NodeNo node) {
  ExprNo type = 0;
  NodeNo last = 0;
  LanguageExprs items = {0};
  unsigned names = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == KOTLIN_TYPE_ARGUMENTS) {
      language_kotlin_type_arguments(build, c, &items);
    } else if (kind == KOTLIN_IDENTIFIER) {
      if (type) language_ref(build, REF_TYPE, type, last);
      type = type ? language_add_member(build, type, c) : language_add_name(build, c);
      language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
      last = c;
      names++;
    }
  }
  if (!type) return 0;
  ExprNo special = names == 1 ? collection(build, language_text(build, last), &items, node) : 0;
  if (special) return special;
  language_ref(build, REF_TYPE, type, last);
  static const char *const nothing[] = {"Unit", "Nothing"};
  if (names == 1 && str_is_one_of(language_text(build, last), nothing, 2)) return language_add_literal(build, LITERAL_NULL, node);
  return items.len ? language_add_list(build, EXPR_APPLY, type, items.items, items.len, node) : type;
}

/* `A.(B) -> C`: the receiver is the first parameter, called `this`. */
ExprNo language_kotlin_function_type(LanguageBuild *build, NodeNo node) {
  LanguageExprs items = {0};
  ExprNo result = 0;
  NodeNo parameters = language_child(build, node, KOTLIN_FUNCTION_TYPE_PARAMETERS);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (!language_kotlin_is_type(kind)) continue;
    ExprNo type = language_type(build, c);
    if (c > parameters) {
      result = type;
      continue;
    }
    ExprNo receiver = language_add_base(build, EXPR_KEYWORD, type, c);
    language_expr_at(build, receiver)->name = language_intern(build, STR("this"));
    language_push(build, &items, receiver);
  }
  for (NodeNo c = parameters ? syntax_first(build->syntax, parameters) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (language_kotlin_is_type(kind)) language_push(build, &items, language_type(build, c));
    if (kind != KOTLIN_PARAMETER) continue;
    for (NodeNo t = syntax_first(build->syntax, c); t; t = syntax_next(build->syntax, t)) {
      if (language_kotlin_is_type(language_kind(build, t))) language_push(build, &items, language_type(build, t));
    }
  }
  ExprNo type = language_add_list(build, EXPR_FUNC_OF, result, items.items, items.len, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

void language_kotlin_type_parameters(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KOTLIN_TYPE_PARAMETER) continue;
    NodeNo name = language_child(build, c, KOTLIN_IDENTIFIER);
    ExprNo bound = 0;
    for (NodeNo t = syntax_first(build->syntax, c); t; t = syntax_next(build->syntax, t)) {
      if (language_kotlin_is_type(language_kind(build, t))) bound = language_type(build, t);
    }
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .from = language_node(build, name)->from, .type = bound});
  }
}
