/* Loop: the one thread that owns transports, children's pipes and timers.
 * Every function here is called on the loop's thread unless it says
 * otherwise, and every callback comes on it. Callbacks never block: work goes
 * to thread.h and comes back through loop_post. An idle loop makes no
 * wake-ups. */
#ifndef FATHOM_OS_LOOP_H
#define FATHOM_OS_LOOP_H

#include <sys/types.h>

#include "src/base/job.h"

typedef struct Loop Loop;
typedef struct LoopTimer LoopTimer;
typedef struct LoopListener LoopListener;
typedef struct LoopStream LoopStream;

typedef void LoopFunction(void *context);

/* The caller's to close. Nothing runs before loop_run; until then any one
 * thread may set it up. */
Loop *loop_open(void);
/* Closes what is still open, without calling back; drops what was posted. */
void loop_close(Loop *loop);
AUTO_CLOSE(Loop, loop_close)
void loop_run(Loop *loop);  /* until loop_stop */
/* Any thread. What was posted before still runs. */
void loop_stop(Loop *loop);
/* Runs `function` on the loop's thread, in order of posting; any thread. */
void loop_post(Loop *loop, LoopFunction *function, void *context);
/* Runs `function` once the callback that is running has returned, before the
 * loop waits again: for what must not happen inside of it, such as freeing what
 * it stands on. The loop's thread only; costs no wake-up. What is left when the
 * loop closes is dropped, as what was posted. */
void loop_later(Loop *loop, LoopFunction *function, void *context);
bool loop_is_current(const Loop *loop); /* are we on its thread? */
/* The turn of the loop: what streams are told by on_data in one turn had begun to
 * arrive before the first of it was told. So what was looked at for one of them
 * was looked at late enough for the first message of each. Never 0. */
uint64_t loop_turn(const Loop *loop);

/* One shot, or every `repeat_ms` when that is not 0. A timer that has fired
 * is still the caller's to stop; its own function may do so. */
LoopTimer *loop_timer_start(Loop *loop, uint64_t after_ms, uint64_t repeat_ms,
                            LoopFunction *function, void *context);
void loop_timer_stop(LoopTimer *timer); /* NULL is fine; frees it */

/* What the system or the user tells the process. */
typedef enum LoopSignal {
  LOOP_INTERRUPT, /* SIGINT: Ctrl-C */
  LOOP_TERMINATE, /* SIGTERM */
  LOOP_NUDGE,     /* SIGHUP: process_nudge */
  LOOP_WINDOW     /* SIGWINCH: the terminal has another size */
} LoopSignal;
void loop_on_signal(Loop *loop, LoopSignal which, LoopFunction *function, void *context);

/* Readability of a descriptor somebody else reads (inotify); it becomes
 * non-blocking. NULL when the system cannot watch it. */
typedef struct LoopPoll LoopPoll;
LoopPoll *loop_poll_start(Loop *loop, int fd, LoopFunction *function, void *context);
void loop_poll_stop(LoopPoll *poll); /* NULL is fine; before closing the fd */

#define LOOP_LOW_WATER (64 * 1024)

/* Byte streams: TCP, Unix sockets, pipes, stdin/stdout. Any of the functions
 * may be NULL. */
typedef struct LoopStreamHandler {
  void *context;
  /* Bytes as they come; borrowed for the call. */
  void (*on_data)(void *context, Str bytes);
  /* The peer finished sending; writing still works. NULL: close. */
  void (*on_end)(void *context);
  /* The queue of unsent bytes fell below LOOP_LOW_WATER, having been above. */
  void (*on_drain)(void *context);
  /* Last call for this stream, after which it is gone: loop_stream_close,
   * an error, or the peer. `err` is OK for an orderly end. */
  void (*on_close)(void *context, Err err);
} LoopStreamHandler;

/* Takes over a descriptor: pipe, socket, terminal, or regular file. One that
 * cannot be used is told through on_close. Closing puts /dev/null in the
 * place of a standard descriptor. */
