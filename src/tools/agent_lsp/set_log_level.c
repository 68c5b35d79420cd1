/* set_log_level: how much is logged, from now on until the process ends. It
 * concerns all clients of the process, since there is one log. */
#include "src/base/log.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define LEVELS "emergency|alert|critical|error|warning|notice|info|debug"

/* Four levels are told apart; the others are the nearest that says no less. */
static LogLevel level_of(Str name) {
  if (str_eq_c(name, "debug")) return LOG_DEBUG;
  if (str_eq_c(name, "info") || str_eq_c(name, "notice")) return LOG_INFO;
  return str_eq_c(name, "warning") ? LOG_WARN : LOG_ERROR;
}

static Err run(ToolCall *call) {
  LogLevel level = level_of(tool_arg_str(call, "level"));
  log_set_level(level);
  answer_field_str(call->answer, "level", tool_arg_str(call, "level"));
  answer_field_str(call->answer, "logged", str_from_c(log_level_name(level)));
  return OK;
}

static const ToolField args[] = {
    {"level", TOOL_STRING, true, .choices = LEVELS, .help = "the least that is logged"},
    {0},
};

static const ToolField result[] = {
    {"level", TOOL_STRING, true, .help = "as it was asked for"},
    {"logged", TOOL_STRING, true, .help = "the level of fathom's own that this is: error, warn, info or debug"},
    {0},
};

const Tool tool_agent_lsp_set_log_level = {
    .name = "set_log_level",
    .title = "Log level",
    .summary = "Set how much fathom's own process logs, for all of its clients.",
    .args = args,
    .result = result,
    .example = "set_log_level level=debug",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
