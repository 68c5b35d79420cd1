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
  StoreSymbol from; /* of the place at hand: those of one function often follow each other */
  /* Of the file at hand. */
  FileId file;
  QueryShared *text; /* NULL: not read */
  StorePlaces symbols; /* asked for when needed */
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

static void close_file(Looking *looking) {
  if (looking->text) query_source_unshare(looking->text);
  looking->text = NULL;
}

/* A file that is gone, or beyond the limits, gives no tokens, which is no
 * error: the edge alone tells the manner then. */
static void open_file(Looking *looking, FileId file, Str path) {
  close_file(looking);
  looking->file = file;
  looking->has_symbols = false;
  if (looking->files >= FILES_MAX || looking->bytes >= TEXT_MAX) return;
  if (query_source_share(looking->job, looking->index, looking->request->calm, path, &looking->text)) {
    job_forgive(looking->job);
    return;
  }
  looking->files++;
  looking->bytes += query_shared_source(looking->text)->text.len;
}

static QueryInnermost around_line(const StorePlaces *places, uint32_t line) {
  QueryInnermost inner = {0};
  for (size_t i = 0; i < places->len; i++) {
    const StorePlace *one = &places->items[i];
    bool is_around = one->full.line <= line && one->full.end_line >= line && one->kind != SYMBOL_FILE;
    if (is_around) query_innermost_take(&inner, one);
  }
  return inner;
}

/* Code outside of functions stands in the innermost definition around its
 * line. */
static Err find_owner(Looking *looking, uint32_t line, StoreSymbol *in) {
  StoreSymbol found = {0};
  if (!looking->has_symbols) TRY(store_list_places(looking->job, looking->reader, looking->file, &looking->symbols));
  looking->has_symbols = true;
  QueryInnermost inner = around_line(&looking->symbols, line);
  if (!inner.best) return OK;
  if (inner.is_open) TRY(query_symbol_at(looking->job, looking->reader, looking->file, line, &found));
  else TRY(query_symbol(looking->job, looking->reader, inner.best->id, &found));
  if (found.id.value) *in = found;
  return OK;
}

/* What is told points into a text that is given back. */
static void keep_words(Arena *arena, QueryUse *use) {
  use->into = str_copy(arena, use->into);
  use->key = str_copy(arena, use->key);
  use->to = str_copy(arena, use->to);
  use->value = str_copy(arena, use->value);
}

/* Of most edges the text says nothing about the manner: its tokens are not made. */
static void look_at_text(Looking *looking, const StoreEdge *edge, const StoreSymbol *of, QueryUse *use) {
  static const QueryTokens none;
  const QuerySource *source = looking->text ? query_shared_source(looking->text) : NULL;
  QueryUsePlace at = {.at = UINT32_MAX, .edge = edge->kind, .is_field = of->kind == SYMBOL_FIELD || of->kind == SYMBOL_PROPERTY};
  bool is_read = source && edge->line && edge->line <= source->lines;
  bool is_query = edge->rule == RULE_QUERY || edge->rule == RULE_QUERY_ANY, is_bound = is_query && edge->kind == EDGE_WRITES && is_read;
  const QueryTokens *tokens = is_read && (is_bound || query_use_is_told_by_text(edge->kind)) ? query_shared_tokens(looking->text) : &none;
  if (is_read) at.at = query_source_byte(source, edge->line, edge->column);
  QueryUseSeen seen = query_use_look(tokens, at);
  use->form = seen.form == QUERY_USE_CALLED && of->kind == SYMBOL_CONSTRUCTOR ? QUERY_USE_MADE : seen.form;
  use->into = seen.into;
  use->key = seen.key;
  use->to = seen.to;
  use->is_column = seen.is_column;
  if (is_bound) use->value = query_bound_value(tokens, at.at);
  if (is_query && edge->kind == EDGE_READS) {
    use->form = QUERY_USE_FETCHED;
    use->into = use->key = use->to = STR_EMPTY;
  }
  keep_words(looking->job->arena, use);
}

static Err add_place(Looking *looking, const Place *place) {
  const StoreEdge *edge = &place->edge;
  const StoreSymbol *of = &looking->request->symbols[place->of];
  QueryUse use = {.of = *of, .line = edge->line, .edge = edge->kind};
  if (edge->from.value != looking->from.id.value) TRY(query_symbol(looking->job, looking->reader, edge->from, &looking->from));
  use.in = looking->from;
  if (!use.in.id.value) return OK;
  FileId file = store_file_of(edge->from);
  if (file.value != looking->file.value) open_file(looking, file, use.in.path);
  if (use.in.kind == SYMBOL_FILE) TRY(find_owner(looking, edge->line, &use.in));
  look_at_text(looking, edge, of, &use);
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

Err query_uses(Job *job, Index *index, StoreReader *reader, const QueryUsesRequest *request, QueryUses *ret_uses) {
  Looking looking = {.job = job, .index = index, .reader = reader, .request = request};
  QueryUses uses = {0};
  TRY(gather(&looking, &uses.total));
  Err err = look_at_places(&looking);
  close_file(&looking);
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
