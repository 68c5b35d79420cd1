/* Inside the index. */
#ifndef FATHOM_INDEX_INDEX_INTERNAL_H
#define FATHOM_INDEX_INDEX_INTERNAL_H


#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/index/index.h"
#include "src/index/part.h"
#include "src/index/world_internal.h"
#include "src/os/root.h"
#include "src/os/thread.h"
#include "src/os/watch.h"
#include "src/scan/scan.h"

#define INDEX_READERS_KEPT 16
/* Of what is in quarantine. */
#define INDEX_SKIP_DEADLY "ended the process while parsed; left out until it changes or `fathom index --full` tries again"
#define INDEX_SKIP_EDGES "ended the process while resolved; without edges until it changes or `fathom index --full` tries again"

typedef struct IndexWaiter {
  ThreadEvent *event;
  struct IndexWaiter *next;
} IndexWaiter;

/* How far the work under way is. */
typedef struct IndexProgress {
  const char *phase; /* NULL: nothing is under way */
  size_t done, total; /* files */
  uint64_t bytes_done, bytes_total;
  int64_t began_ms;   /* of this phase */
} IndexProgress;

typedef struct IndexHeldPart {
  const IndexPart *kind;
  void *part;
  struct IndexHeldPart *next;
} IndexHeldPart;

typedef VEC(IndexFileChange) IndexFileChanges;

typedef struct IndexRoots IndexRoots;

/* view.c: texts laid over one state of the store, for all views of the same. */
typedef struct IndexLaid {
  size_t users;
  Arena arena;
  const IndexText *texts; /* copies */
  size_t count;
  int64_t generation; /* of the store it lies over */
  StoreLayer *layer;
  IndexTextState *states; /* by text */
  bool is_whole;      /* all edges are those of the texts */
  struct IndexLaid *next;
} IndexLaid;

struct IndexView {
  const Job *job; /* whose questions are about the texts */
  Index *index;
  const IndexText *texts;
  size_t count;
  IndexLaid *laid; /* NULL: the graph knows nothing of them */
  IndexView *next;
};

/* What is made of a file's facts without the store (index_fill_source). */
typedef struct IndexSource {
  const Language *language;
  const Facts *facts;
  Str text;
  StoreFile file;
  StoreContent content;
  FactsNames names; /* of the facts in it */
  ResolveAnswers answers;
} IndexSource;

/* Texts that the index's thread is to lay over the store; its own once asked
 * for. */
typedef struct IndexOrder {
  Arena arena;
  const IndexText *texts;
  IndexSource *sources; /* by text; without a language: not to be read. Facts are encoded alone */
  size_t count;
  struct IndexOrder *next;
} IndexOrder;

/* offer.c */
typedef struct IndexOffer IndexOffer;
/* origin.c: other working trees of the repository that `root` is the top of, the
 * first one made first; none where git's data cannot be read. */
typedef VEC(Str) IndexOrigins;
IndexOrigins index_find_origins(Job *job, Str root);

typedef struct IndexOffers {
  Lock lock; /* guards what follows */
  IndexOffer *first;
  size_t count;
  size_t bytes;
} IndexOffers;
void index_offers_init(IndexOffers *offers);
void index_offers_clear(IndexOffers *offers);

/* What the jobs of one turn share (base/job.h). They are all of one thread and
 * one behind the other, so that the reader is either here or lent to one. */
typedef struct IndexTurn {
  uint64_t number;     /* in which nothing was found to have changed; 0: none */
  uint64_t done;       /* refreshes at that time */
  StoreReader *reader; /* NULL: none, or lent */
  StoreReader *lent;
  JobTurnEnd end;
} IndexTurn;

/* status.c */
typedef struct IndexGathered IndexGathered;
void index_gathered_unref(IndexGathered *gathered); /* NULL: nothing was */

