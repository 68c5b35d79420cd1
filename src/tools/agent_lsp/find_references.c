/* find_references: every use of the symbol at a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* The count is of all of them, also where the list is cut. */
static Err answer(AgentFile *file) {
  static const AgentSaying saying = {"Nothing refers to what stands there.",
                                     "blast_radius splits them into tests and other callers, rename_symbol changes them all."};
  TextPoint point;
  VerifyPlaces places;
  TRY(tool_agent_point(file, &point));
  TRY(tool_agent_ready(file));
  TRY(tool_agent_references(file, point, tool_arg_bool(file->call, "include_declaration"), &places));
  answer_field_int(file->call->answer, "count", (int64_t)places.all.len);
  tool_agent_say_joint(file->call, &places);
  return tool_agent_say_locations(file, &places.all, &saying);
}

static Err run(ToolCall *call) { return tool_agent_run(call, "symbol lists the uses of a name, from the graph.", answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    AGENT_LSP_ARGS_PLACE,
    {"include_declaration", TOOL_BOOLEAN, .otherwise = "false", .help = "its own declaration too"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField result[] = {
    {"count", TOOL_INTEGER, true, .help = "how many"},
    AGENT_LSP_RESULT_LOCATIONS,
    AGENT_LSP_RESULT_JOINT,
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_find_references = {
    .name = "find_references",
    .title = "References",
    .summary = "Every use of the symbol at a place in the whole workspace: what the language server and the graph know, united.",
    .args = args,
    .result = result,
    .example = "find_references file_path=src/main.c position_pattern='int @@main('",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
