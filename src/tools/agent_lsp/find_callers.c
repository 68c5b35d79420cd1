/* find_callers: who calls the function at a place, and what it calls. */
#include "src/tools/agent_lsp/find_callers_internal.h"

#define SITES_SHOWN 10 /* lines of one caller */

/* ---- calls that are run elsewhere ---- */

/* A caller that hands the function to a thread, task or timer instead of
 * calling it in its own time. */
typedef struct Started {
  const LspRelative *caller;
  Str pattern;
  uint32_t line;
} Started;

/* Looks around the sites of one caller. The first site that is seen to do so
 * is enough; a caller outside of the workspace has no text that may be
 * read. */
static bool find_start(AgentFile *file, const LspRelative *caller, Started *ret_started) {
  if (caller->symbol.location.is_outside) return false;
  const QuerySource *source = tool_source(file->call, &file->graph, caller->symbol.location.path);
  for (size_t i = 0; source && i < caller->site_count; i++) {
    size_t from = caller->symbol.location.whole.start_byte, site = caller->sites[i].start_byte;
    Str pattern = from <= site ? tool_agent_concurrent(source->text, from, site) : STR_EMPTY;
    if (!pattern.len) continue;
    *ret_started = (Started){caller, pattern, caller->sites[i].start.line};
    return true;
  }
  return false;
}

/* The row has the whole caller as fields, which a reader has seen above
 * already; its words are one line. */
static void add_concurrent(AgentFile *file, const LspRelatives *callers) {
  Answer *answer = file->call->answer;
  size_t count = 0;
  answer_begin_list(answer, "concurrent_callers");
  for (size_t i = 0; i < callers->len; i++) {
    Started started;
    if (!find_start(file, &callers->items[i], &started)) continue;
    const LspSymbol *symbol = &started.caller->symbol;
    if (!count++) answer_heading(answer, "Run in another thread, task or timer:");
    answer_begin_row(answer);
    answer_begin_fields(answer);
    answer_begin_object(answer, "caller");
    tool_agent_add_symbol(file, symbol);
    answer_end(answer);
    answer_end(answer);
    answer_field_str(answer, "pattern", started.pattern);
    answer_field_str(answer, "file", tool_agent_absolute(file, symbol->location.path));
    answer_say(answer, "  ");
    answer_place(answer, NULL, symbol->location.path, "line", started.line);
    answer_say(answer, " in ");
    answer_name(answer, NULL, symbol->name);
    answer_say(answer, ", by %.*s\n", STR_ARG(started.pattern));
    answer_end(answer);
  }
  answer_end(answer);
  if (!count) answer_say(answer, "No call is seen to start a thread, task or timer.\n");
}

/* ---- the answer ---- */

/* Callers and callees are written by the same code; these are the names that
 * differ. */
typedef struct Side {
  const char *count, *name, *end; /* fields: how many, the list, the other end of a call */
  const char *title;
} Side;
static const Side callers_side = {"incoming_count", "incoming", "from", "Called by"};
static const Side callees_side = {"outgoing_count", "outgoing", "to", "Calls"};

/* All sites are in the fields, the first few in the words. */
static void add_relative(AgentFile *file, const Side *side, const LspRelative *one) {
  Answer *answer = file->call->answer;
  answer_begin_row(answer);
  answer_say(answer, "  ");
  answer_begin_object(answer, side->end);
  tool_agent_add_symbol(file, &one->symbol);
  answer_end(answer);
  answer_begin_list(answer, "fromRanges");
  for (size_t i = 0; i < one->site_count; i++) {
    answer_begin_row(answer);
    if (i < SITES_SHOWN) answer_say(answer, "%s%u", i ? ", " : "  at ", one->sites[i].start.line);
    tool_agent_add_ends(answer, &one->sites[i]);
    answer_end(answer);
  }
  answer_end(answer);
  answer_say(answer, "\n");
  answer_end(answer);
}

static void add_side(AgentFile *file, const Side *side, const LspRelatives *relatives) {
  Answer *answer = file->call->answer;
  answer_heading(answer, "%s (%zu)%s", side->title, relatives->len, relatives->len ? ":" : "");
  answer_field_int(answer, side->count, (int64_t)relatives->len);
  answer_begin_whole(answer, side->name);
  for (size_t i = 0; i < relatives->len && i < AGENT_LSP_ITEMS_MAX; i++) add_relative(file, side, &relatives->items[i]);
  answer_more(answer, relatives->len - answer_end_list(answer), "");
}

/* Without a function at the place there are no counts at all, so that nobody
 * takes a zero for "nobody calls it". */
