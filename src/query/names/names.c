/* All names in one block of text, folded and as written, each followed by a
 * NUL, which no name contains: one search runs over all of them. They stand in
 * the order of their folded texts, and beside them lie the words they consist
 * of in order, so that beginnings of both are found by halving.
 *
 * What is looked up could be asked of the store as well, at many times the
 * cost. Making the block costs more than some of those questions, and an edit
 * that brings or takes a name makes it useless: so it is made once what was
 * spent on the store since would have paid for it. */
#include "src/query/names/names_internal.h"

#include <stdatomic.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/compare_internal.h"

#define TEXT_MAX ((size_t)24 << 20) /* bytes of names that are kept */
#define WORDED_MAX ((size_t)2 << 20) /* bytes of names whose words are kept too */
/* What a question costs, in rows of the store; and what one row pays for: a
 * name costs about as much as two rows. */
#define QUESTION_ROWS 10
#define ROWS_PER_NAME 2

typedef struct Word {
  uint32_t at, len; /* in the folded text */
  uint32_t number;  /* of the name */
} Word;

/* Counted by its users: a question that began with one generation keeps it
 * while another makes the next. */
struct QueryNames {
  Arena arena;
  atomic_uint users;
  int64_t version; /* of the names in the store */
  char *text;   /* as written */
  char *folded; /* the same places, in lower case */
  size_t len;
  VEC(uint32_t) starts;
  VEC(int64_t) rows;
  uint32_t *letters; /* which occur in a name */
  Word *words;       /* by text, then by row; NULL: not made */
  size_t word_count;
};

typedef struct Keeper {
  Lock lock;
  QueryNames *names; /* of the newest version asked for; NULL: none yet */
  int64_t version;   /* that was spent on */
  size_t spent;      /* rows read from the store for want of them */
  size_t next;       /* what has to be spent before they are tried to be made */
} Keeper;

static void drop(QueryNames *names) {
  if (!names || atomic_fetch_sub(&names->users, 1) != 1) return;
  arena_clear(&names->arena);
  free(names);
}

static void *open_keeper(Index *index) {
  (void)index;
  Keeper *keeper = arena_heap_alloc(sizeof(*keeper));
  lock_init(&keeper->lock);
  return keeper;
}

static void close_keeper(void *part) {
  Keeper *keeper = part;
  drop(keeper->names);
  lock_clear(&keeper->lock);
  free(keeper);
}

static const IndexPart kind = {open_keeper, close_keeper};

/* ---- making ---- */

typedef struct Making {
  QueryNames *names;
  Buf text;
  bool is_odd; /* a name has a NUL */
} Making;

static void add_name(void *context, int64_t row, Str text) {
  Making *making = context;
  QueryNames *names = making->names;
  making->is_odd |= text.len && memchr(text.ptr, 0, text.len); /* no language has such a name */
  *vec_add(&names->arena, &names->starts) = (uint32_t)making->text.len;
  *vec_add(&names->arena, &names->rows) = row;
  buf_add(&making->text, text);
  buf_add_byte(&making->text, 0);
}

static Str folded_at(const QueryNames *names, size_t number) {
  uint32_t from = names->starts.items[number];
  return (Str){names->folded + from, names->starts.items[number + 1] - from - 1};
}

