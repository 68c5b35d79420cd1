/* One client of the engine: a connection, an HTTP session, or a run of the
 * CLI. Holds its configuration and finds the workspace of each call. */
#include <stdatomic.h>

#include "src/app/serving/audit_internal.h"
#include "src/app/serving/feed_internal.h"
#include "src/app/serving/usual_internal.h"
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/lsp/lsp.h"
#include "src/os/file.h"
#include "src/os/place.h"

/* The user's file, the directory and its project file: with directories above it
 * there would be more, where much else happens. */
#define LISTENED_FILES 4

/* Everything but `refs`, `calls` and `usual` is settled when it is opened and never
 * changes, so calls on many threads may read it. The slot has a lock of its
 * own. */
struct AppClient {
  size_t refs;
  uint32_t number; /* no other one has had it, nor will for long */
  Arena arena;
  AppWorkspaces *workspaces;
  AppConfig *config;
  ToolPolicy policy;
  ToolScope scope;
  Str root;
  const Map *env;
  const Map *flags;
  bool by_user;
  bool is_remote;
  pid_t process;
  void *describe_context;
  AppUsualSlot usual;
  AppAudit *audit; /* NULL: nothing is written down */
  Str audit_path;
  AppFeed *feed; /* NULL: nobody can look */
  atomic_int_least64_t calls;
};

/* What a connection brought lives only as long as its greeting. */
static const Map *copy_map(Arena *arena, const Map *map) {
  if (!map) return NULL;
  Map *copy = ARENA_NEW(arena, Map);
  map_init(copy, arena);
  for (MapEntry *entry = NULL; (entry = map_next(map, entry));) {
    Str *value = ARENA_NEW(arena, Str);
    *value = str_copy(arena, *(const Str *)entry->value);
    map_put_copy(copy, entry->key, value);
  }
  return copy;
}

/* Read anew for every project: files are small, and a configuration that was
 * changed counts from the next call on. */
static Err load_config(Job *job, const AppClient *client, Str root, AppConfig **ret_config) {
  AppConfigSources sources = {
      .user_path = app_config_path(job->arena),
      .project = root,
      .env = client->env,
      .flags = client->flags,
  };
  return app_config_load(job, &sources, ret_config);
}

static bool has_roots(const ToolCall *call) {
  const ToolClient *client = call->client;
  return client && client->asks_while_waiting && client->can(client->context, STR("roots"));
}

/* Asks an old-era client for its roots. None, when it has no such thing. */
static void client_roots(ToolCall *call, AppWorkspaceRequest *request) {
  const ToolClient *client = call->client;
  if (!has_roots(call)) return;
  const Json *result;
  if (client->ask(client->context, call->job, STR("roots"), STR("roots/list"), STR("{}"),
                  &result)) {
    job_forgive(call->job);
    return;
  }
  const Json *roots = json_get(result, STR("roots"));
  VEC(Str) paths = {0};
  for (size_t i = 0; json_is(roots, JSON_ARRAY) && i < roots->count; i++) {
    Str path;
    Str uri = json_get_str(&roots->items[i], STR("uri"), STR_EMPTY);
    if (app_uri_path(call->job->arena, uri, &path)) *vec_add(call->job->arena, &paths) = path;
  }
  request->roots = paths.items;
  request->root_count = paths.len;
}

/* `call` NULL: where the client began, before any call. Only a call may ask
 * the client for its roots. */
static Err find_root(Job *job, AppClient *client, ToolCall *call, Str path, Str *ret_root) {
  AppWorkspaceRequest request = {
      .named = call ? call->repo : STR_EMPTY,
      .path = path,
      .directory = client->scope.directory,
      .by_user = client->by_user,
      .is_remote = client->is_remote,
  };
  /* A shell's own idea of where it is, and a home that is a link. */
  const Str aliases[] = {app_client_env(client, "PWD"), app_client_env(client, "HOME")};
  request.aliases = aliases;
  request.alias_count = COUNT_OF(aliases);
  bool from_env = str_eq_c(app_config_origin(client->config, "repo"), "environment");
  Str repo = app_config_str(client->config, "repo");
  *(from_env ? &request.env : &request.given) = repo;
  request.allowed = app_config_list(client->config, "roots", &request.allowed_count);
  if (call && !repo.len) client_roots(call, &request);
  return app_workspace_find(job, &request, ret_root);
}

/* Whether a call is about what all calls are about that name nothing. */
static bool is_usual_call(const AppClient *client, const ToolCall *call, Str path) {
  bool is_set = app_config_str(client->config, "repo").len > 0;
  return !call->repo.len && (is_set || (!path.len && !has_roots(call)));
}

