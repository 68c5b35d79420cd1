/* Streams of src/os/loop.h: queues, ends, flags, files. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include "tests/unit/os_loop_peer.h"

/* ---- writing more than the peer reads ---- */

enum { LARGE = 32 * MB };

typedef struct SlowReader {
  int fd;
  int go; /* reads nothing until a byte comes here */
  size_t len;
  bool intact;
} SlowReader;

static void *read_late(void *context) {
  SlowReader *reader = context;
  char byte;
  if (read(reader->go, &byte, 1) != 1) return NULL;
  reader->intact = true;
  char chunk[7919];
  ssize_t got;
  while ((got = read(reader->fd, chunk, sizeof chunk)) > 0) {
    for (ssize_t i = 0; i < got; i++) {
      if (chunk[i] != pattern_at(reader->len + (size_t)i)) reader->intact = false;
    }
    reader->len += (size_t)got;
  }
  close(reader->fd);
  return NULL;
}

static void large_write_queues_and_drains(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  int go[2];
  pair(ends);
  assert_int_equal(pipe(go), 0);
  SlowReader reader = {.fd = ends[1], .go = go[0]};
  pthread_t thread;
  pthread_create(&thread, NULL, read_late, &reader);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  assert_int_equal(loop_stream_stalled_ms(seen.stream), 0);
  char *bytes = pattern(LARGE);
  loop_stream_write(seen.stream, (Str){bytes, LARGE - 3});
  size_t unsent = loop_stream_unsent(seen.stream);
  assert_in_range(unsent, 16 * MB, LARGE - 4); /* some went, nobody read */
  for (size_t i = LARGE - 3; i < LARGE; i++) {
    loop_stream_write(seen.stream, (Str){bytes + i, 1}); /* keeps its place behind */
  }
  memset(bytes, 0, LARGE); /* it was copied */
  free(bytes);
  assert_int_equal(loop_stream_unsent(seen.stream), unsent + 3);
  usleep(5000);
  assert_true(loop_stream_stalled_ms(seen.stream) >= 4);
  loop_stream_shutdown(seen.stream);
  loop_stream_write(seen.stream, STR("after the end")); /* dropped */
  assert_int_equal(loop_stream_unsent(seen.stream), unsent + 3);
  assert_int_equal(write(go[1], "g", 1), 1);
  loop_stream_read(seen.stream, true); /* sees the reader's close */
  loop_run(loop);
  pthread_join(thread, NULL);
  if (seen.stream) { /* its end came; both sides having ended, it closes */
    assert_int_equal(seen.ends, 1);
    loop_run(loop);
  }
  assert_int_equal(reader.len, LARGE);
  assert_true(reader.intact);
  assert_int_equal(seen.drains, 1);
  assert_true(seen.unsent_at_drain < LOOP_LOW_WATER);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, OK);
  close(go[0]);
  close(go[1]);
  loop_close(loop);
}

static void small_queue_owes_no_drain(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  int room = fcntl(ends[1], F_SETPIPE_SZ, 4096);
  assert_int_equal(room, 4096);
  Seen seen;
  seen_open(&seen, loop, ends[1]);
  char *bytes = pattern(20000);
  loop_stream_write(seen.stream, (Str){bytes, 20000});
  assert_int_equal(loop_stream_unsent(seen.stream), 20000 - 4096); /* did not block */
  loop_stream_shutdown(seen.stream);
  SlowReader reader = {.fd = ends[0]};
  int go[2];
  assert_int_equal(pipe(go), 0);
  reader.go = go[0];
  assert_int_equal(write(go[1], "g", 1), 1);
  pthread_t thread;
  pthread_create(&thread, NULL, read_late, &reader);
  loop_run(loop);
  pthread_join(thread, NULL); /* ends because the pipe was closed */
  assert_int_equal(reader.len, 20000);
  assert_true(reader.intact);
  assert_int_equal(seen.drains, 0);
  assert_int_equal(seen.closes, 1);
  free(bytes);
  close(go[0]);
  close(go[1]);
  loop_close(loop);
}

static void closing_while_draining_is_safe(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  int go[2];
  pair(ends);
  assert_int_equal(pipe(go), 0);
  SlowReader reader = {.fd = ends[1], .go = go[0]};
  pthread_t thread;
  pthread_create(&thread, NULL, read_late, &reader);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  seen.close_on_drain = true;
  char *bytes = pattern(MB);
  loop_stream_write(seen.stream, (Str){bytes, MB});
  assert_int_equal(write(go[1], "g", 1), 1);
  loop_run(loop);
  pthread_join(thread, NULL);
  assert_int_equal(seen.drains, 1);
  assert_int_equal(seen.closes, 1);
  assert_true(reader.intact); /* what came is a prefix */
  assert_int_equal(reader.len, MB - seen.unsent_at_drain);
  free(bytes);
  close(go[0]);
  close(go[1]);
  loop_close(loop);
}

