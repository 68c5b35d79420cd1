/* Reading a store through a layer: the rows of both in one order, the layer's
 * in place of the store's that have the same key. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/model/words.h"
#include "src/store/layer_internal.h"

typedef struct LayerHit {
  StoreCell cells[STORE_COLUMNS_MAX];
} LayerHit;

/* One question. */
typedef struct LayerCursor {
  Arena arena; /* of the hits */
  VEC(LayerHit) hits; /* of the layer, in the view's order */
  size_t at;
  size_t left; /* rows until the limit */
  StoreCursor beneath;
  bool is_open;  /* the store may have more */
  bool has_row;  /* and its next one is in `beneath` */
} LayerCursor;

typedef struct LayerConnection {
  StoreConnection base;
  StoreLayer *layer;
  StoreConnection *beneath;
  LayerCursor cursors[STORE_VIEW_COUNT];
} LayerConnection;

static LayerConnection *layered(const StoreConnection *connection) { return (LayerConnection *)connection; }
StoreLayer *store_layer_of(const StoreConnection *connection) { return layered(connection)->layer; }
StoreConnection *store_layer_beneath(const StoreConnection *connection) { return layered(connection)->beneath; }

/* Which table tells whether a row of the store still counts. */
static const LayerTable view_tables[STORE_VIEW_COUNT] = {
    [VIEW_FILE] = LAYER_FILES, [VIEW_FILE_BY_PATH] = LAYER_FILES, [VIEW_FILE_SKIPPED] = LAYER_FILES,
    [VIEW_CONTENT] = LAYER_CONTENT, [VIEW_KEYS] = LAYER_CONTENT, [VIEW_LINKS] = LAYER_LINKS, [VIEW_OPEN_OF] = LAYER_OPEN, [VIEW_OPEN_NAMED] = LAYER_OPEN,
    [VIEW_OUTWARD_OF] = LAYER_OUTWARD, [VIEW_OUTWARD_INTO] = LAYER_OUTWARD, [VIEW_NAME] = LAYER_NAMES,
    [VIEW_NAME_BY_FOLD] = LAYER_NAMES, [VIEW_NAME_BY_WORD] = LAYER_NAMES, [VIEW_SYMBOL] = LAYER_SYMBOLS,
    [VIEW_SYMBOL_BY_NAME] = LAYER_SYMBOLS, [VIEW_SYMBOL_ROW] = LAYER_SYMBOLS, [VIEW_SYMBOL_PLACE] = LAYER_SYMBOLS,
    [VIEW_SYMBOL_KIND] = LAYER_SYMBOLS, [VIEW_NAMED] = LAYER_SYMBOLS, [VIEW_EDGES] = LAYER_EDGES,
    [VIEW_SOURCES] = LAYER_SOURCES, [VIEW_VALUE] = LAYER_NUMBERS};

/* ---- the layer's own rows ---- */

static void pick(const StoreCell *from, StoreCell *to, const int *columns, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = from[columns[i]];
}
#define PICK(from, to, ...) pick(from, to, (const int[]){__VA_ARGS__}, COUNT_OF(((const int[]){__VA_ARGS__})))

/* A layer that has a symbol has its file: that is put first. */
static void pick_symbol(const StoreLayer *layer, const StoreCell *from, StoreCell *to) {
  const LayerRow *file = store_layer_row(layer, LAYER_FILES, store_file_of((SymbolId){from[LAYER_SYMBOL_ID].number}).value);
  assert(file && !file->is_gone);
  PICK(from, to, LAYER_SYMBOL_ID, LAYER_SYMBOL_TEXT, LAYER_SYMBOL_TEXT, LAYER_SYMBOL_AROUND, LAYER_SYMBOL_CONTAINER,
       LAYER_SYMBOL_KIND, LAYER_SYMBOL_FLAGS, LAYER_SYMBOL_DEF, LAYER_SYMBOL_PLACE, LAYER_SYMBOL_SIGNATURE);
  to[CELL_SYMBOL_PATH] = file->cells[CELL_FILE_PATH];
}

