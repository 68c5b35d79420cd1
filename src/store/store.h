/* Store: what is known about a workspace, in one file that an engine keeps.
 * One writer and any number of readers, each with its own connection. A
 * reader sees whole batches: the state before one or after it. Interprets no
 * code: it keeps and returns what it is given. */
#ifndef FATHOM_STORE_STORE_H
#define FATHOM_STORE_STORE_H

#include "src/base/job.h"
#include "src/model/edge.h"
#include "src/model/facts.h"
#include "src/model/id.h"
#include "src/os/keep.h"

#define STORE_VERSION 6 /* of the layout: in the file's name and inside it */
/* The name of the first build's file; others' have a number behind the version. */
#define STORE_FILE "index-v" STORE_SPELL(STORE_VERSION) ".sqlite"
#define STORE_SPELL(number) STORE_SPELL_AS_IS(number)
#define STORE_SPELL_AS_IS(number) #number

typedef struct Store Store;
typedef struct StoreReader StoreReader;
typedef struct StoreEngine StoreEngine; /* what keeps the rows */

typedef struct StoreOptions {
  Str root;      /* real path of the workspace */
  bool in_cache; /* keep out of the workspace */
  Str cache_dir; /* where it goes then, and when the workspace is read-only */
  size_t bulk_mb; /* memory for pages during a bulk load; 0: 64 */
  uint64_t revision; /* of the program: each has a file of its own, up to three; 0: any will do */
  const Str *origins; /* real paths of other working trees of the same repository: a new store begins with what one of them holds. Copied */
  size_t origin_count;
  bool exclusive; /* as if the file system had no shared memory: for tests */
  const StoreEngine *engine; /* NULL: SQLite; another: for tests. Borrowed */
} StoreOptions;

/* A file that this user did not write for this workspace, that somebody else
 * touched, of an unknown layout or with damage is set aside under another name
 * and an empty one takes its place; the library does not get to see it. Looks
 * for damage only when the last writer did not finish. Other versions' files
 * are left alone. ERR_BUSY: another process is about to make it, and takes
 * long. */
Err store_open(Job *job, const StoreOptions *options, Store **ret_store) MUST_CHECK;
/* No reader may be open any more. */
void store_close(Store *store);
AUTO_CLOSE(Store, store_close)
Str store_location(const Store *store); /* the file */
/* The folder it lies in, for files beside it, whose names have `store_part` in
 * them. Borrowed: for as long as the store is open. */
Keep *store_keep(const Store *store);
Str store_part(const Store *store);
/* Why it does not lie in the workspace although it should; mostly empty. */
Str store_note(const Store *store);
/* Readers wait for the writer: the file system has no shared memory. */
bool store_is_exclusive(const Store *store);
/* Damage was met since it was opened, or the file is not there any more:
 * store_repair makes it anew. To be called by the writer; open readers go on
 * with the old file. */
bool store_is_damaged(const Store *store);
/* The same without a look at the disk: enough for whoever is told when names in
 * the store's folder change. */
bool store_was_damaged(const Store *store);
/* Something in the file makes no sense: it is damaged. ERR_IO with words. */
Err store_suspect(Job *job, Store *store) MUST_CHECK;
Err store_repair(Job *job, Store *store) MUST_CHECK;
/* Only what was put with this file makes no sense: it is to be put anew, the
 * rest is good. Any thread. ERR_IO with words. */
#define STORE_DOUBTS_MAX 64 /* from here on the whole is damaged */
Err store_doubt(Job *job, Store *store, FileId file) MUST_CHECK;
bool store_has_doubts(const Store *store);
/* The files that were doubted since the last call; `ret_files` has room for
 * all. For the writer. */
size_t store_take_doubts(Store *store, FileId *ret_files);
/* True once after it was opened and nobody could vouch for its rows: its last
 * writer did not finish. For the writer. */
