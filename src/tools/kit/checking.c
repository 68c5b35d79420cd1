/* Running linters, builds and tests for a call. Trust and the read-only policy
 * are asked here, once for all tools that execute something of a workspace;
 * which program fits is check/'s business. */
#include "src/tools/kit/checking_internal.h"

#include "src/index/part.h"

/* Opening needs neither trust nor permission: the table and the places can be
 * looked at by tools that only tell what would be run. Without `running`
 * nothing is trusted, so the refusal that stands here is what a caller is
 * told. */
Err tool_checking_open(ToolCall *call, Index *index, ToolChecking *ret_checking) {
  ToolChecking checking = {.call = call, .index = index};
  checking.running.refusal = STR("this server runs nothing of a workspace");
  if (call->scope->running) TRY(call->scope->running(call->scope, call, &checking.running));
  const ToolRunning *running = &checking.running;
  checking.places = (CheckPlaces){.root = index_files(index), .path_variable = running->path_variable,
                                  .virtual_env = running->virtual_env, .home = running->home, .env = running->env};
  Err err = check_table_read(call->job, running->checkers, &checking.table);
  if (err) return job_prefix(call->job, err, "your own table of checkers, checkers.tsv beside your config.json: ");
  *ret_checking = checking;
  return OK;
}

Err tool_checking_allow(ToolChecking *checking) {
  Job *job = checking->call->job;
  if (!checking->running.is_trusted) return job_fail(job, ERR_UNTRUSTED, "%.*s", STR_ARG(checking->running.refusal));
  if (!checking->running.is_read_only) return OK;
  return job_fail(job, ERR_DENIED, "builds, tests and linters execute something, and only reading is allowed here (--read-only or "
                  "tools.read_only)");
}

Err tool_checking_tests(ToolChecking *checking, const CheckWanted *wanted, int64_t wait_ms, CheckProgress *ret_progress) {
  ToolCall *call = checking->call;
  CheckRuns runs;
  TRY(tool_checking_allow(checking));
  TRY(check_choose(call->job, &checking->table, &checking->places, wanted, &runs));
  *ret_progress = (CheckProgress){.is_over = true};
  if (!runs.len) return OK;
  tool_mark_writing(call);
  return check_begin(call->job, &checking->places, &runs, wait_ms, ret_progress);
}

/* A linter reads and may be run again after a crash; a build or a test may
 * have written anything, so the call is marked before the first of them
 * starts. */
Err tool_checking_run(ToolChecking *checking, const CheckWanted *wanted, CheckOutcome **ret_outcomes, size_t *ret_count) {
  ToolCall *call = checking->call;
  CheckRuns runs;
  TRY(tool_checking_allow(checking));
  TRY(check_choose(call->job, &checking->table, &checking->places, wanted, &runs));
  CheckOutcome *outcomes = ARENA_ARRAY(call->job->arena, CheckOutcome, runs.len + 1);
  if (wanted->kind == CHECK_TEST) {
    CheckProgress progress;
    TRY(tool_checking_tests(checking, wanted, -1, &progress));
    *ret_outcomes = progress.outcomes;
    *ret_count = progress.count;
    return OK;
  }
  bool changes = wanted->kind != CHECK_LINT;
  if (changes && runs.len) tool_mark_writing(call);
  for (size_t i = 0; i < runs.len; i++) TRY(check_run(call->job, &checking->places, &runs.items[i], &outcomes[i]));
  *ret_outcomes = outcomes;
  *ret_count = runs.len;
  return OK;
}
