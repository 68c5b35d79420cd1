/* Rust: expressions. */
#include "src/languages/rust/rust_internal.h"

ExprNo language_rust_member_named(LanguageBuild *build, ExprNo base, Str name, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = language_intern(build, name),
                                    .at = build->syntax->nodes[node].from});
}

ExprNo language_rust_unwrapped(LanguageBuild *build, ExprNo value, NodeNo node) {
  if (!value) return 0;
  ExprNo callee = language_rust_member_named(build, value, STR("unwrap"), node);
  return language_add_list(build, EXPR_CALL, callee, NULL, 0, node);
}

static size_t arguments_of(LanguageBuild *build, NodeNo list, ExprNo *ret_items) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (!syntax_is_named(syntax, c) || kind == RUST_LINE_COMMENT || kind == RUST_BLOCK_COMMENT || kind == RUST_ATTRIBUTE_ITEM) continue;
    ExprNo value = language_expr(build, c);
    if (count < RUST_MANY) ret_items[count++] = value;
  }
  return count;
}

ExprNo language_rust_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, RUST_FIELD_FUNCTION);
  if (!function) {
    language_visit_children(build, node);
    return 0;
  }
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo items[RUST_MANY];
  size_t count = arguments_of(build, syntax_field(syntax, node, RUST_FIELD_ARGUMENTS), items);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, language_rust_last_name(syntax, function)});
}

/* x.0 is a part by its place: of a tuple, or the field of that number. */
ExprNo language_rust_field(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, RUST_FIELD_VALUE));
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_FIELD);
  int64_t nth;
  if (!name) return 0;
  if (syntax_kind(syntax, name) != RUST_INTEGER) return language_use_member(build, base, name, role);
  if (!base || !str_to_int(syntax_text(syntax, name), &nth) || nth < 0 || nth > UINT8_MAX) return 0;
  return language_add_number(build, EXPR_PART, base, (uint32_t)nth, node);
}

/* A range takes a part of the same kind. */
ExprNo language_rust_index(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_named(syntax, node, 0));
  NodeNo key = syntax_named(syntax, node, 1);
  ExprNo index = language_expr(build, key);
  if (key && syntax_kind(syntax, key) == RUST_RANGE) return base;
  return base ? language_add_list(build, EXPR_INDEX, base, &index, 1, node) : 0;
}

ExprNo language_rust_struct_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, RUST_FIELD_NAME));
  ExprNo whole = type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == RUST_FIELD_INITIALIZER) {
      NodeNo name = syntax_field(syntax, c, RUST_FIELD_FIELD);
      if (name && whole) language_ref(build, REF_WRITE, language_add_member(build, whole, name), name);
      language_expr(build, syntax_field(syntax, c, RUST_FIELD_VALUE));
    } else if (kind == RUST_SHORTHAND_INITIALIZER) {
      NodeNo name = syntax_child(syntax, c, RUST_IDENTIFIER);
      if (name && whole) language_ref(build, REF_WRITE, language_add_member(build, whole, name), name);
      language_expr(build, name);
    } else if (syntax_is_named(syntax, c)) {
      language_visit(build, c);
    }
  }
  return whole;
}

/* e?: what was wrapped. */
ExprNo language_rust_try(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_rust_unwrapped(build, language_expr(build, syntax_named(build->syntax, node, 0)), node);
}

/* *x has what x has. */
ExprNo language_rust_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  bool leads = str_starts_with(syntax_text(syntax, node), STR("*"));
  ExprNo value = language_expr_as(build, syntax_named(syntax, node, 0), leads ? role : REF_READ);
  if (!value || leads) return value;
  return language_add_list(build, EXPR_OP, 0, &value, 1, node);
}

ExprNo language_rust_reference(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_as(build, syntax_field(build->syntax, node, RUST_FIELD_VALUE), role);
}

/* Both sides of arithmetic are mostly of one type; comparisons are booleans. */
ExprNo language_rust_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, RUST_FIELD_OPERATOR));
  ExprNo both[2];
  both[0] = language_expr(build, syntax_field(syntax, node, RUST_FIELD_LEFT));
  both[1] = language_expr(build, syntax_field(syntax, node, RUST_FIELD_RIGHT));
  if (language_word_in("== != < <= > >= && ||", sign)) return language_add_literal(build, LITERAL_BOOL, node);
  return language_add_operation(build, sign, both, node);
}

ExprNo language_rust_array(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo items[RUST_MANY];
  size_t count = arguments_of(build, node, items);
  if (syntax_field(build->syntax, node, RUST_FIELD_LENGTH) && count) count = 1; /* [x; n] */
  return language_add_list(build, EXPR_LIST, 0, items, count, node);
}

ExprNo language_rust_tuple(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo items[RUST_MANY];
  size_t count = arguments_of(build, node, items);
  return language_add_list(build, EXPR_TUPLE, 0, items, count, node);
}

ExprNo language_rust_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  language_expr(build, syntax_field(syntax, node, RUST_FIELD_RIGHT));
  language_expr_as(build, syntax_field(syntax, node, RUST_FIELD_LEFT), REF_WRITE);
  return 0;
}

/* What goes from one number to another is a list of such numbers. */
ExprNo language_rust_range(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo items[RUST_MANY];
  size_t count = arguments_of(build, node, items);
  return language_add_list(build, EXPR_LIST, 0, items, count ? 1 : 0, node);
}
