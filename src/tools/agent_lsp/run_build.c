/* run_build and run_tests: the project's own build or tests, chosen by what
 * lies in the directory, and what they complain about. */
#include "src/index/part.h"
#include "src/os/file.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"
#include "src/tools/kit/checking_internal.h"

/* A build from nothing takes minutes; the descriptor's limit for the call is
 * the same. */
#define SECONDS 900

/* What the arguments name: `workspace_dir`, and in it the directory or file
 * `path`. */
static Err take_place(ToolCall *call, Index **ret_index, Str *ret_under, Str *ret_file) {
  Arena *arena = call->job->arena;
  Str directory = tool_arg_str(call, "workspace_dir"), path = tool_arg_str(call, "path"), relative;
  FileStat stat;
  TRY(tool_place(call, path.len ? file_join(arena, directory, path) : directory, ret_index, &relative));
  *ret_file = STR_EMPTY;
  *ret_under = relative;
  if (!relative.len) return OK;
  TRY(root_stat(call->job, index_files(*ret_index), relative, &stat));
  if (stat.kind == FILE_DIRECTORY) return OK;
  *ret_file = relative;
  return OK;
}

static Err fail_unknown(ToolCall *call, const char *what) {
  Str language = tool_arg_str(call, "language");
  return job_fail(call->job, ERR_UNAVAILABLE, "no way to run %s of %.*s is known here: there is none of the manifests that choose one "
                  "(Cargo.toml, go.mod, package.json, pyproject.toml, pom.xml, Makefile, ...). Name another path or language, or add "
                  "a row to checkers.tsv in your configuration directory", what, language.len ? (int)language.len : 12,
                  language.len ? language.ptr : "this project");
}

/* The nearest one, for a directory or a file. With a language, whatever lies
 * there. */
static Err run_one(ToolCall *call, CheckKind kind, CheckOutcome *ret_outcome, Str *ret_root) {
  Index *index;
  Str under, file;
  ToolChecking checking;
  CheckOutcome *outcomes;
  size_t count;
  TRY(take_place(call, &index, &under, &file));
  TRY(tool_checking_open(call, index, &checking));
  CheckWanted wanted = {.kind = kind, .language = tool_arg_str(call, "language"), .under = under, .files = &file, .file_count = file.len > 0};
  TRY(tool_checking_run(&checking, &wanted, &outcomes, &count));
  if (!count) return fail_unknown(call, kind == CHECK_BUILD ? "the build" : "the tests");
  *ret_outcome = outcomes[0];
  *ret_root = index_root(index);
  return OK;
}

static void write_place(Answer *out, Arena *arena, Str root, const CheckEntry *entry) {
  answer_field_str(out, "file", entry->file.len ? file_join(arena, root, entry->file) : STR_EMPTY);
  answer_field_int(out, "line", entry->line);
  answer_field_int(out, "column", entry->column);
}

/* What was printed last is always there as it was: the report is read from the
 * output by rules that may miss something, and a failure without entries must
 * not look like none. */
static void write_end(Answer *out, const CheckOutcome *outcome) {
  answer_field_str(out, "raw", outcome->tail);
  answer_field_str(out, "command", outcome->command);
  answer_field_str(out, "directory", outcome->run->directory);
  answer_field_int(out, "exit_status", outcome->exit_status);
  if (outcome->is_late) answer_field_str(out, "note", STR("it was stopped: raw says why"));
  else if (!outcome->is_good && !outcome->report.len) answer_field_str(out, "note", STR("nothing could be read from its output: see raw"));
  else if (outcome->report.total > outcome->report.len) answer_field_str(out, "note", STR("there are more than the 1,000 that are listed"));
}

/* ---- run_build ---- */

static Err run_build(ToolCall *call) {
  Answer *out = call->answer;
  CheckOutcome outcome;
  Str root;
  TRY(run_one(call, CHECK_BUILD, &outcome, &root));
  answer_field_bool(out, "success", outcome.is_good);
  answer_begin_list(out, "errors");
  for (size_t i = 0; i < outcome.report.len; i++) {
    const CheckEntry *entry = &outcome.report.items[i];
    if (!str_eq_c(entry->severity, "error")) continue;
    answer_begin_row(out);
    write_place(out, call->job->arena, root, entry);
    answer_field_str(out, "message", entry->message);
    answer_end(out);
  }
  answer_end(out);
  write_end(out, &outcome);
  return OK;
}

#define ARGS_COMMON(what)                                                                                    \
  {"workspace_dir", TOOL_PATH, true, .min = 1, .max = 0, .help = "the workspace, or a directory of it"},     \
  {"path", TOOL_PATH, .help = what},                                                                         \
  {"language", TOOL_STRING, .help = "go, rust, typescript, python, ...: instead of what the directory says"}, {0}

static const ToolField build_args[] = {ARGS_COMMON("a directory or file in it: the nearest project is built")};
static const ToolField test_args[] = {ARGS_COMMON("a directory or test file in it: its tests alone, where the runner can")};

#define RESULT_COMMON                                                                                        \
  {"raw", TOOL_STRING, true, .help = "the end of what it printed"},                                          \
  {"command", TOOL_STRING, true, .help = "what was run"},                                                    \
  {"directory", TOOL_STRING, true, .help = "where, relative to the workspace"},                              \
  {"exit_status", TOOL_INTEGER, true, .help = "its own"},                                                    \
  {"note", TOOL_STRING, .help = "what else there is to know of this answer"}, {0}

