/* Lines that differ between two texts, and how they are shown.
 * Myers' greedy search: the furthest point on each diagonal for a growing
 * number of changes. It is broken off where texts have too little in common;
 * then everything between their common head and tail is one change. */
#include <string.h>

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/model/edits.h"

#define CONTEXT 3
#define CHANGES_MAX 1400 /* lines added and removed: 16 MB on the way at most */

typedef struct Line {
  Str text; /* with its end */
  uint64_t hash;
} Line;

typedef struct Lines {
  Line *items;
  size_t len;
  size_t cap;
} Lines;

/* Lines [from, to) of the old text become lines [new_from, new_to) of the new. */
typedef struct Change {
  size_t from, to, new_from, new_to;
} Change;

typedef VEC(Change) Changes;

static Lines split(Arena *arena, Str text) {
  Lines lines = {0};
  while (text.len) {
    size_t end = str_find_byte(text, '\n');
    Str line = str_slice(text, 0, end == STR_NONE ? text.len : end + 1);
    *vec_add(arena, &lines) = (Line){line, hash_str(line)};
    text = str_slice(text, line.len, text.len);
  }
  return lines;
}

static bool is_same(const Line *a, const Line *b) { return a->hash == b->hash && str_eq(a->text, b->text); }

/* ---- search ---- */

/* Rows are kept for all numbers of changes, since the way back goes through
 * them; that is what CHANGES_MAX bounds. */
typedef struct Search {
  Arena *arena;
  const Line *old, *new;
  ptrdiff_t old_len, new_len;
  ptrdiff_t **steps; /* by number of changes: the furthest old line, by diagonal */
} Search;

/* Along equal lines, which cost nothing. */
static ptrdiff_t slide(const Search *search, ptrdiff_t x, ptrdiff_t k) {
  while (x < search->old_len && x - k < search->new_len && is_same(&search->old[x], &search->new[x - k])) x++;
  return x;
}

/* Whether the next change on diagonal `k` of `d` changes adds a line. */
static bool adds(const ptrdiff_t *before, ptrdiff_t d, ptrdiff_t k) {
  return k == -d || (k != d && before[k - 1] < before[k + 1]);
}

/* The number of changes, or -1: too many. */
static ptrdiff_t find_end(Search *search, ptrdiff_t most) {
  for (ptrdiff_t d = 0; d <= most; d++) {
    ptrdiff_t *row = ARENA_ARRAY(search->arena, ptrdiff_t, (size_t)(2 * d + 1)) + d;
    const ptrdiff_t *before = d ? search->steps[d - 1] : NULL;
    search->steps[d] = row;
    for (ptrdiff_t k = -d; k <= d; k += 2) {
      ptrdiff_t x = !d ? 0 : adds(before, d, k) ? before[k + 1] : before[k - 1] + 1;
      row[k] = x = slide(search, x, k);
      if (x >= search->old_len && x - k >= search->new_len) return d;
    }
  }
  return -1;
}

/* The first of the changes is found last. */
static void trace(const Search *search, ptrdiff_t d, Changes *changes) {
  ptrdiff_t x = search->old_len, y = search->new_len;
  for (; d > 0; d--) {
    const ptrdiff_t *before = search->steps[d - 1];
    ptrdiff_t k = x - y;
    bool is_add = adds(before, d, k);
    x = before[is_add ? k + 1 : k - 1];
    y = x - (is_add ? k + 1 : k - 1);
    *vec_add(search->arena, changes) = (Change){(size_t)x, (size_t)x + !is_add, (size_t)y, (size_t)y + is_add};
  }
}

/* Neighbours become one; in order. */
static Changes join(Arena *arena, const Changes *backwards, size_t head) {
  Changes changes = {0};
  for (size_t i = backwards->len; i-- > 0;) {
    Change next = backwards->items[i];
    next.from += head, next.to += head, next.new_from += head, next.new_to += head;
    Change *last = changes.len ? vec_last(&changes) : NULL;
    if (last && last->to == next.from && last->new_to == next.new_from) {
      last->to = next.to;
      last->new_to = next.new_to;
    } else {
      *vec_add(arena, &changes) = next;
    }
  }
  return changes;
}

/* Common head and tail first: most edits are small, and then almost nothing
 * is left to search. */
