/* Layers: what one client alone sees of a store. Files are put into a layer by
 * the same functions that put them into a store; the rows stay in memory, and
 * stand in place of the store's for whoever reads through the layer. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/store/layer_internal.h"

#define FIRST_NAME ((int64_t)1 << 40) /* no store has so many */

const struct LayerShape store_layer_shapes[LAYER_TABLE_COUNT] = {
    [LAYER_FILES] = {STORE_FILE_COLUMNS, 1}, [LAYER_CONTENT] = {"nbb", 1}, [LAYER_LINKS] = {"nbb", 1}, [LAYER_OPEN] = {"nnb", 2}, [LAYER_OUTWARD] = {"nnb", 2},
    [LAYER_NAMES] = {"nt", 1}, [LAYER_WORDS] = {"tn", 2}, [LAYER_SYMBOLS] = {"nnnnnnbttt", 1},
    [LAYER_EDGES] = {"nb", 1}, [LAYER_SOURCES] = {"nnb", 2}, [LAYER_NUMBERS] = {"tn", 1}};

typedef enum How { HOW_UNKNOWN, HOW_NEVER, HOW_NUMBERED, HOW_PUT, HOW_SET, HOW_REMOVE } How;

/* `first`: the column that the second cell of a set is for. */
static const struct Writing {
  How how;
  LayerTable table;
  int first;
} writings[STORE_WRITE_COUNT] = {
    [WRITE_ADD_FILE] = {HOW_NUMBERED, LAYER_FILES, 0},
    [WRITE_SET_FILE] = {HOW_SET, LAYER_FILES, CELL_FILE_LANGUAGE},
    [WRITE_SET_FILE_STAMP] = {HOW_SET, LAYER_FILES, CELL_FILE_SIZE},
    [WRITE_SET_FILE_COUNTS] = {HOW_SET, LAYER_FILES, CELL_FILE_EDGES},
    [WRITE_PUT_CONTENT] = {HOW_PUT, LAYER_CONTENT, 0}, [WRITE_REMOVE_CONTENT] = {HOW_REMOVE, LAYER_CONTENT, 0},
    [WRITE_PUT_LINKS] = {HOW_PUT, LAYER_LINKS, 0}, [WRITE_REMOVE_LINKS] = {HOW_REMOVE, LAYER_LINKS, 0},
    [WRITE_PUT_OPEN] = {HOW_PUT, LAYER_OPEN, 0}, [WRITE_REMOVE_OPEN] = {HOW_REMOVE, LAYER_OPEN, 0},
    [WRITE_PUT_OUTWARD] = {HOW_PUT, LAYER_OUTWARD, 0}, [WRITE_REMOVE_OUTWARD] = {HOW_REMOVE, LAYER_OUTWARD, 0},
    [WRITE_ADD_NAME] = {HOW_NUMBERED, LAYER_NAMES, 0}, [WRITE_REMOVE_NAME] = {HOW_REMOVE, LAYER_NAMES, 0},
    [WRITE_ADD_WORD] = {HOW_PUT, LAYER_WORDS, 0}, [WRITE_ADD_WORDS] = {HOW_PUT, LAYER_WORDS, 0},
    [WRITE_REMOVE_WORD] = {HOW_REMOVE, LAYER_WORDS, 0},
    [WRITE_ADD_SYMBOL] = {HOW_PUT, LAYER_SYMBOLS, 0}, [WRITE_SET_SYMBOL] = {HOW_SET, LAYER_SYMBOLS, LAYER_SYMBOL_CONTAINER},
    [WRITE_REMOVE_SYMBOL] = {HOW_REMOVE, LAYER_SYMBOLS, 0},
    [WRITE_PUT_EDGES] = {HOW_PUT, LAYER_EDGES, 0}, [WRITE_REMOVE_EDGES] = {HOW_REMOVE, LAYER_EDGES, 0},
    [WRITE_PUT_SOURCES] = {HOW_PUT, LAYER_SOURCES, 0}, [WRITE_ADD_SOURCES] = {HOW_PUT, LAYER_SOURCES, 0},
    [WRITE_REMOVE_SOURCES] = {HOW_REMOVE, LAYER_SOURCES, 0},
    [WRITE_PUT_NUMBER] = {HOW_PUT, LAYER_NUMBERS, 0},
    [WRITE_REMOVE_FILE] = {.how = HOW_NEVER}, [WRITE_REMOVE_SYMBOLS] = {.how = HOW_NEVER},
    [WRITE_EMPTY_WORDS] = {.how = HOW_NEVER}, [WRITE_EMPTY_SOURCES] = {.how = HOW_NEVER},
};

