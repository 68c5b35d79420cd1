/* Functions that are kept in containers: maps, lists, objects used as such. */
#ifndef FATHOM_RESOLVE_KEPT_INTERNAL_H
#define FATHOM_RESOLVE_KEPT_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

/* What a file puts into containers or gives to functions that may do so, by
 * words alone: KEY_PUT, KEY_ADD, KEY_GIVEN, KEY_MARKED. */
typedef struct KeptKey {
  KeyKind kind;
  uint64_t name;   /* of the container, or of the function, hashed */
  uint32_t number; /* bind, reference or definition, as the kind says */
} KeptKey;
typedef struct KeptKeys {
  KeptKey *items;
  size_t len, cap;
} KeptKeys;
void resolve_kept_keys(Arena *arena, const Language *language, const Facts *facts, KeptKeys *ret_keys);

/* Where a container is: the variable or field that holds it. */
typedef struct KeptHolder {
  View *view;
  ScopeNo scope;
  NameId name;
} KeptHolder;
#define KEPT_HOLDERS 4
typedef struct KeptHolders {
  KeptHolder items[KEPT_HOLDERS];
  uint32_t count;
} KeptHolders;
/* The last bind of the name in the innermost scope around that has it, as the
 * text says without any look-up; 0: there is none. */
BindNo resolve_kept_bind(const View *view, const Expr *name);
/* Those that an expression leads to; false: nobody knows, or it is a parameter. */
bool resolve_kept_holders(Run *run, View *view, ExprNo container, KeptHolders *ret_holders);

/* Part of a container, as an expression says: `handlers[key]`, what
 * `handlers.get(key)` gives, what a loop over it or a variable with one of these
 * holds. */
typedef struct KeptPart {
  View *view;
  ExprNo container;
  ExprNo key;   /* 0: nobody can tell */
  uint32_t nth; /* 0: all of it; else of what it keeps, taken apart, the part before */
} KeptPart;
bool resolve_kept_part(Run *run, View *view, ExprNo expr, KeptPart *ret_part);

#endif
