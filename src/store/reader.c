/* Readers: connections, files, numbers and counts. */
#include <stdlib.h>
#include <string.h>

#include "src/store/store_internal.h"

/* The generation is read before opening: a repair in between makes this reader
 * an old one, never a new one by mistake. */
Err store_reader_open(Job *job, Store *store, StoreReader **ret_reader) {
  StoreConnection *connection;
  unsigned generation = atomic_load(&store->generation);
  TRY(store->engine->open(job, store, false, &connection));
  Err err = store_usual_memory(job, connection);
  if (err) {
    store->engine->close(connection, false);
    return err;
  }
  StoreReader *reader = arena_heap_alloc(sizeof(StoreReader));
  if (store->engine->state) connection = store_keep_rows(connection);
  *reader = (StoreReader){.connection = connection, .generation = generation};
  *ret_reader = reader;
  return OK;
}

void store_reader_close(StoreReader *reader) {
  store_expect_end(reader);
  reader->connection->engine->close(reader->connection, false);
  free(reader);
}

/* A reader of a file that was replaced still reads, but what it reads is the
 * past. */
bool store_reader_is_current(const StoreReader *reader) {
  return reader->generation == atomic_load(&reader->connection->store->generation);
}

/* Switched between questions, when no cursor is open. */
static Err fit_memory(Job *job, StoreReader *reader) {
  bool has_few = atomic_load(&reader->connection->store->is_loading);
  if (has_few == reader->has_few) return OK;
  reader->has_few = has_few;
  return has_few ? store_small_memory(job, reader->connection) : store_usual_memory(job, reader->connection);
}

/* From here to the end the job can stop any call. */
Err store_read_begin(Job *job, StoreReader *reader) {
  TRY(fit_memory(job, reader));
  reader->connection->engine->obey(reader->connection, job);
  TRY(reader->connection->engine->begin(job, reader->connection));
  reader->is_reading = true;
  return OK;
}

void store_read_end(StoreReader *reader) {
  reader->is_reading = false;
  store_read_pause(reader);
  reader->connection->engine->end(reader->connection);
}

void store_read_pause(StoreReader *reader) {
  store_expect_nothing(reader);
  reader->connection->engine->obey(reader->connection, NULL);
}

void store_read_resume(Job *job, StoreReader *reader) { reader->connection->engine->obey(reader->connection, job); }

/* ---- files ---- */

/* A negative count can only be damage, and is nothing. */
static size_t size_in(const StoreCell *cells, int at) { return cells[at].number > 0 ? (size_t)cells[at].number : 0; }

bool store_read_file(Arena *arena, const StoreCell *cells, StoreFile *ret_file) {
  int64_t flags = cells[CELL_FILE_FLAGS].number;
  if (!store_is_file(cells[CELL_FILE_ID].number) || !cells[CELL_FILE_PATH].bytes.len) return false;
  *ret_file = (StoreFile){
      .id = {cells[CELL_FILE_ID].number}, .path = str_copy(arena, cells[CELL_FILE_PATH].bytes),
      .language = str_copy(arena, cells[CELL_FILE_LANGUAGE].bytes), .skip = str_copy(arena, cells[CELL_FILE_SKIP].bytes),
      .size = (uint64_t)cells[CELL_FILE_SIZE].number, .mtime_ns = cells[CELL_FILE_MTIME].number,
      .stamp = (uint64_t)cells[CELL_FILE_STAMP].number, .hash = (uint64_t)cells[CELL_FILE_HASH].number,
      .surface = (uint64_t)cells[CELL_FILE_SURFACE].number, .broken = flags & STORE_FLAG_BROKEN,
      .cut = flags & STORE_FLAG_CUT, .is_test = flags & STORE_FLAG_TEST, .is_renumbered = flags & STORE_FLAG_RENUMBERED,
      .symbols = size_in(cells, CELL_FILE_SYMBOLS), .edges = size_in(cells, CELL_FILE_EDGES),
      .resolved = size_in(cells, CELL_FILE_RESOLVED), .external = size_in(cells, CELL_FILE_EXTERNAL),
      .unresolved = size_in(cells, CELL_FILE_UNRESOLVED)};
  return true;
}

static Err add_files(Job *job, StoreReader *reader, StoreView view, StoreRange range, StoreFiles *files) {
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, view, range, &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    if (!store_read_file(job->arena, rows.row, vec_add(job->arena, files))) return store_stop_damaged(job, &rows);
  }
}

/* The file of that path, and all beneath it as a folder: the range from
 * "path/" to before "path0", the next character. */