/* ---- ends ---- */

static void close_inside_on_data(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  seen.close_on_data = true;
  loop_stream_read(seen.stream, true);
  char *bytes = pattern(100000);
  write_all(ends[1], bytes, 100000); /* more than one piece */
  loop_run(loop);
  assert_in_range(seen.data.len, 1, 65536);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, OK);
  assert_int_equal(write(ends[1], "x", 1), -1);
  assert_int_equal(errno, EPIPE);
  free(bytes);
  close(ends[1]);
  loop_close(loop);
}

static void end_keeps_writing_possible(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  loop_stream_read(seen.stream, true);
  write_all(ends[1], "question", 8);
  shutdown(ends[1], SHUT_WR);
  loop_run(loop); /* stopped by on_end */
  assert_int_equal(seen.ends, 1);
  assert_int_equal(seen.closes, 0);
  assert_true(str_eq(buf_str(&seen.data), STR("question")));
  loop_stream_write(seen.stream, STR("answer"));
  loop_stream_shutdown(seen.stream);
  char answer[16];
  assert_int_equal(read_all(ends[1], answer, sizeof answer), 6);
  assert_memory_equal(answer, "answer", 6);
  loop_run(loop); /* both sides ended: closes by itself */
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, OK);
  close(ends[1]);
  loop_close(loop);
}

static void end_without_handler_closes(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Seen seen;
  seen_init(&seen, loop);
  LoopStreamHandler handler = seen_handler(&seen);
  handler.on_end = NULL;
  seen.stream = loop_stream_open_fd(loop, ends[0], &handler);
  loop_stream_read(seen.stream, true);
  close(ends[1]);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, OK);
  loop_close(loop);
}

static void close_inside_on_end(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  seen.close_on_end = true;
  loop_stream_read(seen.stream, true);
  close(ends[1]);
  loop_run(loop);
  assert_int_equal(seen.ends, 1);
  assert_int_equal(seen.closes, 1);
  loop_close(loop);
}

static void gone_peer_is_told(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  close(ends[1]);
  loop_stream_write(seen.stream, STR("anybody there?"));
  assert_int_equal(seen.closes, 0); /* never from within the call */
  loop_stream_write(seen.stream, STR("hello?"));
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, ERR_CLOSED);
  /* The same while bytes are queued and nobody writes. */
  pair(ends);
  seen_open(&seen, loop, ends[0]);
  char *bytes = pattern(4 * MB);
  loop_stream_write(seen.stream, (Str){bytes, 4 * MB});
  assert_true(loop_stream_unsent(seen.stream) > 0);
  close(ends[1]);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, ERR_CLOSED);
  free(bytes);
  loop_close(loop);
}

typedef struct Paused {
  Seen seen;
  LoopTimer *timer;
} Paused;

static void unpause(void *context) {
  Paused *paused = context;
  assert_int_equal(paused->seen.data.len, 0);
  loop_timer_stop(paused->timer);
  loop_stream_read(paused->seen.stream, true);
}

static void reads_only_when_told(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  Paused paused;
  seen_open(&paused.seen, loop, ends[0]);
  loop_stream_read(paused.seen.stream, true);
  loop_stream_read(paused.seen.stream, false);
  write_all(ends[1], "patience", 8);
  close(ends[1]);
  paused.timer = loop_timer_start(loop, 20, 0, unpause, &paused);
  loop_run(loop);
  assert_true(str_eq(buf_str(&paused.seen.data), STR("patience")));
  assert_int_equal(paused.seen.ends, 1);
  loop_close(loop);
}

static void flags_are_put_back(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  pair(ends);
  int shared = dup(ends[0]);
  Seen seen;
  seen_open(&seen, loop, ends[0]);
  assert_true(fcntl(shared, F_GETFL) & O_NONBLOCK);
  loop_stream_close(seen.stream);
  assert_false(fcntl(shared, F_GETFL) & O_NONBLOCK);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  close(shared);
  close(ends[1]);
  loop_close(loop);
}

/* ---- standard descriptors and files ---- */

static void inherited_pipe_stays_blocking_for_others(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  int saved = dup(STDIN_FILENO);
  int shared = dup(ends[0]);
  assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  close(ends[0]);
  Seen seen;
  seen_open(&seen, loop, STDIN_FILENO);
  loop_stream_read(seen.stream, true);
  assert_false(fcntl(shared, F_GETFL) & O_NONBLOCK);
  assert_true(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK);
  write_all(ends[1], "line\n", 5);
  close(ends[1]);
  loop_run(loop);
  assert_true(str_eq(buf_str(&seen.data), STR("line\n")));
  loop_stream_close(seen.stream);
  loop_run(loop);
  struct stat now;
  struct stat nothing;
  assert_int_equal(fstat(STDIN_FILENO, &now), 0); /* never left free */
  assert_int_equal(stat("/dev/null", &nothing), 0);
  assert_int_equal(now.st_rdev, nothing.st_rdev);
  dup2(saved, STDIN_FILENO);
  close(saved);
  close(shared);
  loop_close(loop);
}

