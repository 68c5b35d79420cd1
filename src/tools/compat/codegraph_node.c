/* codegraph_node: one symbol with its trail, or a file's lines, under
 * CodeGraph's name. */
#include "src/tools/compat/codegraph_graph_internal.h"

#define TRAIL_MAX 12
#define DOC_MAX 200
#define FILE_LINES 2000
#define BODIES_MAX 20

/* The caller asked for this symbol's code by name; only the limit of an answer
 * as a whole holds. */
static const ToolRoom whole_body = {UINT32_MAX, TOOL_ANSWER_MAX};

/* ---- a symbol ---- */

/* Direct calls, then those by dispatch, then heuristic links: the same order as
 * tool_codegraph_mark numbers them in. The limit holds over all three. */
static void show_entries(CodegraphCall *cg, const char *title, const QueryTrail *trail) {
  Answer *answer = cg->call->answer;
  const QueryTrailGroup *groups[] = {&trail->direct, &trail->dispatched, &trail->linked};
  size_t total = trail->direct.total + trail->dispatched.total + trail->linked.total, shown = 0;
  if (!total) return;
  answer_say(answer, "**%s** ", title);
  for (size_t g = 0; g < COUNT_OF(groups); g++) {
    for (size_t i = 0; i < groups[g]->len && shown < TRAIL_MAX; i++, shown++) {
      const StoreSymbol *one = &groups[g]->items[i].symbol;
      if (shown) answer_say(answer, ", ");
      answer_name(answer, NULL, one->name);
      answer_say(answer, " (");
      answer_place(answer, NULL, one->path, NULL, one->name_span.line);
      answer_say(answer, ")%s", tool_codegraph_mark(g));
    }
  }
  if (shown < total) answer_say(answer, ", +%zu more", total - shown);
  answer_say(answer, "\n");
}

/* Both directions in one section; a symbol that is connected with nothing has
 * none. */
static Err show_trail(CodegraphCall *cg, const StoreSymbol *symbol) {
  ToolCall *call = cg->call;
  QueryTrail callees, callers;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_CALLS | QUERY_LINKS, .limit = TRAIL_MAX};
  TRY(query_trail(call->job, cg->graph.reader, &request, &callees));
  request.direction = QUERY_CALLERS;
  TRY(query_trail(call->job, cg->graph.reader, &request, &callers));
  size_t total = callees.direct.total + callees.dispatched.total + callees.linked.total + callers.direct.total +
                 callers.dispatched.total + callers.linked.total;
  if (!total) return OK;
  answer_say(call->answer, "\n");
  answer_heading(call->answer, "### Trail");
  show_entries(cg, "Calls →", &callees);
  show_entries(cg, "Called by ←", &callers);
  return OK;
}

/* Of a type and of a whole file alike. */
static void show_outline(CodegraphCall *cg, const StoreSymbols *members) {
  ToolCall *call = cg->call;
  Arena *arena = call->job->arena;
  answer_say(call->answer, "\n**Members (%zu):**\n\n", members->len);
  for (size_t i = 0; i < members->len; i++) {
    const StoreSymbol *one = &members->items[i];
    answer_say(call->answer, "- ");
    answer_name(call->answer, NULL, one->name);
    answer_say(call->answer, " (");
    answer_kind(call->answer, NULL, symbol_kind_word(one->kind));
    answer_say(call->answer, "):");
    answer_line(call->answer, NULL, one->name_span.line);
    if (one->signature.len) answer_say(call->answer, " - `%.*s`", STR_ARG(str_shown(arena, one->signature, TOOL_SHOWN_NAME)));
    answer_say(call->answer, "\n");
  }
}

/* The text of a type is mostly its methods, each of which can be asked for; an
 * outline says more in less room. A type without members is shown as text. */
static Err show_code(CodegraphCall *cg, const StoreSymbol *symbol) {
  ToolCall *call = cg->call;
  StoreSymbols members = {0};
  if (query_is_container(symbol->kind)) TRY(query_members(call->job, cg->graph.reader, symbol, &members));
  if (members.len) {
    show_outline(cg, &members);
    return OK;
  }
  StoreFile file;
  TRY(store_get_file(call->job, cg->graph.reader, symbol->file, &file));
  ToolBody body;
  if (!tool_find_body(call, &cg->graph, symbol, whole_body, &body)) return OK;
  answer_say(call->answer, "\n```%.*s\n", STR_ARG(file.language));
  tool_answer_body(call, &cg->graph, symbol, whole_body);
  answer_say(call->answer, "```\n");
  return OK;
}

