/* start_lsp: starts the servers of a workspace, or attaches to one. Nobody has
 * to call it: any question starts the server it needs. */
#include "src/os/file.h"
#include "src/base/vec.h"
#include "src/tools/agent_lsp/servers_internal.h"

#define STARTED_MAX 4 /* servers of one call that names no language */

/* `servers` knows the workspace after its holds were given back; only its root
 * and directory are used from then on. Without an error of its own the call
 * fails with the first one, if nothing at all could be started. */
typedef struct Start {
  ToolCall *call;
  AgentRunning servers;
  int64_t ready_ms;
  size_t started;
  Err err; /* of the first that failed */
  Str words;
} Start;

/* ---- what is settled before ---- */

typedef VEC(Str) Paths;

static Err fail_scope(Job *job) {
  return job_fail(job, ERR_USAGE, "scope: takes a path or a JSON array of paths, relative to root_dir");
}

/* A path, or a JSON array of paths. Paths are relative to the directory that
 * was named, which may be a part of the workspace; kept are those relative to
 * the workspace. The workspace itself is no restriction and is left out. */
static Err read_scope(const Start *start, Str text, Paths *ret_paths) {
  Job *job = start->call->job;
  const Json *json;
  Paths given = {0};
  if (!str_starts_with(str_trim(text), STR("["))) {
    *vec_add(job->arena, &given) = text;
  } else {
    if (json_read(job, text, NULL, &json)) {
      job_forgive(job);
      return fail_scope(job);
    }
    for (size_t i = 0; i < json->count; i++) {
      if (json->items[i].type != JSON_STRING) return fail_scope(job);
      *vec_add(job->arena, &given) = json->items[i].text;
    }
  }
  for (size_t i = 0; i < given.len; i++) {
    Str path = given.items[i], rest;
    if (!file_beneath(start->servers.root, file_join(job->arena, file_join(job->arena, start->servers.root, start->servers.directory), path), &rest)) {
      return job_fail(job, ERR_OUTSIDE, "scope '%.*s' is outside the workspace", STR_ARG(str_shown(job->arena, path, 200)));
    }
    if (rest.len) *vec_add(job->arena, ret_paths) = rest;
  }
  return OK;
}

/* The choice holds until the process ends, for every client that may use this
 * workspace. Servers that run were chosen without it and are ended. */
static Err settle(Start *start) {
  ToolCall *call = start->call;
  Str connect = tool_arg_str(call, "connect"), scope = tool_arg_str(call, "scope");
  Paths paths = {0};
  if (!connect.len && !scope.len) return OK;
  if (connect.len && !tool_arg_str(call, "language_id").len) {
    return job_fail(call->job, ERR_USAGE, "connect: give the language_id that the server is for");
  }
  if (scope.len) TRY(read_scope(start, scope, &paths));
  ToolServerChoice choice = {.language_id = tool_arg_str(call, "language_id"), .connect = connect,
                             .scope = paths.items, .scope_count = paths.len};
  TRY(call->scope->choose_server(call->scope, call, &choice));
  tool_agent_running_close(&start->servers);
  lsp_hub_restart(call->job, call->scope->hub, start->servers.root); /* what ran before was chosen otherwise */
  return OK;
}

/* ---- starting ---- */

static void write_started(Start *start, LspServer *server, Str language) {
  ToolCall *call = start->call;
  bool is_ready = false, waits = start->ready_ms > 0;
  /* Not being ready in time is an answer and no error: the server goes on
   * loading, and the field says what it is. */
  if (waits) {
    is_ready = !lsp_server_wait_ready(call->job, server, start->ready_ms);
    job_forgive(call->job);
  }
  answer_begin_row(call->answer);
  tool_agent_write_server(&start->servers, server);
  answer_field_str(call->answer, "language_id", language);
  if (waits) answer_field_bool(call->answer, "ready", is_ready);
  answer_end(call->answer);
  start->started++;
  lsp_server_release(server);
}

