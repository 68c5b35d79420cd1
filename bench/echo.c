/* The floor: the least a server on the same libraries can do. Answers every
 * line, or every HTTP request, with the same bytes, knowing nothing of what
 * was asked. Opened event streams stay open.
 * usage: echo stdio [ANSWER-FILE] | echo http PORT [ANSWER-FILE] */
#include <stdio.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/transport/transport.h"

#define ANSWER_MAX ((size_t)1 << 20)

static Loop *loop;
static TransportLines *lines;
static Str answer = {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 36};

static void stop(void *context) {
  (void)context;
  loop_stop(loop);
}

static void on_line(void *context, Str line) {
  (void)context;
  if (str_contains(line, STR("\"id\""))) transport_lines_send(lines, answer);
}

static void on_end(void *context) {
  (void)context;
  transport_lines_close(lines, 1000);
}

static void on_close(void *context, Err err) {
  (void)err;
  lines = NULL;
  stop(context);
}

static void serve_stdio(void) {
  TransportLinesHandler handler = {
      .loop = loop, .on_line = on_line, .on_end = on_end, .on_close = on_close};
  LoopStream *in = loop_stream_open_fd(loop, STDIN_FILENO, NULL);
  LoopStream *out = loop_stream_open_fd(loop, STDOUT_FILENO, NULL);
  lines = transport_lines_open(in, out, (size_t)1 << 20, (size_t)1 << 20, &handler);
  transport_lines_start(lines);
}

static void on_request(void *context, TransportExchange *exchange) {
  (void)context;
  if (str_eq_c(transport_method(exchange), "GET")) {
    transport_stream_begin(exchange, NULL, 0);
  } else {
    transport_reply(exchange, 200, STR("application/json"), answer, NULL, 0);
  }
}

static Err serve_http(Job *job, int port) {
  TransportHttpOptions options = {
      .address = STR("127.0.0.1"), .port = port, .auth = {.mode = TRANSPORT_AUTH_LAX}};
  TransportHttpHandler handler = {.on_request = on_request};
  TransportHttp *http;
  return transport_http_open(job, loop, &options, &handler, &http);
}

static Err serve(Job *job, int argc, char **argv) {
  bool is_http = argc > 1 && str_eq_c(str_from_c(argv[1]), "http");
  int64_t port = 0;
  if (is_http && (argc < 3 || !str_to_int(str_from_c(argv[2]), &port))) {
    return job_fail(job, ERR_USAGE, "usage: echo stdio [ANSWER-FILE] | echo http PORT [ANSWER-FILE]");
  }
  int file = is_http ? 3 : 2;
  if (argc > file) TRY(file_read(job, str_from_c(argv[file]), ANSWER_MAX, &answer));
  if (is_http) return serve_http(job, (int)port);
  serve_stdio();
  return OK;
}

int main(int argc, char **argv) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  loop = loop_open();
  loop_on_signal(loop, LOOP_TERMINATE, stop, NULL);
  Err err = serve(&job, argc, argv);
  if (err) {
    fprintf(stderr, "%.*s\n", STR_ARG(job_message(&job, err)));
    return 1;
  }
  loop_run(loop);
  transport_lines_drop(lines);
  loop_close(loop);
  arena_clear(&arena);
  return 0;
}
