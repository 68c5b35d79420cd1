/* Calls of a function by another name: whoever gets hold of it, as a member of what
 * keeps it, puts it into a variable and calls that. The graph has where it is taken;
 * the rest of the way stands in the text. */
#include "src/query/uses/tokens_internal.h"

#include "src/query/names/names.h"

/* Names inside of the function alone: another function has its own. */
static void find_held(const QueryTokens *tokens, const QuerySource *source, const StoreSymbol *in, const StoreEdge *edge, Str name, QueryHeld *held) {
  uint32_t at = query_source_byte(source, edge->line, edge->column), line = 0;
  held->name = query_use_held(tokens, at, name);
  for (uint32_t i = query_token_at(tokens, at); held->name.len && i + 1 < tokens->len && tokens->items[i].from < in->full.to; i++) {
    bool is_call = str_eq(query_token_text(tokens, i), held->name) && str_eq_c(query_token_text(tokens, i + 1), "(") &&
                   !str_eq_c(query_token_text(tokens, i - 1), ".");
    if (!is_call) continue;
    while (line < source->lines && source->starts[line] <= tokens->items[i].from) line++;
    if (held->count < QUERY_HELD_MAX) held->lines[held->count] = line;
    held->count++;
  }
}

/* What the text of `in` says, where it takes the function by this edge. A text that cannot
 * be read says nothing. */
static void look_for(Job *job, const QueryTexts *texts, const StoreSymbol *in, const StoreEdge *edge, Str name, QueryHeld *ret_held) {
  AUTO(QueryShared) text = NULL;
  *ret_held = (QueryHeld){.in = *in};
  if (query_source_share(job, texts->index, texts->calm, in->path, &text)) {
    job_forgive(job);
    return;
  }
  const QuerySource *source = query_shared_source(text);
  if (!edge->line || edge->line > source->lines || in->full.to > source->text.len) return;
  find_held(query_shared_tokens(text), source, in, edge, name, ret_held);
  ret_held->name = str_copy(job->arena, ret_held->name);
}

/* Who calls the function that takes it, and so gets it from there. */
static Err pass_on(Job *job, StoreReader *reader, const QueryHeldRequest *request, const StoreSymbol *by, QueryHelds *helds) {
  StoreEdges users = {0};
  TRY(store_edges_into(job, reader, by->id, STORE_KIND(EDGE_CALLS), &users));
  for (size_t i = 0; i < users.len && i < request->most; i++) {
    StoreSymbol user;
    QueryHeld held;
    TRY(query_symbol(job, reader, users.items[i].from, &user));
    look_for(job, &request->texts, &user, &users.items[i], request->symbol->name, &held);
    held.by = *by;
    if (held.count) *vec_add(job->arena, helds) = held;
  }
  return OK;
}

Err query_held(Job *job, StoreReader *reader, const QueryHeldRequest *request, QueryHelds *ret_helds) {
  StoreEdges edges = {0};
  *ret_helds = (QueryHelds){0};
  TRY(store_edges_into(job, reader, request->symbol->id, QUERY_LINKS, &edges));
  for (size_t i = 0; i < edges.len && i < request->most; i++) {
    StoreSymbol in;
    QueryHeld held;
    TRY(query_symbol(job, reader, edges.items[i].from, &in));
    look_for(job, &request->texts, &in, &edges.items[i], request->symbol->name, &held);
    if (held.count) *vec_add(job->arena, ret_helds) = held;
    if (!held.name.len && symbol_kind_is_callable(in.kind)) TRY(pass_on(job, reader, request, &in, ret_helds));
  }
  return OK;
}
