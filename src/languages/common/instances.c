/* Instances: a function that is declared to be a generic one with types filled in is a
 * definition of its own, which people call and look for. What it takes is known only where
 * the generic one is, so that resolving asks there. */
#include "src/languages/common/instances_internal.h"

#include "src/languages/common/nodes_internal.h"


void language_bind_formals(LanguageBuild *build, DefNo generic, NodeNo formals, unsigned name) {
  ScopeNo scope = language_def(build, generic)->opens;
  EACH(formal, scope ? formals : 0) {
    NodeNo called = language_child(build, formal, name);
    if (!language_is_part(build, formal)) continue;
    language_bind(build, (Bind){.scope = scope, .name = called ? language_name(build, called) : language_intern(build, STR("(formal)")), .flags = BIND_TYPE_PARAM});
  }
}

/* Integer, or Value_Type => Integer. */
static ExprNo read_actual(LanguageBuild *build, NodeNo node, unsigned named) {
  NodeNo first = syntax_named(build->syntax, node, 0), value = language_last(build, node);
  if (language_kind(build, first) != named || first == value) return language_type(build, node);
  return language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = language_type(build, value), .name = language_name(build, first),
                                    .at = language_node(build, first)->from});
}

DefNo language_define_instance(LanguageBuild *build, const LanguageDef *def, NodeNo generic, unsigned named) {
  NodeNo called = syntax_named_count(build->syntax, generic) > 1 ? syntax_named(build->syntax, generic, 0) : generic;
  NodeNo actuals = called != generic ? language_last(build, generic) : 0;
  DefNo made = language_define(build, def);
  LanguageExprs items = {0};
  ExprNo callee = language_expr(build, called);
  EACH(c, actuals) if (language_is_part(build, c)) language_push(build, &items, read_actual(build, c, named));
  ExprNo base = language_add_list(build, EXPR_APPLY, callee, items.items, items.len, generic);
  ExprList bases = language_list(build, &base, callee ? 1 : 0);
  language_def(build, made)->bases = bases;
  return made;
}
