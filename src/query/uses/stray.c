/* Columns that statements write though the table has none of that name. */
#include "src/query/uses/tokens_internal.h"

#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define COLUMNS_MAX 200 /* of one statement */
#define STATEMENTS_MAX 300

/* As who asks for `table.column` would find it: in any definition of the table, and
 * in what adds columns to it. */
static Err is_known(Job *job, StoreReader *reader, const StoreSymbol *table, Str column, bool *ret_known) {
  QueryTarget target = {.name = str_format(job->arena, "%.*s.%.*s", STR_ARG(table->name), STR_ARG(column))};
  QueryTargets found;
  TRY(query_targets(job, reader, &target, &found));
  *ret_known = found.len > 0;
  return OK;
}

static bool is_plain(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    if (!byte_is_word(name.ptr[i])) return false;
  }
  return name.len > 0;
}

Err query_stray_columns(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *table, QueryStrayColumns *ret_columns) {
  QueryStrayColumns stray = {0};
  StoreEdges edges = {0};
  Str names[COLUMNS_MAX];
  AUTO(QueryShared) text = NULL; /* statements of one file follow each other */
  *ret_columns = stray;
  TRY(store_edges_into(job, reader, table->id, STORE_KIND(EDGE_WRITES), &edges));
  for (size_t i = 0; i < edges.len && i < STATEMENTS_MAX; i++) {
    const StoreEdge *edge = &edges.items[i];
    StoreSymbol in;
    if (edge->rule != RULE_QUERY || !edge->line) continue; /* of several tables of one name any may be meant */
    TRY(query_symbol(job, reader, edge->from, &in));
    if (!in.id.value || !query_source_share_next(job, texts, in.path, &text)) continue;
    const QuerySource *source = query_shared_source(text);
    if (edge->line > source->lines) continue;
    size_t count = query_bound_columns(query_shared_tokens(text), query_source_byte(source, edge->line, edge->column), names, COLUMNS_MAX);
    for (size_t k = 0; k < count; k++) {
      bool known = true;
      if (is_plain(names[k])) TRY(is_known(job, reader, table, names[k], &known));
      if (!known) *vec_add(job->arena, &stray) = (QueryStrayColumn){in, edge->line, str_copy(job->arena, names[k])};
    }
  }
  *ret_columns = stray;
  return OK;
}
