/* Store: what is known about a workspace, in one SQLite file.
 * One writer and any number of readers, each with its own connection. A
 * reader sees whole batches: the state before one or after it. Interprets no
 * code: it keeps and returns what it is given. */
#ifndef FATHOM_STORE_STORE_H
#define FATHOM_STORE_STORE_H

#include "src/base/job.h"
#include "src/model/facts.h"
#include "src/model/id.h"

typedef struct Store Store;
typedef struct StoreReader StoreReader;

typedef struct StoreOptions {
  Str root;      /* real path of the workspace */
  bool in_cache; /* keep out of the workspace */
  Str cache_dir; /* where it goes then, and when the workspace is read-only */
} StoreOptions;

/* A file of an unknown layout or with damage is set aside under another name
 * and an empty one takes its place. Other versions' files are left alone. */
Err store_open(Job *job, const StoreOptions *options, Store **ret_store) MUST_CHECK;
/* No reader may be open any more. */
void store_close(Store *store);
AUTO_CLOSE(Store, store_close)
Str store_location(const Store *store); /* the file */
/* Readers wait for the writer: the file system has no shared memory. */
bool store_is_exclusive(const Store *store);
/* Damage was met since it was opened, or the file is not there any more:
 * store_repair makes it anew. To be called by the writer; open readers go on
 * with the old file. */
bool store_is_damaged(const Store *store);
Err store_repair(Job *job, Store *store) MUST_CHECK;
uint64_t store_bytes(const Store *store);

/* ---- the writer: one thread at a time ---- */

/* Elects this process. ERR_BUSY: another process is writing. */
Err store_lock(Job *job, Store *store) MUST_CHECK;
void store_unlock(Store *store);

typedef struct StoreFile {
  FileId id;
  Str path;        /* of a directory that is left out: with '/' at the end */
  Str language;
  Str skip;        /* why it is not indexed; empty: it is */
  uint64_t size;
  int64_t mtime_ns; /* 0: the contents must be compared */
  uint64_t hash;
  bool broken;     /* some of it could not be parsed */
  size_t symbols;  /* filled by store_list_files when asked for */
} StoreFile;

Err store_begin(Job *job, Store *store) MUST_CHECK;
Err store_commit(Job *job, Store *store) MUST_CHECK;
void store_rollback(Store *store); /* without a batch: nothing */
/* Replaces all that is stored about file->path. `facts` may be NULL. */
Err store_put_file(Job *job, Store *store, const StoreFile *file, const Facts *facts, Str text) MUST_CHECK;
/* The contents are the same: only size and time of the file changed. */
Err store_touch_file(Job *job, Store *store, const StoreFile *file) MUST_CHECK;
Err store_remove_file(Job *job, Store *store, FileId file) MUST_CHECK;
Err store_put_number(Job *job, Store *store, Str name, int64_t value) MUST_CHECK;
/* After many batches: empties the log file, which is else kept under 4 MB as
 * batches go by. */
void store_checkpoint(Store *store);

/* ---- readers: one thread at a time each ---- */

Err store_reader_open(Job *job, Store *store, StoreReader **ret_reader) MUST_CHECK;
void store_reader_close(StoreReader *reader);
/* The file it reads is still the store's. */
bool store_reader_is_current(const StoreReader *reader);
/* Brackets a query: all of it sees one state, and stops with the job. */
Err store_read_begin(Job *job, StoreReader *reader) MUST_CHECK;
void store_read_end(StoreReader *reader);

typedef struct StoreFiles {
  StoreFile *items; /* ordered by path */
  size_t len;
  size_t cap;
} StoreFiles;
/* The file `path` and all beneath the directory `path`; "" for all. */
Err store_list_files(Job *job, StoreReader *reader, Str path, bool count_symbols,
                     StoreFiles *ret_files) MUST_CHECK;

/* The first `limit` that are not indexed, but for those skipped for `except`. */
Err store_list_skipped(Job *job, StoreReader *reader, Str except, size_t limit,
                       StoreFiles *ret_files) MUST_CHECK;

/* Every distinct name, used or not, in order of the bytes. */
typedef void StoreEachName(void *context, int64_t name, Str text);
Err store_each_name(Job *job, StoreReader *reader, StoreEachName *each, void *context) MUST_CHECK;

typedef struct StoreSymbol {
  SymbolId id;
  FileId file;
  Str path;
  Str name;
  Str container; /* its name, or empty */
  SymbolKind kind;
  unsigned flags; /* DEF_... */
  Span name_span;
  Span full;
  Range doc;
  Str signature;
} StoreSymbol;
typedef struct StoreSymbols {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
} StoreSymbols;
Err store_list_named(Job *job, StoreReader *reader, int64_t name, StoreSymbols *ret_symbols) MUST_CHECK;
Err store_list_symbols(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) MUST_CHECK;

typedef struct StoreSkips {
  Str reason;
  size_t count;
} StoreSkips;
typedef struct StoreCounts {
  size_t files;   /* indexed */
  size_t symbols;
  StoreSkips *skips;
  size_t skip_count;
} StoreCounts;
Err store_count(Job *job, StoreReader *reader, StoreCounts *ret_counts) MUST_CHECK;
Err store_get_number(Job *job, StoreReader *reader, Str name, int64_t *ret_value) MUST_CHECK; /* 0: absent */

#endif
