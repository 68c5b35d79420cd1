/* Readiness: when the first work of a server is done, so that its answers can
 * be believed and come at once. Servers tell through $/progress. One that says
 * nothing is asked something about the first document it was shown: by the
 * time it answers, it has loaded that. First diagnostics of a kind known to
 * be silent say the same. A server becomes ready once and stays so: later
 * work, as after an edit, makes single answers slower, not wrong. Everything
 * but the waiting runs on the loop thread. */
#include "src/lsp/lsp_internal.h"

#define SETTLE_MS 300   /* all works ended and none began for so long */
/* None began so long after there was something to do; slow ones take longer
 * to come to it. */
#define NOTHING_MS 700
#define SLOW_NOTHING_MS 3000
/* Tokens that are remembered; further ones are not followed. A server that
 * never ends its works must not fill memory. */
#define WORKS_MAX 1024

void lsp_progress_clear(LspServer *server) {
  while (server->works) {
    LspWork *work = server->works;
    server->works = work->next;
    free(work->token);
    free(work);
  }
}

/* Told once, after the lock is given back. */
static void become_ready(LspServer *server) {
  loop_timer_stop(TAKE(server->ready_timer));
  lock_take(&server->hub->lock);
  bool is_news = !server->is_ready;
  server->is_ready = true;
  lsp_server_wake_locked(server);
  lock_give(&server->hub->lock);
  if (is_news) lsp_hub_emit(server, LSP_EVENT_READY, STR_EMPTY, STR_EMPTY);
}

/* ---- the probe ---- */

/* It has loaded the file it was asked about; works it began meanwhile tell
 * when they end. */
static void probed(LspServer *server, const Json *answer) {
  (void)answer;
  if (server->phase != LSP_RUNNING) return;
  lock_take(&server->hub->lock);
  bool is_done = !server->works_active;
  lock_give(&server->hub->lock);
  if (is_done) become_ready(server);
}

/* Any question about a document would do; these two are the ones that nearly
 * every server answers, and fast. */
static const char *probe_method(LspServer *server) {
  if (lsp_server_can(server, "textDocument/hover", STR_EMPTY)) return "textDocument/hover";
  if (lsp_server_can(server, "textDocument/documentSymbol", STR_EMPTY))
    return "textDocument/documentSymbol";
  return NULL;
}

/* Asks about the first document shown, once. */
static void probe(LspServer *server) {
  const char *method = probe_method(server);
  if (!method) {
    become_ready(server);
    return;
  }
  Arena arena;
  Buf buf;
  JsonWriter writer;
  arena_init(&arena);
  buf_init(&buf, &arena, 64 * 1024);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_object(&writer, "textDocument");
  lock_take(&server->hub->lock);
  json_field_str(&writer, "uri", str_from_c(server->shown_uri));
  bool is_sent = server->is_probed;
  server->is_probed = true;
  lock_give(&server->hub->lock);
  json_end_object(&writer);
  json_field_object(&writer, "position");
  json_field_int(&writer, "line", 0);
  json_field_int(&writer, "character", 0);
  json_end_object(&writer);
  json_end_object(&writer);
  if (!is_sent) lsp_wire_ask(server, method, buf_str(&buf), probed);
  arena_clear(&arena);
}

/* ---- silence ---- */

static bool is_silent_kind(const LspServer *server) {
  return server->kind.quirks & LSP_QUIRK_NO_PROGRESS;
}

/* For a while no work was going on. */
static void settled(void *context) {
  LspServer *server = context;
  loop_timer_stop(TAKE(server->ready_timer));
  if (server->phase != LSP_RUNNING) return;
  lock_take(&server->hub->lock);
  server->is_quiet = true;
  bool has_worked = server->works_began;
  bool has_shown = server->shown_uri != NULL;
  lsp_server_wake_locked(server);
  lock_give(&server->hub->lock);
  if (has_worked) {
    become_ready(server);
  } else if (has_shown) {
    probe(server);
  }
}

/* A server that has begun a work is known to report them: then a short silence
 * is enough. */
static uint64_t patience_ms(const LspServer *server) {
  if (server->works_began) return SETTLE_MS;
  return server->kind.quirks & LSP_QUIRK_SLOW_START ? SLOW_NOTHING_MS : NOTHING_MS;
}

/* The timer starts anew with every event, so that it fires only after silence.
 * Kinds that never report work are asked at once instead of being waited
 * for. */
void lsp_progress_look(LspServer *server) {
  if (server->phase != LSP_RUNNING) return;
  lock_take(&server->hub->lock);
  bool is_waiting = !server->is_ready && !server->works_active;
  bool is_probed_now = is_silent_kind(server) && !server->works_began;
  bool has_shown = server->shown_uri != NULL;
  uint64_t wait_ms = patience_ms(server);
  Loop *loop = server->hub->loop;
  lock_give(&server->hub->lock);
  loop_timer_stop(TAKE(server->ready_timer));
  if (!is_waiting) return;
  if (is_probed_now) {
    if (has_shown) probe(server);
  } else {
    server->ready_timer = loop_timer_start(loop, wait_ms, 0, settled, server);
  }
}

