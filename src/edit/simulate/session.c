/* One session: its texts, and what becomes of them. Only its holder is here. */
#include <assert.h>

#include "src/edit/simulate/simulate_internal.h"

/* ---- files ---- */

/* Not in the session any more, or never was. */
static void free_file(EditSessionFile *file) {
  arena_clear(&file->arena);
  arena_clear(&file->made);
  free(file);
}

void edit_session_clear_files(EditSession *session) {
  for (size_t i = 0; i < session->files.len; i++) free_file(session->files.items[i]);
  session->files.len = 0;
  session->bytes = 0;
}

EditSessionFile *edit_session_find(const EditSession *session, Str path) {
  for (size_t i = 0; i < session->files.len; i++) {
    if (str_eq(session->files.items[i]->path, path)) return session->files.items[i];
  }
  return NULL;
}

/* On the heap, with arenas of its own: files live longer than the job that
 * brought them, and each is freed by itself. */
static EditSessionFile *new_file(Str path, Str base) {
  EditSessionFile *file = arena_heap_alloc(sizeof *file);
  *file = (EditSessionFile){0};
  arena_init(&file->arena);
  arena_init(&file->made);
  file->path = str_copy(&file->arena, path);
  file->base = str_copy(&file->arena, base);
  file->text = file->base;
  return file;
}

/* The file of a path, as the session has it or as it is on disk: `is_new`, not
 * in the session yet and the caller's to free. A plan reads it, so that what
 * may not be edited is refused here already. */
static Err find_file(EditSession *session, Job *job, Index *index, Str path, EditSessionFile **ret_file, bool *ret_new) {
  EditPlan *plan;
  EditFile *planned;
  TRY(edit_plan_open(job, &(EditOptions){.index = index, .title = STR("simulation")}, &plan));
  TRY(edit_plan_file(plan, path, &planned));
  *ret_file = edit_session_find(session, edit_file_path(planned));
  *ret_new = !*ret_file;
  if (*ret_file) return OK;
  if (session->files.len >= EDIT_SESSION_FILES_MAX) {
    return job_fail(job, ERR_TOO_LARGE, "a simulation session holds at most %d files; commit or discard this one first", EDIT_SESSION_FILES_MAX);
  }
  *ret_file = new_file(edit_file_path(planned), edit_file_base(planned)->chars);
  return OK;
}

/* ---- edits ---- */

/* The whole range is in the words, because callers count lines and columns by
 * themselves and see their mistake in it. */
static Err fail_range(Job *job, const EditPlaced *edit, const Text *text, const char *why) {
  return job_fail(job, ERR_USAGE, "%lld:%lld to %lld:%lld in '%.*s' %s; the text has %u lines, both ends are counted from 1 and the end is not included",
                  (long long)edit->start_line, (long long)edit->start_column, (long long)edit->end_line, (long long)edit->end_column,
                  STR_ARG(str_shown(job->arena, edit->path, 300)), why, text->lines.count);
}

static TextPoint point_of(int64_t line, int64_t column) {
  return (TextPoint){.line = (uint32_t)line, .column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column};
}

/* One line behind the last is the end of the text. */
static Err range_of(Job *job, const EditPlaced *edit, const Text *text, Range *ret_range) {
  int64_t last = (int64_t)text->lines.count + 1;
  if (edit->start_line < 1 || edit->start_column < 1 || edit->end_line < 1 || edit->end_column < 1) return fail_range(job, edit, text, "begins before 1");
  if (edit->start_line > last) return fail_range(job, edit, text, "begins beyond the text");
  if (edit->end_line > last) return fail_range(job, edit, text, "ends beyond the text");
  bool is_reversed = edit->end_line < edit->start_line || (edit->end_line == edit->start_line && edit->end_column < edit->start_column);
  if (is_reversed) return fail_range(job, edit, text, "ends before it begins");
  size_t from = text_from_point(text, point_of(edit->start_line, edit->start_column));
  size_t to = text_from_point(text, point_of(edit->end_line, edit->end_column));
  assert(from <= to); /* both were brought to the ends of their lines alike */
  *ret_range = (Range){.from = (uint32_t)from, .to = (uint32_t)to};
  return OK;
}

