/* Calls, types and outlines around a place: the server is asked; where there is
 * none, or it cannot answer such a question, the graph is. */
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/verify/verify_internal.h"

#define GRAPH_MAX 1000

/* ---- the graph's answers in the server's form ---- */

static LspRange site_of(VerifyFile *file, Str path, uint32_t line, Str name) {
  const QuerySource *source = verify_source(file, path);
  Str text = source ? query_source_line(source, line) : STR_EMPTY;
  size_t at = str_find(text, name);
  TextPoint start = {line, at == STR_NONE ? 1 : (uint32_t)str_characters(str_slice(text, 0, at)) + 1};
  TextPoint end = {line, at == STR_NONE ? 1 : start.column + (uint32_t)str_characters(name)};
  uint32_t byte = source ? source->starts[line - 1] + (at == STR_NONE ? 0 : (uint32_t)at) : 0;
  return (LspRange){.start = start, .end = end, .start_byte = byte, .end_byte = byte + (at == STR_NONE ? 0 : (uint32_t)name.len)};
}

/* `called`: the name that stands at the sites, which are in the caller's file. */
static void add_entries(VerifyFile *file, const QueryTrailGroup *group, const StoreSymbol *root, bool is_caller, LspRelatives *relatives) {
  Arena *arena = file->job->arena;
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    LspRelative relative = {.symbol = verify_from_graph(file, &entry->symbol)};
    const StoreSymbol *caller = is_caller ? &entry->symbol : root, *called = is_caller ? root : &entry->symbol;
    relative.sites = ARENA_ARRAY(arena, LspRange, entry->line_count);
    for (size_t j = 0; entry->edge.line && j < entry->line_count; j++) {
      relative.sites[relative.site_count++] = site_of(file, caller->path, entry->lines[j], called->name);
    }
    *vec_add(arena, relatives) = relative;
  }
}

static Err graph_trail(VerifyFile *file, const StoreSymbol *symbol, QueryDirection direction, LspRelatives *relatives) {
  QueryTrail trail;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = direction, .kinds = QUERY_CALLS, .limit = GRAPH_MAX};
  TRY(query_trail(file->job, file->reader, &request, &trail));
  add_entries(file, &trail.direct, symbol, direction == QUERY_CALLERS, relatives);
  add_entries(file, &trail.dispatched, symbol, direction == QUERY_CALLERS, relatives);
  return OK;
}

static Err graph_relatives(VerifyFile *file, const StoreSymbol *symbol, bool up, LspRelatives *relatives) {
  QueryRelatives found;
  TRY(query_hierarchy(file->job, file->reader, symbol->id, (QueryClimb){up, 1, GRAPH_MAX}, &found));
  for (size_t i = 0; i < found.len; i++) {
    *vec_add(file->job->arena, relatives) = (LspRelative){.symbol = verify_from_graph(file, &found.items[i].symbol)};
  }
  return OK;
}

/* ---- questions ---- */

/* Calls or types: how the server is asked, and how the graph. */
typedef struct Question {
  Err (*ask)(Job *job, const LspAt *at, bool up, bool down, LspHierarchy *ret_found);
  Err (*look)(VerifyFile *file, const StoreSymbol *symbol, bool up, LspRelatives *relatives);
  bool is_of_types; /* nothing else has an answer */
} Question;

static Err look_for_calls(VerifyFile *file, const StoreSymbol *symbol, bool up, LspRelatives *relatives) {
  return graph_trail(file, symbol, up ? QUERY_CALLERS : QUERY_CALLEES, relatives);
}

static Err graph_side(VerifyFile *file, TextPoint point, const Question *question, bool up, VerifyCalls *calls) {
  StoreSymbol symbol;
  TRY(verify_graph(file));
  TRY(verify_symbol_at(file, point, &symbol));
  calls->is_graph = true;
  if (!symbol.id.value || (question->is_of_types && !symbol_kind_is_type(symbol.kind))) return OK;
  if (!calls->found.roots.len) *vec_add(file->job->arena, &calls->found.roots) = verify_from_graph(file, &symbol);
  return question->look(file, &symbol, up, up ? &calls->found.up : &calls->found.down);
}

/* One side from the server, or, where it cannot say, from the graph. */
static Err ask_side(VerifyFile *file, TextPoint point, const Question *question, bool up, VerifyCalls *calls) {
  LspAt at = {.server = file->server, .path = file->path, .point = point};
  LspHierarchy found;
  Err err = file->server ? question->ask(file->job, &at, up, !up, &found) : file->err;
  if (err) {
    if (file->server && !verify_forgive(file, err)) return err;
    return graph_side(file, point, question, up, calls);
  }
  calls->is_server = true;
  if (!calls->found.roots.len) calls->found.roots = found.roots;
  *(up ? &calls->found.up : &calls->found.down) = up ? found.up : found.down;
  return OK;
}

