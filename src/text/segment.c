/* A segment of os/segment.h with three sections: the rows, the table of blocks,
 * the entries. An entry is the distance of its key from the one before, the
 * length of its bytes, the bytes. A block of entries is what is read for one
 * key. Rows and table are the structs themselves, as memory is on every machine
 * this runs on. */
#include "src/text/segment_internal.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/os/segment.h"

#define VERSION 5
#define BLOCK_ENTRIES 64
#define BLOCK_BYTES (8u << 10)
#define ENTRIES_MAX UINT32_MAX

enum { SECTION_ROWS, SECTION_BLOCKS, SECTION_ENTRIES, SECTIONS };

struct TextSegment {
  atomic_size_t more; /* references but the first */
  Segment *file;
  Str part;
  TextRow *rows;
  size_t row_count;
  TextSegmentBlock *blocks;
  size_t block_count;
};

static SegmentForm form_of(Str part) {
  return (SegmentForm){KEEP_PART(KEEP_TEXT_SEGMENT, part), VERSION, sizeof(TextRow) << 16 | sizeof(TextSegmentBlock)};
}

uint64_t text_path_key(Str path) { return hash_str(path); }

/* ---- writing ---- */

void text_segment_begin(TextSegmentWriter *writer, Arena *arena) {
  *writer = (TextSegmentWriter){.arena = arena};
  buf_init(&writer->entries, arena, ENTRIES_MAX);
}

void text_segment_add(TextSegmentWriter *writer, uint32_t key, Str bytes) {
  size_t at = writer->entries.len;
  if (!writer->blocks.len || writer->in_block == BLOCK_ENTRIES || at - writer->block_from > BLOCK_BYTES) {
    *vec_add(writer->arena, &writer->blocks) = (TextSegmentBlock){.key = key, .at = (uint32_t)at};
    writer->block_from = at;
    writer->in_block = 0;
    writer->last = key;
  }
  pack_number(&writer->entries, key - writer->last);
  pack_text(&writer->entries, bytes);
  writer->last = key;
  writer->in_block++;
}

static Str bytes_of(const void *items, size_t size) { return (Str){items ? items : "", size}; }

Err text_segment_write(Job *job, TextSegmentWriter *writer, const TextRow *rows, size_t row_count, Keep *keep, Str part) {
  SegmentForm form = form_of(part);
  Str sections[SECTIONS] = {[SECTION_ROWS] = bytes_of(rows, row_count * sizeof(*rows)),
                            [SECTION_BLOCKS] = bytes_of(writer->blocks.items, writer->blocks.len * sizeof(TextSegmentBlock)),
                            [SECTION_ENTRIES] = buf_str(&writer->entries)};
  if (writer->entries.overflow) return job_fail(job, ERR_TOO_LARGE, "a text segment is over 4 GB");
  return segment_write(job, keep, &form, sections, SECTIONS);
}

/* ---- reading ---- */

static Err damaged(Job *job, Str part) {
  return job_fail(job, ERR_IO, "the text segment %.*s is damaged", STR_ARG(part));
}

static bool are_blocks_in_order(const TextSegment *segment, uint64_t entries) {
  for (size_t i = 0; i < segment->block_count; i++) {
    const TextSegmentBlock *block = &segment->blocks[i];
    if (block->at >= entries) return false;
    if (i && (block->key <= block[-1].key || block->at <= block[-1].at)) return false;
  }
  return !segment->block_count || segment->blocks[0].at == 0;
}

static Err read_tables(Job *job, TextSegment *segment) {
  Str rows, blocks;
  uint64_t row_bytes = segment_size(segment->file, SECTION_ROWS), block_bytes = segment_size(segment->file, SECTION_BLOCKS);
  if (segment_count(segment->file) != SECTIONS || row_bytes % sizeof(TextRow) || row_bytes / sizeof(TextRow) > UINT32_MAX ||
      block_bytes % sizeof(TextSegmentBlock)) return damaged(job, segment->part);
  TRY(segment_take(job, segment->file, SECTION_ROWS, &rows));
  segment->rows = (void *)(uintptr_t)rows.ptr;
  segment->row_count = rows.len / sizeof(TextRow);
  TRY(segment_take(job, segment->file, SECTION_BLOCKS, &blocks));
  segment->blocks = (void *)(uintptr_t)blocks.ptr;
  segment->block_count = blocks.len / sizeof(TextSegmentBlock);
  bool is_sound = are_blocks_in_order(segment, segment_size(segment->file, SECTION_ENTRIES));
  return is_sound ? OK : damaged(job, segment->part);
}

Err text_segment_open(Job *job, Keep *keep, Str part, TextSegment **ret_segment) {
  SegmentForm form = form_of(part);
  AUTO(TextSegment) segment = arena_heap_alloc(sizeof(*segment));
  segment->part = (Str){str_to_heap(part), part.len};
  TRY(segment_open(job, keep, &form, &segment->file));
  TRY(read_tables(job, segment));
  *ret_segment = TAKE(segment);
  return OK;
}

TextSegment *text_segment_ref(TextSegment *segment) {
  atomic_fetch_add(&segment->more, 1);
  return segment;
}

void text_segment_close(TextSegment *segment) {
  if (atomic_fetch_sub(&segment->more, 1) > 0) return;
  segment_close(segment->file);
  free((char *)segment->part.ptr);
  free(segment->rows);
  free(segment->blocks);
  free(segment);
}

const TextRow *text_segment_rows(const TextSegment *segment, size_t *ret_count) {
  *ret_count = segment->row_count;
  return segment->rows;
}

Str text_segment_part(const TextSegment *segment) { return segment->part; }
uint64_t text_segment_bytes(const TextSegment *segment) { return segment_bytes(segment->file); }

/* The last block whose first key is not behind `key`. */
static const TextSegmentBlock *block_of(const TextSegment *segment, uint32_t key) {
  size_t low = 0, high = segment->block_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (segment->blocks[middle].key <= key) low = middle + 1;
    else high = middle;
  }
  return low ? &segment->blocks[low - 1] : NULL;
}

Err text_segment_find(Job *job, const TextSegment *segment, uint32_t key, Arena *arena, Str *ret_bytes) {
  const TextSegmentBlock *block = block_of(segment, key);
  *ret_bytes = (Str){NULL, 0};
  if (!block) return OK;
  bool is_last = block == &segment->blocks[segment->block_count - 1];
  uint64_t end = is_last ? segment_size(segment->file, SECTION_ENTRIES) : block[1].at;
  SegmentRange range = {SECTION_ENTRIES, block->at, (size_t)(end - block->at)};
  Str entries;
  TRY(segment_read(job, segment->file, range, arena, &entries));
  PackReader in = pack_reader(entries);
  for (uint32_t at = block->key; pack_left(&in);) {
    at += pack_read_32(&in);
    Str found = pack_read_text(&in);
    if (at == key) *ret_bytes = found;
    if (at >= key) break;
  }
  return in.bad ? damaged(job, segment->part) : OK;
}
