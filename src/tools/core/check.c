/* check: what is wrong in files, a diff or the project, by everybody who can
 * say: our own parser always, language servers and linters where the workspace
 * is trusted, the build and the tests when asked for. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/impact/impact.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/checking_internal.h"
#include "src/verify/verify.h"

#define SECONDS 900
#define FILES_MAX 200      /* looked at one by one */
#define SERVED_MAX 20      /* for so many servers are started; of more, those that run are asked */
#define SERVER_WAIT_MS 8000
#define ENTRIES_SHOWN 40   /* of one run */
#define MESSAGE_SHOWN 500
#define LINES_SHOWN 6      /* of a message */
#define TESTS_SHOWN 12

/* Something that is wrong in a file, as one of those who were asked says
 * it. */
typedef struct Finding {
  CheckEntry entry;
  Str source; /* who says so */
} Finding;

/* A file that is looked at. The hash is of the text that the parser saw; a
 * file that changes while the others are asked is found by it. */
typedef struct Target {
  Str path;
  uint64_t hash; /* of the text that was looked at */
  bool is_there;
  bool is_behind; /* a server has not looked at this text yet */
  VEC(Finding) findings;
} Target;

/* One call, in the order in which it is filled: which files, what is said of
 * them, what was run. */
typedef struct Work {
  ToolCall *call;
  ToolGraph *graph;
  ToolChecking checking;
  VEC(Target) targets;
  Str under;        /* a folder as target; "" the project */
  bool is_whole;    /* folder or project: files without findings are not named */
  bool is_diff;
  size_t left_out;  /* files beyond FILES_MAX */
  QueryChanged changed;
  size_t errors, warnings;
  Str servers, linters; /* who was asked */
  Str trouble;      /* why somebody could not be asked */
} Work;

/* ---- which files ---- */

/* Looked for one by one: there are at most FILES_MAX. */
static Target *target_at(Work *work, Str path) {
  for (size_t i = 0; i < work->targets.len; i++) {
    if (str_eq(work->targets.items[i].path, path)) return &work->targets.items[i];
  }
  return NULL;
}

static void add_target(Work *work, Str path) {
  if (target_at(work, path)) return;
  if (work->targets.len >= FILES_MAX) {
    work->left_out++;
    return;
  }
  *vec_add(work->call->job->arena, &work->targets) = (Target){.path = path};
}

/* Files that could not be parsed come first: those of a folder that can say
 * nothing else are many. */
static Err add_folder(Work *work, Str path) {
  QueryListing listing;
  QueryFiles request = {.path = path, .limit = SIZE_MAX};
  work->is_whole = true;
  work->under = path;
  TRY(query_files(work->call->job, work->graph->reader, &request, &listing));
  for (int broken = 1; broken >= 0; broken--) {
    for (size_t i = 0; i < listing.len; i++) {
      StoreFile file;
      if (listing.items[i].is_directory || !listing.items[i].language.len) continue;
      TRY(query_file(work->call->job, work->graph->reader, listing.items[i].path, &file));
      if (file.broken == (bool)broken) add_target(work, listing.items[i].path);
    }
  }
  return OK;
}

static Err add_named(Work *work, Str name) {
  ToolCall *call = work->call;
  Str relative;
  FileStat stat;
  TRY(tool_relative_path(call, work->graph->index, name, &relative));
  if (!tool_path_exists(call, work->graph->index, relative)) {
    return job_fail(call->job, ERR_NOT_FOUND, "there is no '%.*s' in the workspace: give a file or folder, several with commas, or "
                    "diff=true", STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)));
  }
  if (!relative.len) return add_folder(work, relative);
  TRY(root_stat(call->job, work->checking.places.root, relative, &stat));
  if (stat.kind == FILE_DIRECTORY) return add_folder(work, relative);
  add_target(work, relative);
  return OK;
}

/* A diff is against the last commit and has the files whose symbols it
 * touches; named targets may be files and folders mixed. */