Err store_list_files(Job *job, StoreReader *reader, Str path, StoreFiles *ret_files) {
  StoreFiles files = {0};
  StoreRange range = {0};
  if (path.len) {
    TRY(add_files(job, reader, VIEW_FILE_BY_PATH, store_range_text(job->arena, path), &files));
    range.from_text = str_format(job->arena, "%.*s/", STR_ARG(path));
    range.to_text = str_format(job->arena, "%.*s%c", STR_ARG(path), '/' + 1);
  }
  TRY(add_files(job, reader, VIEW_FILE_BY_PATH, range, &files));
  *ret_files = files;
  return OK;
}

/* Those with the reason `first` come first; the limit holds for all
 * together. */
Err store_list_skipped(Job *job, StoreReader *reader, Str except, Str first, size_t limit, StoreFiles *ret_files) {
  StoreFiles files = {0}, others = {0};
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, VIEW_FILE_SKIPPED, (StoreRange){0}, &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    Str reason = rows.row[CELL_FILE_SKIP].bytes;
    StoreFiles *of = str_eq(reason, first) ? &files : &others;
    if (str_eq(reason, except) || of->len >= limit) continue;
    if (!store_read_file(job->arena, rows.row, vec_add(job->arena, of))) return store_stop_damaged(job, &rows);
  }
  for (size_t i = 0; i < others.len && files.len < limit; i++) *vec_add(job->arena, &files) = others.items[i];
  *ret_files = files;
  return OK;
}

Err store_get_file(Job *job, StoreReader *reader, FileId file, StoreFile *ret_file) {
  StoreFiles files = {0};
  if (store_is_file(file.value) && store_expected_file(job, reader, file, ret_file)) return OK;
  TRY(add_files(job, reader, VIEW_FILE, store_range_one(file.value), &files));
  *ret_file = files.len ? files.items[0] : (StoreFile){0};
  return OK;
}

/* What one view has about one file, copied; ptr NULL: nothing. */
static Err get_bytes(Job *job, StoreReader *reader, StoreView view, FileId file, Str *ret_bytes) {
  StoreCursor rows;
  bool row;
  TRY(store_get_one(job, reader->connection, view, file.value, &rows, &row));
  *ret_bytes = row ? str_copy(job->arena, rows.row[1].bytes) : (Str){NULL, 0};
  if (row) store_stop(&rows);
  return OK;
}

Err store_get_content(Job *job, StoreReader *reader, FileId file, Str *ret_data) {
  return get_bytes(job, reader, VIEW_CONTENT, file, ret_data);
}

/* Copied, which also makes them aligned. */
Err store_get_keys(Job *job, StoreReader *reader, FileId file, uint64_t **ret_keys, size_t *ret_count) {
  Str bytes;
  TRY(get_bytes(job, reader, VIEW_KEYS, file, &bytes));
  *ret_count = bytes.len / sizeof(uint64_t);
  *ret_keys = arena_copy(job->arena, bytes.ptr ? bytes.ptr : "", *ret_count * sizeof(uint64_t));
  return OK;
}

/* ---- links ---- */

/* Both lists are differences of sorted numbers. */
static Err unpack_links(Job *job, StoreReader *reader, const StoreCell *cells, StoreFileEdges *links) {
  PackReader uses = pack_reader(cells[1].bytes);
  PackReader asks = pack_reader(cells[2].bytes);
  FileId own = {cells[0].number};
  VEC(FileId) files = {0};
  VEC(uint32_t) keys = {0};
  for (int64_t file = 0; uses.at < uses.end && !uses.bad;) {
    file += (int64_t)pack_read_32(&uses);
    *vec_add(job->arena, &files) = (FileId){file};
  }
  for (uint32_t key = 0; asks.at < asks.end && !asks.bad;) {
    key += pack_read_32(&asks);
    *vec_add(job->arena, &keys) = key;
  }
  if (files.len && !store_is_file(vec_last(&files)->value)) uses.bad = true; /* sums: the last is the largest */
  if (uses.bad || asks.bad || !store_is_file(own.value)) return store_damage(job, reader->connection->store);
  *links = (StoreFileEdges){.file = own, .uses = files.items, .use_count = files.len,
                        .asks = keys.items, .ask_count = keys.len};
  return OK;
}

/* What `each` is given is gone with the next row. */
Err store_each_file_edges(Job *job, StoreReader *reader, StoreEachFileEdges *each, void *context) {
  StoreCursor rows;
  Arena arena;
  TRY(store_scan(job, reader->connection, VIEW_LINKS, store_range_all(), &rows));
  arena_init(&arena);
  Err err;
  for (bool row; !(err = store_next(job, &rows, &row)) && row;) {
    StoreFileEdges links;
    {
      JOB_ARENA(job, &arena);
      err = unpack_links(job, reader, rows.row, &links);
    }
    if (!err) err = each(context, job, &links);
    arena_reset(&arena);
    if (err) break;
  }
  store_stop(&rows);
  arena_clear(&arena);
  return err;
}

/* ---- numbers and counts ---- */

