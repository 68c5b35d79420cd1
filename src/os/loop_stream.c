/* Streams of the loop: any descriptor that bytes come from or go to.
 * Sockets, pipes and terminals are watched with uv_poll and read and written
 * here, so that each byte the system accepted is accounted for at once; files
 * and devices that cannot be watched are read a piece per turn of the loop
 * and written directly. Knows nothing of what the bytes mean. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "src/os/loop_internal.h"

#define CHUNK_MIN (16 * 1024)        /* room for small writes to share */
#define FLUSH_TURN (1024 * 1024)     /* bytes before others get their turn */
#define FLUSH_PARTS 16
#define GATHER_MOST (16 * 1024) /* bytes of one piece; more go out at once */
/* libuv asks the system for 1,024 events at a time, and again without a pause when
 * it got as many: behind that many a turn could be more than one answer. What the
 * library does not tell, since a callback before it ended the wish to know, is
 * counted when that wish ends; half is left for what is not counted here. */
#define TURN_EVENTS 512

/* Unsent bytes, oldest first. */
typedef struct Chunk {
  struct Chunk *next;
  size_t sent;
  size_t len;
  size_t cap;
  char bytes[];
} Chunk;

/* Input and output end apart: a client may close its side and still wait for
 * answers. The stream is gone when both have ended, or by an error; whoever
 * holds it learns that by on_close, once, and must not use it afterwards. */
struct LoopStream {
  union {
    uv_handle_t any;
    uv_poll_t poll;
    uv_idle_t turn; /* of a file: active only while it is being read */
  } handle;
  Loop *loop;
  LoopStream *previous;
  LoopStream *next;
  LoopStreamHandler handler;

  int fd;
  int restore_flags; /* of the descriptor when we came, or -1 */
  bool is_file;
  bool is_socket;
  bool is_unix;
  bool is_write_only; /* the writing end of a pipe */
  bool watches_peer;
  bool gathers;
  size_t pieces; /* of the loop's, that are this stream's */
  bool is_terminal;
  int events; /* watched now */

  bool reading;
  bool input_ended;
  bool output_ending; /* shutdown was asked for */
  bool output_ended;
  bool closing;
  Err close_err;

  Chunk *queue;
  Chunk *queue_last;
  size_t unsent;
  bool was_high; /* on_drain is owed */
  int64_t progress_ms;

  uid_t peer_uid;
  char peer_address[INET6_ADDRSTRLEN];
};

static void stream_ready(uv_poll_t *handle, int status, int events);
static void stream_turn(uv_idle_t *handle);

/* Whether the other side could go away without our reading or writing telling
 * us: nothing is read any more, or there is nothing to read from. Somebody who
 * only ended its input still reads what we write. */
static bool must_watch_peer(const LoopStream *stream, bool wants_input) {
  return stream->watches_peer && !stream->output_ended && !wants_input && (stream->is_write_only || stream->is_unix);
}

/* Watches for what is wanted and nothing else: an idle stream costs no
 * wake-ups. UV_PRIORITIZED never comes by itself on a pipe or a Unix socket;
 * asked for it, the system tells that the peer has closed both directions. */
static void watch_wanted(LoopStream *stream) {
  if (stream->closing) return;
  bool wants_input = stream->reading && !stream->input_ended;
  if (stream->is_file) {
    if (wants_input) {
      uv_idle_start(&stream->handle.turn, stream_turn);
    } else {
      uv_idle_stop(&stream->handle.turn);
    }
    return;
  }
  int events = (wants_input ? UV_READABLE : 0) | (stream->queue ? UV_WRITABLE : 0) |
               (must_watch_peer(stream, wants_input) ? UV_PRIORITIZED : 0);
  if (events == stream->events) return;
  stream->events = events;
  stream->loop->events++;
  uv_poll_start(&stream->handle.poll, events, stream_ready);
}