static Err take_targets(Work *work) {
  ToolCall *call = work->call;
  Str rest = tool_arg_str(call, "target");
  work->is_diff = tool_arg_bool(call, "diff");
  if (work->is_diff && str_trim(rest).len) {
    return job_fail(call->job, ERR_USAGE, "both a target and diff: give one of them");
  }
  if (work->is_diff) {
    QueryDiff diff = {.range = STR("HEAD")};
    TRY(query_diff(call->job, work->graph->index, work->graph->reader, &diff, &work->changed));
    for (size_t i = 0; i < work->changed.len; i++) add_target(work, work->changed.symbols[i].path);
    return OK;
  }
  if (!str_trim(rest).len) return add_folder(work, STR_EMPTY);
  while (rest.len) {
    Str name = str_trim(str_cut(&rest, ','));
    if (name.len) TRY(add_named(work, name));
  }
  return OK;
}

/* ---- what is said about them ---- */

/* Counts here, so that what is cut from the answer is counted all the same. */
static void add_finding(Work *work, Target *target, const CheckEntry *entry, Str source) {
  *vec_add(work->call->job->arena, &target->findings) = (Finding){*entry, source};
  work->errors += str_eq_c(entry->severity, "error");
  work->warnings += str_eq_c(entry->severity, "warning");
}

/* Who was asked, each once, for the sentence below the list. */
static void name_source(Arena *arena, Str *names, Str name) {
  if (str_contains(*names, name)) return;
  *names = names->len ? str_format(arena, "%.*s, %.*s", STR_ARG(*names), STR_ARG(name)) : name;
}

/* Our own parser needs neither trust nor a server, so a file always has this
 * much. A file that cannot be read has no findings and is named as it is. */
static Err parse_target(Work *work, Target *target) {
  Job *job = work->call->job;
  QueryFaults faults;
  const QuerySource *source = tool_source(work->call, work->graph, target->path);
  target->is_there = source != NULL;
  if (!source) return OK;
  target->hash = hash_str(source->text);
  TRY(query_faults(job, target->path, source->text, &faults));
  for (size_t i = 0; i < faults.len; i++) {
    CheckEntry entry = {.line = faults.items[i].line, .column = faults.items[i].column, .severity = STR("error"),
                        .message = faults.items[i].words};
    add_finding(work, target, &entry, STR("syntax"));
  }
  return OK;
}

/* The server has a few seconds for each file. What it says of an older text is
 * marked as that. */
static Err ask_server(Work *work, Target *target, LspServer *server) {
  LspDiagnostics found;
  TRY(lsp_ask_diagnostics(work->call->job, server, target->path, SERVER_WAIT_MS, &found));
  target->is_behind |= !found.is_current;
  name_source(work->call->job->arena, &work->servers, lsp_server_name(server));
  for (size_t i = 0; i < found.len; i++) {
    const LspDiagnostic *one = &found.items[i];
    CheckEntry entry = {.line = one->range.start.line, .column = one->range.start.column, .message = one->message, .rule = one->code,
                        .severity = str_from_c(lsp_severity_name(one->severity))};
    add_finding(work, target, &entry, lsp_server_name(server));
  }
  return OK;
}

/* Few files are worth starting a server for; of many, who runs is asked. */
static Err serve_target(Work *work, Target *target) {
  ToolCall *call = work->call;
  LspServer *server = NULL;
  Str whole = file_join(call->job->arena, index_root(work->graph->index), target->path);
  Err err = OK;
  if (work->targets.len <= SERVED_MAX && !work->is_whole) err = tool_server(call, whole, STR_EMPTY, &server);
  else if (call->scope->ready_server && !call->scope->ready_server(call->scope, call, whole, &server)) server = NULL;
  if (!err && server) err = ask_server(work, target, server);
  if (server) lsp_server_release(server);
  if (!err) return OK;
  TRY(job_check(call->job));
  if (err != ERR_USAGE && !work->trouble.len) work->trouble = str_copy(call->job->arena, job_message(call->job, err));
  job_forgive(call->job);
  return OK;
}

