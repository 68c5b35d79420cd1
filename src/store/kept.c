/* Rows that a reader has read, kept in memory until the store changes. An engine
 * over the engine: questions for few rows are answered from here when they were
 * asked before, everything else goes to the one beneath as it is.
 *
 * What is kept is of one state of the store, which the engine beneath tells
 * by a number. It is compared whenever a question begins, and within a question
 * the reader stays with its state: so nothing of the past can be read here. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/store/store_internal.h"

#define KEPT_READER ((size_t)2 << 20) /* bytes of one reader; beyond it all are forgotten, at the next question */
#define KEPT_STORE ((size_t)6 << 20)  /* of all readers together; beyond it nothing is added */
#define KEPT_ROWS 64                  /* of one range: more are read anew each time, */
#define KEPT_BYTES 8192               /* and so is what has more bytes */

/* The rows of one range of a view. */
typedef struct Kept {
  StoreView view;
  StoreRange range;
  uint64_t hash;
  bool is_large; /* too much to be kept: none of its rows are here */
  size_t rows;
  StoreCell *cells; /* row behind row */
} Kept;

/* One question's place: the kept ranges that it is answered from. */
typedef struct KeptCursor {
  const Kept *ranges[STORE_KEYS_MAX];
  size_t count, at; /* of the ranges */
  size_t row;       /* of that range: the next one */
} KeptCursor;

/* The ranges are in a table by hash with open addressing, at most half full. */
typedef struct KeptConnection {
  StoreConnection base;
  StoreConnection *beneath;
  bool is_in_use; /* a question has begun, and what is here is of its state */
  int64_t state;
  Arena arena;
  size_t counted; /* of the arena's bytes: among those of the store */
  Kept **slots;
  size_t slot_count, kept_count;
  KeptCursor cursors[STORE_VIEW_COUNT];
} KeptConnection;

static KeptConnection *kept_of(const StoreConnection *connection) { return (KeptConnection *)connection; }

/* Facts and the keys of files are long and asked for once; what is asked for
 * in long ranges is not worth the look. */
static bool may_be_kept(StoreView view) {
  switch (view) {
    case VIEW_CONTENT:
    case VIEW_KEYS:
    case VIEW_LINKS:
    case VIEW_FILE_SKIPPED:
    case VIEW_SYMBOL_KIND:
    case VIEW_SYMBOL_ROW: return false;
    default: return true;
  }
}

/* Several at once: the key must be a row's first cell. */
static bool may_be_got(StoreView view) {
  return view == VIEW_FILE || view == VIEW_SYMBOL || view == VIEW_EDGES || view == VIEW_SOURCES;
}

/* ---- the table ---- */

/* Of numbers that differ little: nobody chooses them, so that it may be a plain one. */
static uint64_t hash_of_numbers(StoreView view, const StoreRange *range) {
  const uint64_t odd = 0x9E3779B97F4A7C15u;
  uint64_t hash = ((uint64_t)range->from * odd + (uint64_t)range->to) * odd + range->limit;
  hash = (hash * odd + (uint64_t)view) * odd;
  return hash ^ hash >> 32;
}

static uint64_t hash_of(StoreView view, const StoreRange *range, bool is_text) {
  if (!is_text) return hash_of_numbers(view, range);
  uint64_t hash = hash_combine((uint64_t)view, range->limit);
  return hash_combine(hash_combine(hash, hash_str(range->from_text)), hash_str(range->to_text));
}

static bool is_same(const Kept *kept, StoreView view, const StoreRange *range, bool is_text) {
  if (kept->view != view || kept->range.limit != range->limit) return false;
  if (!is_text) return kept->range.from == range->from && kept->range.to == range->to;
  return str_eq(kept->range.from_text, range->from_text) && str_eq(kept->range.to_text, range->to_text);
}

static Kept **slot_of(KeptConnection *own, StoreView view, const StoreRange *range, uint64_t hash) {
  bool is_text = store_view_keys[view] == 't';
  size_t at = hash & (own->slot_count - 1);
  for (Kept *kept; (kept = own->slots[at]); at = (at + 1) & (own->slot_count - 1)) {
    if (kept->hash == hash && is_same(kept, view, range, is_text)) break;
  }
  return &own->slots[at];
}

/* The old slots stay in the arena: they are a fraction of what they lead to. */
static void grow(KeptConnection *own) {
  size_t count = own->slot_count, size = count ? count * 2 : 256;
  Kept **old = own->slots;
  own->slots = ARENA_ARRAY(&own->arena, Kept *, size);
  own->slot_count = size;
  for (size_t i = 0; i < count; i++) {
    if (old[i]) *slot_of(own, old[i]->view, &old[i]->range, old[i]->hash) = old[i];
  }
}

/* The store's account follows the arena's. */
static void count_bytes(KeptConnection *own) {
  atomic_fetch_add(&own->base.store->kept_bytes, own->arena.used - own->counted);
  own->counted = own->arena.used;
}