static void add_hit(LayerConnection *own, StoreView view, const StoreCell *from) {
  LayerCursor *cursor = &own->cursors[view];
  StoreCell *to = vec_add(&cursor->arena, &cursor->hits)->cells;
  switch (view) {
    case VIEW_CONTENT: PICK(from, to, 0, 2); break;
    case VIEW_SYMBOL:
    case VIEW_SYMBOL_BY_NAME: pick_symbol(own->layer, from, to); break;
    case VIEW_SYMBOL_ROW:
      PICK(from, to, LAYER_SYMBOL_ID, LAYER_SYMBOL_NAME, LAYER_SYMBOL_CONTAINER, LAYER_SYMBOL_KIND, LAYER_SYMBOL_DEF,
           LAYER_SYMBOL_FLAGS, LAYER_SYMBOL_TEXT, LAYER_SYMBOL_PLACE, LAYER_SYMBOL_SIGNATURE);
      break;
    case VIEW_SYMBOL_PLACE: PICK(from, to, LAYER_SYMBOL_ID, LAYER_SYMBOL_KIND, LAYER_SYMBOL_FLAGS, LAYER_SYMBOL_CONTAINER, LAYER_SYMBOL_PLACE); break;
    case VIEW_SYMBOL_KIND: PICK(from, to, LAYER_SYMBOL_ID, LAYER_SYMBOL_KIND); break;
    case VIEW_VALUE: to[0] = from[1]; break;
    default: memcpy(to, from, strlen(store_view_columns[view]) * sizeof *to); break;
  }
}

static bool is_in_text(const StoreRange *range, Str key) {
  return str_compare(key, range->from_text) >= 0 && (!range->to_text.len || str_compare(key, range->to_text) < 0);
}

/* Keys that are the table's own: its rows are in that order. */
static void add_range(LayerConnection *own, StoreView view, int64_t from, int64_t to) {
  bool is_there;
  LayerTable table = view_tables[view];
  const LayerRows *rows = &own->layer->tables[table];
  const StoreCell first[] = {CELL_NUMBER(from), CELL_NUMBER(INT64_MIN)};
  for (size_t i = store_layer_place(own->layer, table, first, &is_there); i < rows->len; i++) {
    if (rows->items[i].cells[0].number >= to) break;
    if (!rows->items[i].is_gone) add_hit(own, view, rows->items[i].cells);
  }
}

/* Before it is sealed there is no order by name yet, and the layer is small. */
static void add_named(LayerConnection *own, StoreView view, int64_t from, int64_t to) {
  const StoreLayer *layer = own->layer;
  const LayerRows *symbols = &layer->tables[LAYER_SYMBOLS];
  if (layer->is_sealed) {
    size_t low = 0, high = layer->by_name_count;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (layer->by_name[middle]->cells[LAYER_SYMBOL_NAME].number < from) low = middle + 1;
      else high = middle;
    }
    for (; low < layer->by_name_count && layer->by_name[low]->cells[LAYER_SYMBOL_NAME].number < to; low++) {
      add_hit(own, view, layer->by_name[low]->cells);
    }
    return;
  }
  for (size_t i = 0; i < symbols->len; i++) {
    const StoreCell *cells = symbols->items[i].cells;
    bool is_hit = !symbols->items[i].is_gone && cells[LAYER_SYMBOL_NAME].number >= from && cells[LAYER_SYMBOL_NAME].number < to;
    if (is_hit) add_hit(own, view, cells);
  }
}

/* A layer has few of them. */
static void add_by_second(LayerConnection *own, StoreView view, int64_t from, int64_t to) {
  const LayerRows *rows = &own->layer->tables[view_tables[view]];
  for (size_t i = 0; i < rows->len; i++) {
    int64_t key = rows->items[i].cells[1].number;
    if (!rows->items[i].is_gone && key >= from && key < to) add_hit(own, view, rows->items[i].cells);
  }
}

