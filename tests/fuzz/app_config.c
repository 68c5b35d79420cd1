/* Any bytes as a config.json, the user's or a project's: never a crash, and a
 * project can only narrow what is allowed. */
#include <assert.h>

#include "src/app/app_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static ToolRegistry *registry;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!registry) registry = tool_registry_open();
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Str text = str_copy(&arena, (Str){(const char *)data, size});
  AppConfig *mine = app_config_default(&job);
  if (app_config_take(&job, mine, STR("user"), text, false)) job_forgive(&job);
  ToolPolicy policy;
  if (app_config_policy(&job, mine, registry, &policy)) job_forgive(&job);

  AppConfig *project = app_config_default(&job);
  Err err = app_config_take(&job, project, STR("project"), text, true);
  assert(err == OK); /* a repository must not be able to lock us out */
  assert(str_eq_c(app_config_str(project, "http.listen"), "127.0.0.1"));
  assert(!str_eq_c(app_config_str(project, "http.auth"), "lax"));
  assert(!app_config_str(project, "repo").len);
  err = app_config_policy(&job, project, registry, &policy);
  assert(err == OK);
  assert(!policy.structured && !policy.toolsets.len);
  arena_clear(&arena);
  return 0;
}
