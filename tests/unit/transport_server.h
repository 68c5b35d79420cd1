/* A server in a thread of its own, with a handler whose paths say what it
 * does, and a blocking client that compares bytes. */
#ifndef FATHOM_TESTS_TRANSPORT_SERVER_H
#define FATHOM_TESTS_TRANSPORT_SERVER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "src/transport/transport.h"

#define UNUSED __attribute__((unused))
#define HELD_MAX 1024
#define BIG_SIZE 100000

/* The headers every answer has. */
#define PLAIN "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"

typedef struct Server {
  TransportHttpOptions options;
  pthread_t thread;
  sem_t ready;
  sem_t called; /* by server_call */
  Arena arena;
  Err err;
  char message[512];

  Loop *loop;
  TransportHttp *http;
  int port;
  int64_t drain_ms;

  TransportExchange *held[HELD_MAX];
  size_t held_count;
  atomic_int requests;
  atomic_int gone;
  atomic_size_t connections;
  atomic_size_t streams;
} Server;

static Server *the_server;

static UNUSED void server_gone(void *context) {
  Server *server = the_server;
  for (size_t i = 0; i < HELD_MAX; i++) {
    if (server->held[i] == context) server->held[i] = NULL;
  }
  atomic_fetch_add(&server->gone, 1);
}

static UNUSED void server_hold(Server *server, TransportExchange *exchange, bool tell) {
  server->held[server->held_count++ % HELD_MAX] = exchange;
  if (tell) transport_on_gone(exchange, server_gone, exchange);
}

static UNUSED void server_request(void *context, TransportExchange *exchange) {
  Server *server = context;
  atomic_fetch_add(&server->requests, 1);
  Str path = transport_path(exchange);
  Arena *arena = transport_arena(exchange);
  Str plain = STR("text/plain");
  if (str_eq(path, STR("/echo"))) {
    Str text = str_format(arena, "%.*s[%.*s]", STR_ARG(transport_method(exchange)),
                          STR_ARG(transport_body(exchange)));
    transport_reply(exchange, 200, plain, text, NULL, 0);
  } else if (str_eq(path, STR("/who"))) {
    Str principal = transport_principal(exchange);
    Str text = str_format(arena, "%.*s %.*s", STR_ARG(transport_peer(exchange)),
                          STR_ARG(principal.len > 8 ? principal : STR_EMPTY));
    transport_reply(exchange, 200, plain, text, NULL, 0);
  } else if (str_eq(path, STR("/size"))) {
    transport_reply(exchange, 200, plain,
                    str_format(arena, "%zu", transport_body(exchange).len), NULL, 0);
  } else if (str_eq(path, STR("/big"))) {
    char *text = arena_alloc(arena, BIG_SIZE);
    memset(text, 'x', BIG_SIZE);
    transport_reply(exchange, 200, plain, (Str){text, BIG_SIZE}, NULL, 0);
  } else if (str_eq(path, STR("/headers"))) {
    TransportHeader headers[] = {{STR("Mcp-Session-Id"), STR("s1")},
                                 {STR("X-Split"), STR("a\r\nX-Evil: b")}};
    transport_reply(exchange, 202, STR_EMPTY, STR_EMPTY, headers, 2);
  } else if (str_eq(path, STR("/revoke"))) {
    (void)unlink(str_to_c(arena, server->options.auth.keys_path)); /* all keys */
    transport_reply(exchange, 200, plain, STR("gone"), NULL, 0);
  } else if (str_eq(path, STR("/hold"))) {
    server_hold(server, exchange, true);
  } else if (str_eq(path, STR("/hold-deaf"))) {
    server_hold(server, exchange, false);
  } else if (str_eq(path, STR("/stream"))) {
    TransportHeader header = {STR("Mcp-Session-Id"), STR("s1")};
    transport_stream_begin(exchange, &header, 1);
    transport_stream_retry(exchange, STR("s1:0"), 500);
    transport_stream_event(exchange, STR("s1:1"), STR("{\"a\":1}"));
    transport_stream_event(exchange, STR_EMPTY, STR("two\nlines"));
    server_hold(server, exchange, true);
  } else if (str_eq(path, STR("/stream-deaf"))) {
    transport_stream_begin(exchange, NULL, 0);
    server_hold(server, exchange, false);
  } else if (str_eq(path, STR("/a b/\xc3\xa4"))) {
    transport_reply(exchange, 200, plain, path, NULL, 0);
  } else {
    transport_reply_json_error(exchange, 404, STR("not found"));
  }
}

static UNUSED bool server_is_open(void *context, Str method, Str path) {
  (void)context;
  return str_eq(method, STR("GET")) && str_eq(path, STR("/open"));
}

