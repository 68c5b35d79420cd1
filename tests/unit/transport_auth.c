/* Who gets in: keys, addresses, hosts, origins; and what is not served. */
#include <sys/resource.h>

#include "src/transport/gate_internal.h"
#include "tests/unit/os_scratch.h"
#include "tests/unit/transport_server.h"

#define ENV_KEY "fathom_00000000000000000000000000000000000000aa"

static TransportHttpOptions keyed(TransportAuthMode mode) {
  return (TransportHttpOptions){.auth = {.mode = mode, .env_key = STR(ENV_KEY)}};
}

/* The answer to a request with these header lines: status and error. */
static void ask(const Server *server, const char *lines, const char *status, const char *words) {
  Arena arena = {0};
  Str request = str_format(&arena, "GET /echo HTTP/1.1\r\n%s\r\n", lines);
  bool is_401 = !strcmp(status, "401 Unauthorized");
  Str expected = str_format(&arena,
                            "HTTP/1.1 %s\r\nContent-Type: application/json\r\n"
                            "Content-Length: %zu\r\n" PLAIN "%s\r\n{\"error\":\"%s\"}",
                            status, strlen("{'error':''}") + strlen(words),
                            is_401 ? "WWW-Authenticate: Bearer\r\n" : "", words);
  client_ask(server, str_to_c(&arena, request), str_to_c(&arena, expected));
  arena_clear(&arena);
}

static void gets_in(const Server *server, const char *lines) {
  Arena arena = {0};
  Str request = str_format(&arena, "GET /echo HTTP/1.1\r\n%s\r\n", lines);
  client_ask(server, str_to_c(&arena, request),
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN
             "\r\nGET[]");
  arena_clear(&arena);
}

static void asks_for_a_key(void **state) {
  (void)state;
  TransportHttpOptions options = keyed(TRANSPORT_AUTH_RELAXED);
  Server *server = server_start(&options);
  const char *status = "401 Unauthorized";
  const char *words = "unauthorized";
  ask(server, "Host: localhost\r\n", status, words);
  ask(server, "Host: localhost\r\nAuthorization: Bearer\r\n", status, words);
  ask(server, "Host: localhost\r\nAuthorization: " ENV_KEY "\r\n", status, words);
  ask(server, "Host: localhost\r\nAuthorization: Basic " ENV_KEY "\r\n", status, words);
  ask(server, "Host: localhost\r\nAuthorization: Bearer " ENV_KEY "0\r\n", status, words);
  ask(server, "Host: localhost\r\nAuthorization: Bearer fathom_"
              "00000000000000000000000000000000000000ab\r\n", status, words);
  gets_in(server, "Host: localhost\r\nAuthorization: Bearer " ENV_KEY "\r\n");
  gets_in(server, "Host: localhost\r\nauthorization: bEARER  " ENV_KEY " \r\n");
  client_ask(server, "GET /who HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " ENV_KEY
                     "\r\n\r\n",
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 21\r\n" PLAIN
             "\r\n127.0.0.1 environment");
  /* An open path needs no key, but a Host like all others. */
  client_ask(server, "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 21\r\n"
             PLAIN "\r\n{\"error\":\"not found\"}");
  client_ask(server, "GET /open HTTP/1.1\r\nHost: evil.example\r\n\r\n",
             "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\n"
             "Content-Length: 74\r\n" PLAIN
             "\r\n{\"error\":\"forbidden: host 'evil.example' is not among http.allowed_hosts\"}");
  server_stop(server);
}

/* A body nobody may send is not waited for. */
static void refuses_before_the_body(void **state) {
  (void)state;
  TransportHttpOptions options = keyed(TRANSPORT_AUTH_RELAXED);
  Server *server = server_start(&options);
  int fd = client_dial(server);
  client_send(fd, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
                  "Expect: 100-continue\r\n\r\n");
  client_expect(fd, "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n"
                    "Content-Length: 24\r\nConnection: close\r\n" PLAIN
                    "WWW-Authenticate: Bearer\r\n\r\n{\"error\":\"unauthorized\"}");
  client_expect_end(fd);
  assert_int_equal(atomic_load(&server->requests), 0);
  /* Without a body the connection can go on. */
  fd = client_dial(server);
  for (int i = 0; i < 2; i++) {
    client_send(fd, "HEAD /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    client_expect(fd, "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n"
                      "Content-Length: 24\r\n" PLAIN "WWW-Authenticate: Bearer\r\n\r\n");
  }
  close(fd);
  server_stop(server);
}

#define BEARER "Authorization: Bearer " ENV_KEY "\r\n"

