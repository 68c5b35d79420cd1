/* get_diagnostics: what the servers say is wrong, of one file or of all that
 * were looked at; one by one, or under the symbol each belongs to. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/tools/agent_lsp/servers_internal.h"

#define WAIT_MS 10000 /* for a server that is still reading the file */

/* What is counted while files are written; the sum stands at the end of the
 * answer. */
typedef struct Report {
  AgentFile *file;
  bool by_symbol;
  size_t files;
  size_t severities[5]; /* by number; 0: all */
} Report;

/* ---- one diagnostic ---- */

/* Places that explain a diagnostic are for programs; a reader gets the
 * message, which usually names them. */
static void add_related(AgentFile *file, const LspDiagnostic *one) {
  Answer *answer = file->call->answer;
  answer_begin_fields(answer);
  answer_begin_list(answer, "related");
  for (size_t i = 0; i < one->related.len; i++) {
    answer_begin_row(answer);
    tool_agent_add_location(file, &one->related.items[i]);
    answer_field_str(answer, "message", one->related_messages[i]);
    answer_end(answer);
  }
  answer_end(answer);
  answer_end(answer);
}

/* `path:line:column  severity: message [source code]` */
static void add_one(AgentFile *file, Str path, const LspDiagnostic *one, const char *indent) {
  Answer *answer = file->call->answer;
  bool has_both = one->source.len && one->code.len;
  answer_begin_row(answer);
  answer_say(answer, "%s", indent);
  answer_place(answer, NULL, path, "line", one->range.start.line);
  answer_say(answer, ":");
  answer_count(answer, "column", one->range.start.column);
  answer_field_int(answer, "end_line", one->range.end.line);
  answer_field_int(answer, "end_column", one->range.end.column);
  answer_say(answer, "  ");
  answer_kind(answer, "severity", lsp_severity_name(one->severity));
  answer_say(answer, ": ");
  answer_show(answer, one->message, 2000);
  answer_field_str(answer, "message", one->message);
  answer_field_str(answer, "code", one->code);
  answer_field_str(answer, "source", one->source);
  if (one->source.len || one->code.len) {
    answer_say(answer, " [");
    answer_show(answer, one->source, 100);
    answer_say(answer, "%s", has_both ? " " : "");
    answer_show(answer, one->code, 100);
    answer_say(answer, "]");
  }
  answer_say(answer, "\n");
  add_related(file, one);
  answer_end(answer);
}

/* ---- by symbol ---- */

/* The innermost one around a diagnostic; NULL: none. Of two of the same depth
 * the later one wins: it begins nearer to the place. */
static const LspSymbol *owner_of(const LspSymbols *symbols, const LspDiagnostic *one) {
  const LspSymbol *best = NULL;
  uint32_t byte = one->range.start_byte;
  for (size_t i = 0; i < symbols->len; i++) {
    const LspRange *whole = &symbols->items[i].location.whole;
    bool holds = whole->start_byte <= byte && byte <= whole->end_byte;
    if (holds && (!best || symbols->items[i].depth >= best->depth)) best = &symbols->items[i];
  }
  return best;
}

/* The group of the diagnostic `first` and all later ones with the same owner.
 * Groups stand in the order of their first diagnostics, so that the answer
 * does not depend on addresses. */
static void write_group(AgentFile *file, Str path, const LspDiagnostics *all, const LspSymbol **owners, size_t first) {
  ToolCall *call = file->call;
  const LspSymbol *owner = owners[first];
  Str name = owner ? owner->name : STR("(file)");
  answer_begin_row(call->answer);
  answer_show(call->answer, name, 200);
  answer_say(call->answer, "\n");
  answer_field_str(call->answer, "symbol", name);
  answer_field_str(call->answer, "kind", str_from_c(owner ? lsp_symbol_kind_name(owner->kind) : "file"));
  answer_field_int(call->answer, "line", owner ? owner->location.range.start.line : 1);
  answer_begin_list(call->answer, "diagnostics");
  for (size_t i = first; i < all->len; i++) {
    if (owners[i] != owner) continue;
    add_one(file, path, &all->items[i], "  ");
  }
  answer_end(call->answer);
  answer_end(call->answer);
}

