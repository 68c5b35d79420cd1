/* The words of all names, derived at the end of a bulk load: in order, so that
 * each row goes behind the one before, and part by part, so that millions of
 * names need little memory. Only the distinct words are kept throughout. */
#include <stdlib.h>

#include "src/base/room.h"
#include "src/model/words.h"
#include "src/store/store_internal.h"

enum { POSTINGS_PER_MB = (1 << 20) / sizeof(int64_t) };
/* A part may be so many times the memory of a bulk load: what is too much for it
 * lies in a file, and each part goes through all names once more. */
enum { PART_SHARES = 4 };
/* Of so many what was found by counting is kept, so that they are not read again. */
enum { NOTED_PER_MB = 4096 };

/* A word as it is sorted. */
typedef struct WordOrder {
  uint64_t head; /* its first bytes: mostly they decide */
  NameId word;
} WordOrder;

typedef struct Noted {
  uint32_t word;
  int64_t name;
} Noted;

typedef struct Derive {
  Job *job;
  Store *store;
  Arena arena;      /* of the name at hand */
  Names *words;     /* distinct, folded */
  uint32_t *counts; /* by word: names that have it, as often as they have it */
  size_t count_cap;
  WordOrder *order; /* words, by text */
  size_t *places;   /* by word: where its next name goes; SIZE_MAX: not in this part */
  int64_t *names;   /* of the part; in the account of what grows */
  size_t name_cap;
  VEC(Noted) noted; /* each word of each name, in the order of these; with too many: none */
  bool has_noted;
  Arena noted_arena;
  StoreCell cells[STORE_ROWS_MAX * 2]; /* rows that are not written yet: word, name */
  size_t row_count;
} Derive;

typedef void DeriveWord(Derive *derive, Str word, int64_t name);

/* All names are read once to count and, where there are many, once more for every
 * part. Reading is cheap beside what it replaces: sorting all pairs of word and name at once. */
static Err each_word(Derive *derive, DeriveWord *each) {
  StoreCursor rows;
  TRY(store_scan(derive->job, derive->store->writer, VIEW_NAME, store_range_all(), &rows));
  for (bool row;;) {
    Words words;
    TRY(store_next(derive->job, &rows, &row));
    if (!row) return OK;
    words_split(rows.row[1].bytes, &words);
    for (size_t i = 0; i < words.len; i++) each(derive, words_fold(&derive->arena, words.items[i]), rows.row[0].number);
    arena_reset(&derive->arena);
  }
}

static void count_word(Derive *derive, Str word, int64_t name) {
  uint32_t id = names_intern(derive->words, word).value;
  if (id >= derive->count_cap) {
    size_t cap = derive->count_cap ? derive->count_cap * 2 : 4096;
    derive->counts = arena_heap_grow(derive->counts, cap * sizeof *derive->counts);
    for (size_t i = derive->count_cap; i < cap; i++) derive->counts[i] = 0;
    derive->count_cap = cap;
  }
  derive->counts[id]++;
  derive->has_noted = derive->has_noted && derive->noted.len < derive->store->options.bulk_mb * NOTED_PER_MB;
  if (derive->has_noted) *vec_add(&derive->noted_arena, &derive->noted) = (Noted){id, name};
}

/* Names come in the order of their ids, so every word's list is sorted as it is
 * filled, and a name that has a word twice has its two entries side by side. */
static void place(Derive *derive, uint32_t id, int64_t name) {
  if (id && derive->places[id] != SIZE_MAX) derive->names[derive->places[id]++] = name;
}

static void place_word(Derive *derive, Str word, int64_t name) { place(derive, names_find(derive->words, word).value, name); }

static Err place_words(Derive *derive) {
  if (!derive->has_noted) return each_word(derive, place_word);
  for (size_t i = 0; i < derive->noted.len; i++) place(derive, derive->noted.items[i].word, derive->noted.items[i].name);
  return OK;
}

/* The order of the table's key: rows are then appended at its end, and pages
 * are filled from left to right instead of being split. */
