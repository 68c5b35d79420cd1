/* Language servers for calls: which one a file needs, whether it may run, what
 * it is started with. The hub does the rest. */

#include "src/app/app_internal.h"
#include "src/base/lock.h"
#include "src/base/log.h"
#include "src/base/vec.h"
#include "src/edit/simulate/simulate.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/lsp/lsp.h"
#include "src/os/file.h"
#include "src/repl/jupyter/jupyter.h"
#include "src/repl/repl.h"
#include "src/scan/scan.h"

#define SCOPED_FILES 500    /* from here a monorepo's server gets one package */
#define REFRESH_MS 500      /* for the index to tell what changed; it goes on */

/* What somebody settled for a language of a workspace. */
typedef struct Settled {
  Str root;
  Str language_id; /* empty: all */
  Str connect;
  const Str *scope;
  size_t scope_count;
} Settled;

/* `listening` is held while the listener runs, so it cannot be the lock that
 * the rest needs as well: a listener may ask for a server. */
struct AppServers {
  LspHub *hub;
  ReplHub *repl; /* interpreters that people opened to us */
  AppManaged *managed; /* those that we start */
  AppAgents *agents;
  ReplKernelHost *kernels; /* those that we started */
  AppEditor *editor; /* calls that wait for it */
  EditSessions *sessions; /* of simulations: judged by servers, so as long as these */
  Lock listening; /* guards the listener, also while it runs */
  AppServersListener listener;
  Lock lock; /* guards what follows */
  Arena arena;
  VEC(Settled) settled;
  Map sizes; /* "root\nserver root\nkind" -> size_t*, files of the kind there */
  Map named; /* a name of the users' -> Str*, what it stands for */
};

/* The variables of a client's environment that decide which toolchain a server
 * finds. Others, which may hold tokens and passwords, are not passed on. */
const char *const app_server_env[] = {
    "PATH",       "VIRTUAL_ENV", "CONDA_PREFIX",   "PYTHONPATH",  "NODE_PATH",  "NODE_EXTRA_CA_CERTS",
    "GOPATH",     "GOROOT",      "GOFLAGS",        "GOMODCACHE",  "GOPROXY",    "GOPRIVATE",
    "GOTOOLCHAIN", "JAVA_HOME",  "CARGO_HOME",     "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "DOTNET_ROOT",
    "GEM_HOME",   "GEM_PATH",    "JUPYTER_PATH",   "JUPYTER_RUNTIME_DIR", NULL};

/* What nobody asked for is worth a line in the log. */
static void on_event(void *context, const LspEvent *event) {
  AppServers *servers = context;
  if (event->kind == LSP_EVENT_CRASHED) {
    log_warn("language server %.*s in %.*s crashed: %.*s", STR_ARG(event->server), STR_ARG(event->root), STR_ARG(event->detail));
  } else if (event->kind != LSP_EVENT_DIAGNOSTICS) {
    static const char *const words[] = {"is ready", "", "runs again", "", "has ended"};
    log_debug("language server %.*s in %.*s %s", STR_ARG(event->server), STR_ARG(event->root), words[event->kind]);
  }
  lock_take(&servers->listening);
  if (servers->listener.on_event) servers->listener.on_event(servers->listener.context, event);
  lock_give(&servers->listening);
}

void app_servers_listen(AppServers *servers, const AppServersListener *listener) {
  lock_take(&servers->listening);
  servers->listener = listener ? *listener : (AppServersListener){0};
  lock_give(&servers->listening);
}

AppServers *app_servers_open(void) {
  AppServers *servers = arena_heap_alloc(sizeof(*servers));
  LspHubOptions options = {.listener = on_event, .context = servers};
  lock_init(&servers->lock);
  lock_init(&servers->listening);
  arena_init(&servers->arena);
  map_init(&servers->sizes, &servers->arena);
  map_init(&servers->named, &servers->arena);
  servers->hub = lsp_hub_open(&options);
  servers->sessions = edit_sessions_open(0);
  servers->repl = repl_hub_open(repl_folder(&servers->arena));
  servers->managed = app_managed_open(servers->repl);
  servers->agents = app_agents_open();
  servers->kernels = repl_kernel_host_open(servers->repl);
  servers->editor = app_editor_open();
  return servers;
}

