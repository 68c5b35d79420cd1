/* get_document_highlights: where else in its file a symbol stands. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* The protocol's numbers; 1 and whatever it does not know is a mere
 * occurrence. */
static const char *kind_name(int kind) { return kind == 3 ? "write" : kind == 2 ? "read" : "text"; }

static void add_one(AgentFile *file, const LspHighlight *one) {
  Answer *answer = file->call->answer;
  TextPoint at = one->range.start;
  answer_begin_row(answer);
  tool_agent_add_range(answer, "range", &one->range);
  answer_field_int(answer, "kind", one->kind);
  answer_line(answer, NULL, at.line);
  answer_say(answer, ":%u %s  ", at.column, kind_name(one->kind));
  answer_put(answer, tool_line(file->call, &file->graph, file->path, at.line));
  answer_say(answer, "\n");
  answer_end(answer);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspHighlights highlights;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_highlights(call->job, &at, &highlights));
  if (!highlights.len) tool_agent_note(call, STR("What stands there is nowhere else in the file."));
  answer_begin_whole(call->answer, "highlights");
  for (size_t i = 0; i < highlights.len; i++) add_one(file, &highlights.items[i]);
  answer_end(call->answer);
  call->list = "highlights";
  if (highlights.len) tool_agent_hint(call, "find_references looks in the other files too.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "search finds a word in one file.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, TOOL_ARG_MAX_CHARS, {0}};

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