bool store_take_unsure(Store *store);
/* True once after it was made with the rows of another working tree, which are
 * yet to be compared with this one: `ret_keep` is the other's folder, to be closed,
 * and `ret_part` of the names of its files, in job->arena. For the writer. */
bool store_take_copied(Job *job, Store *store, Keep **ret_keep, Str *ret_part);
/* Of its file, now. `is_heard`: as in keep_stat_heard. */
uint64_t store_bytes(const Store *store, bool is_heard);

/* ---- ids ---- */

/* A symbol's id is its file's with a number that stays the same while the
 * file changes around it, so that edges of other files into it stay valid.
 * Number 0 stands for the file itself. */
#define STORE_LOCAL_BITS 20
#define STORE_LOCAL_MAX ((1u << STORE_LOCAL_BITS) - 1)
/* The largest id of a file: what is kept by id stays small. A store that was
 * changed by so many files that it needs more is made anew, like one with
 * damage, and numbers them from 1. */
#define STORE_FILE_MAX ((int64_t)1 << 24)
/* Numbers from here on are of symbols that resolving made, not of definitions. */
#define STORE_MADE_FIRST EDGE_MADE_FIRST
static inline SymbolId store_symbol_id(FileId file, uint32_t local) {
  return (SymbolId){(int64_t)((uint64_t)file.value << STORE_LOCAL_BITS) | local};
}
static inline FileId store_file_of(SymbolId symbol) { return (FileId){symbol.value >> STORE_LOCAL_BITS}; }
static inline uint32_t store_local_of(SymbolId symbol) { return (uint32_t)symbol.value & STORE_LOCAL_MAX; }

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
  int64_t mtime_ns; /* of writing */
  uint64_t stamp;   /* os/stamp; 0: the contents must be compared */
  uint64_t hash;
  uint64_t surface; /* facts_surface; 0: none */
  bool broken;      /* some of it could not be parsed */
  bool cut;         /* too deep or too large: some of it is missing */
  bool is_test;
  /* Filled by the store: */
  size_t symbols;
  size_t edges;
  size_t resolved, external, unresolved; /* calls */
  bool is_renumbered; /* store_get_locals tells how */
} StoreFile;

/* What goes with a file: facts, or the text of a configuration file. */
typedef struct StoreContent {
  const Facts *facts;    /* NULL: none */
  const Str *signatures; /* by DefNo */
  Str data;              /* facts_encode, or the text */
  const uint64_t *keys;  /* resolve_keys */
  size_t key_count;
} StoreContent;

/* Where a file was put, and what was there before. In the job's arena. */
typedef struct StorePlaced {
  FileId file;
  uint32_t *locals; /* by DefNo, 0: no symbol; NULL: each has its DefNo */
  uint64_t surface_before;
  uint64_t *keys_before;
  size_t key_before_count;
} StorePlaced;

/* One batch at a time, by whoever holds the lock: readers see none of it
 * before it is committed, and all of it afterwards. A batch that cannot be
 * committed is rolled back, and the error says why. */
Err store_begin(Job *job, Store *store) MUST_CHECK;
Err store_commit(Job *job, Store *store) MUST_CHECK;
void store_rollback(Store *store); /* without a batch: nothing */
/* Replaces all that is stored about file->path. Symbols that were there before
 * keep their ids; edges of a file with facts stay until store_put_file_edges, in the
 * same batch where half of it must not be seen. `content` may be NULL,
 * `ret_placed` too. */
Err store_put_file(Job *job, Store *store, const StoreFile *file, const StoreContent *content,
                   StorePlaced *ret_placed) MUST_CHECK;
/* The contents are the same: only the times and number of the file changed. */
Err store_touch_file(Job *job, Store *store, const StoreFile *file) MUST_CHECK;
Err store_remove_file(Job *job, Store *store, FileId file, StorePlaced *ret_before) MUST_CHECK;

