/* What all tools that write files do around their operations. The order is
 * always the same: a plan in memory, its syntax, what diagnostics say before,
 * the writing with its undo, what they say after. Operations themselves are
 * edit/'s. */
#include "src/tools/kit/editing_internal.h"

#include "src/base/vec.h"
#include "src/lsp/lsp.h"
#include "src/verify/verify.h"

#define DIFF_MAX ((size_t)4 << 20)
#define DIAGNOSED_MAX 8          /* files that servers are asked about */
#define DIAGNOSE_BEFORE_MS 1000
#define DIAGNOSE_AFTER_MS 4000
#define FRESH_MAX 20
#define READY_MS 15000

/* ---- servers ---- */

/* A server that does not fit into the array any more is given back and not
 * used: it must never be used without being held. */
static LspServer *hold(ToolEdit *edit, LspServer *server) {
  if (edit->server_count == TOOL_EDIT_SERVERS_MAX) {
    lsp_server_release(server);
    return NULL;
  }
  return edit->servers[edit->server_count++] = server;
}

/* One that runs and is ready; only where nobody else can do the work, and the
 * tool allows it, one is started. What it says when it cannot is the job's. */
static LspServer *take_server(void *context, Job *job, Str path, bool starts) {
  ToolEdit *edit = context;
  ToolScope *scope = edit->call->scope;
  LspServer *server = NULL;
  if (scope->hub && scope->ready_server && scope->ready_server(scope, edit->call, path, &server) && server) return hold(edit, server);
  if (!(starts && edit->may_start) && !edit->prefers_server) return NULL;
  Err err = tool_server(edit->call, path, STR_EMPTY, &server);
  if (!err) err = lsp_ask_ready(job, server, path, READY_MS);
  /* One that is still reading may answer all the same; none at all is no
   * failure where the graph can do the work. */
  if (err && server && !verify_is_gone(job, err)) err = OK;
  if (err && server) lsp_server_release(server);
  if (err && starts) return NULL;
  if (!job_is_stopped(job)) job_forgive(job);
  return err ? NULL : hold(edit, server);
}

/* ---- opening ---- */

/* *ret_edit can be closed whatever comes back. The operations keep a pointer
 * to *ret_edit and must not outlive it. */
Err tool_edit_open(ToolCall *call, Str path, Str title, ToolEdit *ret_edit) {
  Str relative;
  *ret_edit = (ToolEdit){.call = call};
  TRY(tool_locate(call, path, &ret_edit->index, &relative));
  EditOptions options = {.index = ret_edit->index, .hub = call->scope->hub, .title = title};
  TRY(edit_plan_open(call->job, &options, &ret_edit->plan));
  EditServers servers = {.context = ret_edit, .take = take_server};
  return edit_ops_open(ret_edit->plan, &servers, &ret_edit->ops);
}

void tool_edit_close(ToolEdit *edit) {
  edit_ops_close(edit->ops);
  for (size_t i = 0; i < edit->server_count; i++) lsp_server_release(edit->servers[i]);
  edit->server_count = 0;
}

/* A pattern is left as it is, since it names no file; the operation that takes
 * patterns matches it against paths of the workspace. */
Err tool_edit_path(ToolEdit *edit, Str path, Str *ret_relative) {
  *ret_relative = path;
  bool is_selection = edit_is_selection(path) && (str_eq_c(path, ".") || !tool_path_exists(edit->call, edit->index, path));
  return path.len && !is_selection ? tool_relative_path(edit->call, edit->index, path, ret_relative) : OK;
}

/* ---- diagnostics ---- */

/* Nothing is started for this: an edit must not wait for a server that nobody
 * asked for. An error of the server is silence; an error that stops the job is
 * passed on. */
static Err diagnose(ToolEdit *edit, Str path, int64_t wait_ms, LspDiagnostics *ret_found, bool *ret_known) {
  Job *job = edit->call->job;
  ToolScope *scope = edit->call->scope;
  LspServer *server = NULL;
  size_t count = 0;
  *ret_known = false;
  if (scope->hub) (void)lsp_hub_states(job->arena, scope->hub, &count);
  if (!count || !scope->ready_server || !scope->ready_server(scope, edit->call, path, &server) || !server) return OK;
  Err err = lsp_ask_diagnostics(job, server, path, wait_ms, ret_found);
  lsp_server_release(server);
  if (err && job_is_stopped(job)) return err;
  if (err) job_forgive(job);
  *ret_known = !err;
  return OK;
}

static void tally(const LspDiagnostics *found, size_t *errors, size_t *warnings) {
  for (size_t i = 0; i < found->len; i++) {
    *errors += found->items[i].severity == 1;
    *warnings += found->items[i].severity == 2;
  }
}