static int by_text(const void *a, const void *b, void *context) {
  const WordOrder *left = a, *right = b;
  if (left->head != right->head) return left->head < right->head ? -1 : 1;
  return str_compare(names_text(context, left->word), names_text(context, right->word));
}

/* Compares as the bytes do; a text that is shorter comes first. */
static uint64_t head_of(Str text) {
  uint64_t head = 0;
  for (size_t i = 0; i < sizeof head; i++) head = head << 8 | (i < text.len ? (uint8_t)text.ptr[i] : 0);
  return head;
}

static void order_words(Derive *derive) {
  size_t count = names_count(derive->words);
  derive->order = arena_heap_alloc((count + 1) * sizeof *derive->order);
  derive->places = arena_heap_alloc((count + 1) * sizeof *derive->places);
  for (size_t i = 0; i < count; i++) {
    NameId word = {(uint32_t)i + 1};
    derive->order[i] = (WordOrder){head_of(names_text(derive->words, word)), word};
  }
  if (count) qsort_r(derive->order, count, sizeof *derive->order, by_text, derive->words);
}

/* Rows are written many at a time, for a statement costs more than its rows. */
static Err put_rows(Derive *derive) {
  size_t count = derive->row_count;
  derive->row_count = 0;
  return store_write_rows(derive->job, derive->store->writer, WRITE_ADD_WORDS, derive->cells, count);
}

static Err put_word(Derive *derive, Str word, const int64_t *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i && names[i] == names[i - 1]) continue; /* twice in one name */
    StoreCell *row = derive->cells + 2 * derive->row_count++;
    row[0] = CELL_BYTES(word);
    row[1] = CELL_NUMBER(names[i]);
    if (derive->row_count == STORE_ROWS_MAX) TRY(put_rows(derive));
  }
  return OK;
}

/* The words from `first` to before `end`, which `total` names have. */
static Err derive_part(Derive *derive, size_t first, size_t end, size_t total) {
  for (size_t i = 0; i <= names_count(derive->words); i++) derive->places[i] = SIZE_MAX;
  size_t at = 0;
  for (size_t i = first; i < end; i++) {
    derive->places[derive->order[i].word.value] = at;
    at += derive->counts[derive->order[i].word.value];
  }
  if (total > derive->name_cap) {
    derive->names = room_grow(derive->names, derive->name_cap * sizeof *derive->names, total * sizeof *derive->names);
    derive->name_cap = total;
  }
  TRY(place_words(derive));
  at = 0;
  for (size_t i = first; i < end; i++) {
    NameId word = derive->order[i].word;
    TRY(put_word(derive, names_text(derive->words, word), &derive->names[at], derive->counts[word.value]));
    at += derive->counts[word.value];
  }
  return put_rows(derive);
}

/* A part is a run of words whose lists fit into the memory allowed. A single
 * word that does not is a part of its own: it cannot be divided. */
static Err derive_parts(Derive *derive) {
  size_t most = derive->store->options.bulk_mb * POSTINGS_PER_MB * PART_SHARES;
  size_t count = names_count(derive->words);
  for (size_t first = 0, end; first < count; first = end) {
    size_t total = derive->counts[derive->order[first].word.value];
    for (end = first + 1; end < count && total + derive->counts[derive->order[end].word.value] <= most; end++) {
      total += derive->counts[derive->order[end].word.value];
    }
    TRY(derive_part(derive, first, end, total));
  }
  return OK;
}

/* What was there before is removed first, so that it may be called again after
 * it failed half-way. */
Err store_derive_words(Job *job, Store *store) {
  Derive derive = {.job = job, .store = store, .words = names_open(), .has_noted = true};
  arena_init(&derive.arena);
  arena_init(&derive.noted_arena);
  Err err = store_write(job, store->writer, WRITE_EMPTY_WORDS, NULL, NULL);
  if (!err) err = each_word(&derive, count_word);
  if (!err) {
    order_words(&derive);
    err = derive_parts(&derive);
  }
  names_close(derive.words);
  free(derive.counts);
  free(derive.order);
  free(derive.places);
  room_free(derive.names, derive.name_cap * sizeof *derive.names);
  arena_clear(&derive.arena);
  arena_clear(&derive.noted_arena);
  return err;
}
