/* Inside the store: connections, statements, and where the file lies. */
#ifndef FATHOM_STORE_STORE_INTERNAL_H
#define FATHOM_STORE_STORE_INTERNAL_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "src/base/buf.h"
#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/os/keep.h"
#include "src/store/store.h"

#define STORE_LOG_USUAL 500 /* pages of the log from which it is folded in at a quiet moment */
#define STORE_LOG_MOST 4000 /* and at any */


/* A statement for many rows costs half of as many statements. */
#define STORE_MANY 32
#define STORE_4_ROWS(row) row "," row "," row "," row
#define STORE_MANY_ROWS(row) STORE_4_ROWS(STORE_4_ROWS(row)) "," STORE_4_ROWS(STORE_4_ROWS(row))

/*        which                 text */
#define STORE_STATEMENTS(X)                                                                          \
  X(SQL_BEGIN_READ, "BEGIN")                                                                         \
  X(SQL_BEGIN_WRITE, "BEGIN IMMEDIATE")                                                              \
  X(SQL_COMMIT, "COMMIT")                                                                            \
  X(SQL_ROLLBACK, "ROLLBACK")                                                                        \
  X(SQL_FILE_FIND, "SELECT id, symbols, surface FROM files WHERE path = ?1")                         \
  X(SQL_FILE_ADD, "INSERT INTO files(language, skip, size, mtime, hash, surface, flags, symbols, path, stamp, " \
                  "edges, resolved, external, unresolved) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 0, 0, 0)") \
  X(SQL_FILE_SET, "UPDATE files SET language = ?1, skip = ?2, size = ?3, mtime = ?4, hash = ?5, "    \
                  "surface = ?6, flags = ?7, symbols = ?8, stamp = ?10 WHERE path = ?9")                        \
  X(SQL_FILE_LINKED, "UPDATE files SET edges = ?2, resolved = ?3, external = ?4, unresolved = ?5 WHERE id = ?1") \
  X(SQL_FILE_TOUCH, "UPDATE files SET size = ?1, mtime = ?2, stamp = ?3 WHERE id = ?4")              \
  X(SQL_FILE_REMOVE, "DELETE FROM files WHERE id = ?1")                                              \
  X(SQL_CONTENT_PUT, "INSERT OR REPLACE INTO content(file, keys, data) VALUES(?1, ?2, ?3)")          \
  X(SQL_CONTENT_REMOVE, "DELETE FROM content WHERE file = ?1")                                       \
  X(SQL_CONTENT, "SELECT data FROM content WHERE file = ?1")                                         \
  X(SQL_KEYS, "SELECT keys FROM content WHERE file = ?1")                                            \
  X(SQL_LINKS_PUT, "INSERT OR REPLACE INTO links(file, uses, asks) VALUES(?1, ?2, ?3)")              \
  X(SQL_LINKS_REMOVE, "DELETE FROM links WHERE file = ?1")                                           \
  X(SQL_LINKS, "SELECT file, uses, asks FROM links")                                                 \
  X(SQL_LINKS_OF, "SELECT uses, asks FROM links WHERE file = ?1")                                    \
  X(SQL_SYMBOLS_REMOVE, "DELETE FROM symbols WHERE id >= ?1 AND id < ?2")                            \
  X(SQL_SYMBOLS_OLD, "SELECT s.id, s.name, s.container, s.kind, s.def, s.flags, n.text, s.place, s.signature " \
                     "FROM symbols s LEFT JOIN names n ON n.id = s.name WHERE s.id >= ?1 AND s.id < ?2") \
  X(SQL_SYMBOL_SET, "UPDATE symbols SET container = ?3, kind = ?4, flags = ?5, def = ?6, place = ?7, " \
                    "signature = ?8 WHERE id = ?1")                                                  \
  X(SQL_SYMBOL_REMOVE, "DELETE FROM symbols WHERE id = ?1")                                          \
  X(SQL_SYMBOL_ADD, "INSERT INTO symbols(id, name, container, kind, flags, def, place, signature) "  \
                    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")                                        \
  X(SQL_NAME_FIND, "SELECT id FROM names WHERE lower(text) = ?2 AND +text = ?1")                     \
  X(SQL_NAME_ADD, "INSERT INTO names(text) VALUES(?1)")                                              \
  X(SQL_NAME_TEXT, "SELECT text FROM names WHERE id = ?1")                                           \
  X(SQL_NAME_USED, "SELECT 1 FROM symbols WHERE name = ?1 LIMIT 1")                                  \
  X(SQL_NAME_REMOVE, "DELETE FROM names WHERE id = ?1")                                              \
  X(SQL_NAMES, "SELECT id, text FROM names")                                                         \
  X(SQL_NAMES_FROM, "SELECT id, text FROM names WHERE lower(text) >= ?1 AND lower(text) < ?2 "       \
                    "ORDER BY lower(text) LIMIT ?3")                                                 \
  X(SQL_WORD_ADD, "INSERT OR IGNORE INTO words(word, name) VALUES(?1, ?2)")                          \
  X(SQL_WORD_MANY, "INSERT INTO words(word, name) VALUES" STORE_MANY_ROWS("(?, ?)"))                 \
  X(SQL_WORD_REMOVE, "DELETE FROM words WHERE word = ?1 AND name = ?2")                              \
  X(SQL_NAMES_WORDED, "SELECT n.id, n.text FROM words w JOIN names n ON n.id = w.name "              \
                      "WHERE w.word >= ?1 AND w.word < ?2 LIMIT ?3")                                 \
  X(SQL_EDGES_PUT, "INSERT OR REPLACE INTO edges(source, data) VALUES(?1, ?2)")                      \
  X(SQL_EDGES_REMOVE, "DELETE FROM edges WHERE source = ?1")                                     \
  X(SQL_EDGES, "SELECT source, data FROM edges WHERE source >= ?1 AND source < ?2")                  \
  X(SQL_REVERSE_PUT, "INSERT OR REPLACE INTO reverse(target, file, sources) VALUES(?1, ?2, ?3)")     \
  X(SQL_REVERSE_MANY, "INSERT INTO reverse(target, file, sources) VALUES" STORE_MANY_ROWS("(?, ?, ?)")) \
  X(SQL_REVERSE_REMOVE, "DELETE FROM reverse WHERE target = ?1 AND file = ?2")                       \
  X(SQL_REVERSE, "SELECT file, sources FROM reverse WHERE target = ?1")                              \
  X(SQL_NUMBER_SET, "INSERT INTO numbers(name, value) VALUES(?1, ?2) "                               \
                    "ON CONFLICT(name) DO UPDATE SET value = excluded.value")                        \
  X(SQL_NUMBER_GET, "SELECT value FROM numbers WHERE name = ?1")                                     \
  X(SQL_FILES_ALL, STORE_SELECT_FILE "ORDER BY path")                                                \
  X(SQL_FILES_UNDER, STORE_SELECT_FILE "WHERE path = ?1 OR (path >= ?1 || '/' AND path < ?1 || '0') " \
                     "ORDER BY path")                                                                \
  X(SQL_FILES_SKIPPED, STORE_SELECT_FILE "WHERE skip <> '' AND skip <> ?1 "                       \
                       "ORDER BY skip <> ?3, path LIMIT ?2")                                         \
  X(SQL_FILE, STORE_SELECT_FILE "WHERE id = ?1")                                                     \
  X(SQL_SYMBOLS_NAMED, STORE_SELECT_SYMBOL "WHERE s.name = ?1 LIMIT ?2")                             \
  X(SQL_COUNT_NAMED, "SELECT count(*) FROM symbols WHERE name = ?1")                                 \
  X(SQL_SYMBOLS_OF, STORE_SELECT_SYMBOL "WHERE s.id >= ?1 AND s.id < ?2")                            \
  X(SQL_PLACES_OF, "SELECT id, kind, flags, place FROM symbols WHERE id >= ?1 AND id < ?2")          \
  X(SQL_COUNT_FILES, "SELECT language, count(*), sum(size), sum(symbols), sum(edges), sum(flags & 1), " \
                     "sum(resolved), sum(external), sum(unresolved) FROM files WHERE skip = '' "     \
                     "GROUP BY language ORDER BY 2 DESC, 1")                                         \
  X(SQL_COUNT_SKIPS, "SELECT skip, count(*) FROM files WHERE skip <> '' GROUP BY skip ORDER BY 2 DESC, 1") \
  X(SQL_COUNT_KINDS, "SELECT kind, count(*) FROM symbols GROUP BY kind")

#define STORE_SELECT_FILE                                                                            \
  "SELECT id, path, language, skip, size, mtime, hash, surface, flags, symbols, edges, resolved, "   \
  "external, unresolved, stamp FROM files "

#define STORE_SELECT_SYMBOL                                                                          \
  "SELECT s.id, f.path, n.text, coalesce(cn.text, ''), s.container, s.kind, s.flags, s.def, s.place, " \
  "s.signature FROM symbols s JOIN files f ON f.id = s.id >> 20 JOIN names n ON n.id = s.name "      \
  "LEFT JOIN symbols c ON c.id = (s.id & ~1048575) | s.container LEFT JOIN names cn ON cn.id = c.name "

/* Ids as they can be; everything else in a row is damage. */
static inline bool store_is_file(int64_t id) { return id > 0 && id <= STORE_FILE_MAX; }
static inline bool store_is_symbol(int64_t id) { return store_is_file(id >> STORE_LOCAL_BITS); }

/* Flags of a file's row. */
enum { STORE_FLAG_BROKEN = 1, STORE_FLAG_CUT = 2, STORE_FLAG_TEST = 4, STORE_FLAG_RENUMBERED = 8 };

typedef enum StoreSql {
#define STORE_SQL_ROW(which, text) which,
  STORE_STATEMENTS(STORE_SQL_ROW)
#undef STORE_SQL_ROW
  SQL_STATEMENT_COUNT
} StoreSql;

typedef struct StoreDb {
  Store *store;
  sqlite3 *db;
  bool is_writer;
  sqlite3_stmt *statements[SQL_STATEMENT_COUNT]; /* prepared at first use */
} StoreDb;

/* Rows of edges by target, gathered during a bulk load. */
typedef struct StoreTargetRow {
  int64_t target;
  uint32_t file;
  uint32_t at; /* in the bytes: their number, and packed sources */
} StoreTargetRow;
typedef struct StoreTargets {
  bool is_whole; /* those of all edges are here */
  Arena row_arena, byte_arena;
  VEC(StoreTargetRow) rows;
  Buf bytes;
} StoreTargets;

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
  bool exclusive; /* no write-ahead log */
  StoreDb writer;
  bool in_batch;
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
  atomic_int_least64_t doubted[STORE_DOUBTS_MAX]; /* files; 0: free. Filled from the first on */
  atomic_uint generation; /* of the file: raised by repair */
};

