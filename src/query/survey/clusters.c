/* Clusters by passing on labels: each file takes the one that weighs most
 * among its neighbours, in a fixed order, until nothing changes. */
#include "src/query/survey/survey_internal.h"

/* Labels can swing between two states for ever. Fewer files than CLUSTER_MIN
 * are no cluster worth telling. */
#define ROUNDS_MAX 20
#define CLUSTER_MIN 3

typedef struct Spread {
  const Survey *survey;
  uint32_t *back_starts; /* edges by target */
  uint32_t *back;        /* numbers of edges */
  uint32_t *labels;
  uint64_t *weights;     /* by label, of the node at hand */
  uint32_t *touched;
} Spread;

/* A counting sort: edges are by source already, and are needed by target as
 * well. */
static void index_back(Arena *arena, Spread *spread) {
  const Survey *survey = spread->survey;
  spread->back_starts = ARENA_ARRAY(arena, uint32_t, survey->len + 2);
  spread->back = ARENA_ARRAY(arena, uint32_t, survey->edge_count + 1);
  for (size_t i = 0; i < survey->edge_count; i++) spread->back_starts[survey->edges[i].to + 1]++;
  for (uint32_t i = 0; i < survey->len; i++) spread->back_starts[i + 1] += spread->back_starts[i];
  uint32_t *at = arena_copy(arena, spread->back_starts, (survey->len + 1) * sizeof(uint32_t));
  for (uint32_t i = 0; i < survey->edge_count; i++) spread->back[at[survey->edges[i].to]++] = i;
}

/* Which labels have a weight is remembered, so that clearing them costs no
 * walk over all. */
static uint32_t weigh(Spread *spread, uint32_t touched, uint32_t label, uint32_t count) {
  if (!spread->weights[label]) spread->touched[touched++] = label;
  spread->weights[label] += count;
  return touched;
}

/* Ties go to the smaller label, so that the result is the same in every run. */
static bool relabel(Spread *spread, uint32_t node) {
  const Survey *survey = spread->survey;
  uint32_t touched = 0, best = spread->labels[node];
  for (uint32_t e = survey->starts[node]; e < survey->starts[node + 1]; e++) {
    touched = weigh(spread, touched, spread->labels[survey->edges[e].to], survey->edges[e].count);
  }
  for (uint32_t e = spread->back_starts[node]; e < spread->back_starts[node + 1]; e++) {
    const SurveyEdge *edge = &survey->edges[spread->back[e]];
    touched = weigh(spread, touched, spread->labels[edge->from], edge->count);
  }
  for (uint32_t i = 0; i < touched; i++) {
    uint32_t label = spread->touched[i];
    uint64_t weight = spread->weights[label], most = spread->weights[best];
    if (weight > most || (weight == most && label < best)) best = label;
  }
  for (uint32_t i = 0; i < touched; i++) spread->weights[spread->touched[i]] = 0;
  bool changed = best != spread->labels[node];
  spread->labels[node] = best;
  return changed;
}

typedef struct Member {
  uint32_t node;
  uint64_t weight; /* of its edges inside the cluster */
  Str path;
} Member;

static int by_weight(const void *a, const void *b) {
  const Member *x = a, *y = b;
  if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
  return str_compare(x->path, y->path);
}

/* Ties by the first path, for answers that can be repeated. */
static int by_size(const void *a, const void *b) {
  const QueryCluster *x = a, *y = b;
  if (x->len != y->len) return x->len > y->len ? -1 : 1;
  return str_compare(x->paths[0], y->paths[0]);
}

/* The nodes by label. */
typedef struct Members {
  uint32_t *starts; /* by label, into nodes; one more at the end */
  uint32_t *nodes;
  uint64_t *weights; /* by node: of its edges inside its cluster */
  size_t *inside, *outside; /* by label: edges */
} Members;

/* Another counting sort, of nodes by label, and one walk over the edges for
 * the sums. */
