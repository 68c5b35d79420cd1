/* Resolving one file: the run around its references. */
#include "src/resolve/resolve.h"

#include <assert.h>
#include <limits.h>

#include "src/base/sort.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/stars_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

/* Everything here is memory that would otherwise be allocated for every
 * file: indexes over files that many others look at, the memo, marks by
 * file. */
ResolveThread *resolve_thread_open(ResolveWorld *world) {
  ResolveThread *thread = arena_heap_alloc(sizeof *thread);
  thread->world = world;
  thread->index_max = world->memory;
  arena_init(&thread->arena);
  return thread;
}

void resolve_thread_close(ResolveThread *thread) {
  if (thread->aside) resolve_thread_close(thread->aside);
  resolve_index_free_all(thread);
  resolve_assigned_free_all(thread);
  resolve_stars_free(thread);
  free(thread->memo);
  free(thread->view_of);
  free(thread->view_run);
  free(thread->used_run);
  free(thread->marks);
  free(thread->name_hashes);
  arena_clear(&thread->arena);
  free(thread);
}

/* Memory that one exceptional file needed is not kept for the others. */
static void shrink(ResolveThread *thread) {
  if (thread->arena.used > thread->world->memory) arena_clear(&thread->arena);
  else arena_reset(&thread->arena);
  resolve_memo_shrink(thread);
}

/* Nothing of an earlier run is cleared: entries carry the number of the run
 * they are of. When the numbers have gone round, which takes four billion
 * files, old entries would look new, so then all is cleared. */
void resolve_run_begin(ResolveThread *thread, Run *run) {
  assert(thread->world);
  shrink(thread);
  thread->clock++;
  thread->memo_used = 0;
  if (++thread->run_number == 0) { /* marks of earlier runs would look new */
    thread->run_number = 1;
    memset(thread->memo, 0, thread->memo_slots * sizeof *thread->memo);
    memset(thread->view_run, 0, thread->view_cap * sizeof *thread->view_run);
    memset(thread->used_run, 0, thread->view_cap * sizeof *thread->used_run);
  }
  *run = (Run){.thread = thread, .world = thread->world, .arena = &thread->arena, .pool = &thread->pool,
               .cut_at = UINT_MAX, .step_limit = RUN_STEPS_PER_REF};
  idmap_init(&run->asked, run->arena);
  idmap_init(&run->wired, run->arena);
  idmap_init(&run->parts_of, run->arena);
  idmap_init(&run->users_of, run->arena);
  resolve_pool_reset(run);
}

/* ---- the result ---- */

#define COMPARE(a, b) if ((a) != (b)) return (a) < (b) ? -1 : 1

/* A total order by what is in the text and by paths: the same edges come in
 * the same order whatever numbers files happen to have. */
static int by_place(const void *a, const void *b, void *context) {
  const Edge *x = a, *y = b;
  const ResolveWorld *world = context;
  COMPARE(x->from, y->from);
  COMPARE(x->line, y->line);
  COMPARE(x->column, y->column);
  COMPARE(x->kind, y->kind);
  if (x->file != y->file) {
    int order = str_compare(world->files[x->file].path, world->files[y->file].path);
    if (order) return order;
  }
  COMPARE(x->to, y->to);
  COMPARE(x->rule, y->rule);
  return 0;
}

static int by_target(const void *a, const void *b, void *context) {
  const Edge *x = a, *y = b;
  COMPARE(x->from, y->from);
  COMPARE(x->file, y->file);
  COMPARE(x->to, y->to);
  return by_place(a, b, context);
}

/* A test covers a function once, however often it calls it. */
static void add_tests(Edges *edges) {
  const Edge *list = edges->tests.items;
  if (edges->tests.len) qsort_r(edges->tests.items, edges->tests.len, sizeof *list, by_target, edges->run->world);
  for (size_t i = 0; i < edges->tests.len; i++) {
    bool again = i && list[i].from == list[i - 1].from && list[i].file == list[i - 1].file && list[i].to == list[i - 1].to;
    if (!again) *vec_add(edges->run->arena, &edges->list) = list[i];
  }
}

/* The run's arena goes with the next file, so what is given is copied. One
 * place may lead to a definition by several rules; the first one, by the
 * order above, stays. */