static Err write_symbols(AgentFile *file, Str path, const LspDiagnostics *all) {
  ToolCall *call = file->call;
  LspSymbols symbols = {0};
  if (lsp_ask_document_symbols(call->job, file->server, path, &symbols)) {
    TRY(job_check(call->job));
    job_forgive(call->job); /* it has no symbols: all belong to the file */
  }
  const LspSymbol **owners = ARENA_ARRAY(call->job->arena, const LspSymbol *, all->len + 1);
  for (size_t i = 0; i < all->len; i++) owners[i] = owner_of(&symbols, &all->items[i]);
  answer_begin_list(call->answer, "symbols");
  for (size_t i = 0; i < all->len; i++) {
    bool is_first = true;
    for (size_t k = 0; k < i; k++) is_first &= owners[k] != owners[i];
    if (is_first) write_group(file, path, all, owners, i);
  }
  answer_end(call->answer);
  return OK;
}

/* ---- files ---- */

/* A severity that the protocol does not know counts as an error: better one
 * too many than one that is missed. What is not current is said of each file,
 * because a clean list from before the last change looks like success. */
static Err write_file(Report *report, Str path, int64_t wait_ms) {
  AgentFile *file = report->file;
  ToolCall *call = file->call;
  LspDiagnostics all;
  TRY(lsp_ask_diagnostics(call->job, file->server, path, wait_ms, &all));
  report->files++;
  for (size_t i = 0; i < all.len; i++) {
    int severity = all.items[i].severity;
    report->severities[severity >= 1 && severity <= 4 ? severity : 1]++;
    report->severities[0]++;
  }
  answer_begin_row(call->answer);
  answer_field_str(call->answer, "file", tool_agent_absolute(file, path));
  answer_field_bool(call->answer, "current", all.is_current);
  if (report->by_symbol) {
    TRY(write_symbols(file, path, &all));
  } else {
    answer_begin_list(call->answer, "diagnostics");
    for (size_t i = 0; i < all.len; i++) {
      add_one(file, path, &all.items[i], "");
    }
    answer_end(call->answer);
  }
  answer_end(call->answer);
  if (!all.is_current) {
    answer_warn(call->answer, "%.*s: the server has not finished with it; ask again for all of them",
                STR_ARG(str_shown(call->job->arena, path, SIZE_MAX)));
  }
  return OK;
}

static void sum_up(Report *report) {
  ToolCall *call = report->file->call;
  const size_t *counts = report->severities;
  answer_begin_object(call->answer, "counts");
  for (int severity = 1; severity <= 4; severity++) {
    answer_field_int(call->answer, lsp_severity_name(severity), (int64_t)counts[severity]);
  }
  answer_end(call->answer);
  answer_say(call->answer, "%zu diagnostic%s in %zu file%s: %zu error%s, %zu warning%s\n", counts[0],
                 counts[0] == 1 ? "" : "s", report->files, report->files == 1 ? "" : "s", counts[1],
                 counts[1] == 1 ? "" : "s", counts[2], counts[2] == 1 ? "" : "s");
}

static bool is_by_symbol(const ToolCall *call) { return str_eq_c(tool_arg_str(call, "group_by"), "symbol"); }

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Report report = {.file = file, .by_symbol = is_by_symbol(call)};
  answer_begin_list(call->answer, "files");
  TRY(write_file(&report, file->path, WAIT_MS));
  answer_end(call->answer);
  sum_up(&report);
  return OK;
}

typedef VEC(Str) Paths;

