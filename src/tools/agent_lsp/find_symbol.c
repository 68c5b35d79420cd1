/* find_symbol: symbols of the workspace by name, a window of them explained. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/vec.h"
#include "src/query/names/names.h"

/* Of the graph, and of the list in the answer. Servers may name more, which
 * are counted. */
#define SYMBOLS_MAX 200

typedef struct Found {
  LspSymbol symbol;
  LspServer *server; /* NULL: of the graph */
} Found;
typedef struct FoundList {
  Found *items;
  size_t len, cap;
} FoundList;

/* ---- looking ---- */

/* What the graph has too is the server's to explain. Servers give a symbol's
 * place either as its name or as the whole of it, so the graph's name has to
 * lie within the lines of the server's. The graph's entry stays and only gains
 * the server, since its place is exact. */
static void add_found(Arena *arena, FoundList *found, const LspSymbol *symbol, LspServer *server) {
  for (size_t i = 0; i < found->len; i++) {
    LspSymbol *known = &found->items[i].symbol;
    bool is_same = str_eq(known->location.path, symbol->location.path) &&
                   known->location.range.start.line >= symbol->location.whole.start.line &&
                   known->location.range.start.line <= symbol->location.whole.end.line && str_eq(known->name, symbol->name);
    if (!is_same) continue;
    if (!found->items[i].server) found->items[i].server = server;
    return;
  }
  *vec_add(arena, found) = (Found){*symbol, server};
}

/* A server that fails is left out: the graph has answered already. */
static Err ask_servers(AgentFile *file, const AgentServers *servers, Str query, FoundList *found) {
  Job *job = file->call->job;
  for (size_t i = 0; i < servers->len; i++) {
    LspSymbols symbols;
    Err err = lsp_ask_workspace_symbols(job, servers->items[i], query, &symbols);
    if (err && tool_agent_forgive(file, err)) continue;
    TRY(err);
    for (size_t j = 0; j < symbols.len; j++) add_found(job->arena, found, &symbols.items[j], servers->items[i]);
  }
  return OK;
}

/* Names that are merely similar are not taken: who gets a list believes that
 * it asked for these. No name at all means all of them, as the protocol has
 * it. */
static Err ask_graph(AgentFile *file, Str query, FoundList *found) {
  Job *job = file->call->job;
  QueryNamedList all = {0};
  QueryMatches matches = {0};
  QueryNamed named = {.limit = SYMBOLS_MAX};
  QueryFind find = {.query = query, .limit = SYMBOLS_MAX, .index = file->graph.index};
  TRY(tool_agent_graph(file));
  if (query.len) TRY(query_find(job, file->graph.reader, &find, &matches));
  else TRY(query_named(job, file->graph.reader, &named, &all));
  for (size_t i = 0; !matches.fuzzy && i < matches.len; i++) {
    *vec_add(job->arena, found) = (Found){.symbol = tool_agent_from_graph(file, &matches.items[i])};
  }
  for (size_t i = 0; i < all.len; i++) *vec_add(job->arena, found) = (Found){.symbol = tool_agent_from_graph(file, &all.items[i])};
  return OK;
}

/* ---- the answer ---- */

/* `name [kind] path:line`, and as fields what the protocol calls a symbol. */
static void add_one(AgentFile *file, const LspSymbol *symbol) {
  Answer *answer = file->call->answer;
  Str path = tool_agent_absolute(file, symbol->location.path);
  tool_agent_add_title(answer, symbol);
  if (symbol->container.len) answer_field_str(answer, "containerName", str_head(symbol->container, TOOL_NAME_MAX));
  answer_begin_object(answer, "location");
  answer_field_str(answer, "uri", lsp_uri_from_path(file->call->job->arena, path));
  answer_field_str(answer, "file", path);
  answer_place(answer, NULL, symbol->location.path, NULL, symbol->location.range.start.line);
  tool_agent_add_range(answer, "range", &symbol->location.range);
  answer_end(answer);
}

/* A symbol's location is all of it for some servers: its name is looked for. */
static TextPoint name_of(AgentFile *file, const LspSymbol *symbol) {
  TextPoint start = symbol->location.range.start;
  const QuerySource *source = tool_source(file->call, &file->graph, symbol->location.path);
  Str line = source ? query_source_line(source, start.line) : STR_EMPTY;
  size_t at = str_find(line, symbol->name);
  if (at == STR_NONE) return start;
  uint32_t column = (uint32_t)str_characters(str_slice(line, 0, at)) + 1;
  return column > start.column ? (TextPoint){start.line, column} : start;
}

/* What the graph knows of the symbol stands where no server explains it. */
static Err hover_of(AgentFile *file, const Found *found, Str *ret_hover) {
  Job *job = file->call->job;
  LspHover hover = {0};
  *ret_hover = found->symbol.detail;
  if (!found->server || found->symbol.location.is_outside) return OK;
  LspAt at = {.server = found->server, .path = found->symbol.location.path, .point = name_of(file, &found->symbol)};
  Err err = lsp_ask_hover(job, &at, &hover);
  if (err && tool_agent_forgive(file, err)) return OK;
  TRY(err);
  *ret_hover = hover.text;
  return OK;
}

/* Only the window that was asked for is explained, because every explanation
 * is a question to a server. */
