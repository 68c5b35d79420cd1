/* The words of all names, derived at the end of a bulk load: in order, so that
 * each row goes behind the one before, and part by part, so that millions of
 * names need little memory. Only the distinct words are kept throughout. */
#include <stdlib.h>

#include "src/model/words.h"
#include "src/store/store_internal.h"

enum { POSTINGS_PER_MB = (1 << 20) / sizeof(int64_t) };

typedef struct Row {
  Str word;
  int64_t name;
} Row;

typedef struct Derive {
  Job *job;
  Store *store;
  Arena arena;      /* of the name at hand */
  Names *words;     /* distinct, folded */
  uint32_t *counts; /* by word: names that have it, as often as they have it */
  size_t count_cap;
  NameId *order;    /* words, by text */
  size_t *places;   /* by word: where its next name goes; SIZE_MAX: not in this part */
  int64_t *names;   /* of the part */
  Row rows[STORE_MANY]; /* that are not written yet */
  size_t row_count;
} Derive;

typedef void DeriveWord(Derive *derive, Str word, int64_t name);

static Err each_word(Derive *derive, DeriveWord *each) {
  StoreDb *db = &derive->store->writer;
  sqlite3_stmt *s;
  TRY(store_statement(derive->job, db, SQL_NAMES, &s));
  for (bool row;;) {
    Words words;
    TRY(store_step(derive->job, db, s, &row));
    if (!row) return OK;
    words_split(store_column_blob(s, 1), &words);
    for (size_t i = 0; i < words.len; i++) {
      each(derive, words_fold(&derive->arena, words.items[i]), sqlite3_column_int64(s, 0));
    }
    arena_reset(&derive->arena);
  }
}

static void count_word(Derive *derive, Str word, int64_t name) {
  (void)name;
  uint32_t id = names_intern(derive->words, word).value;
  if (id >= derive->count_cap) {
    size_t cap = derive->count_cap ? derive->count_cap * 2 : 4096;
    derive->counts = arena_heap_grow(derive->counts, cap * sizeof *derive->counts);
    for (size_t i = derive->count_cap; i < cap; i++) derive->counts[i] = 0;
    derive->count_cap = cap;
  }
  derive->counts[id]++;
}

static void place_word(Derive *derive, Str word, int64_t name) {
  uint32_t id = names_find(derive->words, word).value;
  if (id && derive->places[id] != SIZE_MAX) derive->names[derive->places[id]++] = name;
}

static int by_text(const void *a, const void *b, void *context) {
  return str_compare(names_text(context, *(const NameId *)a), names_text(context, *(const NameId *)b));
}

static void order_words(Derive *derive) {
  size_t count = names_count(derive->words);
  derive->order = arena_heap_alloc((count + 1) * sizeof *derive->order);
  derive->places = arena_heap_alloc((count + 1) * sizeof *derive->places);
  for (size_t i = 0; i < count; i++) derive->order[i] = (NameId){(uint32_t)i + 1};
  if (count) qsort_r(derive->order, count, sizeof *derive->order, by_text, derive->words);
}

static void bind_row(sqlite3_stmt *statement, int at, const Row *row) {
  store_bind_str(statement, at, row->word);
  sqlite3_bind_int64(statement, at + 1, row->name);
}

static Err put_rows(Derive *derive) {
  StoreDb *db = &derive->store->writer;
  sqlite3_stmt *s;
  bool is_full = derive->row_count == STORE_MANY;
  for (size_t i = 0; i < derive->row_count && !is_full; i++) {
    TRY(store_statement(derive->job, db, SQL_WORD_ADD, &s));
    bind_row(s, 1, &derive->rows[i]);
    TRY(store_run(derive->job, db, s));
  }
  derive->row_count = 0;
  if (!is_full) return OK;
  TRY(store_statement(derive->job, db, SQL_WORD_MANY, &s));
  for (int i = 0; i < STORE_MANY; i++) bind_row(s, 2 * i + 1, &derive->rows[i]);
  return store_run(derive->job, db, s);
}

static Err put_word(Derive *derive, Str word, const int64_t *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i && names[i] == names[i - 1]) continue; /* twice in one name */
    derive->rows[derive->row_count++] = (Row){word, names[i]};
    if (derive->row_count == STORE_MANY) TRY(put_rows(derive));
  }
  return OK;
}

/* The words from `first` to before `end`, which `total` names have. */
static Err derive_part(Derive *derive, size_t first, size_t end, size_t total) {
  for (size_t i = 0; i <= names_count(derive->words); i++) derive->places[i] = SIZE_MAX;
  size_t at = 0;
  for (size_t i = first; i < end; i++) {
    derive->places[derive->order[i].value] = at;
    at += derive->counts[derive->order[i].value];
  }
  derive->names = arena_heap_grow(derive->names, total * sizeof *derive->names);
  TRY(each_word(derive, place_word));
  at = 0;
  for (size_t i = first; i < end; i++) {
    NameId word = derive->order[i];
    TRY(put_word(derive, names_text(derive->words, word), &derive->names[at], derive->counts[word.value]));
    at += derive->counts[word.value];
  }
  return put_rows(derive);
}

static Err derive_parts(Derive *derive) {
  size_t most = derive->store->options.bulk_mb * POSTINGS_PER_MB / 2;
  size_t count = names_count(derive->words);
  for (size_t first = 0, end; first < count; first = end) {
    size_t total = derive->counts[derive->order[first].value];
    for (end = first + 1; end < count && total + derive->counts[derive->order[end].value] <= most; end++) {
      total += derive->counts[derive->order[end].value];
    }
    TRY(derive_part(derive, first, end, total));
  }
  return OK;
}

Err store_derive_words(Job *job, Store *store) {
  Derive derive = {.job = job, .store = store, .words = names_open()};
  arena_init(&derive.arena);
  Err err = store_run_text(job, &store->writer, "DELETE FROM words");
  if (!err) err = each_word(&derive, count_word);
  if (!err) {
    order_words(&derive);
    err = derive_parts(&derive);
  }
  names_close(derive.words);
  free(derive.counts);
  free(derive.order);
  free(derive.places);
  free(derive.names);
  arena_clear(&derive.arena);
  return err;
}
