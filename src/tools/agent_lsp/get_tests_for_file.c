/* get_tests_for_file: the tests of a source file, as the module of checks finds
 * them: by name, by what reaches it in the graph and by what changed with it.
 * Each finds what the others cannot see. Needs no server. */
#include "src/check/check.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"

static void write_found(AgentFile *file, const CheckTest *test) {
  static const struct {
    unsigned by;
    const char *word;
  } ways[] = {{CHECK_BY_ITSELF, "itself"}, {CHECK_BY_NAME, "name"}, {CHECK_BY_GRAPH, "graph"}, {CHECK_BY_HISTORY, "history"}};
  Answer *out = file->call->answer;
  answer_begin_row(out);
  answer_field_str(out, "file", tool_agent_absolute(file, test->path));
  answer_begin_list(out, "found_by");
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    if (test->by & ways[i].by) answer_item_str(out, str_from_c(ways[i].word));
  }
  answer_end(out);
  answer_begin_list(out, "tests");
  for (size_t i = 0; i < test->name_count; i++) answer_item_str(out, test->names[i]);
  answer_end(out);
  answer_end(out);
}

static Err answer(AgentFile *file) {
  Answer *out = file->call->answer;
  CheckTests tests;
  TRY(tool_agent_graph(file));
  TRY(check_affected(file->call->job, file->graph.index, file->graph.reader, &(CheckChange){.paths = &file->path, .path_count = 1}, &tests));
  answer_field_str(out, "source_file", tool_agent_absolute(file, file->path));
  answer_begin_list(out, "test_files");
  for (size_t i = 0; i < tests.len; i++) answer_item_str(out, tool_agent_absolute(file, tests.items[i].path));
  answer_end(out);
  answer_begin_list(out, "found");
  for (size_t i = 0; i < tests.len; i++) write_found(file, &tests.items[i]);
  answer_end(out);
  answer_begin_list(out, "commands");
  for (size_t i = 0; i < tests.command_count; i++) answer_item_str(out, tests.commands[i]);
  answer_end(out);
  for (size_t i = 0; i < tests.command_count; i++) {
    if (!tests.notes[i].len) continue;
    answer_field_str(out, "hint", tests.notes[i]);
    break;
  }
  if (!tests.len) answer_field_str(out, "hint", STR("no file is named like a test of it, no test reaches it through the graph, none changed with it before"));
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run_alone(call, answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField found_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"found_by", TOOL_STRINGS, true, .help = "itself: it is a test file or has tests; name: it is named like a test of it; graph: its tests reach it; history: it changed with it"},
    {"tests", TOOL_STRINGS, true, .help = "those of its tests that reach it"},
    {0},
};

static const ToolField result[] = {
    {"source_file", TOOL_STRING, true, .help = "absolute path"},
    {"test_files", TOOL_STRINGS, true, .help = "absolute paths, surest first"},
    {"found", TOOL_OBJECTS, true, .help = "the same files with how they were found", .fields = found_row},
    {"commands", TOOL_STRINGS, true, .help = "that run those the graph found"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_tests_for_file = {
    .name = "get_tests_for_file",
    .title = "Tests of a file",
    .summary = "Which test files belong to a source file: by name, by what reaches it in the graph, by what changed with it.",
    .args = args,
    .result = result,
    .example = "get_tests_for_file file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
