/* A second engine, for tests: rows in memory, as plain as can be. Every batch
 * works on a copy of all rows, every question goes through a whole table. What
 * the store does must be the same over it as over SQLite. */
#ifndef FATHOM_TESTS_STORE_MEMORY_H
#define FATHOM_TESTS_STORE_MEMORY_H

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/vec.h"
#include "src/model/words.h"
#include "src/store/backend_internal.h"

typedef enum MemoryTable { T_NUMBERS, T_FILES, T_CONTENT, T_LINKS, T_OPEN, T_OUTWARD, T_NAMES, T_WORDS, T_SYMBOLS, T_EDGES, T_SOURCES, T_COUNT } MemoryTable;

static const struct {
  const char *columns;
  int keys; /* so many of them */
} memory_tables[T_COUNT] = {
    [T_NUMBERS] = {"tn", 1}, [T_FILES] = {STORE_FILE_COLUMNS, 1}, [T_CONTENT] = {"nbb", 1}, [T_LINKS] = {"nbb", 1}, [T_OPEN] = {"nnb", 2}, [T_OUTWARD] = {"nnb", 2},
    [T_NAMES] = {"nt", 1}, [T_WORDS] = {"tn", 2}, [T_SYMBOLS] = {"nnnnnnbt", 1}, [T_EDGES] = {"nb", 1}, [T_SOURCES] = {"nnb", 2}};
enum { S_ID, S_NAME, S_CONTAINER, S_KIND, S_FLAGS, S_DEF, S_PLACE, S_SIGNATURE }; /* of T_SYMBOLS */

typedef enum MemoryHow { HOW_ADD, HOW_NUMBER, HOW_PUT, HOW_SET, HOW_REMOVE, HOW_RANGE, HOW_EMPTY } MemoryHow;
static const struct {
  MemoryTable table;
  MemoryHow how;
  int first; /* column that HOW_SET sets */
} memory_writes[STORE_WRITE_COUNT] = {
    [WRITE_ADD_FILE] = {T_FILES, HOW_NUMBER, 0}, [WRITE_SET_FILE] = {T_FILES, HOW_SET, CELL_FILE_LANGUAGE},
    [WRITE_SET_FILE_STAMP] = {T_FILES, HOW_SET, CELL_FILE_SIZE}, [WRITE_SET_FILE_COUNTS] = {T_FILES, HOW_SET, CELL_FILE_EDGES},
    [WRITE_REMOVE_FILE] = {T_FILES, HOW_REMOVE, 0}, [WRITE_PUT_CONTENT] = {T_CONTENT, HOW_PUT, 0},
    [WRITE_REMOVE_CONTENT] = {T_CONTENT, HOW_REMOVE, 0}, [WRITE_PUT_LINKS] = {T_LINKS, HOW_PUT, 0},
    [WRITE_REMOVE_LINKS] = {T_LINKS, HOW_REMOVE, 0}, [WRITE_PUT_OPEN] = {T_OPEN, HOW_PUT, 0}, [WRITE_REMOVE_OPEN] = {T_OPEN, HOW_REMOVE, 0},
    [WRITE_PUT_OUTWARD] = {T_OUTWARD, HOW_PUT, 0}, [WRITE_REMOVE_OUTWARD] = {T_OUTWARD, HOW_REMOVE, 0},
    [WRITE_ADD_NAME] = {T_NAMES, HOW_NUMBER, 0},
    [WRITE_REMOVE_NAME] = {T_NAMES, HOW_REMOVE, 0}, [WRITE_ADD_WORD] = {T_WORDS, HOW_PUT, 0}, [WRITE_ADD_WORDS] = {T_WORDS, HOW_ADD, 0},
    [WRITE_REMOVE_WORD] = {T_WORDS, HOW_REMOVE, 0}, [WRITE_EMPTY_WORDS] = {T_WORDS, HOW_EMPTY, 0},
    [WRITE_ADD_SYMBOL] = {T_SYMBOLS, HOW_ADD, 0}, [WRITE_SET_SYMBOL] = {T_SYMBOLS, HOW_SET, S_CONTAINER},
    [WRITE_REMOVE_SYMBOL] = {T_SYMBOLS, HOW_REMOVE, 0}, [WRITE_REMOVE_SYMBOLS] = {T_SYMBOLS, HOW_RANGE, 0},
    [WRITE_PUT_EDGES] = {T_EDGES, HOW_PUT, 0}, [WRITE_REMOVE_EDGES] = {T_EDGES, HOW_REMOVE, 0},
    [WRITE_PUT_SOURCES] = {T_SOURCES, HOW_PUT, 0}, [WRITE_ADD_SOURCES] = {T_SOURCES, HOW_ADD, 0},
    [WRITE_REMOVE_SOURCES] = {T_SOURCES, HOW_REMOVE, 0}, [WRITE_EMPTY_SOURCES] = {T_SOURCES, HOW_EMPTY, 0},
    [WRITE_PUT_NUMBER] = {T_NUMBERS, HOW_PUT, 0}};

