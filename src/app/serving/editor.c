/* The user's editor, spoken to by URIs that a program of the user's opens:
 * commands that the user allowed, and files of the workspace. Nothing of it is
 * configured by a repository, and no shell sees any of it. */
#include "src/app/serving/editor_internal.h"

#include "src/base/percent.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/thread.h"

#define URI_MAX ((size_t)32 << 10)
#define WORDS_MAX 16
#define OPEN_MS 10000 /* the program that opens a URI hands it on and ends */
#define OUTPUT_MAX 4096
#define SHOWN 200
#define OPEN_FILE "vscode.open"

/* How programs on a desktop find the editor that runs; PATH and HOME are the
 * client's as well. */
const char *const app_editor_env[] = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "VSCODE_IPC_HOOK_CLI", NULL};

static Err read_config(ToolScope *scope, ToolCall *call, AppConfig **ret_config) {
  return app_client_config_for(call->job, scope->context, index_root(call->index), ret_config);
}

Err app_editor_commands(ToolScope *scope, ToolCall *call, const Str **ret_commands, size_t *ret_count) {
  AppConfig *config;
  TRY(read_config(scope, call, &config));
  *ret_commands = app_config_list(config, "editor.commands", ret_count);
  return OK;
}

static Err check_command(Job *job, const AppConfig *config, Str command) {
  size_t count;
  const Str *allowed = app_config_list(config, "editor.commands", &count);
  for (size_t i = 0; i < count; i++) {
    if (str_eq(allowed[i], command)) return OK;
  }
  Str shown = str_shown(job->arena, command, SHOWN);
  if (!count) {
    return job_fail(job, ERR_DENIED, "'%.*s' is not allowed: no command of the editor is. Only the user can allow some: \"editor\": {\"commands\": [...]} in the user's config",
                    STR_ARG(shown));
  }
  return job_fail(job, ERR_DENIED, "'%.*s' is not allowed; the user allows: %.*s", STR_ARG(shown),
                  STR_ARG(str_shown(job->arena, app_config_spelled(job->arena, config, "editor.commands"), 10 * SHOWN)));
}

/* ---- the URI ---- */

/* One that reads the query may take escapes out once, twice or three times, or
 * take a plus for a blank. What that would change is spelled as an escape of
 * JSON's, so that all of them get the same text. */
static Str spell_args(Arena *arena, const ToolEditorAsk *ask) {
  Buf plain, safe;
  JsonWriter json;
  buf_init(&plain, arena, URI_MAX);
  buf_init(&safe, arena, URI_MAX);
  json_writer_init(&json, &plain, 0);
  json_begin_array(&json);
  for (size_t i = 0; i < ask->arg_count; i++) json_str(&json, ask->args[i].text);
  json_end_array(&json);
  for (size_t i = 0; i < plain.len; i++) {
    char c = plain.ptr[i];
    if (c == '%' || c == '&' || c == '+' || c == '#' || c == '=' || c == ';') buf_add_format(&safe, "\\u%04x", c);
    else buf_add_byte(&safe, c);
  }
  safe.overflow = safe.overflow || plain.overflow;
  return safe.overflow ? STR_EMPTY : buf_str(&safe);
}

/* Everything an agent gives is percent-coded: in a URI nothing of it can begin
 * another parameter. */
static Err spell_command(Job *job, const AppConfig *config, const ToolEditorAsk *ask, const AppEditorWait *wait, Str *ret_uri) {
  Buf uri;
  buf_init(&uri, job->arena, URI_MAX);
  buf_add(&uri, app_config_str(config, "editor.extension"));
  buf_add_c(&uri, "?cmd=");
  percent_add(&uri, ask->command);
  if (ask->arg_count) {
    Str args = spell_args(job->arena, ask);
    if (!args.len) uri.overflow = true;
    buf_add_c(&uri, "&args=");
    percent_add(&uri, args);
  }
  if (wait) {
    Str secret = app_editor_secret(wait);
    buf_add_format(&uri, "&request_id=%.*s&nonce=%.*s&mcp_port=%d", STR_ARG(secret), STR_ARG(secret), app_editor_port(wait));
  }
  *ret_uri = buf_str(&uri);
  return uri.overflow ? job_fail(job, ERR_TOO_LARGE, "command and arguments have at most %zu bytes together, spelled as a URI", URI_MAX) : OK;
}