/* ---- linters ---- */

/* A linter may name files that were not asked about; those count only where a
 * whole folder was asked for. Running one needs permission, and the caller has
 * asked for it before. */
static Err lint_targets(Work *work) {
  ToolCall *call = work->call;
  Arena *arena = call->job->arena;
  CheckOutcome *outcomes;
  size_t count;
  Str *paths = ARENA_ARRAY(arena, Str, work->targets.len + 1);
  for (size_t i = 0; i < work->targets.len; i++) paths[i] = work->targets.items[i].path;
  CheckWanted wanted = {.kind = CHECK_LINT, .under = work->under, .files = paths, .file_count = work->is_whole ? 0 : work->targets.len};
  if (!work->is_whole && !work->targets.len) return OK;
  TRY(tool_checking_run(&work->checking, &wanted, &outcomes, &count));
  for (size_t i = 0; i < count; i++) {
    const CheckOutcome *outcome = &outcomes[i];
    Str name = outcome->run->tool->name;
    name_source(arena, &work->linters, name);
    if (outcome->is_late || !outcome->could_run || !outcome->report.is_understood) {
      work->trouble = str_format(arena, "%.*s could not do its work: %.*s", STR_ARG(name),
                                 STR_ARG(str_shown(arena, outcome->tail, MESSAGE_SHOWN)));
    }
    for (size_t k = 0; k < outcome->report.len; k++) {
      const CheckEntry *entry = &outcome->report.items[k];
      Target *target = entry->file.len ? target_at(work, entry->file) : NULL;
      if (!target && work->is_whole && entry->file.len && work->targets.len < FILES_MAX) {
        add_target(work, entry->file);
        target = target_at(work, entry->file);
        TRY(parse_target(work, target));
      }
      if (target) add_finding(work, target, entry, name);
    }
  }
  return OK;
}

/* ---- the answer: files ---- */

/* In the manner of a compiler, with who says so in brackets. */
static void write_finding(Work *work, const Target *target, const Finding *finding) {
  Answer *out = work->call->answer;
  const CheckEntry *entry = &finding->entry;
  answer_begin_row(out);
  answer_say(out, "  ");
  answer_place(out, NULL, target->path, "line", entry->line);
  if (entry->column) answer_say(out, ":%u", entry->column);
  answer_field_int(out, "column", entry->column);
  answer_say(out, " ");
  answer_words(out, "severity", entry->severity);
  answer_say(out, ": ");
  answer_show(out, entry->message, MESSAGE_SHOWN);
  answer_field_str(out, "message", entry->message);
  answer_say(out, " [");
  answer_words(out, "source", finding->source);
  if (entry->rule.len) answer_say(out, " ");
  answer_show(out, entry->rule, 100);
  answer_field_str(out, "rule", entry->rule);
  answer_say(out, "]\n");
  answer_end(out);
}

/* Whether the text is still the one that was looked at. */
static bool is_current(Work *work, const Target *target) {
  QuerySource source;
  if (target->is_behind) return false;
  if (query_source_open(work->call->job, work->graph->index, target->path, &source)) {
    job_forgive(work->call->job);
    return false;
  }
  return hash_str(source.text) == target->hash;
}

/* The hash stands beside the path: a caller that changes the file and asks
 * again sees whether the answer is about the new text. */
static void write_target(Work *work, const Target *target) {
  Answer *out = work->call->answer;
  bool current = is_current(work, target);
  Str hash = str_format(work->call->job->arena, "%016llx", (unsigned long long)target->hash);
  answer_begin_row(out);
  answer_path(out, "path", target->path);
  answer_say(out, " (text ");
  answer_words(out, "hash", hash);
  answer_say(out, "%s): %zu finding%s\n", current ? "" : ", NOT CURRENT: ask again", target->findings.len, target->findings.len == 1 ? "" : "s");
  answer_field_bool(out, "current", current);
  answer_begin_list(out, "findings");
  for (size_t i = 0; i < target->findings.len; i++) write_finding(work, target, &target->findings.items[i]);
  answer_end(out);
  answer_end(out);
}

