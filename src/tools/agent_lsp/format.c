/* format_document and format_range: the edits that a server's formatter would
 * make. Nothing is changed. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static LspFormatOptions options_of(const ToolCall *call) {
  return (LspFormatOptions){.tab_size = (int)tool_arg_int(call, "tab_size"), .insert_spaces = tool_arg_bool(call, "insert_spaces")};
}

static void write_place(Answer *out, const char *name, const Text *text, size_t byte) {
  TextPosition place = text_to_position(text, byte, TEXT_UNIT_UTF16);
  answer_begin_object(out, name);
  answer_field_int(out, "line", place.line);
  answer_field_int(out, "character", place.character);
  answer_end(out);
}

/* TextEdits as the protocol has them, so that they can be put into a
 * WorkspaceEdit as they are. */
static Err write_edits(AgentFile *file, const LspEdit *edit) {
  Answer *out = file->call->answer;
  Arena *arena = file->call->job->arena;
  Str path = tool_agent_absolute(file, file->path);
  Text text;
  size_t count = 0;
  TRY(tool_agent_text(file, &text));
  answer_field_str(out, "file", path);
  answer_field_str(out, "uri", lsp_uri_from_path(arena, path));
  answer_begin_list(out, "edits");
  for (size_t f = 0; f < edit->len; f++) {
    for (size_t i = 0; i < edit->items[f].edit_count; i++, count++) {
      const LspTextEdit *one = &edit->items[f].edits[i];
      answer_begin_row(out);
      answer_begin_object(out, "range");
      write_place(out, "start", &text, one->range.start_byte);
      write_place(out, "end", &text, one->range.end_byte);
      answer_end(out);
      answer_field_str(out, "newText", one->text);
      answer_end(out);
    }
  }
  answer_end(out);
  file->call->list = "edits";
  answer_field_int(out, "count", (int64_t)count);
  answer_field_str(out, "hint", count ? STR("apply_edit writes them: workspace_edit={\"changes\": {uri: edits}}")
                                      : STR("nothing to change: it is formatted already"));
  return OK;
}

static Err answer_document(AgentFile *file) {
  LspEdit edit;
  LspFormatOptions options = options_of(file->call);
  TRY(lsp_ask_format(file->call->job, file->server, file->path, &options, &edit));
  return write_edits(file, &edit);
}

static Err answer_range(AgentFile *file) {
  LspEdit edit;
  LspExtent extent;
  LspFormatOptions options = options_of(file->call);
  TRY(tool_agent_extent(file, &extent));
  TRY(lsp_ask_format_range(file->call->job, &extent, &options, &edit));
  return write_edits(file, &edit);
}

static Err run_document(ToolCall *call) { return tool_agent_run(call, NULL, answer_document); }
static Err run_range(ToolCall *call) { return tool_agent_run(call, NULL, answer_range); }

#define OPTION_ROWS                                                                                     \
  {"tab_size", TOOL_INTEGER, .min = 1, .max = 16, .otherwise = "4", .help = "columns of one level"},    \
  {"insert_spaces", TOOL_BOOLEAN, .otherwise = "true", .help = "spaces instead of tabs"}

static const ToolField document_args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, OPTION_ROWS, {0}};
static const ToolField range_args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_RANGE, OPTION_ROWS, {0}};

static const ToolField edit_row[] = {
    {"range", TOOL_OBJECT, true, .help = "start and end, lines and characters from 0 in UTF-16", .fields = tool_agent_range_fields},
    {"newText", TOOL_STRING, true, .help = "what is to stand there"},
    {0},
};

static const ToolField result[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"uri", TOOL_STRING, true, .help = "the same as apply_edit takes it"},
    {"edits", TOOL_OBJECTS, true, .help = "TextEdits, in order of the text", .fields = edit_row},
    {"count", TOOL_INTEGER, true, .help = "of edits"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_format_document = {
    .name = "format_document",
    .title = "Format a document",
    .summary = "The edits that the language server's formatter would make to a file; nothing is changed.",
    .args = document_args,
    .result = result,
    .example = "format_document file_path=src/main.c tab_size=2",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/formatting",
    .chars = 1u << 20, /* half of the edits would be none */
    .flags = AGENT_LSP_FLAGS,
    .run = run_document,
};

const Tool tool_agent_lsp_format_range = {
    .name = "format_range",
    .title = "Format a range",
    .summary = "The same for a part of a file.",
    .args = range_args,
    .result = result,
    .example = "format_range file_path=src/main.c start_line=1 start_column=1 end_line=9 end_column=1",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/rangeFormatting",
    .chars = 1u << 20, /* half of the edits would be none */
    .flags = AGENT_LSP_FLAGS,
    .run = run_range,
};