static void forget(KeptConnection *own) {
  arena_clear(&own->arena);
  own->slots = NULL;
  own->slot_count = own->kept_count = 0;
  count_bytes(own);
}

static bool has_room(const KeptConnection *own) {
  return own->arena.used < KEPT_READER && atomic_load(&own->base.store->kept_bytes) < KEPT_STORE;
}

/* ---- reading ---- */

/* The rows of one range while they are read. */
typedef struct Gathering {
  size_t rows, bytes;
  bool is_large;
  StoreCell cells[KEPT_ROWS][STORE_COLUMNS_MAX];
} Gathering;

static void gather_none(Gathering *gathering) {
  gathering->rows = gathering->bytes = 0;
  gathering->is_large = false;
}

/* Copies what lies in the engine's memory. */
static void gather_row(KeptConnection *own, Gathering *gathering, const StoreCursor *cursor) {
  const char *columns = store_view_columns[cursor->view];
  if (gathering->rows == KEPT_ROWS || gathering->bytes > KEPT_BYTES) gathering->is_large = true;
  if (gathering->is_large) return;
  StoreCell *to = gathering->cells[gathering->rows++];
  for (int i = 0; columns[i]; i++) {
    to[i] = cursor->row[i];
    if (columns[i] == 'n') continue;
    gathering->bytes += cursor->row[i].bytes.len;
    to[i].bytes = gathering->bytes > KEPT_BYTES ? STR_EMPTY : str_copy(&own->arena, cursor->row[i].bytes);
  }
  gathering->is_large = gathering->bytes > KEPT_BYTES;
}

static const Kept *add_range(KeptConnection *own, StoreView view, const StoreRange *range, const Gathering *gathering) {
  size_t width = strlen(store_view_columns[view]);
  uint64_t hash = hash_of(view, range, store_view_keys[view] == 't');
  Kept *kept = ARENA_NEW(&own->arena, Kept);
  *kept = (Kept){.view = view, .range = *range, .hash = hash, .is_large = gathering->is_large};
  kept->range.from_text = str_copy(&own->arena, range->from_text);
  kept->range.to_text = str_copy(&own->arena, range->to_text);
  if (!kept->is_large) {
    kept->rows = gathering->rows;
    kept->cells = ARENA_ARRAY(&own->arena, StoreCell, kept->rows * width + 1);
    for (size_t i = 0; i < kept->rows; i++) memcpy(kept->cells + i * width, gathering->cells[i], width * sizeof(StoreCell));
  }
  if (own->kept_count * 2 >= own->slot_count) grow(own);
  *slot_of(own, view, range, hash) = kept;
  own->kept_count++;
  count_bytes(own);
  return kept;
}

/* NULL: it is not here. */
static const Kept *find_range(KeptConnection *own, StoreView view, const StoreRange *range) {
  if (!own->slot_count) return NULL;
  return *slot_of(own, view, range, hash_of(view, range, store_view_keys[view] == 't'));
}

/* Nothing is noted when reading fails. */
static Err read_range(Job *job, KeptConnection *own, StoreView view, const StoreRange *range, const Kept **ret_kept) {
  Gathering gathering;
  StoreCursor cursor;
  gather_none(&gathering);
  TRY(store_scan(job, own->beneath, view, *range, &cursor));
  for (bool row = true; row && !gathering.is_large;) {
    TRY(store_next(job, &cursor, &row));
    if (row) gather_row(own, &gathering, &cursor);
  }
  if (gathering.is_large) store_stop(&cursor);
  *ret_kept = add_range(own, view, range, &gathering);
  return OK;
}

static StoreRange range_of(int64_t key) { return (StoreRange){.from = key, .to = key + 1}; }

/* Rows come in the order of the keys, which are in their first cells. */
static Err read_keys(Job *job, KeptConnection *own, StoreView view, const int64_t *keys, size_t count) {
  Gathering gathering;
  StoreCursor cursor;
  size_t at = 0;
  TRY(own->beneath->engine->get(job, own->beneath, view, keys, count, &cursor));
  gather_none(&gathering);
  for (bool row;;) {
    TRY(store_next(job, &cursor, &row));
    for (; at < count && (!row || keys[at] < cursor.row[0].number); at++) {
      StoreRange range = range_of(keys[at]);
      (void)add_range(own, view, &range, &gathering);
      gather_none(&gathering);
    }
    if (!row) return OK;
    gather_row(own, &gathering, &cursor);
  }
}

static KeptCursor *start(KeptConnection *own, StoreView view, StoreCursor *cursor) {
  KeptCursor *at = &own->cursors[view];
  at->count = at->at = at->row = 0;
  *cursor = (StoreCursor){.connection = &own->base, .view = view, .state = at};
  return at;
}

/* A cursor of the engine beneath is handed on as it is: its rows do not come
 * through here. */
