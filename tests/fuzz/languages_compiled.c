/* Any bytes as compiled parts of a source: it ends, within limits, and the same
 * parts declare the same. Input: parts of up to 64 kB, each behind two bytes of
 * its length. */
#include <assert.h>

#include "src/languages/language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 16 };

static size_t cut(Arena *arena, const uint8_t *data, size_t size, Str parts[PARTS]) {
  size_t count = 0;
  for (size_t at = 0; size - at > 2 && count < PARTS;) {
    size_t len = (size_t)data[at] << 8 | data[at + 1];
    at += 2;
    if (len > size - at) len = size - at;
    char *exact = arena_alloc(arena, len + 1);
    memcpy(exact, data + at, len);
    parts[count++] = (Str){exact, len};
    at += len;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Str parts[PARTS];
  arena_init(&arena);
  size_t count = cut(&arena, data, size, parts);
  for (const Language *const *at = language_registry; *at; at++) {
    if (!(*at)->declared) continue;
    Str text = (*at)->declared(&arena, parts, count);
    assert(text.len < (size_t)4 << 20);
    assert(str_eq(text, (*at)->declared(&arena, parts, count)));
  }
  arena_clear(&arena);
  return 0;
}
