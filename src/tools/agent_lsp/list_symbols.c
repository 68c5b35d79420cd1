/* list_symbols: the symbols of a file as a tree. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define LEVELS 4 /* of the tree; what lies deeper is among the last */

/* Flat with depths, into nested `children`. Leaves two things open, the row
 * and its list of children; whoever closes a symbol ends both. */
static void open_symbol(AgentFile *file, const LspSymbol *symbol) {
  Answer *answer = file->call->answer;
  answer_begin_row(answer);
  tool_agent_add_symbol(file, symbol);
  if (symbol->is_deprecated) answer_field_bool(answer, "deprecated", true);
  answer_begin_list(answer, "children");
}

/* The server's list is flat and in the order of the text, each symbol with its
 * depth. A symbol may be deeper than the one before it by one at most; where a
 * server skips levels it is put beneath the last one that is open. */
static void add_tree(AgentFile *file, const LspSymbols *symbols) {
  Answer *answer = file->call->answer;
  answer_begin_fields(answer);
  answer_begin_list(answer, "symbols");
  uint32_t open = 0; /* symbols that are not closed yet */
  for (size_t i = 0; i < symbols->len; i++) {
    uint32_t depth = symbols->items[i].depth < open ? symbols->items[i].depth : open;
    if (depth >= LEVELS) depth = LEVELS - 1;
    for (; open > depth; open--) {
      answer_end(answer);
      answer_end(answer);
    }
    open_symbol(file, &symbols->items[i]);
    open++;
  }
  for (; open; open--) {
    answer_end(answer);
    answer_end(answer);
  }
  answer_end(answer);
  answer_end(answer);
}

/* The lines that a reader sees are the outline. */
static void add_outline(Answer *answer, const LspSymbols *symbols, bool is_field) {
  answer_begin_source(answer, is_field ? "outline" : NULL);
  for (size_t i = 0; i < symbols->len; i++) {
    const LspSymbol *symbol = &symbols->items[i];
    answer_say(answer, "%*s", (int)symbol->depth * 2, "");
    answer_name(answer, NULL, symbol->name);
    answer_say(answer, " [");
    answer_kind(answer, NULL, lsp_symbol_kind_name(symbol->kind));
    answer_say(answer, "] :");
    answer_line(answer, NULL, symbol->location.range.start.line);
    answer_say(answer, "%s\n", symbol->is_deprecated ? " deprecated" : "");
  }
  answer_end(answer);
}

/* The whole text is read only to say how much smaller the answer is than the
 * file. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  LspSymbols symbols;
  Text text;
  TRY(tool_agent_text(file, &text));
  TRY(lsp_ask_document_symbols(call->job, file->server, file->path, &symbols));
  bool is_outline = str_eq_c(tool_arg_str(call, "format"), "outline");
  add_outline(call->answer, &symbols, is_outline);
  if (!is_outline) add_tree(file, &symbols);
  call->list = is_outline ? NULL : "symbols";
  if (!symbols.len) tool_agent_note(call, STR("The server names no symbols in this file."));
  else if (symbols.dropped) tool_agent_note(call, str_format(call->job->arena, "%zu of its symbols could not be read.", symbols.dropped));
  answer_field_int(call->answer, "count", (int64_t)symbols.len);
  tool_agent_savings(call, text.chars.len);
  if (symbols.len) tool_agent_hint(call, "get_symbol_source shows the text of one of them.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom lists the symbols of a file, from the graph.", answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"format", TOOL_STRING, .choices = "outline|json", .otherwise = "\"json\"", .help = "outline: lines `name [kind] :line` instead of a tree"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

#define SYMBOL_ROWS                                                              \
  {"name", TOOL_STRING, true, .help = "its name"},                               \
  {"kind", TOOL_INTEGER, true, .help = "the protocol's number; 0: not said"},    \
  {"kind_name", TOOL_STRING, true, .help = "what it is"},                        \
  {"detail", TOOL_STRING, .help = "signature or type"},                          \
  {"container", TOOL_STRING, .help = "what it is in"},                           \
  {"uri", TOOL_STRING, true, .help = "of its file"},                             \
  {"file", TOOL_STRING, true, .help = "absolute path"},                          \
  AGENT_LSP_RESULT_RANGE("range"), AGENT_LSP_RESULT_RANGE("selectionRange"),     \
  {"deprecated", TOOL_BOOLEAN, .help = "it should not be used any more"}
#define CHILDREN(level) {"children", TOOL_OBJECTS, true, .help = "what is in it", .fields = level}

static const ToolField nothing[] = {{"name", TOOL_STRING, true, .help = "never there"}, {0}};
static const ToolField fourth[] = {SYMBOL_ROWS, CHILDREN(nothing), {0}};
static const ToolField third[] = {SYMBOL_ROWS, CHILDREN(fourth), {0}};
static const ToolField second[] = {SYMBOL_ROWS, CHILDREN(third), {0}};
static const ToolField first[] = {SYMBOL_ROWS, CHILDREN(second), {0}};

static const ToolField result[] = {
    {"symbols", TOOL_OBJECTS, .help = "as a tree of four levels; places from 1", .fields = first},
    {"outline", TOOL_STRING, .help = "with format=outline"},
    {"count", TOOL_INTEGER, true, .help = "how many, nested ones too"},
    AGENT_LSP_RESULT_META,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_list_symbols = {
    .name = "list_symbols",
    .title = "Symbols of a file",
    .summary = "The symbols of a file as a tree with their lines, as the language server sees them.",
    .args = args,
    .result = result,
    .example = "list_symbols file_path=src/main.c format=outline",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/documentSymbol",
    .flags = AGENT_LSP_FLAGS,
    .run = run,
};
