/* Listeners of the loop: TCP and Unix sockets that wait for connections and
 * make a stream of each. Who may connect is the caller's business. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/os/loop_internal.h"

/* The system cuts it to what it allows. */
#define BACKLOG 1024
#define ACCEPT_TURN 64      /* connections before others get their turn */
#define ACCEPT_PAUSE_MS 100 /* when descriptors or memory ran out */

/* Of the loop's thread. Device and inode tell whether the socket's file is
 * still the one we made. */
struct LoopListener {
  uv_poll_t poll; /* first: freeing it frees the listener */
  Loop *loop;
  LoopListener *previous;
  LoopListener *next;
  LoopAccept *accept;
  void *context;
  int fd;
  LoopTimer *pause;
  bool closing;
  char *path; /* of a Unix socket's file, else NULL */
  dev_t device;
  ino_t inode;
};

static void listener_ready(uv_poll_t *handle, int status, int events);

static void listener_resume(void *context) {
  LoopListener *listener = context;
  loop_timer_stop(listener->pause);
  listener->pause = NULL;
  uv_poll_start(&listener->poll, UV_READABLE, listener_ready);
}

/* The connection that cannot be taken stays readable; watching it would spin.
 * Those who wait keep their place in the backlog. */
static void listener_pause(LoopListener *listener) {
  uv_poll_stop(&listener->poll);
  if (listener->pause) return;
  listener->pause =
      loop_timer_start(listener->loop, ACCEPT_PAUSE_MS, 0, listener_resume, listener);
}

/* False when there is nothing to accept for now. The stream has no handler
 * yet: whoever is told sets one, or closes it. */
static bool accept_one(LoopListener *listener) {
  int fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd >= 0) {
    LoopStreamHandler none = {0};
    listener->accept(listener->context, loop_stream_open_fd(listener->loop, fd, &none));
    return true;
  }
  if (errno == EAGAIN) return false;
  /* That one went away before we came, or its network failed: next one. */
  bool harmless = errno == EINTR || errno == ECONNABORTED || errno == EPROTO ||
                  errno == ENETDOWN || errno == ENETUNREACH || errno == EHOSTUNREACH ||
                  errno == EHOSTDOWN || errno == ENOPROTOOPT || errno == ENONET;
  if (harmless) return true;
  listener_pause(listener);
  return false;
}

static void listener_ready(uv_poll_t *handle, int status, int events) {
  (void)events;
  LoopListener *listener = (LoopListener *)handle;
  listener->loop->events++;
  if (status < 0) {
    listener_pause(listener);
    return;
  }
  for (int i = 0; i < ACCEPT_TURN && !listener->closing; i++) {
    if (!accept_one(listener)) return;
  }
}

/* Takes over `fd`, which listens already. */
static LoopListener *listener_open(Loop *loop, int fd, LoopAccept *accept_function, void *context) {
  LoopListener *listener = arena_heap_alloc(sizeof *listener);
  listener->loop = loop;
  listener->fd = fd;
  listener->accept = accept_function;
  listener->context = context;
  int uv_err = uv_poll_init(&loop->uv, &listener->poll, fd);
  assert(!uv_err); /* sockets can always be watched */
  (void)uv_err;
  uv_poll_start(&listener->poll, UV_READABLE, listener_ready);
  listener->next = loop->listeners;
  if (loop->listeners) loop->listeners->previous = listener;
  loop->listeners = listener;
  return listener;
}

/* Unless somebody put another one there meanwhile. */
static void remove_socket_file(const LoopListener *listener) {
  struct stat about;
  if (lstat(listener->path, &about)) return;
  if (about.st_dev == listener->device && about.st_ino == listener->inode) unlink(listener->path);
}

/* Whether it is the name that a process gave to its socket and never moved into
 * place, because it was killed in between. */
static bool is_leftover(int folder, const char *name, Str prefix) {
  int64_t pid;
  struct stat about;
  Str text = str_from_c(name);
  if (!str_starts_with(text, prefix) || !str_to_int(str_slice(text, prefix.len, text.len), &pid)) return false;
  if (pid <= 1 || pid > INT32_MAX || !kill((pid_t)pid, 0) || errno != ESRCH) return false;
  return !fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) && S_ISSOCK(about.st_mode);
}

/* Only those of processes that do not exist any more. Looked for when a listener
 * opens and when it closes: a process that was killed just now still has its
 * number until its parent has asked for its end. */
