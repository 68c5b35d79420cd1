/* Watch: which paths beneath a root changed since the last look.
 * Owns its inotify descriptor; whoever needs fresh state drains it under its
 * lock with watch_drain. When events were lost or cannot be had (limits,
 * network file systems) it says so and the caller compares by stat. */
#ifndef FATHOM_OS_WATCH_H
#define FATHOM_OS_WATCH_H

#include "src/base/job.h"
#include "src/os/root.h"

typedef struct Watch Watch;

typedef enum WatchHealth {
  WATCH_GOOD,      /* every change arrives */
  WATCH_OVERFLOW,  /* some were lost: sweep once, then good again */
  WATCH_PARTIAL,   /* the system's limit of watches is reached: sweep always */
  WATCH_UNSUPPORTED /* this file system reports nothing: sweep always */
} WatchHealth;

typedef struct WatchChanges {
  Str *paths; /* relative to the root; a directory stands for all beneath it */
  size_t len;
  size_t cap;
  WatchHealth health;
} WatchChanges;

/* Watches no directory yet. Without inotify (see health) everything below
 * still works and reports nothing. The root must outlive the watch. */
Err watch_open(Job *job, Root *root, Watch **ret_watch) MUST_CHECK;
void watch_close(Watch *watch);
AUTO_CLOSE(Watch, watch_close)
/* Adds one directory (relative; "" is the root itself; not a link).
 * Idempotent. Add first, then list it: so nothing falls in between. Reaching
 * the system's limit is no error, it shows in the health. */
Err watch_add(Job *job, Watch *watch, Str relative_directory) MUST_CHECK;
/* Also becomes readable when names in this directory, an absolute path that need
 * not lie beneath the root, change, or it is moved or removed; what files in it
 * hold does not count. Drains tell nothing of it: whoever needs it asks the disk
 * then. Idempotent; to be asked again after each drain, since what stands at the
 * name may be another one by now. False: it cannot be had. */
bool watch_names(Watch *watch, Str directory) MUST_CHECK;
/* The same, and what files in it hold counts, too. Any thread. */
bool watch_contents(Watch *watch, Str directory) MUST_CHECK;
/* All that changed since the last drain, each path once; does not block. New
 * directories are reported as changed and not yet watched: the caller rescans
 * and adds. A watched directory that was moved is not watched any more. */
Err watch_drain(Job *job, Watch *watch, WatchChanges *ret_changes) MUST_CHECK;
/* Becomes readable when something changed; -1 when there is no inotify. */
int watch_fd(const Watch *watch);
WatchHealth watch_health(const Watch *watch); /* never WATCH_OVERFLOW: a drain tells */
/* inotify works there (not network, FUSE, proc). */
bool watch_is_supported(Str path);

#endif