static void checks_hosts(void **state) {
  (void)state;
  TransportHttpOptions options = keyed(TRANSPORT_AUTH_RELAXED);
  static const Str hosts[] = {STR("box.lan"), STR("proxy.lan:8443"), STR("fe80::1")};
  options.auth.allowed_hosts = hosts;
  options.auth.host_count = COUNT_OF(hosts);
  Server *server = server_start(&options);
  static const char *const good[] = {
      "localhost",   "LocalHost:1", "127.0.0.1", "127.0.0.1:65535", "[::1]",        "[::1]:80",
      "box.lan",     "BOX.lan:5",   "localhost:", "proxy.lan:8443",  "[fe80::1]:9"};
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    char lines[256];
    snprintf(lines, sizeof lines, "Host: %s\r\n" BEARER, good[i]);
    gets_in(server, lines);
  }
  static const char *const bad[] = {
      "evil.example",  "localhost.evil.example", "evil.example:2828", "proxy.lan", "proxy.lan:1",
      "127.0.0.1.evil.example", "localhost:x",   "localhost:1:2",     "localhost@evil", "[::1",
      "[::1]x",        "::1",    "localhost.",   "127.0.0.2",         "0.0.0.0",   "2130706433"};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    char lines[256];
    char words[256];
    snprintf(lines, sizeof lines, "Host: %s\r\n" BEARER, bad[i]);
    snprintf(words, sizeof words, "forbidden: host '%s' is not among http.allowed_hosts", bad[i]);
    ask(server, lines, "403 Forbidden", words);
  }
  ask(server, "Host:\r\n" BEARER, "403 Forbidden",
      "forbidden: host '' is not among http.allowed_hosts");
  /* The host of an absolute target counts as well. */
  client_ask(server, "GET http://evil.example/echo HTTP/1.1\r\nHost: localhost\r\n" BEARER "\r\n",
             "HTTP/1.1 403 Forbidden\r\n");
  assert_int_equal(atomic_load(&server->requests), COUNT_OF(good));
  server_stop(server);
}

static void checks_origins(void **state) {
  (void)state;
  TransportHttpOptions options = keyed(TRANSPORT_AUTH_RELAXED);
  static const Str hosts[] = {STR("box.lan")};
  static const Str origins[] = {STR("https://app.example"), STR("vscode-webview://panel")};
  options.auth.allowed_hosts = hosts;
  options.auth.host_count = 1;
  options.auth.allowed_origins = origins;
  options.auth.origin_count = COUNT_OF(origins);
  Server *server = server_start(&options);
  static const char *const good[] = {"http://localhost",      "http://localhost:3000",
                                     "https://127.0.0.1:9",   "http://[::1]:6274",
                                     "https://app.example",   "HTTPS://APP.example",
                                     "vscode-webview://panel"};
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    char lines[256];
    snprintf(lines, sizeof lines, "Host: localhost\r\nOrigin: %s\r\n" BEARER, good[i]);
    gets_in(server, lines);
  }
  gets_in(server, "Host: box.lan:80\r\nOrigin: http://box.lan:80\r\n" BEARER);
  static const char *const bad[] = {"null",
                                    "http://evil.example",
                                    "https://app.example:444",
                                    "http://app.example",
                                    "http://localhost.evil.example",
                                    "http://localhost@evil.example",
                                    "http://localhost/",
                                    "localhost",
                                    "file://",
                                    "http://",
                                    "http://box.lan:81"};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    char lines[256];
    char words[256];
    snprintf(lines, sizeof lines, "Host: localhost\r\nOrigin: %s\r\n" BEARER, bad[i]);
    snprintf(words, sizeof words, "forbidden: origin '%s' is not among http.allowed_origins",
             bad[i]);
    ask(server, lines, "403 Forbidden", words);
  }
  assert_int_equal(atomic_load(&server->requests), COUNT_OF(good) + 1);
  server_stop(server);
}

static void checks_addresses(void **state) {
  (void)state;
  TransportHttpOptions options = keyed(TRANSPORT_AUTH_STRICT);
  Server *server = server_start(&options);
  gets_in(server, "Host: localhost\r\n" BEARER);
  ask(server, "Host: localhost\r\n", "401 Unauthorized", "unauthorized");
  server_stop(server);
  static const Str others[] = {STR("10.0.0.0/8"), STR("192.168.1.7"), STR("::1")};
  options.auth.allowed_addresses = others;
  options.auth.allowed_count = COUNT_OF(others);
  server = server_start(&options);
  ask(server, "Host: localhost\r\n" BEARER, "403 Forbidden",
      "forbidden: address '127.0.0.1' is not among http.allowed_addresses");
  server_stop(server);
  static const Str network[] = {STR("10.0.0.0/8"), STR("127.0.0.128/25"), STR("126.0.0.0/7")};
  options.auth.allowed_addresses = network;
  options.auth.allowed_count = 2;
  server = server_start(&options);
  ask(server, "Host: localhost\r\n" BEARER, "403 Forbidden",
      "forbidden: address '127.0.0.1' is not among http.allowed_addresses");
  server_stop(server);
  options.auth.allowed_count = 3;
  server = server_start(&options);
  gets_in(server, "Host: localhost\r\n" BEARER);
  server_stop(server);
}

