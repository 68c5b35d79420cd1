/* Java literals and operators. What an operator gives is told as a literal of
 * its kind where the operands say so: that is what choosing an overload needs. */
#include "src/languages/java/java_internal.h"

static char last_letter(Str text) { return text.len ? (char)(text.ptr[text.len - 1] | 0x20) : 0; }

ExprNo language_java_integer(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  bool is_long = last_letter(language_text(build, node)) == 'l';
  return language_add_literal(build, is_long ? LITERAL_LONG : LITERAL_INT, node);
}

ExprNo language_java_float(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str text = language_text(build, node);
  bool is_float = last_letter(text) == 'f';
  /* The digits of a hexadecimal one end with F too, unless it has an exponent. */
  if (language_kind(build, node) == JAVA_HEX_FLOAT) {
    is_float = is_float && (str_find_byte(text, 'p') != STR_NONE || str_find_byte(text, 'P') != STR_NONE);
  }
  return language_add_literal(build, is_float ? LITERAL_FLOAT : LITERAL_DOUBLE, node);
}

ExprNo language_java_character(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_literal(build, LITERAL_CHAR, node);
}

/* Operators by how the result's type follows from the operands'. */
typedef enum Sort { SORT_NUMBER, SORT_SHIFT, SORT_TRUTH, SORT_BITS, SORT_PLUS } Sort;

static Sort sort_of(Str sign) {
  if (str_eq_c(sign, "+")) return SORT_PLUS;
  if (str_eq_c(sign, "-") || str_eq_c(sign, "*") || str_eq_c(sign, "/") || str_eq_c(sign, "%")) return SORT_NUMBER;
  if (str_eq_c(sign, "<<") || str_eq_c(sign, ">>") || str_eq_c(sign, ">>>")) return SORT_SHIFT;
  if (str_eq_c(sign, "&") || str_eq_c(sign, "|") || str_eq_c(sign, "^")) return SORT_BITS;
  return SORT_TRUTH;
}

/* The literal kind of an expression; LITERAL_OTHER when it is no literal. */
static LiteralKind kind_of(const LanguageBuild *build, ExprNo expr) {
  const Expr *e = &build->facts->exprs.items[expr];
  return expr && e->kind == EXPR_LITERAL ? (LiteralKind)e->number : LITERAL_OTHER;
}

/* What arithmetic makes of one operand; LITERAL_OTHER: not known here. */
static LiteralKind promoted(LiteralKind kind) {
  switch (kind) {
    case LITERAL_CHAR:
    case LITERAL_INT:
      return LITERAL_INT;
    case LITERAL_LONG:
    case LITERAL_FLOAT:
    case LITERAL_DOUBLE:
      return kind;
    default:
      return LITERAL_OTHER;
  }
}

/* double with anything is double; two known ones give the wider. */
static LiteralKind combined(LiteralKind a, LiteralKind b) {
  a = promoted(a);
  b = promoted(b);
  if (a == LITERAL_DOUBLE || b == LITERAL_DOUBLE) return LITERAL_DOUBLE;
  if (a == LITERAL_OTHER || b == LITERAL_OTHER) return LITERAL_OTHER;
  return a > b ? a : b; /* the enum is in order of width */
}

/* Where the operands do not tell yet (names, calls), the operation itself is
 * kept, and resolution works it out when their types are known. */
static ExprNo result(LanguageBuild *build, Str sign, const ExprNo *operands, size_t count, NodeNo node) {
  LiteralKind left = kind_of(build, operands[0]);
  LiteralKind right = count > 1 ? kind_of(build, operands[1]) : left;
  LiteralKind known = LITERAL_OTHER;
  switch (sort_of(sign)) {
    case SORT_TRUTH:
      known = LITERAL_BOOL;
      break;
    case SORT_PLUS:
      known = left == LITERAL_STRING || right == LITERAL_STRING ? LITERAL_STRING : combined(left, right);
      break;
    case SORT_NUMBER:
      known = combined(left, right);
      break;
    case SORT_SHIFT:
      known = promoted(left);
      count = 1; /* the right side does not matter */
      break;
    case SORT_BITS:
      known = left == LITERAL_BOOL || right == LITERAL_BOOL ? LITERAL_BOOL : combined(left, right);
      break;
  }
  if (known == LITERAL_STRING) return language_add_text(build, operands, count, node);
  if (known != LITERAL_OTHER) {
    return language_add(build, (Expr){.kind = EXPR_LITERAL, .number = (uint32_t)known,
                                      .at = language_node(build, node)->from});
  }
  ExprNo op = language_add_list(build, EXPR_OP, 0, operands, count, node);
  language_expr_at(build, op)->name = language_intern(build, sign);
  return op;
}

/* Long sums nest to the left, deeper than handlers may: they are read in a loop. */
ExprNo language_java_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  VEC(NodeNo) chain = {0};
  for (; language_kind(build, node) == JAVA_BINARY; node = language_field(build, node, JAVA_IN_LEFT)) {
    *vec_add(build->arena, &chain) = node;
  }
  ExprNo value = language_expr(build, node);
  while (chain.len) {
    NodeNo at = chain.items[--chain.len];
    ExprNo operands[2] = {value, language_expr(build, language_field(build, at, JAVA_IN_RIGHT))};
    value = result(build, language_text(build, language_field(build, at, JAVA_IN_OPERATOR)), operands, 2, at);
  }
  return value;
}

ExprNo language_java_unary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str sign = language_text(build, language_field(build, node, JAVA_IN_OPERATOR));
  ExprNo operand = language_expr(build, language_field(build, node, JAVA_IN_OPERAND));
  if (str_eq_c(sign, "!")) return language_add_literal(build, LITERAL_BOOL, node);
  /* A sign before it promotes, as any arithmetic does. */
  return result(build, STR("-"), &operand, 1, node);
}
