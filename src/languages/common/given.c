/* Files that are functions: what they are given is noted where that happens, and put
 * together by resolving, which knows where a path leads. */
#include "src/languages/common/given_internal.h"

#include "src/languages/build_internal.h"

void language_give_file(LanguageBuild *build, ExprNo callee, ExprNo item, NodeNo node) {
  if (!callee || !item) return;
  ExprNo call = language_add_list(build, EXPR_CALL, callee, &item, 1, node);
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, STR(LANGUAGE_GIVEN)), .flags = BIND_HOISTED, .value = call});
}

ExprNo language_give_files(LanguageBuild *build, ExprNo value, NodeNo name, const char *names) {
  unsigned kind = value ? language_expr_at(build, value)->kind : EXPR_NONE;
  bool is_object = kind == EXPR_OBJECT || kind == EXPR_ANY;
  if (name && is_object && language_word_in(names, syntax_text(build->syntax, name))) language_give_file(build, language_add_name(build, name), value, name);
  return value;
}

ExprNo language_bind_fixed(LanguageBuild *build, BindNo param, const char *names, ExprNo value) {
  const Bind *bind = &build->facts->binds.items[param];
  if (!param) return value;
  unsigned kind = value ? language_expr_at(build, value)->kind : EXPR_NONE;
  bool is_object = kind == EXPR_OBJECT || kind == EXPR_ANY; /* or several that were joined */
  if (is_object && language_word_in(names, names_text(build->facts->names, bind->name))) language_give_late(build, param, value);
  return value;
}

DefNo language_define_file(LanguageBuild *build, const LanguageDef *def, ExprNo value) {
  if (!value || language_expr_at(build, value)->kind != EXPR_MODULE) return 0;
  DefNo made = language_define(build, def);
  language_def(build, made)->value = value;
  return made;
}

unsigned language_depth_of(const LanguageBuild *build, ScopeKind kind) {
  unsigned depth = 0;
  for (ScopeNo at = build->scope; at; at = build->facts->scopes.items[at].parent) depth += build->facts->scopes.items[at].kind == kind;
  return depth;
}

bool language_is_within(const LanguageBuild *build, NodeNo node, unsigned kind) {
  while ((node = syntax_parent(build->syntax, node))) {
    if (syntax_kind(build->syntax, node) == kind) return true;
  }
  return false;
}
