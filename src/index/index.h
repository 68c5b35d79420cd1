/* Index: one workspace, kept in step with its disk.
 * Conducts scan, parse, extract, resolve and store; opening does nothing else:
 * the first index_refresh builds. Answers no questions: query/ does.
 * Thread-safe. The work is done by a thread of the index's own, and by workers
 * while there is much of it: whoever asks waits, and may stop waiting. */
#ifndef FATHOM_INDEX_INDEX_H
#define FATHOM_INDEX_INDEX_H

#include "src/base/job.h"
#include "src/store/store.h"

typedef struct Index Index;

/* A directory outside the workspace that holds dependencies. */
typedef struct IndexPlace {
  Str name; /* as languages ask for it */
  Str path; /* absolute */
  struct Root *root; /* the index's own: NULL when given */
} IndexPlace;

typedef struct IndexOptions {
  Str root;        /* absolute directory */
  bool in_cache;   /* index.location=cache: keep it out of the workspace */
  Str cache_dir;   /* where it goes then, and when the tree is read-only */
  int64_t patience_ms; /* how long index_refresh waits; 0: 15 s */
  size_t memory_mb;    /* ceiling while indexing; 0: 1,024 */
  size_t workers;      /* threads that parse and resolve; 0: one per core */
  Str library_folder;  /* standard libraries' facts; empty: none */
  uint64_t revision;   /* of the program: what another one made is made anew */
  Str excludes;        /* text of the user's own ignore file */
  const Str *include;  /* globs that are indexed whatever ignore files say */
  size_t include_count;
  const Str *exclude;  /* globs that are not */
  size_t exclude_count;
  size_t dependency_files; /* of installed dependencies that may be known; 0: none is read */
  const IndexPlace *places;
  size_t place_count;
  bool is_for_once;    /* who asks for one refresh and is gone: nothing is watched, and little memory is not given back */
  bool exclusive;      /* as if the file system had no shared memory: for tests */
  bool timeless;       /* as if it kept no times of change: for tests */
} IndexOptions;

/* The caller's to close. Options are copied. Reads nothing of the workspace
 * and starts no thread. ERR_NOT_FOUND, ERR_OUTSIDE, …: the root cannot be
 * opened. */
Err index_open(Job *job, const IndexOptions *options, Index **ret_index) MUST_CHECK;
/* Nobody may be using it. What is under way is broken off; whole batches of it
 * are kept. */
void index_close(Index *index);
AUTO_CLOSE(Index, index_close)

/* The repositories that the user set beside this one, by real paths, instead of
 * those set before: from the next refresh on. Only the user decides that. Copied. */
void index_set_siblings(Index *index, const Str *paths, size_t count);
/* Those that were set, in the job's arena; without a look at the disk. */
size_t index_siblings(Job *job, Index *index, Str **ret_paths);

/* Absolute, with symbolic links followed; lives as long as the index. */
Str index_root(const Index *index);
/* Brings the store up to date with the disk; cheap when nothing changed.
 * Reports progress. When it takes longer than the patience it goes on behind
 * the caller's back; the status says how far it is. */
Err index_refresh(Job *job, Index *index) MUST_CHECK;
/* The same with a patience of its own, for questions that the disk answers. */
Err index_refresh_within(Job *job, Index *index, int64_t patience_ms) MUST_CHECK;
/* The same, without an end to the patience. `from_scratch`: whatever is
 * stored is made anew. */
Err index_build(Job *job, Index *index, bool from_scratch) MUST_CHECK;

/* ---- calm ----
 * For what is kept in memory of files that need not be looked at again while
 * nothing happens to them. */

/* The state that the caller's refresh found. While later refreshes give the same
 * number, nothing changed beneath the root as far as it is indexed, no name in
 * the store's folder, and nothing in what was given to index_hear. 0: nobody
 * would tell, or more is under way: then look. Asks the system nothing. To be
 * taken after the refresh and before what is kept under it is read. */
uint64_t index_calm(Index *index);
/* From here on the number changes when anything in this directory does, which is
 * named from the root ("" is the root itself) without links; until the number
 * changes. False: it cannot be had. */
bool index_hear(Index *index, Str directory) MUST_CHECK;

/* The reason of files that no language claims: the usual one. */
extern const char *const index_skip_language;

typedef struct IndexSkip {
  Str path;
  const char *reason; /* "binary", "too large", "unreadable", ... */
  Str rule; /* of an ignored directory: as in IndexWhy */
} IndexSkip;

typedef struct IndexLibrary {
  Str family;       /* of languages */
  bool is_there;
} IndexLibrary;

/* A folder that dependencies were read from. */
typedef struct IndexRoot {
  Str kind;        /* its name: "node_modules"; or what the place outside is called */
  Str path;        /* from the workspace's root, or absolute */
  size_t files;    /* read: those that references lead to */
  size_t left_out; /* too large, unreadable, took too long */
} IndexRoot;

