/* A call about one file: its workspace, its server, its graph. Everything here
 * gives back in one place what it takes, so that a tool is a function from an
 * open file to an answer and cannot leak a server or a reader on the way out
 * of an error. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/index/part.h"

/* The file must be there before a server is asked for: starting one for a path
 * that is mistyped would take seconds and end in the server's own words, which
 * do not say what was wrong. */
Err tool_agent_open(ToolCall *call, Str path, AgentFile *ret_file) {
  Job *job = call->job;
  AgentFile file = {.call = call};
  FileStat stat;
  TRY(tool_locate(call, path, &file.graph.index, &file.path));
  map_init(&file.graph.sources, job->arena);
  Str shown = str_shown(job->arena, file.path.len ? file.path : path, TOOL_SHOWN_NAME);
  Err err = root_stat(job, index_files(file.graph.index), file.path, &stat);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return job_fail(job, ERR_NOT_FOUND, "there is no file '%.*s' in the workspace '%.*s'; give a path that is absolute or "
                    "relative to it", STR_ARG(shown), STR_ARG(index_root(file.graph.index)));
  }
  TRY(err);
  if (stat.kind != FILE_REGULAR) return job_fail(job, ERR_USAGE, "'%.*s' is not a file; name one", STR_ARG(shown));
  *ret_file = file;
  return OK;
}

/* The words are copied because the job keeps only its last error, and callers
 * ask the graph, which may fail too, before they say why there was no
 * server. */
Err tool_agent_take(AgentFile *file, Str language_id) {
  Job *job = file->call->job;
  /* Absolute: the workspace is found by it. */
  file->err = tool_server(file->call, tool_agent_absolute(file, file->path), language_id, &file->server);
  if (file->err) {
    file->server = NULL;
    file->words = str_copy(job->arena, job_message(job, file->err));
  }
  return file->err;
}

void tool_agent_close(AgentFile *file) {
  if (file->server) lsp_server_release(file->server);
  file->server = NULL;
  tool_graph_close(&file->graph);
}

/* A server that broke the protocol is to the client the same as one that is
 * not there: nothing that it did or could do better. Errors that stop the
 * whole call, such as a deadline, pass through unchanged. */
Err tool_agent_fail(ToolCall *call, Err err, const char *instead) {
  Job *job = call->job;
  if (err == ERR_PROTOCOL) err = ERR_UNAVAILABLE;
  if (!verify_is_gone(job, err)) return err;
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  if (!instead) return job_fail(job, err, "%.*s", STR_ARG(words));
  return job_fail(job, err, "%.*s\nInstead: %s", STR_ARG(words), instead);
}

/* Once a call, however many questions it asks. */
Err tool_agent_ready(AgentFile *file) {
  ToolCall *call = file->call;
  TRY(tool_agent_wait(file));
  if (file->is_ready || file->is_said) return OK;
  answer_field_bool(call->answer, "indexing", true);
  answer_warn(call->answer, "%.*s is still reading the workspace: this may lack something; ask again later.",
              STR_ARG(lsp_server_name(file->server)));
  file->is_said = true;
  return OK;
}

/* ---- without a file ---- */

/* `sample`: a file of it. Some know the names of a project only once they see
 * one of its files. A server that is there but cannot show the sample stays in
 * the list: it may answer all the same. One that could not be had leaves its
 * reason in `file`, which is said only if no other is found. */
static void add_server(AgentFile *file, Str sample, Str language_id, AgentServers *servers) {
  Job *job = file->call->job;
  LspServer *server = NULL;
  LspDocument document;
  Str place = sample.len ? tool_agent_absolute(file, sample) : sample;
  Err err = tool_server(file->call, place, language_id, &server);
  bool is_taken = !err;
  for (size_t i = 0; is_taken && i < servers->len; i++) {
    if (servers->items[i] == server) lsp_server_release(server);
    if (servers->items[i] == server) return;
  }
  if (is_taken) servers->items[servers->len++] = server;
  if (is_taken && sample.len) err = lsp_server_show(job, server, sample, &document);
  if (!err) return;
  if (!is_taken) file->words = str_copy(job->arena, job_message(job, err));
  if (!is_taken) file->err = err;
  job_forgive(job);
}

/* A language that was named is taken as it was named, installed or not, so
 * that the error says what to install. Without one only installed servers
 * count, because a workspace has files of many languages and nobody asked for
 * all of them. */
