/* Omitted: where a value of a type is made by naming its fields, and one of them
 * is not named. Read from the text, as what is not written has no edge. */
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"
#include "src/query/uses/tokens_internal.h"

#define MADE_MAX 600 /* places where the type is named */
#define MADE_KINDS (STORE_KIND(EDGE_INSTANTIATES) | STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_TYPE_OF))

/* `{a: 1, b: 2}`, `{.a = 1}`: whether fields are named, the asked one is not, and
 * nothing is taken over from another value. */
static bool omits(const QueryTokens *tokens, uint32_t open, Str name) {
  uint32_t close = tokens->items[open].pair;
  size_t named = 0;
  for (uint32_t i = open + 1; i < close; i++) {
    if (tokens->items[i].open != open) continue;
    if (query_token_is(tokens, i, ".") && query_token_is(tokens, i + 1, ".")) return false;
    bool is_name = tokens->items[i].kind == QUERY_TOKEN_WORD && (query_token_is(tokens, i + 1, ":") || query_token_is(tokens, i + 1, "="));
    bool begins = i == open + 1 || query_token_is(tokens, i - 1, ",") || query_token_is(tokens, i - 1, ".");
    if (!is_name || !begins) continue;
    named++;
    if (str_eq(query_token_text(tokens, i), name)) return false;
  }
  return named > 0;
}

/* Most places only name the type, and reading a file's tokens costs more than all
 * else: false where surely neither a bracket nor a comment follows the name. */
static bool may_be_literal(Str text, uint32_t at) {
  uint32_t end = at;
  while (end < text.len && byte_is_name(text.ptr[end])) end++;
  if (end == at) return true; /* no name: let the tokens tell */
  while (end < text.len && byte_is_blank(text.ptr[end])) end++;
  return end < text.len && text.ptr[end] && strchr("{/#-", text.ptr[end]);
}

/* The bracket behind the type's name; QUERY_TOKEN_NONE: it is made in another way, or
 * only named. */
static uint32_t literal_at(const QueryTokens *tokens, const StoreEdge *edge, uint32_t at) {
  uint32_t number = query_token_at(tokens, at);
  bool is_made = query_use_look(tokens, (QueryUsePlace){.edge = edge->kind, .at = at}).form == QUERY_USE_MADE;
  bool is_literal = is_made && number != QUERY_TOKEN_NONE && number + 1 < tokens->len && query_token_is(tokens, number + 1, "{") &&
                    tokens->items[number + 1].pair != QUERY_TOKEN_NONE;
  return is_literal ? number + 1 : QUERY_TOKEN_NONE;
}

Err query_omissions(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *field, QueryOmissions *ret_omissions) {
  QueryOmissions found = {0};
  StoreEdges edges = {0};
  AUTO(QueryShared) text = NULL; /* places of one file follow each other */
  *ret_omissions = found;
  if (field->kind != SYMBOL_FIELD || !field->container_id.value) return OK;
  TRY(store_edges_into(job, reader, field->container_id, MADE_KINDS, &edges));
  for (size_t i = 0; i < edges.len && i < MADE_MAX; i++) {
    const StoreEdge *edge = &edges.items[i];
    StoreSymbol in;
    TRY(query_symbol(job, reader, edge->from, &in));
    if (!in.id.value || query_is_for_tests(&in) || !query_source_share_next(job, texts, in.path, &text)) continue;
    const QuerySource *source = query_shared_source(text);
    if (!edge->line || edge->line > source->lines) continue;
    uint32_t at = query_source_byte(source, edge->line, edge->column);
    if (!may_be_literal(source->text, at)) continue;
    const QueryTokens *tokens = query_shared_tokens(text);
    uint32_t open = literal_at(tokens, edge, at);
    if (open != QUERY_TOKEN_NONE && omits(tokens, open, field->name)) *vec_add(job->arena, &found) = (QueryOmission){in, edge->line};
  }
  *ret_omissions = found;
  return OK;
}
