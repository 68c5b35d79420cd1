/* edit: changes files, by symbol, text, pattern or server. One call may hold
 * many operations; all of them go into one plan, which is written as a whole
 * or not at all, and has one undo. */
#include "src/base/vec.h"
#include "src/tools/kit/editing_internal.h"

#define OPS_MAX 50          /* operations of one call */
#define TEXT_MAX 200000     /* characters of a text that is put somewhere */
#define LEFT_SHOWN 25
#define BROKEN_SHOWN 15
#define TESTS_SHOWN 3
#define DIFF_SHOWN 9000     /* bytes, unless max_chars says otherwise */
#define UNDO_DIFF_MAX ((size_t)1 << 20)

/* ---- arguments ---- */

static Str get_str(const Json *args, const char *name) { return json_get_str(args, str_from_c(name), STR_EMPTY); }

/* 0 for what is absent or no number: validation has refused what is wrong, and
 * 0 means "not given" in every operation. */
static int64_t get_int(const Json *args, const char *name) {
  int64_t value = 0;
  const Json *found = json_get(args, str_from_c(name));
  return found && json_to_int(found, &value) ? value : 0;
}

static void read_params(Arena *arena, const Json *list, EditOp *op) {
  Str *params = list && list->count ? arena_alloc(arena, list->count * sizeof(Str)) : NULL;
  for (size_t i = 0; list && i < list->count; i++) params[i] = list->items[i].text;
  op->params = params;
  op->param_count = list ? list->count : 0;
}

/* Operations of a batch have the same arguments as a call with a single one,
 * so both are read here. `force` is of the whole call. */
static Err read_op(ToolEdit *edit, const Json *args, EditOp *ret_op) {
  ToolCall *call = edit->call;
  Arena *arena = call->job->arena;
  const Json *text = json_get(args, STR("text")), *expect = json_get(args, STR("expect")), *params = json_get(args, STR("params"));
  EditOp op = {.symbol = get_str(args, "symbol"), .text = get_str(args, "text"), .has_text = text && text->type == JSON_STRING,
               .find = get_str(args, "find"), .new_name = get_str(args, "new_name"), .title = get_str(args, "title"),
               .line = (uint32_t)get_int(args, "line"), .end_line = (uint32_t)get_int(args, "end_line"),
               .has_expect = expect && expect->type != JSON_NULL, .expect = (size_t)get_int(args, "expect"),
               .occurrence = (uint32_t)get_int(args, "occurrence"), .edit = json_get(args, STR("edit")),
               .mentions = json_get_bool(args, STR("mentions"), false), .force = tool_arg_bool(call, "force"), .is_spelled = true};
  Str word = get_str(args, "op");
  if (!edit_op_from_word(word, &op.kind)) {
    return job_fail(call->job, ERR_USAGE, "'%.*s' is no operation of a batch", STR_ARG(str_shown(arena, word, TOOL_SHOWN_WORD)));
  }
  read_params(arena, params, &op);
  TRY(tool_edit_path(edit, get_str(args, "file"), &op.file));
  TRY(tool_edit_path(edit, get_str(args, "to"), &op.to));
  *ret_op = op;
  return OK;
}

/* ---- what was done ---- */

typedef struct Done {
  EditDone *items;
  size_t len;
  size_t cap;
} Done;

/* `number` counts the operations of a batch from 1; 0: there is only this one,
 * and its errors need no number. */
static Err run_one(ToolEdit *edit, const Json *args, size_t number, Done *done) {
  EditOp op;
  EditDone one;
  Err err = read_op(edit, args, &op);
  if (!err) err = edit_op_run(edit->ops, &op, &one);
  if (err && number) return job_prefix(edit->call->job, err, "operation %zu", number);
  TRY(err);
  *vec_add(edit->call->job->arena, done) = one;
  return OK;
}

/* The first operation that fails ends the call: nothing has been written yet,
 * and later ones may rely on it. */
