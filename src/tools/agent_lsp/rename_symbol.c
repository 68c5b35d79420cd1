/* rename_symbol: the edit that renames a symbol everywhere; writes nothing. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/model/glob.h"

#define EDIT_MAX ((size_t)4 << 20) /* as all fields of an answer */

/* ---- what is left out ---- */

/* A pattern may be written against the path in the workspace, the name alone
 * or the absolute path: callers do not say which they mean. */
static bool matches_one(AgentFile *file, Str glob, Str path) {
  return glob_match(glob, path, 0) || glob_match(glob, file_name(path), 0) ||
         glob_match(glob, tool_agent_absolute(file, path), 0);
}

static bool is_excluded(AgentFile *file, Str path) {
  const Json *globs = tool_arg(file->call, "exclude_globs");
  for (size_t i = 0; globs && i < globs->count; i++) {
    if (matches_one(file, globs->items[i].text, path)) return true;
  }
  return false;
}

/* What is no path cannot match a pattern and stays. */
static bool is_excluded_uri(AgentFile *file, Str uri) {
  Str path, relative;
  if (!lsp_uri_to_path(file->call->job->arena, uri, &path)) return false;
  return is_excluded(file, file_beneath(index_root(file->graph.index), path, &relative) ? relative : path);
}

/* One of documentChanges: a text document's edits, or a change of a file. A
 * file that is moved is judged by where it was. */
static bool is_excluded_change(AgentFile *file, const Json *change) {
  const Json *document = json_get(change, STR("textDocument"));
  Str uri = json_get_str(document ? document : change, STR("uri"), json_get_str(change, STR("oldUri"), STR_EMPTY));
  return is_excluded_uri(file, uri);
}

/* The members of `changes` or the items of `documentChanges` that stay. */
static void spell_kept(AgentFile *file, JsonWriter *out, const Json *changes) {
  bool by_uri = changes->type == JSON_OBJECT;
  if (by_uri) json_begin_object(out);
  else json_begin_array(out);
  for (size_t i = 0; i < changes->count; i++) {
    if (by_uri ? is_excluded_uri(file, changes->members[i].name) : is_excluded_change(file, &changes->items[i])) continue;
    if (by_uri) json_name(out, changes->members[i].name);
    json_value(out, by_uri ? &changes->members[i].value : &changes->items[i]);
  }
  if (by_uri) json_end_object(out);
  else json_end_array(out);
}

/* The server's WorkspaceEdit without what is excluded, else word for word. It
 * is kept in the server's own form, because it is meant to be given to
 * apply_edit or an editor, with members that we do not know. */
static Err spell_edit(AgentFile *file, const Json *raw, Str *ret_edit) {
  Buf buf;
  JsonWriter out;
  buf_init(&buf, file->call->job->arena, EDIT_MAX);
  json_writer_init(&out, &buf, 0);
  json_begin_object(&out);
  for (size_t i = 0; i < raw->count; i++) {
    const Json *value = &raw->members[i].value;
    bool by_uri = str_eq_c(raw->members[i].name, "changes") && value->type == JSON_OBJECT;
    bool is_list = str_eq_c(raw->members[i].name, "documentChanges") && value->type == JSON_ARRAY;
    json_name(&out, raw->members[i].name);
    if (by_uri || is_list) spell_kept(file, &out, value);
    else json_value(&out, value);
  }
  json_end_object(&out);
  if (buf.overflow) return job_fail(file->call->job, ERR_TOO_LARGE, "the edit is larger than %zu MB; rename with your own means", EDIT_MAX >> 20);
  *ret_edit = buf_str(&buf);
  return OK;
}

/* ---- the answer ---- */

/* `confirm` counts what the server marked as doubtful, both whole files and
 * single edits. */
typedef struct Tally {
  size_t files, edits, excluded, confirm;
} Tally;

/* The preview shows the line as it is now beside what would be put there, so
 * that a wrong place can be seen. */
