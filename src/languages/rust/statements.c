/* Rust: statements and blocks, which are expressions: what their last one
 * gives. */
#include "src/languages/rust/rust_internal.h"

/* A name holds from behind its declaration: `let x = x.next()` speaks of
 * another x. */
void language_rust_let(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  language_rust_take_attributes(build);
  ExprNo type = language_type(build, syntax_field(syntax, node, RUST_FIELD_TYPE));
  ExprNo value = language_expr(build, syntax_field(syntax, node, RUST_FIELD_VALUE));
  language_visit(build, syntax_field(syntax, node, RUST_FIELD_ALTERNATIVE));
  language_rust_pattern(build, syntax_field(syntax, node, RUST_FIELD_PATTERN),
                        (RustBound){.value = value, .type = type, .from = syntax->nodes[node].to});
}

/* Whether the statement's value is thrown away. */
static bool is_dropped(const Syntax *syntax, NodeNo statement) {
  return str_ends_with(syntax_text(syntax, statement), STR(";"));
}

ExprNo language_rust_statements(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo last = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (!syntax_is_named(syntax, c) || kind == RUST_LABEL || kind == RUST_LINE_COMMENT || kind == RUST_BLOCK_COMMENT) continue;
    if (kind == RUST_EXPRESSION_STATEMENT) {
      ExprNo value = language_expr(build, syntax_named(syntax, c, 0));
      last = is_dropped(syntax, c) ? 0 : value;
    } else {
      last = language_expr(build, c);
    }
  }
  return last;
}

ExprNo language_rust_block(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, node, 0, &open);
  ExprNo value = language_rust_statements(build, node);
  language_close(build, &open);
  return value;
}

static ExprNo any_of(LanguageBuild *build, const ExprNo *values, size_t count, NodeNo node) {
  if (count == 1) return values[0];
  return count ? language_add_list(build, EXPR_ANY, 0, values, count, node) : 0;
}

/* What the condition binds holds in the first branch alone. */
ExprNo language_rust_if(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo values[2];
  size_t count = 0;
  LanguageOpen open;
  NodeNo then = syntax_field(syntax, node, RUST_FIELD_CONSEQUENCE), other = syntax_field(syntax, node, RUST_FIELD_ALTERNATIVE);
  language_open(build, SCOPE_BLOCK, then ? then : node, 0, &open);
  language_expr(build, syntax_field(syntax, node, RUST_FIELD_CONDITION));
  ExprNo value = language_expr(build, then);
  if (value) values[count++] = value;
  language_close(build, &open);
  value = other ? language_expr(build, syntax_named(syntax, other, 0)) : 0;
  if (value) values[count++] = value;
  return any_of(build, values, count, node);
}

/* `let pattern = value` in a condition. */
ExprNo language_rust_let_condition(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo value = language_expr(build, syntax_field(syntax, node, RUST_FIELD_VALUE));
  language_rust_pattern(build, syntax_field(syntax, node, RUST_FIELD_PATTERN),
                        (RustBound){.value = value, .from = syntax->nodes[node].to});
  return 0;
}

static ExprNo match_arm(LanguageBuild *build, NodeNo arm, ExprNo matched) {
  const Syntax *syntax = build->syntax;
  NodeNo pattern = syntax_field(syntax, arm, RUST_FIELD_PATTERN);
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, arm, 0, &open);
  for (NodeNo c = pattern ? syntax_first(syntax, pattern) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    if (syntax->nodes[c].field == RUST_FIELD_CONDITION) language_expr(build, c);
    else language_rust_pattern(build, c, (RustBound){.value = matched, .from = syntax->nodes[c].to});
  }
  ExprNo value = language_expr(build, syntax_field(syntax, arm, RUST_FIELD_VALUE));
  language_close(build, &open);
  return value;
}

ExprNo language_rust_match(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  enum { KEPT = 12 };
  const Syntax *syntax = build->syntax;
  ExprNo matched = language_expr(build, syntax_field(syntax, node, RUST_FIELD_VALUE)), values[KEPT];
  size_t count = 0;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != RUST_MATCH_ARM) continue;
    ExprNo value = match_arm(build, c, matched);
    if (value && count < KEPT) values[count++] = value;
  }
  return any_of(build, values, count, node);
}

ExprNo language_rust_for(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo whole = language_expr(build, syntax_field(syntax, node, RUST_FIELD_VALUE));
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, body ? body : node, 0, &open);
  ExprNo element = whole ? language_add_base(build, EXPR_ITER, whole, node) : 0;
  language_rust_pattern(build, syntax_field(syntax, node, RUST_FIELD_PATTERN),
                        (RustBound){.value = element, .from = syntax->nodes[body ? body : node].from});
  language_visit(build, body);
  language_close(build, &open);
  return 0;
}

ExprNo language_rust_while(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, node, RUST_FIELD_BODY);
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, body ? body : node, 0, &open);
  language_expr(build, syntax_field(syntax, node, RUST_FIELD_CONDITION));
  language_visit(build, body);
  language_close(build, &open);
  return 0;
}

/* What a loop gives is broken out with, somewhere inside: not followed. */
ExprNo language_rust_loop(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit(build, syntax_field(build->syntax, node, RUST_FIELD_BODY));
  return 0;
}

ExprNo language_rust_return(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 0));
  if (value) language_return(build, value);
  return 0;
}