void app_servers_close(AppServers *servers) {
  edit_sessions_close(servers->sessions);
  app_agents_close(servers->agents);
  app_managed_close(servers->managed);
  repl_kernel_host_close(servers->kernels);
  app_editor_close(servers->editor);
  repl_hub_close(servers->repl);
  /* Before the locks: servers that end still report their end to on_event. */
  lsp_hub_close(servers->hub);
  lock_clear(&servers->lock);
  lock_clear(&servers->listening);
  arena_clear(&servers->arena);
  free(servers);
}

LspHub *app_servers_hub(AppServers *servers) { return servers->hub; }
EditSessions *app_servers_sessions(AppServers *servers) { return servers->sessions; }
ReplHub *app_servers_repl(AppServers *servers) { return servers->repl; }
AppManaged *app_servers_managed(AppServers *servers) { return servers->managed; }
AppAgents *app_servers_agents(AppServers *servers) { return servers->agents; }
ReplKernelHost *app_servers_kernels(AppServers *servers) { return servers->kernels; }
AppEditor *app_servers_editor(AppServers *servers) { return servers->editor; }

/* ---- changes ---- */

/* The same news goes to the servers, which remember what they read, and to the
 * listener. The array is on the heap: a checkout changes thousands of files. */
static void on_files(void *context, Str root, const IndexFileChange *changes, size_t count) {
  AppServers *servers = context;
  LspChange *news = arena_heap_alloc(count * sizeof(*news));
  for (size_t i = 0; i < count; i++) {
    LspChangeKind kind = changes[i].is_gone ? LSP_DELETED : changes[i].is_new ? LSP_CREATED : LSP_CHANGED;
    news[i] = (LspChange){.path = changes[i].path, .kind = kind};
  }
  lsp_hub_changed(servers->hub, root, news, count);
  free(news);
  lock_take(&servers->listening);
  if (servers->listener.on_files) servers->listener.on_files(servers->listener.context, root, changes, count);
  lock_give(&servers->listening);
}

void app_servers_watch(AppServers *servers, Index *index) { index_on_files(index, on_files, servers); }

/* ---- one call ---- */

/* All that is found out about one request for a server, in the order of the
 * fields. It lives on the caller's stack; strings are in the job's arena. */
typedef struct Take {
  Job *job;
  const AppClient *client;
  AppServers *servers;
  Index *index; /* NULL: nothing is indexed for it */
  Root *files;
  Str root;
  Str path;      /* relative; empty: a language alone */
  Str directory; /* of the file, relative */
  Str language_id;
  LspServerKind kind;
  Settled settled; /* for its language */
  Str server_root;
} Take;

/* "" is the workspace's root. */
static Str directory_of(Str path) {
  Str directory = file_directory(path);
  return str_eq_c(directory, ".") ? STR_EMPTY : directory;
}

/* A path of the workspace; one that is there from its root is meant so, else
 * it counts from the client's directory. */
static Err take_path(Take *take, Str path, Str client_directory) {
  Job *job = take->job;
  FileStat stat;
  Str real;
  if (!path.len) return OK;
  if (!str_starts_with(path, STR("/"))) {
    if (!root_stat(job, take->files, path, &stat)) return root_relative(job, take->files, path, &take->path);
    job_forgive(job);
  }
  Str whole = file_join(job->arena, client_directory, path);
  /* What lies outside is told by its text alone: not why it has no real path,
   * nor what that is. */
  bool is_inside = !file_real_path(job, whole, &real) && !root_relative(job, take->files, real, &take->path);
  job_forgive(job);
  return is_inside ? OK : root_relative(job, take->files, whole, &take->path);
}

/* Trust that was taken back ends what runs. */
static Err check_trust(Take *take) {
  static const char *const reasons[] = {
      [APP_UNTRUSTED] = "is not trusted",
      [APP_TRUST_CHANGED] = "is not trusted any more, because it changed: another directory is there than when it was "
                            "trusted (cloned anew, replaced or mounted over)",
      [APP_TRUST_OLD] = "is not trusted any more: an earlier version trusted it without noting which directory it was",
  };
  AppTrust trust = app_trust_of(take->job, take->root);
  if (trust == APP_TRUSTED) return OK;
  /* A server that was started while the workspace was trusted would go on to run
   * its code. It is ended here, and nothing starts it again without trust. */
  lsp_hub_restart(take->job, take->servers->hub, take->root);
  Str shown = str_shown(take->job->arena, take->root, SIZE_MAX);
  return job_fail(take->job, ERR_UNTRUSTED,
                  "'%.*s' %s: language servers execute code of the project they work on. If you trust "
                  "it, run: fathom trust '%.*s'. Search, the graph and everything else work without", STR_ARG(shown),
                  reasons[trust], STR_ARG(shown));
}

