/* A kernel served as a session: one thread that listens to the clients on one
 * side and the kernel on the other. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/secret.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define TELL_MS 30    /* between two events about what is printed */
#define LATE_MS 1500  /* after its reply for a kernel to tell that it printed all */
#define VALUE_MS 25   /* for a value to come */
#define TARDY_MS 300  /* the same of a kernel that was once later than that */
#define URGE_MS 1000  /* for a kernel to answer that it was interrupted */
#define TICK_MS 20    /* while something is waited for that no socket tells */
#define GRACE_MS 3000 /* for a kernel to end by itself */
#define ROUND 64      /* messages of one socket before the others have their turn */
#define PROGRESS STR("application/vnd.fathom.progress+json")

/* ---- code ---- */

/* Input is not offered, since nobody sits at the kernel to give it. An error in
 * one piece of code does not take away those that wait behind it, which may be
 * other clients'. */
static Str spell_code(Arena *arena, Str code) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, 2 * REPL_KERNEL_MESSAGE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "code", code);
  json_field_bool(&json, "silent", false);
  json_field_bool(&json, "store_history", true);
  json_field_raw(&json, "user_expressions", STR("{}"));
  json_field_bool(&json, "allow_stdin", false);
  json_field_bool(&json, "stop_on_error", false);
  json_end_object(&json);
  return buf_str(&text);
}

/* Ends it and tells whoever waits for it. */
static void end_eval(ReplBridge *bridge, ReplEval *eval, ReplState state) {
  if (eval == bridge->evals.current) bridge->evals.current = NULL;
  repl_eval_end(eval, state);
  repl_bridge_ended(bridge, eval);
}

/* A kernel runs one piece at a time, and so do we: what waits is ours to take
 * back as long as it was not sent. */
static void run_next(ReplBridge *bridge) {
  ReplEval *eval = repl_evals_next(&bridge->evals);
  if (!eval || bridge->wire.phase != REPL_WIRE_READY) return;
  eval->state = REPL_RUNNING;
  eval->began_ms = job_now_ms();
  bridge->evals.current = eval;
  Str content = spell_code(bridge->job->arena, eval->code);
  Str id;
  if (!repl_wire_send(bridge->job, &bridge->wire, false, STR("execute_request"), content, &id)) {
    eval->request = str_copy(&eval->arena, id);
    return;
  }
  job_forgive(bridge->job);
  eval->error_type = STR("KernelError");
  eval->error_message = STR("the kernel takes no code");
  end_eval(bridge, eval, REPL_FAILED);
}

/* Ended once it was answered and everything it printed came; the second is
 * waited for only so long, because a message may have been refused. Some
 * kernels (Deno) tell the value a moment after they said that all was told:
 * where none came, that moment is waited for. */
static void end_when_done(ReplBridge *bridge) {
  ReplEval *eval = bridge->evals.current;
  if (!eval || !eval->is_answered) return;
  int64_t passed = job_now_ms() - eval->answered_ms;
  bool has_all = eval->has_value || eval->has_failed;
  if (passed < (!eval->is_idle ? LATE_MS : has_all ? 0 : bridge->is_late ? TARDY_MS : VALUE_MS)) return;
  bool is_stopped = eval->was_interrupted && eval->has_failed;
  end_eval(bridge, eval, is_stopped ? REPL_INTERRUPTED : eval->has_failed ? REPL_FAILED : REPL_DONE);
}

/* A kernelspec does not always say how its kernel is interrupted, and a signal
 * ends one that wants a message (Deno). So a message goes first, which such
 * kernels answer at once; who does not answer gets signals from then on. */
static void urge(ReplBridge *bridge) {
  ReplEval *eval = bridge->evals.current;
  if (!eval || !eval->was_interrupted || bridge->wire.interrupted_by != REPL_BY_EITHER) return;
  if (!bridge->wire.process || job_now_ms() - eval->interrupted_ms < URGE_MS) return;
  bridge->wire.interrupted_by = REPL_BY_SIGNAL;
  repl_wire_interrupt(bridge->job, &bridge->wire);
}

/* ---- what the kernel says ---- */

/* The reply to the code that runs; any other reply answers a question that a
 * client asked (completion, inspection). */
static void hear_reply(ReplBridge *bridge, const ReplKernelMessage *message) {
  ReplEval *eval = bridge->evals.current;
  if (!eval || !str_eq(message->type, STR("execute_reply")) || !str_eq(message->parent, eval->request)) {
    repl_bridge_answer(bridge, message);
    return;
  }
  Str status = json_get_str(message->content, STR("status"), STR_EMPTY);
  if (str_eq(status, STR("error"))) repl_eval_fail(bridge->job, eval, message->content);
  else if (!str_eq(status, STR("ok"))) eval->has_failed = true; /* "aborted", "abort" */
  eval->is_answered = true;
  eval->answered_ms = job_now_ms();
}