typedef struct StoreEdge {
  uint8_t kind; /* EdgeKind */
  uint8_t rule; /* EdgeRule */
  SymbolId from;
  SymbolId to;
  uint32_t line, column; /* of the site, in from's file */
  FileId wired_file;     /* 0: at the site */
  uint32_t wired_line;
} StoreEdge;

/* A call whose target nobody could tell. */
typedef struct StoreOpenCall {
  int64_t name; /* store_spelling */
  uint32_t line;
} StoreOpenCall;
/* What stands for the name that a call is spelled with. */
int64_t store_spelling(Str name);

/* A symbol that resolving made. */
typedef struct StoreMade {
  uint32_t local; /* from STORE_MADE_FIRST on */
  uint8_t kind;   /* SymbolKind */
  NameId name;    /* of StoreFileEdges.names */
  Span name_span, full;
} StoreMade;

/* What a reference leads to in another repository. */
typedef struct StoreOutside {
  Str root, path; /* the repository's real path, and from there */
  Str name;  /* with that of what it is in and a dot before it; empty: the file */
  uint8_t kind; /* SymbolKind */
  uint32_t line; /* when that was last read */
} StoreOutside;
typedef struct StoreOutward {
  uint8_t kind; /* EdgeKind */
  uint8_t rule; /* EdgeRule */
  SymbolId from;
  uint32_t line, column; /* of the site, in from's file */
  StoreOutside to;
} StoreOutward;

/* All that resolving a file gave. */
typedef struct StoreFileEdges {
  FileId file;
  const StoreEdge *edges; /* ordered by `from` */
  size_t edge_count;
  const FileId *uses;   /* files whose facts were looked at */
  size_t use_count;
  const uint32_t *asks; /* sorted; folded keys of global look-ups */
  size_t ask_count;
  const StoreOpenCall *open; /* ordered by name, then line */
  size_t open_count;
  const StoreMade *made; /* ordered by number */
  size_t made_count;
  const StoreOutward *outward; /* those of one target one behind the other */
  size_t outward_count;
  Names *names; /* NULL: nothing is made */
  size_t resolved, external, unresolved;
} StoreFileEdges;
/* Replaces what is stored about the file's edges, and what was made with them. */
Err store_put_file_edges(Job *job, Store *store, const StoreFileEdges *links) MUST_CHECK;
Err store_put_number(Job *job, Store *store, Str name, int64_t value) MUST_CHECK;

/* Everything goes; then, until store_bulk_end, what can be derived (indexes,
 * words of names, edges by target) is left out and batches are not synced.
 * Answers are right meanwhile, but edges into a symbol are not found yet. */
Err store_bulk_begin(Job *job, Store *store) MUST_CHECK;
/* Once all files are put, links or not: derives what follows from names and
 * symbols alone. Else store_bulk_end does. */
Err store_bulk_names(Job *job, Store *store) MUST_CHECK;
/* Derives it all. Also after a bulk load that its process did not finish. */
Err store_bulk_end(Job *job, Store *store) MUST_CHECK;
Err store_is_bulk(Job *job, StoreReader *reader, bool *ret_bulk) MUST_CHECK;
/* Another number after each batch that added or removed names: what was made of
 * all names is good for as long as it stays. Never 0. */
Err store_names_version(Job *job, StoreReader *reader, int64_t *ret_version) MUST_CHECK;
/* After many batches: empties the log file. */
void store_checkpoint(Store *store);
/* At a quiet moment, without the lock: folds the log into the file when it has
 * grown to 4 MB, unless another process is writing. Without such moments that
 * is done by the batch that makes it 32 MB. */
void store_tidy(Store *store);

/* ---- readers: one thread at a time each ---- */

/* A connection of its own, to be closed before the store. ERR_IO, ERR_BUSY:
 * the file cannot be opened now. */
