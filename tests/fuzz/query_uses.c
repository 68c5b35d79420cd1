/* Any text as code, and any byte of it as a name: what is told points into the
 * text, brackets pair with each other, and nothing is read beyond its end. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/query/uses/uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_inside(Str part, Str text) {
  if (!part.len) return;
  assert(part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 2000) return 0;
  Arena arena;
  arena_init(&arena);
  char *copy = malloc(size ? size : 1); /* of the exact size */
  memcpy(copy, data, size);
  Str text = {copy, size};
  const QueryTokens *tokens = query_use_tokens(&arena, text);
  for (uint32_t at = 0; at <= size; at++) {
    for (unsigned edge = 0; edge < EDGE_KIND_COUNT; edge++) {
      QueryUseSeen seen = query_use_look(tokens, (QueryUsePlace){.at = at, .edge = (uint8_t)edge, .is_field = at & 1});
      assert(seen.form < QUERY_USE_FORM_COUNT);
      check_inside(seen.into, text);
      check_inside(seen.key, text);
      check_inside(seen.to, text);
    }
    check_inside(query_use_registered(tokens, at), text);
  }
  free(copy);
  arena_clear(&arena);
  return 0;
}
