/* What the files of the loop share: the loop itself and the two kinds of
 * object it must find again when it closes. */
#ifndef FATHOM_OS_LOOP_INTERNAL_H
#define FATHOM_OS_LOOP_INTERNAL_H

#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <uv.h>

#include "src/base/lock.h"
#include "src/os/loop.h"

#define LOOP_READ_CHUNK (64 * 1024)
#define LOOP_GATHERED 64 /* pieces, */
#define LOOP_GATHERED_BYTES (64 * 1024)

/* One that waits for the end of the turn; its bytes are the loop's. */
typedef struct LoopPiece {
  LoopStream *stream;
  Str bytes;
} LoopPiece;

typedef struct LoopPosted {
  struct LoopPosted *next;
  LoopFunction *function;
  void *context;
} LoopPosted;

struct Loop {
  uv_loop_t uv;
  uv_async_t wake;
  uv_prepare_t before; /* it waits */
  uv_check_t after;    /* it waited */
  LoopPosted *later;   /* of its own thread; run in both */
  LoopPosted **later_end;
  uint64_t turn;
  size_t events; /* of this wait: those told, and those that may have been dropped untold */
  pthread_t opener;
  _Atomic(pthread_t) runner; /* 0 while nobody runs the loop */

  Lock post_lock; /* guards the two below, and sending `wake` */
  LoopPosted *posted;
  LoopPosted **posted_end;

  LoopStream *streams; /* all that are not freed yet */
  size_t stream_count;
  LoopListener *listeners;
  char read_chunk[LOOP_READ_CHUNK]; /* lent to on_data, one stream at a time */
  LoopPiece pieces[LOOP_GATHERED];  /* in the order they were written */
  size_t piece_count, gathered;     /* and their bytes */
  char gathered_bytes[LOOP_GATHERED_BYTES];
};

/* Sends what was gathered. Calls nobody back. */
void loop_send_gathered(Loop *loop);

/* Objects of a loop are touched on its thread only; before and after
 * loop_run that is whoever set it up. */
static inline void loop_check_thread(const Loop *loop) {
  pthread_t runner = atomic_load(&loop->runner);
  assert(!runner || pthread_equal(runner, pthread_self()));
  (void)runner;
}

/* A failed system call on a stream or socket as an Err. */
Err loop_err_from_errno(int errno_value);
void loop_free_handle(uv_handle_t *handle); /* its memory is the object's */

/* Closes all streams without calling back, for loop_close. */
void loop_streams_abandon(Loop *loop);

/* The address of a Unix socket. Paths too long for one are reached through
 * the open directory, which must stay open while the address is in use. */
typedef struct LoopUnixAddress {
  struct sockaddr_un name;
  socklen_t len;
  int directory; /* -1: not needed */
} LoopUnixAddress;

/* To be closed, after its use. Fails for a path that no socket can have, and where its
 * directory cannot be opened. */
Err loop_unix_address(Job *job, Str path, LoopUnixAddress *ret_address) MUST_CHECK;
void loop_unix_address_close(LoopUnixAddress *address);
/* The user on the other side of a Unix socket, or (uid_t)-1. */
uid_t loop_unix_peer(int fd);

#endif
