/* The hub: which servers there are, who may have them, and the thread with
 * the loop they live on, which runs while there is one. */
#include "src/lsp/lsp_internal.h"

/* Defaults for what the options leave open: when an unused server is ended,
 * how long it may take to end politely, and how long to wait after a first
 * crash. */
#define IDLE_MS (10 * 60 * 1000)
#define STOP_MS 3000
#define BACKOFF_MS 1000
/* A server that hangs is killed before this; whoever restarts does not wait
 * for ever. */
#define RESTART_WAIT_MS 10000

LspHub *lsp_hub_open(const LspHubOptions *options) {
  LspHub *hub = arena_heap_alloc(sizeof *hub);
  lock_init(&hub->lock);
  lock_init(&hub->change_lock);
  if (options) hub->options = *options;
  if (hub->options.idle_ms <= 0) hub->options.idle_ms = IDLE_MS;
  if (hub->options.stop_ms <= 0) hub->options.stop_ms = STOP_MS;
  if (hub->options.backoff_ms <= 0) hub->options.backoff_ms = BACKOFF_MS;
  return hub;
}

/* ---- the loop's thread ---- */

/* The loop closes itself on its own thread, since nobody may touch it once it
 * was stopped. */
static void run_loop(void *context) {
  Loop *loop = context;
  loop_run(loop);
  loop_close(loop);
}

/* One thread for the loop there is and one for that which is just ending.
 * False: the system gives no thread. */
static bool ensure_loop_locked(LspHub *hub) {
  if (hub->loop) return true;
  if (!hub->pool) hub->pool = thread_pool_open(2, 2);
  Loop *loop = loop_open();
  if (!thread_pool_run(hub->pool, run_loop, loop)) {
    loop_close(loop);
    return false;
  }
  hub->loop = loop;
  return true;
}

void lsp_hub_run_gone_locked(LspHub *hub) {
  if (--hub->runs) return;
  loop_stop(TAKE(hub->loop));
  hub->change_timer = NULL; /* ends with its loop */
  hub->change_posted = false;
}

typedef struct Posted {
  LspServer *server;
  LspPosted *function;
} Posted;

/* The reference was taken when it was posted: the server is there, though
 * perhaps gone. */
static void run_posted(void *context) {
  Posted posted = *(Posted *)context;
  free(context);
  posted.function(posted.server);
  lsp_server_unref(posted.server);
}

void lsp_hub_post_locked(LspServer *server, LspPosted *function) {
  Posted *posted = arena_heap_alloc(sizeof *posted);
  *posted = (Posted){server, function};
  server->refs++;
  loop_post(server->hub->loop, run_posted, posted);
}

void lsp_hub_emit(LspServer *server, LspEventKind kind, Str path, Str detail) {
  const LspHubOptions *options = &server->hub->options;
  if (!options->listener) return;
  LspEvent event = {.kind = kind,
                    .root = server->slot->root,
                    .server = server->slot->name,
                    .path = path,
                    .detail = detail};
  options->listener(options->context, &event);
}

/* ---- references ---- */

/* Freed without the lock, and at most once: nobody can find a server that has
 * no references. */
void lsp_server_unref(LspServer *server) {
  LspHub *hub = server->hub;
  lock_take(&hub->lock);
  bool is_last = --server->refs == 0;
  lock_give(&hub->lock);
  if (is_last) lsp_server_free(server);
}

/* The time of release is what the idle timer counts from. */
void lsp_server_release(LspServer *server) {
  if (!server) return;
  lock_take(&server->hub->lock);
  server->holders--;
  server->used_ms = job_now_ms();
  lock_give(&server->hub->lock);
  lsp_server_unref(server);
}

/* ---- slots ---- */

LspSlot *lsp_hub_find_locked(LspHub *hub, const LspNeed *need) {
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    if (str_eq(slot->name, need->kind->name) && str_eq(slot->connect, need->kind->connect) &&
        str_eq(slot->root, root_path(need->root)) && str_eq(slot->server_root, need->server_root)) {
      return slot;
    }
  }
  return NULL;
}

