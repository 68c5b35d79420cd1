/* Ranking by what the graph and the disk say about a symbol. */
#include "src/query/names/rank_internal.h"

#define DAY_NS (INT64_C(24) * 3600 * 1000000000)

/* What counts as being used. Imports do not: a module is imported as a
 * whole. */
const uint32_t query_rank_uses = STORE_KIND(EDGE_CALLS) | STORE_KIND(EDGE_INSTANTIATES) | STORE_KIND(EDGE_REFERENCES) |
                                 STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) | STORE_KIND(EDGE_TYPE_OF) |
                                 STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS) | STORE_KIND(EDGE_DECORATES) |
                                 STORE_KIND(EDGE_LINKS) | STORE_KIND(EDGE_RENDERS) | STORE_KIND(EDGE_EXPANDS);

static bool contains_any(Str text, const char *const *parts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (str_contains(text, str_from_c(parts[i]))) return true;
  }
  return false;
}

/* By customs of naming: nothing in the text of most generated files says so
 * reliably. */
bool query_rank_is_generated(Str path) {
  static const char *const names[] = {".pb.", "_pb2.", "_pb2_grpc.", ".generated.", "_generated.", ".gen.", "zz_generated",
                                      ".min.", ".bundle.", ".designer.", ".g.dart"};
  static const char *const folders[] = {"/generated/", "/__generated__/", "/vendor/", "/third_party/", "/node_modules/"};
  size_t slash = str_find_last_byte(path, '/');
  if (contains_any(slash == STR_NONE ? path : str_slice(path, slash, path.len), names, COUNT_OF(names))) return true;
  if (slash == STR_NONE) return false;
  if (contains_any(path, folders, COUNT_OF(folders))) return true;
  for (size_t i = 0; i < COUNT_OF(folders); i++) { /* at the top */
    if (str_starts_with(path, str_from_c(folders[i] + 1))) return true;
  }
  return false;
}

/* Distinct symbols that use it, as a few steps: 0, 1, 2-3, 4-7, 8-15, … */
static Err centrality_of(Job *job, StoreReader *reader, SymbolId symbol, unsigned *ret_steps) {
  StoreSources sources = {0};
  TRY(store_sources(job, reader, symbol, query_rank_uses, &sources));
  unsigned steps = 0;
  for (size_t left = sources.len; left; left >>= 1) steps++;
  *ret_steps = steps;
  return OK;
}

/* What people look for by name. */
static unsigned kind_merit(SymbolKind kind) {
  switch (kind) {
    case SYMBOL_CLASS: case SYMBOL_STRUCT: case SYMBOL_UNION: case SYMBOL_INTERFACE: case SYMBOL_TRAIT:
    case SYMBOL_PROTOCOL: case SYMBOL_ENUM: case SYMBOL_TYPE: case SYMBOL_FUNCTION: case SYMBOL_COMPONENT:
      return 3;
    case SYMBOL_METHOD: case SYMBOL_CONSTRUCTOR: case SYMBOL_MACRO: case SYMBOL_ROUTE: case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE: case SYMBOL_FILE:
      return 2;
    default: return 1;
  }
}

/* Larger than all other merits together, in this order: a definition before a
 * declaration, the project's own code before tests and generated files. */
#define MERIT_DEFINED 4096u
#define MERIT_MAIN 2048u

static unsigned plain_merit(const StoreSymbol *symbol, bool is_generated) {
  unsigned merit = kind_merit(symbol->kind);
  if (!(symbol->flags & DEF_DECLARATION)) merit += MERIT_DEFINED;
  if (!(symbol->flags & DEF_TEST) && !is_generated) merit += MERIT_MAIN;
  if (symbol->flags & DEF_EXPORTED) merit += 2;
  if (symbol->flags & DEF_LOCAL) merit -= 1;
  return merit;
}

/* How well the name fits decides first; at the end by place, so that no two
 * are equal. */
static int by_merit(const void *a, const void *b) {
  const QueryRanked *x = a, *y = b;
  if (x->fit != y->fit) return x->fit < y->fit ? -1 : 1;
  if (x->merit != y->merit) return x->merit > y->merit ? -1 : 1;
  if (x->symbol.name.len != y->symbol.name.len) return x->symbol.name.len < y->symbol.name.len ? -1 : 1;
  int order = str_compare(x->symbol.name, y->symbol.name);
  if (!order) order = str_compare(x->symbol.path, y->symbol.path);
  if (order) return order;
  uint32_t px = x->symbol.name_span.from, py = y->symbol.name_span.from;
  return px != py ? (px < py ? -1 : 1) : (x->symbol.id.value < y->symbol.id.value ? -1 : 1);
}

/* Questions to the store, hence only for the best few. Recently touched files
 * are a little better. */
static Err measure(Job *job, StoreReader *reader, QueryRanked *items, size_t count) {
  int64_t *touched = ARENA_ARRAY(job->arena, int64_t, count);
  int64_t newest = 0;
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, count);
  FileId *file_ids = ARENA_ARRAY(job->arena, FileId, count);
  StoreFile *files = ARENA_ARRAY(job->arena, StoreFile, count);
  for (size_t i = 0; i < count; i++) {
    ids[i] = items[i].symbol.id;
    file_ids[i] = items[i].symbol.file;
  }
  TRY(store_expect(job, reader, ids, count, STORE_EXPECT_SOURCES));
  TRY(store_get_files(job, reader, file_ids, count, files));
  for (size_t i = 0; i < count; i++) {
    unsigned central = 0;
    TRY(centrality_of(job, reader, items[i].symbol.id, &central));
    items[i].merit += central;
    touched[i] = files[i].mtime_ns;
    if (touched[i] > newest) newest = touched[i];
  }
  /* Beside the newest of them, not beside the clock: equal trees rank equally. */
  for (size_t i = 0; i < count; i++) items[i].merit += touched[i] && newest - touched[i] < DAY_NS ? 2 : 0;
  return OK;
}

/* Sorted by what costs nothing, then the first ones measured and sorted
 * again. */
Err query_rank(Job *job, StoreReader *reader, QueryRanked *items, size_t count) {
  if (count == 0) return OK;
  bool is_generated = false;
  for (size_t i = 0; i < count; i++) {
    const StoreSymbol *one = &items[i].symbol;
    if (!i || one->file.value != items[i - 1].symbol.file.value) is_generated = query_rank_is_generated(one->path);
    items[i].merit = plain_merit(one, is_generated);
  }
  if (count > 1) qsort(items, count, sizeof(*items), by_merit);
  size_t measured = count < QUERY_RANK_MEASURED ? count : QUERY_RANK_MEASURED;
  if (count < 2) return OK;
  TRY(measure(job, reader, items, measured));
  qsort(items, measured, sizeof(*items), by_merit);
  return OK;
}
