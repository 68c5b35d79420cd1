/* Between the store and the engine that keeps its rows.
 * The store knows what the rows mean, packs and checks them, and decides what
 * an engine may see of the disk. An engine keeps rows of numbers and bytes in
 * order, in batches that are seen whole or not at all; it knows nothing of
 * code. Rows may have rotted: the store believes none of their cells, and an
 * engine only has to give memory that is there. */
#ifndef FATHOM_STORE_BACKEND_INTERNAL_H
#define FATHOM_STORE_BACKEND_INTERNAL_H

#include "src/base/buf.h"
#include "src/store/store.h"

/* A value of a row: which of the two, the column says. */
typedef struct StoreCell {
  int64_t number;
  Str bytes;
} StoreCell;
#define CELL_NUMBER(value) ((StoreCell){.number = (int64_t)(value)})
#define CELL_BYTES(value) ((StoreCell){.bytes = (value)})

#define STORE_COLUMNS_MAX 15 /* of a row */
#define STORE_ROWS_MAX 32    /* of one write */
#define STORE_KEYS_MAX 64    /* of one get */

/* ---- what is written ---- */

/* Columns: n a number, t a text in UTF-8, b bytes. The key comes first.
 *   add     a row with a key that no row has; "n" in brackets: the engine
 *           gives it the next number, which is returned
 *   put     in place of one with the same key, if there is one
 *   set     the columns of the one with that key; nothing if there is none
 *   remove  the one with that key; nothing if there is none
 *   empty   the table */
/*    write                     columns             what they are */
#define STORE_WRITES(X)                                                                                  \
  X(WRITE_ADD_FILE,             "tttnnnnnnnnnnn")   /* (id), then as STORE_FILE_COLUMNS */               \
  X(WRITE_SET_FILE,             "nttnnnnnnn")       /* id, language … symbols */                         \
  X(WRITE_SET_FILE_STAMP,       "nnnn")             /* id, size, mtime, stamp */                         \
  X(WRITE_SET_FILE_COUNTS,      "nnnnn")            /* id, edges, resolved, external, unresolved */      \
  X(WRITE_REMOVE_FILE,          "n")                /* id */                                             \
  X(WRITE_PUT_CONTENT,          "nbb")              /* file, keys, data */                               \
  X(WRITE_REMOVE_CONTENT,       "n")                /* file */                                           \
  X(WRITE_PUT_LINKS,            "nbb")              /* file, uses, asks */                               \
  X(WRITE_REMOVE_LINKS,         "n")                /* file */                                           \
  X(WRITE_PUT_OPEN,             "nnb")              /* file, name: both are the key; lines */            \
  X(WRITE_REMOVE_OPEN,          "nn")               /* file, name */                                     \
  X(WRITE_PUT_OUTWARD,          "nnb")              /* file, target: both are the key; data */           \
  X(WRITE_REMOVE_OUTWARD,       "nn")               /* file, target */                                   \
  X(WRITE_ADD_NAME,             "t")                /* (id), text */                                     \
  X(WRITE_REMOVE_NAME,          "n")                /* id */                                             \
  X(WRITE_ADD_WORD,             "tn")               /* word, name: both are the key; twice is no error */ \
  X(WRITE_ADD_WORDS,            "tn")               /* likewise, but none of them is there */            \
  X(WRITE_REMOVE_WORD,          "tn")               /* word, name */                                     \
  X(WRITE_EMPTY_WORDS,          "")                                                                      \
  X(WRITE_ADD_SYMBOL,           "nnnnnnbt")         /* id, name, container, kind, flags, def, place, signature */ \
  X(WRITE_SET_SYMBOL,           "nnnnnbt")          /* id, container … signature */                      \
  X(WRITE_REMOVE_SYMBOL,        "n")                /* id */                                             \
  X(WRITE_REMOVE_SYMBOLS,       "nn")               /* the first, and the first not */                   \
  X(WRITE_PUT_EDGES,            "nb")               /* source, data */                                   \
  X(WRITE_REMOVE_EDGES,         "n")                /* source */                                         \
  X(WRITE_PUT_SOURCES,          "nnb")              /* target, file: both are the key; sources */        \
  X(WRITE_ADD_SOURCES,          "nnb")              /* likewise, but none of them is there */            \
  X(WRITE_REMOVE_SOURCES,       "nn")               /* target, file */                                   \
  X(WRITE_EMPTY_SOURCES,        "")                                                                      \
  X(WRITE_PUT_NUMBER,           "tn")               /* name, value */

typedef enum StoreWrite {
#define STORE_WRITE_NAME(write, columns) write,
  STORE_WRITES(STORE_WRITE_NAME)
#undef STORE_WRITE_NAME
  STORE_WRITE_COUNT
} StoreWrite;

