/* Dependency roots: folders that hold what is installed for the project, which
 * are read when a reference leads there and never written to. Every question
 * about them is kept with its answer, misses too: the answers are what edges
 * were made from, and a refresh asks whether they still hold. They are written
 * beside the store, which keeps their mark: another mark, and nothing is known.
 * Does not know what the questions are asked for. */
#ifndef FATHOM_INDEX_ROOTS_INTERNAL_H
#define FATHOM_INDEX_ROOTS_INTERNAL_H

#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"

/* Knows what is kept beside the store, when its mark fits. Closing writes nothing. */
IndexRoots *index_roots_open(Index *index);
void index_roots_close(IndexRoots *roots);
/* siblings.c. Sets what index_set_siblings was given, and opens each anew: a
 * folder may have been replaced. For the thread that does the work, before answers
 * are compared. */
void index_siblings_renew(Job *job, Index *index);
void index_siblings_close(Index *index);
void index_siblings_list(Job *job, IndexRoots *roots, IndexStatus *status);
ResolveInstalled index_roots_port(const Index *index); /* its context is the IndexWorld */

/* What edges were made from, against the disk. `mark` is the store's: answers
 * that do not belong to it are those of nobody, and everything may have changed. */
typedef struct IndexRootsChanges {
  bool shape;     /* other files are there: whatever may lead to them is to be done anew */
  Str *sources;   /* files with other text */
  size_t source_count;
} IndexRootsChanges;
void index_roots_check(Job *job, IndexRoots *roots, int64_t mark, IndexRootsChanges *ret_changes);
/* Whether a change at or beneath one of the paths, which a watch reported, may
 * make a difference; so may one that is not watched. */
bool index_roots_concern(IndexRoots *roots, int64_t mark, const Str *paths, size_t count);
/* Watches the folders that the answers are about. *ret_is_new: something may
 * have happened there before. False: not all of them can be watched. */
bool index_roots_watch(Job *job, IndexRoots *roots, bool *ret_is_new);
void index_roots_recheck(Job *job, IndexRoots *roots, IndexRootsChanges *ret_changes); /* the answers as they are */
bool index_roots_is_of(IndexRoots *roots, int64_t mark);

/* Writes the answers beside the store; before the batch that they belong to is
 * committed, with their mark. */
Err index_roots_save(Job *job, IndexRoots *roots, int64_t *ret_mark) MUST_CHECK;
bool index_roots_is_changed(IndexRoots *roots); /* since they were written */
void index_roots_clear(IndexRoots *roots);  /* nothing is known */
void index_roots_reload(IndexRoots *roots); /* what is known is not what is stored */
/* Those of the store in `keep`, whose rows are in this one now, become what is
 * stored; where they cannot be had nothing is. */
void index_roots_take_over(Job *job, IndexRoots *roots, Keep *keep, Str part);
void index_roots_rest(IndexRoots *roots); /* nothing is to be done for now: gives memory back */
/* The source whose path has this hash. */
bool index_roots_find(Job *job, IndexRoots *roots, uint64_t hash, Str *ret_path);
void index_roots_list(Job *job, IndexRoots *roots, IndexStatus *status);

/* Signatures of a dependency; any thread. False: it has none that can be had. */
bool index_roots_read(IndexRoots *roots, Str path, Arena *arena, Names *names, Facts *ret_facts);
/* The file that this thread resolves, while it does; NULL: none. */
typedef struct IndexAtHand {
  IndexQuarantine *quarantine;
  unsigned slot;
  Str what;
  uint64_t content;
} IndexAtHand;
void index_roots_at_hand(const IndexAtHand *hand);

#endif
