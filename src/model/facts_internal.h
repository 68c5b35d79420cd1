/* What the files about facts share. */
#ifndef FATHOM_MODEL_FACTS_INTERNAL_H
#define FATHOM_MODEL_FACTS_INTERNAL_H

#include "src/model/facts.h"

/* White space as single blanks, at most `max` bytes and "...". */
Str facts_one_line(Arena *arena, Str text, size_t max);

/* Which entries count, by number: what is kept, or what is observable. */
typedef struct FactsMarks {
  bool *scopes, *defs, *binds, *imports, *exprs;
} FactsMarks;

/* What other files can observe, with all that it is made from. */
FactsMarks facts_reach(Arena *arena, const Facts *facts);
/* Only that, numbered anew in the same order, without references. */
void facts_reduce(Arena *arena, const Facts *facts, Facts *ret_facts);

/* Binds by scope and name, and by scope; in order. */
typedef struct BindIndex {
  const Facts *facts;
  BindNo *slots; /* first of a scope and name */
  BindNo *last;  /* by slot */
  size_t mask;
  BindNo *next;     /* of the same scope and name */
  BindNo *in_scope; /* by scope: the first */
  BindNo *beside;   /* of the same scope */
} BindIndex;
BindIndex facts_index_binds(Arena *arena, const Facts *facts);
BindNo facts_find_bind(const BindIndex *index, ScopeNo scope, NameId name); /* 0: none */

#endif
