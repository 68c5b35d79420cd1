/* Quarantine: remembers, beyond the end of the process, which files were at
 * hand: being parsed, or resolved. Each gets a strike when the process ends
 * meanwhile; one with two is left out for as long as its contents stay the
 * same: a kill at the wrong moment alone hides nothing. A file with a strike is
 * dealt with alone, so that the next one cannot hit a bystander. Nothing here
 * fails: what cannot be read or written is as if nothing had happened. For the
 * holder of the store's lock only; entering and leaving on any thread. Does not
 * know what is done with the files. */
#ifndef FATHOM_INDEX_QUARANTINE_INTERNAL_H
#define FATHOM_INDEX_QUARANTINE_INTERNAL_H

#include <pthread.h>

#include "src/base/vec.h"
#include "src/os/keep.h"

#define INDEX_QUARANTINE_MAX 1000 /* strikes kept; the oldest goes first */
#define INDEX_QUARANTINE_SLOTS 64 /* threads */

/* As on disk. */
typedef struct IndexStrike {
  uint64_t path; /* hashes */
  uint64_t content;
  uint64_t count;
  uint64_t check; /* keep_quick of the above */
} IndexStrike;

typedef struct IndexQuarantine {
  Arena arena;
  Keep *keep; /* the store's folder */
  Str part;   /* of its names */
  int note_fd; /* -1: nothing can be noted */
  pthread_mutex_t lock;    /* guards the strikes */
  pthread_rwlock_t alone;  /* held for writing by a file with a strike */
  VEC(IndexStrike) strikes;
  bool is_changed;    /* since they were read */
  IndexStrike inside[INDEX_QUARANTINE_SLOTS]; /* the files at hand */
} IndexQuarantine;

/* Counts the strike of a process that ended. Keeps two files beside the store
 * of that part; what somebody else put there counts for nothing. */
void index_quarantine_open(Keep *keep, Str part, IndexQuarantine *ret_quarantine);
void index_quarantine_close(IndexQuarantine *quarantine);
/* Other contents than those that struck are a new chance. */
bool index_quarantine_holds(IndexQuarantine *quarantine, Str path, uint64_t content);
/* Around what is done with a file, by one of the slots' threads. Once
 * `survived`, it has no strike. */
void index_quarantine_enter(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content);
void index_quarantine_leave(IndexQuarantine *quarantine, unsigned slot, bool survived);
/* Between the two: another file is at hand now, for a while; `survived` is about
 * the one before. Does not wait for other threads, which may wait for this. */
void index_quarantine_turn(IndexQuarantine *quarantine, unsigned slot, Str path, uint64_t content, bool survived);

#endif
