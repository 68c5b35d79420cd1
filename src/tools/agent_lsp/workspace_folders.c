/* add_, remove_ and list_workspace_folders: further roots that the servers of
 * a workspace look at. A folder must be one the client may name, and trusted
 * like the workspace: its code is executed too. */
#include "src/os/file.h"
#include "src/tools/agent_lsp/servers_internal.h"

static void write_folders(AgentRunning *servers) {
  ToolCall *call = servers->call;
  Map seen;
  map_init(&seen, call->job->arena);
  answer_begin_list(call->answer, "folders");
  /* Without a server the workspace is what the first one would look at. */
  if (!servers->len) answer_item_str(call->answer, servers->root);
  for (size_t i = 0; i < servers->len; i++) {
    size_t count;
    Str *folders = lsp_server_folders(call->job->arena, servers->items[i], &count);
    for (size_t f = 0; f < count; f++) {
      /* Several servers usually have the same folders. */
      if (map_get(&seen, folders[f])) continue;
      map_put(&seen, folders[f], &folders[f]);
      answer_item_str(call->answer, folders[f]);
    }
  }
  answer_end(call->answer);
  answer_field_int(call->answer, "servers", (int64_t)servers->len);
}

/* The directory a call names, absolute; somebody must have allowed it. A
 * folder that is taken away needs no trust: it may have lost it meanwhile. */
static Err take_folder(ToolCall *call, Str path, bool is_new, Str *ret_folder) {
  Index *index;
  Str relative;
  Err err = tool_locate(call, path, &index, &relative);
  if (err == ERR_OUTSIDE) { /* of the workspace that was set: it may be another one, which is allowed */
    Str own = call->repo;
    job_forgive(call->job);
    call->repo = path;
    err = tool_workspace(call, STR_EMPTY, &index);
    call->repo = own;
    if (!err) err = tool_relative_path(call, index, path, &relative);
  }
  TRY(err);
  *ret_folder = file_join(call->job->arena, index_root(index), relative);
  if (!is_new) return OK;
  ToolServersFound found;
  TRY(tool_agent_survey(call, *ret_folder, &found));
  if (found.is_trusted) return OK;
  return job_fail(call->job, ERR_UNTRUSTED, "'%.*s' is not trusted: language servers execute code of what they work on. If "
                  "you trust it, run: fathom trust '%.*s'", STR_ARG(found.root), STR_ARG(found.root));
}

typedef Err Change(Job *job, LspServer *server, Str path);

/* Folders belong to servers, so there must be one; the first that fails ends
 * the change, and those before it keep theirs. */
static Err change_folders(ToolCall *call, Change *change, bool is_new) {
  AgentRunning servers;
  Str folder;
  TRY(take_folder(call, tool_arg_str(call, "path"), is_new, &folder));
  TRY(tool_agent_running_open(call, STR_EMPTY, &servers));
  Err err = tool_agent_running_need(&servers);
  for (size_t i = 0; !err && i < servers.len; i++) err = change(call->job, servers.items[i], folder);
  if (!err) write_folders(&servers);
  tool_agent_running_close(&servers);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static Err run_add(ToolCall *call) { return change_folders(call, lsp_server_add_folder, true); }
static Err run_remove(ToolCall *call) { return change_folders(call, lsp_server_remove_folder, false); }

static Err run_list(ToolCall *call) {
  AgentRunning servers;
  TRY(tool_agent_running_open(call, STR_EMPTY, &servers));
  write_folders(&servers);
  tool_agent_running_close(&servers);
  return OK;
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .help = "a directory of a workspace that is allowed (`roots`) and trusted"},
    {0},
};

static const ToolField result[] = {
    {"folders", TOOL_STRINGS, true, .help = "that the servers look at, absolute"},
    {"servers", TOOL_INTEGER, true, .help = "that run"},
    {0},
};

const Tool tool_agent_lsp_add_workspace_folder = {
    .name = "add_workspace_folder",
    .title = "Add a workspace folder",
    .summary = "Let the language servers of the workspace look at one more folder, so that references cross repositories.",
    .args = args,
    .result = result,
    .example = "add_workspace_folder path=../library",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_add,
};

const Tool tool_agent_lsp_remove_workspace_folder = {
    .name = "remove_workspace_folder",
    .title = "Remove a workspace folder",
    .summary = "Take back a folder that add_workspace_folder added.",
    .args = args,
    .result = result,
    .example = "remove_workspace_folder path=../library",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_remove,
};

const Tool tool_agent_lsp_list_workspace_folders = {
    .name = "list_workspace_folders",
    .title = "List workspace folders",
    .summary = "List the folders that the language servers of the workspace look at.",
    .result = result,
    .example = "list_workspace_folders",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_list,
};