/* ---- rows ---- */

static int compare_keys(const StoreCell *a, const StoreCell *b, const struct LayerShape *shape) {
  for (int i = 0; i < shape->keys; i++) {
    int order = shape->columns[i] == 'n' ? (a[i].number > b[i].number) - (a[i].number < b[i].number)
                                         : str_compare(a[i].bytes, b[i].bytes);
    if (order) return order;
  }
  return 0;
}

size_t store_layer_place(const StoreLayer *layer, LayerTable table, const StoreCell *keys, bool *ret_there) {
  const LayerRows *rows = &layer->tables[table];
  const struct LayerShape *shape = &store_layer_shapes[table];
  size_t low = 0, high = rows->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_keys(rows->items[middle].cells, keys, shape) < 0) low = middle + 1;
    else high = middle;
  }
  *ret_there = low < rows->len && !compare_keys(rows->items[low].cells, keys, shape);
  return low;
}

const LayerRow *store_layer_row(const StoreLayer *layer, LayerTable table, int64_t id) {
  bool is_there;
  size_t at = store_layer_place(layer, table, &CELL_NUMBER(id), &is_there);
  return is_there ? &layer->tables[table].items[at] : NULL;
}

/* A new row at its place, or the one that is there; most come in order. */
static LayerRow *find_or_add(StoreLayer *layer, LayerTable table, const StoreCell *keys) {
  bool is_there;
  LayerRows *rows = &layer->tables[table];
  size_t at = store_layer_place(layer, table, keys, &is_there);
  if (is_there) return &rows->items[at];
  vec_add(&layer->arena, rows);
  memmove(rows->items + at + 1, rows->items + at, (rows->len - 1 - at) * sizeof(LayerRow));
  rows->items[at] = (LayerRow){0};
  return &rows->items[at];
}

static void fill(StoreLayer *layer, LayerTable table, LayerRow *row, const StoreCell *cells, size_t count) {
  const char *columns = store_layer_shapes[table].columns;
  StoreCell *copy = ARENA_ARRAY(&layer->arena, StoreCell, strlen(columns));
  for (size_t i = 0; i < count; i++) {
    copy[i].number = cells[i].number;
    if (columns[i] != 'n') copy[i].bytes = str_copy(&layer->arena, cells[i].bytes);
  }
  *row = (LayerRow){.cells = copy};
}

/* ---- writing ---- */

/* The store's own row of a file or symbol, as the layer has them, before
 * something of it is set. */
static Err take_row(Job *job, StoreLayer *layer, LayerTable table, int64_t id, bool *ret_there) {
  StoreConnection *beneath = store_layer_beneath(layer->writing);
  StoreCursor rows;
  bool is_file = table == LAYER_FILES;
  TRY(store_get_one(job, beneath, is_file ? VIEW_FILE : VIEW_SYMBOL_ROW, id, &rows, ret_there));
  if (!*ret_there) return OK;
  const StoreCell *from = rows.row;
  if (is_file) fill(layer, table, find_or_add(layer, table, from), from, strlen(STORE_FILE_COLUMNS));
  else {
    const StoreCell cells[] = {from[CELL_ROW_ID], from[CELL_ROW_NAME], from[CELL_ROW_CONTAINER], from[CELL_ROW_KIND],
                               from[CELL_ROW_FLAGS], from[CELL_ROW_DEF], from[CELL_ROW_PLACE], from[CELL_ROW_SIGNATURE],
                               from[CELL_ROW_TEXT]};
    fill(layer, table, find_or_add(layer, table, cells), cells, COUNT_OF(cells));
  }
  store_stop(&rows);
  return OK;
}

