/* Names: each text once, and the words it consists of. */
#include <stdlib.h>

#include "src/base/room.h"
#include "src/model/words.h"
#include "src/store/store_internal.h"

/* Also frees what the batch's arena holds. */
void store_forget_names(Store *store) {
  room_free(store->name_ids, store->name_cap * sizeof *store->name_ids);
  store->name_ids = NULL;
  store->name_cap = 0;
  store->names = NULL;
  store->loose.items = NULL;
  store->loose.len = store->loose.cap = 0;
  arena_clear(&store->batch);
  map_init(&store->name_rows, &store->batch);
}

static Err put_word(Job *job, Store *store, StoreWrite write, Str word, int64_t name) {
  const StoreCell cells[] = {CELL_BYTES(word), CELL_NUMBER(name)};
  return store_write(job, store->writer, write, cells, NULL);
}

/* Adds or removes the words of one name. */
static Err each_word(Job *job, Store *store, StoreWrite write, Str text, int64_t name) {
  Words words;
  words_split(text, &words);
  for (size_t i = 0; i < words.len; i++) {
    TRY(put_word(job, store, write, words_fold(job->arena, words.items[i]), name));
  }
  return OK;
}

/* Looked up by the folded text, since that is the index there is; namesakes in
 * other spellings are passed over. */
static Err find_name(Job *job, Store *store, Str text, int64_t *ret_row) {
  StoreCursor rows;
  *ret_row = 0;
  TRY(store_scan(job, store->writer, VIEW_NAME_BY_FOLD, store_range_text(job->arena, words_fold(job->arena, text)), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    if (!str_eq(rows.row[1].bytes, text)) continue;
    *ret_row = rows.row[0].number;
    store_stop(&rows);
    return OK;
  }
}

/* While nothing is derived yet, words are left to the end of the load, where
 * they are written in order. */
static Err add_name(Job *job, Store *store, Str text, int64_t *ret_row) {
  store->is_renamed = true;
  TRY(store_write(job, store->writer, WRITE_ADD_NAME, &CELL_BYTES(text), ret_row));
  return store->bulk && !store->is_named ? OK : each_word(job, store, WRITE_ADD_WORD, text, *ret_row);
}

/* During a bulk load every row is known: it began with none. */
static Err bulk_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) {
  if (store->names != names) {
    store->names = names;
    for (size_t i = 0; i < store->name_cap; i++) store->name_ids[i] = 0;
  }
  if (name.value >= store->name_cap) {
    size_t cap = store->name_cap ? store->name_cap : 4096;
    while (cap <= name.value) cap *= 2;
    store->name_ids = room_grow(store->name_ids, store->name_cap * sizeof(*store->name_ids), cap * sizeof(*store->name_ids));
    store->name_cap = cap;
  }
  int64_t row = store->name_ids[name.value];
  if (!row) TRY(add_name(job, store, names_text(names, name), &row));
  if (row <= UINT32_MAX) store->name_ids[name.value] = (uint32_t)row;
  *ret_row = row;
  return OK;
}

/* The row of a name, made when there is none. */
Err store_name_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) {
  if (store->bulk) return bulk_row(job, store, names, name, ret_row);
  Str text = names_text(names, name);
  int64_t *known = map_get(&store->name_rows, text);
  if (!known) {
    int64_t row;
    TRY(find_name(job, store, text, &row));
    if (!row) TRY(add_name(job, store, text, &row));
    known = ARENA_NEW(&store->batch, int64_t);
    *known = row;
    map_put_copy(&store->name_rows, text, known);
  }
  *ret_row = *known;
  return OK;
}

static int by_number(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* A name that came back within the batch has a symbol again and stays. */
static Err remove_unused(Job *job, Store *store, int64_t name) {
  StoreCursor rows;
  bool is_used, is_there;
  TRY(store_get_one(job, store->writer, VIEW_NAMED, name, &rows, &is_used));
  if (is_used) {
    store_stop(&rows);
    return OK;
  }
  TRY(store_get_one(job, store->writer, VIEW_NAME, name, &rows, &is_there));
  if (!is_there) return OK;
  Str text = str_copy(job->arena, rows.row[1].bytes);
  store_stop(&rows);
  store->is_renamed = true;
  TRY(each_word(job, store, WRITE_REMOVE_WORD, text, name));
  return store_write_numbers(job, store->writer, WRITE_REMOVE_NAME, &name, 1);
}

/* Each row is looked at once, however many symbols lost it. In bulk nothing is
 * ever removed. */
Err store_sweep_names(Job *job, Store *store) {
  if (store->bulk || !store->loose.len) return OK;
  qsort(store->loose.items, store->loose.len, sizeof(int64_t), by_number);
  for (size_t i = 0; i < store->loose.len; i++) {
    int64_t name = store->loose.items[i];
    if (i == 0 || name != store->loose.items[i - 1]) TRY(remove_unused(job, store, name));
  }
  return OK;
}
