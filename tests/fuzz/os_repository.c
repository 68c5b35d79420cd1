/* Any bytes as git's configuration: what is read is a piece of them or less, and
 * other sections change nothing. */
#include <assert.h>

#include "src/os/repository_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Str text = {arena_copy(&arena, data, size), size};
  RepositoryConfig first = {0}, again = {0};
  repository_config_read(&arena, text, &first);
  assert(first.worktree.len <= size && first.objects.len <= size && first.refs.len <= size);
  assert(first.worktree.len <= FILE_PATH_MAX);
  Str longer = str_format(&arena, "[x \"core\"]\n\tworktree = /x\n[y]\n%.*s", STR_ARG(text));
  repository_config_read(&arena, str_find_byte(text, '\0') == STR_NONE ? longer : text, &again);
  assert(str_eq(first.worktree, again.worktree) && str_eq(first.objects, again.objects) && str_eq(first.refs, again.refs));
  arena_clear(&arena);
  return 0;
}
