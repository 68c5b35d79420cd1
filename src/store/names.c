/* Names: each text once, and the words it consists of. */
#include <stdlib.h>
#include <string.h>

#include "src/model/words.h"
#include "src/store/store_internal.h"

void store_forget_names(Store *store) {
  free(store->name_ids);
  store->name_ids = NULL;
  store->name_cap = 0;
  store->names = NULL;
  store->loose.items = NULL;
  store->loose.len = store->loose.cap = 0;
  arena_clear(&store->batch);
  map_init(&store->name_rows, &store->batch);
}

static Err put_word(Job *job, Store *store, StoreSql which, Str word, int64_t name) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, which, &s));
  store_bind_str(s, 1, word);
  sqlite3_bind_int64(s, 2, name);
  return store_run(job, &store->writer, s);
}

/* Adds or removes the words of one name. */
static Err each_word(Job *job, Store *store, StoreSql which, Str text, int64_t name) {
  Words words;
  words_split(text, &words);
  for (size_t i = 0; i < words.len; i++) {
    TRY(put_word(job, store, which, words_fold(job->arena, words.items[i]), name));
  }
  return OK;
}

static Err find_name(Job *job, Store *store, Str text, int64_t *ret_row) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &store->writer, SQL_NAME_FIND, &s));
  store_bind_str(s, 1, text);
  store_bind_str(s, 2, words_fold(job->arena, text)); /* that is what the index is over */
  TRY(store_step(job, &store->writer, s, &row));
  *ret_row = row ? sqlite3_column_int64(s, 0) : 0;
  sqlite3_reset(s);
  return OK;
}

static Err add_name(Job *job, Store *store, Str text, int64_t *ret_row) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_NAME_ADD, &s));
  store_bind_str(s, 1, text);
  TRY(store_run(job, &store->writer, s));
  *ret_row = sqlite3_last_insert_rowid(store->writer.db);
  return store->bulk && !store->is_named ? OK : each_word(job, store, SQL_WORD_ADD, text, *ret_row);
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
    store->name_ids = arena_heap_grow(store->name_ids, cap * sizeof(*store->name_ids));
    memset(store->name_ids + store->name_cap, 0, (cap - store->name_cap) * sizeof(*store->name_ids));
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

static Err remove_unused(Job *job, Store *store, int64_t name) {
  StoreDb *db = &store->writer;
  sqlite3_stmt *s;
  bool used, there;
  TRY(store_statement(job, db, SQL_NAME_USED, &s));
  sqlite3_bind_int64(s, 1, name);
  TRY(store_step(job, db, s, &used));
  sqlite3_reset(s);
  if (used) return OK;
  TRY(store_statement(job, db, SQL_NAME_TEXT, &s));
  sqlite3_bind_int64(s, 1, name);
  TRY(store_step(job, db, s, &there));
  Str text = there ? store_column_str(job->arena, s, 0) : STR_EMPTY;
  sqlite3_reset(s);
  TRY(each_word(job, store, SQL_WORD_REMOVE, text, name));
  return store_run_numbers(job, db, SQL_NAME_REMOVE, &name, 1);
}

Err store_sweep_names(Job *job, Store *store) {
  if (store->bulk || !store->loose.len) return OK;
  qsort(store->loose.items, store->loose.len, sizeof(int64_t), by_number);
  for (size_t i = 0; i < store->loose.len; i++) {
    int64_t name = store->loose.items[i];
    if (i == 0 || name != store->loose.items[i - 1]) TRY(remove_unused(job, store, name));
  }
  return OK;
}