struct StoreReader {
  StoreDb db;
  bool has_few; /* keeps few pages */
  unsigned generation;
};

/* place.c: finds folder and slot; sets keep, part, path, note and exclusive. */
Err store_place(Job *job, Store *store) MUST_CHECK;
Err store_set_aside(Job *job, Store *store) MUST_CHECK;
/* With the lock: whatever the library must not see is out of its way, and an
 * empty file of ours is there if no other is. */
Err store_admit_locked(Job *job, Store *store) MUST_CHECK;
static inline KeepName store_name(const Store *store, KeepFile file) { return KEEP_PART(file, store->part); }

/* mark.c: what the lock's file says about the last writer. */
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

/* db.c */
Err store_db_open(Job *job, Store *store, bool is_writer, StoreDb *ret_db) MUST_CHECK;
void store_db_close(StoreDb *db);
Err store_usual_cache(Job *job, StoreDb *db) MUST_CHECK;
Err store_small_cache(Job *job, StoreDb *db) MUST_CHECK;
/* Ready to be bound and stepped. */
Err store_statement(Job *job, StoreDb *db, StoreSql which, sqlite3_stmt **ret_statement) MUST_CHECK;
/* *ret_row: a row is there; false at the end, the statement is reset then. */
Err store_step(Job *job, StoreDb *db, sqlite3_stmt *statement, bool *ret_row) MUST_CHECK;
/* For statements without rows. */
Err store_run(Job *job, StoreDb *db, sqlite3_stmt *statement) MUST_CHECK;
Err store_run_plain(Job *job, StoreDb *db, StoreSql which) MUST_CHECK;
Err store_run_text(Job *job, StoreDb *db, const char *text) MUST_CHECK;
/* A statement without rows whose parameters are numbers. */
Err store_run_numbers(Job *job, StoreDb *db, StoreSql which, const int64_t *numbers, size_t count) MUST_CHECK;
/* Binds the first and the last + 1 id of a file's symbols as ?1 and ?2. */
void store_bind_file(sqlite3_stmt *statement, FileId file);
/* Library calls stop with the job until the next call; NULL: never. */
void store_obey(StoreDb *db, Job *job);
void store_bind_str(sqlite3_stmt *statement, int at, Str text);
void store_bind_blob(sqlite3_stmt *statement, int at, Str bytes);
Str store_column_str(Arena *arena, sqlite3_stmt *statement, int at);
Str store_column_blob(sqlite3_stmt *statement, int at); /* until the next step */
/* The Err for what the library just said, with words. */
Err store_fail(Job *job, StoreDb *db, int code);
extern const char store_schema[];  /* the tables */
extern const char store_indexes[]; /* what only makes looking up fast */

