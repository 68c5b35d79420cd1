/* What the two halves of changing a signature share: definitions (params.c) and
 * calls (calls.c). */
#ifndef FATHOM_EDIT_OPS_PARAMS_INTERNAL_H
#define FATHOM_EDIT_OPS_PARAMS_INTERNAL_H

#include "src/edit/ops/ops_internal.h"

#define PARAMS_MAX 64

/* A parameter as it is declared. */
typedef struct Param {
  Str name; /* of signs such as `*`: the sign */
  Str text;
  bool is_receiver, is_variadic, is_sign;
} Param;

/* One afterwards. */
typedef struct Wish {
  int old;     /* which of the old ones; -1: it is new */
  Str name;
  Str renamed; /* empty: it keeps its name */
  Str text;    /* of a new one: its declaration */
  Str value;   /* of a new one: what calls pass; empty: nothing */
  bool is_optional; /* of a new one: calls may leave it out */
} Wish;

/* One change of a signature: what is declared now, what is wanted, and how
 * many calls were rewritten. */
typedef struct Change {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  EditSymbol symbol;
  const Language *language;
  Param params[PARAMS_MAX];
  size_t count;
  Wish wishes[PARAMS_MAX];
  size_t wish_count;
  size_t calls;
} Change;

/* Which parameter is called so; -1: none. */
int edit_find_param(const Change *change, Str name);
/* One place more that is left as it is. OK, to be returned. */
Err edit_params_left(Change *change, Str path, uint32_t line, const char *why) MUST_CHECK;

/* ---- calls.c ---- */

/* Items in brackets, in the manner of the old list: what stood between two of
 * them, comments and all, stays where both are still neighbours. */
Str edit_join_list(Arena *arena, const EditTree *tree, const EditList *list, const Str *items, size_t count);
/* Every call among the uses. What cannot be done for certain is left and listed. */
Err edit_change_calls(Change *change, const EditUses *uses) MUST_CHECK;

#endif
