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

/* ---- for changing several files as one (edit/) ----
 * What is looked at is found through links; what is changed must be named by
 * the path that root_look gave: a link on that path is one that came since,
 * and is refused with ERR_CONFLICT. */

typedef struct RootEntry {
  Str path;      /* where it really is: relative, without links */
  bool is_link;  /* the name that was asked for is a symbolic link */
  bool exists;   /* else `path` says where it would be, its folders made */
  bool may_write; /* this user may */
  FileStat stat;
} RootEntry;
Err root_look(Job *job, Root *root, Str relative, RootEntry *ret_entry) MUST_CHECK;
/* A regular file that is no link, and what it was while it was read. Both in
 * the job's arena. */
Err root_read_entry(Job *job, Root *root, Str relative, size_t max, FileStat *ret_stat, Str *ret_text) MUST_CHECK;
/* Makes a new file. Writing it out has begun when this returns; it is on disk
 * after root_sync_file, and its name after root_sync. Owner, group and mode of
 * `like` where it is given, as far as the system lets us; else 0666 less the
 * umask. Folders above are made: *ret_made is how many, also when it fails, and
 * root_unmake takes them back. `ret_made` NULL: none is made, ERR_NOT_FOUND
 * where one is not there. ERR_EXISTS: something is there. */
Err root_create(Job *job, Root *root, Str relative, Str text, const FileStat *like, unsigned *ret_made) MUST_CHECK;
/* Waits until the contents of a file, which is no link, are on disk. */
Err root_sync_file(Job *job, Root *root, Str relative) MUST_CHECK;
/* Removes up to `count` folders above a path, from the innermost, as long as
 * they are empty. */
void root_unmake(Root *root, Str relative, unsigned count);
/* Two regular files change places in one step. ERR_UNAVAILABLE: this file
 * system cannot. */
Err root_exchange(Job *job, Root *root, Str one, Str other) MUST_CHECK;
/* Within a folder; never replaces anything: ERR_EXISTS. */
Err root_rename(Job *job, Root *root, Str from, Str to) MUST_CHECK;
/* In place of `to`, in one step, for file systems that cannot exchange. */
Err root_replace(Job *job, Root *root, Str from, Str to) MUST_CHECK;
/* A regular file, which is no link, that is open here and that nobody writes
 * while it is held. Of one thread; zero is none. */
typedef enum RootHoldState {
  ROOT_HOLD_PLAIN,   /* the system does not tell who writes it: another user's file, or no leases there */
  ROOT_HOLD_LEASED,  /* whoever opens it for writing waits for us */
  ROOT_HOLD_WRITTEN, /* somebody has it open for writing, or is let to */
} RootHoldState;
typedef struct RootHold {
  bool is_open;
  int fd;
  RootHoldState state;
  FileStat stat; /* when it was opened */
} RootHold;
/* Give it back with root_release, soon: writers may be waiting. ERR_NOT_FOUND,
 * ERR_CONFLICT: a link came in its way. */
Err root_hold(Job *job, Root *root, Str relative, RootHold *ret_hold) MUST_CHECK;
/* Nobody has it open for writing or waits to; true of what the system does not
 * tell. One that was being written is leased if it is not any more. */
bool root_hold_is_quiet(RootHold *hold);
/* Whether that name leads to the very file. */
bool root_hold_is_at(Root *root, const RootHold *hold, Str relative);
/* All it contains now; `relative` is for words only. In the job's arena. */
Err root_hold_read(Job *job, const RootHold *hold, Str relative, size_t max, Str *ret_text) MUST_CHECK;
/* Who waits to write may; the file stays open here. */
void root_let_write(RootHold *hold);
void root_release(RootHold *hold);
/* The names in the folder above a path are on disk when it returns. */
Err root_sync(Job *job, Root *root, Str relative) MUST_CHECK;

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
