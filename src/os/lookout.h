/* Lookout: whether any of a few files changed since they were looked at, for
 * what is made from them and asked for often. Says "yes" rather than miss a
 * change: each file is compared by what the system says of it now, one call
 * each, nothing is opened; and a file that had changed just before it was noted
 * is never vouched for, because a second change within the clock's grain would
 * look the same (os/stamp.h).
 * Filled by one thread; then any number may ask at once. */
#ifndef FATHOM_OS_LOOKOUT_H
#define FATHOM_OS_LOOKOUT_H

#include "src/base/vec.h"
#include "src/os/file.h"

typedef struct LookoutFile {
  const char *path;
  uint64_t stamp; /* 0: nothing was there */
} LookoutFile;

typedef struct Lookout {
  Arena *arena;
  VEC(LookoutFile) files;
  bool is_doubtful; /* one of them may change unseen */
  int guard; /* of inotify, which tells of changes; -1: each file is looked at */
} Lookout;

/* All that is noted lives in the arena. */
void lookout_init(Lookout *lookout, Arena *arena);
/* Needed after lookout_listen. */
void lookout_clear(Lookout *lookout);
/* Notes a file or directory as it is now, or that it is not there. A directory
 * stands for the names in it, not for what they hold. Note first, then read. */
void lookout_add(Lookout *lookout, Str path);
/* Once all is noted: from here on one call tells for all of them, whether or not
 * it was one of them that changed; whoever is told so notes them anew. Where that
 * cannot be had (links on the way, file systems that tell nothing, limits) all
 * stays as it is. Takes one of the few inotify descriptors of a user: for what
 * is asked for very often, and there is one of. */
void lookout_listen(Lookout *lookout);
/* True: nothing that was noted has changed since. */
bool lookout_is_quiet(const Lookout *lookout);

#endif
