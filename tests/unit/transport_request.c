/* Requests from bytes: the same however they are cut, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/transport/request_internal.h"

static const TransportLimits limits = {.max_body = 100, .max_headers = 1000};

/* Each call gets bytes of its own, so that borrowing too long shows. */
static TransportStep feed_piece(TransportRequest *request, Str piece, size_t *ret_taken) {
  char *copy = arena_heap_alloc(piece.len + 1);
  memcpy(copy, piece.ptr, piece.len);
  Str bytes = {copy, piece.len};
  TransportStep step = transport_request_feed(request, &bytes);
  *ret_taken = piece.len - bytes.len;
  free(copy);
  return step;
}

/* Feeds in pieces of `size`; the last step, and how much was not taken. */
static TransportStep feed(TransportRequest *request, Str text, size_t size, size_t *ret_rest) {
  TransportStep step = TRANSPORT_STEP_MORE;
  bool had_head = false;
  while (true) {
    size_t taken;
    step = feed_piece(request, str_slice(text, 0, size), &taken);
    text = str_slice(text, taken, text.len);
    if (step == TRANSPORT_STEP_HEAD) {
      assert_false(had_head);
      had_head = true;
      continue;
    }
    if (step != TRANSPORT_STEP_MORE || !text.len) break;
  }
  if (ret_rest) *ret_rest = text.len;
  return step;
}

static void reads_however_cut(void **state) {
  (void)state;
  Str text = STR("POST /a%2fb?c HTTP/1.1\r\nHost: localhost:1\r\nX-One: \t v 1 \r\nX-Empty:\r\n"
                 "x-one: second\r\nTransfer-Encoding: Chunked\r\n\r\n"
                 "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nT: r\r\n\r\nGET");
  for (size_t size = 1; size <= text.len; size++) {
    TransportRequest request;
    transport_request_init(&request, &limits);
    size_t rest;
    assert_int_equal(feed(&request, text, size, &rest), TRANSPORT_STEP_DONE);
    assert_int_equal(rest, 3);
    assert_string_equal(request.method, "POST");
    assert_true(str_eq(request.path, STR("/a/b")));
    assert_true(str_eq(transport_request_header(&request, "host"), STR("localhost:1")));
    assert_true(str_eq(transport_request_header(&request, "X-ONE"), STR("v 1")));
    assert_true(str_eq(transport_request_header(&request, "X-Empty"), STR("")));
    assert_true(str_eq(transport_request_header(&request, "T"), STR("")));
    assert_int_equal(request.body_len, 5);
    assert_memory_equal(request.body, "abcde", 5);
    assert_true(request.keep_alive);
    transport_request_clear(&request);
  }
}

static void reads_targets(void **state) {
  (void)state;
  static const struct {
    const char *target, *path, *authority;
  } cases[] = {{"/", "/", ""},
               {"/x#y", "/x", ""},
               {"//x/../y", "//x/../y", ""},
               {"/%2e%2E/etc", "/../etc", ""},
               {"http://h:1/p?q", "/p", "h:1"},
               {"HTTPS://h", "/", "h"},
               {"http://h?q", "/", "h"}};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Arena arena = {0};
    Str text = str_format(&arena, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", cases[i].target);
    TransportRequest request;
    transport_request_init(&request, &limits);
    assert_int_equal(feed(&request, text, text.len, NULL), TRANSPORT_STEP_DONE);
    assert_string_equal(str_to_c(&arena, request.path), cases[i].path);
    assert_string_equal(str_to_c(&arena, request.authority), cases[i].authority);
    transport_request_clear(&request);
    arena_clear(&arena);
  }
  TransportRequest request;
  transport_request_init(&request, &limits);
  assert_int_equal(feed(&request, STR("GET /a%00b HTTP/1.1\r\nHost: h\r\n\r\n"), 99, NULL),
                   TRANSPORT_STEP_DONE);
  assert_true(str_eq(request.path, STR("/a\0b")));
  transport_request_clear(&request);
}

static void knows_when_to_close(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool keep_alive;
  } cases[] = {{"GET / HTTP/1.1\r\nHost: h\r\n\r\n", true},
               {"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", false},
               {"GET / HTTP/1.0\r\nHost: h\r\n\r\n", false},
               {"GET / HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n", true},
               {"GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
                true}};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    TransportRequest request;
    transport_request_init(&request, &limits);
    assert_int_equal(feed(&request, str_from_c(cases[i].text), 1000, NULL), TRANSPORT_STEP_DONE);
    assert_int_equal(request.keep_alive, cases[i].keep_alive);
    transport_request_clear(&request);
  }
}

#define POST(lines) "POST / HTTP/1.1\r\nHost: h\r\n" lines