static void remove_leftovers(Str path) {
  Arena arena;
  arena_init(&arena);
  Str prefix = str_format(&arena, "%.*s.", STR_ARG(file_name(path)));
  DIR *folder = opendir(str_to_c(&arena, file_directory(path)));
  for (const struct dirent *entry; folder && (entry = readdir(folder));) {
    if (is_leftover(dirfd(folder), entry->d_name, prefix)) (void)unlinkat(dirfd(folder), entry->d_name, 0);
  }
  if (folder) closedir(folder);
  arena_clear(&arena);
}

/* Connections that were accepted live on by themselves. */
void loop_listener_close(LoopListener *listener) {
  if (!listener) return;
  loop_check_thread(listener->loop);
  listener->closing = true;
  loop_timer_stop(listener->pause);
  if (listener->previous) listener->previous->next = listener->next;
  if (listener->next) listener->next->previous = listener->previous;
  if (listener->loop->listeners == listener) listener->loop->listeners = listener->next;
  if (listener->path) {
    remove_socket_file(listener);
    remove_leftovers(str_from_c(listener->path));
  }
  free(listener->path);
  uv_close((uv_handle_t *)&listener->poll, loop_free_handle);
  close(listener->fd);
}

int loop_listener_port(const LoopListener *listener) {
  struct sockaddr_storage name = {0};
  socklen_t len = sizeof name;
  if (getsockname(listener->fd, (struct sockaddr *)&name, &len)) return 0;
  if (name.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&name)->sin_port);
  if (name.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
  return 0;
}

/* Is the place free for our socket file? */
static Err check_unix_place(Job *job, Str path) {
  struct stat about;
  if (lstat(str_to_c(job->arena, path), &about)) {
    if (errno == ENOENT) return OK;
    return job_fail(job, loop_err_from_errno(errno), "cannot listen on %.*s: %s", STR_ARG(path),
                    strerror(errno));
  }
  if (!S_ISSOCK(about.st_mode)) {
    return job_fail(job, ERR_EXISTS,
                    "%.*s exists and is not a socket; move it away or choose another path",
                    STR_ARG(path));
  }
  LoopUnixAddress address;
  TRY(loop_unix_address(job, path, &address));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int failed = fd < 0 ? errno : 0;
  if (!failed && connect(fd, (struct sockaddr *)&address.name, address.len)) failed = errno;
  loop_unix_address_close(&address);
  if (fd >= 0) close(fd);
  if (failed == ECONNREFUSED || failed == ENOENT) return OK; /* stale, or gone just now */
  if (!failed || failed == EAGAIN) { /* EAGAIN: it listens, but its backlog is full */
    return job_fail(job, ERR_BUSY, "somebody already listens on %.*s", STR_ARG(path));
  }
  return job_fail(job, loop_err_from_errno(failed), "cannot tell whether %.*s is in use: %s",
                  STR_ARG(path), strerror(failed));
}

/* Bound under a name of our own, closed to others and listening, it is moved
 * into place: nobody ever finds a socket that refuses him or is open to all. */
static Err bind_unix(Job *job, int fd, Str path, const char *own_name) {
  LoopUnixAddress address;
  TRY(loop_unix_address(job, str_from_c(own_name), &address));
  (void)unlink(own_name); /* of an earlier process with our number */
  int failed = bind(fd, (struct sockaddr *)&address.name, address.len) ? errno : 0;
  loop_unix_address_close(&address);
  if (!failed && (chmod(own_name, 0600) || listen(fd, BACKLOG) ||
                  rename(own_name, str_to_c(job->arena, path)))) {
    failed = errno;
    (void)unlink(own_name);
  }
  if (!failed) return OK;
  return job_fail(job, loop_err_from_errno(failed), "cannot listen on %.*s: %s", STR_ARG(path),
                  strerror(failed));
}

/* A file that nobody listens on any more is replaced; one that somebody does
 * is ERR_BUSY. */
Err loop_listen_unix(Job *job, Loop *loop, Str path, LoopAccept *accept, void *context,
                     LoopListener **ret_listener) {
  loop_check_thread(loop);
  if (!path.len || str_find_byte(path, '\0') != STR_NONE) {
    return job_fail(job, ERR_USAGE, "a socket's path must not be empty or contain NUL bytes");
  }
  TRY(check_unix_place(job, path));
  remove_leftovers(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    return job_fail(job, loop_err_from_errno(errno), "cannot make a socket: %s", strerror(errno));
  }
  Str own_name = str_format(job->arena, "%.*s.%ld", STR_ARG(path), (long)getpid());
  Err err = bind_unix(job, fd, path, str_to_c(job->arena, own_name));
  if (err) {
    close(fd);
    return err;
  }
  LoopListener *listener = listener_open(loop, fd, accept, context);
  listener->path = str_to_heap(path);
  struct stat about;
  if (!lstat(listener->path, &about)) {
    listener->device = about.st_dev;
    listener->inode = about.st_ino;
  }
  *ret_listener = listener;
  return OK;
}

