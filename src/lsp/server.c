/* One run of a server, as jobs see it: what it is, and asking it. */
#include "src/lsp/lsp_internal.h"

#define CONTENT_MODIFIED (-32801)
#define SERVER_CANCELLED (-32802)
#define METHOD_NOT_FOUND (-32601)
/* Servers refuse a question whose document changed under it, and want it asked
 * again. Six times with doubled waits are about three seconds. */
#define AGAIN_MAX 6
#define AGAIN_MS 50 /* doubled each time */

/* What is fixed when a run starts needs no lock. */
Str lsp_server_name(const LspServer *server) { return server->kind.name; }
const LspServerKind *lsp_server_kind(const LspServer *server) { return &server->kind; }
Str lsp_server_place(const LspServer *server) { return server->slot->server_root; }
TextUnit lsp_server_encoding(const LspServer *server) { return server->encoding; }
Root *lsp_server_workspace(const LspServer *server) { return server->root; }

/* A copy for the job, which may outlive its hold on the server. */
const Json *lsp_server_capabilities(Job *job, LspServer *server) {
  Str spelled = json_spell(job->arena, server->capabilities);
  const Json *copy = NULL;
  Err err = json_read(job, spelled, &(JsonLimits){.max_depth = 1024}, &copy);
  if (err) job_forgive(job);
  return copy;
}

/* ---- its end ---- */

/* The buffer is twice as long as what counts, so that bytes are moved only
 * once for each half that was filled. */
void lsp_tail_add(LspTail *tail, Str bytes) {
  if (bytes.len > LSP_TAIL_MAX) bytes = str_slice(bytes, bytes.len - LSP_TAIL_MAX, bytes.len);
  if (tail->len + bytes.len > sizeof tail->bytes) {
    size_t kept = tail->len < LSP_TAIL_MAX ? tail->len : LSP_TAIL_MAX;
    memmove(tail->bytes, tail->bytes + tail->len - kept, kept);
    tail->len = kept;
  }
  memcpy(tail->bytes + tail->len, bytes.ptr, bytes.len);
  tail->len += bytes.len;
}

Str lsp_tail_text(const LspTail *tail) {
  size_t kept = tail->len < LSP_TAIL_MAX ? tail->len : LSP_TAIL_MAX;
  return (Str){tail->bytes + tail->len - kept, kept};
}

/* Also for a run that is just ending and has no words yet. */
Err lsp_server_fail_ended(Job *job, LspServer *server) {
  lock_take(&server->hub->lock);
  Err err = server->end_err ? server->end_err : ERR_CLOSED;
  Str words = str_copy(job->arena, str_from_c(server->end_words));
  lock_give(&server->hub->lock);
  if (!words.len)
    words = str_format(job->arena, "%.*s is being stopped; ask again", STR_ARG(server->kind.name));
  return job_fail(job, err, "%.*s", STR_ARG(words));
}

Err lsp_server_fail_deaf(Job *job, const LspServer *server) {
  return job_fail(job, ERR_BUSY, "%.*s does not read what it is sent (64 MB wait); restart it",
                  STR_ARG(server->kind.name));
}

/* ---- waiting ---- */

/* Everybody who waits looks again whether it was what it waited for. */
void lsp_server_wake_locked(LspServer *server) {
  for (LspWait *wait = server->waits; wait; wait = wait->next) thread_event_set(wait->event);
}

/* The wait lies on the stack: it is in the list only while this call lasts. It
 * is put there before the lock is given back, so no change is missed. */
Err lsp_server_await(Job *job, LspServer *server, int64_t until_ms) {
  Lock *lock = &server->hub->lock;
  AUTO(ThreadEvent) event = thread_event_open();
  LspWait wait = {.next = server->waits, .event = event};
  server->waits = &wait;
  lock_give(lock);
  int64_t left = until_ms ? until_ms - job_now_ms() : 0;
  if (until_ms && left < 1) left = 1;
  Err err = thread_wait(job, event, left);
  lock_take(lock);
  for (LspWait **at = &server->waits; *at; at = &(*at)->next) {
    if (*at != &wait) continue;
    *at = wait.next;
    break;
  }
  return err;
}

/* An event that nobody sets: the job can still be stopped meanwhile. */
Err lsp_sleep(Job *job, int64_t ms) {
  if (ms <= 0) return job_check(job);
  AUTO(ThreadEvent) never = thread_event_open();
  Err err = thread_wait(job, never, ms);
  if (err != ERR_TIMEOUT || job_is_stopped(job)) return err;
  job_forgive(job);
  return OK;
}

/* ---- asking ---- */

/* How long a method may take, in seconds; what is not here: 10. */
static const struct {
  const char *method;
  int seconds;
} deadlines[] = {
    {"textDocument/references", 60},
    {"textDocument/implementation", 60},
    {"textDocument/rename", 60},
    {"textDocument/prepareRename", 20},
    {"textDocument/codeAction", 20},
    {"textDocument/formatting", 20},
    {"textDocument/rangeFormatting", 20},
    {"textDocument/diagnostic", 30},
    {"textDocument/prepareCallHierarchy", 30},
    {"textDocument/prepareTypeHierarchy", 30},
    {"callHierarchy/incomingCalls", 60},
    {"callHierarchy/outgoingCalls", 60},
    {"typeHierarchy/supertypes", 60},
    {"typeHierarchy/subtypes", 60},
    {"textDocument/semanticTokens/full", 30},
    {"codeAction/resolve", 30},
    {"workspace/symbol", 60},
    {"workspace/diagnostic", 120},
    {"workspace/executeCommand", 120},
    {"workspace/willRenameFiles", 60},
    {"workspace/willCreateFiles", 60},
    {"workspace/willDeleteFiles", 60},
};

