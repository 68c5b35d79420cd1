/* get_editing_context: what to know of a file before changing it. The graph
 * answers, which has all of it at hand; of a language it does not know the
 * server names the symbols. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/hash.h"
#include "src/query/graph/graph.h"

#define SYMBOLS_MAX 200
#define EACH_MAX 20 /* callers and callees of one symbol */

static Str etag_of(Arena *arena, Str text) { return str_format(arena, "%016llx", (unsigned long long)hash_str(text)); }

/* ---- from the graph ---- */

static void write_entries(AgentFile *file, const char *name, const QueryTrailGroup *group, int tests) {
  JsonWriter *out = file->call->fields;
  json_field_array(out, name);
  for (size_t i = 0; i < group->len; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    bool is_test = symbol->flags & DEF_TEST || tool_agent_is_test(file, symbol->path);
    if (tests >= 0 && is_test != (tests == 1)) continue;
    json_begin_object(out);
    json_field_str(out, "name", str_head(query_qualified(file->call->job->arena, symbol), TOOL_NAME_MAX));
    json_field_str(out, "file", tool_agent_absolute(file, symbol->path));
    json_field_int(out, "line", group->items[i].edge.line ? group->items[i].edge.line : symbol->name_span.line);
    json_end_object(out);
  }
  json_end_array(out);
}

static void add_entries(ToolCall *call, const char *title, const QueryTrailGroup *group) {
  Arena *arena = call->job->arena;
  if (!group->total) return;
  buf_add_format(call->text, "    %s (%zu): ", title, group->total);
  for (size_t i = 0; i < group->len && i < 8; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    buf_add_format(call->text, "%s%.*s%s", i ? ", " : "", STR_ARG(tool_symbol_name(arena, symbol)), symbol->flags & DEF_TEST ? " (test)" : "");
  }
  buf_add_format(call->text, "%s\n", group->total > 8 ? ", ..." : "");
}

static Err add_symbol(AgentFile *file, const StoreSymbol *symbol) {
  ToolCall *call = file->call;
  QueryTrail callers, callees;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS | QUERY_LINKS, .limit = EACH_MAX};
  TRY(query_trail(call->job, file->graph.reader, &request, &callers));
  request.direction = QUERY_CALLEES;
  TRY(query_trail(call->job, file->graph.reader, &request, &callees));
  Str signature = symbol->signature.len ? symbol->signature : symbol->name;
  json_begin_object(call->fields);
  json_field_str(call->fields, "name", str_head(query_qualified(call->job->arena, symbol), TOOL_NAME_MAX));
  json_field_str(call->fields, "kind", str_from_c(symbol_kind_word(symbol->kind)));
  json_field_int(call->fields, "line", symbol->name_span.line);
  json_field_int(call->fields, "end_line", symbol->full.end_line);
  json_field_str(call->fields, "signature", str_head(signature, TOOL_NAME_MAX));
  write_entries(file, "test_callers", &callers.direct, 1);
  write_entries(file, "non_test_callers", &callers.direct, 0);
  write_entries(file, "callees", &callees.direct, -1);
  json_end_object(call->fields);
  size_t before = call->text->len;
  buf_add_format(call->text, "%u-%u %s %.*s\n", symbol->full.line, symbol->full.end_line, symbol_kind_word(symbol->kind),
                 STR_ARG(str_shown(call->job->arena, signature, TOOL_SHOWN_NAME)));
  add_entries(call, "called by", &callers.direct);
  add_entries(call, "calls", &callees.direct);
  (void)tool_entry_fits(call, before);
  return OK;
}

static Err add_symbols(AgentFile *file, const StoreFile *stored) {
  ToolCall *call = file->call;
  StoreSymbols symbols;
  size_t shown = 0, left = 0;
  TRY(store_list_symbols(call->job, file->graph.reader, stored->id, &symbols));
  json_field_array(call->fields, "symbols");
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *symbol = &symbols.items[i];
    StoreSymbol container = {0};
    if (symbol->kind == SYMBOL_FILE) continue;
    if (symbol->container_id.value) TRY(query_symbol(call->job, file->graph.reader, symbol->container_id, &container));
    if (container.id.value && symbol_kind_is_callable(container.kind)) continue;
    if (shown++ < SYMBOLS_MAX) TRY(add_symbol(file, symbol));
    else left++;
  }
  json_end_array(call->fields);
  if (left) buf_add_format(call->text, "and %zu more symbols\n", left);
  return OK;
}

