/* Keep: the contents of files, and locks. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/keep_internal.h"

#define CHUNK ((size_t)1 << 20) /* between two looks at the job */

/* ---- looking ---- */

Err keep_clear(Job *job, Keep *keep, KeepName name, bool *ret_there) {
  KeepPlace place;
  TRY(keep_enter(job, keep, name, true, &place));
  Err err = keep_settle(job, &place, ret_there);
  keep_leave(&place);
  return err;
}

static int64_t in_ns(struct statx_timestamp time) { return time.tv_sec * 1000000000 + time.tv_nsec; }

/* Whether the descriptor that is kept is still what stands at the folder's
 * name. Its number cannot be another's while it is open. Locked. */
static bool is_still_there(const Keep *keep) {
  FileStat now;
  if (keep->looked_in < 0 || file_look(keep->parent, keep->folder, AT_SYMLINK_NOFOLLOW, &now) < 0) return false;
  return now.kind == FILE_DIRECTORY && now.owner == keep->user && now.inode == keep->looked.inode &&
         now.device == keep->looked.device;
}

/* Keeps the folder that was entered for the next look. Locked. */
static void look_here_next(Keep *keep, const KeepPlace *place) {
  if (keep->looked_in >= 0) close(keep->looked_in);
  keep->looked_in = fcntl(place->folder, F_DUPFD_CLOEXEC, 0);
  if (keep->looked_in < 0 || !file_look(keep->looked_in, "", AT_EMPTY_PATH, &keep->looked)) return;
  close(keep->looked_in);
  keep->looked_in = -1;
}

/* As keep_enter, for a look: what was found last is used while it is there,
 * since a reader looks at the same two files before each of its turns. Locked. */
static Err enter_to_look(Job *job, Keep *keep, KeepName name, bool is_heard, KeepPlace *ret_place) {
  Str spelled = keep_spell(job->arena, name);
  bool is_near = str_find_byte(spelled, '/') == STR_NONE && spelled.len <= KEEP_NAME_MAX;
  if (is_near && (is_heard ? keep->looked_in >= 0 : is_still_there(keep))) {
    *ret_place = (KeepPlace){.folder = keep->looked_in, .path = file_join(job->arena, keep_path(keep), spelled)};
    memcpy(ret_place->name, spelled.ptr, spelled.len);
    return OK;
  }
  TRY(keep_enter(job, keep, name, false, ret_place));
  if (is_near) look_here_next(keep, ret_place);
  return OK;
}

static Err look(Job *job, Keep *keep, KeepName name, bool is_heard, struct statx *ret_st) {
  KeepPlace place;
  TRY(enter_to_look(job, keep, name, is_heard, &place));
  int state = statx(place.folder, place.name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, ret_st);
  int why = errno;
  if (place.folder != keep->looked_in) keep_leave(&place);
  if (state < 0 && why != ENOENT) return file_fail(job, why, "look at", place.path);
  if (state < 0 || !S_ISREG(ret_st->stx_mode) || ret_st->stx_uid != keep->user || ret_st->stx_nlink != 1) {
    return job_fail(job, ERR_NOT_FOUND, "'%.*s' is not there", STR_ARG(str_visible(job->arena, place.path)));
  }
  return OK;
}

static Err stat_of(Job *job, Keep *keep, KeepName name, bool is_heard, KeepStat *ret_stat) {
  struct statx st;
  lock_take(&keep->look_lock);
  Err err = look(job, keep, name, is_heard, &st);
  lock_give(&keep->look_lock);
  TRY(err);
  *ret_stat = (KeepStat){.device = (uint64_t)st.stx_dev_major << 32 | st.stx_dev_minor, .inode = st.stx_ino, .size = st.stx_size,
                         .born_ns = st.stx_mask & STATX_BTIME ? in_ns(st.stx_btime) : 0,
                         .mtime_ns = in_ns(st.stx_mtime), .ctime_ns = in_ns(st.stx_ctime)};
  return OK;
}

Err keep_stat(Job *job, Keep *keep, KeepName name, KeepStat *ret_stat) { return stat_of(job, keep, name, false, ret_stat); }

Err keep_stat_heard(Job *job, Keep *keep, KeepName name, KeepStat *ret_stat) { return stat_of(job, keep, name, true, ret_stat); }

/* ---- opening ---- */

