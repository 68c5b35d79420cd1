/* rename_symbol: the edit that renames a symbol everywhere; writes nothing. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/model/glob.h"

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
static bool is_excluded_uri(void *context, Str uri) {
  AgentFile *file = context;
  Str path, relative;
  if (!lsp_uri_to_path(file->call->job->arena, uri, &path)) return false;
  return is_excluded(file, file_beneath(index_root(file->graph.index), path, &relative) ? relative : path);
}

/* ---- the answer ---- */

/* `confirm` counts what the server marked as doubtful, both whole files and
 * single edits. */
typedef struct Tally {
  size_t files, edits, excluded, confirm;
} Tally;

/* The line as it is now is shown beside what would be put there, so that a
 * wrong place can be seen. */
static void say_file(AgentFile *file, const LspFileEdit *edit, Tally *tally) {
  static const char *const actions[] = {"", "creates ", "moves ", "deletes "};
  ToolCall *call = file->call;
  Answer *answer = call->answer;
  Arena *arena = call->job->arena;
  tally->files++;
  tally->edits += edit->edit_count;
  tally->confirm += edit->needs_confirmation;
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
}

static void say_tally(ToolCall *call, const Tally *tally) {
  answer_say(call->answer, "%zu changes in %zu files", tally->edits, tally->files);
  if (tally->excluded) answer_say(call->answer, "; %zu files left out by exclude_globs", tally->excluded);
  answer_say(call->answer, "; nothing was written.\n");
  if (tally->confirm) answer_say(call->answer, "The server wants %zu of them confirmed by somebody first.\n", tally->confirm);
}

/* With dry_run: the edit as a member, beside what it would do in short. */
static void add_preview(AgentFile *file, const LspEdit *edit, Str spelled) {
  Answer *answer = file->call->answer;
  Tally tally = {0};
  answer_field_raw(answer, "workspace_edit", spelled);
  answer_begin_object(answer, "preview");
  answer_field_str(answer, "note", STR("Nothing was written. apply_edit with workspace_edit writes it."));
  answer_begin_whole(answer, "files");
  for (size_t i = 0; i < edit->len; i++) {
    const LspFileEdit *one = &edit->items[i];
    bool is_left_out = is_excluded(file, one->path);
    tally.excluded += is_left_out;
    if (is_left_out) continue;
    answer_begin_row(answer);
    say_file(file, one, &tally);
    answer_field_str(answer, "file", tool_agent_absolute(file, one->path));
    answer_field_int(answer, "edits", (int64_t)one->edit_count);
    answer_end(answer);
  }
  answer_end(answer);
  answer_field_int(answer, "file_count", (int64_t)tally.files);
  answer_field_int(answer, "edit_count", (int64_t)tally.edits);
  answer_field_int(answer, "excluded_files", (int64_t)tally.excluded);
  answer_field_int(answer, "needs_confirmation", (int64_t)tally.confirm);
  answer_end(answer);
  say_tally(file->call, &tally);
}

/* Otherwise: the edit itself. Only what an edit has by the protocol: a server's
 * further members could pass for fields of ours. */
static Err add_edit(AgentFile *file, const LspEdit *edit, Str spelled) {
  static const char *const members[] = {"changes", "documentChanges", "changeAnnotations"};
  Job *job = file->call->job;
  const Json *kept;
  Tally tally = {0};
  TRY(json_read(job, spelled, NULL, &kept));
  for (size_t i = 0; i < COUNT_OF(members); i++) {
    const Json *value = json_get(kept, str_from_c(members[i]));
    if (value) answer_field_raw(file->call->answer, members[i], json_spell(job->arena, value));
  }
  for (size_t i = 0; i < edit->len; i++) {
    bool is_left_out = is_excluded(file, edit->items[i].path);
    tally.excluded += is_left_out;
    if (!is_left_out) say_file(file, &edit->items[i], &tally);
  }
  say_tally(file->call, &tally);
  return OK;
}

static Err say(AgentFile *file, const LspEdit *edit, const Json *raw) {
  ToolCall *call = file->call;
  bool is_preview = tool_arg_bool(call, "dry_run");
  Str spelled;
  TRY(lsp_edit_spell(call->job, file->server, raw, &(LspEditSpelling){is_excluded_uri, file}, &spelled));
  if (is_preview) add_preview(file, edit, spelled);
  else TRY(add_edit(file, edit, spelled));
  tool_agent_hint(call, is_preview ? "apply_edit with workspace_edit writes it." : "apply_edit with this as workspace_edit writes it.");
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
    {"dry_run", TOOL_BOOLEAN, .otherwise = "false", .help = "the edit in workspace_edit, with a preview beside it; nothing is written in any case"},
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

static const ToolField edit_row[] = {
    {"range", TOOL_OBJECT, .help = "start and end, from 0"},
    {"newText", TOOL_STRING, .help = "what stands there then"},
    {0},
};
static const ToolField change_row[] = {
    {"textDocument", TOOL_OBJECT, .help = "uri and version of a file whose text changes"},
    {"edits", TOOL_OBJECTS, .help = "in it", .listed = "", .fields = edit_row},
    {"kind", TOOL_STRING, .help = "create, rename or delete: what happens to a file instead"},
    {0},
};

static const ToolField result[] = {
    {"changes", TOOL_OBJECT, .help = "a WorkspaceEdit, places from 0 in UTF-16: edits by URI; neither this nor documentChanges: it cannot be renamed"},
    {"documentChanges", TOOL_OBJECTS, .help = "the same in its other form, as the server chose", .listed = "", .fields = change_row},
    {"changeAnnotations", TOOL_OBJECT, .help = "what is said of some of them"},
    {"workspace_edit", TOOL_OBJECT, .help = "with dry_run: all that as one member"},
    {"preview", TOOL_OBJECT, .help = "with dry_run: the same in short", .fields = preview},
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
