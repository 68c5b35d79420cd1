/* kart_rename: renames a symbol everywhere, at once. In files that are parsed
 * here the symbol is found in their text, elsewhere by the language server. */
#include "src/tools/compat/kart_ask_internal.h"
#include "src/tools/kit/editing_internal.h"

static void say(ToolEdit *edit, Str file, const EditDone *done) {
  ToolCall *call = edit->call;
  Answer *out = call->answer;
  answer_field_str(out, "symbol", tool_arg_str(call, "symbol"));
  answer_field_str(out, "newName", tool_arg_str(call, "newName"));
  answer_field_str(out, "path", file_join(call->job->arena, index_root(edit->index), file));
  answer_begin_list(out, "filesModified");
  for (size_t i = 0; i < edit->steps.len; i++) {
    answer_item_str(out, file_join(call->job->arena, index_root(edit->index), edit->steps.items[i].path));
  }
  answer_end(out);
  answer_field_int(out, "totalEdits", (int64_t)done->places);
  answer_field_str(out, "note", done->what);
}

/* Nothing has been written when an error leaves here: the plan is written by
 * tool_edit_finish, after the syntax was checked. */
static Err run_rename(ToolEdit *edit) {
  ToolCall *call = edit->call;
  EditDone done;
  EditOp op = {.kind = EDIT_OP_RENAME, .symbol = tool_arg_str(call, "symbol"), .new_name = tool_arg_str(call, "newName")};
  edit->prefers_server = true;
  TRY(tool_edit_path(edit, tool_arg_str(call, "path"), &op.file));
  TRY(tool_kart_check_path(call, edit->index, op.file, tool_arg_str(call, "path")));
  TRY(edit_op_run(edit->ops, &op, &done));
  TRY(tool_edit_finish(edit, &(ToolEditEnd){.is_brief = true}));
  if (edit->problems.total) return job_fail(call->job, ERR_SYNTAX, "'%.*s' cannot be the name here: it breaks the syntax; nothing was written", STR_ARG(str_shown(call->job->arena, op.new_name, 100)));
  say(edit, op.file, &done);
  return OK;
}

/* ---- by a server alone ---- */

/* The server's edit goes through the same plan as any other, with the same
 * checks and the same undo. */
static Err take(ToolEdit *edit, const LspEdit *found, Str file, Str server) {
  ToolCall *call = edit->call;
  EditDone done = {.what = str_format(call->job->arena, "rename by %.*s", STR_ARG(server))};
  for (size_t i = 0; i < found->len; i++) done.places += found->items[i].edit_count;
  TRY(edit_plan_take(edit->plan, found, true));
  TRY(tool_edit_finish(edit, &(ToolEditEnd){.is_brief = true}));
  if (edit->problems.total) return job_fail(call->job, ERR_SYNTAX, "the edit of %.*s breaks the syntax; nothing was written", STR_ARG(server));
  say(edit, file, &done);
  return OK;
}

/* A server may refuse by answering null, which is said as what it is. */
static Err by_server(KartAsk *ask) {
  ToolCall *call = ask->call;
  ToolEdit edit;
  LspEdit found;
  const Json *raw;
  LspAt at = tool_kart_at(ask);
  Str server = lsp_server_name(ask->file.server);
  TRY(tool_kart_ready(ask));
  TRY(lsp_ask_rename(call->job, &at, tool_arg_str(call, "newName"), &found, &raw));
  if (!json_is(raw, JSON_OBJECT)) {
    return job_fail(call->job, ERR_UNAVAILABLE, "%.*s does not rename '%.*s'", STR_ARG(server), STR_ARG(str_shown(call->job->arena, ask->symbol, TOOL_SHOWN_NAME)));
  }
  Err err = tool_edit_open(call, tool_arg_str(call, "path"), STR("kart_rename"), &edit);
  if (!err) err = take(&edit, &found, ask->file.path, server);
  tool_edit_close(&edit);
  return err;
}

static Err run(ToolCall *call) {
  ToolEdit edit;
  Str title = str_format(call->job->arena, "kart_rename %.*s", STR_ARG(str_shown(call->job->arena, tool_arg_str(call, "symbol"), 100)));
  Err err = tool_edit_open(call, tool_arg_str(call, "path"), title, &edit);
  err = err ? tool_kart_outside(call, tool_arg_str(call, "path"), err) : run_rename(&edit);
  tool_edit_close(&edit);
  if (err == ERR_UNAVAILABLE) { /* no grammar for it: only a server knows where the symbol is */
    job_forgive(call->job);
    return tool_kart_ask_symbol(call, "kart_search finds the places where the name is written.", by_server);
  }
  return err ? tool_kart_say(call, err) : OK;
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 0, .help = "file with the symbol"},
    {"symbol", TOOL_STRING, true, .min = 1, .max = 1000, .help = "its name, or Type.member"},
    {"newName", TOOL_STRING, true, .min = 1, .max = 1000, .help = "the name it gets"},
    {0},
};

static const ToolField result[] = {
    {"symbol", TOOL_STRING, true, .help = "as asked"},
    {"newName", TOOL_STRING, true, .help = "as asked"},
    {"path", TOOL_STRING, true, .help = "absolute path of the file"},
    {"filesModified", TOOL_STRINGS, true, .help = "absolute paths"},
    {"totalEdits", TOOL_INTEGER, true, .help = "places that were changed"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_rename = {
    .name = "kart_rename",
    .title = "Rename a symbol",
    .summary = "Rename a symbol in the whole workspace, by the language server, else by the graph. Writes at once.",
    .args = args,
    .result = result,
    .example = "kart_rename path=src/main.ts symbol=main newName=start",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "edit",
    .flags = TOOL_STRUCTURED,
    .seconds = 300,
    .run = run,
};