/* At the end of the list: those who walk it with the lock given back in
 * between see each slot once. */
static LspSlot *slot_locked(LspHub *hub, const LspNeed *need) {
  LspSlot *slot = lsp_hub_find_locked(hub, need);
  if (slot) return slot;
  LspSlot **at = &hub->slots;
  while (*at) at = &(*at)->next;
  slot = arena_heap_alloc(sizeof *slot);
  arena_init(&slot->arena);
  slot->hub = hub;
  slot->name = str_copy(&slot->arena, need->kind->name);
  slot->connect = str_copy(&slot->arena, need->kind->connect);
  slot->root = str_copy(&slot->arena, root_path(need->root));
  slot->server_root = str_copy(&slot->arena, need->server_root);
  *at = slot;
  return slot;
}

static void free_slot(LspSlot *slot) {
  arena_clear(&slot->arena);
  free(slot->version);
  free(slot->language_id);
  free(slot);
}

/* ---- taking ---- */

/* Why no run was begun. Locked. */
static Err fail_unstarted(Job *job, const LspSlot *slot) {
  if (slot->hub->is_closing) return job_fail(job, ERR_CLOSED, "language servers are being stopped");
  if (!slot->given_up)
    return job_fail(job, ERR_BUSY, "the system gives no thread for language servers");
  Str tail = str_visible(job->arena, str_trim(str_copy(job->arena, lsp_tail_text(&slot->errors))));
  return job_fail(
      job, ERR_CLOSED,
      "%.*s crashed %zu times within 180 s and is not started again; restart it once the cause is "
      "removed%s%.*s",
      STR_ARG(slot->name), slot->recent_crashes, tail.len ? "; the last it said:\n" : "",
      STR_ARG(tail));
}

/* A start that failed before anything of it reached the loop. */
static void forget_run(LspServer *server) {
  LspHub *hub = server->hub;
  lock_take(&hub->lock);
  server->phase = LSP_GONE;
  server->is_retry = true;
  server->slot->server = NULL;
  lsp_server_wake_locked(server);
  lsp_hub_run_gone_locked(hub);
  lock_give(&hub->lock);
  lsp_server_unref(server);
}

/* What to do next about a slot. */
typedef enum Step { STEP_TAKEN, STEP_AGAIN, STEP_START, STEP_SLEEP, STEP_FAIL } Step;

/* The run is put into the slot before anything is started, so that whoever
 * comes meanwhile waits for it instead of starting a second one. */
static bool is_start_locked(LspHub *hub, LspSlot *slot, const LspNeed *need,
                            LspServer **ret_server) {
  if (!ensure_loop_locked(hub)) return false;
  hub->runs++;
  LspServer *server = lsp_server_new(hub, slot, need);
  slot->server = server;
  server->refs++; /* the starter's */
  *ret_server = server;
  return true;
}

/* Waits for the run there is to be usable or gone. Who waits holds it already:
 * it is not idle before it was handed over. Locked. */
static Err follow_locked(Job *job, LspServer *server, const LspNeed *need, Step *ret_step) {
  server->refs++;
  server->holders++;
  Err err = OK;
  while (!err && server->phase != LSP_RUNNING && server->phase != LSP_GONE) {
    err = lsp_server_await(job, server, 0);
  }
  bool is_running = !err && server->phase == LSP_RUNNING;
  bool has_failed =
      !err && !is_running && !server->was_running && !server->stop_asked && !server->is_retry;
  if (is_running) {
    server->used_ms = job_now_ms();
    lsp_scope_widen_locked(server, need);
  } else {
    server->holders--;
  }
  *ret_step = is_running ? STEP_TAKEN : has_failed ? STEP_FAIL : STEP_AGAIN;
  return err;
}

/* A run that is ending counts as one: two processes must not work in one
 * folder at once. */
static Step look_locked(LspHub *hub, LspSlot *slot, const LspNeed *need, LspServer **ret_server) {
  if (slot->server) {
    *ret_server = slot->server;
    return STEP_TAKEN;
  }
  if (slot->given_up || hub->is_closing) return STEP_FAIL;
  if (slot->start_after_ms > job_now_ms()) return STEP_SLEEP;
  return is_start_locked(hub, slot, need, ret_server) ? STEP_START : STEP_FAIL;
}