/* Whether the client may use the workspace at all is decided by the scope,
 * before anything of it is looked at. */
static Err open_take(ToolScope *scope, ToolCall *call, Str path, Take *ret_take) {
  const AppClient *client = scope->context;
  Take take = {.job = call->job, .client = client, .servers = app_client_servers(client)};
  TRY(scope->workspace(scope, call, path, &take.index));
  take.root = index_root(take.index);
  take.files = index_files(take.index);
  TRY(take_path(&take, path, scope->directory));
  take.directory = directory_of(take.path);
  *ret_take = take;
  return OK;
}

/* ---- which ---- */

/* With the client's PATH, not the daemon's: what the user would get in a
 * terminal. */
static Str find_program(Take *take, const LspServerKind *kind) {
  LspPlaces places = {.root = take->root, .directory = take->directory,
                      .path_variable = app_client_env(take->client, "PATH"),
                      .virtual_env = app_client_env(take->client, "VIRTUAL_ENV"),
                      .home = app_client_env(take->client, "HOME")};
  return lsp_server_program(take->job, kind, &places);
}

/* A linter answers few questions: it is used when it was asked for by name. */
static bool is_wanted(Take *take, const LspServerKind *kind) {
  if ((kind->quirks & LSP_QUIRK_LINTER) && !str_eq(kind->name, take->language_id)) return false;
  return !(kind->quirks & LSP_QUIRK_MARKED) || lsp_server_is_marked(take->job, kind, take->files, take->path);
}

static Err fail_unknown(Take *take) {
  Job *job = take->job;
  Str what = take->language_id.len ? take->language_id : file_name(take->path);
  if (!what.len) {
    return job_fail(job, ERR_USAGE, "a language server is chosen by a file or a language: give file_path or language_id");
  }
  return job_fail(job, ERR_USAGE, "no language server is known for '%.*s'; name one in your config.json: \"servers\": "
                  "[{\"extensions\": [\"EXT\"], \"command\": [\"PROGRAM\", \"ARG\"]}]",
                  STR_ARG(str_shown(job->arena, what, 200)));
}

/* How to install it is part of the message: whoever reads it can do so. */
static Err fail_missing(Take *take, const LspServerKind *kind) {
  return job_fail(take->job, ERR_UNAVAILABLE, "%.*s is not installed: neither in the workspace's own folders nor in "
                  "PATH is there a program '%.*s'. To install it: %.*s", STR_ARG(kind->name),
                  STR_ARG(kind->command[0]), STR_ARG(kind->install));
}

/* The id that its documents have. */
static Str language_of(const Take *take) {
  Str by_file = lsp_server_language(&take->kind, take->path);
  if (by_file.len) return by_file;
  bool is_given = take->language_id.len && !str_eq(take->language_id, take->kind.name);
  return is_given ? take->language_id : take->kind.languages[0];
}

/* What start_lsp settled for a language; the last word counts. What it kept is
 * never freed. */
static Settled find_settled(Take *take, Str language) {
  AppServers *servers = take->servers;
  Settled last = {0};
  lock_take(&servers->lock);
  for (size_t i = 0; i < servers->settled.len; i++) {
    const Settled *one = &servers->settled.items[i];
    bool is_for_it = !one->language_id.len || str_eq(one->language_id, language);
    if (is_for_it && str_eq(one->root, take->root)) last = *one;
  }
  lock_give(&servers->lock);
  return last;
}

/* The first that is installed, or runs somewhere already. */
static Err choose(Take *take, const LspServers *table, Str *ret_program) {
  size_t count = 0;
  const LspServerKind **kinds = NULL, *missing = NULL;
  /* A language that was named outright comes before what the file's name says:
   * `.h` may be C or C++, and the caller may know which. */
  if (take->language_id.len) kinds = lsp_servers_for(take->job->arena, table, STR_EMPTY, take->language_id, &count);
  if (!count && take->path.len) kinds = lsp_servers_for(take->job->arena, table, take->path, STR_EMPTY, &count);
  for (size_t i = 0; i < count; i++) {
    if (!is_wanted(take, kinds[i])) continue;
    take->kind = *kinds[i];
    take->settled = find_settled(take, language_of(take));
    if (take->settled.connect.len) take->kind.connect = take->settled.connect;
    *ret_program = take->kind.connect.len ? STR_EMPTY : find_program(take, kinds[i]);
    if (ret_program->len || take->kind.connect.len) return OK;
    /* The table has the preferred one first, so that is the one to recommend. */
    if (!missing) missing = kinds[i];
  }
  return missing ? fail_missing(take, missing) : fail_unknown(take);
}