/* Until it is ready a server may load first and answer then, so the first
 * questions have more time. */
static int64_t deadline_ms(LspServer *server, const char *method) {
  int seconds = 10;
  for (size_t i = 0; i < COUNT_OF(deadlines); i++) {
    if (!strcmp(method, deadlines[i].method)) seconds = deadlines[i].seconds;
  }
  lock_take(&server->hub->lock);
  bool is_ready = server->is_ready;
  lock_give(&server->hub->lock);
  if (!is_ready) {
    int first = server->kind.quirks & LSP_QUIRK_SLOW_START ? 120 : 30;
    if (seconds < first) seconds = first;
  }
  return seconds * (int64_t)1000;
}

/* The first answer to these may be empty because the server is still loading. */
static const char *const repeated[] = {
    "textDocument/definition",     "textDocument/references",     "textDocument/implementation",
    "textDocument/typeDefinition", "textDocument/documentSymbol", "workspace/symbol",
};

/* Zero: not a method or a server for which that is done. */
static unsigned repeat_bit(const LspServer *server, const char *method) {
  if (!(server->kind.quirks & LSP_QUIRK_EMPTY_FIRST)) return 0;
  for (size_t i = 0; i < COUNT_OF(repeated); i++) {
    if (!strcmp(method, repeated[i])) return 1U << i;
  }
  return 0;
}

static bool is_empty(const Json *result) {
  if (!result || result->type == JSON_NULL) return true;
  return result->type == JSON_ARRAY && result->count == 0;
}

static bool is_asked_again(const Json *error) {
  int64_t code = json_get_int(error, STR("code"), 0);
  if (code == CONTENT_MODIFIED) return true;
  if (code != SERVER_CANCELLED) return false;
  return json_get_bool(json_get(error, STR("data")), STR("retriggerRequest"), true);
}

/* What the server says is shown, shortened and made visible: it often names
 * the cause. */
static Err fail_with(Job *job, LspServer *server, const char *method, const Json *error) {
  Str words = json_get_str(error, STR("message"), STR("no reason given"));
  int64_t code = json_get_int(error, STR("code"), 0);
  Str shown = str_visible(job->arena, str_head(words, 2000));
  if (code == METHOD_NOT_FOUND) {
    return job_fail(job, ERR_UNAVAILABLE, "%.*s does not support %s: %.*s",
                    STR_ARG(server->kind.name), method, STR_ARG(shown));
  }
  return job_fail(job, ERR_UNAVAILABLE, "%.*s could not answer %s: %.*s (%lld)",
                  STR_ARG(server->kind.name), method, STR_ARG(shown), (long long)code);
}

/* One answer with content or an error, asked as often as the server wants. */
static Err ask(Job *job, LspServer *server, const char *method, Str params,
               const Json **ret_result) {
  for (int again = 0;; again++) {
    const Json *answer = NULL;
    TRY(lsp_wire_call(job, server, method, params, deadline_ms(server, method), &answer));
    const Json *error = json_get(answer, STR("error"));
    if (!error || error->type == JSON_NULL) {
      static const Json nothing = {.type = JSON_NULL};
      const Json *result = json_get(answer, STR("result"));
      lsp_progress_answered(server, method);
      *ret_result = result ? result : &nothing;
      return OK;
    }
    if (again == AGAIN_MAX || !is_asked_again(error)) return fail_with(job, server, method, error);
    TRY(lsp_sleep(job, AGAIN_MS << again));
  }
}

/* Once for each method in a run: an empty answer later on is believed. */
static bool claim_repeat(LspServer *server, unsigned bit, bool found_nothing) {
  lock_take(&server->hub->lock);
  bool is_first = bit && !(server->told_something & bit);
  server->told_something |= bit;
  server->used_ms = job_now_ms();
  lock_give(&server->hub->lock);
  return is_first && found_nothing;
}

/* The world as it is now, before anything is asked about it. */
static void bring_up_to_date(Job *job, LspServer *server) {
  lsp_document_refresh(job, server);
  lsp_change_flush(server->hub, root_path(server->root));
}

/* If it does not become ready in time it is asked all the same; the second
 * answer is the answer. */
static Err request_now(Job *job, LspServer *server, const char *method, Str params, const Json **ret_result) {
  bring_up_to_date(job, server);
  TRY(ask(job, server, method, params, ret_result));
  if (!claim_repeat(server, repeat_bit(server, method), is_empty(*ret_result))) return OK;
  Err err = lsp_server_wait_ready(job, server, 10000);
  if (err == ERR_TIMEOUT && !job_is_stopped(job)) {
    job_forgive(job);
    err = OK;
  }
  TRY(err);
  return ask(job, server, method, params, ret_result);
}

/* The turn covers refreshing and asking, so that the answer is about the texts
 * the job means. */
Err lsp_server_request(Job *job, LspServer *server, const char *method, Str params,
                       const Json **ret_result) {
  TRY(job_check(job));
  TRY(lsp_turn_take(job, server));
  Err err = request_now(job, server, method, params, ret_result);
  lsp_turn_give(job, server);
  return err;
}

/* No turn: what is told this way does not depend on texts. */
Err lsp_server_notify(Job *job, LspServer *server, const char *method, Str params) {
  Str body = lsp_wire_notification(job->arena, method, params);
  lock_take(&server->hub->lock);
  server->used_ms = job_now_ms();
  bool is_open = server->phase == LSP_RUNNING;
  bool is_sent = is_open && lsp_wire_send_locked(server, body);
  lock_give(&server->hub->lock);
  if (!is_open) return lsp_server_fail_ended(job, server);
  if (is_sent) return OK;
  return lsp_server_fail_deaf(job, server);
}
