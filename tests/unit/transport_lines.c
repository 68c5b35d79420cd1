/* Lines over sockets and pipes: splitting, limits, back pressure, ending. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "src/transport/transport.h"

typedef struct Peer {
  size_t max_line;
  size_t max_unsent;
  bool has_pipes;
  bool echoes;
  size_t echo_times;
  int64_t grace_ms; /* -1: do not close at the end of input */

  pthread_t thread;
  sem_t ready;
  Loop *loop;
  TransportLines *lines;
  int to;   /* written by the test */
  int from; /* read by the test */
  int theirs[2];

  pthread_mutex_t lock;
  char log[8192];
  size_t log_len;
  atomic_int line_count;
  atomic_size_t unsent;
  atomic_int closed;
} Peer;

static void note(Peer *peer, const char *what, Str text) {
  pthread_mutex_lock(&peer->lock);
  size_t room = sizeof peer->log - peer->log_len;
  int len = snprintf(peer->log + peer->log_len, room, "%s %.*s\n", what, STR_ARG(text));
  peer->log_len += (size_t)len < room ? (size_t)len : room - 1;
  pthread_mutex_unlock(&peer->lock);
}

static void on_line(void *context, Str line) {
  Peer *peer = context;
  atomic_fetch_add(&peer->line_count, 1);
  if (line.len < 100) note(peer, "line", line);
  if (str_eq(line, STR("close"))) {
    transport_lines_send(peer->lines, STR("bye"));
    transport_lines_close(peer->lines, peer->grace_ms);
    return;
  }
  for (size_t i = 0; peer->echoes && i < peer->echo_times; i++) {
    transport_lines_send(peer->lines, line);
  }
  atomic_store(&peer->unsent, transport_lines_unsent(peer->lines));
}

static void on_oversize(void *context, Str start) {
  Peer *peer = context;
  note(peer, start.len > 256 ? "too much" : "oversize", str_slice(start, 0, 4));
}

static void on_end(void *context) {
  Peer *peer = context;
  note(peer, "end", STR_EMPTY);
  if (peer->grace_ms >= 0) transport_lines_close(peer->lines, peer->grace_ms);
}

static void on_close(void *context, Err err) {
  Peer *peer = context;
  note(peer, "close", str_from_c(err_name(err)));
  atomic_store(&peer->closed, 1);
  loop_stop(peer->loop);
}

static void *peer_main(void *context) {
  Peer *peer = context;
  peer->loop = loop_open();
  TransportLinesHandler handler = {.context = peer,
                                   .loop = peer->loop,
                                   .on_line = on_line,
                                   .on_oversize = on_oversize,
                                   .on_end = on_end,
                                   .on_close = on_close};
  LoopStream *in = loop_stream_open_fd(peer->loop, peer->theirs[0], NULL);
  LoopStream *out =
      peer->has_pipes ? loop_stream_open_fd(peer->loop, peer->theirs[1], NULL) : NULL;
  peer->lines = transport_lines_open(in, out, peer->max_line, peer->max_unsent, &handler);
  transport_lines_start(peer->lines);
  sem_post(&peer->ready);
  loop_run(peer->loop);
  loop_close(peer->loop);
  return NULL;
}

static void peer_start(Peer *peer) {
  if (!peer->max_line) peer->max_line = 1000;
  if (!peer->max_unsent) peer->max_unsent = 1 << 20;
  if (!peer->echo_times) peer->echo_times = 1;
  int first[2], second[2];
  if (peer->has_pipes) {
    assert_int_equal(pipe(first), 0);
    assert_int_equal(pipe(second), 0);
    peer->theirs[0] = first[0];
    peer->to = first[1];
    peer->theirs[1] = second[1];
    peer->from = second[0];
  } else {
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, first), 0);
    peer->theirs[0] = first[0];
    peer->to = peer->from = first[1];
  }
  pthread_mutex_init(&peer->lock, NULL);
  sem_init(&peer->ready, 0, 0);
  assert_int_equal(pthread_create(&peer->thread, NULL, peer_main, peer), 0);
  sem_wait(&peer->ready);
}

