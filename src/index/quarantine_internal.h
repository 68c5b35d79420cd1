/* Quarantine: remembers, beyond the end of the process, which files were at
 * hand: being parsed, or resolved. One gets a strike when the thread that had it
 * at hand ends the process by a fault (os/fault: also when memory is short, or
 * when a parse cannot be taken out of foreign code), and each file at hand when
 * the kernel ended a process for memory meanwhile. With two strikes it is left
 * out for as long as its contents stay the same. Any other end, by Ctrl-C, kill
 * or power, says nothing about a file and is forgotten. Files at hand on other
 * threads at a fault are under suspicion: they are dealt with alone, like those
 * with a strike, so that the culprit shows and no bystander is hit. Nothing here
 * fails: what cannot be read or written is as if nothing had happened. For the
 * holder of the store's lock only; entering and leaving on any thread. Does not
 * know what is done with the files. */
#ifndef FATHOM_INDEX_QUARANTINE_INTERNAL_H
#define FATHOM_INDEX_QUARANTINE_INTERNAL_H


#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/os/keep.h"

#define INDEX_QUARANTINE_MAX 1000 /* strikes kept; the oldest goes first */
#define INDEX_QUARANTINE_SLOTS 64 /* threads */
#define INDEX_QUARANTINE_OUT 2    /* strikes until it is left out */

/* A note is this on disk. */
typedef struct IndexStrike {
  uint64_t path; /* hashes */
  uint64_t content;
  uint64_t count; /* 0: under suspicion */
  uint64_t check; /* keep_quick of the above */
} IndexStrike;

typedef struct IndexQuarantine {
  Arena arena;
  Keep *keep;
  Str part; /* of the store */
  int note_fd; /* -1: nothing can be noted */
  Lock lock;    /* guards the strikes */
  LockShared alone;  /* held for writing by a file with a strike */
  VEC(IndexStrike) strikes;
  bool is_changed;    /* since they were read */
  IndexStrike inside[INDEX_QUARANTINE_SLOTS]; /* the files at hand */
} IndexQuarantine;

/* Counts the strikes of a process that ended. Keeps two files beside the store
 * of that part; what somebody else put there counts for nothing. The quarantine
 * must not move until it is closed. */
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

/* What is left out is tried again: its strikes are forgotten. Before it is
 * opened. Those with one strike keep it, or who asks for this whenever the
 * process ended would see it end for ever. */
void index_quarantine_pardon(Keep *keep, Str part);
/* The strikes as they are on disk, in job->arena. Any thread. */
size_t index_quarantine_list(Job *job, Keep *keep, Str part, const IndexStrike **ret_strikes);

#endif
