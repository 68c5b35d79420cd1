/* The file: header and its tag, rows, blocks' table, entries. An entry is the distance of
 * its key from the one before, the length of its bytes, the bytes. All numbers
 * are little-endian, as memory is on every machine this runs on. */
#include "src/os/descriptor.h"
#include "src/text/segment_internal.h"

#include <stdatomic.h>

#include "src/base/hash.h"

#define MAGIC "fathomT4"
#define BLOCK_ENTRIES 64
#define BLOCK_BYTES (8u << 10)
#define SEGMENT_MAX UINT32_MAX

typedef struct Header {
  char magic[8];
  uint32_t row_count;
  uint32_t block_count;
  uint64_t entry_bytes;
  unsigned char table_tag[KEEP_TAG]; /* of rows and blocks */
  unsigned char tag[KEEP_TAG];       /* of what stands before */
} Header;

struct TextSegment {
  atomic_size_t more; /* references but the first */
  int fd;
  Keep *keep;
  Str part;
  uint64_t bytes;
  uint64_t entries_at;
  uint64_t entry_bytes;
  TextRow *rows;
  size_t row_count;
  TextSegmentBlock *blocks;
  size_t block_count;
};

uint64_t text_path_key(Str path) { return hash_str(path); }

/* ---- writing ---- */

void text_segment_begin(TextSegmentWriter *writer, Arena *arena, const Keep *keep) {
  *writer = (TextSegmentWriter){.arena = arena, .keep = keep};
  buf_init(&writer->entries, arena, SEGMENT_MAX);
}

static uint64_t sum_of(const Keep *keep, Str bytes) { return keep_quick(keep, KEEP_TEXT_SEGMENT, bytes); }

static void end_block(TextSegmentWriter *writer) {
  if (!writer->blocks.len) return;
  Str all = buf_str(&writer->entries);
  vec_last(&writer->blocks)->sum = sum_of(writer->keep, str_slice(all, writer->block_from, all.len));
}

