/* The files of one state of a workspace. */
#include "src/base/idmap.h"
#include "src/text/search_internal.h"

/* A state never changes once made; a newer one is another object with
 * another number, and searches under way keep theirs. */
TextFiles *text_files_open(const TextFile *items, size_t count) {
  static atomic_uint_fast64_t last;
  TextFiles *files = arena_heap_alloc(sizeof(*files));
  files->id = atomic_fetch_add(&last, 1) + 1;
  arena_init(&files->arena);
  lock_init(&files->lock);
  atomic_init(&files->refs, 1);
  files->items = arena_copy(&files->arena, items, count * sizeof(*items));
  files->count = count;
  for (size_t i = 0; i < count; i++) files->items[i].path = str_copy(&files->arena, items[i].path);
  return files;
}

TextFiles *text_files_ref(TextFiles *files) {
  atomic_fetch_add(&files->refs, 1);
  return files;
}

static void free_cover(TextCover *cover) {
  if (!cover) return;
  for (size_t i = 0; i < cover->segments; i++) free(cover->files[i]);
  free(cover->files);
  free(cover->is_covered);
  free(cover);
}

/* Whoever gives the last reference back frees it, on any thread. */
void text_files_unref(TextFiles *files) {
  if (atomic_fetch_sub(&files->refs, 1) > 1) return;
  free_cover(files->cover);
  lock_clear(&files->lock);
  arena_clear(&files->arena);
  free(files);
}

const TextFile *text_files_items(const TextFiles *files, size_t *ret_count) {
  *ret_count = files->count;
  return files->items;
}

/* ---- which rows of segments are which files ---- */

/* File numbers by the key of their path. */
static void number_paths(Idmap *numbers, Arena *arena, const TextFiles *files) {
  idmap_init(numbers, arena);
  idmap_reserve(numbers, files->count);
  for (size_t i = 0; i < files->count; i++) idmap_add(numbers, text_path_key(files->items[i].path), (uint32_t)i);
}

/* The same contents have the same trigrams, whatever became of the file since:
 * copied, or checked out again. Where they are not known the stamp decides. */
static bool is_as_read(const TextFile *file, const TextRow *row) {
  if (file->size != row->size) return false;
  if (file->hash && row->hash) return file->hash == row->hash;
  return file->stamp && file->stamp == row->stamp;
}

/* The file as the row saw it, and no other segment's already. */
static uint32_t find_row(const TextFiles *files, const Idmap *numbers, const TextRow *row, const uint8_t *is_covered) {
  uint32_t number = idmap_get(numbers, row->path);
  if (number == IDMAP_NONE || is_covered[number]) return TEXT_NO_FILE;
  return is_as_read(&files->items[number], row) ? number : TEXT_NO_FILE;
}

/* Which file each row of each segment speaks of, as things are now. A file
 * may be in several segments, the older ones describing what it was; it
 * counts in one. */
static TextCover *make_cover(const TextFiles *files, const TextSegments *segments) {
  TextCover *cover = arena_heap_alloc(sizeof(*cover));
  *cover = (TextCover){.version = segments->version, .segments = segments->count,
                       .files = arena_heap_alloc((segments->count + 1) * sizeof(uint32_t *)),
                       .is_covered = arena_heap_alloc(files->count + 1)};
  Arena arena;
  Idmap numbers;
  arena_init(&arena);
  number_paths(&numbers, &arena, files);
  for (size_t s = segments->count; s-- > 0;) { /* the newest knows best */
    size_t rows;
    const TextRow *row = text_segment_rows(segments->items[s], &rows);
    cover->files[s] = arena_heap_alloc((rows + 1) * sizeof(uint32_t));
    for (size_t i = 0; i < rows; i++) {
      uint32_t number = find_row(files, &numbers, &row[i], cover->is_covered);
      cover->files[s][i] = number;
      if (number == TEXT_NO_FILE) continue;
      cover->is_covered[number] = 1;
      cover->covered++;
    }
  }
  arena_clear(&arena);
  return cover;
}

const TextCover *text_files_cover(TextFiles *files, const TextSegments *segments) {
  if (!files->cover || files->cover->version != segments->version) {
    free_cover(files->cover);
    files->cover = make_cover(files, segments);
  }
  return files->cover;
}
