/* Members that know what they are called on by a name, and those that are added to types
 * from elsewhere. */
#include "src/languages/common/receivers_internal.h"

#include "src/languages/common/nodes_internal.h"

/* How many arguments a call gives is not told where they stand in brackets together. */
static void take_any(LanguageBuild *build, ScopeNo scope) {
  language_bind(build, (Bind){.scope = scope, .name = language_intern(build, STR("(rest)")), .flags = BIND_PARAM | BIND_VARIADIC});
}

/* The first name that has a type in the function is its first parameter. What the function
 * binds begins at `first`: a file may have thousands of members. */
static void mark_first(LanguageBuild *build, ScopeNo scope, BindNo first) {
  Facts *facts = build->facts;
  for (BindNo i = first; i < facts->binds.len; i++) {
    if (facts->binds.items[i].scope != scope || !facts->binds.items[i].type) continue;
    facts->binds.items[i].flags |= BIND_PARAM;
    take_any(build, scope);
    return;
  }
}

static void receive(LanguageBuild *build, DefNo def, BindNo first, NodeNo self, NodeNo type, bool is_marked) {
  ScopeNo scope = language_def(build, def)->opens;
  if (!scope) return;
  ExprNo value = self ? language_add(build, (Expr){.kind = EXPR_SELF, .scope = scope, .at = build->syntax->nodes[self].from}) : 0;
  if (self) language_bind(build, (Bind){.scope = scope, .name = language_name(build, self), .flags = BIND_HOISTED, .value = value});
  if (is_marked) mark_first(build, scope, first);
  if (is_marked) language_def(build, def)->flags |= DEF_EXTENSION;
  if (!type || !self) return;
  ExprNo of = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .scope = scope, .name = language_name(build, type), .at = build->syntax->nodes[type].from});
  language_bind(build, (Bind){.scope = scope, .name = language_intern(build, STR("(receiver)")), .flags = BIND_PARAM, .type = of});
  take_any(build, scope);
  language_def(build, def)->flags |= DEF_EXTENSION;
}

/* The last word of a name, however deep it is wrapped. */
static NodeNo last_of(const LanguageBuild *build, NodeNo node) {
  for (NodeNo next = node; next; next = language_last(build, next)) node = next;
  return node;
}

void language_visit_member(LanguageBuild *build, NodeNo node, const LanguageMember *member) {
  NodeNo name = language_field(build, node, member->name), self = name ? language_field(build, name, member->self) : 0, around = language_node(build, node)->parent;
  NodeNo attributes = around ? language_child(build, around, member->attributes) : 0;
  bool is_marked = attributes && str_contains(language_text(build, attributes), str_from_c(member->mark));
  DefNo def = (DefNo)build->facts->defs.len;
  BindNo first = (BindNo)build->facts->binds.len;
  language_visit_row(build, node);
  while (around && language_kind(build, around) != member->extension && language_kind(build, around) != member->type) around = language_node(build, around)->parent;
  NodeNo type = language_kind(build, around) == member->extension ? last_of(build, language_child(build, around, member->type_name)) : 0;
  if (def < build->facts->defs.len) receive(build, def, first, self, type, is_marked);
}
