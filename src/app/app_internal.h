/* App: commands, configuration, wiring. Nobody includes it.
 * A command is one file holding an AppCommand; commands.c lists them. */
#ifndef FATHOM_APP_APP_INTERNAL_H
#define FATHOM_APP_APP_INTERNAL_H

#include "src/base/json.h"
#include "src/base/map.h"
#include "src/index/index.h"
#include "src/os/root.h"
#include "src/tools/tool.h"

/* ---- options: one table, from which config files, environment variables,
 *      flags, help and docs/options.md are made ---- */

typedef enum AppOptionType {
  APP_STRING,
  APP_INTEGER,
  APP_BOOLEAN,
  APP_LIST, /* array of strings in JSON; comma-separated elsewhere */
  APP_JSON  /* anything that `check` accepts, spelled as JSON everywhere */
} AppOptionType;

/* What a repository's own .fathom/config.json may do with the option. */
typedef enum AppProjectRule {
  APP_PROJECT_NEVER,    /* ignored there, with a warning */
  APP_PROJECT_STRICTER, /* an earlier choice, or fewer of the items */
  APP_PROJECT_POLICY,   /* kept apart: tool_policy_narrow combines */
  APP_PROJECT_FREE
} AppProjectRule;

/* A row of the table of options. `otherwise` must be a value that the row
 * itself accepts; `min` and `max` are for integers alone. */
typedef struct AppOption {
  const char *key;  /* "http.port": dotted path in config.json */
  AppOptionType type;
  const char *otherwise; /* default, as in an environment variable */
  const char *env;  /* "FATHOM_PORT" */
  const char *flag; /* "port", or NULL */
  const char *choices; /* "strict|relaxed|lax", in order of strictness; or NULL */
  int64_t min, max;
  AppProjectRule project;
  const char *help;
  Str (*check)(Job *job, const Json *json); /* APP_JSON: what is wrong with it, or empty */
} AppOption;

extern const AppOption app_options[];
extern const size_t app_option_count;

typedef struct AppConfig AppConfig;

/* Where a configuration is read from. Environment variables come as a map,
 * so that the daemon can use its client's. */
typedef struct AppConfigSources {
  Str user_path;    /* the user's config.json; may not exist */
  Str project;      /* root whose .fathom/config.json counts; empty: none */
  const Map *env;   /* name -> Str*; NULL: this process's environment */
  const Map *flags; /* flag name -> Str*; may be NULL */
} AppConfigSources;

/* Lives in job->arena. Wrong values, unknown keys (with the nearest known
 * one) and things a project may not set become warnings and change nothing;
 * only a file that cannot be read as JSON at all, and bad flags, are errors. */
Err app_config_load(Job *job, const AppConfigSources *sources, AppConfig **ret_config) MUST_CHECK;
/* Its two steps, without files: the defaults, and one config.json on top;
 * `path` is for messages. */
AppConfig *app_config_default(Job *job);
Err app_config_take(Job *job, AppConfig *config, Str path, Str text, bool is_project) MUST_CHECK;
/* A key that is not in the table ends the process: it is a mistake of ours.
 * Texts live as long as the configuration. */
Str app_config_str(const AppConfig *config, const char *key);
int64_t app_config_int(const AppConfig *config, const char *key);
bool app_config_bool(const AppConfig *config, const char *key);
/* Items in the arena the config was loaded into. */
const Str *app_config_list(const AppConfig *config, const char *key, size_t *ret_count);
/* Any value as words for a person; a list's items with commas between. */
Str app_config_spelled(Arena *arena, const AppConfig *config, const char *key);
Str app_config_origin(const AppConfig *config, const char *key); /* "default", "user config", ... */
const Str *app_config_warnings(const AppConfig *config, size_t *ret_count);
/* What the user settled on, narrowed by what the project asks for. Names that
 * no tool has are an error of the user's and a warning of the project's. */
Err app_config_policy(Job *job, AppConfig *config, ToolRegistry *registry,
                      ToolPolicy *ret_policy) MUST_CHECK;
/* An option by its key; ERR_USAGE names the nearest. */
Err app_option_find(Job *job, Str key, const AppOption **ret_option) MUST_CHECK;
/* A value as a command line has it, checked and spelled as JSON for config.json;
 * ERR_USAGE says what is accepted. */