static Err set_row(Job *job, StoreLayer *layer, StoreWrite write, const StoreCell *cells) {
  const struct Writing *writing = &writings[write];
  const char *columns = store_write_columns[write];
  bool is_there = store_layer_row(layer, writing->table, cells[0].number);
  if (!is_there) TRY(take_row(job, layer, writing->table, cells[0].number, &is_there));
  if (!is_there) return OK;
  LayerRow *row = find_or_add(layer, writing->table, cells);
  if (row->is_gone) return OK;
  for (int i = 1; columns[i]; i++) {
    StoreCell *to = &row->cells[writing->first + i - 1];
    to->number = cells[i].number;
    if (columns[i] != 'n') to->bytes = str_copy(&layer->arena, cells[i].bytes);
  }
  return OK;
}

static Err find_text(Job *job, StoreLayer *layer, int64_t name, Str *ret_text) {
  const LayerRow *own = store_layer_row(layer, LAYER_NAMES, name);
  StoreCursor rows;
  bool is_there;
  *ret_text = own && !own->is_gone ? own->cells[1].bytes : STR_EMPTY;
  if (own) return OK;
  TRY(store_get_one(job, store_layer_beneath(layer->writing), VIEW_NAME, name, &rows, &is_there));
  if (is_there) *ret_text = str_copy(&layer->arena, rows.row[1].bytes);
  if (is_there) store_stop(&rows);
  return OK;
}

static Err put_row(Job *job, StoreLayer *layer, StoreWrite write, const StoreCell *cells) {
  LayerTable table = writings[write].table;
  LayerRow *row = find_or_add(layer, table, cells);
  fill(layer, table, row, cells, strlen(store_write_columns[write]));
  if (table != LAYER_SYMBOLS) return OK;
  return find_text(job, layer, cells[LAYER_SYMBOL_NAME].number, &row->cells[LAYER_SYMBOL_TEXT].bytes);
}

static void add_numbered(StoreLayer *layer, StoreWrite write, const StoreCell *cells, int64_t *ret_id) {
  LayerTable table = writings[write].table;
  StoreCell row[STORE_COLUMNS_MAX];
  size_t width = strlen(store_write_columns[write]);
  row[0] = CELL_NUMBER(table == LAYER_FILES ? layer->next_file++ : layer->next_name++);
  memcpy(row + 1, cells, width * sizeof *cells);
  fill(layer, table, find_or_add(layer, table, row), row, width + 1);
  if (ret_id) *ret_id = row[0].number;
}

Err store_layer_write(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows, int64_t *ret_id) {
  StoreLayer *layer = store_layer_of(connection);
  const struct Writing *writing = &writings[write];
  size_t width = strlen(store_write_columns[write]);
  assert(!layer->is_sealed);
  assert(writing->how); /* every write has its row above */
  for (size_t i = 0; i < rows; i++, cells += width) {
    switch (writing->how) {
      case HOW_NUMBERED: add_numbered(layer, write, cells, ret_id); break;
      case HOW_PUT: TRY(put_row(job, layer, write, cells)); break;
      case HOW_SET: TRY(set_row(job, layer, write, cells)); break;
      case HOW_REMOVE: {
        LayerRow *row = find_or_add(layer, writing->table, cells);
        fill(layer, writing->table, row, cells, width);
        row->is_gone = true;
        break;
      }
      case HOW_UNKNOWN:
      case HOW_NEVER: return job_fail(job, ERR_UNAVAILABLE, "a layer has files with facts alone");
    }
  }
  return OK;
}

/* ---- a layer ---- */

Err store_layer_open(Job *job, StoreReader *reader, FileId above, StoreLayer **ret_layer) {
  StoreLayer *layer = arena_heap_alloc(sizeof *layer);
  StoreCursor rows;
  Store *store = reader->connection->store;
  arena_init(&layer->arena);
  layer->next_name = FIRST_NAME;
  layer->next_file = above.value + 1;
  layer->store = (Store){.engine = &store_layer_engine, .path = store->path};
  arena_init(&layer->store.batch);
  map_init(&layer->store.name_rows, &layer->store.batch);
  layer->writing = store_layer_connect(layer, &layer->store, reader->connection);
  layer->store.writer = layer->writing;
  Err err = store_scan(job, reader->connection, VIEW_FILE, (StoreRange){.from = above.value + 1, .to = INT64_MAX}, &rows);
  for (bool row; !err && !(err = store_next(job, &rows, &row)) && row;) layer->next_file = rows.row[CELL_FILE_ID].number + 1;
  if (err) store_layer_close(layer);
  else *ret_layer = layer;
  return err;
}