/* Files with findings first. Clean ones are named only where they were asked
 * for by name: that a file is clean is an answer, that a thousand are is
 * not. */
static void write_targets(Work *work) {
  ToolCall *call = work->call;
  Answer *out = call->answer;
  size_t wrong = 0;
  answer_begin_ranked(out, "files");
  for (int clean = 0; clean < 2; clean++) {
    for (size_t i = 0; i < work->targets.len; i++) {
      const Target *target = &work->targets.items[i];
      wrong += !clean && target->findings.len > 0;
      if ((target->findings.len == 0) != (bool)clean || (clean && work->is_whole)) continue;
      write_target(work, target);
    }
  }
  size_t shown = answer_end_list(out);
  answer_rest(out, &(AnswerRest){.shown = shown < wrong ? shown : wrong, .total = wrong, .hint = "raise max_chars for more"});
  answer_say(out, "%zu file%s looked at, %zu error%s, %zu warning%s; asked: syntax", work->targets.len,
             work->targets.len == 1 ? "" : "s", work->errors, work->errors == 1 ? "" : "s", work->warnings, work->warnings == 1 ? "" : "s");
  if (work->servers.len) answer_say(out, ", "), answer_show(out, work->servers, 300);
  if (work->linters.len) answer_say(out, ", "), answer_show(out, work->linters, 300);
  answer_say(out, ".\n");
  answer_field_int(out, "errors", (int64_t)work->errors);
  answer_field_int(out, "warnings", (int64_t)work->warnings);
  if (work->left_out) answer_note(out, "%zu further files were not looked at: name a folder or files.", work->left_out);
}

/* ---- the answer: runs ---- */

/* A message of several lines, the later ones further in. */
static void write_message(Work *work, Str message) {
  Answer *out = work->call->answer;
  Str rest = str_trim(message);
  answer_show(out, str_cut(&rest, '\n'), MESSAGE_SHOWN);
  for (int line = 1; rest.len && line < LINES_SHOWN; line++) {
    Str text = str_trim(str_cut(&rest, '\n'));
    if (!text.len) continue;
    answer_say(out, "\n      ");
    answer_show(out, text, MESSAGE_SHOWN);
  }
  if (rest.len) answer_say(out, "\n      ...");
  answer_field_str(out, "message", message);
}

static void write_entry(Work *work, const CheckEntry *entry) {
  Answer *out = work->call->answer;
  answer_begin_row(out);
  answer_say(out, "  ");
  if (entry->file.len) answer_place(out, "path", entry->file, "line", entry->line), answer_say(out, " ");
  if (entry->test.len) answer_name(out, "test", entry->test), answer_say(out, ": ");
  else answer_words(out, "severity", entry->severity), answer_say(out, ": ");
  write_message(work, entry->message);
  if (entry->expected.len || entry->actual.len) {
    answer_say(out, " (expected ");
    answer_show(out, entry->expected, 100);
    answer_say(out, ", got ");
    answer_show(out, entry->actual, 100);
    answer_say(out, ")");
    answer_field_str(out, "expected", entry->expected);
    answer_field_str(out, "actual", entry->actual);
  }
  answer_say(out, "\n");
  answer_end(out);
}

