/* C: expressions. */
#include "src/languages/c/c_internal.h"

/* ---- names ---- */

/* In text that the grammar gave up on, a name before a bracket is a call. */
ExprNo language_c_identifier(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo parent = syntax_parent(syntax, node);
  if (parent && (syntax->nodes[parent].flags & SYNTAX_ERROR) && role == REF_READ) {
    uint32_t end = syntax->nodes[node].to;
    bool called = end < syntax->text.len && syntax->text.ptr[end] == '(';
    if (called) {
      language_c_scan_calls(build, syntax->nodes[node].from, end + 1, node);
      return 0;
    }
  }
  return language_expr_name(build, node, role);
}

/* ---- calls ---- */

/* Where a call's reference is placed: `(*table[i].run)(x)` at `run`. */
static NodeNo name_of(const Syntax *syntax, NodeNo node) {
  NodeNo at = node;
  while (at) {
    switch (syntax_kind(syntax, at)) {
      case C_FIELD_EXPRESSION: return syntax_field(syntax, at, C_FIELD_FIELD);
      case C_SUBSCRIPT:
      case C_POINTER: at = syntax_field(syntax, at, C_FIELD_ARGUMENT); break;
      case C_PARENTHESIZED: at = syntax_named(syntax, at, 0); break;
      default: return at;
    }
  }
  return node;
}

/* A block as an argument is a macro's: it is visited, since calls in it are
 * made by the function around. */
ExprNo language_c_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, node, C_FIELD_FUNCTION);
  NodeNo list = syntax_field(syntax, node, C_FIELD_ARGUMENTS);
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo items[C_MANY];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == C_COMMENT) continue;
    ExprNo value = 0;
    if (syntax_kind(syntax, c) == C_COMPOUND) language_visit(build, c);
    else value = language_expr(build, c);
    if (count < C_MANY) items[count++] = value;
  }
  if (!callee) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, name_of(syntax, function)});
}

/* ---- members, subscripts, pointers ---- */

ExprNo language_c_member(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, C_FIELD_ARGUMENT));
  NodeNo name = syntax_field(syntax, node, C_FIELD_FIELD);
  if (!name) return 0;
  return language_use_member(build, base, name, role);
}

ExprNo language_c_subscript(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo base = language_expr(build, syntax_field(syntax, node, C_FIELD_ARGUMENT));
  ExprNo index = language_expr(build, syntax_field(syntax, node, C_FIELD_INDEX));
  return language_add_list(build, EXPR_INDEX, base, &index, 1, node);
}

/* *p and &x: what is reached is the same to us. */
ExprNo language_c_pointer(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_as(build, syntax_field(build->syntax, node, C_FIELD_ARGUMENT),
                          role == REF_WRITE ? REF_READ : role);
}

/* ---- operators ---- */

/* `x->field = f` may put a function into a field, through which it is called
 * later. */
ExprNo language_c_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, C_FIELD_LEFT), right = syntax_field(syntax, node, C_FIELD_RIGHT);
  ExprNo target = language_expr_as(build, left, REF_WRITE);
  ExprNo value = language_expr(build, right);
  if (target && build->facts->exprs.items[target].kind == EXPR_MEMBER) {
    Expr member = build->facts->exprs.items[target];
    language_c_table_entry(build, member.name, value, member.base, node);
  } else {
    language_put(build, target, value);
  }
  return value;
}

ExprNo language_c_update(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_expr_as(build, syntax_field(build->syntax, node, C_FIELD_ARGUMENT), REF_WRITE);
}

/* Of pointer arithmetic the pointer; else nothing worth knowing. */
ExprNo language_c_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Str sign = syntax_text(syntax, syntax_field(syntax, node, C_FIELD_OPERATOR));
  ExprNo left = language_expr(build, syntax_field(syntax, node, C_FIELD_LEFT));
  language_expr(build, syntax_field(syntax, node, C_FIELD_RIGHT));
  return str_eq(sign, STR("+")) || str_eq(sign, STR("-")) ? left : 0;
}

/* A cast to a type that tells nothing leaves what was cast. */
ExprNo language_c_cast(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  ExprNo value = language_expr_as(build, syntax_field(syntax, node, C_FIELD_VALUE),
                                  role == LANGUAGE_NO_REF ? role : REF_READ);
  return type && role != LANGUAGE_NO_REF ? language_add_base(build, EXPR_OF_TYPE, type, node) : value;
}

/* `a ?: b` leaves the middle out: then it is the condition's own value. */
ExprNo language_c_conditional(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo condition = language_expr(build, syntax_field(syntax, node, C_FIELD_CONDITION));
  NodeNo yes = syntax_field(syntax, node, C_FIELD_CONSEQUENCE);
  ExprNo either[2];
  either[0] = yes ? language_expr(build, yes) : condition;
  either[1] = language_expr(build, syntax_field(syntax, node, C_FIELD_ALTERNATIVE));
  if (!either[0] || !either[1]) return either[0] ? either[0] : either[1];
  return language_add_list(build, EXPR_ANY, 0, either, 2, node);
}

ExprNo language_c_comma(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  language_expr(build, syntax_field(syntax, node, C_FIELD_LEFT));
  return language_expr_as(build, syntax_field(syntax, node, C_FIELD_RIGHT), role);
}

/* ({ …; value; }) */
ExprNo language_c_compound_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo value = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == C_EXPRESSION_STATEMENT) value = language_expr(build, syntax_named(syntax, c, 0));
    else language_visit(build, c);
  }
  language_close(build, &before);
  return value;
}

/* Reads the member without having a value of the type; a use all the same. */
ExprNo language_c_offsetof(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  NodeNo name = syntax_field(syntax, node, C_FIELD_MEMBER);
  if (type && name) {
    ExprNo value = language_add_base(build, EXPR_OF_TYPE, type, node);
    language_ref(build, REF_READ, language_add_member(build, value, name), name);
  }
  return 0;
}
