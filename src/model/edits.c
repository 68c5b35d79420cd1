/* Lists of edits: ordering, applying, inverting, composing. */
#include "src/model/edits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/vec.h"

/* ---- order ---- */

/* An edit and when it came, so that insertions at one place keep their
 * order; qsort alone does not promise that. */
typedef struct Placed {
  Edit edit;
  size_t came; /* so that insertions at one place keep their order */
} Placed;

static int compare(const void *a, const void *b) {
  const Placed *one = a, *two = b;
  if (one->edit.range.from != two->edit.range.from) return one->edit.range.from < two->edit.range.from ? -1 : 1;
  if (one->edit.range.to != two->edit.range.to) return one->edit.range.to < two->edit.range.to ? -1 : 1;
  return one->came < two->came ? -1 : one->came > two->came;
}

/* An insertion made twice is meant twice. */
static bool is_same(const Edit *a, const Edit *b) {
  return a->range.from == b->range.from && a->range.to == b->range.to && a->range.to > a->range.from &&
         str_eq(a->text, b->text);
}

/* Everything else here relies on it: in order, inside the text, without
 * overlaps. Overlaps are refused, not merged: two that disagree about a byte
 * have no right answer. The same replacement twice is one (servers send
 * such). */
Err edits_order(Job *job, Edits *edits, size_t size) {
  Placed *placed = ARENA_ARRAY(job->arena, Placed, edits->len);
  for (size_t i = 0; i < edits->len; i++) {
    Range range = edits->items[i].range;
    if (range.from > range.to || range.to > size) {
      return job_fail(job, ERR_USAGE, "an edit of bytes %u to %u lies outside the text, which has %zu", range.from, range.to, size);
    }
    placed[i] = (Placed){edits->items[i], i};
  }
  qsort(placed, edits->len, sizeof(*placed), compare);
  Edits ordered = {0};
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *next = &placed[i].edit, *last = ordered.len ? vec_last(&ordered) : NULL;
    if (last && is_same(last, next)) continue;
    if (last && next->range.from < last->range.to) {
      return job_fail(job, ERR_USAGE, "two edits overlap at byte %u; give each part of the text to one of them", next->range.from);
    }
    *vec_add(job->arena, &ordered) = *next;
  }
  *edits = ordered;
  return OK;
}

/* ---- apply and invert ---- */

static char *put(char *at, Str bytes) {
  if (bytes.len) memcpy(at, bytes.ptr, bytes.len);
  return at + bytes.len;
}

Str edits_apply(Arena *arena, Str text, const Edits *edits) {
  size_t size = text.len, from = 0;
  for (size_t i = 0; i < edits->len; i++) size += edits->items[i].text.len;
  char *out = arena_alloc(arena, size), *at = out;
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    assert(edit->range.from >= from && edit->range.to <= text.len); /* edits_order was called */
    at = put(put(at, str_slice(text, from, edit->range.from)), edit->text);
    from = edit->range.to;
  }
  at = put(at, str_slice(text, from, text.len));
  return (Str){out, (size_t)(at - out)};
}

/* Ranges of the inverse are in the edited text, hence the shift. */
Edits edits_invert(Arena *arena, Str text, const Edits *edits) {
  Edits inverse = {0};
  int64_t shift = 0;
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    uint32_t from = (uint32_t)(edit->range.from + shift);
    *vec_add(arena, &inverse) = (Edit){{from, from + (uint32_t)edit->text.len}, str_slice(text, edit->range.from, edit->range.to)};
    shift += (int64_t)edit->text.len - (edit->range.to - edit->range.from);
  }
  return inverse;
}

/* A byte inside a replaced range moves behind what replaces it. */
size_t edits_move(const Edits *edits, size_t byte) {
  int64_t shift = 0;
  for (size_t i = 0; i < edits->len && edits->items[i].range.from <= byte; i++) {
    const Edit *edit = &edits->items[i];
    if (edit->range.to > byte) return (size_t)(edit->range.from + shift) + edit->text.len;
    shift += (int64_t)edit->text.len - (edit->range.to - edit->range.from);
  }
  return (size_t)((int64_t)byte + shift);
}

