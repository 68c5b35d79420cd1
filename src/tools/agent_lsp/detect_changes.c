/* detect_changes: who uses what a git diff changes, and how risky that is. */
#include "src/tools/agent_lsp/blast_internal.h"

#include "src/query/impact/impact.h"

/* Used from another package than its own, from its own alone, or by nobody but
 * tests. A package is a directory. Tests do not count, because they fail
 * loudly instead of silently. */
static const char *risk_of(const AgentChanged *changed) {
  Str own = file_directory(changed->path);
  const char *risk = "low";
  for (size_t i = 0; i < changed->uses.len; i++) {
    const AgentUse *use = &changed->uses.items[i];
    if (use->is_test) continue;
    if (!str_eq(file_directory(use->path), own)) return "high";
    risk = "medium";
  }
  return risk;
}

/* A single commit means what that commit changed, so it is spelled as the
 * range from the one before it. */
static Err read_diff(ToolCall *call, QueryDiff *ret_diff) {
  Str scope = tool_arg_str(call, "scope"), range = str_trim(tool_arg_str(call, "range"));
  *ret_diff = (QueryDiff){.staged = str_eq_c(scope, "staged")};
  if (!str_eq_c(scope, "committed")) return OK;
  if (!range.len) range = STR("HEAD");
  ret_diff->range = str_contains(range, STR("..")) ? range : str_format(call->job->arena, "%.*s~1..%.*s", STR_ARG(range), STR_ARG(range));
  return OK;
}

/* Files that are not indexed belong into the list: they have changed although
 * no symbol of theirs can be named. */
static void write_files(AgentBlast *blast, const QueryChanged *changed) {
  Answer *out = blast->file.call->answer;
  Map seen;
  map_init(&seen, blast->file.call->job->arena);
  answer_begin_list(out, "changed_files");
  for (size_t i = 0; i < changed->len; i++) {
    if (map_get(&seen, changed->symbols[i].path)) continue;
    map_put(&seen, changed->symbols[i].path, &changed->symbols[i]);
    answer_item_str(out, tool_agent_absolute(&blast->file, changed->symbols[i].path));
  }
  for (size_t i = 0; i < changed->unindexed_count; i++) answer_item_str(out, tool_agent_absolute(&blast->file, changed->unindexed[i]));
  answer_end(out);
  answer_begin_list(out, "deleted_files");
  for (size_t i = 0; i < changed->deleted_count; i++) answer_item_str(out, tool_agent_absolute(&blast->file, changed->deleted[i]));
  answer_end(out);
}

static void add_changed(AgentBlast *blast, const AgentChanged *one) {
  Answer *answer = blast->file.call->answer;
  answer_begin_row(answer);
  answer_say(answer, "%s: ", risk_of(one));
  answer_name(answer, "name", one->name);
  answer_say(answer, " ");
  answer_field_str(answer, "file", tool_agent_absolute(&blast->file, one->path));
  answer_place(answer, NULL, one->path, "line", one->line);
  answer_say(answer, "  %zu callers, %zu tests\n", one->others, one->tests);
  answer_field_str(answer, "risk", str_from_c(risk_of(one)));
  if (one->sync_guarded) answer_field_bool(answer, "sync_guarded", true);
  answer_end(answer);
}

/* What changed and is not in the index is named as well, because nothing below
 * says anything about it. */
static Err say(AgentBlast *blast, const QueryChanged *changed) {
  ToolCall *call = blast->file.call;
  Arena *arena = call->job->arena;
  write_files(blast, changed);
  answer_begin_whole(call->answer, "changed_symbols");
  for (size_t i = 0; i < blast->len; i++) add_changed(blast, &blast->items[i]);
  answer_end(call->answer);
  tool_agent_add_blast(blast);
  answer_field_str(call->answer, "scope", tool_arg_str(call, "scope"));
  answer_words(call->answer, "summary", str_format(arena, "%zu changed symbol%s in %zu changed file%s.", blast->len + blast->left_out,
                                                   blast->len + blast->left_out == 1 ? "" : "s", changed->files, changed->files == 1 ? "" : "s"));
  answer_say(call->answer, "\n");
  if (changed->deleted_count) answer_say(call->answer, "Deleted: %.*s\n", STR_ARG(tool_join_names(arena, changed->deleted, changed->deleted_count)));
  if (changed->unindexed_count) {
    answer_say(call->answer, "Changed, but not indexed: %.*s\n", STR_ARG(tool_join_names(arena, changed->unindexed, changed->unindexed_count)));
  }
  if (blast->left_out) tool_agent_note(call, str_format(arena, "%zu more changed symbols were not looked at.", blast->left_out));
  for (size_t i = 0; i < blast->warning_count; i++) answer_warn(call->answer, "Warning: %.*s", STR_ARG(blast->warnings[i]));
  if (blast->len) tool_agent_hint(call, "run the tests that reach the risky ones; get_tests_for_file names them.");
  return OK;
}

/* A file itself is a symbol of the graph, and is left out: that it has changed
 * is told by the list of files. */
static Err answer(AgentBlast *blast) {
  ToolCall *call = blast->file.call;
  QueryDiff diff;
  QueryChanged changed;
  TRY(read_diff(call, &diff));
  TRY(query_diff(call->job, blast->file.graph.index, blast->file.graph.reader, &diff, &changed));
  for (size_t i = 0; i < changed.len; i++) {
    if (changed.symbols[i].kind == SYMBOL_FILE) continue;
    job_progress(call->job, (double)i, (double)changed.len, changed.symbols[i].name);
    TRY(tool_agent_blast_symbol(blast, &changed.symbols[i]));
  }
  return say(blast, &changed);
}

static Err run(ToolCall *call) {
  AgentBlast blast;
  TRY(tool_agent_blast_open(call, STR_EMPTY, &blast));
  Err err = answer(&blast);
  tool_agent_blast_close(&blast);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    {"workspace_root", TOOL_WORKSPACE, .help = "the workspace; else the client's own"},
    {"scope", TOOL_STRING, .choices = "unstaged|staged|committed", .otherwise = "\"unstaged\"", .help = "which changes"},
    {"range", TOOL_STRING, .max = 400, .help = "of committed: a..b, or one revision for what it changed; else HEAD"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField symbol_row[] = {
    AGENT_BLAST_USE_ROWS,
    {"risk", TOOL_STRING, true, .help = "high: used in other packages; medium: in its own; low: by tests at most"},
    {"sync_guarded", TOOL_BOOLEAN, .help = "it belongs to a type with a lock or atomic"},
    {0},
};

static const ToolField result[] = {
    {"changed_files", TOOL_STRINGS, true, .help = "absolute paths"},
    {"deleted_files", TOOL_STRINGS, true, .help = "that are gone"},
    {"changed_symbols", TOOL_OBJECTS, true, .help = "around changed lines", .fields = symbol_row},
    {"non_test_callers", TOOL_OBJECTS, true, .help = "who uses them, but for tests", .fields = tool_agent_caller_fields},
    {"warnings", TOOL_STRINGS, true, .help = "questions that servers did not answer"},
    AGENT_LSP_RESULT_SOURCE,
    {"scope", TOOL_STRING, true, .help = "as asked for"},
    {"summary", TOOL_STRING, true, .help = "in one sentence"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_detect_changes = {
    .name = "detect_changes",
    .title = "Risk of a diff",
    .summary = "The symbols a git diff changes, who uses each, and how risky that is: high, medium or low.",
    .args = args,
    .result = result,
    .example = "detect_changes scope=staged",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
