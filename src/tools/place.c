/* Workspace, path and text of a call. */
#include "src/tools/place_internal.h"

#include "src/os/file.h"

static Err relative_path(ToolCall *call, Index *index, Str path, Str *ret_relative) {
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
                  STR_ARG(tool_shown(arena, path, SIZE_MAX)), STR_ARG(tool_shown(arena, root, SIZE_MAX)));
}

Err tool_place(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) {
  Index *index;
  TRY(tool_workspace(call, path, &index));
  TRY(relative_path(call, index, path, ret_relative));
  TRY(index_refresh(call->job, index));
  *ret_index = index;
  return OK;
}

bool tool_entry_fits(ToolCall *call, size_t before) {
  if (call->text->len <= TOOL_LIST_MAX) return true;
  buf_truncate(call->text, before);
  call->text->overflow = false; /* by what was just taken back */
  return false;
}

Err tool_add_gaps(ToolCall *call, Index *index, bool always) {
  IndexStatus status;
  TRY(index_status(call->job, index, &status));
  if (status.behind) {
    buf_add_c(call->text, "Behind: another process is indexing this workspace; changes since then are missing.\n");
  }
  if (status.percent < 100) {
    buf_add_format(call->text, "Provisional: %d%% of the changed files are indexed yet; the next call goes on.\n",
                   status.percent);
  }
  if (!always) return OK;
  buf_add_format(call->text, "Searched: %zu symbols in %zu files.", status.symbols, status.files);
  for (size_t i = 0; i < status.reason_count; i++) {
    buf_add_format(call->text, "%s %zu %.*s", i ? "," : " Not indexed:", status.reasons[i].count,
                   STR_ARG(status.reasons[i].reason));
  }
  buf_add_c(call->text, status.reason_count ? "; status tells which.\n" : "\n");
  return OK;
}