static Err scan(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range, StoreCursor *ret_cursor) {
  KeptConnection *own = kept_of(connection);
  const Kept *kept = NULL;
  if (own->is_in_use && may_be_kept(view)) {
    kept = find_range(own, view, range);
    if (!kept && has_room(own)) TRY(read_range(job, own, view, range, &kept));
  }
  if (!kept || kept->is_large) return own->beneath->engine->scan(job, own->beneath, view, range, ret_cursor);
  KeptCursor *cursor = start(own, view, ret_cursor);
  cursor->ranges[cursor->count++] = kept;
  return OK;
}

/* Finds all of the keys; false: some are not here, or are too large for it. */
static bool find_keys(KeptConnection *own, StoreView view, const int64_t *keys, size_t count, KeptCursor *cursor) {
  for (size_t i = 0; i < count; i++) {
    StoreRange range = range_of(keys[i]);
    cursor->ranges[i] = find_range(own, view, &range);
    if (!cursor->ranges[i] || cursor->ranges[i]->is_large) return false;
  }
  cursor->count = count;
  return true;
}

/* Those that are not here are asked for at once, which costs the engine less
 * than one by one. */
static Err add_missing(Job *job, KeptConnection *own, StoreView view, const int64_t *keys, size_t count) {
  int64_t missing[STORE_KEYS_MAX];
  size_t len = 0;
  assert(count <= STORE_KEYS_MAX);
  for (size_t i = 0; i < count; i++) {
    StoreRange range = range_of(keys[i]);
    if (!find_range(own, view, &range)) missing[len++] = keys[i];
  }
  return len && has_room(own) ? read_keys(job, own, view, missing, len) : OK;
}

static Err get(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count, StoreCursor *ret_cursor) {
  KeptConnection *own = kept_of(connection);
  if (own->is_in_use && may_be_got(view)) {
    KeptCursor *cursor = start(own, view, ret_cursor);
    if (find_keys(own, view, keys, count, cursor)) return OK;
    TRY(add_missing(job, own, view, keys, count));
    if (find_keys(own, view, keys, count, cursor)) return OK;
  }
  return own->beneath->engine->get(job, own->beneath, view, keys, count, ret_cursor);
}

static Err next(Job *job, StoreCursor *cursor, bool *ret_row) {
  KeptCursor *at = cursor->state;
  (void)job;
  while (at->at < at->count && at->row == at->ranges[at->at]->rows) {
    at->at++;
    at->row = 0;
  }
  *ret_row = at->at < at->count;
  if (!*ret_row) return OK;
  size_t width = strlen(store_view_columns[cursor->view]);
  memcpy(cursor->row, at->ranges[at->at]->cells + at->row++ * width, width * sizeof *cursor->row);
  return OK;
}

static void stop(StoreCursor *cursor) { ((KeptCursor *)cursor->state)->count = 0; }

/* ---- a question ---- */

static void obey(StoreConnection *connection, Job *job) {
  StoreConnection *beneath = kept_of(connection)->beneath;
  beneath->engine->obey(beneath, job);
}

/* While a bulk load runs each row is read once, and the state changes with
 * every batch. */
static Err begin(Job *job, StoreConnection *connection) {
  KeptConnection *own = kept_of(connection);
  int64_t state;
  assert(!own->is_in_use);
  TRY(own->beneath->engine->begin(job, own->beneath));
  Err err = own->beneath->engine->state(job, own->beneath, &state);
  if (err) {
    own->beneath->engine->end(own->beneath);
    return err;
  }
  if (state != own->state || own->arena.used >= KEPT_READER) forget(own);
  own->state = state;
  own->is_in_use = !atomic_load(&own->base.store->is_loading);
  return OK;
}

static void end(StoreConnection *connection) {
  KeptConnection *own = kept_of(connection);
  own->is_in_use = false;
  own->beneath->engine->end(own->beneath);
}

static void close_connection(StoreConnection *connection, bool is_gone) {
  KeptConnection *own = kept_of(connection);
  forget(own);
  own->beneath->engine->close(own->beneath, is_gone);
  free(own);
}

static Err remember(Job *job, StoreConnection *connection, size_t kb) {
  KeptConnection *own = kept_of(connection);
  return own->beneath->engine->remember(job, own->beneath, kb);
}

/* Readers open it, with what they opened; nobody writes through it. */
static const StoreEngine kept_engine = {
    .close = close_connection, .obey = obey, .begin = begin, .end = end,
    .scan = scan, .get = get, .next = next, .stop = stop, .remember = remember};

StoreConnection *store_keep_rows(StoreConnection *beneath) {
  KeptConnection *own = arena_heap_alloc(sizeof *own);
  *own = (KeptConnection){.base = {&kept_engine, beneath->store, false}, .beneath = beneath, .state = INT64_MIN};
  return &own->base;
}