/* What was not sent is lost: the other side is gone, or was given up. */
static void drop_queue(LoopStream *stream) {
  while (stream->queue) {
    Chunk *chunk = stream->queue;
    stream->queue = chunk->next;
    free(chunk);
  }
  stream->queue_last = NULL;
  stream->unsent = 0;
}

/* The standard descriptors are never left free: the next file opened would
 * get the number, and stray output with it. */
static void release_fd(LoopStream *stream) {
  if (stream->fd < 0) return;
  if (stream->restore_flags >= 0) (void)fcntl(stream->fd, F_SETFL, stream->restore_flags);
  if (stream->fd > STDERR_FILENO) {
    close(stream->fd);
  } else {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, stream->fd) < 0) close(stream->fd);
    if (nothing > STDERR_FILENO) close(nothing);
  }
  stream->fd = -1;
}

/* The last thing that happens to a stream, on a later turn of the loop. */
static void stream_gone(uv_handle_t *handle) {
  LoopStream *stream = handle->data;
  if (stream->handler.on_close) stream->handler.on_close(stream->handler.context, stream->close_err);
  if (stream->previous) stream->previous->next = stream->next;
  if (stream->next) stream->next->previous = stream->previous;
  if (stream->loop->streams == stream) stream->loop->streams = stream->next;
  stream->loop->stream_count--;
  free(stream);
}

/* libuv calls stream_gone at the end of the turn, never from here, so the
 * callers above us can go on using the stream. */
static void end_stream(LoopStream *stream, Err err) {
  if (stream->closing) return;
  if (stream->pieces && !err) loop_send_gathered(stream->loop);
  if (stream->closing) return; /* by that */
  stream->closing = true;
  stream->close_err = err;
  stream->loop->events++;
  drop_queue(stream);
  uv_close(&stream->handle.any, stream_gone);
  release_fd(stream);
}

static void end_if_both_sides_did(LoopStream *stream) {
  if (stream->input_ended && stream->output_ended) end_stream(stream, OK);
}

/* Asked for before everything was sent: it ends when the queue is empty. */
static void end_output_when_flushed(LoopStream *stream) {
  if (stream->closing || !stream->output_ending || stream->output_ended || stream->queue) return;
  stream->output_ended = true;
  if (!stream->is_socket) {
    end_stream(stream, OK); /* only closing ends a pipe */
    return;
  }
  if (shutdown(stream->fd, SHUT_WR) && errno != ENOTCONN) {
    end_stream(stream, loop_err_from_errno(errno));
    return;
  }
  end_if_both_sides_did(stream);
}

static void end_input(LoopStream *stream) {
  stream->input_ended = true;
  watch_wanted(stream);
  if (!stream->handler.on_end) {
    end_stream(stream, OK);
    return;
  }
  stream->handler.on_end(stream->handler.context);
  if (!stream->closing) end_if_both_sides_did(stream);
}

/* One read a turn, so that a stream that always has more does not keep
 * others waiting. The chunk is the loop's and shared: on_data must copy what
 * it keeps. */
static void read_some(LoopStream *stream) {
  if (stream->closing || !stream->reading || stream->input_ended) return;
  char *chunk = stream->loop->read_chunk;
  ssize_t got = read(stream->fd, chunk, LOOP_READ_CHUNK);
  if (got > 0) {
    if (stream->handler.on_data) {
      stream->handler.on_data(stream->handler.context, (Str){chunk, (size_t)got});
    }
  } else if (got == 0 || (errno == EIO && stream->is_terminal)) {
    end_input(stream); /* EIO: the terminal was closed */
  } else if (errno != EAGAIN && errno != EINTR) {
    end_stream(stream, loop_err_from_errno(errno));
  }
}

