/* Markup: elements whose name is a component are rendered; the rest is code
 * between braces. */
#include "src/languages/typescript/typescript_internal.h"

/* `<div>` is the browser's, `<Panel>` and `<menu.Item>` are ours. */
static void tag_name(LanguageBuild *build, NodeNo name) {
  unsigned kind = language_ts_kind(build, name);
  if (kind == TS_MEMBER || kind == TS_NESTED_IDENTIFIER) {
    language_expr_as(build, name, REF_RENDER);
    return;
  }
  Str text = syntax_text(build->syntax, name);
  if (kind != TS_IDENTIFIER || !text.len) return;
  bool is_own = (text.ptr[0] >= 'A' && text.ptr[0] <= 'Z') || text.ptr[0] == '_' || text.ptr[0] == '$';
  if (is_own) language_expr_name(build, name, REF_RENDER);
}

static void tag(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (build->syntax->nodes[c].field == TS_F_NAME) tag_name(build, c);
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
