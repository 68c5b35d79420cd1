/* Questions whose answers are edits: renames, formatting, code actions. */
#include "src/lsp/ask_internal.h"

#define RESOLVED_MAX 32 /* actions whose edits are asked for one by one */
#define SETTLED_MS 5000 /* how long diagnostics are waited for */

/* Positions in an edit count in the server's units and refer to texts as the
 * server has them. With a path its document is opened first, so that text and
 * positions belong together. */
Err lsp_edit_read(Job *job, LspServer *server, Str path, const Json *edit, LspEdit *ret_edit) {
  LspReader reader;
  LspAsk ask;
  if (path.len) {
    TRY(lsp_ask_begin(job, server, path, NULL, &ask));
    return lsp_read_edit(&ask.reader, ask.document.path, edit, ret_edit);
  }
  lsp_ask_reader(job, server, &reader);
  return lsp_read_edit(&reader, path, edit, ret_edit);
}

Err lsp_edit_read_for(Job *job, const LspEditTexts *texts, const Json *edit, LspEdit *ret_edit) {
  LspReader reader;
  lsp_reader_init(&reader, job);
  /* Such an edit comes from no server of ours, and UTF-16 is what the protocol
   * means when nothing else was agreed on. */
  reader.encoding = TEXT_UNIT_UTF16;
  reader.root = texts->root;
  reader.find_text = texts->find_text;
  reader.context = texts->context;
  return lsp_read_edit(&reader, STR_EMPTY, edit, ret_edit);
}

/* ---- renames ---- */

Err lsp_ask_rename_place(Job *job, const LspAt *at, LspRenamePlace *ret_place) {
  const char *method = "textDocument/prepareRename";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_server_need(job, at->server, "textDocument/rename", at->path));
  /* One that cannot say beforehand says it when asked for the edit. */
  if (!lsp_server_can(at->server, method, at->path)) {
    *ret_place = (LspRenamePlace){.is_possible = true};
    return OK;
  }
  TRY(lsp_ask_begin(job, at->server, at->path, method, &ask));
  lsp_params_begin(&ask, &params);
  lsp_params_position(&ask, &params, "position", at->point);
  TRY(lsp_params_send(&ask, &params, method, &result));
  lsp_read_rename_place(&ask.reader, &ask.document.text, result, ret_place);
  return OK;
}

/* The answer as it came goes to callers that pass it on word for word; it
 * lives in the job's arena like the edit. */
Err lsp_ask_rename(Job *job, const LspAt *at, Str new_name, LspEdit *ret_edit, const Json **ret_raw) {
  const char *method = "textDocument/rename";
  LspAsk ask;
  LspParams params;
  TRY(lsp_ask_begin(job, at->server, at->path, method, &ask));
  lsp_params_begin(&ask, &params);
  lsp_params_position(&ask, &params, "position", at->point);
  json_field_str(&params.json, "newName", new_name);
  TRY(lsp_params_send(&ask, &params, method, ret_raw));
  return lsp_read_edit(&ask.reader, ask.document.path, *ret_raw, ret_edit);
}

/* ---- formatting ---- */

/* The protocol wants both, also from whoever has no opinion: the caller looks
 * at the file. */
static void write_options(LspParams *params, const LspFormatOptions *options) {
  json_field_object(&params->json, "options");
  json_field_int(&params->json, "tabSize", options->tab_size);
  json_field_bool(&params->json, "insertSpaces", options->insert_spaces);
  json_end_object(&params->json);
}

/* Text edits of the one document; an edit of files is no formatting of it. */
static Err read_formatted(LspAsk *ask, const char *method, const Json *result, LspEdit *ret_edit) {
  if (json_is(result, JSON_ARRAY) || json_is(result, JSON_NULL)) return lsp_read_edit(&ask->reader, ask->document.path, result, ret_edit);
  return job_fail(ask->reader.job, ERR_PROTOCOL, "%.*s answered '%s' with something other than text edits", STR_ARG(lsp_server_name(ask->server)), method);
}

Err lsp_ask_format(Job *job, LspServer *server, Str path, const LspFormatOptions *options, LspEdit *ret_edit) {
  const char *method = "textDocument/formatting";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_ask_begin(job, server, path, method, &ask));
  lsp_params_begin(&ask, &params);
  write_options(&params, options);
  TRY(lsp_params_send(&ask, &params, method, &result));
  return read_formatted(&ask, method, result, ret_edit);
}

