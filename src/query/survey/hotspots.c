/* Hotspots: what changes often and much depends on. */
#include <math.h>

#include "src/base/map.h"
#include "src/query/history/history.h"
#include "src/query/survey/survey_internal.h"

/* Without the history there are only the users to tell, so it is waited for
 * longer than elsewhere. */
#define PATIENCE_MS 15000

static int by_heat(const void *a, const void *b) {
  const QueryHotspot *x = a, *y = b;
  if (x->heat != y->heat) return x->heat > y->heat ? -1 : 1;
  return str_compare(x->path, y->path);
}

/* Files that no commit touched have none. Without a history the reason is
 * told. */
static Err add_churn(Job *job, Index *index, QueryHotspot *spots, size_t count, QueryHotspots *hotspots) {
  History *history = query_history(index);
  HistoryState state;
  HistoryChurns churns;
  Map known;
  TRY(history_update(job, history, PATIENCE_MS, &state));
  hotspots->has_history = state.is_there;
  hotspots->reason = state.reason;
  if (!state.is_there) return OK;
  TRY(history_churns(job, history, &churns));
  map_init(&known, job->arena);
  for (size_t i = 0; i < churns.len; i++) map_put(&known, churns.items[i].path, &churns.items[i]);
  for (size_t i = 0; i < count; i++) {
    const HistoryChurn *churn = map_get(&known, spots[i].path);
    if (!churn) continue;
    spots[i].churn = churn->churn;
    spots[i].commits = churn->commits;
  }
  return OK;
}

Err query_hotspots(Job *job, Index *index, StoreReader *reader, size_t limit, QueryHotspots *ret_hotspots) {
  Survey survey;
  QueryHotspots hotspots = {0};
  TRY(query_survey_files(job, index, reader, &survey));
  QueryHotspot *spots = ARENA_ARRAY(job->arena, QueryHotspot, survey.len + 1);
  for (uint32_t i = 0; i < survey.len; i++) spots[i].path = survey.names[i];
  for (size_t i = 0; i < survey.edge_count; i++) spots[survey.edges[i].to].users++;
  TRY(add_churn(job, index, spots, survey.len, &hotspots));
  /* The users are damped: ten times as many do not make it ten times as hot. */
  for (uint32_t i = 0; i < survey.len; i++) {
    double users = log2(1 + (double)spots[i].users);
    spots[i].heat = hotspots.has_history ? spots[i].churn * users : users;
  }
  if (survey.len > 1) qsort(spots, survey.len, sizeof(*spots), by_heat);
  hotspots.items = spots;
  for (hotspots.len = 0; hotspots.len < survey.len && hotspots.len < limit && spots[hotspots.len].heat > 0;) hotspots.len++;
  *ret_hotspots = hotspots;
  return OK;
}
