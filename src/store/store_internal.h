/* Inside the store: what a store and a reader are, and how rows are made. */
#ifndef FATHOM_STORE_STORE_INTERNAL_H
#define FATHOM_STORE_STORE_INTERNAL_H

#include <stdatomic.h>

#include "src/base/buf.h"
#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/base/pack.h"
#include "src/base/vec.h"
#include "src/os/keep.h"
#include "src/store/backend_internal.h"
#include "src/store/store.h"

#define STORE_LOG_USUAL 500 /* pages of the log from which it is folded in at a quiet moment */

/* Ids as they can be; everything else in a row is damage. */
static inline bool store_is_file(int64_t id) { return id > 0 && id <= STORE_FILE_MAX; }
static inline bool store_is_symbol(int64_t id) { return store_is_file(id >> STORE_LOCAL_BITS); }

/* Flags of a file's row. */
enum { STORE_FLAG_BROKEN = 1, STORE_FLAG_CUT = 2, STORE_FLAG_TEST = 4, STORE_FLAG_RENUMBERED = 8 };

/* Rows of edges by target, gathered during a bulk load; in the account of what
 * grows (room.h). */
typedef struct StoreTargetRow {
  int64_t target;
  uint32_t file;
  uint32_t at; /* in the bytes: their number, and packed sources */
} StoreTargetRow;
/* What a bulk load has gathered; with too many rows it is given up, and they
 * are derived from the edges at the end. */
typedef struct StoreTargets {
  bool is_whole; /* those of all edges are here */
  StoreTargetRow *rows;
  size_t row_count, row_cap;
  char *bytes;
  size_t byte_count, byte_cap;
} StoreTargets;

/* One store is one workspace's. Everything but the atomic members belongs to
 * the one thread that writes; readers have connections of their own and look
 * at the atomics alone. */
struct Store {
  Arena arena;
  StoreOptions options; /* copied */
  Keep *keep;
  Str part;       /* of the names of its files */
  Str path;
  Str note;       /* why it lies elsewhere than usual; mostly empty */
  KeepStat file;  /* that is open */
  KeepStat log;   /* beside it; inode 0: none */
  bool must_check; /* its last writer did not finish */
  bool is_blank;  /* as it was made: nobody has opened it */
  bool exclusive; /* no write-ahead log */
  const StoreEngine *engine;
  StoreConnection *writer; /* NULL: it could not be opened */
  bool in_batch;
  bool is_renamed; /* the batch adds or removes names */
  bool bulk;      /* nothing is derived until store_bulk_end */
  bool is_named;  /* but what store_bulk_names derives */
  StoreTargets targets;
  int lock_fd;    /* -1: not held */
  bool is_marked; /* the lock says that a write is under way */
  int log_pages;  /* after the last batch */
  Arena batch;    /* of the batch in progress (of the load, in bulk): */
  Map name_rows;     /* name -> row, as an int64_t; not in bulk */
  uint32_t *name_ids; /* NameId -> row, 0: not known yet; in bulk, on the heap */
  size_t name_cap;
  const Names *names; /* the table those belong to */
  VEC(int64_t) loose; /* rows of names that may be unused now */
  atomic_bool is_loading; /* in bulk: readers keep few pages, since each is read once */
  atomic_bool damaged;
  atomic_bool is_unsure; /* store_take_unsure */
  Keep *origin;    /* store_take_copied; NULL: none. Of the writer */
  Str origin_part;
  atomic_int_least64_t doubted[STORE_DOUBTS_MAX]; /* files; 0: free. Filled from the first on */
  atomic_uint generation; /* of the file: raised by repair */
  atomic_size_t kept_bytes; /* rows that readers keep (kept.c), all together */
};

/* Rows that were read ahead for one question; gone when that ends. */
typedef struct StoreExpected StoreExpected;
/* Of one thread at a time. It sees the state of the moment store_read_begin
 * was called, whatever is committed meanwhile. */
struct StoreReader {
  StoreConnection *connection;
  StoreReader *beneath;    /* of one through a layer; else NULL */
  StoreExpected *expected; /* NULL: nothing */
  bool has_few; /* keeps few pages */
  bool is_reading; /* one state, from store_read_begin on */
  unsigned generation;
};

KeepStat store_stand(const Store *store, KeepFile file); /* all zero where it cannot be told */

/* origin.c: fills the new and empty file with another store's rows; false: there
 * is none, and the file may hold anything. */
bool store_begin_as_other(Job *job, Store *store) MUST_CHECK;
void store_forget_origin(Store *store);

#define STORE_SLOTS 3 /* builds that can use one workspace in turn without making each other's index anew */
Str store_slot_name(Arena *arena, int slot);
/* location.c: finds folder and slot; sets keep, part, path, note and exclusive. */
Err store_place(Job *job, Store *store) MUST_CHECK;
Err store_set_aside(Job *job, Store *store) MUST_CHECK;
/* With the lock: whatever the library must not see is out of its way, and an
 * empty file of ours is there if no other is. */