/* Where the root of usual calls is likely to be. */
static Str usual_directory(Arena *arena, const AppClient *client) {
  return file_join(arena, client->scope.directory, app_config_str(client->config, "repo"));
}

/* The root, and the configuration and policy of that project: the call may be
 * about another one than the connection began in, whose own restrictions count
 * too. `usual` was opened before anything was looked at. */
static Err fill_usual(Job *job, AppClient *client, ToolCall *call, Str path, AppUsual *usual) {
  Job setup;
  Str root;
  TRY(find_root(job, client, call, path, &root));
  job_init(&setup, &usual->arena);
  usual->root = str_copy(&usual->arena, root);
  Err err = load_config(&setup, client, usual->root, &usual->config);
  if (!err) err = app_config_policy(&setup, usual->config, client->scope.registry, &usual->policy);
  return err ? job_fail(job, err, "%.*s", STR_ARG(job_message(&setup, err))) : OK;
}

/* Kept only where the root is the very directory that is looked out for. */
static Err make_usual(Job *job, AppClient *client, ToolCall *call, Str path, AppUsual **ret_usual) {
  bool may_keep = is_usual_call(client, call, path);
  Str directory = may_keep ? usual_directory(job->arena, client) : STR_EMPTY;
  AUTO(AppUsual) usual = app_usual_open(app_config_path(job->arena), directory, !app_config_str(client->config, "repo").len);
  TRY(fill_usual(job, client, call, path, usual));
  app_workspaces_follow_links(job, client->workspaces);
  may_keep = may_keep && str_eq(usual->root, directory);
  /* All who come over HTTP share this client. */
  if (may_keep && client->is_remote && usual->lookout.files.len <= LISTENED_FILES) lookout_listen(&usual->lookout);
  if (may_keep && lookout_is_quiet(&usual->lookout)) app_usual_keep(&client->usual, usual);
  *ret_usual = TAKE(usual);
  return OK;
}

/* For the ToolScope: which root, whether its policy allows the tool, and its
 * index. The project's policy is asked here because the connection's own was
 * made for another project perhaps. */
static Err workspace(ToolScope *scope, ToolCall *call, Str path, Index **ret_index) {
  AppClient *client = scope->context;
  Job *job = call->job;
  AUTO(AppUsual) usual = is_usual_call(client, call, path) ? app_usual_take(job, &client->usual) : NULL;
  if (!usual) TRY(make_usual(job, client, call, path, &usual));
  if (call->tool) TRY(tool_allow(job, &usual->policy, call->tool)); /* a resource has none */
  return app_workspaces_get(job, client->workspaces, usual->root, usual->config, ret_index);
}

/* What one repository's answers tell of another is what the user linked; each
 * keeps its own configuration, and what that refuses to it. One that cannot be
 * opened is left out: status tells. */
static Err linked(ToolScope *scope, ToolCall *call, Index **ret_indexes, size_t max, size_t *ret_count) {
  AppClient *client = scope->context;
  Job *job = call->job;
  Str *paths;
  *ret_count = 0;
  size_t count = index_siblings(job, call->index, &paths);
  for (size_t i = 0; i < count && *ret_count < max; i++) {
    AppConfig *config;
    ToolPolicy policy;
    Err err = file_exists(paths[i]) ? load_config(job, client, paths[i], &config) : ERR_NOT_FOUND;
    if (!err) err = app_config_policy(job, config, client->scope.registry, &policy);
    if (!err && call->tool) err = tool_allow(job, &policy, call->tool);
    if (!err) err = app_workspaces_get(job, client->workspaces, paths[i], config, &ret_indexes[*ret_count]);
    if (err && job_is_stopped(job)) return err;
    if (err) job_forgive(job);
    else ++*ret_count;
  }
  return OK;
}

/* On the call's thread: spelling is all it does, writing is the audit's
 * thread's. */
static void write_down(const AppClient *client, Job *job, const ToolRecord *told) {
  app_audit_add(client->audit, client->audit_path, app_audit_spell(job->arena, client->root, told));
}

static void heard(ToolScope *scope, Job *job, ToolRecord *told, ToolMoment moment) {
  AppClient *client = scope->context;
  AppFeedCaller caller = {client->number, client->root};
  if (moment == TOOL_ENDED) atomic_fetch_add(&client->calls, 1);
  if (client->feed) app_feed_hear(client->feed, &caller, job, told, moment);
  if (client->audit && moment == TOOL_ENDED) write_down(client, job, told);
}

