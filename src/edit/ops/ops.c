/* Opening and closing, and which file does which operation. */
#include "src/edit/ops/ops_internal.h"

#include "src/index/part.h"

/* The index is brought up to date here, once; all operations see the same
 * state of the graph. */
Err edit_ops_open(EditPlan *plan, const EditServers *servers, EditOps **ret_ops) {
  Job *job = edit_plan_job(plan);
  EditOps *ops = ARENA_NEW(job->arena, EditOps);
  *ops = (EditOps){.plan = plan, .job = job, .index = edit_plan_index(plan)};
  if (servers) ops->servers = *servers;
  TRY(index_refresh(job, ops->index));
  TRY(index_reader_take(job, ops->index, &ops->reader));
  ops->parser = parse_open();
  ops->names = names_open();
  map_init(&ops->trees, job->arena);
  *ret_ops = ops;
  return OK;
}

/* NULL is allowed, so that a caller whose opening failed may close all the
 * same. */
void edit_ops_close(EditOps *ops) {
  if (!ops) return;
  edit_leave_reader(ops);
  parse_close(ops->parser);
  names_close(ops->names);
}

/* An operation and what is told of its effect ask for those of the same file. */
Err edit_symbols_of(EditOps *ops, FileId file, StoreSymbols *ret_symbols) {
  if (ops->listed.value != file.value) {
    ops->listed = (FileId){0};
    TRY(store_list_symbols(ops->job, ops->reader, file, &ops->symbols));
    ops->listed = file;
  }
  *ret_symbols = ops->symbols;
  return OK;
}

void edit_leave_reader(EditOps *ops) {
  if (ops->reader) index_reader_return(ops->index, ops->reader);
  ops->reader = NULL;
  ops->listed = (FileId){0};
}

static const char *const words[] = {
#define EDIT_WORD_ROW(kind, word) [kind] = word,
    EDIT_OPS(EDIT_WORD_ROW)
#undef EDIT_WORD_ROW
};

const char *edit_force_word(EditOps *ops, const EditOp *op) {
  if (op->is_spelled) return "force=true";
  return str_to_c(ops->job->arena, str_format(ops->job->arena, "the tool edit with op=%s and force=true", edit_op_word(op->kind)));
}

const char *edit_op_word(EditOpKind kind) { return kind < EDIT_OP_COUNT ? words[kind] : "unknown"; }

bool edit_op_from_word(Str word, EditOpKind *ret_kind) {
  for (size_t i = 0; i < EDIT_OP_COUNT; i++) {
    if (!str_eq_c(word, words[i])) continue;
    *ret_kind = (EditOpKind)i;
    return true;
  }
  return false;
}

void edit_add_left(EditOps *ops, EditDone *done, EditLeft left) { *vec_add(ops->job->arena, &done->left) = left; }

/* Notes are few; the array is made anew for each. */
void edit_add_note(EditOps *ops, EditDone *done, Str note) {
  Str *notes = arena_alloc(ops->job->arena, (done->note_count + 1) * sizeof(Str));
  for (size_t i = 0; i < done->note_count; i++) notes[i] = done->notes[i];
  notes[done->note_count++] = note;
  done->notes = notes;
}

/* What is put into a file is text: UTF-8 without NUL, whoever sent it. */
static Err check_text(EditOps *ops, const EditOp *op) {
  if (!str_is_utf8(op->text)) return job_fail(ops->job, ERR_USAGE, "the text is no valid UTF-8; give it as text");
  if (op->text.len && str_find_byte(op->text, '\0') != STR_NONE) {
    return job_fail(ops->job, ERR_USAGE, "the text has a NUL byte at %zu; files of source hold none", str_find_byte(op->text, '\0'));
  }
  return OK;
}

/* *ret_done is written only when all of the operation was planned; what it
 * planned before it failed stays in the plan, which the caller then drops. */
Err edit_op_run(EditOps *ops, const EditOp *op, EditDone *ret_done) {
  typedef Err Run(EditOps *ops, const EditOp *op, EditDone *done);
  static Run *const runs[] = {
      [EDIT_OP_REPLACE] = edit_op_symbol,   [EDIT_OP_BODY] = edit_op_symbol,       [EDIT_OP_SIGNATURE] = edit_op_symbol,
      [EDIT_OP_BEFORE] = edit_op_symbol,    [EDIT_OP_AFTER] = edit_op_symbol,      [EDIT_OP_FIRST] = edit_op_symbol,
      [EDIT_OP_LAST] = edit_op_symbol,      [EDIT_OP_DELETE] = edit_op_symbol,     [EDIT_OP_RENAME] = edit_op_rename,
      [EDIT_OP_MOVE] = edit_op_move,        [EDIT_OP_PARAMS] = edit_op_params,     [EDIT_OP_TEXT] = edit_op_text,
      [EDIT_OP_REGEX] = edit_op_text,       [EDIT_OP_PATTERN] = edit_op_text,      [EDIT_OP_LINES] = edit_op_text,
      [EDIT_OP_CREATE] = edit_op_files,     [EDIT_OP_RENAME_FILE] = edit_op_files, [EDIT_OP_DELETE_FILE] = edit_op_files,
      [EDIT_OP_WORKSPACE] = edit_op_server, [EDIT_OP_ACTION] = edit_op_server,     [EDIT_OP_IMPORTS] = edit_op_server,
      [EDIT_OP_FORMAT] = edit_op_server,
  };
  EditDone done = {0};
  TRY(check_text(ops, op));
  TRY(runs[op->kind](ops, op, &done));
  *ret_done = done;
  return OK;
}

/* ---- files ---- */

/* Whole files, without a look at what is in them: imports of a file that moves
 * are a symbol operation's business. */
Err edit_op_files(EditOps *ops, const EditOp *op, EditDone *done) {
  Arena *arena = ops->job->arena;
  Str file = str_shown(arena, op->file, SIZE_MAX);
  if (!op->file.len) return job_fail(ops->job, ERR_USAGE, "%s needs file", edit_op_word(op->kind));
  done->places = 1;
  if (op->kind == EDIT_OP_CREATE) {
    TRY(edit_plan_create(ops->plan, op->file, op->text, NULL));
    done->what = str_format(arena, "create %.*s", STR_ARG(file));
  } else if (op->kind == EDIT_OP_DELETE_FILE) {
    TRY(edit_plan_delete(ops->plan, op->file));
    done->what = str_format(arena, "delete %.*s", STR_ARG(file));
  } else {
    if (!op->to.len) return job_fail(ops->job, ERR_USAGE, "rename_file needs to, the new path");
    TRY(edit_plan_rename(ops->plan, op->file, op->to));
    done->what = str_format(arena, "rename %.*s to %.*s", STR_ARG(file), STR_ARG(str_shown(arena, op->to, SIZE_MAX)));
  }
  return OK;
}