static void closed_terminal_is_an_end(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int keyboard = posix_openpt(O_RDWR | O_NOCTTY);
  assert_true(keyboard >= 0);
  assert_int_equal(grantpt(keyboard), 0);
  assert_int_equal(unlockpt(keyboard), 0);
  Seen seen;
  seen_open(&seen, loop, open(ptsname(keyboard), O_RDWR | O_NOCTTY));
  loop_stream_read(seen.stream, true);
  loop_stream_write(seen.stream, STR("> "));
  char shown[8];
  assert_int_equal(read(keyboard, shown, sizeof shown), 2);
  assert_memory_equal(shown, "> ", 2);
  write_all(keyboard, "help\n", 5);
  seen.close_on_data = true;
  loop_run(loop);
  assert_true(str_eq(buf_str(&seen.data), STR("help\n")));
  assert_int_equal(seen.closes, 1);

  seen_open(&seen, loop, keyboard); /* nobody has the other side open */
  loop_stream_read(seen.stream, true);
  loop_run(loop);
  assert_int_equal(seen.ends, 1);
  assert_int_equal(seen.closes, 0);
  loop_close(loop);
}

static void regular_files_are_streams_too(void **state) {
  (void)state;
  Loop *loop = loop_open();
  const char *path = str_to_c(&arena, in_folder("file"));
  char *bytes = pattern(200001);
  Seen seen;
  seen_open(&seen, loop, open(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  loop_stream_write(seen.stream, (Str){bytes, 200000});
  loop_stream_write(seen.stream, (Str){bytes + 200000, 1});
  assert_int_equal(loop_stream_unsent(seen.stream), 0);
  loop_stream_shutdown(seen.stream);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, OK);

  seen_open(&seen, loop, open(path, O_RDONLY));
  loop_stream_read(seen.stream, true);
  loop_run(loop);
  assert_int_equal(seen.ends, 1);
  assert_int_equal(seen.data.len, 200001);
  assert_memory_equal(seen.data.ptr, bytes, 200001);
  loop_stream_close(seen.stream);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);

  seen_open(&seen, loop, open(path, O_RDONLY));
  seen.close_on_data = true;
  loop_stream_read(seen.stream, true);
  loop_run(loop);
  assert_int_equal(seen.data.len, 65536);
  assert_int_equal(seen.closes, 1);
  free(bytes);
  unlink(path);
  loop_close(loop);
}

static void devices_and_bad_descriptors(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_open(&seen, loop, open("/dev/null", O_RDWR));
  loop_stream_write(seen.stream, STR("into nothing"));
  loop_stream_read(seen.stream, true);
  loop_run(loop);
  assert_int_equal(seen.ends, 1);
  assert_int_equal(seen.closes, 0);
  loop_stream_close(seen.stream);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);

  seen_open(&seen, loop, open("/dev/full", O_WRONLY));
  loop_stream_write(seen.stream, STR("does not fit"));
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_int_equal(seen.close_err, ERR_NO_SPACE);

  seen_open(&seen, loop, open("/", O_RDONLY | O_DIRECTORY));
  loop_stream_read(seen.stream, true);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_true(seen.close_err != OK);

  seen_open(&seen, loop, -1);
  loop_stream_read(seen.stream, true);
  loop_stream_write(seen.stream, STR("nowhere"));
  assert_int_equal(seen.closes, 0);
  loop_run(loop);
  assert_int_equal(seen.closes, 1);
  assert_true(seen.close_err != OK);
  loop_close(loop);
}

/* ---- turns ---- */

/* What a stream was told, and in which turn of the loop. */
typedef struct Turn {
  Loop *loop;
  LoopStream *stream;
  int peer;
  uint64_t turns[2];
  int count, *left;
} Turn;

/* A second byte is sent when the first is there: it comes with a later turn. */
static void note_turn(void *context, Str bytes) {
  Turn *turn = context;
  assert_int_equal(bytes.len, 1);
  turn->turns[turn->count++] = loop_turn(turn->loop);
  if (turn->count == 1) assert_int_equal(write(turn->peer, "b", 1), 1);
  if (!--*turn->left) loop_stop(turn->loop);
}

