/* get_tests_for_file: the tests of a source file, by how test files are named
 * and by what the graph says reaches it. Needs no server. The two ways find
 * different things: names find tests that load the code in a manner the graph
 * does not see, the graph finds tests that are named after something else. */
#include "src/base/vec.h"
#include "src/query/impact/impact.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define DEPTH 3 /* calls between a test and what it tests */

typedef struct Found {
  Str path;
  bool by_name;
  const QueryTestFile *reached; /* NULL: not by the graph */
  size_t shared;                /* bytes of the directory that both have */
} Found;

typedef struct Tests {
  VEC(Found) found;
  Str *commands;
  size_t command_count;
} Tests;

/* How near two files lie to each other. */
static size_t shared_prefix(Str a, Str b) {
  size_t i = 0;
  while (i < a.len && i < b.len && a.ptr[i] == b.ptr[i]) i++;
  return i;
}

/* A file that both ways find is one row that says so. Pointers into the list
 * are used at once, since the next one may move it. */
static Found *add(Arena *arena, Tests *tests, Str path, Str source) {
  for (size_t i = 0; i < tests->found.len; i++) {
    if (str_eq(tests->found.items[i].path, path)) return &tests->found.items[i];
  }
  Found *found = vec_add(arena, &tests->found);
  *found = (Found){.path = path, .shared = shared_prefix(path, source)};
  return found;
}

static Err find_by_name(AgentFile *file, Tests *tests) {
  Job *job = file->call->job;
  Str *paths;
  size_t count;
  TRY(query_tests_named(job, file->graph.reader, file->path, &paths, &count));
  for (size_t i = 0; i < count; i++) add(job->arena, tests, paths[i], file->path)->by_name = true;
  return OK;
}

/* Begins at the file's own symbol, which stands for everything in it. Commands
 * that run the tests are made from what was reached. */
static Err find_by_graph(AgentFile *file, Tests *tests) {
  Job *job = file->call->job;
  StoreFile stored;
  StoreSymbol root;
  QueryImpact impact;
  QueryTests *reached = ARENA_NEW(job->arena, QueryTests);
  TRY(query_file(job, file->graph.reader, file->path, &stored));
  if (!stored.id.value || stored.skip.len) return OK;
  TRY(query_symbol(job, file->graph.reader, store_symbol_id(stored.id, 0), &root));
  QueryImpactRequest request = {.roots = &root, .root_count = 1, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = DEPTH};
  TRY(query_impact(job, file->graph.reader, &request, &impact));
  TRY(query_impact_tests(job, file->graph.index, file->graph.reader, &impact, reached));
  for (size_t i = 0; i < reached->len; i++) {
    if (str_eq(reached->files[i].file.path, file->path)) continue;
    add(job->arena, tests, reached->files[i].file.path, file->path)->reached = &reached->files[i];
  }
  tests->commands = reached->commands;
  tests->command_count = reached->command_count;
  return OK;
}

/* Named for it first, then what lies nearest. */
static int by_worth(const void *a, const void *b) {
  const Found *x = a, *y = b;
  if (x->by_name != y->by_name) return x->by_name ? -1 : 1;
  if (x->shared != y->shared) return x->shared > y->shared ? -1 : 1;
  return str_compare(x->path, y->path);
}

static void write_found(AgentFile *file, const Found *found) {
  Answer *out = file->call->answer;
  answer_begin_row(out);
  answer_field_str(out, "file", tool_agent_absolute(file, found->path));
  answer_begin_list(out, "found_by");
  if (found->by_name) answer_item_str(out, STR("name"));
  if (found->reached) answer_item_str(out, STR("graph"));
  answer_end(out);
  answer_begin_list(out, "tests");
  for (size_t i = 0; found->reached && i < found->reached->name_count; i++) answer_item_str(out, found->reached->names[i]);
  answer_end(out);
  answer_end(out);
}

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Tests tests = {0};
  TRY(tool_agent_graph(file));
  TRY(find_by_name(file, &tests));
  TRY(find_by_graph(file, &tests));
  if (tests.found.len) qsort(tests.found.items, tests.found.len, sizeof(Found), by_worth);
  answer_field_str(call->answer, "file", tool_agent_absolute(file, file->path));
  answer_begin_list(call->answer, "test_files");
  for (size_t i = 0; i < tests.found.len; i++) write_found(file, &tests.found.items[i]);
  answer_end(call->answer);
  answer_begin_list(call->answer, "commands");
  for (size_t i = 0; i < tests.command_count; i++) answer_item_str(call->answer, tests.commands[i]);
  answer_end(call->answer);
  if (!tests.found.len) answer_field_str(call->answer, "hint", STR("no file is named like a test of it and no test reaches it through the graph"));
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run_alone(call, answer); }

static const ToolField args[] = {AGENT_LSP_ARG_FILE, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField test_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"found_by", TOOL_STRINGS, true, .help = "name: it is named like a test of it; graph: its tests reach it"},
    {"tests", TOOL_STRINGS, true, .help = "those of its tests that reach it"},
    {0},
};

static const ToolField result[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"test_files", TOOL_OBJECTS, true, .help = "nearest first", .fields = test_row},
    {"commands", TOOL_STRINGS, true, .help = "that run those the graph found"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_tests_for_file = {
    .name = "get_tests_for_file",
    .title = "Tests of a file",
    .summary = "Which test files belong to a source file, by their names and by what reaches it in the graph.",
    .args = args,
    .result = result,
    .example = "get_tests_for_file file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