/* names.c */
Err store_name_row(Job *job, Store *store, Names *names, NameId name, int64_t *ret_row) MUST_CHECK;
/* At the end of a batch: names that no symbol has any more go. */
Err store_sweep_names(Job *job, Store *store) MUST_CHECK;
void store_forget_names(Store *store);

/* words.c: fills the table of words from that of the names. */
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
Err store_read_old(Job *job, Store *store, FileId file, StoreOlds *ret_old) MUST_CHECK;
/* Numbers for a file's definitions, those of before where they were there
 * before; NULL: each its own. `rows` are their names' rows, by DefNo; 0: no
 * symbol. */
uint32_t *store_match(Job *job, StoreOlds *old, const Facts *facts, const int64_t *rows);

/* links.c */
#define STORE_EDGES_MAX ((size_t)256 << 20) /* bytes of one row */
Err store_remove_links(Job *job, Store *store, FileId file) MUST_CHECK;

/* targets.c: edges by target. */
/* `old`: the file's edges as they are stored. */
Err store_put_targets(Job *job, Store *store, const StoreLinks *links, const StoreEdges *old) MUST_CHECK;
/* From now on the rows of a bulk load are gathered. */
void store_gather_targets(Store *store);
void store_forget_targets(Store *store);
/* Fills the table, from what was gathered or from the edges by source. */
Err store_derive_targets(Job *job, Store *store) MUST_CHECK;

/* ---- pack.c: numbers as bytes, small ones short ---- */

void store_pack(Buf *out, uint64_t number);
void store_pack_signed(Buf *out, int64_t number);
typedef struct StoreUnpack {
  const unsigned char *at, *end;
  bool bad; /* something was missing or too large */
} StoreUnpack;
uint64_t store_unpack(StoreUnpack *in);
uint32_t store_unpack_32(StoreUnpack *in);
int64_t store_unpack_signed(StoreUnpack *in);
StoreUnpack store_unpack_from(Str bytes);

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