static Err start_one(Start *start, Str path, Str language) {
  LspServer *server;
  ToolCall *call = start->call;
  Err err = tool_server(call, path, language, &server);
  if (!err) {
    write_started(start, server, language);
    return OK;
  }
  /* One server that cannot start must not keep the others from being started. The
   * first reason is kept, for it is the one to repair first. */
  if (job_is_stopped(call->job)) return err;
  if (!start->err) {
    start->err = err;
    start->words = str_copy(call->job->arena, job_message(call->job, err));
  }
  job_forgive(call->job);
  return OK;
}

/* Distinct ones for the languages that are there, most files first. */
static Err start_all(Start *start) {
  ToolCall *call = start->call;
  ToolServersFound found;
  TRY(tool_agent_survey(call, start->servers.root, &found));
  for (size_t i = 0; i < found.len && start->started < STARTED_MAX; i++) {
    const ToolServerFound *one = &found.items[i];
    bool is_first = one->program.len > 0;
    /* One server often serves several languages; it is started for the one with
     * the most files. */
    for (size_t k = 0; k < i; k++) is_first &= !str_eq(found.items[k].name, one->name);
    if (is_first) TRY(start_one(start, file_join(call->job->arena, found.root, one->sample), one->language));
  }
  return OK;
}

static Err start_language(Start *start, Str language) {
  ToolCall *call = start->call;
  ToolServersFound found;
  Str sample = STR_EMPTY;
  TRY(tool_agent_survey(call, start->servers.root, &found));
  for (size_t i = 0; !sample.len && i < found.len; i++) {
    if (str_eq(found.items[i].language, language)) sample = file_join(call->job->arena, found.root, found.items[i].sample);
  }
  /* A file of the language tells which folder the server's root is. Without one
   * the workspace itself has to do. */
  return start_one(start, sample.len ? sample : start->servers.root, language);
}

/* Nothing is held across the start, because settling may end what runs. */
static Err run(ToolCall *call) {
  double seconds = tool_arg_number(call, "ready_timeout_seconds");
  Start start = {.call = call, .ready_ms = (int64_t)(seconds * 1000)};
  TRY(tool_agent_running_open(call, tool_arg_str(call, "root_dir"), &start.servers));
  Err err = settle(&start);
  tool_agent_running_close(&start.servers);
  if (err) return err;
  Str language = tool_arg_str(call, "language_id");
  answer_field_str(call->answer, "root_dir", start.servers.root);
  answer_begin_list(call->answer, "servers");
  TRY(language.len ? start_language(&start, language) : start_all(&start));
  answer_end(call->answer);
  if (!start.started && start.err) return job_fail(call->job, start.err, "%.*s", STR_ARG(start.words));
  if (start.words.len) answer_field_str(call->answer, "problem", start.words);
  if (!start.started) answer_field_str(call->answer, "hint", STR("no language server is installed for the files here; detect_lsp_servers tells which there are"));
  return OK;
}

static const ToolField args[] = {
    {"root_dir", TOOL_PATH, true, .help = "the workspace, or a directory of it"},
    {"language_id", TOOL_STRING, .help = "only the server for this language; without: those of the languages that are there"},
    {"connect", TOOL_STRING, .help = "attach to a server that runs already: HOST:PORT of this machine"},
    {"ready_timeout_seconds", TOOL_NUMBER, .min = 0, .max = 600, .help = "wait so long for its first work to be done"},
    {"scope", TOOL_STRING, .help = "of a large repository only this directory, or a JSON array of directories"},
    {0},
};

static const ToolField server_row[] = {
    AGENT_LSP_SERVER_ROWS,
    {"language_id", TOOL_STRING, true, .help = "it was started for"},
    {"ready", TOOL_BOOLEAN, .help = "its first work is done"},
    {0},
};

static const ToolField result[] = {
    {"root_dir", TOOL_STRING, true, .help = "the workspace"},
    {"servers", TOOL_OBJECTS, true, .help = "that run now", .fields = server_row},
    {"problem", TOOL_STRING, .help = "why another one does not"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_start_lsp = {
    .name = "start_lsp",
    .title = "Start language servers",
    .summary = "Start the language servers of a workspace, or attach to one that runs; any question starts the one it needs by itself.",
    .args = args,
    .result = result,
    .example = "start_lsp root_dir=. language_id=go",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = 900,
    .run = run,
};