/* Editors of this family open "vscode://file/PATH:LINE:COLUMN" by themselves. */
static Err spell_file(Job *job, const AppConfig *config, Index *index, const ToolEditorAsk *ask, Str *ret_uri) {
  AUTO(Root) root = NULL;
  FileStat stat;
  Str relative, scheme = app_config_str(config, "editor.extension");
  Buf uri;
  TRY(root_open(job, index_root(index), &root));
  TRY(root_relative(job, root, ask->file, &relative));
  TRY(root_stat(job, root, relative, &stat));
  if (stat.kind != FILE_REGULAR) return job_fail(job, ERR_USAGE, "'%.*s' is no file", STR_ARG(str_shown(job->arena, relative, SHOWN)));
  buf_init(&uri, job->arena, URI_MAX);
  buf_add(&uri, str_cut(&scheme, ':'));
  buf_add_c(&uri, "://file");
  percent_add(&uri, file_join(job->arena, root_path(root), relative));
  buf_add_format(&uri, ":%lld:%lld", (long long)ask->line, (long long)ask->column);
  *ret_uri = buf_str(&uri);
  return uri.overflow ? job_fail(job, ERR_TOO_LARGE, "the path is too long") : OK;
}

/* ---- the program ---- */

static const char *const *variables(Arena *arena, const AppClient *client) {
  static const char *const own[] = {"PATH", "HOME", NULL};
  const char *const *const lists[] = {own, app_editor_env};
  VEC(const char *) env = {0};
  for (size_t k = 0; k < COUNT_OF(lists); k++) {
    for (size_t i = 0; lists[k][i]; i++) {
      Str value = app_client_env(client, lists[k][i]);
      if (value.len) *vec_add(arena, &env) = str_to_c(arena, str_format(arena, "%s=%.*s", lists[k][i], STR_ARG(value)));
    }
  }
  *vec_add(arena, &env) = NULL;
  return env.items;
}

/* By name, which is looked for in PATH, or by absolute path: nothing that a
 * repository could put in its place. */
static Err read_program(Job *job, const AppConfig *config, const char *argv[WORDS_MAX + 2], size_t *ret_count) {
  const Str *words = app_config_list(config, "editor.open", ret_count);
  if (!*ret_count) {
    return job_fail(job, ERR_UNAVAILABLE, "no program is named that opens URIs of the editor. Only the user can do that: "
                    "\"editor\": {\"open\": [\"code\", \"--open-url\"]} in the user's config, or [\"xdg-open\"]");
  }
  bool has_slash = str_find_byte(words[0], '/') != STR_NONE;
  if (*ret_count > WORDS_MAX || (has_slash && !str_starts_with(words[0], STR("/")))) {
    return job_fail(job, ERR_DENIED, "editor.open must be at most %d words, the first a name in PATH or an absolute path", WORDS_MAX);
  }
  for (size_t i = 0; i < *ret_count; i++) argv[i] = str_to_c(job->arena, words[i]);
  return OK;
}

static Err open_uri(Job *job, const AppClient *client, const char **argv, size_t count, Str uri) {
  ProcessResult result;
  argv[count] = str_to_c(job->arena, uri);
  argv[count + 1] = NULL;
  ProcessOptions options = {.argv = argv, .directory = STR("/"), .env = variables(job->arena, client), .max_output = OUTPUT_MAX, .timeout_ms = OPEN_MS};
  Err err = process_run(job, &options, &result);
  if (err) return job_prefix(job, err, "the program of editor.open");
  if (!result.exit_status) return OK;
  return job_fail(job, ERR_UNAVAILABLE, "the program of editor.open ended with status %d: %.*s", result.exit_status,
                  STR_ARG(str_shown(job->arena, str_trim(result.errors), SHOWN)));
}

/* Everything is refused before anything is started or waited for. */
Err app_editor_tell(ToolScope *scope, ToolCall *call, const ToolEditorAsk *ask, Str *ret_value) {
  const AppClient *client = scope->context;
  Job *job = call->job;
  AppConfig *config;
  ToolRunning running;
  const char *argv[WORDS_MAX + 2];
  size_t count;
  Str uri;
  AUTO(AppEditorWait) wait = NULL;
  TRY(app_running(scope, call, &running));
  if (!running.is_trusted) return job_fail(job, ERR_UNTRUSTED, "%.*s", STR_ARG(running.refusal));
  TRY(read_config(scope, call, &config));
  TRY(check_command(job, config, ask->file.len ? STR(OPEN_FILE) : ask->command));
  TRY(read_program(job, config, argv, &count));
  TRY(thread_may_wait(job));
  if (ask->timeout_ms) TRY(app_editor_begin(job, app_servers_editor(app_client_servers(client)), client, ask->timeout_ms, &wait));
  if (ask->file.len) TRY(spell_file(job, config, call->index, ask, &uri));
  else TRY(spell_command(job, config, ask, wait, &uri));
  tool_mark_writing(call);
  TRY(open_uri(job, client, argv, count, uri));
  *ret_value = STR_EMPTY;
  return wait ? app_editor_wait(job, wait, ret_value) : OK;
}
