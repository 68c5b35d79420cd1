/* go_to_implementation: what implements the interface or method at a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err answer(AgentFile *file) {
  static const AgentSaying saying = {"Nothing implements what stands there.", "get_symbol_source shows one of them."};
  LspAt at;
  LspLocations locations;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_implementation(file->call->job, &at, &locations));
  return tool_agent_say_locations(file, &locations, &saying);
}

static Err run(ToolCall *call) { return tool_agent_run(call, "hierarchy and symbol name what implements or overrides, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField result[] = {AGENT_LSP_RESULT_LOCATIONS, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_go_to_implementation = {
    .name = "go_to_implementation",
    .title = "Implementations",
    .summary = "The concrete implementations of an interface or abstract method, as the language server sees them.",
    .args = args,
    .result = result,
    .example = "go_to_implementation file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/implementation",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