/* ---- compose ----
 * Both lists are read as runs: so many bytes kept, so many removed, a text
 * inserted. The second one's kept and removed bytes are those the first one
 * keeps and inserts. */

typedef enum RunKind { RUN_KEEP, RUN_REMOVE, RUN_INSERT } RunKind;

typedef struct Run {
  RunKind kind;
  size_t len;
  Str text; /* of RUN_INSERT */
} Run;

typedef VEC(Run) Runs;

static void add_run(Arena *arena, Runs *runs, Run run) {
  if (run.len) *vec_add(arena, runs) = run;
}

/* The last run keeps whatever is left. */
static Runs runs_of(Arena *arena, const Edits *edits) {
  Runs runs = {0};
  size_t at = 0;
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    add_run(arena, &runs, (Run){.kind = RUN_KEEP, .len = edit->range.from - at});
    add_run(arena, &runs, (Run){.kind = RUN_INSERT, .len = edit->text.len, .text = edit->text});
    add_run(arena, &runs, (Run){.kind = RUN_REMOVE, .len = edit->range.to - edit->range.from});
    at = edit->range.to;
  }
  add_run(arena, &runs, (Run){.kind = RUN_KEEP, .len = SIZE_MAX - at});
  return runs;
}

static void use(Run *run, size_t len) {
  run->len -= len;
  if (run->kind == RUN_INSERT) run->text = str_slice(run->text, len, run->text.len);
}

/* Walks over the text between the two lists of edits. Insertions of the
 * second come where it stands, whatever the first does there; removals of
 * the first are passed on; what both have is split where either ends. */
static Runs join_runs(Arena *arena, Runs *first, Runs *second) {
  Runs joined = {0};
  for (size_t i = 0, k = 0; i < first->len && k < second->len;) {
    Run *one = &first->items[i], *two = &second->items[k];
    if (!one->len) i++;
    else if (!two->len) k++;
    else if (two->kind == RUN_INSERT) {
      add_run(arena, &joined, *two);
      k++;
    } else if (one->kind == RUN_REMOVE) { /* the second never saw these */
      add_run(arena, &joined, *one);
      i++;
    } else {
      size_t len = one->len < two->len ? one->len : two->len;
      Run run = {.kind = one->kind, .len = len, .text = one->kind == RUN_INSERT ? str_slice(one->text, 0, len) : STR_EMPTY};
      if (two->kind == RUN_REMOVE) run.kind = RUN_REMOVE;
      /* What the first inserted and the second removes never was. */
      if (one->kind != RUN_INSERT || two->kind != RUN_REMOVE) add_run(arena, &joined, run);
      use(one, len);
      use(two, len);
    }
  }
  return joined;
}

static void add_text(Arena *arena, Edit *edit, Str text) {
  char *both = arena_alloc(arena, edit->text.len + text.len);
  put(put(both, edit->text), text);
  edit->text = (Str){both, edit->text.len + text.len};
}

/* Insertions and removals that touch become one edit, as edits_order would
 * refuse to tell them apart. */
static Edits edits_of(Arena *arena, const Runs *runs) {
  Edits edits = {0};
  Edit open = {0};
  bool is_open = false;
  size_t at = 0;
  for (size_t i = 0; i < runs->len; i++) {
    const Run *run = &runs->items[i];
    if (run->kind == RUN_KEEP) {
      if (is_open) *vec_add(arena, &edits) = open;
      is_open = false;
      at += run->len;
      continue;
    }
    if (!is_open) open = (Edit){.range = {(uint32_t)at, (uint32_t)at}, .text = STR_EMPTY};
    is_open = true;
    if (run->kind == RUN_INSERT) add_text(arena, &open, run->text);
    else open.range.to = (uint32_t)(at += run->len);
  }
  if (is_open) *vec_add(arena, &edits) = open;
  return edits;
}

Edits edits_compose(Arena *arena, const Edits *first, const Edits *second) {
  Runs one = runs_of(arena, first), two = runs_of(arena, second);
  Runs joined = join_runs(arena, &one, &two);
  return edits_of(arena, &joined);
}
