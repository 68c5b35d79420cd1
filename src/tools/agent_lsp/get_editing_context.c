/* get_editing_context: what to know of a file before changing it. The graph
 * answers, which has all of it at hand; of a language it does not know the
 * server names the symbols. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/hash.h"
#include "src/query/graph/graph.h"

#define SYMBOLS_MAX 200
#define EACH_MAX 20 /* callers and callees of one symbol */
#define EACH_SHOWN 8 /* of them in the text */

/* By the contents alone, so that a file that was written again with the same
 * text counts as unchanged. */
static Str etag_of(Arena *arena, Str text) { return str_format(arena, "%016llx", (unsigned long long)hash_str(text)); }

/* ---- from the graph ---- */

/* `tests`: 1 for tests alone, 0 for others alone, -1 for both. */
static void write_entries(AgentFile *file, const char *name, const QueryTrailGroup *group, int tests) {
  Answer *out = file->call->answer;
  answer_begin_list(out, name);
  for (size_t i = 0; i < group->len; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    bool is_test = symbol->flags & DEF_TEST || tool_agent_is_test(file, symbol->path);
    if (tests >= 0 && is_test != (tests == 1)) continue;
    answer_begin_row(out);
    answer_field_str(out, "name", str_head(query_qualified(file->call->job->arena, symbol), TOOL_NAME_MAX));
    answer_field_str(out, "file", tool_agent_absolute(file, symbol->path));
    answer_field_int(out, "line", group->items[i].edge.line ? group->items[i].edge.line : symbol->name_span.line);
    answer_end(out);
  }
  answer_end(out);
}

/* The text counts all of them and names the first few; a file of many symbols
 * would otherwise be longer than itself. */
static void say_entries(ToolCall *call, const char *title, const QueryTrailGroup *group) {
  Answer *answer = call->answer;
  if (!group->total) return;
  answer_say(answer, "    %s (%zu): ", title, group->total);
  for (size_t i = 0; i < group->len && i < EACH_SHOWN; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    if (i) answer_say(answer, ", ");
    answer_member(answer, NULL, symbol->container, NULL, symbol->name);
    if (symbol->flags & DEF_TEST) answer_say(answer, " (test)");
  }
  answer_say(answer, "%s\n", group->total > EACH_SHOWN ? ", ..." : "");
}

/* Tests among the callers are listed apart: they are run after a change, the
 * others are read before it. */
static Err add_symbol(AgentFile *file, const StoreSymbol *symbol) {
  ToolCall *call = file->call;
  QueryTrail callers, callees;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS | QUERY_LINKS, .limit = EACH_MAX};
  TRY(query_trail(call->job, file->graph.reader, &request, &callers));
  request.direction = QUERY_CALLEES;
  TRY(query_trail(call->job, file->graph.reader, &request, &callees));
  Str signature = symbol->signature.len ? symbol->signature : symbol->name;
  Answer *answer = call->answer;
  answer_begin_row(answer);
  answer_say(answer, "%u-%u ", symbol->full.line, symbol->full.end_line);
  answer_field_str(answer, "name", str_head(query_qualified(call->job->arena, symbol), TOOL_NAME_MAX));
  answer_kind(answer, "kind", symbol_kind_word(symbol->kind));
  answer_field_int(answer, "line", symbol->name_span.line);
  answer_field_int(answer, "end_line", symbol->full.end_line);
  answer_say(answer, " ");
  answer_name(answer, "signature", signature);
  answer_say(answer, "\n");
  write_entries(file, "test_callers", &callers.direct, 1);
  write_entries(file, "non_test_callers", &callers.direct, 0);
  write_entries(file, "callees", &callees.direct, -1);
  say_entries(call, "called by", &callers.direct);
  say_entries(call, "calls", &callees.direct);
  answer_end(answer);
  return OK;
}

/* Locals and parameters are left out: nobody outside of their function can
 * depend on them. */
static Err add_symbols(AgentFile *file, const StoreFile *stored) {
  ToolCall *call = file->call;
  StoreSymbols symbols;
  size_t shown = 0, left = 0;
  TRY(store_list_symbols(call->job, file->graph.reader, stored->id, &symbols));
  answer_begin_whole(call->answer, "symbols");
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *symbol = &symbols.items[i];
    StoreSymbol container = {0};
    if (symbol->kind == SYMBOL_FILE) continue;
    if (symbol->container_id.value) TRY(query_symbol(call->job, file->graph.reader, symbol->container_id, &container));
    if (container.id.value && symbol_kind_is_callable(container.kind)) continue;
    if (shown++ < SYMBOLS_MAX) TRY(add_symbol(file, symbol));
    else left++;
  }
  answer_end(call->answer);
  if (left) answer_note(call->answer, "and %zu more symbols", left);
  return OK;
}