/* Directories of the workspace as they are called from the server's root;
 * others are none of its business. */
static void settle_scope(Take *take, LspNeed *need) {
  const Settled *settled = &take->settled;
  VEC(Str) scope = {0};
  for (size_t i = 0; i < settled->scope_count; i++) {
    Str from_root = file_join(take->job->arena, STR("/"), take->server_root), rest;
    if (file_beneath(from_root, file_join(take->job->arena, STR("/"), settled->scope[i]), &rest) && rest.len) {
      *vec_add(take->job->arena, &scope) = rest;
    }
  }
  need->scope = scope.items;
  need->scope_count = scope.len;
  if (scope.len) take->kind.quirks |= LSP_QUIRK_SCOPED; /* who asks for it knows */
}

/* ---- monorepos ---- */

static bool is_of_kind(const LspServerKind *kind, const ScanFile *file) {
  return file->stat.kind == FILE_REGULAR && lsp_server_language(kind, file->path).len;
}

/* Files that the server would have to read, counted once. */
static size_t count_files(Take *take) {
  AppServers *servers = take->servers;
  Job *job = take->job;
  Str key = str_format(job->arena, "%.*s\n%.*s\n%.*s", STR_ARG(take->root), STR_ARG(take->server_root),
                       STR_ARG(take->kind.name));
  lock_take(&servers->lock);
  /* The count only decides between one package and all of it, so it may be old.
   * Counting needs no lock: at worst two callers count the same files. */
  const size_t *known = map_get(&servers->sizes, key);
  lock_give(&servers->lock);
  if (known) return *known;
  ScanFiles files = {0};
  size_t count = 0;
  if (scan_path(job, take->files, take->server_root, NULL, &files)) job_forgive(job);
  for (size_t i = 0; i < files.len; i++) count += is_of_kind(&take->kind, &files.items[i]);
  lock_take(&servers->lock);
  size_t *kept = ARENA_NEW(&servers->arena, size_t);
  *kept = count;
  map_put_copy(&servers->sizes, key, kept);
  lock_give(&servers->lock);
  return count;
}

/* `names` is a list of words, NULL for none. */
static bool has_any(Take *take, Str directory, const char *names) {
  Str rest = str_from_c(names);
  while (rest.len) {
    FileStat stat;
    Str path = file_join(take->job->arena, directory, str_cut(&rest, ' '));
    if (!root_stat(take->job, take->files, path, &stat)) return true;
    job_forgive(take->job);
  }
  return false;
}

/* The package that the file is in, beneath the server's root; empty: none. */
static Str find_package(Take *take) {
  /* Upwards from the file, so that the innermost package is found. */
  for (Str at = take->directory; at.len > take->server_root.len; at = directory_of(at)) {
    for (const Language *const *language = language_registry; *language; language++) {
      if (has_any(take, at, (*language)->home.packages)) return at;
    }
  }
  return STR_EMPTY;
}

/* In a large repository a server that reads everything takes minutes and
 * gigabytes; one that can be told a part is given the package that the file
 * is in. */
static void choose_scope(Take *take, LspNeed *need) {
  if (need->scope_count || !take->path.len || !(take->kind.quirks & LSP_QUIRK_SCOPED)) return;
  Str package = find_package(take);
  if (!package.len || count_files(take) < SCOPED_FILES) return;
  Str *scope = ARENA_NEW(take->job->arena, Str);
  *scope = take->server_root.len ? str_slice(package, take->server_root.len + 1, package.len) : package;
  need->scope = scope;
  need->scope_count = 1;
}

/* ---- what it is started with ---- */

/* An environment that the project has for a language. */
typedef struct Environment {
  Str folder; /* absolute; empty: there is none */
  const char *variable;
} Environment;

/* The folder's name alone proves nothing: `env` may be anything. The file that
 * every such environment has must be there as well. */
static Str environment_in(Arena *arena, Str directory, const LanguageHome *home) {
  Str names = str_from_c(home->environments);
  while (names.len) {
    Str folder = file_join(arena, directory, str_cut(&names, ' '));
    if (file_exists(file_join(arena, folder, str_from_c(home->environment_file)))) return folder;
  }
  return STR_EMPTY;
}