static Err enrich(AgentFile *file, const FoundList *found) {
  ToolCall *call = file->call;
  size_t offset = (size_t)tool_arg_int(call, "offset"), limit = (size_t)tool_arg_int(call, "limit");
  size_t end = offset > found->len ? found->len : found->len - offset < limit ? found->len : offset + limit;
  answer_begin_list(call->answer, "enriched");
  for (size_t i = offset; i < end; i++) {
    Str hover;
    TRY(hover_of(file, &found->items[i], &hover));
    answer_begin_row(call->answer);
    add_one(file, &found->items[i].symbol);
    answer_field_str(call->answer, "hover", hover);
    answer_say(call->answer, "\n");
    answer_put(call->answer, str_visible(call->job->arena, str_trim(hover)));
    answer_say(call->answer, "\n");
    answer_end(call->answer);
  }
  answer_end(call->answer);
  answer_begin_object(call->answer, "pagination");
  answer_field_int(call->answer, "offset", (int64_t)offset);
  answer_field_int(call->answer, "limit", (int64_t)limit);
  answer_field_bool(call->answer, "more", end < found->len);
  answer_end(call->answer);
  return OK;
}

static Err say(AgentFile *file, const FoundList *found, bool is_server) {
  ToolCall *call = file->call;
  bool explains = str_eq_c(tool_arg_str(call, "detail_level"), "hover");
  /* Also where a server that was not asked might have known more. */
  bool is_graph = !is_server || file->words.len;
  for (size_t i = 0; i < found->len; i++) is_graph |= !found->items[i].server;
  tool_agent_source(file, is_server, is_graph);
  answer_field_int(call->answer, "total", (int64_t)found->len);
  if (!found->len) answer_say(call->answer, "No symbol of the workspace is called so.\n"); /* total 0 says it */
  if (explains) answer_begin_fields(call->answer); /* a window of them follows */
  answer_begin_whole(call->answer, "symbols");
  for (size_t i = 0; i < found->len && i < SYMBOLS_MAX; i++) {
    answer_begin_row(call->answer);
    add_one(file, &found->items[i].symbol);
    answer_say(call->answer, "\n");
    answer_end(call->answer);
  }
  answer_end(call->answer);
  if (explains) answer_end(call->answer);
  if (found->len > SYMBOLS_MAX) answer_note(call->answer, "and %zu more; give more of the name", found->len - SYMBOLS_MAX);
  if (explains) TRY(enrich(file, found));
  else call->list = "symbols";
  if (found->len) tool_agent_hint(call, "get_symbol_source shows the text of one, find_references its uses.");
  return OK;
}

/* From the graph at once, and from servers that are ready: starting all of a
 * workspace takes many seconds, which only who asks for it waits. */
static Err find(AgentFile *file, AgentServers *ret_servers, FoundList *found) {
  Str query = tool_arg_str(file->call, "query");
  size_t others;
  TRY(ask_graph(file, query, found));
  TRY(tool_agent_ready_servers(file, ret_servers, &others));
  if (others && tool_arg_bool(file->call, "wait")) {
    tool_agent_release(ret_servers);
    TRY(tool_agent_servers(file, STR_EMPTY, ret_servers));
    others = 0;
  }
  TRY(ask_servers(file, ret_servers, query, found));
  if (others) file->words = STR("language servers that do not run, or are still reading, were not asked: wait=true starts them");
  return OK;
}

static Err run(ToolCall *call) {
  AgentFile file = {.call = call};
  AgentServers servers = {0};
  FoundList found = {0};
  Str none;
  TRY(tool_locate(call, STR_EMPTY, &file.graph.index, &none));
  map_init(&file.graph.sources, call->job->arena);
  Err err = find(&file, &servers, &found);
  if (!err) err = say(&file, &found, servers.len);
  tool_agent_release(&servers);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    {"query", TOOL_STRING, .help = "the name or a part of it; empty: all"},
    {"detail_level", TOOL_STRING, .choices = "basic|hover", .otherwise = "\"basic\"", .help = "hover: with type and documentation"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 50, .otherwise = "3", .help = "symbols that are explained"},
    {"offset", TOOL_INTEGER, .min = 0, .max = 1000000, .otherwise = "0", .help = "the first of those"},
    {"wait", TOOL_BOOLEAN, .otherwise = "false", .help = "start the workspace's language servers and ask them too", .listed = ""},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField place[] = {
    {"uri", TOOL_STRING, true, .help = "of its file"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    AGENT_LSP_RESULT_RANGE("range"),
    {0},
};

#define SYMBOL_ROWS                                                                          \
  {"name", TOOL_STRING, true, .help = "its name"},                                           \
  {"kind", TOOL_INTEGER, true, .help = "the protocol's number; 0: not said"},                \
  {"kind_name", TOOL_STRING, true, .help = "what it is"},                                    \
  {"containerName", TOOL_STRING, .help = "what it belongs to"},                              \
  {"location", TOOL_OBJECT, true, .help = "where it is", .fields = place}

static const ToolField symbol_row[] = {SYMBOL_ROWS, {0}};
static const ToolField enriched_row[] = {SYMBOL_ROWS, {"hover", TOOL_STRING, true, .help = "what is known of it"}, {0}};
static const ToolField pagination[] = {
    {"offset", TOOL_INTEGER, true, .help = "the first explained"},
    {"limit", TOOL_INTEGER, true, .help = "how many at most"},
    {"more", TOOL_BOOLEAN, true, .help = "there are more"},
    {0},
};

static const ToolField result[] = {
    AGENT_LSP_RESULT_SOURCE,
    {"total", TOOL_INTEGER, true, .help = "how many were found"},
    {"symbols", TOOL_OBJECTS, true, .help = "as the server orders them; the first 200", .fields = symbol_row},
    {"enriched", TOOL_OBJECTS, .help = "with detail_level=hover", .fields = enriched_row},
    {"pagination", TOOL_OBJECT, .help = "which of them", .fields = pagination},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_find_symbol = {
    .name = "find_symbol",
    .title = "Find symbols",
    .summary = "Symbols of the whole workspace by name: from the graph at once, and from the language servers that are ready.",
    .args = args,
    .result = result,
    .example = "find_symbol query=main detail_level=hover",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "workspace/symbol",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