/* ---- what is read ---- */

/* Views: rows in the order of a key. Where that is of several columns, or
 * several rows have it, those of one key come in the order of their ids. */
#define STORE_FILE_COLUMNS "ntttnnnnnnnnnnn"
/*    view                      key   columns              what they are */
#define STORE_VIEWS(X)                                                                                   \
  X(VIEW_FILE,                 'n',  STORE_FILE_COLUMNS)  /* id: see the cells' names below */          \
  X(VIEW_FILE_BY_PATH,         't',  STORE_FILE_COLUMNS)  /* path */                                    \
  X(VIEW_FILE_SKIPPED,         't',  STORE_FILE_COLUMNS)  /* path: only those with a reason */          \
  X(VIEW_CONTENT,              'n',  "nb")                /* file: file, data */                        \
  X(VIEW_KEYS,                 'n',  "nb")                /* file: file, keys */                        \
  X(VIEW_LINKS,                'n',  "nbb")               /* file: file, uses, asks */                  \
  X(VIEW_OPEN_OF,              'n',  "nnb")               /* file: file, name, lines */                 \
  X(VIEW_OPEN_NAMED,           'n',  "nnb")               /* name: file, name, lines */                 \
  X(VIEW_OUTWARD_OF,           'n',  "nnb")               /* file: file, target, data */                \
  X(VIEW_OUTWARD_INTO,         'n',  "nnb")               /* target: file, target, data */              \
  X(VIEW_NAME,                 'n',  "nt")                /* id: id, text */                            \
  X(VIEW_NAME_BY_FOLD,         't',  "nt")                /* text without (ASCII) case: id, text */     \
  X(VIEW_NAME_BY_WORD,         't',  "nt")                /* word: id, text; maybe more than once */    \
  X(VIEW_SYMBOL,               'n',  STORE_SYMBOL_COLUMNS) /* id */                                     \
  X(VIEW_SYMBOL_BY_NAME,       'n',  STORE_SYMBOL_COLUMNS) /* name */                                   \
  X(VIEW_SYMBOL_ROW,           'n',  "nnnnnntbt")         /* id: see the cells' names below */          \
  X(VIEW_SYMBOL_PLACE,         'n',  "nnnnb")             /* id: id, kind, flags, container, place */   \
  X(VIEW_SYMBOL_KIND,          'n',  "nn")                /* id: id, kind */                            \
  X(VIEW_NAMED,                'n',  "n")                 /* name: the id of a symbol */                \
  X(VIEW_EDGES,                'n',  "nb")                /* source: source, data */                    \
  X(VIEW_SOURCES,              'n',  "nnb")               /* target: target, file, sources */           \
  X(VIEW_VALUE,                't',  "n")                 /* name: the number */
#define STORE_SYMBOL_COLUMNS "ntttnnnnbt"

typedef enum StoreView {
#define STORE_VIEW_NAME(view, key, columns) view,
  STORE_VIEWS(STORE_VIEW_NAME)
#undef STORE_VIEW_NAME
  STORE_VIEW_COUNT
} StoreView;

/* The cells of the views that have many. */
enum {
  CELL_FILE_ID, CELL_FILE_PATH, CELL_FILE_LANGUAGE, CELL_FILE_SKIP, CELL_FILE_SIZE, CELL_FILE_MTIME, CELL_FILE_STAMP, CELL_FILE_HASH, CELL_FILE_SURFACE, CELL_FILE_FLAGS,
  CELL_FILE_SYMBOLS, CELL_FILE_EDGES, CELL_FILE_RESOLVED, CELL_FILE_EXTERNAL, CELL_FILE_UNRESOLVED
};
enum { /* with the path of its file, its name and that of its container, "" if there is none */
  CELL_SYMBOL_ID, CELL_SYMBOL_PATH, CELL_SYMBOL_NAME, CELL_SYMBOL_CONTAINER_NAME, CELL_SYMBOL_CONTAINER, CELL_SYMBOL_KIND, CELL_SYMBOL_FLAGS, CELL_SYMBOL_DEF,
  CELL_SYMBOL_PLACE, CELL_SYMBOL_SIGNATURE
};
enum { /* with its name, "" if that is not there */
  CELL_ROW_ID, CELL_ROW_NAME, CELL_ROW_CONTAINER, CELL_ROW_KIND, CELL_ROW_DEF, CELL_ROW_FLAGS, CELL_ROW_TEXT, CELL_ROW_PLACE, CELL_ROW_SIGNATURE
};

/* From a key to before another, by the view's key. */
typedef struct StoreRange {
  int64_t from, to;
  Str from_text, to_text; /* to_text empty: to the end */
  size_t limit;           /* rows; 0: no limit */
} StoreRange;

