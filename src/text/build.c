/* Making segments: files are read in the order of their paths, their trigrams
 * gathered as pairs until the memory is full, sorted, and written. */
#include <string.h>

#include "src/base/hash.h"
#include "src/os/file.h"
#include "src/os/stamp.h"
#include "src/text/index_internal.h"
#include "src/text/match_internal.h"
#include "src/text/trigrams_internal.h"

#define FILE_BYTES_MAX ((uint64_t)32 << 20) /* larger files are always looked into */
#define FILE_TRIGRAMS_MAX ((size_t)1 << 19)
#define PAIRS_MIN ((size_t)1 << 20)
#define WORTH_BYTES ((uint64_t)4 << 20)  /* left over by the segments: worth a new one */
#define WORTH_FILES 512
#define SMALL_ROWS 1024
#define SMALL_MAX 8 /* small segments: more are made one */

typedef struct Builder {
  Job *job;
  TextIndex *index;
  TextFiles *files;
  const TextBuild *build;
  TextBench bench;
  TextTrigrams trigrams;
  uint64_t *pairs; /* trigram << 32 | row */
  uint64_t *sorted;
  size_t count, cap;
  TextRow *rows;
  size_t row_count, row_cap;
  uint32_t *wanted; /* file numbers */
  size_t wanted_count;
} Builder;

/* ---- what is to be done ---- */

/* Segments whose files are read again: mostly out of date, or small ones that
 * piled up. */
static bool *choose_dropped(const TextSegments *set, const TextCover *cover) {
  bool *dropped = arena_heap_alloc(set->count + 1);
  size_t small = 0;
  for (size_t s = 0; s < set->count; s++) {
    size_t rows, live = 0;
    text_segment_rows(set->items[s], &rows);
    for (size_t i = 0; i < rows; i++) live += cover->files[s][i] != TEXT_NO_FILE;
    dropped[s] = live * 2 < rows || !live;
    small += !dropped[s] && rows < SMALL_ROWS;
  }
  for (size_t s = 0; small > SMALL_MAX && s < set->count; s++) {
    size_t rows;
    text_segment_rows(set->items[s], &rows);
    dropped[s] |= rows < SMALL_ROWS;
  }
  return dropped;
}

static void release_rows(const TextSegments *set, const TextCover *cover, const bool *dropped, uint8_t *is_covered) {
  for (size_t s = 0; s < set->count; s++) {
    size_t rows;
    text_segment_rows(set->items[s], &rows);
    for (size_t i = 0; dropped[s] && i < rows; i++) {
      if (cover->files[s][i] != TEXT_NO_FILE) is_covered[cover->files[s][i]] = 0;
    }
  }
}

/* The files to read; false: too few to bother. */
static bool plan(Builder *builder, const TextSegments *set, bool **ret_dropped) {
  TextFiles *files = builder->files;
  lock_take(&files->lock);
  const TextCover *cover = text_files_cover(files, set);
  *ret_dropped = choose_dropped(set, cover);
  uint8_t *is_covered = arena_heap_alloc(files->count + 1);
  memcpy(is_covered, cover->is_covered, files->count);
  release_rows(set, cover, *ret_dropped, is_covered);
  uint64_t bytes = 0;
  for (size_t i = 0; i < files->count; i++) {
    const TextFile *file = &files->items[i];
    if (is_covered[i] || !(file->stamp || file->hash) || !file->size || file->size > FILE_BYTES_MAX) continue;
    builder->wanted[builder->wanted_count++] = (uint32_t)i;
    bytes += file->size;
  }
  lock_give(&files->lock);
  free(is_covered);
  return builder->build->anyway ? builder->wanted_count : bytes >= WORTH_BYTES || builder->wanted_count >= WORTH_FILES;
}

/* ---- segments ---- */

