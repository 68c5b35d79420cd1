/* Any bytes as a manifest of each language: it ends, and every name lies in the
 * text or in the arena. */
#include <assert.h>

#include "src/languages/language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(Arena *arena, const Language *language, Str text) {
  Str names = str_from_c(language->home.described);
  size_t bytes = 0;
  while (names.len) {
    LanguagePackage package = {0};
    Str path = str_format(arena, "a/b/%.*s", STR_ARG(str_cut(&names, ' ')));
    bool is_one = language->home.read_package(arena, path, text, &package);
    for (size_t i = 0; is_one && i < package.names.len; i++) bytes += str_copy(arena, package.names.items[i]).len;
    for (size_t i = 0; is_one && i < package.needs.len; i++) {
      assert(package.needs.items[i].name.len);
      bytes += str_copy(arena, package.needs.items[i].name).len;
    }
  }
  assert(bytes <= 32 * (text.len + 64));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  char *exact = arena_alloc(&arena, size + 1);
  memcpy(exact, data, size);
  for (const Language *const *at = language_registry; *at; at++) {
    if ((*at)->home.read_package) read_all(&arena, *at, (Str){exact, size});
  }
  arena_clear(&arena);
  return 0;
}
