/* explore_symbol: what a symbol is, its text, who calls and uses it, at once.
 * A piece that cannot be had is left out, and the others are given. */
#include "src/tools/agent_lsp/explore_symbol_internal.h"

#include <stdlib.h>

#include "src/base/vec.h"

/* The answer is an overview: of each piece as much as fits beside the others.
 * The tools named in the hint show the rest. */
#define CALLERS_MAX 10
#define FILES_MAX 5
#define SOURCE_LINES 200

/* One call. `symbol` is where it is defined, which may be another file than
 * the one that was named; name empty: not found. `used_graph`: some piece came
 * from the graph, which the answer says. */
typedef struct Exploring {
  AgentFile *file;
  TextPoint point;
  LspSymbol symbol;
  bool used_graph;
  bool is_silent; /* nobody says of what type it is */
} Exploring;

/* ---- what it is ---- */

/* What the server shows on hovering, else what the symbol's own entry says;
 * the field is there even when both are silent, as the contract promises. */
static Err add_type(Exploring *exploring) {
  AgentFile *file = exploring->file;
  LspAt at = {.server = file->server, .path = file->path, .point = exploring->point};
  LspHover hover = {0};
  Err err = file->server ? lsp_ask_hover(file->call->job, &at, &hover) : OK;
  if (err && !tool_agent_forgive(file, err)) return err;
  Str text = str_trim(hover.text.len ? hover.text : exploring->symbol.detail);
  answer_field_str(file->call->answer, "type_info", text);
  exploring->is_silent = !text.len;
  if (text.len) answer_say(file->call->answer, "%.*s\n", STR_ARG(str_visible(file->call->job->arena, text)));
  return OK;
}

/* Read from disk, in the file where the symbol is defined. */
static void add_source(Exploring *exploring) {
  ToolCall *call = exploring->file->call;
  const LspSymbol *symbol = &exploring->symbol;
  const QuerySource *source = tool_source(call, &exploring->file->graph, symbol->location.path);
  if (!symbol->name.len || !source) return;
  uint32_t from = symbol->location.whole.start.line, to = symbol->location.whole.end.line;
  uint32_t shown = to - from >= SOURCE_LINES ? from + SOURCE_LINES - 1 : to;
  Answer *answer = call->answer;
  answer_begin_object(answer, "source");
  answer_field_str(answer, "symbol_name", symbol->name);
  answer_field_int(answer, "start_line", from);
  answer_field_int(answer, "end_line", to);
  answer_field_str(answer, "source", query_source_lines(source, from, shown));
  answer_say(answer, "\n");
  answer_path(answer, NULL, symbol->location.path);
  answer_say(answer, ":%u-%u\n", from, to);
  query_source_add(call->job, answer, source, from, shown);
  answer_end(answer);
  if (shown < to) answer_note(answer, "and %u more lines: get_symbol_source shows them", to - shown);
}

/* ---- who uses it ---- */

/* All callers are looked at even when few are shown: how many of them are
 * tests is asked of all. */
static Err add_callers(Exploring *exploring) {
  AgentFile *file = exploring->file;
  ToolCall *call = file->call;
  VerifyCalls calls;
  size_t tests = 0;
  TRY(tool_agent_calls(file, exploring->point, true, false, &calls));
  exploring->used_graph |= calls.is_graph;
  const LspRelatives *callers = &calls.found.up;
  answer_say(call->answer, "\nCalled by (%zu)%s\n", callers->len, callers->len ? ":" : "");
  answer_begin_list(call->answer, "callers");
  for (size_t i = 0; i < callers->len; i++) {
    const LspRelative *caller = &callers->items[i];
    const LspLocation *location = &caller->symbol.location;
    uint32_t line = caller->site_count ? caller->sites[0].start.line : location->range.start.line;
    bool is_test = !location->is_outside && tool_agent_is_test(file, location->path);
    tests += is_test;
    if (i >= CALLERS_MAX) continue;
    answer_begin_row(call->answer);
    answer_say(call->answer, "  %s", is_test ? "test " : "");
    answer_name(call->answer, "name", caller->symbol.name);
    answer_say(call->answer, "  ");
    answer_field_str(call->answer, "file", tool_agent_absolute(file, location->path));
    answer_place(call->answer, NULL, location->path, "line", line);
    answer_say(call->answer, "\n");
    answer_end(call->answer);
  }
  answer_end(call->answer);
  if (callers->len > CALLERS_MAX) answer_more(call->answer, callers->len - CALLERS_MAX, "");
  answer_field_int(call->answer, "callers_count", (int64_t)callers->len);
  answer_field_int(call->answer, "test_callers_count", (int64_t)tests);
  return OK;
}