Err lsp_ask_format_range(Job *job, const LspExtent *extent, const LspFormatOptions *options, LspEdit *ret_edit) {
  const char *method = "textDocument/rangeFormatting";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_ask_begin(job, extent->server, extent->path, method, &ask));
  lsp_params_begin(&ask, &params);
  lsp_params_range(&ask, &params, "range", extent->from, extent->to);
  write_options(&params, options);
  TRY(lsp_params_send(&ask, &params, method, &result));
  return read_formatted(&ask, method, result, ret_edit);
}

/* ---- actions ---- */

/* The server's own diagnostics that touch the range, word for word. */
static Err write_diagnostics(LspAsk *ask, LspParams *params, const LspExtent *extent) {
  Job *job = ask->reader.job;
  LspReport report = {0};
  Err err = lsp_server_diagnose(job, ask->server, &ask->document, SETTLED_MS, &report);
  /* Actions that refactor need no diagnostics, so the question is worth asking
   * also when there are none. */
  if (err && err != ERR_UNAVAILABLE && err != ERR_TIMEOUT) return err;
  if (err) job_forgive(job);
  json_field_array(&params->json, "diagnostics");
  for (size_t i = 0; json_is(report.result, JSON_ARRAY) && i < report.result->count; i++) {
    const Json *diagnostic = &report.result->items[i];
    LspRange range;
    if (!lsp_read_range(&ask->reader, &ask->document.text, json_get(diagnostic, STR("range")), &range)) continue;
    /* Touching is enough: a cursor right behind a misspelt word means that word. */
    if (lsp_compare_points(range.end, extent->from) < 0 || lsp_compare_points(extent->to, range.start) < 0) continue;
    json_value(&params->json, diagnostic);
  }
  json_end_array(&params->json);
  return job_check(job);
}

/* An action without its edit, of a server that gives it when asked once more.
 * One that fails at that stays as it is. */
static Err resolve(LspAsk *ask, LspAction *action) {
  Job *job = ask->reader.job;
  const Json *result;
  Err err = lsp_server_request(job, ask->server, "codeAction/resolve", json_spell(job->arena, action->raw), &result);
  if (err == ERR_UNAVAILABLE) {
    action->disabled = job_message(job, err);
    job_forgive(job);
    return OK;
  }
  TRY(err);
  return json_is(result, JSON_OBJECT) ? lsp_read_action(&ask->reader, ask->document.path, result, action) : OK;
}

/* Many actions come without their edits because computing those is slow. The
 * limit keeps one question from becoming a hundred; what is beyond it is shown
 * without an edit. */
static Err resolve_all(LspAsk *ask, LspActions *actions) {
  Job *job = ask->reader.job;
  const Json *options = lsp_server_options(job, ask->server, "textDocument/codeAction", ask->document.path);
  if (!json_get_bool(options, STR("resolveProvider"), false)) return OK;
  size_t done = 0;
  for (size_t i = 0; i < actions->len && done < RESOLVED_MAX; i++) {
    LspAction *action = &actions->items[i];
    /* A bare command is written in the same place as an action, and has nothing
     * that could be resolved. */
    bool is_command = json_is(json_get(action->raw, STR("command")), JSON_STRING);
    if (action->has_edit || action->disabled.len || action->command.len || is_command) continue;
    TRY(resolve(ask, action));
    done++;
  }
  return OK;
}

/* Without the diagnostics in the context a server offers no fixes for them,
 * only refactorings. */
Err lsp_ask_actions(Job *job, const LspExtent *extent, LspActions *ret_actions) {
  const char *method = "textDocument/codeAction";
  LspAsk ask;
  LspParams params;
  const Json *result;
  TRY(lsp_ask_begin(job, extent->server, extent->path, method, &ask));
  lsp_params_begin(&ask, &params);
  lsp_params_range(&ask, &params, "range", extent->from, extent->to);
  json_field_object(&params.json, "context");
  TRY(write_diagnostics(&ask, &params, extent));
  /* 1: somebody asked. For automatic requests servers hold back slow actions. */
  json_field_int(&params.json, "triggerKind", 1);
  json_end_object(&params.json);
  TRY(lsp_params_send(&ask, &params, method, &result));
  TRY(lsp_read_actions(&ask.reader, ask.document.path, result, ret_actions));
  return resolve_all(&ask, ret_actions);
}
