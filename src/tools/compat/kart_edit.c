/* kart_replace, kart_insert_after, kart_insert_before: edits by symbol, checked
 * before they are written. */
#include "src/tools/compat/kart_internal.h"
#include "src/tools/kit/editing_internal.h"
#include "src/verify/verify.h"

/* ---- the answer ---- */

/* Places are those of the new text. */
static void add_problems(Answer *out, const EditProblems *problems) {
  for (size_t i = 0; i < problems->len; i++) {
    const EditProblem *one = &problems->items[i];
    answer_begin_row(out);
    answer_field_int(out, "line", one->at.line);
    answer_field_int(out, "column", one->at.column);
    answer_field_str(out, "severity", STR("error"));
    answer_field_str(out, "message", one->is_missing ? STR("something is missing here") : STR("the grammar cannot read this"));
    answer_end(out);
  }
}

/* What the server says of the new text and had not said of the old one. */
static void add_fresh(Answer *out, const ToolEditDelta *delta) {
  for (size_t i = 0; i < delta->fresh.len; i++) {
    const struct ToolEditDiagnostic *one = &delta->fresh.items[i];
    answer_begin_row(out);
    answer_field_int(out, "line", one->line);
    answer_field_int(out, "column", one->column);
    answer_field_str(out, "severity", one->severity == 1 ? STR("error") : STR("warning"));
    answer_field_str(out, "message", one->message);
    answer_end(out);
  }
}

/* With a syntax error nothing else is known: nothing was written, so no server
 * saw the text. */
static void say(ToolEdit *edit, Str file, const EditProblems *problems) {
  ToolCall *call = edit->call;
  Answer *out = call->answer;
  answer_field_bool(out, "success", edit->is_applied);
  answer_field_str(out, "path", file_join(call->job->arena, index_root(edit->index), file));
  answer_field_str(out, "symbol", tool_arg_str(call, "symbol"));
  answer_begin_list(out, "diagnostics");
  if (problems->total) add_problems(out, problems);
  else add_fresh(out, &edit->delta);
  answer_end(out);
  answer_field_bool(out, "syntaxError", problems->total > 0);
}

/* ---- the work ---- */

/* What replaces something at the top of a file can be read alone. This finds a
 * missing bracket that the rest of the file would happen to close. What lies
 * in a type cannot be read alone and is checked in its place only. */
static Err check_fragment(ToolEdit *edit, const EditOp *op, EditProblems *ret_problems) {
  EditSymbol symbol;
  bool is_checked;
  *ret_problems = (EditProblems){0};
  if (op->kind != EDIT_OP_REPLACE) return OK;
  TRY(edit_find_symbol(edit->ops, &(EditWanted){op->symbol, op->file, 0}, &symbol));
  if (symbol.container.len) return OK;
  return edit_check_fragment(edit->call->job, op->file, op->text, ret_problems, &is_checked);
}

/* Formats the file as the plan has it, before anything is written. That nobody
 * can is no reason to refuse the edit: it is said. */
static Err format(ToolEdit *edit, Str file) {
  Job *job = edit->call->job;
  EditProblems problems;
  EditDone done;
  TRY(edit_plan_check(edit->plan, &problems));
  if (problems.total) return OK; /* it will not be written */
  edit->may_start = true;
  Err err = edit_op_run(edit->ops, &(EditOp){.kind = EDIT_OP_FORMAT, .file = file}, &done);
  bool is_missing = err == ERR_UNAVAILABLE || err == ERR_UNTRUSTED || err == ERR_USAGE || err == ERR_PROTOCOL || verify_is_gone(job, err);
  if (!err || !is_missing) return err;
  answer_field_str(edit->call->answer, "note", str_format(job->arena, "not formatted: %.*s", STR_ARG(job_message(job, err))));
  job_forgive(job);
  return OK;
}

/* The problems of the fragment are the answer and not an error: the fields
 * promise it, and nothing was written. */