/* `Tests: pytest -q … in sub: 4 failed, 2 passed, 1 skipped, 0.3 s` */
static void write_head(Work *work, const CheckOutcome *outcome) {
  Answer *out = work->call->answer;
  const CheckReport *report = &outcome->report;
  bool is_test = outcome->run->tool->kind == CHECK_TEST;
  answer_say(out, "%s: ", is_test ? "Tests" : "Build");
  answer_words(out, "command", outcome->command);
  if (outcome->run->directory.len) answer_say(out, " in "), answer_path(out, "directory", outcome->run->directory);
  answer_say(out, ": %s", outcome->is_late ? "stopped" : outcome->is_good ? "passed" : outcome->could_run ? "FAILED" : "could not run");
  if (is_test && report->passed + report->failed + report->skipped) {
    answer_say(out, ", %zu failed, %zu passed, %zu skipped", report->failed, report->passed, report->skipped);
  }
  answer_say(out, ", %lld.%lld s\n", (long long)outcome->ms / 1000, (long long)outcome->ms % 1000 / 100);
  if (outcome->is_wider) {
    answer_say(out, "  (it was run for %zu files, which are too many to name: this command runs everything)\n", outcome->run->files.len);
  }
  if (outcome->is_all) answer_say(out, "  (it cannot be asked for a part: everything was run)\n");
  answer_field_bool(out, "passed", outcome->is_good);
  answer_field_int(out, "exitStatus", outcome->exit_status);
  answer_field_int(out, "testsPassed", (int64_t)report->passed);
  answer_field_int(out, "testsFailed", (int64_t)report->failed);
  answer_field_int(out, "testsSkipped", (int64_t)report->skipped);
}

/* Its own words where nothing could be read from them. */
static void write_tail(Work *work, const CheckOutcome *outcome) {
  Answer *out = work->call->answer;
  bool is_told = outcome->is_good || (outcome->report.len && outcome->could_run);
  if (is_told && !outcome->is_late) return;
  answer_say(out, "  %s\n", outcome->is_late ? "It was stopped:" : "Nothing could be read from its output, which ends so:");
  for (Str rest = outcome->tail; rest.len;) {
    answer_say(out, "  | ");
    answer_show(out, str_cut(&rest, '\n'), 300);
    answer_say(out, "\n");
  }
  answer_field_str(out, "tail", outcome->tail);
}

/* What the program printed last is shown where nothing could be read from it,
 * so that a failure is never without words. */
static void write_outcome(Work *work, const CheckOutcome *outcome) {
  Answer *out = work->call->answer;
  const CheckReport *report = &outcome->report;
  size_t shown = report->len < ENTRIES_SHOWN ? report->len : ENTRIES_SHOWN;
  answer_begin_row(out);
  write_head(work, outcome);
  answer_begin_list(out, "entries");
  for (size_t i = 0; i < shown; i++) write_entry(work, &report->items[i]);
  answer_end(out);
  if (report->total > shown) answer_more(out, report->total - shown, "");
  write_tail(work, outcome);
  if (outcome->is_cut) answer_say(out, "  It printed more than is kept: the middle was not read.\n");
  answer_end(out);
}

/* Of tests that go on: how to ask for them, and how long they take. */
static void write_progress(Work *work, const CheckProgress *progress) {
  Answer *out = work->call->answer;
  answer_field_str(out, "handle", progress->handle);
  answer_say(out, "Tests run on after %.0f s", (double)progress->ms / 1000);
  if (progress->expected_ms) {
    answer_field_int(out, "expectedSeconds", (progress->expected_ms + 500) / 1000);
    answer_say(out, " of about %.0f, by earlier runs", (double)progress->expected_ms / 1000);
  }
  answer_say(out, "; to go on waiting: check handle=%.*s, to end them: with cancel=true\n", STR_ARG(progress->handle));
}

