/* Root: the single steps from which changes of several files are made. Each
 * works on names in a directory that was reached from the root by plain names,
 * so that nothing swapped in on the way leads anywhere else. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/root_internal.h"

void root_unmake_at(const Root *root, Str directory, unsigned count) {
  Str path = directory;
  for (unsigned i = 0; i < count && path.len; i++) {
    Str parent = file_directory(path);
    char name[NAME_MAX + 1];
    int len = snprintf(name, sizeof name, "%.*s", STR_ARG(file_name(path)));
    int fd = root_walk_open(root, parent, O_PATH | O_DIRECTORY | O_NOFOLLOW, 0);
    if (fd < 0 || len < 0) return;
    unlinkat(fd, name, AT_REMOVEDIR);
    close(fd);
    path = str_eq_c(parent, ".") ? STR_EMPTY : parent;
  }
}

void root_unmake(Root *root, Str relative, unsigned count) {
  Str directory = file_directory(relative);
  if (!str_eq_c(directory, ".")) root_unmake_at(root, directory, count);
}

int root_walk_to_target(RootWalk *walk) {
  int state = 1;
  while (state == 1) {
    state = root_walk_advance(walk);
    if (state == 0 && walk->name[0]) state = root_walk_follow(walk);
  }
  if (state == 0 && (!walk->name[0] || walk->must_be_directory)) return -EISDIR;
  return state;
}

/* ---- looking ---- */

/* Where the walk stands or stopped: what was reached, then what was not. */
static Str path_of(Arena *arena, const RootWalk *walk, const char *rest) {
  const char *slash = walk->reached[0] ? "/" : "";
  return file_join(arena, STR_EMPTY, str_format(arena, "%s%s%s", walk->reached, slash, rest));
}

static Err look_here(Job *job, const Root *root, RootWalk *walk, Str relative, RootEntry *entry) {
  int state = file_look(walk->directory, walk->name, AT_SYMLINK_NOFOLLOW, &entry->stat);
  if (state < 0 && state != -ENOENT) return root_fail(job, root, -state, "look at", relative);
  entry->exists = !state;
  root_forget_time(root, &entry->stat);
  const char *name = entry->exists ? walk->name : ".";
  entry->may_write = faccessat(walk->directory, name, W_OK, AT_EACCESS) == 0;
  entry->path = path_of(job->arena, walk, walk->name);
  return OK;
}

Err root_look(Job *job, Root *root, Str relative, RootEntry *ret_entry) {
  TRY(root_check_relative(job, root, relative));
  RootEntry entry = {0};
  FileStat own;
  if (root_stat_entry(job, root, relative, &own)) job_forgive(job);
  else entry.is_link = own.kind == FILE_LINK;
  RootWalk walk;
  root_walk_init(&walk, root, relative);
  int state = root_walk_to_target(&walk);
  Err err = OK;
  if (state == 0) {
    err = look_here(job, root, &walk, relative, &entry);
  } else if (state == -ENOENT) {
    /* A folder on the way is missing: the rest is as it was spelled. */
    entry.path = path_of(job->arena, &walk, walk.rest);
    bool leaves = str_eq_c(entry.path, "..") || str_starts_with(entry.path, STR("../"));
    if (leaves) err = root_fail(job, root, EXDEV, "look at", relative);
    entry.may_write = faccessat(walk.directory, ".", W_OK, AT_EACCESS) == 0;
  } else {
    err = root_fail(job, root, -state, "look at", relative);
  }
  root_walk_clear(&walk);
  if (!err) *ret_entry = entry;
  return err;
}

Err root_read_entry(Job *job, Root *root, Str relative, size_t max, FileStat *ret_stat, Str *ret_text) {
  int fd;
  FileStat before, after;
  Str text = STR_EMPTY;
  TRY(root_open_reading(job, root, relative, &fd));
  int state = file_look(fd, "", AT_EMPTY_PATH, &before);
  Err err = state < 0 ? root_fail(job, root, -state, "read", relative) : file_read_fd(job, fd, relative, max, &text);
  if (!err) state = file_look(fd, "", AT_EMPTY_PATH, &after);
  close(fd);
  TRY(err);
  if (state < 0) return root_fail(job, root, -state, "read", relative);
  if (before.mtime_ns != after.mtime_ns || after.size != text.len) {
    return job_fail(job, ERR_CONFLICT, "'%.*s' is being written by somebody else; try again",
                    STR_ARG(str_visible(job->arena, relative)));
  }
  root_forget_time(root, &after);
  *ret_stat = after;
  *ret_text = text;
  return OK;
}

/* ---- changing ---- */

/* Goes to the folder of a path on which no link may be. */
static int enter(RootWalk *walk, const Root *root, Str relative, bool makes) {
  root_walk_init(walk, root, relative);
  walk->makes_directories = makes;
  int state = root_walk_advance(walk);
  if (state == 0 && walk->links) state = -ELOOP;
  if (state == 0 && (!walk->name[0] || walk->must_be_directory)) state = -EISDIR;
  return state;
}

