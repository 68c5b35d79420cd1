#include "lib.hpp"

LIB_EXPORT int deep(Options options) LIB_REQUIRES(lock);

LIB_TYPE WIDE_SUM(int a, int b) { return a + b; }

LIB_EXPORT int deep(Options options) LIB_REQUIRES(lock) {
  LIB_CHECK(check(options.level == KIND_LAST))
  if (options.level) return WIDE_SUM(1, 2);
  return Options().level;
}
