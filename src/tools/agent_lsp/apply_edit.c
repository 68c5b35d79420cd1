/* apply_edit, replace_symbol_body, insert_after_symbol, insert_before_symbol,
 * safe_delete_symbol: edits in agent-lsp's manner. They are the edit tool's
 * operations under other names: the same plan, the same check of the syntax,
 * the same undo, so that what is said of one holds for all. */
#include "src/index/part.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"
#include "src/tools/kit/editing_internal.h"

/* ---- the answer ---- */

/* What the operation has to say, and what else there is to know. */
static Str note_of(ToolCall *call, const EditDone *done, const char *last) {
  Buf out;
  buf_init(&out, call->job->arena, 4000);
  for (size_t i = 0; i < done->note_count; i++) buf_add_format(&out, "%s%.*s", i ? "; " : "", STR_ARG(done->notes[i]));
  if (*last) buf_add_format(&out, "%s%s", out.len ? ". " : "", last);
  return buf_str(&out);
}

/* Without a server the counts of errors are there all the same, as zero,
 * because the contract promises them; the note says that they mean nothing. */
static void say(ToolEdit *edit, const EditDone *done) {
  static const char unjudged[] = "No language server is running for these files: only their syntax was checked.";
  ToolCall *call = edit->call;
  Answer *out = call->answer;
  answer_field_bool(out, "applied", edit->is_applied);
  if (done->symbol.len) answer_field_str(out, "symbol", done->symbol);
  answer_begin_list(out, "files");
  for (size_t i = 0; i < edit->steps.len; i++) {
    answer_item_str(out, file_join(call->job->arena, index_root(edit->index), edit->steps.items[i].path));
  }
  answer_end(out);
  answer_field_int(out, "edit_count", (int64_t)done->places);
  if (edit->delta.files) {
    answer_field_int(out, "errors_before", (int64_t)edit->delta.errors_before);
    answer_field_int(out, "errors_after", (int64_t)edit->delta.errors_after);
    answer_field_int(out, "warnings_before", (int64_t)edit->delta.warnings_before);
    answer_field_int(out, "warnings_after", (int64_t)edit->delta.warnings_after);
  } else {
    answer_field_int(out, "errors_after", 0);
    answer_field_int(out, "warnings_after", 0);
    answer_note(out, "%s", unjudged);
  }
  Str note = note_of(call, done, edit->delta.files ? "" : unjudged);
  if (note.len) answer_field_str(out, "note", note);
  answer_field_str(out, "undo", edit->receipt.id);
  answer_say(out, "%.*s\n", STR_ARG(done->what));
  for (size_t i = 0; i < done->note_count; i++) answer_say(out, "%.*s\n", STR_ARG(done->notes[i]));
  if (edit->effect.total) answer_warn(out, "%zu uses led somewhere before and lead nowhere now, the first at %.*s:%u.", edit->effect.total,
                                      STR_ARG(str_shown(call->job->arena, edit->effect.items[0].path, SIZE_MAX)), edit->effect.items[0].line);
}

/* An error and not an answer: whoever reads only whether the call succeeded
 * must not believe that the file was written. */
static Err refuse(ToolEdit *edit) {
  Buf out;
  buf_init(&out, edit->call->job->arena, 3000);
  edit_show_problems(&out, &edit->problems);
  return job_fail(edit->call->job, ERR_SYNTAX, "the edit breaks the syntax, and nothing was written\n%.*s", STR_ARG(buf_str(&out)));
}

static void say_nothing(ToolCall *call) {
  answer_field_bool(call->answer, "applied", false);
  answer_begin_list(call->answer, "files");
  answer_end(call->answer);
  answer_field_int(call->answer, "edit_count", 0);
  tool_agent_note(call, STR("Nothing changes: the files say so already."));
}

/* A symbol is looked for in the named file alone: without it, one of the same
 * name elsewhere is not meant. */
