/* Judging changes: by the servers that know their files, and without one by
 * grammar and graph; then both reports of each file are compared. */
#include "src/edit/simulate/simulate_internal.h"
#include "src/verify/verify.h"

/* Eventual: a server judges other files in its own time, and may have more to
 * say later. Without a server, or without a proof, only a part is known. */
const char *edit_verdict_confidence(const EditVerdict *verdict) {
  if (verdict->is_timeout || verdict->means != EDIT_BY_SERVER) return "partial";
  return verdict->is_workspace ? "eventual" : "high";
}

const char *edit_verdict_means(const EditVerdict *verdict) {
  if (verdict->means == EDIT_BY_SERVER) return "server";
  return verdict->means == EDIT_BY_SYNTAX ? "syntax and graph" : "server, syntax and graph";
}

/* ---- servers ---- */

/* Many files have the same reason; it is said once. */
static void add_note(Arena *arena, EditVerdict *verdict, Str words) {
  if (!words.len || str_contains(verdict->note, words)) return;
  verdict->note = verdict->note.len ? str_format(arena, "%.*s %.*s", STR_ARG(verdict->note), STR_ARG(words)) : str_copy(arena, words);
}

/* No server is no failure; why is said. */
static Err take_server(const EditJudge *judge, EditCandidate *candidate, EditVerdict *verdict) {
  Job *job = judge->job;
  if (!judge->server) return OK;
  Err err = judge->server(judge->context, candidate->path, &candidate->server);
  if (!err) return OK;
  candidate->server = NULL;
  TRY(job_check(job));
  if (candidate->edits) add_note(job->arena, verdict, str_copy(job->arena, job_message(job, err)));
  job_forgive(job);
  return OK;
}

static void release(EditCandidates *candidates) {
  for (size_t i = 0; i < candidates->len; i++) {
    if (candidates->items[i].server) lsp_server_release(candidates->items[i].server);
    candidates->items[i].server = NULL;
  }
}

/* A server is asked once for all of its files. */
static bool is_first_of(const EditCandidates *candidates, size_t at) {
  for (size_t i = 0; i < at; i++) {
    if (candidates->items[i].server == candidates->items[at].server) return false;
  }
  return true;
}

static Err ask_servers(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) {
  for (size_t i = 0; i < candidates->len; i++) TRY(take_server(judge, &candidates->items[i], verdict));
  for (size_t i = 0; i < candidates->len; i++) {
    LspServer *server = candidates->items[i].server;
    if (!server || !is_first_of(candidates, i)) continue;
    verdict->server = str_copy(judge->job->arena, lsp_server_name(server));
    verdict->means |= EDIT_BY_SERVER;
    TRY(edit_ask_server(judge, candidates, server, verdict));
  }
  return OK;
}

/* ---- the whole ---- */

static bool is_without_server(const EditCandidates *candidates) {
  for (size_t i = 0; i < candidates->len; i++) {
    if (!candidates->items[i].server && candidates->items[i].edits) return true;
  }
  return false;
}

/* Grammar and graph judge what no server knows; where a server judges they
 * keep silent, because it knows better. */
static Err judge_all(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) {
  if (judge->is_workspace) TRY(edit_add_dependents(judge, candidates, verdict));
  TRY(ask_servers(judge, candidates, verdict));
  if (is_without_server(candidates) || !verdict->means) {
    verdict->means |= EDIT_BY_SYNTAX;
    TRY(edit_ask_syntax(judge, candidates, verdict));
  }
  for (size_t i = 0; i < candidates->len; i++) {
    const EditCandidate *one = &candidates->items[i];
    edit_compare(judge->job->arena, &(EditReports){.before = &one->before, .after = &one->after, .edits = one->edits}, verdict);
  }
  verdict->files = candidates->len;
  return OK;
}

Err edit_judge(const EditJudge *judge, EditCandidates *candidates, EditVerdict *ret_verdict) {
  EditVerdict verdict = {.is_workspace = judge->is_workspace};
  int64_t began = job_now_ms();
  Err err = judge_all(judge, candidates, &verdict);
  release(candidates);
  verdict.duration_ms = job_now_ms() - began;
  if (!err) *ret_verdict = verdict;
  return err;
}
