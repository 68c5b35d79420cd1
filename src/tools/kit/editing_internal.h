/* A call that edits: opens a plan over its workspace, gathers operations,
 * checks, shows or applies them, and tells what came of it. For all families of
 * tools that write. */
#ifndef FATHOM_TOOLS_KIT_EDITING_INTERNAL_H
#define FATHOM_TOOLS_KIT_EDITING_INTERNAL_H

#include "src/edit/ops/ops.h"
#include "src/tools/kit/place_internal.h"

#define TOOL_EDIT_SERVERS_MAX 8

/* What running servers say of the changed files, before and after. */
typedef struct ToolEditDelta {
  size_t files; /* that a server was asked about; 0: there was none */
  size_t errors_before, errors_after, warnings_before, warnings_after;
  struct {
    struct ToolEditDiagnostic {
      Str path;
      uint32_t line, column;
      int severity;
      Str message;
    } *items;
    size_t len, cap;
  } fresh; /* errors and warnings that were not there before */
} ToolEditDelta;

typedef struct ToolEdit {
  ToolCall *call;
  Index *index;
  EditPlan *plan;
  EditOps *ops;
  LspServer *servers[TOOL_EDIT_SERVERS_MAX]; /* held */
  size_t server_count;
  bool may_start; /* servers, for operations that only they can do */
  bool prefers_server; /* a rename asks one too, started and waited for where that can be */
  /* Filled by tool_edit_finish: */
  EditProblems problems; /* new syntax errors: nothing was written */
  Str diff;
  EditSteps steps;
  bool is_applied;
  EditReceipt receipt;
  EditEffect effect;
  ToolEditDelta delta;
} ToolEdit;

/* `path` as the caller gave it, of a file the workspace is found by; may be
 * empty. To be closed whatever it returns. */
Err tool_edit_open(ToolCall *call, Str path, Str title, ToolEdit *ret_edit) MUST_CHECK;
void tool_edit_close(ToolEdit *edit);
/* A path argument within the workspace; empty stays empty. */
Err tool_edit_path(ToolEdit *edit, Str path, Str *ret_relative) MUST_CHECK;

typedef struct ToolEditEnd {
  bool dry_run;
  bool allows_broken; /* new syntax errors are told, not refused */
  bool is_brief;      /* neither effects nor diagnostics are looked for */
} ToolEditEnd;
/* Applies a plan for a call: marks it as writing before, and tells its record
 * the files afterwards. Errors as edit_plan_apply. */
Err tool_apply_plan(ToolCall *call, EditPlan *plan, EditReceipt *ret_receipt) MUST_CHECK;
/* The files of some steps for the record of the call. */
void tool_note_steps(ToolCall *call, const EditSteps *steps);
/* Checks, then shows or applies. New syntax errors that are not allowed: OK,
 * with edit->problems, and nothing written. Marks the call as writing. */
Err tool_edit_finish(ToolEdit *edit, const ToolEditEnd *end) MUST_CHECK;

#endif
