/* Event streams, clients that leave or do not read, and stopping. */
#include "tests/unit/os_scratch.h"
#include "tests/unit/transport_server.h"

#define STREAM_HEAD                                                                  \
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n" \
  "X-Accel-Buffering: no\r\n" PLAIN
#define STREAM_START                                                     \
  STREAM_HEAD "Mcp-Session-Id: s1\r\n\r\n"                               \
  "1b\r\nid: s1:0\nretry: 500\ndata:\n\n\r\n"                            \
  "18\r\nid: s1:1\ndata: {\"a\":1}\n\n\r\n"                              \
  "17\r\ndata: two\ndata: lines\n\n\r\n"
#define BEAT "e\r\n: keep-alive\n\n\r\n"
#define ECHOED                                                                            \
  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN "\r\nGET[]"
#define GET(path) "GET " path " HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define POST(path) "POST " path " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"

static void end_first(Server *server) {
  transport_stream_event(server->held[0], STR_EMPTY, STR("last"));
  transport_stream_end(server->held[0]);
  server->held[0] = NULL;
}

static void reply_first(Server *server) {
  transport_reply(server->held[0], 200, STR("text/plain"), STR("late"), NULL, 0);
  server->held[0] = NULL;
}

static void reply_second(Server *server) {
  server->held[0] = server->held[1];
  server->held[1] = NULL;
  reply_first(server);
}

static void streams_events(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, GET("/stream"));
  client_expect(fd, STREAM_START);
  server_call(server, server_count);
  assert_int_equal(atomic_load(&server->streams), 1);
  client_send(fd, GET("/echo")); /* waits for the stream to end */
  server_call(server, end_first);
  client_expect(fd, "c\r\ndata: last\n\n\r\n0\r\n\r\n" ECHOED);
  server_call(server, server_count);
  assert_int_equal(atomic_load(&server->streams), 0);
  assert_int_equal(atomic_load(&server->gone), 0);
  close(fd);
  server_stop(server);
}

static void streams_to_http_1_0(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "GET /stream HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                    "X-Accel-Buffering: no\r\nConnection: close\r\n" PLAIN
                    "Mcp-Session-Id: s1\r\n\r\nid: s1:0\nretry: 500\ndata:\n\n"
                    "id: s1:1\ndata: {\"a\":1}\n\ndata: two\ndata: lines\n\n");
  server_call(server, end_first);
  client_expect(fd, "data: last\n\n");
  client_expect_end(fd);
  server_stop(server);
}

static void end_held(Server *server) {
  for (size_t i = 0; i < HELD_MAX; i++) {
    if (!server->held[i]) continue;
    transport_stream_event(server->held[i], STR_EMPTY, STR("into the void"));
    transport_stream_end(server->held[i]);
    server->held[i] = NULL;
  }
}

static void keeps_streams_alive(void **state) {
  (void)state;
  /* Beats come seldom enough for a slow machine to keep up with all of them. */
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX,
                                  .limits = {.heartbeat_ms = 250, .idle_ms = 400, .header_ms = 60000,
                                             .write_stall_ms = 60000}};
  Server *server = server_start(&options);
  enum { STREAMS = 600 }; /* more than one turn's worth */
  static int fds[STREAMS];
  for (int i = 0; i < STREAMS; i++) {
    fds[i] = client_dial(server);
    client_send(fds[i], GET("/stream-deaf"));
  }
  for (int i = 0; i < STREAMS; i++) client_expect(fds[i], STREAM_HEAD "\r\n" BEAT BEAT);
  for (int i = 0; i < STREAMS; i++) close(fds[i]);
  /* With nobody told, a lost client shows when it is written to. */
  do {
    server_call(server, server_count);
  } while (atomic_load(&server->streams));
  server_call(server, end_held);
  server_stop(server);
}

static void tells_once_that_clients_left(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int holding = client_dial(server);
  client_send(holding, GET("/hold"));
  wait_until(atomic_load(&server->requests) == 1);
  int streaming = client_dial(server);
  client_send(streaming, GET("/stream"));
  client_expect(streaming, STREAM_START);
  close(holding);
  wait_until(atomic_load(&server->gone) == 1);
  struct linger reset = {.l_onoff = 1};
  setsockopt(streaming, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  close(streaming);
  wait_until(atomic_load(&server->gone) == 2);
  do {
    server_call(server, server_count);
  } while (atomic_load(&server->connections));
  assert_int_equal(atomic_load(&server->gone), 2);
  server_stop(server);
}

/* A handler that did not ask to be told may answer into the void. */
static void survives_answers_to_nobody(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, GET("/hold-deaf"));
  wait_until(atomic_load(&server->requests) == 1);
  struct linger reset = {.l_onoff = 1};
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  close(fd);
  do {
    server_call(server, server_count);
  } while (atomic_load(&server->connections));
  server_call(server, reply_first);
  server_stop(server);
}

static void flood(Server *server) {
  Arena arena = {0};
  Str data = {arena_alloc(&arena, 1 << 20), 1 << 20};
  memset((char *)data.ptr, 'x', data.len);
  for (int i = 0; i < 8; i++) transport_stream_event(server->held[0], STR_EMPTY, data);
  arena_clear(&arena);
}