#define PLACE_ROWS                                                                                           \
  {"file", TOOL_STRING, true, .help = "absolute path; empty: none of this workspace"},                       \
  {"line", TOOL_INTEGER, true, .help = "from 1; 0: not told"},                                               \
  {"column", TOOL_INTEGER, true, .help = "from 1; 0: not told"}

static const ToolField error_row[] = {PLACE_ROWS, {"message", TOOL_STRING, true, .help = "what is wrong"}, {0}};

static const ToolField build_result[] = {
    {"success", TOOL_BOOLEAN, true, .help = "it ended with status 0"},
    {"errors", TOOL_OBJECTS, true, .help = "what the compiler complained about", .fields = error_row},
    RESULT_COMMON,
};

const Tool tool_agent_lsp_run_build = {
    .name = "run_build",
    .title = "Build",
    .summary = "Build the project with its own tool (cargo, go, tsc, maven, make, ...) and list the errors.",
    .args = build_args,
    .result = build_result,
    .example = "run_build workspace_dir=.",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .alias_of = "check",
    .flags = TOOL_STRUCTURED,
    .seconds = SECONDS,
    .run = run_build,
};

/* ---- run_tests ---- */

static void write_point(Answer *out, const char *name, const CheckEntry *entry) {
  answer_begin_object(out, name);
  answer_field_int(out, "line", entry->line ? entry->line - 1 : 0);
  answer_field_int(out, "character", entry->column ? entry->column - 1 : 0);
  answer_end(out);
}

/* A Location of the protocol, an empty range: runners tell where, not how far. */
static void write_location(Answer *out, Str uri, const CheckEntry *entry) {
  answer_begin_object(out, "location");
  answer_field_str(out, "uri", uri);
  answer_begin_object(out, "range");
  write_point(out, "start", entry);
  write_point(out, "end", entry);
  answer_end(out);
  answer_end(out);
}

/* The place stands twice, flat and as a Location, because callers of this
 * profile read either. */
static void write_failure(Answer *out, Arena *arena, Str root, const CheckEntry *entry) {
  answer_begin_row(out);
  write_place(out, arena, root, entry);
  answer_field_str(out, "test_name", entry->test);
  answer_field_str(out, "message", entry->message);
  if (entry->expected.len) answer_field_str(out, "expected", entry->expected);
  if (entry->actual.len) answer_field_str(out, "actual", entry->actual);
  if (entry->file.len) write_location(out, lsp_uri_from_path(arena, file_join(arena, root, entry->file)), entry);
  answer_end(out);
}

/* An error without a test, such as one of the compiler, is a failure too:
 * nothing was tested. */
static Err run_tests(ToolCall *call) {
  Answer *out = call->answer;
  CheckOutcome outcome;
  Str root;
  TRY(run_one(call, CHECK_TEST, &outcome, &root));
  answer_field_bool(out, "passed", outcome.is_good);
  answer_begin_list(out, "failures");
  for (size_t i = 0; i < outcome.report.len; i++) {
    const CheckEntry *entry = &outcome.report.items[i];
    if (entry->test.len || str_eq_c(entry->severity, "error")) write_failure(out, call->job->arena, root, entry);
  }
  answer_end(out);
  answer_begin_object(out, "counts");
  answer_field_int(out, "passed", (int64_t)outcome.report.passed);
  answer_field_int(out, "failed", (int64_t)outcome.report.failed);
  answer_field_int(out, "skipped", (int64_t)outcome.report.skipped);
  answer_end(out);
  write_end(out, &outcome);
  return OK;
}

static const ToolField location_fields[] = {
    {"uri", TOOL_STRING, true, .help = "of the file"},
    {"range", TOOL_OBJECT, true, .help = "empty, lines and characters from 0", .fields = tool_agent_range_fields},
    {0},
};
static const ToolField failure_row[] = {
    PLACE_ROWS,
    {"test_name", TOOL_STRING, true, .help = "as its runner calls it; empty: it is no test's"},
    {"message", TOOL_STRING, true, .help = "why it failed"},
    {"expected", TOOL_STRING, .help = "what it wanted to see"},
    {"actual", TOOL_STRING, .help = "what was there"},
    {"location", TOOL_OBJECT, .help = "the place once more, as the protocol spells it; absent: no file is told", .fields = location_fields},
    {0},
};

static const ToolField test_result[] = {
    {"passed", TOOL_BOOLEAN, true, .help = "it ended with status 0"},
    {"failures", TOOL_OBJECTS, true, .help = "tests that failed, and what kept tests from running", .fields = failure_row},
    {"counts", TOOL_OBJECT, true, .help = "of tests that passed, failed and were skipped, as far as told"},
    RESULT_COMMON,
};

const Tool tool_agent_lsp_run_tests = {
    .name = "run_tests",
    .title = "Tests",
    .summary = "Run the project's tests with its own runner (pytest, go test, cargo, maven, vitest, ...) and list the failures.",
    .args = test_args,
    .result = test_result,
    .example = "run_tests workspace_dir=.",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .alias_of = "check",
    .flags = TOOL_STRUCTURED,
    .seconds = SECONDS,
    .run = run_tests,
};
