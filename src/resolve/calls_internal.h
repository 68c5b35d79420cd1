/* From calls to edges. */
#ifndef FATHOM_RESOLVE_CALLS_INTERNAL_H
#define FATHOM_RESOLVE_CALLS_INTERNAL_H

#include "src/resolve/edges_internal.h"

/* What became of one call: how many edges it gave, and whether it is known
 * to leave the project. Neither means unresolved. */
typedef struct CallOutcome {
  uint32_t edges;
  bool ext;
} CallOutcome;

/* What an edge says, and by which rule. */
typedef struct CallClaim {
  EdgeKind kind;
  unsigned rule;
} CallClaim;

/* edges_calls.c: counts as found even where no edge is made. */
void resolve_call_target(Edges *edges, CallOutcome *outcome, CallClaim claim, const Ref *ref, const View *view, DefNo def);
/* Whether a name that is read calls what it means (LanguageRules.reads_call): the
 * reference is then told by resolve_edges_call, as a call without arguments. */
bool resolve_is_read_call(Edges *edges, const Ref *ref);
/* edges_made.c: calling a type, and super(...) and this(...). */
void resolve_call_types(Edges *edges, CallOutcome *outcome, unsigned rule, const Ref *ref, TermId type);
void resolve_call_constructors(Edges *edges, CallOutcome *outcome, const Ref *ref, const Expr *base);
/* edges.c: the rule of one of several that a name leads to, and whether it holds a value. */
unsigned resolve_group_rule(const FoundList *list, uint32_t own);
bool resolve_is_holder(const Def *def);

#endif