/* The file with one more edit, in arenas of its own. Texts are made in new
 * arenas first, since the old ones hold what they are made from; only then the
 * old arena goes. */
static void change(EditSessionFile *file, const Edit *edit) {
  Arena made;
  Arena scratch;
  arena_init(&made);
  arena_init(&scratch);
  Edits one = {.items = (Edit *)edit, .len = 1, .cap = 1};
  Str text = edits_apply(&made, file->text, &one);
  Edits all = file->edits.len ? edits_compose(&scratch, &file->edits, &one) : one;
  Edits kept = {.items = ARENA_ARRAY(&made, Edit, all.len + 1), .len = all.len, .cap = all.len + 1};
  for (size_t i = 0; i < all.len; i++) kept.items[i] = (Edit){.range = all.items[i].range, .text = str_copy(&made, all.items[i].text)};
  arena_clear(&scratch);
  arena_clear(&file->made);
  file->made = made;
  file->text = text;
  file->edits = kept;
  file->version++;
}

/* Sizes are checked before the change, against the session's and the process's
 * room. Nothing is changed when this fails. */
static Err make_edit(EditSession *session, Job *job, EditSessionFile *file, bool is_new, const EditPlaced *placed) {
  Text text;
  Range range;
  text_take(job->arena, file->text, &text);
  TRY(range_of(job, placed, &text, &range));
  size_t now = (file->base.len + file->text.len) * !is_new;
  size_t len = file->text.len - (range.to - range.from) + placed->text.len, wanted = file->base.len + len;
  if (len > EDIT_FILE_MAX) {
    return job_fail(job, ERR_TOO_LARGE, "'%.*s' would have %zu bytes; a file may have %zu MB", STR_ARG(file->path), len, EDIT_FILE_MAX >> 20);
  }
  if (wanted > now) TRY(edit_sessions_admit(job, session, wanted - now));
  if (!str_is_utf8(placed->text)) return job_fail(job, ERR_USAGE, "new_text is no UTF-8; give it as UTF-8");
  change(file, &(Edit){.range = range, .text = placed->text});
  session->bytes = session->bytes - now + file->base.len + file->text.len;
  return OK;
}

/* A file that was new to the session and could not be edited does not stay in
 * it. */
Err edit_session_edit(EditSession *session, Job *job, Index *index, const EditPlaced *edit, int64_t *ret_version) {
  EditSessionFile *file = NULL;
  bool is_new = false;
  TRY(edit_session_check(job, session->state, EDIT_ACT_EDIT));
  TRY(find_file(session, job, index, edit->path, &file, &is_new));
  Err err = make_edit(session, job, file, is_new, edit);
  if (err && is_new) free_file(file);
  TRY(err);
  if (is_new) *vec_add(&session->arena, &session->files) = file;
  session->state = EDIT_SESSION_MUTATED;
  *ret_version = file->version;
  return OK;
}

/* ---- what it was based on ---- */

/* The words end with what changed; the session cannot be used any more. */
static Err fail_changed(EditSession *session, Job *job, const EditSessionFile *file, Str now) {
  Buf diff;
  Str path = str_copy(job->arena, str_shown(job->arena, file->path, 300)); /* the file is freed below */
  buf_init(&diff, job->arena, 8000);
  edits_show_diff(&diff, STR("as the session knows it"), STR("as it is now"), file->base, now);
  session->state = EDIT_SESSION_DIRTY;
  edit_session_clear_files(session);
  return job_fail(job, ERR_CONFLICT, "'%.*s' changed since the session read it: its edits do not fit any more, and the session is dirty; "
                  "destroy_session, then simulate the edits anew. The difference:\n%.*s", STR_ARG(path), STR_ARG(str_visible(job->arena, buf_str(&diff))));
}