static void drops_clients_that_do_not_read(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX,
                                  .limits.max_unsent = 1 << 20};
  Server *server = server_start(&options);
  int fd = client_dial(server);
  client_send(fd, GET("/stream"));
  wait_until(atomic_load(&server->requests) == 1);
  for (int i = 0; i < 4 && !atomic_load(&server->gone); i++) {
    server_call(server, flood);
    server_call(server, server_count);
  }
  wait_until(atomic_load(&server->gone) == 1);
  close(fd);
  server_stop(server);
}

static void drops_clients_that_stop_reading(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX,
                                  .limits = {.write_stall_ms = 50, .max_unsent = 1 << 30}};
  Server *server = server_start(&options);
  int fd = client_dial(server);
  client_send(fd, GET("/stream"));
  wait_until(atomic_load(&server->requests) == 1);
  server_call(server, flood);
  wait_until(atomic_load(&server->gone) == 1);
  close(fd);
  server_stop(server);
}

static void drains_when_stopped(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  server->drain_ms = 60000;
  int idle = client_dial(server);
  client_send(idle, GET("/echo"));
  client_expect(idle, ECHOED);
  int partial = client_dial(server);
  client_send(partial, "GET /ec");
  int listening = client_dial(server);
  client_send(listening, GET("/stream"));
  client_expect(listening, STREAM_START);
  int working = client_dial(server);
  client_send(working, POST("/hold"));
  wait_until(atomic_load(&server->requests) == 3);
  int uploading = client_dial(server);
  client_send(uploading, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n1");
  do {
    server_call(server, server_count);
  } while (atomic_load(&server->connections) < 5);
  server_call(server, server_begin_close);
  client_expect_end(idle);
  client_expect_end(partial);
  client_expect(listening, "0\r\n\r\n");
  client_expect_end(listening);
  wait_until(atomic_load(&server->gone) == 1);
  client_send(uploading, "2");
  client_expect(uploading, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n"
                           "Connection: close\r\n" PLAIN "\r\nPOST[12]");
  client_expect_end(uploading);
  server_call(server, reply_second);
  client_expect(working, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n"
                         "Connection: close\r\n" PLAIN "\r\nlate");
  client_expect_end(working);
  server_free(server);
}

static void does_not_wait_for_ever(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  server->drain_ms = 30;
  int working = client_dial(server);
  client_send(working, POST("/hold"));
  int streaming = client_dial(server);
  client_send(streaming, POST("/stream"));
  client_expect(streaming, STREAM_START);
  wait_until(atomic_load(&server->requests) == 2);
  server_call(server, server_begin_close);
  client_expect(streaming, "0\r\n\r\n");
  client_expect_end(streaming);
  client_expect_end(working);
  Server *waited = server;
  pthread_join(waited->thread, NULL);
  assert_int_equal(atomic_load(&waited->gone), 2);
  assert_null(waited->http);
  arena_clear(&waited->arena);
  free(waited);
}

static void ends_streams_of_revoked_keys(void **state) {
  Scratch *scratch = *state;
  Str path = scratch_str(scratch, "keys.json");
  Str first, second;
  scratch_ok(scratch, transport_keys_create(&scratch->job, path, STR("a"), STR("d"), &first));
  scratch_ok(scratch, transport_keys_create(&scratch->job, path, STR("b"), STR("d"), &second));
  TransportHttpOptions options = {.auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = path},
                                  .limits.heartbeat_ms = 20};
  Server *server = server_start(&options);
  int fds[2];
  for (int i = 0; i < 2; i++) {
    fds[i] = client_dial(server);
    client_send_str(fds[i], str_format(&scratch->arena,
                                       "GET /stream HTTP/1.1\r\nHost: localhost\r\n"
                                       "Authorization: Bearer %.*s\r\n\r\n",
                                       STR_ARG(i ? second : first)));
    client_expect(fds[i], STREAM_START BEAT);
  }
  TransportKeys keys;
  TransportKey revoked;
  scratch_ok(scratch, transport_keys_read(&scratch->job, path, &keys));
  scratch_ok(scratch, transport_keys_revoke(&scratch->job, path, keys.items[0].id, &revoked));
  wait_until(atomic_load(&server->gone) == 1);
  char last[7] = {0};
  for (char byte; recv(fds[0], &byte, 1, 0) == 1;) {
    memmove(last, last + 1, 5);
    last[4] = byte;
  }
  assert_memory_equal(last, "0\r\n\r\n", 5);
  close(fds[0]);
  client_expect(fds[1], BEAT BEAT BEAT);
  assert_int_equal(atomic_load(&server->gone), 1);
  close(fds[1]);
  server_stop(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(streams_events),
      cmocka_unit_test(streams_to_http_1_0),
      cmocka_unit_test(keeps_streams_alive),
      cmocka_unit_test(tells_once_that_clients_left),
      cmocka_unit_test(survives_answers_to_nobody),
      cmocka_unit_test(drops_clients_that_do_not_read),
      cmocka_unit_test(drops_clients_that_stop_reading),
      cmocka_unit_test(drains_when_stopped),
      cmocka_unit_test(does_not_wait_for_ever),
      SCRATCH_TEST(ends_streams_of_revoked_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
