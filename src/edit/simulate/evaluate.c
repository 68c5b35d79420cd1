/* Judging by language servers: what they say of the old texts and of the new
 * ones, each shown in a view that nobody else sees. */
#include "src/edit/simulate/simulate_internal.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/verify/verify.h"

/* ---- reports ---- */

/* A copy in the judge's terms; texts are shared with the server's report,
 * which lives in the same arena. */
static void take_report(Arena *arena, Str path, const LspDiagnostics *from, EditDiagnostics *ret_report) {
  EditDiagnostics report = {0};
  for (size_t i = 0; i < from->len; i++) {
    const LspDiagnostic *one = &from->items[i];
    *vec_add(arena, &report) = (EditDiagnostic){.path = path, .at = one->range.start, .end = one->range.end, .byte = one->range.start_byte,
                                                .severity = one->severity, .code = one->code, .source = one->source,
                                                .message = one->message};
  }
  *ret_report = report;
}

/* *ret_proved: the report is about exactly the text that is shown, and not an
 * earlier one. */
static Err ask_one(const EditJudge *judge, LspServer *server, EditCandidate *candidate, int64_t until_ms, bool is_after, bool *ret_proved) {
  Job *job = judge->job;
  LspDiagnostics said = {0};
  int64_t left = until_ms - job_now_ms();
  LspDocument document;
  /* One whose text is the same is looked at again for what changed elsewhere. */
  if (is_after && !candidate->edits) TRY(lsp_server_show_again(job, server, candidate->path, &document));
  TRY(lsp_ask_diagnostics(job, server, candidate->path, left > 0 ? left : 0, &said));
  take_report(job->arena, candidate->path, &said, is_after ? &candidate->after : &candidate->before);
  *ret_proved = said.is_current;
  return OK;
}

/* ---- views ---- */

typedef struct Texts {
  LspViewText *items;
  size_t len;
  size_t cap;
} Texts;

/* Only changed files are put into the view; of others the server reads the
 * disk. */
static Texts texts_of(Arena *arena, const EditCandidates *candidates, const LspServer *server, bool is_after) {
  Texts texts = {0};
  for (size_t i = 0; i < candidates->len; i++) {
    const EditCandidate *one = &candidates->items[i];
    if (one->server == server && one->edits) *vec_add(arena, &texts) = (LspViewText){one->path, is_after ? one->text : one->base};
  }
  return texts;
}

/* A baseline that was kept from an earlier evaluation is not asked for again:
 * the old text has not changed. */
static bool needs_base(const EditCandidates *candidates, const LspServer *server) {
  for (size_t i = 0; i < candidates->len; i++) {
    if (candidates->items[i].server == server && !candidates->items[i].has_before) return true;
  }
  return false;
}

/* What is not proved in time makes the verdict partial: a difference to a
 * guess would be invented. */
static Err ask_bases(const EditJudge *judge, EditCandidates *candidates, LspServer *server, int64_t until_ms, EditVerdict *verdict) {
  for (size_t i = 0; i < candidates->len; i++) {
    EditCandidate *one = &candidates->items[i];
    if (one->server != server || one->has_before) continue;
    TRY(ask_one(judge, server, one, until_ms, false, &one->has_before));
    if (!one->has_before) verdict->is_timeout = true;
  }
  return OK;
}

static Err ask_changed(const EditJudge *judge, EditCandidates *candidates, LspServer *server, int64_t until_ms, EditVerdict *verdict) {
  for (size_t i = 0; i < candidates->len; i++) {
    EditCandidate *one = &candidates->items[i];
    bool is_proved = false;
    if (one->server != server) continue;
    TRY(ask_one(judge, server, one, until_ms, true, &is_proved));
    if (!is_proved) verdict->is_timeout = true;
  }
  return OK;
}

/* One that has not read the workspace may complain of what it has not found. */
static Err wait_ready(const EditJudge *judge, LspServer *server, Str path) {
  Err err = lsp_ask_ready(judge->job, server, path, EDIT_READY_MS);
  if (err != ERR_TIMEOUT || job_is_stopped(judge->job)) return err;
  job_forgive(judge->job);
  return OK;
}

static int64_t timeout_of(const EditJudge *judge) { return judge->timeout_ms > 0 ? judge->timeout_ms : EDIT_TIMEOUT_MS; }

/* Some servers are ready by project; the path of any candidate tells which. */
static Str first_path(const EditCandidates *candidates, const LspServer *server) {
  for (size_t i = 0; i < candidates->len; i++) {
    if (candidates->items[i].server == server) return candidates->items[i].path;
  }
  return STR_EMPTY;
}

/* Two views, one after the other: all old texts together, then all new ones
 * together, because a change in one file is judged with the changes in the
 * others. */
