/* Functions that hear events of a type. */
#ifndef FATHOM_RESOLVE_HEARD_INTERNAL_H
#define FATHOM_RESOLVE_HEARD_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

/* A definition that says by `by`, a decorator or a base, that it hears `type`. */
typedef struct HeardClaim {
  ExprNo by, type; /* `by` 0: its file's place says so */
} HeardClaim;

/* What a file's definitions may hear, by words alone. */
typedef struct HeardKey {
  uint64_t name; /* of the event's type, hashed */
  DefNo def;
} HeardKey;
typedef struct HeardKeys {
  HeardKey *items;
  size_t len, cap;
} HeardKeys;
void resolve_heard_keys(Arena *arena, const Language *language, const Facts *facts, Str path, HeardKeys *ret_keys);

#endif
