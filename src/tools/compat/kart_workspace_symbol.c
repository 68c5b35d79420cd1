/* kart_workspace_symbol: symbols of the workspace as the servers name them. */
#include "src/tools/compat/kart_ask_internal.h"

#define SYMBOLS_MAX 500

/* What is counted over all servers of the call. */
typedef struct Listing {
  KartAsk *ask;
  size_t total;
  size_t answered; /* servers that did */
  Str asked;       /* their names */
} Listing;

/* Beyond the limit they are only counted. */
static void write_symbol(Listing *listing, const LspSymbol *symbol) {
  Answer *out = listing->ask->call->answer;
  const LspLocation *place = &symbol->location;
  Str path = place->is_outside ? place->path : tool_agent_absolute(&listing->ask->file, place->path);
  if (++listing->total > SYMBOLS_MAX) return;
  answer_begin_row(out);
  answer_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  answer_field_int(out, "kind", symbol->kind);
  answer_field_str(out, "kindName", str_from_c(lsp_symbol_kind_name(symbol->kind)));
  answer_field_str(out, "uri", lsp_uri_from_path(listing->ask->call->job->arena, path));
  tool_kart_write_range(out, "range", &place->range);
  if (symbol->container.len) answer_field_str(out, "containerName", symbol->container);
  answer_end(out);
}

/* One that cannot, or fails, leaves the others' answers as they are. */
static Err ask_server(Listing *listing, LspServer *server) {
  KartAsk *ask = listing->ask;
  Job *job = ask->call->job;
  LspSymbols symbols;
  ask->file.server = server;
  Err err = tool_agent_wait(&ask->file);
  if (!err) err = lsp_ask_workspace_symbols(job, server, tool_arg_str(ask->call, "query"), &symbols);
  if (err) return tool_agent_forgive(&ask->file, err) ? OK : err;
  listing->answered++;
  listing->asked = str_format(job->arena, "%.*s%s%.*s", STR_ARG(listing->asked), listing->asked.len ? ", " : "", STR_ARG(lsp_server_name(server)));
  for (size_t i = 0; i < symbols.len; i++) write_symbol(listing, &symbols.items[i]);
  return OK;
}

/* Why the others have nothing to say here. */
static Str not_asked(const Listing *listing, const AgentServers *servers) {
  const KartAsk *ask = listing->ask;
  if (listing->answered == servers->len) return STR_EMPTY;
  return str_format(ask->call->job->arena, " Not answered: %.*s", STR_ARG(ask->file.words));
}

/* Nobody who answered is an error with the reason of the last one. Nothing
 * found is an answer, with what it may mean. */
static Err ask_all(Listing *listing, const AgentServers *servers) {
  KartAsk *ask = listing->ask;
  ToolCall *call = ask->call;
  answer_field_str(call->answer, "query", tool_arg_str(call, "query"));
  answer_begin_list(call->answer, "symbols");
  for (size_t i = 0; i < servers->len; i++) TRY(ask_server(listing, servers->items[i]));
  if (!listing->answered) return job_fail(call->job, ask->file.err, "%.*s", STR_ARG(ask->file.words));
  answer_end(call->answer);
  answer_field_int(call->answer, "totalSymbols", (int64_t)listing->total);
  if (listing->total > SYMBOLS_MAX) answer_field_bool(call->answer, "truncated", true);
  if (ask->file.server && !ask->file.is_ready) answer_field_bool(call->answer, "indexing", true);
  answer_field_str(call->answer, "note", str_format(call->job->arena, "Asked: %.*s; %zu of %zu servers answered%s.%s%.*s", STR_ARG(listing->asked),
                                                    listing->answered, servers->len, listing->total ? "" : ", with nothing",
                                                    listing->total ? "" : " One that has just started may know only files it was shown; "
                                                                          "kart_find searches the whole index.",
                                                    STR_ARG(not_asked(listing, servers))));
  return OK;
}

static Err run(ToolCall *call) {
  KartAsk ask = {.call = call, .file = {.call = call}};
  AgentServers servers = {0};
  Listing listing = {.ask = &ask};
  Str none;
  Err err = tool_locate(call, STR_EMPTY, &ask.file.graph.index, &none);
  if (!err) err = tool_agent_servers(&ask.file, STR_EMPTY, &servers);
  if (!err) err = ask_all(&listing, &servers);
  tool_agent_release(&servers);
  return err ? tool_kart_fail(call, err, "kart_find searches the symbols of the whole workspace, in our own index.") : OK;
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .help = "name or part of it; what counts as a match is the server's choice"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField symbol_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_INTEGER, true, .help = "the protocol's number"},
    {"kindName", TOOL_STRING, true, .help = "the same as a word"},
    {"uri", TOOL_STRING, true, .help = "of the file"},
    {"range", TOOL_OBJECT, true, .help = "start and end: line and character from 0"},
    {"containerName", TOOL_STRING, .help = "what it belongs to"},
    {0},
};

static const ToolField result[] = {
    {"query", TOOL_STRING, true, .help = "as asked"},
    {"symbols", TOOL_OBJECTS, true, .help = "as the servers order them", .fields = symbol_row},
    {"totalSymbols", TOOL_INTEGER, true, .help = "how many there are"},
    {"truncated", TOOL_BOOLEAN, .help = "there are more than 500"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_workspace_symbol = {
    .name = "kart_workspace_symbol",
    .title = "Workspace symbols",
    .summary = "Search the symbols of the workspace by name, by its language servers.",
    .args = args,
    .result = result,
    .example = "kart_workspace_symbol query=main",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "find_symbol",
    .method = "workspace/symbol",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
