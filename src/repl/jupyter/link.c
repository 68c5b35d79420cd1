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

static void enter(ReplLink *link, ReplLinkPhase phase) {
  link->phase = phase;
  link->since_ms = job_now_ms();
  link->asked_ms = 0;
}

static Err prepare(Job *job, ReplLink *link) {
  TRY(repl_zmq_get(job, &link->zmq));
  arena_init(&link->arena);
  link->session = secret_random_hex(&link->arena, 16);
  link->pipes[0] = link->pipes[1] = -1;
  enter(link, REPL_LINK_STARTING);
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

static Err start_process(Job *job, ReplLink *link, const ReplKernel *kernel, const ReplKernelServe *serve) {
  const char *argv[REPL_KERNEL_ARGS + 1] = {0};
  for (size_t i = 0; kernel->argv[i]; i++) argv[i] = filled(job->arena, kernel->argv[i], link->file);
  ProcessOptions options = {.argv = argv, .directory = serve->directory, .env = kernel->env};
  TRY(process_open(job, &options, &link->process));
  descriptor_close(process_stdin(link->process));
  link->pipes[0] = process_stdout(link->process);
  link->pipes[1] = process_stderr(link->process);
  return OK;
}

Err repl_link_start(Job *job, ReplLink *link, const ReplKernel *kernel, const ReplKernelServe *serve, Str folder) {
  TRY(prepare(job, link));
  ReplConnection connection;
  TRY(repl_connection_new(job, &connection));
  connection.key = str_copy(&link->arena, connection.key);
  connection.kernel = str_copy(&link->arena, kernel->name);
  link->connection = connection;
  link->interrupted_by = kernel->interrupt_mode.len == 0 ? REPL_BY_EITHER
                         : str_eq(kernel->interrupt_mode, STR("message")) ? REPL_BY_MESSAGE : REPL_BY_SIGNAL;
  TRY(file_make_dir(job, folder, true));
  link->file = file_join(&link->arena, folder, str_format(&link->arena, "kernel-%.*s.json", STR_ARG(link->session)));
  TRY(file_write(job, link->file, repl_connection_spell(job->arena, &connection), 0600));
  Err err = start_process(job, link, kernel, serve);
  if (err) repl_link_close(job, link, 0);
  return err;
}

Err repl_link_attach(Job *job, ReplLink *link, const ReplConnection *connection) {
  TRY(prepare(job, link));
  link->connection = *connection;
  link->connection.address = str_copy(&link->arena, connection->address);
  link->connection.key = str_copy(&link->arena, connection->key);
  link->interrupted_by = REPL_BY_MESSAGE; /* its process is not ours to signal */
  if (repl_connection_is_there(job, connection, REPL_SHELL)) return OK;
  return job_fail(job, ERR_CLOSED, "nobody listens where the connection file says: that kernel has ended");
}

/* Without end, so that a kernel that prints much does not wait for us. */
static void read_pipe(Job *job, ReplLink *link, int *pipe) {
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
    if (old > link->words_len) old = link->words_len;
    memmove(link->words, link->words + link->words_len - old, old);
    memcpy(link->words + old, bytes + got - keep, keep);
    link->words_len = old + keep;
    if (got < sizeof bytes) return;
  }
}

/* Whether one of others is there is found out by connecting to it, which is work
 * for both sides: so now and then, not with every message. */
static bool is_foreign_gone(Job *job, ReplLink *link) {
  int64_t now = job_now_ms();
  if (link->phase != REPL_LINK_READY || now - link->looked_ms < REPL_LINK_LOOK_MS) return false;
  link->looked_ms = now;
  return !repl_connection_is_there(job, &link->connection, REPL_SHELL);
}

bool repl_link_has_ended(Job *job, ReplLink *link) {
  int status;
  if (!link->process) return is_foreign_gone(job, link);
  for (int i = 0; i < 2; i++) read_pipe(job, link, &link->pipes[i]);
  return process_has_ended(link->process, &status);
}

/* ---- messages ---- */

Err repl_link_send(Job *job, ReplLink *link, bool is_control, Str type, Str content, Str *ret_id) {
  ReplFrames frames;
  Str id = str_format(job->arena, "%.*s_%llu", STR_ARG(link->session), (unsigned long long)++link->count);
  ReplKernelMessage message = {.type = type, .id = id};
  repl_kernel_message_spell(job->arena, link->connection.key, &message, link->session, content, &frames);
  TRY(repl_zmq_send_all(job, link->zmq, is_control ? link->control : link->shell, frames.items, frames.count));
  *ret_id = id;
  return OK;
}

/* What stands in language_info, bounded. */
static void keep_text(char *to, size_t room, Job *job, Str text) {
  Str shown = str_shown(job->arena, text, room - 8);
  memcpy(to, shown.ptr, shown.len);
  to[shown.len] = '\0';
}