/* Some kernels (R's) never say which of the things they show is the value: of
 * those, what is shown in words is taken for it. */
static bool is_value(ReplBridge *bridge, const ReplKernelMessage *message, const Json *data) {
  if (str_eq(message->type, STR("execute_result"))) return bridge->tells_values = true;
  if (bridge->tells_values || !json_is(data, JSON_OBJECT) || !json_get(data, STR("text/plain"))) return false;
  for (size_t i = 0; i < data->count; i++) {
    if (!str_starts_with(data->members[i].name, STR("text/"))) return false;
  }
  return true;
}

/* Progress travels as a display of a type of its own, which notebooks do not
 * know and leave out. */
static void hear_shown(ReplBridge *bridge, ReplEval *eval, const ReplKernelMessage *message) {
  const Json *data = json_get(message->content, STR("data")), *progress = json_get(data, PROGRESS);
  if (progress) repl_bridge_progress(bridge, eval, progress);
  else repl_eval_display(bridge->job, eval, data, is_value(bridge, message, data));
}

/* Only what belongs to the code that runs: others who use the same kernel, a
 * notebook for one, cause messages, too. */
static void hear_told(ReplBridge *bridge, const ReplKernelMessage *message) {
  const Json *content = message->content;
  ReplEval *eval = bridge->evals.current;
  if (!eval || !str_eq(message->parent, eval->request)) eval = repl_evals_requested(&bridge->evals, message->parent);
  if (!eval) return;
  if (repl_has_ended(eval->state)) bridge->is_late = true; /* it is kept still: nothing of it is lost */
  if (str_eq(message->type, STR("stream"))) {
    bool is_error = str_eq(json_get_str(content, STR("name"), STR_EMPTY), STR("stderr"));
    repl_eval_print(eval, is_error, json_get_str(content, STR("text"), STR_EMPTY));
  } else if (str_eq(message->type, STR("execute_result")) || str_eq(message->type, STR("display_data"))) {
    hear_shown(bridge, eval, message);
  } else if (str_eq(message->type, STR("error"))) {
    repl_eval_fail(bridge->job, eval, content);
  } else if (str_eq(message->type, STR("status")) && str_eq(json_get_str(content, STR("execution_state"), STR_EMPTY), STR("idle"))) {
    eval->is_idle = true;
  }
}

/* What is refused is passed over, whoever sent it. */
static void hear_kernel(ReplBridge *bridge, void *socket) {
  for (int i = 0; i < ROUND; i++) {
    JOB_SCRATCH(bridge->job);
    ReplKernelMessage message;
    Err err = repl_wire_receive(bridge->job, &bridge->wire, socket, &message);
    if (err) job_forgive(bridge->job);
    if (err == ERR_BUSY) return;
    if (err) continue;
    if (socket == bridge->wire.shell) hear_reply(bridge, &message);
    if (socket == bridge->wire.iopub) hear_told(bridge, &message);
    bool is_how = socket == bridge->wire.control && str_eq(message.type, STR("interrupt_reply"));
    if (is_how) bridge->wire.interrupted_by = REPL_BY_MESSAGE;
  }
}

/* At most a round of them, so that clients who ask without end do not keep us
 * from what the kernel says. */
static void hear_clients(ReplBridge *bridge) {
  for (int i = 0; i < ROUND && bridge->wanted == REPL_GOES_ON; i++) {
    JOB_SCRATCH(bridge->job);
    ReplFrames frames;
    Err err = repl_zmq_receive_all(bridge->job, bridge->zmq, bridge->requests, REPL_MESSAGE_MAX + 1000, &frames);
    if (err) job_forgive(bridge->job);
    if (err == ERR_BUSY) return;
    if (!err) repl_bridge_request(bridge, &frames);
  }
}

/* ---- being found ---- */

static Str own_file(ReplBridge *bridge, Arena *arena, const char *ending) {
  return file_join(arena, bridge->folder, str_format(arena, "%.*s.%s", STR_ARG(bridge->key), ending));
}

static Err bind_socket(ReplBridge *bridge, ReplSocketKind kind, const char *ending, void **ret_socket) {
  Arena *arena = bridge->job->arena;
  ReplSocket how = {.kind = kind, .binds = true, .queue = 10000, .linger_ms = 200,
                    .endpoint = str_format(arena, "ipc://%.*s", STR_ARG(own_file(bridge, arena, ending)))};
  return repl_zmq_open(bridge->job, bridge->zmq, &how, ret_socket);
}

