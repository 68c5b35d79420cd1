/* JavaScript: what a package.json says of its package. Workspaces need no
 * reading: each of their packages has such a file. */
#include "src/base/json.h"
#include "src/languages/common/package_internal.h"
#include "src/languages/typescript/typescript_internal.h"

#define MANIFEST_VALUES 50000

bool language_ts_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  static const char *const needs[] = {"dependencies", "peerDependencies", "optionalDependencies", "devDependencies"};
  (void)path;
  const Json *manifest;
  Job job;
  job_init(&job, arena);
  if (json_read(&job, text, &(JsonLimits){.max_values = MANIFEST_VALUES}, &manifest)) return false;
  language_package_name(arena, ret_package, json_get_str(manifest, STR("name"), STR_EMPTY));
  for (size_t i = 0; i < COUNT_OF(needs); i++) {
    const Json *named = json_get(manifest, str_from_c(needs[i]));
    for (size_t k = 0; json_is(named, JSON_OBJECT) && k < named->count; k++) {
      language_package_need(arena, ret_package, named->members[k].name, i + 1 == COUNT_OF(needs));
    }
  }
  return ret_package->names.len > 0;
}
