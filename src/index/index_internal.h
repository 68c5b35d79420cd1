/* Inside the index. */
#ifndef FATHOM_INDEX_INDEX_INTERNAL_H
#define FATHOM_INDEX_INDEX_INTERNAL_H

#include <pthread.h>

#include "src/base/vec.h"
#include "src/index/index.h"
#include "src/os/root.h"
#include "src/os/thread.h"
#include "src/os/watch.h"
#include "src/parse/parse.h"

#define INDEX_READERS_KEPT 4

typedef struct IndexWaiter {
  ThreadEvent *event;
  struct IndexWaiter *next;
} IndexWaiter;

struct Index {
  Arena arena;
  IndexOptions options;
  Root *root;
  pthread_mutex_t lock; /* guards what follows, up to the blank line */
  bool refreshing;
  IndexWaiter *waiters;
  StoreReader *idle[INDEX_READERS_KEPT];
  size_t idle_count;
  Store *store;            /* NULL until the first refresh */
  int64_t last_refresh_ms;
  bool behind;
  int percent;        /* of the refresh in progress, or the last one */
  WatchHealth health; /* as of the last refresh */
  void (*on_change)(void *context);
  void *change_context;

  /* Changed only by the thread that refreshes: */
  Watch *watch;  /* NULL: cannot be had */
  bool is_swept; /* the watch has seen every change since the last sweep */
  bool saw_change; /* in this refresh: something was reported */
  Parser *parser;
};

/* refresh.c: brings the store up to date, until `end_ms` at most; the caller
 * sees to it that only one thread is in here. */
Err index_update(Job *job, Index *index, int64_t end_ms) MUST_CHECK;

/* change.c: what differs between disk and store. */
typedef struct IndexChange {
  StoreFile known; /* id 0: not stored yet */
  Str path;
  uint64_t size;
  int64_t mtime_ns;
  const Language *language;
  const char *skip;
} IndexChange;
typedef struct IndexChanges {
  VEC(IndexChange) changed;
  VEC(FileId) removed;
} IndexChanges;
/* Adds the differences at and beneath `path`. `suspect`: every file there may
 * have changed, whatever its time says. */
Err index_compare(Job *job, Index *index, StoreReader *reader, Str path, bool suspect,
                  IndexChanges *changes) MUST_CHECK;

#endif