Err tool_agent_servers(AgentFile *file, Str language_id, AgentServers *ret_servers) {
  ToolCall *call = file->call;
  ToolServersFound found = {0};
  bool is_known = false;
  *ret_servers = (AgentServers){0};
  file->err = OK;
  file->words = STR_EMPTY;
  if (call->scope->find_servers) TRY(call->scope->find_servers(call->scope, call, index_root(file->graph.index), &found));
  for (size_t i = 0; i < found.len && ret_servers->len < AGENT_LSP_SERVERS_MAX; i++) {
    const ToolServerFound *one = &found.items[i];
    if (language_id.len ? !str_eq(one->language, language_id) : !one->program.len) continue;
    add_server(file, one->sample, STR_EMPTY, ret_servers);
    is_known = true;
  }
  if (language_id.len && !is_known) add_server(file, STR_EMPTY, language_id, ret_servers);
  /* One that could not be started has said why already. */
  if (!ret_servers->len && !file->words.len) {
    file->err = ERR_UNAVAILABLE;
    file->words = STR("there is no language server for the files of this workspace; detect_lsp_servers tells which it could have");
  }
  return job_check(call->job);
}

/* Two languages may share a server, for instance a language and its dialect.
 * It is held once: the second hold is given back at once. */
Err tool_agent_ready_servers(AgentFile *file, AgentServers *ret_servers, size_t *ret_others) {
  ToolCall *call = file->call;
  ToolServersFound found = {0};
  *ret_servers = (AgentServers){0};
  *ret_others = 0;
  if (!call->scope->find_servers || !call->scope->ready_server) return OK;
  TRY(call->scope->find_servers(call->scope, call, index_root(file->graph.index), &found));
  for (size_t i = 0; i < found.len; i++) {
    LspServer *server = NULL;
    const ToolServerFound *one = &found.items[i];
    if (!one->program.len || !one->sample.len) continue;
    bool is_ready = ret_servers->len < AGENT_LSP_SERVERS_MAX &&
                    call->scope->ready_server(call->scope, call, tool_agent_absolute(file, one->sample), &server);
    if (!is_ready) ++*ret_others;
    bool is_known = false;
    for (size_t k = 0; is_ready && k < ret_servers->len; k++) is_known |= ret_servers->items[k] == server;
    if (is_known) lsp_server_release(server);
    else if (is_ready) ret_servers->items[ret_servers->len++] = server;
  }
  return job_check(call->job);
}

void tool_agent_release(AgentServers *servers) {
  for (size_t i = 0; i < servers->len; i++) lsp_server_release(servers->items[i]);
  servers->len = 0;
}

/* Not every tool of the family has the argument, and asking for one that is
 * not in a tool's table is a fault of the program. */
static Str language_of(ToolCall *call) {
  return tool_find_field(call->tool->args, STR("language_id")) ? tool_arg_str(call, "language_id") : STR_EMPTY;
}

/* No server for such files is no mistake in the arguments either. */
static Err take_or_say(AgentFile *file, const char *instead) {
  Job *job = file->call->job;
  Err err = tool_agent_take(file, language_of(file->call));
  if (err != ERR_USAGE || !instead) return err;
  job_forgive(job);
  return job_fail(job, ERR_UNAVAILABLE, "%.*s", STR_ARG(file->words));
}

/* The error is translated after everything was given back: that needs only the
 * job. */
Err tool_agent_run(ToolCall *call, const char *instead, AgentAnswer *answer) {
  AgentFile file;
  TRY(tool_agent_open(call, tool_arg_str(call, "file_path"), &file));
  Err err = take_or_say(&file, instead);
  if (!err) err = answer(&file);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, instead) : OK;
}

Err tool_agent_run_anyhow(ToolCall *call, AgentAnswer *answer) {
  AgentFile file;
  TRY(tool_agent_open(call, tool_arg_str(call, "file_path"), &file));
  Err err = tool_agent_take(&file, language_of(call));
  if (err && tool_agent_forgive(&file, err)) err = OK;
  if (!err) err = answer(&file);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

Err tool_agent_run_alone(ToolCall *call, AgentAnswer *answer) {
  AgentFile file;
  TRY(tool_agent_open(call, tool_arg_str(call, "file_path"), &file));
  Err err = answer(&file);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}