Err store_reader_open(Job *job, Store *store, StoreReader **ret_reader) MUST_CHECK;
void store_reader_close(StoreReader *reader);
Store *store_of(const StoreReader *reader);
/* The file it reads is still the store's. */
bool store_reader_is_current(const StoreReader *reader);
/* Brackets a query: all of it sees one state, and stops with the job. */
Err store_read_begin(Job *job, StoreReader *reader) MUST_CHECK;
void store_read_end(StoreReader *reader);
/* Amid one, from job to job: the state stays. */
void store_read_pause(StoreReader *reader);
void store_read_resume(Job *job, StoreReader *reader);

typedef struct StoreFiles {
  StoreFile *items; /* ordered by path */
  size_t len;
  size_t cap;
} StoreFiles;
/* The file `path` and all beneath the directory `path`; "" for all. */
Err store_list_files(Job *job, StoreReader *reader, Str path, StoreFiles *ret_files) MUST_CHECK;
/* id 0: no such file. */
Err store_get_file(Job *job, StoreReader *reader, FileId file, StoreFile *ret_file) MUST_CHECK;
/* Many at once: `ret_files` has room for `count`, in their order. */
Err store_get_files(Job *job, StoreReader *reader, const FileId *ids, size_t count, StoreFile *ret_files) MUST_CHECK;
/* The first `limit` that are not indexed, but for those skipped for `except`;
 * those skipped for `first` come first. */
Err store_list_skipped(Job *job, StoreReader *reader, Str except, Str first, size_t limit,
                       StoreFiles *ret_files) MUST_CHECK;

/* What was put with a file; ptr NULL: nothing. */
Err store_get_content(Job *job, StoreReader *reader, FileId file, Str *ret_data) MUST_CHECK;
Err store_get_keys(Job *job, StoreReader *reader, FileId file, uint64_t **ret_keys, size_t *ret_count) MUST_CHECK;
/* The numbers in the ids of a file's symbols, by DefNo, below `count`. */
Err store_get_locals(Job *job, StoreReader *reader, FileId file, size_t count, uint32_t **ret_locals) MUST_CHECK;
/* Uses and asks of every file that was resolved, by file; the arrays are gone
 * after the call. */
typedef Err StoreEachFileEdges(void *context, Job *job, const StoreFileEdges *links);
Err store_each_file_edges(Job *job, StoreReader *reader, StoreEachFileEdges *each, void *context) MUST_CHECK;

/* ---- names ---- */

typedef void StoreEachName(void *context, int64_t name, Str text);
/* Every distinct name. */
Err store_each_name(Job *job, StoreReader *reader, StoreEachName *each, void *context) MUST_CHECK;
/* Names that begin so but for (ASCII) case, in order, at most `limit`. */
Err store_each_prefixed(Job *job, StoreReader *reader, Str prefix, size_t limit, StoreEachName *each,
                        void *context) MUST_CHECK;
/* Names with a word that begins so, no case; at most `limit`. None before the
 * first build is finished. */
Err store_each_worded(Job *job, StoreReader *reader, Str word, size_t limit, StoreEachName *each,
                      void *context) MUST_CHECK;