/* Nothing that fits is no error: a project without tests has none. */
static Err run_kind(Work *work, const CheckWanted *wanted, const char *what, CheckProgress *ret_progress) {
  int64_t wait = tool_arg_int(work->call, "wait");
  CheckProgress progress = {.is_over = true};
  if (wanted->kind == CHECK_TEST) {
    TRY(tool_checking_tests(&work->checking, wanted, wait ? wait * 1000 : -1, &progress));
  } else {
    TRY(tool_checking_run(&work->checking, wanted, &progress.outcomes, &progress.count));
  }
  for (size_t i = 0; i < progress.count; i++) write_outcome(work, &progress.outcomes[i]);
  *ret_progress = progress;
  if (progress.is_over && !progress.count) {
    answer_note(work->call->answer, "No way to run %s is known here: none of the manifests that choose one is there. A row in "
                "checkers.tsv of your configuration directory adds one.", what);
  }
  return OK;
}

/* Files choose which of several builds it is; a folder or the project takes
 * what lies nearest. */
static Err build(Work *work) {
  Str *paths = ARENA_ARRAY(work->call->job->arena, Str, work->targets.len + 1);
  for (size_t i = 0; i < work->targets.len; i++) paths[i] = work->targets.items[i].path;
  CheckWanted wanted = {.kind = CHECK_BUILD, .under = work->under, .files = paths, .file_count = work->is_whole ? 0 : work->targets.len};
  CheckProgress progress;
  return run_kind(work, &wanted, "the build", &progress);
}

/* ---- tests ---- */

/* The strongest reason of several. */
static const char *why(unsigned by) {
  return by & CHECK_BY_ITSELF ? "changed" : by & CHECK_BY_NAME ? "by name" : by & CHECK_BY_GRAPH ? "reaches it" : "changed with it before";
}

/* Beyond the first few the names are for programs alone. */
static void write_needed(Work *work, const CheckTests *tests) {
  Answer *out = work->call->answer;
  answer_say(out, "Tests needed (%zu file%s):", tests->len, tests->len == 1 ? "" : "s");
  answer_begin_list(out, "testsNeeded");
  for (size_t i = 0; i < tests->len; i++) {
    answer_begin_row(out);
    if (i >= TESTS_SHOWN) answer_begin_fields(out);
    answer_say(out, i ? ", " : " ");
    answer_path(out, "path", tests->items[i].path);
    answer_say(out, " (%s)", why(tests->items[i].by));
    answer_field_str(out, "because", str_from_c(why(tests->items[i].by)));
    if (i >= TESTS_SHOWN) answer_end(out);
    answer_end(out);
  }
  answer_end(out);
  if (tests->len > TESTS_SHOWN) answer_say(out, " and %zu more", tests->len - TESTS_SHOWN);
  answer_say(out, "\n");
}

/* Which ones, told before anything is run. *ret_wanted.file_count 0 without
 * `under`: none are needed. */
static Err find_affected(Work *work, CheckWanted *wanted) {
  ToolCall *call = work->call;
  CheckTests tests;
  Str *paths = ARENA_ARRAY(call->job->arena, Str, work->targets.len + 1);
  for (size_t i = 0; i < work->targets.len; i++) paths[i] = work->targets.items[i].path;
  CheckChange change = {.symbols = work->changed.symbols, .symbol_count = work->changed.len, .bare_files = work->is_diff, .paths = paths,
                        .path_count = work->targets.len};
  TRY(check_affected(call->job, work->graph->index, work->graph->reader, &change, &tests));
  write_needed(work, &tests);
  Str *files = ARENA_ARRAY(call->job->arena, Str, tests.len + 1);
  for (size_t i = 0; i < tests.len; i++) files[i] = tests.items[i].path;
  *wanted = (CheckWanted){.kind = CHECK_TEST, .files = files, .file_count = tests.len};
  if (!tests.len) answer_note(call->answer, "No test reaches this, is named after it or changed with it; tests=all runs everything.");
  return OK;
}