struct Index {
  Arena arena;
  IndexOptions options;
  Root *root;
  IndexRoots *roots; /* NULL: dependencies are not read */
  IndexPlace *siblings; /* guarded by the lock of `roots`, and changed by the thread that does the work alone */
  size_t sibling_count;

  Lock lock; /* guards what follows, up to the blank line */
  LockSignal wanted; /* something was asked for, or it is the end */
  Thread thread;         /* does the work */
  bool has_thread;
  bool is_closing;
  uint64_t asked;  /* refreshes asked for */
  uint64_t done;   /* and done: all up to this one */
  bool wants_scratch;
  bool wants_all;  /* waits for another process that writes */
  Job *job;        /* of the work under way; NULL: none */
  bool is_ahead;   /* that work is for nobody yet, and is given up for who asks */
  size_t waiting;  /* callers */
  bool goes_on;    /* somebody had no patience left, but wants it done */
  Err err;         /* how the last one ended */
  char *message;   /* heap; may be NULL */
  IndexWaiter *waiters;
  IndexTurn turn;
  StoreReader *idle[INDEX_READERS_KEPT];
  size_t idle_count;
  Store *store;            /* NULL until the first refresh */
  int64_t last_refresh_ms;
  bool behind;
  bool complete;      /* everything is indexed */
  IndexProgress progress;
  WatchHealth health; /* as of the last refresh */
  bool names_watched; /* the watch tells when the store's files are taken away */
  bool roots_unwatched; /* what is known about dependencies has to be compared each time */
  void (*on_change)(void *context);
  void *change_context;
  IndexFilesChanged *on_files;
  void *files_context;
  char **wanted_siblings; /* heap; that `siblings` are to be */
  size_t wanted_sibling_count;
  IndexView *views;
  IndexLaid *laid;    /* newest first */
  IndexOrder *orders; /* not begun yet */
  IndexGathered *gathered; /* for the next status; NULL: nothing is kept */

  Lock part_lock;
  IndexHeldPart *parts; /* guarded by part_lock */
  IndexOffers offers;   /* has its own lock */

  /* Changed only by the thread that does the work: */
  Watch *watch;  /* NULL: cannot be had */
  bool has_worked; /* since it was last quiet */
  bool is_swept; /* the watch has seen every change since the last sweep */
  char *doubted; /* heap; where stamps cannot be trusted: the last path whose contents were compared */
  bool saw_change; /* in this refresh: something was reported */
  IndexFileChanges file_changes; /* of this refresh, in its job's arena */
  IndexWorld *world; /* NULL: not needed yet */
  int64_t generation; /* of the store that the world is of */
  int64_t saved_ms;   /* when the world was last kept; 0: not yet */
};

/* thread.c */
void index_thread_close(Index *index);
void index_tell_progress(Index *index, const IndexProgress *progress);

/* Does it and all that changed meanwhile, waiting for at most so long: after
 * that it is done by itself. */
Err index_thread_order(Job *job, Index *index, IndexOrder *order, int64_t patience_ms) MUST_CHECK;

/* view.c: */
void index_order_free(IndexOrder *order);
/* The view of a job, with the lock; NULL: it asks about what is stored. */
IndexView *index_view_of_locked(const Index *index, const Job *job);
/* Kept for the next question about the same texts. */
void index_laid_keep(Index *index, IndexLaid *laid);
void index_views_close(Index *index);
/* view_make.c: for the index's thread. What cannot be laid over is not there
 * afterwards; what is stored stays as it is. */
void index_lay(Job *job, Index *index, IndexOrder *order);

/* part.c */
void index_parts_close(Index *index);

/* index.c */
Err index_open_parts(Job *job, Index *index) MUST_CHECK;
size_t index_worker_count(const Index *index);
size_t index_memory_bytes(const Index *index);