/* Uses in one file. */
typedef struct Count {
  Str path;
  size_t uses;
} Count;
typedef struct Counts {
  Count *items;
  size_t len, cap;
} Counts;

static int compare_counts(const void *a, const void *b) {
  const Count *left = a, *right = b;
  if (left->uses != right->uses) return left->uses > right->uses ? -1 : 1;
  return str_compare(left->path, right->path);
}

/* Both sources name places file by file, so the last entry is the only one to
 * compare with. */
static void count_use(Arena *arena, Counts *counts, Str path) {
  if (!counts->len || !str_eq(vec_last(counts)->path, path)) *vec_add(arena, counts) = (Count){.path = path};
  vec_last(counts)->uses++;
}

/* A caller may use the symbol at several sites; an edge without a count of
 * them is one. */
static Err graph_uses(Exploring *exploring, Counts *counts, size_t *ret_total) {
  AgentFile *file = exploring->file;
  StoreSymbol symbol;
  QueryTrail trail;
  exploring->used_graph = true;
  TRY(tool_agent_graph(file));
  TRY(tool_agent_symbol_at(file, exploring->point, &symbol));
  if (!symbol.id.value) return OK;
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS | QUERY_USES, .limit = 1000};
  TRY(query_trail(file->call->job, file->graph.reader, &request, &trail));
  for (size_t i = 0; i < trail.direct.len; i++) {
    const QueryTrailEntry *entry = &trail.direct.items[i];
    for (size_t j = 0; j < (entry->sites ? entry->sites : 1); j++) count_use(file->call->job->arena, counts, entry->symbol.path);
    *ret_total += entry->sites ? entry->sites : 1;
  }
  return OK;
}

static Err server_uses(Exploring *exploring, Counts *counts, size_t *ret_total) {
  AgentFile *file = exploring->file;
  VerifyPlaces places;
  TRY(tool_agent_references(file, exploring->point, false, &places));
  for (size_t i = 0; i < places.all.len; i++) count_use(file->call->job->arena, counts, places.all.items[i].path);
  *ret_total = places.all.len;
  return OK;
}

/* The graph takes the place of a server that cannot answer, not only of one
 * that is missing. */
static Err add_uses(Exploring *exploring) {
  AgentFile *file = exploring->file;
  ToolCall *call = file->call;
  Counts counts = {0};
  size_t total = 0;
  Err err = file->server ? server_uses(exploring, &counts, &total) : OK;
  if (err && !tool_agent_forgive(file, err)) return err;
  if (err || !file->server) TRY(graph_uses(exploring, &counts, &total));
  if (counts.len) qsort(counts.items, counts.len, sizeof(Count), compare_counts);
  answer_begin_object(call->answer, "references");
  answer_field_int(call->answer, "count", (int64_t)total);
  answer_begin_list(call->answer, "top_files");
  answer_say(call->answer, "\nUsed %zu times in %zu files%s\n", total, counts.len, counts.len ? ":" : "");
  for (size_t i = 0; i < counts.len && i < FILES_MAX; i++) {
    answer_item_str(call->answer, tool_agent_absolute(file, counts.items[i].path));
    answer_say(call->answer, "  ");
    answer_path(call->answer, NULL, counts.items[i].path);
    answer_say(call->answer, " (%zu)\n", counts.items[i].uses);
  }
  answer_end(call->answer);
  answer_end(call->answer);
  return OK;
}

/* ---- the answer ---- */

/* Where the server says it is defined; a place outside the workspace is none. */
static Err find_definition(Exploring *exploring, Str *path, TextPoint *point) {
  AgentFile *file = exploring->file;
  LspAt at = {.server = file->server, .path = file->path, .point = exploring->point};
  LspLocations locations = {0};
  Err err = lsp_ask_definition(file->call->job, &at, &locations);
  if (err) return tool_agent_forgive(file, err) ? OK : err;
  if (!locations.len || locations.items[0].is_outside) return OK;
  *path = locations.items[0].path;
  *point = locations.items[0].range.start;
  return OK;
}

