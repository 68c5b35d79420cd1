/* The kernel at the other end: its process, if it is ours, and the sockets
 * that code, answers and output go over. No code is sent before it has signed
 * who it is, and a socket whose kernel is gone is never connected again to
 * whoever listens there next. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/secret.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define START_MS 60000  /* until a kernel must listen, and again until it is ready */
#define GREET_MS 250    /* between two greetings */
#define UNHEARD_MS 5000 /* a kernel that says nothing on iopub while it is idle is taken so */
#define QUEUE 1000
#define MARK STR("{connection_file}")

static void enter(ReplWire *wire, ReplWirePhase phase) {
  wire->phase = phase;
  wire->since_ms = job_now_ms();
  wire->asked_ms = 0;
}

static Err prepare(Job *job, ReplWire *wire) {
  TRY(repl_zmq_get(job, &wire->zmq));
  arena_init(&wire->arena);
  wire->session = secret_random_hex(&wire->arena, 16);
  wire->pipes[0] = wire->pipes[1] = -1;
  enter(wire, REPL_WIRE_STARTING);
  return OK;
}

/* ---- a kernel of ours ---- */

/* A word of its command with the file's path in it. */
static const char *filled(Arena *arena, const char *word, Str file) {
  Buf text;
  Str rest = str_from_c(word);
  buf_init(&text, arena, FILE_PATH_MAX + 65536);
  for (;;) {
    size_t at = str_find(rest, MARK);
    buf_add(&text, str_slice(rest, 0, at == STR_NONE ? rest.len : at));
    if (at == STR_NONE) return str_to_c(arena, buf_str(&text));
    buf_add(&text, file);
    rest = str_slice(rest, at + MARK.len, rest.len);
  }
}

static Err start_process(Job *job, ReplWire *wire, const ReplKernel *kernel, const ReplKernelServe *serve) {
  const char *argv[REPL_KERNEL_ARGS + 1] = {0};
  for (size_t i = 0; kernel->argv[i]; i++) argv[i] = filled(job->arena, kernel->argv[i], wire->file);
  ProcessOptions options = {.argv = argv, .directory = serve->directory, .env = kernel->env};
  TRY(process_open(job, &options, &wire->process));
  descriptor_close(process_stdin(wire->process));
  wire->pipes[0] = process_stdout(wire->process);
  wire->pipes[1] = process_stderr(wire->process);
  return OK;
}

Err repl_wire_start(Job *job, ReplWire *wire, const ReplKernel *kernel, const ReplKernelServe *serve, Str folder) {
  TRY(prepare(job, wire));
  ReplConnection connection;
  TRY(repl_connection_new(job, &connection));
  connection.key = str_copy(&wire->arena, connection.key);
  connection.kernel = str_copy(&wire->arena, kernel->name);
  wire->connection = connection;
  wire->interrupted_by = kernel->interrupt_mode.len == 0 ? REPL_BY_EITHER
                         : str_eq(kernel->interrupt_mode, STR("message")) ? REPL_BY_MESSAGE : REPL_BY_SIGNAL;
  TRY(file_make_dir(job, folder, true));
  wire->file = file_join(&wire->arena, folder, str_format(&wire->arena, "kernel-%.*s.json", STR_ARG(wire->session)));
  TRY(file_write(job, wire->file, repl_connection_spell(job->arena, &connection), 0600));
  Err err = start_process(job, wire, kernel, serve);
  if (err) repl_wire_close(job, wire, 0);
  return err;
}

Err repl_wire_attach(Job *job, ReplWire *wire, const ReplConnection *connection) {
  TRY(prepare(job, wire));
  wire->connection = *connection;
  wire->connection.address = str_copy(&wire->arena, connection->address);
  wire->connection.key = str_copy(&wire->arena, connection->key);
  wire->interrupted_by = REPL_BY_MESSAGE; /* its process is not ours to signal */
  if (repl_connection_is_there(job, connection, REPL_SHELL)) return OK;
  return job_fail(job, ERR_CLOSED, "nobody listens where the connection file says: that kernel has ended");
}