typedef union TcpAddress {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
} TcpAddress;

/* IPv4 addresses come out as the IPv6 ones that stand for them, so that the
 * two can be compared. */
bool loop_address_read(Str text, uint8_t ret_bytes[16]) {
  char name[INET6_ADDRSTRLEN];
  uint8_t bytes[16] = {[10] = 0xff, [11] = 0xff};
  if (!text.len || text.len >= sizeof name) return false;
  memcpy(name, text.ptr, text.len);
  name[text.len] = '\0';
  if (inet_pton(AF_INET, name, &bytes[12]) != 1 && inet_pton(AF_INET6, name, bytes) != 1) return false;
  memcpy(ret_bytes, bytes, sizeof bytes);
  return true;
}

/* Names are not looked up: a name could mean an address that is open to
 * others. */
static Err tcp_address(Job *job, Str text, int port, TcpAddress *ret_address) {
  if (port < 0 || port > 65535) {
    return job_fail(job, ERR_USAGE, "port %d is not between 0 and 65535", port);
  }
  TcpAddress address = {0};
  const char *name = str_eq(text, STR("localhost")) ? "127.0.0.1" : str_to_c(job->arena, text);
  if (str_find_byte(text, '\0') != STR_NONE) name = ""; /* no C string: no address */
  if (inet_pton(AF_INET, name, &address.v4.sin_addr) == 1) {
    address.v4.sin_family = AF_INET;
    address.v4.sin_port = htons((uint16_t)port);
  } else if (inet_pton(AF_INET6, name, &address.v6.sin6_addr) == 1) {
    address.v6.sin6_family = AF_INET6;
    address.v6.sin6_port = htons((uint16_t)port);
  } else {
    return job_fail(job, ERR_USAGE,
                    "'%.*s' is no address to listen on; give a numeric IPv4 or IPv6 address, such "
                    "as 127.0.0.1 or ::1, or localhost",
                    STR_ARG(str_visible(job->arena, text)));
  }
  *ret_address = address;
  return OK;
}

/* With :: both families are served. */
static int listen_tcp(int fd, const TcpAddress *address) {
  bool is_v6 = address->any.sa_family == AF_INET6;
  int on = 1;
  int off = 0;
  (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (is_v6) (void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (bind(fd, &address->any, is_v6 ? sizeof address->v6 : sizeof address->v4)) return errno;
  return listen(fd, BACKLOG) ? errno : 0;
}

/* Each with what to do about it. */
static Err explain_tcp(Job *job, int failed, Str address, int port) {
  switch (failed) {
    case EADDRINUSE:
      return job_fail(job, ERR_BUSY,
                      "port %d of %.*s is taken; choose another port, or 0 for any free one", port,
                      STR_ARG(address));
    case EADDRNOTAVAIL:
      return job_fail(job, ERR_USAGE, "this machine does not have the address %.*s",
                      STR_ARG(address));
    case EAFNOSUPPORT:
      return job_fail(job, ERR_UNAVAILABLE, "this machine cannot listen on %.*s: no IPv6",
                      STR_ARG(address));
    case EACCES:
      return job_fail(job, ERR_DENIED,
                      "port %d of %.*s is reserved for the system; choose one of 1024 or above",
                      port, STR_ARG(address));
    default:
      return job_fail(job, loop_err_from_errno(failed), "cannot listen on port %d of %.*s: %s",
                      port, STR_ARG(address), strerror(failed));
  }
}

Err loop_listen_tcp(Job *job, Loop *loop, LoopTcp at, LoopAccept *accept, void *context,
                    LoopListener **ret_listener) {
  loop_check_thread(loop);
  TcpAddress name;
  TRY(tcp_address(job, at.address, at.port, &name));
  int fd = socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int failed = fd < 0 ? errno : listen_tcp(fd, &name);
  if (failed) {
    if (fd >= 0) close(fd);
    return explain_tcp(job, failed, at.address, at.port);
  }
  *ret_listener = listener_open(loop, fd, accept, context);
  return OK;
}
