/* The end of a run, however it comes: politely, by its own crash, or because
 * it broke the protocol. All of it on the loop thread. */
#include "src/lsp/lsp_internal.h"

#define LAST_WORDS_MS 400 /* for its status and errors to arrive */
#define LOOK_MS 4
#define CRASH_WINDOW_MS 180000

/* ---- after a crash ---- */

/* A server that crashes as often as there are times to remember, all within
 * the window, is given up. Before that the second crash makes the next start
 * wait and each further one doubles the wait, so that a server which dies on
 * every start does not keep a processor busy; a single crash costs no wait. */
static void note_crash_locked(LspSlot *slot) {
  int64_t now = job_now_ms();
  size_t max = COUNT_OF(slot->crash_times_ms);
  memmove(slot->crash_times_ms + 1, slot->crash_times_ms,
          (max - 1) * sizeof slot->crash_times_ms[0]);
  slot->crash_times_ms[0] = now;
  slot->crashes++;
  slot->is_crashed = true;
  size_t recent = 0;
  /* Entries that were never written are zero, which a clock that started only
   * recently would take for the time of a crash. */
  size_t known = slot->recent_crashes + 1 < max ? slot->recent_crashes + 1 : max;
  for (size_t i = 0; i < known; i++) recent += now - slot->crash_times_ms[i] < CRASH_WINDOW_MS;
  slot->recent_crashes = recent;
  slot->given_up = recent == max;
  slot->start_after_ms = recent < 2 ? now : now + (slot->hub->options.backoff_ms << (recent - 2));
}

/* ---- the last moments ---- */

/* Why it ended, with the tail of what it wrote to its errors. */
static char *compose_words(LspServer *server) {
  Arena arena;
  Buf words;
  arena_init(&arena);
  buf_init(&words, &arena, 64 * 1024);
  buf_add(&words, server->kind.name);
  buf_add_c(&words, " ");
  buf_add_c(&words, server->end_words ? server->end_words : "ended");
  /* A negative status means that it is not known: the process has not been seen
   * to end, or there is none, as with a server that was connected to. */
  if (server->exit_status > 128) {
    buf_add_format(&words, " (killed by signal %d)", server->exit_status - 128);
  } else if (server->exit_status >= 0) {
    buf_add_format(&words, " (exit status %d)", server->exit_status);
  }
  Str tail = str_trim(lsp_tail_text(&server->errors));
  if (tail.len) {
    buf_add_c(&words, "; the last it said:\n");
    /* The tail is whatever the program wrote; control characters in it must not
     * reach the terminal of whoever reads the message. */
    buf_add(&words, str_visible(&arena, tail));
  }
  char *heap = str_to_heap(buf_str(&words));
  arena_clear(&arena);
  return heap;
}

static void close_timers(LspServer *server) {
  loop_timer_stop(TAKE(server->phase_timer));
  loop_timer_stop(TAKE(server->idle_timer));
  loop_timer_stop(TAKE(server->ready_timer));
}

/* Being stopped on request is no crash, whatever the process did on its way out. */
static void report_end(LspServer *server) {
  Str words = str_from_c(server->end_words);
  lsp_hub_emit(server, server->stop_asked ? LSP_EVENT_STOPPED : LSP_EVENT_CRASHED, STR_EMPTY,
               server->stop_asked ? STR_EMPTY : words);
}

/* Nothing of it is left when this returns but streams that close. */
static void finish(LspServer *server) {
  LspHub *hub = server->hub;
  LspSlot *slot = server->slot;
  close_timers(server);
  process_close(TAKE(server->process), 0);
  lsp_wire_close(server);
  lock_take(&hub->lock);
  char *words = compose_words(server);
  free(server->end_words);
  server->end_words = words;
  server->phase = LSP_GONE;
  slot->errors = server->errors;
  /* A later run may have taken the place already; it is not ours to remove. */
  if (slot->server == server) slot->server = NULL;
  if (!server->stop_asked) note_crash_locked(slot);
  lsp_wire_fail_locked(server);
  lsp_server_wake_locked(server);
  /* With streams still open the last of them says it, in stream_gone. Either way
   * it is said once, and only when nothing will call back any more. */
  if (!server->wire.streams) lsp_hub_run_gone_locked(hub);
  lock_give(&hub->lock);
  /* Without the lock: a listener may ask the hub something. */
  report_end(server);
  lsp_server_unref(server); /* the hub's */
}

