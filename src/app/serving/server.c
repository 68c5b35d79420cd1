/* Makes the parts of a server and takes them apart again. */
#include "src/app/serving/audit_internal.h"
#include "src/app/serving/feed_internal.h"
#include "src/app/serving/server_internal.h"
#include "src/app/serving/watch_internal.h"

#include "src/base/hash.h"
#include "src/lsp/lsp.h"
#include "src/model/answer.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/secret.h"

#define MAX_REQUEST_THREADS 64
#define CLOSE_SECONDS 5 /* then the process ends without waiting for its calls */

/* A depth line: what a fathom measures. */
static const char icon[] =
    "data:image/svg+xml;base64,"
    "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxNiAxNiI+PHBhdGggZD0i"
    "TTggMXYxME01IDhsMyAzIDMtM00yIDE0aDEyIiBmaWxsPSJub25lIiBzdHJva2U9IiMwNjgiIHN0cm9rZS13aWR0aD0i"
    "MiIvPjwvc3ZnPg==";

/* In order of need; app_server_close goes the other way but for the pool,
 * whose last answers need the loop. Numbers of questions to clients begin at
 * random, so that an answer to an earlier process's question is not taken
 * for one to ours. */
Err app_server_open(Job *job, AppServer **ret_server) {
  (void)job;
  process_adopt();
  process_reuse_memory();
  AppServer *server = arena_heap_alloc(sizeof(*server));
  server->started_ms = job_now_ms();
  server->loop = loop_open();
  server->pool = thread_pool_open(MAX_REQUEST_THREADS, thread_core_count());
  server->registry = tool_registry_open();
  server->workspaces = app_workspaces_open();
  server->audit = app_audit_open();
  server->feed = app_feed_open();
  server->watch = app_watch_open(server);
  uint32_t first_question;
  secret_random(&first_question, sizeof first_question);
  static const Str icons[] = {{icon, sizeof(icon) - 1}};
  McpOptions options = {
      .loop = server->loop,
      .pool = server->pool,
      .registry = server->registry,
      .name = STR("fathom"),
      .title = STR("fathom: a map of the codebase"),
      .version = str_from_c(app_version),
      .instructions = str_from_c(app_instructions),
      .icons = icons,
      .icon_count = COUNT_OF(icons),
      .brief = "find symbol status",
      .first_question = (int64_t)first_question,
  };
  server->mcp = mcp_open(&options);
  server->updates = app_updates_open(server);
  app_add_resources(server);
  server->news = app_server_news_open(server);
  server->session_tools = app_session_tools_open(server);
  if (app_extra_fixtures) app_extra_fixtures(server->mcp, server->registry);
  *ret_server = server;
  return OK;
}

/* Calls are cancelled first, and end at once: what does not is a fault of
 * ours, and must not become everybody's. The store is whole at any instant. */
void app_server_close(AppServer *server) {
  process_end_after(CLOSE_SECONDS, "fathom: some calls did not end when told to; ending without them\n");
  app_session_tools_end(server->session_tools);
  mcp_close(server->mcp);
  thread_pool_close(server->pool); /* its last answers go through the loop */
  app_watch_close(server->watch);
  app_session_tools_close(server->session_tools);
  app_server_news_close(server->news);
  app_updates_close(server->updates);
  loop_close(server->loop);
  tool_registry_close(server->registry);
  app_workspaces_close(server->workspaces);
  app_audit_close(server->audit);
  app_feed_close(server->feed);
  process_end_after(0, NULL);
  free(server);
}

static void release_client(void *context) { app_client_unref(context); }

McpPeerOptions app_peer_options(AppClient *client, Str principal) {
  Str root = app_client_root(client);
  uint64_t workspace = hash_str(root.len ? root : app_client_scope(client)->directory);
  return (McpPeerOptions){
      .scope = *app_client_scope(client),
      .principal = principal,
      /* A connection has a client of its own; those who come over HTTP share
       * the listener's, and are told apart by their keys. */
      .owner = {.group = workspace | 1, .member = app_client_member(client, principal)},
      .on_released = release_client,
      .released_context = app_client_ref(client),
  };
}

/* One line for each server there is or was. */
static void describe_language_server(Job *job, const LspServerState *one, Answer *answer) {
  Str place = file_join(job->arena, one->root, one->server_root);
  Str version = lsp_version_shown(job, one->version);
  answer_begin_row(answer);
  answer_label(answer, "language server");
  answer_say(answer, " ");
  answer_words(answer, "name", one->name);
  answer_say(answer, version.len ? " " : "");
  answer_words(answer, "version", version);
  answer_say(answer, ", ");
  answer_words(answer, "state", str_from_c(one->state));
  answer_say(answer, ", ");
  answer_words(answer, "root", place);
  if (one->pid) answer_say(answer, ", process %lld", (long long)one->pid);
  if (one->crashes) answer_say(answer, ", crashed %zu time%s", one->crashes, one->crashes == 1 ? "" : "s");
  answer_say(answer, "\n");
  answer_field_str(answer, "language", one->language_id);
  answer_field_int(answer, "pid", one->pid);
  answer_field_int(answer, "openDocuments", (int64_t)one->open_documents);
  answer_field_int(answer, "crashes", (int64_t)one->crashes);
  answer_end(answer);
}

/* Those that ended are listed as well, with their crashes: that is what
 * somebody looks for. */
static void describe_servers(const AppServer *server, Job *job, Answer *answer) {
  size_t count;
  LspHub *hub = app_servers_hub(app_workspaces_servers(server->workspaces));
  const LspServerState *states = lsp_hub_states(job->arena, hub, &count);
  answer_begin_list(answer, "languageServers");
  for (size_t i = 0; i < count; i++) describe_language_server(job, &states[i], answer);
  answer_end(answer);
}

static void describe_warnings(const AppConfig *config, Answer *answer) {
  size_t count;
  const Str *warnings = app_config_warnings(config, &count);
  answer_begin_list(answer, "warnings");
  for (size_t i = 0; i < count; i++) {
    answer_warn(answer, "configuration: %.*s", STR_ARG(warnings[i]));
    answer_item_str(answer, warnings[i]);
  }
  answer_end(answer);
}

/* For the status tool, on a call's thread; everything it reads has a lock of
 * its own or never changes. */
void app_server_describe(ToolScope *scope, Job *job, Answer *answer) {
  const AppServer *server = app_client_context(scope->context);
  int64_t up_s = (job_now_ms() - server->started_ms) / 1000;
  uint64_t resident = process_resident_bytes();
  Str build = app_build_id(job->arena);
  size_t workspaces = app_workspaces_count(server->workspaces);
  answer_label(answer, "server");
  answer_say(answer, " %s, build %.*s, up %lld s, %llu MB, %zu workspace%s open\n", server->is_daemon ? "daemon" : "in one process",
             STR_ARG(build), (long long)up_s, (unsigned long long)(resident >> 20), workspaces, workspaces == 1 ? "" : "s");
  describe_warnings(app_client_config(scope->context), answer);
  answer_field_str(answer, "mode", server->is_daemon ? STR("daemon") : STR("process"));
  answer_field_str(answer, "build", build);
  answer_field_int(answer, "uptimeSeconds", up_s);
  answer_field_int(answer, "residentBytes", (int64_t)resident);
  answer_field_int(answer, "workspaces", (int64_t)workspaces);
  size_t dropped = app_audit_dropped(server->audit);
  if (dropped) answer_warn(answer, "audit: %zu call%s could not be written down", dropped, dropped == 1 ? "" : "s");
  answer_field_int(answer, "auditDropped", (int64_t)dropped);
  describe_servers(server, job, answer);
}
