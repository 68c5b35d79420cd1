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
  IndexState state;
  IndexStatus status;
  index_state(index, &state);
  if (state.behind) {
    buf_add_c(call->text, "Behind: another process is indexing this workspace; changes since then are missing.\n");
  }
  if (state.provisional) {
    buf_add_format(call->text, "Provisional: indexing is under way (%s, %d%%); a later call knows more.\n",
                   state.phase ? state.phase : "starting", state.percent < 100 ? state.percent : 0);
  }
  if (!always) return OK;
  TRY(index_status(call->job, index, &status));
  buf_add_format(call->text, "Searched: %zu symbols in %zu files.", status.counts.symbols, status.counts.files);
  for (size_t i = 0; i < status.counts.skip_count; i++) {
    buf_add_format(call->text, "%s %zu %.*s", i ? "," : " Not indexed:", status.counts.skips[i].count,
                   STR_ARG(status.counts.skips[i].reason));
  }
  buf_add_c(call->text, status.counts.skip_count ? "; status tells which.\n" : "\n");
  return OK;
}
