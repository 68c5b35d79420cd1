/* Listeners of src/os/loop.h, and connecting to them. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

#include "tests/unit/os_loop_peer.h"

/* ---- echo ---- */

enum { ECHO_LEN = 300000 };

typedef struct Client {
  pthread_t thread;
  Str unix_path; /* or: */
  int port;
  Err err;
  char *sent;
  char *received;
  size_t received_len;
} Client;

static int connect_tcp4(int port) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&name, sizeof name)) return -1;
  return fd;
}

static void *send_to_echo(void *context) {
  Client *client = context;
  write_all(client->port, client->sent, ECHO_LEN); /* `port` is the fd by now */
  shutdown(client->port, SHUT_WR);
  return NULL;
}

static void *echo_client(void *context) {
  Client *client = context;
  Arena own;
  arena_init(&own);
  Job own_job;
  job_init(&own_job, &own);
  int fd = -1;
  if (client->unix_path.len) {
    client->err = loop_connect_unix(&own_job, client->unix_path, &fd);
  } else {
    fd = connect_tcp4(client->port);
  }
  arena_clear(&own);
  if (fd < 0) return NULL;
  client->port = fd;
  pthread_t sender;
  pthread_create(&sender, NULL, send_to_echo, client);
  client->received_len = read_all(fd, client->received, ECHO_LEN + 1);
  pthread_join(sender, NULL);
  close(fd);
  return NULL;
}

/* Runs until the echoing stream closed; both sides must have seen all. */
static void run_echo(Loop *loop, Client *client, Seen *seen) {
  client->sent = pattern(ECHO_LEN);
  client->received = arena_heap_alloc(ECHO_LEN + 1);
  seen->echo = true;
  pthread_create(&client->thread, NULL, echo_client, client);
  loop_run(loop);
  pthread_join(client->thread, NULL);
  assert_int_equal(client->err, OK);
  assert_int_equal(client->received_len, ECHO_LEN);
  assert_memory_equal(client->received, client->sent, ECHO_LEN);
  assert_int_equal(seen->data.len, ECHO_LEN);
  assert_int_equal(seen->ends, 1);
  assert_int_equal(seen->closes, 1);
  assert_int_equal(seen->close_err, OK);
  free(client->sent);
  free(client->received);
}

static uid_t accepted_uid;
static char accepted_address[64];

static void accept_and_look(void *context, LoopStream *stream) {
  accepted_uid = loop_stream_peer_uid(stream);
  snprintf(accepted_address, sizeof accepted_address, "%.*s",
           STR_ARG(loop_stream_peer_address(stream)));
  seen_accept(context, stream);
}

static void echo_over_unix(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  Client client = {.unix_path = in_folder("s")};
  LoopListener *listener = NULL;
  assert_int_equal(loop_listen_unix(&job, loop, client.unix_path, accept_and_look, &seen, &listener),
                   OK);
  run_echo(loop, &client, &seen);
  assert_int_equal(accepted_uid, geteuid());
  assert_string_equal(accepted_address, "");
  loop_listener_close(listener);
  loop_close(loop);
}

static void echo_over_tcp(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  LoopListener *listener = NULL;
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("localhost"), 0}, accept_and_look, &seen, &listener), OK);
  Client client = {.port = loop_listener_port(listener)};
  assert_in_range(client.port, 1, 65535);
  run_echo(loop, &client, &seen);
  assert_int_equal(accepted_uid, (uid_t)-1);
  assert_string_equal(accepted_address, "127.0.0.1");
  loop_listener_close(listener);
  loop_close(loop);
}

static void mapped_address_is_shown_as_ipv4(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  LoopListener *listener = NULL;
  Err err = loop_listen_tcp(&job, loop, (LoopTcp){STR("::"), 0}, accept_and_look, &seen, &listener);
  if (err != ERR_UNAVAILABLE && err != ERR_USAGE) { /* a machine without IPv6 */
    assert_int_equal(err, OK);
    Client client = {.port = loop_listener_port(listener)};
    run_echo(loop, &client, &seen);
    assert_string_equal(accepted_address, "127.0.0.1");
    loop_listener_close(listener);
  }
  loop_close(loop);
}