Err store_admit_locked(Job *job, Store *store) MUST_CHECK;
static inline KeepName store_name(const Store *store, KeepFile file) { return KEEP_PART(file, store->part); }

/* mark.c: what the lock's file says about the last writer. A file as its
 * writer left it. Another inode, size or time means that somebody else was
 * there. */
typedef struct StoreMarkFile {
  uint64_t inode; /* 0: there is none */
  int64_t born_ns;
  uint64_t size;
  int64_t mtime_ns, ctime_ns;
} StoreMarkFile;
typedef struct StoreMark {
  char magic[8];
  uint64_t is_clean; /* else a writer was at it */
  uint64_t revision; /* of the program that used it last */
  StoreMarkFile file, log;
} StoreMark;
/* False: there is none of this user's for this workspace. */
bool store_mark_read(Job *job, Keep *keep, Str part, StoreMark *ret_mark) MUST_CHECK;
typedef enum StoreHealth {
  STORE_CLEAN,   /* all is as a writer left it */
  STORE_STRAYS,  /* the file is; what lies beside it is not its writer's */
  STORE_UNSURE,  /* a writer did not finish */
  STORE_FOREIGN, /* there is none, somebody else made it, or wrote to it */
} StoreHealth;
StoreHealth store_mark_look(Job *job, const Store *store);
/* Whether the mark names the file at hand, in whatever state: what another
 * process is writing right now. */
bool store_mark_is_live(Job *job, const Store *store);
void store_mark_writing(Store *store); /* the lock is held */
/* After each commit and each folding of the log: names the log that a first
 * commit made, and the file as it is now. */
void store_mark_renew(Store *store);
void store_mark_clean(Store *store);

/* ---- rows: what the engine does, in a word ---- */

static inline Err store_write(Job *job, StoreConnection *on, StoreWrite write, const StoreCell *cells, int64_t *ret_id) {
  return on->engine->write(job, on, write, cells, 1, ret_id);
}
/* A row whose cells are numbers. */
Err store_write_numbers(Job *job, StoreConnection *on, StoreWrite write, const int64_t *numbers, size_t count) MUST_CHECK;
/* Any number of rows, of `width` cells each. */
Err store_write_rows(Job *job, StoreConnection *on, StoreWrite write, const StoreCell *cells, size_t rows) MUST_CHECK;

static inline Err store_scan(Job *job, StoreConnection *on, StoreView view, StoreRange range, StoreCursor *ret_cursor) {
  return on->engine->scan(job, on, view, &range, ret_cursor);
}
static inline Err store_next(Job *job, StoreCursor *cursor, bool *ret_row) {
  return cursor->connection->engine->next(job, cursor, ret_row);
}
static inline void store_stop(StoreCursor *cursor) { cursor->connection->engine->stop(cursor); }
/* The row of one key. With one the cursor is to be stopped once it was read. */
Err store_get_one(Job *job, StoreConnection *on, StoreView view, int64_t key, StoreCursor *cursor, bool *ret_row) MUST_CHECK;
static inline StoreRange store_range_all(void) { return (StoreRange){.from = 0, .to = INT64_MAX}; }
static inline StoreRange store_range_one(int64_t key) { return (StoreRange){.from = key, .to = key + 1}; }
static inline StoreRange store_range_file(FileId file) { /* its symbols */
  return (StoreRange){.from = store_symbol_id(file, 0).value, .to = store_symbol_id((FileId){file.value + 1}, 0).value};
}
StoreRange store_range_text(Arena *arena, Str text); /* that one key */
/* Ends the cursor: a row of it makes no sense. */
Err store_stop_damaged(Job *job, StoreCursor *cursor) MUST_CHECK;
/* How many pages a connection may keep. Readers keep few while a bulk load
 * runs, because then each page is read once. */
Err store_usual_memory(Job *job, StoreConnection *on) MUST_CHECK;
Err store_small_memory(Job *job, StoreConnection *on) MUST_CHECK;

/* kept.c: a connection of a reader, with `beneath` its own from now on, that
 * keeps what is read through it until the store changes. */
StoreConnection *store_keep_rows(StoreConnection *beneath);

/* open_calls.c: in place of those the file had */
Err store_put_open_calls(Job *job, Store *store, const StoreFileEdges *links) MUST_CHECK;

/* outward.c: likewise */
Err store_put_outward(Job *job, Store *store, const StoreFileEdges *links) MUST_CHECK;

/* names.c */
Err store_name_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) MUST_CHECK;
/* At the end of a batch: names that no symbol has any more go. */
Err store_sweep_names(Job *job, Store *store) MUST_CHECK;
void store_forget_names(Store *store);

