/* Services: what may implement one. */
#ifndef FATHOM_RESOLVE_SERVICES_INTERNAL_H
#define FATHOM_RESOLVE_SERVICES_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

#define SERVICE_KEYS 256 /* of one file */
#define SERVICE_PLACES 32 /* procedures of one name */

/* A type or function of a file that may implement the service of that name, or a call
 * that may say what does, by words alone. */
typedef struct ServiceKey {
  uint64_t name;
  uint32_t number; /* DefNo; of a call the RefNo */
  bool is_call;
} ServiceKey;
typedef struct ServiceKeys {
  ServiceKey *items;
  size_t len, cap;
} ServiceKeys;
void resolve_service_keys(Arena *arena, const Language *language, const Facts *facts, ServiceKeys *ret_keys);
/* Of a procedure's name, which languages write in different ways. */
uint64_t resolve_service_hash(Str name);


/* What `$` stands for in the name; empty: the pattern is another. */
Str resolve_service_named(Str pattern, Str name);
/* Gives the services that what is called `name` may be of, by rows that the language's
 * frameworks have. `package`: where that comes from; empty: it is a type. */
typedef void (*ServiceTake)(void *context, Str service);
typedef struct ServiceName {
  const Language *language;
  const Facts *facts;
  FrameworkShape shape;
  Str name, package;
} ServiceName;
void resolve_each_service(const ServiceName *name, ServiceTake take, void *context);

/* ---- what calls and decorators say (provided.c) ---- */

/* Adds the services that calls and decorators of the file are about. */
void resolve_provided_keys(Arena *arena, const Language *language, const Facts *facts, ServiceKeys *keys);
/* A call that says what implements the service. */
void resolve_link_provided(Edges *edges, DefNo service, View *view, RefNo call);
/* A function that is decorated as one of the service's procedures. */
void resolve_link_procedure(Edges *edges, DefNo service, View *view, DefNo function);
/* Services that an object is a stub of by what it was made with. */
void resolve_stub_services(Run *run, View *view, ExprNo object, ServiceTake take, void *context);

#endif