/* ---- Unix listeners ---- */

static void bind_at(Str path, bool listening, int *ret_fd) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  memcpy(name.sun_path, path.ptr, path.len);
  *ret_fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert_int_equal(bind(*ret_fd, (struct sockaddr *)&name, sizeof name), 0);
  if (listening) assert_int_equal(listen(*ret_fd, 1), 0);
}

/* The words name the longest name that would do. */
static void too_long_names_are_refused(void **state) {
  (void)state;
  char name[121];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  int fd = -1;
  assert_int_equal(loop_connect_unix(&job, in_folder(name), &fd), ERR_USAGE);
  Str words = job_message(&job, ERR_USAGE);
  size_t at = str_find(words, STR("is too long (120 bytes); use one of at most "));
  assert_int_not_equal(at, STR_NONE);
  int64_t limit;
  assert_true(str_to_int(str_slice(words, at + 44, words.len), &limit));
  job_forgive(&job);
  name[limit] = '\0';
  assert_int_equal(loop_connect_unix(&job, in_folder(name), &fd), ERR_NOT_FOUND);
  job_forgive(&job);
}

static void stale_socket_is_replaced(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  Str path = in_folder("stale");
  int stale;
  bind_at(path, true, &stale);
  close(stale); /* its file stays */
  int fd;
  assert_int_equal(loop_connect_unix(&job, path, &fd), ERR_NOT_FOUND);
  mode_t before = umask(0);
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, path, &seen, &listener), OK);
  umask(before);
  struct stat about;
  assert_int_equal(lstat(str_to_c(&arena, path), &about), 0);
  assert_true(S_ISSOCK(about.st_mode));
  assert_int_equal(about.st_mode & 07777, 0600);
  assert_int_equal(loop_connect_unix(&job, path, &fd), OK);
  assert_false(fcntl(fd, F_GETFL) & O_NONBLOCK);
  close(fd);

  LoopListener *second = NULL; /* ours lives */
  assert_int_equal(listen_at(loop, path, &seen, &second), ERR_BUSY);
  assert_true(str_contains(job.message, path));
  assert_null(second);
  assert_int_equal(lstat(str_to_c(&arena, path), &about), 0);
  loop_listener_close(listener);
  assert_int_equal(lstat(str_to_c(&arena, path), &about), -1);
  loop_close(loop);
}

static void what_the_killed_left_is_removed(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  pid_t dead = fork();
  if (!dead) _exit(0);
  assert_int_equal(waitpid(dead, NULL, 0), dead);
  Str path = in_folder("place");
  Str names[] = {str_format(&arena, "%.*s.%d", STR_ARG(path), (int)dead),     /* goes; these stay: */
                 str_format(&arena, "%.*s.%d", STR_ARG(path), (int)getppid()), /* it lives */
                 str_format(&arena, "%.*s.%dx", STR_ARG(path), (int)dead), str_format(&arena, "%.*s.", STR_ARG(path)),
                 str_format(&arena, "%.*ss.%d", STR_ARG(path), (int)dead)};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    int fd;
    bind_at(names[i], true, &fd);
    close(fd);
  }
  pid_t killed = fork(); /* has its number until it is waited for */
  if (!killed) _exit(0);
  Str late = str_format(&arena, "%.*s.%d", STR_ARG(path), (int)killed);
  int late_fd;
  bind_at(late, true, &late_fd);
  close(late_fd);
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, path, &seen, &listener), OK);
  struct stat about;
  assert_int_equal(lstat(str_to_c(&arena, names[0]), &about), -1);
  assert_int_equal(lstat(str_to_c(&arena, late), &about), 0);
  assert_int_equal(waitpid(killed, NULL, 0), killed);
  loop_listener_close(listener);
  assert_int_equal(lstat(str_to_c(&arena, late), &about), -1);
  for (size_t i = 1; i < COUNT_OF(names); i++) {
    assert_int_equal(lstat(str_to_c(&arena, names[i]), &about), 0);
    unlink(str_to_c(&arena, names[i]));
  }
  loop_close(loop);
}

