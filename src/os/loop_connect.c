/* Unix socket addresses, who is on the other side, and the blocking connect
 * of front ends and clients. Needs no loop. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include "src/os/loop_internal.h"

#define CONNECT_LIMIT_MS 5000
#define CONNECT_SLICE_MS 50 /* between looks at the job */

/* "/proc/self/fd/7/name" names the same socket in few bytes. */
static Err through_directory(Job *job, Str path, LoopUnixAddress *address) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  Str directory = slash == STR_NONE ? STR(".") : str_slice(path, 0, slash + 1);
  int fd = open(str_to_c(job->arena, directory), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) {
    return job_fail(job, loop_err_from_errno(errno), "cannot open the directory of the socket %.*s: %s",
                    STR_ARG(path), strerror(errno));
  }
  int len = snprintf(address->name.sun_path, sizeof address->name.sun_path, "/proc/self/fd/%d/%.*s",
                     fd, STR_ARG(name));
  if (len < 0 || (size_t)len >= sizeof address->name.sun_path) {
    close(fd);
    size_t room = sizeof address->name.sun_path - (size_t)snprintf(NULL, 0, "/proc/self/fd/%d/", fd);
    return job_fail(job, ERR_USAGE,
                    "the socket's file name '%.*s' is too long (%zu bytes); use one of at most %zu",
                    STR_ARG(name), name.len, room - 1);
  }
  address->directory = fd;
  return OK;
}

/* A socket's address has room for about a hundred bytes; longer paths go
 * through the open directory. */
Err loop_unix_address(Job *job, Str path, LoopUnixAddress *ret_address) {
  if (!path.len || str_find_byte(path, '\0') != STR_NONE) {
    return job_fail(job, ERR_USAGE, "a socket's path must not be empty or contain NUL bytes");
  }
  LoopUnixAddress address = {.directory = -1, .len = sizeof address.name};
  address.name.sun_family = AF_UNIX;
  if (path.len < sizeof address.name.sun_path) {
    memcpy(address.name.sun_path, path.ptr, path.len);
  } else {
    TRY(through_directory(job, path, &address));
  }
  *ret_address = address;
  return OK;
}

void loop_unix_address_close(LoopUnixAddress *address) {
  if (address->directory >= 0) close(address->directory);
  address->directory = -1;
}

/* -1: it cannot be told, which is nobody. */
uid_t loop_unix_peer(int fd) {
  struct ucred peer;
  socklen_t len = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len)) return (uid_t)-1;
  return peer.uid;
}

pid_t loop_unix_peer_id(int fd) {
  struct ucred peer;
  socklen_t len = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) || peer.pid < 0 ? 0 : peer.pid;
}

/* A full backlog makes connect wait; the send timeout bounds each wait. */
static Err connect_within_limit(Job *job, int fd, Str path, const LoopUnixAddress *address) {
  struct timeval slice = {.tv_usec = CONNECT_SLICE_MS * 1000};
  struct timeval unlimited = {0};
  int64_t limit_ms = job_now_ms() + CONNECT_LIMIT_MS;
  (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &slice, sizeof slice);
  while (connect(fd, (const struct sockaddr *)&address->name, address->len)) {
    if (errno == ENOENT || errno == ECONNREFUSED || errno == ENOTDIR) {
      return job_fail(job, ERR_NOT_FOUND, "nobody listens on %.*s", STR_ARG(path));
    }
    if (errno != EAGAIN && errno != EINTR) {
      return job_fail(job, loop_err_from_errno(errno), "cannot connect to %.*s: %s", STR_ARG(path),
                      strerror(errno));
    }
    TRY(job_check(job));
    if (job_now_ms() >= limit_ms) {
      return job_fail(job, ERR_TIMEOUT, "%.*s accepted no connection within %d s", STR_ARG(path),
                      CONNECT_LIMIT_MS / 1000);
    }
  }
  (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &unlimited, sizeof unlimited);
  return OK;
}