static Err run_op(ToolEdit *edit, EditOp *op) {
  ToolCall *call = edit->call;
  EditDone done;
  EditProblems fragment;
  TRY(tool_edit_path(edit, tool_arg_str(call, "file"), &op->file));
  TRY(tool_kart_check_path(call, edit->index, op->file, tool_arg_str(call, "file")));
  TRY(check_fragment(edit, op, &fragment));
  if (fragment.total) {
    say(edit, op->file, &fragment);
    return OK;
  }
  TRY(edit_op_run(edit->ops, op, &done));
  if (tool_arg_bool(call, "format")) TRY(format(edit, op->file));
  TRY(tool_edit_finish(edit, &(ToolEditEnd){0}));
  say(edit, op->file, &edit->problems);
  return OK;
}

static Err run(ToolCall *call, EditOpKind kind) {
  ToolEdit edit;
  Str file = tool_arg_str(call, "file");
  EditOp op = {.kind = kind, .symbol = tool_arg_str(call, "symbol"), .text = tool_arg_str(call, "content"), .has_text = true};
  Str title = str_format(call->job->arena, "%s %.*s", call->tool->name, STR_ARG(str_shown(call->job->arena, op.symbol, 100)));
  Err err = tool_edit_open(call, file, title, &edit);
  err = err ? tool_kart_outside(call, file, err) : run_op(&edit, &op);
  tool_edit_close(&edit);
  return err ? tool_kart_say(call, err) : OK;
}

static Err run_replace(ToolCall *call) { return run(call, EDIT_OP_REPLACE); }
static Err run_after(ToolCall *call) { return run(call, EDIT_OP_AFTER); }
static Err run_before(ToolCall *call) { return run(call, EDIT_OP_BEFORE); }

static const ToolField args[] = {
    {"file", TOOL_PATH, true, .min = 1, .max = 0, .help = "absolute, or relative to the workspace"},
    {"symbol", TOOL_STRING, true, .min = 1, .max = 1000, .help = "its name, or Type.member"},
    {"content", TOOL_STRING, true, .min = 1, .max = 200000, .help = "the new text"},
    {"format", TOOL_BOOLEAN, .otherwise = "false", .help = "format the file too, by its language server"},
    {0},
};

static const ToolField diagnostic_row[] = {
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"column", TOOL_INTEGER, true, .help = "from 1"},
    {"severity", TOOL_STRING, true, .help = "error or warning"},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {0},
};

static const ToolField result[] = {
    {"success", TOOL_BOOLEAN, true, .help = "whether the file was written"},
    {"path", TOOL_STRING, true, .help = "absolute path of the file"},
    {"symbol", TOOL_STRING, true, .help = "as asked"},
    {"diagnostics", TOOL_OBJECTS, true, .help = "syntax errors, else what language servers that run say since then", .fields = diagnostic_row},
    {"syntaxError", TOOL_BOOLEAN, true, .help = "true: nothing was written"},
    {"note", TOOL_STRING, .help = "what else there is to know"},
    {0},
};

#define KART_EDIT(tool_name, what, words, runs)                                            \
  .name = tool_name, .title = what, .summary = words, .args = args, .result = result,       \
  .example = tool_name " file=src/main.c symbol=main content='int main(void) { return 0; }'", \
  .toolset = "kart", .profiles = "kart", .alias_of = "edit", .flags = TOOL_STRUCTURED, .seconds = 300, .run = runs

const Tool tool_kart_replace = {KART_EDIT("kart_replace", "Replace a symbol", "Replace a symbol of a file by new text. Checked first: with a syntax error nothing is written.", run_replace)};
const Tool tool_kart_insert_after = {KART_EDIT("kart_insert_after", "Insert after a symbol", "Insert text after a symbol of a file. Checked first: with a syntax error nothing is written.", run_after)};
const Tool tool_kart_insert_before = {KART_EDIT("kart_insert_before", "Insert before a symbol", "Insert text before a symbol of a file. Checked first: with a syntax error nothing is written.", run_before)};