LoopStream *loop_stream_open_fd(Loop *loop, int fd, const LoopStreamHandler *handler);
/* Starts delivering data; a new stream does not read until told. */
void loop_stream_read(LoopStream *stream, bool on);
/* From now on a Unix socket or the writing end of a pipe closes, with
 * ERR_CLOSED, as soon as nobody could receive anything any more: also while
 * nothing is read or written. Input that was not read yet is lost then. */
void loop_stream_watch_peer(LoopStream *stream);
/* Copies and queues; any length. The stream must not be gone; while it is
 * closing or ending its side, the bytes are dropped. Files are written
 * directly and never queue. */
void loop_stream_write(LoopStream *stream, Str bytes);
/* From now on what is written goes out when the callbacks of the loop's turn have
 * returned, together with what other streams have to say: a peer that gets several
 * answers is woken once. Also when there is much of it, and before the stream ends. */
void loop_stream_gather(LoopStream *stream);
size_t loop_stream_unsent(const LoopStream *stream); /* bytes still queued, of those that went out */
/* Milliseconds since any queued byte was accepted by the system; 0 when
 * nothing is queued: tells a slow reader from a dead one. */
int64_t loop_stream_stalled_ms(const LoopStream *stream);
/* Flushes, then ends our side; a stream whose both sides ended, and one that
 * is no socket, is then closed. */
void loop_stream_shutdown(LoopStream *stream);
void loop_stream_close(LoopStream *stream);    /* now; on_close follows later */
void loop_stream_set_handler(LoopStream *stream, const LoopStreamHandler *handler);
uid_t loop_stream_peer_uid(const LoopStream *stream);     /* Unix sockets; else (uid_t)-1 */
pid_t loop_stream_peer_id(const LoopStream *stream);      /* the process that connected; else 0 */
Str loop_stream_peer_address(const LoopStream *stream);   /* "127.0.0.1", "::1"; else empty */

typedef void LoopAccept(void *context, LoopStream *stream);
/* The socket file gets mode 0600; a stale one (nobody answers) is replaced,
 * a live one is ERR_BUSY, anything else there ERR_EXISTS. It appears when it
 * can be connected to, not before; what a process that was killed before that
 * left beside it is removed. Two processes that start at once must
 * agree by a lock of their own. `accept` sets the new stream's handler. */
Err loop_listen_unix(Job *job, Loop *loop, Str path, LoopAccept *accept, void *context,
                     LoopListener **ret_listener) MUST_CHECK;
/* Where to listen: a numeric IPv4 or IPv6 address, or "localhost" (127.0.0.1).
 * Port 0 lets the system choose; loop_listener_port tells. */
typedef struct LoopTcp {
  Str address;
  int port;
} LoopTcp;
/* ERR_BUSY when the port is taken. */
Err loop_listen_tcp(Job *job, Loop *loop, LoopTcp at, LoopAccept *accept, void *context,
                    LoopListener **ret_listener) MUST_CHECK;
int loop_listener_port(const LoopListener *listener);
/* Stops accepting and removes a Unix socket's file. */
void loop_listener_close(LoopListener *listener);

/* A numeric address as 16 bytes, IPv4 in its mapped form; false when the text
 * is none. Any thread. */
bool loop_address_read(Str text, uint8_t ret_bytes[16]) MUST_CHECK;

/* Blocking connect to a Unix socket, for front ends and the CLI; checks that
 * the other side runs as this user. ERR_NOT_FOUND: nobody listens;
 * ERR_TIMEOUT: somebody does, but does not accept within 5 s. Any thread. */
Err loop_connect_unix(Job *job, Str path, int *ret_fd) MUST_CHECK;
/* The process that listened at the other end when it was connected to, as the
 * system says; 0: not known. */
pid_t loop_unix_peer_id(int fd);
/* The same over TCP; `host` is a name or a numeric address. All addresses of a
 * name are tried. */
Err loop_connect_tcp(Job *job, Str host, int port, int *ret_fd) MUST_CHECK;

#endif
