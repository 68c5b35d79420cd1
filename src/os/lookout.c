/* Files by their stamps. */
#include "src/os/lookout.h"

#include <errno.h>
#include <fcntl.h>

#include "src/os/file_internal.h"
#include "src/os/stamp.h"

void lookout_init(Lookout *lookout, Arena *arena) { *lookout = (Lookout){.arena = arena}; }

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

bool lookout_is_quiet(const Lookout *lookout) {
  if (lookout->is_doubtful) return false;
  for (size_t i = 0; i < lookout->files.len; i++) {
    const LookoutFile *file = &lookout->files.items[i];
    FileStat stat;
    bool is_there;
    if (!look(file->path, &stat, &is_there)) return false;
    if ((is_there ? stamp_of(&stat) : 0) != file->stamp) return false;
  }
  return true;
}
