/* What a question is about to ask one by one, read in few questions to the
 * engine and kept until the reader is done. Answers that walk a graph know
 * dozens of ids before they need the rows; one by one each is a question of
 * its own to the engine. Callers need not know whether something was read
 * ahead: the functions that get one row look here first. */
#include <stdlib.h>

#include "src/base/idmap.h"
#include "src/store/store_internal.h"

#define EXPECTED_MAX ((size_t)1 << 17) /* symbols; what comes beyond is asked one by one */

#define EXPECTED_KEPT ((size_t)64 << 10)
#define REMEMBERED_MAX 16 /* symbols that nobody expected */

typedef struct Source {
  FileId file;
  Str bytes;
} Source;

/* What was asked and not found is remembered as well: `known` without
 * `is_there`. */
typedef struct Expected {
  SymbolId id;
  unsigned known; /* STORE_EXPECT_... */
  bool is_there;
  StoreSymbol symbol;
  StoreFile file; /* of a file's own id */
  Str edges; /* packed */
  VEC(Source) sources;
} Expected;

struct StoreExpected {
  Arena arena;
  VEC(Expected *) items;
  Idmap by_id; /* places in items */
};

static Expected *find(const StoreReader *reader, SymbolId id) {
  const StoreExpected *expected = reader->expected;
  uint32_t at = expected ? idmap_get(&expected->by_id, (uint64_t)id.value) : IDMAP_NONE;
  return at == IDMAP_NONE ? NULL : expected->items.items[at];
}

static StoreExpected *expected_open(void) {
  StoreExpected *expected = arena_heap_alloc(sizeof *expected);
  idmap_init(&expected->by_id, &expected->arena);
  return expected;
}

/* NULL: there are too many, or it is no id. */
static Expected *find_or_add(StoreReader *reader, SymbolId id) {
  Expected *one = find(reader, id);
  if (one || !id.value) return one;
  if (!reader->expected) reader->expected = expected_open();
  StoreExpected *expected = reader->expected;
  if (expected->items.len >= EXPECTED_MAX) return NULL;
  one = ARENA_NEW(&expected->arena, Expected);
  one->id = id;
  idmap_set(&expected->by_id, (uint64_t)id.value, (uint32_t)expected->items.len);
  *vec_add(&expected->arena, &expected->items) = one;
  return one;
}

/* Memory of a usual amount stays for the next question. */
void store_expect_nothing(StoreReader *reader) {
  StoreExpected *expected = reader->expected;
  if (!expected) return;
  Arena arena = expected->arena;
  if (arena.used > EXPECTED_KEPT) arena_clear(&arena);
  else arena_reset(&arena);
  *expected = (StoreExpected){.arena = arena};
  idmap_init(&expected->by_id, &expected->arena);
}

void store_expect_end(StoreReader *reader) {
  if (reader->expected) arena_clear(&reader->expected->arena);
  free(reader->expected);
}

/* ---- asking ---- */

typedef struct Ask {
  StoreReader *reader;
  Expected **asked; /* by place in the list */
} Ask;

/* Into the reader's own arena, since the job's may end before the question. */
static bool take_symbol(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Ask *ask = context;
  Expected *one = ask->asked[at];
  (void)arena;
  one->is_there = true;
  return store_read_symbol(&ask->reader->expected->arena, row, &one->symbol);
}

static bool take_file(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Ask *ask = context;
  (void)arena;
  ask->asked[at]->is_there = true;
  return store_read_file(&ask->reader->expected->arena, row, &ask->asked[at]->file);
}

static bool take_edges(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Ask *ask = context;
  (void)arena;
  ask->asked[at]->edges = str_copy(&ask->reader->expected->arena, row[1].bytes);
  return true;
}

static bool take_sources(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Ask *ask = context;
  Arena *own = &ask->reader->expected->arena;
  (void)arena;
  *vec_add(own, &ask->asked[at]->sources) = (Source){{row[1].number}, str_copy(own, row[2].bytes)};
  return true;
}

/* Those of the ids that it is not known of yet; noted as known, since an error
 * makes all of it be forgotten. */
static size_t note_asked(StoreReader *reader, const SymbolId *ids, size_t count, unsigned what, Ask *ask, SymbolId *wanted) {
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    Expected *one = store_is_symbol(ids[i].value) ? find_or_add(reader, ids[i]) : NULL;
    if (!one || one->known & what) continue;
    one->known |= what;
    ask->asked[len] = one;
    wanted[len++] = ids[i];
  }
  return len;
}