Err app_option_spell(Job *job, const AppOption *option, Str text, Str *ret_spelled) MUST_CHECK;
Str app_config_path(Arena *arena); /* the user's config.json */
/* Logs the warnings, or writes them as a field. */
void app_config_tell(const AppConfig *config);
void app_config_write_warnings(const AppConfig *config, JsonWriter *json);

/* ---- commands ---- */

/* A flag of one command alone, beside those that the table of options
 * makes. */
typedef struct AppFlag {
  const char *name;  /* without dashes */
  const char *value; /* what it takes, for help: "N", "DIR"; NULL: nothing.
                        "X,...": a list, to which giving it again adds */
  const char *help;
} AppFlag;

typedef struct AppRun AppRun;

typedef struct AppCommand {
  const char *name;
  const char *usage;   /* after the name: "create|list|revoke [ID]" */
  const char *summary;
  const char *help;    /* longer; may be NULL */
  const AppFlag *flags; /* ends with a NULL name */
  bool takes_options;  /* also every app_options flag */
  bool is_rare;        /* fathom --help has its name alone */
  bool is_hidden;      /* for the build or fathom itself: not listed */
  Err (*run)(AppRun *run);
} AppCommand;

/* A command as it was called, for the time of its run. */
struct AppRun {
  Job *job;
  const AppCommand *command;
  const Str *words; /* positional */
  size_t word_count;
  const Map *flags; /* name -> Str*; flags without value have "true" */
  Buf *out;         /* printed on stdout when the command ends */
  int exit_status;  /* used when run returns OK */
};

/* Whether the flag was given; of those with a value too. */
bool app_flag(const AppRun *run, const char *name);
Str app_flag_value(const AppRun *run, const char *name); /* empty: absent */
/* Splits words into flags and positional ones for a command; "did you mean". */
Err app_parse(Job *job, const AppCommand *command, const Str *words, size_t count,
              AppRun *ret_run) MUST_CHECK;
/* Loads the configuration for this run: flags and environment of this
 * process, the user's file, and the file of the project at `root` ("" none). */
Err app_run_config(AppRun *run, Str root, AppConfig **ret_config) MUST_CHECK;
/* Asks on the terminal; false when it is not one or the answer is no. */
bool app_confirm(AppRun *run, const char *question);

/* A person waiting at a terminal sees how far it is; nobody else does. */
typedef struct AppProgress {
  bool is_shown;
} AppProgress;
/* The job's progress is shown from now on, until it is cleared. */
void app_progress_begin(AppProgress *progress, Job *job);
void app_progress_show(void *progress, double done, double total, Str message);
void app_progress_clear(const AppProgress *progress);

/* The index of the directory that a command's first word names, as it stands,
 * else of the workspace around the working directory. Closes nothing else. */
Err app_run_index(AppRun *run, Index **ret_index) MUST_CHECK;

/* The user's key file. */
Str app_keys_path(Arena *arena);

/* In the order in which help lists them. */
extern const AppCommand *const app_commands[]; /* ends with NULL */

/* What `fathom help` says: all commands and the tools of the registry; and all about
 * one command. Appended to `out`. */
void app_write_overview(Buf *out, ToolRegistry *registry, Arena *arena);
void app_write_command_help(Buf *out, const AppCommand *command);

/* `fathom TOOL ...`: through the daemon when there is one, else in this
 * process. A name that is no tool gets the nearest tool or command. */
Err app_run_tool(Job *job, Str name, const Str *words, size_t count, Buf *out,
                 int *ret_status) MUST_CHECK;

/* A call of a tool as a message to the daemon, which needs no handshake; its
 * number is 1. Marks and progress only where somebody sees them. */
typedef struct AppCallWanted {
  bool has_progress, has_marks;
  bool has_words; /* a person reads it, whoever else the tool was made for */
} AppCallWanted;
Str app_call_message(Arena *arena, Str name, const Json *args, const AppCallWanted *wanted);

/* A file of ours; NULL when there is none. */
Err app_read_json(Job *job, Str path, size_t max, const Json **ret_json) MUST_CHECK;
/* One that is an object with one list: begun, its items written to `json`, ended.
 * The whole file is replaced at once and private to the user; its folder is made.
 * What is over `max` is refused with `too_large`, and nothing is written. */
typedef struct AppListFile {
  Buf text;
  JsonWriter json;
} AppListFile;
void app_list_begin(AppListFile *file, Arena *arena, size_t max, const char *key);
Err app_list_end(AppListFile *file, Job *job, Str path, const char *too_large) MUST_CHECK;

/* ---- URIs ---- */