/* One look; STEP_AGAIN: the world has changed meanwhile. */
static Err try_take(Job *job, LspHub *hub, const LspNeed *need, LspServer **ret_server,
                    Step *ret_step) {
  lock_take(&hub->lock);
  LspSlot *slot = slot_locked(hub, need);
  LspServer *server = NULL;
  *ret_step = look_locked(hub, slot, need, &server);
  int64_t sleep_ms = slot->start_after_ms - job_now_ms();
  Err err = OK;
  if (*ret_step == STEP_TAKEN) err = follow_locked(job, server, need, ret_step);
  if (*ret_step == STEP_FAIL && !server) err = fail_unstarted(job, slot);
  lock_give(&hub->lock);
  if (*ret_step == STEP_SLEEP) return lsp_sleep(job, sleep_ms);
  if (*ret_step == STEP_START) {
    err = lsp_server_launch(job, server, need);
    if (err) forget_run(server);
    *ret_step = STEP_AGAIN;
  } else if (*ret_step == STEP_FAIL && server) {
    err = lsp_server_fail_ended(job, server);
  }
  if (!err && *ret_step == STEP_TAKEN) {
    *ret_server = server;
  } else if (server) {
    lsp_server_unref(server);
  }
  return err;
}

/* Ends at the latest with the job's time, because every step that is not the
 * last one waits for something by the job. */
Err lsp_hub_take(Job *job, LspHub *hub, const LspNeed *need, LspServer **ret_server) {
  Step step = STEP_AGAIN;
  LspServer *server = NULL;
  while (step != STEP_TAKEN) TRY(try_take(job, hub, need, &server, &step));
  *ret_server = server;
  return OK;
}

/* ---- stopping ---- */

static bool is_meant(const LspSlot *slot, Str root) {
  return !root.len || str_eq(slot->root, root);
}

/* Stopping is posted to all before any is waited for, so that they end at the
 * same time. A new run begins with the next question. Slots are never removed,
 * so walking on after the lock was given back is safe. */
size_t lsp_hub_restart(Job *job, LspHub *hub, Str root) {
  size_t count = 0;
  int64_t until = job_now_ms() + RESTART_WAIT_MS;
  lock_take(&hub->lock);
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    if (!is_meant(slot, root)) continue;
    slot->given_up = false;
    slot->recent_crashes = 0;
    slot->start_after_ms = 0;
    if (!slot->server) continue;
    count++;
    lsp_hub_post_locked(slot->server, lsp_server_stop);
  }
  Err err = OK;
  for (LspSlot *slot = hub->slots; slot && !err; slot = slot->next) {
    LspServer *server = is_meant(slot, root) ? slot->server : NULL;
    if (!server) continue;
    server->refs++;
    while (!err && server->phase != LSP_GONE) err = lsp_server_await(job, server, until);
    lock_give(&hub->lock);
    lsp_server_unref(server);
    lock_take(&hub->lock);
  }
  lock_give(&hub->lock);
  if (err) job_forgive(job);
  return count;
}

/* Nobody may hold a server any more. The pool waits for the loop, which ends
 * with the last run. */
void lsp_hub_close(LspHub *hub) {
  if (!hub) return;
  lock_take(&hub->lock);
  hub->is_closing = true;
  for (LspSlot *slot = hub->slots; slot; slot = slot->next) {
    if (slot->server) lsp_hub_post_locked(slot->server, lsp_server_stop);
  }
  lock_give(&hub->lock);
  thread_pool_close(hub->pool);
  while (hub->slots) {
    LspSlot *slot = hub->slots;
    hub->slots = slot->next;
    free_slot(slot);
  }
  lsp_change_clear(hub);
  lsp_hub_close_caches(hub);
  lsp_overlay_clear(hub);
  lock_clear(&hub->change_lock);
  lock_clear(&hub->lock);
  free(hub);
}