Err edit_ask_server(const EditJudge *judge, EditCandidates *candidates, LspServer *server, EditVerdict *verdict) {
  Job *job = judge->job;
  int64_t timeout = timeout_of(judge), baseline = timeout > EDIT_BASELINE_MS ? timeout : EDIT_BASELINE_MS;
  Texts old = texts_of(job->arena, candidates, server, false), new = texts_of(job->arena, candidates, server, true);
  TRY(wait_ready(judge, server, first_path(candidates, server)));
  LspView *view = NULL;
  if (needs_base(candidates, server)) {
    TRY(lsp_view_open(job, server, old.items, old.len, &view));
    Err err = ask_bases(judge, candidates, server, job_now_ms() + baseline, verdict);
    lsp_view_close(view);
    TRY(err);
  }
  TRY(lsp_view_open(job, server, new.items, new.len, &view));
  Err err = ask_changed(judge, candidates, server, job_now_ms() + timeout, verdict);
  lsp_view_close(view);
  return err;
}

/* Never an error because of the server: a baseline that cannot be had now is
 * asked for again when it counts. */
Err edit_ask_base(const EditJudge *judge, EditCandidate *candidate, int64_t wait_ms, bool *ret_proved) {
  Job *job = judge->job;
  LspServer *server = NULL;
  *ret_proved = false;
  if (!judge->server || judge->server(judge->context, candidate->path, &server)) {
    job_forgive(job); /* evaluating says why there is none */
    return job_check(job);
  }
  LspView *view = NULL;
  Err err = wait_ready(judge, server, candidate->path);
  if (!err) err = lsp_view_open(job, server, &(LspViewText){candidate->path, candidate->base}, 1, &view);
  if (!err) {
    err = ask_one(judge, server, candidate, job_now_ms() + wait_ms, false, ret_proved);
    lsp_view_close(view);
  }
  lsp_server_release(server);
  if (err && verify_is_gone(job, err)) {
    job_forgive(job); /* it is asked again when it counts */
    return OK;
  }
  return err;
}

/* ---- files that depend on the changed ones ---- */

static bool has_path(const EditCandidates *candidates, Str path) {
  for (size_t i = 0; i < candidates->len; i++) {
    if (str_eq(candidates->items[i].path, path)) return true;
  }
  return false;
}

/* Bounded, because each of them is a question to a server; that there were
 * more is said. */
static Err add_path(const EditJudge *judge, EditCandidates *candidates, Str path, EditVerdict *verdict) {
  Str text;
  if (has_path(candidates, path)) return OK;
  if (verdict->dependents == EDIT_DEPENDENTS_MAX) {
    verdict->note = str_format(judge->job->arena, "Only the first %d files that depend on the changed ones were looked at.", EDIT_DEPENDENTS_MAX);
    return OK;
  }
  Err err = root_read(judge->job, index_files(judge->index), path, EDIT_FILE_MAX, &text);
  if (err) {
    TRY(job_check(judge->job));
    job_forgive(judge->job); /* gone meanwhile: nothing depends any more */
    return OK;
  }
  *vec_add(judge->job->arena, candidates) = (EditCandidate){.path = path, .base = text, .text = text};
  verdict->dependents++;
  return OK;
}

/* Who imports the file, and who uses something that is defined in it. */
static Err add_of(const EditJudge *judge, StoreReader *reader, Str path, EditCandidates *candidates, EditVerdict *verdict) {
  Job *job = judge->job;
  StoreFiles files;
  StoreSymbols symbols;
  QueryImporters importers = {0};
  TRY(store_list_files(job, reader, path, &files));
  for (size_t f = 0; f < files.len; f++) {
    if (!str_eq(files.items[f].path, path)) continue;
    TRY(query_importers(job, reader, files.items[f].id, &importers));
    for (size_t i = 0; i < importers.direct_count; i++) TRY(add_path(judge, candidates, importers.direct[i], verdict));
    for (size_t i = 0; i < importers.through_count; i++) TRY(add_path(judge, candidates, importers.through[i], verdict));
    TRY(store_list_symbols(job, reader, files.items[f].id, &symbols));
    for (size_t i = 0; i < symbols.len; i++) {
      StoreEdges edges = {0};
      TRY(store_edges_into(job, reader, symbols.items[i].id, STORE_ALL_KINDS, &edges));
      for (size_t e = 0; e < edges.len; e++) {
        StoreSymbol user;
        TRY(query_symbol(job, reader, edges.items[e].from, &user));
        if (user.path.len) TRY(add_path(judge, candidates, user.path, verdict));
      }
    }
  }
  return OK;
}

/* The reader is given back whatever happens. Only the files that were there at
 * the beginning are followed, not the dependents of dependents. */
Err edit_add_dependents(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) {
  Job *job = judge->job;
  size_t changed = candidates->len;
  StoreReader *reader;
  TRY(index_refresh(job, judge->index));
  TRY(index_reader_take(job, judge->index, &reader));
  Err err = OK;
  for (size_t i = 0; !err && i < changed; i++) err = add_of(judge, reader, candidates->items[i].path, candidates, verdict);
  index_reader_return(judge->index, reader);
  return err;
}
