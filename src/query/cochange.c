/* Co-change with what is in the workspace now. */
#include "src/query/cochange.h"

#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/history.h"
#include "src/query/target.h"
#include "src/store/foreign.h"

typedef struct Present {
  Job *job;
  StoreReader *reader;
} Present;

static bool is_present(void *context, Str path) {
  Present *present = context;
  StoreFile file;
  if (!query_file(present->job, present->reader, path, &file)) return file.id.value != 0;
  job_forgive(present->job);
  return false;
}

/* ---- the other tool's file ---- */

typedef struct Foreign {
  Present *present;
  VEC(HistoryNeighbour) found;
} Foreign;

static Err take_row(void *context, Job *job, Str path, double weight, double commits) {
  Foreign *foreign = context;
  if (!is_present(foreign->present, path)) return OK;
  *vec_add(job->arena, &foreign->found) = (HistoryNeighbour){.path = path, .weight = weight, .support = (size_t)commits};
  return OK;
}

static const char neighbours_sql[] =
    "SELECT other.path, sum(edge.weight), count(*) FROM artifacts own"
    " JOIN co_change_edges edge ON edge.artifact_a = own.id"
    " JOIN artifacts other ON other.id = edge.artifact_b"
    " WHERE own.path = ?1 GROUP BY other.path ORDER BY 2 DESC, 1";

static Err read_foreign(Job *job, Index *index, const QueryCochange *request, Present *present, QueryCochanges *ret) {
  Foreign foreign = {.present = present};
  Str path = str_format(job->arena, "%.*s/" QUERY_COCHANGE_FILE, STR_ARG(index_root(index)));
  TRY(store_read_foreign(job, path, neighbours_sql, request->path, take_row, &foreign));
  ret->is_foreign = ret->state.is_there = true;
  ret->neighbours = (HistoryNeighbours){.items = foreign.found.items, .total = foreign.found.len};
  ret->neighbours.len = foreign.found.len < request->limit ? foreign.found.len : request->limit;
  return OK;
}

static Err answer(Job *job, Index *index, const QueryCochange *request, Present *present, QueryCochanges *result) {
  FileStat stat;
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

Err query_cochange(Job *job, Index *index, const QueryCochange *request, QueryCochanges *ret_cochanges) {
  QueryCochanges result = {0};
  Present present = {.job = job};
  TRY(index_reader_take(job, index, &present.reader));
  Err err = answer(job, index, request, &present, &result);
  index_reader_return(index, present.reader);
  if (!err) *ret_cochanges = result;
  return err;
}