static void gather(Arena *arena, const Spread *spread, Members *members) {
  const Survey *survey = spread->survey;
  *members = (Members){.starts = ARENA_ARRAY(arena, uint32_t, survey->len + 2), .nodes = ARENA_ARRAY(arena, uint32_t, survey->len + 1),
                       .weights = ARENA_ARRAY(arena, uint64_t, survey->len + 1),
                       .inside = ARENA_ARRAY(arena, size_t, survey->len + 1), .outside = ARENA_ARRAY(arena, size_t, survey->len + 1)};
  for (uint32_t i = 0; i < survey->len; i++) members->starts[spread->labels[i] + 1]++;
  for (uint32_t i = 0; i < survey->len; i++) members->starts[i + 1] += members->starts[i];
  uint32_t *at = arena_copy(arena, members->starts, (survey->len + 1) * sizeof(uint32_t));
  for (uint32_t i = 0; i < survey->len; i++) members->nodes[at[spread->labels[i]]++] = i;
  for (size_t i = 0; i < survey->edge_count; i++) {
    const SurveyEdge *edge = &survey->edges[i];
    uint32_t from = spread->labels[edge->from], to = spread->labels[edge->to];
    if (from == to) {
      members->inside[from] += edge->count;
      members->weights[edge->from] += edge->count;
      members->weights[edge->to] += edge->count;
    } else {
      members->outside[from] += edge->count;
      members->outside[to] += edge->count;
    }
  }
}

/* The files that have most to do with the others come first: they name the
 * cluster. */
static QueryCluster make_cluster(Arena *arena, const Survey *survey, const Members *members, uint32_t label) {
  const uint32_t *nodes = members->nodes + members->starts[label];
  size_t size = members->starts[label + 1] - members->starts[label];
  QueryCluster cluster = {.paths = ARENA_ARRAY(arena, Str, size), .len = size, .inside = members->inside[label],
                          .outside = members->outside[label]};
  Member *sorted = ARENA_ARRAY(arena, Member, size);
  for (size_t i = 0; i < size; i++) sorted[i] = (Member){nodes[i], members->weights[nodes[i]], survey->names[nodes[i]]};
  qsort(sorted, size, sizeof(*sorted), by_weight);
  for (size_t i = 0; i < size; i++) cluster.paths[i] = sorted[i].path;
  return cluster;
}

/* The order of nodes is that of paths and never changes; a few rounds settle
 * nearly all, and a bound ends what would swing. */
Err query_clusters(Job *job, StoreReader *reader, QueryClusters *ret_clusters) {
  Survey survey;
  Members members;
  VEC(QueryCluster) clusters = {0};
  TRY(query_survey(job, reader, false, &survey));
  Spread spread = {.survey = &survey, .labels = ARENA_ARRAY(job->arena, uint32_t, survey.len + 1),
                   .weights = ARENA_ARRAY(job->arena, uint64_t, survey.len + 1),
                   .touched = ARENA_ARRAY(job->arena, uint32_t, survey.len + 1)};
  index_back(job->arena, &spread);
  for (uint32_t i = 0; i < survey.len; i++) spread.labels[i] = i;
  bool changed = true;
  for (int round = 0; round < ROUNDS_MAX && changed; round++) {
    TRY(job_check(job));
    changed = false;
    for (uint32_t i = 0; i < survey.len; i++) changed |= relabel(&spread, i);
  }
  gather(job->arena, &spread, &members);
  for (uint32_t label = 0; label < survey.len; label++) {
    if (members.starts[label + 1] - members.starts[label] < CLUSTER_MIN) continue;
    TRY(job_check(job));
    *vec_add(job->arena, &clusters) = make_cluster(job->arena, &survey, &members, label);
  }
  if (clusters.len > 1) qsort(clusters.items, clusters.len, sizeof(*clusters.items), by_size);
  *ret_clusters = (QueryClusters){clusters.items, clusters.len};
  return OK;
}