typedef struct MemoryRow {
  StoreCell cells[STORE_COLUMNS_MAX];
} MemoryRow;
typedef VEC(MemoryRow) MemoryRows; /* of a table: by its keys */

/* A state of all rows; never changed once it was committed. */
typedef struct MemoryState {
  Arena arena;
  int refs;
  MemoryRows tables[T_COUNT];
} MemoryState;

/* What a file holds: found again by whoever opens it in this process. */
typedef struct MemoryFile {
  ino_t inode;
  struct timespec made;
  MemoryState *state;
  struct MemoryFile *next;
} MemoryFile;
static MemoryFile *memory_files;

typedef struct Memory {
  StoreConnection base;
  MemoryFile *file;
  MemoryState *state; /* of a batch, or of a reader's question; NULL: none is open */
  struct {
    Arena arena;
    MemoryRows rows;
  } answers[STORE_VIEW_COUNT];
} Memory;
static Memory *memory_of(StoreConnection *connection) { return (Memory *)connection; }

/* ---- states ---- */

static void memory_unref(MemoryState *state) {
  if (!state || --state->refs) return;
  arena_clear(&state->arena);
  free(state);
}

static MemoryRow memory_copy(Arena *arena, const MemoryRow *row, const char *columns) {
  MemoryRow copy = *row;
  for (int i = 0; columns[i]; i++) {
    if (columns[i] != 'n') copy.cells[i].bytes = str_copy(arena, row->cells[i].bytes);
  }
  return copy;
}

static MemoryState *memory_state(const MemoryState *of) {
  MemoryState *state = calloc(1, sizeof *state);
  arena_init(&state->arena);
  state->refs = 1;
  for (int t = 0; of && t < T_COUNT; t++) {
    for (size_t i = 0; i < of->tables[t].len; i++) {
      *vec_add(&state->arena, &state->tables[t]) = memory_copy(&state->arena, &of->tables[t].items[i], memory_tables[t].columns);
    }
  }
  return state;
}

static int memory_compare(const StoreCell *a, const StoreCell *b, const char *columns, int keys) {
  for (int i = 0; i < keys; i++) {
    int order = columns[i] == 'n' ? (a[i].number > b[i].number) - (a[i].number < b[i].number) : str_compare(a[i].bytes, b[i].bytes);
    if (order) return order;
  }
  return 0;
}

/* Where the row with these keys is, or would be. */
static size_t memory_place(const MemoryState *state, MemoryTable table, const StoreCell *keys, bool *ret_there) {
  const MemoryRows *rows = &state->tables[table];
  size_t low = 0, high = rows->len;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (memory_compare(rows->items[middle].cells, keys, memory_tables[table].columns, memory_tables[table].keys) < 0) low = middle + 1;
    else high = middle;
  }
  *ret_there = low < rows->len && memory_compare(rows->items[low].cells, keys, memory_tables[table].columns, memory_tables[table].keys) == 0;
  return low;
}