/* The plan reads the disk; if that is not what the edits were made on, the
 * session is of no use any more. */
static Err plan_file(EditSession *session, Job *job, EditPlan *plan, const EditSessionFile *file) {
  EditFile *planned = NULL;
  Err err = edit_plan_file(plan, file->path, &planned);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return fail_changed(session, job, file, STR_EMPTY);
  }
  TRY(err);
  if (!str_eq(edit_file_base(planned)->chars, file->base)) return fail_changed(session, job, file, edit_file_base(planned)->chars);
  return edit_file_replace_all(planned, file->edits.items, file->edits.len);
}

Err edit_session_plan(EditSession *session, Job *job, Index *index, LspHub *hub, EditPlan **ret_plan) {
  EditPlan *plan;
  TRY(edit_plan_open(job, &(EditOptions){.index = index, .hub = hub, .title = STR("commit of a simulation session")}, &plan));
  for (size_t i = 0; i < session->files.len; i++) TRY(plan_file(session, job, plan, session->files.items[i]));
  *ret_plan = plan;
  return OK;
}

/* ---- judging ---- */

static EditDiagnostics copy_diagnostics(Arena *arena, const EditDiagnostics *from) {
  EditDiagnostics copy = {0};
  for (size_t i = 0; i < from->len; i++) {
    EditDiagnostic one = from->items[i];
    one.path = str_copy(arena, one.path);
    one.code = str_copy(arena, one.code);
    one.source = str_copy(arena, one.source);
    one.message = str_copy(arena, one.message);
    *vec_add(arena, &copy) = one;
  }
  return copy;
}

/* Borrows from the session, which is held for as long as the candidate
 * lives. */
static EditCandidate candidate_of(const EditSessionFile *file) {
  return (EditCandidate){.path = file->path, .base = file->base, .text = file->text, .edits = &file->edits,
                         .before = file->before, .has_before = file->has_before};
}

/* Copied into the file's own arena: the candidate's goes with the job. */
static void keep_baseline(EditSessionFile *file, const EditCandidate *candidate) {
  if (file->has_before || !candidate->has_before) return;
  file->before = copy_diagnostics(&file->arena, &candidate->before);
  file->has_before = true;
}

/* The path may be longer than the session's, with the workspace before it. */
Err edit_session_baseline(EditSession *session, const EditJudge *judge, Str path) {
  EditSessionFile *file = NULL;
  for (size_t i = 0; i < session->files.len; i++) {
    Str own = session->files.items[i]->path;
    bool is_it = str_eq(own, path) || (str_ends_with(path, own) && path.len > own.len && path.ptr[path.len - own.len - 1] == '/');
    if (is_it) file = session->files.items[i];
  }
  if (!file || file->has_before) return OK;
  EditCandidate candidate = candidate_of(file);
  bool is_proved = false;
  TRY(edit_ask_base(judge, &candidate, EDIT_BASELINE_MS, &is_proved));
  candidate.has_before = is_proved;
  keep_baseline(file, &candidate);
  return OK;
}

/* Planning is done for its checks alone: that every file is still what the
 * edits were based on. */
static Err evaluate(EditSession *session, const EditJudge *judge, EditVerdict *ret_verdict) {
  EditPlan *plan;
  EditCandidates candidates = {0};
  TRY(edit_session_plan(session, judge->job, judge->index, NULL, &plan));
  for (size_t i = 0; i < session->files.len; i++) *vec_add(judge->job->arena, &candidates) = candidate_of(session->files.items[i]);
  TRY(edit_judge(judge, &candidates, ret_verdict));
  for (size_t i = 0; i < session->files.len; i++) keep_baseline(session->files.items[i], &candidates.items[i]);
  return OK;
}

/* An evaluation that failed leaves the session as it was, unless it found that
 * the files had changed. */
