/* Heads of functions that are written as calls. */
#include "src/languages/common/heads_internal.h"

#include "src/languages/common/nodes_internal.h"

NodeNo language_head_call(const LanguageBuild *build, const LanguageHeads *heads, NodeNo head) {
  enum { AROUND_MAX = 4 };
  for (int steps = 0; head && steps <= AROUND_MAX; steps++) {
    unsigned kind = language_kind(build, head);
    if (kind == heads->call) return head;
    if (kind != heads->signature && kind != heads->where && kind != heads->typed) return 0;
    head = syntax_named(build->syntax, head, 0);
  }
  return 0;
}

static void bind_type(LanguageBuild *build, const LanguageHeads *heads, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool is_bound = language_kind(build, node) == heads->bound;
  NodeNo name = is_bound ? syntax_named(syntax, node, 0) : node;
  if (language_kind(build, name) != heads->name) return;
  ExprNo bound = is_bound ? language_type(build, syntax_named(syntax, node, 2)) : 0;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM, .type = bound, .from = syntax->nodes[name].from});
}

/* One name, or a list of them. */
static void bind_types(LanguageBuild *build, const LanguageHeads *heads, NodeNo node) {
  if (language_kind(build, node) != heads->list) {
    bind_type(build, heads, node);
    return;
  }
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) bind_type(build, heads, c);
}

void language_head_types(LanguageBuild *build, const LanguageHeads *heads, NodeNo head) {
  enum { AROUND_MAX = 8 };
  for (int steps = 0; head && steps < AROUND_MAX; steps++) {
    unsigned kind = language_kind(build, head);
    if (kind == heads->call) return;
    if (kind == heads->where || kind == heads->of) bind_types(build, heads, syntax_named(build->syntax, head, 1));
    head = syntax_named(build->syntax, head, 0);
  }
}

ExprNo language_head_result(LanguageBuild *build, const LanguageHeads *heads, NodeNo head) {
  enum { AROUND_MAX = 4 };
  for (int steps = 0; head && steps <= AROUND_MAX && language_kind(build, head) != heads->call; steps++) {
    if (language_kind(build, head) == heads->typed) return language_type(build, syntax_named(build->syntax, head, 1));
    head = syntax_named(build->syntax, head, 0);
  }
  return 0;
}

/* A parameter without a name is called "_", as one that nobody reads is. */
static void bind_parameter(LanguageBuild *build, const LanguageHeads *heads, NodeNo node, unsigned named) {
  const Syntax *syntax = build->syntax;
  unsigned kind = language_kind(build, node);
  NodeNo typed = kind == heads->typed || kind == heads->untold ? node : syntax_child(syntax, node, heads->typed), name = node;
  if (kind == heads->rest && !typed) typed = syntax_child(syntax, node, heads->untold);
  bool is_untold = typed && language_kind(build, typed) == heads->untold;
  while (name && !is_untold && language_kind(build, name) != heads->name) name = syntax_named(syntax, name, 0);
  if (!name || !language_is_part(build, name)) return;
  if (name != node && typed != node) language_visit_but(build, node, name, typed);
  ExprNo type = language_type(build, typed ? syntax_named(syntax, typed, is_untold ? 0 : 1) : 0);
  unsigned many = named ? BIND_KEYWORDS : BIND_VARIADIC, flags = kind == heads->value ? BIND_OPTIONAL : kind == heads->rest ? many : 0;
  NameId called = is_untold ? language_intern(build, STR("_")) : language_name(build, name);
  language_bind(build, (Bind){.name = called, .flags = BIND_PARAM | named | flags, .type = type, .from = syntax->nodes[name].from});
}

void language_head_parameters(LanguageBuild *build, const LanguageHeads *heads, NodeNo list) {
  unsigned named = 0;
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == heads->named) named = BIND_KEYWORD_ONLY;
    else bind_parameter(build, heads, c, named);
  }
}

ScopeNo language_head_scope(const LanguageBuild *build) { return build->facts->scopes.items[build->scope].kind == SCOPE_NAMESPACE ? 1 : 0; }

/* ---- structures ---- */

static void visit_field(LanguageBuild *build, const LanguageHeads *heads, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool is_given = language_kind(build, node) == heads->given;
  NodeNo field = is_given ? syntax_named(syntax, node, 0) : node, typed = language_kind(build, field) == heads->typed ? field : 0;
  if (typed) field = syntax_named(syntax, typed, 0);
  if (language_kind(build, field) != heads->name) {
    language_visit(build, node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = field, .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
  ExprNo type = typed ? language_type(build, syntax_named(syntax, typed, 1)) : 0;
  language_def(build, def)->type = type;
  if (is_given) language_visit_others(build, node, syntax_named(syntax, node, 0));
}

void language_head_struct(LanguageBuild *build, const LanguageHeads *heads, NodeNo node, NodeNo head) {
  const Syntax *syntax = build->syntax;
  NodeNo name = head;
  while (name && language_kind(build, name) != heads->name) name = syntax_named(syntax, name, 0);
  ExprNo base = language_expr(build, syntax_named(syntax, syntax_child(syntax, head, heads->bound), 2));
  ExprList bases = language_list(build, &base, base ? 1 : 0);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED, .scope = language_head_scope(build)});
  language_def(build, def)->bases = bases;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_head_types(build, heads, head);
  for (NodeNo c = head ? syntax_next(syntax, head) : 0; c; c = syntax_next(syntax, c)) visit_field(build, heads, c);
  language_close(build, &before);
}
