/* Parts: many items brought together by the leading bits of their keys. */
#ifndef FATHOM_BASE_PART_H
#define FATHOM_BASE_PART_H

#include <stddef.h>

#include "src/base/own.h"

/* Moves each of the items to its part, in place and in no order within it:
 * `part` is an expression for the part of `item`, below COUNT_OF(ends). `ends`
 * is filled with where each part ends. Sorting part by part then takes little
 * memory beside the items, where qsort copies all that it sorts. */
#define PART_IN_PLACE(items, count, ends, part)                           \
  do {                                                                    \
    size_t part_next[COUNT_OF(ends)] = {0}, part_sum = 0;                 \
    for (size_t part_at = 0; part_at < (count); part_at++) {              \
      __typeof__(*(items)) item = (items)[part_at];                       \
      part_next[part]++;                                                  \
    }                                                                     \
    for (size_t part_no = 0; part_no < COUNT_OF(ends); part_no++) {       \
      size_t part_size = part_next[part_no];                              \
      part_next[part_no] = part_sum;                                      \
      (ends)[part_no] = part_sum += part_size;                            \
    }                                                                     \
    for (size_t part_no = 0; part_no < COUNT_OF(ends); part_no++) {       \
      while (part_next[part_no] < (ends)[part_no]) {                      \
        __typeof__(*(items)) item = (items)[part_next[part_no]];          \
        size_t part_home = (size_t)(part);                                \
        (items)[part_next[part_no]] = (items)[part_next[part_home]];      \
        (items)[part_next[part_home]++] = item;                           \
      }                                                                   \
    }                                                                     \
  } while (0)

#endif