/* refresh.c: brings the store up to date; for the thread that does the work. */
typedef struct IndexWish {
  bool from_scratch;
  bool wait_for_writer; /* for another process, however long it takes */
} IndexWish;
/* Of the program and all that edges are made from besides files. */
int64_t index_revision(const Index *index);
Err index_refresh_store(Job *job, Index *index, const IndexWish *wish) MUST_CHECK;
/* The world as it is stored, loaded; with the store's lock. NULL: what is stored
 * is not complete, or of another build. Its generation is index->generation. */
Err index_world_whole(Job *job, Index *index, IndexWorld **ret_world) MUST_CHECK;
void index_forget_world(Index *index);
/* What has to be done now and then and nobody waits for; same thread. */
void index_settle(Index *index);
/* A change would have to load the world first; with index->lock. */
/* With the lock. Whether a job of the same turn found nothing changed, and nobody
 * has refreshed since. */
bool index_turn_holds_locked(const Job *job, const Index *index);
/* Notes that: `done` is the number of refreshes before the look. */
void index_turn_begin(Job *job, Index *index, uint64_t done);
bool index_is_unprepared(const Index *index);
/* What look-ups need is not kept beside the store as it is now, and it is time. */
bool index_is_unsaved(const Index *index);
void index_save(Job *job, Index *index);
/* Loads it; as it was when that fails. */
void index_prepare(Job *job, Index *index);

/* change.c: what differs between disk and store. */
typedef struct IndexChange {
  const StoreFile *known; /* NULL: not stored yet */
  Str path;
  uint64_t size;
  int64_t mtime_ns;
  uint64_t stamp; /* 0: so young that it may change without another one */
  const Language *language;
  const char *skip;
  bool is_config; /* look-ups read it */
  bool is_doubted; /* what is stored of it is damaged: read, whatever its contents */
} IndexChange;
typedef struct IndexRemoval {
  FileId id;
  Str path;
} IndexRemoval;
typedef struct IndexChanges {
  VEC(IndexChange) changed; /* by path */
  VEC(IndexRemoval) removed;
} IndexChanges;
/* Adds the differences at and beneath `path`. `suspect`: every file there may
 * have changed, whatever its stamp says. Where stamps cannot be trusted a sweep
 * takes some files for suspect, others with each sweep. */
Err index_compare(Job *job, Index *index, StoreReader *reader, Str path, bool suspect,
                  IndexChanges *changes) MUST_CHECK;
/* What belongs to the workspace, as configured. */
ScanOptions index_scan_options(const Index *index);
/* Each path once, in order. */
void index_changes_order(IndexChanges *changes);

/* The writes of a refresh, batch after batch. The first announces that edges
 * may be missing or old until the last one is done. */
typedef struct IndexBatch {
  Job *job;
  Index *index;
  Store *store;
  struct IndexBeside *beside; /* writes as well: the next batch waits for it. NULL: nobody does */
  int64_t generation; /* that the store has then */
  bool is_open;
  bool is_announced; /* something was written */
  size_t bytes; /* written since it was opened */
  int64_t opened_ms;
} IndexBatch;
Err index_batch_begin(IndexBatch *batch) MUST_CHECK;
/* Also lets the world forget what it held for the batch. */
Err index_batch_end(IndexBatch *batch) MUST_CHECK;
/* During a first build what is there so far is shown now and then. */
bool index_batch_is_due(const IndexBatch *batch, bool is_fresh);

/* reading.c: reads, parses and stores what changed. */
typedef struct IndexReading {
  IndexBatch *batch;
  bool is_fresh;   /* the store began empty: batches end as they fill */
  size_t written;  /* files */
} IndexReading;
Err index_read_files(IndexReading *reading, const IndexChanges *changes) MUST_CHECK;

/* Given language, facts and text, and path, size, hash and times of the file.
 * In the arena; any thread. */
void index_fill_source(Arena *arena, IndexSource *source);

/* resolving.c: resolves what is dirty. */
Err index_resolve_files(IndexBatch *batch, bool is_fresh) MUST_CHECK;
/* What quarantine knows the edges of a file by. */
uint64_t index_edges_key(Arena *arena, Str path);

#endif