static void peer_send(Peer *peer, Str text) {
  while (text.len) {
    ssize_t sent = write(peer->to, text.ptr, text.len);
    assert_true(sent > 0);
    text = str_slice(text, (size_t)sent, text.len);
  }
}

static void peer_end_input(Peer *peer) {
  if (peer->has_pipes) {
    close(peer->to);
  } else {
    shutdown(peer->to, SHUT_WR);
  }
}

/* Ends, and compares all that happened. */
static void peer_finish(Peer *peer, const char *log) {
  pthread_join(peer->thread, NULL);
  assert_string_equal(peer->log, log);
  close(peer->from);
}

/* All that comes until the end. */
static size_t read_all(Peer *peer, char *ret_text, size_t size) {
  size_t len = 0;
  for (ssize_t n; (n = read(peer->from, ret_text + len, size - len)) > 0;) len += (size_t)n;
  return len;
}

static void splits_lines(void **state) {
  (void)state;
  Str text = STR("one\ntwo\r\n\n\r\nthr\ree\n  four \n\nlast without end");
  for (size_t size = 1; size <= text.len; size = size < 8 ? size + 1 : text.len + (size == text.len)) {
    for (int pipes = 0; pipes < 2; pipes++) {
      Peer peer = {.has_pipes = pipes};
      peer_start(&peer);
      for (size_t at = 0; at < text.len; at += size) {
        peer_send(&peer, str_slice(text, at, at + size));
        if (size < 4) nanosleep(&(struct timespec){0, 100000}, NULL); /* arrive apart */
      }
      peer_end_input(&peer);
      peer_finish(&peer, "line one\nline two\nline thr\ree\nline   four \n"
                         "line last without end\nend \nclose ok\n");
    }
  }
}

static void skips_what_is_too_long(void **state) {
  (void)state;
  for (size_t pieces = 0; pieces < 2; pieces++) {
    Peer peer = {.max_line = 10};
    peer_start(&peer);
    Str texts[] = {STR("0123456789\n"), STR("012345678\r\n0123456789\r\n"),
                   STR("abcdefghijk\nshort\n"), STR("ABCDEFGHIJKLMNOP"), STR("QRSTUVWXYZ"),
                   STR("!\nnext\n"), STR("01234567890123\r\nend\n"), STR("longer than ten")};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
      peer_send(&peer, texts[i]);
      if (pieces) nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
    peer_end_input(&peer);
    peer_finish(&peer, "line 0123456789\nline 012345678\nline 0123456789\noversize abcd\n"
                       "line short\noversize ABCD\nline next\noversize 0123\nline end\n"
                       "oversize long\nend \nclose ok\n");
  }
}

static void sends_lines(void **state) {
  (void)state;
  for (int pipes = 0; pipes < 2; pipes++) {
    Peer peer = {.has_pipes = pipes, .echoes = true, .echo_times = 2, .grace_ms = 60000};
    peer_start(&peer);
    peer_send(&peer, STR("a\nbc\n"));
    peer_end_input(&peer);
    char text[64] = {0};
    read_all(&peer, text, sizeof text - 1);
    assert_string_equal(text, "a\na\nbc\nbc\n");
    peer_finish(&peer, "line a\nline bc\nend \nclose ok\n");
  }
}