/* The documentation comes from the text on disk, the rest from the index; a
 * file that cannot be read any more costs the documentation and the code, not
 * the answer. */
static Err show_symbol(CodegraphCall *cg, const StoreSymbol *symbol, bool with_code) {
  ToolCall *call = cg->call;
  Arena *arena = call->job->arena;
  const QuerySource *source = tool_source(call, &cg->graph, symbol->path);
  answer_heading(call->answer, "## %.*s (%s)", STR_ARG(tool_symbol_name(arena, symbol)), symbol_kind_word(symbol->kind));
  answer_say(call->answer, "\n**Location:** ");
  answer_place(call->answer, NULL, symbol->path, NULL, symbol->name_span.line);
  answer_say(call->answer, "\n");
  if (symbol->signature.len) answer_say(call->answer, "**Signature:** `%.*s`\n", STR_ARG(str_shown(arena, symbol->signature, SIZE_MAX)));
  Str doc = source ? query_source_doc(arena, source, symbol, DOC_MAX) : STR_EMPTY;
  if (doc.len) answer_say(call->answer, "\n%.*s\n", STR_ARG(str_trim(doc)));
  if (with_code) TRY(show_code(cg, symbol));
  return show_trail(cg, symbol);
}

/* With code every body of an ambiguous name is shown; else the best. */
static Err show_symbols(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  bool with_code = tool_arg_bool(call, "includeCode");
  TRY(tool_codegraph_find(cg, "symbol", &cg->targets));
  size_t wanted = with_code ? cg->targets.distinct : cg->targets.len > 0, shown = 0;
  /* Ends between two bodies when the answer is long enough, and names the rest. */
  for (; shown < wanted && shown < BODIES_MAX && answer_text(call->answer).len < TOOL_LIST_MAX; shown++) {
    if (shown) answer_say(call->answer, "\n");
    TRY(show_symbol(cg, &cg->targets.items[shown], with_code));
  }
  if (cg->targets.distinct > shown && shown) {
    answer_say(call->answer, "\n> %zu more of this name; file and line choose one:\n", cg->targets.distinct - shown);
    for (size_t i = shown; i < cg->targets.distinct && i < shown + TRAIL_MAX; i++) tool_codegraph_line(cg, &cg->targets.items[i], "");
  }
  return OK;
}

/* ---- a file ---- */

/* Functions and imports of other files, each file once. */
static Err show_dependents(CodegraphCall *cg, const StoreSymbol *file) {
  ToolCall *call = cg->call;
  QueryTrail trail;
  QueryTrailRequest request = {.symbols = file, .count = 1, .direction = QUERY_CALLERS,
                               .kinds = QUERY_CALLS | STORE_KIND(EDGE_IMPORTS), .limit = 500};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  Str last = STR_EMPTY;
  size_t files = 0;
  for (size_t i = 0; i < trail.direct.len; i++) {
    Str path = trail.direct.items[i].symbol.path;
    /* Entries come by file, so comparing with the one before finds repetitions. */
    if (str_eq(path, last) || str_eq(path, file->path)) continue;
    last = path;
    if (files++ < TRAIL_MAX) answer_say(call->answer, "%s%.*s", files == 1 ? "\n> Used by: " : ", ", STR_ARG(str_shown(call->job->arena, path, SIZE_MAX)));
  }
  if (files > TRAIL_MAX) answer_say(call->answer, " and %zu more files", files - TRAIL_MAX);
  if (files) answer_say(call->answer, "\n");
  return OK;
}

