/* Hashes: XXH3, compiled in. The same on every machine and in every run,
 * since stored hashes are compared with new ones. */
#include "src/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_str(Str s) { return XXH3_64bits(s.len ? s.ptr : "", s.len); }

/* Order matters: combining a then b differs from b then a. */
uint64_t hash_combine(uint64_t seed, uint64_t value) {
  uint64_t pair[2] = {seed, value};
  return XXH3_64bits(pair, sizeof pair);
}
