/* open_document and close_document: what a server has open. Questions open
 * what they need by themselves; a text that is not on disk is shown here. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define TEXT_MAX 1000000 /* characters of a whole file, which may be larger than what is typed */

/* A text that was given stays in the place of the file's until the document is
 * closed, for all questions of this client and nobody else's; without one the
 * file's own text is shown again. */
static Err answer_open(AgentFile *file) {
  ToolCall *call = file->call;
  const Json *text = tool_arg(call, "text");
  LspDocument document;
  TRY(text ? lsp_server_show_text(call->job, file->server, file->path, text->text, &document)
           : lsp_server_show_disk(call->job, file->server, file->path, &document));
  answer_field_str(call->answer, "file", tool_agent_absolute(file, file->path));
  answer_field_str(call->answer, "server", lsp_server_name(file->server));
  answer_field_str(call->answer, "language_id", document.language_id);
  answer_field_int(call->answer, "version", document.version);
  answer_field_int(call->answer, "lines", document.text.lines.count);
  answer_field_bool(call->answer, "on_disk", !text);
  answer_field_str(call->answer, "hint", STR("get_diagnostics tells what is wrong with it, list_symbols what is in it"));
  return OK;
}

static Err answer_close(AgentFile *file) {
  ToolCall *call = file->call;
  TRY(lsp_server_close_document(call->job, file->server, file->path));
  answer_field_str(call->answer, "file", tool_agent_absolute(file, file->path));
  answer_field_bool(call->answer, "closed", true);
  return OK;
}

static Err run_open(ToolCall *call) { return tool_agent_run(call, NULL, answer_open); }
static Err run_close(ToolCall *call) { return tool_agent_run(call, NULL, answer_close); }

static const ToolField open_args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"text", TOOL_STRING, .min = 0, .max = TEXT_MAX, .help = "instead of what is on disk"},
    {0},
};
static const ToolField close_args[] = {AGENT_LSP_ARG_FILE, {0}};

static const ToolField open_result[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"server", TOOL_STRING, true, .help = "that has it open"},
    {"language_id", TOOL_STRING, true, .help = "as which it was opened"},
    {"version", TOOL_INTEGER, true, .help = "raised with every change"},
    {"lines", TOOL_INTEGER, true, .help = "of its text"},
    {"on_disk", TOOL_BOOLEAN, true, .help = "the text is that of the file"},
    AGENT_LSP_RESULT_HINT,
    {0},
};
static const ToolField close_result[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"closed", TOOL_BOOLEAN, true, .help = "the server has it no longer open"},
    {0},
};

const Tool tool_agent_lsp_open_document = {
    .name = "open_document",
    .title = "Open a document",
    .summary = "Show a file to its language server, as it is on disk or with another text; questions do so by themselves.",
    .args = open_args,
    .result = open_result,
    .example = "open_document file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_open,
};

const Tool tool_agent_lsp_close_document = {
    .name = "close_document",
    .title = "Close a document",
    .summary = "Let the language server forget a file that was opened; a text that is not on disk is dropped.",
    .args = close_args,
    .result = close_result,
    .example = "close_document file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_close,
};