/* Lines are not compared, because the edit moves them. */
static bool was_there(const LspDiagnostics *before, const LspDiagnostic *one) {
  for (size_t i = 0; i < before->len; i++) {
    if (str_eq(before->items[i].message, one->message) && str_eq(before->items[i].code, one->code)) return true;
  }
  return false;
}

/* Of each changed file what was said before; kept for the comparison. */
typedef struct Said {
  Str path;
  LspDiagnostics before;
  bool is_known;
} Said;

/* Only files whose text changes: a new one has no before, and of a deleted one
 * nothing is said afterwards. Those about which nobody answers are not
 * counted, so that others get their turn. */
static Err ask_before(ToolEdit *edit, Said *said, size_t *ret_count) {
  *ret_count = 0;
  for (size_t i = 0; i < edit->steps.len && *ret_count < DIAGNOSED_MAX; i++) {
    Said *one = &said[*ret_count];
    if (edit->steps.items[i].action != EDIT_CHANGE) continue;
    *one = (Said){.path = edit->steps.items[i].path};
    TRY(diagnose(edit, one->path, DIAGNOSE_BEFORE_MS, &one->before, &one->is_known));
    if (one->is_known) ++*ret_count;
  }
  return OK;
}

/* A file counts only if both sides are known: a difference to silence would be
 * invented. */
static Err ask_after(ToolEdit *edit, const Said *said, size_t count) {
  ToolEditDelta *delta = &edit->delta;
  for (size_t i = 0; i < count; i++) {
    LspDiagnostics after = {0};
    bool is_known;
    TRY(diagnose(edit, said[i].path, DIAGNOSE_AFTER_MS, &after, &is_known));
    if (!is_known) continue;
    delta->files++;
    tally(&said[i].before, &delta->errors_before, &delta->warnings_before);
    tally(&after, &delta->errors_after, &delta->warnings_after);
    for (size_t k = 0; k < after.len && delta->fresh.len < FRESH_MAX; k++) {
      const LspDiagnostic *one = &after.items[k];
      if (one->severity > 2 || was_there(&said[i].before, one)) continue;
      *vec_add(edit->call->job->arena, &delta->fresh) = (struct ToolEditDiagnostic){
          said[i].path, one->range.start.line, one->range.start.column, one->severity, one->message};
    }
  }
  return OK;
}

/* ---- the end ---- */

void tool_note_steps(ToolCall *call, const EditSteps *steps) {
  for (size_t i = 0; i < steps->len; i++) tool_note_changed(call, steps->items[i].path);
}

Err tool_apply_plan(ToolCall *call, EditPlan *plan, EditReceipt *ret_receipt) {
  tool_mark_writing(call);
  TRY(edit_plan_apply(plan, ret_receipt));
  tool_note_steps(call, &ret_receipt->steps);
  return OK;
}

static void note_delta(ToolCall *call, const ToolEditDelta *delta) {
  int64_t files = (int64_t)delta->files;
  ToolCount before = {(int64_t)delta->errors_before, (int64_t)delta->warnings_before, files};
  ToolCount after = {(int64_t)delta->errors_after, (int64_t)delta->warnings_after, files};
  if (files) tool_note_counts(call, before, after);
}

/* What can fail without harm comes before the writing. edit_plan_apply either
 * writes everything or leaves the files as they were, and says which. */
static Err apply(ToolEdit *edit, const ToolEditEnd *end) {
  ToolCall *call = edit->call;
  EditBefore *before = NULL;
  Said said[DIAGNOSED_MAX];
  size_t count = 0;
  if (!end->is_brief) {
    TRY(edit_effect_before(edit->ops, &before));
    TRY(ask_before(edit, said, &count));
  }
  TRY(tool_apply_plan(call, edit->plan, &edit->receipt));
  edit->is_applied = true;
  if (end->is_brief) return OK;
  /* It is done: what cannot be told about it any more must not look like a failure. */
  Err err = edit_effect_after(edit->ops, before, &edit->effect);
  if (!err) err = ask_after(edit, said, count);
  if (err) job_forgive(call->job);
  else note_delta(call, &edit->delta);
  return OK;
}

/* The diff is made in every case, because also an edit that is refused or only
 * tried is shown. */
Err tool_edit_finish(ToolEdit *edit, const ToolEditEnd *end) {
  Job *job = edit->call->job;
  Buf diff;
  TRY(edit_plan_check(edit->plan, &edit->problems));
  edit->steps = edit_plan_steps(edit->plan);
  buf_init(&diff, job->arena, DIFF_MAX);
  edit_plan_diff(edit->plan, &diff);
  edit->diff = buf_str(&diff);
  bool is_refused = edit->problems.total && !end->allows_broken;
  if (end->dry_run || is_refused || !edit->steps.len) return OK;
  return apply(edit, end);
}
