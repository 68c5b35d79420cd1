/* Operators of one rank, where a grammar has them in one node with all that they join. */
#ifndef FATHOM_LANGUAGES_COMMON_OPERANDS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_OPERANDS_INTERNAL_H

#include "src/languages/language.h"

/* The kinds of nodes that signs are. */
typedef struct LanguageSigns {
  unsigned adding;   /* those that join values, */
  const char *joins; /* of which this one joins texts */
  unsigned comparing, before; /* with one that compares, or that stands before a value, nothing is told */
} LanguageSigns;
/* Texts that are joined, as EXPR_OP under their sign; of what is the only part of the node
 * its value; of any other operator nothing, but its operands are looked at. */
ExprNo language_expr_joined(LanguageBuild *build, NodeNo node, unsigned role, const LanguageSigns *signs);

#endif
