/* All names in one block of text, folded and as written, each followed by a
 * NUL, which no name contains: one search runs over all of them. */
#include "src/query/names/names_internal.h"

#include <stdatomic.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/compare_internal.h"

#define TEXT_MAX ((size_t)24 << 20) /* bytes of names that are kept */

/* Counted by its users: a question that began with one generation keeps it
 * while another makes the next. */
struct QueryNames {
  Arena arena;
  atomic_uint users;
  int64_t generation;
  char *text;   /* as written */
  char *folded; /* the same places, in lower case */
  size_t len;
  VEC(uint32_t) starts;
  VEC(int64_t) rows;
  uint32_t *letters; /* which occur in a name */
};

typedef struct Keeper {
  Lock lock;
  QueryNames *names; /* of the newest generation asked for; NULL: none yet */
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
} Making;

static void add_name(void *context, int64_t row, Str text) {
  Making *making = context;
  QueryNames *names = making->names;
  if (memchr(text.ptr, 0, text.len)) return; /* no language has such a name */
  *vec_add(&names->arena, &names->starts) = (uint32_t)making->text.len;
  *vec_add(&names->arena, &names->rows) = row;
  buf_add(&making->text, text);
  buf_add_byte(&making->text, 0);
}

/* Too much text: nothing is kept, and questions read the store instead. That
 * is slower and gives the same answers. */
static Err make(Job *job, StoreReader *reader, int64_t generation, QueryNames **ret_names) {
  QueryNames *names = arena_heap_alloc(sizeof(*names));
  Making making = {.names = names};
  arena_init(&names->arena);
  atomic_init(&names->users, 1);
  names->generation = generation;
  buf_init(&making.text, &names->arena, TEXT_MAX);
  Err err = store_each_name(job, reader, add_name, &making);
  if (err || making.text.overflow) {
    drop(names);
    *ret_names = NULL;
    return err;
  }
  names->text = making.text.ptr;
  names->len = making.text.len;
  names->folded = arena_alloc(&names->arena, names->len + 1);
  for (size_t i = 0; i < names->len; i++) {
    char c = names->text[i];
    names->folded[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  *vec_add(&names->arena, &names->starts) = (uint32_t)names->len;
  names->letters = ARENA_ARRAY(&names->arena, uint32_t, names->rows.len + 1);
  for (size_t i = 0; i < names->rows.len; i++) {
    Str name = {names->folded + names->starts.items[i], names->starts.items[i + 1] - names->starts.items[i] - 1};
    names->letters[i] = query_words_letters(name);
  }
  *ret_names = names;
  return OK;
}

/* Made outside of the lock. Two questions may make it at the same time; the
 * later one is kept, and each uses its own. */
Err query_names_take(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) {
  Keeper *keeper = index_part(index, &kind);
  QueryNames *names = NULL;
  int64_t generation;
  TRY(index_generation(job, reader, &generation));
  lock_take(&keeper->lock);
  if (keeper->names && keeper->names->generation == generation) {
    names = keeper->names;
    atomic_fetch_add(&names->users, 1);
  }
  lock_give(&keeper->lock);
  *ret_names = names;
  if (names) return OK;
  TRY(make(job, reader, generation, &names));
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
