/* A small indexed tree to ask the graph about. */
#ifndef FATHOM_TESTS_QUERY_TREE_H
#define FATHOM_TESTS_QUERY_TREE_H

#include "tests/unit/index_dump.h"

#include "src/query/names/names.h"

static Index *graph_index;
static StoreReader *graph_reader;

static void graph_open(void) {
  graph_index = dump_open();
  tree_ok(index_refresh(&tree_job, graph_index));
  tree_ok(index_reader_take(&tree_job, graph_index, &graph_reader));
}

static void graph_close(void) {
  index_reader_return(graph_index, graph_reader);
  index_close(graph_index);
}

/* Exactly one symbol is called so. */
__attribute__((unused)) static StoreSymbol graph_symbol(const char *name) {
  QueryTargets targets;
  tree_ok(query_targets(&tree_job, graph_reader, &(QueryTarget){.name = str_from_c(name)}, &targets));
  if (targets.len != 1) fail_msg("%zu symbols are called %s", targets.len, name);
  return targets.items[0];
}

__attribute__((unused)) static Str graph_name(SymbolId id) {
  StoreSymbol symbol;
  tree_ok(query_symbol(&tree_job, graph_reader, id, &symbol));
  return query_qualified(&tree_arena, &symbol);
}

#endif
