/* Decorators and annotations: they may keep or call what they stand before. */
#ifndef FATHOM_QUERY_DECORATOR_H
#define FATHOM_QUERY_DECORATOR_H

#include "src/base/job.h"
#include "src/model/facts.h"
#include "src/store/store.h"

/* The first before a definition that may do so, as it is written but for its
 * arguments; empty: none. What languages have of their own (property,
 * Override) registers nothing. */
Err query_decorator(Job *job, StoreReader *reader, const StoreSymbol *symbol, Str *ret_name) MUST_CHECK;
/* The same among those references of its file, for who asks about many symbols
 * of it. In the arena. */
Str query_decorator_among(Arena *arena, const Facts *facts, const Ref *const *refs, size_t count, const StoreSymbol *symbol);

#endif
