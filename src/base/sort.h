/* Sorting numbers by their digits, and what is nearly in order. The library's
 * qsort calls a function n log n times whatever it is given. */
#ifndef FATHOM_BASE_SORT_H
#define FATHOM_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Ascending by the bits from `low` up to before `high`; those with the same bits
 * stay in their order. `spare` is as long and holds nothing afterwards. */
void sort_by_bits(uint64_t *items, uint64_t *spare, size_t count, unsigned low, unsigned high);

/* How many bits numbers up to `most` have. */
unsigned sort_bits_of(uint64_t most);

typedef int SortCompare(const void *a, const void *b, void *context);
/* Those that compare as equal stay in their order. Compares little more than once
 * for each item where those that are out of place belong near by, and as often as
 * merging does in any case. `spare` is as long. */
void sort_nearly(void *items, void *spare, size_t count, size_t size, SortCompare *compare, void *context);

#endif
