/* Places of a symbol from the graph, each with its manner. */
#include "src/query/uses/tokens_internal.h"

#include "src/base/idmap.h"
#include "src/base/part.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"
#include "src/query/graph/graph.h"

#define USES_KINDS                                                                                     \
  (QUERY_CALLS | STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) |      \
   STORE_KIND(EDGE_TYPE_OF) | STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS))
#define FILES_MAX 200 /* whose texts are read */
#define TEXT_MAX ((size_t)12 << 20) /* bytes of all of them */

typedef struct Place {
  StoreEdge edge;
  uint32_t of; /* number of the symbol */
} Place;

typedef struct Looking {
  Job *job;
  Index *index;
  StoreReader *reader;
  const QueryUsesRequest *request;
  VEC(Place) places;
  size_t files, bytes; /* read */
  /* Of the file at hand. */
  FileId file;
  Arena scratch;
  const QueryTokens *tokens; /* in `scratch`; NULL: not read */
  QuerySource source;
  StoreSymbols symbols; /* of its top level; asked for when needed */
  bool has_symbols;
  VEC(QueryUse) uses;
} Looking;

static int by_site(const void *a, const void *b) {
  const StoreEdge *x = &((const Place *)a)->edge, *y = &((const Place *)b)->edge;
  int64_t fx = store_file_of(x->from).value, fy = store_file_of(y->from).value;
  if (fx != fy) return fx < fy ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

static Err gather(Looking *looking, size_t *ret_total) {
  const QueryUsesRequest *request = looking->request;
  uint32_t kinds = request->kinds ? request->kinds : USES_KINDS;
  for (uint32_t i = 0; i < request->count; i++) {
    StoreEdges edges = {0};
    TRY(store_edges_into(looking->job, looking->reader, request->symbols[i].id, kinds, &edges));
    for (size_t e = 0; e < edges.len; e++) *vec_add(looking->job->arena, &looking->places) = (Place){edges.items[e], i};
  }
  if (looking->places.len > 1) qsort(looking->places.items, looking->places.len, sizeof(Place), by_site);
  *ret_total = looking->places.len;
  return OK;
}

/* A file that is gone, or beyond the limits, gives no tokens, which is no
 * error: the edge alone tells the manner then. */
static void open_file(Looking *looking, FileId file, Str path) {
  looking->file = file;
  looking->tokens = NULL;
  looking->has_symbols = false;
  arena_reset(&looking->scratch);
  if (looking->files >= FILES_MAX || looking->bytes >= TEXT_MAX) return;
  if (query_source_open_kept(looking->job, looking->index, looking->request->calm, path, &looking->source)) {
    job_forgive(looking->job);
    return;
  }
  looking->files++;
  looking->bytes += looking->source.text.len;
  looking->tokens = query_use_tokens(&looking->scratch, looking->source.text);
}

/* Code outside of functions stands in the innermost definition around its
 * line. */
static Err find_owner(Looking *looking, uint32_t line, StoreSymbol *in) {
  if (!looking->has_symbols) TRY(store_list_symbols(looking->job, looking->reader, looking->file, &looking->symbols));
  looking->has_symbols = true;
  const StoreSymbol *best = NULL;
  for (size_t i = 0; i < looking->symbols.len; i++) {
    const StoreSymbol *one = &looking->symbols.items[i];
    if (one->full.line > line || one->full.end_line < line || one->kind == SYMBOL_FILE) continue;
    if (!best || one->full.to - one->full.from <= best->full.to - best->full.from) best = one;
  }
  if (best) *in = *best;
  return OK;
}

static Err add_place(Looking *looking, const Place *place) {
  const StoreEdge *edge = &place->edge;
  const StoreSymbol *of = &looking->request->symbols[place->of];
  QueryUse use = {.of = *of, .line = edge->line, .edge = edge->kind};
  QueryUseSeen seen;
  TRY(query_symbol(looking->job, looking->reader, edge->from, &use.in));
  if (!use.in.id.value) return OK;
  FileId file = store_file_of(edge->from);
  if (file.value != looking->file.value) open_file(looking, file, use.in.path);
  if (use.in.kind == SYMBOL_FILE) TRY(find_owner(looking, edge->line, &use.in));
  QueryUsePlace at = {.edge = edge->kind, .is_field = of->kind == SYMBOL_FIELD || of->kind == SYMBOL_PROPERTY};
  bool is_read = looking->tokens && edge->line && edge->line <= looking->source.lines;
  at.at = is_read ? looking->source.starts[edge->line - 1] + (edge->column ? edge->column - 1 : 0) : UINT32_MAX;
  if (!looking->tokens) looking->tokens = query_use_tokens(&looking->scratch, STR_EMPTY);
  seen = query_use_look(looking->tokens, at);
  use.form = seen.form == QUERY_USE_CALLED && of->kind == SYMBOL_CONSTRUCTOR ? QUERY_USE_MADE : seen.form;
  use.into = seen.into;
  use.key = seen.key;
  use.to = seen.to;
  use.is_column = seen.is_column;
  bool is_query = edge->rule == RULE_QUERY || edge->rule == RULE_QUERY_ANY;
  if (is_query && edge->kind == EDGE_WRITES && is_read) use.value = query_bound_value(looking->tokens, at.at);
  if (is_query && edge->kind == EDGE_READS) {
    use.form = QUERY_USE_FETCHED;
    use.into = use.key = use.to = STR_EMPTY;
  }
  if (use.form == QUERY_USE_STORED && query_is_variable(use.in.kind)) use.into = use.in.name;
  use.is_test = query_is_for_tests(&use.in);
  *vec_add(looking->job->arena, &looking->uses) = use;
  return OK;
}

static int by_form(const void *a, const void *b) {
  const QueryUse *x = a, *y = b;
  if (x->form != y->form) return x->form < y->form ? -1 : 1;
  if (x->is_test != y->is_test) return x->is_test ? 1 : -1;
  int order = str_compare(x->in.path, y->in.path);
  if (order) return order;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  /* A member before what it is a member of, which is named only to reach it. */
  bool mx = x->of.container_id.value == y->of.id.value, my = y->of.container_id.value == x->of.id.value;
  if (mx != my) return mx ? -1 : 1;
  return str_compare(x->of.name, y->of.name);
}

static bool is_same(const QueryUse *a, const QueryUse *b) {
  bool is_of_same = a->form == QUERY_USE_MADE || a->of.id.value == b->of.id.value || /* a type, or its constructor */
                    a->of.container_id.value == b->of.id.value;
  return is_of_same && a->form == b->form && a->line == b->line && str_eq(a->in.path, b->in.path);
}

/* `: field(x)` and `n++` read and write at one place: that it is written says all. */
static bool is_written_too(const Looking *looking, size_t number) {
  const Place *place = &looking->places.items[number];
  for (size_t i = number + 1; place->edge.kind == EDGE_READS && i < looking->places.len; i++) {
    const Place *other = &looking->places.items[i];
    bool is_same = other->edge.from.value == place->edge.from.value && other->edge.line == place->edge.line && other->edge.column == place->edge.column;
    if (!is_same) return false;
    if (other->of == place->of && other->edge.kind == EDGE_WRITES) return true;
  }
  return false;
}

static Err look_at_places(Looking *looking) {
  for (size_t i = 0; i < looking->places.len && i < looking->request->most; i++) {
    TRY(job_check(looking->job));
    if (is_written_too(looking, i)) continue;
    TRY(add_place(looking, &looking->places.items[i]));
  }
  return OK;
}

/* Names inside of the function alone: another function has its own. */
Err query_held_calls(Job *job, Index *index, const StoreSymbol *in, const StoreEdge *edge, QueryHeld *ret_held) {
  QuerySource source;
  *ret_held = (QueryHeld){0};
  if (query_source_open(job, index, in->path, &source)) {
    job_forgive(job);
    return OK;
  }
  if (!edge->line || edge->line > source.lines || in->full.to > source.text.len) return OK;
  const QueryTokens *tokens = query_use_tokens(job->arena, source.text);
  uint32_t at = source.starts[edge->line - 1] + (edge->column ? edge->column - 1 : 0), line = 0;
  ret_held->name = query_use_held(tokens, at);
  for (uint32_t i = query_token_at(tokens, at); ret_held->name.len && i + 1 < tokens->len && tokens->items[i].from < in->full.to; i++) {
    bool is_call = str_eq(query_token_text(tokens, i), ret_held->name) && str_eq_c(query_token_text(tokens, i + 1), "(") &&
                   !str_eq_c(query_token_text(tokens, i - 1), ".");
    if (!is_call) continue;
    while (line < source.lines && source.starts[line] <= tokens->items[i].from) line++;
    if (ret_held->count < QUERY_HELD_MAX) ret_held->lines[ret_held->count] = line;
    ret_held->count++;
  }
  return OK;
}

Err query_uses(Job *job, Index *index, StoreReader *reader, const QueryUsesRequest *request, QueryUses *ret_uses) {
  Looking looking = {.job = job, .index = index, .reader = reader, .request = request};
  QueryUses uses = {0};
  TRY(gather(&looking, &uses.total));
  arena_init(&looking.scratch);
  Err err = look_at_places(&looking);
  arena_clear(&looking.scratch);
  if (err) return err;
  uses.is_cut = looking.places.len > request->most;
  if (looking.uses.len > 1) qsort(looking.uses.items, looking.uses.len, sizeof(QueryUse), by_form);
  for (size_t i = 0; i < looking.uses.len; i++) {
    QueryUse *use = &looking.uses.items[i];
    if (uses.len && is_same(&looking.uses.items[uses.len - 1], use)) continue;
    looking.uses.items[uses.len++] = *use;
    uses.counts[use->form]++;
  }
  uses.items = looking.uses.items;
  *ret_uses = uses;
  return OK;
}