/* %41 -> A. False for a broken encoding, %00, and what is over 4,096 bytes. */
bool app_uri_decode(Arena *arena, Str text, Str *ret_plain) MUST_CHECK;
/* The path of a file: URI of this machine. */
bool app_uri_path(Arena *arena, Str uri, Str *ret_path) MUST_CHECK;

/* ---- which workspace ---- */

typedef struct AppWorkspaceRequest {
  Str given;        /* --repo: taken as it stands */
  Str env;          /* FATHOM_REPO */
  const Str *roots; /* of an old-era client, as paths */
  size_t root_count;
  Str named;        /* a workspace that the call itself names */
  Str path;         /* path argument: absolute or relative to `directory` */
  Str directory;    /* working directory */
  bool by_user;     /* a person at a terminal may name any workspace by path */
  bool is_remote;   /* over HTTP: roots choose from what the user named, and add nothing */
  const Str *allowed; /* the user's `roots`: what an agent may name by path */
  size_t allowed_count;
  const Str *aliases; /* other names of directories, through links, that the client goes by */
  size_t alias_count;
} AppWorkspaceRequest;

/* The real path of the workspace root. Never /, the home directory or a
 * system directory: ERR_USAGE then says what was searched and how to set it.
 * ERR_DENIED: an agent's path, name or root is none that the user gave; the
 * words tell which are, and nothing about what was asked for, not even whether
 * it exists. Lies in job->arena; any thread. */
Err app_workspace_find(Job *job, const AppWorkspaceRequest *request, Str *ret_root) MUST_CHECK;
/* Whether a root (a real path) is a project or lies in one: only there is a
 * .fathom folder made. */
bool app_workspace_is_project(Job *job, Str root);

/* ---- trust ---- */

/* Whether the directory at a path is the one that was there: by its number, and
 * when it was made, since numbers are used again. */
bool app_is_same_directory(Job *job, Str path, uint64_t inode, int64_t birth_ns);

/* Trust is for one directory: the one that was there when it was given. */
typedef enum AppTrust {
  APP_UNTRUSTED,
  APP_TRUSTED,
  APP_TRUST_CHANGED, /* another directory is there now */
  APP_TRUST_OLD      /* given without a note of which directory it was for */
} AppTrust;
/* Of a real path. An unreadable list trusts nobody. Any thread. */
AppTrust app_trust_of(Job *job, Str root);
bool app_is_trusted(Job *job, Str root); /* nothing less than APP_TRUSTED */
/* All that was ever trusted and not taken back, as it is now. Any thread. */
typedef struct AppTrustEntry {
  Str path;
  AppTrust trust;
} AppTrustEntry;
typedef struct AppTrustEntries {
  AppTrustEntry *items;
  size_t len;
  size_t cap;
} AppTrustEntries;
Err app_trust_list(Job *job, AppTrustEntries *ret_entries) MUST_CHECK;
const char *app_trust_note(AppTrust trust); /* empty: it counts */

/* ---- linked repositories ---- */

/* Pairs of repositories that the user linked, by real paths. */
typedef struct AppLink {
  Str one, other;
} AppLink;
typedef struct AppLinks {
  AppLink *items;
  size_t len;
  size_t cap;
} AppLinks;
Err app_links_read(Job *job, AppLinks *ret_links) MUST_CHECK;
Err app_links_write(Job *job, const AppLinks *links) MUST_CHECK;
/* Those that are linked with this one, whether they are there or not; an
 * unreadable list links nothing. Any thread. */
size_t app_links_of(Job *job, Str root, Str **ret_paths);
Str app_links_path(Arena *arena);
uint64_t app_links_stamp(Job *job); /* another one when the list has changed */

/* ---- open workspaces ---- */

/* The indexes this process holds, by root, and the language servers for them.
 * Thread-safe. */
typedef struct AppWorkspaces AppWorkspaces;
typedef struct AppServers AppServers;
/* Opened and closed with the workspaces. */
AppServers *app_workspaces_servers(AppWorkspaces *workspaces);
AppWorkspaces *app_workspaces_open(void);
void app_workspaces_close(AppWorkspaces *workspaces);
/* Where a root's index goes that is not kept in the workspace itself. */
Str app_index_cache(Arena *arena, Str root);
/* For the status. Any thread. */
size_t app_workspaces_count(AppWorkspaces *workspaces);
/* The first `max` of those that are open; each stays open. Any thread. */
size_t app_workspaces_list(AppWorkspaces *workspaces, Index **ret_indexes, size_t max);
/* What the configuration says about a root's index. */
Err app_index_options(Job *job, Str root, const AppConfig *config,
                      IndexOptions *ret_options) MUST_CHECK;