static Err add_imports(AgentFile *file, const StoreFile *stored) {
  ToolCall *call = file->call;
  QueryImports imports;
  TRY(query_imports(call->job, file->graph.reader, stored->id, &imports));
  if (imports.len) buf_add_c(call->text, "Imports:\n");
  json_field_array(call->fields, "imports");
  for (size_t i = 0; i < imports.len; i++) {
    const QueryImport *import = &imports.items[i];
    json_begin_object(call->fields);
    json_field_str(call->fields, "specifier", import->specifier);
    if (import->path.len) json_field_str(call->fields, "path", import->path);
    json_field_int(call->fields, "line", import->line);
    json_end_object(call->fields);
    buf_add_format(call->text, "  %u %.*s", import->line, STR_ARG(str_shown(call->job->arena, import->specifier, TOOL_SHOWN_NAME)));
    if (import->path.len) buf_add_format(call->text, " (%.*s)", STR_ARG(str_shown(call->job->arena, import->path, SIZE_MAX)));
    buf_add_byte(call->text, '\n');
  }
  json_end_array(call->fields);
  return OK;
}

/* ---- from the server ---- */

static Err add_from_server(AgentFile *file) {
  ToolCall *call = file->call;
  LspSymbols symbols;
  TRY(tool_agent_take(file, tool_arg_str(call, "language_id")));
  TRY(lsp_ask_document_symbols(call->job, file->server, file->path, &symbols));
  json_field_array(call->fields, "symbols");
  for (size_t i = 0; i < symbols.len && i < SYMBOLS_MAX; i++) {
    const LspSymbol *symbol = &symbols.items[i];
    Str signature = symbol->detail.len ? symbol->detail : symbol->name;
    json_begin_object(call->fields);
    json_field_str(call->fields, "name", str_head(symbol->name, TOOL_NAME_MAX));
    json_field_str(call->fields, "kind", str_from_c(lsp_symbol_kind_name(symbol->kind)));
    json_field_int(call->fields, "line", symbol->location.range.start.line);
    json_field_int(call->fields, "end_line", symbol->location.whole.end.line);
    json_field_str(call->fields, "signature", str_head(signature, TOOL_NAME_MAX));
    json_end_object(call->fields);
    buf_add_format(call->text, "%u %s %.*s\n", symbol->location.range.start.line, lsp_symbol_kind_name(symbol->kind),
                   STR_ARG(str_shown(call->job->arena, symbol->name, TOOL_SHOWN_NAME)));
  }
  json_end_array(call->fields);
  tool_agent_note(call, STR("The graph does not know this language: callers, callees and imports are missing."));
  return OK;
}

/* ---- the answer ---- */

static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  StoreFile stored;
  Text text;
  TRY(tool_agent_text(file, &text));
  Str etag = etag_of(call->job->arena, text.chars);
  json_field_str(call->fields, "etag", etag);
  if (str_eq(tool_arg_str(call, "if_none_match"), etag)) {
    json_field_str(call->fields, "status", STR("not_modified"));
    buf_add_c(call->text, "not_modified: the file is as it was.\n");
    return OK;
  }
  TRY(tool_agent_graph(file));
  TRY(query_file(call->job, file->graph.reader, file->path, &stored));
  bool is_known = stored.id.value && !stored.skip.len && stored.symbols;
  json_field_str(call->fields, "source", is_known ? STR("graph") : STR("server"));
  buf_add_format(call->text, "%.*s, %u lines\n", STR_ARG(str_shown(call->job->arena, file->path, SIZE_MAX)), text.lines.count);
  if (is_known) TRY(add_symbols(file, &stored));
  if (is_known) TRY(add_imports(file, &stored));
  if (!is_known) TRY(add_from_server(file));
  buf_add_format(call->text, "etag %.*s\n", STR_ARG(etag));
  tool_agent_savings(call, text.chars.len);
  tool_agent_hint(call, "get_symbol_source shows the text of one; call again with if_none_match=<etag> after changes.");
  return OK;
}

static Err run(ToolCall *call) {
  AgentFile file;
  TRY(tool_agent_open(call, tool_arg_str(call, "file_path"), &file));
  Err err = answer(&file);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"if_none_match", TOOL_STRING, .max = 100, .help = "etag of an earlier answer: a file with the same contents gives not_modified"},
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