/* Written when the kernel is ready, because then its language is known. */
static Err write_card(ReplBridge *bridge) {
  Buf text;
  JsonWriter json;
  buf_init(&text, bridge->job->arena, 65536);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_int(&json, "gate", 1);
  json_field_str(&json, "id", bridge->key);
  json_field_str(&json, "name", bridge->name);
  json_field_str(&json, "language", str_from_c(bridge->wire.language));
  json_field_str(&json, "version", str_from_c(bridge->wire.version));
  json_field_str(&json, "project", bridge->serve->directory);
  json_field_int(&json, "pid", process_self());
  json_end_object(&json);
  bridge->is_carded = true;
  return file_write(bridge->job, own_file(bridge, bridge->job->arena, "json"), buf_str(&text), 0600);
}

/* The card goes first: without it nobody looks for the sockets. */
static void remove_files(ReplBridge *bridge) {
  static const char *const endings[] = {"json", "sock", "pub"};
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    if (file_remove(bridge->job, own_file(bridge, bridge->job->arena, endings[i]))) job_forgive(bridge->job);
  }
}

/* ---- from start to end ---- */

/* Of connection files, and of locks. */
static Str kernel_folder(ReplBridge *bridge) { return file_join(bridge->job->arena, file_directory(bridge->folder), STR("kernels")); }

static Err start_kernel(ReplBridge *bridge) {
  Job *job = bridge->job;
  ReplConnection connection;
  bridge->born_ms = job_now_ms();
  if (!bridge->serve->file.len) {
    return repl_wire_start(job, &bridge->wire, &bridge->kernel, bridge->serve, kernel_folder(bridge));
  }
  TRY(repl_connection_open(job, bridge->serve->file, &connection));
  return repl_wire_attach(job, &bridge->wire, &connection);
}

/* Everything that waits or runs ends as interrupted; the results stay. */
static void interrupt_all(ReplBridge *bridge) {
  ReplEval *next;
  for (ReplEval *eval = bridge->evals.first; eval; eval = next) {
    next = eval->next;
    if (!repl_has_ended(eval->state)) end_eval(bridge, eval, REPL_INTERRUPTED);
  }
  for (size_t i = 0; i < REPL_ASKS; i++) bridge->asks[i].until_ms = 0;
  repl_bridge_expire(bridge);
}

/* The kernel's last words stand in the error, because its own output is gone
 * with it and mostly says why. */
static Err fail_ended(ReplBridge *bridge, Err err) {
  Str words = str_trim((Str){bridge->wire.words, bridge->wire.words_len});
  if (!err) err = job_fail(bridge->job, ERR_CLOSED, "the kernel ended");
  if (!words.len) return err;
  Str before = job_message(bridge->job, err), shown = str_visible(bridge->job->arena, words);
  job_forgive(bridge->job);
  return job_fail(bridge->job, err, "%.*s; it said last: %.*s", STR_ARG(before), STR_ARG(shown));
}

/* How long the poll may take: for ever when only a socket or pipe can bring
 * something. */
static int64_t patience(const ReplBridge *bridge) {
  const ReplEval *eval = bridge->evals.current;
  const ReplWire *wire = &bridge->wire;
  bool has_asks = false;
  for (size_t i = 0; i < REPL_ASKS; i++) has_asks = has_asks || bridge->asks[i].is_open;
  if (wire->phase != REPL_WIRE_READY || has_asks || (eval && (eval->is_answered || (eval->was_interrupted && wire->interrupted_by == REPL_BY_EITHER)))) {
    return TICK_MS;
  }
  if (eval && (eval->streams[0].untold.len || eval->streams[1].untold.len)) return TELL_MS;
  if (!wire->process) return REPL_WIRE_LOOK_MS;
  return wire->pipes[0] >= 0 || wire->pipes[1] >= 0 ? -1 : REPL_WIRE_LOOK_MS;
}

/* Waits for whichever side speaks first. Output of the kernel's process is only
 * woken up for here and is read by the wire (jupyter/wire.c). */
static void listen(ReplBridge *bridge) {
  ReplWire *wire = &bridge->wire;
  ReplPoll items[6];
  size_t count = 0;
  items[count++] = (ReplPoll){.socket = bridge->requests};
  void *const sockets[] = {wire->iopub, wire->shell, wire->control};
  for (size_t i = 0; i < COUNT_OF(sockets); i++) {
    if (sockets[i]) items[count++] = (ReplPoll){.socket = sockets[i]};
  }
  size_t first_pipe = count;
  for (size_t i = 0; i < 2 && count < COUNT_OF(items); i++) {
    if (wire->pipes[i] >= 0) items[count++] = (ReplPoll){.fd = wire->pipes[i]};
  }
  repl_zmq_poll(bridge->zmq, items, count, patience(bridge));
  if (items[0].is_ready) hear_clients(bridge);
  for (size_t i = 1; i < first_pipe; i++) {
    if (items[i].is_ready) hear_kernel(bridge, items[i].socket);
  }
}

