/* Extensions: programs that bring tools, each a folder with a manifest in the
 * user's own configuration. One is an interpreter that we start and look after
 * like any other (managed_internal.h), whose gate offers what the manifest
 * says, and nothing else. A repository cannot bring one. */
#include "src/app/serving/managed_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define MANIFEST_MAX 65536
#define EXTENSIONS_MAX 50
#define WORDS_MAX 32
#define TEXT_MAX 400
#define OTHERS_CAN_WRITE 022
#define LANGUAGE STR("extension") /* tells its key from that of a project there */

typedef struct Manifest {
  const char *argv[WORDS_MAX + 1], *env[WORDS_MAX + 1];
  const Json *tools; /* names; NULL: any */
} Manifest;

static bool is_name(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    if (!(c >= 'a' && c <= 'z') && !byte_is_digit(c) && c != '_') return false;
  }
  return name.len > 0 && name.len <= 32 && name.ptr[0] >= 'a';
}

static Err fail(Job *job, const char *words) { return job_fail(job, ERR_SYNTAX, "its extension.json: %s", words); }

/* By absolute path, or beside the manifest as "./program". */
static Err read_command(Job *job, const Json *command, Str folder, Manifest *manifest) {
  if (!json_is(command, JSON_ARRAY) || !command->count || command->count > WORDS_MAX) return fail(job, "\"command\" must be 1 to 32 words");
  for (size_t i = 0; i < command->count; i++) {
    Str word = command->items[i].text;
    if (!json_is(&command->items[i], JSON_STRING) || str_find_byte(word, '\0') != STR_NONE) return fail(job, "\"command\" must be texts");
    bool is_beside = str_starts_with(word, STR("./"));
    if (!i && !is_beside && !str_starts_with(word, STR("/"))) return fail(job, "a command is named by its absolute path, or as ./program beside it");
    manifest->argv[i] = str_to_c(job->arena, is_beside ? file_join(job->arena, folder, word) : word);
  }
  return OK;
}

static Err read_env(Job *job, const Json *env, Manifest *manifest) {
  for (size_t i = 0; json_is(env, JSON_OBJECT) && i < env->count; i++) {
    const JsonMember *member = &env->members[i];
    bool is_bad = i == WORDS_MAX || !json_is(&member->value, JSON_STRING) || str_find_byte(member->value.text, '\0') != STR_NONE ||
                  !member->name.len || str_find_byte(member->name, '=') != STR_NONE || str_starts_with(member->name, STR("FATHOM_"));
    if (is_bad) return fail(job, "\"env\" must be at most 32 texts, none called FATHOM_…");
    manifest->env[i] = str_to_c(job->arena, str_format(job->arena, "%.*s=%.*s", STR_ARG(member->name), STR_ARG(member->value.text)));
  }
  return OK;
}

static Err read_manifest(Job *job, Str text, ToolExtension *extension, Manifest *manifest) {
  const Json *json;
  TRY(json_read(job, text, &(JsonLimits){.max_bytes = MANIFEST_MAX, .max_values = 2000}, &json));
  extension->space = json_get_str(json, STR("namespace"), STR_EMPTY);
  if (!is_name(extension->space)) return fail(job, "\"namespace\" must be 1 to 32 of a-z, 0-9 and _");
  extension->description = str_shown(job->arena, json_get_str(json, STR("description"), STR_EMPTY), TEXT_MAX);
  extension->is_enabled = json_get_bool(json, STR("enabled"), true);
  manifest->tools = json_get(json, STR("tools"));
  if (manifest->tools && !json_is(manifest->tools, JSON_ARRAY)) return fail(job, "\"tools\" must be a list of names");
  TRY(read_command(job, json_get(json, STR("command")), extension->folder, manifest));
  return read_env(job, json_get(json, STR("env")), manifest);
}

