/* Ownership marks: scope-bound cleanup and visible hand-over.
 * AUTO(Type) names a `Type *` that is closed when the scope ends, by the
 * function declared with AUTO_CLOSE. TAKE(ptr) hands it on. */
#ifndef FATHOM_BASE_OWN_H
#define FATHOM_BASE_OWN_H

#include <stddef.h>

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define NO_RETURN __attribute__((noreturn))

#define AUTO(Type) __attribute__((cleanup(Type##_auto_close))) Type *
#define AUTO_CLOSE(Type, close_function)                      \
  static inline __attribute__((unused)) void Type##_auto_close(Type **owned) { \
    if (*owned) close_function(*owned);                       \
  }
#define TAKE(ptr)                      \
  ({                                   \
    __typeof__(ptr) taken_ = (ptr);    \
    (ptr) = NULL;                      \
    taken_;                            \
  })

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