/* A folder or the project needs all of its tests. */
static Err run_all(Work *work, bool builds, bool tests) {
  bool is_part = tests && !work->is_whole && !str_eq_c(tool_arg_str(work->call, "tests"), "all");
  CheckWanted wanted = {.kind = CHECK_TEST, .under = work->under};
  CheckProgress progress = {.is_over = true};
  if (is_part) TRY(find_affected(work, &wanted));
  answer_begin_list(work->call->answer, "runs");
  if (builds) TRY(build(work));
  if (tests && (!is_part || wanted.file_count)) TRY(run_kind(work, &wanted, "the tests", &progress));
  answer_end(work->call->answer);
  if (!progress.is_over) write_progress(work, &progress);
  return OK;
}

/* Tests that an earlier call began: nothing else is looked at. */
static Err follow(Work *work, Str handle) {
  ToolCall *call = work->call;
  int64_t wait = tool_arg_int(call, "wait");
  CheckProgress progress;
  TRY(tool_checking_allow(&work->checking));
  tool_mark_writing(call); /* what came of them is given once */
  TRY(check_wait(call->job, root_path(work->checking.places.root), handle, wait ? wait * 1000 : -1, tool_arg_bool(call, "cancel"), &progress));
  write_targets(work);
  answer_begin_list(call->answer, "runs");
  for (size_t i = 0; i < progress.count; i++) write_outcome(work, &progress.outcomes[i]);
  answer_end(call->answer);
  if (!progress.is_over) write_progress(work, &progress);
  return OK;
}

/* ---- */

/* Three opinions, from the cheapest to the dearest: the parser, servers,
 * linters. What could not be asked is said below, never left out silently. */
static Err diagnose(Work *work) {
  bool may_run = work->checking.running.is_trusted;
  for (size_t i = 0; i < work->targets.len; i++) TRY(parse_target(work, &work->targets.items[i]));
  for (size_t i = 0; may_run && i < work->targets.len; i++) TRY(serve_target(work, &work->targets.items[i]));
  if (may_run && !work->checking.running.is_read_only) TRY(lint_targets(work));
  write_targets(work);
  if (!may_run) {
    answer_note(work->call->answer, "Syntax alone was looked at: %.*s", STR_ARG(work->checking.running.refusal));
  } else if (work->checking.running.is_read_only) {
    answer_note(work->call->answer, "No linter was run: only reading is allowed here (--read-only or tools.read_only).");
  }
  if (work->trouble.len) answer_warn(work->call->answer, "%.*s", STR_ARG(work->trouble));
  return OK;
}

/* Whether something may be executed is asked before anything is looked at: a
 * caller that wants the tests run should not wait for a refusal. */
