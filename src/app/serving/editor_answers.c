/* Calls that wait for an editor, and the answers to them. Whoever posts one has
 * the listener's key, as for any request, and the secret of the call. The value
 * is data: it is read, spelled anew and shown, nothing more. */
#include "src/app/serving/editor_internal.h"

#include "src/base/lock.h"
#include "src/os/secret.h"
#include "src/os/thread.h"

#define SECRET_BYTES 24
#define SECRET_CHARS (2 * SECRET_BYTES)
#define WAITS 64
#define LISTENERS 32
#define BODY_MAX ((size_t)1 << 20)
#define VALUES_MAX 100000 /* in one body: reading it holds up the loop */
#define ERROR_SHOWN 2000

typedef enum State {
  FREE,     /* never used */
  OPEN,     /* waits */
  ANSWERED, /* the call has not looked yet */
  SPENT     /* kept to tell used secrets from unknown ones, until the place is needed */
} State;

struct AppEditorWait {
  AppEditor *editor;
  State state;
  uint64_t number; /* later ones have higher ones */
  uint64_t listener;
  int port;
  int64_t until_ms;
  char secret[SECRET_CHARS + 1];
  ThreadEvent *event; /* while it is the call's */
  Arena arena;        /* likewise: holds `text` */
  Str text;
  bool is_error; /* of the editor's */
  bool is_cut;   /* the listener went */
};

typedef struct Listener {
  uint64_t number; /* 0: the place is free */
  const AppClient *client;
  int port;
} Listener;

/* Calls have threads of their own, answers come on the loop's. */
struct AppEditor {
  Lock lock; /* guards everything */
  uint64_t next;
  Listener listeners[LISTENERS];
  AppEditorWait waits[WAITS];
};

AppEditor *app_editor_open(void) {
  AppEditor *editor = arena_heap_alloc(sizeof(*editor));
  lock_init(&editor->lock);
  return editor;
}

void app_editor_close(AppEditor *editor) {
  lock_clear(&editor->lock);
  free(editor);
}

/* ---- listeners ---- */

uint64_t app_editor_listen(AppEditor *editor, const AppClient *client, int port) {
  uint64_t number = 0;
  lock_take(&editor->lock);
  for (size_t i = 0; i < LISTENERS && !number; i++) {
    if (editor->listeners[i].number) continue;
    number = ++editor->next;
    editor->listeners[i] = (Listener){number, client, port};
  }
  lock_give(&editor->lock);
  return number;
}

void app_editor_unlisten(AppEditor *editor, uint64_t listener) {
  lock_take(&editor->lock);
  for (size_t i = 0; listener && i < LISTENERS; i++) {
    if (editor->listeners[i].number == listener) editor->listeners[i] = (Listener){0};
  }
  for (size_t i = 0; listener && i < WAITS; i++) {
    AppEditorWait *wait = &editor->waits[i];
    if (wait->state != OPEN || wait->listener != listener) continue;
    wait->is_cut = true;
    thread_event_set(wait->event);
  }
  lock_give(&editor->lock);
}

/* The one that the call came by, or the newest: who speaks on a pipe has none of
 * its own. */
static const Listener *choose_listener(const AppEditor *editor, const AppClient *client) {
  const Listener *best = NULL;
  for (size_t i = 0; i < LISTENERS; i++) {
    const Listener *each = &editor->listeners[i];
    if (!each->number) continue;
    if (each->client == client) return each;
    if (!best || each->number > best->number) best = each;
  }
  return best;
}

/* ---- calls ---- */

/* The place that was given up longest ago; NULL: all are in use. */
static AppEditorWait *choose_place(AppEditor *editor) {
  AppEditorWait *best = NULL;
  for (size_t i = 0; i < WAITS; i++) {
    AppEditorWait *each = &editor->waits[i];
    if (each->state == OPEN || each->state == ANSWERED) continue;
    if (!best || each->number < best->number) best = each;
  }
  return best;
}

static void open_wait(AppEditor *editor, AppEditorWait *wait, const Listener *listener, int64_t timeout_ms) {
  *wait = (AppEditorWait){.editor = editor, .state = OPEN, .number = ++editor->next, .listener = listener->number,
                          .port = listener->port, .until_ms = job_now_ms() + timeout_ms, .event = thread_event_open()};
  arena_init(&wait->arena);
  memcpy(wait->secret, secret_random_hex(&wait->arena, SECRET_BYTES).ptr, SECRET_CHARS);
}

Err app_editor_begin(Job *job, AppEditor *editor, const AppClient *client, int64_t timeout_ms, AppEditorWait **ret_wait) {
  lock_take(&editor->lock);
  const Listener *listener = choose_listener(editor, client);
  AppEditorWait *place = listener ? choose_place(editor) : NULL;
  if (place) open_wait(editor, place, listener, timeout_ms);
  lock_give(&editor->lock);
  if (!listener) {
    return job_fail(job, ERR_UNAVAILABLE, "an editor answers over HTTP, and no listener is open: ask the user for fathom serve --http, or call without wait_for_response");
  }
  if (!place) return job_fail(job, ERR_BUSY, "%d calls wait for the editor already; try again later", WAITS);
  *ret_wait = place;
  return OK;
}

