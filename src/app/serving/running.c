/* With what a workspace's linters, builds and tests are run: whether the user
 * trusts it, what the policy allows, and the client's own variables. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define TABLE_MAX ((size_t)1 << 20)

/* PATH is told apart: what is run puts a folder of its own before it. */
const char *const *app_variables(Arena *arena, const AppClient *client) {
  VEC(const char *) env = {0};
  for (size_t i = 0; app_server_env[i]; i++) {
    Str value = app_client_env(client, app_server_env[i]);
    if (!value.len || str_eq_c(STR("PATH"), app_server_env[i])) continue;
    *vec_add(arena, &env) = str_to_c(arena, str_format(arena, "%s=%.*s", app_server_env[i], STR_ARG(value)));
  }
  Str home = app_client_env(client, "HOME");
  if (home.len) *vec_add(arena, &env) = str_to_c(arena, str_format(arena, "HOME=%.*s", STR_ARG(home)));
  *vec_add(arena, &env) = NULL;
  return env.items;
}

/* The user's own rows; the user's directory alone is looked at, never a
 * repository. */
static Err read_table(Job *job, Str *ret_text) {
  Str path = file_join(job->arena, place_config(job->arena), STR("checkers.tsv"));
  *ret_text = STR_EMPTY;
  return file_exists(path) ? file_read(job, path, TABLE_MAX, ret_text) : OK;
}

/* The table of checkers is the user's and may be broken: its errors are told
 * where it is used. */
Err app_running(ToolScope *scope, ToolCall *call, ToolRunning *ret_running) {
  static const char *const reasons[] = {
      [APP_UNTRUSTED] = "is not trusted",
      [APP_TRUST_CHANGED] = "is not trusted any more, because another directory is there than when it was trusted",
      [APP_TRUST_OLD] = "is not trusted any more: an earlier version trusted it without noting which directory it was",
  };
  const AppClient *client = scope->context;
  Job *job = call->job;
  AppConfig *config;
  ToolPolicy policy;
  Str root = index_root(call->index), shown = str_shown(job->arena, root, SIZE_MAX);
  AppTrust trust = app_trust_of(job, root);
  TRY(app_client_config_for(job, client, root, &config));
  TRY(app_config_policy(job, config, scope->registry, &policy));
  ToolRunning running = {.is_trusted = trust == APP_TRUSTED, .is_read_only = policy.read_only,
                         .may_eval = app_config_bool(config, "repl.allow"),
                         .path_variable = app_client_env(client, "PATH"), .virtual_env = app_client_env(client, "VIRTUAL_ENV"),
                         .home = app_client_env(client, "HOME"), .env = app_variables(job->arena, client)};
  if (!running.is_trusted) {
    running.refusal = str_format(job->arena, "'%.*s' %s: linters, builds, tests and live sessions execute its code. If you trust it, run: "
                                 "fathom trust '%.*s'", STR_ARG(shown), reasons[trust], STR_ARG(shown));
  }
  TRY(read_table(job, &running.checkers));
  *ret_running = running;
  return OK;
}
