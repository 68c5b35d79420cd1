/* Hashes for tables and change detection; not for secrets (os/secret.h). */
#ifndef FATHOM_BASE_HASH_H
#define FATHOM_BASE_HASH_H

#include "src/base/str.h"

/* The same for the same bytes in every run and on every machine: hashes are
 * stored. */
uint64_t hash_str(Str s);
/* Not symmetric: the order in which values are combined matters. */
uint64_t hash_combine(uint64_t seed, uint64_t value);

#endif
