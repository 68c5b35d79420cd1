/* Watch: inotify, one watch per directory. Keeps which directory each watch
 * number stands for, and drops what moved, so that no event is ever reported
 * under a path that is not the thing's any more. */
#include "src/os/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/os/file_internal.h"

enum {
  WATCH_EVENTS = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                 IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK,
  WATCH_NAMES = IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF |
                IN_MOVE_SELF | IN_ONLYDIR,
  WATCH_GARBAGE = 1024 /* dropped directories before the tables are rebuilt */
};

typedef struct WatchDir {
  int number; /* inotify's */
  Str path;
} WatchDir;

struct Watch {
  int fd;
  Root *root;
  WatchHealth health;
  Arena arena; /* of the tables */
  Map by_number;
  Map by_path;
  size_t dropped; /* since the tables were built */
};

/* File systems that change behind this kernel's back, or never tell. */
static bool is_silent(const struct statfs *fs) {
  static const uint32_t silent[] = {
      0x00006969, /* NFS */
      0x0000517B, /* SMB */
      0xFF534D42, /* CIFS */
      0xFE534D42, /* SMB 2 */
      0x65735546, /* FUSE and virtiofs */
      0x01021997, /* 9p */
      0x00009FA0, /* proc */
      0x62656572, /* sysfs */
      0x00C36400, /* Ceph */
      0x5346414F, /* AFS */
      0x6B414653, /* kAFS */
      0x73757245, /* Coda */
      0x786F4256, /* VirtualBox shared folders */
      0xBACBACBC, /* VMware shared folders */
      0x0BD00BD0, /* Lustre */
      0x01161970, /* GFS2 */
      0x7461636F, /* OCFS2 */
      0x0027E0EB, /* cgroup */
      0x63677270, /* cgroup 2 */
  };
  for (size_t i = 0; i < COUNT_OF(silent); i++) {
    if ((uint32_t)fs->f_type == silent[i]) return true;
  }
  return false;
}

bool watch_is_supported(Str path) {
  if (path.len == 0 || path.len > FILE_PATH_MAX) return false;
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(path, c_path);
  struct statfs fs;
  return statfs(c_path, &fs) == 0 && !is_silent(&fs);
}

static void init_tables(Watch *watch) {
  arena_init(&watch->arena);
  map_init(&watch->by_number, &watch->arena);
  map_init(&watch->by_path, &watch->arena);
  watch->dropped = 0;
}

Err watch_open(Job *job, Root *root, Watch **ret_watch) {
  Watch *watch = arena_heap_alloc(sizeof *watch);
  watch->fd = -1;
  watch->root = root;
  init_tables(watch);
  if (!watch_is_supported(root_path(root))) {
    watch->health = WATCH_UNSUPPORTED;
    *ret_watch = watch;
    return OK;
  }
  watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch->fd < 0 && errno != EMFILE && errno != ENFILE && errno != ENOMEM) {
    int why = errno;
    watch_close(watch);
    return job_fail(job, err_from_errno(why), "cannot watch for changes: %s", file_reason(why));
  }
  /* Each user has a limited number of watches in this sense as well. */
  watch->health = watch->fd < 0 ? WATCH_PARTIAL : WATCH_GOOD;
  *ret_watch = watch;
  return OK;
}

void watch_close(Watch *watch) {
  if (!watch) return;
  if (watch->fd >= 0) close(watch->fd);
  arena_clear(&watch->arena);
  free(watch);
}

int watch_fd(const Watch *watch) { return watch->fd; }
WatchHealth watch_health(const Watch *watch) { return watch->health; }

static Str number_key(const int *number) { return (Str){(const char *)number, sizeof *number}; }

static WatchDir *dir_by_number(const Watch *watch, int number) {
  return map_get(&watch->by_number, number_key(&number));
}

/* Forgets a directory, whether or not the kernel still watches it. */
static void forget(Watch *watch, WatchDir *dir) {
  if (map_get(&watch->by_path, dir->path) == dir) map_remove(&watch->by_path, dir->path);
  map_remove(&watch->by_number, number_key(&dir->number));
  watch->dropped++;
}