/* ---- callers, united ---- */

/* Whether a place is among the united ones, or within a file at all where the
 * site is not told. */
static bool is_place(const VerifyPlaces *places, Str path, uint32_t line) {
  for (size_t i = 0; i < places->all.len; i++) {
    const LspLocation *one = &places->all.items[i];
    if (one->range.start.line == line && str_eq(one->path, path)) return true;
  }
  return false;
}

static bool is_listed(const LspRelatives *relatives, const LspSymbol *symbol) {
  for (size_t i = 0; i < relatives->len; i++) {
    const LspLocation *one = &relatives->items[i].symbol.location;
    if (one->range.start.line == symbol->location.range.start.line && str_eq(one->path, symbol->location.path)) return true;
  }
  return false;
}

/* Callers that only the graph knows, as far as the server does not refute the
 * places where they call. */
static Err add_graph_callers(VerifyFile *file, const VerifyPlaces *places, TextPoint point, VerifyCalls *calls) {
  VerifyCalls graph = {0};
  static const Question question = {lsp_ask_calls, look_for_calls, false};
  TRY(graph_side(file, point, &question, true, &graph));
  for (size_t i = 0; i < graph.found.up.len; i++) {
    const LspRelative *one = &graph.found.up.items[i];
    bool is_confirmed = false;
    for (size_t j = 0; j < one->site_count; j++) is_confirmed |= is_place(places, one->symbol.location.path, one->sites[j].start.line);
    if (!is_confirmed || is_listed(&calls->found.up, &one->symbol)) continue;
    *vec_add(file->job->arena, &calls->found.up) = *one;
    calls->is_graph = true;
  }
  return OK;
}

/* The references come first: asking for them shows the server what it needs. */
static Err ask_callers(VerifyFile *file, TextPoint point, VerifyCalls *calls) {
  static const Question question = {lsp_ask_calls, look_for_calls, false};
  VerifyPlaces places = {0};
  Err err = file->server ? verify_references(file, point, false, &places) : OK;
  if (err && !verify_forgive(file, err)) return err;
  TRY(ask_side(file, point, &question, true, calls));
  return calls->is_server && !err ? add_graph_callers(file, &places, point, calls) : OK;
}

static Err ask_both(VerifyFile *file, TextPoint point, const Question *question, bool up, bool down, VerifyCalls *ret_calls) {
  *ret_calls = (VerifyCalls){0};
  if (up) TRY(ask_side(file, point, question, true, ret_calls));
  if (down) TRY(ask_side(file, point, question, false, ret_calls));
  return OK;
}

Err verify_calls(VerifyFile *file, TextPoint point, bool incoming, bool outgoing, VerifyCalls *ret_calls) {
  static const Question question = {lsp_ask_calls, look_for_calls, false};
  *ret_calls = (VerifyCalls){0};
  if (incoming) TRY(ask_callers(file, point, ret_calls));
  return outgoing ? ask_side(file, point, &question, false, ret_calls) : OK;
}

Err verify_types(VerifyFile *file, TextPoint point, bool supertypes, bool subtypes, VerifyCalls *ret_types) {
  static const Question question = {lsp_ask_types, graph_relatives, true};
  return ask_both(file, point, &question, supertypes, subtypes, ret_types);
}

static bool is_before(TextPoint a, TextPoint b) { return a.line < b.line || (a.line == b.line && a.column <= b.column); }

Err verify_enclosing(VerifyFile *file, TextPoint point, LspSymbol *ret_symbol, bool *ret_is_graph) {
  LspSymbols symbols = {0};
  *ret_symbol = (LspSymbol){0};
  Err err = file->server ? lsp_ask_document_symbols(file->job, file->server, file->path, &symbols) : file->err;
  *ret_is_graph = err;
  if (err) {
    StoreSymbol symbol;
    if (file->server && !verify_forgive(file, err)) return err;
    TRY(verify_graph(file));
    TRY(verify_around(file, file->path, point.line, &symbol));
    if (symbol.id.value) *ret_symbol = verify_from_graph(file, &symbol);
    return OK;
  }
  /* In order of the text, outer ones first: the last that fits is the innermost. */
  for (size_t i = 0; i < symbols.len; i++) {
    const LspRange *whole = &symbols.items[i].location.whole;
    if (is_before(whole->start, point) && is_before(point, whole->end)) *ret_symbol = symbols.items[i];
  }
  return OK;
}