/* Views by the second column of their table's key. */
static bool is_by_second(StoreView view) { return view == VIEW_OPEN_NAMED || view == VIEW_OUTWARD_INTO; }

static void add_numbers(LayerConnection *own, StoreView view, int64_t from, int64_t to) {
  if (is_by_second(view)) {
    add_by_second(own, view, from, to);
    return;
  }
  if (view == VIEW_SYMBOL_BY_NAME || view == VIEW_NAMED) add_named(own, view, from, to);
  else add_range(own, view, from, to);
}

/* The order within a view; of a text by word there is none. */
static int compare_rows(Arena *arena, StoreView view, const StoreCell *a, const StoreCell *b) {
  int order = 0;
  if (view == VIEW_FILE_BY_PATH || view == VIEW_FILE_SKIPPED) order = str_compare(a[CELL_FILE_PATH].bytes, b[CELL_FILE_PATH].bytes);
  if (view == VIEW_NAME_BY_FOLD) order = str_compare(words_fold(arena, a[1].bytes), words_fold(arena, b[1].bytes));
  if (is_by_second(view)) order = (a[1].number > b[1].number) - (a[1].number < b[1].number);
  if (!order) order = (a[0].number > b[0].number) - (a[0].number < b[0].number);
  if (!order && (view == VIEW_SOURCES || view == VIEW_OPEN_OF || view == VIEW_OUTWARD_OF)) order = (a[1].number > b[1].number) - (a[1].number < b[1].number);
  return order;
}

/* The few rows of a layer whose keys are texts: new names, files that are put. */
static void sort_hits(LayerCursor *cursor, StoreView view) {
  for (size_t i = 1; i < cursor->hits.len; i++) {
    LayerHit hit = cursor->hits.items[i];
    size_t at = i;
    for (; at && compare_rows(&cursor->arena, view, cursor->hits.items[at - 1].cells, hit.cells) > 0; at--) {
      cursor->hits.items[at] = cursor->hits.items[at - 1];
    }
    cursor->hits.items[at] = hit;
  }
}

static void add_word(LayerConnection *own, const StoreCell *word) {
  const LayerRow *name = store_layer_row(own->layer, LAYER_NAMES, word[1].number);
  if (name && !name->is_gone) add_hit(own, VIEW_NAME_BY_WORD, name->cells);
}

static void add_texts(LayerConnection *own, StoreView view, const StoreRange *range) {
  LayerCursor *cursor = &own->cursors[view];
  const LayerRows *rows = &own->layer->tables[view == VIEW_NAME_BY_WORD ? LAYER_WORDS : view_tables[view]];
  for (size_t i = 0; i < rows->len; i++) {
    const StoreCell *cells = rows->items[i].cells;
    if (rows->items[i].is_gone) continue;
    Str key = cells[0].bytes;
    if (view_tables[view] == LAYER_FILES) key = cells[CELL_FILE_PATH].bytes;
    if (view == VIEW_NAME_BY_FOLD) key = words_fold(&cursor->arena, cells[1].bytes);
    if (!is_in_text(range, key) || (view == VIEW_FILE_SKIPPED && !cells[CELL_FILE_SKIP].bytes.len)) continue;
    if (view == VIEW_NAME_BY_WORD) add_word(own, cells);
    else add_hit(own, view, cells);
  }
  if (view != VIEW_NAME_BY_WORD) sort_hits(cursor, view);
}

/* ---- both ---- */

static void start(LayerConnection *own, StoreView view, size_t limit, StoreCursor *cursor) {
  LayerCursor *state = &own->cursors[view];
  if (state->is_open) store_stop(&state->beneath);
  arena_reset(&state->arena);
  *state = (LayerCursor){.arena = state->arena, .left = limit ? limit : SIZE_MAX};
  *cursor = (StoreCursor){.connection = &own->base, .view = view, .state = state};
}

