/* Any bytes as a config.json, the user's or a project's: never a crash, and a
 * project can only narrow what is allowed. */
#include <assert.h>

#include "src/app/app_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Str text = str_copy(&arena, (Str){(const char *)data, size});
  AppConfig *mine = app_config_default(&job);
  if (app_config_take(&job, mine, STR("user"), text, false)) job_forgive(&job);
  (void)app_config_policy(&arena, mine);

  AppConfig *project = app_config_default(&job);
  Err err = app_config_take(&job, project, STR("project"), text, true);
  assert(err == OK); /* a repository must not be able to lock us out */
  assert(str_eq_c(app_config_str(project, "http.listen"), "127.0.0.1"));
  assert(!str_eq_c(app_config_str(project, "http.auth"), "lax"));
  assert(!app_config_str(project, "repo").len);
  ToolPolicy policy = app_config_policy(&arena, project);
  assert(!policy.structured && !policy.toolsets.len);
  arena_clear(&arena);
  return 0;
}
