/* What the tests of the loop share: a scratch folder and a job per test, and
 * a handler that notes what its stream saw. The loop runs on the main thread;
 * peers are plain blocking code on threads of their own. */
#ifndef FATHOM_TESTS_OS_LOOP_PEER_H
#define FATHOM_TESTS_OS_LOOP_PEER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/os/loop.h"

#define HELPER static inline __attribute__((unused))
#define MB (1024 * 1024)

static char folder[64];
static Arena arena;
static Job job;

HELPER int setup(void **state) {
  (void)state;
  alarm(60); /* a loop that never ends is a failure */
  snprintf(folder, sizeof folder, "/tmp/fathom-os-loop-XXXXXX");
  if (!mkdtemp(folder)) return -1;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

HELPER int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return rmdir(folder); /* fails when something was left behind */
}

#define loop_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

HELPER Str in_folder(const char *name) { return str_format(&arena, "%s/%s", folder, name); }

HELPER void increment(void *context) { ++*(int *)context; }

/* A stream's life as its owner sees it; ends the run at its end. */
typedef struct Seen {
  Loop *loop;
  LoopStream *stream;
  Buf data;
  int ends;
  int drains;
  int closes;
  Err close_err;
  size_t unsent_at_drain;
  bool close_on_data;
  bool close_on_end;
  bool close_on_drain;
  bool echo;
  bool keep_running;
} Seen;

HELPER void seen_data(void *context, Str bytes) {
  Seen *seen = context;
  assert_int_equal(seen->ends + seen->closes, 0);
  buf_add(&seen->data, bytes);
  if (seen->echo) loop_stream_write(seen->stream, bytes);
  if (!seen->close_on_data) return;
  loop_stream_close(seen->stream);
  loop_stream_close(seen->stream);                /* once more does nothing */
  loop_stream_write(seen->stream, STR("too late")); /* neither does this */
}

HELPER void seen_end(void *context) {
  Seen *seen = context;
  seen->ends++;
  if (seen->echo) loop_stream_shutdown(seen->stream);
  if (seen->close_on_end) loop_stream_close(seen->stream);
  if (!seen->echo && !seen->close_on_end) loop_stop(seen->loop);
}

HELPER void seen_drain(void *context) {
  Seen *seen = context;
  seen->drains++;
  seen->unsent_at_drain = loop_stream_unsent(seen->stream);
  if (seen->close_on_drain) loop_stream_close(seen->stream);
}

HELPER void seen_close(void *context, Err err) {
  Seen *seen = context;
  seen->closes++;
  seen->close_err = err;
  loop_stream_write(seen->stream, STR("too late")); /* still no harm */
  seen->stream = NULL;
  if (!seen->keep_running) loop_stop(seen->loop);
}

HELPER LoopStreamHandler seen_handler(Seen *seen) {
  return (LoopStreamHandler){seen, seen_data, seen_end, seen_drain, seen_close};
}

HELPER void seen_init(Seen *seen, Loop *loop) {
  *seen = (Seen){.loop = loop};
  buf_init(&seen->data, &arena, 64 * MB);
}

HELPER void seen_open(Seen *seen, Loop *loop, int fd) {
  seen_init(seen, loop);
  LoopStreamHandler handler = seen_handler(seen);
  seen->stream = loop_stream_open_fd(loop, fd, &handler);
}

HELPER void seen_accept(void *context, LoopStream *stream) {
  Seen *seen = context;
  assert_null(seen->stream);
  seen->stream = stream;
  LoopStreamHandler handler = seen_handler(seen);
  loop_stream_set_handler(stream, &handler);
  loop_stream_read(stream, true);
}

HELPER void pair(int ends[2]) {
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
}

HELPER void write_all(int fd, const char *bytes, size_t len) {
  while (len) {
    ssize_t wrote = write(fd, bytes, len);
    if (wrote <= 0) return;
    bytes += wrote;
    len -= (size_t)wrote;
  }
}

HELPER size_t read_all(int fd, char *into, size_t cap) {
  size_t len = 0;
  ssize_t got;
  while (len < cap && (got = read(fd, into + len, cap - len)) > 0) len += (size_t)got;
  return len;
}

HELPER char pattern_at(size_t i) { return (char)((i * 31 + i / 251) & 0xff); }

HELPER char *pattern(size_t len) {
  char *bytes = arena_heap_alloc(len);
  for (size_t i = 0; i < len; i++) bytes[i] = pattern_at(i);
  return bytes;
}

HELPER Err listen_at(Loop *loop, Str path, Seen *seen, LoopListener **ret_listener) {
  job_forgive(&job);
  return loop_listen_unix(&job, loop, path, seen_accept, seen, ret_listener);
}

#endif
