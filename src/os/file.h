/* Files: whole-file reads, atomic writes, directories, locks and path text.
 * The file_ functions work on our own files (config, state, sockets), named
 * by absolute path. What belongs to a workspace goes through root.h, which
 * confines it. Every path is refused with words when it is empty, contains a
 * NUL byte or is longer than FILE_PATH_MAX. */
#ifndef FATHOM_OS_FILE_H
#define FATHOM_OS_FILE_H

#include <sys/types.h>

#include "src/base/job.h"

#define FILE_PATH_MAX 4095 /* bytes */
/* Atomic writes go through a file of this prefix beside the target; one that
 * is left after a kill may be removed by anybody. */
#define FILE_TEMP_PREFIX ".fathom-tmp-"

typedef enum FileKind { FILE_REGULAR, FILE_DIRECTORY, FILE_LINK, FILE_OTHER } FileKind;

typedef struct FileStat {
  FileKind kind;
  uint64_t size;
  int64_t mtime_ns;
  int64_t ctime_ns; /* of the last change, contents or not: nobody sets it at will */
  int64_t birth_ns; /* when it was made; 0 where the file system does not say */
  uint64_t device;
  uint64_t inode;
  uint32_t mode; /* permission bits */
  uint32_t owner;
  uint32_t group;
  uint32_t names; /* how many it has: hard links */
} FileStat;

/* ERR_TOO_LARGE names the limit. Text is in job->arena, a NUL follows it.
 * Only regular files are read. */
Err file_read(Job *job, Str path, size_t max, Str *ret_text) MUST_CHECK;
/* Atomic: readers see the old file or the new one. Keeps the mode of an
 * existing file, uses `mode` (less the umask) for a new one; the directory
 * must exist; links are written through. */
Err file_write(Job *job, Str path, Str text, uint32_t mode) MUST_CHECK;
/* Adds whole lines at the end, in one write where the system allows; the file
 * is made 0600 when there is none. One that would grow beyond `max` is first
 * renamed to PATH.1, over an earlier one. ERR_DENIED: a link, or no regular
 * file of this user, stands there. */
Err file_append(Job *job, Str path, Str text, size_t max) MUST_CHECK;
Err file_stat(Job *job, Str path, FileStat *ret_stat) MUST_CHECK; /* follows links */
/* The same of a link itself, when it is one. */
Err file_stat_entry(Job *job, Str path, FileStat *ret_stat) MUST_CHECK;
bool file_exists(Str path);
bool file_can_run(Str path);      /* by this user; also true of a directory that may be entered */
bool file_can_fill(Str directory); /* something can be put there */
Err file_remove(Job *job, Str path) MUST_CHECK; /* absent is OK */
/* An empty directory; ERR_BUSY or what the system says for any other. */
Err file_remove_dir(Job *job, Str path) MUST_CHECK;
/* A symbolic link at `path` that says `target`; one that says something else
 * is replaced. What somebody else puts there at the same time stays. */
Err file_link(Job *job, Str path, Str target) MUST_CHECK;
/* Makes the directory and its parents 0700; an existing last one must belong
 * to this user and be closed to others when `private_owner` is set. */
Err file_make_dir(Job *job, Str path, bool private_owner) MUST_CHECK;
/* Resolves links; the last components may not exist yet: they are appended
 * to the real path of the deepest one that does. */
Err file_real_path(Job *job, Str path, Str *ret_real) MUST_CHECK;
/* Lexical only: joins, and removes `.`, `//`, `x/..`; an absolute `name`
 * stands alone; "." when nothing remains. */
Str file_join(Arena *arena, Str directory, Str name);
Str file_directory(Str path); /* "a/b" of "a/b/c"; "." when there is none */
Str file_name(Str path);
/* By their text: whether an absolute path is `directory` or beneath it, and
 * what it is from there; "" is the directory itself. */
bool file_beneath(Str directory, Str path, Str *ret_rest) MUST_CHECK;
Str file_working_directory(Arena *arena);

/* Whole-file advisory lock, held until closed or the process ends.
 * ERR_BUSY when somebody else holds it. Creates the file 0600. */
Err file_lock(Job *job, Str path, int *ret_fd) MUST_CHECK;
void file_unlock(int fd);
/* Writes the number of this process into a lock's file, for whoever finds it
 * held. */
void file_sign_lock(int fd);

#endif
