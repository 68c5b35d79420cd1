/* Two segments into one. The older one loses the files that are dead; the
 * newer one is taken whole. Units keep their order, so that lists of postings
 * are joined by appending. */
#include <string.h>

#include "src/query/terms/terms_internal.h"

typedef struct Merge {
  const TermsSegment *a, *b;
  const bool *dead;
  uint32_t *moved;   /* a's units: their new number + 1; 0: gone */
  uint32_t kept;     /* of a's units */
  TermsLayout out;
} Merge;

static bool is_dead(const Merge *merge, uint32_t file) { return merge->dead && merge->dead[file]; }

/* An upper bound for terms and postings; close_gap takes back what was too
 * much. */
static TermsHead measure(Merge *merge) {
  TermsHead head = {.file_count = merge->b->head.file_count, .path_bytes = merge->b->head.path_bytes,
                    .words = merge->b->head.words};
  merge->moved = arena_heap_alloc((merge->a->head.unit_count + 1) * sizeof(uint32_t));
  for (uint32_t i = 0; i < merge->a->head.file_count; i++) {
    const TermsFile *file = &merge->a->files[i];
    if (is_dead(merge, i)) continue;
    head.file_count++;
    head.path_bytes += file->path_len;
    for (uint32_t u = file->first; u < file->first + file->count; u++) {
      merge->moved[u] = ++merge->kept;
      head.words += merge->a->units[u].length;
    }
  }
  head.unit_count = merge->kept + merge->b->head.unit_count;
  /* At most: all terms are different, and each list's first distance grows. */
  head.term_count = merge->a->head.term_count + merge->b->head.term_count;
  head.posting_bytes = merge->a->head.posting_bytes + merge->b->head.posting_bytes + (uint64_t)head.term_count * 10;
  return head;
}

/* File, unit and path go on counting from call to call. */
static void put_files(Merge *merge, const TermsSegment *from, const bool *dead, uint32_t *file, uint32_t *unit, uint32_t *path) {
  for (uint32_t i = 0; i < from->head.file_count; i++) {
    if (dead && dead[i]) continue;
    TermsFile moved = from->files[i];
    memcpy(merge->out.paths + *path, from->paths + moved.path, moved.path_len);
    for (uint32_t u = 0; u < moved.count; u++) {
      merge->out.units[*unit + u] = from->units[moved.first + u];
      merge->out.units[*unit + u].file = *file;
    }
    moved.path = *path;
    moved.first = *unit;
    *path += moved.path_len;
    *unit += moved.count;
    merge->out.files[(*file)++] = moved;
  }
}

/* One term's postings: what is left of a's, then b's. Written after a count
 * that is known only then; a list without postings is not begun. */
static uint8_t *put_term(Merge *merge, uint8_t *at, TermsCursor a, TermsCursor b) {
  uint32_t count = b.left, before = 0;
  TermsCursor probe = a;
  while (query_terms_next(&probe)) count += merge->moved[probe.unit - 1] != 0;
  if (count == 0) return at;
  at = pack_put_number(at, count);
  while (query_terms_next(&a)) {
    uint32_t moved = merge->moved[a.unit - 1];
    if (!moved) continue;
    at = query_terms_put(at, moved - before, a.where);
    before = moved;
  }
  while (query_terms_next(&b)) {
    at = query_terms_put(at, merge->kept + b.unit - before, b.where);
    before = merge->kept + b.unit;
  }
  return at;
}

/* Both lists of terms are in order; terms that lost all of their postings are
 * left out. */
static void put_terms(Merge *merge) {
  uint32_t i = 0, j = 0, terms = 0, ends_a = merge->a->head.term_count, ends_b = merge->b->head.term_count;
  uint8_t *at = merge->out.postings;
  while (i < ends_a || j < ends_b) {
    uint64_t key = j == ends_b || (i < ends_a && merge->a->terms[i] <= merge->b->terms[j]) ? merge->a->terms[i] : merge->b->terms[j];
    uint8_t *began = at;
    at = put_term(merge, at, query_terms_find(merge->a, key), query_terms_find(merge->b, key));
    if (i < ends_a && merge->a->terms[i] == key) i++;
    if (j < ends_b && merge->b->terms[j] == key) j++;
    if (at == began) continue;
    merge->out.terms[terms] = key;
    merge->out.starts[terms++] = (uint64_t)(began - merge->out.postings);
  }
  merge->out.head->term_count = terms;
  merge->out.head->posting_bytes = (uint64_t)(at - merge->out.postings);
}

/* The terms are fewer than there was room for: the rest moves up. */
static void close_gap(Merge *merge, TermsSegment *ret_segment) {
  TermsLayout wide = merge->out;
  TermsLayout tight = query_terms_lay_out(*wide.head);
  TermsHead *head = tight.head;
  memcpy(tight.files, wide.files, head->file_count * sizeof(TermsFile));
  memcpy(tight.units, wide.units, head->unit_count * sizeof(TermsUnit));
  memcpy(tight.terms, wide.terms, head->term_count * sizeof(uint64_t));
  memcpy(tight.starts, wide.starts, head->term_count * sizeof(uint64_t));
  tight.starts[head->term_count] = head->posting_bytes;
  memcpy(tight.postings, wide.postings, head->posting_bytes);
  memcpy(tight.paths, wide.paths, head->path_bytes);
  free(wide.bytes);
  query_terms_seal(&tight, ret_segment);
}

/* Neither of the two is changed; the result is the caller's to close. */
void query_terms_merge(const TermsSegment *a, const bool *dead, const TermsSegment *b, TermsSegment *ret_segment) {
  Merge merge = {.a = a, .b = b, .dead = dead};
  uint32_t file = 0, unit = 0, path = 0;
  merge.out = query_terms_lay_out(measure(&merge));
  put_files(&merge, a, dead, &file, &unit, &path);
  put_files(&merge, b, NULL, &file, &unit, &path);
  put_terms(&merge);
  free(merge.moved);
  close_gap(&merge, ret_segment);
}
