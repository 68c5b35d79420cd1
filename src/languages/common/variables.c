/* Variables of properties. */
#include "src/languages/common/variables_internal.h"

#include "src/languages/common/nodes_internal.h"

void language_bind_variable(LanguageBuild *build, DefNo property, Str sign) {
  if (property >= build->facts->defs.len) return;
  const Def *def = language_def(build, property);
  Str name = str_format(build->arena, "%.*s%.*s", STR_ARG(sign), STR_ARG(names_text(build->facts->names, def->name)));
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_HOISTED | BIND_MEMBER, .def = property});
}

/* Whether the function binds the name itself. How far back is looked is bounded: it is no more than a guess, and a file may hold
 * any number of binds. */
static bool is_local(LanguageBuild *build, NameId name) {
  enum { BINDS_MAX = 64 };
  const Facts *facts = build->facts;
  ScopeNo function = language_def(build, build->function)->opens;
  for (size_t i = facts->binds.len, left = BINDS_MAX; i-- > 1 && left--;) {
    if (facts->binds.items[i].scope < function) return false;
    if (names_same(facts->binds.items[i].name, name)) return true;
  }
  return false;
}

ExprNo language_read_variable(LanguageBuild *build, NodeNo node, unsigned role, Str sign) {
  Str text = language_text(build, node);
  bool is_super = str_eq(text, STR("super"));
  bool is_own = str_starts_with(text, sign) && language_def(build, build->function)->kind == SYMBOL_METHOD && !is_local(build, language_name(build, node));
  if (!is_super && !is_own && !str_eq(text, STR("self"))) return language_expr_name(build, node, role);
  ExprNo self = language_add(build, (Expr){.kind = is_super ? EXPR_SUPER : EXPR_SELF, .at = language_node(build, node)->from});
  return is_own ? language_use_member(build, self, node, role) : self;
}
