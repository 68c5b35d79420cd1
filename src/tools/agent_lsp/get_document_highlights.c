/* get_document_highlights: where else in its file a symbol stands. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static const char *kind_name(int kind) { return kind == 3 ? "write" : kind == 2 ? "read" : "text"; }

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspHighlights highlights;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_highlights(call->job, &at, &highlights));
  if (!highlights.len) tool_agent_note(call, STR("What stands there is nowhere else in the file."));
  json_field_array(call->fields, "highlights");
  for (size_t i = 0; i < highlights.len; i++) {
    const LspHighlight *one = &highlights.items[i];
    json_begin_object(call->fields);
    tool_agent_write_range(call->fields, "range", &one->range);
    json_field_int(call->fields, "kind", one->kind);
    json_end_object(call->fields);
    size_t before = call->text->len;
    buf_add_format(call->text, "%u:%u %s  %.*s\n", one->range.start.line, one->range.start.column, kind_name(one->kind),
                   STR_ARG(tool_line(call, &file->graph, file->path, one->range.start.line)));
    (void)tool_entry_fits(call, before);
  }
  json_end_array(call->fields);
  if (highlights.len) tool_agent_hint(call, "find_references looks in the other files too.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "search finds a word in one file.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, {0}};

static const ToolField highlight[] = {
    AGENT_LSP_RESULT_RANGE("range"),
    {"kind", TOOL_INTEGER, true, .help = "1 text, 2 read, 3 write"},
    {0},
};

static const ToolField result[] = {
    {"highlights", TOOL_OBJECTS, true, .help = "by place", .fields = highlight},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_document_highlights = {
    .name = "get_document_highlights",
    .title = "Occurrences in a file",
    .summary = "Where the symbol at a place stands in its own file, and whether it is read or written there.",
    .args = args,
    .result = result,
    .example = "get_document_highlights file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/documentHighlight",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
