/* Markup: elements whose name is a component are rendered; the rest is code
 * between braces. */
#include "src/languages/typescript/typescript_internal.h"

/* `<div>` is the browser's, `<Panel>` and `<menu.Item>` are ours. 0: it is not. */
static ExprNo tag_name(LanguageBuild *build, NodeNo name) {
  unsigned kind = language_ts_kind(build, name);
  if (kind == TS_MEMBER || kind == TS_NESTED_IDENTIFIER) return language_expr_as(build, name, REF_RENDER);
  Str text = syntax_text(build->syntax, name);
  if (kind != TS_IDENTIFIER || !text.len) return 0;
  bool is_own = (text.ptr[0] >= 'A' && text.ptr[0] <= 'Z') || text.ptr[0] == '_' || text.ptr[0] == '$';
  return is_own ? language_expr_name(build, name, REF_RENDER) : 0;
}

/* onSave={save}: the component may call `save` by that name. The bind holds
 * nowhere; resolution finds it by the name and by what the component takes. */
static void give(LanguageBuild *build, ExprNo component, NodeNo attribute) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_named(syntax, attribute, 0), braces = syntax_child(syntax, attribute, TS_JSX_EXPRESSION);
  NodeNo given = braces ? syntax_named(syntax, braces, 0) : 0;
  unsigned kind = given ? language_ts_kind(build, given) : 0;
  if (!component || (kind != TS_IDENTIFIER && kind != TS_MEMBER)) {
    language_expr(build, attribute);
    return;
  }
  uint32_t at = syntax->nodes[attribute].from;
  ExprNo value = language_expr(build, given);
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_MEMBER | BIND_NARROW, .type = component, .value = value,
                              .from = at, .to = at});
}

static void tag(LanguageBuild *build, NodeNo node) {
  ExprNo component = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (build->syntax->nodes[c].field == TS_F_NAME) component = tag_name(build, c);
    else if (language_ts_kind(build, c) == TS_JSX_ATTRIBUTE) give(build, component, c);
    else if (language_ts_kind(build, c) == TS_TYPE_ARGUMENTS) language_ts_apply(build, 0, c);
    else language_expr(build, c);
  }
}

ExprNo language_ts_expr_jsx(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  if (language_ts_kind(build, node) == TS_JSX_SELF_CLOSING) {
    tag(build, node);
    return 0;
  }
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_JSX_OPENING) tag(build, c);
    else if (kind != TS_JSX_CLOSING) language_expr(build, c);
  }
  return 0;
}
