/* Which route answers a request: the one with the most parts that are spelled
 * alike, as routers choose it. */
#include "src/query/names/route_internal.h"

#include "src/base/vec.h"

#define ALIKE 3  /* a part that is spelled so counts as three */
#define FILLED 2 /* that stand for any part, or two */

typedef struct Search {
  Arena *arena;
  Str method, path;
  int best;
  VEC(int64_t) rows; /* of names that fit so well */
} Search;

static bool is_any(Str part) { return part.len && strchr("{:<*[$", part.ptr[0]); }

/* How well a route fits a path; 0: not at all. One that ends with a slash or a
 * star answers all beneath it. */
static int fit(Str route, Str path) {
  int worth = 1;
  bool is_open = str_ends_with(route, STR("/")) || str_ends_with(route, STR("*"));
  while (route.len) {
    Str part = str_cut(&route, '/'), other = str_cut(&path, '/');
    if (!part.len) continue; /* in front, or at the end of an open one; a path is without its first slash by then */
    if (!other.len) return 0;
    bool is_same = str_eq(part, other);
    if (!is_same && !is_any(part)) return 0;
    worth += is_same ? ALIKE : FILLED;
  }
  return !path.len || is_open ? worth : 0;
}

static void look_at(void *context, int64_t row, Str text) {
  Search *search = context;
  Str path = text, method = str_cut(&path, ' ');
  if (!path.len || path.ptr[0] != '/') return;
  bool is_any_method = !search->method.len || str_eq(method, STR("ANY"));
  if (!is_any_method && !str_eq(method, search->method)) return;
  int worth = fit(str_slice(path, 1, path.len), search->path);
  if (!worth || worth < search->best) return;
  if (worth > search->best) search->rows.len = 0;
  search->best = worth;
  *vec_add(search->arena, &search->rows) = row;
}

Err query_routes(Job *job, StoreReader *reader, Str request, StoreSymbols *ret_routes) {
  Search search = {.arena = job->arena, .path = request};
  *ret_routes = (StoreSymbols){0};
  if (request.len && request.ptr[0] != '/') search.method = str_cut(&search.path, ' ');
  if (!search.path.len || search.path.ptr[0] != '/') return OK;
  search.path = str_slice(search.path, 1, search.path.len);
  TRY(store_each_name(job, reader, look_at, &search));
  for (size_t i = 0; i < search.rows.len; i++) {
    StoreSymbols named;
    TRY(store_list_named(job, reader, search.rows.items[i], SIZE_MAX, &named));
    for (size_t k = 0; k < named.len; k++) {
      if (named.items[k].kind == SYMBOL_ROUTE) *vec_add(job->arena, ret_routes) = named.items[k];
    }
  }
  ret_routes->total = ret_routes->len;
  return OK;
}