static void full_backlog_is_busy(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  Str path = in_folder("full");
  int busy;
  bind_at(path, false, &busy);
  assert_int_equal(listen(busy, 0), 0);
  int waiting;
  assert_int_equal(loop_connect_unix(&job, path, &waiting), OK);
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, path, &seen, &listener), ERR_BUSY);
  assert_true(str_starts_with(job.message, STR("somebody already listens on ")));
  /* Connecting waits for a place, no longer than the job lasts. */
  Job brief;
  job_init(&brief, &arena);
  brief.deadline_ms = job_now_ms() + 60;
  int fd;
  assert_int_equal(loop_connect_unix(&brief, path, &fd), ERR_TIMEOUT);
  close(waiting);
  close(busy);
  unlink(str_to_c(&arena, path));
  loop_close(loop);
}

static void other_files_are_left_alone(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  Str path = in_folder("notes");
  int fd = open(str_to_c(&arena, path), O_WRONLY | O_CREAT | O_EXCL, 0600);
  write_all(fd, "mine", 4);
  close(fd);
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, path, &seen, &listener), ERR_EXISTS);
  struct stat about;
  assert_int_equal(lstat(str_to_c(&arena, path), &about), 0);
  assert_int_equal(about.st_size, 4);
  assert_true(S_ISREG(about.st_mode));
  unlink(str_to_c(&arena, path));

  /* Somebody replaced our socket's file: it is not ours to remove. */
  assert_int_equal(listen_at(loop, path, &seen, &listener), OK);
  unlink(str_to_c(&arena, path));
  fd = open(str_to_c(&arena, path), O_WRONLY | O_CREAT | O_EXCL, 0600);
  close(fd);
  loop_listener_close(listener);
  assert_int_equal(lstat(str_to_c(&arena, path), &about), 0);
  unlink(str_to_c(&arena, path));

  assert_int_equal(listen_at(loop, in_folder("no/such/s"), &seen, &listener), ERR_NOT_FOUND);
  assert_int_equal(listen_at(loop, STR(""), &seen, &listener), ERR_USAGE);
  assert_int_equal(listen_at(loop, STR("a\0b"), &seen, &listener), ERR_USAGE);
  loop_close(loop);
}

static void long_paths_work(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  char name[121];
  memset(name, 'd', 120);
  name[120] = 0;
  Str directory = in_folder(name);
  assert_int_equal(mkdir(str_to_c(&arena, directory), 0700), 0);
  Client client = {.unix_path = str_format(&arena, "%.*s/socket", STR_ARG(directory))};
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, client.unix_path, &seen, &listener), OK);
  run_echo(loop, &client, &seen);
  LoopListener *second = NULL;
  assert_int_equal(listen_at(loop, client.unix_path, &seen, &second), ERR_BUSY);
  loop_listener_close(listener);
  Str too_long = str_format(&arena, "%.*s/%s", STR_ARG(directory), name);
  assert_int_equal(listen_at(loop, too_long, &seen, &listener), ERR_USAGE);
  int fd;
  job_forgive(&job);
  assert_int_equal(loop_connect_unix(&job, client.unix_path, &fd), ERR_NOT_FOUND);
  assert_int_equal(rmdir(str_to_c(&arena, directory)), 0);
  loop_close(loop);
}

/* ---- TCP listeners ---- */