static Err answer(ToolCall *call, ToolGraph *graph) {
  Work *work = &(Work){.call = call, .graph = graph};
  bool builds = tool_arg_bool(call, "build"), tests = tool_arg_str(call, "tests").len > 0;
  TRY(tool_checking_open(call, graph->index, &work->checking));
  if (tool_arg_str(call, "handle").len) return follow(work, tool_arg_str(call, "handle"));
  if (builds || tests) TRY(tool_checking_allow(&work->checking)); /* before anything is done */
  TRY(take_targets(work));
  if (work->is_diff && !work->changed.files) answer_note(call->answer, "Nothing changed since the last commit.");
  TRY(diagnose(work));
  TRY(run_all(work, builds, tests));
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"target", TOOL_STRING, .help = "files, folders, with commas; none: all"},
    {"diff", TOOL_BOOLEAN, .help = "changes since HEAD"},
    {"build", TOOL_BOOLEAN, .help = "build too", .listed = ""},
    {"tests", TOOL_STRING, .choices = "affected|all", .help = "run the tests it needs, or all"},
    {"wait", TOOL_INTEGER, .min = 0, .max = 800, .otherwise = "0",
     .help = "seconds until the call ends although tests run on; 0: until they end", .listed = ""},
    {"handle", TOOL_STRING, .max = 40, .help = "of tests that ran on when an earlier call ended: waits for them", .listed = ""},
    {"cancel", TOOL_BOOLEAN, .otherwise = "false", .help = "end the tests that the handle names", .listed = ""},
    {"max_chars", TOOL_INTEGER, .min = 1000, .max = 200000, .help = "length of the answer", .listed = ""},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField finding_row[] = {
    {"line", TOOL_INTEGER, true, .help = "from 1; 0: the whole file"},
    {"column", TOOL_INTEGER, true, .help = "from 1; 0: not told"},
    {"severity", TOOL_STRING, true, .help = "error, warning, info, ..."},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"source", TOOL_STRING, true, .help = "who says so: syntax, a language server, a linter"},
    {"rule", TOOL_STRING, true, .help = "the source's own name for it"},
    {0},
};
static const ToolField file_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"hash", TOOL_STRING, true, .help = "of the text that was looked at"},
    {"current", TOOL_BOOLEAN, true, .help = "that is still its text, and everybody who was asked had seen it"},
    {"findings", TOOL_OBJECTS, true, .help = "what is wrong", .fields = finding_row},
    {0},
};
static const ToolField entry_row[] = {
    {"path", TOOL_STRING, .help = "relative to the workspace"},
    {"line", TOOL_INTEGER, .help = "from 1; 0: not told"},
    {"test", TOOL_STRING, .help = "that failed"},
    {"severity", TOOL_STRING, .help = "where it is no test's"},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"expected", TOOL_STRING, .help = "what it wanted to see"},
    {"actual", TOOL_STRING, .help = "what was there"},
    {0},
};
static const ToolField run_row[] = {
    {"command", TOOL_STRING, true, .help = "what was run; of many files: what runs everything"},
    {"directory", TOOL_STRING, .help = "where, when not in the workspace's root"},
    {"passed", TOOL_BOOLEAN, true, .help = "it ended with status 0"},
    {"exitStatus", TOOL_INTEGER, true, .help = "its own"},
    {"testsPassed", TOOL_INTEGER, true, .help = "as far as told"},
    {"testsFailed", TOOL_INTEGER, true, .help = "likewise"},
    {"testsSkipped", TOOL_INTEGER, true, .help = "likewise"},
    {"entries", TOOL_OBJECTS, true, .help = "errors and failed tests", .fields = entry_row},
    {"tail", TOOL_STRING, .help = "the end of its output, where nothing could be read from it"},
    {0},
};
static const ToolField needed_row[] = {
    {"path", TOOL_STRING, true, .help = "a test file"},
    {"because", TOOL_STRING, true, .help = "why the change needs it"},
    {0},
};

static const ToolField result[] = {
    {"files", TOOL_OBJECTS, true, .help = "with findings first; of a folder those alone", .fields = file_row},
    {"errors", TOOL_INTEGER, true, .help = "in all"},
    {"warnings", TOOL_INTEGER, true, .help = "in all"},
    {"runs", TOOL_OBJECTS, true, .help = "builds and tests", .fields = run_row},
    {"testsNeeded", TOOL_OBJECTS, .help = "with tests=affected", .fields = needed_row},
    {"handle", TOOL_STRING, .help = "to ask with for tests that run on"},
    {"expectedSeconds", TOOL_INTEGER, .help = "that these take in all, by earlier runs"},
    {0},
};

const Tool tool_check = {
    .name = "check",
    .title = "Check",
    .brief = "what is wrong in files or a diff: syntax, servers, linters, tests",
    .summary = "What is wrong in files, a diff or the project: syntax, language servers, linters; build and needed tests on "
               "request.",
    .help = "Syntax needs no trust. Language servers, linters, builds and tests execute the project's code: they run in "
            "workspaces that the user trusts (fathom trust). Which tests a change needs is told by the graph, by names and by "
            "what changed together before. With --read-only builds, tests and linters are refused.",
    .args = args,
    .result = result,
    .example = "check target=src/main.c",
    .toolset = "check",
    .flags = TOOL_CORE | TOOL_PARTLY,
    .seconds = SECONDS,
    .run = run,
};
