/* Statements that open scopes, bind names, return values or guard. Conditions
 * narrow types: within what they guard a name has the type that the condition
 * proves, which is a further bind for that stretch of text. */
#include "src/languages/typescript/typescript_internal.h"

/* Whether nothing after the statement is reached. */
static bool leaves(const LanguageBuild *build, NodeNo node) {
  for (int i = 0; i < 8 && node; i++) {
    switch (language_ts_kind(build, node)) {
      case TS_RETURN:
      case TS_THROW:
      case TS_BREAK:
      case TS_CONTINUE: return true;
      case TS_STATEMENT_BLOCK: {
        NodeNo last = 0;
        for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
          if (syntax_is_named(build->syntax, c) && !language_ts_is_comment(build, c)) last = c;
        }
        node = last;
        break;
      }
      default: return false;
    }
  }
  return false;
}

/* `if (!ok) return;`: from here on it is ok. */
static void guard(LanguageBuild *build, NodeNo statement, uint32_t to) {
  if (language_ts_kind(build, statement) != TS_IF || language_ts_field(build, statement, TS_F_ALTERNATIVE)) return;
  if (!leaves(build, language_ts_field(build, statement, TS_F_CONSEQUENCE))) return;
  language_ts_narrow(build, language_ts_field(build, statement, TS_F_CONDITION), false,
                     build->syntax->nodes[statement].to, to);
}

/* In order, since a guard holds for what follows it in its block. */
void language_ts_statements(LanguageBuild *build, NodeNo block) {
  if (!block) return;
  uint32_t end = build->syntax->nodes[block].to;
  for (NodeNo c = syntax_first(build->syntax, block); c; c = syntax_next(build->syntax, c)) {
    language_visit(build, c);
    guard(build, c, end);
  }
}

/* Blocks are scopes of their own for let, const and classes. */
void language_ts_visit_block(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_ts_statements(build, node);
  language_close(build, &before);
}

static void narrow_in(LanguageBuild *build, NodeNo condition, bool truth, NodeNo where) {
  if (!where) return;
  const SyntaxNode *at = &build->syntax->nodes[where];
  language_ts_narrow(build, condition, truth, at->from, at->to);
}

/* The condition is read first: it may bind nothing, but its references belong
 * before those of the branches. */
void language_ts_visit_if(LanguageBuild *build, NodeNo node) {
  NodeNo condition = language_ts_field(build, node, TS_F_CONDITION);
  NodeNo then = language_ts_field(build, node, TS_F_CONSEQUENCE);
  NodeNo otherwise = language_ts_field(build, node, TS_F_ALTERNATIVE);
  language_expr(build, condition);
  narrow_in(build, condition, true, then);
  language_visit(build, then);
  narrow_in(build, condition, false, otherwise);
  language_visit(build, otherwise);
}

void language_ts_visit_while(LanguageBuild *build, NodeNo node) {
  NodeNo condition = language_ts_field(build, node, TS_F_CONDITION);
  NodeNo body = language_ts_field(build, node, TS_F_BODY);
  language_expr(build, condition);
  narrow_in(build, condition, true, body);
  language_visit(build, body);
}

/* `in` gives the keys, which are texts; `of` gives the elements. A name
 * declared with var belongs to the function. */
void language_ts_visit_for_in(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo left = language_ts_field(build, node, TS_F_LEFT);
  NodeNo right = language_ts_field(build, node, TS_F_RIGHT);
  ExprNo whole = language_expr(build, right);
  bool keys = str_eq_c(syntax_text(build->syntax, language_ts_field(build, node, TS_F_OPERATOR)), "in");
  ExprNo each = 0;
  if (keys) each = language_add_number(build, EXPR_LITERAL, 0, LITERAL_STRING, right);
  else if (whole) each = language_add_base(build, EXPR_ITER, whole, right);
  if (each && syntax_child(build->syntax, node, TS_WORD_AWAIT)) each = language_add_base(build, EXPR_AWAIT, each, right);
  NodeNo kind = language_ts_field(build, node, TS_F_KIND);
  if (kind) {
    bool is_var = str_eq_c(syntax_text(build->syntax, kind), "var");
    language_ts_bind(build, left, &(TsTarget){.value = each, .bind = BIND_HOISTED | BIND_VALUE,
                                              .scope = is_var ? language_ts_function_scope(build) : 0});
  } else {
    language_ts_assign(build, left, each);
  }
  language_visit(build, language_ts_field(build, node, TS_F_BODY));
  language_close(build, &before);
}

/* Anything can be thrown, so nothing is known about it unless it is
 * written. */
void language_ts_visit_catch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo parameter = language_ts_field(build, node, TS_F_PARAMETER);
  ExprNo type = language_type(build, language_ts_field(build, node, TS_F_TYPE));
  if (parameter) {
    language_ts_bind(build, parameter, &(TsTarget){.value = language_ts_unknown(build, parameter), .type = type,
                                                   .bind = BIND_HOISTED | BIND_VALUE});
  }
  language_visit(build, language_ts_field(build, node, TS_F_BODY));
  language_close(build, &before);
}

/* What a generator returns is not what it yields. */
void language_ts_visit_return(LanguageBuild *build, NodeNo node) {
  bool yields = build->callable && build->facts->defs.items[build->callable].flags & DEF_GENERATOR;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    ExprNo value = language_expr(build, c);
    if (!yields) language_ts_returned(build, value, c);
  }
}
