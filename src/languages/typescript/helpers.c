/* Small questions that the handlers of all topics ask. */
#include "src/languages/typescript/typescript_internal.h"

#define PATH_MAX_LINKS 32

bool language_ts_is_comment(const LanguageBuild *build, NodeNo node) {
  unsigned kind = language_ts_kind(build, node);
  return kind == TS_COMMENT || kind == TS_HTML_COMMENT;
}

void language_ts_add_item(LanguageBuild *build, TsItems *items, ExprNo item) {
  *vec_add(build->arena, items) = item;
}

/* Something that takes a place without saying what it is; unlike 0, which
 * takes none. */
ExprNo language_ts_unknown(LanguageBuild *build, NodeNo node) {
  return language_add_base(build, EXPR_NONE, 0, node);
}

Str language_ts_string(const LanguageBuild *build, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  return text.len >= 2 ? str_slice(text, 1, text.len - 1) : STR_EMPTY;
}

Str language_ts_property(LanguageBuild *build, NodeNo name) {
  unsigned kind = language_ts_kind(build, name);
  if (kind == TS_STRING) {
    Str text = language_ts_string(build, name);
    return text.len ? text : syntax_text(build->syntax, name);
  }
  if (kind == TS_COMPUTED_NAME) {
    NodeNo inner = syntax_named(build->syntax, name, 0);
    language_visit_expr(build, name);
    if (language_ts_kind(build, inner) == TS_STRING) return language_ts_string(build, inner);
  }
  return syntax_text(build->syntax, name);
}

/* `[key]: …`: the name is a value. */
bool language_ts_is_named(const LanguageBuild *build, NodeNo name) {
  if (language_ts_kind(build, name) != TS_COMPUTED_NAME) return true;
  return language_ts_kind(build, syntax_named(build->syntax, name, 0)) == TS_STRING;
}

ExprNo language_ts_member(LanguageBuild *build, ExprNo base, NameId name, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = name,
                                    .at = build->syntax->nodes[node].from});
}

/* The value inside brackets, casts and `!`; 0: the node is none of them. */
static NodeNo unwrapped(const LanguageBuild *build, NodeNo node) {
  switch (language_ts_kind(build, node)) {
    case TS_PARENTHESIZED:
    case TS_AS:
    case TS_SATISFIES:
    case TS_NON_NULL: return syntax_named(build->syntax, node, 0);
    case TS_TYPE_ASSERTION: return syntax_named(build->syntax, node, 1);
    default: return 0;
  }
}

/* `function () {…}.bind(this)` is that function. */
static NodeNo bound_function(const LanguageBuild *build, NodeNo value) {
  NodeNo callee = language_ts_kind(build, value) == TS_CALL ? language_ts_field(build, value, TS_F_FUNCTION) : 0;
  NodeNo list = callee ? language_ts_field(build, value, TS_F_ARGUMENTS) : 0;
  bool is_script = str_eq_c(str_from_c(build->language->name), "javascript");
  if (!is_script || language_ts_kind(build, callee) != TS_MEMBER || !list || syntax_named(build->syntax, list, 1)) return 0;
  if (!str_eq_c(syntax_text(build->syntax, language_ts_field(build, callee, TS_F_PROPERTY)), "bind")) return 0;
  NodeNo function = language_ts_field(build, callee, TS_F_OBJECT), inner = unwrapped(build, function);
  if (inner) function = inner;
  return language_ts_kind(build, function) == TS_FUNCTION_EXPRESSION ? function : 0;
}

NodeNo language_ts_named_value(const LanguageBuild *build, NodeNo value) {
  for (int i = 0; i < PATH_MAX_LINKS && value; i++) {
    NodeNo inner = unwrapped(build, value);
    if (!inner) inner = bound_function(build, value);
    if (inner) {
      value = inner;
      continue;
    }
    unsigned kind = language_ts_kind(build, value);
    bool is_one = kind == TS_ARROW_FUNCTION || kind == TS_FUNCTION_EXPRESSION ||
                  kind == TS_GENERATOR_FUNCTION || kind == TS_CLASS;
    return is_one ? value : 0;
  }
  return 0;
}

/* Handlers take no arguments of their own: the name waits in the state until
 * the function or class that it is for is reached, and `node` says which one
 * that is. */
ExprNo language_ts_expr_named(LanguageBuild *build, NodeNo node, TsNaming *naming) {
  TsState *state = language_ts_state(build);
  TsNaming *before = state->naming;
  naming->node = language_ts_named_value(build, node);
  state->naming = naming->node ? naming : NULL;
  ExprNo value = language_expr(build, node);
  state->naming = before;
  return value;
}

static ExprNo path(LanguageBuild *build, NodeNo node, int links) {
  if (links > PATH_MAX_LINKS) return 0;
  NodeNo inner = unwrapped(build, node);
  if (inner) return path(build, inner, links + 1);
  unsigned kind = language_ts_kind(build, node);
  if (kind == TS_IDENTIFIER || kind == TS_TYPE_IDENTIFIER) return language_add_name(build, node);
  if (kind == TS_THIS) return language_ts_expr_this(build, node, LANGUAGE_NO_REF);
  if (kind != TS_MEMBER && kind != TS_NESTED_IDENTIFIER) return 0;
  NodeNo object = language_ts_field(build, node, TS_F_OBJECT);
  NodeNo property = language_ts_field(build, node, TS_F_PROPERTY);
  ExprNo base = path(build, object, links + 1);
  return base && property ? language_add_member(build, base, property) : 0;
}

ExprNo language_ts_path(LanguageBuild *build, NodeNo node) { return path(build, node, 0); }
