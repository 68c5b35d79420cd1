/* Files that tools write for themselves. */
#ifndef FATHOM_LANGUAGES_COMMON_LOCKS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_LOCKS_INTERNAL_H

#include "src/base/str.h"

/* For Language.claims: 0 for a lock file ("package-lock.json", "deno.lock.json"),
 * else 1. The text does not matter. */
int language_claims_no_lock(Str path, Str text);

#endif
