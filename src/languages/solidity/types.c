/* Types of Solidity: names, arrays, mappings, and what a function returns. */
#include "src/languages/solidity/solidity_internal.h"

/* mapping(a => b), a[], or a name */
ExprNo language_solidity_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_field(syntax, node, SOLIDITY_FIELD_VALUE), first = syntax_named(syntax, node, 0);
  if (value) {
    ExprNo both[] = {language_type(build, syntax_field(syntax, node, SOLIDITY_FIELD_KEY)), language_type(build, value)};
    return language_add_list(build, EXPR_MAP_OF, 0, both, 2, node);
  }
  ExprNo type = first ? language_type(build, first) : 0;
  return type && syntax_kind(syntax, first) == SOLIDITY_TYPE ? language_add_base(build, EXPR_LIST_OF, type, node) : type;
}

/* A.B.C */
ExprNo language_solidity_path(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo base = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != SOLIDITY_IDENTIFIER) continue;
    base = base ? language_use_member(build, base, c, role) : language_expr_name(build, c, role);
  }
  return base;
}

/* returns (a), returns (a, b) */
ExprNo language_solidity_results(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[SOLIDITY_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == SOLIDITY_PARAMETER && count < SOLIDITY_MANY) items[count++] = language_type(build, syntax_field(syntax, c, SOLIDITY_FIELD_TYPE));
  }
  return count == 1 ? items[0] : language_add_list(build, EXPR_TUPLE_OF, 0, items, count, node);
}
