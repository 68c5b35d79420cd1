/* C#: expressions and types. */
#include "src/languages/csharp/csharp_internal.h"

/* `ret_types` has CSHARP_MANY places; `arguments` may be 0. */
static size_t type_arguments(LanguageBuild *build, NodeNo arguments, ExprNo *ret_types) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, c);
    if (count < CSHARP_MANY) ret_types[count++] = type;
  }
  return count;
}

static ExprNo apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node) {
  ExprNo types[CSHARP_MANY];
  size_t count = type_arguments(build, arguments, types);
  if (!generic || !count) return generic;
  language_expr_at(build, generic)->number = (uint32_t)count; /* of types with this name the one that takes as many */
  return language_add_list(build, EXPR_APPLY, generic, types, count, node);
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
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_ARGUMENT) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME), value = 0;
    for (NodeNo v = syntax_first(syntax, c); v; v = syntax_next(syntax, v)) {
      if (syntax_is_named(syntax, v) && v != name) value = v;
    }
    ExprNo item = language_csharp_initial(build, value, 0);
    if (name) item = language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = item, .name = language_name(build, name), .at = syntax->nodes[name].from});
    if (count < CSHARP_MANY) ret_items[count++] = item;
  }
  return count;
}

/* x?.f(y): the call is inside of what is conditional. */
ExprNo language_csharp_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, CSHARP_FIELD_FUNCTION);
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo items[CSHARP_MANY];
  size_t count = language_csharp_arguments(build, syntax_field(syntax, node, CSHARP_FIELD_ARGUMENTS), items);
  if (!callee) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, plain_name(syntax, function)});
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

/* { Name = x, Other = new() }: members of what is made, whatever is called so around
 * it. Elements of a collection are only looked at. */
static void fill(LanguageBuild *build, ExprNo whole, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == CSHARP_ASSIGNMENT ? syntax_field(syntax, c, CSHARP_FIELD_LEFT) : 0;
    NodeNo value = name ? syntax_field(syntax, c, CSHARP_FIELD_RIGHT) : 0;
    if (!value || syntax_kind(syntax, name) != CSHARP_IDENTIFIER) {
      language_visit(build, c);
      continue;
    }
    bool is_made = syntax_kind(syntax, value) == CSHARP_IMPLICIT_NEW, is_filled = syntax_kind(syntax, value) == CSHARP_ELEMENTS;
    ExprNo member = is_made || is_filled ? language_add_member(build, whole, name) : 0;
    language_slot(build, whole, syntax_text(syntax, name), name);
    if (is_filled) fill(build, member, value);
    else language_csharp_initial(build, value, is_made ? language_add_base(build, EXPR_TYPE_OF, member, value) : 0);
  }
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
  ExprNo made = type ? language_add_call(build, EXPR_NEW, &(LanguageCall){type, items, count, node, plain_name(syntax, type_node)}) : 0;
  fill(build, made, syntax_field(syntax, node, CSHARP_FIELD_INITIALIZER));
  return made;
}

/* new(…): of the type that is declared for what it is given to. */
ExprNo language_csharp_new_implicit(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  CsharpState *state = language_csharp_state(build);
  ExprNo type = state->wanted, items[CSHARP_MANY];
  state->wanted = 0;
  size_t count = language_csharp_arguments(build, syntax_child(syntax, node, CSHARP_ARGUMENTS), items);
  ExprNo made = type ? language_add_call(build, EXPR_NEW, &(LanguageCall){type, items, count, node, node}) : 0;
  fill(build, made, syntax_child(syntax, node, CSHARP_ELEMENTS));
  return made;
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

static ExprNo any_of(LanguageBuild *build, const ExprNo *items, size_t count, NodeNo node) {
  return count == 1 ? items[0] : count ? language_add_list(build, EXPR_ANY, 0, items, count, node) : 0;
}

ExprNo language_csharp_conditional(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo wanted = language_csharp_state(build)->wanted, both[2];
  language_csharp_state(build)->wanted = 0;
  language_visit(build, syntax_field(syntax, node, CSHARP_FIELD_CONDITION));
  both[0] = language_csharp_initial(build, syntax_field(syntax, node, CSHARP_FIELD_CONSEQUENCE), wanted);
  both[1] = language_csharp_initial(build, syntax_field(syntax, node, CSHARP_FIELD_ALTERNATIVE), wanted);
  return both[0] && both[1] ? any_of(build, both, 2, node) : both[0] ? both[0] : both[1];
}

/* x switch { pattern => value, … }: of an arm its value comes last. */
ExprNo language_csharp_switch(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo wanted = language_csharp_state(build)->wanted, items[CSHARP_MANY];
  size_t count = 0;
  language_csharp_state(build)->wanted = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    if (syntax_kind(syntax, c) != CSHARP_SWITCH_ARM) {
      language_visit(build, c);
      continue;
    }
    NodeNo last = 0;
    for (NodeNo v = syntax_first(syntax, c); v; v = syntax_next(syntax, v)) {
      if (!syntax_is_named(syntax, v)) continue;
      if (last) language_visit(build, last);
      last = v;
    }
    ExprNo value = language_csharp_initial(build, last, wanted);
    if (value && count < CSHARP_MANY) items[count++] = value;
  }
  return any_of(build, items, count, node);
}

