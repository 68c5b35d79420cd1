/* get_inlay_hints: types and parameter names that are not written. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* The protocol's numbers; hints without one are of the server's own making. */
static const char *kind_name(int kind) { return kind == 1 ? "type" : kind == 2 ? "parameter" : "other"; }

static void add_one(Answer *answer, const LspHint *one) {
  answer_begin_row(answer);
  answer_begin_object(answer, "position");
  answer_line(answer, "line", one->at.line);
  answer_say(answer, ":");
  answer_count(answer, "character", one->at.column);
  answer_end(answer);
  answer_say(answer, " ");
  answer_show(answer, one->label, 160);
  answer_say(answer, " [%s]\n", kind_name(one->kind));
  answer_field_str(answer, "label", str_head(one->label, TOOL_NAME_MAX));
  answer_field_int(answer, "kind", one->kind);
  answer_end(answer);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspExtent extent;
  LspHints hints;
  TRY(tool_agent_extent(file, &extent));
  TRY(lsp_ask_hints(call->job, &extent, &hints));
  if (!hints.len) tool_agent_note(call, STR("The server has no hints for this range; some give them only when their settings ask for it."));
  answer_begin_whole(call->answer, "hints");
  for (size_t i = 0; i < hints.len; i++) add_one(call->answer, &hints.items[i]);
  answer_end(call->answer);
  call->list = "hints";
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol shows signatures with their types, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_RANGE, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField hint_row[] = {
    {"position", TOOL_OBJECT, true, .help = "line and character, from 1"},
    {"label", TOOL_STRING, true, .help = "what an editor would show there"},
    {"kind", TOOL_INTEGER, true, .help = "1 type, 2 parameter, 0 not said"},
    {0},
};

static const ToolField result[] = {{"hints", TOOL_OBJECTS, true, .help = "by place", .fields = hint_row}, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_get_inlay_hints = {
    .name = "get_inlay_hints",
    .title = "Inlay hints",
    .summary = "Inferred types and parameter names that are not written in a range of a file.",
    .args = args,
    .result = result,
    .example = "get_inlay_hints file_path=src/main.c start_line=1 start_column=1 end_line=20 end_column=1",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/inlayHint",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