/* The symbol that a place is about: defined there or used there. The
 * definition may lie in another file; the functions that look around a place
 * read it from `file`, so the path is exchanged for the time of the question
 * and put back whatever comes of it. */
static Err find_symbol(Exploring *exploring) {
  AgentFile *file = exploring->file;
  Str own = file->path, path = own;
  TextPoint point = exploring->point;
  bool is_graph;
  if (!file->server) {
    StoreSymbol symbol;
    exploring->used_graph = true;
    TRY(tool_agent_graph(file));
    TRY(tool_agent_symbol_at(file, point, &symbol));
    if (symbol.id.value) exploring->symbol = tool_agent_from_graph(file, &symbol);
    return OK;
  }
  TRY(find_definition(exploring, &path, &point));
  file->path = path;
  Err err = tool_agent_enclosing(file, point, &exploring->symbol, &is_graph);
  file->path = own;
  if (!err) exploring->used_graph |= is_graph;
  return err;
}

/* The order is the one a reader needs: what it is, what it does, who relies on
 * it. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Exploring exploring = {.file = file};
  TRY(tool_agent_point(file, &exploring.point));
  if (file->server) TRY(tool_agent_ready(file));
  TRY(find_symbol(&exploring));
  TRY(add_type(&exploring));
  add_source(&exploring);
  TRY(add_callers(&exploring));
  TRY(add_uses(&exploring));
  answer_field_str(call->answer, "answered_by", !exploring.used_graph ? STR("server") : file->server ? STR("server and graph") : STR("graph"));
  if (!exploring.symbol.name.len && exploring.is_silent) {
    tool_agent_note(call, STR("No symbol stands there; point at a name."));
    return OK;
  }
  if (exploring.used_graph) {
    tool_agent_note(call, str_format(call->job->arena, "Some of it is from fathom's own graph: %.*s", STR_ARG(file->words)));
  }
  tool_agent_hint(call, "find_references lists every use, blast_radius the tests that reach it.");
  return OK;
}

Err tool_agent_explore_symbol(ToolCall *call) { return tool_agent_run_anyhow(call, answer); }

const ToolField tool_agent_explore_args[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARG_LANGUAGE, AGENT_LSP_ARGS_PLACE, TOOL_ARG_MAX_CHARS, {0}};

static const ToolField source_row[] = {
    {"symbol_name", TOOL_STRING, true, .help = "the symbol"},
    {"start_line", TOOL_INTEGER, true, .help = "from 1"},
    {"end_line", TOOL_INTEGER, true, .help = "the last one"},
    {"source", TOOL_STRING, true, .help = "its lines; the first 200"},
    {0},
};

static const ToolField caller_row[] = {
    {"name", TOOL_STRING, true, .help = "who calls"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "of the first call"},
    {0},
};

static const ToolField uses_row[] = {
    {"count", TOOL_INTEGER, true, .help = "uses in all"},
    {"top_files", TOOL_STRINGS, true, .help = "the five files with most of them"},
    {0},
};

const ToolField tool_agent_explore_result[] = {
    {"type_info", TOOL_STRING, true, .help = "type, signature, documentation"},
    {"source", TOOL_OBJECT, .help = "its text", .fields = source_row},
    {"callers", TOOL_OBJECTS, true, .help = "the first ten", .fields = caller_row},
    {"callers_count", TOOL_INTEGER, true, .help = "all of them"},
    {"test_callers_count", TOOL_INTEGER, true, .help = "of those, in tests"},
    {"references", TOOL_OBJECT, true, .help = "uses of any kind", .fields = uses_row},
    {"answered_by", TOOL_STRING, true, .help = "server, graph, or both"},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_explore_symbol = {
    .name = "explore_symbol",
    .title = "Explore a symbol",
    .summary = "The symbol at a place in one answer: type, text, callers, how often and where it is used, tests among them.",
    .args = tool_agent_explore_args,
    .result = tool_agent_explore_result,
    .example = "explore_symbol file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = tool_agent_explore_symbol,
};