static Err run_all(ToolEdit *edit, Done *done) {
  ToolCall *call = edit->call;
  const Json *ops = tool_arg(call, "ops");
  if (!str_eq_c(tool_arg_str(call, "op"), "batch")) return run_one(edit, call->args, 0, done);
  if (!ops || !ops->count) return job_fail(call->job, ERR_USAGE, "op=batch needs ops, a list of objects like {\"op\": \"delete\", \"symbol\": \"x\"}");
  for (size_t i = 0; i < ops->count; i++) TRY(run_one(edit, &ops->items[i], i + 1, done));
  return OK;
}

/* Places that an operation saw and did not change, such as a name in a text:
 * they are the caller's to judge. */
static void say_left(ToolCall *call, const Done *done) {
  Answer *out = call->answer;
  size_t total = 0, shown;
  for (size_t i = 0; i < done->len; i++) total += done->items[i].left.len;
  if (total) answer_heading(out, "To look at:");
  answer_begin_list(out, "left");
  shown = 0;
  for (size_t i = 0; i < done->len; i++) {
    for (size_t k = 0; k < done->items[i].left.len && shown < LEFT_SHOWN; k++, shown++) {
      const EditLeft *left = &done->items[i].left.items[k];
      answer_begin_row(out);
      answer_say(out, "  ");
      answer_place(out, "path", left->path, "line", left->line);
      answer_column(out, "  ");
      answer_words(out, "why", left->why);
      answer_say(out, "\n");
      answer_end(out);
    }
  }
  answer_end(out);
  answer_more(out, total - shown, "");
}

static void say_done(ToolCall *call, const Done *done, bool is_applied) {
  Answer *out = call->answer;
  size_t places = 0;
  for (size_t i = 0; i < done->len; i++) {
    places += done->items[i].places;
    answer_say(out, "%s: %.*s\n", is_applied ? "Done" : "Would do", STR_ARG(done->items[i].what));
    for (size_t k = 0; k < done->items[i].note_count; k++) answer_note(out, "%.*s", STR_ARG(done->items[i].notes[k]));
  }
  answer_field_bool(out, "applied", is_applied);
  answer_field_int(out, "places", (int64_t)places);
}

/* For programs; a reader sees the files in the difference. */
static void say_files(ToolCall *call, const EditSteps *steps) {
  static const char *const actions[] = {"change", "create", "rename", "delete"};
  Answer *out = call->answer;
  answer_begin_fields(out);
  answer_begin_list(out, "files");
  for (size_t i = 0; i < steps->len; i++) {
    answer_begin_row(out);
    answer_path(out, "path", steps->items[i].path);
    answer_field_str(out, "action", str_from_c(actions[steps->items[i].action]));
    answer_end(out);
  }
  answer_end(out);
  answer_end(out);
}

/* ---- what came of it ---- */

/* Uses that the graph could follow before and cannot now. They are told after
 * the fact, because only the written files can be asked. */
static void say_broken(ToolCall *call, const EditEffect *effect) {
  Answer *out = call->answer;
  if (effect->total) answer_heading(out, "Led somewhere before and lead nowhere now:");
  answer_begin_list(out, "broken");
  for (size_t i = 0; i < effect->len && i < BROKEN_SHOWN; i++) {
    answer_begin_row(out);
    answer_say(out, "  ");
    answer_place(out, "path", effect->items[i].path, "line", effect->items[i].line);
    answer_column(out, "  ");
    answer_name(out, "name", effect->items[i].name);
    answer_say(out, "\n");
    answer_end(out);
  }
  answer_end(out);
  if (effect->total > BROKEN_SHOWN) answer_more(out, effect->total - BROKEN_SHOWN, "");
}

/* Nothing is said where no server could compare: a zero would be a claim. */
static void say_delta(ToolCall *call, const ToolEditDelta *delta) {
  Answer *out = call->answer;
  if (!delta->files) return;
  answer_say(out, "Diagnostics: errors %zu -> %zu, warnings %zu -> %zu.\n", delta->errors_before, delta->errors_after, delta->warnings_before, delta->warnings_after);
  answer_field_int(out, "errorsBefore", (int64_t)delta->errors_before);
  answer_field_int(out, "errorsAfter", (int64_t)delta->errors_after);
  for (size_t i = 0; i < delta->fresh.len; i++) {
    const struct ToolEditDiagnostic *one = &delta->fresh.items[i];
    answer_say(out, "  %s ", one->severity == 1 ? "error" : "warning");
    answer_place(out, NULL, one->path, NULL, one->line);
    answer_say(out, " ");
    answer_show(out, one->message, 300);
    answer_say(out, "\n");
  }
}

