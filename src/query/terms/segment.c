/* The layout of a segment, and reading it. It is kept as the one section of an
 * os/segment.h; its numbers are the machine's own, as the file never leaves it. */
#include <stdlib.h>
#include <string.h>

#include "src/os/segment.h"
#include "src/query/terms/terms_internal.h"

/* The version is to be changed with the layout, and with what units are and how
 * their words are found: what another rule made is made anew then. */
static const SegmentForm form = {KEEP(KEEP_WORDS), 5, sizeof(TermsHead) << 32 | sizeof(TermsFile) << 16 | sizeof(TermsUnit)};

typedef struct Offsets {
  uint64_t files, units, terms, starts, postings, paths, end;
} Offsets;

/* Tables of eight bytes first, so that everything is aligned without gaps; all
 * in 64 bits, so that hostile counts cannot wrap around. */
static Offsets offsets_of(const TermsHead *head) {
  Offsets at;
  at.files = sizeof(TermsHead);
  at.terms = at.files + (uint64_t)head->file_count * sizeof(TermsFile);
  at.starts = at.terms + (uint64_t)head->term_count * sizeof(uint64_t);
  at.units = at.starts + ((uint64_t)head->term_count + 1) * sizeof(uint64_t);
  at.paths = at.units + (uint64_t)head->unit_count * sizeof(TermsUnit);
  at.postings = at.paths + head->path_bytes;
  at.end = at.postings + head->posting_bytes;
  return at;
}

/* ---- reading ---- */

/* Paths and units of files follow each other without gaps. */
static bool files_fit(const TermsSegment *segment) {
  uint32_t next = 0, path = 0;
  for (uint32_t i = 0; i < segment->head.file_count; i++) {
    const TermsFile *file = &segment->files[i];
    if (file->path != path || file->path_len == 0 || file->path_len > segment->head.path_bytes - path) return false;
    if (file->first != next || file->count == 0 || file->count > segment->head.unit_count - next) return false;
    next += file->count;
    path += file->path_len;
  }
  return next == segment->head.unit_count && path == segment->head.path_bytes;
}

/* Each belongs to the file that claims it, or looking for a file's units would
 * leave the table. */
static bool units_fit(const TermsSegment *segment) {
  for (uint32_t i = 0; i < segment->head.unit_count; i++) {
    const TermsUnit *unit = &segment->units[i];
    if (unit->file >= segment->head.file_count || unit->kind >= SYMBOL_KIND_COUNT) return false;
    if (i - segment->files[unit->file].first >= segment->files[unit->file].count) return false;
    if (unit->line < 1 || unit->end_line < unit->line) return false;
  }
  return true;
}

/* In order and without repetitions, which looking by halves relies on. */
static bool terms_fit(const TermsSegment *segment) {
  if (segment->starts[0] != 0 || segment->starts[segment->head.term_count] != segment->head.posting_bytes) return false;
  for (uint32_t i = 0; i < segment->head.term_count; i++) {
    if (segment->starts[i] > segment->starts[i + 1]) return false;
    if (i && segment->terms[i - 1] >= segment->terms[i]) return false;
  }
  return true;
}

/* Everything but the postings is checked here; those are checked as they are
 * read. The bytes are borrowed, and the caller's when it fails. */
bool query_terms_open(Str bytes, TermsSegment *ret_segment) {
  TermsSegment segment = {.bytes = bytes};
  if (bytes.len < sizeof(TermsHead) || (uintptr_t)bytes.ptr % 8) return false;
  memcpy(&segment.head, bytes.ptr, sizeof(TermsHead));
  if (segment.head.posting_bytes > bytes.len) return false;
  Offsets at = offsets_of(&segment.head);
  if (at.end != bytes.len) return false;
  segment.files = (const void *)(bytes.ptr + at.files);
  segment.units = (const void *)(bytes.ptr + at.units);
  segment.terms = (const void *)(bytes.ptr + at.terms);
  segment.starts = (const void *)(bytes.ptr + at.starts);
  segment.postings = (const void *)(bytes.ptr + at.postings);
  segment.paths = bytes.ptr + at.paths;
  if (!files_fit(&segment) || !units_fit(&segment) || !terms_fit(&segment)) return false;
  *ret_segment = segment;
  return true;
}

/* False: there is none, or none that can be used; it is made anew then. */
bool query_terms_read(Job *job, Keep *keep, TermsSegment *ret_segment) {
  AUTO(Segment) file = NULL;
  Str bytes;
  if (segment_open(job, keep, &form, &file) || segment_take(job, file, 0, &bytes)) {
    job_forgive(job);
    return false;
  }
  bool is_good = query_terms_open(bytes, ret_segment);
  if (!is_good) free((void *)(uintptr_t)bytes.ptr);
  return is_good;
}

/* Failing is forgiven: it is made again next time. */
void query_terms_write(Job *job, Keep *keep, const TermsSegment *segment) {
  if (segment_write(job, keep, &form, &segment->bytes, 1)) job_forgive(job);
}

void query_terms_close(TermsSegment *segment) {
  free((void *)(uintptr_t)segment->bytes.ptr);
  *segment = (TermsSegment){0};
}

/* Without the term the cursor is empty. */
TermsCursor query_terms_find(const TermsSegment *segment, uint64_t term) {
  TermsCursor cursor = {.limit = segment->head.unit_count};
  size_t low = 0, high = segment->head.term_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (segment->terms[middle] < term) low = middle + 1;
    else high = middle;
  }
  if (low == segment->head.term_count || segment->terms[low] != term) return cursor;
  cursor.in = (PackReader){.at = segment->postings + segment->starts[low], .end = segment->postings + segment->starts[low + 1]};
  cursor.left = pack_read_32(&cursor.in);
  return cursor;
}

/* Units are written as the distance to the one before, from 1. What does not
 * fit ends the list: a damaged one loses its tail. */
bool query_terms_next(TermsCursor *cursor) {
  if (cursor->left == 0) return false;
  uint32_t delta = pack_read_32(&cursor->in), where = pack_read_32(&cursor->in);
  cursor->left--;
  uint64_t unit = (uint64_t)cursor->unit + delta;
  if (cursor->in.bad || delta == 0 || unit > cursor->limit || where > UINT16_MAX) {
    cursor->left = 0;
    return false;
  }
  cursor->unit = (uint32_t)unit; /* from 1: the caller subtracts */
  cursor->where = (uint16_t)where;
  return true;
}

/* ---- writing ---- */

uint8_t *query_terms_put(uint8_t *at, uint32_t delta, uint16_t where) {
  return pack_put_number(pack_put_number(at, delta), where);
}

TermsLayout query_terms_lay_out(TermsHead head) {
  Offsets at = offsets_of(&head);
  char *bytes = arena_heap_alloc(at.end);
  memcpy(bytes, &head, sizeof(head));
  return (TermsLayout){.bytes = bytes, .head = (void *)bytes, .files = (void *)(bytes + at.files),
                       .units = (void *)(bytes + at.units), .terms = (void *)(bytes + at.terms),
                       .starts = (void *)(bytes + at.starts), .postings = (void *)(bytes + at.postings),
                       .paths = bytes + at.paths};
}

/* The layout's bytes are the segment's from now on. */
void query_terms_seal(TermsLayout *layout, TermsSegment *ret_segment) {
  Offsets at = offsets_of(layout->head);
  Str bytes = {layout->bytes, at.end};
  *ret_segment = (TermsSegment){.bytes = bytes, .head = *layout->head, .files = layout->files, .units = layout->units,
                                .terms = layout->terms, .starts = layout->starts, .postings = layout->postings,
                                .paths = layout->paths};
}
