/* Files: reading whole ones, replacing them atomically, making directories,
 * locks. Knows no root: whoever confines paths hands in a directory. */
#include "src/os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/secret.h"

/* Between two looks at the job. */
enum { FILE_CHUNK = 1 << 20 };

FileKind file_kind_from_mode(mode_t mode) {
  if (S_ISREG(mode)) return FILE_REGULAR;
  if (S_ISDIR(mode)) return FILE_DIRECTORY;
  return S_ISLNK(mode) ? FILE_LINK : FILE_OTHER;
}

static int64_t nanoseconds(const struct statx_timestamp *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* The negative errno, so that callers in the middle of a directory can go on
 * without words. */
int file_look(int directory, const char *name, int flags, FileStat *ret_stat) {
  struct statx st;
  if (statx(directory, name, flags | AT_STATX_SYNC_AS_STAT, STATX_BASIC_STATS | STATX_BTIME, &st) < 0) {
    return -errno;
  }
  *ret_stat = (FileStat){
      .kind = file_kind_from_mode(st.stx_mode),
      .size = st.stx_size,
      .mtime_ns = nanoseconds(&st.stx_mtime),
      .ctime_ns = nanoseconds(&st.stx_ctime),
      .birth_ns = st.stx_mask & STATX_BTIME ? nanoseconds(&st.stx_btime) : 0,
      .device = makedev(st.stx_dev_major, st.stx_dev_minor),
      .inode = st.stx_ino,
      .mode = st.stx_mode & 07777,
      .owner = st.stx_uid,
      .group = st.stx_gid,
      .names = st.stx_nlink,
  };
  return 0;
}

static Err too_large(Job *job, Str path, size_t max) {
  return job_fail(job, ERR_TOO_LARGE, "'%.*s' is larger than the limit of %zu bytes",
                  STR_ARG(str_visible(job->arena, path)), max);
}

/* A pipe would block and a device may do anything. */
static Err must_be_regular(Job *job, mode_t mode, const char *verb, Str path) {
  if (S_ISREG(mode)) return OK;
  const char *what = S_ISDIR(mode) ? "a directory" : "a pipe, socket or device";
  return job_fail(job, ERR_USAGE, "cannot %s '%.*s': it is %s; name a regular file", verb,
                  STR_ARG(str_visible(job->arena, path)), what);
}

/* With a zero behind the text, for callers that hand it to the system. */
Err file_read_fd(Job *job, int fd, Str path, size_t max, Str *ret_text) {
  struct stat st;
  if (fstat(fd, &st) < 0) return file_fail(job, errno, "read", path);
  TRY(must_be_regular(job, st.st_mode, "read", path));
  if (st.st_size > 0 && (uint64_t)st.st_size > max) return too_large(job, path, max);
  /* One byte more than expected, so that the end is seen without growing;
   * files in /proc say 0 and are read as they come. */
  size_t cap = (size_t)st.st_size + 1;
  if (cap < 4096) cap = 4096;
  char *text = arena_grow(job->arena, NULL, 0, cap + 1); /* not cleared: it is written over */
  size_t len = 0;
  for (;;) {
    TRY(job_check(job));
    if (len == cap) {
      text = arena_grow(job->arena, text, cap + 1, cap * 2 + 1);
      cap *= 2;
    }
    size_t want = cap - len > FILE_CHUNK ? FILE_CHUNK : cap - len;
    ssize_t got = read(fd, text + len, want);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_fail(job, errno, "read", path);
    if (got == 0) break;
    len += (size_t)got;
    if (len > max) return too_large(job, path, max);
  }
  text[len] = '\0';
  *ret_text = (Str){text, len};
  return OK;
}

Err file_read(Job *job, Str path, size_t max, Str *ret_text) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  /* O_NONBLOCK: a named pipe in place of the file must not hang us. */
  int fd = open(c_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return file_fail(job, errno, "read", path);
  Err err = file_read_fd(job, fd, path, max, ret_text);
  close(fd);
  return err;
}

/* The job is looked at between pieces: a stopped one leaves a part, which the
 * caller removes. */
Err file_write_all(Job *job, int fd, Str path, Str text) {
  size_t done = 0;
  while (done < text.len) {
    TRY(job_check(job));
    size_t want = text.len - done > FILE_CHUNK ? FILE_CHUNK : text.len - done;
    ssize_t put = write(fd, text.ptr + done, want);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return file_fail(job, errno, "write", path);
    done += (size_t)put;
  }
  return OK;
}

/* The new file gets the old one's owner where the system lets us, and never
 * means more than the old one did where it does not. */
int file_keep_owner(int fd, uid_t owner, gid_t group, mode_t mode) {
  struct stat now;
  if (fstat(fd, &now) < 0) return -1;
  bool same = now.st_uid == owner && now.st_gid == group;
  if (!same && fchown(fd, owner, group) < 0) {
    mode &= ~(mode_t)(S_ISUID | S_ISGID);
    bool kept_group = now.st_gid == group || fchown(fd, (uid_t)-1, group) == 0;
    if (!kept_group) mode &= ~(mode_t)070 | (mode & 07) << 3;
  }
  return fchmod(fd, mode);
}

static Err fill(Job *job, int fd, const FileTarget *target, Str text, const struct stat *old) {
  TRY(file_write_all(job, fd, target->path, text));
  if (old && file_keep_owner(fd, old->st_uid, old->st_gid, old->st_mode & 07777) < 0) {
    return file_fail(job, errno, "keep the mode of", target->path);
  }
  if (fsync(fd) < 0) return file_fail(job, errno, "write", target->path);
  return OK;
}

/* The name is on disk once its directory is. Some file systems cannot. */
int file_sync_directory(int directory) {
  int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  /* Writable but not readable: nothing more can be done. */
  if (fd < 0) return errno == EACCES ? 0 : -1;
  int state = fsync(fd);
  if (state < 0 && (errno == EINVAL || errno == EROFS)) state = 0;
  int saved = errno;
  close(fd);
  errno = saved;
  return state;
}

/* Says in *ret_exists whether there is a file to replace, described by *old. */
static Err look_at_old(Job *job, const FileTarget *target, struct stat *old, bool *ret_exists) {
  if (fstatat(target->directory, target->name, old, AT_SYMLINK_NOFOLLOW) < 0) {
    if (errno != ENOENT) return file_fail(job, errno, "write", target->path);
    *ret_exists = false;
    return OK;
  }
  /* A link can only be one that came since the path was resolved. */
  if (S_ISLNK(old->st_mode)) return file_fail(job, ELOOP, "write", target->path);
  TRY(must_be_regular(job, old->st_mode, "write", target->path));
  /* Renaming would get round the file's own write protection. */
  if (faccessat(target->directory, target->name, W_OK, AT_EACCESS) < 0) {
    return file_fail(job, errno, "write", target->path);
  }
  *ret_exists = true;
  return OK;
}

/* Not to be guessed, so that nobody can be there first. */
static void temp_name(char *out, size_t size) {
  uint64_t random;
  secret_random(&random, sizeof random);
  snprintf(out, size, FILE_TEMP_PREFIX "%016llx", (unsigned long long)random);
}

/* Beside it and over it: readers see the old text or the new one, never a
 * part. The mode is the old one's. */
Err file_replace(Job *job, const FileTarget *target, Str text, uint32_t mode) {
  struct stat old;
  bool exists = false;
  TRY(look_at_old(job, target, &old, &exists));
  char temp[sizeof FILE_TEMP_PREFIX + 16];
  temp_name(temp, sizeof temp);
  mode_t first_mode = exists ? 0600 : (mode_t)(mode & 07777);
  int fd = openat(target->directory, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  first_mode);
  if (fd < 0) return file_fail(job, errno, "write", target->path);
  Err err = fill(job, fd, target, text, exists ? &old : NULL);
  if (close(fd) < 0 && !err) err = file_fail(job, errno, "write", target->path);
  if (!err && renameat(target->directory, temp, target->directory, target->name) < 0) {
    err = file_fail(job, errno, "write", target->path);
  }
  if (err) {
    unlinkat(target->directory, temp, 0);
    return err;
  }
  if (file_sync_directory(target->directory) < 0) return file_fail(job, errno, "sync", target->path);
  return OK;
}

/* Links are resolved: what they lead to is replaced, and they stay. */
Err file_write(Job *job, Str path, Str text, uint32_t mode) {
  TRY(file_check_path(job, path, false));
  char asked[FILE_PATH_MAX + 1];
  char real[FILE_PATH_MAX + 1];
  file_path_to_c(path, asked);
  int state = file_resolve(asked, real);
  if (state < 0) return file_fail(job, -state, "write", path);
  char *directory = str_to_c(job->arena, file_directory(str_from_c(real)));
  int fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return file_fail(job, errno, "write", path);
  char *name = str_to_c(job->arena, file_name(str_from_c(real)));
  FileTarget target = {.directory = fd, .name = name, .path = path};
  Err err = file_replace(job, &target, text, mode);
  close(fd);
  return err;
}

Err file_stat(Job *job, Str path, FileStat *ret_stat) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  int state = file_look(AT_FDCWD, c_path, 0, ret_stat);
  return state < 0 ? file_fail(job, -state, "look at", path) : OK;
}