static Err say(AgentFile *file, const VerifyCalls *calls, bool incoming, bool outgoing) {
  ToolCall *call = file->call;
  bool marks = tool_arg_bool(call, "cross_concurrent");
  if (!calls->found.roots.len) tool_agent_nothing(file, calls->is_server, calls->is_graph, "No function stands there; point at a function's name.");
  else tool_agent_source(file, calls->is_server, calls->is_graph);
  tool_agent_add_symbols(file, "items", &calls->found.roots);
  if (!calls->found.roots.len) return OK;
  if (incoming) add_side(file, &callers_side, &calls->found.up);
  if (outgoing) add_side(file, &callees_side, &calls->found.down);
  if (incoming && marks) add_concurrent(file, &calls->found.up);
  tool_agent_hint(call, "blast_radius tells which tests reach a file's symbols.");
  return OK;
}

typedef struct Sides {
  bool incoming, outgoing;
} Sides;

/* The alias shares the table, and with it the argument, but means callers
 * alone whatever the argument says. */
static Sides sides_of(ToolCall *call) {
  Str direction = tool_arg_str(call, "direction");
  bool is_alias = call->tool->alias_of;
  return (Sides){is_alias || !str_eq_c(direction, "outgoing"), !is_alias && !str_eq_c(direction, "incoming")};
}

static Err answer(AgentFile *file) {
  Sides sides = sides_of(file->call);
  TextPoint point;
  VerifyCalls calls;
  TRY(tool_agent_point(file, &point));
  if (file->server) TRY(tool_agent_ready(file));
  TRY(tool_agent_calls(file, point, sides.incoming, sides.outgoing, &calls));
  return say(file, &calls, sides.incoming, sides.outgoing);
}

Err tool_agent_find_callers(ToolCall *call) { return tool_agent_run_anyhow(call, answer); }

const ToolField tool_agent_find_callers_args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARG_LANGUAGE,
    AGENT_LSP_ARGS_POINT,
    {"direction", TOOL_STRING, .choices = "incoming|outgoing|both", .otherwise = "\"both\"", .help = "callers, callees or both"},
    {"cross_concurrent", TOOL_BOOLEAN, .otherwise = "false", .help = "mark callers that run it in another thread, task or timer"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField incoming_row[] = {
    {"from", TOOL_OBJECT, true, .help = "the caller", .fields = tool_agent_symbol_fields},
    {"fromRanges", TOOL_OBJECTS, true, .help = "where it calls", .fields = tool_agent_range_fields},
    {0},
};

static const ToolField outgoing_row[] = {
    {"to", TOOL_OBJECT, true, .help = "what is called", .fields = tool_agent_symbol_fields},
    {"fromRanges", TOOL_OBJECTS, true, .help = "where it is called", .fields = tool_agent_range_fields},
    {0},
};

static const ToolField concurrent_row[] = {
    {"caller", TOOL_OBJECT, true, .help = "the caller", .fields = tool_agent_symbol_fields},
    {"pattern", TOOL_STRING, true, .help = "what starts it there"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "of the call, from 1"},
    {0},
};

const ToolField tool_agent_find_callers_result[] = {
    AGENT_LSP_RESULT_SOURCE,
    {"items", TOOL_OBJECTS, true, .help = "what stands at the place; none: no function", .fields = tool_agent_symbol_fields},
    {"incoming_count", TOOL_INTEGER, .help = "callers in all"},
    {"incoming", TOOL_OBJECTS, .help = "callers, by file and place; the first 200", .fields = incoming_row},
    {"outgoing_count", TOOL_INTEGER, .help = "callees in all"},
    {"outgoing", TOOL_OBJECTS, .help = "callees, by file and place; the first 200", .fields = outgoing_row},
    {"concurrent_callers", TOOL_OBJECTS, .help = "with cross_concurrent", .fields = concurrent_row},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_find_callers = {
    .name = "find_callers",
    .title = "Call hierarchy",
    .summary = "Who calls the function at a place and what it calls: from the language server, else from the graph.",
    .help = "cross_concurrent marks callers whose call stands in brackets opened by what starts a thread, task or timer "
            "(go func, go name(, pthread_create, std::thread, thread::spawn, tokio::spawn, threading.Thread, create_task, "
            ".submit, new Thread, CompletableFuture, Task.Run, new Worker, setTimeout and the like), by how it is spelled.",
    .args = tool_agent_find_callers_args,
    .result = tool_agent_find_callers_result,
    .example = "find_callers file_path=src/main.c line=3 column=5 direction=incoming",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/prepareCallHierarchy",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = tool_agent_find_callers,
};