static void add_file(AgentFile *file, const LspFileEdit *edit, Tally *tally) {
  static const char *const actions[] = {"", "creates ", "moves ", "deletes "};
  ToolCall *call = file->call;
  Answer *answer = call->answer;
  Arena *arena = call->job->arena;
  if (is_excluded(file, edit->path)) {
    tally->excluded++;
    return;
  }
  tally->files++;
  tally->edits += edit->edit_count;
  tally->confirm += edit->needs_confirmation;
  answer_begin_row(answer);
  answer_say(answer, "%s", actions[edit->action]);
  answer_path(answer, NULL, edit->path);
  if (edit->new_path.len) answer_say(answer, " to %.*s", STR_ARG(str_shown(arena, edit->new_path, SIZE_MAX)));
  answer_say(answer, "\n");
  for (size_t i = 0; i < edit->edit_count; i++) {
    const LspTextEdit *one = &edit->edits[i];
    tally->confirm += one->needs_confirmation;
    answer_say(answer, "  %u:%u -> %.*s  %.*s\n", one->range.start.line, one->range.start.column,
               STR_ARG(str_shown(arena, one->text, 80)), STR_ARG(tool_line(call, &file->graph, edit->path, one->range.start.line)));
  }
  answer_field_str(answer, "file", tool_agent_absolute(file, edit->path));
  answer_field_int(answer, "edits", (int64_t)edit->edit_count);
  answer_end(answer);
}

static Err say(AgentFile *file, const LspEdit *edit, const Json *raw) {
  ToolCall *call = file->call;
  Tally tally = {0};
  Str kept;
  TRY(spell_edit(file, raw, &kept));
  answer_field_raw(call->answer, "workspace_edit", kept);
  answer_begin_object(call->answer, "preview");
  answer_field_str(call->answer, "note", STR("Nothing was written. apply_edit with workspace_edit writes it."));
  answer_begin_whole(call->answer, "files");
  for (size_t i = 0; i < edit->len; i++) add_file(file, &edit->items[i], &tally);
  answer_end(call->answer);
  answer_field_int(call->answer, "file_count", (int64_t)tally.files);
  answer_field_int(call->answer, "edit_count", (int64_t)tally.edits);
  answer_field_int(call->answer, "excluded_files", (int64_t)tally.excluded);
  answer_field_int(call->answer, "needs_confirmation", (int64_t)tally.confirm);
  answer_end(call->answer);
  answer_say(call->answer, "%zu changes in %zu files", tally.edits, tally.files);
  if (tally.excluded) answer_say(call->answer, "; %zu files left out by exclude_globs", tally.excluded);
  answer_say(call->answer, "; nothing was written.\n");
  if (tally.confirm) answer_say(call->answer, "The server wants %zu of them confirmed by somebody first.\n", tally.confirm);
  tool_agent_hint(call, "apply_edit with workspace_edit writes it.");
  return OK;
}

/* A server that is still reading would give an edit that misses files, so it
 * is waited for, and what may be missing is said. */
static Err answer(AgentFile *file) {
  LspAt at;
  LspEdit edit;
  const Json *raw;
  TRY(tool_agent_at(file, &at));
  TRY(tool_agent_ready(file));
  TRY(lsp_ask_rename(file->call->job, &at, tool_arg_str(file->call, "new_name"), &edit, &raw));
  if (json_is(raw, JSON_OBJECT)) return say(file, &edit, raw);
  tool_agent_note(file->call, STR("What stands there cannot be renamed."));
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, NULL, answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    AGENT_LSP_ARGS_PLACE,
    {"new_name", TOOL_STRING, true, .min = 1, .max = 1000, .help = "the name it gets"},
    {"dry_run", TOOL_BOOLEAN, .help = "nothing is written in any case"},
    {"exclude_globs", TOOL_STRINGS, .help = "files that are left out, by path or name"},
    {0},
};

static const ToolField file_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"edits", TOOL_INTEGER, true, .help = "changes in it"},
    {0},
};

static const ToolField preview[] = {
    {"note", TOOL_STRING, true, .help = "what to do with it"},
    {"files", TOOL_OBJECTS, true, .help = "what would change", .fields = file_row},
    {"file_count", TOOL_INTEGER, true, .help = "how many files"},
    {"edit_count", TOOL_INTEGER, true, .help = "how many changes"},
    {"excluded_files", TOOL_INTEGER, true, .help = "left out by exclude_globs"},
    {"needs_confirmation", TOOL_INTEGER, true, .help = "changes the server wants confirmed"},
    {0},
};

static const ToolField result[] = {
    {"workspace_edit", TOOL_OBJECT, .help = "the server's own WorkspaceEdit, places from 0; absent: it cannot be renamed"},
    {"preview", TOOL_OBJECT, .help = "the same in short", .fields = preview},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_rename_symbol = {
    .name = "rename_symbol",
    .title = "Preview a rename",
    .summary = "The edit that renames the symbol at a place in the whole workspace. Writes nothing: apply_edit does.",
    .args = args,
    .result = result,
    .example = "rename_symbol file_path=src/main.c line=3 column=5 new_name=start",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/rename",
    .chars = 1u << 20, /* half of the edits would be none */
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