typedef struct StoreSymbol {
  SymbolId id;
  FileId file;
  Str path;
  Str name;
  Str container; /* its name, or empty */
  SymbolId container_id;
  SymbolKind kind;
  unsigned flags; /* DEF_... */
  DefNo def;      /* in the file's facts */
  Span name_span;
  Span full;
  Range doc;
  Str signature;
} StoreSymbol;
typedef struct StoreSymbols {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
  size_t total; /* before a limit */
} StoreSymbols;
/* At most `limit`, of files known longest; all are counted. */
Err store_list_named(Job *job, StoreReader *reader, int64_t name, size_t limit, StoreSymbols *ret_symbols) MUST_CHECK;
Err store_list_symbols(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) MUST_CHECK;
/* Of those the ones that resolving made. */
Err store_list_made(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) MUST_CHECK;
/* Where a file's symbols are, without words; in no order. */
typedef struct StorePlace {
  SymbolId id;
  SymbolKind kind;
  unsigned flags;
  Span full, name;
  SymbolId container; /* in the same file; 0: none */
} StorePlace;
typedef struct StorePlaces {
  StorePlace *items;
  size_t len;
  size_t cap;
} StorePlaces;
Err store_list_places(Job *job, StoreReader *reader, FileId file, StorePlaces *ret_places) MUST_CHECK;
/* What is in it, at any depth, of its own file; by place. */
Err store_list_inside(Job *job, StoreReader *reader, SymbolId container, StoreSymbols *ret_symbols) MUST_CHECK;
/* id 0: no such symbol. */
Err store_get_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) MUST_CHECK;
/* Many at once, which costs far less than one by one: `ret_symbols` has room
 * for `count`, in their order; an id may come twice. */
Err store_get_symbols(Job *job, StoreReader *reader, const SymbolId *ids, size_t count, StoreSymbol *ret_symbols) MUST_CHECK;

/* Says that these symbols are asked for next, one by one and in any order:
 * what is wanted of them is read at once, and until store_read_end the
 * functions for one symbol (store_get_symbol, store_edges_from, store_sources;
 * store_get_file for number 0) find it in memory. Only makes them faster. */
enum { STORE_EXPECT_SYMBOL = 1, STORE_EXPECT_EDGES = 2, STORE_EXPECT_SOURCES = 4 };
Err store_expect(Job *job, StoreReader *reader, const SymbolId *ids, size_t count, unsigned what) MUST_CHECK;

/* ---- edges ---- */

#define STORE_KIND(kind) (1u << (kind))
#define STORE_ALL_KINDS UINT32_MAX

typedef struct StoreEdges {
  StoreEdge *items;
  size_t len;
  size_t cap;
} StoreEdges;
/* Adds the edges out of a symbol, by site. `kinds`: STORE_KIND(EDGE_CALLS) | … */
Err store_edges_from(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) MUST_CHECK;
/* Adds the edges into a symbol, by source. */
Err store_edges_into(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) MUST_CHECK;
/* Of many symbols at once: those of each, in their order; room for `count`. */
Err store_edges_from_each(Job *job, StoreReader *reader, const SymbolId *symbols, size_t count, uint32_t kinds,
                          StoreEdges *ret_edges) MUST_CHECK;
/* Adds all edges out of a file. */
Err store_edges_of(Job *job, StoreReader *reader, FileId file, uint32_t kinds, StoreEdges *edges) MUST_CHECK;
/* Sources of edges into a symbol without looking at the edges themselves. */
typedef struct StoreSource {
  SymbolId symbol;
  uint32_t kinds;
} StoreSource;
typedef struct StoreSources {
  StoreSource *items;
  size_t len;
  size_t cap;
} StoreSources;
Err store_sources(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreSources *sources) MUST_CHECK;
/* Calls of a spelling whose target nobody could tell, by file and line: the
 * first `limit`; all are counted. */
typedef struct StoreOpenSite {
  FileId file;
  uint32_t line;
} StoreOpenSite;
typedef struct StoreOpenSites {
  StoreOpenSite *items;
  size_t len;
  size_t cap;
  size_t total, files;
} StoreOpenSites;
/* The name that calls of a symbol are kept by: in small letters where they may be spelled in
 * any case. In the arena, or the symbol's own. */
Str store_called(Arena *arena, const StoreSymbol *symbol);
Err store_open_calls(Job *job, StoreReader *reader, Str name, size_t limit, StoreOpenSites *ret_sites) MUST_CHECK;
/* Those of one file, by spelling and then line. */
typedef struct StoreOpenCalls {
  StoreOpenCall *items;
  size_t len;
  size_t cap;
} StoreOpenCalls;
Err store_open_calls_in(Job *job, StoreReader *reader, FileId file, StoreOpenCalls *ret_calls) MUST_CHECK;
/* Of many symbols at once, in their order; room for `count`. */
Err store_sources_of_each(Job *job, StoreReader *reader, const SymbolId *symbols, size_t count, uint32_t kinds,
                          StoreSources *ret_sources) MUST_CHECK;

