/* Any bytes, with a hash that fits them: the reader refuses them, or gives
 * facts that hold together: they can be written, read again and are the same,
 * reduced to their surface, and dumped. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/model/facts.h"

static Str encoded(Arena *arena, const Facts *facts, bool surface_only) {
  Buf out;
  buf_init(&out, arena, SIZE_MAX);
  facts_encode(&out, arena, facts, surface_only);
  return buf_str(&out);
}

static void check(Arena *arena, Names *names, const Facts *facts) {
  Facts again, reduced;
  Str bytes = encoded(arena, facts, false);
  assert(facts_decode(bytes, arena, names, &again));
  assert(str_eq(encoded(arena, &again, false), bytes));
  uint64_t surface = facts_surface(arena, facts);
  assert(surface == facts_surface(arena, &again));
  assert(facts_decode(encoded(arena, facts, true), arena, names, &reduced));
  assert(surface == facts_surface(arena, &reduced));
  Buf out;
  buf_init(&out, arena, 1u << 20);
  facts_dump(&out, facts, STR("some\ntext\n"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Names *names = names_open();
  char *bytes = arena_alloc(&arena, size + 8);
  memcpy(bytes + 8, data, size);
  uint64_t hash = hash_str((Str){bytes + 8, size});
  for (int i = 0; i < 8; i++) bytes[i] = (char)(hash >> (8 * i));
  Facts facts;
  if (facts_decode((Str){bytes, size + 8}, &arena, names, &facts)) check(&arena, names, &facts);
  names_close(names);
  arena_clear(&arena);
  return 0;
}
