/* execute_command: a command of a server's own. What it does is the server's
 * business: it may change files. */
#include "src/tools/agent_lsp/servers_internal.h"

/* Asked before anything is sent: servers answer unknown commands in many ways,
 * some with silence. */
static bool has_command(Job *job, LspServer *server, Str command) {
  const Json *commands = json_get_path(lsp_server_capabilities(job, server), "executeCommandProvider.commands");
  for (size_t i = 0; json_is(commands, JSON_ARRAY) && i < commands->count; i++) {
    if (str_eq(commands->items[i].text, command)) return true;
  }
  return false;
}

/* Names come from the server and are shown as such; the buffer's bound keeps a
 * server with thousands of them from filling the error. */
static Err fail_unknown(AgentRunning *running, Str command) {
  Job *job = running->call->job;
  Buf names;
  buf_init(&names, job->arena, 4000);
  for (size_t s = 0; s < running->len; s++) {
    const Json *commands = json_get_path(lsp_server_capabilities(job, running->items[s]), "executeCommandProvider.commands");
    for (size_t i = 0; json_is(commands, JSON_ARRAY) && i < commands->count; i++) {
      Str name = str_shown(job->arena, commands->items[i].text, 200);
      buf_add_format(&names, "%s%.*s", names.len ? ", " : "", STR_ARG(name));
    }
  }
  return job_fail(job, ERR_NOT_FOUND, "no language server that runs here has a command '%.*s'; there are: %.*s",
                  STR_ARG(str_shown(job->arena, command, 200)), STR_ARG(names.len ? buf_str(&names) : STR("none")));
}

/* Marked as writing whatever the command is called: nobody but the server
 * knows what it changes, and it must not run twice after a crash. */
static Err execute(AgentRunning *running, LspServer *server) {
  ToolCall *call = running->call;
  Buf text;
  JsonWriter params;
  const Json *answer;
  buf_init(&text, call->job->arena, (size_t)1 << 20);
  json_writer_init(&params, &text, 0);
  json_begin_object(&params);
  json_field_str(&params, "command", json_get_str(call->args, STR("command"), STR_EMPTY));
  if (json_is(tool_arg(call, "arguments"), JSON_ARRAY)) json_field_value(&params, "arguments", tool_arg(call, "arguments"));
  json_end_object(&params);
  tool_mark_writing(call);
  TRY(lsp_server_request(call->job, server, "workspace/executeCommand", buf_str(&text), &answer));
  answer_field_str(call->answer, "server", lsp_server_name(server));
  answer_field_str(call->answer, "result", json_spell(call->job->arena, answer));
  return OK;
}

/* The arguments have no table, so what a table would check is checked here,
 * with the same limits. */
static Err run(ToolCall *call) {
  AgentRunning running;
  Str command = json_get_str(call->args, STR("command"), STR_EMPTY);
  const Json *arguments = tool_arg(call, "arguments");
  if (str_characters(command) > 10000) return job_fail(call->job, ERR_USAGE, "argument 'command' must have at most 10,000 characters");
  if (!command.len) return job_fail(call->job, ERR_USAGE, "command: takes the name of a command, and there must be one");
  if (arguments && !json_is(arguments, JSON_ARRAY)) return job_fail(call->job, ERR_USAGE, "arguments: takes an array of whatever the command takes");
  TRY(tool_agent_running_open(call, STR_EMPTY, &running));
  Err err = tool_agent_running_need(&running);
  size_t at = 0;
  while (!err && at < running.len && !has_command(call->job, running.items[at], command)) at++;
  if (!err) err = at < running.len ? execute(&running, running.items[at]) : fail_unknown(&running, command);
  tool_agent_running_close(&running);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

/* Arguments may be anything, which a table cannot say. */
static const char schema[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"command\":{\"type\":\"string\",\"description\":\"as get_server_capabilities or suggest_fixes name it\"},"
    "\"arguments\":{\"type\":\"array\",\"items\":{},\"description\":\"what the command takes\"}},"
    "\"required\":[\"command\"]}";

static const ToolField result[] = {
    {"server", TOOL_STRING, true, .help = "that did it"},
    {"result", TOOL_STRING, true, .help = "whatever it gave, as JSON"},
    {0},
};

const Tool tool_agent_lsp_execute_command = {
    .name = "execute_command",
    .title = "Execute a server's command",
    .summary = "Run a command of a language server's own; it may change files.",
    .raw_schema = schema,
    .result = result,
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "workspace/executeCommand",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run,
};
