/* detect_lsp_servers: languages of a workspace, what is installed for them,
 * and a configuration that says so. Starts nothing. */
#include "src/tools/agent_lsp/servers_internal.h"

static void write_language(Answer *out, const ToolServerFound *found) {
  answer_begin_row(out);
  answer_field_str(out, "language_id", found->language);
  answer_field_int(out, "files", (int64_t)found->files);
  answer_field_str(out, "server", found->name);
  answer_field_bool(out, "installed", found->program.len > 0);
  if (found->program.len) answer_field_str(out, "path", found->program);
  else answer_field_str(out, "install", found->install);
  answer_field_bool(out, "tested", !found->untested);
  answer_end(out);
}

/* The first word of the command is the program as it was found, absolute: the
 * configuration may be read by somebody with another PATH. */
static void write_suggestion(Answer *out, const ToolServerFound *found) {
  answer_begin_row(out);
  answer_begin_list(out, "extensions");
  answer_item_str(out, found->extension);
  answer_end(out);
  answer_begin_list(out, "command");
  for (size_t i = 0; i < found->command_count; i++) answer_item_str(out, i ? found->command[i] : found->program);
  answer_end(out);
  answer_field_str(out, "language_id", found->language);
  answer_end(out);
}

/* Works without trust, because nothing is started; without it the answer says
 * what to do before anything can be. */
static Err run(ToolCall *call) {
  Answer *out = call->answer;
  ToolServersFound found;
  TRY(tool_agent_survey(call, tool_arg_str(call, "workspace_dir"), &found));
  answer_field_str(out, "workspace_dir", found.root);
  answer_field_bool(out, "trusted", found.is_trusted);
  answer_begin_list(out, "languages");
  for (size_t i = 0; i < found.len; i++) write_language(out, &found.items[i]);
  answer_end(out);
  answer_begin_object(out, "suggested_config");
  answer_begin_list(out, "servers");
  for (size_t i = 0; i < found.len; i++) {
    if (found.items[i].program.len) write_suggestion(out, &found.items[i]);
  }
  answer_end(out);
  answer_end(out);
  if (!found.is_trusted) {
    answer_field_str(out, "hint", str_format(call->job->arena, "none is started before somebody runs: fathom trust '%.*s'",
                                           STR_ARG(found.root)));
  }
  return OK;
}

static const ToolField args[] = {
    {"workspace_dir", TOOL_PATH, true, .help = "the workspace, or a directory of it"},
    {0},
};

static const ToolField language_row[] = {
    {"language_id", TOOL_STRING, true, .help = "of the protocol"},
    {"files", TOOL_INTEGER, true, .help = "in the workspace"},
    {"server", TOOL_STRING, true, .help = "that would be used"},
    {"installed", TOOL_BOOLEAN, true, .help = "it was found"},
    {"path", TOOL_STRING, .help = "where"},
    {"install", TOOL_STRING, .help = "how to get it"},
    {"tested", TOOL_BOOLEAN, true, .help = "fathom's own tests run it"},
    {0},
};

static const ToolField result[] = {
    {"workspace_dir", TOOL_STRING, true, .help = "the workspace"},
    {"trusted", TOOL_BOOLEAN, true, .help = "servers may run there"},
    {"languages", TOOL_OBJECTS, true, .help = "most files first", .fields = language_row},
    {"suggested_config", TOOL_OBJECT, true, .help = "servers, as in config.json; nothing needs it: they are found by themselves"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_detect_lsp_servers = {
    .name = "detect_lsp_servers",
    .title = "Detect language servers",
    .summary = "List the languages of a workspace by number of files, with the language server for each: where it is, or how to install it.",
    .args = args,
    .result = result,
    .example = "detect_lsp_servers workspace_dir=.",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
