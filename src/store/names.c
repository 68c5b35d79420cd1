/* Names: each text once, and the words it consists of. */
#include <string.h>

#include "src/model/words.h"
#include "src/store/store_internal.h"

void store_forget_names(Store *store) {
  store->name_ids = NULL;
  store->name_cap = 0;
  store->names = NULL;
  store->loose.items = NULL;
  store->loose.len = store->loose.cap = 0;
  arena_clear(&store->batch);
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
  return store->bulk ? OK : each_word(job, store, SQL_WORD_ADD, text, *ret_row);
}

/* The row of a name, made when there is none. During a bulk load every row is
 * known: it began with none. */
Err store_name_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) {
  if (store->names != names) {
    store->names = names;
    store->name_ids = NULL;
    store->name_cap = 0;
  }
  while (name.value >= store->name_cap) {
    size_t cap = store->name_cap ? store->name_cap * 2 : 4096;
    int64_t *ids = ARENA_ARRAY(&store->batch, int64_t, cap);
    if (store->name_cap) memcpy(ids, store->name_ids, store->name_cap * sizeof(*ids));
    store->name_ids = ids;
    store->name_cap = cap;
  }
  int64_t *known = &store->name_ids[name.value];
  if (!*known) {
    Str text = names_text(names, name);
    if (!store->bulk) TRY(find_name(job, store, text, known));
    if (!*known) TRY(add_name(job, store, text, known));
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

/* ---- deriving ---- */

typedef struct Posting {
  Str word;
  int64_t name;
} Posting;

static int by_word(const void *a, const void *b) {
  const Posting *x = a, *y = b;
  int order = str_compare(x->word, y->word);
  if (order) return order;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* Sorted by us: each row then goes behind the one before. */
Err store_derive_words(Job *job, Store *store) {
  StoreDb *db = &store->writer;
  Arena arena;
  VEC(Posting) postings = {0};
  sqlite3_stmt *s;
  TRY(store_run_text(job, db, "DELETE FROM words"));
  TRY(store_statement(job, db, SQL_NAMES, &s));
  arena_init(&arena);
  Err err;
  for (bool row; !(err = store_step(job, db, s, &row)) && row;) {
    Words words;
    words_split(store_column_str(&arena, s, 1), &words);
    for (size_t i = 0; i < words.len; i++) {
      *vec_add(&arena, &postings) = (Posting){words_fold(&arena, words.items[i]), sqlite3_column_int64(s, 0)};
    }
  }
  if (!err && postings.len) qsort(postings.items, postings.len, sizeof(Posting), by_word);
  for (size_t i = 0; !err && i < postings.len; i++) {
    err = put_word(job, store, SQL_WORD_ADD, postings.items[i].word, postings.items[i].name);
  }
  arena_clear(&arena);
  return err;
}