static const MemoryRow *memory_find(const MemoryState *state, MemoryTable table, int64_t id) {
  bool is_there;
  size_t at = memory_place(state, table, &(StoreCell){.number = id}, &is_there);
  return is_there ? &state->tables[table].items[at] : NULL;
}

/* ---- writing ---- */

static void memory_remove(MemoryRows *rows, size_t from, size_t to) {
  if (to > from) memmove(rows->items + from, rows->items + to, (rows->len - to) * sizeof(MemoryRow));
  rows->len -= to - from;
}

static void memory_insert(MemoryState *state, MemoryRows *rows, size_t at, MemoryRow row) {
  vec_add(&state->arena, rows);
  memmove(rows->items + at + 1, rows->items + at, (rows->len - 1 - at) * sizeof(MemoryRow));
  rows->items[at] = row;
}

static Err memory_write_one(Job *job, Memory *memory, StoreWrite write, const StoreCell *cells, int64_t *ret_id) {
  MemoryTable table = memory_writes[write].table;
  MemoryHow how = memory_writes[write].how;
  MemoryState *state = memory->state;
  MemoryRows *rows = &state->tables[table];
  MemoryRow row = {0};
  int first = how == HOW_NUMBER ? 1 : 0;
  bool is_there = false;
  if (how == HOW_EMPTY) {
    rows->len = 0;
    return OK;
  }
  for (int i = 0; store_write_columns[write][i]; i++) row.cells[first + i] = cells[i];
  if (how == HOW_NUMBER) row.cells[0].number = rows->len ? vec_last(rows)->cells[0].number + 1 : 1;
  size_t at = memory_place(state, table, row.cells, &is_there);
  if (how == HOW_RANGE) {
    size_t end = memory_place(state, table, &row.cells[1], &is_there);
    memory_remove(rows, at, end);
    return OK;
  }
  if (how == HOW_REMOVE) memory_remove(rows, at, at + is_there);
  if (how == HOW_SET && is_there) {
    for (int i = 1; store_write_columns[write][i]; i++) rows->items[at].cells[memory_writes[write].first + i - 1] = cells[i];
    rows->items[at] = memory_copy(&state->arena, &rows->items[at], memory_tables[table].columns);
  }
  if (how == HOW_REMOVE || how == HOW_SET) return OK;
  if (how != HOW_PUT && is_there) return store_damage(job, memory->base.store); /* as a constraint would say */
  row = memory_copy(&state->arena, &row, memory_tables[table].columns);
  if (is_there) rows->items[at] = row;
  else memory_insert(state, rows, at, row);
  if (ret_id) *ret_id = row.cells[0].number;
  return OK;
}

static Err memory_write(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows, int64_t *ret_id) {
  Memory *memory = memory_of(connection);
  bool is_alone = !memory->state; /* a batch of its own */
  if (is_alone) memory->state = memory_state(memory->file->state);
  size_t width = strlen(store_write_columns[write]); /* 0: there are no cells at all */
  for (size_t i = 0; i < rows; i++) TRY(memory_write_one(job, memory, write, width ? cells + i * width : NULL, ret_id));
  if (!is_alone) return OK;
  memory_unref(memory->file->state);
  memory->file->state = memory->state;
  memory->state = NULL;
  return OK;
}

static Err memory_empty(Job *job, StoreConnection *connection) {
  (void)job;
  for (int t = 0; t < T_COUNT; t++) memory_of(connection)->state->tables[t].len = 0;
  return OK;
}

/* ---- reading ---- */

typedef struct MemoryQuestion {
  const MemoryState *state;
  Arena *arena;
  StoreView view;
  const StoreRange *range; /* NULL: the keys */
  const int64_t *keys;
  size_t key_count;
  MemoryRows *answer;
} MemoryQuestion;

static bool memory_wants(const MemoryQuestion *question, const StoreCell *key) {
  const StoreRange *range = question->range;
  if (store_view_keys[question->view] == 't') {
    return str_compare(key->bytes, range->from_text) >= 0 && (!range->to_text.len || str_compare(key->bytes, range->to_text) < 0);
  }
  if (range) return key->number >= range->from && key->number < range->to;
  for (size_t i = 0; i < question->key_count; i++) {
    if (question->keys[i] == key->number) return true;
  }
  return false;
}

