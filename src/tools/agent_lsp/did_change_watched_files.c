/* did_change_watched_files: tells servers of changes on disk. They hear of
 * them by themselves; this is for changes that nothing reports. */
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/tools/agent_lsp/servers_internal.h"

static Err read_change(AgentRunning *running, const Json *entry, LspChange *ret_change) {
  Job *job = running->call->job;
  Str uri = json_get_str(entry, STR("uri"), STR_EMPTY), path = uri, real;
  if (!str_starts_with(uri, STR("/")) && !lsp_uri_to_path(job->arena, uri, &path)) {
    return job_fail(job, ERR_USAGE, "'%.*s': takes the URI of a file, file:///...", STR_ARG(str_shown(job->arena, uri, 200)));
  }
  /* Nothing is told of what is outside, neither what it is nor whether. */
  Err err = file_real_path(job, path, &real);
  if (err) job_forgive(job);
  if (err || !file_beneath(running->root, real, &ret_change->path)) {
    return job_fail(job, ERR_OUTSIDE, "'%.*s' is outside the workspace '%.*s'", STR_ARG(str_shown(job->arena, path, 400)),
                    STR_ARG(running->root));
  }
  ret_change->kind = (LspChangeKind)json_get_int(entry, STR("type"), LSP_CHANGED);
  return OK;
}

/* Nothing is told to any server until all changes have been read: a list with
 * one wrong entry changes nothing. */
static Err run(ToolCall *call) {
  AgentRunning running;
  const Json *given = tool_arg(call, "changes");
  VEC(LspChange) changes = {0};
  TRY(tool_agent_running_open(call, STR_EMPTY, &running));
  Err err = OK;
  for (size_t i = 0; !err && i < given->count; i++) {
    err = read_change(&running, &given->items[i], vec_add(call->job->arena, &changes));
  }
  if (!err && changes.len) lsp_hub_changed(call->scope->hub, running.root, changes.items, changes.len);
  answer_field_int(call->answer, "changes", (int64_t)changes.len);
  answer_field_int(call->answer, "servers", (int64_t)running.len);
  tool_agent_running_close(&running);
  return err;
}

static const ToolField change_row[] = {
    {"uri", TOOL_STRING, true, .help = "file:///..."},
    {"type", TOOL_INTEGER, true, .min = 1, .max = 3, .help = "1 created, 2 changed, 3 deleted"},
    {0},
};

static const ToolField args[] = {
    {"changes", TOOL_OBJECTS, true, .help = "files and what happened to them", .fields = change_row},
    {0},
};

static const ToolField result[] = {
    {"changes", TOOL_INTEGER, true, .help = "that were told"},
    {"servers", TOOL_INTEGER, true, .help = "that run"},
    {0},
};

const Tool tool_agent_lsp_did_change_watched_files = {
    .name = "did_change_watched_files",
    .title = "Report changed files",
    .summary = "Tell the language servers of files that changed on disk; they hear of most changes by themselves.",
    .args = args,
    .result = result,
    .example = "did_change_watched_files changes='[{\"uri\": \"file:///project/src/main.c\", \"type\": 2}]'",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run,
};