static bool is_beneath(Str path, Str directory) { return !directory.len || str_is_within(path, directory); }

/* Of a directory that has lost its name: it, unless forgotten, and all within. */
static void drop_beneath(Watch *watch, Str directory) {
  for (MapEntry *e = NULL; (e = map_next(&watch->by_number, e));) {
    WatchDir *dir = e->value;
    if (!is_beneath(dir->path, directory)) continue;
    inotify_rm_watch(watch->fd, dir->number);
    forget(watch, dir);
  }
}

static void remember(Watch *watch, Str path, int number) {
  WatchDir *same_number = dir_by_number(watch, number);
  if (same_number && str_eq(same_number->path, path)) return;
  /* The same directory under its former name, or the same name of a former
   * directory: events that are still queued for it mean nothing now. */
  if (same_number) {
    forget(watch, same_number);
    if (same_number->path.len) drop_beneath(watch, same_number->path);
  }
  WatchDir *same_path = map_get(&watch->by_path, path);
  if (same_path) {
    inotify_rm_watch(watch->fd, same_path->number);
    forget(watch, same_path);
  }
  WatchDir *dir = ARENA_NEW(&watch->arena, WatchDir);
  *dir = (WatchDir){.number = number, .path = str_copy(&watch->arena, path)};
  map_put(&watch->by_number, number_key(&dir->number), dir);
  map_put(&watch->by_path, dir->path, dir);
}

/* The tables' memory is given back once enough of it is unused. */
static void tidy(Watch *watch) {
  if (watch->dropped < WATCH_GARBAGE || watch->dropped < watch->by_number.live) return;
  Arena old_arena = watch->arena;
  Map old = watch->by_number;
  init_tables(watch);
  for (MapEntry *e = NULL; (e = map_next(&old, e));) {
    const WatchDir *dir = e->value;
    remember(watch, dir->path, dir->number);
  }
  arena_clear(&old_arena);
}

/* inotify takes paths, not descriptors: it gets the one /proc has for the
 * directory that was reached beneath the root. */
static int add_opened(Watch *watch, int directory, Str path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
  int number = inotify_add_watch(watch->fd, link, WATCH_EVENTS);
  if (number >= 0 || errno != ENOENT) return number;
  char full[2 * FILE_PATH_MAX];
  snprintf(full, sizeof full, "%.*s/%.*s", STR_ARG(root_path(watch->root)), STR_ARG(path));
  return inotify_add_watch(watch->fd, full, WATCH_EVENTS | IN_DONT_FOLLOW);
}

Err watch_add(Job *job, Watch *watch, Str relative_directory) {
  if (watch->fd < 0) return OK;
  Str path;
  TRY(root_relative(job, watch->root, relative_directory.len ? relative_directory : STR("."),
                    &path));
  int fd = -1;
  TRY(root_open_fd(job, watch->root, path, O_PATH | O_DIRECTORY | O_NOFOLLOW, &fd));
  struct statfs fs;
  if (fstatfs(fd, &fs) == 0 && is_silent(&fs)) watch->health = WATCH_UNSUPPORTED;
  int number = add_opened(watch, fd, path);
  int why = errno;
  close(fd);
  if (number >= 0) {
    remember(watch, path, number);
    tidy(watch);
    return OK;
  }
  if (why == ENOSPC || why == ENOMEM) {
    if (watch->health == WATCH_GOOD) watch->health = WATCH_PARTIAL;
    return OK;
  }
  return file_fail(job, why, "watch", path.len ? path : STR("."));
}

/* Its number is in no table, so its events wake whoever asks and are dropped. A
 * directory that is watched anyway is watched for as much as before. */
static bool listen_to(Watch *watch, Str directory, uint32_t events) {
  if (watch->fd < 0 || !watch_is_supported(directory)) return false;
  char c_path[FILE_PATH_MAX + 1];
  file_path_to_c(directory, c_path);
  return inotify_add_watch(watch->fd, c_path, events | IN_DONT_FOLLOW | IN_MASK_ADD) >= 0;
}

bool watch_names(Watch *watch, Str directory) { return listen_to(watch, directory, WATCH_NAMES); }

