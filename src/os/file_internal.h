/* What file.c shares with root.c: work on descriptors, and words. */
#ifndef FATHOM_OS_FILE_INTERNAL_H
#define FATHOM_OS_FILE_INTERNAL_H

#include <sys/stat.h>

#include "src/os/file.h"

/* Why the system refused, in words that say what to do where we know. */
const char *file_reason(int errno_value);
/* "cannot <verb> '<path>': <reason>" */
Err file_fail(Job *job, int errno_value, const char *verb, Str path);
/* Refuses what no path can be; `path` may be empty when `or_empty`. */
Err file_check_path(Job *job, Str path, bool or_empty) MUST_CHECK;
/* Copies a checked path to `out` of FILE_PATH_MAX + 1 bytes, NUL-terminated. */
void file_path_to_c(Str path, char *out);
/* file_real_path for C strings; `out` of FILE_PATH_MAX + 1 bytes. 0 or a
 * negative errno value. */
int file_resolve(const char *path, char *out);

/* What `name` is in an open directory, or the descriptor itself where it is
 * "" and `flags` (of statx) hold AT_EMPTY_PATH. 0 or a negative errno value. */
int file_look(int directory, const char *name, int flags, FileStat *ret_stat);
FileKind file_kind_from_mode(mode_t mode);
/* Reads a regular file to its end; `path` is for words. Closes nothing. */
Err file_read_fd(Job *job, int fd, Str path, size_t max, Str *ret_text) MUST_CHECK;

/* Writes all of it; `path` is for words. */
Err file_write_all(Job *job, int fd, Str path, Str text) MUST_CHECK;
/* Gives a new file the owner, group and mode of an old one where the system
 * lets us, and never more rights than that had where it does not. As fchmod. */
int file_keep_owner(int fd, uid_t owner, gid_t group, mode_t mode);
/* 0, also where the file system cannot; else -1 and errno. O_PATH will do. */
int file_sync_directory(int directory);

typedef struct FileTarget {
  int directory;    /* descriptor, O_PATH will do */
  const char *name; /* in it; not a link */
  Str path;         /* for words */
} FileTarget;
/* Puts `text` in place of the target atomically. */
Err file_replace(Job *job, const FileTarget *target, Str text, uint32_t mode) MUST_CHECK;

#endif
