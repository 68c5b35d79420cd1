/* HTTP over real sockets: exact answers, keep-alive, framing, limits. */
#include <sys/resource.h>
#include <sys/wait.h>

#include "src/transport/http_internal.h"
#include "tests/unit/transport_server.h"

static void answers_exactly(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  client_ask(server, "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN
             "\r\nGET[]");
  client_ask(server, "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 21\r\n"
             PLAIN "\r\n{\"error\":\"not found\"}");
  client_ask(server, "POST /headers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
             "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n" PLAIN
             "Mcp-Session-Id: s1\r\nX-Split: aX-Evil: b\r\n\r\n");
  client_ask(server, "GET /a%20b/%C3%a4?q=%zz#f HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n" PLAIN
             "\r\n/a b/\xc3\xa4");
  client_ask(server, "GET /who HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n" PLAIN
             "\r\n127.0.0.1 ");
  server_stop(server);
}

#define ECHO_POST(body, len) \
  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " #len "\r\n" PLAIN "\r\nPOST[" body "]"

static void keeps_connections(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\none");
  client_expect(fd, ECHO_POST("one", 9));
  client_send(fd, "\r\nPOST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\ntwo");
  client_expect(fd, ECHO_POST("two", 9));
  client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  "Content-Length: 1\r\n\r\n3");
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n"
                    "Connection: close\r\n" PLAIN "\r\nPOST[3]");
  client_expect_end(fd);
  fd = client_dial(server);
  client_send(fd, "GET /echo HTTP/1.0\r\nHost: localhost\r\n\r\n");
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
                    "Connection: close\r\n" PLAIN "\r\nGET[]");
  client_expect_end(fd);
  fd = client_dial(server);
  for (int i = 0; i < 2; i++) {
    client_send(fd, "GET /echo HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
    client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
                      "Connection: keep-alive\r\n" PLAIN "\r\nGET[]");
  }
  close(fd);
  server_stop(server);
}

static void takes_bodies_in_chunks(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  for (int i = 0; i < 2; i++) {
    client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    client_send(fd, "5\r\nhel");
    client_send(fd, "lo\r\n6;note=x\r\n");
    client_send(fd, " world\r\n0\r\nTrailer: t\r\n\r\n");
    client_expect(fd, ECHO_POST("hello world", 17));
  }
  close(fd);
  server_stop(server);
}

static void continues_when_asked(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                  "Expect: 100-continue\r\n\r\n");
  client_expect(fd, "HTTP/1.1 100 Continue\r\n\r\n");
  client_send(fd, "ok");
  client_expect(fd, ECHO_POST("ok", 8));
  close(fd);
  /* Too large: refused instead of invited. */
  fd = client_dial(server);
  client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4194305\r\n"
                  "Expect: 100-continue\r\n\r\n");
  client_expect(fd, "HTTP/1.1 413 Content Too Large\r\nContent-Type: application/json\r\n"
                    "Content-Length: 49\r\nConnection: close\r\n" PLAIN
                    "\r\n{\"error\":\"the body is larger than 4194304 bytes\"}");
  client_expect_end(fd);
  server_stop(server);
}

static void answers_head_without_body(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "HEAD /echo HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n" PLAIN
                    "\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN
                    "\r\nGET[]");
  close(fd);
  server_stop(server);
}

static void release_first(Server *server) {
  transport_reply(server->held[0], 200, STR("text/plain"), STR("held"), NULL, 0);
  server->held[0] = NULL;
}

static void answers_in_order(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nsecond"
                  "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nth");
  wait_until(atomic_load(&server->requests) == 1);
  client_send(fd, "ird");
  server_call(server, release_first);
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN
                    "\r\nheld" ECHO_POST("second", 12) ECHO_POST("third", 11));
  assert_int_equal(atomic_load(&server->requests), 3);
  close(fd);
  server_stop(server);
}

