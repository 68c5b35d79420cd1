/* Any bytes as a statement for a database, or as a document of GraphQL: never a
 * crash, and every use is a place in the text that is not empty, with its tables
 * among those found. */
#include <assert.h>

#include "src/languages/operation_internal.h"
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
  QueryTables made;
  language_query_makes(text);
  language_query_tables(&arena, text, &made);
  for (size_t i = 0; i < made.list.len; i++) {
    const QueryTable *table = &made.list.items[i];
    assert(table->name.from < table->name.to && table->name.to <= size && table->whole.to <= size);
    assert(table->columns + table->column_count <= made.columns.len);
  }
  for (size_t i = 0; i < made.columns.len; i++) {
    const QueryColumn *column = &made.columns.items[i];
    assert(column->name.from < column->name.to && column->whole.from <= column->name.from && column->name.to <= column->whole.to && column->whole.to <= size);
  }
  Operations operations;
  language_operation_begins(text);
  language_operations_read(&arena, text, &operations);
  for (size_t i = 0; i < operations.list.len; i++) {
    const Operation *one = &operations.list.items[i];
    assert(one->whole.from < one->whole.to && one->whole.to <= size && one->name.from <= one->name.to && one->name.to <= size);
    assert(one->fields + one->field_count <= one->spreads && one->spreads + one->spread_count <= operations.names.len);
  }
  for (size_t i = 0; i < operations.names.len; i++) assert(operations.names.items[i].from < operations.names.items[i].to && operations.names.items[i].to <= size);
  arena_clear(&arena);
  return 0;
}
