/* Root: one directory tree and nothing else.
 * Confines every path at each use: `..`, absolute paths and links that leave
 * the tree are refused with ERR_OUTSIDE; links that end beneath the root are
 * followed. Uses openat2 where the kernel has it and can decide, component
 * by component where not. Relative paths: "" and "." are the root itself.
 * Thread-safe once opened. */
#ifndef FATHOM_OS_ROOT_H
#define FATHOM_OS_ROOT_H

#include "src/os/file.h"

typedef struct Root Root;

/* `path` must be an existing directory; its real path becomes the root. */
Err root_open(Job *job, Str path, Root **ret_root) MUST_CHECK;
void root_close(Root *root);
AUTO_CLOSE(Root, root_close)
Str root_path(const Root *root); /* absolute, real, no trailing slash */
/* Its file system keeps when a file last changed, and its number. Where it does
 * not (FAT, FUSE, SMB, folders shared with a virtual machine's host), ctime_ns
 * of what lies beneath is 0. Told by the kind of the file system at the root. */
bool root_has_change_times(const Root *root);
/* As if it did not. For tests; before anything else is asked. */
void root_forget_change_times(Root *root);

/* Path of a thing relative to the root; accepts relative paths and absolute
 * ones that lie beneath it (spelled with its real path or the one it was
 * opened by), normalises `.`, `//` and inner `..`; the root itself gives "".
 * Says nothing about links: opening does. */
Err root_relative(Job *job, const Root *root, Str path, Str *ret_relative) MUST_CHECK;

/* The descriptor is the caller's to close. `flags` as for open(2);
 * O_CLOEXEC is added, O_CREAT makes files 0666 less the umask. */
Err root_open_fd(Job *job, Root *root, Str relative, int flags, int *ret_fd) MUST_CHECK;
/* The same for reading a file that was a regular one a moment ago: does not
 * wait where it has become a pipe, and a link is not followed. */
Err root_open_reading(Job *job, Root *root, Str relative, int *ret_fd) MUST_CHECK;
Err root_stat(Job *job, Root *root, Str relative, FileStat *ret_stat) MUST_CHECK; /* follows links */
/* The same of a link itself, when it is one. */
Err root_stat_entry(Job *job, Root *root, Str relative, FileStat *ret_stat) MUST_CHECK;
/* ERR_TOO_LARGE names the limit. Text is in job->arena, a NUL follows it.
 * Only regular files are read. */
Err root_read(Job *job, Root *root, Str relative, size_t max, Str *ret_text) MUST_CHECK;
/* Writes beside the target, syncs, renames over it: readers see the old file
 * or the new one. Keeps the mode of an existing file, uses `mode` (less the
 * umask) for a new one; makes missing parent directories and takes them back
 * when the write fails. Links are written through when they end beneath the
 * root. A file this user may not write is refused with ERR_DENIED. */
Err root_write(Job *job, Root *root, Str relative, Str text, uint32_t mode) MUST_CHECK;
/* Removes a file, a link (not what it leads to) or an empty directory. */
Err root_remove(Job *job, Root *root, Str relative) MUST_CHECK;

/* One directory's entries in byte order, without `.` and `..`. */
typedef struct FileEntry {
  Str name; /* bytes: may be no UTF-8 */
  FileKind kind;
  FileStat stat; /* root_list_stats: of regular files; mode 0 and mtime 0 when it could not be had */
} FileEntry;
typedef struct FileEntries {
  FileEntry *items;
  size_t len;
  size_t cap;
} FileEntries;
Err root_list(Job *job, Root *root, Str relative, FileEntries *ret_entries) MUST_CHECK;
/* The same with a look at each regular file: one call to the system each. */
Err root_list_stats(Job *job, Root *root, Str relative, FileEntries *ret_entries) MUST_CHECK;

#endif
