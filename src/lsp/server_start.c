/* The beginning of a run: what it is made from, the process or connection,
 * the greeting. Up to the hand-over everything is on the thread of the job
 * that came first; from there on the loop thread goes on alone, so that the
 * start survives that job. */
#include "src/base/vec.h"
#include "src/lsp/lsp_internal.h"

/* How long a server may take for its first answer; those marked slow read a
 * whole project before it. */
#define GREETING_MS 30000
#define SLOW_GREETING_MS 120000

LspServer *lsp_server_new(LspHub *hub, LspSlot *slot, const LspNeed *need) {
  LspServer *server = arena_heap_alloc(sizeof *server);
  arena_init(&server->arena);
  arena_init(&server->settings_arena);
  arena_init(&server->folders_arena);
  server->hub = hub;
  server->slot = slot;
  /* The hub's own reference, given back when the run has ended. */
  server->refs = 1;
  server->kind = *lsp_server_kind_copy(&server->arena, need->kind);
  server->root = need->root;
  server->directory = file_join(&server->arena, root_path(need->root), need->server_root);
  server->language_id = str_copy(&server->arena, need->language_id);
  server->is_process = !need->kind->connect.len;
  server->exit_status = -1;
  server->used_ms = job_now_ms();
  lsp_wire_init(&server->wire);
  lock_init(&server->documents_lock);
  lock_init(&server->registrations_lock);
  lsp_scope_init(server, need);
  return server;
}

/* Called with the last reference, on any thread: by then no stream and no
 * timer is left. */
void lsp_server_free(LspServer *server) {
  lsp_wire_clear(&server->wire);
  lsp_register_clear(server);
  lsp_progress_clear(server);
  lsp_diagnose_clear(server);
  lsp_document_clear(server);
  lsp_turn_clear(server);
  lsp_message_close(server->greeting);
  lock_clear(&server->documents_lock);
  lock_clear(&server->registrations_lock);
  arena_clear(&server->settings_arena);
  arena_clear(&server->folders_arena);
  arena_clear(&server->arena);
  free(server->shown_uri);
  free(server->end_words);
  free(server);
}

/* ---- the greeting: loop thread ---- */

/* The order of the messages is the protocol's: nothing may be sent before
 * "initialized", and settings come before the first question, since some
 * servers begin to load with the defaults as soon as they are asked. */
static void start_running(LspServer *server) {
  LspHub *hub = server->hub;
  LspSlot *slot = server->slot;
  Str version =
      json_get_str(json_get(server->greeting->value, STR("serverInfo")), STR("version"), STR_EMPTY);
  lock_take(&hub->lock);
  lsp_wire_notify_locked(server, "initialized", STR("{}"));
  if (server->settings.len) {
    Arena arena;
    arena_init(&arena);
    Str params = json_spell_one(&arena, "settings", server->settings);
    lsp_wire_notify_locked(server, "workspace/didChangeConfiguration", params);
    arena_clear(&arena);
  }
  server->phase = LSP_RUNNING;
  server->was_running = true;
  server->used_ms = job_now_ms();
  /* Reported after the lock is given back: a listener may ask the hub something. */
  bool is_recovered = slot->is_crashed;
  slot->is_crashed = false;
  free(slot->version);
  free(slot->language_id);
  slot->version = str_to_heap(version);
  slot->language_id = str_to_heap(server->language_id);
  lsp_server_wake_locked(server);
  lock_give(&hub->lock);
  loop_timer_stop(server->phase_timer);
  server->phase_timer = NULL;
  lsp_server_arm_idle(server);
  lsp_progress_look(server);
  if (is_recovered) lsp_hub_emit(server, LSP_EVENT_RECOVERED, STR_EMPTY, STR_EMPTY);
}

static void greeted(LspServer *server, const Json *answer) {
  /* It was stopped, or given up, while it was still thinking. */
  if (server->phase != LSP_STARTING) return;
  const Json *error = json_get(answer, STR("error"));
  if (json_is(error, JSON_OBJECT)) {
    Arena arena;
    arena_init(&arena);
    Str words =
        str_shown(&arena, json_get_str(error, STR("message"), STR("no reason given")), 1000);
    lsp_server_break(server, ERR_CLOSED, "refused to start: %.*s", STR_ARG(words));
    arena_clear(&arena);
  } else if (lsp_greet_take(server, json_get(answer, STR("result")))) {
    start_running(server);
  }
}

static void greeting_is_late(void *context) {
  LspServer *server = context;
  int64_t limit = server->kind.quirks & LSP_QUIRK_SLOW_START ? SLOW_GREETING_MS : GREETING_MS;
  lsp_server_break(server, ERR_TIMEOUT, "did not answer 'initialize' within %lld s",
                   (long long)(limit / 1000));
}

