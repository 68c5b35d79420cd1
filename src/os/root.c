/* Root: the file operations of one directory tree. The kernel decides where
 * it can (openat2); the walk where it cannot. */
#include "src/os/root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/os/file_internal.h"
#include "src/os/root_internal.h"

static Str heap_copy(Str s) { return (Str){str_to_heap(s), s.len}; }

/* File systems that keep no time of change, or hand out other numbers with
 * every mount. NFS and cluster file systems have both from their servers. */
static bool is_timeless(int fd) {
  static const uint32_t kinds[] = {
      0x00004D44, /* FAT */
      0x2011BAB0, /* exFAT */
      0x0000517B, /* SMB */
      0xFF534D42, /* CIFS */
      0xFE534D42, /* SMB 2 */
      0x65735546, /* FUSE: whatever the program behind it says */
      0x01021997, /* 9p */
      0x5346414F, /* AFS */
      0x6B414653, /* kAFS */
      0x73757245, /* Coda */
      0x786F4256, /* VirtualBox shared folders */
      0xBACBACBC, /* VMware shared folders */
  };
  struct statfs fs;
  if (fstatfs(fd, &fs) < 0) return true;
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    if ((uint32_t)fs.f_type == kinds[i]) return true;
  }
  return false;
}

/* The descriptor is what counts from here on: renaming the directory does
 * not lead anywhere else. `alias` is how the user called it, for paths that
 * come spelled so. */
Err root_open(Job *job, Str path, Root **ret_root) {
  TRY(file_check_path(job, path, false));
  Str real;
  TRY(file_real_path(job, path, &real));
  int fd = open(str_to_c(job->arena, real), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 && errno == ENOTDIR) {
    return job_fail(job, ERR_USAGE, "'%.*s' is not a directory; name the directory to work in",
                    STR_ARG(str_visible(job->arena, path)));
  }
  if (fd < 0) return file_fail(job, errno, "open the directory", path);
  Root *root = arena_heap_alloc(sizeof *root);
  root->fd = fd;
  root->is_timeless = is_timeless(fd);
  root->path = heap_copy(real);
  root->alias = heap_copy(file_join(job->arena, file_working_directory(job->arena), path));
  *ret_root = root;
  return OK;
}

void root_close(Root *root) {
  if (!root) return;
  close(root->fd);
  free((char *)root->path.ptr);
  free((char *)root->alias.ptr);
  free(root);
}

Str root_path(const Root *root) { return root->path; }
bool root_has_change_times(const Root *root) { return !root->is_timeless; }
void root_forget_change_times(Root *root) { root->is_timeless = true; }

void root_forget_time(const Root *root, FileStat *stat) {
  if (root->is_timeless) stat->ctime_ns = 0;
}

/* The same words whether it exists or not. */
static Err outside(Job *job, const Root *root, Str path) {
  return job_fail(job, ERR_OUTSIDE, "'%.*s' leads outside '%.*s'; name something beneath it",
                  STR_ARG(str_visible(job->arena, path)),
                  STR_ARG(str_visible(job->arena, root->path)));
}

Err root_fail(Job *job, const Root *root, int errno_value, const char *verb, Str path) {
  if (errno_value == EXDEV) return outside(job, root, path);
  return file_fail(job, errno_value, verb, path.len ? path : STR("."));
}

/* By the text alone. Links are the kernel's or the walk's business, when the
 * file is opened. */
Err root_relative(Job *job, const Root *root, Str path, Str *ret_relative) {
  TRY(file_check_path(job, path, false));
  Str clean = file_join(job->arena, STR_EMPTY, path);
  Str relative = clean;
  if (clean.ptr[0] == '/' && !root_strip(root, clean, &relative)) return outside(job, root, path);
  if (str_eq_c(relative, "..") || str_starts_with(relative, STR("../"))) {
    return outside(job, root, path);
  }
  *ret_relative = str_eq_c(relative, ".") ? STR_EMPTY : relative;
  return OK;
}