static void bearer_lines(char *lines, size_t size, Str key) {
  snprintf(lines, size, "Host: localhost\r\nAuthorization: Bearer %.*s\r\n", STR_ARG(key));
}

static void forgets_revoked_keys_at_once(void **state) {
  Scratch *scratch = *state;
  Str path = scratch_str(scratch, "keys.json");
  Str first, second;
  scratch_ok(scratch,
             transport_keys_create(&scratch->job, path, STR("a"), STR("2026-11-15"), &first));
  TransportHttpOptions options = {
      .auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = path}};
  Server *server = server_start(&options);
  char one[256];
  char two[256];
  bearer_lines(one, sizeof one, first);
  gets_in(server, one);
  scratch_ok(scratch,
             transport_keys_create(&scratch->job, path, STR("b"), STR("2026-11-15"), &second));
  bearer_lines(two, sizeof two, second);
  gets_in(server, two);
  TransportKeys keys;
  TransportKey revoked;
  scratch_ok(scratch, transport_keys_read(&scratch->job, path, &keys));
  scratch_ok(scratch,
             transport_keys_revoke(&scratch->job, path, keys.items[0].id, &revoked));
  ask(server, one, "401 Unauthorized", "unauthorized");
  gets_in(server, two);
  /* A file others could have changed lets nobody in. */
  assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0666), 0);
  ask(server, two, "401 Unauthorized", "unauthorized");
  assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0600), 0);
  gets_in(server, two);
  assert_int_equal(unlink(scratch_path(scratch, "keys.json")), 0);
  ask(server, two, "401 Unauthorized", "unauthorized");
  server_stop(server);
}

/* The second request lies there before the first is answered, in one piece with
 * it, but begins behind it: who sends one, revokes the key and sends another must
 * not get in, however quickly. */
static void looks_again_for_what_follows(void **state) {
  static const char *const between[] = {"", "\r\n"};
  Scratch *scratch = *state;
  Str path = scratch_str(scratch, "keys.json");
  for (size_t i = 0; i < COUNT_OF(between); i++) {
    Str key;
    scratch_ok(scratch, transport_keys_create(&scratch->job, path, STR("a"), STR("2026-11-17"), &key));
    TransportHttpOptions options = {.auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = path}};
    Server *server = server_start(&options);
    char lines[256];
    bearer_lines(lines, sizeof lines, key);
    Arena *arena = scratch->job.arena;
    Str request = str_format(arena, "GET /revoke HTTP/1.1\r\n%s\r\n%sGET /echo HTTP/1.1\r\n%s\r\n", lines, between[i], lines);
    client_ask(server, str_to_c(arena, request),
               "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN "\r\ngone"
               "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: 24\r\n" PLAIN
               "WWW-Authenticate: Bearer\r\n\r\n{\"error\":\"unauthorized\"}");
    server_stop(server);
  }
}

static struct {
  int fds[2];
  Str requests[2];
} pair;

/* On the server's thread: both requests are there when the loop looks next. */
static void send_both(Server *server) {
  (void)server;
  for (int i = 0; i < 2; i++) client_send_str(pair.fds[i], pair.requests[i]);
}

/* Of two clients whose requests had both come when the first was looked at: the
 * keys are looked at once, so the second gets in although the first revoked its key.
 * Not so where something else came first: then the request may be a later one. */
static void looks_once_for_what_came_together(void **state) {
  static const char *const answers[][2] = {
      {"", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n" PLAIN "\r\ngone"},
      {"\r\n", "HTTP/1.1 401 Unauthorized\r\n"}};
  Scratch *scratch = *state;
  Arena *arena = scratch->job.arena;
  Str path = scratch_str(scratch, "keys.json");
  for (size_t i = 0; i < COUNT_OF(answers); i++) {
    Str key;
    scratch_ok(scratch, transport_keys_create(&scratch->job, path, STR("a"), STR("2026-11-17"), &key));
    TransportHttpOptions options = {.auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = path}};
    Server *server = server_start(&options);
    char lines[256];
    bearer_lines(lines, sizeof lines, key);
    Str echo = str_format(arena, "GET /echo HTTP/1.1\r\n%s\r\n", lines);
    pair.requests[0] = str_format(arena, "GET /revoke HTTP/1.1\r\n%s\r\n", lines);
    pair.requests[1] = str_format(arena, "%s%.*s", answers[i][0], STR_ARG(pair.requests[0]));
    for (int at = 0; at < 2; at++) { /* both are known */
      pair.fds[at] = client_dial(server);
      client_send_str(pair.fds[at], echo);
      client_expect(pair.fds[at], "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" PLAIN "\r\nGET[]");
    }
    server_call(server, send_both);
    client_expect(pair.fds[0], answers[0][1]);
    client_expect(pair.fds[1], answers[i][1]);
    client_send_str(pair.fds[0], echo);
    client_expect(pair.fds[0], "HTTP/1.1 401 Unauthorized\r\n");
    for (int at = 0; at < 2; at++) close(pair.fds[at]);
    server_stop(server);
  }
}

