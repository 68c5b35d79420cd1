/* Languages without types of their own gather functions in an object that a call makes. */
#include "src/languages/common/objects_internal.h"

ExprNo language_call_object(LanguageBuild *build, NodeNo node, ExprNo call, const ExprNo *items, size_t count) {
  LanguageOpen before;
  bool has_members = false;
  for (size_t i = 0; i < count; i++) has_members |= items[i] && language_expr_at(build, items[i])->kind == EXPR_KEYWORD;
  if (!has_members) return call;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  language_open(build, SCOPE_OBJECT, node, def, &before);
  for (size_t i = 0; i < count; i++) {
    const Expr *item = items[i] ? language_expr_at(build, items[i]) : NULL;
    if (item && item->kind == EXPR_KEYWORD) language_bind(build, (Bind){.name = item->name, .flags = BIND_MEMBER | BIND_HOISTED, .value = item->base});
  }
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

ExprNo language_keyword(LanguageBuild *build, NodeNo name, NodeNo value) {
  ExprNo given = language_expr(build, value);
  return language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = given, .name = language_name(build, name), .at = build->syntax->nodes[name].from});
}