static void say_tests(ToolCall *call, const EditEffect *effect) {
  Answer *out = call->answer;
  for (size_t i = 0; i < effect->test_count && i < TESTS_SHOWN; i++) {
    answer_say(out, "Tests: ");
    answer_show(out, effect->tests[i], SIZE_MAX); /* whole, to be run: it has a bound of its own */
    if (effect->test_notes[i].len) answer_say(out, "\n  (%.*s)", STR_ARG(effect->test_notes[i]));
    answer_say(out, "\n");
  }
  answer_field_names(out, "tests", effect->tests, effect->test_count);
}

/* The fields have the whole difference; a reader gets its beginning up to the
 * end of a line, or with max_chars=0 none of it. */
static Str shown_diff(ToolCall *call, Str diff, size_t room) {
  Arena *arena = call->job->arena;
  if (!room) return STR_EMPTY;
  if (diff.len <= room) return str_visible(arena, diff);
  Str head = str_head(diff, room);
  size_t end = str_find_last_byte(head, '\n');
  return str_format(arena, "%.*s\n... %zu more bytes of the difference; max_chars shows more\n", STR_ARG(str_visible(arena, str_slice(head, 0, end == STR_NONE ? head.len : end))),
                    diff.len - head.len);
}

static size_t diff_room(ToolCall *call) { return tool_arg(call, "max_chars") ? (size_t)tool_arg_int(call, "max_chars") : DIFF_SHOWN; }

/* What would be done is told in the same words as what was done, so that a dry
 * run can be compared with its call. */
static Err say(ToolEdit *edit, const Done *done) {
  ToolCall *call = edit->call;
  Answer *out = call->answer;
  say_done(call, done, edit->is_applied);
  say_files(call, &edit->steps);
  answer_field_str(out, "diff", edit->diff);
  if (!edit->steps.len) answer_warn(out, "Nothing changes: the files say so already.");
  answer_put(out, shown_diff(call, edit->diff, diff_room(call)));
  say_left(call, done);
  if (!edit->is_applied) {
    if (edit->steps.len) answer_note(out, "Nothing was written: dry_run.");
    return OK;
  }
  say_broken(call, &edit->effect);
  say_delta(call, &edit->delta);
  say_tests(call, &edit->effect);
  answer_field_str(out, "undo", edit->receipt.id);
  if (edit->receipt.note.len) answer_note(out, "%.*s", STR_ARG(edit->receipt.note));
  if (edit->receipt.id.len) answer_note(out, "Undo: op=undo id=%.*s", STR_ARG(edit->receipt.id));
  return OK;
}

/* A text that a grammar cannot read is refused before anything is written. */
static Err refuse(ToolEdit *edit) {
  Buf out;
  Job *job = edit->call->job;
  buf_init(&out, job->arena, 4000);
  edit_show_problems(&out, &edit->problems);
  return job_fail(job, ERR_SYNTAX, "the edit breaks the syntax, and nothing was written; mend the text, or force=true writes it all the same\n%.*s", STR_ARG(buf_str(&out)));
}

static Err run_edit(ToolEdit *edit) {
  ToolCall *call = edit->call;
  Done done = {0};
  ToolEditEnd end = {.dry_run = tool_arg_bool(call, "dry_run"), .allows_broken = tool_arg_bool(call, "force")};
  edit->may_start = true;
  TRY(run_all(edit, &done));
  TRY(tool_edit_finish(edit, &end));
  if (edit->problems.total && !end.allows_broken) return refuse(edit);
  return say(edit, &done);
}

/* ---- undo ---- */

/* A dry run shows what would be taken back, and takes nothing back. */
static Err show_undo(ToolCall *call, Index *index) {
  Buf diff;
  EditSteps steps;
  buf_init(&diff, call->job->arena, UNDO_DIFF_MAX);
  TRY(edit_undo_diff(call->job, index, tool_arg_str(call, "id"), &diff, &steps));
  answer_field_bool(call->answer, "applied", false);
  say_files(call, &steps);
  answer_field_str(call->answer, "diff", buf_str(&diff));
  answer_put(call->answer, shown_diff(call, buf_str(&diff), diff_room(call)));
  if (diff.overflow) answer_note(call->answer, "There is more of the difference than is shown.");
  answer_note(call->answer, "Nothing was written: dry_run.");
  return OK;
}

