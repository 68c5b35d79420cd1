/* Str likeness: how far apart two words are typed, to suggest what was
 * meant. Compares bytes, which serves names and options. */
#include <stdlib.h>
#include <string.h>

#include "src/base/str.h"

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Common ends do not change the distance. */
static void drop_common_ends(Str *a, Str *b) {
  size_t same = 0;
  while (same < a->len && same < b->len && a->ptr[same] == b->ptr[same]) same++;
  *a = str_slice(*a, same, a->len);
  *b = str_slice(*b, same, b->len);
  while (a->len && b->len && a->ptr[a->len - 1] == b->ptr[b->len - 1]) {
    a->len--;
    b->len--;
  }
}

/* Fills row[0..b.len] for the i-th byte of `a` (from 1) out of the two rows
 * before it; returns the smallest number in it. */
static size_t fill_row(Str a, Str b, size_t i, const size_t *before_last, const size_t *last,
                       size_t *row) {
  row[0] = i;
  size_t least = i;
  for (size_t j = 1; j <= b.len; j++) {
    size_t replaced = last[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);
    size_t best = smaller(replaced, smaller(last[j], row[j - 1]) + 1);
    bool swapped = i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1];
    if (swapped) best = smaller(best, before_last[j - 2] + 1);
    row[j] = best;
    least = smaller(least, best);
  }
  return least;
}

static size_t distance_in(size_t *rows, Str a, Str b, size_t limit) {
  size_t width = b.len + 1;
  size_t *before_last = rows;
  size_t *last = rows + width;
  size_t *row = rows + 2 * width;
  for (size_t j = 0; j < width; j++) last[j] = j;
  for (size_t i = 1; i <= a.len; i++) {
    /* Numbers never shrink from row to row, so a whole row beyond the limit
     * settles it. */
    if (fill_row(a, b, i, before_last, last, row) > limit) return limit + 1;
    size_t *reused = before_last;
    before_last = last;
    last = row;
    row = reused;
  }
  return smaller(last[b.len], limit + 1);
}

size_t str_distance(Str a, Str b, size_t limit) {
  if (limit > SIZE_MAX - 1) limit = SIZE_MAX - 1;
  drop_common_ends(&a, &b);
  size_t apart = a.len > b.len ? a.len - b.len : b.len - a.len;
  if (apart > limit) return limit + 1;
  if (a.len == 0 || b.len == 0) return a.len + b.len;
  size_t small[3 * 65] = {0};
  if (b.len < 65) return distance_in(small, a, b, limit);
  size_t *rows = arena_heap_alloc(3 * (b.len + 1) * sizeof *rows);
  size_t distance = distance_in(rows, a, b, limit);
  free(rows);
  return distance;
}

/* How many slips are believable in a word of this length. */
static size_t believable(size_t len) {
  return len < 2 ? 0 : len < 5 ? 1 : len < 9 ? 2 : 3;
}

/* The only candidate that begins with `wanted`: a word not typed to its end. */
static Str only_completion(Str wanted, const Str *candidates, size_t count) {
  Str found = STR_EMPTY;
  if (wanted.len < 3) return found;
  for (size_t i = 0; i < count; i++) {
    if (!str_starts_with(candidates[i], wanted)) continue;
    if (found.len) return STR_EMPTY;
    found = candidates[i];
  }
  return found;
}

Str str_nearest(Str wanted, const Str *candidates, size_t count) {
  Str best = STR_EMPTY;
  size_t limit = believable(wanted.len);
  size_t best_distance = limit + 1;
  for (size_t i = 0; i < count; i++) {
    if (str_eq_ignore_case(wanted, candidates[i])) return candidates[i];
    size_t distance = str_distance(wanted, candidates[i], limit);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidates[i];
    }
  }
  return best.len ? best : only_completion(wanted, candidates, count);
}
