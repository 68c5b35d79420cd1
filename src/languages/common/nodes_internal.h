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

/* All parts of a node, signs too; in functions that have `build`. */
#define EACH(c, node) for (NodeNo c = (node) ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c))

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
/* The last part that is no sign, and the node before this one in the same node; 0: none. */
static inline NodeNo language_last(const LanguageBuild *build, NodeNo node) {
  unsigned count = node ? syntax_named_count(build->syntax, node) : 0;
  return count ? syntax_named(build->syntax, node, count - 1) : 0;
}
static inline NodeNo language_previous(const LanguageBuild *build, NodeNo node) {
  if (!node) return 0;
  NodeNo parent = language_node(build, node)->parent, at = node - 1;
  while (at != parent && language_node(build, at)->parent != parent) at = language_node(build, at)->parent;
  return at == parent ? 0 : at;
}
/* A method that the whole file knows by its name alone, as if it were no member: those of a
 * protocol or a class of types. */
static inline void language_define_known_member(LanguageBuild *build, NodeNo name, NodeNo whole) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = name, .whole = whole, .no_bind = true});
  language_bind(build, (Bind){.scope = 1, .name = language_name(build, name), .flags = BIND_HOISTED, .def = def});
}
/* A child that is neither a sign nor a comment nor text nobody understands. */
static inline bool language_is_part(const LanguageBuild *build, NodeNo node) {
  unsigned flags = language_node(build, node)->flags;
  return (flags & SYNTAX_NAMED) && !(flags & SYNTAX_EXTRA);
}

/* Whether the node stands behind this word or sign, with blanks between them at most. */
static inline bool language_is_behind(const LanguageBuild *build, NodeNo node, Str word) {
  enum { NEAR = 64 }; /* so that many blanks are not gone over again and again */
  uint32_t at = language_node(build, node)->from;
  Str before = str_trim(str_slice(build->syntax->text, at > NEAR ? at - NEAR : 0, at));
  if (before.len < word.len || !str_eq_ignore_case(str_slice(before, before.len - word.len, before.len), word)) return false;
  char last = before.len > word.len ? before.ptr[before.len - word.len - 1] : ' ';
  return !byte_is_letter(word.ptr[0]) || !(byte_is_letter(last) || byte_is_digit(last) || last == '_');
}
/* The nearest node of a kind around this one; 0: none. */
static inline NodeNo language_around(const LanguageBuild *build, NodeNo node, unsigned kind) {
  do node = node ? language_node(build, node)->parent : 0;
  while (node && syntax_kind(build->syntax, node) != kind);
  return node;
}

/* Where a grammar wraps a value in a node for each rank of operators: the value, if it is
 * the only part. */
static inline ExprNo language_expr_only(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo only = syntax_named(build->syntax, node, 0);
  if (only && !syntax_named(build->syntax, node, 1)) return language_expr_as(build, only, role);
  language_visit_children(build, node);
  return 0;
}

#endif