static void refuses(void **state) {
  (void)state;
  static const struct {
    Str text;
    int status;
  } cases[] = {
      /* line ends and control bytes */
      {STR("GET / HTTP/1.1\nHost: h\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\n\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\0i\r\n\r\n"), 400},
      {STR("GET /\x80 HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("GET /\t HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      /* header lines */
      {STR("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost : h\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\nnothing\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\n: v\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\n\r\n"), 400},
      {STR("GET / HTTP/1.0\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\nhost: h\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\nOrigin: a\r\nOrigin: b\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: a\r\nauthorization: b\r\n\r\n"), 400},
      /* request lines */
      {STR("GET  / HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("GET / RTSP/1.0\r\nHost: h\r\n\r\n"), 400},
      {STR("GET / HTTP/1.1 \r\nHost: h\r\n\r\n"), 400},
      {STR("GET x HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("GET * HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("GET /%4 HTTP/1.1\r\nHost: h\r\n\r\n"), 400},
      {STR("get / HTTP/1.1\r\nHost: h\r\n\r\n"), 501},
      {STR("GET / HTTP/1.2\r\nHost: h\r\n\r\n"), 505},
      {STR("GET / HTTP/0.9\r\nHost: h\r\n\r\n"), 505},
      {STR("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505},
      /* framing */
      {STR(POST("Content-Length: 1\r\nContent-Length: 1\r\n\r\n")), 400},
      {STR(POST("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n")), 400},
      {STR(POST("Content-Length: -1\r\n\r\n")), 400},
      {STR(POST("Content-Length: 1, 1\r\n\r\n")), 400},
      {STR(POST("Content-Length: 99999999999999999999999\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding: chunked, identity\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding: gzip, chunked\r\n\r\n")), 501},
      {STR(POST("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding: chunked\r\ntransfer-encoding:\r\n\r\n0\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")), 400},
      {STR(POST("Transfer-Encoding: chunked\r\n\r\nx\r\n")), 400},
      {STR("POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400},
      {STR(POST("Expect: tea\r\n\r\n")), 417},
      /* sizes */
      {STR(POST("Content-Length: 101\r\n\r\n")), 413},
      {STR(POST("Transfer-Encoding: chunked\r\n\r\n65\r\n")), 413},
      {STR(POST("Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n64\r\n")), 413},
      {STR(POST("Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n")), 413},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    for (size_t size = 1; size < 200; size += 198) {
      TransportRequest request;
      transport_request_init(&request, &limits);
      TransportStep step = feed(&request, cases[i].text, size, NULL);
      if (step != TRANSPORT_STEP_BAD || request.status != cases[i].status) {
        fail_msg("case %zu in pieces of %zu: step %d, status %d %s", i, size, (int)step,
                 request.status, request.words ? request.words : "");
      }
      transport_request_clear(&request);
    }
  }
}

/* `count` lines "X: xxx..." of 20 bytes each. */
static Str many_lines(Arena *arena, size_t count) {
  Buf buf;
  buf_init(&buf, arena, 1 << 20);
  buf_add_c(&buf, "GET / HTTP/1.1\r\nHost: h\r\n");
  for (size_t i = 0; i < count; i++) buf_add_c(&buf, "X: 123456789012345\r\n");
  buf_add_c(&buf, "\r\n");
  return buf_str(&buf);
}

static void bounds_heads(void **state) {
  (void)state;
  Arena arena = {0};
  TransportRequest request;
  transport_request_init(&request, &limits);
  assert_int_equal(feed(&request, many_lines(&arena, 48), 7, NULL), TRANSPORT_STEP_DONE);
  transport_request_clear(&request);
  transport_request_init(&request, &limits);
  assert_int_equal(feed(&request, many_lines(&arena, 49), 7, NULL), TRANSPORT_STEP_BAD);
  assert_int_equal(request.status, 431);
  transport_request_clear(&request);
  TransportLimits wide = {.max_body = 1, .max_headers = 1 << 20};
  transport_request_init(&request, &wide);
  assert_int_equal(feed(&request, many_lines(&arena, TRANSPORT_HEADER_LINES_MAX), 999, NULL),
                   TRANSPORT_STEP_BAD); /* and Host: one too many */
  assert_int_equal(request.status, 431);
  transport_request_clear(&request);
  /* A line that never ends is refused before the limit of all headers. */
  transport_request_init(&request, &wide);
  Buf buf;
  buf_init(&buf, &arena, 1 << 20);
  for (size_t i = 0; i < TRANSPORT_TARGET_MAX + 100; i++) buf_add_byte(&buf, 'a');
  assert_int_equal(feed(&request, buf_str(&buf), 4096, NULL), TRANSPORT_STEP_BAD);
  assert_int_equal(request.status, 414);
  transport_request_clear(&request);
  arena_clear(&arena);
}

/* Wherever a line stands among many: those that are known by their place, and
 * those behind them. */
static void finds_lines_behind_many(void **state) {
  (void)state;
  for (size_t before = 0; before < TRANSPORT_HEADER_LINES_KNOWN + 4; before++) {
    for (size_t between = 0; between < 4; between++) {
      Arena arena = {0};
      Buf buf;
      buf_init(&buf, &arena, 1 << 20);
      buf_add_c(&buf, "GET / HTTP/1.1\r\nHost: h\r\n");
      for (size_t i = 0; i < before; i++) buf_add_format(&buf, "X-%zu: %zu\r\n", i, i);
      buf_add_c(&buf, "Origin: http://one\r\n");
      for (size_t i = 0; i < between; i++) buf_add_c(&buf, "Y: y\r\n");
      Str once = str_format(&arena, "%.*sX-Last: last\r\n\r\n", STR_ARG(buf_str(&buf)));
      Str twice = str_format(&arena, "%.*sorigin: http://two\r\nX-Last: last\r\n\r\n", STR_ARG(buf_str(&buf)));
      TransportRequest request;
      transport_request_init(&request, &limits);
      assert_int_equal(feed(&request, once, once.len, NULL), TRANSPORT_STEP_DONE);
      assert_true(str_eq(transport_request_header(&request, "origin"), STR("http://one")));
      assert_true(str_eq(transport_request_header(&request, "x-last"), STR("last")));
      assert_true(str_eq(transport_request_header(&request, "x-2"), before > 2 ? STR("2") : STR_EMPTY));
      assert_int_equal(transport_request_header(&request, "x-none").len, 0);
      transport_request_clear(&request);
      transport_request_init(&request, &limits);
      assert_int_equal(feed(&request, twice, twice.len, NULL), TRANSPORT_STEP_BAD);
      assert_int_equal(request.status, 400);
      transport_request_clear(&request);
      arena_clear(&arena);
    }
  }
}

/* Any byte in a name, in a value and in the request line. */
static void knows_each_byte(void **state) {
  (void)state;
  static const char token[] = "!#$%&'*+-.^_`|~";
  for (int byte = 1; byte < 256; byte++) {
    if (byte == '\r' || byte == '\n') continue;
    bool is_name = byte_is_plain(byte) || strchr(token, byte), is_value = byte == '\t' || (byte >= ' ' && byte != 0x7f);
    bool is_target = byte > ' ' && byte < 0x7f && byte != '%' && byte != '"' && byte != '<' && byte != '>' && byte != '\\' && byte != '^' &&
                     byte != '`' && byte != '{' && byte != '|' && byte != '}';
    const struct {
      const char *before, *after;
      bool is_good, is_told;
    } cases[] = {{"GET / HTTP/1.1\r\nHost: h\r\nX", "Y: v\r\n\r\n", is_name, byte != ':'},
                 {"GET / HTTP/1.1\r\nHost: h\r\nX: v", "w\r\n\r\n", is_value, true},
                 {"GET /?a", "b HTTP/1.1\r\nHost: h\r\n\r\n", is_target, byte <= ' ' || byte >= 0x7f || is_target}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
      char text[128];
      int len = snprintf(text, sizeof text, "%s%c%s", cases[i].before, byte, cases[i].after);
      TransportRequest request;
      transport_request_init(&request, &limits);
      TransportStep step = feed(&request, (Str){text, (size_t)len}, (size_t)len, NULL);
      if (cases[i].is_told) assert_int_equal(step, cases[i].is_good ? TRANSPORT_STEP_DONE : TRANSPORT_STEP_BAD);
      transport_request_clear(&request);
    }
  }
}

static void bounds_chunk_framing(void **state) {
  (void)state;
  Arena arena = {0};
  Buf buf;
  buf_init(&buf, &arena, 1 << 20);
  buf_add_c(&buf, POST("Transfer-Encoding: chunked\r\n\r\n1;"));
  for (size_t i = 0; i < 1001; i++) buf_add_byte(&buf, 'a');
  TransportRequest request;
  transport_request_init(&request, &limits);
  assert_int_equal(feed(&request, buf_str(&buf), 100, NULL), TRANSPORT_STEP_BAD);
  assert_int_equal(request.status, 431);
  transport_request_clear(&request);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_however_cut), cmocka_unit_test(reads_targets),
      cmocka_unit_test(knows_when_to_close), cmocka_unit_test(refuses),
      cmocka_unit_test(bounds_heads),      cmocka_unit_test(bounds_chunk_framing),
      cmocka_unit_test(finds_lines_behind_many), cmocka_unit_test(knows_each_byte),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