Err file_stat_entry(Job *job, Str path, FileStat *ret_stat) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  int state = file_look(AT_FDCWD, c_path, AT_SYMLINK_NOFOLLOW, ret_stat);
  return state < 0 ? file_fail(job, -state, "look at", path) : OK;
}

/* By the rights of the real user. */
static bool has_access(Str path, int how) {
  if (path.len == 0 || path.len > FILE_PATH_MAX || str_find_byte(path, '\0') != STR_NONE) {
    return false;
  }
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  return access(c_path, how) == 0;
}

bool file_exists(Str path) { return has_access(path, F_OK); }
bool file_can_run(Str path) { return has_access(path, X_OK); }
bool file_can_fill(Str directory) { return has_access(directory, W_OK | X_OK); }

/* That it is gone already is no error. */
Err file_remove(Job *job, Str path) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  if (unlink(c_path) < 0 && errno != ENOENT) return file_fail(job, errno, "remove", path);
  return OK;
}

Err file_remove_dir(Job *job, Str path) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  return rmdir(c_path) < 0 ? file_fail(job, errno, "remove", path) : OK;
}

/* The link is replaced when it leads elsewhere; what is no link stays. */
Err file_link(Job *job, Str path, Str target) {
  TRY(file_check_path(job, path, false));
  TRY(file_check_path(job, target, false));
  char now[FILE_PATH_MAX + 1], c_path[FILE_PATH_MAX + 1], c_target[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  file_path_to_c(target, c_target);
  ssize_t len = readlink(c_path, now, sizeof now);
  if (len >= 0 && str_eq((Str){now, (size_t)len}, target)) return OK;
  if (len >= 0 && unlink(c_path) < 0 && errno != ENOENT) return file_fail(job, errno, "replace the link", path);
  if (symlink(c_target, c_path) == 0 || errno == EEXIST) return OK; /* another thread was faster */
  return file_fail(job, errno, "make the link", path);
}

static Err check_private(Job *job, const char *c_path, Str path) {
  Str shown = str_visible(job->arena, path);
  struct stat st;
  /* In a directory like /tmp somebody else may have put a link here first. */
  if (lstat(c_path, &st) < 0) return file_fail(job, errno, "look at", path);
  bool ours = st.st_uid == geteuid();
  if (S_ISLNK(st.st_mode) && ours) {
    if (stat(c_path, &st) < 0) return file_fail(job, errno, "look at", path);
    ours = st.st_uid == geteuid();
  }
  if (!ours) {
    return job_fail(
        job, ERR_DENIED,
        "the directory '%.*s' belongs to another user (%u); remove it or choose another",
        STR_ARG(shown), (unsigned)st.st_uid);
  }
  if (st.st_mode & 077) {
    return job_fail(
        job, ERR_DENIED,
        "the directory '%.*s' is open to other users (mode %03o); run: chmod 700 '%.*s'",
        STR_ARG(shown), (unsigned)st.st_mode & 0777, STR_ARG(shown));
  }
  return OK;
}

Err file_make_dir(Job *job, Str path, bool private_owner) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  for (size_t at = 1; at <= path.len; at++) {
    if (at < path.len && c_path[at] != '/') continue;
    char saved = c_path[at];
    c_path[at] = '\0';
    /* EEXIST may be a file; EROFS and EACCES may hide a directory that is
     * there: whether it is one is asked below. */
    bool made = mkdir(c_path, 0700) == 0;
    int why = errno;
    struct stat st;
    if (!made && stat(c_path, &st) < 0) return file_fail(job, why, "make the directory", path);
    if (!made && !S_ISDIR(st.st_mode)) return file_fail(job, ENOTDIR, "make the directory", path);
    c_path[at] = saved;
  }
  return private_owner ? check_private(job, c_path, path) : OK;
}

