/* Edits: replacements in one text, as data.
 * A list is in the order of the text and nothing in it overlaps, so that it
 * can be applied, taken back, joined with a later one and shown. All places
 * are bytes of the characters as model/text.h has them. Pure; one thread. */
#ifndef FATHOM_MODEL_EDITS_H
#define FATHOM_MODEL_EDITS_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/model/span.h"

/* `range` is replaced by `text`; an empty range inserts. */
typedef struct Edit {
  Range range;
  Str text;
} Edit;

typedef struct Edits {
  Edit *items;
  size_t len;
  size_t cap;
} Edits;

/* Puts edits that came in any order into the order of the text. Insertions at
 * one place keep the order they came in; the same replacement twice is one.
 * ERR_USAGE: two overlap, or one lies outside a text of `size` bytes; nothing
 * is changed then. */
Err edits_order(Job *job, Edits *edits, size_t size) MUST_CHECK;

/* The new text, in the arena. */
Str edits_apply(Arena *arena, Str text, const Edits *edits);
/* What takes the edits back: applied to the new text it gives the old one.
 * Its texts borrow from `text`. */
Edits edits_invert(Arena *arena, Str text, const Edits *edits);
/* One list that does what `first` and then `second`, made for the text after
 * `first`, do. */
Edits edits_compose(Arena *arena, const Edits *first, const Edits *second);
/* Whole lines that differ between two texts, few of them: the shortest list
 * unless the texts differ in more than some thousand lines. */
Edits edits_between(Arena *arena, Str before, Str after);
/* Where a byte of the old text is in the new one. Within what is replaced:
 * the end of the replacement. */
size_t edits_move(const Edits *edits, size_t byte);

/* A unified diff with three lines of context, as `patch` reads it: each line
 * as it is, ends included, and "\ No newline at end of file" where there is
 * none. `before_name` and `after_name` stand in its head ("a/x.c"); both
 * empty: no head. Equal texts give nothing. */
void edits_show_diff(Buf *out, Str before_name, Str after_name, Str before, Str after);

#endif
