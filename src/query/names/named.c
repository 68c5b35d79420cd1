/* Symbols by a part of their names: by name where there is one, by file where
 * all are wanted, so that either stops once there are enough. */
#include "src/query/names/names.h"

#include "src/base/vec.h"
#include "src/query/workspace/workspace.h"

typedef struct Parts {
  Job *job;
  Str part;
  VEC(int64_t) names;
} Parts;

static void look_at(void *context, int64_t name, Str text) {
  Parts *parts = context;
  if (str_contains(text, parts->part)) *vec_add(parts->job->arena, &parts->names) = name;
}

static bool is_wanted(const QueryNamed *named, const StoreSymbol *symbol) {
  if (symbol->flags & DEF_LOCAL) return false;
  if (named->kinds && !(named->kinds & 1u << symbol->kind)) return false;
  if (named->has_exported && named->exported != !!(symbol->flags & DEF_EXPORTED)) return false;
  return query_path_matches(named->path, symbol->path);
}

static void take(Job *job, const QueryNamed *named, const StoreSymbols *symbols, QueryNamedList *list) {
  for (size_t i = 0; i < symbols->len; i++) {
    if (is_wanted(named, &symbols->items[i])) *vec_add(job->arena, list) = symbols->items[i];
  }
}

/* All names are looked at, which the store does in one pass; then the
 * symbols of each that has the part. */
static Err by_names(Job *job, StoreReader *reader, const QueryNamed *named, QueryNamedList *list) {
  Parts parts = {.job = job, .part = named->part};
  TRY(store_each_name(job, reader, look_at, &parts));
  for (size_t i = 0; i < parts.names.len; i++) {
    StoreSymbols symbols;
    TRY(job_check(job));
    TRY(store_list_named(job, reader, parts.names.items[i], SIZE_MAX, &symbols));
    take(job, named, &symbols, list);
  }
  return OK;
}

/* Stops once there is one more than asked for, which tells that the list is
 * cut. */
static Err by_files(Job *job, StoreReader *reader, const QueryNamed *named, const StoreFiles *files, QueryNamedList *list) {
  for (size_t i = 0; i < files->len && list->len <= named->limit; i++) {
    StoreSymbols symbols;
    if (!files->items[i].symbols) continue;
    TRY(job_check(job));
    TRY(store_list_symbols(job, reader, files->items[i].id, &symbols));
    take(job, named, &symbols, list);
  }
  return OK;
}

static int by_place(const void *a, const void *b) {
  const StoreSymbol *x = a, *y = b;
  int order = str_compare(x->path, y->path);
  if (order) return order;
  uint32_t px = x->name_span.from, py = y->name_span.from;
  return px < py ? -1 : px > py;
}

Err query_named(Job *job, StoreReader *reader, const QueryNamed *named, QueryNamedList *ret_list) {
  StoreFiles files;
  QueryNamedList list = {0};
  TRY(store_list_files(job, reader, named->path, &files));
  for (size_t i = 0; i < files.len; i++) list.files += !files.items[i].skip.len;
  TRY(named->part.len ? by_names(job, reader, named, &list) : by_files(job, reader, named, &files, &list));
  if (list.len) qsort(list.items, list.len, sizeof(*list.items), by_place);
  list.truncated = list.len > named->limit;
  if (list.truncated) list.len = named->limit;
  *ret_list = list;
  return OK;
}
