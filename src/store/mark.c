/* What the last writer left in the lock's file: "writing" while it writes,
 * else how the store's file looked when it was done. A file that looks
 * different now, or whose writer did not finish, is checked when it is opened;
 * checking every time would read all of it. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/store/store_internal.h"

static Str lock_path(Arena *arena, const Store *store) {
  return str_format(arena, "%.*s.lock", STR_ARG(store->path));
}

static bool describe(Job *job, const Store *store, Str *ret_words) {
  FileStat stat;
  if (file_stat(job, store->path, &stat)) {
    job_forgive(job);
    return false;
  }
  *ret_words = str_format(job->arena, "clean %llu %llu %lld\n", (unsigned long long)stat.inode,
                          (unsigned long long)stat.size, (long long)stat.mtime_ns);
  return true;
}

bool store_mark_is_clean(Job *job, const Store *store) {
  Str words, found;
  if (file_read(job, lock_path(job->arena, store), 4096, &found)) {
    job_forgive(job);
    return false;
  }
  if (describe(job, store, &words) && str_eq(words, found)) return true;
  /* Whoever is at it right now has looked for damage itself. */
  int fd;
  Err err = store->lock_fd >= 0 ? OK : file_lock(job, lock_path(job->arena, store), &fd);
  if (err) job_forgive(job);
  else if (store->lock_fd < 0) file_unlock(fd);
  return err == ERR_BUSY;
}

static void put(int fd, Str words) {
  if (ftruncate(fd, 0)) return; /* not noted: the file is checked once more */
  ssize_t put = pwrite(fd, words.ptr, words.len, 0);
  (void)put;
}

void store_mark_writing(Store *store) {
  if (store->lock_fd < 0 || store->is_marked) return;
  put(store->lock_fd, STR("writing\n"));
  store->is_marked = true;
}

void store_mark_clean(Job *job, Store *store) {
  Str words;
  if (store->lock_fd < 0) return;
  if (describe(job, store, &words)) put(store->lock_fd, words);
  store->is_marked = false;
}
