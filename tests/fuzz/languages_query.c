/* Any bytes as a statement for a database: never a crash, and every use is a place
 * in the text that is not empty, with its tables among those found. */
#include <assert.h>

#include "src/languages/query_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  char *exact = arena_alloc(&arena, size ? size : 1);
  if (size) memcpy(exact, data, size);
  Str text = {exact, size};
  Query query;
  language_query_begins(text);
  language_query_read(&arena, text, &query);
  for (size_t i = 0; i < query.uses.len; i++) {
    const QueryUse *use = &query.uses.items[i];
    assert(use->name.from < use->name.to && use->name.to <= size);
    assert(use->is_column == (use->table_count > 0));
    assert(use->tables + use->table_count <= query.tables.len);
  }
  for (size_t i = 0; i < query.tables.len; i++) assert(query.tables.items[i].from < query.tables.items[i].to && query.tables.items[i].to <= size);
  arena_clear(&arena);
  return 0;
}
