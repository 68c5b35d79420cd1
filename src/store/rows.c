/* Rows and the engine: what every part of the store uses. */
#include <assert.h>
#include <string.h>

#include "src/store/store_internal.h"

#define MEMORY_KB ((size_t)8192) /* of a connection, but while much is loaded */
#define SMALL_KB ((size_t)1024)

const char *const store_write_columns[] = {
#define STORE_WRITE_COLUMNS(write, columns) [write] = columns,
    STORE_WRITES(STORE_WRITE_COLUMNS)
#undef STORE_WRITE_COLUMNS
};
const char *const store_view_columns[] = {
#define STORE_VIEW_COLUMNS(view, key, columns) [view] = columns,
    STORE_VIEWS(STORE_VIEW_COLUMNS)
#undef STORE_VIEW_COLUMNS
};
const char store_view_keys[] = {
#define STORE_VIEW_KEY(view, key, columns) [view] = key,
    STORE_VIEWS(STORE_VIEW_KEY)
#undef STORE_VIEW_KEY
};

Err store_write_numbers(Job *job, StoreConnection *on, StoreWrite write, const int64_t *numbers, size_t count) {
  StoreCell cells[STORE_COLUMNS_MAX];
  assert(count == strlen(store_write_columns[write]));
  for (size_t i = 0; i < count; i++) cells[i] = CELL_NUMBER(numbers[i]);
  return store_write(job, on, write, cells, NULL);
}

/* In portions that an engine takes at once. */
Err store_write_rows(Job *job, StoreConnection *on, StoreWrite write, const StoreCell *cells, size_t rows) {
  size_t width = strlen(store_write_columns[write]);
  for (size_t i = 0, count; i < rows; i += count) {
    count = rows - i < STORE_ROWS_MAX ? rows - i : STORE_ROWS_MAX;
    TRY(on->engine->write(job, on, write, cells + i * width, count, NULL));
  }
  return OK;
}

/* With a row the cursor is open, and the caller stops it. */
Err store_get_one(Job *job, StoreConnection *on, StoreView view, int64_t key, StoreCursor *cursor, bool *ret_row) {
  TRY(store_scan(job, on, view, store_range_one(key), cursor));
  return store_next(job, cursor, ret_row);
}

/* Nothing is between a text and the same with a zero behind it. */
StoreRange store_range_text(Arena *arena, Str text) {
  char *end = arena_alloc(arena, text.len + 1);
  if (text.len) memcpy(end, text.ptr, text.len);
  end[text.len] = 0;
  return (StoreRange){.from_text = text, .to_text = {end, text.len + 1}};
}

Err store_stop_damaged(Job *job, StoreCursor *cursor) {
  store_stop(cursor);
  return store_damage(job, cursor->connection->store);
}

/* Noted for whoever owns the store: the next call repairs it. */
Err store_damage(Job *job, Store *store) {
  TRY(job_check(job)); /* what a stopped job left half done is no damage */
  atomic_store(&store->damaged, true);
  return job_fail(job, ERR_IO, "the index '%.*s' is damaged; the next call makes it anew",
                  STR_ARG(str_visible(job->arena, store->path)));
}

Err store_usual_memory(Job *job, StoreConnection *on) {
  size_t share = on->store->options.bulk_mb * 128; /* there may be as many readers as workers */
  return on->engine->remember(job, on, share < MEMORY_KB ? share : MEMORY_KB);
}

Err store_small_memory(Job *job, StoreConnection *on) { return on->engine->remember(job, on, SMALL_KB); }
