/* get_completions: what could be written at a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define FIELDS_MAX 500
#define LINES_MAX 100

static void write_one(JsonWriter *out, const LspCompletion *one) {
  json_begin_object(out);
  json_field_str(out, "label", str_head(one->label, TOOL_NAME_MAX));
  json_field_int(out, "kind", one->kind);
  json_field_str(out, "kind_name", str_from_c(lsp_completion_kind_name(one->kind)));
  if (one->detail.len) json_field_str(out, "detail", str_head(one->detail, TOOL_NAME_MAX));
  if (one->documentation.len) json_field_str(out, "documentation", str_head(one->documentation, TOOL_NAME_MAX));
  json_field_str(out, "insertText", str_head(one->insert_text, TOOL_NAME_MAX));
  if (one->is_deprecated) json_field_bool(out, "deprecated", true);
  json_end_object(out);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Arena *arena = call->job->arena;
  LspAt at;
  LspCompletions all;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_completions(call->job, &at, &all));
  if (!all.len) tool_agent_note(call, STR("The server proposes nothing at this place."));
  json_field_array(call->fields, "items");
  for (size_t i = 0; i < all.len && i < FIELDS_MAX; i++) write_one(call->fields, &all.items[i]);
  json_end_array(call->fields);
  json_field_int(call->fields, "total", (int64_t)all.len);
  json_field_bool(call->fields, "isIncomplete", all.is_incomplete || all.len > FIELDS_MAX);
  for (size_t i = 0; i < all.len && i < LINES_MAX; i++) {
    const LspCompletion *one = &all.items[i];
    buf_add_format(call->text, "%.*s [%s]", STR_ARG(str_shown(arena, one->label, 120)), lsp_completion_kind_name(one->kind));
    if (one->detail.len) buf_add_format(call->text, "  %.*s", STR_ARG(str_shown(arena, one->detail, 160)));
    buf_add_byte(call->text, '\n');
  }
  if (all.len > LINES_MAX) buf_add_format(call->text, "and %zu more; write more of the name to see fewer\n", all.len - LINES_MAX);
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom lists the members of a type, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField item[] = {
    {"label", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_INTEGER, true, .help = "the protocol's number; 0: not said"},
    {"kind_name", TOOL_STRING, true, .help = "what it is"},
    {"detail", TOOL_STRING, .help = "type or signature"},
    {"documentation", TOOL_STRING, .help = "about it"},
    {"insertText", TOOL_STRING, true, .help = "what is put in"},
    {"deprecated", TOOL_BOOLEAN, .help = "it should not be used any more"},
    {0},
};

static const ToolField result[] = {
    {"items", TOOL_OBJECTS, true, .help = "as the server orders them; the first 500", .fields = item},
    {"total", TOOL_INTEGER, true, .help = "how many there are"},
    {"isIncomplete", TOOL_BOOLEAN, true, .help = "there are more"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_completions = {
    .name = "get_completions",
    .title = "Completions",
    .summary = "What the language server would complete at a place: members after a dot, names in scope.",
    .args = args,
    .result = result,
    .example = "get_completions file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/completion",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
