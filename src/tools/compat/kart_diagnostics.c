/* kart_diagnostics: what is wrong in files or folders. Where the project has
 * oxlint that says it of what oxlint reads, with types where its type-aware
 * part is installed; of all else the language servers do (also
 * in place of clippy, which would build the project). Nobody to ask is no
 * error: the fields say so. */
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/compat/kart_ask_internal.h"
#include "src/tools/kit/checking_internal.h"

#define FILES_MAX 50       /* servers are asked about, */
#define ASKING_MS 60000    /* for so long at most */
#define ENTRIES_MAX 1000   /* written */
#define WAIT_MS 10000      /* for a server that is still reading a file */

typedef struct Report {
  ToolCall *call;
  Index *index;
  StoreReader *reader;
  Str *paths; /* within the workspace */
  size_t path_count;
  Str *skipped; /* as given: they lie outside */
  size_t skipped_count;
  Str oxlint; /* its program; empty: not installed */
  bool is_typed;
  size_t total;
  Str servers; /* who else was asked */
  size_t files, unread; /* by servers; unread: not answered for */
  Map unserved;    /* endings of files for which there is no server */
  int64_t start_ms;
  bool is_cut;     /* some were not asked about any more */
  bool is_refused; /* none may be asked: the workspace is not trusted */
  bool has_clippy;   /* among the paths */
  Err err;     /* why nobody could be asked about a file; the last one */
  Str words;
} Report;

/* ---- which files ---- */

static Err take_paths(Report *report) {
  ToolCall *call = report->call;
  const Json *given = tool_arg(call, "paths");
  report->paths = ARENA_ARRAY(call->job->arena, Str, given->count + 1);
  report->skipped = ARENA_ARRAY(call->job->arena, Str, given->count + 1);
  for (size_t i = 0; i < given->count; i++) {
    Str path = given->items[i].text, relative;
    Err err = tool_relative_path(call, report->index, path, &relative);
    /* Callers pass lists of changed files that may reach beyond the workspace. Such
     * paths are named as skipped; one that should be inside and is not is an error. */
    if (err == ERR_OUTSIDE) {
      job_forgive(call->job);
      report->skipped[report->skipped_count++] = path;
      continue;
    }
    TRY(err);
    TRY(tool_kart_check_path(call, report->index, relative, path));
    report->paths[report->path_count++] = relative;
    report->has_clippy |= str_ends_with(relative, STR(".rs"));
  }
  return OK;
}

/* ---- oxlint ---- */

/* The project's own: from the path's folder up to the root. */
static Str find_program(Report *report, Str path, const char *name) {
  Arena *arena = report->call->job->arena;
  Str root = index_root(report->index);
  Str tail = str_format(arena, "node_modules/.bin/%s", name);
  for (Str at = file_join(arena, root, path);; at = file_directory(at)) {
    Str program = file_join(arena, at, tail);
    if (file_exists(program)) return program;
    if (at.len <= root.len) return STR_EMPTY;
  }
}

/* The first path that has the program decides for all: one run checks them
 * together. */
static void find_oxlint(Report *report) {
  for (size_t i = 0; i < report->path_count && !report->oxlint.len; i++) {
    report->oxlint = find_program(report, report->paths[i], "oxlint");
    report->is_typed = report->oxlint.len && find_program(report, report->paths[i], "tsgolint").len;
  }
}

static const CheckTool *oxlint_row(const CheckTable *table) {
  for (size_t i = 0; i < table->len; i++) {
    if (str_eq_c(table->items[i].name, "oxlint")) return &table->items[i];
  }
  return NULL;
}

/* By its row of the table, with its type-aware part where that is installed. */
static Err run_oxlint(Report *report, CheckOutcome *ret_outcome) {
  ToolCall *call = report->call;
  Arena *arena = call->job->arena;
  ToolChecking checking;
  CheckRun run = {.program = report->oxlint};
  CheckWords command = {0};
  TRY(tool_checking_open(call, report->index, &checking));
  /* The program lies in the repository, so whoever wrote the repository wrote it. */
  if (!checking.running.is_trusted) {
    Str root = str_shown(arena, index_root(report->index), SIZE_MAX);
    return job_fail(call->job, ERR_UNTRUSTED, "'%.*s' is not trusted: its linter is its own code. If you trust it, run: fathom trust "
                    "'%.*s'", STR_ARG(root), STR_ARG(root));
  }
  const CheckTool *row = oxlint_row(&checking.table);
  if (!row) return job_fail(call->job, ERR_UNAVAILABLE, "the table of checkers has no row oxlint");
  CheckTool tool = *row;
  for (size_t i = 0; i < row->command.len; i++) {
    *vec_add(arena, &command) = row->command.items[i];
    if (!i && report->is_typed) *vec_add(arena, &command) = STR("--type-aware");
  }
  tool.command = command;
  run.tool = &tool;
  for (size_t i = 0; i < report->path_count; i++) *vec_add(arena, &run.files) = report->paths[i].len ? report->paths[i] : STR(".");
  TRY(check_run(call->job, &checking.places, &run, ret_outcome));
  if (ret_outcome->report.is_understood) return OK;
  return job_fail(call->job, ERR_UNAVAILABLE, "oxlint ended with status %d: %.*s", ret_outcome->exit_status,
                  STR_ARG(str_shown(arena, ret_outcome->tail, 1000)));
}