void text_segment_add(TextSegmentWriter *writer, uint32_t key, Str bytes) {
  size_t at = writer->entries.len;
  if (!writer->blocks.len || writer->in_block == BLOCK_ENTRIES || at - writer->block_from > BLOCK_BYTES) {
    end_block(writer);
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

/* Rows and blocks follow each other in the file. */
static void seal_header(Header *header, const Keep *keep, Str tables) {
  keep_tag(keep, KEEP_TEXT_SEGMENT, tables, header->table_tag);
  keep_tag(keep, KEEP_TEXT_SEGMENT, bytes_of(header, offsetof(Header, tag)), header->tag);
}

Err text_segment_write(Job *job, TextSegmentWriter *writer, const TextRow *rows, size_t row_count, Keep *keep, Str part) {
  end_block(writer);
  Str row_bytes = bytes_of(rows, row_count * sizeof(*rows));
  Str block_bytes = bytes_of(writer->blocks.items, writer->blocks.len * sizeof(TextSegmentBlock));
  Header header = {.magic = MAGIC, .row_count = (uint32_t)row_count, .block_count = (uint32_t)writer->blocks.len,
                   .entry_bytes = writer->entries.len};
  Buf whole, tables;
  buf_init(&tables, writer->arena, SEGMENT_MAX);
  buf_add(&tables, row_bytes);
  buf_add(&tables, block_bytes);
  seal_header(&header, keep, buf_str(&tables));
  buf_init(&whole, writer->arena, SEGMENT_MAX);
  buf_add(&whole, bytes_of(&header, sizeof(header)));
  buf_add(&whole, buf_str(&tables));
  buf_add(&whole, buf_str(&writer->entries));
  if (whole.overflow || writer->entries.overflow) return job_fail(job, ERR_TOO_LARGE, "a text segment is over 4 GB");
  return keep_write_plain(job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, part), buf_str(&whole));
}

/* ---- reading ---- */

static Err damaged(Job *job, Str part) {
  return job_fail(job, ERR_IO, "the text segment %.*s is damaged or none of ours", STR_ARG(part));
}

/* The header says what the size says. */
static bool is_sound(const Header *header, const Keep *keep, uint64_t bytes) {
  if (memcmp(header->magic, MAGIC, sizeof(header->magic)) != 0) return false;
  if (!keep_holds(keep, KEEP_TEXT_SEGMENT, bytes_of(header, offsetof(Header, tag)), header->tag)) return false;
  uint64_t expected = sizeof(*header) + (uint64_t)header->row_count * sizeof(TextRow) +
                      (uint64_t)header->block_count * sizeof(TextSegmentBlock);
  return header->entry_bytes <= SEGMENT_MAX && expected + header->entry_bytes == bytes;
}

static bool are_blocks_in_order(const TextSegment *segment) {
  for (size_t i = 0; i < segment->block_count; i++) {
    const TextSegmentBlock *block = &segment->blocks[i];
    if (block->at >= segment->entry_bytes) return false;
    if (i && (block->key <= block[-1].key || block->at <= block[-1].at)) return false;
  }
  return !segment->block_count || segment->blocks[0].at == 0;
}

static bool read_tables(TextSegment *segment, const Header *header) {
  size_t row_size = header->row_count * sizeof(TextRow), block_size = header->block_count * sizeof(TextSegmentBlock);
  segment->row_count = header->row_count;
  segment->block_count = header->block_count;
  segment->entry_bytes = header->entry_bytes;
  segment->entries_at = sizeof(*header) + row_size + block_size;
  segment->rows = arena_heap_alloc(row_size + block_size + 1);
  segment->blocks = (void *)((char *)segment->rows + row_size);
  if (!descriptor_read_at(segment->fd, segment->rows, row_size + block_size, sizeof(*header))) return false;
  Str tables = bytes_of(segment->rows, row_size + block_size);
  return keep_holds(segment->keep, KEEP_TEXT_SEGMENT, tables, header->table_tag) && are_blocks_in_order(segment);
}

Err text_segment_open(Job *job, Keep *keep, Str part, TextSegment **ret_segment) {
  FileStat stat;
  Header header;
  AUTO(TextSegment) segment = arena_heap_alloc(sizeof(*segment));
  segment->fd = -1;
  segment->keep = keep_ref(keep);
  segment->part = (Str){str_to_heap(part), part.len};
  TRY(keep_open_file(job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, part), false, &segment->fd));
  TRY(descriptor_stat(job, segment->fd, &stat));
  segment->bytes = stat.size;
  if (!descriptor_read_at(segment->fd, &header, sizeof(header), 0) || !is_sound(&header, keep, segment->bytes) ||
      !read_tables(segment, &header)) return damaged(job, part);
  *ret_segment = TAKE(segment);
  return OK;
}

TextSegment *text_segment_ref(TextSegment *segment) {
  atomic_fetch_add(&segment->more, 1);
  return segment;
}

void text_segment_close(TextSegment *segment) {
  if (atomic_fetch_sub(&segment->more, 1) > 0) return;
  descriptor_close(segment->fd);
  keep_close(segment->keep);
  free((char *)segment->part.ptr);
  free(segment->rows); /* and blocks */
  free(segment);
}

const TextRow *text_segment_rows(const TextSegment *segment, size_t *ret_count) {
  *ret_count = segment->row_count;
  return segment->rows;
}

Str text_segment_part(const TextSegment *segment) { return segment->part; }
uint64_t text_segment_bytes(const TextSegment *segment) { return segment->bytes; }

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
  size_t size = (size_t)((is_last ? segment->entry_bytes : block[1].at) - block->at);
  char *bytes = arena_alloc(arena, size);
  if (!descriptor_read_at(segment->fd, bytes, size, segment->entries_at + block->at)) return damaged(job, segment->part);
  Str rest = {bytes, size};
  if (sum_of(segment->keep, rest) != block->sum) return damaged(job, segment->part);
  PackReader in = pack_reader(rest);
  for (uint32_t at = block->key; pack_left(&in);) {
    at += pack_read_32(&in);
    Str found = pack_read_text(&in);
    if (at == key) *ret_bytes = found;
    if (at >= key) break;
  }
  return in.bad ? damaged(job, segment->part) : OK;
}
