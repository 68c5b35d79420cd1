/* Any bytes as the record of a handle: refused, or what it says is in order and
 * written again is the same record. */
#include <assert.h>
#include <stdlib.h>

#include "src/query/explore/served_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(Arena *arena, Str record, const ExploreServed *served) {
  ExploreServed again;
  Buf out;
  for (size_t i = 0; i < served->len; i++) {
    uint32_t last = 0;
    for (size_t p = 0; p < served->items[i].pieces.len; p++) {
      const QueryPiece *piece = &served->items[i].pieces.items[p];
      assert(piece->from > last && piece->to >= piece->from);
      last = piece->to;
    }
  }
  buf_init(&out, arena, record.len * 2 + 64);
  query_explore_record(&out, STR("ab"), 2000, served);
  assert(query_explore_unrecord(arena, buf_str(&out), STR("ab"), 1000, &again));
  assert(again.len == served->len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 4096) return 0;
  Arena arena;
  ExploreServed served;
  arena_init(&arena);
  Str record = {arena_copy(&arena, data, size), size};
  if (query_explore_unrecord(&arena, record, STR("ab"), 1000, &served)) check(&arena, record, &served);
  arena_clear(&arena);
  return 0;
}