/* A repository beside this one. */
typedef struct IndexSibling {
  Str path;
  bool is_there;
  Str *packages; /* that its manifests name, by name */
  size_t package_count;
  Str *disputed; /* those of them that another sibling names too: imports of them lead nowhere */
  size_t disputed_count;
  size_t files;  /* read: those that references lead to */
} IndexSibling;

typedef struct IndexState {
  bool provisional;  /* not everything is indexed yet */
  bool behind;       /* another process is writing: answers are from before */
  int percent;       /* of the work under way; 100: there is none */
  const char *phase; /* what it does; NULL: nothing */
} IndexState;

typedef struct IndexStatus {
  Str root;
  Str location;       /* the store's file */
  const char *watcher; /* "watching", "sweeping: <why>" */
  bool exclusive;     /* readers wait for the writer: no shared memory there */
  bool timeless;      /* its file system makes times of change up: contents are compared, some with each sweep */
  StoreCounts counts;
  size_t skipped;
  IndexSkip *skips;   /* at most 20 of them; before them, what is in quarantine and no file of its own */
  size_t skip_count;
  int64_t last_refresh_ms; /* how long the last one took */
  IndexState state;
  uint64_t store_bytes;
  IndexLibrary *libraries; /* of the languages that are indexed */
  size_t library_count;
  IndexRoot *roots;   /* by path */
  size_t root_count;
  IndexSibling *siblings;
  size_t sibling_count;
  size_t roots_cut;   /* files beyond index.dependency_files: not looked at */
  Str *notes;         /* what is unusual about its files: a sentence each */
  size_t note_count;
} IndexStatus;

/* Becomes readable when something changed on disk; a refresh reads it. -1:
 * nothing tells, ask again and again. Known after the first refresh. */
int index_watch_fd(Index *index);
/* Called, on a thread of the index, after a refresh that found changes
 * reported: it may have read what watch_fd would have told. Must not call the
 * index. NULL: nobody. */
void index_on_change(Index *index, void (*changed)(void *context), void *context);
/* A file that a refresh found changed. */
typedef struct IndexFileChange {
  Str path;
  bool is_new;
  bool is_gone;
} IndexFileChange;
typedef void IndexFilesChanged(void *context, Str root, const IndexFileChange *changes, size_t count);
/* Called, on a thread of the index, with what each refresh found changed, but
 * for one that makes everything anew. Must not call the index. NULL: nobody;
 * when this returns the former one is not running any more. */
void index_on_files(Index *index, IndexFilesChanged *changed, void *context);
/* Somebody met damage in what is stored: the next refresh mends it. */
bool index_is_damaged(Index *index);
/* How far it is, without a look at what is stored. */
void index_state(Index *index, IndexState *ret_state);
/* As of the last refresh, but for what the disk says of the store's file now. Counts
 * everything, unless nothing has changed since somebody did (index_calm): a job
 * that may not wait gets only what was counted before. */
Err index_status(Job *job, Index *index, IndexStatus *ret_status) MUST_CHECK;
/* ---- views ----
 * Texts in place of files, for the questions of one job: readers that it takes
 * have their symbols and edges, other jobs' have not, and nothing is stored. */

typedef struct IndexText {
  Str path; /* relative to the root; need not be there */
  Str text;
} IndexText;
typedef struct IndexView IndexView;
/* From here on until it is closed, every reader that this job takes is about
 * these texts, and all other files as they are on disk; query's sources are
 * too. *ret_view NULL: the job has one already. Brings the index up to date; texts, which the
 * caller keeps, are parsed at most once for a state of it. A text that cannot
 * be read as source, or all of them while the index is not whole, are left out
 * of it: see index_view_state. ERR_TIMEOUT, ERR_CANCELLED: the job's. */
Err index_view_open(Job *job, Index *index, const IndexText *texts, size_t count, IndexView **ret_view) MUST_CHECK;
/* Readers that were taken are given back before. */
void index_view_close(IndexView *view);
AUTO_CLOSE(IndexView, index_view_close)
/* What became of a text. */
typedef enum IndexTextState {
  INDEX_TEXT_NOT,    /* answers are about what is saved */
  INDEX_TEXT_BESIDE, /* it is no source, and neither is what is saved: it is read and searched */
  INDEX_TEXT_KNOWN   /* the graph has it */
} IndexTextState;
IndexTextState index_view_state(const IndexView *view, Str path);
/* False: other files' edges into the texts are partly those of what is saved. */
bool index_view_is_whole(const IndexView *view);
/* A text of the job's view that stands in place of the file; false: none does.
 * Then all of them, in the job's arena. Texts are borrowed from who opened it. */
bool index_view_text(Job *job, Index *index, Str path, Str *ret_text);
IndexText *index_view_texts(Job *job, Index *index, size_t *ret_count);

/* A reader for queries; give it back with index_reader_return. Of a view, if
 * the job has one. */
Err index_reader_take(Job *job, Index *index, StoreReader **ret_reader) MUST_CHECK;
void index_reader_return(Index *index, StoreReader *reader);

#endif