/* Others push diagnostics of one file while they still load the rest. */
void lsp_progress_pushed(LspServer *server) {
  lock_take(&server->hub->lock);
  bool counts = is_silent_kind(server) && !server->is_ready && !server->works_active;
  lock_give(&server->hub->lock);
  if (counts && server->phase == LSP_RUNNING) become_ready(server);
}

/* ---- works ---- */

static LspWork *find_work(LspServer *server, Str token) {
  LspWork *work = server->works;
  while (work && !str_eq_c(token, work->token)) work = work->next;
  return work;
}

static LspWork *add_work(LspServer *server, Str token) {
  size_t count = 0;
  for (LspWork *work = server->works; work; work = work->next) count++;
  if (count == WORKS_MAX) return NULL;
  LspWork *work = arena_heap_alloc(sizeof *work);
  work->token = str_to_heap(token);
  work->next = server->works;
  server->works = work;
  return work;
}

static void remove_work(LspServer *server, LspWork *gone) {
  LspWork **at = &server->works;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  free(gone->token);
  free(gone);
}

/* Servers begin works without having announced them, and announce others that
 * never begin; neither is held against them. */
static void begin_locked(LspServer *server, Str token) {
  LspWork *work = find_work(server, token);
  if (!work) work = add_work(server, token);
  if (!work || work->is_active) return;
  work->is_active = true;
  server->works_active++;
  server->works_began = true;
}

/* What ends without having begun, as after a token was dropped for the limit,
 * changes no count. */
static void end_locked(LspServer *server, Str token) {
  LspWork *work = find_work(server, token);
  if (!work) return;
  if (work->is_active) server->works_active--;
  remove_work(server, work);
}

/* Tokens are numbers or strings; 1 and "1" are two. */
static Str token_of(Arena *arena, const Json *token) {
  if (!json_is(token, JSON_STRING) && !json_is(token, JSON_NUMBER)) return STR_EMPTY;
  return json_spell(arena, token);
}

void lsp_progress_created(LspServer *server, const Json *token) {
  Arena arena;
  arena_init(&arena);
  Str spelled = token_of(&arena, token);
  lock_take(&server->hub->lock);
  if (spelled.len && !find_work(server, spelled)) add_work(server, spelled);
  lock_give(&server->hub->lock);
  arena_clear(&arena);
}

void lsp_progress_note(LspServer *server, const Json *params) {
  Arena arena;
  arena_init(&arena);
  Str token = token_of(&arena, json_get(params, STR("token")));
  Str kind = json_get_str(json_get(params, STR("value")), STR("kind"), STR_EMPTY);
  bool is_begin = str_eq(kind, STR("begin"));
  bool is_end = str_eq(kind, STR("end"));
  if (token.len && (is_begin || is_end)) {
    lock_take(&server->hub->lock);
    if (is_begin) begin_locked(server, token);
    if (is_end) end_locked(server, token);
    lock_give(&server->hub->lock);
    lsp_progress_look(server);
  }
  arena_clear(&arena);
}

/* ---- waiting ---- */

static void note_ready(LspServer *server) {
  if (server->phase == LSP_RUNNING) become_ready(server);
}

/* An answer to somebody's question proves as much as the probe would have. */
void lsp_progress_answered(LspServer *server, const char *method) {
  if (strncmp(method, "textDocument/", 13) != 0) return;
  lock_take(&server->hub->lock);
  bool counts = is_silent_kind(server) || (server->is_quiet && !server->works_began);
  bool is_news =
      counts && !server->is_ready && !server->works_active && server->phase == LSP_RUNNING;
  if (is_news) lsp_hub_post_locked(server, note_ready);
  lock_give(&server->hub->lock);
}

/* Nothing it could work on was shown, and it does nothing by itself. */
static bool has_no_work_locked(const LspServer *server) {
  if (server->shown_uri || server->works_began) return false;
  return server->is_quiet || is_silent_kind(server);
}

bool lsp_progress_is_done_locked(const LspServer *server) {
  return !server->works_active && (server->is_ready || has_no_work_locked(server));
}

/* A job that is stopped gets its own error; running out of this call's time is
 * told as "still loading". */
Err lsp_server_wait_ready(Job *job, LspServer *server, int64_t timeout_ms) {
  int64_t until = job_now_ms() + (timeout_ms > 0 ? timeout_ms : 1);
  Err err = OK;
  lock_take(&server->hub->lock);
  while (!err && !server->is_ready && !has_no_work_locked(server) && server->phase == LSP_RUNNING) {
    err = lsp_server_await(job, server, until);
  }
  bool is_running = server->phase == LSP_RUNNING;
  lock_give(&server->hub->lock);
  if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
    job_forgive(job);
    return job_fail(job, ERR_TIMEOUT, "%.*s is still loading after %lld ms",
                    STR_ARG(server->kind.name), (long long)timeout_ms);
  }
  TRY(err);
  return is_running ? OK : lsp_server_fail_ended(job, server);
}