static void give_edges(Job *job, Edges *edges, Resolved *ret) {
  add_tests(edges);
  size_t count = edges->list.len, kept = 0;
  Edge *list = arena_copy(job->arena, edges->list.items, count * sizeof *list);
  Edge *spare = ARENA_ARRAY(edges->run->arena, Edge, count);
  sort_nearly(list, spare, count, sizeof *list, by_place, edges->run->world); /* most are as the text has them */
  for (size_t i = 0; i < count; i++) {
    bool same = kept && list[kept - 1].from == list[i].from && list[kept - 1].line == list[i].line &&
                list[kept - 1].column == list[i].column && list[kept - 1].kind == list[i].kind &&
                list[kept - 1].file == list[i].file && list[kept - 1].to == list[i].to;
    if (!same) list[kept++] = list[i];
  }
  ret->edges = list;
  ret->edge_count = kept;
}

/* Kinds that follow from others (tests, overriding) are the sibling's own to know. */
static void give_outward(Job *job, Edges *edges, Resolved *ret) {
  size_t count = edges->outward.len, kept = 0;
  ResolvedOutward *list = ARENA_ARRAY(job->arena, ResolvedOutward, count + 1);
  if (count) qsort_r(edges->outward.items, count, sizeof(Edge), by_place, edges->run->world);
  for (size_t i = 0; i < count; i++) {
    const Edge *edge = &edges->outward.items[i], *last = kept ? &list[kept - 1].edge : NULL;
    bool is_same = last && last->from == edge->from && last->line == edge->line && last->column == edge->column &&
                   last->kind == edge->kind && last->file == edge->file && last->to == edge->to;
    if (!is_same) list[kept++] = resolve_sibling_outward(job->arena, edges->run, edge);
  }
  ret->outward = list;
  ret->outward_count = kept;
}

static void give_open(Job *job, const Edges *edges, Resolved *ret) {
  ret->open = arena_copy(job->arena, edges->open.items, edges->open.len * sizeof *edges->open.items);
  ret->open_count = edges->open.len;
}

static void give_uses(Job *job, const Run *run, Resolved *ret) {
  ret->uses = arena_copy(job->arena, run->uses.items, run->uses.len * sizeof *run->uses.items);
  ret->use_count = run->uses.len;
}

/* Also of look-ups that found nothing: when the name comes to be, whoever
 * missed it has to be resolved again. */
static void give_asks(Job *job, const Run *run, Resolved *ret) {
  ret->asks = arena_copy(job->arena, run->asks.items, run->asks.len * sizeof *run->asks.items);
  ret->ask_count = run->asks.len;
}

/* A file without facts has no edges and depends on nothing but itself. Views
 * are given back whatever happened, because the index counts what is
 * borrowed. */
Err resolve_file(Job *job, ResolveThread *thread, WorldFile file, Resolved *ret_resolved) {
  assert(file && file < thread->world->file_count);
  TRY(job_check(job));
  Run run;
  resolve_run_begin(thread, &run);
  Resolved resolved = {0};
  run.is_whole = true;
  run.root = resolve_view(&run, file);
  if (run.root) {
    Edges edges = {.run = &run, .view = run.root};
    resolve_edges_refs(&edges);
    resolve_edges_made(&edges);
    resolve_edges_routes(&edges);
    resolve_edges_requests(&edges);
    resolve_edges_endpoints(&edges);
    resolve_edges_events(&edges);
    resolve_edges_heard(&edges);
    resolve_edges_services(&edges);
    resolve_edges_kept(&edges);
    resolve_edges_stores(&edges);
    resolve_edges_states(&edges);
    resolve_edges_actions(&edges);
    resolve_edges_tasks(&edges);
    resolve_edges_models(&edges);
    resolve_edges_queries(&edges);
    resolve_edges_imports(&edges);
    resolve_edges_bases(&edges);
    resolve_edges_overrides(&edges);
    resolved.compared = run.compared;
    resolved.unresolved = edges.unresolved;
    resolved.external = edges.external;
    resolved.resolved = edges.resolved;
    give_edges(job, &edges, &resolved);
    give_outward(job, &edges, &resolved);
    give_open(job, &edges, &resolved);
    resolved.made = arena_copy(job->arena, edges.made.items, edges.made.len * sizeof *edges.made.items);
    resolved.made_count = edges.made.len;
    give_uses(job, &run, &resolved);
    give_asks(job, &run, &resolved);
  }
  resolve_views_return(&run);
  *ret_resolved = resolved;
  return OK;
}