/* Without end, so that a kernel that prints much does not wait for us. */
static void read_pipe(Job *job, ReplWire *wire, int *pipe) {
  char bytes[8192];
  size_t got = 0;
  while (*pipe >= 0 && descriptor_wait(*pipe, 0)) {
    if (descriptor_read(job, *pipe, bytes, sizeof bytes, &got) || !got) {
      job_forgive(job);
      descriptor_close(*pipe);
      *pipe = -1;
      return;
    }
    size_t keep = got < REPL_LAST_WORDS ? got : REPL_LAST_WORDS, old = REPL_LAST_WORDS - keep;
    if (old > wire->words_len) old = wire->words_len;
    memmove(wire->words, wire->words + wire->words_len - old, old);
    memcpy(wire->words + old, bytes + got - keep, keep);
    wire->words_len = old + keep;
    if (got < sizeof bytes) return;
  }
}

/* Whether one of others is there is found out by connecting to it, which is work
 * for both sides: so now and then, not with every message. */
static bool is_foreign_gone(Job *job, ReplWire *wire) {
  int64_t now = job_now_ms();
  if (wire->phase != REPL_WIRE_READY || now - wire->looked_ms < REPL_WIRE_LOOK_MS) return false;
  wire->looked_ms = now;
  return !repl_connection_is_there(job, &wire->connection, REPL_SHELL);
}

bool repl_wire_has_ended(Job *job, ReplWire *wire) {
  int status;
  if (!wire->process) return is_foreign_gone(job, wire);
  for (int i = 0; i < 2; i++) read_pipe(job, wire, &wire->pipes[i]);
  return process_has_ended(wire->process, &status);
}

/* ---- messages ---- */

Err repl_wire_send(Job *job, ReplWire *wire, bool is_control, Str type, Str content, Str *ret_id) {
  ReplFrames frames;
  Str id = str_format(job->arena, "%.*s_%llu", STR_ARG(wire->session), (unsigned long long)++wire->count);
  ReplKernelMessage message = {.type = type, .id = id};
  repl_kernel_message_spell(job->arena, wire->connection.key, &message, wire->session, content, &frames);
  TRY(repl_zmq_send_all(job, wire->zmq, is_control ? wire->control : wire->shell, frames.items, frames.count));
  *ret_id = id;
  return OK;
}

/* What stands in language_info, bounded. */
static void keep_text(char *to, size_t room, Job *job, Str text) {
  Str shown = str_shown(job->arena, text, room - 8);
  memcpy(to, shown.ptr, shown.len);
  to[shown.len] = '\0';
}

Err repl_wire_receive(Job *job, ReplWire *wire, void *socket, ReplKernelMessage *ret_message) {
  ReplFrames frames;
  TRY(repl_zmq_receive_all(job, wire->zmq, socket, REPL_KERNEL_MESSAGE_MAX, &frames));
  TRY(repl_kernel_message_read(job, wire->connection.key, &frames, &wire->seen, ret_message));
  if (socket == wire->iopub) wire->is_heard = true;
  if (socket != wire->shell || !str_eq(ret_message->type, STR("kernel_info_reply"))) return OK;
  const Json *language = json_get(ret_message->content, STR("language_info"));
  keep_text(wire->language, sizeof wire->language, job, json_get_str(language, STR("name"), STR("unknown")));
  keep_text(wire->version, sizeof wire->version, job, json_get_str(language, STR("version"), STR_EMPTY));
  wire->is_known = true;
  return OK;
}

/* ---- from the start until it can be used ---- */

static Err connect_all(Job *job, ReplWire *wire) {
  Str identity = secret_random_hex(job->arena, 16);
  struct {
    void **socket;
    ReplSocketKind kind;
    ReplChannel channel;
  } all[] = {{&wire->iopub, REPL_ZMQ_SUB, REPL_IOPUB}, {&wire->shell, REPL_ZMQ_DEALER, REPL_SHELL}, {&wire->control, REPL_ZMQ_DEALER, REPL_CONTROL}};
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    /* iopub only hears, and what it hears is signed: it may come back after a
     * message that was too long for it. */
    ReplSocket how = {.kind = all[i].kind, .endpoint = repl_connection_endpoint(job->arena, &wire->connection, all[i].channel),
                      .is_once = all[i].kind != REPL_ZMQ_SUB, .identity = all[i].kind == REPL_ZMQ_SUB ? STR_EMPTY : identity,
                      .max_message = REPL_KERNEL_MESSAGE_MAX, .queue = QUEUE, .linger_ms = 500};
    TRY(repl_zmq_open(job, wire->zmq, &how, all[i].socket));
  }
  enter(wire, REPL_WIRE_GREETING);
  return OK;
}

