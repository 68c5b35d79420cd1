/* Any bytes as a URI: a path is absolute, normalised, bounded, and survives
 * being written as a URI and read again. Any bytes as a path likewise. */
#include <assert.h>

#include "src/lsp/uri.h"
#include "src/os/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Str uri = {arena_copy(&arena, data, size), size};
  Str path, again;
  if (lsp_uri_to_path(&arena, uri, &path)) {
    assert(path.len && path.len <= FILE_PATH_MAX && path.ptr[0] == '/');
    assert(str_find_byte(path, 0) == STR_NONE);
    assert(path.len == 1 || path.ptr[path.len - 1] != '/');
    for (Str rest = path; rest.len;) {
      Str part = str_cut(&rest, '/');
      assert(!str_eq_c(part, "..") && !str_eq_c(part, "."));
    }
    Str spelled = lsp_uri_from_path(&arena, path);
    assert(lsp_uri_to_path(&arena, spelled, &again) && str_eq(path, again));
  }
  Str any = lsp_uri_from_path(&arena, uri);
  for (size_t i = 0; i < any.len; i++) assert((unsigned char)any.ptr[i] > ' ' && (unsigned char)any.ptr[i] < 0x7f);
  arena_clear(&arena);
  return 0;
}
