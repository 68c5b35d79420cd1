/* Go: statements that bind names. */
#include "src/languages/go/go_internal.h"

/* A lone call may give several values, which only its declaration can tell. */
size_t language_go_values(LanguageBuild *build, NodeNo list, ExprNo *ret_values, bool *ret_is_call) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  bool is_call = false;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == GO_COMMENT) continue;
    ExprNo value = language_expr(build, c);
    is_call = syntax_kind(syntax, c) == GO_CALL;
    if (count < GO_MANY) ret_values[count++] = value;
  }
  *ret_is_call = is_call && count == 1;
  return count;
}

ExprNo language_go_nth_value(LanguageBuild *build, const ExprNo *values, size_t value_count,
                             bool is_call, size_t nth, NodeNo node) {
  if (nth < value_count && value_count > 1) return values[nth];
  if (value_count != 1) return 0;
  if (is_call) return language_add_number(build, EXPR_PART, values[0], (uint32_t)nth, node);
  /* v, ok := m[k] and its kin. */
  return nth == 0 ? values[0] : language_add_literal(build, LITERAL_BOOL, node);
}

/* A single name may stand without a list around it. */
static size_t count_names(const Syntax *syntax, NodeNo list) {
  if (!list) return 0;
  return syntax_kind(syntax, list) == GO_EXPRESSION_LIST ? syntax_named_count(syntax, list) : 1;
}

static void bind_local(LanguageBuild *build, NodeNo name, uint32_t from, ExprNo value) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, name) != GO_IDENTIFIER || str_eq(syntax_text(syntax, name), STR("_"))) return;
  language_bind(build, (Bind){.name = language_name(build, name), .from = from, .value = value});
}

/* Names on the left get the values; they hold from `from`. */
static void bind_names(LanguageBuild *build, NodeNo left, const ExprNo *values, size_t count, bool is_call,
                       uint32_t from) {
  const Syntax *syntax = build->syntax;
  size_t names = count_names(syntax, left), nth = 0;
  for (NodeNo c = syntax_first(syntax, left); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == GO_COMMENT) continue;
    ExprNo value = names == 1 && count == 1 ? values[0]
                                            : language_go_nth_value(build, values, count, is_call, nth, c);
    bind_local(build, c, from, value);
    nth++;
  }
}

/* Names that exist already are assigned by `:=`, not declared; a further
 * bind from here on says the same. */
void language_go_short_var(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo values[GO_MANY];
  bool is_call;
  size_t count = language_go_values(build, syntax_field(syntax, node, GO_FIELD_RIGHT), values, &is_call);
  NodeNo left = syntax_field(syntax, node, GO_FIELD_LEFT);
  if (left) bind_names(build, left, values, count, is_call, syntax->nodes[node].to);
}

static void write_names(LanguageBuild *build, NodeNo list, const ExprNo *values, size_t count) {
  const Syntax *syntax = build->syntax;
  size_t nth = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    ExprNo part = language_expr_as(build, c, REF_WRITE);
    if (nth < count) language_put(build, part, values[nth]);
    if (nth < count) language_put_member(build, part, values[nth]);
    nth++;
  }
}

void language_go_assignment(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo values[GO_MANY];
  bool is_call;
  size_t count = language_go_values(build, syntax_field(syntax, node, GO_FIELD_RIGHT), values, &is_call);
  write_names(build, syntax_field(syntax, node, GO_FIELD_LEFT), values, is_call ? 0 : count);
}

void language_go_increment(LanguageBuild *build, NodeNo node) {
  language_expr_as(build, syntax_named(build->syntax, node, 0), REF_WRITE);
}

/* Elements, or keys when there is one name; the resolver knows what keys of
 * channels and functions are. */
void language_go_range(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo whole = language_expr(build, syntax_field(syntax, node, GO_FIELD_RIGHT));
  NodeNo left = syntax_field(syntax, node, GO_FIELD_LEFT);
  if (!left) return;
  if (!syntax_child(syntax, node, GO_DEFINE)) {
    write_names(build, left, NULL, 0);
    return;
  }
  ExprNo values[2];
  values[0] = language_add_number(build, EXPR_ITER, whole, 1, node);
  values[1] = language_add_number(build, EXPR_ITER, whole, 0, node);
  bind_names(build, left, values, count_names(syntax, left) == 1 ? 1 : 2, false, syntax->nodes[node].to);
}

/* A select case: `v, ok := <-ch`. */
void language_go_receive(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo value = language_expr(build, syntax_field(syntax, node, GO_FIELD_RIGHT));
  NodeNo left = syntax_field(syntax, node, GO_FIELD_LEFT);
  if (!left) return;
  if (syntax_child(syntax, node, GO_DEFINE)) {
    bind_names(build, left, &value, 1, false, syntax->nodes[node].to);
  } else {
    write_names(build, left, NULL, 0);
  }
}

/* One type says what the name is in the case; several leave it as it was. */
static void type_case(LanguageBuild *build, NodeNo node, NodeNo name, ExprNo value) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo type = 0;
  NodeNo only = 0;
  size_t types = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != GO_FIELD_TYPE || !syntax_is_named(syntax, c)) continue;
    type = language_type(build, c);
    only = c;
    types++;
  }
  bool nil = types == 1 && str_eq(syntax_text(syntax, only), STR("nil"));
  if (name) {
    Bind bind = {.name = language_name(build, name), .from = syntax->nodes[node].from};
    if (types == 1 && !nil) bind.type = type;
    else bind.value = value;
    language_bind(build, bind);
  }
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != GO_FIELD_TYPE) language_visit(build, c);
  }
  language_close(build, &before);
}

/* The name is bound anew in each case, with that case's type; the switch
 * itself is a scope, for the statement that may stand before it. */
void language_go_type_switch(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit(build, syntax_field(syntax, node, GO_FIELD_INITIALIZER));
  NodeNo alias = syntax_field(syntax, node, GO_FIELD_ALIAS);
  NodeNo name = alias ? syntax_named(syntax, alias, 0) : 0;
  if (name && syntax_kind(syntax, name) != GO_IDENTIFIER) name = 0;
  ExprNo value = language_expr(build, syntax_field(syntax, node, GO_FIELD_VALUE));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == GO_TYPE_CASE || kind == GO_DEFAULT_CASE) type_case(build, c, name, value);
  }
  language_close(build, &before);
}
