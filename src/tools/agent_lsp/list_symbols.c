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

/* The symbols of a file, and which of them are on the page. */
typedef struct Listing {
  LspSymbols symbols;
  uint32_t *depths; /* in the tree, by symbol */
  size_t first, end;
} Listing;

/* The server's list is flat and in the order of the text, each symbol with its
 * depth. A symbol may be deeper than the one before it by one at most; where a
 * server skips levels it is put beneath the last one that is open. */
static void find_depths(Arena *arena, Listing *listing) {
  const LspSymbols *symbols = &listing->symbols;
  uint32_t open = 0; /* symbols that are not closed yet */
  listing->depths = ARENA_ARRAY(arena, uint32_t, symbols->len + 1);
  for (size_t i = 0; i < symbols->len; i++) {
    uint32_t depth = symbols->items[i].depth < open ? symbols->items[i].depth : open;
    if (depth >= LEVELS) depth = LEVELS - 1;
    listing->depths[i] = depth;
    open = depth + 1;
  }
}

static void close_symbols(Answer *answer, uint32_t *open, uint32_t depth) {
  for (; *open > depth; --*open) {
    answer_end(answer);
    answer_end(answer);
  }
}

/* What the first symbol of the page is in stands above it once more, so that
 * every page is a tree of its own. */
static void add_around(AgentFile *file, const Listing *listing, uint32_t *open) {
  size_t around[LEVELS] = {0};
  uint32_t depth = listing->first < listing->end ? listing->depths[listing->first] : 0;
  for (size_t i = listing->first; depth && i-- > 0;) {
    if (listing->depths[i] < depth) around[--depth] = i;
  }
  for (uint32_t i = 0; listing->first < listing->end && i < listing->depths[listing->first]; i++) {
    open_symbol(file, &listing->symbols.items[around[i]]);
    ++*open;
  }
}

static void add_tree(AgentFile *file, const Listing *listing) {
  Answer *answer = file->call->answer;
  uint32_t open = 0;
  answer_begin_fields(answer);
  answer_begin_list(answer, "symbols");
  add_around(file, listing, &open);
  for (size_t i = listing->first; i < listing->end; i++) {
    close_symbols(answer, &open, listing->depths[i]);
    open_symbol(file, &listing->symbols.items[i]);
    open++;
  }
  close_symbols(answer, &open, 0);
  answer_end(answer);
  answer_end(answer);
}

/* The lines that a reader sees are the outline. */
static void add_line(Answer *answer, const LspSymbol *symbol) {
  answer_say(answer, "%*s", (int)symbol->depth * 2, "");
  answer_name(answer, NULL, symbol->name);
  answer_say(answer, " [");
  answer_kind(answer, NULL, lsp_symbol_kind_name(symbol->kind));
  answer_say(answer, "] :");
  answer_line(answer, NULL, symbol->location.range.start.line);
  answer_say(answer, "%s\n", symbol->is_deprecated ? " deprecated" : "");
}

/* Bytes of outline that are on a page, a part of the answer being for what else is
 * said. A program reads the tree instead, which is many times as long: then as many
 * symbols as the tree has room for, with what the first of them is in. */
static size_t page_size(AgentFile *file, const Listing *listing, bool is_outline) {
  enum { LINE = 30, ROW = 450, SHARE = 6, AROUND = 2 }; /* bytes of a symbol, beside its names */
  size_t asked = tool_arg(file->call, "max_chars") ? (size_t)tool_arg_int(file->call, "max_chars") : TOOL_ANSWER_MAX;
  size_t path = tool_agent_absolute(file, file->path).len; /* stands there twice */
  size_t count = listing->symbols.len, lines = LINE, rows = ROW, room = asked - asked / SHARE;
  for (size_t i = 0; i < count; i++) {
    const LspSymbol *symbol = &listing->symbols.items[i];
    lines += LINE + symbol->depth * 2 + symbol->name.len;
    rows += ROW + symbol->name.len + symbol->detail.len + symbol->container.len + 2 * path;
  }
  if (is_outline) return room;
  size_t around = AROUND * (rows / (count + 1));
  return room > around ? (size_t)((double)(room - around) * (double)lines / (double)rows) : 0;
}

/* An item a symbol. The outline is a field, too, where that is what was asked for. */
static Err add_page(AgentFile *file, Listing *listing, bool is_outline) {
  ToolCall *call = file->call;
  Answer *answer = call->answer;
  AnswerPaged paged;
  size_t from = answer_text(answer).len;
  answer_begin_page(answer, &(AnswerPage){.is_words = true, .cursor = tool_arg_str(call, "cursor"), .max = page_size(file, listing, is_outline)});
  for (size_t i = 0; i < listing->symbols.len; i++) {
    answer_begin_item(answer, &(AnswerItem){0});
    add_line(answer, &listing->symbols.items[i]);
    answer_end(answer);
  }
  Str outline = str_copy(call->job->arena, str_slice(answer_text(answer), from, answer_text(answer).len));
  TRY(tool_end_page(call, file->graph.index, answer_page_hash(answer), &paged));
  listing->first = paged.first;
  listing->end = paged.first + paged.shown;
  if (is_outline) answer_field_str(answer, "outline", outline);
  if (paged.cursor.len) answer_field_str(answer, "cursor", paged.cursor);
  return OK;
}

/* The whole text is read only to say how much smaller the answer is than the
 * file. */
static Err answer(AgentFile *file) {
  ToolCall *call = file->call;
  Listing listing = {0};
  const LspSymbols *symbols = &listing.symbols;
  Text text;
  TRY(tool_agent_text(file, &text));
  TRY(lsp_ask_document_symbols(call->job, file->server, file->path, &listing.symbols));
  find_depths(call->job->arena, &listing);
  bool is_outline = str_eq_c(tool_arg_str(call, "format"), "outline");
  TRY(add_page(file, &listing, is_outline));
  if (!is_outline) add_tree(file, &listing);
  call->list = is_outline ? NULL : "symbols";
  if (!symbols->len) tool_agent_note(call, STR("The server names no symbols in this file."));
  else if (symbols->dropped) tool_agent_note(call, str_format(call->job->arena, "%zu of its symbols could not be read.", symbols->dropped));
  answer_field_int(call->answer, "count", (int64_t)symbols->len);
  tool_agent_savings(call, text.chars.len);
  if (symbols->len) tool_agent_hint(call, "get_symbol_source shows the text of one of them.");
  return OK;
}

static Err run(ToolCall *call) { return tool_agent_run(call, "zoom lists the symbols of a file, from the graph.", answer); }

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    {"format", TOOL_STRING, .choices = "outline|json", .otherwise = "\"json\"", .help = "outline: lines `name [kind] :line` instead of a tree"},
    TOOL_ARGS_PAGE,
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
    {"count", TOOL_INTEGER, true, .help = "how many there are, nested ones and those of other pages too"},
    {"cursor", TOOL_STRING, .help = "to go on with; the next page begins with what its first symbol is in"},
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
