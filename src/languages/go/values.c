/* Go: expressions. */
#include "src/languages/go/go_internal.h"

ExprNo language_go_identifier(LanguageBuild *build, NodeNo node, unsigned role) {
  if (str_eq(syntax_text(build->syntax, node), STR("_"))) return 0;
  return language_expr_name(build, node, role);
}

/* A type where a value stands: make([]T, n), [](T)(nil). */
ExprNo language_go_type_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_type(build, node);
}

/* ---- calls ---- */

/* The name that a call or reference of this expression is shown at. */
static NodeNo name_of(const Syntax *syntax, NodeNo node) {
  NodeNo at = node;
  while (at) {
    switch (syntax_kind(syntax, at)) {
      case GO_SELECTOR: return syntax_field(syntax, at, GO_FIELD_FIELD);
      case GO_INDEX: at = syntax_field(syntax, at, GO_FIELD_OPERAND); break;
      case GO_TYPE_INSTANTIATION:
      case GO_GENERIC_TYPE: at = syntax_field(syntax, at, GO_FIELD_TYPE); break;
      case GO_QUALIFIED_TYPE: return syntax_field(syntax, at, GO_FIELD_NAME);
      case GO_PARENTHESIZED:
      case GO_UNARY: at = syntax_named(syntax, at, 0); break;
      default: return at;
    }
  }
  return node;
}

static size_t arguments_of(LanguageBuild *build, NodeNo list, ExprNo *ret_items) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == GO_COMMENT) continue;
    ExprNo value;
    if (syntax_kind(syntax, c) == GO_VARIADIC_ARGUMENT) {
      value = language_expr(build, syntax_named(syntax, c, 0));
      value = language_add_base(build, EXPR_SPREAD, value, c);
    } else {
      value = language_expr(build, c);
    }
    if (count < GO_MANY) ret_items[count++] = value;
  }
  return count;
}

/* What the language's own functions give; `call` when it is none of them. */
static ExprNo builtin_result(LanguageBuild *build, Str name, ExprNo call, const ExprNo *items, size_t count,
                             NodeNo node) {
  if (!count) return call;
  if (str_eq(name, STR("append"))) return items[0];
  if (str_eq(name, STR("new")) || str_eq(name, STR("make"))) {
    return language_add_base(build, EXPR_OF_TYPE, items[0], node);
  }
  return call;
}

ExprNo language_go_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, GO_FIELD_FUNCTION);
  if (!function) {
    language_visit_children(build, node);
    return 0;
  }
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  NodeNo types = syntax_field(syntax, node, GO_FIELD_TYPE_ARGUMENTS);
  if (types) callee = language_go_apply(build, callee, types, node);
  ExprNo items[GO_MANY];
  size_t count = arguments_of(build, syntax_field(syntax, node, GO_FIELD_ARGUMENTS), items);
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, name_of(syntax, function)});
  if (syntax_kind(syntax, function) != GO_IDENTIFIER) return call;
  return builtin_result(build, syntax_text(syntax, function), call, items, count, node);
}

/* ---- members, subscripts, types ---- */

ExprNo language_go_selector(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, GO_FIELD_OPERAND));
  NodeNo name = syntax_field(syntax, node, GO_FIELD_FIELD);
  if (!name) return 0;
  return language_use_member(build, base, name, role);
}

/* Also a generic function with one type argument: f[int]. */
ExprNo language_go_index(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, GO_FIELD_OPERAND));
  ExprNo index = language_expr(build, syntax_field(syntax, node, GO_FIELD_INDEX));
  return language_add_list(build, EXPR_INDEX, base, &index, 1, node);
}

ExprNo language_go_slice(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo operand = syntax_field(syntax, node, GO_FIELD_OPERAND);
  ExprNo base = language_expr(build, operand);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != operand) language_visit(build, c);
  }
  return base;
}

/* The name of a function or type that the grammar took for a type. */
static ExprNo generic_name(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, node) != GO_QUALIFIED_TYPE) return language_add_name(build, node);
  ExprNo package = language_add_name(build, syntax_field(syntax, node, GO_FIELD_PACKAGE));
  return language_add_member(build, package, syntax_field(syntax, node, GO_FIELD_NAME));
}

/* T(x). f[int](x) has the same shape: what its name means decides. */
ExprNo language_go_conversion(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo type = syntax_field(syntax, node, GO_FIELD_TYPE);
  NodeNo operand = syntax_field(syntax, node, GO_FIELD_OPERAND);
  if (syntax_kind(syntax, type) == GO_GENERIC_TYPE) {
    ExprNo callee = generic_name(build, syntax_field(syntax, type, GO_FIELD_TYPE));
    callee = language_go_apply(build, callee, syntax_field(syntax, type, GO_FIELD_TYPE_ARGUMENTS), type);
    ExprNo argument = language_expr(build, operand);
    return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, &argument, 1, node, name_of(syntax, type)});
  }
  ExprNo converted = language_type(build, type);
  language_expr(build, operand);
  return language_add_base(build, EXPR_OF_TYPE, converted, node);
}

/* f[int, string]: the grammar takes the function for a type. */
ExprNo language_go_instantiation(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo generic = syntax_field(syntax, node, GO_FIELD_TYPE);
  ExprNo types[GO_MANY];
  size_t count = 0;
  ExprNo base = generic_name(build, generic);
  language_ref(build, role, base, name_of(syntax, generic));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == generic || !syntax_is_named(syntax, c)) continue;
    ExprNo type = language_type(build, c);
    if (count < GO_MANY) types[count++] = type;
  }
  return language_add_list(build, EXPR_APPLY, base, types, count, node);
}

/* ---- composite literals ---- */

