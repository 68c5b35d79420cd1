/* prepare_rename: whether a rename is possible at a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* A server that refuses gives its reason as an error: that is an answer.
 * Whether it can rename at all is asked first, so that a server without the
 * ability is not mistaken for a place that cannot be renamed. */
static Err ask(AgentFile *file, const LspAt *at, LspRenamePlace *ret_place, Str *ret_reason) {
  Job *job = file->call->job;
  TRY(lsp_server_need(job, file->server, "textDocument/rename", file->path));
  Err err = lsp_ask_rename_place(job, at, ret_place);
  *ret_reason = STR_EMPTY;
  if (err != ERR_UNAVAILABLE) return err;
  *ret_reason = str_copy(job->arena, job_message(job, err));
  *ret_place = (LspRenamePlace){0};
  job_forgive(job);
  return OK;
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspRenamePlace place;
  Str reason;
  TRY(tool_agent_at(file, &at));
  TRY(ask(file, &at, &place, &reason));
  answer_field_bool(call->answer, "possible", place.is_possible);
  if (place.has_range) tool_agent_add_range(call->answer, "range", &place.range);
  if (place.placeholder.len) answer_field_str(call->answer, "placeholder", place.placeholder);
  if (reason.len) answer_field_str(call->answer, "reason", reason);
  if (!place.is_possible) {
    answer_say(call->answer, "What stands there cannot be renamed%s%.*s\n", reason.len ? ": " : ".", STR_ARG(reason));
    return OK;
  }
  answer_say(call->answer, "It can be renamed");
  if (place.placeholder.len) answer_say(call->answer, ": %.*s", STR_ARG(str_shown(call->job->arena, place.placeholder, TOOL_SHOWN_NAME)));
  if (place.has_range) {
    answer_say(call->answer, " at %u:%u to %u:%u", place.range.start.line, place.range.start.column, place.range.end.line,
                   place.range.end.column);
  }
  answer_say(call->answer, ".\n");
  tool_agent_hint(call, "rename_symbol gives the edit, without writing anything.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, NULL, answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField result[] = {
    {"possible", TOOL_BOOLEAN, true, .help = "whether it can be renamed"},
    {"range", TOOL_OBJECT, .help = "of the name, lines and characters from 1", .fields = tool_agent_range_fields},
    {"placeholder", TOOL_STRING, .help = "its name now"},
    {"reason", TOOL_STRING, .help = "why not"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_prepare_rename = {
    .name = "prepare_rename",
    .title = "Check a rename",
    .summary = "Whether the symbol at a place can be renamed, and what exactly would be.",
    .args = args,
    .result = result,
    .example = "prepare_rename file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/rename",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
