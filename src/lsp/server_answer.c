/* What servers ask and tell us. Every request gets an answer: a server that
 * waits for one may answer nothing else. Loop thread, without the lock. */
#include "src/lsp/lsp_internal.h"

#define ANSWER_MAX ((size_t)16 << 20)

/* One request of the server. Each handler writes exactly one JSON value, since
 * the writer stands behind the name "result". */
typedef struct Answer {
  LspServer *server;
  const Json *params;
  JsonWriter *writer; /* where the result belongs */
} Answer;

/* The part of the settings that a section names: "python.analysis". */
static void write_section(JsonWriter *writer, const Json *settings, Str section) {
  while (section.len && settings) settings = json_get(settings, str_cut(&section, '.'));
  json_value(writer, settings);
}

static void configuration(const Answer *answer) {
  const Json *items = json_get(answer->params, STR("items"));
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  lock_take(&answer->server->hub->lock);
  /* Copied under the lock and read outside it: settings may be replaced by
   * another thread, and parsing them takes longer than a lock should be held. */
  Str spelled = str_copy(&arena, answer->server->settings);
  lock_give(&answer->server->hub->lock);
  const Json *settings = NULL;
  if (spelled.len && json_read(&job, spelled, NULL, &settings)) settings = NULL;
  json_begin_array(answer->writer);
  /* The answer has one value for each item, in their order, also for those that
   * are unknown: a server matches them by position. */
  for (size_t i = 0; json_is(items, JSON_ARRAY) && i < items->count; i++) {
    write_section(answer->writer, settings,
                  json_get_str(&items->items[i], STR("section"), STR_EMPTY));
  }
  json_end_array(answer->writer);
  arena_clear(&arena);
}

static void folders(const Answer *answer) {
  lock_take(&answer->server->hub->lock);
  lsp_folders_spell_locked(answer->server, answer->writer);
  lock_give(&answer->server->hub->lock);
}

static void register_more(const Answer *answer) {
  lsp_register_add(answer->server, answer->params);
  json_null(answer->writer);
}

static void register_less(const Answer *answer) {
  lsp_register_remove(answer->server, answer->params);
  json_null(answer->writer);
}

static void progress_created(const Answer *answer) {
  lsp_progress_created(answer->server, json_get(answer->params, STR("token")));
  json_null(answer->writer);
}

/* For refreshes there is nothing to do, as nothing of the kind is kept between
 * calls; a message with buttons is answered as if it had been closed. */
static void nothing(const Answer *answer) { json_null(answer->writer); }

/* There is no editor here in which a document could be opened. */
static void not_shown(const Answer *answer) {
  json_begin_object(answer->writer);
  json_field_bool(answer->writer, "success", false);
  json_end_object(answer->writer);
}

/* Edits reach files only through a tool that was asked for them. */
static void not_applied(const Answer *answer) {
  json_begin_object(answer->writer);
  json_field_bool(answer->writer, "applied", false);
  json_field_str(answer->writer, "failureReason", STR("edits are applied by the client's user only"));
  json_end_object(answer->writer);
}

static const struct {
  const char *method;
  void (*answer)(const Answer *answer);
} requests[] = {
    {"workspace/configuration", configuration},
    {"workspace/workspaceFolders", folders},
    {"client/registerCapability", register_more},
    {"client/unregisterCapability", register_less},
    {"window/workDoneProgress/create", progress_created},
    {"window/showMessageRequest", nothing},
    {"window/showDocument", not_shown},
    {"workspace/applyEdit", not_applied},
    {"workspace/semanticTokens/refresh", nothing},
    {"workspace/inlayHint/refresh", nothing},
    {"workspace/inlineValue/refresh", nothing},
    {"workspace/codeLens/refresh", nothing},
    {"workspace/diagnostic/refresh", nothing},
    {"workspace/foldingRange/refresh", nothing},
    {"workspace/textDocumentContent/refresh", nothing},
};

void lsp_answer_request(LspServer *server, const Json *id, Str method, const Json *params) {
  Arena arena;
  Buf buf;
  JsonWriter writer;
  arena_init(&arena);
  buf_init(&buf, &arena, ANSWER_MAX);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  json_field_value(&writer, "id", id);
  bool is_known = false;
  for (size_t i = 0; i < COUNT_OF(requests) && !is_known; i++) {
    if (!str_eq_c(method, requests[i].method)) continue;
    is_known = true;
    json_name(&writer, STR("result"));
    requests[i].answer(&(Answer){server, params, &writer});
  }
  if (!is_known) {
    json_field_object(&writer, "error");
    json_field_int(&writer, "code", -32601);
    Str shown = str_shown(&arena, method, 80);
    json_field_str(&writer, "message", str_format(&arena, "no such request: %.*s", STR_ARG(shown)));
    json_end_object(&writer);
  }
  json_end_object(&writer);
  lock_take(&server->hub->lock);
  lsp_wire_send_locked(server, buf_str(&buf));
  lock_give(&server->hub->lock);
  arena_clear(&arena);
}

/* Errors that it tells its user go where its other last words are. */
static void note_message(LspServer *server, const Json *params) {
  /* 1 is an error. Warnings and logs would soon push the errors out of the tail. */
  if (json_get_int(params, STR("type"), 0) != 1) return;
  Str words = json_get_str(params, STR("message"), STR_EMPTY);
  lock_take(&server->hub->lock);
  lsp_tail_add(&server->errors, str_head(words, 1024));
  lsp_tail_add(&server->errors, STR("\n"));
  lock_give(&server->hub->lock);
}

/* Everything else that a server tells, such as telemetry, is not for us; the
 * protocol allows notifications to be ignored. */
void lsp_answer_notification(LspServer *server, Str method, const Json *params) {
  if (str_eq(method, STR("$/progress"))) {
    lsp_progress_note(server, params);
  } else if (str_eq(method, STR("textDocument/publishDiagnostics"))) {
    lsp_diagnose_pushed(server, params);
  } else if (str_eq(method, STR("window/showMessage")) ||
             str_eq(method, STR("window/logMessage"))) {
    note_message(server, params);
  }
}
