/* Calls on open files, each taken up again when a signal came in between. */
#include "src/os/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "src/os/file_internal.h"

void descriptor_close(int fd) {
  if (fd >= 0) close(fd);
}

Err descriptor_stat(Job *job, int fd, FileStat *ret_stat) {
  int state = file_look(fd, "", AT_EMPTY_PATH, ret_stat);
  return state < 0 ? job_fail(job, err_from_errno(-state), "cannot look at an open file: %s", file_reason(-state)) : OK;
}

Err descriptor_read(Job *job, int fd, void *to, size_t room, size_t *ret_count) {
  ssize_t got;
  do got = read(fd, to, room);
  while (got < 0 && errno == EINTR);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return job_fail(job, ERR_BUSY, "nothing to read yet");
  if (got < 0) return job_fail(job, err_from_errno(errno), "%s", strerror(errno));
  *ret_count = (size_t)got;
  return OK;
}

Err descriptor_write(Job *job, int fd, Str bytes) {
  while (bytes.len) {
    ssize_t put = write(fd, bytes.ptr, bytes.len);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return job_fail(job, err_from_errno(errno), "%s", strerror(errno));
    bytes = str_slice(bytes, (size_t)put, bytes.len);
  }
  return OK;
}

bool descriptor_read_at(int fd, void *to, size_t size, uint64_t at) {
  for (size_t have = 0; have < size;) {
    ssize_t got = pread(fd, (char *)to + have, size - have, (off_t)(at + have));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    have += (size_t)got;
  }
  return true;
}

bool descriptor_write_at(int fd, const void *from, size_t size, uint64_t at) {
  ssize_t put;
  do put = pwrite(fd, from, size, (off_t)at);
  while (put < 0 && errno == EINTR);
  return put == (ssize_t)size;
}

bool descriptor_wait(int fd, int64_t timeout_ms) {
  struct pollfd wanted = {.fd = fd, .events = POLLIN};
  int64_t until = job_now_ms() + timeout_ms;
  for (int64_t left = timeout_ms;; left = until - job_now_ms()) {
    int ready = poll(&wanted, 1, left > 0 ? (int)left : 0);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}