/* name_words.c: fills the table of words from that of the names. */
Err store_derive_words(Job *job, Store *store) MUST_CHECK;

/* match.c: a file's symbols as they are stored. */
typedef struct StoreOld {
  uint32_t local, container, def;
  uint8_t kind;
  int64_t flags;
  int64_t name; /* its row */
  Str text;     /* the name */
  Str place, signature;
  uint64_t key;
  bool is_kept;
} StoreOld;
typedef struct StoreOlds {
  StoreOld *items; /* in order of appearance */
  size_t len;
  size_t cap;
  uint32_t highest; /* local */
} StoreOlds;
typedef enum StoreOldKind { STORE_OLD_DEFINED, STORE_OLD_MADE } StoreOldKind;
Err store_read_old(Job *job, Store *store, FileId file, StoreOldKind kind, StoreOlds *ret_old) MUST_CHECK;
/* Numbers for a file's definitions, those of before where they were there
 * before; NULL: each its own. `rows` are their names' rows, by DefNo; 0: no
 * symbol. */
uint32_t *store_match(Job *job, StoreOlds *old, const Facts *facts, const int64_t *rows);

/* files.c: writes what differs from `before`, which is NULL for a new one. */
Err store_put_symbol(Job *job, Store *store, FileId file, const StoreOld *now, StoreOld *before) MUST_CHECK;
Err store_remove_symbol(Job *job, Store *store, FileId file, const StoreOld *old) MUST_CHECK;
/* made.c: in place of those the file had. */
Err store_put_made(Job *job, Store *store, const StoreFileEdges *links) MUST_CHECK;

/* Rows as they are read; copied. False: a row makes no sense. */
bool store_read_file(Arena *arena, const StoreCell *cells, StoreFile *ret_file) MUST_CHECK;
bool store_read_symbol(Arena *arena, const StoreCell *cells, StoreSymbol *ret_symbol) MUST_CHECK;

/* read_many.c: gets a row that was asked for at place `at` of the list; false:
 * it makes no sense. */
typedef bool StoreTake(void *context, Arena *arena, const StoreCell *row, size_t at);
typedef struct StoreMany {
  Job *job;
  StoreReader *reader;
  StoreView view; /* by symbol: the id is in its first cell */
  StoreTake *take;
  void *context;
} StoreMany;
/* The rows of all these symbols, in as few questions as can be. */
Err store_take_rows(const StoreMany *many, const SymbolId *ids, size_t count) MUST_CHECK;

/* expect.c: what store_expect has read; false: it was not asked for it. */
bool store_expected_symbol(Job *job, const StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol);
bool store_expected_file(Job *job, const StoreReader *reader, FileId id, StoreFile *ret_file);
bool store_expected_edges(const StoreReader *reader, SymbolId id, Str *ret_bytes);
/* *ret_good false: what was read makes no sense. */
bool store_expected_sources(Job *job, const StoreReader *reader, SymbolId id, uint32_t kinds, StoreSources *sources, bool *ret_good);
void store_expect_nothing(StoreReader *reader);
void store_expect_end(StoreReader *reader); /* its memory as well */
/* A symbol that was read is at hand until the reader is done: a question about
 * it is asked by several who do not know of each other. The first few only. */
void store_remember(StoreReader *reader, const StoreSymbol *symbol);

/* file_edges.c */
#define STORE_EDGES_MAX ((size_t)256 << 20) /* bytes of one row */
Err store_remove_file_edges(Job *job, Store *store, FileId file) MUST_CHECK;

/* targets.c: edges by target. */
/* `old`: the file's edges as they are stored. */
Err store_put_targets(Job *job, Store *store, const StoreFileEdges *links, const StoreEdges *old) MUST_CHECK;
/* From now on the rows of a bulk load are gathered. */
void store_gather_targets(Store *store);
void store_forget_targets(Store *store);
/* Fills the table, from what was gathered or from the edges by source. */
Err store_derive_targets(Job *job, Store *store) MUST_CHECK;

/* ---- pack.c: rows as bytes ---- */

/* `owner`: the name of a type in another file that a method belongs to; mostly
 * empty. Read back it is the symbol's container, borrowed from `bytes`. */
void store_pack_place(Buf *out, const Def *def, Str owner);
bool store_unpack_place(Str bytes, StoreSymbol *symbol) MUST_CHECK;
/* The edges of one source. */
void store_pack_edges(Buf *out, const StoreEdge *edges, size_t count);
bool store_unpack_edges(Arena *arena, Str bytes, SymbolId from, uint32_t kinds, StoreEdges *edges) MUST_CHECK;
/* What one file's symbols have to do with one target. */
void store_pack_sources(Buf *out, const StoreSource *sources, size_t count);
bool store_unpack_sources(Arena *arena, Str bytes, FileId file, uint32_t kinds, StoreSources *sources) MUST_CHECK;

#endif