/* The nearest one, unless the client has chosen one itself. */
static Environment find_environment(Take *take) {
  Arena *arena = take->job->arena;
  for (const Language *const *language = language_registry; *language; language++) {
    const LanguageHome *home = &(*language)->home;
    if (!home->environments || app_client_env(take->client, home->environment_variable).len) continue;
    /* From the file's folder up to the root, for each part of a monorepo may have
     * an environment of its own. */
    for (Str at = take->directory;; at = directory_of(at)) {
      Str folder = environment_in(arena, file_join(arena, take->root, at), home);
      if (folder.len) return (Environment){folder, home->environment_variable};
      if (!at.len) break;
    }
  }
  return (Environment){STR_EMPTY, NULL};
}

/* A short list of variables, taken from the client: a server must not see
 * what else the daemon, or the client, has in its environment. */
static const char *const *make_env(Take *take) {
  Arena *arena = take->job->arena;
  VEC(const char *) env = {0};
  Environment own = find_environment(take);
  for (size_t i = 0; app_server_env[i]; i++) {
    Str value = app_client_env(take->client, app_server_env[i]);
    Str name = str_from_c(app_server_env[i]);
    if (own.folder.len && str_eq_c(name, own.variable)) value = own.folder;
    /* What activating the environment in a shell would do: its programs are found
     * before those of the system. */
    if (own.folder.len && str_eq_c(name, "PATH")) {
      value = str_format(arena, "%.*s/bin:%.*s", STR_ARG(own.folder), STR_ARG(value));
    }
    /* To some programs an empty variable is not the same as none. */
    if (!value.len) continue;
    *vec_add(arena, &env) = str_format(arena, "%.*s=%.*s", STR_ARG(name), STR_ARG(value)).ptr;
  }
  *vec_add(arena, &env) = NULL;
  return env.items;
}

/* What changed since the last call is told to the servers before this one
 * asks. An index that is not ready must not keep the call waiting. */
static Err tell_changes(Take *take) {
  Err err = index_refresh_within(take->job, take->index, REFRESH_MS);
  if (!err || err == ERR_CANCELLED) return err;
  job_forgive(take->job);
  return job_check(take->job);
}

/* Servers are told apart by name, and clients may mean different programs by
 * one: the second of them gets a number. */
static Str distinct_name(Take *take) {
  AppServers *servers = take->servers;
  Arena *arena = take->job->arena;
  Str meaning = take->kind.connect, name = take->kind.name;
  for (size_t i = 0; i < take->kind.command_count; i++) {
    meaning = str_format(arena, "%.*s\n%.*s", STR_ARG(meaning), STR_ARG(take->kind.command[i]));
  }
  lock_take(&servers->lock);
  const Str *known;
  for (int number = 2; (known = map_get(&servers->named, name)) && !str_eq(*known, meaning); number++) {
    name = str_format(arena, "%.*s-%d", STR_ARG(take->kind.name), number);
  }
  /* Kept for as long as the process runs. A name that was given to one program
   * must not come to mean another while a server of the first still runs. */
  if (!known) {
    Str *kept = ARENA_NEW(&servers->arena, Str);
    *kept = str_copy(&servers->arena, meaning);
    map_put_copy(&servers->named, name, kept);
  }
  lock_give(&servers->lock);
  return name;
}

/* What is needed, as far as it takes to tell one server from another. */
static Err find_need(Take *take, LspNeed *ret_need) {
  Job *job = take->job;
  AppConfig *config;
  const LspServers *table;
  LspNeed need = {.root = take->files, .kind = &take->kind};
  TRY(check_trust(take));
  TRY(app_client_config_for(job, take->client, take->root, &config));
  TRY(app_servers_table(job, config, &table));
  TRY(choose(take, table, &need.program));
  /* Names of our own table are unique; only users' rows can clash. */
  if (take->kind.from_user) take->kind.name = distinct_name(take);
  need.language_id = language_of(take);
  take->server_root = need.server_root = lsp_server_root(job, &take->kind, take->files, take->path);
  settle_scope(take, &need);
  *ret_need = need;
  return OK;
}

/* Trust is checked in find_need, before any program of the workspace could
 * run. */
static Err start(Take *take, LspServer **ret_server) {
  LspNeed need;
  TRY(find_need(take, &need));
  choose_scope(take, &need);
  need.env = make_env(take);
  if (take->index) TRY(tell_changes(take));
  return lsp_hub_take(take->job, take->servers->hub, &need, ret_server);
}

