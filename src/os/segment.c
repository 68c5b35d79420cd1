/* Segments: writing the tables, and reading what they describe. A file is a
 * head, tables and sections. The head has a tag over itself and the tables,
 * which only this user's key can make; the tables have a quick sum for each
 * block. So opening costs the tables alone, and each block is checked when it
 * is read. */
#include "src/os/segment.h"

#include <assert.h>
#include <stdlib.h>

#include "src/os/descriptor.h"
#include "src/os/segment_internal.h"

typedef struct Section {
  uint64_t at, size; /* in the file */
  uint64_t first;    /* of its sums */
} Section;

struct Segment {
  int fd;
  Keep *keep;
  KeepFile file;
  char *path; /* for words */
  uint64_t bytes;
  size_t count;
  Section sections[SEGMENT_SECTIONS_MAX];
  char *tables; /* lengths, then sums, as in the file */
};

/* The last one may be short. */
static uint64_t blocks_of(uint64_t size) { return size / SEGMENT_BLOCK + (size % SEGMENT_BLOCK != 0); }

static size_t block_size(uint64_t size, uint64_t block) {
  uint64_t from = block * SEGMENT_BLOCK;
  return size - from < SEGMENT_BLOCK ? (size_t)(size - from) : SEGMENT_BLOCK;
}

/* ---- writing ---- */

/* With a key, so that nobody can make blocks that fit. */
static void add_sums(Buf *out, const Keep *keep, KeepFile file, Str section) {
  for (uint64_t i = 0; i < blocks_of(section.len); i++) {
    Str block = {section.ptr + i * SEGMENT_BLOCK, block_size(section.len, i)};
    pack_word64(out, keep_quick(keep, file, block));
  }
}

/* As a whole in place of what was there: keep replaces it in one step. */
static Err write_segment(Job *job, Keep *keep, const SegmentForm *form, const Str *sections, size_t count, bool waits) {
  assert(count <= SEGMENT_SECTIONS_MAX); /* the caller's own constant */
  SegmentHead described = {.sections = (uint32_t)count};
  unsigned char tag[KEEP_TAG];
  Str parts[SEGMENT_SECTIONS_MAX + 2];
  Buf head, tables;
  buf_init(&head, job->arena, SEGMENT_HEAD);
  buf_init(&tables, job->arena, SIZE_MAX / 2);
  for (size_t i = 0; i < count; i++) {
    pack_word64(&tables, sections[i].len);
    described.content += sections[i].len;
    parts[i + 2] = sections[i];
  }
  if (described.content > SEGMENT_MAX / 2) return job_fail(job, ERR_TOO_LARGE, "a kept file would be over %u GB", (unsigned)(SEGMENT_MAX >> 31));
  for (size_t i = 0; i < count; i++) add_sums(&tables, keep, form->name.file, sections[i]);
  segment_head_add(&head, form, described);
  segment_tag(job->arena, keep, form, buf_str(&head), buf_str(&tables), tag);
  buf_add(&head, (Str){(const char *)tag, sizeof tag});
  parts[0] = buf_str(&head);
  parts[1] = buf_str(&tables);
  return keep_write_parts(job, keep, form->name, parts, count + 2, waits);
}

Err segment_write(Job *job, Keep *keep, const SegmentForm *form, const Str *sections, size_t count) {
  return write_segment(job, keep, form, sections, count, true);
}

Err segment_write_soon(Job *job, Keep *keep, const SegmentForm *form, const Str *sections, size_t count) {
  return write_segment(job, keep, form, sections, count, false);
}

/* ---- opening ---- */

static Err refuse(Job *job, const Segment *segment, const char *why) {
  return job_fail(job, ERR_IO, "'%.*s' is not used: %s", STR_ARG(str_visible(job->arena, str_from_c(segment->path))), why);
}

/* What the lengths say must be what the file is, to the byte, before anything is
 * allocated by them. */
static const char *lay_out(Segment *segment, const SegmentHead *head, const char *lengths, uint64_t *ret_tables) {
  uint64_t at = 0, sums = 0;
  segment->count = head->sections;
  for (size_t i = 0; i < segment->count; i++) {
    uint64_t size = pack_load64(lengths + i * sizeof size);
    if (size > segment->bytes - at) return "its sections are longer than the file";
    segment->sections[i] = (Section){.at = at, .size = size, .first = segment->count + sums};
    at += size;
    sums += blocks_of(size);
  }
  *ret_tables = (segment->count + sums) * sizeof(uint64_t);
  for (size_t i = 0; i < segment->count; i++) segment->sections[i].at += SEGMENT_HEAD + *ret_tables;
  return at == head->content && SEGMENT_HEAD + *ret_tables + at == segment->bytes ? NULL : "its size is not what it says";
}

/* NULL: they are what was written. Else why not. */
static const char *read_tables(Segment *segment, const SegmentForm *form, Str head, uint64_t size) {
  segment->tables = arena_heap_grow(NULL, size + 1);
  if (!descriptor_read_at(segment->fd, segment->tables, size, SEGMENT_HEAD)) return "it cannot be read";
  Arena arena;
  arena_init(&arena);
  bool holds = segment_holds(&arena, segment->keep, form, head, (Str){segment->tables, size});
  arena_clear(&arena);
  return holds ? NULL : "it was not written by this user for this workspace, or is damaged";
}