/* Absolute paths are for root_relative: here they are somebody's mistake. */
Err root_check_relative(Job *job, const Root *root, Str relative) {
  TRY(file_check_path(job, relative, true));
  if (relative.len && relative.ptr[0] == '/') return outside(job, root, relative);
  return OK;
}

/* What the kernel says, or -ENOSYS when it cannot. */
static int open_by_kernel(const Root *root, Str relative, int flags, mode_t mode) {
  char path[FILE_PATH_MAX + 1];
  file_path_to_c(relative.len ? relative : STR("."), path);
  struct open_how how = {
      .flags = (uint64_t)(unsigned)flags,
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  int fd = (int)syscall(SYS_openat2, root->fd, path, &how, sizeof how);
  return fd < 0 ? -errno : fd;
}

/* A descriptor or a negative errno value; -EXDEV: outside. */
int root_open_beneath(const Root *root, Str relative, int flags, mode_t mode) {
  flags |= O_CLOEXEC;
  int fd = root_walk_is_forced() ? -ENOSYS : open_by_kernel(root, relative, flags, mode);
  switch (-fd) {
    case EXDEV:  /* also said of absolute links that stay beneath */
    case ELOOP:  /* also said of links in /proc */
    case EAGAIN: /* something was renamed meanwhile */
    case ENOSYS: /* old kernel */
    case EPERM:  /* or a sandbox that does not know the call */
    case E2BIG:
    case EINVAL:
      return root_walk_open(root, relative, flags, mode);
    default: return fd;
  }
}

Err root_open_fd(Job *job, Root *root, Str relative, int flags, int *ret_fd) {
  TRY(root_check_relative(job, root, relative));
  int fd = root_open_beneath(root, relative, flags, 0666);
  if (fd < 0) return root_fail(job, root, -fd, "open", relative);
  *ret_fd = fd;
  return OK;
}

/* For regular files of a scan: a link at the end was told as a link, a pipe
 * must not make us wait, a terminal must not become ours. */
Err root_open_reading(Job *job, Root *root, Str relative, int *ret_fd) {
  return root_open_fd(job, root, relative, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, ret_fd);
}

/* Opened by O_PATH first: looked at is what was opened, whatever is renamed
 * between. */
static Err look(Job *job, Root *root, Str relative, int flags, FileStat *ret_stat) {
  TRY(root_check_relative(job, root, relative));
  int fd = root_open_beneath(root, relative, O_PATH | flags, 0);
  if (fd < 0) return root_fail(job, root, -fd, "look at", relative);
  int state = file_look(fd, "", AT_EMPTY_PATH, ret_stat);
  close(fd);
  if (state < 0) return root_fail(job, root, -state, "look at", relative);
  root_forget_time(root, ret_stat);
  return OK;
}

Err root_stat(Job *job, Root *root, Str relative, FileStat *ret_stat) {
  return look(job, root, relative, 0, ret_stat);
}

Err root_stat_entry(Job *job, Root *root, Str relative, FileStat *ret_stat) {
  return look(job, root, relative, O_NOFOLLOW, ret_stat);
}

Err root_read(Job *job, Root *root, Str relative, size_t max, Str *ret_text) {
  TRY(root_check_relative(job, root, relative));
  /* O_NONBLOCK: a named pipe in the tree must not hang us. */
  int fd = root_open_beneath(root, relative, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0) return root_fail(job, root, -fd, "read", relative);
  Err err = file_read_fd(job, fd, relative, max, ret_text);
  close(fd);
  return err;
}

/* By the walk and not by the kernel's call: the file's directory is needed,
 * for a new file beside the old one that then takes its place. */
Err root_write(Job *job, Root *root, Str relative, Str text, uint32_t mode) {
  TRY(root_check_relative(job, root, relative));
  RootWalk walk;
  root_walk_init(&walk, root, relative);
  walk.makes_directories = true;
  int state = root_walk_to_target(&walk);
  Err err = OK;
  if (state < 0) {
    err = root_fail(job, root, -state, "write", relative);
  } else {
    FileTarget target = {.directory = walk.directory, .name = walk.name, .path = relative};
    err = file_replace(job, &target, text, mode);
  }
  if (err) root_unmake_at(root, str_from_c(walk.reached), (unsigned)walk.made);
  root_walk_clear(&walk);
  return err;
}

/* The entry itself: a link is removed, never what it leads to. */
Err root_remove(Job *job, Root *root, Str relative) {
  TRY(root_check_relative(job, root, relative));
  RootWalk walk;
  root_walk_init(&walk, root, relative);
  int state = root_walk_advance(&walk);
  if (state == 0 && !walk.name[0]) state = -EBUSY;
  if (state == 0 && unlinkat(walk.directory, walk.name, 0) < 0) state = -errno;
  if (state == -EISDIR && unlinkat(walk.directory, walk.name, AT_REMOVEDIR) < 0) {
    state = -errno;
  } else if (state == -EISDIR) {
    state = 0;
  }
  root_walk_clear(&walk);
  return state < 0 ? root_fail(job, root, -state, "remove", relative) : OK;
}

/* Some file systems do not say in the directory what an entry is. */
static FileKind kind_of_entry(int directory, const struct dirent *entry) {
  switch (entry->d_type) {
    case DT_REG: return FILE_REGULAR;
    case DT_DIR: return FILE_DIRECTORY;
    case DT_LNK: return FILE_LINK;
    case DT_UNKNOWN: break;
    default: return FILE_OTHER;
  }
  struct stat st;
  bool seen = fstatat(directory, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0;
  return seen ? file_kind_from_mode(st.st_mode) : FILE_OTHER;
}

static int compare_entries(const void *a, const void *b) {
  return str_compare(((const FileEntry *)a)->name, ((const FileEntry *)b)->name);
}

/* By name from the directory that is open: nothing can lead elsewhere. */
static void stat_entry(const Root *root, int directory, FileEntry *entry, const char *name) {
  if (file_look(directory, name, AT_SYMLINK_NOFOLLOW, &entry->stat) < 0) return;
  root_forget_time(root, &entry->stat);
  entry->kind = entry->stat.kind;
}

static Err read_entries(Job *job, const Root *root, DIR *stream, Str path, bool stats, FileEntries *entries) {
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(stream);
    if (!entry && errno) return root_fail(job, root, errno, "list", path);
    if (!entry) break;
    Str name = str_from_c(entry->d_name);
    if (str_eq_c(name, ".") || str_eq_c(name, "..")) continue;
    if (entries->len % 1024 == 1023) TRY(job_check(job));
    FileKind kind = kind_of_entry(dirfd(stream), entry);
    FileEntry *added = vec_add(job->arena, entries);
    *added = (FileEntry){.name = str_copy(job->arena, name), .kind = kind};
    if (stats && kind == FILE_REGULAR) stat_entry(root, dirfd(stream), added, entry->d_name);
  }
  if (entries->len) qsort(entries->items, entries->len, sizeof(FileEntry), compare_entries);
  return OK;
}

static Err list(Job *job, Root *root, Str relative, bool stats, FileEntries *ret_entries) {
  TRY(root_check_relative(job, root, relative));
  int fd = root_open_beneath(root, relative, O_RDONLY | O_DIRECTORY, 0);
  if (fd < 0) return root_fail(job, root, -fd, "list", relative);
  DIR *stream = fdopendir(fd);
  if (!stream) {
    int why = errno;
    close(fd);
    return root_fail(job, root, why, "list", relative);
  }
  FileEntries entries = {0};
  Err err = read_entries(job, root, stream, relative, stats, &entries);
  closedir(stream);
  if (!err) *ret_entries = entries;
  return err;
}

Err root_list(Job *job, Root *root, Str relative, FileEntries *ret_entries) {
  return list(job, root, relative, false, ret_entries);
}

Err root_list_stats(Job *job, Root *root, Str relative, FileEntries *ret_entries) {
  return list(job, root, relative, true, ret_entries);
}
