/* Servers of a workspace: those that run, and what could be started. */
#include "src/tools/agent_lsp/servers_internal.h"

#include "src/index/part.h"
#include "src/os/file.h"

/* To a server that was just started for a question about servers themselves:
 * long enough to tell its name and abilities, too short to load a project. */
#define READY_MS 5000

/* Holds each of them until tool_agent_running_close. */
static Err open_running(AgentRunning *servers) {
  ToolCall *call = servers->call;
  if (!call->scope->hub) return job_fail(call->job, ERR_UNAVAILABLE, "this server starts no language servers");
  servers->items = lsp_hub_running(call->job->arena, call->scope->hub, servers->root, &servers->len);
  return OK;
}

Err tool_agent_directory(ToolCall *call, Index *index, Str relative) {
  Job *job = call->job;
  FileStat stat;
  if (!relative.len) return OK;
  Err err = root_stat(job, index_files(index), relative, &stat);
  if (!err && stat.kind == FILE_DIRECTORY) return OK;
  if (err && err != ERR_NOT_FOUND) return err;
  job_forgive(job);
  return job_fail(job, ERR_NOT_FOUND, "there is no folder '%.*s' in the workspace '%.*s'", STR_ARG(str_shown(job->arena, relative, TOOL_SHOWN_NAME)),
                  STR_ARG(index_root(index)));
}

Err tool_agent_running_open(ToolCall *call, Str path, AgentRunning *ret_servers) {
  AgentRunning servers = {.call = call};
  TRY(tool_locate(call, path, &servers.index, &servers.directory));
  TRY(tool_agent_directory(call, servers.index, servers.directory));
  servers.root = index_root(servers.index);
  TRY(open_running(&servers));
  *ret_servers = servers;
  return OK;
}

void tool_agent_running_close(AgentRunning *servers) {
  for (size_t i = 0; i < servers->len; i++) lsp_server_release(servers->items[i]);
  servers->len = 0;
}

Err tool_agent_survey(ToolCall *call, Str directory, ToolServersFound *ret_found) {
  if (!call->scope->find_servers) return job_fail(call->job, ERR_UNAVAILABLE, "this server starts no language servers");
  return call->scope->find_servers(call->scope, call, directory, ret_found);
}

/* Errors after the server was taken are forgiven: it runs, and what it can
 * tell so far is an answer. */
Err tool_agent_running_need(AgentRunning *servers) {
  ToolCall *call = servers->call;
  ToolServersFound found;
  const ToolServerFound *best = NULL;
  if (servers->len) return OK;
  TRY(tool_agent_survey(call, servers->root, &found));
  for (size_t i = 0; !best && i < found.len; i++) {
    if (found.items[i].program.len) best = &found.items[i];
  }
  if (!found.len) {
    return job_fail(call->job, ERR_UNAVAILABLE, "no language server is known for any file of '%.*s'",
                    STR_ARG(str_shown(call->job->arena, servers->root, SIZE_MAX)));
  }
  if (!best) {
    return job_fail(call->job, ERR_UNAVAILABLE, "no language server is installed for any of the %zu languages of '%.*s'; "
                    "detect_lsp_servers tells which there are", found.len, STR_ARG(str_shown(call->job->arena, servers->root, SIZE_MAX)));
  }
  LspServer **items = ARENA_NEW(call->job->arena, LspServer *);
  TRY(tool_server(call, file_join(call->job->arena, servers->root, best->sample), STR_EMPTY, items));
  servers->items = items;
  servers->len = 1;
  LspDocument document; /* some tell all that they can only once they have seen something */
  Err err = lsp_server_show(call->job, *items, best->sample, &document);
  if (!err) err = lsp_server_wait_ready(call->job, *items, READY_MS);
  if (err) job_forgive(call->job);
  return OK;
}

/* By name and workspace, as the hub lists them; an empty root means any
 * workspace. NULL: it ended meanwhile. */
static const LspServerState *state_of(ToolCall *call, Str root, Str name) {
  size_t count;
  const LspServerState *states = lsp_hub_states(call->job->arena, call->scope->hub, &count);
  for (size_t i = 0; i < count; i++) {
    if (str_eq(states[i].name, name) && (!root.len || str_eq(states[i].root, root))) return &states[i];
  }
  return NULL;
}

Str tool_agent_version(ToolCall *call, const LspServer *server) {
  const LspServerState *state = state_of(call, root_path(lsp_server_workspace(server)), lsp_server_name(server));
  return state ? lsp_version_shown(call->job, state->version) : STR_EMPTY;
}

void tool_agent_write_server(const AgentRunning *servers, LspServer *server) {
  Answer *out = servers->call->answer;
  Str name = lsp_server_name(server);
  const LspServerState *state = state_of(servers->call, servers->root, name);
  answer_field_str(out, "name", name);
  answer_field_str(out, "version", tool_agent_version(servers->call, server));
  answer_field_str(out, "root", state ? file_join(servers->call->job->arena, servers->root, state->server_root) : servers->root);
  answer_field_str(out, "state", str_from_c(state ? state->state : "stopped"));
  answer_field_int(out, "pid", state ? state->pid : 0);
}