/* ---- entries ---- */

/* Beyond the limit entries are only counted: the field `truncated` comes from
 * the count. */
static void write_entry(Report *report, const CheckEntry *finding) {
  Answer *out = report->call->answer;
  if (++report->total > ENTRIES_MAX) return;
  answer_begin_row(out);
  answer_field_str(out, "file", finding->file);
  answer_field_int(out, "line", finding->line);
  answer_field_int(out, "column", finding->column);
  answer_field_str(out, "severity", finding->severity);
  answer_field_str(out, "message", finding->message);
  if (finding->rule.len) answer_field_str(out, "ruleId", finding->rule);
  answer_end(out);
}

/* Its paths are relative to the workspace, the fields have absolute ones. */
static Err write_oxlint(Report *report) {
  CheckOutcome outcome;
  TRY(run_oxlint(report, &outcome));
  Str root = index_root(report->index);
  for (size_t i = 0; i < outcome.report.len; i++) {
    CheckEntry *entry = &outcome.report.items[i];
    if (entry->file.len) entry->file = file_join(report->call->job->arena, root, entry->file);
    write_entry(report, entry);
  }
  return OK;
}

/* ---- servers ---- */

/* One name each, however many files it was asked about. */
static void add_server(Report *report, Str name) {
  if (str_contains(report->servers, name)) return;
  report->servers = report->servers.len ? str_format(report->call->job->arena, "%.*s, %.*s", STR_ARG(report->servers), STR_ARG(name))
                                        : str_copy(report->call->job->arena, name);
}

/* `whole` is the absolute path, which is made once for the question and the
 * fields. */
static Err ask_server(Report *report, Str path, Str whole, LspServer *server) {
  LspDiagnostics found;
  TRY(lsp_ask_diagnostics(report->call->job, server, path, WAIT_MS, &found));
  add_server(report, lsp_server_name(server));
  report->files++;
  report->unread += !found.is_current;
  for (size_t i = 0; i < found.len; i++) {
    const LspDiagnostic *one = &found.items[i];
    CheckEntry finding = {.file = whole, .line = one->range.start.line, .column = one->range.start.column,
                           .severity = str_from_c(lsp_severity_name(one->severity)), .message = one->message, .rule = one->code};
    write_entry(report, &finding);
  }
  return OK;
}

/* Files for which there is no server are known by it: the second of a thousand
 * is not asked for again. */
static Str ending_of(Str path) {
  Str name = file_name(path);
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, dot, name.len);
}

/* One that nobody knows, or that its server fails on, does not end the rest.
 * The reason that is told is the last, except that "no server is known" does
 * not hide a better one. A workspace that is not trusted ends the asking:
 * every further file would be refused for the same reason. */
static Err write_served(Report *report, Str path) {
  ToolCall *call = report->call;
  Job *job = call->job;
  LspServer *server = NULL;
  Str whole = file_join(job->arena, index_root(report->index), path);
  if (map_get(&report->unserved, ending_of(path))) return OK;
  Err err = tool_server(call, whole, STR_EMPTY, &server);
  if (err == ERR_USAGE || err == ERR_UNAVAILABLE) map_put(&report->unserved, ending_of(path), report);
  if (!err) err = ask_server(report, path, whole, server);
  if (server) lsp_server_release(server);
  if (!err) return OK;
  TRY(job_check(job));
  if (!report->err || err != ERR_USAGE) {
    report->err = err;
    report->words = str_copy(job->arena, job_message(job, err));
  }
  job_forgive(job);
  report->is_refused = err == ERR_UNTRUSTED;
  return OK;
}

/* Where there is oxlint its languages are its own. */
static bool is_linted(const Report *report, Str path) {
  static const char *const endings[] = {".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"};
  for (size_t i = 0; report->oxlint.len && i < COUNT_OF(endings); i++) {
    if (str_ends_with(path, str_from_c(endings[i]))) return true;
  }
  return false;
}

