/* Rust: patterns. Names are bound to parts of what is matched. A part of a
 * variant or struct is EXPR_PART of what the pattern names, with the matched
 * value as its only item: that says what the type parameters are. */
#include "src/languages/rust/rust_internal.h"

static bool is_pattern(const Syntax *syntax, NodeNo node) {
  unsigned kind = syntax_kind(syntax, node);
  return syntax_is_named(syntax, node) && kind != RUST_MUTABLE && kind != RUST_LINE_COMMENT && kind != RUST_BLOCK_COMMENT;
}

/* Constants and variants begin with a capital, variables do not. */
static void name_pattern(LanguageBuild *build, NodeNo node, RustBound bound) {
  Str text = syntax_text(build->syntax, node);
  if (text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z') {
    language_expr(build, node);
    return;
  }
  language_bind(build, (Bind){.name = language_name(build, node), .flags = bound.flags | BIND_VALUE,
                              .from = bound.from, .type = bound.type, .value = bound.value});
}

static ExprNo part(LanguageBuild *build, ExprNo named, ExprNo value, Expr wanted, NodeNo node) {
  if (!value && !named) return 0;
  wanted.kind = EXPR_PART;
  wanted.at = build->syntax->nodes[node].from;
  if (!named) {
    wanted.base = value;
    return language_add(build, wanted);
  }
  wanted.base = named;
  wanted.list = language_list(build, &value, 1);
  return language_add(build, wanted);
}

/* Parts by their place; behind `..` nobody knows the place. */
static void parts(LanguageBuild *build, NodeNo pattern, NodeNo skip, ExprNo named, RustBound bound) {
  const Syntax *syntax = build->syntax;
  uint32_t nth = 0;
  bool known = true;
  for (NodeNo c = syntax_first(syntax, pattern); c; c = syntax_next(syntax, c)) {
    if (c == skip || !syntax_is_named(syntax, c)) {
      nth += syntax_kind(syntax, c) == RUST_BLANK;
      continue;
    }
    if (!is_pattern(syntax, c)) continue;
    if (syntax_kind(syntax, c) == RUST_REMAINING) {
      known = false;
      continue;
    }
    RustBound inner = {.from = bound.from, .flags = bound.flags};
    if (known) inner.value = part(build, named, bound.value, (Expr){.number = nth}, c);
    language_rust_pattern(build, c, inner);
    nth++;
  }
}

static void struct_pattern(LanguageBuild *build, NodeNo pattern, RustBound bound) {
  const Syntax *syntax = build->syntax;
  NodeNo type = syntax_field(syntax, pattern, RUST_FIELD_TYPE);
  ExprNo named = language_type(build, type);
  for (NodeNo c = syntax_first(syntax, pattern); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != RUST_PATTERN_FIELD) continue;
    NodeNo name = syntax_field(syntax, c, RUST_FIELD_NAME), inner = syntax_field(syntax, c, RUST_FIELD_PATTERN);
    if (!name) continue;
    NameId field = language_name(build, name);
    ExprNo value = part(build, named, bound.value, (Expr){.name = field}, c);
    if (inner) {
      language_rust_pattern(build, inner, (RustBound){.value = value, .from = bound.from, .flags = bound.flags});
    } else {
      language_bind(build, (Bind){.name = field, .flags = bound.flags | BIND_VALUE, .from = bound.from, .value = value});
    }
  }
}

/* `Some(x)`, `Kind::Many(a, b)`. */
static void tuple_struct_pattern(LanguageBuild *build, NodeNo pattern, RustBound bound) {
  NodeNo type = syntax_field(build->syntax, pattern, RUST_FIELD_TYPE);
  ExprNo named = language_expr(build, type);
  parts(build, pattern, type, named, bound);
}

static void each_inner(LanguageBuild *build, NodeNo pattern, RustBound bound) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, pattern); c; c = syntax_next(syntax, c)) {
    if (is_pattern(syntax, c)) language_rust_pattern(build, c, bound);
  }
}

/* `name @ pattern`: the name is the whole. */
static void captured(LanguageBuild *build, NodeNo pattern, RustBound bound) {
  each_inner(build, pattern, bound);
}

void language_rust_pattern(LanguageBuild *build, NodeNo pattern, RustBound bound) {
  const Syntax *syntax = build->syntax;
  if (!pattern || build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  switch (syntax_kind(syntax, pattern)) {
    case RUST_IDENTIFIER: name_pattern(build, pattern, bound); break;
    case RUST_REF_PATTERN: case RUST_MUT_PATTERN: case RUST_REFERENCE_PATTERN: case RUST_OR_PATTERN:
      each_inner(build, pattern, bound);
      break;
    case RUST_CAPTURED_PATTERN: captured(build, pattern, bound); break;
    case RUST_TUPLE_PATTERN: {
      if (bound.type) bound.value = language_add_base(build, EXPR_OF_TYPE, bound.type, pattern);
      bound.type = 0;
      parts(build, pattern, 0, 0, bound);
      break;
    }
    case RUST_SLICE_PATTERN: {
      if (bound.type) bound.value = language_add_base(build, EXPR_OF_TYPE, bound.type, pattern);
      RustBound inner = {.from = bound.from, .flags = bound.flags};
      if (bound.value) inner.value = language_add_base(build, EXPR_ITER, bound.value, pattern);
      each_inner(build, pattern, inner);
      break;
    }
    case RUST_TUPLE_STRUCT_PATTERN: case RUST_STRUCT_PATTERN:
      if (bound.type && !bound.value) bound.value = language_add_base(build, EXPR_OF_TYPE, bound.type, pattern);
      bound.type = 0;
      if (syntax_kind(syntax, pattern) == RUST_STRUCT_PATTERN) struct_pattern(build, pattern, bound);
      else tuple_struct_pattern(build, pattern, bound);
      break;
    default: language_visit(build, pattern);
  }
  build->depth--;
}