static TransportVerdict judge(TransportGate *gate, const TransportRequest *request) {
  TransportVerdict verdict;
  transport_gate_check(gate, request, &(TransportVisit){.peer = STR("127.0.0.1")}, &verdict);
  return verdict;
}

/* Whoever takes all descriptors must not lock out the holders of keys for
 * longer than he holds them. */
static void reads_keys_again_after_a_failure(void **state) {
  Scratch *scratch = *state;
  Str path = scratch_str(scratch, "keys.json");
  Str key;
  scratch_ok(scratch,
             transport_keys_create(&scratch->job, path, STR("a"), STR("2026-11-15"), &key));
  TransportHttpOptions options = {
      .address = STR("127.0.0.1"),
      .auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = path}};
  TransportGate gate;
  scratch_ok(scratch, transport_gate_open(&scratch->job, &options, &gate));
  TransportLimits limits = {.max_headers = 1000, .max_body = 1000};
  TransportRequest request;
  transport_request_init(&request, &limits);
  char lines[256];
  bearer_lines(lines, sizeof lines, key);
  Str bytes = str_format(&scratch->arena, "GET / HTTP/1.1\r\n%s\r\n", lines);
  assert_int_equal(transport_request_feed(&request, &bytes), TRANSPORT_STEP_HEAD);

  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  int without = judge(&gate, &request).status;
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
  assert_int_equal(without, 401);
  assert_int_equal(judge(&gate, &request).status, 0);
  transport_request_clear(&request);
  transport_gate_close(&gate);
}

static void refuses_to_start(const TransportHttpOptions *options, Err err, const char *words) {
  Server *server = server_start(options);
  assert_int_equal(server->err, err);
  if (!strstr(server->message, words)) fail_msg("'%s' lacks '%s'", server->message, words);
  server_stop(server);
}

static void refuses_unsafe_options(void **state) {
  Scratch *scratch = *state;
  TransportHttpOptions options = {.auth.mode = TRANSPORT_AUTH_LAX, .address = STR("0.0.0.0")};
  refuses_to_start(&options, ERR_DENIED, "only this machine may be served, not '0.0.0.0'");
  options.address = STR("::");
  refuses_to_start(&options, ERR_DENIED, "'fathom key create'");
  options.address = STR("192.168.0.1");
  refuses_to_start(&options, ERR_DENIED, "--no-auth");
  options = (TransportHttpOptions){
      .auth = {.mode = TRANSPORT_AUTH_RELAXED, .keys_path = scratch_str(scratch, "keys.json")}};
  refuses_to_start(&options, ERR_DENIED,
                   "no key exists yet: make one with 'fathom key create', or serve this machine "
                   "alone without one by --no-auth");
  options.auth.mode = TRANSPORT_AUTH_STRICT;
  refuses_to_start(&options, ERR_DENIED, "no key exists yet");
  options.auth.env_key = STR("secret");
  refuses_to_start(&options, ERR_USAGE, "the key given in the environment is not one");
  options.auth.env_key = STR(ENV_KEY);
  static const Str wrong[] = {STR("10.0.0.0/33")};
  options.auth.allowed_addresses = wrong;
  options.auth.allowed_count = 1;
  refuses_to_start(&options, ERR_USAGE, "'10.0.0.0/33' is no address to allow");
  scratch_file(scratch, "keys.json", "{\"keys\":[]}");
  assert_int_equal(chmod(scratch_path(scratch, "keys.json"), 0644), 0);
  options.auth.allowed_count = 0;
  refuses_to_start(&options, ERR_DENIED, "is open to other users (mode 0644)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(asks_for_a_key),         cmocka_unit_test(refuses_before_the_body),
      cmocka_unit_test(checks_hosts),           cmocka_unit_test(checks_origins),
      cmocka_unit_test(checks_addresses),       SCRATCH_TEST(forgets_revoked_keys_at_once),
      SCRATCH_TEST(looks_again_for_what_follows), SCRATCH_TEST(looks_once_for_what_came_together),
      SCRATCH_TEST(reads_keys_again_after_a_failure),
      SCRATCH_TEST(refuses_unsafe_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