/* NULL: the head is sound. */
static const char *read_head(Segment *segment, const SegmentForm *form, uint64_t size) {
  char head[SEGMENT_HEAD], lengths[SEGMENT_SECTIONS_MAX * sizeof(uint64_t)];
  SegmentHead said;
  uint64_t tables;
  segment->bytes = size;
  if (size < sizeof head || !descriptor_read_at(segment->fd, head, sizeof head, 0)) return "it is cut short";
  const char *why = segment_head_read((Str){head, sizeof head}, form, &said);
  if (why) return why;
  if (size > SEGMENT_MAX) return "it is too large";
  if (said.sections > SEGMENT_SECTIONS_MAX) return "it has too many sections";
  if (!descriptor_read_at(segment->fd, lengths, said.sections * sizeof(uint64_t), sizeof head)) return "it is cut short";
  why = lay_out(segment, &said, lengths, &tables);
  if (!why) why = read_tables(segment, form, (Str){head, sizeof head}, tables);
  /* Read twice: what was laid out must be what the tag is over. */
  if (!why && memcmp(segment->tables, lengths, said.sections * sizeof(uint64_t)) != 0) why = "it changes while it is read";
  return why;
}

/* ERR_NOT_FOUND: there is none. ERR_IO: there is one, and it is not used, with
 * words. */
Err segment_open(Job *job, Keep *keep, const SegmentForm *form, Segment **ret_segment) {
  AUTO(Segment) segment = arena_heap_alloc(sizeof *segment);
  segment->fd = -1;
  segment->keep = keep_ref(keep);
  segment->file = form->name.file;
  segment->path = str_to_heap(file_join(job->arena, keep_path(keep), keep_spell(job->arena, form->name)));
  TRY(keep_open_file(job, keep, form->name, false, &segment->fd));
  FileStat stat;
  TRY(descriptor_stat(job, segment->fd, &stat));
  const char *why = read_head(segment, form, stat.size);
  if (why) return refuse(job, segment, why);
  *ret_segment = TAKE(segment);
  return OK;
}

void segment_close(Segment *segment) {
  if (!segment) return;
  descriptor_close(segment->fd);
  keep_close(segment->keep);
  free(segment->path);
  free(segment->tables);
  free(segment);
}

uint64_t segment_bytes(const Segment *segment) { return segment->bytes; }
size_t segment_count(const Segment *segment) { return segment->count; }
uint64_t segment_size(const Segment *segment, size_t section) {
  return section < segment->count ? segment->sections[section].size : 0;
}

/* ---- reading ---- */

/* Whole blocks from `first` on, which `to` has room for. */
static const char *read_blocks(const Segment *segment, const Section *section, uint64_t first, char *to, size_t size) {
  if (!descriptor_read_at(segment->fd, to, size, section->at + first * SEGMENT_BLOCK)) return "it cannot be read";
  for (size_t done = 0, len; done < size; done += len, first++) {
    len = block_size(section->size, first);
    uint64_t sum = pack_load64(segment->tables + (section->first + first) * sizeof sum);
    if (sum != keep_quick(segment->keep, segment->file, (Str){to + done, len})) return "it is damaged";
  }
  return NULL;
}

/* Whole blocks are read and checked, and the part that was asked for is given;
 * in the arena. */
Err segment_read(Job *job, const Segment *segment, SegmentRange range, Arena *arena, Str *ret_bytes) {
  uint64_t whole = segment_size(segment, range.section);
  if (range.at > whole || range.size > whole - range.at) return refuse(job, segment, "it is shorter than it should be");
  if (!range.size) {
    *ret_bytes = STR_EMPTY;
    return OK;
  }
  uint64_t first = range.at / SEGMENT_BLOCK, end = blocks_of(range.at + range.size) * SEGMENT_BLOCK;
  if (end > whole) end = whole;
  size_t room = (size_t)(end - first * SEGMENT_BLOCK);
  char *bytes = arena_alloc(arena, room);
  const char *why = read_blocks(segment, &segment->sections[range.section], first, bytes, room);
  if (why) return refuse(job, segment, why);
  *ret_bytes = (Str){bytes + (range.at - first * SEGMENT_BLOCK), range.size};
  return OK;
}

/* The caller frees it. */
Err segment_take(Job *job, const Segment *segment, size_t section, Str *ret_bytes) {
  uint64_t size = segment_size(segment, section);
  if (section >= segment->count) return refuse(job, segment, "it is shorter than it should be");
  char *bytes = arena_heap_grow(NULL, (size_t)size + 1);
  const char *why = size ? read_blocks(segment, &segment->sections[section], 0, bytes, (size_t)size) : NULL;
  if (why) {
    free(bytes);
    return refuse(job, segment, why);
  }
  *ret_bytes = (Str){bytes, (size_t)size};
  return OK;
}

/* For files of one section that is read as a whole. */
Err segment_load(Job *job, Keep *keep, const SegmentForm *form, size_t max, Str *ret_bytes) {
  AUTO(Segment) segment = NULL;
  TRY(segment_open(job, keep, form, &segment));
  uint64_t size = segment_size(segment, 0);
  if (segment->count != 1) return refuse(job, segment, "it has not one section");
  if (size > max) {
    return job_fail(job, ERR_TOO_LARGE, "'%s' is larger than %zu bytes", segment->path, max);
  }
  return segment_read(job, segment, (SegmentRange){.size = (size_t)size}, job->arena, ret_bytes);
}