static Changes compare(Arena *arena, const Lines *old, const Lines *new) {
  size_t head = 0, tail = 0, least = old->len < new->len ? old->len : new->len;
  while (head < least && is_same(&old->items[head], &new->items[head])) head++;
  while (tail < least - head && is_same(&old->items[old->len - 1 - tail], &new->items[new->len - 1 - tail])) tail++;
  if (old->len == new->len && head == old->len) return (Changes){0};
  Search search = {.arena = arena, .old = old->len ? old->items + head : NULL, .new = new->len ? new->items + head : NULL,
                   .old_len = (ptrdiff_t)(old->len - head - tail), .new_len = (ptrdiff_t)(new->len - head - tail)};
  ptrdiff_t most = search.old_len + search.new_len;
  if (most > CHANGES_MAX) most = CHANGES_MAX;
  search.steps = ARENA_ARRAY(arena, ptrdiff_t *, (size_t)most + 1);
  ptrdiff_t d = find_end(&search, most);
  Changes backwards = {0};
  if (d >= 0) trace(&search, d, &backwards);
  else *vec_add(arena, &backwards) = (Change){0, (size_t)search.old_len, 0, (size_t)search.new_len};
  return join(arena, &backwards, head);
}

/* ---- as edits ---- */

static size_t byte_of(Str text, const Lines *lines, size_t line) {
  return line < lines->len ? (size_t)(lines->items[line].text.ptr - text.ptr) : text.len;
}

Edits edits_between(Arena *arena, Str before, Str after) {
  Lines old = split(arena, before), new = split(arena, after);
  Changes changes = compare(arena, &old, &new);
  Edits edits = {0};
  for (size_t i = 0; i < changes.len; i++) {
    const Change *change = &changes.items[i];
    Range range = {(uint32_t)byte_of(before, &old, change->from), (uint32_t)byte_of(before, &old, change->to)};
    *vec_add(arena, &edits) = (Edit){range, str_slice(after, byte_of(after, &new, change->new_from), byte_of(after, &new, change->new_to))};
  }
  return edits;
}

/* ---- as a diff ---- */

static void show_lines(Buf *out, char sign, const Lines *lines, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    Str line = lines->items[i].text;
    buf_add_byte(out, sign);
    buf_add(out, line);
    if (!str_ends_with(line, STR("\n"))) buf_add_c(out, "\n\\ No newline at end of file\n");
  }
}

/* A range of no lines is named by the line before it; one line needs no count. */
static void show_range(Buf *out, char sign, size_t from, size_t to) {
  size_t count = to - from;
  buf_add_format(out, " %c%zu", sign, count ? from + 1 : from);
  if (count != 1) buf_add_format(out, ",%zu", count);
}

/* Changes whose context would overlap stand in one hunk, as patch expects. */
static void show_hunk(Buf *out, const Lines *old, const Lines *new, const Change *first, size_t count) {
  const Change *last = &first[count - 1];
  size_t lead = first->from < CONTEXT ? first->from : CONTEXT;
  size_t trail = old->len - last->to < CONTEXT ? old->len - last->to : CONTEXT;
  buf_add_c(out, "@@");
  show_range(out, '-', first->from - lead, last->to + trail);
  show_range(out, '+', first->new_from - lead, last->new_to + trail);
  buf_add_c(out, " @@\n");
  size_t at = first->from - lead;
  for (const Change *change = first; change <= last; change++) {
    show_lines(out, ' ', old, at, change->from);
    show_lines(out, '-', old, change->from, change->to);
    show_lines(out, '+', new, change->new_from, change->new_to);
    at = change->to;
  }
  show_lines(out, ' ', old, at, last->to + trail);
}

void edits_show_diff(Buf *out, Str before_name, Str after_name, Str before, Str after) {
  Lines old = split(out->arena, before), new = split(out->arena, after);
  Changes changes = compare(out->arena, &old, &new);
  if (changes.len && (before_name.len || after_name.len)) {
    buf_add_format(out, "--- %.*s\n+++ %.*s\n", STR_ARG(before_name), STR_ARG(after_name));
  }
  for (size_t i = 0, count; i < changes.len; i += count) {
    for (count = 1; i + count < changes.len; count++) {
      if (changes.items[i + count].from - changes.items[i + count - 1].to > 2 * CONTEXT) break;
    }
    show_hunk(out, &old, &new, &changes.items[i], count);
  }
}