static Err open_or_make(Job *job, const KeepPlace *place, int *ret_fd) {
  for (;;) {
    TRY(job_check(job));
    Err err = keep_open_at(job, place, O_RDWR, ret_fd);
    if (err != ERR_NOT_FOUND) return err;
    job_forgive(job);
    err = keep_create_at(job, place, ret_fd);
    if (err != ERR_BUSY) return err;
    job_forgive(job); /* made meanwhile */
  }
}

Err keep_open_file(Job *job, Keep *keep, KeepName name, bool makes, int *ret_fd) {
  KeepPlace place;
  TRY(keep_enter(job, keep, name, makes, &place));
  Err err = makes ? open_or_make(job, &place, ret_fd) : keep_open_at(job, &place, O_RDWR, ret_fd);
  keep_leave(&place);
  return err;
}

/* *ret_named: what is locked is what everybody else finds at the name. */
static Err lock_one(Job *job, const KeepPlace *place, int *ret_fd, bool *ret_named) {
  struct stat held, named;
  int fd;
  TRY(open_or_make(job, place, &fd));
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fd, F_OFD_SETLK, &whole) < 0) {
    int why = errno;
    close(fd);
    if (why != EAGAIN && why != EACCES) return file_fail(job, why, "lock", place->path);
    return job_fail(job, ERR_BUSY, "'%.*s' is locked by another process; try again when it ended",
                    STR_ARG(str_visible(job->arena, place->path)));
  }
  *ret_named = fstat(fd, &held) == 0 && fstatat(place->folder, place->name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
               held.st_ino == named.st_ino && held.st_dev == named.st_dev;
  if (*ret_named) *ret_fd = fd;
  else close(fd);
  return OK;
}

Err keep_lock(Job *job, Keep *keep, KeepName name, int *ret_fd) {
  for (bool is_named = false;;) {
    KeepPlace place;
    TRY(keep_enter(job, keep, name, true, &place));
    Err err = lock_one(job, &place, ret_fd, &is_named);
    keep_leave(&place);
    if (err || is_named) return err;
  }
}

Err keep_remove(Job *job, Keep *keep, KeepName name) {
  KeepPlace place;
  bool is_there;
  Err err = keep_enter(job, keep, name, false, &place);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return OK;
  }
  TRY(err);
  /* A link, pipe or file goes as it is, and nothing behind it. */
  if (unlinkat(place.folder, place.name, 0) < 0 && errno != ENOENT) {
    err = errno == EISDIR || errno == EPERM ? keep_settle(job, &place, &is_there) : file_fail(job, errno, "remove", place.path);
  }
  keep_leave(&place);
  return err;
}

Err keep_rename(Job *job, Keep *keep, KeepName name, KeepName to) {
  KeepPlace from, target;
  bool is_there;
  TRY(keep_enter(job, keep, name, true, &from));
  Err err = keep_enter(job, keep, to, true, &target);
  if (!err) {
    err = keep_settle(job, &target, &is_there);
    if (!err && renameat(from.folder, from.name, target.folder, target.name) < 0) err = file_fail(job, errno, "rename", from.path);
    keep_leave(&target);
  }
  keep_leave(&from);
  return err;
}

/* ---- reading ---- */

Err keep_read_plain(Job *job, Keep *keep, KeepName name, size_t max, Str *ret_text) {
  KeepPlace place;
  int fd;
  TRY(keep_enter(job, keep, name, false, &place));
  Err err = keep_open_at(job, &place, O_RDONLY, &fd);
  if (!err) {
    err = file_read_fd(job, fd, place.path, max, ret_text);
    close(fd);
  }
  keep_leave(&place);
  return err;
}

/* ---- writing ---- */

typedef enum Wait {
  WAIT_UNTIL_WRITTEN,
  WAIT_LATER, /* writing begins, and is waited for by keep_sync */
  WAIT_NEVER,
} Wait;

typedef struct Written {
  const Str *items;
  size_t count;
  Wait wait;
} Written;

static Err put(Job *job, int fd, Str path, Str text) {
  for (size_t done = 0; done < text.len;) {
    TRY(job_check(job));
    size_t want = text.len - done > CHUNK ? CHUNK : text.len - done;
    ssize_t wrote = write(fd, text.ptr + done, want);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return file_fail(job, errno, "write", path);
    done += (size_t)wrote;
  }
  return OK;
}

Err keep_create(Job *job, Keep *keep, KeepName name, Str bytes) {
  KeepPlace place;
  int fd;
  TRY(keep_enter(job, keep, name, true, &place));
  Err err = keep_create_at(job, &place, &fd);
  if (!err) {
    err = put(job, fd, place.path, bytes);
    close(fd);
  }
  keep_leave(&place);
  return err;
}