/* A socket in a shared place may be somebody else's: nothing is sent to it. */
static Err connect_to_own(Job *job, int fd, Str path, const LoopUnixAddress *address) {
  TRY(connect_within_limit(job, fd, path, address));
  uid_t peer = loop_unix_peer(fd);
  if (peer == geteuid()) return OK;
  return job_fail(job, ERR_DENIED, "%.*s is served by user %lld, not by this user (%lld)",
                  STR_ARG(path), peer == (uid_t)-1 ? -1LL : (long long)peer, (long long)geteuid());
}

Err loop_connect_unix(Job *job, Str path, int *ret_fd) {
  LoopUnixAddress address;
  TRY(loop_unix_address(job, path, &address));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) {
    loop_unix_address_close(&address);
    return job_fail(job, loop_err_from_errno(errno), "cannot make a socket: %s", strerror(errno));
  }
  Err err = connect_to_own(job, fd, path, &address);
  loop_unix_address_close(&address);
  if (err) {
    close(fd);
    return err;
  }
  *ret_fd = fd;
  return OK;
}

/* ---- TCP ---- */

/* Waits for a connection on its way, and says with which errno that ended. */
static Err finish_tcp(Job *job, int fd, Str name, int64_t limit_ms, int *ret_errno) {
  struct pollfd ready = {.fd = fd, .events = POLLOUT};
  for (;;) {
    TRY(job_check(job));
    int got = poll(&ready, 1, CONNECT_SLICE_MS);
    if (got > 0) break;
    if (got < 0 && errno != EINTR) {
      return job_fail(job, ERR_IO, "cannot wait for %.*s: %s", STR_ARG(name), strerror(errno));
    }
    if (job_now_ms() >= limit_ms) {
      return job_fail(job, ERR_TIMEOUT, "%.*s accepted no connection within %d s", STR_ARG(name),
                      CONNECT_LIMIT_MS / 1000);
    }
  }
  socklen_t len = sizeof *ret_errno;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, ret_errno, &len)) *ret_errno = errno;
  return OK;
}

/* Not blocking, so that the job can be stopped while the other side does not
 * answer. */
static Err try_tcp(Job *job, const struct addrinfo *address, Str name, int64_t limit_ms,
                   int *ret_fd) {
  int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    return job_fail(job, loop_err_from_errno(errno), "cannot make a socket: %s", strerror(errno));
  }
  int why = 0;
  Err err = OK;
  if (connect(fd, address->ai_addr, address->ai_addrlen)) why = errno;
  if (why == EINPROGRESS || why == EINTR) err = finish_tcp(job, fd, name, limit_ms, &why);
  if (!err && why == ECONNREFUSED) {
    err = job_fail(job, ERR_NOT_FOUND, "nobody listens on %.*s", STR_ARG(name));
  } else if (!err && why) {
    err = job_fail(job, loop_err_from_errno(why), "cannot connect to %.*s: %s", STR_ARG(name),
                   strerror(why));
  }
  if (err) {
    close(fd);
  } else {
    *ret_fd = fd;
  }
  return err;
}

/* All addresses of the name in turn, within one limit of time. The error is
 * that of the last one. */
Err loop_connect_tcp(Job *job, Str host, int port, int *ret_fd) {
  char service[16];
  snprintf(service, sizeof service, "%d", port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  Str name = str_format(job->arena, "%.*s:%d", STR_ARG(host), port);
  int failed = getaddrinfo(str_to_c(job->arena, host), service, &hints, &found);
  if (failed) {
    return job_fail(job, ERR_NOT_FOUND, "there is no host '%.*s': %s", STR_ARG(host),
                    gai_strerror(failed));
  }
  int64_t limit_ms = job_now_ms() + CONNECT_LIMIT_MS;
  Err err = ERR_NOT_FOUND;
  for (struct addrinfo *each = found; each && err && !job_is_stopped(job); each = each->ai_next) {
    job_forgive(job);
    err = try_tcp(job, each, name, limit_ms, ret_fd);
  }
  freeaddrinfo(found);
  return err ? err : job_check(job);
}
