/* execute_vscode_command, list_vscode_commands, navigate_to_file: the user's
 * editor, as far as the user allows. */
#include "src/tools/kaimon/kaimon_internal.h"

#define ARGS_MAX 32
#define ARG_MAX 4096
#define TIMEOUT_MAX 60
#define VALUE_SHOWN 12000
#define SECONDS 90 /* a call may take: opening, and waiting for the answer */

static const ToolField execute_args[] = {
    {"command", TOOL_STRING, .required = true, .min = 1, .max = 200, .help = "its id; list_vscode_commands tells the allowed ones"},
    {"args", TOOL_STRINGS, .max = ARGS_MAX, .help = "its arguments"},
    {"wait_for_response", TOOL_BOOLEAN, .otherwise = "false", .help = "wait for the value that it gives"},
    {"timeout", TOOL_NUMBER, .otherwise = "5", .help = "seconds to wait, at most 60"},
    TOOL_ARG_REPO,
    {0},
};
static const ToolField execute_result[] = {
    {"command", TOOL_STRING, .required = true, .help = "that was sent"},
    {"value", TOOL_STRING, .help = "that the editor gave, as JSON"},
    {0},
};

static const ToolField list_args[] = {TOOL_ARG_REPO, {0}};
static const ToolField list_result[] = {{"commands", TOOL_STRINGS, .required = true, .help = "that the user allows"}, {0}};

static const ToolField navigate_args[] = {
    {"file_path", TOOL_PATH, .required = true, .help = "of the workspace"},
    {"line", TOOL_INTEGER, .min = 1, .max = INT32_MAX, .otherwise = "1", .help = "from 1"},
    {"column", TOOL_INTEGER, .min = 1, .max = INT32_MAX, .otherwise = "1", .help = "from 1"},
    TOOL_ARG_REPO,
    {0},
};

static Err open_workspace(ToolCall *call, Str path) {
  Index *index;
  TRY(tool_workspace(call, path, &index));
  return call->scope->tell_editor ? OK : job_fail(call->job, ERR_UNAVAILABLE, "there is no editor here");
}

/* What is not seen on a screen has no place in what an editor is told. */
static Err check_words(Job *job, const char *what, Str words) {
  if (words.len > ARG_MAX) return job_fail(job, ERR_USAGE, "%s is longer than %d bytes", what, ARG_MAX);
  if (str_eq(str_shown(job->arena, words, SIZE_MAX), words)) return OK;
  return job_fail(job, ERR_USAGE, "%s has control or invisible characters, or is not UTF-8", what);
}

static void add_value(Answer *out, Str value) {
  answer_field_str(out, "value", str_head(value, VALUE_SHOWN));
  answer_show(out, value, VALUE_SHOWN);
  answer_say(out, "\n");
  if (value.len > VALUE_SHOWN) answer_note(out, "the value has %zu bytes, of which the first are shown", value.len);
}

/* A command that nobody waits for is sent and forgotten; an answer is waited
 * for only as long as the caller said. */
static Err run_execute(ToolCall *call) {
  Job *job = call->job;
  const Json *given = tool_arg(call, "args");
  ToolEditorAsk ask = {.command = tool_arg_str(call, "command")};
  double timeout = tool_arg_number(call, "timeout");
  Str value;
  TRY(open_workspace(call, STR_EMPTY));
  if (!(timeout > 0 && timeout <= TIMEOUT_MAX)) return job_fail(job, ERR_USAGE, "timeout must be more than 0 and at most %d seconds", TIMEOUT_MAX);
  TRY(check_words(job, "command", ask.command));
  if (json_is(given, JSON_ARRAY)) {
    ask.args = given->items;
    ask.arg_count = given->count;
  }
  for (size_t i = 0; i < ask.arg_count; i++) TRY(check_words(job, "an argument", ask.args[i].text));
  if (tool_arg_bool(call, "wait_for_response")) ask.timeout_ms = (int64_t)(timeout * 1000) + 1;
  TRY(call->scope->tell_editor(call->scope, call, &ask, &value));
  answer_field_str(call->answer, "command", ask.command);
  if (ask.timeout_ms) add_value(call->answer, value);
  else answer_say(call->answer, "%.*s was sent to the editor\n", STR_ARG(ask.command));
  return OK;
}

static Err run_list(ToolCall *call) {
  const Str *commands;
  size_t count;
  TRY(open_workspace(call, STR_EMPTY));
  TRY(call->scope->editor_commands(call->scope, call, &commands, &count));
  answer_field_names(call->answer, "commands", commands, count);
  for (size_t i = 0; i < count; i++) {
    answer_show(call->answer, commands[i], ANSWER_NAME_SHOWN);
    answer_say(call->answer, "\n");
  }
  if (!count) answer_note(call->answer, "none is allowed; only the user can do that: \"editor\": {\"commands\": [...]} in the user's config");
  return OK;
}

static Err run_navigate(ToolCall *call) {
  ToolEditorAsk ask = {.file = tool_arg_str(call, "file_path"), .line = tool_arg_int(call, "line"), .column = tool_arg_int(call, "column")};
  Str none;
  TRY(open_workspace(call, ask.file));
  TRY(check_words(call->job, "file_path", ask.file));
  TRY(call->scope->tell_editor(call->scope, call, &ask, &none));
  answer_show(call->answer, ask.file, ARG_MAX);
  answer_say(call->answer, ":%lld was sent to the editor\n", (long long)ask.line);
  return OK;
}

const Tool tool_kaimon_execute_vscode_command = {
    .name = "execute_vscode_command",
    .title = "Run a command of the editor",
    .summary = "Runs a command of the user's editor that the user allows, and waits for its value if wanted.",
    .args = execute_args,
    .result = execute_result,
    .example = "execute_vscode_command command=workbench.action.files.save",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = SECONDS,
    .run = run_execute,
};
const Tool tool_kaimon_list_vscode_commands = {
    .name = "list_vscode_commands",
    .title = "Commands of the editor",
    .summary = "Commands of the user's editor that the user allows.",
    .args = list_args,
    .result = list_result,
    .example = "list_vscode_commands",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_READ_ONLY,
    .run = run_list,
};
const Tool tool_kaimon_navigate_to_file = {
    .name = "navigate_to_file",
    .title = "Open a file in the editor",
    .summary = "Shows the user a file of the workspace at a line, in the user's editor.",
    .args = navigate_args,
    .example = "navigate_to_file file_path=src/main.c line=3",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_OPEN_WORLD,
    .run = run_navigate,
};