/* Symbols, but for number 0: files. */
static Err expect_symbols(Job *job, StoreReader *reader, const SymbolId *ids, size_t count) {
  SymbolId *some = ARENA_ARRAY(job->arena, SymbolId, count + 1), *wanted = ARENA_ARRAY(job->arena, SymbolId, count + 1);
  Ask ask = {reader, ARENA_ARRAY(job->arena, Expected *, count + 1)};
  for (int files = 0; files < 2; files++) {
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
      if ((store_local_of(ids[i]) == 0) == (files == 1)) some[len++] = ids[i];
    }
    len = note_asked(reader, some, len, STORE_EXPECT_SYMBOL, &ask, wanted);
    StoreMany many = {job, reader, files ? VIEW_FILE : VIEW_SYMBOL, files ? take_file : take_symbol, &ask};
    if (len) TRY(store_take_rows(&many, wanted, len));
  }
  return OK;
}

static Err expect_edges(Job *job, StoreReader *reader, const SymbolId *ids, size_t count, unsigned what) {
  SymbolId *wanted = ARENA_ARRAY(job->arena, SymbolId, count + 1);
  Ask ask = {reader, ARENA_ARRAY(job->arena, Expected *, count + 1)};
  bool from = what == STORE_EXPECT_EDGES;
  size_t len = note_asked(reader, ids, count, what, &ask, wanted);
  StoreMany many = {job, reader, from ? VIEW_EDGES : VIEW_SOURCES, from ? take_edges : take_sources, &ask};
  return len ? store_take_rows(&many, wanted, len) : OK;
}

/* Errors are those of reading; what could not be read ahead is read later, one
 * by one. */
Err store_expect(Job *job, StoreReader *reader, const SymbolId *ids, size_t count, unsigned what) {
  Err err = OK;
  if (count < 2) return OK; /* nothing is saved */
  if (what & STORE_EXPECT_SYMBOL) err = expect_symbols(job, reader, ids, count);
  if (!err && what & STORE_EXPECT_EDGES) err = expect_edges(job, reader, ids, count, STORE_EXPECT_EDGES);
  if (!err && what & STORE_EXPECT_SOURCES) err = expect_edges(job, reader, ids, count, STORE_EXPECT_SOURCES);
  if (err) store_expect_nothing(reader); /* half of it may be missing */
  return err;
}

void store_remember(StoreReader *reader, const StoreSymbol *symbol) {
  if (!reader->is_reading || (reader->expected && reader->expected->items.len >= REMEMBERED_MAX)) return;
  Expected *one = find_or_add(reader, symbol->id);
  if (!one || one->known & STORE_EXPECT_SYMBOL) return;
  Arena *own = &reader->expected->arena;
  one->known |= STORE_EXPECT_SYMBOL;
  one->is_there = true;
  one->symbol = *symbol;
  one->symbol.path = str_copy(own, symbol->path);
  one->symbol.name = str_copy(own, symbol->name);
  one->symbol.container = str_copy(own, symbol->container);
  one->symbol.signature = str_copy(own, symbol->signature);
}

/* ---- finding ---- */

/* Copied for the caller's job, which may outlive what was read ahead. */
bool store_expected_symbol(Job *job, const StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) {
  const Expected *one = find(reader, id);
  if (!one || !(one->known & STORE_EXPECT_SYMBOL)) return false;
  StoreSymbol symbol = one->is_there ? one->symbol : (StoreSymbol){0};
  symbol.path = str_copy(job->arena, symbol.path);
  symbol.name = str_copy(job->arena, symbol.name);
  symbol.container = str_copy(job->arena, symbol.container);
  symbol.signature = str_copy(job->arena, symbol.signature);
  *ret_symbol = symbol;
  return true;
}

bool store_expected_file(Job *job, const StoreReader *reader, FileId id, StoreFile *ret_file) {
  const Expected *one = find(reader, store_symbol_id(id, 0));
  if (!one || !(one->known & STORE_EXPECT_SYMBOL)) return false;
  StoreFile file = one->is_there ? one->file : (StoreFile){0};
  file.path = str_copy(job->arena, file.path);
  file.language = str_copy(job->arena, file.language);
  file.skip = str_copy(job->arena, file.skip);
  *ret_file = file;
  return true;
}

/* Borrowed: unpacked by the caller before the reader is done. */
bool store_expected_edges(const StoreReader *reader, SymbolId id, Str *ret_bytes) {
  const Expected *one = find(reader, id);
  if (!one || !(one->known & STORE_EXPECT_EDGES)) return false;
  *ret_bytes = one->edges;
  return true;
}

bool store_expected_sources(Job *job, const StoreReader *reader, SymbolId id, uint32_t kinds, StoreSources *sources, bool *ret_good) {
  const Expected *one = find(reader, id);
  if (!one || !(one->known & STORE_EXPECT_SOURCES)) return false;
  *ret_good = true;
  for (size_t i = 0; i < one->sources.len && *ret_good; i++) {
    *ret_good = store_unpack_sources(job->arena, one->sources.items[i].bytes, one->sources.items[i].file, kinds, sources);
  }
  return true;
}
