/* Co-change with what is in the workspace now. */
#include "src/query/history/history.h"

#include <math.h>
#include <stdlib.h>

#include "src/base/idmap.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/store/foreign.h"

typedef struct Present {
  Job *job;
  StoreReader *reader;
} Present;

/* Whether the index knows the path today. History names files that were
 * deleted or renamed long ago, and those are no use as neighbours. */
static bool is_present(void *context, Str path) {
  Present *present = context;
  StoreFile file;
  if (!query_file(present->job, present->reader, path, &file)) return file.id.value != 0;
  job_forgive(present->job);
  return false;
}

/* ---- the other tool's file ---- */

#define OWN_MAX 16 /* ids of one path: more than one is odd already */

static const StoreForeignTable tables[] = {{"artifacts", {"path", "id"}},
                                           {"co_change_edges", {"artifact_a", "artifact_b", "weight"}}};
static const StoreForeignTable *const artifacts = &tables[0], *const edges = &tables[1];

/* Joined here and not by the library: that way a file of any content costs no
 * more than its length. */
typedef struct Foreign {
  Present *present;
  int64_t own[OWN_MAX];
  size_t own_count;
  Idmap numbers; /* id of the other -> place in `found` */
  VEC(HistoryNeighbour) found;
  Map by_path; /* those of `found` that have a path */
} Foreign;

static Err take_own(void *context, Job *job, const StoreForeignValue *values) {
  (void)job;
  Foreign *foreign = context;
  if (foreign->own_count < OWN_MAX) foreign->own[foreign->own_count++] = values[1].integer;
  return OK;
}

/* Several rows may speak of the same pair, for a path may have several ids:
 * their weights add up, and their number is the support. */
static Err take_edge(void *context, Job *job, const StoreForeignValue *values) {
  Foreign *foreign = context;
  int64_t other = values[1].integer;
  if (!other) return OK;
  uint32_t number = idmap_add(&foreign->numbers, other, (uint32_t)foreign->found.len);
  if (number == foreign->found.len) *vec_add(job->arena, &foreign->found) = (HistoryNeighbour){0};
  foreign->found.items[number].weight += values[2].number;
  foreign->found.items[number].support++;
  return OK;
}

/* Of an id that is there twice the first path counts. */
static Err take_path(void *context, Job *job, const StoreForeignValue *values) {
  Foreign *foreign = context;
  uint32_t number = idmap_get(&foreign->numbers, values[1].integer);
  if (number == IDMAP_NONE || !values[0].text.len || foreign->found.items[number].path.len) return OK;
  HistoryNeighbour *found = &foreign->found.items[number];
  found->path = str_copy(job->arena, values[0].text);
  HistoryNeighbour *same = map_get(&foreign->by_path, found->path);
  if (same) {
    same->weight += found->weight;
    same->support += found->support;
  } else {
    map_put(&foreign->by_path, found->path, found);
  }
  return OK;
}

/* The order is total, so that the same file gives the same answer each time. */
static int by_weight(const void *a, const void *b) {
  const HistoryNeighbour *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return str_compare(x->path, y->path);
}

static Err keep_present(Job *job, const Foreign *foreign, HistoryNeighbours *ret_neighbours) {
  VEC(HistoryNeighbour) kept = {0};
  for (MapEntry *entry = NULL; (entry = map_next(&foreign->by_path, entry));) {
    const HistoryNeighbour *found = entry->value;
    TRY(job_check(job));
    /* A file from elsewhere may hold infinities, and sums may reach them; they
     * cannot be sorted by nor written as JSON. */
    if (isfinite(found->weight) && is_present(foreign->present, found->path)) *vec_add(job->arena, &kept) = *found;
  }
  if (kept.len) qsort(kept.items, kept.len, sizeof *kept.items, by_weight);
  *ret_neighbours = (HistoryNeighbours){.items = kept.items, .total = kept.len};
  return OK;
}

static Err read_foreign(Job *job, Index *index, const QueryCochange *request, Present *present, QueryCochanges *ret) {
  Foreign foreign = {.present = present};
  idmap_init(&foreign.numbers, job->arena);
  map_init(&foreign.by_path, job->arena);
  AUTO(StoreForeign) file = NULL;
  TRY(store_foreign_open(job, index_files(index), STR(QUERY_COCHANGE_FILE), tables, COUNT_OF(tables), &file));
  TRY(store_foreign_read(file, artifacts, &(StoreForeignValue){.text = request->path}, take_own, &foreign));
  for (size_t i = 0; i < foreign.own_count; i++) {
    TRY(store_foreign_read(file, edges, &(StoreForeignValue){.integer = foreign.own[i]}, take_edge, &foreign));
  }
  if (foreign.found.len) TRY(store_foreign_read(file, artifacts, NULL, take_path, &foreign));
  TRY(keep_present(job, &foreign, &ret->neighbours));
  ret->is_foreign = ret->state.is_there = true;
  ret->neighbours.len = ret->neighbours.total < request->limit ? ret->neighbours.total : request->limit;
  return OK;
}

static Err answer(Job *job, Index *index, const QueryCochange *request, Present *present, QueryCochanges *result) {
  FileStat stat;
  /* Somebody who keeps such a file wants it used; git is asked otherwise. */
  if (!root_stat(job, index_files(index), STR(QUERY_COCHANGE_FILE), &stat)) {
    return read_foreign(job, index, request, present, result);
  }
  job_forgive(job);
  History *history = query_history(index);
  TRY(history_update(job, history, request->patience_ms, &result->state));
  if (!result->state.is_there) return OK;
  HistoryWish wish = {.path = request->path, .support_min = request->support_min, .limit = request->limit,
                      .is_wanted = is_present, .context = present};
  return history_cochange(job, history, &wish, &result->neighbours);
}

/* The reader is given back whatever happened, and the result is written on
 * success alone. */
Err query_cochange(Job *job, Index *index, const QueryCochange *request, QueryCochanges *ret_cochanges) {
  QueryCochanges result = {0};
  Present present = {.job = job};
  TRY(index_reader_take(job, index, &present.reader));
  Err err = answer(job, index, request, &present, &result);
  index_reader_return(index, present.reader);
  if (!err) *ret_cochanges = result;
  return err;
}