Err store_get_number(Job *job, StoreReader *reader, Str name, int64_t *ret_value) {
  StoreCursor rows;
  bool row;
  TRY(store_scan(job, reader->connection, VIEW_VALUE, store_range_text(job->arena, name), &rows));
  TRY(store_next(job, &rows, &row));
  *ret_value = row ? rows.row[0].number : 0;
  if (row) store_stop(&rows);
  return OK;
}

/* Kinds that do not exist are passed over: this is for a summary, not for
 * finding. */
Err store_count_kinds(Job *job, StoreReader *reader, size_t *ret_kinds) {
  StoreCursor rows;
  memset(ret_kinds, 0, SYMBOL_KIND_COUNT * sizeof(*ret_kinds));
  TRY(store_scan(job, reader->connection, VIEW_SYMBOL_KIND, store_range_all(), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    int64_t kind = rows.row[1].number;
    if (kind >= 0 && kind < SYMBOL_KIND_COUNT) ret_kinds[kind]++;
  }
}

/* There are few languages and few reasons: lists are enough. */
typedef struct Counting {
  VEC(StoreLanguages) languages;
  VEC(StoreSkips) skips;
} Counting;

/* Files of a language mostly follow each other: the last one is tried first. */
static StoreLanguages *language_of(Job *job, Counting *counting, Str name) {
  for (size_t i = counting->languages.len; i-- > 0;) {
    if (str_eq(counting->languages.items[i].language, name)) return &counting->languages.items[i];
  }
  StoreLanguages *one = vec_add(job->arena, &counting->languages);
  *one = (StoreLanguages){.language = str_copy(job->arena, name)};
  return one;
}

static void count_skip(Job *job, Counting *counting, Str reason) {
  for (size_t i = 0; i < counting->skips.len; i++) {
    if (!str_eq(counting->skips.items[i].reason, reason)) continue;
    counting->skips.items[i].count++;
    return;
  }
  *vec_add(job->arena, &counting->skips) = (StoreSkips){str_copy(job->arena, reason), 1};
}

/* Sizes that cannot be added up are damage. */
static bool count_file(Job *job, Counting *counting, const StoreCell *cells, StoreCounts *counts) {
  StoreLanguages *one = language_of(job, counting, cells[CELL_FILE_LANGUAGE].bytes);
  size_t symbols = size_in(cells, CELL_FILE_SYMBOLS), edges = size_in(cells, CELL_FILE_EDGES);
  size_t resolved = size_in(cells, CELL_FILE_RESOLVED), external = size_in(cells, CELL_FILE_EXTERNAL);
  size_t unresolved = size_in(cells, CELL_FILE_UNRESOLVED);
  uint64_t bytes = (uint64_t)cells[CELL_FILE_SIZE].number;
  if (__builtin_add_overflow(counts->bytes, bytes, &counts->bytes) || counts->bytes > INT64_MAX ||
      __builtin_add_overflow(counts->symbols, symbols, &counts->symbols) ||
      __builtin_add_overflow(counts->edges, edges, &counts->edges) ||
      __builtin_add_overflow(counts->resolved, resolved, &counts->resolved) ||
      __builtin_add_overflow(counts->external, external, &counts->external) ||
      __builtin_add_overflow(counts->unresolved, unresolved, &counts->unresolved)) return false;
  counts->files++;
  counts->broken += (cells[CELL_FILE_FLAGS].number & STORE_FLAG_BROKEN) != 0;
  one->files++;
  one->bytes += bytes;
  one->symbols += symbols;
  one->resolved += resolved;
  one->external += external;
  one->unresolved += unresolved;
  return true;
}

static int by_files(const void *a, const void *b) {
  const StoreLanguages *x = a, *y = b;
  if (x->files != y->files) return x->files > y->files ? -1 : 1;
  return str_compare(x->language, y->language);
}

static int by_count(const void *a, const void *b) {
  const StoreSkips *x = a, *y = b;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  return str_compare(x->reason, y->reason);
}

Err store_count(Job *job, StoreReader *reader, StoreCounts *ret_counts) {
  StoreCounts counts = {0};
  Counting counting = {0};
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, VIEW_FILE, store_range_all(), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    if (rows.row[CELL_FILE_SKIP].bytes.len) count_skip(job, &counting, rows.row[CELL_FILE_SKIP].bytes);
    else if (!count_file(job, &counting, rows.row, &counts)) return store_stop_damaged(job, &rows);
  }
  if (counting.languages.len) qsort(counting.languages.items, counting.languages.len, sizeof(StoreLanguages), by_files);
  if (counting.skips.len) qsort(counting.skips.items, counting.skips.len, sizeof(StoreSkips), by_count);
  counts.languages = counting.languages.items;
  counts.language_count = counting.languages.len;
  counts.skips = counting.skips.items;
  counts.skip_count = counting.skips.len;
  *ret_counts = counts;
  return OK;
}
