/* Inside a layer: tables of rows that stand in place of the store's. */
#ifndef FATHOM_STORE_LAYER_INTERNAL_H
#define FATHOM_STORE_LAYER_INTERNAL_H

#include "src/store/store_internal.h"

typedef enum LayerTable {
  LAYER_FILES, LAYER_CONTENT, LAYER_LINKS, LAYER_OPEN, LAYER_OUTWARD, LAYER_NAMES, LAYER_WORDS, LAYER_SYMBOLS, LAYER_EDGES, LAYER_SOURCES, LAYER_NUMBERS,
  LAYER_TABLE_COUNT
} LayerTable;

/* The cells of a symbol: as they are written, then what views have beside it. */
enum {
  LAYER_SYMBOL_ID, LAYER_SYMBOL_NAME, LAYER_SYMBOL_CONTAINER, LAYER_SYMBOL_KIND, LAYER_SYMBOL_FLAGS, LAYER_SYMBOL_DEF,
  LAYER_SYMBOL_PLACE, LAYER_SYMBOL_SIGNATURE, LAYER_SYMBOL_TEXT, LAYER_SYMBOL_AROUND /* the container's name; once sealed */
};

/* In place of the store's row with the same key, or of none. */
typedef struct LayerRow {
  StoreCell *cells; /* of a row that is gone the key alone */
  bool is_gone;
} LayerRow;
typedef VEC(LayerRow) LayerRows; /* by key */

struct StoreLayer {
  Arena arena;
  LayerRows tables[LAYER_TABLE_COUNT];
  const LayerRow **by_name; /* symbols that are there, by name and id; once sealed */
  size_t by_name_count;
  int64_t next_file, next_name; /* numbers of new ones */
  bool is_sealed;
  Store store;               /* what is written to, until it is sealed */
  StoreConnection *writing;  /* likewise; NULL afterwards */
};

/* Columns and key of each table. */
extern const struct LayerShape {
  const char *columns;
  int keys;
} store_layer_shapes[LAYER_TABLE_COUNT];

/* layer.c: where the row with these keys is, or would be. */
size_t store_layer_place(const StoreLayer *layer, LayerTable table, const StoreCell *keys, bool *ret_there);
/* The row with that number, or NULL: the store's counts. */
const LayerRow *store_layer_row(const StoreLayer *layer, LayerTable table, int64_t id);

/* layer_read.c: rows of both as one. The connection is the caller's to close
 * with its engine; `beneath` stays open as long. */
StoreConnection *store_layer_connect(StoreLayer *layer, Store *store, StoreConnection *beneath);
StoreConnection *store_layer_beneath(const StoreConnection *connection);
/* layer.c: */
Err store_layer_write(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows, int64_t *ret_id) MUST_CHECK;
StoreLayer *store_layer_of(const StoreConnection *connection);
extern const StoreEngine store_layer_engine;

#endif