/* The user's alone, as everything that names a program. */
static Err read_extension(Job *job, Root *root, ToolExtension *extension, Manifest *manifest) {
  FileStat folder, stat;
  Str text, path = file_join(job->arena, extension->name, STR("extension.json"));
  TRY(root_stat_entry(job, root, extension->name, &folder));
  TRY(root_read_entry(job, root, path, MANIFEST_MAX, &stat, &text));
  if (folder.owner != place_user() || stat.owner != place_user() || ((folder.mode | stat.mode) & OTHERS_CAN_WRITE)) {
    return job_fail(job, ERR_DENIED, "others than you can write its folder or extension.json");
  }
  return read_manifest(job, text, extension, manifest);
}

static Str folder_of_all(Arena *arena) { return file_join(arena, place_config(arena), STR("extensions")); }

static Err open_folder(Job *job, Root **ret_root) {
  FileStat stat;
  Str folder = folder_of_all(job->arena);
  *ret_root = NULL;
  if (!file_exists(folder)) return OK;
  TRY(file_stat_entry(job, folder, &stat));
  if (stat.kind != FILE_DIRECTORY || stat.owner != place_user() || (stat.mode & OTHERS_CAN_WRITE)) {
    return job_fail(job, ERR_DENIED, "%.*s is not a folder of this user alone", STR_ARG(folder));
  }
  return root_open(job, folder, ret_root);
}

static void look_whether_runs(Job *job, ReplHub *repl, ToolExtension *extension) {
  ReplSession session;
  ReplWanted wanted = {.key = app_managed_key(job->arena, extension->folder, LANGUAGE)};
  extension->runs = !repl_choose(job, repl, &wanted, &session);
  if (extension->runs) extension->session = wanted.key;
  else job_forgive(job);
}

/* One that cannot be read is listed with the reason, since a list that leaves
 * it out would not tell why it does not run. */
Err app_find_extensions(ToolScope *scope, ToolCall *call, ToolExtensions *ret_extensions) {
  Job *job = call->job;
  AUTO(Root) root = NULL;
  FileEntries entries;
  *ret_extensions = (ToolExtensions){0};
  TRY(open_folder(job, &root));
  if (!root) return OK;
  TRY(root_list(job, root, STR("."), &entries));
  for (size_t i = 0; i < entries.len && ret_extensions->len < EXTENSIONS_MAX; i++) {
    Manifest manifest = {0};
    ToolExtension one = {.name = entries.items[i].name, .folder = file_join(job->arena, root_path(root), entries.items[i].name)};
    if (entries.items[i].kind != FILE_DIRECTORY || !is_name(one.name)) continue;
    Err err = read_extension(job, root, &one, &manifest);
    if (err) {
      one.problem = str_copy(job->arena, job_message(job, err));
      job_forgive(job);
    }
    look_whether_runs(job, scope->repl, &one);
    *vec_add(job->arena, ret_extensions) = one;
  }
  return OK;
}

/* ---- starting ---- */

static bool has_tool(const ReplTools *tools, Str name) {
  for (size_t i = 0; i < tools->len; i++) {
    if (str_eq(tools->items[i].name, name)) return true;
  }
  return false;
}

/* What it offers is what its manifest says, or it does not run. */
static Err check_tools(Job *job, ReplHub *repl, const ToolExtension *extension, const Manifest *manifest) {
  ReplTools tools;
  TRY(repl_tools(job, repl, extension->session, &tools));
  if (!str_eq(tools.space, extension->space)) {
    return job_fail(job, ERR_DENIED, "its gate serves the namespace '%.*s', its manifest says '%.*s'", STR_ARG(str_shown(job->arena, tools.space, 40)),
                    STR_ARG(extension->space));
  }
  if (!manifest->tools) return OK;
  for (size_t i = 0; i < manifest->tools->count; i++) {
    Str name = manifest->tools->items[i].text;
    if (json_is(&manifest->tools->items[i], JSON_STRING) && has_tool(&tools, name)) continue;
    return job_fail(job, ERR_DENIED, "its gate has no tool '%.*s', which its manifest names", STR_ARG(str_shown(job->arena, name, 60)));
  }
  if (tools.len == manifest->tools->count) return OK;
  return job_fail(job, ERR_DENIED, "its gate offers %zu tools, its manifest names %zu", tools.len, manifest->tools->count);
}

