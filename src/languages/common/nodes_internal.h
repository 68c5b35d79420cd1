/* What handlers ask of a node of the file that is being built. Node 0 is none:
 * it has no parts, no text, and a kind that no node has. */
#ifndef FATHOM_LANGUAGES_COMMON_NODES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_NODES_INTERNAL_H

#include "src/base/vec.h"
#include "src/languages/language.h"

/* Lists of expressions while they grow: arguments, parts, alternatives. */
typedef VEC(ExprNo) LanguageExprs;
static inline void language_push(LanguageBuild *build, LanguageExprs *list, ExprNo expr) {
  *vec_add(build->arena, list) = expr;
}

static inline NodeNo language_field(const LanguageBuild *build, NodeNo node, unsigned field) {
  return syntax_field(build->syntax, node, field);
}
static inline NodeNo language_child(const LanguageBuild *build, NodeNo node, unsigned kind) {
  return syntax_child(build->syntax, node, kind);
}
static inline unsigned language_kind(const LanguageBuild *build, NodeNo node) {
  return node ? syntax_kind(build->syntax, node) : 0;
}
static inline Str language_text(const LanguageBuild *build, NodeNo node) { return syntax_text(build->syntax, node); }
static inline const SyntaxNode *language_node(const LanguageBuild *build, NodeNo node) { return &build->syntax->nodes[node]; }
/* A child that is neither a sign nor a comment nor text nobody understands. */
static inline bool language_is_part(const LanguageBuild *build, NodeNo node) {
  unsigned flags = language_node(build, node)->flags;
  return (flags & SYNTAX_NAMED) && !(flags & SYNTAX_EXTRA);
}

#endif