/* `count` streams, of which the first `busy` get a byte, and another one later. */
static void expect_turns(int count, int busy, int shared) {
  static Turn turns[600];
  Loop *loop = loop_open();
  int left = 2 * busy;
  for (int i = 0; i < count; i++) {
    int ends[2];
    pair(ends);
    turns[i] = (Turn){.loop = loop, .peer = ends[1], .left = &left};
    LoopStreamHandler handler = {.context = &turns[i], .on_data = note_turn};
    turns[i].stream = loop_stream_open_fd(loop, ends[0], &handler);
    loop_stream_read(turns[i].stream, true);
    if (i < busy) assert_int_equal(write(ends[1], "a", 1), 1);
  }
  loop_run(loop);
  for (int i = 1; i < busy; i++) assert_int_equal(turns[i].turns[0] == turns[0].turns[0], i < shared);
  for (int i = 0; i < count; i++) {
    if (i < busy) assert_true(turns[i].turns[0] && turns[i].turns[1] > turns[busy - 1].turns[0]);
    close(turns[i].peer);
  }
  loop_close(loop);
}

/* Of as many events as the system tells at once, one answer may not be all of a
 * turn; how many streams are open and silent makes no difference. */
static void what_came_together_is_of_one_turn(void **state) {
  (void)state;
  enum { FEW = 3, MANY = 600, TOLD = 512 };
  expect_turns(FEW, FEW, FEW);
  expect_turns(MANY, FEW, FEW);
  expect_turns(MANY, MANY, TOLD);
}

/* ---- what goes out together ---- */

static ssize_t bytes_at(int fd, char *room, size_t size) { return recv(fd, room, size, MSG_DONTWAIT); }

typedef struct Gathering {
  Loop *loop;
  LoopStream *streams[2];
  int peers[2];
  char *large;
} Gathering;

/* Each peer has what was said to it, in that order, and no more. */
static void expect_at(int fd, const char *expected) {
  char room[64] = {0};
  assert_int_equal(bytes_at(fd, room, sizeof room - 1), strlen(expected) ? (ssize_t)strlen(expected) : -1);
  assert_string_equal(room, expected);
}

static void say_both(void *context, Str bytes) {
  Gathering *all = context;
  (void)bytes;
  loop_stream_write(all->streams[0], STR("a"));
  loop_stream_write(all->streams[1], STR("1"));
  loop_stream_write(all->streams[0], STR("b"));
  expect_at(all->peers[0], ""); /* not before the callbacks have returned */
  expect_at(all->peers[1], "");
  if (all->large) {
    loop_stream_write(all->streams[0], (Str){all->large, MB / 16}); /* too much to wait, and what came before it */
    char room[MB / 16 + 2];
    assert_int_equal(bytes_at(all->peers[0], room, sizeof room), MB / 16 + 2);
    assert_memory_equal(room, "ab", 2);
    expect_at(all->peers[1], "1");
    loop_stream_write(all->streams[1], STR("2"));
    loop_stream_close(all->streams[1]); /* what was said before goes out */
    expect_at(all->peers[1], "2");
    loop_stream_write(all->streams[0], STR("c"));
    loop_stream_shutdown(all->streams[0]);
    expect_at(all->peers[0], "c");
  }
  loop_stop(all->loop);
}

static void answers_of_a_turn_go_out_together(void **state) {
  (void)state;
  for (int with_large = 0; with_large < 2; with_large++) {
    Gathering all = {.loop = loop_open(), .large = with_large ? pattern(MB / 16) : NULL};
    for (int i = 0; i < 2; i++) {
      int ends[2];
      pair(ends);
      LoopStreamHandler handler = {.context = &all, .on_data = i ? NULL : say_both};
      all.peers[i] = ends[1];
      all.streams[i] = loop_stream_open_fd(all.loop, ends[0], &handler);
      loop_stream_gather(all.streams[i]);
    }
    loop_stream_read(all.streams[0], true);
    assert_int_equal(write(all.peers[0], "go", 2), 2);
    loop_run(all.loop);
    if (!with_large) {
      expect_at(all.peers[0], "ab");
      expect_at(all.peers[1], "1");
    }
    loop_close(all.loop);
    for (int i = 0; i < 2; i++) close(all.peers[i]);
    free(all.large);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      loop_test(large_write_queues_and_drains),
      loop_test(small_queue_owes_no_drain),
      loop_test(closing_while_draining_is_safe),
      loop_test(close_inside_on_data),
      loop_test(end_keeps_writing_possible),
      loop_test(end_without_handler_closes),
      loop_test(close_inside_on_end),
      loop_test(gone_peer_is_told),
      loop_test(reads_only_when_told),
      loop_test(flags_are_put_back),
      loop_test(inherited_pipe_stays_blocking_for_others),
      loop_test(closed_terminal_is_an_end),
      loop_test(regular_files_are_streams_too),
      loop_test(devices_and_bad_descriptors),
      loop_test(what_came_together_is_of_one_turn),
      loop_test(answers_of_a_turn_go_out_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
