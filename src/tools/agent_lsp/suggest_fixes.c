/* suggest_fixes: what the server offers to do about a range; does none of it. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* For a reader; programs get the server's own edit, word for word, beneath
 * it. */
static void add_changes(ToolCall *call, const LspEdit *edit) {
  Arena *arena = call->job->arena;
  static const char *const actions[] = {"", "creates ", "moves ", "deletes "};
  for (size_t i = 0; i < edit->len; i++) {
    const LspFileEdit *file = &edit->items[i];
    Str path = str_shown(arena, file->path, SIZE_MAX);
    if (file->action != LSP_FILE_EDIT) answer_say(call->answer, "    %s%.*s\n", actions[file->action], STR_ARG(path));
    for (size_t j = 0; j < file->edit_count; j++) {
      const LspTextEdit *one = &file->edits[j];
      answer_say(call->answer, "    %.*s:%u:%u-%u:%u -> '%.*s'\n", STR_ARG(path), one->range.start.line, one->range.start.column,
                     one->range.end.line, one->range.end.column, STR_ARG(str_shown(arena, one->text, 200)));
    }
  }
}

/* What it runs: an action has a command, or is a bare one. */
static const Json *command_of(const LspAction *action) {
  const Json *command = json_get(action->raw, STR("command"));
  if (json_is(command, JSON_OBJECT)) return command;
  return json_is(command, JSON_STRING) ? action->raw : NULL;
}

/* The edit is given as the server spelled it, with paths and positions checked,
 * so that apply_edit can be handed just that. */
static Err add_one(AgentFile *file, const LspAction *action) {
  ToolCall *call = file->call;
  Answer *answer = call->answer;
  Str edit = STR_EMPTY;
  Arena *arena = call->job->arena;
  const Json *command = command_of(action);
  if (action->has_edit) TRY(lsp_edit_spell(call->job, file->server, json_get(action->raw, STR("edit")), NULL, &edit));
  answer_begin_row(answer);
  answer_say(answer, "- ");
  answer_show(answer, action->title, 300);
  answer_field_str(answer, "title", action->title);
  if (action->kind.len) {
    answer_say(answer, " [%.*s]", STR_ARG(str_shown(arena, action->kind, 100)));
    answer_field_str(answer, "kind", action->kind);
  }
  answer_field_bool(answer, "isPreferred", action->is_preferred);
  if (action->is_preferred) answer_say(answer, ", preferred");
  if (action->command.len) answer_say(answer, ", runs %.*s", STR_ARG(str_shown(arena, action->command, 200)));
  answer_say(answer, "\n");
  if (action->has_edit) add_changes(call, &action->edit);
  if (action->has_edit) answer_field_raw(answer, "edit", edit);
  if (command) answer_field_raw(answer, "command", json_spell(arena, command));
  answer_end(answer);
  return OK;
}

/* What cannot be done here, and why. Servers list these so that an editor can
 * show them in grey; here the reason is worth more than the entry. */
static void add_disabled(ToolCall *call, const LspActions *actions) {
  Arena *arena = call->job->arena;
  size_t count = 0;
  answer_begin_list(call->answer, "disabled");
  for (size_t i = 0; i < actions->len; i++) {
    const LspAction *action = &actions->items[i];
    if (!action->disabled.len) continue;
    answer_begin_row(call->answer);
    answer_field_str(call->answer, "title", str_head(action->title, TOOL_NAME_MAX));
    answer_field_str(call->answer, "reason", str_head(action->disabled, TOOL_NAME_MAX));
    answer_end(call->answer);
    answer_say(call->answer, "%s%.*s", count++ ? ", " : "Not possible here: ", STR_ARG(str_shown(arena, action->title, 100)));
  }
  answer_end(call->answer);
  if (count) answer_say(call->answer, "\n");
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspExtent extent;
  LspActions actions;
  size_t usable = 0;
  TRY(tool_agent_extent(file, &extent));
  TRY(tool_agent_ready(file));
  TRY(lsp_ask_actions(call->job, &extent, &actions));
  answer_begin_whole(call->answer, "actions");
  for (size_t i = 0; i < actions.len; i++) {
    if (actions.items[i].disabled.len) continue;
    usable++;
    TRY(add_one(file, &actions.items[i]));
  }
  answer_end(call->answer);
  call->list = "actions";
  if (!usable) tool_agent_note(call, STR("The server offers nothing for this range."));
  add_disabled(call, &actions);
  if (usable) tool_agent_hint(call, "apply_edit writes an action's edit, execute_command runs its command.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, NULL, answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_RANGE, {0}};

static const ToolField action_row[] = {
    {"title", TOOL_STRING, true, .help = "what it does"},
    {"kind", TOOL_STRING, .help = "quickfix, refactor.extract, source.organizeImports, ..."},
    {"isPreferred", TOOL_BOOLEAN, true, .help = "the one to choose"},
    {"edit", TOOL_OBJECT, .help = "a WorkspaceEdit, places from 0 in UTF-16"},
    {"command", TOOL_OBJECT, .help = "title, command and arguments"},
    {0},
};

static const ToolField disabled_row[] = {
    {"title", TOOL_STRING, true, .help = "what it would do"},
    {"reason", TOOL_STRING, true, .help = "why it cannot be done here"},
    {0},
};

static const ToolField result[] = {
    {"actions", TOOL_OBJECTS, true, .help = "as the server orders them", .fields = action_row},
    {"disabled", TOOL_OBJECTS, true, .help = "what cannot be done here", .fields = disabled_row},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_suggest_fixes = {
    .name = "suggest_fixes",
    .title = "Code actions",
    .summary = "Quick fixes and refactorings the language server offers for a range, with their edits. Applies none.",
    .args = args,
    .result = result,
    .example = "suggest_fixes file_path=src/main.c start_line=1 start_column=1 end_line=5 end_column=1",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/codeAction",
    .chars = 1u << 20, /* half of the edits would be none */
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