static Err check_file(const ToolEdit *edit, const EditOp *op) {
  Job *job = edit->call->job;
  FileStat stat;
  if (!op->symbol.len) return OK;
  Err err = root_stat(job, index_files(edit->index), op->file, &stat);
  if (err != ERR_NOT_FOUND) return err;
  job_forgive(job);
  return job_fail(job, ERR_NOT_FOUND, "there is no file '%.*s' in the workspace '%.*s'; give a path that is absolute or relative to it",
                  STR_ARG(str_shown(job->arena, op->file, TOOL_SHOWN_NAME)), STR_ARG(index_root(edit->index)));
}

/* A symbol's name is looked up in the file that the caller means, so the path
 * is made relative first. The order is plan, check, write: until
 * tool_edit_finish nothing has changed, and it writes nothing when the plan
 * breaks the syntax. */
static Err run_op(ToolEdit *edit, EditOp *op) {
  EditDone done;
  TRY(tool_edit_path(edit, op->file, &op->file));
  TRY(check_file(edit, op));
  TRY(edit_op_run(edit->ops, op, &done));
  TRY(tool_edit_finish(edit, &(ToolEditEnd){0}));
  if (edit->problems.total) return refuse(edit);
  if (!edit->steps.len) say_nothing(edit->call);
  else say(edit, &done);
  return OK;
}

/* The title is what the list of undoable edits shows later, so it names the
 * tool and what it was about. */
static Err run(ToolCall *call, EditOp *op) {
  ToolEdit edit;
  Str title = str_format(call->job->arena, "%s %.*s", call->tool->name, STR_ARG(str_shown(call->job->arena, op->symbol.len ? op->symbol : op->file, 100)));
  Err err = tool_edit_open(call, op->file, title, &edit);
  if (!err) err = run_op(&edit, op);
  tool_edit_close(&edit);
  return err;
}

/* ---- apply_edit ---- */

/* A WorkspaceEdit, or one text of a file for another. */
static Err run_apply(ToolCall *call) {
  const Json *workspace = tool_arg(call, "workspace_edit");
  EditOp op = {.kind = EDIT_OP_WORKSPACE, .edit = workspace};
  if (workspace) {
    if (tool_arg(call, "old_text")) return job_fail(call->job, ERR_USAGE, "give workspace_edit, or file_path with old_text and new_text, not both");
    return run(call, &op);
  }
  op = (EditOp){.kind = EDIT_OP_TEXT, .file = tool_arg_str(call, "file_path"), .find = tool_arg_str(call, "old_text"),
                .text = tool_arg_str(call, "new_text"), .has_text = tool_arg(call, "new_text") != NULL, .is_loose = true};
  if (!op.file.len || !op.find.len || !op.has_text) {
    return job_fail(call->job, ERR_USAGE, "give workspace_edit, or file_path with old_text and new_text");
  }
  return run(call, &op);
}

static const ToolField apply_args[] = {
    {"workspace_edit", TOOL_OBJECT, .help = "an LSP WorkspaceEdit, as rename_symbol gives it"},
    {"file_path", TOOL_PATH, .help = "with old_text and new_text: absolute, or relative to the workspace"},
    {"old_text", TOOL_STRING, .min = 1, .max = 200000, .help = "what stands there, once; where it is nowhere, the one place that differs in white space alone is taken"},
    {"new_text", TOOL_STRING, .min = 0, .max = 200000, .help = "what stands there then"},
    {0},
};

/* ---- by symbol ---- */

/* `text`: the argument that brings the new text; NULL for an operation without
 * one. */
static Err run_symbol(ToolCall *call, EditOpKind kind, const char *text) {
  EditOp op = {.kind = kind, .file = tool_arg_str(call, "file_path"), .symbol = tool_arg_str(call, "symbol_path"),
               .text = text ? tool_arg_str(call, text) : STR_EMPTY, .has_text = text != NULL};
  return run(call, &op);
}

