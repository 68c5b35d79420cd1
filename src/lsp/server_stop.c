/* The end of a run, however it comes: politely, by its own crash, or because
 * it broke the protocol. All of it on the loop thread. */
#include "src/lsp/lsp_internal.h"

#define LAST_WORDS_MS 400 /* for its status and errors to arrive */
#define LOOK_MS 4
#define CRASH_WINDOW_MS 180000

/* ---- after a crash ---- */

static void note_crash_locked(LspSlot *slot) {
  int64_t now = job_now_ms();
  size_t max = COUNT_OF(slot->crash_times_ms);
  memmove(slot->crash_times_ms + 1, slot->crash_times_ms,
          (max - 1) * sizeof slot->crash_times_ms[0]);
  slot->crash_times_ms[0] = now;
  slot->crashes++;
  slot->is_crashed = true;
  size_t recent = 0;
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
  if (server->exit_status > 128) {
    buf_add_format(&words, " (killed by signal %d)", server->exit_status - 128);
  } else if (server->exit_status >= 0) {
    buf_add_format(&words, " (exit status %d)", server->exit_status);
  }
  Str tail = str_trim(lsp_tail_text(&server->errors));
  if (tail.len) {
    buf_add_c(&words, "; the last it said:\n");
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
  if (slot->server == server) slot->server = NULL;
  if (!server->stop_asked) note_crash_locked(slot);
  lsp_wire_fail_locked(server);
  lsp_server_wake_locked(server);
  if (!server->wire.streams) lsp_hub_run_gone_locked(hub);
  lock_give(&hub->lock);
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
  if (!server->holders) left -= job_now_ms() - server->used_ms;
  Loop *loop = hub->loop;
  lock_give(&hub->lock);
  server->idle_timer =
      loop_timer_start(loop, left > 1 ? (uint64_t)left : 1, 0, look_for_idleness, server);
}
