/* go_to_declaration: where the symbol at a place is declared. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err answer(AgentFile *file) {
  static const AgentSaying saying = {"Nothing that is declared somewhere stands there.", "go_to_definition leads to the definition."};
  LspAt at;
  LspLocations locations;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_declaration(file->call->job, &at, &locations));
  return tool_agent_say_locations(file, &locations, &saying);
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol names definitions and declarations, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField result[] = {AGENT_LSP_RESULT_LOCATIONS, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_go_to_declaration = {
    .name = "go_to_declaration",
    .title = "Declaration",
    .summary = "Where the symbol at a place is declared: the header in C and C++, elsewhere mostly its definition.",
    .args = args,
    .result = result,
    .example = "go_to_declaration file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/declaration",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
