/* go_to_definition: where the symbol at a place is defined. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err answer(AgentFile *file) {
  static const AgentSaying saying = {"Nothing that is defined somewhere stands there.", "get_symbol_source shows its text, find_references who uses it."};
  LspAt at;
  LspLocations locations;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_definition(file->call->job, &at, &locations));
  return tool_agent_say_locations(file, &locations, &saying);
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol and find tell where a name is defined, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_PLACE, {0}};

static const ToolField result[] = {AGENT_LSP_RESULT_LOCATIONS, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_go_to_definition = {
    .name = "go_to_definition",
    .title = "Definition",
    .summary = "Where the symbol at a place is defined, as the language server sees it.",
    .args = args,
    .result = result,
    .example = "go_to_definition file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/definition",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
