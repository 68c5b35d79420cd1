/* go_to_symbol: where a dotted name is defined, without a place to start at.
 * The graph knows names with what contains them; servers are asked where it
 * does not know the language or the name. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/vec.h"

#define SHOWN_MAX 20

/* "c" of "a.b.c". */
static Str leaf_of(Str symbol_path) {
  size_t dot = str_find_last_byte(symbol_path, '.');
  return dot == STR_NONE ? symbol_path : str_slice(symbol_path, dot + 1, symbol_path.len);
}

/* "b" of "a.b.c": servers tell the innermost container only, so what is before
 * it cannot be compared. */
static Str parent_of(Str symbol_path) {
  size_t dot = str_find_last_byte(symbol_path, '.');
  return dot == STR_NONE ? STR_EMPTY : leaf_of(str_slice(symbol_path, 0, dot));
}

/* Whether a file's language is the one asked for, by the graph's own names. */
static Err has_language(AgentFile *file, FileId id, Str language, bool *ret_has) {
  StoreFile stored;
  *ret_has = true;
  if (!language.len) return OK;
  TRY(store_get_file(file->call->job, file->graph.reader, id, &stored));
  *ret_has = str_eq(stored.language, language);
  return OK;
}

/* Only distinct targets count: the rest of the list are declarations and
 * overloads of the same ones. */
static Err ask_graph(AgentFile *file, Str symbol_path, Str language, LspLocations *locations, QueryTargets *ret_targets) {
  Job *job = file->call->job;
  QueryTarget target = {.name = symbol_path};
  TRY(tool_agent_graph(file));
  TRY(query_targets(job, file->graph.reader, &target, ret_targets));
  for (size_t i = 0; i < ret_targets->distinct && locations->len < SHOWN_MAX; i++) {
    bool fits;
    TRY(has_language(file, ret_targets->items[i].file, language, &fits));
    if (fits) *vec_add(job->arena, locations) = tool_agent_from_graph(file, &ret_targets->items[i]).location;
  }
  return OK;
}

/* Symbols of that very name; of a dotted one only those in its parent, where
 * the server says what they are in. First those whose container is the parent;
 * if there is none, those of which the server does not say what they are in.
 * One with another container is never meant. */
static void keep_fitting(Job *job, const LspSymbols *symbols, Str symbol_path, LspLocations *locations) {
  Str leaf = leaf_of(symbol_path), parent = parent_of(symbol_path);
  for (int pass = parent.len ? 0 : 1; pass < 2 && !locations->len; pass++) {
    for (size_t i = 0; i < symbols->len && locations->len < SHOWN_MAX; i++) {
      const LspSymbol *symbol = &symbols->items[i];
      Str name = leaf_of(symbol->name); /* some say Type.method */
      Str container = symbol->container.len ? leaf_of(symbol->container) : parent_of(symbol->name);
      if (!str_eq(name, leaf) || (pass == 0 && !str_eq(container, parent)) || (parent.len && pass == 1 && container.len)) continue;
      *vec_add(job->arena, locations) = symbol->location;
    }
  }
}

/* The server is lent to the file for the time of the question, because waiting
 * goes through it; the list holds it and gives it back. */
static Err ask_servers(AgentFile *file, const AgentServers *servers, Str symbol_path, LspLocations *locations) {
  Job *job = file->call->job;
  for (size_t i = 0; i < servers->len; i++) {
    LspSymbols symbols;
    file->server = servers->items[i];
    Err err = tool_agent_ready(file);
    if (!err) err = lsp_ask_workspace_symbols(job, servers->items[i], leaf_of(symbol_path), &symbols);
    file->server = NULL;
    if (err && tool_agent_forgive(file, err)) continue;
    TRY(err);
    keep_fitting(job, &symbols, symbol_path, locations);
  }
  return OK;
}

static Err say(AgentFile *file, const LspLocations *locations, const QueryTargets *targets, bool is_graph) {
  ToolCall *call = file->call;
  Arena *arena = call->job->arena;
  AgentSaying saying = {"Nothing in the workspace is called so.", "get_symbol_source shows its text, find_references who uses it."};
  if (targets->suggestion_count) {
    Str near = tool_join_names(arena, targets->suggestions, targets->suggestion_count);
    saying.nothing = str_to_c(arena, str_format(arena, "%s There is: %.*s", saying.nothing, STR_ARG(near)));
  }
  answer_field_str(call->answer, "source", is_graph ? STR("graph") : STR("server"));
  return tool_agent_say_locations(file, locations, &saying);
}

/* Servers only where the graph has nothing: its answer is immediate and exact
 * about names. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Str symbol_path = str_trim(tool_arg_str(call, "symbol_path")), language = tool_arg_str(call, "language");
  LspLocations locations = {0};
  QueryTargets targets = {0};
  AgentServers servers = {0};
  Err err = OK;
  TRY(ask_graph(file, symbol_path, language, &locations, &targets));
  bool is_graph = locations.len;
  if (!is_graph) err = tool_agent_servers(file, language, &servers);
  if (!err && !is_graph) err = ask_servers(file, &servers, symbol_path, &locations);
  if (!err) err = say(file, &locations, &targets, is_graph || !servers.len);
  tool_agent_release(&servers);
  return err;
}

static Err run(ToolCall *call) {
  AgentFile file = {.call = call};
  Str none;
  TRY(tool_locate(call, STR_EMPTY, &file.graph.index, &none));
  map_init(&file.graph.sources, call->job->arena);
  Err err = answer(&file);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    {"symbol_path", TOOL_STRING, true, .min = 1, .max = 1000, .help = "Type.member, package.function, or a bare name"},
    {"workspace_root", TOOL_WORKSPACE, .help = "the workspace; else the client's own"},
    {"language", TOOL_STRING, .help = "only of this language"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField result[] = {AGENT_LSP_RESULT_SOURCE, AGENT_LSP_RESULT_LOCATIONS, AGENT_LSP_RESULT_INDEXING, AGENT_LSP_RESULT_HINT, {0}};

const Tool tool_agent_lsp_go_to_symbol = {
    .name = "go_to_symbol",
    .title = "Definition by name",
    .summary = "Where a dotted name is defined, without a place to start at: from the graph or the language servers.",
    .args = args,
    .result = result,
    .example = "go_to_symbol symbol_path=main",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "workspace/symbol",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
