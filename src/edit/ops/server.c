/* Edits that somebody else made: a WorkspaceEdit as it came, and what a
 * language server gives for code actions, imports and formatting. */
#include "src/edit/ops/ops_internal.h"

#define TITLES_SHOWN 15

static LspServer *take_server(EditOps *ops, Str path, bool starts) {
  return ops->servers.take ? ops->servers.take(ops->servers.context, ops->job, path, starts) : NULL;
}

/* Whoever was asked for one may have explained in the job why there is
 * none. */
static Err need_server(EditOps *ops, const EditOp *op, Str path, LspServer **ret_server) {
  *ret_server = take_server(ops, path, true);
  if (*ret_server) return OK;
  if (ops->job->err) return ops->job->err; /* who was asked said why */
  return job_fail(ops->job, ERR_UNAVAILABLE, "%s is a language server's work, and there is none for %.*s; `fathom doctor` says what is missing",
                  edit_op_word(op->kind), STR_ARG(str_shown(ops->job->arena, path, SIZE_MAX)));
}

/* A server knows the files on disk; what the plan changed before it does not. */
static Err check_unchanged(EditOps *ops, const EditOp *op) {
  EditSteps steps = edit_plan_steps(ops->plan);
  if (!steps.len) return OK;
  return job_fail(ops->job, ERR_USAGE, "%s asks a language server, which sees the files on disk: it must be the first operation of a call", edit_op_word(op->kind));
}

static size_t count_edits(const LspEdit *edit) {
  size_t count = 0;
  for (size_t i = 0; i < edit->len; i++) count += edit->items[i].action == LSP_FILE_EDIT ? edit->items[i].edit_count : 1;
  return count;
}

/* What needs a confirmation is refused unless the caller forces it. */
static Err take(EditOps *ops, const EditOp *op, const LspEdit *edit, EditDone *done) {
  done->places = count_edits(edit);
  done->what = str_format(ops->job->arena, "%s: %zu change%s in %zu file%s", edit_op_word(op->kind), done->places, done->places == 1 ? "" : "s",
                          edit->len, edit->len == 1 ? "" : "s");
  return edit_plan_take(ops->plan, edit, op->force);
}

/* ---- workspace_edit ---- */

typedef struct Texts {
  EditOps *ops;
} Texts;

/* Places are counted in the text as the plan has it. */
static const Text *find_text(void *context, Str path, bool is_outside) {
  Texts *texts = context;
  EditFile *file;
  if (is_outside) return NULL;
  if (!edit_plan_file(texts->ops->plan, path, &file)) return edit_file_text(file);
  job_forgive(texts->ops->job);
  return NULL;
}

static Err workspace_edit(EditOps *ops, const EditOp *op, EditDone *done) {
  Texts texts = {ops};
  LspEdit edit;
  if (!json_is(op->edit, JSON_OBJECT)) return job_fail(ops->job, ERR_USAGE, "workspace_edit needs edit, an LSP WorkspaceEdit: {\"changes\": {uri: [{range, newText}]}}");
  LspEditTexts source = {.root = index_root(ops->index), .find_text = find_text, .context = &texts};
  TRY(lsp_edit_read_for(ops->job, &source, op->edit, &edit));
  return take(ops, op, &edit, done);
}

/* ---- code actions ---- */

/* A symbol's name, or lines of a file; without lines all of it. */
static Err extent_of(EditOps *ops, const EditOp *op, LspExtent *ret_extent) {
  EditFile *file;
  if (op->symbol.len) {
    EditSymbol symbol;
    TRY(edit_find_symbol(ops, &(EditWanted){op->symbol, op->file, 0}, &symbol));
    const Text *text = edit_file_text(symbol.file);
    *ret_extent = (LspExtent){.path = edit_file_path(symbol.file), .from = text_to_point(text, symbol.name_range.from),
                              .to = text_to_point(text, symbol.name_range.to)};
    return OK;
  }
  if (!op->file.len) return job_fail(ops->job, ERR_USAGE, "%s needs file, or symbol", edit_op_word(op->kind));
  TRY(edit_plan_file(ops->plan, op->file, &file));
  const Text *text = edit_file_text(file);
  uint32_t first = op->line ? op->line : 1, last = op->end_line ? op->end_line : op->line ? op->line : text->lines.count;
  *ret_extent = (LspExtent){.path = edit_file_path(file), .from = {first, 1}, .to = {last, UINT32_MAX}};
  return OK;
}