/* Which of the files that end so was taken. */
static void show_namesakes(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  if (cg->targets.len < 2) return;
  answer_say(call->answer, "\n> This is %.*s; give more of the path for another: ",
                 STR_ARG(str_shown(call->job->arena, cg->targets.items[0].path, SIZE_MAX)));
  for (size_t i = 1; i < cg->targets.len && i <= TRAIL_MAX; i++) {
    answer_say(call->answer, "%s%.*s", i > 1 ? ", " : "", STR_ARG(str_shown(call->job->arena, cg->targets.items[i].path, SIZE_MAX)));
  }
  if (cg->targets.len > TRAIL_MAX + 1) answer_say(call->answer, " and %zu more", cg->targets.len - TRAIL_MAX - 1);
  answer_say(call->answer, "\n");
}

/* The file is found like a symbol, by the end of its path. Lines are counted
 * from 1, and what is cut off is continued with the offset that the last line
 * names. */
static Err show_file(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  StoreSymbols members;
  QueryTarget target = {.name = tool_arg_str(call, "file"), .has_kind = true, .kind = SYMBOL_FILE};
  TRY(query_targets(call->job, cg->graph.reader, &target, &cg->targets));
  if (!cg->targets.len) return tool_answer_missing(call, &cg->graph, &target, &cg->targets);
  const StoreSymbol *file = &cg->targets.items[0];
  if (tool_arg_bool(call, "symbolsOnly")) {
    TRY(query_members(call->job, cg->graph.reader, file, &members));
    answer_heading(call->answer, "## %.*s", STR_ARG(str_shown(call->job->arena, file->path, SIZE_MAX)));
    show_outline(cg, &members);
    show_namesakes(cg);
    return show_dependents(cg, file);
  }
  const QuerySource *source = tool_source(call, &cg->graph, file->path);
  if (!source) return job_fail(call->job, ERR_IO, "'%.*s' cannot be read", STR_ARG(str_shown(call->job->arena, file->path, SIZE_MAX)));
  /* Bounds of the schema keep the sum far below what 32 bits hold. */
  uint32_t from = (uint32_t)tool_arg_int(call, "offset"), count = (uint32_t)tool_arg_int(call, "limit");
  uint32_t to = source->lines < from + count - 1 ? source->lines : from + count - 1;
  if (from <= source->lines) {
    to = tool_last_line(source, from, to, TOOL_LIST_MAX);
    query_source_add(call->job, call->answer, source, from, to);
  } else {
    answer_say(call->answer, "'%.*s' has %u lines: offset %u is behind its end.\n",
                   STR_ARG(str_shown(call->job->arena, file->path, SIZE_MAX)), source->lines, from);
  }
  if (to < source->lines) answer_note(call->answer, "... %u more lines; go on with offset=%u", source->lines - to, to + 1);
  show_namesakes(cg);
  return show_dependents(cg, file);
}

static Err answer(CodegraphCall *cg) {
  bool has_symbol = str_trim(tool_arg_str(cg->call, "symbol")).len > 0, has_file = tool_arg_str(cg->call, "file").len > 0;
  if (!has_symbol && !has_file) return job_fail(cg->call->job, ERR_USAGE, "give symbol, or file for its lines");
  TRY(has_symbol ? show_symbols(cg) : show_file(cg));
  return tool_codegraph_finish(cg);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"symbol", TOOL_STRING, .max = 10000, .help = "name, Type.member, a::b or dir/name"},
    {"includeCode", TOOL_BOOLEAN, .otherwise = "false", .help = "with source text; an outline for types"},
    CODEGRAPH_ARG_FILE,
    {"line", TOOL_INTEGER, .min = 1, .max = 100000000, .help = "a line inside the symbol, to choose one"},
    {"offset", TOOL_INTEGER, .min = 1, .max = 100000000, .otherwise = "1", .help = "without symbol: first line of the file"},
    {"limit", TOOL_INTEGER, .min = 1, .max = FILE_LINES, .otherwise = "2000", .help = "without symbol: lines"},
    {"symbolsOnly", TOOL_BOOLEAN, .otherwise = "false", .help = "without symbol: an outline of the file"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_node = {
    .name = "codegraph_node",
    .title = "Node",
    .summary = "Show one symbol: place, signature, docs, its trail of callers and callees, and its code with includeCode. "
               "With file alone: the lines of that file.",
    .args = args,
    .example = "codegraph_node symbol=main",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "symbol",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