/* A folder is everything indexed beneath it that is code; a file that was
 * named itself is asked about whatever it is. Both limits end the asking, and
 * the note says how far it came. */
static Err write_all_served(Report *report) {
  for (size_t i = 0; i < report->path_count; i++) {
    QueryListing listing;
    QueryFiles request = {.path = report->paths[i], .limit = SIZE_MAX};
    TRY(query_files(report->call->job, report->reader, &request, &listing));
    for (size_t k = 0; k < listing.len && !report->is_cut && !report->is_refused; k++) {
      const QueryEntry *entry = &listing.items[k];
      if (entry->is_directory || is_linted(report, entry->path)) continue;
      if (!str_eq(entry->path, report->paths[i]) && !entry->language.len) continue; /* no code */
      report->is_cut = report->files >= FILES_MAX || job_now_ms() - report->start_ms > ASKING_MS;
      if (!report->is_cut) TRY(write_served(report, entry->path));
    }
  }
  return OK;
}

/* ---- the answer ---- */

/* The server's words may be long; the buffer's bound cuts them. */
static void write_note(Report *report) {
  ToolCall *call = report->call;
  Arena *arena = call->job->arena;
  Buf note;
  buf_init(&note, arena, 1u << 14);
  if (report->is_cut) buf_add_format(&note, "Language servers were asked about %zu files; name the others to ask about them. ", report->files);
  if (report->unread) buf_add_format(&note, "%zu files were not finished in time; ask again for all of them. ", report->unread);
  if (report->err) buf_add_format(&note, "Some files were not looked at: %.*s", STR_ARG(report->words));
  if (note.len) answer_field_str(call->answer, "note", str_trim(buf_str(&note)));
}

static Err answer(Report *report) {
  Answer *out = report->call->answer;
  TRY(take_paths(report));
  find_oxlint(report);
  answer_begin_list(out, "diagnostics");
  if (report->oxlint.len) TRY(write_oxlint(report));
  TRY(write_all_served(report));
  answer_end(out);
  answer_field_bool(out, "oxlintAvailable", report->oxlint.len > 0);
  if (report->oxlint.len) answer_field_bool(out, "typeAware", report->is_typed);
  if (report->has_clippy) answer_field_bool(out, "clippyAvailable", false);
  if (report->servers.len) answer_field_str(out, "servers", report->servers);
  if (report->total > ENTRIES_MAX) answer_field_bool(out, "truncated", true);
  if (report->skipped_count) {
    answer_begin_list(out, "pathsSkipped");
    for (size_t i = 0; i < report->skipped_count; i++) answer_item_str(out, report->skipped[i]);
    answer_end(out);
  }
  write_note(report);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, STR_EMPTY, &kart);
  Report report = {.call = call, .index = kart.index, .reader = kart.reader, .start_ms = job_now_ms()};
  map_init(&report.unserved, call->job->arena);
  return tool_kart_end(&kart, err ? err : answer(&report));
}

static const ToolField args[] = {
    {"paths", TOOL_STRINGS, true, .min = 1, .max = 200, .help = "files or folders of the workspace"},
    {0},
};

static const ToolField entry_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"column", TOOL_INTEGER, true, .help = "from 1"},
    {"severity", TOOL_STRING, true, .help = "error, warning, ..."},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"ruleId", TOOL_STRING, .help = "the rule or code it has"},
    {0},
};

static const ToolField result[] = {
    {"diagnostics", TOOL_OBJECTS, true, .help = "what is wrong", .fields = entry_row},
    {"oxlintAvailable", TOOL_BOOLEAN, true, .help = "the project has oxlint; without, language servers are asked"},
    {"typeAware", TOOL_BOOLEAN, .help = "oxlint's rules that need types were used"},
    {"clippyAvailable", TOOL_BOOLEAN, .help = "with Rust files: false, the language server is asked"},
    {"servers", TOOL_STRING, .help = "language servers that were asked"},
    {"truncated", TOOL_BOOLEAN, .help = "there are more than 1,000"},
    {"pathsSkipped", TOOL_STRINGS, .help = "they lie outside the workspace"},
    {"note", TOOL_STRING, .help = "what was not looked at, and why"},
    {0},
};

const Tool tool_kart_diagnostics = {
    .name = "kart_diagnostics",
    .title = "Diagnostics",
    .summary = "List what is wrong in files or folders: by the project's oxlint where it has one, else by language servers.",
    .args = args,
    .result = result,
    .example = "kart_diagnostics paths=src/main.ts",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "get_diagnostics",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
