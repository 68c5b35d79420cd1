/* What the last writer left in the lock's file: "writing" while it writes,
 * else how the store's file looked when it was done. One whose writer did not
 * finish, or another file, is checked when it is opened; checking every time
 * would read all of it. One that was written to since by somebody else is not
 * believed: no check tells a wrong byte from a right one. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/store/store_internal.h"

#define MARK_BYTES 96 /* room for the longest words */

static Str lock_path(Arena *arena, const Store *store) {
  return str_format(arena, "%.*s.lock", STR_ARG(store->path));
}

/* *ret_same: the part of the words that stays while it is the same file. */
static bool describe(Job *job, const Store *store, Str *ret_words, Str *ret_same) {
  FileStat stat;
  if (file_stat(job, store->path, &stat)) {
    job_forgive(job);
    return false;
  }
  *ret_same = str_format(job->arena, "clean %llu ", (unsigned long long)stat.inode);
  *ret_words = str_format(job->arena, "%.*s%llu %lld", STR_ARG(*ret_same), (unsigned long long)stat.size,
                          (long long)stat.mtime_ns);
  return true;
}

/* Whoever is at it right now has looked for damage itself. */
static bool is_at_work(Job *job, const Store *store) {
  int fd;
  if (store->lock_fd >= 0) return false; /* it is us */
  Err err = file_lock(job, lock_path(job->arena, store), &fd);
  if (err) job_forgive(job);
  else file_unlock(fd);
  return err == ERR_BUSY;
}

StoreMark store_mark_look(Job *job, const Store *store) {
  Str words, same, found;
  if (file_read(job, lock_path(job->arena, store), 4096, &found)) {
    job_forgive(job);
    return STORE_MARK_UNSURE;
  }
  found = str_trim(found);
  bool is_there = describe(job, store, &words, &same);
  if ((is_there && str_eq(words, found)) || is_at_work(job, store)) return STORE_MARK_CLEAN;
  /* The same file, done with, and yet it was written to. */
  return is_there && str_starts_with(found, same) ? STORE_MARK_CHANGED : STORE_MARK_UNSURE;
}

/* Always of one length: a file that is cut to nothing and written again is
 * flushed to the disk when it is closed, by some file systems. */
static void put(int fd, Str words) {
  char line[MARK_BYTES + 1];
  int len = snprintf(line, sizeof(line), "%-*.*s\n", MARK_BYTES - 1, STR_ARG(words));
  ssize_t put = pwrite(fd, line, (size_t)len, 0);
  (void)put; /* not noted: the file is checked once more */
}

void store_mark_writing(Store *store) {
  if (store->lock_fd < 0 || store->is_marked) return;
  put(store->lock_fd, STR("writing"));
  store->is_marked = true;
}

void store_mark_clean(Job *job, Store *store) {
  Str words, same;
  if (store->lock_fd < 0) return;
  if (describe(job, store, &words, &same)) put(store->lock_fd, words);
  store->is_marked = false;
}
