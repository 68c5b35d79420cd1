/* The floor: the least a server on the same libraries can do. Answers every
 * line, or every HTTP request, with the same bytes, knowing nothing of what
 * was asked. Opened event streams stay open.
 * usage: echo stdio | echo http PORT */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "src/transport/transport.h"

#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

static Loop *loop;
static TransportLines *lines;

static void stop(void *context) {
  (void)context;
  loop_stop(loop);
}

static void on_line(void *context, Str line) {
  (void)context;
  if (str_contains(line, STR("\"id\""))) transport_lines_send(lines, STR(ANSWER));
}

static void on_end(void *context) {
  (void)context;
  transport_lines_close(lines, 1000);
}

static void on_close(void *context, Err err) {
  (void)err;
  stop(context);
}

static void serve_stdio(void) {
  TransportLinesHandler handler = {.on_line = on_line, .on_end = on_end, .on_close = on_close};
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
    transport_reply(exchange, 200, STR("application/json"), STR(ANSWER), NULL, 0);
  }
}

static Err serve_http(Job *job, int port) {
  TransportHttpOptions options = {
      .address = STR("127.0.0.1"), .port = port, .auth = {.mode = TRANSPORT_AUTH_LAX}};
  TransportHttpHandler handler = {.on_request = on_request};
  TransportHttp *http;
  TRY(transport_http_open(job, loop, &options, &handler, &http));
  fprintf(stderr, "listening on %d\n", transport_http_port(http));
  return OK;
}

int main(int argc, char **argv) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  loop = loop_open();
  loop_on_signal(loop, SIGTERM, stop, NULL);
  int64_t port = 0;
  Err err = OK;
  if (argc == 3 && str_eq_c(str_from_c(argv[1]), "http") && str_to_int(str_from_c(argv[2]), &port)) {
    err = serve_http(&job, (int)port);
  } else {
    serve_stdio();
  }
  if (err) {
    fprintf(stderr, "%.*s\n", STR_ARG(job_message(&job, err)));
    return 1;
  }
  loop_run(loop);
  loop_close(loop);
  arena_clear(&arena);
  return 0;
}