/* Everything that is derived from the text. */
static void finish(QueryNames *names, const Buf *text) {
  names->text = text->ptr;
  names->len = text->len;
  names->folded = arena_alloc(&names->arena, names->len + 1);
  for (size_t i = 0; i < names->len; i++) {
    char c = names->text[i];
    names->folded[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  *vec_add(&names->arena, &names->starts) = (uint32_t)names->len;
  names->letters = ARENA_ARRAY(&names->arena, uint32_t, names->rows.len + 1);
  for (size_t i = 0; i < names->rows.len; i++) names->letters[i] = query_words_letters(folded_at(names, i));
}

static int by_word(const void *a, const void *b, void *context) {
  const Word *x = a, *y = b;
  const QueryNames *names = context;
  int order = str_compare((Str){names->folded + x->at, x->len}, (Str){names->folded + y->at, y->len});
  if (order) return order;
  int64_t row_x = names->rows.items[x->number], row_y = names->rows.items[y->number];
  return row_x < row_y ? -1 : row_x > row_y;
}

static bool is_same_word(const QueryNames *names, const Word *a, const Word *b) {
  return a->number == b->number && a->len == b->len && !memcmp(names->folded + a->at, names->folded + b->at, a->len);
}

/* As the store has them: split as written, each word of a name once. */
static void add_words(QueryNames *names) {
  VEC(Word) words = {0};
  for (size_t i = 0; i < names->rows.len; i++) {
    uint32_t from = names->starts.items[i];
    Words split;
    words_split((Str){names->text + from, names->starts.items[i + 1] - from - 1}, &split);
    for (size_t w = 0; w < split.len; w++) {
      uint32_t at = (uint32_t)(split.items[w].ptr - names->text);
      *vec_add(&names->arena, &words) = (Word){at, (uint32_t)split.items[w].len, (uint32_t)i};
    }
  }
  if (words.len) qsort_r(words.items, words.len, sizeof(Word), by_word, names);
  size_t kept = 0;
  for (size_t i = 0; i < words.len; i++) {
    if (!kept || !is_same_word(names, &words.items[kept - 1], &words.items[i])) words.items[kept++] = words.items[i];
  }
  names->words = words.len ? words.items : ARENA_ARRAY(&names->arena, Word, 1);
  names->word_count = kept;
}

typedef struct Wish {
  int64_t version;
  size_t most;   /* names */
  bool is_worded; /* in order, and with their words: else in whatever order is cheapest */
} Wish;

/* Too many names or too much text: nothing is kept, and questions read the store
 * instead. That is slower and gives the same answers. */
static Err make(Job *job, StoreReader *reader, const Wish *wish, QueryNames **ret_names) {
  QueryNames *names = arena_heap_alloc(sizeof(*names));
  Making making = {.names = names};
  arena_init(&names->arena);
  atomic_init(&names->users, 1);
  names->version = wish->version;
  buf_init(&making.text, &names->arena, wish->is_worded ? WORDED_MAX : TEXT_MAX);
  Err err = wish->is_worded ? store_each_prefixed(job, reader, STR_EMPTY, wish->most, add_name, &making)
                            : store_each_name(job, reader, add_name, &making);
  if (!err) err = job_check(job);
  if (err || making.text.overflow || making.is_odd || names->rows.len >= wish->most) {
    drop(names);
    *ret_names = NULL;
    return err;
  }
  finish(names, &making.text);
  if (wish->is_worded) add_words(names);
  *ret_names = names;
  return OK;
}

/* Those of this version that are kept, with their words where these are needed. */
static QueryNames *take_kept(Keeper *keeper, int64_t version, bool is_worded) {
  QueryNames *names = NULL;
  lock_take(&keeper->lock);
  if (keeper->names && keeper->names->version == version && (keeper->names->words || !is_worded)) {
    names = keeper->names;
    atomic_fetch_add(&names->users, 1);
  }
  lock_give(&keeper->lock);
  return names;
}

/* Made outside of the lock. Two questions may make it at the same time; the
 * later one is kept, and each uses its own. */
static Err make_kept(Job *job, Keeper *keeper, StoreReader *reader, const Wish *wish, QueryNames **ret_names) {
  QueryNames *names;
  TRY(make(job, reader, wish, &names));
  *ret_names = names;
  if (!names) return OK;
  atomic_fetch_add(&names->users, 1);
  lock_take(&keeper->lock);
  QueryNames *old = keeper->names;
  keeper->names = names;
  lock_give(&keeper->lock);
  drop(old);
  return OK;
}

/* What a view has is for its question alone, and whatever version says. */
Err query_names_take(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) {
  Keeper *keeper = index_part(index, &kind);
  int64_t version;
  if (store_reader_beneath(reader)) return make(job, reader, &(Wish){.most = SIZE_MAX}, ret_names);
  TRY(store_names_version(job, reader, &version));
  *ret_names = take_kept(keeper, version, false);
  if (*ret_names) return OK;
  return make_kept(job, keeper, reader, &(Wish){.version = version, .most = SIZE_MAX}, ret_names);
}

/* ---- whether it is worth it ---- */

/* How many names may be made for what was spent; 0: not yet. What turns out to
 * be more is tried again when twice as much was spent, so that trying never
 * costs more than was spent before. */
static size_t affordable(Keeper *keeper, int64_t version) {
  size_t most = 0;
  lock_take(&keeper->lock);
  if (keeper->version != version) {
    keeper->version = version;
    keeper->spent = 0;
    keeper->next = QUESTION_ROWS * 8;
  }
  if (keeper->spent >= keeper->next) {
    most = keeper->spent / ROWS_PER_NAME;
    keeper->next = keeper->spent * 2;
  }
  lock_give(&keeper->lock);
  return most;
}

Err query_names_worded(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) {
  Keeper *keeper = index_part(index, &kind);
  int64_t version;
  *ret_names = NULL;
  if (store_reader_beneath(reader)) return OK; /* it would be made for one question */
  TRY(store_names_version(job, reader, &version));
  *ret_names = take_kept(keeper, version, true);
  if (*ret_names) return OK;
  size_t most = affordable(keeper, version);
  if (!most) return OK;
  return make_kept(job, keeper, reader, &(Wish){.version = version, .most = most, .is_worded = true}, ret_names);
}

void query_names_spend(Index *index, size_t rows) {
  Keeper *keeper = index_part(index, &kind);
  lock_take(&keeper->lock);
  keeper->spent += rows + QUESTION_ROWS;
  lock_give(&keeper->lock);
}

void query_names_return(QueryNames *names) { drop(names); }

/* ---- looking ---- */

static Str name_at(const QueryNames *names, size_t number) {
  uint32_t from = names->starts.items[number];
  return (Str){names->text + from, names->starts.items[number + 1] - from - 1};
}

/* What is done with a name can be costly. */
static Err look_up(Job *job, size_t number) { return number % 64 == 63 ? job_check(job) : OK; }

/* A set of letters per name rules most of them out before a byte is
 * compared. */
Err query_names_inside(Job *job, const QueryNames *names, Str part, StoreEachName *each, void *context) {
  Arena arena;
  Err err = OK;
  if (!part.len) return OK;
  arena_init(&arena);
  Str wanted = words_fold(&arena, part);
  uint32_t own = query_words_letters(part);
  for (size_t i = 0; i < names->rows.len && !(err = look_up(job, i)); i++) {
    if (own & ~names->letters[i]) continue; /* a letter is missing: most names go here */
    size_t at = names->starts.items[i], len = names->starts.items[i + 1] - at - 1;
    if (memmem(names->folded + at, len, wanted.ptr, wanted.len)) each(context, names->rows.items[i], name_at(names, i));
  }
  arena_clear(&arena);
  return err;
}

/* More bits than `limit`, which is small: cheaper than counting all. */
static bool has_more(uint32_t bits, size_t limit) {
  for (; bits; bits &= bits - 1) {
    if (!limit--) return true;
  }
  return false;
}

Err query_names_alike(Job *job, const QueryNames *names, Str text, size_t limit, StoreEachName *each, void *context) {
  uint32_t own = query_words_letters(text);
  for (size_t i = 0; i < names->rows.len; i++) {
    size_t len = names->starts.items[i + 1] - names->starts.items[i] - 1;
    TRY(look_up(job, i));
    if (len + limit < text.len || len > text.len + limit) continue;
    uint32_t more = names->letters[i] & ~own, less = own & ~names->letters[i];
    if (has_more(more, limit) || has_more(less, limit)) continue;
    if (query_words_distance(text, name_at(names, i), limit) <= limit) each(context, names->rows.items[i], name_at(names, i));
  }
  return OK;
}

Err query_names_each(Job *job, const QueryNames *names, StoreEachName *each, void *context) {
  for (size_t i = 0; i < names->rows.len; i++) {
    TRY(look_up(job, i));
    each(context, names->rows.items[i], name_at(names, i));
  }
  return OK;
}

/* ---- looking up ---- */

/* Where `prefix`, or what follows all that begin with it, would stand. */
static size_t find_name(const QueryNames *names, Str prefix) {
  size_t low = 0, high = names->rows.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (str_compare(folded_at(names, middle), prefix) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static Str word_at(const QueryNames *names, size_t at) {
  return (Str){names->folded + names->words[at].at, names->words[at].len};
}

static size_t find_word(const QueryNames *names, Str prefix) {
  size_t low = 0, high = names->word_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (str_compare(word_at(names, middle), prefix) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

Err query_names_prefixed(Job *job, const QueryNames *names, const QueryNamesLook *look, size_t *ret_looked) {
  Str prefix = words_fold(job->arena, look->prefix);
  size_t first = find_name(names, prefix), at = first;
  for (; at < names->rows.len && at - first < look->limit && str_starts_with(folded_at(names, at), prefix); at++) {
    TRY(look_up(job, at));
    look->each(look->context, names->rows.items[at], name_at(names, at));
  }
  *ret_looked = at - first;
  return OK;
}

Err query_names_with_word(Job *job, const QueryNames *names, const QueryNamesLook *look, size_t *ret_looked) {
  Str prefix = words_fold(job->arena, look->prefix);
  size_t first = find_word(names, prefix), at = first;
  for (; at < names->word_count && at - first < look->limit && str_starts_with(word_at(names, at), prefix); at++) {
    size_t number = names->words[at].number;
    TRY(look_up(job, at));
    if (look->letters & ~names->letters[number]) continue;
    look->each(look->context, names->rows.items[number], name_at(names, number));
  }
  *ret_looked = at - first;
  return OK;
}
