/* Which test files a change needs: those that are part of it, those whose tests
 * reach it through the graph, those named after it, and those that changed with
 * it before. No source alone is enough: the graph misses what is looked up by
 * name at run time, names miss what is tested from far away, and history knows
 * only what was there for a while. */
#include <stdlib.h>

#include "src/base/map.h"
#include "src/check/check_internal.h"
#include "src/query/history/history.h"
#include "src/query/impact/impact.h"
#include "src/query/names/names.h"

/* Calls between a test and what it tests. More would reach nearly all tests of
 * a project. */
#define DEPTH 3
/* Reading a history for the first time may take longer; then it is not asked
 * this once. */
#define HISTORY_PATIENCE_MS 1500
#define TOGETHER_MIN 3 /* commits that changed both */
#define TOGETHER_MAX 5 /* files taken from history, for each that changed */

/* One question. `tests` is the answer under way, in which a file is found once
 * however many ways lead to it. */
typedef struct Affected {
  Job *job;
  Index *index;
  StoreReader *reader;
  CheckTests *tests;
} Affected;

/* The pointer holds until the next call, which may move the list. */
static CheckTest *test_at(Affected *affected, Str path, unsigned by) {
  CheckTests *tests = affected->tests;
  CheckTest *test = NULL;
  for (size_t i = 0; !test && i < tests->len; i++) {
    if (str_eq(tests->items[i].path, path)) test = &tests->items[i];
  }
  if (!test) {
    test = vec_add(affected->job->arena, tests);
    *test = (CheckTest){.path = path};
  }
  test->by |= by;
  return test;
}

/* Commands are made from what the graph reached, because it alone knows single
 * tests. */
static Err find_by_graph(Affected *affected, const CheckChange *change, const StoreSymbol *roots, size_t count) {
  Job *job = affected->job;
  QueryImpact impact;
  QueryTests reached;
  if (!count) return OK;
  QueryImpactRequest request = {.roots = roots, .root_count = count, .bare_files = change->bare_files, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = DEPTH};
  TRY(query_impact(job, affected->reader, &request, &impact));
  TRY(query_impact_tests(job, affected->index, affected->reader, &impact, &reached));
  for (size_t i = 0; i < reached.len; i++) {
    CheckTest *test = test_at(affected, reached.files[i].file.path, CHECK_BY_GRAPH);
    test->names = reached.files[i].names;
    test->name_count = reached.files[i].name_count;
  }
  affected->tests->commands = reached.commands;
  affected->tests->notes = reached.notes;
  affected->tests->command_count = reached.command_count;
  return OK;
}

static Err find_by_name(Affected *affected, Str path) {
  Str *paths;
  size_t count;
  TRY(query_tests_named(affected->job, affected->reader, path, &paths, &count));
  for (size_t i = 0; i < count; i++) test_at(affected, paths[i], CHECK_BY_NAME);
  return OK;
}

/* A repository without a history is no reason to fail. */
static Err find_by_history(Affected *affected, Str path) {
  Job *job = affected->job;
  QueryCochanges together;
  QueryCochange request = {.path = path, .support_min = TOGETHER_MIN, .limit = 50, .patience_ms = HISTORY_PATIENCE_MS};
  size_t taken = 0;
  if (query_cochange(job, affected->index, &request, &together)) {
    TRY(job_check(job));
    job_forgive(job);
    return OK;
  }
  for (size_t i = 0; together.state.is_there && i < together.neighbours.len && taken < TOGETHER_MAX; i++) {
    bool is_test = false;
    TRY(query_is_test(job, affected->reader, together.neighbours.items[i].path, &is_test));
    if (!is_test) continue;
    test_at(affected, together.neighbours.items[i].path, CHECK_BY_HISTORY);
    taken++;
  }
  return OK;
}

/* A test file that changed is needed itself, and may be the subject of other
 * tests as well. */
static Err take_path(Affected *affected, Str path) {
  bool is_test = false;
  TRY(job_check(affected->job));
  TRY(query_is_test(affected->job, affected->reader, path, &is_test));
  if (is_test) test_at(affected, path, CHECK_BY_ITSELF);
  TRY(find_by_name(affected, path));
  return find_by_history(affected, path);
}

/* The file itself as a root: it stands for all that is in it. */
static Err file_root(Affected *affected, Str path, StoreSymbol *ret_root, bool *ret_is_there) {
  StoreFile stored;
  *ret_is_there = false;
  TRY(query_file(affected->job, affected->reader, path, &stored));
  if (!stored.id.value || stored.skip.len) return OK;
  *ret_is_there = true;
  return query_symbol(affected->job, affected->reader, store_symbol_id(stored.id, 0), ret_root);
}

/* The strongest reason of a file decides its place: by itself, by name, by the
 * graph, by history. */
static unsigned worth(unsigned by) {
  return by & CHECK_BY_ITSELF ? 0 : by & CHECK_BY_NAME ? 1 : by & CHECK_BY_GRAPH ? 2 : 3;
}

static int by_worth(const void *a, const void *b) {
  const CheckTest *x = a, *y = b;
  if (worth(x->by) != worth(y->by)) return worth(x->by) < worth(y->by) ? -1 : 1;
  return str_compare(x->path, y->path);
}

/* With symbols the paths are only asked by name and history: the symbols say
 * more exactly what changed in them. */
Err check_affected(Job *job, Index *index, StoreReader *reader, const CheckChange *change, CheckTests *ret_tests) {
  Affected affected = {.job = job, .index = index, .reader = reader, .tests = ret_tests};
  VEC(StoreSymbol) roots = {0};
  *ret_tests = (CheckTests){0};
  for (size_t i = 0; i < change->symbol_count; i++) *vec_add(job->arena, &roots) = change->symbols[i];
  for (size_t i = 0; !change->symbol_count && i < change->path_count; i++) {
    StoreSymbol root;
    bool is_there;
    TRY(file_root(&affected, change->paths[i], &root, &is_there));
    if (is_there) *vec_add(job->arena, &roots) = root;
  }
  TRY(find_by_graph(&affected, change, roots.items, roots.len));
  for (size_t i = 0; i < change->path_count; i++) TRY(take_path(&affected, change->paths[i]));
  if (ret_tests->len) qsort(ret_tests->items, ret_tests->len, sizeof *ret_tests->items, by_worth);
  return OK;
}
