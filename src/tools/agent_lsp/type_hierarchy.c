/* type_hierarchy: what a type is built on, and what is built on it. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static void add_side(AgentFile *file, const char *name, const char *title, const LspRelatives *relatives) {
  Answer *answer = file->call->answer;
  answer_heading(answer, "%s (%zu)%s", title, relatives->len, relatives->len ? ":" : "");
  answer_begin_whole(answer, name);
  for (size_t i = 0; i < relatives->len && i < AGENT_LSP_ITEMS_MAX; i++) {
    answer_begin_row(answer);
    answer_say(answer, "  ");
    tool_agent_add_symbol(file, &relatives->items[i].symbol);
    answer_say(answer, "\n");
    answer_end(answer);
  }
  answer_end(answer);
}

/* Without a type at the place the lists are absent instead of empty, so that
 * nobody takes them for an answer. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Str direction = tool_arg_str(call, "direction");
  bool up = !str_eq_c(direction, "subtypes"), down = !str_eq_c(direction, "supertypes");
  TextPoint point;
  VerifyCalls types;
  TRY(tool_agent_point(file, &point));
  if (file->server) TRY(tool_agent_ready(file));
  TRY(tool_agent_types(file, point, up, down, &types));
  if (!types.found.roots.len) tool_agent_nothing(file, types.is_server, types.is_graph, "No type stands there; point at a type's name.");
  else tool_agent_source(file, types.is_server, types.is_graph);
  tool_agent_add_symbols(file, "items", &types.found.roots);
  if (!types.found.roots.len) return OK;
  if (up) add_side(file, "supertypes", "Built on", &types.found.up);
  if (down) add_side(file, "subtypes", "Built on it", &types.found.down);
  tool_agent_hint(call, "go_to_implementation names what implements one of its methods.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run_anyhow(call, answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    AGENT_LSP_ARGS_POINT,
    {"direction", TOOL_STRING, .choices = "supertypes|subtypes|both", .otherwise = "\"both\"", .help = "which side"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField result[] = {
    AGENT_LSP_RESULT_SOURCE,
    {"items", TOOL_OBJECTS, true, .help = "what stands at the place; none: no type", .fields = tool_agent_symbol_fields},
    {"supertypes", TOOL_OBJECTS, .help = "what it extends and implements", .fields = tool_agent_symbol_fields},
    {"subtypes", TOOL_OBJECTS, .help = "what extends and implements it", .fields = tool_agent_symbol_fields},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_type_hierarchy = {
    .name = "type_hierarchy",
    .title = "Type hierarchy",
    .summary = "Supertypes and subtypes of the type at a place: from the language server, else from the graph.",
    .args = args,
    .result = result,
    .example = "type_hierarchy file_path=src/main.c line=3 column=5 direction=subtypes",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/prepareTypeHierarchy",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
