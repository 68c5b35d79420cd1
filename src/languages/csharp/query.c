/* C#: queries (from x in xs where … select …). What a variable stands for is an
 * element of what it is taken from; a query gives a sequence of what it
 * selects, or of its groups. */
#include "src/languages/csharp/csharp_internal.h"

static void bind(LanguageBuild *build, NodeNo name, ExprNo type, ExprNo value) {
  if (!name) return;
  language_bind(build, (Bind){.name = language_name(build, name), .type = type, .value = value, .from = build->syntax->nodes[name].to});
}

/* The last part is where the variable comes from, or what it is. */
static void source(LanguageBuild *build, NodeNo clause, bool is_element) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, clause, CSHARP_FIELD_NAME), type_node = syntax_field(syntax, clause, CSHARP_FIELD_TYPE), last = 0;
  if (!name) name = syntax_child(syntax, clause, CSHARP_IDENTIFIER);
  for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && c != name && c != type_node) last = c;
  }
  ExprNo type = language_type(build, type_node), value = language_expr(build, last);
  if (value && is_element) value = language_add_base(build, EXPR_ITER, value, clause);
  bind(build, name, type, value);
}

/* join x in xs on a equals b [into y] */
static void join(LanguageBuild *build, NodeNo clause) {
  const Syntax *syntax = build->syntax;
  NodeNo name = 0;
  unsigned nth = 0;
  for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    if (nth++ == 0) name = c;
    else {
      ExprNo value = language_expr(build, c);
      if (nth == 2) bind(build, name, 0, value ? language_add_base(build, EXPR_ITER, value, clause) : 0);
    }
  }
}

ExprNo language_csharp_query(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo result = 0;
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, node, 0, &open);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    switch (syntax_kind(syntax, c)) {
      case CSHARP_FROM: source(build, c, true); break;
      case CSHARP_LET: source(build, c, false); break;
      case CSHARP_JOIN: join(build, c); break;
      case CSHARP_SELECT: result = language_expr(build, syntax_named(syntax, c, 0)); break;
      case CSHARP_IDENTIFIER: /* into x: the rest goes on with what came so far */
        bind(build, c, 0, result);
        result = 0;
        break;
      default:
        if (syntax_is_named(syntax, c)) language_visit(build, c);
    }
  }
  language_close(build, &open);
  return result ? language_add_list(build, EXPR_LIST, 0, &result, 1, node) : 0;
}
