/* Ruby statements are values: branches give what their last statement gives. */
#include "src/languages/ruby/ruby_internal.h"

static bool counts(const LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  return syntax_is_named(build->syntax, node) && kind != RUBY_COMMENT;
}

/* `ensure` runs behind the value; what `rescue` gives comes instead of it. */
ExprNo language_ruby_statements(LanguageBuild *build, NodeNo node) {
  LanguageExprs values = {0};
  ExprNo last = 0;
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!counts(build, c)) {
      language_visit(build, c);
      continue;
    }
    switch (language_kind(build, c)) {
      case RUBY_RESCUE: case RUBY_ENSURE: language_visit(build, c); break;
      case RUBY_ELSE: last = language_ruby_statements(build, c); break;
      default: last = language_expr(build, c); break;
    }
  }
  if (last) language_push(build, &values, last);
  return values.len ? values.items[0] : 0;
}

ExprNo language_ruby_sequence(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_ruby_statements(build, node);
}

/* Statements that may be passed over have a scope, so that what they assign is
 * only one of the values that a variable can have. */
static ExprNo branch(LanguageBuild *build, NodeNo node) {
  if (!node) return 0;
  /* What is defined behind a condition belongs to the type or file all the same. */
  unsigned around = build->facts->scopes.items[build->scope].kind;
  if (around == SCOPE_TYPE || around == SCOPE_FILE) return language_ruby_statements(build, node);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo value = language_ruby_statements(build, node);
  language_close(build, &before);
  return value;
}

static ExprNo either(LanguageBuild *build, ExprNo a, ExprNo b, NodeNo node) {
  if (!a || !b) return a ? a : b;
  ExprNo sides[2] = {a, b};
  return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
}

ExprNo language_ruby_if(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo alternative = language_field(build, node, RUBY_IN_ALTERNATIVE);
  language_expr(build, language_field(build, node, RUBY_IN_CONDITION));
  ExprNo held = branch(build, language_field(build, node, RUBY_IN_CONSEQUENCE)), failed = 0;
  if (language_kind(build, alternative) == RUBY_ELSIF) failed = language_ruby_if(build, alternative, role);
  else failed = branch(build, alternative);
  return either(build, held, failed, node);
}

ExprNo language_ruby_conditional(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, RUBY_IN_CONDITION));
  ExprNo held = language_expr(build, language_field(build, node, RUBY_IN_CONSEQUENCE));
  return either(build, held, language_expr(build, language_field(build, node, RUBY_IN_ALTERNATIVE)), node);
}

/* The condition stands behind what it decides about, and is looked at first. */
ExprNo language_ruby_modifier(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo body = language_field(build, node, RUBY_IN_BODY);
  language_expr(build, language_field(build, node, RUBY_IN_CONDITION));
  LanguageOpen before;
  if (!body) return 0;
  language_open(build, SCOPE_BLOCK, body, 0, &before);
  ExprNo value = language_expr(build, body);
  language_close(build, &before);
  return value;
}

/* `when A` says what the variable is inside. */
static void narrow(LanguageBuild *build, NodeNo variable, NodeNo when, NodeNo body) {
  if (language_kind(build, variable) != RUBY_IDENTIFIER || !body) return;
  NameId name = language_name(build, variable);
  if (!language_ruby_is_local(build, name)) return;
  LanguageExprs types = {0};
  for (NodeNo c = syntax_first(build->syntax, when); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != RUBY_PATTERN) continue;
    NodeNo constant = syntax_named(build->syntax, c, 0);
    if (language_kind(build, constant) != RUBY_CONSTANT) return;
    ExprNo type = language_add_name(build, constant);
    language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
    language_push(build, &types, type);
  }
  if (!types.len) return;
  ExprNo type = types.len == 1 ? types.items[0] : language_add_list(build, EXPR_ANY, 0, types.items, types.len, when);
  ScopeNo scope = 0;
  const RubyState *state = ruby_state(build);
  for (size_t i = state->locals.len; i-- > state->visible && !scope;) {
    if (names_same(state->locals.items[i].name, name)) scope = state->locals.items[i].scope;
  }
  language_bind(build, (Bind){.scope = scope, .name = name, .flags = BIND_NARROW, .type = type,
                              .from = language_node(build, body)->from, .to = language_node(build, body)->to});
}

ExprNo language_ruby_case(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo value = language_field(build, node, RUBY_IN_VALUE);
  LanguageExprs values = {0};
  language_expr(build, value);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    ExprNo given = 0;
    if (kind == RUBY_WHEN || kind == RUBY_IN_CLAUSE) {
      NodeNo body = language_field(build, c, RUBY_IN_BODY);
      for (NodeNo p = syntax_first(build->syntax, c); p; p = syntax_next(build->syntax, p)) {
        if (p != body) language_visit(build, p);
      }
      if (kind == RUBY_WHEN) narrow(build, value, c, body);
      given = branch(build, body);
    } else if (kind == RUBY_ELSE) {
      given = branch(build, c);
    }
    if (given) language_push(build, &values, given);
  }
  if (values.len < 2) return values.len ? values.items[0] : 0;
  return language_add_list(build, EXPR_ANY, 0, values.items, values.len, node);
}

ExprNo language_ruby_rescue_modifier(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr(build, language_field(build, node, RUBY_IN_BODY));
  return either(build, value, language_expr(build, language_field(build, node, RUBY_IN_HANDLER)), node);
}

void language_ruby_rescue(LanguageBuild *build, NodeNo node) {
  NodeNo exceptions = language_field(build, node, RUBY_IN_EXCEPTIONS), body = language_field(build, node, RUBY_IN_BODY);
  NodeNo variable = language_field(build, node, RUBY_IN_VARIABLE);
  LanguageExprs types = {0};
  for (NodeNo c = exceptions ? syntax_first(build->syntax, exceptions) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind != RUBY_CONSTANT && kind != RUBY_SCOPE_RESOLUTION) {
      language_visit(build, c);
      continue;
    }
    ExprNo type = language_ruby_type(build, c);
    NodeNo shown = kind == RUBY_SCOPE_RESOLUTION ? language_field(build, c, RUBY_IN_NAME) : c;
    language_ref(build, REF_TYPE, type, shown);
    if (type) language_push(build, &types, language_add_base(build, EXPR_OF_TYPE, type, c));
  }
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo target = variable ? syntax_named(build->syntax, variable, 0) : 0;
  ExprNo value = types.len ? language_add_list(build, EXPR_ANY, 0, types.items, types.len, node) : 0;
  if (target) language_ruby_give(build, target, value, language_node(build, target)->to);
  language_ruby_statements(build, body);
  language_close(build, &before);
}

void language_ruby_for(LanguageBuild *build, NodeNo node) {
  NodeNo in = language_field(build, node, RUBY_IN_VALUE), body = language_field(build, node, RUBY_IN_BODY);
  NodeNo over = in ? syntax_named(build->syntax, in, 0) : 0;
  ExprNo value = language_expr(build, over);
  ExprNo item = value ? language_add_base(build, EXPR_ITER, value, node) : 0;
  language_ruby_give(build, language_field(build, node, RUBY_IN_PATTERN), item, body ? language_node(build, body)->from : 0);
  branch(build, body);
}