/* Nothing is opened through a link, nor written to what is not this user's
 * file: a log lies where others may not put things, but a user's own option can
 * name any place. */
static Err open_appending(Job *job, Str path, const char *c_path, int *ret_fd, uint64_t *ret_size) {
  int fd = open(c_path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600);
  if (fd < 0 && errno != ELOOP && errno != ENXIO) return file_fail(job, errno, "write to", path);
  struct stat st;
  bool is_ours = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid();
  if (!is_ours) {
    if (fd >= 0) close(fd);
    return job_fail(job, ERR_DENIED, "'%.*s' is not a regular file of this user; remove it, or choose another place",
                    STR_ARG(str_visible(job->arena, path)));
  }
  *ret_fd = fd;
  *ret_size = (uint64_t)st.st_size;
  return OK;
}

/* A log that is too large becomes "name.1"; there is at most one such. */
Err file_append(Job *job, Str path, Str text, size_t max) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  int fd;
  uint64_t size;
  TRY(open_appending(job, path, c_path, &fd, &size));
  if (size && size + text.len > max) {
    close(fd);
    Str old = str_format(job->arena, "%.*s.1", STR_ARG(path));
    if (rename(c_path, str_to_c(job->arena, old)) < 0) return file_fail(job, errno, "rename", path);
    TRY(open_appending(job, path, c_path, &fd, &size));
  }
  Err err = file_write_all(job, fd, path, text);
  close(fd);
  return err;
}

