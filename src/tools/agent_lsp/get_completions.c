/* get_completions: what could be written at a place. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* A program that completes wants many and filters them itself, a reader a
 * screen of them. */
#define FIELDS_MAX 500
#define LINES_MAX 100

/* Beyond the lines that are shown the same row is made with its words left
 * out. */
static void add_one(Answer *answer, const LspCompletion *one, bool is_shown) {
  answer_begin_row(answer);
  if (!is_shown) answer_begin_fields(answer);
  answer_show(answer, one->label, 120);
  answer_field_str(answer, "label", str_head(one->label, TOOL_NAME_MAX));
  answer_field_int(answer, "kind", one->kind);
  answer_say(answer, " [");
  answer_kind(answer, "kind_name", lsp_completion_kind_name(one->kind));
  answer_say(answer, "]%s", one->detail.len ? "  " : "");
  answer_show(answer, one->detail, 160);
  answer_say(answer, "\n");
  if (one->detail.len) answer_field_str(answer, "detail", str_head(one->detail, TOOL_NAME_MAX));
  if (one->documentation.len) answer_field_str(answer, "documentation", str_head(one->documentation, TOOL_NAME_MAX));
  answer_field_str(answer, "insertText", str_head(one->insert_text, TOOL_NAME_MAX));
  if (one->is_deprecated) answer_field_bool(answer, "deprecated", true);
  if (!is_shown) answer_end(answer);
  answer_end(answer);
}

/* Incomplete means to a program that it has to ask again when more was typed,
 * which holds also where we cut the list. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspAt at;
  LspCompletions all;
  TRY(tool_agent_at(file, &at));
  TRY(lsp_ask_completions(call->job, &at, &all));
  if (!all.len) tool_agent_note(call, STR("The server proposes nothing at this place."));
  answer_begin_list(call->answer, "items");
  for (size_t i = 0; i < all.len && i < FIELDS_MAX; i++) add_one(call->answer, &all.items[i], i < LINES_MAX);
  answer_end(call->answer);
  call->list = "items";
  answer_field_int(call->answer, "total", (int64_t)all.len);
  answer_field_bool(call->answer, "isIncomplete", all.is_incomplete || all.len > FIELDS_MAX);
  if (all.len > LINES_MAX) answer_note(call->answer, "and %zu more; write more of the name to see fewer", all.len - LINES_MAX);
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom lists the members of a type, from the graph.", answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_POINT, TOOL_ARG_MAX_CHARS, {0}};

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