Err app_servers_take(ToolScope *scope, ToolCall *call, Str path, Str language_id, LspServer **ret_server) {
  Take take;
  TRY(open_take(scope, call, path, &take));
  take.language_id = language_id;
  return start(&take, ret_server);
}

/* Asked by tools that hardly ever find one: the look at the hub comes before
 * everything that takes time. */
bool app_servers_ready(ToolScope *scope, ToolCall *call, Str path, LspServer **ret_server) {
  Take take;
  LspNeed need;
  size_t count;
  lsp_hub_states(call->job->arena, scope->hub, &count);
  /* No server runs at all, which is the usual case: nothing more is looked at. */
  if (!count) return false;
  Err err = open_take(scope, call, path, &take);
  if (!err) err = find_need(&take, &need);
  if (err) job_forgive(call->job);
  *ret_server = err ? NULL : lsp_hub_ready(take.servers->hub, &need);
  return *ret_server != NULL;
}

Err app_servers_try(Job *job, const AppClient *client, Root *root, Str path, LspServer **ret_server) {
  Take take = {.job = job, .client = client, .servers = app_client_servers(client), .files = root,
               .root = root_path(root), .path = path, .directory = directory_of(path)};
  return start(&take, ret_server);
}

/* ---- what start_lsp settles ---- */

/* Text of the workspace goes there: to this machine, or where the user said. */
static Err check_connect(Take *take, Str connect) {
  static const char *const here[] = {"127.0.0.1", "localhost", "[::1]"};
  /* A Unix socket is on this machine by its nature. */
  if (!connect.len || str_starts_with(connect, STR("/"))) return OK;
  size_t colon = str_find_last_byte(connect, ':');
  int64_t port;
  if (colon == STR_NONE || !str_to_int(str_slice(connect, colon + 1, connect.len), &port) || port < 1 || port > 65535) {
    return job_fail(take->job, ERR_USAGE, "connect '%.*s': takes HOST:PORT, or the path of a Unix socket",
                    STR_ARG(str_shown(take->job->arena, connect, 200)));
  }
  for (size_t i = 0; i < COUNT_OF(here); i++) {
    if (str_eq_c(str_slice(connect, 0, colon), here[i])) return OK;
  }
  return job_fail(take->job, ERR_DENIED, "connect '%.*s': a call may name servers of this machine alone (127.0.0.1); for "
                  "another one put {\"language_id\": ..., \"connect\": ...} into \"servers\" of your config.json",
                  STR_ARG(str_shown(take->job->arena, connect, 200)));
}

static Err check_scope(Take *take, const ToolServerChoice *choice) {
  for (size_t i = 0; i < choice->scope_count; i++) {
    FileStat stat;
    TRY(root_stat(take->job, take->files, choice->scope[i], &stat));
    if (stat.kind != FILE_DIRECTORY) {
      return job_fail(take->job, ERR_USAGE, "scope '%.*s': takes directories of the workspace",
                      STR_ARG(str_shown(take->job->arena, choice->scope[i], 200)));
    }
  }
  return OK;
}

/* The last choice for a language replaces the one before it. What it held
 * stays in the arena: find_settled hands out pointers into it. */
Err app_servers_choose(ToolScope *scope, ToolCall *call, const ToolServerChoice *choice) {
  Take take;
  TRY(open_take(scope, call, STR_EMPTY, &take));
  TRY(check_trust(&take));
  TRY(check_connect(&take, choice->connect));
  TRY(check_scope(&take, choice));
  AppServers *servers = take.servers;
  lock_take(&servers->lock);
  Str *directories = ARENA_ARRAY(&servers->arena, Str, choice->scope_count);
  for (size_t i = 0; i < choice->scope_count; i++) directories[i] = str_copy(&servers->arena, choice->scope[i]);
  Settled settled = {.root = str_copy(&servers->arena, take.root),
                     .language_id = str_copy(&servers->arena, choice->language_id),
                     .connect = str_copy(&servers->arena, choice->connect),
                     .scope = directories, .scope_count = choice->scope_count};
  size_t at = 0;
  while (at < servers->settled.len && !(str_eq(servers->settled.items[at].root, settled.root) &&
                                        str_eq(servers->settled.items[at].language_id, settled.language_id))) at++;
  if (at == servers->settled.len) *vec_add(&servers->arena, &servers->settled) = settled;
  else servers->settled.items[at] = settled;
  lock_give(&servers->lock);
  return OK;
}
