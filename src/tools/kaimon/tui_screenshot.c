/* tui_screenshot: the user's dashboard as text. */
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/tools/kaimon/kaimon_internal.h"

static const ToolField args[] = {{0}};

static Err run(ToolCall *call) {
  Index *index;
  Str text;
  TRY(tool_workspace(call, STR_EMPTY, &index));
  if (!call->scope->glance) return job_fail(call->job, ERR_UNAVAILABLE, "this process serves nobody: start the daemon, and ask through it");
  TRY(call->scope->glance(call->scope, call, &text));
  tool_kaimon_add_lines(call->answer, text);
  return OK;
}

const Tool tool_kaimon_tui_screenshot = {
    .name = "tui_screenshot",
    .title = "The dashboard as text",
    .summary = "Shows what `fathom ui` shows the user of this workspace: its index, language servers, sessions, edits, and your own calls.",
    .args = args,
    .example = "tui_screenshot",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_READ_ONLY,
    .run = run,
};