/* Output is told in batches, since a loop that prints would otherwise cause one
 * event for each line. */
static void tell_output(ReplBridge *bridge) {
  ReplEval *eval = bridge->evals.current;
  bool has_any = eval && (eval->streams[0].untold.len || eval->streams[1].untold.len);
  if (has_any && job_now_ms() - bridge->told_ms >= TELL_MS) repl_bridge_tell(bridge, eval);
}

/* The session stays, with its name and results; variables are gone with the
 * kernel. */
static Err restart(ReplBridge *bridge) {
  interrupt_all(bridge);
  repl_wire_close(bridge->job, &bridge->wire, GRACE_MS);
  bridge->wanted = REPL_GOES_ON;
  return start_kernel(bridge);
}

/* One round; OK with wanted REPL_SHUTS_DOWN is the end in order. */
static Err take_round(ReplBridge *bridge) {
  Job *job = bridge->job;
  JOB_SCRATCH(job);
  listen(bridge);
  if (bridge->wanted == REPL_RESTARTS) return restart(bridge);
  if (bridge->wire.phase != REPL_WIRE_READY) {
    Err err = repl_wire_advance(job, &bridge->wire);
    if (err) return fail_ended(bridge, err);
    if (bridge->wire.phase == REPL_WIRE_READY && !bridge->is_carded) TRY(write_card(bridge));
  } else if (repl_wire_has_ended(job, &bridge->wire)) {
    return fail_ended(bridge, OK);
  }
  end_when_done(bridge);
  urge(bridge);
  tell_output(bridge);
  run_next(bridge);
  repl_bridge_expire(bridge);
  repl_evals_tidy(&bridge->evals);
  return OK;
}

static Err run(ReplBridge *bridge) {
  TRY(bind_socket(bridge, REPL_ZMQ_PUB, "pub", &bridge->events));
  TRY(bind_socket(bridge, REPL_ZMQ_ROUTER, "sock", &bridge->requests));
  TRY(start_kernel(bridge));
  while (bridge->wanted != REPL_SHUTS_DOWN) TRY(take_round(bridge));
  return OK;
}

/* Held until this process ends, so that no second one takes the sockets away. */
static Err lock_key(ReplBridge *bridge) {
  Job *job = bridge->job;
  Str folder = kernel_folder(bridge);
  TRY(file_make_dir(job, folder, true));
  Err err = file_lock(job, file_join(job->arena, folder, str_format(job->arena, "%.*s.lock", STR_ARG(bridge->key))), &bridge->lock_fd);
  return err == ERR_BUSY ? job_prefix(job, err, "another kernel is the session %.*s already", STR_ARG(bridge->key)) : err;
}

/* Which kernel, and what its session is called. */
static Err prepare(ReplBridge *bridge) {
  const ReplKernelServe *serve = bridge->serve;
  Job *job = bridge->job;
  if (serve->file.len) {
    if (repl_kernel_is_in_workspace(job, &serve->places, serve->file)) {
      return job_fail(job, ERR_DENIED, "a connection file inside of the workspace is not used: a repository must not name what code is sent to");
    }
  } else {
    TRY(repl_kernel_find(job, &serve->places, serve->kernel, &bridge->kernel));
  }
  bridge->name = serve->name.len ? serve->name : serve->file.len ? file_name(serve->file) : bridge->kernel.name;
  bridge->key = serve->key;
  if (!bridge->key.len) bridge->key = secret_random_hex(job->arena, REPL_KEY / 2);
  if (!repl_is_key(bridge->key)) return job_fail(job, ERR_USAGE, "a session's key has %d of [a-z0-9]", REPL_KEY);
  TRY(repl_zmq_get(job, &bridge->zmq));
  TRY(file_make_dir(job, bridge->folder, true));
  return lock_key(bridge);
}

Err repl_kernel_serve(Job *job, Str folder, const ReplKernelServe *serve) {
  ReplBridge *bridge = arena_heap_alloc(sizeof(*bridge));
  *bridge = (ReplBridge){.job = job, .serve = serve, .folder = folder, .lock_fd = -1, .wire.pipes = {-1, -1}};
  Err err = prepare(bridge);
  if (!err) {
    err = run(bridge);
    interrupt_all(bridge);
    repl_wire_close(job, &bridge->wire, err ? 0 : GRACE_MS);
    repl_zmq_close(bridge->zmq, bridge->requests);
    repl_zmq_close(bridge->zmq, bridge->events);
    remove_files(bridge);
  }
  if (bridge->lock_fd >= 0) file_unlock(bridge->lock_fd);
  repl_evals_clear(&bridge->evals);
  free(bridge);
  return err;
}
