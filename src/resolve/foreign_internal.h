/* Functions that programs of one language give to those of another. */
#ifndef FATHOM_RESOLVE_FOREIGN_INTERNAL_H
#define FATHOM_RESOLVE_FOREIGN_INTERNAL_H

#include "src/resolve/beyond_internal.h"

/* Uses of macros, and calls, that give a function away: to which family, under which name. */
typedef struct ForeignKey {
  uint64_t family, name;
  ExprNo call;
} ForeignKey;
typedef struct ForeignKeys {
  ForeignKey *items;
  size_t len, cap;
} ForeignKeys;
/* By the rows of frameworks alone; at most one for each family of each call. */
void resolve_foreign_keys(Arena *arena, const Language *language, const Facts *facts, ForeignKeys *ret_keys);
/* The functions that are given under the name of this use, for languages that have such
 * a framework. False: there are none. */
bool resolve_look_in_foreign(const Use *use);

#endif