/* Only a place that the user's own configuration names is written to. */
static void set_audit(AppClient *client, AppAudit *audit) {
  Str where = app_config_str(client->config, "audit.log");
  if (!audit || str_eq_c(where, "off")) return;
  client->audit = audit;
  client->audit_path = str_eq_c(where, "on") ? file_join(&client->arena, place_state(&client->arena), STR("audit.jsonl")) : where;
}

Err app_client_open(Job *job, const AppClientOptions *options, AppClient **ret_client) {
  AppClient *client = arena_heap_alloc(sizeof(*client));
  client->refs = 1;
  arena_init(&client->arena);
  app_usual_slot_init(&client->usual);
  static atomic_uint_least32_t clients;
  client->number = ((uint32_t)atomic_fetch_add(&clients, 1) + 1) & INT32_MAX; /* the highest bit is that of views */
  client->workspaces = options->workspaces;
  client->env = copy_map(&client->arena, options->env);
  client->flags = copy_map(&client->arena, options->flags);
  client->by_user = options->by_user;
  client->is_remote = options->is_remote;
  client->process = options->process;
  client->describe_context = options->describe_context;
  client->feed = options->feed;
  client->scope = (ToolScope){
      .policy = &client->policy,
      .registry = options->registry,
      .directory = str_copy(&client->arena, options->directory),
      .workspace = workspace,
      .linked = linked,
      .server = app_servers_take,
      .ready_server = app_servers_ready,
      .hub = app_servers_hub(app_workspaces_servers(options->workspaces)),
      .sessions = app_servers_sessions(app_workspaces_servers(options->workspaces)),
      .repl = app_servers_repl(app_workspaces_servers(options->workspaces)),
      .start_session = app_start_session,
      .list_allowed = app_list_allowed,
      .find_extensions = app_find_extensions,
      .manage_extension = app_manage_extension,
      .tell_editor = app_editor_tell,
      .editor_commands = app_editor_commands,
      .agent = app_agent,
      .kernels = app_servers_kernels(app_workspaces_servers(options->workspaces)),
      .choose_server = app_servers_choose,
      .find_servers = app_servers_find,
      .running = app_running,
      .describe_server = options->describe_server,
      .glance = options->describe_context ? app_glance : NULL,
      .heard = heard,
      .context = client,
  };
  /* Loaded twice: the first tells which project's file narrows the second. */
  Job setup;
  job_init(&setup, &client->arena);
  Str root = STR_EMPTY;
  Err err = load_config(&setup, client, STR_EMPTY, &client->config);
  if (!err) {
    if (find_root(&setup, client, NULL, STR_EMPTY, &root)) job_forgive(&setup);
    err = load_config(&setup, client, root, &client->config);
    client->root = root;
  }
  if (!err) {
    client->scope.repo = app_config_str(client->config, "repo");
    err = app_config_policy(&setup, client->config, options->registry, &client->policy);
    set_audit(client, options->audit);
  }
  if (err) {
    err = job_fail(job, err, "%.*s", STR_ARG(job_message(&setup, err)));
    app_client_unref(client);
    return err;
  }
  *ret_client = client;
  return OK;
}

AppClient *app_client_ref(AppClient *client) {
  client->refs++;
  return client;
}

uint64_t app_client_member(const AppClient *client, Str principal) {
  return (uint64_t)client->number << 32 | (uint32_t)hash_str(principal);
}

/* The last one frees it, and what it had open goes with it; nothing of a call
 * may be running then. */
void app_client_unref(AppClient *client) {
  if (--client->refs) return;
  if (client->scope.hub) lsp_hub_leave(client->scope.hub, client->number);
  app_usual_slot_clear(&client->usual);
  arena_clear(&client->arena);
  free(client);
}

Err app_client_config_for(Job *job, const AppClient *client, Str root, AppConfig **ret_config) {
  return load_config(job, client, root, ret_config);
}

Str app_client_env(const AppClient *client, const char *name) {
  if (!client->env) return place_env(name);
  const Str *value = map_get(client->env, str_from_c(name));
  return value ? *value : STR_EMPTY;
}

AppServers *app_client_servers(const AppClient *client) { return app_workspaces_servers(client->workspaces); }
pid_t app_client_process(const AppClient *client) { return client->process; }
Str app_client_root(const AppClient *client) { return client->root; }
int64_t app_client_number(const AppClient *client) { return client->number; }
const char *app_client_mode(const AppClient *client) { return client->is_remote ? "http" : client->by_user ? "shell" : "stdio"; }
int64_t app_client_calls(const AppClient *client) { return atomic_load(&client->calls); }
ToolScope *app_client_scope(AppClient *client) { return &client->scope; }
const AppConfig *app_client_config(const AppClient *client) { return client->config; }
void *app_client_context(const AppClient *client) { return client->describe_context; }
