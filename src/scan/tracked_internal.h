/* Folders of certain names that git tracks something in. */
#ifndef FATHOM_SCAN_TRACKED_INTERNAL_H
#define FATHOM_SCAN_TRACKED_INTERNAL_H

#include "src/base/job.h"
#include "src/base/map.h"

typedef struct ScanTracked {
  Map folders; /* by path from the root */
} ScanTracked;

/* By git's own list of what it tracks (its index), for the working tree that
 * `root` lies in; in job->arena. Without one, or with one that cannot be read,
 * there are none. */
void scan_tracked_read(Job *job, Str root, const char *const *names, size_t name_count, ScanTracked *ret_tracked);
bool scan_tracked_has(const ScanTracked *tracked, Str folder);

#endif
