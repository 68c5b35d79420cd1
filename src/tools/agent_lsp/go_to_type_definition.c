/* go_to_type_definition: where the type of the symbol at a place is declared. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Err answer(AgentFile *file) {
  static const AgentSaying saying = {"Nothing that has a declared type stands there.", "list_symbols shows the members of the type."};
  LspAt at;
  LspLocations locations;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_type_definition(file->call->job, &at, &locations));
  return tool_agent_say_locations(file, &locations, &saying);
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol shows a signature with its types, find tells where a type is.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField result[] = {AGENT_LSP_RESULT_LOCATIONS, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_go_to_type_definition = {
    .name = "go_to_type_definition",
    .title = "Type definition",
    .summary = "Where the type of the symbol at a place is declared, as the language server sees it.",
    .args = args,
    .result = result,
    .example = "go_to_type_definition file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/typeDefinition",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