/* A value of the type, for elements that leave theirs out; pointers too. */
static ExprNo value_of(LanguageBuild *build, ExprNo type, NodeNo node) {
  const Expr *exprs = build->facts->exprs.items;
  while (type && exprs[type].kind == EXPR_POINTER) type = exprs[type].base;
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
}

/* Type written for the literal, when it was written there. */
static const Expr *written_type(LanguageBuild *build, ExprNo value) {
  const Expr *exprs = build->facts->exprs.items;
  return value && exprs[value].kind == EXPR_OF_TYPE ? &exprs[exprs[value].base] : NULL;
}

/* The type is read off where it is written at the literal; a named type's
 * elements are left to resolution, as what iterating over it gives. */
static ExprNo element_value(LanguageBuild *build, ExprNo whole, bool key, NodeNo node) {
  const Expr *type = written_type(build, whole);
  if (type && type->kind == EXPR_LIST_OF) return key ? 0 : value_of(build, type->base, node);
  if (type && type->kind == EXPR_MAP_OF) {
    return value_of(build, build->facts->lists.items[type->list.first + (key ? 0 : 1)], node);
  }
  return whole ? language_add_number(build, EXPR_ITER, whole, key ? 1 : 0, node) : 0;
}

static ExprNo literal_element(LanguageBuild *build, NodeNo element, ExprNo whole, bool key) {
  const Syntax *syntax = build->syntax;
  NodeNo inner = syntax_kind(syntax, element) == GO_LITERAL_ELEMENT ? syntax_named(syntax, element, 0) : element;
  if (syntax_kind(syntax, inner) != GO_LITERAL_VALUE) return language_expr(build, inner);
  GoState *state = language_go_state(build);
  ExprNo outer = state->literal_type;
  state->literal_type = element_value(build, whole, key, inner);
  ExprNo value = language_expr(build, inner);
  state->literal_type = outer;
  return value;
}

/* What is kept of parts is that a function may be put there. */
static void literal_put(LanguageBuild *build, ExprNo whole, ExprNo key, ExprNo value, NodeNo node) {
  if (whole && value) language_put(build, language_add_list(build, EXPR_INDEX, whole, &key, key ? 1 : 0, node), value);
}

/* Names before colons are fields, unless the type is plainly a map or array. */
static void literal_pair(LanguageBuild *build, NodeNo pair, ExprNo whole) {
  const Syntax *syntax = build->syntax;
  NodeNo key = syntax_field(syntax, pair, GO_FIELD_KEY), value = syntax_field(syntax, pair, GO_FIELD_VALUE);
  NodeNo inner = syntax_kind(syntax, key) == GO_LITERAL_ELEMENT ? syntax_named(syntax, key, 0) : key;
  const Expr *type = written_type(build, whole);
  bool indexed = type && (type->kind == EXPR_LIST_OF || type->kind == EXPR_MAP_OF);
  if (indexed || !inner || syntax_kind(syntax, inner) != GO_IDENTIFIER) {
    ExprNo at = literal_element(build, key, whole, true);
    literal_put(build, whole, at, value ? literal_element(build, value, whole, false) : 0, pair);
    return;
  }
  ExprNo member = language_add_member(build, whole, inner);
  language_ref(build, REF_WRITE, member, inner);
  ExprNo given = value ? literal_element(build, value, whole, false) : 0;
  language_put_member(build, member, given);
}

ExprNo language_go_literal_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo whole = language_go_state(build)->literal_type;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == GO_KEYED_ELEMENT) {
      literal_pair(build, c, whole);
    } else if (syntax_is_named(syntax, c) && syntax_kind(syntax, c) != GO_COMMENT) {
      ExprNo value = literal_element(build, c, whole, false);
      literal_put(build, whole, 0, value, c);
    }
  }
  return whole;
}

/* Elements may leave their type out (`[]T{{…}, {…}}`); the state carries the
 * type that is meant down to them, and is put back for the literal around. */
ExprNo language_go_composite(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  GoState *state = language_go_state(build);
  ExprNo type = language_type(build, syntax_field(syntax, node, GO_FIELD_TYPE));
  ExprNo outer = state->literal_type;
  state->literal_type = language_add_base(build, EXPR_OF_TYPE, type, node);
  ExprNo value = language_expr(build, syntax_field(syntax, node, GO_FIELD_BODY));
  state->literal_type = outer;
  return value;
}

/* ---- operators and literals ---- */

/* Pointers are not told from what they point to: members are found through
 * both. */
ExprNo language_go_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, GO_FIELD_OPERATOR));
  NodeNo operand = syntax_field(syntax, node, GO_FIELD_OPERAND);
  bool named = str_eq(sign, STR("*")) || str_eq(sign, STR("&"));
  ExprNo value = language_expr_as(build, operand, named && role != REF_WRITE ? role : REF_READ);
  if (str_eq(sign, STR("<-"))) return language_add_base(build, EXPR_ITER, value, node);
  if (str_eq(sign, STR("!"))) return language_add_literal(build, LITERAL_BOOL, node);
  return value;
}

static bool is_literal(LanguageBuild *build, ExprNo value) {
  return !value || build->facts->exprs.items[value].kind == EXPR_LITERAL;
}

/* Both operands have one type, which an untyped literal takes from the other. */
ExprNo language_go_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, GO_FIELD_OPERATOR));
  ExprNo left = language_expr(build, syntax_field(syntax, node, GO_FIELD_LEFT));
  ExprNo right = language_expr(build, syntax_field(syntax, node, GO_FIELD_RIGHT));
  bool shift = str_eq(sign, STR("<<")) || str_eq(sign, STR(">>"));
  bool logic = language_word_in("== != < <= > >= && ||", sign);
  if (logic) return language_add_literal(build, LITERAL_BOOL, node);
  return shift || !is_literal(build, left) ? left : right;
}