Err edit_session_evaluate(EditSession *session, const EditJudge *judge, EditVerdict *ret_verdict) {
  EditSessionState before = session->state;
  TRY(edit_session_check(judge->job, before, EDIT_ACT_EVALUATE));
  session->state = EDIT_SESSION_EVALUATING;
  Err err = evaluate(session, judge, ret_verdict);
  if (!err) session->state = EDIT_SESSION_EVALUATED;
  else if (session->state == EDIT_SESSION_EVALUATING) session->state = before;
  return err;
}

static Err step(EditSession *session, const EditJudge *judge, const EditPlaced *edit, EditVerdict *ret_verdict) {
  int64_t version;
  TRY(edit_session_edit(session, judge->job, judge->index, edit, &version));
  return edit_session_evaluate(session, judge, ret_verdict);
}

/* Edits stay made up to the one that fails, and the error says so. Safe is
 * every prefix whose last verdict is zero and complete. */
Err edit_session_chain(EditSession *session, const EditJudge *judge, const EditPlaced *edits, size_t count, EditChain *ret_chain) {
  EditChain chain = {.steps = ARENA_ARRAY(judge->job->arena, EditVerdict, count + 1)};
  for (size_t i = 0; i < count; i++) {
    Err err = step(session, judge, &edits[i], &chain.steps[i]);
    if (err) return job_prefix(judge->job, err, "step %zu of %zu (those before it were made)", i + 1, count);
    chain.done++;
    chain.cumulative = chain.steps[i].net_delta;
    if (!chain.cumulative && !chain.steps[i].is_timeout) chain.safe_through = i + 1;
  }
  *ret_chain = chain;
  return OK;
}

/* Files that come, move or go are not judged: there is nothing to compare them
 * with. */
Err edit_plan_judge(EditPlan *plan, const EditJudge *judge, EditVerdict *ret_verdict) {
  EditSteps steps = edit_plan_steps(plan);
  EditCandidates candidates = {0};
  for (size_t i = 0; i < steps.len; i++) {
    const EditStep *one = &steps.items[i];
    if (one->action != EDIT_CHANGE) continue;
    *vec_add(judge->job->arena, &candidates) = (EditCandidate){.path = one->path, .base = edit_file_base(one->file)->chars,
                                                               .text = edit_file_text(one->file)->chars,
                                                               .edits = edit_file_edits(one->file)};
  }
  return edit_judge(judge, &candidates, ret_verdict);
}

/* ---- ends ---- */

static void finish(EditSession *session, EditSessionState state) {
  session->state = state;
  edit_session_clear_files(session);
}

void edit_session_committed(EditSession *session) { finish(session, EDIT_SESSION_COMMITTED); }
void edit_session_discard(EditSession *session) { finish(session, EDIT_SESSION_DISCARDED); }
void edit_session_destroy(EditSession *session) { finish(session, EDIT_SESSION_DESTROYED); }

/* Everything is copied, because the original may be changed or freed while the
 * copy is judged. */
EditSession *edit_session_fork(const EditSession *session) {
  EditSession *fork = edit_session_alone(session->root);
  fork->state = session->state;
  for (size_t i = 0; i < session->files.len; i++) {
    const EditSessionFile *from = session->files.items[i];
    EditSessionFile *file = new_file(from->path, from->base);
    file->text = str_copy(&file->made, from->text);
    file->edits = (Edits){.items = ARENA_ARRAY(&file->made, Edit, from->edits.len + 1), .len = from->edits.len, .cap = from->edits.len + 1};
    for (size_t k = 0; k < from->edits.len; k++) {
      file->edits.items[k] = (Edit){.range = from->edits.items[k].range, .text = str_copy(&file->made, from->edits.items[k].text)};
    }
    file->before = copy_diagnostics(&file->arena, &from->before);
    file->has_before = from->has_before;
    file->version = from->version;
    *vec_add(&fork->arena, &fork->files) = file;
    fork->bytes += file->base.len + file->text.len;
  }
  return fork;
}
