/* C#: expressions and types. */
#include "src/languages/csharp/csharp_internal.h"

static ExprNo apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, c);
    if (count < CSHARP_MANY) types[count++] = type;
  }
  return generic && count ? language_add_list(build, EXPR_APPLY, generic, types, count, node) : generic;
}

static NodeNo plain_name(const Syntax *syntax, NodeNo node) {
  unsigned kind = node ? syntax_kind(syntax, node) : 0;
  if (kind == CSHARP_GENERIC_NAME) return syntax_child(syntax, node, CSHARP_IDENTIFIER);
  if (kind == CSHARP_QUALIFIED_NAME || kind == CSHARP_ALIAS_QUALIFIED || kind == CSHARP_MEMBER || kind == CSHARP_MEMBER_BINDING) {
    return plain_name(syntax, syntax_field(syntax, node, CSHARP_FIELD_NAME));
  }
  if (kind == CSHARP_CONDITIONAL_ACCESS) return plain_name(syntax, syntax_named(syntax, node, 1));
  return node;
}

size_t language_csharp_arguments(LanguageBuild *build, NodeNo list, ExprNo *ret_items) {
  const Syntax *syntax = build->syntax;
  CsharpState *state = language_csharp_state(build);
  ExprNo element = state->element;
  size_t count = 0;
  state->element = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_ARGUMENT) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME), value = 0;
    for (NodeNo v = syntax_first(syntax, c); v; v = syntax_next(syntax, v)) {
      if (syntax_is_named(syntax, v) && v != name) value = v;
    }
    state->element = value && syntax_kind(syntax, value) == CSHARP_LAMBDA ? element : 0;
    ExprNo item = language_expr(build, value);
    state->element = 0;
    if (name) item = language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = item, .name = language_name(build, name), .at = syntax->nodes[name].from});
    if (count < CSHARP_MANY) ret_items[count++] = item;
  }
  return count;
}

/* What a function is called on; 0: nothing. */
static ExprNo receiver_of(LanguageBuild *build, ExprNo callee) {
  const Expr *expr = language_expr_at(build, callee);
  if (expr->kind == EXPR_APPLY) expr = language_expr_at(build, expr->base);
  return expr->kind == EXPR_MEMBER ? expr->base : 0;
}

/* x?.f(y): the call is inside of what is conditional. */
ExprNo language_csharp_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, CSHARP_FIELD_FUNCTION);
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo items[CSHARP_MANY], whole = callee ? receiver_of(build, callee) : 0;
  NodeNo name = plain_name(syntax, function);
  language_csharp_state(build)->element = whole ? language_csharp_each(build, syntax_text(syntax, name), whole, node) : 0;
  size_t count = language_csharp_arguments(build, syntax_field(syntax, node, CSHARP_FIELD_ARGUMENTS), items);
  if (!callee) return 0;
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, name});
  return language_csharp_query(build, syntax_text(syntax, name), whole, call, node);
}

static ExprNo member_of(LanguageBuild *build, ExprNo base, NodeNo node, NodeNo name, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo arguments = name && syntax_kind(syntax, name) == CSHARP_GENERIC_NAME ? syntax_child(syntax, name, CSHARP_TYPE_ARGUMENTS) : 0;
  NodeNo plain = plain_name(syntax, name);
  if (!plain) return 0;
  return apply(build, language_use_member(build, base, plain, role), arguments, node);
}

ExprNo language_csharp_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, CSHARP_FIELD_EXPRESSION));
  return member_of(build, base, node, syntax_field(syntax, node, CSHARP_FIELD_NAME), role);
}

ExprNo language_csharp_conditional_access(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  CsharpState *state = language_csharp_state(build);
  ExprNo outer = state->conditional;
  NodeNo condition = syntax_field(syntax, node, CSHARP_FIELD_CONDITION);
  state->conditional = language_expr(build, condition);
  ExprNo value = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != condition && syntax_is_named(syntax, c)) value = language_expr_as(build, c, role);
  }
  state->conditional = outer;
  return value;
}

ExprNo language_csharp_member_binding(LanguageBuild *build, NodeNo node, unsigned role) {
  return member_of(build, language_csharp_state(build)->conditional, node, syntax_field(build->syntax, node, CSHARP_FIELD_NAME), role);
}

