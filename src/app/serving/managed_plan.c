/* What an interpreter is started with: the allowed program, the arguments that
 * its gate's start.json gives, limits from the user's configuration, and the
 * client's variables. */
#include "src/app/serving/allowed_internal.h"
#include "src/app/serving/managed_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define ARGUMENT_MAX 65536

/* {folder}, {name} and {project} in a text stand for what is known here. */
static Str fill(Arena *arena, Str text, const Str *names, const Str *values, size_t count) {
  Buf filled;
  buf_init(&filled, arena, ARGUMENT_MAX);
  while (text.len) {
    size_t best = text.len, which = count;
    for (size_t i = 0; i < count; i++) {
      size_t at = str_find(text, names[i]);
      if (at != STR_NONE && at < best) best = at, which = i;
    }
    buf_add(&filled, str_slice(text, 0, best));
    if (which == count) break;
    buf_add(&filled, values[which]);
    text = str_slice(text, best + names[which].len, text.len);
  }
  return buf_str(&filled);
}

static Str name_of(const AppManagedWish *wish) { return wish->name.len ? wish->name : file_name(wish->root); }

static const char *const *arguments(Job *job, const AppStart *start, const AppInterpreter *interpreter, const AppManagedWish *wish) {
  Str folder = file_join(job->arena, place_supplied(job->arena, STR("gates")), start->language);
  const Str names[] = {STR("{folder}"), STR("{name}"), STR("{project}")}, values[] = {folder, name_of(wish), wish->root};
  VEC(const char *) argv = {0};
  *vec_add(job->arena, &argv) = str_to_c(job->arena, interpreter->program);
  for (size_t i = 0; i < start->arguments.len; i++) {
    *vec_add(job->arena, &argv) = str_to_c(job->arena, fill(job->arena, start->arguments.items[i], names, values, COUNT_OF(names)));
  }
  *vec_add(job->arena, &argv) = NULL;
  return argv.items;
}

/* The client's PATH without what the project put there, so that an
 * interpreter's own children are not the project's by accident. */
const char *const *app_managed_env(Job *job, const AppManagedWish *wish) {
  VEC(const char *) env = {0};
  Str rest = wish->path_variable, inside;
  Buf path;
  buf_init(&path, job->arena, ARGUMENT_MAX);
  while (rest.len) {
    Str directory = str_cut(&rest, ':');
    if (!str_starts_with(directory, STR("/")) || file_beneath(wish->root, directory, &inside)) continue;
    buf_add_format(&path, "%s%.*s", path.len ? ":" : "", STR_ARG(directory));
  }
  for (size_t i = 0; wish->env && wish->env[i]; i++) *vec_add(job->arena, &env) = wish->env[i];
  if (path.len) *vec_add(job->arena, &env) = str_to_c(job->arena, str_format(job->arena, "PATH=%.*s", STR_ARG(buf_str(&path))));
  *vec_add(job->arena, &env) = NULL;
  return env.items;
}

Err app_managed_plan(Job *job, const AppManagedWish *wish, AppManagedPlan *ret_plan) {
  AppInterpreter interpreter;
  AppStarts starts;
  const AppStart *start = NULL;
  TRY(app_interpreter_allowed(job, wish->root, wish->language, &interpreter));
  TRY(app_starts_read(job, &starts));
  for (size_t i = 0; i < starts.len; i++) {
    if (str_eq(starts.items[i].language, interpreter.language)) start = &starts.items[i];
  }
  if (!start) {
    return job_fail(job, ERR_UNAVAILABLE, "this fathom cannot start an interpreter of %.*s", STR_ARG(str_shown(job->arena, interpreter.language, 40)));
  }
  *ret_plan = (AppManagedPlan){.root = wish->root, .language = interpreter.language, .name = name_of(wish),
                               .argv = arguments(job, start, &interpreter, wish), .env = app_managed_env(job, wish),
                               .max_memory = (uint64_t)app_config_int(wish->config, "repl.memory_mb") << 20,
                               .cpu_seconds = (uint64_t)app_config_int(wish->config, "repl.cpu_minutes") * 60,
                               .idle_ms = app_config_int(wish->config, "repl.idle_minutes") * 60000,
                               .restart_ms = app_config_int(wish->config, "repl.restart_seconds") * 1000};
  return OK;
}

Err app_start_session(ToolScope *scope, ToolCall *call, Str language, Str name, ReplSession *ret_session) {
  const AppClient *client = scope->context;
  Job *job = call->job;
  AppManagedPlan plan;
  ToolRunning running;
  AppConfig *config;
  Str root = index_root(call->index);
  TRY(scope->running(scope, call, &running));
  TRY(app_client_config_for(job, client, root, &config));
  AppManagedWish wish = {.root = root, .language = language, .name = name, .config = config, .path_variable = running.path_variable, .env = running.env};
  TRY(app_managed_plan(job, &wish, &plan));
  return app_managed_take(job, app_servers_managed(app_client_servers(client)), &plan, ret_session);
}