/* References into other repositories: adds those of a symbol, of a file with all
 * that is in it where the symbol's number is 0; then those into one target, of
 * which root, path and name count. `kinds` as above. */
typedef struct StoreOutwards {
  StoreOutward *items; /* by target, then site */
  size_t len;
  size_t cap;
} StoreOutwards;
Err store_outward_from(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreOutwards *outward) MUST_CHECK;
Err store_outward_into(Job *job, StoreReader *reader, const StoreOutside *target, uint32_t kinds, StoreOutwards *outward) MUST_CHECK;

/* ---- layers ---- */

/* What one client alone sees of a store: files that are put into it stand in
 * place of the store's, for readers through it. Nothing of it is written. */
typedef struct StoreLayer StoreLayer;
/* Over the state that the reader shows, which stays taken until the layer is
 * sealed. New files get numbers above `above` and all of the store's. The
 * caller's to close; one thread until it is sealed. */
Err store_layer_open(Job *job, StoreReader *reader, FileId above, StoreLayer **ret_layer) MUST_CHECK;
/* To be given to store_put_file with facts, store_put_file_edges and
 * store_put_number, and to nothing else; until it is sealed. */
Store *store_layer_store(StoreLayer *layer);
/* All is put. From here on it never changes, and any thread may read. After an
 * error it is good for closing only. */
Err store_layer_seal(Job *job, StoreLayer *layer) MUST_CHECK;
size_t store_layer_bytes(const StoreLayer *layer); /* of memory */
/* No reader through it may be open. */
void store_layer_close(StoreLayer *layer);
AUTO_CLOSE(StoreLayer, store_layer_close)
/* A reader of both. `beneath` has begun and stays open until the new one is
 * closed (store_reader_close), which neither begins nor ends; one of them is
 * asked at a time. */
StoreReader *store_reader_through(StoreReader *beneath, StoreLayer *layer);
/* NULL: it reads the store itself. */
StoreReader *store_reader_beneath(const StoreReader *reader);

/* ---- counts ---- */

typedef struct StoreSkips {
  Str reason;
  size_t count;
} StoreSkips;
typedef struct StoreLanguages {
  Str language;
  size_t files, symbols;
  uint64_t bytes;
  size_t resolved, external, unresolved;
} StoreLanguages;
typedef struct StoreCounts {
  size_t files;   /* indexed */
  uint64_t bytes; /* of source */
  size_t symbols;
  size_t edges;
  size_t broken;  /* files with parts that could not be parsed */
  size_t resolved, external, unresolved; /* calls */
  StoreSkips *skips;
  size_t skip_count;
  StoreLanguages *languages; /* most files first */
  size_t language_count;
} StoreCounts;
Err store_count(Job *job, StoreReader *reader, StoreCounts *ret_counts) MUST_CHECK;
/* Symbols by kind; looks at every one. `ret_kinds` has SYMBOL_KIND_COUNT items. */
Err store_count_kinds(Job *job, StoreReader *reader, size_t *ret_kinds) MUST_CHECK;
/* By kind and rule; looks at every edge. */
typedef struct StoreEdgeCounts {
  size_t kinds[EDGE_KIND_COUNT];
  size_t rules[EDGE_RULE_COUNT];
} StoreEdgeCounts;
Err store_count_edges(Job *job, StoreReader *reader, StoreEdgeCounts *ret_counts) MUST_CHECK;
Err store_get_number(Job *job, StoreReader *reader, Str name, int64_t *ret_value) MUST_CHECK; /* 0: absent */

#endif