bool watch_contents(Watch *watch, Str directory) { return listen_to(watch, directory, WATCH_EVENTS); }

/* One drain's findings. */
typedef struct Drain {
  Job *job;
  Watch *watch;
  VEC(Str) paths;
  Map seen; /* the same, to have each once */
  bool overflow;
} Drain;

static void report(Drain *drain, Str path) {
  if (map_get(&drain->seen, path)) return;
  Str copy = str_copy(drain->job->arena, path);
  map_put(&drain->seen, copy, drain);
  *vec_add(drain->job->arena, &drain->paths) = copy;
}

/* A moved directory is watched on by the kernel under a name it lost. What
 * is beneath it is watched only while it is itself. */
static void drop_tree(Watch *watch, Str directory) {
  if (map_get(&watch->by_path, directory)) drop_beneath(watch, directory);
}

static Str child_path(Drain *drain, Str directory, Str name) {
  if (directory.len == 0) return name;
  return str_format(drain->job->arena, "%.*s/%.*s", STR_ARG(directory), STR_ARG(name));
}

static void take_event(Drain *drain, const struct inotify_event *event) {
  Watch *watch = drain->watch;
  if (event->mask & IN_Q_OVERFLOW) drain->overflow = true;
  WatchDir *dir = dir_by_number(watch, event->wd);
  if (!dir) return; /* dropped meanwhile */
  Str name = event->len ? str_from_c(event->name) : STR_EMPTY;
  if (str_starts_with(name, STR(FILE_TEMP_PREFIX))) return; /* our own writing */
  if (event->mask & IN_IGNORED) {
    forget(watch, dir); /* deleted or unmounted; the parent or the self event said so */
    return;
  }
  Str path = name.len ? child_path(drain, dir->path, name) : str_copy(drain->job->arena, dir->path);
  report(drain, path);
  if (event->mask & IN_MOVE_SELF && path.len) drop_tree(watch, path);
  if (event->mask & IN_MOVED_FROM && event->mask & IN_ISDIR) drop_tree(watch, path);
}

/* Reads what is queued now, not what comes meanwhile: a busy writer could
 * keep us here for ever. */
static void take_events(Drain *drain) {
  _Alignas(struct inotify_event) char room[65536];
  int left = 0;
  if (ioctl(drain->watch->fd, FIONREAD, &left) < 0) drain->overflow = true;
  while (left > 0) {
    ssize_t got = read(drain->watch->fd, room, sizeof room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno != EAGAIN) drain->overflow = true;
    if (got <= 0) return;
    for (const char *at = room; at < room + got;) {
      const struct inotify_event *event = (const struct inotify_event *)(const void *)at;
      take_event(drain, event);
      at += sizeof *event + event->len;
    }
    left -= (int)got;
  }
}

/* Lost events may have told of moves: each watch is set anew by its path.
 * Those that stand for another directory now, or for none, go. */
static void renew(Drain *drain) {
  Watch *watch = drain->watch;
  Arena old_arena = watch->arena;
  Map old = watch->by_number;
  init_tables(watch);
  for (MapEntry *e = NULL; (e = map_next(&old, e));) {
    /* A directory that is gone is found by the caller's sweep. */
    if (watch_add(drain->job, watch, ((const WatchDir *)e->value)->path)) job_forgive(drain->job);
  }
  for (MapEntry *e = NULL; (e = map_next(&old, e));) {
    int number = ((const WatchDir *)e->value)->number;
    if (!dir_by_number(watch, number)) inotify_rm_watch(watch->fd, number);
  }
  arena_clear(&old_arena);
}

Err watch_drain(Job *job, Watch *watch, WatchChanges *ret_changes) {
  Drain drain = {.job = job, .watch = watch};
  map_init(&drain.seen, job->arena);
  if (watch->fd >= 0) take_events(&drain);
  if (drain.overflow) renew(&drain);
  tidy(watch);
  bool lost = drain.overflow && watch->health == WATCH_GOOD;
  *ret_changes = (WatchChanges){
      .paths = drain.paths.items,
      .len = drain.paths.len,
      .cap = drain.paths.cap,
      .health = lost ? WATCH_OVERFLOW : watch->health,
  };
  return OK;
}