/* Until the descriptor is closed, also by the end of the process. Does not
 * wait. */
Err file_lock(Job *job, Str path, int *ret_fd) {
  TRY(file_check_path(job, path, false));
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  for (;;) {
    int fd = open(c_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
    if (fd < 0) return file_fail(job, errno, "lock", path);
    /* Of the open file, not of the process: two threads exclude each other
     * too, and closing some other descriptor of the file frees nothing. */
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_SETLK, &whole) < 0) {
      int why = errno;
      close(fd);
      if (why != EAGAIN && why != EACCES) return file_fail(job, why, "lock", path);
      return job_fail(job, ERR_BUSY, "'%.*s' is locked by another process; try again when it ended",
                      STR_ARG(str_visible(job->arena, path)));
    }
    /* Removed and made anew by somebody while we were at it: what we hold
     * excludes nobody. */
    struct stat held;
    struct stat named;
    if (fstat(fd, &held) == 0 && stat(c_path, &named) == 0 && held.st_ino == named.st_ino &&
        held.st_dev == named.st_dev) {
      *ret_fd = fd;
      return OK;
    }
    close(fd);
  }
}

void file_unlock(int fd) {
  if (fd >= 0) close(fd);
}

/* For people who wonder who holds it. */
void file_sign_lock(int fd) {
  if (ftruncate(fd, 0) == 0) dprintf(fd, "%d\n", (int)getpid());
}
