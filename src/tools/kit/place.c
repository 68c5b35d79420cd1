/* Workspace, path and text of a call. The way from what a client wrote to a
 * path within the workspace; every tool that takes a path comes through here,
 * so this is where "outside" is decided. */
#include "src/tools/kit/place_internal.h"

#include "src/base/hash.h"
#include "src/edit/edit.h"
#include "src/index/part.h"
#include "src/os/file.h"

/* A relative path counts from the client's directory if it leads somewhere
 * there, else from the workspace's root. What is outside by either is
 * refused. */
Err tool_relative_path(ToolCall *call, Index *index, Str path, Str *ret_relative) {
  Arena *arena = call->job->arena;
  Str root = index_root(index), real;
  *ret_relative = STR_EMPTY;
  if (path.len == 0) return OK;
  Str here = file_join(arena, call->scope->directory, path);
  if (call->scope->directory.len && file_exists(here)) {
    if (!file_real_path(call->job, here, &real) && file_beneath(root, real, ret_relative)) return OK;
    job_forgive(call->job);
  }
  if (file_beneath(root, file_join(arena, root, path), ret_relative)) return OK;
  return job_fail(call->job, ERR_OUTSIDE, "'%.*s' is outside the workspace '%.*s'; give a path beneath it",
                  STR_ARG(str_shown(arena, path, SIZE_MAX)), STR_ARG(str_shown(arena, root, SIZE_MAX)));
}

/* Without bringing the index up to date: for tools that ask a server or the
 * disk. */
Err tool_locate(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) {
  Index *index;
  TRY(tool_workspace(call, path, &index));
  TRY(tool_relative_path(call, index, path, ret_relative));
  TRY(tool_lay_unsaved(call, index));
  *ret_index = index;
  return OK;
}

/* What cannot be looked at may be there. */
bool tool_path_exists(ToolCall *call, Index *index, Str relative) {
  FileStat stat;
  Err err = relative.len ? root_stat(call->job, index_files(index), relative, &stat) : OK;
  if (err) job_forgive(call->job);
  return err != ERR_NOT_FOUND;
}

Err tool_place(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) {
  TRY(tool_locate(call, path, ret_index, ret_relative));
  TRY(index_refresh(call->job, *ret_index));
  /* An edit that was cut off shows half of it. Where it cannot be ended now, the
   * next edit says why; questions are answered all the same. */
  if (edit_recover_first(call->job, *ret_index)) job_forgive(call->job);
  return OK;
}

/* What the question was, but for the part of the answer it is about. */
static uint64_t question(const ToolCall *call, Index *index) {
  uint64_t key = hash_combine(hash_str(str_from_c(call->tool->name)), hash_str(index_root(index)));
  for (const ToolField *field = call->tool->args; field && field->name; field++) {
    Str name = str_from_c(field->name);
    const Json *value = tool_arg(call, field->name);
    if (!value || str_eq(name, STR("cursor")) || str_eq(name, STR("max_chars"))) continue;
    key = hash_combine(key, hash_str(name));
    key = hash_combine(key, hash_str(json_spell(call->job->arena, value)));
  }
  return key;
}

/* Room is kept for what stands below the page: the cursor and the notes. */
static void begin_page(ToolCall *call, AnswerPage page, size_t otherwise) {
  size_t max = tool_arg(call, "max_chars") ? (size_t)tool_arg_int(call, "max_chars") : otherwise;
  page.max = max > TOOL_TAIL_MAX ? max - TOOL_TAIL_MAX : 0;
  page.cursor = tool_arg_str(call, "cursor");
  answer_begin_page(call->answer, &page);
}

void tool_begin_page(ToolCall *call, const char *key, size_t otherwise) {
  begin_page(call, (AnswerPage){.key = key, .is_words = !key}, otherwise);
}

void tool_begin_page_over(ToolCall *call, size_t otherwise) { begin_page(call, (AnswerPage){0}, otherwise); }

/* On a later page more room would begin the list anew with other pages; only
 * the cursor leads on. */
static const char *how_to_go_on(const AnswerPaged *paged) { return paged->is_later ? "" : ", or raise max_chars"; }

/* A cursor carries a hash of question and state: one that does not fit would
 * show the wrong rest of another list, and is refused. */
Err tool_end_page(ToolCall *call, Index *index, uint64_t state, AnswerPaged *ret_paged) {
  if (!answer_end_page(call->answer, hash_combine(question(call, index), state), ret_paged)) {
    return job_fail(call->job, ERR_USAGE, "the cursor belongs to another question, or files changed since: "
                                          "ask again without it");
  }
  Str cursor = ret_paged->cursor;
  const char *how = how_to_go_on(ret_paged);
  if (!cursor.len) return OK;
  if (ret_paged->left) answer_note(call->answer, "%zu more: go on with cursor=%.*s%s.", ret_paged->left, STR_ARG(cursor), how);
  else answer_note(call->answer, "More: go on with cursor=%.*s%s.", STR_ARG(cursor), how);
  return OK;
}

/* Said with every answer that found little: what could not be seen. */
Err tool_add_gaps(ToolCall *call, Index *index, bool always) {
  Answer *answer = call->answer;
  IndexState state;
  IndexStatus status;
  index_state(index, &state);
  if (state.behind) answer_warn(answer, "Behind: another process is indexing this workspace; changes since then are missing.");
  if (state.provisional) {
    answer_warn(answer, "Provisional: indexing is under way (%s, %d%%); a later call knows more.",
                state.phase ? state.phase : "starting", state.percent < 100 ? state.percent : 0);
  }
  if (!always) return OK;
  TRY(index_status(call->job, index, &status));
  answer_say(answer, "Searched: %zu symbols in %zu files.", status.counts.symbols, status.counts.files);
  for (size_t i = 0; i < status.counts.skip_count; i++) {
    answer_say(answer, "%s %zu %.*s", i ? "," : " Not indexed:", status.counts.skips[i].count,
               STR_ARG(status.counts.skips[i].reason));
  }
  answer_say(answer, status.counts.skip_count ? "; status tells which.\n" : "\n");
  return OK;
}