void lsp_server_stream_gone(LspServer *server) {
  server->wire.streams--;
  if (server->phase == LSP_GONE && !server->wire.streams) {
    lock_take(&server->hub->lock);
    lsp_hub_run_gone_locked(server->hub);
    lock_give(&server->hub->lock);
  }
  lsp_server_unref(server);
}

/* The end of a pipe, the exit status and the last lines of errors arrive in any
 * order. A short wait for all of them turns "ended" into a message that says
 * why; but a process that lives on with its output closed is not waited for. */
static void look_for_last_words(void *context) {
  LspServer *server = context;
  bool has_ended = process_has_ended(server->process, &server->exit_status);
  bool is_late = job_now_ms() - server->dying_since_ms >= LAST_WORDS_MS;
  if ((has_ended && !server->wire.errors) || is_late) finish(server);
}

void lsp_server_break(LspServer *server, Err err, const char *format, ...) {
  if (server->phase >= LSP_DYING) return;
  LspHub *hub = server->hub;
  Arena arena;
  arena_init(&arena);
  va_list args;
  va_start(args, format);
  Str words = str_format_va(&arena, format, args);
  va_end(args);
  close_timers(server);
  lock_take(&hub->lock);
  server->phase = LSP_DYING;
  server->end_err = err;
  /* The first reason is the cause; what is noticed later follows from it. */
  if (!server->end_words) server->end_words = str_to_heap(words);
  Loop *loop = hub->loop;
  lock_give(&hub->lock);
  arena_clear(&arena);
  server->dying_since_ms = job_now_ms();
  if (server->process) {
    server->phase_timer = loop_timer_start(loop, 0, LOOK_MS, look_for_last_words, server);
  } else {
    finish(server);
  }
}

/* ---- politely ---- */

static void stop_is_late(void *context) { finish(context); }

/* The answer is not looked at: whether the server agrees or reports an error,
 * the next step of the protocol is the same. */
static void shut_down(LspServer *server, const Json *answer) {
  (void)answer;
  if (server->phase != LSP_STOPPING) return;
  lock_take(&server->hub->lock);
  lsp_wire_notify_locked(server, "exit", STR_EMPTY);
  lock_give(&server->hub->lock);
  lsp_wire_end_input(server);
}

void lsp_server_stop(LspServer *server) {
  LspHub *hub = server->hub;
  if (server->phase >= LSP_STOPPING) return;
  lock_take(&hub->lock);
  server->stop_asked = true;
  if (!server->is_attached) {
    lock_give(&hub->lock);
    return; /* attaching will see it */
  }
  /* A server that has not finished its handshake need not understand "shutdown",
   * and one that we did not start is not ours to shut down: it is left. */
  bool is_polite = server->phase == LSP_RUNNING && server->is_process;
  server->phase = LSP_STOPPING;
  server->end_words = str_to_heap(STR("was stopped"));
  lsp_wire_fail_locked(server);
  Loop *loop = hub->loop;
  lock_give(&hub->lock);
  close_timers(server);
  if (!is_polite) {
    finish(server);
    return;
  }
  server->phase_timer =
      loop_timer_start(loop, (uint64_t)hub->options.stop_ms, 0, stop_is_late, server);
  lsp_wire_ask(server, "shutdown", STR_EMPTY, shut_down);
}

/* ---- idle ---- */

/* The timer was set for the earliest moment at which the server could be idle.
 * It may have been used since, and then the timer is set again for the rest:
 * that is cheaper than moving the timer with every use. */
static void look_for_idleness(void *context) {
  LspServer *server = context;
  loop_timer_stop(TAKE(server->idle_timer));
  lock_take(&server->hub->lock);
  bool is_idle = !server->holders && job_now_ms() - server->used_ms >= server->hub->options.idle_ms;
  lock_give(&server->hub->lock);
  if (is_idle) {
    lsp_server_stop(server);
  } else {
    lsp_server_arm_idle(server);
  }
}

void lsp_server_arm_idle(LspServer *server) {
  LspHub *hub = server->hub;
  lock_take(&hub->lock);
  int64_t left = hub->options.idle_ms;
  /* While somebody holds it the time has not begun to run. */
  if (!server->holders) left -= job_now_ms() - server->used_ms;
  Loop *loop = hub->loop;
  lock_give(&hub->lock);
  server->idle_timer =
      loop_timer_start(loop, left > 1 ? (uint64_t)left : 1, 0, look_for_idleness, server);
}
