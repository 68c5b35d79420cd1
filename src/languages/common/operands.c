/* Only what joins texts is told: what other operators give depends on types that nobody
 * knows before names are resolved, and overloads are seldom told apart by it. */
#include "src/languages/common/operands_internal.h"

#include "src/languages/common/nodes_internal.h"

ExprNo language_expr_joined(LanguageBuild *build, NodeNo node, unsigned role, const LanguageSigns *signs) {
  NodeNo sign = language_child(build, node, signs->adding);
  bool joins = sign && str_eq_c(language_text(build, sign), signs->joins) && !language_child(build, node, signs->comparing) && !language_child(build, node, signs->before);
  if (!joins) return language_expr_only(build, node, role);
  LanguageExprs items = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_is_part(build, c) && language_kind(build, c) != signs->adding) language_push(build, &items, language_expr(build, c));
  }
  NameId name = language_intern(build, str_from_c(signs->joins));
  ExprNo joined = language_add_list(build, EXPR_OP, 0, items.items, items.len, node);
  language_expr_at(build, joined)->name = name;
  return joined;
}