static int by_bytes(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

static void add_paths(Arena *arena, Map *seen, const Str *paths, size_t count, Paths *all) {
  for (size_t i = 0; i < count; i++) {
    if (str_starts_with(paths[i], STR("/")) || map_get(seen, paths[i])) continue; /* not of this workspace, or known */
    map_put(seen, paths[i], (void *)&paths[i]);
    *vec_add(arena, all) = paths[i];
  }
}

/* What it has open, and what else it has said something about, by path. */
static Paths files_of(ToolCall *call, LspServer *server) {
  Arena *arena = call->job->arena;
  Paths all = {0};
  Map seen;
  size_t open, said;
  map_init(&seen, arena);
  Str *documents = lsp_server_documents(arena, server, &open);
  add_paths(arena, &seen, documents, open, &all);
  Str *diagnosed = lsp_server_diagnosed(arena, server, &said);
  add_paths(arena, &seen, diagnosed, said, &all);
  if (all.len) qsort(all.items, all.len, sizeof(*all.items), by_bytes);
  return all;
}

/* Nothing is waited for: files were looked at before, and a server that is
 * still busy with one is said to be. One that has to be asked is asked. */
static Err write_all(AgentRunning *running, Report *report) {
  ToolCall *call = running->call;
  for (size_t i = 0; i < running->len; i++) {
    Paths paths = files_of(call, running->items[i]);
    report->file->server = running->items[i];
    for (size_t p = 0; p < paths.len; p++) {
      Err err = write_file(report, paths.items[p], 0);
      if (err == ERR_NOT_FOUND) job_forgive(call->job); /* gone meanwhile */
      else TRY(err);
    }
  }
  return OK;
}

/* Without a file the servers that run already are asked; none is started for
 * it. */
static Err run_all(ToolCall *call) {
  AgentRunning running;
  TRY(tool_agent_running_open(call, STR_EMPTY, &running));
  AgentFile file = {.call = call, .graph = {.index = running.index}};
  map_init(&file.graph.sources, call->job->arena);
  Report report = {.file = &file, .by_symbol = is_by_symbol(call)};
  answer_begin_list(call->answer, "files");
  Err err = write_all(&running, &report);
  if (!err) {
    answer_end(call->answer);
    if (!running.len) tool_agent_note(call, STR("No language server runs in this workspace: give file_path, or call open_document first."));
    sum_up(&report);
  }
  tool_agent_running_close(&running);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static Err run(ToolCall *call) {
  return tool_arg_str(call, "file_path").len ? tool_agent_run(call, NULL, answer) : run_all(call);
}

static const ToolField args[] = {
    {"file_path", TOOL_PATH, .help = "one file; without: all that were opened"},
    {"group_by", TOOL_STRING, .choices = "symbol", .help = "symbol: under the function or type each belongs to"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField related_row[] = {AGENT_LSP_LOCATION_ROWS, {"message", TOOL_STRING, true, .help = "about that place"}, {0}};

static const ToolField diagnostic_row[] = {
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"column", TOOL_INTEGER, true, .help = "from 1, in characters"},
    {"end_line", TOOL_INTEGER, true, .help = "from 1"},
    {"end_column", TOOL_INTEGER, true, .help = "after the last character"},
    {"severity", TOOL_STRING, true, .help = "error, warning, information or hint"},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"code", TOOL_STRING, true, .help = "the server's own"},
    {"source", TOOL_STRING, true, .help = "who says so"},
    {"related", TOOL_OBJECTS, true, .help = "other places it has to do with", .fields = related_row},
    {0},
};

static const ToolField symbol_row[] = {
    {"symbol", TOOL_STRING, true, .help = "they belong to"},
    {"kind", TOOL_STRING, true, .help = "of symbol"},
    {"line", TOOL_INTEGER, true, .help = "of its name"},
    {"diagnostics", TOOL_OBJECTS, true, .help = "in order of the text", .fields = diagnostic_row},
    {0},
};

static const ToolField file_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"current", TOOL_BOOLEAN, true, .help = "the server has looked at it as it is now"},
    {"diagnostics", TOOL_OBJECTS, .help = "in order of the text", .fields = diagnostic_row},
    {"symbols", TOOL_OBJECTS, .help = "with group_by", .fields = symbol_row},
    {0},
};

static const ToolField result[] = {
    {"files", TOOL_OBJECTS, true, .help = "that were looked at", .fields = file_row},
    {"counts", TOOL_OBJECT, true, .help = "of errors, warnings, ..."},
    {"note", TOOL_STRING, .help = "why there is nothing"},
    {0},
};

const Tool tool_agent_lsp_get_diagnostics = {
    .name = "get_diagnostics",
    .title = "Diagnostics",
    .summary = "Errors and warnings of a file, or of all files that were opened, as the language servers see them.",
    .args = args,
    .result = result,
    .example = "get_diagnostics file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