ExprNo language_csharp_new(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo type_node = syntax_field(syntax, node, CSHARP_FIELD_TYPE);
  CsharpState *state = language_csharp_state(build);
  state->by_name = true;
  ExprNo type = language_type(build, type_node);
  state->by_name = false;
  ExprNo items[CSHARP_MANY];
  size_t count = language_csharp_arguments(build, syntax_field(syntax, node, CSHARP_FIELD_ARGUMENTS), items);
  language_visit(build, syntax_field(syntax, node, CSHARP_FIELD_INITIALIZER));
  if (!type) return 0;
  return language_add_call(build, EXPR_NEW, &(LanguageCall){type, items, count, node, plain_name(syntax, type_node)});
}

/* F<T> as a value: a function with its types. */
ExprNo language_csharp_generic(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, CSHARP_IDENTIFIER);
  if (!name) return 0;
  ExprNo value = language_add_name(build, name);
  language_ref(build, role, value, name);
  return apply(build, value, syntax_child(syntax, node, CSHARP_TYPE_ARGUMENTS), node);
}

ExprNo language_csharp_index(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, CSHARP_FIELD_EXPRESSION)), items[CSHARP_MANY];
  size_t count = language_csharp_arguments(build, syntax_field(syntax, node, CSHARP_FIELD_SUBSCRIPT), items);
  return base ? language_add_list(build, EXPR_INDEX, base, items, count, node) : 0;
}

/* new[] { … }, new T[] { … } */
ExprNo language_csharp_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo type_node = syntax_field(syntax, node, CSHARP_FIELD_TYPE), list = syntax_child(syntax, node, CSHARP_ELEMENTS);
  ExprNo type = type_node ? language_type(build, type_node) : 0, items[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo item = language_expr(build, c);
    if (item && count < CSHARP_MANY) items[count++] = item;
  }
  if (type) return language_add(build, (Expr){.kind = EXPR_OF_TYPE, .base = type, .at = syntax->nodes[node].from});
  return language_add_list(build, EXPR_LIST, 0, items, count, node);
}

/* ---- types ---- */

/* Types of the base library that functions and loops take apart. */
static ExprNo known_generic(LanguageBuild *build, Str name, NodeNo arguments, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool is_list = language_word_in("IEnumerable List IList ICollection IReadOnlyList IReadOnlyCollection IOrderedEnumerable", name);
  bool is_func = str_eq(name, STR("Func")), is_action = str_eq(name, STR("Action"));
  if (!is_list && !is_func && !is_action) return 0;
  ExprNo types[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, c);
    if (count < CSHARP_MANY) types[count++] = type;
  }
  if (is_list) return count ? language_add_base(build, EXPR_LIST_OF, types[0], node) : 0;
  if (is_func && !count) return 0;
  if (is_func) count--;
  ExprNo type = language_add_list(build, EXPR_FUNC_OF, is_func ? types[count] : 0, types, count, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  /* As one of one: what holds a delegate is a variable, whatever is called. */
  return language_add_list(build, EXPR_ANY, 0, &type, 1, node);
}

ExprNo language_csharp_type_generic(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, CSHARP_IDENTIFIER);
  bool by_name = !name || language_csharp_state(build)->by_name;
  ExprNo known = !by_name ? known_generic(build, syntax_text(syntax, name), syntax_child(syntax, node, CSHARP_TYPE_ARGUMENTS), node) : 0;
  if (known) return known;
  ExprNo type = language_type(build, name);
  return apply(build, type, syntax_child(syntax, node, CSHARP_TYPE_ARGUMENTS), node);
}

/* A.B.C: the last name, of the type or namespace before it. */
ExprNo language_csharp_type_qualified(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME), qualifier = syntax_field(syntax, node, CSHARP_FIELD_QUALIFIER);
  ExprNo base = language_type(build, qualifier);
  NodeNo plain = plain_name(syntax, name);
  if (!plain || !base) return language_type(build, name);
  ExprNo type = language_add_member(build, base, plain);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  language_ref(build, REF_TYPE, type, plain);
  return apply(build, type, name != plain ? syntax_child(syntax, name, CSHARP_TYPE_ARGUMENTS) : 0, node);
}

ExprNo language_csharp_no_type(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
  return 0;
}

ExprNo language_csharp_type_inner(LanguageBuild *build, NodeNo node) {
  return language_type(build, syntax_field(build->syntax, node, CSHARP_FIELD_TYPE));
}

ExprNo language_csharp_type_array(LanguageBuild *build, NodeNo node) {
  return language_add_base(build, EXPR_LIST_OF, language_csharp_type_inner(build, node), node);
}

ExprNo language_csharp_type_plain(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_add_name(build, node);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  return type;
}
