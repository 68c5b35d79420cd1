/* add_, remove_ and list_workspace_folders: further roots that the servers of
 * a workspace look at. A folder must be one the client may name, and trusted
 * like the workspace: its code is executed too. */
#include "src/os/file.h"
#include "src/tools/agent_lsp/servers_internal.h"

/* As the protocol has it: where it is, and what it is called. */
static void write_folder(ToolCall *call, Str folder) {
  answer_begin_row(call->answer);
  answer_field_str(call->answer, "uri", lsp_uri_from_path(call->job->arena, folder));
  answer_field_str(call->answer, "name", folder);
  answer_end(call->answer);
}

static void write_folders(AgentRunning *servers) {
  ToolCall *call = servers->call;
  Map seen;
  map_init(&seen, call->job->arena);
  answer_begin_list(call->answer, "workspace_folders");
  /* Without a server the workspace is what the first one would look at. */
  if (!servers->len) write_folder(call, servers->root);
  for (size_t i = 0; i < servers->len; i++) {
    size_t count;
    Str *folders = lsp_server_folders(call->job->arena, servers->items[i], &count);
    for (size_t f = 0; f < count; f++) {
      /* Several servers usually have the same folders. */
      if (map_get(&seen, folders[f])) continue;
      map_put(&seen, folders[f], &folders[f]);
      write_folder(call, folders[f]);
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
  TRY(tool_agent_directory(call, index, relative));
  ToolServersFound found;
  TRY(tool_agent_survey(call, *ret_folder, &found));
  if (found.is_trusted) return OK;
  return job_fail(call->job, ERR_UNTRUSTED, "'%.*s' is not trusted: language servers execute code of what they work on. If "
                  "you trust it, run: fathom trust '%.*s'", STR_ARG(found.root), STR_ARG(found.root));
}

typedef Err Change(Job *job, LspServer *server, Str path);

/* Taking away what is not there changes nothing, as often as it is asked for. */
static Err change_one(ToolCall *call, Change *change, bool is_new, LspServer *server, Str folder) {
  Err err = change(call->job, server, folder);
  if (is_new || err != ERR_NOT_FOUND) return err;
  job_forgive(call->job);
  return OK;
}

/* Folders belong to servers, so there must be one; the first that fails ends
 * the change, and those before it keep theirs. */
static Err change_folders(ToolCall *call, Change *change, bool is_new) {
  AgentRunning servers;
  Str folder;
  TRY(take_folder(call, tool_arg_str(call, "path"), is_new, &folder));
  TRY(tool_agent_running_open(call, STR_EMPTY, &servers));
  Err err = tool_agent_running_need(&servers);
  for (size_t i = 0; !err && i < servers.len; i++) err = change_one(call, change, is_new, servers.items[i], folder);
  if (!err) {
    answer_field_str(call->answer, is_new ? "added" : "removed", folder);
    write_folders(&servers);
  }
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

static const ToolField folder_row[] = {
    {"uri", TOOL_STRING, true, .help = "file:///..."},
    {"name", TOOL_STRING, true, .help = "absolute path"},
    {0},
};

#define FOLDER_ROWS \
  {"workspace_folders", TOOL_OBJECTS, true, .help = "that the servers look at", .fields = folder_row}, \
  {"servers", TOOL_INTEGER, true, .help = "that run"}
#define CHANGED(name) {name, TOOL_STRING, true, .help = "the folder, absolute"}
static const ToolField add_result[] = {CHANGED("added"), FOLDER_ROWS, {0}};
static const ToolField remove_result[] = {CHANGED("removed"), FOLDER_ROWS, {0}};
static const ToolField list_result[] = {FOLDER_ROWS, {0}};

const Tool tool_agent_lsp_add_workspace_folder = {
    .name = "add_workspace_folder",
    .title = "Add a workspace folder",
    .summary = "Let the language servers of the workspace look at one more folder, so that references cross repositories.",
    .args = args,
    .result = add_result,
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
    .result = remove_result,
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
    .result = list_result,
    .example = "list_workspace_folders",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_list,
};