static Err await(Job *job, int fd, Str path) { return fsync(fd) < 0 ? file_fail(job, errno, "write", path) : OK; }

static Err fill(Job *job, int fd, Str path, const Written *parts) {
  for (size_t i = 0; i < parts->count; i++) TRY(put(job, fd, path, parts->items[i]));
  if (parts->wait == WAIT_UNTIL_WRITTEN) return await(job, fd, path);
  /* Where it cannot be begun it is done when it is waited for. */
  if (parts->wait == WAIT_LATER) sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  return OK;
}

/* The name is on disk once its directory is. Some file systems cannot. */
static Err sync_folder(Job *job, const KeepPlace *place) {
  int fd = openat(place->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno == EACCES ? OK : file_fail(job, errno, "sync", place->path);
  int state = fsync(fd), why = errno;
  close(fd);
  return state < 0 && why != EINVAL && why != EROFS ? file_fail(job, why, "sync", place->path) : OK;
}

/* Beside the target, which is replaced whole and never written through. */
static Err replace(Job *job, const KeepPlace *place, const char *temp, const Written *parts) {
  KeepPlace beside = {.folder = place->folder, .path = place->path};
  bool is_there;
  int fd;
  snprintf(beside.name, sizeof beside.name, "%s", temp);
  TRY(keep_settle(job, place, &is_there));
  TRY(keep_create_at(job, &beside, &fd));
  Err err = fill(job, fd, place->path, parts);
  if (close(fd) < 0 && !err) err = file_fail(job, errno, "write", place->path);
  if (!err && renameat(place->folder, temp, place->folder, place->name) < 0) err = file_fail(job, errno, "write", place->path);
  if (err) unlinkat(place->folder, temp, 0);
  return err || parts->wait ? err : sync_folder(job, place);
}

static Err write_parts(Job *job, Keep *keep, KeepName name, const Written *parts) {
  KeepPlace place;
  Str random = secret_random_hex(job->arena, 8);
  const char *temp = str_to_c(job->arena, keep_spell(job->arena, KEEP_PART(KEEP_TEMPORARY, random)));
  TRY(keep_enter(job, keep, name, true, &place));
  Err err = replace(job, &place, temp, parts);
  keep_leave(&place);
  return err;
}

Err keep_write_parts(Job *job, Keep *keep, KeepName name, const Str *parts, size_t count, bool waits) {
  return write_parts(job, keep, name, &(Written){parts, count, waits ? WAIT_UNTIL_WRITTEN : WAIT_NEVER});
}

Err keep_write_plain(Job *job, Keep *keep, KeepName name, Str text) { return keep_write_parts(job, keep, name, &text, 1, true); }

Err keep_write_begin(Job *job, Keep *keep, KeepName name, Str text) {
  return write_parts(job, keep, name, &(Written){&text, 1, WAIT_LATER});
}

Err keep_sync(Job *job, Keep *keep, KeepName name) {
  KeepPlace place;
  int fd;
  TRY(keep_enter(job, keep, name, false, &place));
  Err err = keep_open_at(job, &place, O_RDONLY, &fd);
  if (!err) {
    err = await(job, fd, place.path);
    close(fd);
  }
  if (!err) err = sync_folder(job, &place);
  keep_leave(&place);
  return err;
}

Err keep_append(Job *job, Keep *keep, KeepName name, Str bytes) {
  KeepPlace place;
  int fd;
  TRY(keep_enter(job, keep, name, false, &place));
  Err err = keep_open_at(job, &place, O_WRONLY | O_APPEND, &fd);
  if (!err) {
    ssize_t wrote = write(fd, bytes.ptr, bytes.len);
    if (wrote != (ssize_t)bytes.len) err = file_fail(job, wrote < 0 ? errno : ENOSPC, "write", place.path);
    close(fd);
  }
  keep_leave(&place);
  return err;
}

/* ---- seals of parts ---- */

void keep_tag(const Keep *keep, KeepFile file, Str bytes, unsigned char ret_tag[KEEP_TAG]) {
  seal_tag(&keep->seal, keep_what(file), bytes, ret_tag);
}

bool keep_holds(const Keep *keep, KeepFile file, Str bytes, const unsigned char tag[KEEP_TAG]) {
  return seal_holds(&keep->seal, keep_what(file), bytes, tag);
}

uint64_t keep_quick(const Keep *keep, KeepFile file, Str bytes) { return secret_quick(keep->quick[file], bytes); }