Str app_editor_secret(const AppEditorWait *wait) { return str_from_c(wait->secret); }
int app_editor_port(const AppEditorWait *wait) { return wait->port; }

/* The answer may have come in the moment in which the time ran out: it counts. */
Err app_editor_wait(Job *job, AppEditorWait *wait, Str *ret_value) {
  int64_t left = wait->until_ms - job_now_ms();
  Err err = thread_wait(job, wait->event, left > 0 ? left : 1);
  TRY(job_check(job));
  if (err) job_forgive(job);
  lock_take(&wait->editor->lock);
  bool is_answered = wait->state == ANSWERED, is_error = wait->is_error, is_cut = wait->is_cut;
  Str text = is_answered ? str_copy(job->arena, wait->text) : STR_EMPTY;
  lock_give(&wait->editor->lock);
  if (is_answered && is_error) return job_fail(job, ERR_UNAVAILABLE, "the editor says: %.*s", STR_ARG(str_shown(job->arena, text, ERROR_SHOWN)));
  *ret_value = text;
  if (is_answered) return OK;
  if (is_cut) return job_fail(job, ERR_CLOSED, "the listener was closed before the editor answered");
  return job_fail(job, ERR_TIMEOUT, "the editor was told, and did not answer in time: is its extension there, and does it know the key of this listener?");
}

void app_editor_end(AppEditorWait *wait) {
  lock_take(&wait->editor->lock);
  wait->state = SPENT;
  thread_event_close(TAKE(wait->event));
  arena_clear(&wait->arena);
  wait->text = STR_EMPTY;
  lock_give(&wait->editor->lock);
}

/* ---- answers ---- */

/* Gives the status to answer with. Every place is compared, so that time tells
 * nothing of where one is. A secret of another listener is as good as none. */
static int settle(AppEditor *editor, uint64_t listener, Str secret, Str text, bool is_error) {
  int status = 404;
  int64_t now = job_now_ms();
  lock_take(&editor->lock);
  for (size_t i = 0; i < WAITS; i++) {
    AppEditorWait *wait = &editor->waits[i];
    bool is_same = secret_equal(secret, (Str){wait->secret, SECRET_CHARS});
    if (!is_same || wait->state == FREE || wait->listener != listener) continue;
    status = 410;
    if (wait->state != OPEN || now > wait->until_ms) continue;
    wait->text = str_copy(&wait->arena, text);
    wait->is_error = is_error;
    wait->state = ANSWERED;
    thread_event_set(wait->event);
    status = 204;
  }
  lock_give(&editor->lock);
  return status;
}

/* The extension that is known gives back `request_id`, and says null of whichever
 * of result and error there is not. False: no such thing. */
static bool read_body(Arena *arena, const Json *body, Str *ret_secret, Str *ret_text, bool *ret_is_error) {
  const Json *secret = json_get(body, STR("nonce")), *result = json_get(body, STR("result")), *error = json_get(body, STR("error"));
  if (!secret) secret = json_get(body, STR("request_id"));
  bool is_error = error && !json_is(error, JSON_NULL);
  if (!json_is(secret, JSON_STRING) || (!result && !error)) return false;
  if (is_error && result && !json_is(result, JSON_NULL)) return false;
  *ret_secret = secret->text;
  *ret_is_error = is_error;
  *ret_text = is_error && json_is(error, JSON_STRING) ? error->text : json_spell(arena, is_error ? error : result);
  return true;
}

/* An editor answers without a key, so the nonce is all that lets it in: known
 * to that editor alone, good once, and only on the listener it was given for.
 * */
void app_editor_post(AppEditor *editor, uint64_t listener, TransportExchange *exchange) {
  static const JsonLimits limits = {.max_bytes = BODY_MAX, .max_values = VALUES_MAX};
  Str secret, text, body = transport_body(exchange);
  bool is_error;
  Job job;
  const Json *json;
  job_init(&job, transport_arena(exchange));
  if (body.len > BODY_MAX) {
    transport_reply_json_error(exchange, 413, STR("an answer has at most 1 MB"));
    return;
  }
  if (json_read(&job, body, &limits, &json) || !read_body(job.arena, json, &secret, &text, &is_error)) {
    transport_reply_json_error(exchange, 400, STR("send {\"nonce\": ..., \"result\": ...} or {\"nonce\": ..., \"error\": ...}"));
    return;
  }
  int status = settle(editor, listener, secret, text, is_error);
  if (status == 204) transport_reply(exchange, status, STR_EMPTY, STR_EMPTY, NULL, 0);
  else transport_reply_json_error(exchange, status, status == 410 ? STR("used, or too late") : STR("nobody waits for this"));
}