static Err fail(Job *job, const Root *root, int why, const char *verb, Str path) {
  if (why == ELOOP) {
    return job_fail(job, ERR_CONFLICT, "cannot %s '%.*s': a link came in its way meanwhile; look at it and try again", verb,
                    STR_ARG(str_visible(job->arena, path)));
  }
  return root_fail(job, root, why, verb, path);
}

static Err fill(Job *job, int fd, Str path, Str text, const FileStat *like) {
  TRY(file_write_all(job, fd, path, text));
  if (like && file_keep_owner(fd, like->owner, like->group, like->mode) < 0) return file_fail(job, errno, "keep the mode of", path);
  /* Begun, not waited for: several files that are begun are written in one go.
   * Where it cannot be begun it is done when it is waited for. */
  sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  return OK;
}

Err root_create(Job *job, Root *root, Str relative, Str text, const FileStat *like, unsigned *ret_made) {
  if (ret_made) *ret_made = 0;
  TRY(root_check_relative(job, root, relative));
  RootWalk walk;
  int state = enter(&walk, root, relative, ret_made != NULL);
  if (ret_made) *ret_made = (unsigned)walk.made;
  int fd = state < 0 ? state : openat(walk.directory, walk.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, like ? 0600 : 0666);
  if (state == 0 && fd < 0) fd = -errno;
  Err err = fd < 0 ? fail(job, root, -fd, "make", relative) : fill(job, fd, relative, text, like);
  if (fd >= 0 && close(fd) < 0 && !err) err = file_fail(job, errno, "write", relative);
  if (fd >= 0 && err) unlinkat(walk.directory, walk.name, 0);
  root_walk_clear(&walk);
  return err;
}

/* What may not be read may still be written by its owner. */
Err root_sync_file(Job *job, Root *root, Str relative) {
  int flags = O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
  int fd = root_open_beneath(root, relative, O_RDONLY | flags, 0);
  if (fd == -EACCES) fd = root_open_beneath(root, relative, O_WRONLY | flags, 0);
  if (fd < 0) return root_fail(job, root, -fd, "sync", relative);
  int state = fsync(fd), why = errno;
  close(fd);
  return state < 0 ? root_fail(job, root, why, "write", relative) : OK;
}

/* Both names, each in the folder it is in. */
typedef struct Pair {
  RootWalk from, to;
} Pair;

static int enter_pair(Pair *pair, const Root *root, Str from, Str to) {
  root_walk_init(&pair->to, root, to);
  int state = enter(&pair->from, root, from, false);
  return state < 0 ? state : enter(&pair->to, root, to, false);
}

static void leave_pair(Pair *pair) {
  root_walk_clear(&pair->from);
  root_walk_clear(&pair->to);
}

static int rename_pair(const Pair *pair, unsigned flags) {
  int state = renameat2(pair->from.directory, pair->from.name, pair->to.directory, pair->to.name, flags);
  return state < 0 ? -errno : 0;
}

/* Where the kernel's call cannot promise it, a second name can: it is only
 * given where there is none. */
static int rename_by_link(const Pair *pair) {
  if (linkat(pair->from.directory, pair->from.name, pair->to.directory, pair->to.name, 0) < 0) return -errno;
  return unlinkat(pair->from.directory, pair->from.name, 0) < 0 ? -errno : 0;
}

static bool is_unknown(int state) { return state == -EINVAL || state == -ENOSYS || state == -EOPNOTSUPP; }

static Err change(Job *job, Root *root, Str from, Str to, unsigned flags) {
  TRY(root_check_relative(job, root, from));
  TRY(root_check_relative(job, root, to));
  Pair pair;
  int state = enter_pair(&pair, root, from, to);
  if (state == 0) state = rename_pair(&pair, flags);
  if (flags == RENAME_NOREPLACE && is_unknown(state)) state = rename_by_link(&pair);
  leave_pair(&pair);
  if (flags == RENAME_EXCHANGE && is_unknown(state)) {
    return job_fail(job, ERR_UNAVAILABLE, "the file system of '%.*s' cannot exchange two files", STR_ARG(str_visible(job->arena, from)));
  }
  return state < 0 ? fail(job, root, -state, "rename", from) : OK;
}

Err root_exchange(Job *job, Root *root, Str one, Str other) { return change(job, root, one, other, RENAME_EXCHANGE); }
Err root_rename(Job *job, Root *root, Str from, Str to) { return change(job, root, from, to, RENAME_NOREPLACE); }
Err root_replace(Job *job, Root *root, Str from, Str to) { return change(job, root, from, to, 0); }

Err root_sync(Job *job, Root *root, Str relative) {
  int fd = root_open_beneath(root, file_directory(relative), O_PATH | O_DIRECTORY, 0);
  if (fd < 0) return root_fail(job, root, -fd, "sync", relative);
  int state = file_sync_directory(fd), why = errno;
  close(fd);
  return state < 0 ? root_fail(job, root, why, "sync", relative) : OK;
}