/* An undo is the same kind of transaction as an edit. It takes the other's
 * record away and leaves none of its own, so it cannot be undone itself. */
static Err undo(ToolCall *call) {
  Index *index;
  Str relative;
  EditReceipt receipt;
  TRY(tool_locate(call, STR_EMPTY, &index, &relative));
  if (tool_arg_bool(call, "dry_run")) return show_undo(call, index);
  tool_mark_writing(call);
  TRY(edit_undo(call->job, index, call->scope->hub, tool_arg_str(call, "id"), &receipt));
  tool_note_steps(call, &receipt.steps);
  answer_say(call->answer, "Undone: %zu file%s as before.\n", receipt.steps.len, receipt.steps.len == 1 ? "" : "s");
  for (size_t i = 0; i < receipt.steps.len; i++) {
    answer_say(call->answer, "  ");
    answer_path(call->answer, NULL, receipt.steps.items[i].path);
    answer_say(call->answer, "\n");
  }
  answer_field_bool(call->answer, "applied", true);
  say_files(call, &receipt.steps);
  answer_field_str(call->answer, "undo", receipt.id);
  return OK;
}

/* Newest first, as edit_list gives them. */
static Err history(ToolCall *call) {
  Index *index;
  Str relative;
  EditUndoables all;
  TRY(tool_locate(call, STR_EMPTY, &index, &relative));
  TRY(edit_list(call->job, index, &all));
  if (!all.len) answer_say(call->answer, "Nothing can be undone.\n");
  for (size_t i = 0; i < all.len; i++) {
    answer_say(call->answer, "%.*s  %.*s, %zu file%s\n", STR_ARG(all.items[i].id), STR_ARG(str_shown(call->job->arena, all.items[i].title, 200)),
               all.items[i].steps.len, all.items[i].steps.len == 1 ? "" : "s");
  }
  answer_field_bool(call->answer, "applied", false);
  return OK;
}

/* What the history will call the edit. */
static Str title_of(ToolCall *call) {
  Arena *arena = call->job->arena;
  Str what = tool_arg_str(call, "symbol").len ? tool_arg_str(call, "symbol") : tool_arg_str(call, "file");
  return str_format(arena, "%.*s %.*s", STR_ARG(tool_arg_str(call, "op")), STR_ARG(str_shown(arena, what, 100)));
}

static Err run(ToolCall *call) {
  ToolEdit edit;
  Str op = tool_arg_str(call, "op");
  if (str_eq_c(op, "undo")) return undo(call);
  if (str_eq_c(op, "history")) return history(call);
  Err err = tool_edit_open(call, STR_EMPTY, title_of(call), &edit);
  if (!err) err = run_edit(&edit);
  tool_edit_close(&edit);
  return err;
}

#define OP_ROW(kind, word) "|" word
#define OP_CHOICES (&(EDIT_OPS(OP_ROW))[1])

#define EDIT_ARGS \
    {"symbol", TOOL_STRING, .min = 1, .max = 1000, .help = "name, Type.member, file:name; name[1], name(types) among namesakes"}, \
    {"file", TOOL_PATH, .help = "path; for text, regex and pattern also folders and globs with commas between, !those left out, or ."}, \
    {"text", TOOL_STRING, .min = 0, .max = TEXT_MAX, .help = "what stands there then; regex: $1, pattern: $A are taken from the match", .listed = "new text; $1, $A from the match"}, \
    {"find", TOOL_STRING, .min = 1, .max = TEXT_MAX, .help = "text, PCRE2 expression or pattern of syntax to replace", .listed = "what to replace"}, \
    {"new_name", TOOL_STRING, .min = 1, .max = 1000, .help = "of rename", .listed = ""}, \
    {"mentions", TOOL_BOOLEAN, .help = "rename: in comments and strings too", .listed = "rename in comments, strings too"}, \
    {"to", TOOL_PATH, .help = "path to move to", .listed = ""}, \
    {"params", TOOL_STRINGS, .help = "change_signature: all parameters afterwards: name, old->new, +declaration, +declaration := value for calls"}, \
    {"line", TOOL_INTEGER, .min = 1, .max = 0, .help = "of the symbol, or first of lines", .listed = ""}, \
    {"end_line", TOOL_INTEGER, .min = 1, .max = 0, .help = "last of lines", .listed = ""}, \
    {"expect", TOOL_INTEGER, .min = 0, .max = 20000, .help = "number of matches"}, \
    {"occurrence", TOOL_INTEGER, .min = 1, .max = 20000, .help = "only this match, from 1", .listed = ""}, \
    {"title", TOOL_STRING, .min = 1, .max = 1000, .help = "of a code action", .listed = ""}, \
    {"edit", TOOL_OBJECT, .help = "an LSP WorkspaceEdit", .listed = ""}