static Err fail_late(Job *job, const ReplWire *wire) {
  return job_fail(job, ERR_TIMEOUT, "the kernel is not ready after %d s: %s", START_MS / 1000,
                  wire->phase == REPL_WIRE_STARTING ? "it does not listen" : wire->is_known ? "it tells nothing" :
                  "whoever listens there does not sign with its key");
}

/* Nothing is asked twice of a kernel that answers: it is greeted again only
 * until it is heard. */
static Err greet(Job *job, ReplWire *wire) {
  Str id;
  int64_t now = job_now_ms();
  if (wire->is_known && (wire->is_heard || now - wire->since_ms > UNHEARD_MS)) {
    enter(wire, REPL_WIRE_READY);
    if (wire->file.len && file_remove(job, wire->file)) job_forgive(job); /* the kernel has read it: a key less on disk */
    wire->file = STR_EMPTY;
    return OK;
  }
  if (now - wire->asked_ms < GREET_MS) return OK;
  wire->asked_ms = now;
  return repl_wire_send(job, wire, false, STR("kernel_info_request"), STR("{}"), &id);
}

Err repl_wire_advance(Job *job, ReplWire *wire) {
  if (wire->process && repl_wire_has_ended(job, wire)) return job_fail(job, ERR_CLOSED, "it ended before it was ready");
  if (wire->phase != REPL_WIRE_READY && job_now_ms() - wire->since_ms > START_MS) return fail_late(job, wire);
  if (wire->phase == REPL_WIRE_STARTING && repl_connection_is_there(job, &wire->connection, REPL_SHELL) &&
      repl_connection_is_there(job, &wire->connection, REPL_IOPUB) && repl_connection_is_there(job, &wire->connection, REPL_CONTROL)) {
    TRY(connect_all(job, wire));
  }
  return wire->phase == REPL_WIRE_GREETING ? greet(job, wire) : OK;
}

/* ---- the end ---- */

void repl_wire_interrupt(Job *job, ReplWire *wire) {
  Str id;
  if (wire->process && wire->interrupted_by == REPL_BY_SIGNAL) {
    process_interrupt(wire->process);
  } else if (wire->control && repl_wire_send(job, wire, true, STR("interrupt_request"), STR("{}"), &id)) {
    job_forgive(job);
  }
}

static void close_sockets(ReplWire *wire) {
  void **all[] = {&wire->shell, &wire->iopub, &wire->control};
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    if (*all[i]) repl_zmq_close(wire->zmq, *all[i]);
    *all[i] = NULL;
  }
}

void repl_wire_close(Job *job, ReplWire *wire, int64_t grace_ms) {
  Str id;
  int status;
  int64_t until = job_now_ms() + grace_ms;
  if (wire->process && wire->control && grace_ms > 0) {
    Str content = json_spell_one(job->arena, "restart", STR("false"));
    if (repl_wire_send(job, wire, true, STR("shutdown_request"), content, &id)) job_forgive(job);
    while (!process_has_ended(wire->process, &status) && job_now_ms() < until) {
      for (int i = 0; i < 2; i++) read_pipe(job, wire, &wire->pipes[i]);
      descriptor_wait(wire->pipes[1], 20);
    }
  }
  close_sockets(wire);
  process_close(wire->process, grace_ms > 0 ? 500 : 0);
  for (int i = 0; i < 2; i++) descriptor_close(wire->pipes[i]);
  if (wire->file.len && file_remove(job, wire->file)) job_forgive(job);
  arena_clear(&wire->arena);
  memset(wire, 0, sizeof *wire);
  wire->pipes[0] = wire->pipes[1] = -1;
}
