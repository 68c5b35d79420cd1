/* C++: expressions that C does not have, or not so. */
#include "src/languages/c/cpp_internal.h"

/* &x: a pointer, which tells overloads apart. */
static bool is_address(const Syntax *syntax, NodeNo node) {
  return syntax_kind(syntax, node) == C_POINTER && str_eq(syntax_text(syntax, syntax_field(syntax, node, C_FIELD_OPERATOR)), STR("&"));
}

ExprNo language_cpp_pointed_to(LanguageBuild *build, NodeNo node, ExprNo value) {
  return value && is_address(build->syntax, node) ? language_add_base(build, EXPR_POINTER, value, node) : value;
}

/* {a, b} as an argument: of whatever type is wanted there, that has so many parts. */
static ExprNo braces(LanguageBuild *build, NodeNo node) {
  language_expr(build, node);
  return language_add(build, (Expr){.kind = EXPR_NONE, .flags = EXPR_EMPTY, .number = syntax_named_count(build->syntax, node),
                                    .at = build->syntax->nodes[node].from});
}

size_t language_cpp_arguments(LanguageBuild *build, NodeNo list, ExprNo *ret_items) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == C_COMMENT) continue;
    ExprNo value = 0;
    if (syntax_kind(syntax, c) == C_COMPOUND) language_visit(build, c);
    else if (syntax_kind(syntax, c) == CPP_PACK_EXPANSION) {
      value = language_expr(build, syntax_field(syntax, c, CPP_FIELD_PATTERN));
      value = language_add_base(build, EXPR_SPREAD, value, c);
    } else if (syntax_kind(syntax, c) == C_INITIALIZER_LIST) {
      value = braces(build, c);
    } else {
      value = language_cpp_pointed_to(build, c, language_expr(build, c));
    }
    if (count < C_MANY) ret_items[count++] = value;
  }
  return count;
}

/* static_cast<T>(x): a T, and nothing is called. 0: it is no such cast. */
static ExprNo named_cast(LanguageBuild *build, NodeNo node, NodeNo function) {
  const Syntax *syntax = build->syntax;
  if (!function || syntax_kind(syntax, function) != CPP_TEMPLATE_FUNCTION) return 0;
  Str name = syntax_text(syntax, syntax_field(syntax, function, C_FIELD_NAME));
  NodeNo types = syntax_field(syntax, function, C_FIELD_ARGUMENTS), type = types ? syntax_named(syntax, types, 0) : 0;
  if (!type || !language_word_in("static_cast dynamic_cast const_cast reinterpret_cast", name)) return 0;
  ExprNo items[C_MANY];
  language_cpp_arguments(build, syntax_field(syntax, node, C_FIELD_ARGUMENTS), items);
  return language_add_base(build, EXPR_OF_TYPE, language_type(build, type), node);
}

ExprNo language_cpp_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, C_FIELD_FUNCTION);
  ExprNo cast = named_cast(build, node, function);
  if (cast) return cast;
  bool converts = function && syntax_kind(syntax, function) == C_PRIMITIVE_TYPE;
  ExprNo callee = converts ? 0 : language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo items[C_MANY];
  size_t count = language_cpp_arguments(build, syntax_field(syntax, node, C_FIELD_ARGUMENTS), items);
  if (converts) return language_add_base(build, EXPR_OF_TYPE, language_type(build, function), node);
  bool is_self = build->facts->exprs.items[callee].kind == EXPR_SELF; /* (*this)(x): an operator */
  if (!callee || is_self) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, language_cpp_last_name(syntax, function)});
}

/* x.f, x->f, x.Base::f, x.template f<T>. */
ExprNo language_cpp_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, C_FIELD_ARGUMENT));
  NodeNo field = syntax_field(syntax, node, C_FIELD_FIELD);
  unsigned kind = field ? syntax_kind(syntax, field) : 0;
  if (!field) return 0;
  if (kind == CPP_QUALIFIED) return language_cpp_qualified(build, field, role);
  if (kind == CPP_DEPENDENT_NAME) field = syntax_named(syntax, field, 0);
  if (!field) return 0;
  NodeNo arguments = syntax_field(syntax, field, C_FIELD_ARGUMENTS);
  NodeNo name = language_cpp_last_name(syntax, field);
  ExprNo member = language_use_member(build, base, name, role);
  NodeNo object = syntax_field(syntax, node, C_FIELD_ARGUMENT);
  bool is_arrow = str_eq(syntax_text(syntax, syntax_field(syntax, node, C_FIELD_OPERATOR)), STR("->"));
  if (member && is_arrow && syntax_kind(syntax, object) != CPP_THIS) language_expr_at(build, member)->flags |= EXPR_ARROW;
  return arguments ? language_cpp_apply(build, member, arguments, node) : member;
}

/* x[a, b] */
ExprNo language_cpp_subscript(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo items[C_MANY];
  ExprNo base = language_expr(build, syntax_field(syntax, node, C_FIELD_ARGUMENT));
  size_t count = language_cpp_arguments(build, syntax_child(syntax, node, CPP_SUBSCRIPTS), items);
  return language_add_list(build, EXPR_INDEX, base, items, count, node);
}

ExprNo language_cpp_new(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo type_node = syntax_field(syntax, node, C_FIELD_TYPE);
  ExprNo type = language_type(build, type_node);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    bool is_arguments = syntax->nodes[c].field == C_FIELD_ARGUMENTS;
    if (c != type_node && !is_arguments && syntax_is_named(syntax, c)) language_visit(build, c);
  }
  ExprNo made = language_cpp_make(build, type, syntax_field(syntax, node, C_FIELD_ARGUMENTS), node,
                                  language_cpp_last_name(syntax, type_node));
  return made ? language_add_base(build, EXPR_POINTER, made, node) : 0;
}

/* T{a, b}: made like T(a, b). */
ExprNo language_cpp_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo type_node = syntax_field(syntax, node, C_FIELD_TYPE);
  if (!type_node || syntax_kind(syntax, type_node) == C_TYPE_DESCRIPTOR) return language_c_compound_literal(build, node, role);
  ExprNo type = language_type(build, type_node);
  return language_cpp_make(build, type, syntax_field(syntax, node, C_FIELD_VALUE), node, language_cpp_last_name(syntax, type_node));
}

/* *x may call a function of x's type; &x is looked through. */
ExprNo language_cpp_pointer(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  bool is_value = str_eq(syntax_text(syntax, syntax_field(syntax, node, C_FIELD_OPERATOR)), STR("*"));
  ExprNo value = language_c_pointer(build, node, role);
  if (!value || !is_value || role == LANGUAGE_NO_REF) return value;
  return language_add(build, (Expr){.kind = EXPR_OP, .name = language_intern(build, STR("*")), .list = language_list(build, &value, 1),
                                    .at = syntax->nodes[node].from});
}

/* Comparisons are booleans, arithmetic is what its operands are. */
ExprNo language_cpp_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, C_FIELD_OPERATOR));
  ExprNo both[2];
  both[0] = language_expr(build, syntax_field(syntax, node, C_FIELD_LEFT));
  both[1] = language_expr(build, syntax_field(syntax, node, C_FIELD_RIGHT));
  if (language_word_in("== != < <= > >= && || and or", sign)) return language_add_literal(build, LITERAL_BOOL, node);
  return language_add_operation(build, sign, both, node);
}