/* Asked again and again while it runs: the user may have switched it off. */
static Err judge(Job *job, Str folder) {
  AUTO(Root) root = NULL;
  Manifest manifest = {0};
  ToolExtension extension = {.name = file_name(folder), .folder = folder};
  TRY(open_folder(job, &root));
  if (!root) return job_fail(job, ERR_NOT_FOUND, "its folder is gone");
  TRY(read_extension(job, root, &extension, &manifest));
  return extension.is_enabled ? OK : job_fail(job, ERR_DENIED, "it was switched off");
}

/* An extension that offers other tools than its manifest says is ended at once:
 * the user agreed to the manifest. */
static Err start(ToolScope *scope, ToolCall *call, ToolExtension *extension, const Manifest *manifest) {
  const AppClient *client = scope->context;
  Job *job = call->job;
  AppConfig *config;
  ReplSession session;
  TRY(app_client_config_for(job, client, index_root(call->index), &config));
  AppManagedPlan plan = {.root = extension->folder, .language = LANGUAGE, .name = extension->name, .argv = manifest->argv, .env = manifest->env, .judge = judge,
                         .max_memory = (uint64_t)app_config_int(config, "repl.memory_mb") << 20,
                         .restart_ms = app_config_int(config, "repl.restart_seconds") * 1000};
  TRY(app_managed_take(job, app_servers_managed(app_client_servers(client)), &plan, &session));
  extension->session = session.key;
  extension->runs = true;
  Err err = check_tools(job, scope->repl, extension, manifest);
  if (!err) return OK;
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  if (repl_order(job, scope->repl, session.key, REPL_SHUTDOWN)) job_forgive(job);
  return job_fail(job, err, "%.*s was ended again: %.*s", STR_ARG(extension->name), STR_ARG(words));
}

static Err find(ToolScope *scope, Job *job, Str name, ToolExtension *ret_extension, Manifest *ret_manifest) {
  AUTO(Root) root = NULL;
  TRY(open_folder(job, &root));
  Str shown = str_shown(job->arena, name, 60);
  *ret_extension = (ToolExtension){.name = name};
  if (!root || !is_name(name) || !file_exists(file_join(job->arena, root_path(root), name))) {
    return job_fail(job, ERR_NOT_FOUND, "there is no extension '%.*s' in %.*s", STR_ARG(shown), STR_ARG(folder_of_all(job->arena)));
  }
  ret_extension->folder = file_join(job->arena, root_path(root), name);
  Err err = read_extension(job, root, ret_extension, ret_manifest);
  if (err) return job_prefix(job, err, "%.*s", STR_ARG(shown));
  look_whether_runs(job, scope->repl, ret_extension);
  return OK;
}

Err app_manage_extension(ToolScope *scope, ToolCall *call, Str name, Str action, ToolExtension *ret_extension) {
  Job *job = call->job;
  Manifest manifest = {0};
  TRY(find(scope, job, name, ret_extension, &manifest));
  bool is_start = str_eq(action, STR("start"));
  if (!ret_extension->is_enabled) return job_fail(job, ERR_DENIED, "%.*s is switched off; only the user can change that: \"enabled\" in its extension.json", STR_ARG(name));
  if (is_start) return start(scope, call, ret_extension, &manifest);
  if (!ret_extension->runs) return job_fail(job, ERR_UNAVAILABLE, "%.*s does not run", STR_ARG(name));
  bool is_stop = str_eq(action, STR("stop"));
  TRY(repl_order(job, scope->repl, ret_extension->session, is_stop ? REPL_SHUTDOWN : REPL_RESTART));
  ret_extension->runs = !is_stop;
  return OK;
}