/* Tells an index which repositories are linked with it; then all that are open,
 * if the user's list has changed. */
void app_link_index(Job *job, Index *index);
void app_workspaces_follow_links(Job *job, AppWorkspaces *workspaces);
/* The index of a root, opened when nobody has yet; stays open. */
Err app_workspaces_get(Job *job, AppWorkspaces *workspaces, Str root, const AppConfig *config,
                       Index **ret_index) MUST_CHECK;

/* ---- one client: who asks, from where, with which permissions ---- */

typedef struct AppClient AppClient;

typedef struct AppClientOptions {
  AppWorkspaces *workspaces;
  ToolRegistry *registry;
  Str directory;    /* its working directory */
  const Map *env;   /* its environment; NULL: this process's */
  const Map *flags; /* its command line; may be NULL */
  bool by_user;     /* the CLI: a person names things */
  bool is_remote;   /* HTTP: only what the user named is served */
  pid_t process;    /* whose calls they are; 0: nobody can say, as over HTTP */
  struct AppAudit *audit; /* where its calls are written down; NULL: nowhere. Outlives the client */
  struct AppFeed *feed;   /* where they are shown; NULL: nowhere. Outlives the client */
  void (*describe_server)(ToolScope *scope, Job *job, Answer *answer);
  void *describe_context; /* scope->context is the AppClient: app_client_context */
} AppClientOptions;

/* Loads the client's configuration; starts nothing. Copies what it keeps. */
Err app_client_open(Job *job, const AppClientOptions *options, AppClient **ret_client) MUST_CHECK;
/* Shared by whoever still runs calls of it; loop thread only. */
AppClient *app_client_ref(AppClient *client);
void app_client_unref(AppClient *client);
/* Borrowed for as long as the client is held. */
Str app_client_root(const AppClient *client); /* where it began; may be empty */
/* Its number in this process, how it came ("stdio", "shell", "http") and how
 * many calls it has made. */
int64_t app_client_number(const AppClient *client);
const char *app_client_mode(const AppClient *client);
int64_t app_client_calls(const AppClient *client);
/* Whoever of it has that principal, for Job.owner. */
uint64_t app_client_member(const AppClient *client, Str principal);
ToolScope *app_client_scope(AppClient *client);
const AppConfig *app_client_config(const AppClient *client);
void *app_client_context(const AppClient *client); /* describe_context */

/* For ToolScope: serving/glance.c. */
Err app_glance(ToolScope *scope, ToolCall *call, Str *ret_text) MUST_CHECK;
/* The configuration for calls about a workspace. */
Err app_client_config_for(Job *job, const AppClient *client, Str root, AppConfig **ret_config) MUST_CHECK;
Str app_client_env(const AppClient *client, const char *name); /* empty: unset */
AppServers *app_client_servers(const AppClient *client);
pid_t app_client_process(const AppClient *client); /* 0: nobody can say whose calls they are */

/* ---- language servers ---- */

/* What is kept about them besides the hub; starts nothing. */
AppServers *app_servers_open(void);
void app_servers_close(AppServers *servers); /* ends them all */
LspHub *app_servers_hub(AppServers *servers);
EditSessions *app_servers_sessions(AppServers *servers);
ReplHub *app_servers_repl(AppServers *servers);
/* Interpreters that we start: serving/managed_internal.h. Opened and closed,
 * which ends them, with the servers; starts nothing. */
typedef struct AppManaged AppManaged;
AppManaged *app_servers_managed(AppServers *servers);
AppManaged *app_managed_open(ReplHub *repl);
void app_managed_close(AppManaged *managed);
/* For ToolScope. */
Err app_start_session(ToolScope *scope, ToolCall *call, Str language, Str name, ReplSession *ret_session) MUST_CHECK;
Err app_list_allowed(ToolScope *scope, ToolCall *call, ToolProjects *ret_projects) MUST_CHECK;
/* For ToolScope, too: serving/extensions.c. */
Err app_find_extensions(ToolScope *scope, ToolCall *call, ToolExtensions *ret_extensions) MUST_CHECK;
Err app_manage_extension(ToolScope *scope, ToolCall *call, Str name, Str action, ToolExtension *ret_extension) MUST_CHECK;
/* Calls that wait for the user's editor: serving/editor_internal.h. Opened and
 * closed with the servers, when no call runs any more. */
