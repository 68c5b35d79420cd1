/* Two reports on a file, before an edit and after it: what is new, what is
 * gone. The same complaint at the place where the edit moved it is neither. */
#include <stdlib.h>

#include "src/edit/simulate/simulate_internal.h"

/* What is left of a report while pairs are found. */
typedef struct Side {
  const EditDiagnostics *all;
  bool *is_paired;
} Side;

/* Everything but the place: that is compared with regard to the edits. */
static bool is_same_complaint(const EditDiagnostic *a, const EditDiagnostic *b) {
  return a->severity == b->severity && str_eq(a->code, b->code) && str_eq(a->source, b->source) && str_eq(a->message, b->message);
}

static size_t moved(const Edits *edits, uint32_t byte) { return edits ? edits_move(edits, byte) : byte; }

/* The edit whose range holds a byte of the old text; NULL: none. */
static const Edit *edit_at(const Edits *edits, uint32_t byte, int64_t *ret_shift) {
  int64_t shift = 0;
  for (size_t i = 0; edits && i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    if (edit->range.from > byte) break;
    *ret_shift = shift;
    if (byte <= edit->range.to) return edit;
    shift += (int64_t)edit->text.len - (int64_t)(edit->range.to - edit->range.from);
  }
  return NULL;
}

/* Whether both lie in the text that one edit replaced and put there: within it
 * no place can be followed. */
static bool is_rewritten(const Edits *edits, const EditDiagnostic *before, const EditDiagnostic *after) {
  int64_t shift;
  const Edit *edit = edit_at(edits, before->byte, &shift);
  if (!edit) return false;
  int64_t from = (int64_t)edit->range.from + shift, to = from + (int64_t)edit->text.len;
  return from <= after->byte && after->byte <= to;
}

/* First by the exact place, then within what was rewritten: an exact pair must
 * not be taken by a loose one. */
static bool is_pair(const Edits *edits, const EditDiagnostic *before, const EditDiagnostic *after, int pass) {
  if (!is_same_complaint(before, after)) return false;
  if (pass == 0) return moved(edits, before->byte) == after->byte;
  return is_rewritten(edits, before, after);
}

static void pair(Side *before, Side *after, const Edits *edits, int pass) {
  for (size_t i = 0; i < before->all->len; i++) {
    for (size_t k = 0; !before->is_paired[i] && k < after->all->len; k++) {
      if (after->is_paired[k] || !is_pair(edits, &before->all->items[i], &after->all->items[k], pass)) continue;
      before->is_paired[i] = after->is_paired[k] = true;
    }
  }
}

/* What has no partner in the other report; hints and information count for
 * nothing. */
static void add_rest(Arena *arena, const Side *side, EditDiagnostics *errors, EditDiagnostics *warnings) {
  for (size_t i = 0; i < side->all->len; i++) {
    const EditDiagnostic *one = &side->all->items[i];
    if (side->is_paired[i] || one->severity > 2) continue;
    if (one->severity == 1) *vec_add(arena, errors) = *one;
    else *vec_add(arena, warnings) = *one;
  }
}

static Side side_of(Arena *arena, const EditDiagnostics *all) {
  return (Side){.all = all, .is_paired = ARENA_ARRAY(arena, bool, all->len + 1)};
}

/* The verdict may hold other files already; net_delta is over all of them. */
void edit_compare(Arena *arena, const EditReports *reports, EditVerdict *verdict) {
  Side before = side_of(arena, reports->before), after = side_of(arena, reports->after);
  pair(&before, &after, reports->edits, 0);
  pair(&before, &after, reports->edits, 1);
  add_rest(arena, &after, &verdict->introduced, &verdict->warned);
  add_rest(arena, &before, &verdict->resolved, &verdict->unwarned);
  verdict->net_delta = (int64_t)verdict->introduced.len - (int64_t)verdict->resolved.len;
}
