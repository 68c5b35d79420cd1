/* Any bytes as a URI and as a path beneath a root: a decoded path holds no
 * NUL and is within its limit; a relative path never climbs out. */
#include <assert.h>

#include "src/app/app_internal.h"
#include "src/os/root.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Root *root;

static void check_beneath(Str relative) {
  assert(!str_starts_with(relative, STR("/")));
  for (Str rest = relative; rest.len;) assert(!str_eq_c(str_cut(&rest, '/'), ".."));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  if (!root && root_open(&job, STR("/usr"), &root)) abort();
  Str text = str_copy(&arena, (Str){(const char *)data, size});
  Str path, relative;
  if (app_uri_decode(&arena, text, &path)) {
    assert(path.len <= 4096);
    assert(str_find_byte(text, 0) != STR_NONE || str_find_byte(path, 0) == STR_NONE);
    if (!root_relative(&job, root, path, &relative)) check_beneath(relative);
    job_forgive(&job);
  }
  if (app_uri_path(&arena, text, &path)) assert(str_starts_with(path, STR("/")));
  if (!root_relative(&job, root, text, &relative)) check_beneath(relative);
  arena_clear(&arena);
  return 0;
}