/* Each line is answered a hundredfold; nobody reads. */
static void stops_reading_when_not_read(void **state) {
  (void)state;
  for (int pipes = 0; pipes < 2; pipes++) {
    Peer peer = {.has_pipes = pipes, .echoes = true, .echo_times = 100, .max_unsent = 256 * 1024,
                 .max_line = 2000, .grace_ms = 60000};
    peer_start(&peer);
    char line[1001];
    memset(line, 'x', 1000);
    line[1000] = '\n';
    enum { LINES = 40 };
    for (int i = 0; i < LINES; i++) peer_send(&peer, (Str){line, sizeof line});
    /* It takes some, then waits: the answer to one line goes over the limit. */
    int before = -1;
    while (before != atomic_load(&peer.line_count) || atomic_load(&peer.unsent) < peer.max_unsent) {
      before = atomic_load(&peer.line_count);
      nanosleep(&(struct timespec){0, 50000000}, NULL);
    }
    assert_true(before < LINES);
    assert_true(atomic_load(&peer.unsent) >= peer.max_unsent);
    assert_true(atomic_load(&peer.unsent) < peer.max_unsent + 101 * 1001);
    peer_end_input(&peer);
    /* Reading lets it go on, and nothing was lost. */
    size_t size = (size_t)LINES * 100 * 1001;
    char *text = arena_heap_alloc(size + 1);
    assert_int_equal(read_all(&peer, text, size + 1), size);
    free(text);
    assert_int_equal(atomic_load(&peer.line_count), LINES);
    peer_finish(&peer, "end \nclose ok\n");
  }
}

static void closes_from_inside(void **state) {
  (void)state;
  for (int pipes = 0; pipes < 2; pipes++) {
    Peer peer = {.has_pipes = pipes, .grace_ms = 60000};
    peer_start(&peer);
    peer_send(&peer, STR("a\nclose\nnever\n"));
    char text[64] = {0};
    read_all(&peer, text, sizeof text - 1);
    assert_string_equal(text, "bye\n");
    peer_finish(&peer, "line a\nline close\nclose ok\n");
    if (peer.has_pipes) close(peer.to);
  }
}

/* The grace of closing ends although nobody reads. */
static void gives_up_on_the_unread(void **state) {
  (void)state;
  for (int pipes = 0; pipes < 2; pipes++) {
    Peer peer = {.has_pipes = pipes, .echoes = true, .echo_times = 1000, .max_line = 2000,
                 .max_unsent = 1 << 30, .grace_ms = 30};
    peer_start(&peer);
    char line[1001];
    memset(line, 'x', 1000);
    line[1000] = '\n';
    peer_send(&peer, (Str){line, sizeof line});
    peer_send(&peer, STR("close\n"));
    peer_finish(&peer, "line close\nclose ok\n");
    if (peer.has_pipes) close(peer.to);
  }
}

static void notices_that_the_reader_left(void **state) {
  (void)state;
  Peer peer = {.has_pipes = true, .echoes = true, .grace_ms = -1};
  peer_start(&peer);
  close(peer.from);
  peer_send(&peer, STR("a\n"));
  pthread_join(peer.thread, NULL);
  /* It may be noticed before the line is read, or when that is answered. */
  const char *log = strncmp(peer.log, "line a\n", 7) ? peer.log : peer.log + 7;
  assert_string_equal(log, "close closed\n");
  close(peer.to);
}

static void never(void *context, Err err) {
  (void)context, (void)err;
  fail();
}

static void drops_at_once(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  TransportLinesHandler handler = {.on_close = never};
  TransportLines *lines =
      transport_lines_open(loop_stream_open_fd(loop, ends[0], NULL), NULL, 10, 10, &handler);
  transport_lines_start(lines);
  transport_lines_send(lines, STR("sent"));
  transport_lines_drop(lines);
  transport_lines_drop(NULL);
  loop_close(loop);
  char text[16] = {0};
  assert_int_equal(read(ends[1], text, sizeof text), 5);
  assert_string_equal(text, "sent\n");
  assert_int_equal(read(ends[1], text, sizeof text), 0);
  close(ends[1]);
}

/* What its lines ask for is done from inside on_line. */
typedef struct Inner {
  Loop *loop;
  TransportLines *lines;
  char log[256];
  size_t log_len;
} Inner;