Err repl_link_receive(Job *job, ReplLink *link, void *socket, ReplKernelMessage *ret_message) {
  ReplFrames frames;
  TRY(repl_zmq_receive_all(job, link->zmq, socket, REPL_KERNEL_MESSAGE_MAX, &frames));
  TRY(repl_kernel_message_read(job, link->connection.key, &frames, &link->seen, ret_message));
  if (socket == link->iopub) link->is_heard = true;
  if (socket != link->shell || !str_eq(ret_message->type, STR("kernel_info_reply"))) return OK;
  const Json *language = json_get(ret_message->content, STR("language_info"));
  keep_text(link->language, sizeof link->language, job, json_get_str(language, STR("name"), STR("unknown")));
  keep_text(link->version, sizeof link->version, job, json_get_str(language, STR("version"), STR_EMPTY));
  link->is_known = true;
  return OK;
}

/* ---- from the start until it can be used ---- */

static Err connect_all(Job *job, ReplLink *link) {
  Str identity = secret_random_hex(job->arena, 16);
  struct {
    void **socket;
    ReplSocketKind kind;
    ReplChannel channel;
  } all[] = {{&link->iopub, REPL_ZMQ_SUB, REPL_IOPUB}, {&link->shell, REPL_ZMQ_DEALER, REPL_SHELL}, {&link->control, REPL_ZMQ_DEALER, REPL_CONTROL}};
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    /* iopub only hears, and what it hears is signed: it may come back after a
     * message that was too long for it. */
    ReplSocket how = {.kind = all[i].kind, .endpoint = repl_connection_endpoint(job->arena, &link->connection, all[i].channel),
                      .is_once = all[i].kind != REPL_ZMQ_SUB, .identity = all[i].kind == REPL_ZMQ_SUB ? STR_EMPTY : identity,
                      .max_message = REPL_KERNEL_MESSAGE_MAX, .queue = QUEUE, .linger_ms = 500};
    TRY(repl_zmq_open(job, link->zmq, &how, all[i].socket));
  }
  enter(link, REPL_LINK_GREETING);
  return OK;
}

static Err fail_late(Job *job, const ReplLink *link) {
  return job_fail(job, ERR_TIMEOUT, "the kernel is not ready after %d s: %s", START_MS / 1000,
                  link->phase == REPL_LINK_STARTING ? "it does not listen" : link->is_known ? "it tells nothing" :
                  "whoever listens there does not sign with its key");
}

/* Nothing is asked twice of a kernel that answers: it is greeted again only
 * until it is heard. */
static Err greet(Job *job, ReplLink *link) {
  Str id;
  int64_t now = job_now_ms();
  if (link->is_known && (link->is_heard || now - link->since_ms > UNHEARD_MS)) {
    enter(link, REPL_LINK_READY);
    if (link->file.len && file_remove(job, link->file)) job_forgive(job); /* the kernel has read it: a key less on disk */
    link->file = STR_EMPTY;
    return OK;
  }
  if (now - link->asked_ms < GREET_MS) return OK;
  link->asked_ms = now;
  return repl_link_send(job, link, false, STR("kernel_info_request"), STR("{}"), &id);
}

Err repl_link_advance(Job *job, ReplLink *link) {
  if (link->process && repl_link_has_ended(job, link)) return job_fail(job, ERR_CLOSED, "it ended before it was ready");
  if (link->phase != REPL_LINK_READY && job_now_ms() - link->since_ms > START_MS) return fail_late(job, link);
  if (link->phase == REPL_LINK_STARTING && repl_connection_is_there(job, &link->connection, REPL_SHELL) &&
      repl_connection_is_there(job, &link->connection, REPL_IOPUB) && repl_connection_is_there(job, &link->connection, REPL_CONTROL)) {
    TRY(connect_all(job, link));
  }
  return link->phase == REPL_LINK_GREETING ? greet(job, link) : OK;
}

/* ---- the end ---- */

void repl_link_interrupt(Job *job, ReplLink *link) {
  Str id;
  if (link->process && link->interrupted_by == REPL_BY_SIGNAL) {
    process_interrupt(link->process);
  } else if (link->control && repl_link_send(job, link, true, STR("interrupt_request"), STR("{}"), &id)) {
    job_forgive(job);
  }
}

static void close_sockets(ReplLink *link) {
  void **all[] = {&link->shell, &link->iopub, &link->control};
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    if (*all[i]) repl_zmq_close(link->zmq, *all[i]);
    *all[i] = NULL;
  }
}

void repl_link_close(Job *job, ReplLink *link, int64_t grace_ms) {
  Str id;
  int status;
  int64_t until = job_now_ms() + grace_ms;
  if (link->process && link->control && grace_ms > 0) {
    Str content = json_spell_one(job->arena, "restart", STR("false"));
    if (repl_link_send(job, link, true, STR("shutdown_request"), content, &id)) job_forgive(job);
    while (!process_has_ended(link->process, &status) && job_now_ms() < until) {
      for (int i = 0; i < 2; i++) read_pipe(job, link, &link->pipes[i]);
      descriptor_wait(link->pipes[1], 20);
    }
  }
  close_sockets(link);
  process_close(link->process, grace_ms > 0 ? 500 : 0);
  for (int i = 0; i < 2; i++) descriptor_close(link->pipes[i]);
  if (link->file.len && file_remove(job, link->file)) job_forgive(job);
  arena_clear(&link->arena);
  memset(link, 0, sizeof *link);
  link->pipes[0] = link->pipes[1] = -1;
}