typedef struct StoreConnection StoreConnection;

/* Rows of one question, one after the other. One at a time for each view of a
 * connection; a later one of the same view ends it. */
typedef struct StoreCursor {
  StoreConnection *connection;
  StoreView view;
  void *state; /* the engine's */
  size_t at;   /* likewise */
  StoreCell row[STORE_COLUMNS_MAX]; /* bytes borrow until the next row */
} StoreCursor;

/* ---- the engine ---- */

typedef enum StoreMoment {
  STORE_LOAD_BEGINS, /* a batch follows in which all rows go (empty), then many batches that need not be synced */
  STORE_LOAD_NAMED,  /* from now on rows are mostly added; what was written is safe when this returns */
  STORE_LOAD_ENDED,  /* batches are synced again; what was written is safe when this returns */
} StoreMoment;

struct StoreEngine {
  /* What a new file begins with: the layout, and no rows. NULL: nothing. */
  Str (*blank)(Arena *arena);
  /* Opens what lies at the store's path, which is there and may be empty, and
   * makes sure that the rows in it are of this layout, unless this store just
   * made it. Errors as store_fail makes them. */
  Err (*open)(Job *job, Store *store, bool is_writer, StoreConnection **ret_connection);
  /* `is_gone`: the path is another's by now, which must not be touched. */
  void (*close)(StoreConnection *connection, bool is_gone);
  /* Calls stop with the job until the next call; NULL: never. */
  void (*obey)(StoreConnection *connection, Job *job);

  /* Fills the empty file at the path of `to`, which nobody has open, with one state
   * of the rows of `from`, which others may be using; safe on the disk when this
   * returns. NULL: the engine cannot. */
  Err (*copy)(Job *job, Store *from, Store *to);

  /* A batch of the writer's, or a state that a reader stays with. */
  Err (*begin)(Job *job, StoreConnection *connection);
  Err (*commit)(Job *job, StoreConnection *connection);
  void (*end)(StoreConnection *connection); /* a reader is done; a writer's batch is undone. Without one: nothing */
  /* Of a reader that has begun: a number that is another one whenever its rows
   * may be others than when it was told last, whoever wrote them. NULL: the engine
   * cannot tell, and nothing is kept of what was read. */
  Err (*state)(Job *job, StoreConnection *connection, int64_t *ret_state);

  Err (*scan)(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range, StoreCursor *ret_cursor);
  /* Of a view by number: the rows of at most STORE_KEYS_MAX keys, in their
   * order, which is ascending and without repetitions. */
  Err (*get)(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count, StoreCursor *ret_cursor);
  Err (*next)(Job *job, StoreCursor *cursor, bool *ret_row); /* false: it is ended */
  void (*stop)(StoreCursor *cursor);                         /* before its end */

  /* At most STORE_ROWS_MAX rows, cell behind cell. `ret_id`: of a row that was
   * numbered; may be NULL. */
  Err (*write)(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows, int64_t *ret_id);
  Err (*empty)(Job *job, StoreConnection *connection); /* all tables; orders may be dropped that take long to keep */
  Err (*order)(Job *job, StoreConnection *connection); /* makes them again, in a batch of its own */

  Err (*load)(Job *job, StoreConnection *connection, StoreMoment moment);
  /* Folds the log in, if there is one; `wait`: and empties it, when nobody
   * reads any more. */
  void (*fold)(StoreConnection *connection, bool wait);
  Err (*remember)(Job *job, StoreConnection *connection, size_t kb); /* memory for what was read */
};

/* What every connection begins with. */
struct StoreConnection {
  const StoreEngine *engine;
  Store *store;
  bool is_writer;
};

extern const StoreEngine store_sqlite; /* sqlite/ */
extern const char *const store_write_columns[STORE_WRITE_COUNT];
extern const char *const store_view_columns[STORE_VIEW_COUNT];
extern const char store_view_keys[STORE_VIEW_COUNT];

/* ---- what an engine asks of the store ---- */

/* The path still leads to the file that was let through to the engine, and to
 * the log beside it. */
bool store_is_itself(Job *job, Store *store, bool is_writer) MUST_CHECK;
/* The file is as it was made, of the engine's own bytes. */
bool store_is_blank(const Store *store);
/* The file's last writer did not finish: its rows are to be checked, and the
 * store is told that they were. */
bool store_must_check(const Store *store);
void store_was_checked(Store *store);
void store_set_exclusive(Store *store, bool is_exclusive);
/* After a commit: the log has so many pages. */
void store_note_log(Store *store, int pages);
/* What is there makes no sense. ERR_IO with words; the store is made anew. */
Err store_damage(Job *job, Store *store) MUST_CHECK;

#endif
