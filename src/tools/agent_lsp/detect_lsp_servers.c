/* detect_lsp_servers: languages of a workspace, what is installed for them,
 * and a configuration that says so. Starts nothing. */
#include "src/tools/agent_lsp/servers_internal.h"

static void write_language(JsonWriter *out, const ToolServerFound *found) {
  json_begin_object(out);
  json_field_str(out, "language_id", found->language);
  json_field_int(out, "files", (int64_t)found->files);
  json_field_str(out, "server", found->name);
  json_field_bool(out, "installed", found->program.len > 0);
  if (found->program.len) json_field_str(out, "path", found->program);
  else json_field_str(out, "install", found->install);
  json_field_bool(out, "tested", !found->untested);
  json_end_object(out);
}

static void write_suggestion(JsonWriter *out, const ToolServerFound *found) {
  json_begin_object(out);
  json_field_array(out, "extensions");
  json_str(out, found->extension);
  json_end_array(out);
  json_field_array(out, "command");
  for (size_t i = 0; i < found->command_count; i++) json_str(out, i ? found->command[i] : found->program);
  json_end_array(out);
  json_field_str(out, "language_id", found->language);
  json_end_object(out);
}

static Err run(ToolCall *call) {
  JsonWriter *out = call->fields;
  ToolServersFound found;
  TRY(tool_agent_survey(call, tool_arg_str(call, "workspace_dir"), &found));
  json_field_str(out, "workspace_dir", found.root);
  json_field_bool(out, "trusted", found.is_trusted);
  json_field_array(out, "languages");
  for (size_t i = 0; i < found.len; i++) write_language(out, &found.items[i]);
  json_end_array(out);
  json_field_object(out, "suggested_config");
  json_field_array(out, "servers");
  for (size_t i = 0; i < found.len; i++) {
    if (found.items[i].program.len) write_suggestion(out, &found.items[i]);
  }
  json_end_array(out);
  json_end_object(out);
  if (!found.is_trusted) {
    json_field_str(out, "hint", str_format(call->job->arena, "none is started before somebody runs: fathom trust '%.*s'",
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