static Str memory_name(const MemoryState *state, int64_t id) {
  const MemoryRow *row = memory_find(state, T_NAMES, id);
  return row ? row->cells[1].bytes : STR_EMPTY;
}

/* False: its file or its name is not there. */
static bool memory_symbol(const MemoryState *state, const StoreCell *from, StoreCell *to) {
  SymbolId id = {from[S_ID].number};
  const MemoryRow *file = memory_find(state, T_FILES, store_file_of(id).value);
  const MemoryRow *around = memory_find(state, T_SYMBOLS, store_symbol_id(store_file_of(id), (uint32_t)from[S_CONTAINER].number).value);
  if (!file || !memory_find(state, T_NAMES, from[S_NAME].number)) return false;
  to[CELL_SYMBOL_ID] = from[S_ID];
  to[CELL_SYMBOL_PATH] = file->cells[CELL_FILE_PATH];
  to[CELL_SYMBOL_NAME].bytes = memory_name(state, from[S_NAME].number);
  to[CELL_SYMBOL_CONTAINER_NAME].bytes = around ? memory_name(state, around->cells[S_NAME].number) : STR_EMPTY;
  to[CELL_SYMBOL_CONTAINER] = from[S_CONTAINER];
  to[CELL_SYMBOL_KIND] = from[S_KIND];
  to[CELL_SYMBOL_FLAGS] = from[S_FLAGS];
  to[CELL_SYMBOL_DEF] = from[S_DEF];
  to[CELL_SYMBOL_PLACE] = from[S_PLACE];
  to[CELL_SYMBOL_SIGNATURE] = from[S_SIGNATURE];
  return true;
}

static void memory_pick(const StoreCell *from, StoreCell *to, const int *columns, int count) {
  for (int i = 0; i < count; i++) to[i] = from[columns[i]];
}
#define MEMORY_PICK(from, to, ...) memory_pick(from, to, (const int[]){__VA_ARGS__}, (int)COUNT_OF(((const int[]){__VA_ARGS__})))

/* The row of the view that a row of its table gives, and its key. */
static bool memory_view_row(const MemoryQuestion *question, const StoreCell *from, StoreCell *to, StoreCell *key) {
  const MemoryState *state = question->state;
  *key = from[0];
  switch (question->view) {
    case VIEW_FILE_SKIPPED:
      if (!from[CELL_FILE_SKIP].bytes.len) return false;
      /* fall through */
    case VIEW_FILE_BY_PATH: *key = from[CELL_FILE_PATH]; break;
    case VIEW_CONTENT: MEMORY_PICK(from, to, 0, 2); return true;
    case VIEW_NAME_BY_FOLD: key->bytes = words_fold(question->arena, from[1].bytes); break;
    case VIEW_NAME_BY_WORD:
      to[0] = from[1];
      to[1].bytes = memory_name(state, from[1].number);
      return true;
    case VIEW_SYMBOL_BY_NAME: *key = from[S_NAME]; return memory_symbol(state, from, to);
    case VIEW_SYMBOL: return memory_symbol(state, from, to);
    case VIEW_SYMBOL_ROW:
      MEMORY_PICK(from, to, S_ID, S_NAME, S_CONTAINER, S_KIND, S_DEF, S_FLAGS, S_ID, S_PLACE, S_SIGNATURE);
      to[CELL_ROW_TEXT].bytes = memory_name(state, from[S_NAME].number);
      return true;
    case VIEW_SYMBOL_PLACE: MEMORY_PICK(from, to, S_ID, S_KIND, S_FLAGS, S_PLACE); return true;
    case VIEW_SYMBOL_KIND: MEMORY_PICK(from, to, S_ID, S_KIND); return true;
    case VIEW_OPEN_NAMED: case VIEW_OUTWARD_INTO: *key = from[1]; break;
    case VIEW_NAMED: *key = from[S_NAME]; break;
    case VIEW_VALUE: to[0] = from[1]; return true;
    default: break;
  }
  memcpy(to, from, sizeof(MemoryRow));
  return true;
}