Store *store_layer_store(StoreLayer *layer) {
  assert(!layer->is_sealed);
  return &layer->store;
}

/* Containers are in the file of what they contain. */
static Err name_containers(Job *job, StoreLayer *layer) {
  LayerRows *symbols = &layer->tables[LAYER_SYMBOLS];
  for (size_t i = 0; i < symbols->len; i++) {
    StoreCell *cells = symbols->items[i].cells;
    if (symbols->items[i].is_gone || !cells[LAYER_SYMBOL_CONTAINER].number) continue;
    FileId file = store_file_of((SymbolId){cells[LAYER_SYMBOL_ID].number});
    int64_t around = store_symbol_id(file, (uint32_t)cells[LAYER_SYMBOL_CONTAINER].number).value;
    const LayerRow *own = store_layer_row(layer, LAYER_SYMBOLS, around);
    StoreCursor rows;
    bool is_there = false;
    if (own && !own->is_gone) cells[LAYER_SYMBOL_AROUND] = own->cells[LAYER_SYMBOL_TEXT];
    if (own) continue;
    TRY(store_get_one(job, store_layer_beneath(layer->writing), VIEW_SYMBOL_ROW, around, &rows, &is_there));
    if (!is_there) continue;
    cells[LAYER_SYMBOL_AROUND].bytes = str_copy(&layer->arena, rows.row[CELL_ROW_TEXT].bytes);
    store_stop(&rows);
  }
  return OK;
}

static int by_name(const void *a, const void *b) {
  const StoreCell *x = (*(const LayerRow *const *)a)->cells, *y = (*(const LayerRow *const *)b)->cells;
  for (int i = LAYER_SYMBOL_NAME; i >= LAYER_SYMBOL_ID; i--) {
    if (x[i].number != y[i].number) return x[i].number < y[i].number ? -1 : 1;
  }
  return 0;
}

static void sort_names(StoreLayer *layer) {
  const LayerRows *symbols = &layer->tables[LAYER_SYMBOLS];
  layer->by_name = ARENA_ARRAY(&layer->arena, const LayerRow *, symbols->len + 1);
  for (size_t i = 0; i < symbols->len; i++) {
    if (!symbols->items[i].is_gone) layer->by_name[layer->by_name_count++] = &symbols->items[i];
  }
  if (layer->by_name_count) qsort(layer->by_name, layer->by_name_count, sizeof *layer->by_name, by_name);
}

static void end_writing(StoreLayer *layer) {
  if (!layer->writing) return;
  layer->writing->engine->close(layer->writing, false);
  layer->writing = NULL;
  layer->store.writer = NULL;
  store_forget_names(&layer->store);
}

Err store_layer_seal(Job *job, StoreLayer *layer) {
  TRY(store_sweep_names(job, &layer->store));
  TRY(name_containers(job, layer));
  sort_names(layer);
  end_writing(layer);
  layer->is_sealed = true;
  return OK;
}

size_t store_layer_bytes(const StoreLayer *layer) { return layer->arena.used; }

void store_layer_close(StoreLayer *layer) {
  end_writing(layer);
  arena_clear(&layer->store.batch);
  arena_clear(&layer->arena);
  free(layer);
}

/* ---- readers through it ---- */

StoreReader *store_reader_through(StoreReader *beneath, StoreLayer *layer) {
  assert(layer->is_sealed);
  StoreReader *reader = arena_heap_alloc(sizeof *reader);
  *reader = (StoreReader){.connection = store_layer_connect(layer, beneath->connection->store, beneath->connection),
                          .beneath = beneath, .generation = beneath->generation};
  return reader;
}

StoreReader *store_reader_beneath(const StoreReader *reader) { return reader->beneath; }
