/* Services: what may implement one. */
#ifndef FATHOM_RESOLVE_SERVICES_INTERNAL_H
#define FATHOM_RESOLVE_SERVICES_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

#define SERVICE_KEYS 256 /* of one file */
#define SERVICE_PLACES 32 /* procedures of one name */

/* A type of a file that may implement the service of that name, by words alone. */
typedef struct ServiceKey {
  uint64_t name;
  DefNo def;
} ServiceKey;
typedef struct ServiceKeys {
  ServiceKey *items;
  size_t len, cap;
} ServiceKeys;
void resolve_service_keys(Arena *arena, const Language *language, const Facts *facts, ServiceKeys *ret_keys);
/* Of a procedure's name, which languages write in different ways. */
uint64_t resolve_service_hash(Str name);

#endif