/* The system may have taken the middle of a chunk. */
static void forget_sent(LoopStream *stream, size_t sent) {
  stream->unsent -= sent;
  while (sent) {
    Chunk *chunk = stream->queue;
    size_t here = chunk->len - chunk->sent;
    if (sent < here) {
      chunk->sent += sent;
      return;
    }
    sent -= here;
    stream->queue = chunk->next;
    free(chunk);
  }
  if (!stream->queue) stream->queue_last = NULL;
}

/* False when the system takes no more for now. */
static bool flush_once(LoopStream *stream) {
  struct iovec parts[FLUSH_PARTS];
  int count = 0;
  for (Chunk *chunk = stream->queue; chunk && count < FLUSH_PARTS; chunk = chunk->next) {
    parts[count++] = (struct iovec){chunk->bytes + chunk->sent, chunk->len - chunk->sent};
  }
  ssize_t sent = writev(stream->fd, parts, count);
  if (sent > 0) {
    stream->progress_ms = job_now_ms();
    forget_sent(stream, (size_t)sent);
    return true;
  }
  if (sent < 0 && errno == EINTR) return true;
  if (sent < 0 && errno != EAGAIN) end_stream(stream, loop_err_from_errno(errno));
  return false;
}

/* on_drain comes when what is left is little, not when it is nothing: the
 * sender can go on before the other side runs dry. */
static void flush_some(LoopStream *stream) {
  size_t before = stream->unsent;
  while (!stream->closing && stream->queue && before - stream->unsent < FLUSH_TURN) {
    if (!flush_once(stream)) break;
  }
  if (stream->closing) return;
  if (stream->was_high && stream->unsent < LOOP_LOW_WATER) {
    stream->was_high = false;
    if (stream->handler.on_drain) stream->handler.on_drain(stream->handler.context);
  }
  end_output_when_flushed(stream);
}

/* Asked of the system: the event alone may be about something else. */
static bool is_peer_gone(const LoopStream *stream) {
  struct pollfd look = {.fd = stream->fd};
  return poll(&look, 1, 0) == 1 && (look.revents & (POLLHUP | POLLERR));
}

static void stream_ready(uv_poll_t *handle, int status, int events) {
  LoopStream *stream = handle->data;
  if (status < 0 || ++stream->loop->events > TURN_EVENTS) stream->loop->turn++;
  if (status < 0) {
    /* libuv stopped watching; the call that fails tells what is wrong. */
    stream->events = 0;
    events = UV_READABLE | UV_WRITABLE;
  }
  if ((events & UV_PRIORITIZED) && is_peer_gone(stream)) {
    end_stream(stream, ERR_CLOSED);
    return;
  }
  if (events & UV_READABLE) read_some(stream);
  if ((events & UV_WRITABLE) && !stream->closing && stream->queue) flush_some(stream);
  watch_wanted(stream);
}

/* A file is always ready, whenever its bytes came. */
static void stream_turn(uv_idle_t *handle) {
  LoopStream *stream = handle->data;
  stream->loop->turn++;
  read_some(stream);
}

/* Inherited pipes and terminals are shared with other processes and with our
 * own stderr, which do not expect them to be non-blocking. Opened anew they
 * have flags of their own; where that is refused, the flags are put back at
 * the end. */