/* By trigram; rows of one stay in order. */
static void sort_pairs(Builder *builder) {
  uint64_t *from = builder->pairs, *to = builder->sorted;
  size_t *starts = arena_heap_alloc(4097 * sizeof(size_t));
  for (int shift = 32; shift < 56; shift += 12) {
    memset(starts, 0, 4097 * sizeof(size_t));
    for (size_t i = 0; i < builder->count; i++) starts[(from[i] >> shift & 4095) + 1]++;
    for (size_t i = 1; i < 4097; i++) starts[i] += starts[i - 1];
    for (size_t i = 0; i < builder->count; i++) to[starts[from[i] >> shift & 4095]++] = from[i];
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  free(starts);
}

static void add_entries(Builder *builder, TextSegmentWriter *writer, Arena *arena) {
  Buf list;
  buf_init(&list, arena, SIZE_MAX / 2);
  for (size_t i = 0, end; i < builder->count; i = end) {
    uint32_t trigram = (uint32_t)(builder->pairs[i] >> 32);
    for (end = i; end < builder->count && builder->pairs[end] >> 32 == trigram; end++) continue;
    buf_truncate(&list, 0);
    uint32_t next = 0;
    bool is_common = (end - i) * 2 > builder->row_count;
    for (size_t k = i; !is_common && k < end; k++) {
      uint32_t row = (uint32_t)builder->pairs[k];
      pack_number(&list, row - next);
      next = row + 1;
    }
    text_segment_add(writer, trigram, buf_str(&list));
  }
}

/* A number nobody has; the folder is ours while the lock is held. */
static Err new_part(Job *job, const TextIndex *index, Str *ret_part) {
  KeepParts parts;
  TRY(keep_list(job, index->keep, KEEP_TEXT_SEGMENT, &parts));
  for (unsigned number = 1;; number++) {
    bool is_taken = false;
    *ret_part = str_format(job->arena, "%u", number);
    for (size_t i = 0; i < parts.len && !is_taken; i++) is_taken = str_eq(parts.items[i], *ret_part);
    if (!is_taken) return OK;
  }
}

static Err flush(Builder *builder) {
  if (!builder->row_count) return OK;
  Arena arena;
  TextSegmentWriter writer;
  TextSegment *segment;
  Job *job = builder->job;
  arena_init(&arena);
  sort_pairs(builder);
  Keep *keep = builder->index->keep;
  text_segment_begin(&writer, &arena);
  add_entries(builder, &writer, &arena);
  Str part;
  Err err = new_part(job, builder->index, &part);
  if (!err) err = text_segment_write(job, &writer, builder->rows, builder->row_count, keep, part);
  arena_clear(&arena);
  if (!err) err = text_segment_open(job, keep, part, &segment);
  if (!err) text_index_replace(builder->index, segment, NULL, NULL);
  builder->row_count = 0;
  builder->count = 0;
  return err;
}

/* ---- files ---- */

/* What was read is what the caller saw: by its contents, or by its stamp where
 * one of them does not know those. `hash` 0: the text was decoded. */
static bool is_as_seen(Builder *builder, const TextFile *file, uint64_t hash) {
  FileStat stat;
  if (file->hash && hash) return file->hash == hash;
  if (root_stat(builder->job, builder->build->root, file->path, &stat)) {
    job_forgive(builder->job);
    return false;
  }
  return stat.kind == FILE_REGULAR && stamp_of(&stat) == file->stamp;
}

static void add_row(Builder *builder, const TextFile *file, uint64_t hash) {
  if (builder->row_count == builder->row_cap) {
    builder->row_cap = builder->row_cap ? builder->row_cap * 2 : 1024;
    builder->rows = arena_heap_grow(builder->rows, builder->row_cap * sizeof(TextRow));
  }
  uint64_t row = builder->row_count++;
  builder->rows[row] = (TextRow){text_path_key(file->path), file->size, file->stamp, hash};
  for (size_t i = 0; i < builder->trigrams.count; i++) {
    builder->pairs[builder->count++] = (uint64_t)builder->trigrams.items[i] << 32 | row;
  }
}

static Err take_file(Builder *builder, const TextFile *file) {
  Str text;
  TRY(job_check(builder->job));
  if (text_read(builder->job, builder->build->root, file, &builder->bench, &text) != TEXT_READ) return OK;
  /* A text of another size was changed since the list of files was made. It gets
   * no hash that could be taken for that of the file in the list. */
  uint64_t hash = text.len == file->size ? hash_str(text) : 0;
  if (!is_as_seen(builder, file, hash)) return OK;
  if (text_is_binary(text)) text = STR_EMPTY; /* never matched */
  /* A file with more different trigrams than this is data rather than source and
   * would fit nearly every search. It stays uncovered and is always looked into. */
  if (!text_trigrams_of(&builder->trigrams, text, FILE_TRIGRAMS_MAX)) return OK;
  /* All trigrams of one file go into one segment, so it is written before them. */
  if (builder->count + builder->trigrams.count > builder->cap) TRY(flush(builder));
  add_row(builder, file, hash);
  return OK;
}

static Err read_files(Builder *builder) {
  for (size_t i = 0; i < builder->wanted_count; i++) {
    TRY(take_file(builder, &builder->files->items[builder->wanted[i]]));
  }
  return flush(builder);
}

/* What is damaged or was not written by this user is in the way of nobody, but
 * takes room. With the lock. */
static void remove_unusable(Job *job, TextIndex *index, const TextSegments *set) {
  KeepParts parts = {0};
  if (keep_list(job, index->keep, KEEP_TEXT_SEGMENT, &parts)) job_forgive(job);
  for (size_t i = 0; i < parts.len; i++) {
    if (text_segments_have(set, parts.items[i])) continue;
    if (keep_remove(job, index->keep, KEEP_PART(KEEP_TEXT_SEGMENT, parts.items[i]))) job_forgive(job);
  }
}

static Err run(Builder *builder) {
  TextIndex *index = builder->index;
  text_index_reload(builder->job, index);
  TextSegments *set = text_index_segments(index);
  remove_unusable(builder->job, index, set);
  bool *dropped = NULL;
  Err err = OK;
  builder->wanted = arena_heap_alloc((builder->files->count + 1) * sizeof(uint32_t));
  if (plan(builder, set, &dropped)) {
    size_t cap = builder->build->memory / (2 * sizeof(uint64_t));
    builder->cap = cap > PAIRS_MIN ? cap : PAIRS_MIN;
    builder->pairs = arena_heap_alloc(builder->cap * sizeof(uint64_t));
    builder->sorted = arena_heap_alloc(builder->cap * sizeof(uint64_t));
    text_trigrams_init(&builder->trigrams);
    err = read_files(builder);
    /* Old segments go only after the new ones are in place. In between files may be
     * covered twice, which does no harm; uncovered they would be read in full. */
    if (!err) text_index_replace(index, NULL, set, dropped);
  }
  free(dropped);
  text_segments_unref(set);
  free(builder->wanted);
  free(builder->pairs);
  free(builder->sorted);
  free(builder->rows);
  text_trigrams_clear(&builder->trigrams);
  text_bench_clear(&builder->bench);
  return err;
}

/* One process builds at a time. ERR_BUSY says that another one does, and what
 * it writes is taken in by the next reload. */
Err text_index_build(Job *job, TextIndex *index, TextFiles *files, const TextBuild *build) {
  if (!index->keep) return job_fail(job, ERR_UNAVAILABLE, "there is no place for a text index");
  int lock;
  TRY(keep_lock(job, index->keep, KEEP(KEEP_TEXT_LOCK), &lock));
  Builder builder = {.job = job, .index = index, .files = files, .build = build};
  Err err = run(&builder);
  file_unlock(lock);
  return err;
}

/* ---- behind everybody's back ---- */

typedef struct Later {
  TextIndex *index;
  TextFiles *files;
  TextBuild build;
} Later;

static void build_main(void *context) {
  Later *later = context;
  TextIndex *index = later->index;
  Arena arena;
  Job job;
  thread_work_last();
  arena_init(&arena);
  job_init(&job, &arena);
  lock_take(&index->lock);
  index->job = &job;
  bool is_closing = index->is_closing;
  lock_give(&index->lock);
  Err err = is_closing ? OK : text_index_build(&job, index, later->files, &later->build);
  lock_take(&index->lock);
  index->job = NULL;
  index->is_building = false;
  /* A full disk would otherwise be tried again after every search. */
  index->gave_up = err && err != ERR_BUSY;
  if (!err) index->settled = later->files->id;
  lock_give(&index->lock);
  arena_clear(&arena);
  text_files_unref(later->files);
  free(later);
}

void text_index_build_later(TextIndex *index, TextFiles *files, const TextBuild *build) {
  lock_take(&index->lock);
  bool starts = index->keep && !index->is_building && !index->gave_up && !index->is_closing &&
                index->settled != files->id;
  /* Its flag went down with this lock held, so nothing but its return is left. */
  if (starts && index->has_thread) thread_join(index->thread); /* it is done */
  if (starts) {
    Later *later = arena_heap_alloc(sizeof(*later));
    *later = (Later){index, text_files_ref(files), *build};
    index->is_building = true;
    index->has_thread = thread_start(build_main, later, &index->thread);
    if (!index->has_thread) {
      index->is_building = false;
      text_files_unref(files);
      free(later);
    }
  }
  lock_give(&index->lock);
}
