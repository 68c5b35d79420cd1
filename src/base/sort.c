/* Digits from the lowest on, and runs that are merged. */
#include "src/base/sort.h"

#include <stdbool.h>
#include <string.h>

/* ---- by digits ---- */

enum { DIGIT_MAX = 11, DIGIT_SHORT = 8, LONG_FROM = 1024, DIGITS_FROM = 48 };

unsigned sort_bits_of(uint64_t most) { return most ? 64 - (unsigned)__builtin_clzll(most) : 0; }

static void insert_by(uint64_t *items, size_t count, uint64_t mask) {
  for (size_t i = 1; i < count; i++) {
    uint64_t item = items[i];
    size_t at = i;
    for (; at && (items[at - 1] & mask) > (item & mask); at--) items[at] = items[at - 1];
    items[at] = item;
  }
}

static bool is_in_order(const uint64_t *items, size_t count, uint64_t mask) {
  size_t i = 1;
  while (i < count && (items[i - 1] & mask) <= (items[i] & mask)) i++;
  return i >= count;
}

/* By one digit; false: all have the same one, and nothing was moved. */
static bool move_by(const uint64_t *from, uint64_t *to, size_t count, unsigned shift, unsigned digits) {
  uint32_t next[1u << DIGIT_MAX], sum = 0;
  memset(next, 0, digits * sizeof *next);
  for (size_t i = 0; i < count; i++) next[from[i] >> shift & (digits - 1)]++;
  if (next[from[0] >> shift & (digits - 1)] == count) return false;
  for (unsigned digit = 0; digit < digits; digit++) {
    uint32_t size = next[digit];
    next[digit] = sum;
    sum += size;
  }
  for (size_t i = 0; i < count; i++) to[next[from[i] >> shift & (digits - 1)]++] = from[i];
  return true;
}

/* Of a short list the digits are shorter, too, since counting them is most of the
 * work then. */
void sort_by_bits(uint64_t *items, uint64_t *spare, size_t count, unsigned low, unsigned high) {
  if (low >= high) return;
  uint64_t mask = (high < 64 ? ((uint64_t)1 << high) - 1 : UINT64_MAX) & ~(((uint64_t)1 << low) - 1);
  if (is_in_order(items, count, mask)) return;
  if (count < DIGITS_FROM) {
    insert_by(items, count, mask);
    return;
  }
  unsigned width = count < LONG_FROM ? DIGIT_SHORT : DIGIT_MAX;
  uint64_t *from = items, *to = spare;
  for (unsigned shift = low; shift < high; shift += width) {
    unsigned bits = high - shift < width ? high - shift : width;
    if (!move_by(from, to, count, shift, 1u << bits)) continue;
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != items) memcpy(items, from, count * sizeof *items);
}

/* ---- nearly in order ---- */

enum { NEAR = 8 }; /* so far back an item is put into the run before it */

typedef struct Runs {
  char *items, *spare;
  size_t size;
  SortCompare *compare;
  void *context;
} Runs;

static bool is_after(const Runs *runs, const char *a, const char *b) { return runs->compare(a, b, runs->context) > 0; }

/* The end of the run that begins at `from`: items in order, those that belong a
 * few places further back being put there. */
static size_t make_run(const Runs *runs, size_t from, size_t count) {
  size_t size = runs->size, end = from + 1;
  for (; end < count; end++) {
    char *item = runs->items + end * size;
    size_t back = 0;
    while (back < NEAR && back < end - from && is_after(runs, item - (back + 1) * size, item)) back++;
    if (!back) continue;
    if (back == NEAR && back < end - from && is_after(runs, item - (back + 1) * size, item)) break;
    memcpy(runs->spare, item, size);
    memmove(item - (back - 1) * size, item - back * size, back * size);
    memcpy(item - back * size, runs->spare, size);
  }
  return end;
}

/* Two runs that follow each other. Only the first is copied. */
static void merge(const Runs *runs, size_t from, size_t middle, size_t end) {
  size_t size = runs->size;
  char *to = runs->items + from * size, *right = runs->items + middle * size, *right_end = runs->items + end * size;
  char *left = runs->spare, *left_end = left + (middle - from) * size;
  memcpy(left, to, (middle - from) * size);
  while (left < left_end && right < right_end) {
    char **next = is_after(runs, left, right) ? &right : &left;
    memcpy(to, *next, size);
    *next += size;
    to += size;
  }
  if (left < left_end) memcpy(to, left, (size_t)(left_end - left));
}

/* Runs wait on a stack, each more than twice as long as the one on top of it, so
 * that each item is merged with as many others as it is from: log n times. */
void sort_nearly(void *items, void *spare, size_t count, size_t size, SortCompare *compare, void *context) {
  const Runs runs = {items, spare, size, compare, context};
  size_t starts[2 * 64], depth = 0;
  for (size_t from = 0; from < count;) {
    size_t end = make_run(&runs, from, count);
    starts[depth++] = from;
    while (depth > 1 && starts[depth - 1] - starts[depth - 2] <= 2 * (end - starts[depth - 1])) {
      merge(&runs, starts[depth - 2], starts[depth - 1], end);
      depth--;
    }
    from = end;
  }
  for (; depth > 1; depth--) merge(&runs, starts[depth - 2], starts[depth - 1], count);
}