/* Who asks for more than it reads waits, and loses nothing. */
static void bounds_pipelining(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  enum { REQUESTS = 300 };
  for (int i = 0; i < REQUESTS; i++) {
    client_send(fd, "GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  int before = -1;
  while (before != atomic_load(&server->requests) || !before) {
    before = atomic_load(&server->requests);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
  }
  assert_true(before < REQUESTS);
  const char *head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n" PLAIN
                     "\r\n";
  char *body = arena_heap_alloc(BIG_SIZE + 1);
  memset(body, 'x', BIG_SIZE);
  for (int i = 0; i < REQUESTS; i++) {
    client_expect(fd, head);
    client_expect(fd, body);
  }
  free(body);
  assert_int_equal(atomic_load(&server->requests), REQUESTS);
  close(fd);
  server_stop(server);
}

/* A client that ends its own side still gets its answers. */
static void answers_after_half_close(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  int fd = client_dial(server);
  client_send(fd, "GET /hold-deaf HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  shutdown(fd, SHUT_WR);
  wait_until(atomic_load(&server->requests) == 1);
  server_call(server, release_first);
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN
                    "\r\nheldHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
                    PLAIN "\r\nGET[]");
  client_expect_end(fd);
  server_stop(server);
}

static void expect_refusal(int fd, const char *status, const char *words) {
  Arena arena = {0};
  Str expected = str_format(&arena,
                            "HTTP/1.1 %s\r\nContent-Type: application/json\r\n"
                            "Content-Length: %zu\r\nConnection: close\r\n" PLAIN
                            "\r\n{\"error\":\"%s\"}",
                            status, strlen("{'error':''}") + strlen(words), words);
  client_expect(fd, str_to_c(&arena, expected));
  arena_clear(&arena);
  client_expect_end(fd);
}

static void ask_refused(const Server *server, Str request, const char *status, const char *words) {
  int fd = client_dial(server);
  client_send_str(fd, request);
  expect_refusal(fd, status, words);
}

static void refuses_what_is_malformed(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  ask_refused(server, STR("GET /echo HTTP/1.1\r\n\r\n"),
                "400 Bad Request", "bad request: the Host header is missing");
  ask_refused(server, STR("GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"),
                "400 Bad Request", "bad request: more than one Host header");
  ask_refused(server,
                STR("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                "400 Bad Request", "bad request: Content-Length and Transfer-Encoding are wrong or in "
                        "conflict");
  ask_refused(server, STR("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                "400 Bad Request", "bad request: the path holds a broken percent escape");
  ask_refused(server, STR("\x16\x03\x01\x02\r\n\r\n"),
                "400 Bad Request", "bad request: the request line holds bytes that must be escaped");
  ask_refused(server, STR("BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                "501 Not Implemented", "the request method is unknown");
  ask_refused(server, STR("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n"),
                "505 HTTP Version Not Supported", "only HTTP/1.0 and HTTP/1.1 are spoken here");
  server_stop(server);
}

static Str repeat(Arena *arena, const char *before, char byte, size_t count, const char *after) {
  Buf buf;
  buf_init(&buf, arena, 1 << 26);
  buf_add_c(&buf, before);
  for (size_t i = 0; i < count; i++) buf_add_byte(&buf, byte);
  buf_add_c(&buf, after);
  return buf_str(&buf);
}

static void refuses_what_is_too_large(void **state) {
  (void)state;
  Server *server = server_start(NULL);
  Arena arena = {0};
  ask_refused(server, repeat(&arena, "GET /", 'a', 9000, " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                "414 URI Too Long", "URI too long");
  ask_refused(server,
                repeat(&arena, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ", 'a', 33000, "\r\n\r\n"),
                "431 Request Header Fields Too Large", "the header lines are too large");
  ask_refused(server,
                repeat(&arena, "POST /size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4194305\r\n"
                               "\r\n", 'b', 4194305, ""),
                "413 Content Too Large", "the body is larger than 4194304 bytes");
  ask_refused(server,
                repeat(&arena, "POST /size HTTP/1.1\r\nHost: localhost\r\n"
                               "Transfer-Encoding: chunked\r\n\r\n400000\r\n", 'c', 4194304,
                       "\r\n1\r\nc\r\n0\r\n\r\n"),
                "413 Content Too Large", "the body is larger than 4194304 bytes");
  /* The largest that is accepted. */
  int fd = client_dial(server);
  client_send_str(fd, repeat(&arena, "POST /size HTTP/1.1\r\nHost: localhost\r\n"
                                     "Content-Length: 4194304\r\n\r\n", 'b', 4194304, ""));
  client_expect(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n" PLAIN
                    "\r\n4194304");
  close(fd);
  arena_clear(&arena);
  server_stop(server);
}

static void gives_up_on_the_slow(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX,
                                  .limits = {.header_ms = 1000, .read_ms = 1020, .idle_ms = 1040}};
  Server *server = server_start(&options);
  int silent = client_dial(server);
  int head = client_dial(server);
  client_send(head, "GET /echo HTTP/1.1\r\nHo");
  int body = client_dial(server);
  client_send(body, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab");
  int idle = client_dial(server);
  client_send(idle, "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client_expect(idle, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN
                      "\r\nGET[]");
  client_expect_end(silent);
  expect_refusal(head, "408 Request Timeout", "the headers took too long");
  expect_refusal(body, "408 Request Timeout", "the request took too long");
  client_expect_end(idle);
  server_stop(server);
}

#define ASK "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define ECHOED "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN "\r\nGET[]"

static int known_client(Server *server) {
  int client = client_dial(server);
  client_send(client, ASK);
  client_expect(client, ECHOED);
  return client;
}

static void limits_connections(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX, .limits.max_connections = 2};
  Server *server = server_start(&options);
  int first = known_client(server);
  int second = known_client(server);
  /* As often as somebody comes: those who are told so leave no room. */
  for (int i = 0; i < 3; i++) {
    int third = client_dial(server);
    expect_refusal(third, "503 Service Unavailable", "too many connections");
  }
  close(first);
  do {
    server_call(server, server_count);
  } while (atomic_load(&server->connections) > 1);
  client_ask(server, ASK, ECHOED);
  client_send(second, ASK);
  client_expect(second, ECHOED);
  close(second);
  server_stop(server);
}

/* Who has asked nothing makes room, the oldest first; who was let in stays. */
static void strangers_make_room(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX, .limits.max_connections = 3};
  Server *server = server_start(&options);
  int known = known_client(server);
  int silent = client_dial(server);
  int half = client_dial(server);
  client_send(half, "GET /echo HTTP/1.1\r\nHost: loc");
  int next = known_client(server);
  client_expect_end(silent);
  int last = known_client(server);
  client_expect_end(half);
  client_send(known, ASK);
  client_expect(known, ECHOED);
  int more = client_dial(server);
  expect_refusal(more, "503 Service Unavailable", "too many connections");
  close(known), close(next), close(last);
  server_stop(server);
}

/* A key is what makes known: open paths are asked for by anybody. */
static void wrong_keys_and_open_paths_make_nobody_known(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_RELAXED, .limits.max_connections = 2,
                                  .auth.env_key = STR("fathom_0123456789012345678901234567890123456789")};
  Server *server = server_start(&options);
  int asked = client_dial(server);
  client_send(asked, "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client_expect(asked, "HTTP/1.1 ");
  int wrong = client_dial(server);
  client_send(wrong, "GET /echo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n");
  client_expect(wrong, "HTTP/1.1 401 Unauthorized\r\n");
  static const char right[] = "GET /echo HTTP/1.1\r\nHost: localhost\r\n"
                              "Authorization: Bearer fathom_0123456789012345678901234567890123456789\r\n\r\n";
  int clients[2];
  for (size_t i = 0; i < COUNT_OF(clients); i++) {
    clients[i] = client_dial(server);
    client_send(clients[i], right);
    client_expect(clients[i], ECHOED);
  }
  int more = client_dial(server);
  expect_refusal(more, "503 Service Unavailable", "too many connections");
  for (size_t i = 0; i < COUNT_OF(clients); i++) close(clients[i]);
  close(asked), close(wrong);
  server_stop(server);
}

static void answer_held(Server *server) {
  transport_reply(server->held[0], 200, STR("text/plain"), STR("held"), NULL, 0);
}

static size_t bodies_held; /* as of the last server_call */
static void count_bodies(Server *server) { bodies_held = server->http->body_bytes; }

/* All that is held counts: bodies coming in and bodies of requests at work. */
static void limits_bodies(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX, 
                                  .limits = {.max_body = 30000, .max_bodies = 40000}};
  Server *server = server_start(&options);
  Arena arena = {0};
  Str large = repeat(&arena, "POST /hold-deaf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000\r\n\r\n",
                     'b', 30000, "");
  int held = client_dial(server);
  client_send_str(held, large);
  wait_until(atomic_load(&server->requests) == 1);
  server_call(server, count_bodies);
  assert_int_equal(bodies_held, 30000);
  int refused = client_dial(server);
  client_send_str(refused, large);
  expect_refusal(refused, "503 Service Unavailable",
                 "too many requests with large bodies at once; try again later");
  int unfinished = client_dial(server);
  client_send_str(unfinished, str_slice(large, 0, 5000));
  wait_until((server_call(server, count_bodies), bodies_held != 30000));
  close(unfinished);
  wait_until((server_call(server, count_bodies), bodies_held == 30000));
  server_call(server, answer_held);
  client_expect(held, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN
                      "\r\nheld");
  server_call(server, count_bodies);
  assert_int_equal(bodies_held, 0);
  /* One whose connection broke is not counted, nor counted off twice. */
  client_send_str(held, large);
  wait_until(atomic_load(&server->requests) == 2);
  struct linger at_once = {.l_onoff = 1};
  assert_int_equal(setsockopt(held, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once), 0);
  close(held);
  wait_until((server_call(server, count_bodies), !bodies_held));
  server->held[0] = server->held[1];
  server_call(server, answer_held);
  server_call(server, count_bodies);
  assert_int_equal(bodies_held, 0);
  arena_clear(&arena);
  server_stop(server);
}

/* 4096 connections need more than the usual 1024 descriptors; where no more
 * can be had, connections leave half of them to others. */
static void leaves_descriptors_to_others(void **state) {
  (void)state;
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit few = {.rlim_cur = 50, .rlim_max = 100};
    TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX};
    if (setrlimit(RLIMIT_NOFILE, &few)) _exit(1);
    Server *server = server_start(&options);
    if (server->err || getrlimit(RLIMIT_NOFILE, &few) || few.rlim_cur != 100) _exit(2);
    _exit(server->http->limits.max_connections == 50 ? 0 : 3);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  if (before.rlim_max < 8192) return;
  struct rlimit usual = {.rlim_cur = 1024, .rlim_max = before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX};
  Server *server = server_start(&options);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
  assert_true(usual.rlim_cur > 4096 + 512);
  assert_int_equal(server->http->limits.max_connections, 4096);
  server_stop(server);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static void speaks_ipv6(void **state) {
  (void)state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX, .address = STR("::1")};
  Server *server = server_start(&options);
  assert_int_equal(server->err, OK);
  client_ask(server, "GET /who HTTP/1.1\r\nHost: [::1]:2828\r\n\r\n",
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN
             "\r\n::1 ");
  server_stop(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_exactly),
      cmocka_unit_test(keeps_connections),
      cmocka_unit_test(takes_bodies_in_chunks),
      cmocka_unit_test(continues_when_asked),
      cmocka_unit_test(answers_head_without_body),
      cmocka_unit_test(answers_in_order),
      cmocka_unit_test(bounds_pipelining),
      cmocka_unit_test(answers_after_half_close),
      cmocka_unit_test(refuses_what_is_malformed),
      cmocka_unit_test(refuses_what_is_too_large),
      cmocka_unit_test(gives_up_on_the_slow),
      cmocka_unit_test(limits_connections),
      cmocka_unit_test(strangers_make_room),
      cmocka_unit_test(wrong_keys_and_open_paths_make_nobody_known),
      cmocka_unit_test(limits_bodies),
      cmocka_unit_test(leaves_descriptors_to_others),
      cmocka_unit_test(speaks_ipv6),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