static Err scan(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range, StoreCursor *ret_cursor) {
  LayerConnection *own = layered(connection);
  LayerCursor *state = &own->cursors[view];
  StoreRange all = *range;
  all.limit = 0; /* some of the store's do not count */
  start(own, view, range->limit, ret_cursor);
  if (store_view_keys[view] == 't') add_texts(own, view, range);
  else add_numbers(own, view, range->from, range->to);
  if (view == VIEW_VALUE && state->hits.len) return OK; /* asked one by one, and its rows have no key */
  TRY(store_scan(job, own->beneath, view, all, &state->beneath));
  state->is_open = true;
  return OK;
}

static Err get(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count, StoreCursor *ret_cursor) {
  LayerConnection *own = layered(connection);
  LayerCursor *state = &own->cursors[view];
  start(own, view, 0, ret_cursor);
  for (size_t i = 0; i < count; i++) add_numbers(own, view, keys[i], keys[i] + 1);
  TRY(own->beneath->engine->get(job, own->beneath, view, keys, count, &state->beneath));
  state->is_open = true;
  return OK;
}

static bool is_replaced(const LayerConnection *own, StoreView view, const StoreCell *row) {
  bool is_there;
  if (view == VIEW_VALUE) return false;
  (void)store_layer_place(own->layer, view_tables[view], row, &is_there);
  return is_there;
}

static Err step_beneath(Job *job, LayerConnection *own, LayerCursor *state, StoreView view) {
  while (state->is_open && !state->has_row) {
    TRY(store_next(job, &state->beneath, &state->is_open));
    state->has_row = state->is_open && !is_replaced(own, view, state->beneath.row);
  }
  return OK;
}

static void stop(StoreCursor *cursor) {
  LayerCursor *state = cursor->state;
  if (state->is_open) store_stop(&state->beneath);
  state->is_open = state->has_row = false;
  state->left = 0;
}

static Err next(Job *job, StoreCursor *cursor, bool *ret_row) {
  LayerConnection *own = layered(cursor->connection);
  LayerCursor *state = cursor->state;
  *ret_row = false;
  if (!state->left) {
    stop(cursor);
    return OK;
  }
  TRY(step_beneath(job, own, state, cursor->view));
  const StoreCell *mine = state->at < state->hits.len ? state->hits.items[state->at].cells : NULL;
  if (!mine && !state->has_row) return OK;
  bool is_mine = mine && (!state->has_row || cursor->view == VIEW_NAME_BY_WORD ||
                          compare_rows(&state->arena, cursor->view, mine, state->beneath.row) < 0);
  memcpy(cursor->row, is_mine ? mine : state->beneath.row, strlen(store_view_columns[cursor->view]) * sizeof *cursor->row);
  if (is_mine) state->at++;
  else state->has_row = false;
  state->left--;
  *ret_row = true;
  return OK;
}

/* ---- the engine ---- */

StoreConnection *store_layer_connect(StoreLayer *layer, Store *store, StoreConnection *beneath) {
  LayerConnection *own = arena_heap_alloc(sizeof *own);
  *own = (LayerConnection){.base = {&store_layer_engine, store, store == &layer->store}, .layer = layer, .beneath = beneath};
  return &own->base;
}

static void close_connection(StoreConnection *connection, bool is_gone) {
  (void)is_gone;
  LayerConnection *own = layered(connection);
  for (size_t i = 0; i < STORE_VIEW_COUNT; i++) {
    if (own->cursors[i].is_open) store_stop(&own->cursors[i].beneath);
    arena_clear(&own->cursors[i].arena);
  }
  free(own);
}

/* The reader beneath has begun, and is ended by whoever took it. */
static void obey(StoreConnection *connection, Job *job) { (void)connection, (void)job; }
static Err begin(Job *job, StoreConnection *connection) { return (void)connection, job_check(job); }
static void end(StoreConnection *connection) { (void)connection; }

/* Nobody opens, empties or loads one. */
const StoreEngine store_layer_engine = {
    .close = close_connection, .obey = obey, .begin = begin, .end = end,
    .scan = scan, .get = get, .next = next, .stop = stop, .write = store_layer_write};