static UNUSED void *server_main(void *context) {
  Server *server = context;
  Job job;
  job_init(&job, &server->arena);
  server->loop = loop_open();
  TransportHttpHandler handler = {server, server_request, server_is_open};
  server->err = transport_http_open(&job, server->loop, &server->options, &handler, &server->http);
  if (server->err) {
    Str words = job_message(&job, server->err);
    snprintf(server->message, sizeof server->message, "%.*s", STR_ARG(words));
    sem_post(&server->ready);
  } else {
    server->port = transport_http_port(server->http);
    sem_post(&server->ready);
    loop_run(server->loop);
  }
  loop_close(server->loop);
  return NULL;
}

/* Loopback without keys unless the options say otherwise. */
static UNUSED Server *server_start(const TransportHttpOptions *options) {
  Server *server = arena_heap_alloc(sizeof *server);
  if (options) {
    server->options = *options;
  } else {
    server->options.auth.mode = TRANSPORT_AUTH_LAX;
  }
  if (!server->options.address.len) server->options.address = STR("127.0.0.1");
  the_server = server;
  sem_init(&server->ready, 0, 0);
  sem_init(&server->called, 0, 0);
  assert_int_equal(pthread_create(&server->thread, NULL, server_main, server), 0);
  sem_wait(&server->ready);
  return server;
}

typedef struct ServerCall {
  Server *server;
  void (*function)(Server *server);
} ServerCall;

static UNUSED void server_called(void *context) {
  ServerCall *call = context;
  call->function(call->server);
  sem_post(&call->server->called);
}

/* Runs the function on the server's thread and waits for it. */
static UNUSED void server_call(Server *server, void (*function)(Server *server)) {
  ServerCall call = {server, function};
  loop_post(server->loop, server_called, &call);
  sem_wait(&server->called);
}

static UNUSED void server_count(Server *server) {
  atomic_store(&server->connections, transport_http_connections(server->http));
  atomic_store(&server->streams, transport_http_streams(server->http));
}

static UNUSED void server_done(void *context) {
  Server *server = context;
  server->http = NULL;
  loop_stop(server->loop);
}

static UNUSED void server_begin_close(Server *server) {
  transport_http_close(server->http, server->drain_ms, server_done, server);
}

static UNUSED void server_free(Server *server) {
  pthread_join(server->thread, NULL);
  arena_clear(&server->arena);
  sem_destroy(&server->ready);
  sem_destroy(&server->called);
  free(server);
  the_server = NULL;
}

static UNUSED void server_stop(Server *server) {
  if (!server->err) server_call(server, server_begin_close);
  server_free(server);
}

/* Polls for what another thread will make true; fails after a minute. */
#define wait_until(condition)                        \
  do {                                               \
    for (int tries_ = 0; !(condition); tries_++) {   \
      assert_true(tries_ < 30000);                   \
      nanosleep(&(struct timespec){0, 2000000}, NULL); \
    }                                                \
  } while (0)

/* ---- the client ---- */

static UNUSED int client_dial(const Server *server) {
  bool is_v6 = str_find_byte(server->options.address, ':') != STR_NONE;
  int fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_true(fd >= 0);
  struct timeval limit = {.tv_sec = 60};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)server->port)};
  v6.sin6_addr = in6addr_loopback;
  int failed = is_v6 ? connect(fd, (struct sockaddr *)&v6, sizeof v6)
                     : connect(fd, (struct sockaddr *)&v4, sizeof v4);
  assert_int_equal(failed, 0);
  return fd;
}

static UNUSED void client_send_str(int fd, Str text) {
  while (text.len) {
    ssize_t sent = send(fd, text.ptr, text.len, MSG_NOSIGNAL);
    assert_true(sent > 0);
    text = str_slice(text, (size_t)sent, text.len);
  }
}

static UNUSED void client_send(int fd, const char *text) { client_send_str(fd, str_from_c(text)); }

/* The next bytes are exactly these. */
static UNUSED void client_expect(int fd, const char *expected) {
  size_t want = strlen(expected);
  char *got = arena_heap_alloc(want + 1);
  size_t len = 0;
  while (len < want) {
    ssize_t n = recv(fd, got + len, want - len, 0);
    if (n <= 0) break;
    len += (size_t)n;
  }
  assert_string_equal(got, expected);
  free(got);
}

/* The server closed, or has nothing more to say than that. */
static UNUSED void client_expect_end(int fd) {
  char byte;
  ssize_t n = recv(fd, &byte, 1, 0);
  assert_true(n == 0 || (n < 0 && errno == ECONNRESET));
  close(fd);
}

/* One request on a connection of its own, and all of its answer. */
static UNUSED void client_ask(const Server *server, const char *request, const char *expected) {
  int fd = client_dial(server);
  client_send(fd, request);
  client_expect(fd, expected);
  close(fd);
}

#endif