static const MemoryTable memory_view_tables[STORE_VIEW_COUNT] = {
    [VIEW_FILE] = T_FILES, [VIEW_FILE_BY_PATH] = T_FILES, [VIEW_FILE_SKIPPED] = T_FILES, [VIEW_CONTENT] = T_CONTENT,
    [VIEW_KEYS] = T_CONTENT, [VIEW_LINKS] = T_LINKS, [VIEW_OPEN_OF] = T_OPEN, [VIEW_OPEN_NAMED] = T_OPEN, [VIEW_OUTWARD_OF] = T_OUTWARD, [VIEW_OUTWARD_INTO] = T_OUTWARD, [VIEW_NAME] = T_NAMES, [VIEW_NAME_BY_FOLD] = T_NAMES, [VIEW_NAME_BY_WORD] = T_WORDS,
    [VIEW_SYMBOL] = T_SYMBOLS, [VIEW_SYMBOL_BY_NAME] = T_SYMBOLS, [VIEW_SYMBOL_ROW] = T_SYMBOLS, [VIEW_SYMBOL_PLACE] = T_SYMBOLS,
    [VIEW_SYMBOL_KIND] = T_SYMBOLS, [VIEW_NAMED] = T_SYMBOLS, [VIEW_EDGES] = T_EDGES, [VIEW_SOURCES] = T_SOURCES, [VIEW_VALUE] = T_NUMBERS};

typedef struct MemoryHit {
  StoreCell key;
  MemoryRow row;
  size_t number;
} MemoryHit;

static int memory_by_key(const void *a, const void *b) {
  const MemoryHit *x = a, *y = b;
  int order = (x->key.number > y->key.number) - (x->key.number < y->key.number);
  if (x->key.bytes.ptr) order = str_compare(x->key.bytes, y->key.bytes);
  return order ? order : x->number < y->number ? -1 : x->number > y->number;
}

static void memory_ask(const MemoryQuestion *question) {
  const MemoryRows *rows = &question->state->tables[memory_view_tables[question->view]];
  VEC(MemoryHit) hits = {0};
  for (size_t i = 0; i < rows->len; i++) {
    MemoryHit hit = {.number = i};
    bool is_row = memory_view_row(question, rows->items[i].cells, hit.row.cells, &hit.key);
    if (is_row && memory_wants(question, &hit.key)) *vec_add(question->arena, &hits) = hit;
  }
  if (hits.len) qsort(hits.items, hits.len, sizeof(MemoryHit), memory_by_key);
  for (size_t i = 0; i < hits.len; i++) {
    *vec_add(question->arena, question->answer) = memory_copy(question->arena, &hits.items[i].row, store_view_columns[question->view]);
  }
}

static Err memory_start(StoreConnection *connection, MemoryQuestion question, StoreCursor *cursor) {
  Memory *memory = memory_of(connection);
  arena_clear(&memory->answers[question.view].arena);
  memory->answers[question.view].rows = (MemoryRows){0};
  question.state = memory->state ? memory->state : memory->file->state;
  question.arena = &memory->answers[question.view].arena;
  question.answer = &memory->answers[question.view].rows;
  memory_ask(&question);
  size_t limit = question.range ? question.range->limit : 0;
  if (limit && question.answer->len > limit) question.answer->len = limit;
  cursor->connection = connection;
  cursor->view = question.view;
  cursor->state = question.answer;
  cursor->at = 0;
  return OK;
}

static Err memory_scan(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range, StoreCursor *ret_cursor) {
  TRY(job_check(job));
  return memory_start(connection, (MemoryQuestion){.view = view, .range = range}, ret_cursor);
}

static Err memory_get(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count, StoreCursor *ret_cursor) {
  TRY(job_check(job));
  return memory_start(connection, (MemoryQuestion){.view = view, .keys = keys, .key_count = count}, ret_cursor);
}

