/* inspect_symbol: what the language server says about a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspHover hover;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_hover(call->job, &at, &hover));
  answer_field_str(call->answer, "hover", hover.text);
  if (hover.has_range) tool_agent_add_range(call->answer, "range", &hover.range);
  if (!hover.text.len) {
    tool_agent_note(call, STR("The server has nothing to say about this place; point at a name."));
    return OK;
  }
  answer_say(call->answer, "%.*s\n", STR_ARG(str_visible(call->job->arena, str_trim(hover.text))));
  tool_agent_hint(call, "go_to_definition leads to it, find_references to its uses.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol shows signature and documentation, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_PLACE, {0}};

static const ToolField result[] = {
    {"hover", TOOL_STRING, true, .help = "Markdown or plain text; empty: nothing there"},
    {"range", TOOL_OBJECT, .help = "of the name, lines and characters from 1", .fields = tool_agent_range_fields},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_inspect_symbol = {
    .name = "inspect_symbol",
    .title = "Hover",
    .summary = "Type, signature and documentation of the symbol at a place, in the language server's words.",
    .args = args,
    .result = result,
    .example = "inspect_symbol file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/hover",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
