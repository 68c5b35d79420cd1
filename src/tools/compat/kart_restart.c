/* kart_restart: ends the servers of the workspace; the next question starts
 * those it needs. Our own index needs nothing of the kind: it follows the disk. */
#include "src/lsp/lsp.h"
#include "src/tools/compat/kart_internal.h"

static Err run(ToolCall *call) {
  Index *index;
  Str none;
  Err err = tool_locate(call, STR_EMPTY, &index, &none);
  if (err) return job_prefix(call->job, err, "Error");
  size_t count = call->scope->hub ? lsp_hub_restart(call->job, call->scope->hub, index_root(index)) : 0;
  answer_field_bool(call->answer, "restarted", true);
  answer_field_str(call->answer, "rootDir", index_root(index));
  answer_field_int(call->answer, "stopped", (int64_t)count);
  return OK;
}

static const ToolField args[] = {{0}};

static const ToolField result[] = {
    {"restarted", TOOL_BOOLEAN, true, .help = "the next question starts what it needs"},
    {"rootDir", TOOL_STRING, true, .help = "the workspace"},
    {"stopped", TOOL_INTEGER, true, .help = "servers that ran and were ended"},
    {0},
};

const Tool tool_kart_restart = {
    .name = "kart_restart",
    .title = "Restart language servers",
    .summary = "End the workspace's language servers and forget their crashes; the next question starts them anew.",
    .args = args,
    .result = result,
    .example = "kart_restart",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "restart_lsp_server",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