typedef struct AppEditor AppEditor;
AppEditor *app_servers_editor(AppServers *servers);
AppEditor *app_editor_open(void);
void app_editor_close(AppEditor *editor);
/* For ToolScope: serving/editor.c. */
Err app_editor_tell(ToolScope *scope, ToolCall *call, const ToolEditorAsk *ask, Str *ret_value) MUST_CHECK;
Err app_editor_commands(ToolScope *scope, ToolCall *call, const Str **ret_commands, size_t *ret_count) MUST_CHECK;
/* What of a client's environment the program is given that opens URIs; ends with NULL. */
extern const char *const app_editor_env[];
/* Agents that we start: serving/agents.c. As the interpreters. What is started
 * by one has the mark in its environment. */
#define APP_AGENT_MARK "FATHOM_AGENT"
typedef struct AppAgents AppAgents;
AppAgents *app_servers_agents(AppServers *servers);
AppAgents *app_agents_open(void);
void app_agents_close(AppAgents *agents);
Err app_agent(ToolScope *scope, ToolCall *call, const ToolAgentAsk *ask, ToolAgents *ret_agents) MUST_CHECK;
Str app_agents_check(Job *job, const Json *json); /* `agents.commands`: what is wrong with it, or empty */
ReplKernelHost *app_servers_kernels(AppServers *servers);
/* From now on servers hear of the index's changes. */
void app_servers_watch(AppServers *servers, Index *index);
/* Who hears what happens to servers and to the files they work on, on threads
 * of the hub and of indexes: must not block. One; when this returns the former
 * one is not running any more. */
struct LspEvent;
typedef struct AppServersListener {
  void (*on_event)(void *context, const struct LspEvent *event);
  void (*on_files)(void *context, Str root, const IndexFileChange *changes, size_t count);
  void *context;
} AppServersListener;
void app_servers_listen(AppServers *servers, const AppServersListener *listener); /* NULL: nobody */

/* Variables that a server gets from the client it is started for. */
extern const char *const app_server_env[]; /* ends with NULL */
/* NAME=value of those that a client has, but for PATH, and HOME; ends with NULL. */
const char *const *app_variables(Arena *arena, const AppClient *client);
/* For ToolScope: trust, policy and the client's variables, for the workspace that
 * the call asked for last. */
Err app_running(ToolScope *scope, ToolCall *call, ToolRunning *ret_running) MUST_CHECK;
/* For ToolScope. */
Err app_servers_take(ToolScope *scope, ToolCall *call, Str path, Str language_id, LspServer **ret_server) MUST_CHECK;
bool app_servers_ready(ToolScope *scope, ToolCall *call, Str path, LspServer **ret_server);
Err app_servers_choose(ToolScope *scope, ToolCall *call, const ToolServerChoice *choice) MUST_CHECK;
Err app_servers_find(ToolScope *scope, ToolCall *call, Str directory, ToolServersFound *ret_found) MUST_CHECK;

/* The same for a file of a root, which must live as long as the servers, and
 * without its index. */
Err app_servers_try(Job *job, const AppClient *client, Root *root, Str path, LspServer **ret_server) MUST_CHECK;

/* `servers` of the configuration: what is wrong with it, or empty. */
Str app_servers_check(Job *job, const Json *json);
/* The table with the configuration's entries in front. */
struct LspServers;
Err app_servers_table(Job *job, const AppConfig *config, const struct LspServers **ret_servers) MUST_CHECK;
/* LANG BINARY ARG..., or LANG:BINARY,ARG... each, as a value of `servers`. */
Err app_servers_from_words(Job *job, const Str *words, size_t count, Str *ret_json) MUST_CHECK;

typedef struct AppServerPlaces {
  Str root;
  Str path_variable;
  Str virtual_env;
  Str home;
} AppServerPlaces;
/* The languages of a workspace and where their servers are. */
Err app_servers_survey(Job *job, const struct LspServers *table, const AppServerPlaces *places,
                       ToolServersFound *ret_found) MUST_CHECK;

/* ---- identity ---- */
extern const char app_version[];  /* "0.1.0" */
Str app_build_id(Arena *arena);   /* exact build: version and digest of the program file */
extern const char app_instructions[];

/* Weak: builds with fixtures define it. */
struct Mcp;
void app_extra_fixtures(struct Mcp *mcp, ToolRegistry *registry) __attribute__((weak));

#endif