static void tcp_errors_say_why(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Seen seen;
  seen_init(&seen, loop);
  LoopListener *listener = NULL;
  LoopListener *second = NULL;
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), 0}, seen_accept, &seen, &listener), OK);
  int port = loop_listener_port(listener);
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), port}, seen_accept, &seen, &second), ERR_BUSY);
  Str words = str_format(&arena,
                         "port %d of 127.0.0.1 is taken; choose another port, or 0 for any free one",
                         port);
  assert_true(str_eq(job.message, words));
  static const Str bad[] = {STR("example.org"), STR(""), STR("127.0.0.1\0"), STR("1.2.3"),
                            STR("::1::")};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    assert_int_equal(loop_listen_tcp(&job, loop, (LoopTcp){bad[i], 0}, seen_accept, &seen, &second),
                     ERR_USAGE);
  }
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), 65536}, seen_accept, &seen, &second), ERR_USAGE);
  assert_int_equal(loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), -1}, seen_accept, &seen, &second),
                   ERR_USAGE);
  /* Nobody's address: set aside for documentation. */
  assert_int_equal(loop_listen_tcp(&job, loop, (LoopTcp){STR("192.0.2.1"), 0}, seen_accept, &seen, &second),
                   ERR_USAGE);
  assert_null(second);
  loop_listener_close(listener);
  loop_close(loop);
}

typedef struct Shortage {
  struct rlimit usual;
  Seen seen;
  LoopTimer *timer;
  double cpu_ms;
} Shortage;

static double thread_cpu_ms(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

static void end_shortage(void *context) {
  Shortage *shortage = context;
  assert_null(shortage->seen.stream); /* could not be accepted so far */
  /* Our own CPU time, whatever else the machine does: spinning takes it all. */
  assert_true(thread_cpu_ms() - shortage->cpu_ms < 75);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &shortage->usual), 0);
  loop_timer_stop(shortage->timer);
}

static void accepts_again_after_descriptors_ran_out(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Shortage shortage;
  seen_init(&shortage.seen, loop);
  shortage.seen.close_on_data = true;
  LoopListener *listener = NULL;
  assert_int_equal(listen_at(loop, in_folder("s"), &shortage.seen, &listener), OK);
  int fd;
  assert_int_equal(loop_connect_unix(&job, in_folder("s"), &fd), OK);
  write_all(fd, "hello", 5);
  int lowest_free = dup(fd);
  close(lowest_free);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &shortage.usual), 0);
  struct rlimit none_left = {(rlim_t)lowest_free, shortage.usual.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none_left), 0);
  shortage.timer = loop_timer_start(loop, 150, 0, end_shortage, &shortage);
  shortage.cpu_ms = thread_cpu_ms();
  loop_run(loop);
  assert_true(str_eq(buf_str(&shortage.seen.data), STR("hello")));
  close(fd);
  loop_close(loop); /* closes the listener too, and removes its file */
}

typedef struct OneGuest {
  Loop *loop;
  LoopListener *listener;
  int guests;
} OneGuest;

static void accept_one_then_close(void *context, LoopStream *stream) {
  OneGuest *one = context;
  one->guests++;
  loop_stream_close(stream); /* no handler yet */
  loop_listener_close(one->listener);
  loop_stop(one->loop);
}

static void listener_closes_while_accepting(void **state) {
  (void)state;
  Loop *loop = loop_open();
  OneGuest one = {.loop = loop};
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), 0}, accept_one_then_close, &one, &one.listener),
      OK);
  int first = connect_tcp4(loop_listener_port(one.listener));
  int second = connect_tcp4(loop_listener_port(one.listener));
  loop_run(loop);
  assert_int_equal(one.guests, 1);
  close(first);
  close(second);
  loop_close(loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      loop_test(echo_over_unix),
      loop_test(echo_over_tcp),
      loop_test(mapped_address_is_shown_as_ipv4),
      loop_test(stale_socket_is_replaced),
      loop_test(what_the_killed_left_is_removed),
      loop_test(full_backlog_is_busy),
      loop_test(other_files_are_left_alone),
      loop_test(long_paths_work),
      loop_test(too_long_names_are_refused),
      loop_test(tcp_errors_say_why),
      loop_test(accepts_again_after_descriptors_ran_out),
      loop_test(listener_closes_while_accepting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
