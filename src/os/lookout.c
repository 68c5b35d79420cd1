/* Files by their stamps; or by inotify, which is asked once for all of them. */
#include "src/os/lookout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>

#include "src/os/descriptor.h"
#include "src/os/file_internal.h"
#include "src/os/stamp.h"
#include "src/os/watch.h"

enum {
  MOVES = IN_DELETE_SELF | IN_MOVE_SELF,
  NAMES = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO,
  FILE_ITSELF = MOVES | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE
};

void lookout_init(Lookout *lookout, Arena *arena) { *lookout = (Lookout){.arena = arena, .guard = -1}; }

void lookout_clear(Lookout *lookout) {
  descriptor_close(lookout->guard);
  lookout->guard = -1;
}

/* False: it cannot be told what is there. */
static bool look(const char *path, FileStat *ret_stat, bool *ret_there) {
  int state = file_look(AT_FDCWD, path, 0, ret_stat);
  *ret_there = state == 0;
  return state == 0 || state == -ENOENT || state == -ENOTDIR;
}

void lookout_add(Lookout *lookout, Str path) {
  LookoutFile file = {.path = str_to_c(lookout->arena, path)};
  FileStat stat;
  bool is_there;
  if (path.len > FILE_PATH_MAX || !look(file.path, &stat, &is_there)) {
    lookout->is_doubtful = true;
    return;
  }
  if (is_there) {
    file.stamp = stamp_settled(&stat);
    lookout->is_doubtful = lookout->is_doubtful || !file.stamp;
  }
  *vec_add(lookout->arena, &lookout->files) = file;
}

static bool is_as_noted(const Lookout *lookout) {
  for (size_t i = 0; i < lookout->files.len; i++) {
    const LookoutFile *file = &lookout->files.items[i];
    FileStat stat;
    bool is_there;
    if (!look(file->path, &stat, &is_there)) return false;
    if ((is_there ? stamp_of(&stat) : 0) != file->stamp) return false;
  }
  return true;
}

/* Nothing is ever read from the guard: once it has something to tell it stays so,
 * for every thread that asks. */
bool lookout_is_quiet(const Lookout *lookout) {
  if (lookout->is_doubtful) return false;
  return lookout->guard >= 0 ? !descriptor_wait(lookout->guard, 0) : is_as_noted(lookout);
}

/* ---- listening ---- */

/* What is not there is fine. */
static bool listen_at(int guard, const char *path, unsigned events) {
  return inotify_add_watch(guard, path, events | IN_MASK_ADD | IN_DONT_FOLLOW) >= 0 || errno == ENOENT || errno == ENOTDIR;
}

static bool is_free_of_links(const char *path) {
  char real[FILE_PATH_MAX + 1];
  return file_resolve(path, real) == 0 && strcmp(path, real) == 0;
}

/* Not even a link that leads nowhere, and still not after it was listened for. */
static bool is_absent(const char *path) {
  FileStat stat;
  return file_look(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, &stat) == -ENOENT;
}

/* Every directory on the way might be moved away; where the way ends before the
 * path does, something may come to be. What is there and is replaced loses its
 * name, of which it is told itself. */
static bool listen_for(int guard, const char *path) {
  char part[FILE_PATH_MAX + 1], last[FILE_PATH_MAX + 1] = "/";
  size_t len = strlen(path);
  FileStat stat;
  bool is_there = true;
  if (path[0] != '/') return false;
  for (size_t at = 1; at <= len && is_there; at++) {
    if (path[at] != '/' && path[at]) continue;
    memcpy(part, path, at);
    part[at] = '\0';
    if (!look(part, &stat, &is_there)) return false;
    bool is_file = is_there && stat.kind != FILE_DIRECTORY;
    unsigned events = is_file ? FILE_ITSELF : at == len ? MOVES | NAMES | IN_ATTRIB : MOVES;
    if (!listen_at(guard, is_there ? part : last, is_there ? events : NAMES)) return false;
    if (is_there) memcpy(last, part, at + 1);
    else if (!is_absent(part)) return false;
    if (is_file) break;
  }
  return is_free_of_links(last) && watch_is_supported(str_from_c(last));
}

/* Listens first and looks then: so nothing falls in between. */
void lookout_listen(Lookout *lookout) {
  int guard = lookout->is_doubtful || lookout->guard >= 0 ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (guard < 0) return;
  bool listens = true;
  for (size_t i = 0; i < lookout->files.len && listens; i++) listens = listen_for(guard, lookout->files.items[i].path);
  if (listens) listens = is_as_noted(lookout);
  if (listens) lookout->guard = guard;
  else descriptor_close(guard);
}
