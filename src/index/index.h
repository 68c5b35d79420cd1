/* Index: one workspace, kept in step with its disk.
 * Conducts scan, parse, extract and store; opening does nothing else: the
 * first index_refresh builds. Answers no questions: query/ does. Thread-safe:
 * one refresh runs at a time, others wait for it. */
#ifndef FATHOM_INDEX_INDEX_H
#define FATHOM_INDEX_INDEX_H

#include "src/base/job.h"
#include "src/store/store.h"

typedef struct Index Index;

typedef struct IndexOptions {
  Str root;        /* absolute directory */
  bool in_cache;   /* index.location=cache: keep it out of the workspace */
  Str cache_dir;   /* where it goes then, and when the tree is read-only */
  int64_t patience_ms; /* how long one refresh may take; 0: 15 s */
} IndexOptions;

Err index_open(Job *job, const IndexOptions *options, Index **ret_index) MUST_CHECK;
/* Nobody may be using it. */
void index_close(Index *index);
AUTO_CLOSE(Index, index_close)

Str index_root(const Index *index);
/* Brings the store up to date with the disk; cheap when nothing changed.
 * Reports progress in files. When the time is up what is done is kept, the
 * status says how much that is, and the next refresh goes on from there. */
Err index_refresh(Job *job, Index *index) MUST_CHECK;

/* The reason of files that no language claims: the usual one. */
extern const char *const index_skip_language;

typedef struct IndexSkip {
  Str path;
  const char *reason; /* "binary", "too large", "unreadable", ... */
} IndexSkip;

typedef struct IndexStatus {
  Str root;
  Str location;       /* the store's file */
  const char *watcher; /* "watching", "sweeping: <why>" */
  size_t files;       /* indexed */
  size_t symbols;
  size_t skipped;
  IndexSkip *skips;   /* at most 20 of them */
  size_t skip_count;
  StoreSkips *reasons; /* all of them, counted by reason */
  size_t reason_count;
  int64_t last_refresh_ms; /* how long the last one took */
  int percent;         /* of the last refresh: under 100 it ran out of time */
  bool behind;         /* another process is writing: answers are from before */
  uint64_t store_bytes;
} IndexStatus;

/* Becomes readable when something changed on disk; a refresh reads it. -1:
 * nothing tells, ask again and again. Known after the first refresh. */
int index_watch_fd(Index *index);
/* Called, on whichever thread refreshes, after a refresh that found changes
 * reported: it may have read what watch_fd would have told. Must not call the
 * index. NULL: nobody. */
void index_on_change(Index *index, void (*changed)(void *context), void *context);
/* As of the last refresh. */
Err index_status(Job *job, Index *index, IndexStatus *ret_status) MUST_CHECK;
/* A reader for queries; give it back with index_reader_return. */
Err index_reader_take(Job *job, Index *index, StoreReader **ret_reader) MUST_CHECK;
void index_reader_return(Index *index, StoreReader *reader);

#endif