static Err run_body(ToolCall *call) { return run_symbol(call, EDIT_OP_BODY, "new_body"); }
static Err run_after(ToolCall *call) { return run_symbol(call, EDIT_OP_AFTER, "code"); }
static Err run_before(ToolCall *call) { return run_symbol(call, EDIT_OP_BEFORE, "code"); }
static Err run_delete(ToolCall *call) { return run_symbol(call, EDIT_OP_DELETE, NULL); }

#define SYMBOL_ROWS AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, \
  {"symbol_path", TOOL_STRING, true, .min = 1, .max = 1000, .help = "name, or Type.member"}

static const ToolField body_args[] = {
    SYMBOL_ROWS,
    {"new_body", TOOL_STRING, true, .min = 0, .max = 200000, .help = "with or without the braces around it"},
    {0},
};
static const ToolField code_args[] = {
    SYMBOL_ROWS,
    {"code", TOOL_STRING, true, .min = 1, .max = 200000, .help = "what is inserted"},
    {0},
};
static const ToolField delete_args[] = {SYMBOL_ROWS, {0}};

static const ToolField result[] = {
    {"applied", TOOL_BOOLEAN, .help = "whether files were written"},
    {"symbol", TOOL_STRING, .help = "as it was found"},
    {"files", TOOL_STRINGS, .help = "absolute paths of what was written"},
    {"edit_count", TOOL_INTEGER, .help = "places that changed"},
    {"errors_before", TOOL_INTEGER, .help = "of a language server that runs, in the changed files"},
    {"errors_after", TOOL_INTEGER, .help = "likewise; 0 without one"},
    {"warnings_before", TOOL_INTEGER, .help = "likewise"},
    {"warnings_after", TOOL_INTEGER, .help = "likewise"},
    {"undo", TOOL_STRING, .help = "id for edit op=undo"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

#define AGENT_EDIT .result = result, .toolset = "lsp", .profiles = "agent-lsp", .alias_of = "edit", .seconds = 300

const Tool tool_agent_lsp_apply_edit = {
    .name = "apply_edit",
    .title = "Apply an edit",
    .summary = "Write a WorkspaceEdit, or replace one text of a file by another. All of it or nothing, syntax-checked first.",
    .args = apply_args,
    .example = "apply_edit file_path=src/main.c old_text=start new_text=begin",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run_apply,
    AGENT_EDIT,
};

const Tool tool_agent_lsp_replace_symbol_body = {
    .name = "replace_symbol_body",
    .title = "Replace a body",
    .summary = "Replace the body of a symbol and keep its declaration line. Syntax-checked first.",
    .args = body_args,
    .example = "replace_symbol_body file_path=src/main.c symbol_path=main new_body='return 0;'",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run_body,
    AGENT_EDIT,
};

const Tool tool_agent_lsp_insert_after_symbol = {
    .name = "insert_after_symbol",
    .title = "Insert after a symbol",
    .summary = "Insert code right after a symbol. Syntax-checked first.",
    .args = code_args,
    .example = "insert_after_symbol file_path=src/main.c symbol_path=main code='int other(void);'",
    .flags = TOOL_STRUCTURED,
    .run = run_after,
    AGENT_EDIT,
};

const Tool tool_agent_lsp_insert_before_symbol = {
    .name = "insert_before_symbol",
    .title = "Insert before a symbol",
    .summary = "Insert code right before a symbol. Syntax-checked first.",
    .args = code_args,
    .example = "insert_before_symbol file_path=src/main.c symbol_path=main code='int other(void);'",
    .flags = TOOL_STRUCTURED,
    .run = run_before,
    AGENT_EDIT,
};

const Tool tool_agent_lsp_safe_delete_symbol = {
    .name = "safe_delete_symbol",
    .title = "Delete an unused symbol",
    .summary = "Delete a symbol that nothing uses; otherwise an error with the places that do.",
    .args = delete_args,
    .example = "safe_delete_symbol file_path=src/main.c symbol_path=unused",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run_delete,
    AGENT_EDIT,
};