static const ToolField one_op[] = {
    {"op", TOOL_STRING, true, .choices = OP_CHOICES, .help = "what to do"},
    EDIT_ARGS,
    {0},
};

static const ToolField args[] = {
    {"op", TOOL_STRING, true, .choices = "batch|undo|history" EDIT_OPS(OP_ROW), .help = "what to do", .listed = ""},
    EDIT_ARGS,
    {"ops", TOOL_OBJECTS, .min = 1, .max = OPS_MAX, .help = "for batch: objects with op and its arguments; all or none", .listed = "of batch: objects with op and its arguments", .fields = one_op},
    {"dry_run", TOOL_BOOLEAN, .help = "only show the difference", .listed = ""},
    {"force", TOOL_BOOLEAN, .help = "despite uses, collisions, syntax errors"},
    {"id", TOOL_STRING, .help = "of undo; otherwise the latest", .listed = ""},
    {"max_chars", TOOL_INTEGER, .min = 0, .max = 200000, .otherwise = "9000", .help = "length of the difference shown; 0: none", .listed = ""},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField file_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"action", TOOL_STRING, true, .help = "change, create, rename or delete"},
    {0},
};

static const ToolField place_row[] = {
    {"path", TOOL_STRING, true, .help = "file"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"why", TOOL_STRING, .help = "why it is listed"},
    {"name", TOOL_STRING, .help = "what is used there"},
    {0},
};

static const ToolField result[] = {
    {"applied", TOOL_BOOLEAN, true, .help = "whether files were changed"},
    {"places", TOOL_INTEGER, .help = "that change"},
    {"files", TOOL_OBJECTS, .help = "that change", .fields = file_row},
    {"diff", TOOL_STRING, .help = "unified"},
    {"left", TOOL_OBJECTS, .help = "places that were not changed and perhaps should be", .fields = place_row},
    {"broken", TOOL_OBJECTS, .help = "uses that led somewhere before and lead nowhere now", .fields = place_row},
    {"errorsBefore", TOOL_INTEGER, .help = "of running language servers, in the changed files"},
    {"errorsAfter", TOOL_INTEGER, .help = "likewise"},
    {"tests", TOOL_STRINGS, .help = "commands that test what was touched"},
    {"undo", TOOL_STRING, .help = "id for op=undo; empty: it cannot be undone"},
    {0},
};

const Tool tool_edit = {
    .name = "edit",
    .title = "Edit code",
    .brief = "change by symbol, text or pattern: checked, all or nothing, with undo",
    .summary = "Change files by symbol, text or pattern, atomically and syntax-checked; says what it broke, which tests to run, how to undo.",
    .help = "One operation, or several with op=batch: all are done or none. Symbols are found in the files as they are now; new text takes "
            "the indentation of its place. A change that breaks the syntax is refused unless forced. rename and change_signature change "
            "every place that the graph, or a language server that is ready, resolves, and list the others; delete is refused while "
            "something uses the symbol. code_action, organize_imports and format are a language server's work.",
    .args = args,
    .result = result,
    .example = "edit op=rename symbol=main new_name=start dry_run=true",
    .toolset = "edit",
    .flags = TOOL_CORE | TOOL_DESTRUCTIVE,
    .seconds = 300,
    .run = run,
};
