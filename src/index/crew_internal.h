/* A crew: threads that make things in parallel, while the caller takes what
 * they made, one after the other, in the order of the items. */
#ifndef FATHOM_INDEX_CREW_INTERNAL_H
#define FATHOM_INDEX_CREW_INTERNAL_H

#include "src/base/job.h"

#define INDEX_CREW_MAX 64  /* members */
#define INDEX_CREW_ALONE 2 /* items up to which no thread is started */

typedef struct IndexCrewWork {
  void *context;
  size_t count; /* items */
  size_t workers;
  size_t (*weight)(void *context, size_t item); /* any thread; NULL: they weigh nothing */
  size_t weight_max; /* of what is made ahead, but for one item; 0: no limit */
  /* On a member's thread, with a job of its own; the product goes into the
   * job's arena and lives until it was taken. */
  Err (*make)(void *context, unsigned member, Job *job, size_t item, void **ret_product);
  /* On the caller's thread and job, whose arena meanwhile dies with the item. */
  Err (*take)(void *context, Job *job, size_t item, void *product);
} IndexCrewWork;

/* No thread is started: each item is taken before the next one is made, both by the
 * caller, on its job. */
bool index_crew_is_alone(const IndexCrewWork *work);
/* Makes all items, several at once, and takes them one by one in their order. The first
 * failure ends it, and is returned: what was taken stays taken. */
Err index_crew_run(Job *job, const IndexCrewWork *work) MUST_CHECK;

/* beside.c: something done on a thread of its own, with a job of its own. */
typedef struct IndexBeside IndexBeside;
typedef Err IndexTask(void *context, Job *job);
IndexBeside *index_beside_begin(IndexTask *task, void *context); /* NULL: there is no thread to be had */
/* Waits for it; the job's end ends it. */
Err index_beside_end(Job *job, IndexBeside *beside) MUST_CHECK;
void index_beside_stop(IndexBeside *beside);

#endif