/* typeof(T): an instance of a type that the library has under this word. */
ExprNo language_csharp_typeof(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_type(build, syntax_field(build->syntax, node, CSHARP_FIELD_TYPE));
  uint32_t at = build->syntax->nodes[node].from;
  ExprNo type = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .name = language_intern(build, STR("typeof")), .at = at});
  return language_add(build, (Expr){.kind = EXPR_OF_TYPE, .base = type, .at = at});
}

ExprNo language_csharp_default(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo type = syntax_field(build->syntax, node, CSHARP_FIELD_TYPE);
  return type ? language_add_base(build, EXPR_OF_TYPE, language_type(build, type), node) : language_add_literal(build, LITERAL_NULL, node);
}

/* Comparisons are booleans, a ?? b is either, arithmetic is what its operands are. */
ExprNo language_csharp_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, CSHARP_FIELD_OPERATOR));
  ExprNo both[2];
  both[0] = language_expr(build, syntax_field(syntax, node, CSHARP_FIELD_LEFT));
  both[1] = language_expr(build, syntax_field(syntax, node, CSHARP_FIELD_RIGHT));
  if (language_word_in("== != < <= > >= && ||", sign)) return language_add_literal(build, LITERAL_BOOL, node);
  if (str_eq(sign, STR("??"))) return both[0] && both[1] ? any_of(build, both, 2, node) : both[0] ? both[0] : both[1];
  return language_add_operation(build, sign, both, node);
}

/* Both sides are looked at; the value is the right one's. */
ExprNo language_csharp_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo left = language_expr_as(build, syntax_field(syntax, node, CSHARP_FIELD_LEFT), REF_WRITE);
  NodeNo value = syntax_field(syntax, node, CSHARP_FIELD_RIGHT);
  bool made = value && left && syntax_kind(syntax, value) == CSHARP_IMPLICIT_NEW;
  ExprNo right = language_csharp_initial(build, value, made ? language_add_base(build, EXPR_TYPE_OF, left, node) : 0);
  language_put(build, left, right);
  return right;
}

ExprNo language_csharp_tuple(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo items[CSHARP_MANY];
  size_t count = language_csharp_arguments(build, node, items);
  for (size_t i = 0; i < count; i++) {
    const Expr *item = language_expr_at(build, items[i]);
    if (item->kind == EXPR_KEYWORD) items[i] = item->base;
  }
  return language_add_list(build, EXPR_TUPLE, 0, items, count, node);
}

/* ---- types ---- */

ExprNo language_csharp_type_tuple(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[CSHARP_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_TUPLE_ELEMENT) continue;
    ExprNo type = language_type(build, syntax_field(syntax, c, CSHARP_FIELD_TYPE));
    if (count < CSHARP_MANY) types[count++] = type;
  }
  return language_add_list(build, EXPR_TUPLE_OF, 0, types, count, node);
}

/* Types of the base library that stand for functions of any number of parameters. */
static ExprNo known_generic(LanguageBuild *build, Str name, NodeNo arguments, NodeNo node) {
  bool is_func = str_eq(name, STR("Func")), is_action = str_eq(name, STR("Action"));
  if (!is_func && !is_action) return 0;
  ExprNo types[CSHARP_MANY];
  size_t count = type_arguments(build, arguments, types);
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

/* What is dynamic has members that only running tells. */
ExprNo language_csharp_type_name(LanguageBuild *build, NodeNo node) {
  return str_eq(syntax_text(build->syntax, node), STR("dynamic")) ? 0 : language_type_name(build, node);
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
