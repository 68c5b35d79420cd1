/* Any bytes as what a row of the store holds: places, edges, their sources.
 * Never a crash; what is accepted can be written again and means the same. */
#include <assert.h>
#include <string.h>

#include "src/store/store_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_edges(Arena *arena, Str bytes) {
  SymbolId from = store_symbol_id((FileId){7}, 3);
  StoreEdges edges = {0}, again = {0};
  if (!store_unpack_edges(arena, bytes, from, STORE_ALL_KINDS, &edges)) return;
  Buf out;
  buf_init(&out, arena, 1u << 20);
  store_pack_edges(&out, edges.items, edges.len);
  bool good = store_unpack_edges(arena, buf_str(&out), from, STORE_ALL_KINDS, &again);
  assert(good && again.len == edges.len);
  for (size_t i = 0; i < edges.len; i++) {
    assert(again.items[i].to.value == edges.items[i].to.value && again.items[i].line == edges.items[i].line);
    assert(again.items[i].kind == edges.items[i].kind && again.items[i].rule == edges.items[i].rule);
  }
}

static void check_sources(Arena *arena, Str bytes) {
  StoreSources sources = {0}, again = {0};
  if (!store_unpack_sources(arena, bytes, (FileId){9}, STORE_ALL_KINDS, &sources)) return;
  Buf out;
  buf_init(&out, arena, 1u << 20);
  store_pack_sources(&out, sources.items, sources.len);
  bool good = store_unpack_sources(arena, buf_str(&out), (FileId){9}, STORE_ALL_KINDS, &again);
  assert(good && again.len == sources.len);
}

static void check_place(Arena *arena, Str bytes) {
  StoreSymbol symbol = {0}, again = {0};
  if (!store_unpack_place(bytes, &symbol)) return;
  Def def = {.name_span = symbol.name_span, .full = symbol.full, .doc = symbol.doc};
  Buf out;
  buf_init(&out, arena, 1u << 20);
  store_pack_place(&out, &def, symbol.container);
  bool good = store_unpack_place(buf_str(&out), &again);
  assert(good && !memcmp(&again.name_span, &symbol.name_span, sizeof(Span)));
  assert(!memcmp(&again.full, &symbol.full, sizeof(Span)));
  assert(str_eq(again.container, symbol.container));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Str bytes = str_copy(&arena, (Str){(const char *)data, size});
  check_edges(&arena, bytes);
  check_sources(&arena, bytes);
  check_place(&arena, bytes);
  arena_clear(&arena);
  return 0;
}
