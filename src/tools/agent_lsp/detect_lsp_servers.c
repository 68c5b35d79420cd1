/* detect_lsp_servers: languages of a workspace, what is installed for them,
 * and arguments that say so. Starts nothing. */
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

/* `language:program,argument,...`, which the command line of serve takes. */
static Str config_entry(Arena *arena, const ToolServerFound *found) {
  Str entry = str_format(arena, "%.*s:", STR_ARG(found->language));
  for (size_t i = 0; i < found->command_count; i++) {
    entry = str_format(arena, "%.*s%s%.*s", STR_ARG(entry), i ? "," : "", STR_ARG(found->command[i]));
  }
  return entry;
}

static void write_installed(ToolCall *call, const ToolServersFound *all) {
  Answer *out = call->answer;
  answer_begin_list(out, "installed_servers");
  for (size_t i = 0; i < all->len; i++) {
    const ToolServerFound *found = &all->items[i];
    if (!found->program.len) continue;
    answer_begin_row(out);
    answer_field_str(out, "language", found->language);
    answer_field_str(out, "server", found->name);
    answer_field_str(out, "path", found->program);
    answer_field_str(out, "config_entry", config_entry(call->job->arena, found));
    answer_end(out);
  }
  answer_end(out);
}

/* Of a server for several languages one is enough: it is found for the others
 * by their files. */
static void write_suggestion(ToolCall *call, const ToolServersFound *all) {
  answer_begin_list(call->answer, "suggested_config");
  for (size_t i = 0; i < all->len; i++) {
    bool is_first = all->items[i].program.len > 0;
    for (size_t k = 0; k < i; k++) is_first &= !str_eq(all->items[k].name, all->items[i].name);
    if (is_first) answer_item_str(call->answer, config_entry(call->job->arena, &all->items[i]));
  }
  answer_end(call->answer);
}

static void write_missing(ToolCall *call, const ToolServersFound *all) {
  answer_begin_list(call->answer, "not_installed");
  for (size_t i = 0; i < all->len; i++) {
    const ToolServerFound *found = &all->items[i];
    if (found->program.len) continue;
    answer_item_str(call->answer, str_format(call->job->arena, "%.*s (%.*s)", STR_ARG(found->language), STR_ARG(found->name)));
  }
  answer_end(call->answer);
}

/* Works without trust, because nothing is started; without it the answer says
 * what to do before anything can be. */
static Err run(ToolCall *call) {
  Answer *out = call->answer;
  ToolServersFound found;
  Index *index;
  Str relative;
  TRY(tool_locate(call, tool_arg_str(call, "workspace_dir"), &index, &relative));
  TRY(tool_agent_directory(call, index, relative));
  TRY(tool_agent_survey(call, tool_arg_str(call, "workspace_dir"), &found));
  answer_field_str(out, "workspace_dir", found.root);
  answer_field_bool(out, "trusted", found.is_trusted);
  answer_begin_list(out, "workspace_languages");
  for (size_t i = 0; i < found.len; i++) answer_item_str(out, found.items[i].language);
  answer_end(out);
  write_installed(call, &found);
  write_suggestion(call, &found);
  write_missing(call, &found);
  answer_begin_list(out, "languages");
  for (size_t i = 0; i < found.len; i++) write_language(out, &found.items[i]);
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

static const ToolField installed_row[] = {
    {"language", TOOL_STRING, true, .help = "of the protocol"},
    {"server", TOOL_STRING, true, .help = "its name"},
    {"path", TOOL_STRING, true, .help = "where it is"},
    {"config_entry", TOOL_STRING, true, .help = "as in suggested_config"},
    {0},
};

static const ToolField result[] = {
    {"workspace_dir", TOOL_STRING, true, .help = "the workspace"},
    {"trusted", TOOL_BOOLEAN, true, .help = "servers may run there"},
    {"workspace_languages", TOOL_STRINGS, true, .help = "most files first"},
    {"installed_servers", TOOL_OBJECTS, true, .help = "in that order", .fields = installed_row},
    {"suggested_config", TOOL_STRINGS, true, .help = "arguments of serve; nothing needs them: servers are found by themselves"},
    {"not_installed", TOOL_STRINGS, true, .help = "languages and the servers they could have"},
    {"languages", TOOL_OBJECTS, true, .help = "all that is known of each", .fields = language_row},
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