static Err memory_next(Job *job, StoreCursor *cursor, bool *ret_row) {
  MemoryRows *rows = cursor->state;
  (void)job;
  *ret_row = cursor->at < rows->len;
  if (*ret_row) memcpy(cursor->row, rows->items[cursor->at++].cells, sizeof cursor->row);
  return OK;
}

static void memory_stop(StoreCursor *cursor) { cursor->at = SIZE_MAX; }

/* ---- the engine ---- */

static MemoryFile *memory_file(const char *path) {
  struct stat st;
  if (stat(path, &st)) return NULL;
  for (MemoryFile *one = memory_files; one; one = one->next) {
    bool is_it = one->inode == st.st_ino && one->made.tv_sec == st.st_mtim.tv_sec && one->made.tv_nsec == st.st_mtim.tv_nsec;
    if (is_it) return one;
  }
  MemoryFile *file = calloc(1, sizeof *file);
  *file = (MemoryFile){.inode = st.st_ino, .made = st.st_mtim, .state = memory_state(NULL), .next = memory_files};
  memory_files = file;
  return file;
}

static const StoreEngine memory_engine;

static Err memory_open(Job *job, Store *store, bool is_writer, StoreConnection **ret_connection) {
  MemoryFile *file = memory_file(str_to_c(job->arena, store_location(store)));
  if (!file || !store_is_itself(job, store, is_writer)) return store_damage(job, store);
  Memory *memory = calloc(1, sizeof *memory);
  memory->base = (StoreConnection){&memory_engine, store, is_writer};
  memory->file = file;
  if (is_writer && store_must_check(store)) store_was_checked(store);
  *ret_connection = &memory->base;
  return OK;
}

static void memory_end(StoreConnection *connection) {
  memory_unref(memory_of(connection)->state);
  memory_of(connection)->state = NULL;
}

static void memory_close(StoreConnection *connection, bool is_gone) {
  (void)is_gone;
  memory_end(connection);
  for (int i = 0; i < STORE_VIEW_COUNT; i++) arena_clear(&memory_of(connection)->answers[i].arena);
  free(connection);
}

static Err memory_begin(Job *job, StoreConnection *connection) {
  Memory *memory = memory_of(connection);
  (void)job;
  memory_end(connection);
  memory->state = connection->is_writer ? memory_state(memory->file->state) : memory->file->state;
  if (!connection->is_writer) memory->state->refs++;
  return OK;
}

static Err memory_commit(Job *job, StoreConnection *connection) {
  Memory *memory = memory_of(connection);
  TRY(job_check(job));
  memory_unref(memory->file->state);
  memory->file->state = memory->state;
  memory->state = NULL;
  store_note_log(connection->store, 0);
  return OK;
}

static void memory_obey(StoreConnection *connection, Job *job) { (void)connection, (void)job; }
static void memory_fold(StoreConnection *connection, bool wait) { (void)connection, (void)wait; }
static Err memory_orders(Job *job, StoreConnection *connection) { return (void)connection, job_check(job); }
static Err memory_load(Job *job, StoreConnection *connection, StoreMoment moment) { return (void)connection, (void)moment, job_check(job); }
static Err memory_remember(Job *job, StoreConnection *connection, size_t kb) { return (void)connection, (void)kb, job_check(job); }

static const StoreEngine memory_engine = {
    .open = memory_open, .close = memory_close, .obey = memory_obey, .begin = memory_begin, .commit = memory_commit, .end = memory_end,
    .scan = memory_scan, .get = memory_get, .next = memory_next, .stop = memory_stop,
    .write = memory_write, .empty = memory_empty, .order = memory_orders,
    .load = memory_load, .fold = memory_fold, .remember = memory_remember};

/* All that was kept, at the end of a test. */
__attribute__((unused)) static void memory_forget(void) {
  for (MemoryFile *one = memory_files, *next; one; one = next) {
    next = one->next;
    memory_unref(one->state);
    free(one);
  }
  memory_files = NULL;
}

#endif