static Err add_imports(AgentFile *file, const StoreFile *stored) {
  ToolCall *call = file->call;
  QueryImports imports;
  TRY(query_imports(call->job, file->graph.reader, stored->id, &imports));
  if (imports.len) answer_heading(call->answer, "Imports:");
  answer_begin_list(call->answer, "imports");
  for (size_t i = 0; i < imports.len; i++) {
    const QueryImport *import = &imports.items[i];
    answer_begin_row(call->answer);
    answer_say(call->answer, "  %u ", import->line);
    answer_show(call->answer, import->specifier, TOOL_SHOWN_NAME);
    answer_field_str(call->answer, "specifier", import->specifier);
    if (import->path.len) {
      answer_say(call->answer, " (");
      answer_path(call->answer, "path", import->path);
      answer_say(call->answer, ")");
    }
    answer_field_int(call->answer, "line", import->line);
    answer_say(call->answer, "\n");
    answer_end(call->answer);
  }
  answer_end(call->answer);
  return OK;
}

/* ---- from the server ---- */

/* The server is taken only here, because the graph answers for most files and
 * starting one takes seconds. Whoever called closes the file and with it the
 * server. */
static Err add_from_server(AgentFile *file) {
  ToolCall *call = file->call;
  LspSymbols symbols;
  TRY(tool_agent_take(file, tool_arg_str(call, "language_id")));
  TRY(lsp_ask_document_symbols(call->job, file->server, file->path, &symbols));
  answer_begin_list(call->answer, "symbols");
  for (size_t i = 0; i < symbols.len && i < SYMBOLS_MAX; i++) {
    const LspSymbol *symbol = &symbols.items[i];
    Str signature = symbol->detail.len ? symbol->detail : symbol->name;
    answer_begin_row(call->answer);
    answer_field_str(call->answer, "name", str_head(symbol->name, TOOL_NAME_MAX));
    answer_say(call->answer, "%u ", symbol->location.range.start.line);
    answer_kind(call->answer, "kind", lsp_symbol_kind_name(symbol->kind));
    answer_say(call->answer, " ");
    answer_name(call->answer, NULL, symbol->name);
    answer_say(call->answer, "\n");
    answer_field_int(call->answer, "line", symbol->location.range.start.line);
    answer_field_int(call->answer, "end_line", symbol->location.whole.end.line);
    answer_field_str(call->answer, "signature", str_head(signature, TOOL_NAME_MAX));
    answer_end(call->answer);
  }
  answer_end(call->answer);
  tool_agent_note(call, STR("The graph does not know this language: callers, callees and imports are missing."));
  return OK;
}

/* ---- the answer ---- */

/* The tag is compared before anything else is asked: answering "unchanged" is
 * what it is there for, and must be cheap. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  StoreFile stored;
  Text text;
  TRY(tool_agent_text(file, &text));
  Str etag = etag_of(call->job->arena, text.chars);
  answer_field_str(call->answer, "etag", etag);
  if (str_eq(tool_arg_str(call, "if_none_match"), etag)) {
    answer_field_str(call->answer, "status", STR("not_modified"));
    answer_say(call->answer, "not_modified: the file is as it was.\n");
    return OK;
  }
  TRY(tool_agent_graph(file));
  TRY(query_file(call->job, file->graph.reader, file->path, &stored));
  bool is_known = stored.id.value && !stored.skip.len;
  answer_field_str(call->answer, "source", is_known ? STR("graph") : STR("server"));
  answer_path(call->answer, NULL, file->path);
  answer_say(call->answer, ", %u lines\n", text.lines.count);
  if (is_known) TRY(add_symbols(file, &stored));
  if (is_known) TRY(add_imports(file, &stored));
  if (!is_known) TRY(add_from_server(file));
  answer_say(call->answer, "etag %.*s\n", STR_ARG(etag));
  tool_agent_savings(call, text.chars.len);
  tool_agent_hint(call, "get_symbol_source shows the text of one; call again with if_none_match=<etag> after changes.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run_alone(call, answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"if_none_match", TOOL_STRING, .max = 100, .help = "etag of an earlier answer: a file with the same contents gives not_modified"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField use_row[] = {
    {"name", TOOL_STRING, true, .help = "the symbol"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {0},
};

static const ToolField symbol_row[] = {
    {"name", TOOL_STRING, true, .help = "its name with its container"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"end_line", TOOL_INTEGER, true, .help = "the last one"},
    {"signature", TOOL_STRING, true, .help = "in one line"},
    {"test_callers", TOOL_OBJECTS, .help = "tests that call it; at most 20 callers in all", .fields = use_row},
    {"non_test_callers", TOOL_OBJECTS, .help = "others that call it", .fields = use_row},
    {"callees", TOOL_OBJECTS, .help = "what it calls", .fields = use_row},
    {0},
};

static const ToolField import_row[] = {
    {"specifier", TOOL_STRING, true, .help = "as written"},
    {"path", TOOL_STRING, .help = "file of the workspace it leads to"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {0},
};

static const ToolField result[] = {
    {"etag", TOOL_STRING, true, .help = "of the file's contents"},
    {"status", TOOL_STRING, .help = "not_modified: nothing else is given"},
    {"source", TOOL_STRING, .help = "who answered: graph or server"},
    {"symbols", TOOL_OBJECTS, .help = "in the file's order", .fields = symbol_row},
    {"imports", TOOL_OBJECTS, .help = "in the file's order", .fields = import_row},
    AGENT_LSP_RESULT_META,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_editing_context = {
    .name = "get_editing_context",
    .title = "Before editing a file",
    .summary = "A file's symbols with signatures, callers (tests apart), callees and imports in one answer, with an etag.",
    .args = args,
    .result = result,
    .example = "get_editing_context file_path=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