static void inner_line(void *context, Str line) {
  Inner *inner = context;
  int len = snprintf(inner->log + inner->log_len, sizeof inner->log - inner->log_len, "%.*s ",
                     STR_ARG(line));
  inner->log_len += (size_t)len;
  if (str_eq(line, STR("toggle"))) {
    transport_lines_hold(inner->lines, true);
    transport_lines_hold(inner->lines, false);
  } else if (str_eq(line, STR("hold"))) {
    transport_lines_hold(inner->lines, true);
    loop_stop(inner->loop);
  } else if (str_eq(line, STR("drop"))) {
    transport_lines_drop(inner->lines);
    loop_stop(inner->loop);
  }
}

static void inner_end(void *context) { inner_line(context, STR("end")); }

static Inner *inner_open(int *ret_fd) {
  Inner *inner = arena_heap_alloc(sizeof *inner);
  int ends[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  inner->loop = loop_open();
  TransportLinesHandler handler = {
      .context = inner, .on_line = inner_line, .on_end = inner_end, .on_close = never};
  inner->lines = transport_lines_open(loop_stream_open_fd(inner->loop, ends[0], NULL), NULL, 100,
                                      100, &handler);
  transport_lines_start(inner->lines);
  *ret_fd = ends[1];
  return inner;
}

static void inner_close(Inner *inner, const char *log, int fd) {
  loop_close(inner->loop);
  assert_string_equal(inner->log, log);
  close(fd);
  free(inner);
}

/* Whether lines come straight from a read or from what was kept. */
static void may_be_called_from_inside(void **state) {
  (void)state;
  int fd;
  Inner *inner = inner_open(&fd);
  Str text = STR("a\ntoggle\nb\nhold\nc\ntoggle\nd\ndrop\nnever\nnev");
  assert_int_equal(write(fd, text.ptr, text.len), text.len);
  loop_run(inner->loop);
  assert_string_equal(inner->log, "a toggle b hold ");
  transport_lines_hold(inner->lines, false);
  inner_close(inner, "a toggle b hold c toggle d drop ", fd);

  inner = inner_open(&fd);
  text = STR("a\ndrop\nnever\n");
  assert_int_equal(write(fd, text.ptr, text.len), text.len);
  loop_run(inner->loop);
  inner_close(inner, "a drop ", fd);

  /* The last line, without its end: dropped, no end is told; held, it waits. */
  inner = inner_open(&fd);
  assert_int_equal(write(fd, "drop", 4), 4);
  shutdown(fd, SHUT_WR);
  loop_run(inner->loop);
  inner_close(inner, "drop ", fd);
  inner = inner_open(&fd);
  assert_int_equal(write(fd, "hold", 4), 4);
  shutdown(fd, SHUT_WR);
  loop_run(inner->loop);
  assert_string_equal(inner->log, "hold ");
  transport_lines_hold(inner->lines, false);
  transport_lines_drop(inner->lines);
  inner_close(inner, "hold end ", fd);
}

/* Reading goes on after a hold that was over before the line was. */
static void reads_on_after_a_short_hold(void **state) {
  (void)state;
  int fd;
  Inner *inner = inner_open(&fd);
  assert_int_equal(write(fd, "toggle\n", 7), 7);
  assert_int_equal(write(fd, "hold\n", 5), 5);
  loop_run(inner->loop);
  transport_lines_hold(inner->lines, false);
  assert_int_equal(write(fd, "toggle\n", 7), 7);
  assert_int_equal(write(fd, "drop\n", 5), 5);
  loop_run(inner->loop);
  inner_close(inner, "toggle hold toggle drop ", fd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits_lines),
      cmocka_unit_test(skips_what_is_too_long),
      cmocka_unit_test(sends_lines),
      cmocka_unit_test(stops_reading_when_not_read),
      cmocka_unit_test(closes_from_inside),
      cmocka_unit_test(gives_up_on_the_unread),
      cmocka_unit_test(notices_that_the_reader_left),
      cmocka_unit_test(drops_at_once),
      cmocka_unit_test(may_be_called_from_inside),
      cmocka_unit_test(reads_on_after_a_short_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
