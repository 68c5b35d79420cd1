/* Conversions: which overload needs the least of them. */
#ifndef FATHOM_RESOLVE_CONVERSION_INTERNAL_H
#define FATHOM_RESOLVE_CONVERSION_INTERNAL_H

#include "src/resolve/call_internal.h"
#include "src/resolve/shape_internal.h"

/* What it takes to give an argument for a parameter, from worst to best. */
typedef enum Rank {
  RANK_NO,       /* it cannot be given */
  RANK_REST,     /* by `...` */
  RANK_UNKNOWN,
  RANK_USER,     /* a constructor or an operator of the project does it */
  RANK_STANDARD, /* number to number, derived to base */
  RANK_PROMOTED, /* a short becomes an int */
  RANK_EXACT
} Rank;

/* A parameter as one call sees it. */
typedef struct Wanted {
  Shape shape; /* with what is known of type parameters put in */
  bool deduced; /* a type parameter of the function itself is in it, to be told by the argument */
} Wanted;

/* How well a value of this shape fits the parameter. RANK_UNKNOWN where its type is not
 * known. */
Rank resolve_rank(Run *run, const View *from, const Wanted *wanted, const Shape *given);

/* ranked.c */
/* Whether both take the same, as a declaration and its definition do; as many they
 * do take. */
bool resolve_has_signature(Run *run, const Found *declared, const Found *defined);
/* Of functions that share a name those that a call may mean; more than one
 * where nothing tells. */
void resolve_choose_ranked(Run *run, const Call *call, Found *group, uint32_t count, FoundList *out);

#endif