static void separate_inherited(const LoopStream *stream) {
  struct stat about;
  if (stream->fd > STDERR_FILENO || fstat(stream->fd, &about)) return;
  if (!S_ISFIFO(about.st_mode) && !stream->is_terminal) return;
  int flags = fcntl(stream->fd, F_GETFL);
  if (flags < 0) return;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", stream->fd);
  int own = open(path, (flags & O_ACCMODE) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (own < 0) return;
  (void)dup2(own, stream->fd);
  close(own);
}

/* Who is at the other end: the user on a Unix socket, the address on others. */
static void learn_socket(LoopStream *stream) {
  struct sockaddr_storage peer = {0};
  socklen_t len = sizeof peer;
  int kind = 0;
  socklen_t kind_len = sizeof kind;
  stream->is_socket = !getsockopt(stream->fd, SOL_SOCKET, SO_TYPE, &kind, &kind_len);
  if (!stream->is_socket || getpeername(stream->fd, (struct sockaddr *)&peer, &len)) return;
  if (peer.ss_family == AF_UNIX) {
    stream->is_unix = true;
    stream->peer_uid = loop_unix_peer(stream->fd);
    return;
  }
  char *text = stream->peer_address;
  if (peer.ss_family == AF_INET) {
    inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, INET6_ADDRSTRLEN);
  } else if (peer.ss_family == AF_INET6) {
    struct in6_addr *address = &((struct sockaddr_in6 *)&peer)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(address)) {
      inet_ntop(AF_INET, &address->s6_addr[12], text, INET6_ADDRSTRLEN);
    } else {
      inet_ntop(AF_INET6, address, text, INET6_ADDRSTRLEN);
    }
  } else {
    return;
  }
  int on = 1; /* answers are whole messages: nothing to wait for */
  (void)setsockopt(stream->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static int watch_fd(LoopStream *stream) {
  separate_inherited(stream);
  int flags = fcntl(stream->fd, F_GETFL);
  int uv_err = uv_poll_init(&stream->loop->uv, &stream->handle.poll, stream->fd);
  if (!uv_err && flags >= 0 && !(flags & O_NONBLOCK)) stream->restore_flags = flags;
  return uv_err;
}

/* Takes the descriptor over. A failure is told by on_close, later, as it is
 * for a stream that breaks while it is used: there is one way to learn of
 * it. */
LoopStream *loop_stream_open_fd(Loop *loop, int fd, const LoopStreamHandler *handler) {
  loop_check_thread(loop);
  LoopStream *stream = arena_heap_alloc(sizeof *stream);
  stream->loop = loop;
  stream->fd = fd;
  stream->restore_flags = -1;
  stream->peer_uid = (uid_t)-1;
  if (handler) stream->handler = *handler;
  learn_socket(stream);
  stream->is_terminal = !stream->is_socket && isatty(fd) == 1;
  int uv_err = watch_fd(stream);
  int flags = fcntl(fd, F_GETFL);
  stream->is_write_only = !stream->is_socket && !stream->is_terminal && flags >= 0 && (flags & O_ACCMODE) == O_WRONLY;
  if (uv_err) {
    stream->is_file = true;
    uv_idle_init(&loop->uv, &stream->handle.turn);
  }
  stream->handle.any.data = stream;
  stream->next = loop->streams;
  if (loop->streams) loop->streams->previous = stream;
  loop->streams = stream;
  loop->stream_count++;
  /* EPERM: regular files, and devices such as /dev/null, cannot be watched. */
  if (uv_err && uv_err != UV_EPERM) end_stream(stream, loop_err_from_errno(-uv_err));
  return stream;
}

void loop_stream_read(LoopStream *stream, bool on) {
  loop_check_thread(stream->loop);
  stream->reading = on;
  watch_wanted(stream);
}

void loop_stream_watch_peer(LoopStream *stream) {
  loop_check_thread(stream->loop);
  stream->watches_peer = true;
  watch_wanted(stream);
}

/* Small writes share a chunk. Nobody is held back here: whoever writes looks
 * at loop_stream_unsent and stops in time. */
static void enqueue(LoopStream *stream, Str bytes) {
  if (!stream->queue) stream->progress_ms = job_now_ms();
  stream->unsent += bytes.len;
  if (stream->unsent >= LOOP_LOW_WATER) stream->was_high = true;
  Chunk *last = stream->queue_last;
  if (last && last->cap - last->len >= bytes.len) {
    memcpy(last->bytes + last->len, bytes.ptr, bytes.len);
    last->len += bytes.len;
    return;
  }
  size_t cap = bytes.len > CHUNK_MIN ? bytes.len : CHUNK_MIN;
  Chunk *chunk = arena_heap_alloc(sizeof *chunk + cap);
  chunk->cap = cap;
  chunk->len = bytes.len;
  memcpy(chunk->bytes, bytes.ptr, bytes.len);
  *(last ? &last->next : &stream->queue) = chunk;
  stream->queue_last = chunk;
}

static void send_now(LoopStream *stream, Str bytes) {
  /* Nothing is waiting: the system usually takes it all at once. */
  while (bytes.len && !stream->queue) {
    ssize_t sent = write(stream->fd, bytes.ptr, bytes.len);
    if (sent > 0) {
      bytes.ptr += sent;
      bytes.len -= (size_t)sent;
    } else if (sent == 0 || errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      end_stream(stream, loop_err_from_errno(errno));
      return;
    }
  }
  if (!bytes.len) return;
  if (stream->is_file) {
    end_stream(stream, ERR_IO); /* a device that takes nothing: no use waiting */
    return;
  }
  enqueue(stream, bytes);
  watch_wanted(stream);
}

void loop_send_gathered(Loop *loop) {
  size_t count = loop->piece_count;
  loop->piece_count = 0; /* a stream that breaks by it asks for the same */
  for (size_t i = 0; i < count; i++) {
    LoopStream *stream = loop->pieces[i].stream;
    stream->pieces--;
    if (!stream->closing) send_now(stream, loop->pieces[i].bytes);
  }
  loop->gathered = 0;
}

void loop_stream_gather(LoopStream *stream) { stream->gathers = true; }

/* Copied, as it would be by the system. */
static void gather(LoopStream *stream, Str bytes) {
  Loop *loop = stream->loop;
  if (loop->piece_count == LOOP_GATHERED || bytes.len > LOOP_GATHERED_BYTES - loop->gathered) loop_send_gathered(loop);
  char *own = loop->gathered_bytes + loop->gathered;
  memcpy(own, bytes.ptr, bytes.len);
  loop->gathered += bytes.len;
  loop->pieces[loop->piece_count++] = (LoopPiece){stream, {own, bytes.len}};
  stream->pieces++;
}

void loop_stream_write(LoopStream *stream, Str bytes) {
  loop_check_thread(stream->loop);
  if (stream->closing || stream->output_ending || !bytes.len) return;
  if (stream->gathers && !stream->queue && bytes.len <= GATHER_MOST) {
    gather(stream, bytes);
    return;
  }
  if (stream->pieces) loop_send_gathered(stream->loop);
  if (!stream->closing) send_now(stream, bytes);
}

size_t loop_stream_unsent(const LoopStream *stream) { return stream->unsent; }

int64_t loop_stream_stalled_ms(const LoopStream *stream) {
  return stream->unsent ? job_now_ms() - stream->progress_ms : 0;
}

void loop_stream_shutdown(LoopStream *stream) {
  loop_check_thread(stream->loop);
  if (stream->pieces) loop_send_gathered(stream->loop);
  stream->output_ending = true;
  end_output_when_flushed(stream);
}

void loop_stream_close(LoopStream *stream) {
  loop_check_thread(stream->loop);
  end_stream(stream, OK);
}

void loop_stream_set_handler(LoopStream *stream, const LoopStreamHandler *handler) {
  stream->handler = *handler;
}

uid_t loop_stream_peer_uid(const LoopStream *stream) { return stream->peer_uid; }
pid_t loop_stream_peer_id(const LoopStream *stream) { return stream->peer_uid == (uid_t)-1 ? 0 : loop_unix_peer_id(stream->fd); }

Str loop_stream_peer_address(const LoopStream *stream) {
  return str_from_c(stream->peer_address);
}

void loop_streams_abandon(Loop *loop) {
  for (LoopStream *stream = loop->streams; stream; stream = stream->next) {
    stream->handler = (LoopStreamHandler){0};
    end_stream(stream, OK);
  }
}