/* Titles are the server's own words, so the ones that exist are named. */
static Err no_action(EditOps *ops, const EditOp *op, const LspActions *actions) {
  Arena *arena = ops->job->arena;
  Buf out;
  buf_init(&out, arena, 3000);
  for (size_t i = 0; i < actions->len && i < TITLES_SHOWN; i++) {
    buf_add_format(&out, "%s'%.*s'", i ? ", " : "; there is ", STR_ARG(str_shown(arena, actions->items[i].title, 120)));
  }
  return job_fail(ops->job, ERR_NOT_FOUND, "no code action is called '%.*s' there%.*s", STR_ARG(str_shown(arena, op->title, 120)), STR_ARG(buf_str(&out)));
}

/* By its exact title. A command of the server is not run: what it does cannot
 * be seen before, nor undone. */
static Err code_action(EditOps *ops, const EditOp *op, EditDone *done) {
  LspExtent extent;
  LspActions actions;
  if (!op->title.len) return job_fail(ops->job, ERR_USAGE, "code_action needs title, as kart_code_actions or suggest_fixes lists it");
  TRY(extent_of(ops, op, &extent));
  TRY(need_server(ops, op, extent.path, &extent.server));
  TRY(lsp_ask_actions(ops->job, &extent, &actions));
  for (size_t i = 0; i < actions.len; i++) {
    const LspAction *action = &actions.items[i];
    if (!str_eq(action->title, op->title)) continue;
    if (action->disabled.len) return job_fail(ops->job, ERR_UNAVAILABLE, "it is disabled: %.*s", STR_ARG(str_shown(ops->job->arena, action->disabled, 200)));
    if (!action->has_edit) return job_fail(ops->job, ERR_UNAVAILABLE, "it gives no edit but runs a command of the server, which is not done here");
    return take(ops, op, &action->edit, done);
  }
  return no_action(ops, op, &actions);
}

/* The protocol's own kind of action. */
static Err organize_imports(EditOps *ops, const EditOp *op, EditDone *done) {
  LspExtent extent;
  LspActions actions;
  TRY(extent_of(ops, op, &extent));
  TRY(need_server(ops, op, extent.path, &extent.server));
  TRY(lsp_ask_actions(ops->job, &extent, &actions));
  for (size_t i = 0; i < actions.len; i++) {
    if (str_starts_with(actions.items[i].kind, STR("source.organizeImports")) && actions.items[i].has_edit) return take(ops, op, &actions.items[i].edit, done);
  }
  return job_fail(ops->job, ERR_UNAVAILABLE, "%.*s offers no such action for this file", STR_ARG(lsp_server_name(extent.server)));
}

/* ---- formatting ---- */

/* Asked about the file as the plan has it: where that is not what is on disk,
 * in a view, so that a change and its formatting are one transaction. */
static Err ask_format(EditOps *ops, const EditOp *op, const LspExtent *extent, const LspFormatOptions *options, LspEdit *ret_edit) {
  LspView *view = NULL;
  EditFile *file;
  EditSteps steps = edit_plan_steps(ops->plan);
  TRY(edit_plan_file(ops->plan, extent->path, &file));
  if (steps.len) TRY(lsp_view_open(ops->job, extent->server, &(LspViewText){extent->path, edit_file_text(file)->chars}, 1, &view));
  Err err = op->line ? lsp_ask_format_range(ops->job, extent, options, ret_edit)
                     : lsp_ask_format(ops->job, extent->server, extent->path, options, ret_edit);
  if (view) lsp_view_close(view);
  return err;
}

/* In the file's own unit of indentation; some servers take that from their
 * configuration instead. */
static Err format(EditOps *ops, const EditOp *op, EditDone *done) {
  LspExtent extent;
  LspEdit edit;
  EditFile *file;
  const EditTree *tree;
  TRY(extent_of(ops, op, &extent));
  TRY(need_server(ops, op, extent.path, &extent.server));
  TRY(edit_plan_file(ops->plan, extent.path, &file));
  TRY(edit_tree(ops, file, &tree));
  Str unit = edit_indent_unit(ops->job->arena, tree);
  LspFormatOptions options = {.tab_size = unit.ptr[0] == '\t' ? 4 : (int)unit.len, .insert_spaces = unit.ptr[0] != '\t'};
  TRY(ask_format(ops, op, &extent, &options, &edit));
  return take(ops, op, &edit, done);
}

Err edit_op_server(EditOps *ops, const EditOp *op, EditDone *done) {
  if (op->kind == EDIT_OP_WORKSPACE) return workspace_edit(ops, op, done);
  if (op->kind == EDIT_OP_FORMAT) return format(ops, op, done);
  TRY(check_unchanged(ops, op));
  if (op->kind == EDIT_OP_ACTION) return code_action(ops, op, done);
  return organize_imports(ops, op, done);
}