/* ---- the hand-over ---- */

/* What goes from the job's thread to the loop's. On the heap, as the job may be
 * over before the loop looks at it. */
typedef struct Handover {
  LspServer *server;
  Process *process; /* NULL: a socket */
  int fd;
} Handover;

/* From here on streams and process belong to the loop thread. */
static void attach(void *context) {
  Handover *handover = context;
  LspServer *server = handover->server;
  server->is_attached = true;
  server->process = handover->process;
  if (handover->process) {
    lsp_wire_attach(server, process_stdin(handover->process), process_stdout(handover->process),
                    process_stderr(handover->process));
  } else {
    lsp_wire_attach(server, handover->fd, handover->fd, -1);
  }
  free(handover);
  lock_take(&server->hub->lock);
  /* Somebody may have stopped it between its start and this moment, when there
   * was nothing yet that could be told to end. */
  bool is_stopped = server->stop_asked;
  Loop *loop = server->hub->loop;
  lock_give(&server->hub->lock);
  if (is_stopped) {
    lsp_server_stop(server);
  } else {
    int64_t limit = server->kind.quirks & LSP_QUIRK_SLOW_START ? SLOW_GREETING_MS : GREETING_MS;
    server->phase_timer = loop_timer_start(loop, (uint64_t)limit, 0, greeting_is_late, server);
    Arena arena;
    arena_init(&arena);
    lsp_wire_ask(server, "initialize", lsp_greet_params(&arena, server), greeted);
    arena_clear(&arena);
  }
  lsp_server_unref(server);
}

/* The program was found by the caller, so that its absence is told with what
 * to install. */
static Err open_process(Job *job, LspServer *server, const LspNeed *need, Process **ret_process) {
  const LspServerKind *kind = &server->kind;
  if (!need->program.len) {
    return job_fail(job, ERR_NOT_FOUND, "%.*s is not installed%s%.*s", STR_ARG(kind->name),
                    kind->install.len ? "; to get it: " : "", STR_ARG(kind->install));
  }
  VEC(const char *) argv = {0};
  *vec_add(job->arena, &argv) = str_to_c(job->arena, need->program);
  for (size_t i = 1; i < kind->command_count; i++) {
    *vec_add(job->arena, &argv) = str_to_c(job->arena, kind->command[i]);
  }
  *vec_add(job->arena, &argv) = NULL;
  ProcessOptions options = {.argv = argv.items, .directory = server->directory, .env = need->env};
  Err err = process_open(job, &options, ret_process);
  return err ? job_prefix(job, err, "starting %.*s: ", STR_ARG(kind->name)) : OK;
}

/* A call may name the path: why nobody answers there is not told, since that
 * would tell what is there instead. */
static Err open_socket(Job *job, Str path, int *ret_fd) {
  Err err = loop_connect_unix(job, path, ret_fd);
  if (!err || job_is_stopped(job)) return err;
  job_forgive(job);
  return job_fail(job, ERR_NOT_FOUND, "nobody listens on '%.*s' for this user", STR_ARG(str_shown(job->arena, path, 400)));
}

/* host:port, [v6]:port, or the path of a Unix socket. */
static Err open_connection(Job *job, Str where, int *ret_fd) {
  if (str_find_byte(where, '/') != STR_NONE) return open_socket(job, where, ret_fd);
  size_t colon = str_find_last_byte(where, ':');
  int64_t port = 0;
  if (colon == STR_NONE || !str_to_int(str_slice(where, colon + 1, where.len), &port) || port < 1 ||
      port > 65535) {
    return job_fail(job, ERR_USAGE,
                    "'%.*s' is no place to connect to; use host:port or the path of a socket",
                    STR_ARG(where));
  }
  Str host = str_slice(where, 0, colon);
  if (host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']')
    host = str_slice(host, 1, host.len - 1);
  return loop_connect_tcp(job, host, (int)port, ret_fd);
}

Err lsp_server_launch(Job *job, LspServer *server, const LspNeed *need) {
  Handover made = {.server = server, .fd = -1};
  if (server->is_process) {
    TRY(open_process(job, server, need, &made.process));
  } else {
    Err err = open_connection(job, server->kind.connect, &made.fd);
    if (err) return job_prefix(job, err, "connecting to %.*s: ", STR_ARG(server->kind.name));
  }
  Handover *handover = arena_heap_alloc(sizeof *handover);
  *handover = made;
  lock_take(&server->hub->lock);
  server->pid = made.process ? process_id(made.process) : 0;
  server->slot->was_started = true;
  /* The message to the loop holds the server until it is attached. */
  server->refs++;
  loop_post(server->hub->loop, attach, handover);
  lock_give(&server->hub->lock);
  return OK;
}
