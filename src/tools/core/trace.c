/* trace: how control gets from one symbol to another. */
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/path/path.h"
#include "src/tools/kit/reached_internal.h"
#include "src/tools/core/trace_internal.h"
#include "src/tools/kit/precise_internal.h"

#define HOP_LINES 60 /* and so many bytes: a body is shown whole */
#define HOP_BYTES 1800
#define HEAD_LINES 4  /* of a longer one, and around its call: */
#define HEAD_BYTES 400
#define AROUND_LINES 6
#define LAST_LINES 24 /* of the destination's */
#define CALLEES 6
#define CALLEE_LINES 16
#define CALLEE_BYTES 600

/* One call of the tool. The ends are found first, then the path between them,
 * then what is shown of it; a later field is filled only when the earlier ones
 * gave something. Everything lives in the call's arena. */
typedef struct Trace {
  ToolCall *call;
  ToolGraph *graph;
  QueryTargets from, to;
  QueryPath path;
  QueryBridge bridge; /* where there is no path */
  QueryTrail callees; /* of the destination */
  Str *checked; /* by hop: the server that knows its call site, or empty; NULL: nobody was heard */
} Trace;

/* In a large program almost any two functions are connected by some chain of
 * calls. A chain longer than this may tell nothing about how the program works, so
 * it is shown by its calls alone, which say whether it is worth more room. */
static bool is_wander(const Trace *trace) { return trace->path.len > QUERY_FLOW_MAX + 1; }

/* ---- a path ---- */

/* The call that leads to a hop, with its line. */
static void add_site(Trace *trace, size_t number) {
  ToolCall *call = trace->call;
  Answer *out = call->answer;
  const QueryHop *hop = &trace->path.hops[number], *before = &trace->path.hops[number - 1];
  Str note = query_edge_note(call->job, trace->graph->reader, &hop->edge);
  Str line = tool_line(call, trace->graph, before->symbol.path, hop->edge.line);
  answer_say(out, "   %s at ", edge_kind_word((EdgeKind)hop->edge.kind));
  answer_place(out, NULL, before->symbol.path, NULL, hop->edge.line);
  if (line.len) answer_say(out, ": %.*s", STR_ARG(line));
  if (hop->is_dispatch) answer_say(out, " (by dispatch: one of several implementations)");
  if (hop->is_table) answer_say(out, hop->edge.kind == EDGE_READS ? " (a table of functions: not a call)" : " (held by the table: which one runs is decided there)");
  if (hop->is_value) answer_say(out, " (handed on as a value, for somebody else to call)");
  if (note.len) answer_say(out, " (%.*s)", STR_ARG(note));
  if (trace->checked && trace->checked[number].len) answer_say(out, " (verified by %.*s)", STR_ARG(trace->checked[number]));
  if (hop->namesakes) answer_say(out, " (candidate, by its name: %zu definition%s of it)", hop->namesakes, hop->namesakes == 1 ? "" : "s");
  answer_say(out, "\n");
}

/* An edge that was stored as exact is still only a candidate when the path
 * takes it by dispatch or through a table: the call is certain, but which of
 * several functions runs is not. A value that is handed on may never be called. */
static EdgeRule rule_of(const QueryHop *hop) {
  return hop->is_table ? RULE_TABLE : hop->is_value ? RULE_CALLBACK : hop->is_dispatch ? RULE_DISPATCH : (EdgeRule)hop->edge.rule;
}

/* Its beginning and the lines around the call that leads on. */
static void add_body(Trace *trace, size_t number) {
  ToolCall *call = trace->call;
  const StoreSymbol *symbol = &trace->path.hops[number].symbol;
  const QuerySource *source = symbol->kind == SYMBOL_FILE ? NULL : tool_source(call, trace->graph, symbol->path);
  uint32_t from = symbol->full.line, to = symbol->full.end_line;
  /* The last hop calls nothing that is on the path, so it has no such line. */
  uint32_t site = number + 1 < trace->path.len ? trace->path.hops[number + 1].edge.line : 0;
  bool is_whole = !source || (to - from < HOP_LINES && query_source_size(source, from, to) <= HOP_BYTES);
  /* A call outside the lines of the body has no surroundings in it that could
   * be shown; the beginning of the body has to do then. */
  if (is_whole || site < from || site > to) {
    tool_answer_body(call, trace->graph, symbol, (ToolRoom){is_whole ? HOP_LINES : LAST_LINES, HOP_BYTES});
    return;
  }
  uint32_t head = tool_last_line(source, from, from + HEAD_LINES - 1, HEAD_BYTES);
  /* A gap of one or two lines is not worth the line that says there is a gap:
   * the excerpt is then joined to the head, or to the end of the body. */
  uint32_t first = site > head + AROUND_LINES + 2 ? site - AROUND_LINES : head + 1;
  uint32_t last = to - site > AROUND_LINES + 2 ? site + AROUND_LINES : to;
  last = tool_last_line(source, site, last, HOP_BYTES - HEAD_BYTES);
  query_source_add(call->job, call->answer, source, from, head);
  answer_source_gap(call->answer, head + 1, first - 1);
  query_source_add(call->job, call->answer, source, first, last);
  answer_source_gap(call->answer, last + 1, to);
}

static void add_hop(Trace *trace, size_t number) {
  ToolCall *call = trace->call;
  Answer *out = call->answer;
  const StoreSymbol *symbol = &trace->path.hops[number].symbol;
  if (number) add_site(trace, number);
  answer_say(out, "%zu. ", number + 1);
  tool_answer_symbol(call, symbol);
  if (symbol->kind != SYMBOL_FILE) answer_say(out, "-%u", symbol->full.end_line);
  answer_say(out, "\n");
  if (!is_wander(trace)) add_body(trace, number);
}

/* An outlook beyond the destination: a path usually ends where somebody begins
 * to read. */
static void add_callees(Trace *trace) {
  ToolCall *call = trace->call;
  Answer *out = call->answer;
  const StoreSymbol *last = &trace->path.hops[trace->path.len - 1].symbol;
  Str title = str_format(call->job->arena, "%.*s then calls:", STR_ARG(tool_symbol_name(call->job->arena, last)));
  for (size_t i = 0; i < trace->callees.direct.len; i++) {
    const StoreSymbol *callee = &trace->callees.direct.items[i].symbol;
    answer_begin_item(out, &(AnswerItem){.heading = title});
    answer_say(out, "- ");
    tool_answer_symbol(call, callee);
    answer_say(out, "\n");
    tool_answer_body(call, trace->graph, callee, (ToolRoom){CALLEE_LINES, CALLEE_BYTES});
    answer_end(out);
  }
}

/* Keeps, of what the destination calls, only what tells the reader something
 * new: neither a symbol that is on the path already (recursion leads back to
 * it) nor a macro that merely stands for a value. */
static void drop_hops(Trace *trace, QueryTrailGroup *group) {
  size_t kept = 0;
  for (size_t i = 0; i < group->len; i++) {
    bool on_path = false;
    for (size_t h = 0; h < trace->path.len; h++) on_path |= trace->path.hops[h].symbol.id.value == group->items[i].symbol.id.value;
    if (!on_path && !query_is_plain_macro(&group->items[i].symbol) && kept < CALLEES) group->items[kept++] = group->items[i];
  }
  group->len = kept;
}

/* Which of several was taken. */
static void show_choice(Trace *trace, const char *end, const QueryTargets *targets, const StoreSymbol *taken) {
  ToolCall *call = trace->call;
  size_t count = targets->distinct + targets->passed_over;
  if (count < 2) return;
  answer_say(call->answer, "%zu symbols are called %.*s; it %s with the one at %.*s:%u (path:name chooses another).\n", count,
                 STR_ARG(str_shown(call->job->arena, targets->items[0].name, TOOL_SHOWN_NAME)), end,
                 STR_ARG(str_shown(call->job->arena, taken->path, SIZE_MAX)), taken->name_span.line);
}

/* A path with guesses must never be taken for a known one, so the heading says
 * first that there is none, and how many of the hops are guessed. */
static void show_likely(Trace *trace) {
  ToolCall *call = trace->call;
  size_t hops = trace->path.len - 1, guesses = trace->bridge.guesses;
  answer_heading(call->answer, "No path of known calls from %.*s to %.*s. Likely, %zu hop%s, %zu of them by name alone (marked as candidate%s):",
                 STR_ARG(tool_symbol_name(call->job->arena, &trace->path.hops[0].symbol)),
                 STR_ARG(tool_symbol_name(call->job->arena, &trace->path.hops[hops].symbol)), hops, hops == 1 ? "" : "s", guesses,
                 guesses == 1 ? "" : "s");
}

static Err show_path(Trace *trace) {
  ToolCall *call = trace->call;
  size_t hops = trace->path.len - 1;
  AnswerPaged paged;
  const StoreSymbol *last = &trace->path.hops[hops].symbol;
  if (!is_wander(trace)) {
    /* Every hop of the path may be among the callees and is dropped afterwards,
     * so as many more are asked for. */
    QueryTrailRequest request = {.symbols = last, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_CALLS,
                                 .limit = CALLEES + trace->path.len};
    TRY(query_trail(call->job, trace->graph->reader, &request, &trace->callees));
    drop_hops(trace, &trace->callees.direct);
  }
  /* Later pages go on with the hops: the words above them were said on the first. */
  if (!tool_arg_str(call, "cursor").len) {
    if (trace->bridge.len) show_likely(trace);
    else if (is_wander(trace)) answer_say(call->answer, "Only a long way connects them, %zu hops: the flow itself, or a wander through unrelated code.\n", hops);
    else answer_say(call->answer, "%zu hop%s from %.*s to %.*s.\n", hops, hops == 1 ? "" : "s",
                        STR_ARG(tool_symbol_name(call->job->arena, &trace->path.hops[0].symbol)),
                        STR_ARG(tool_symbol_name(call->job->arena, last)));
    show_choice(trace, "begins", &trace->from, &trace->path.hops[0].symbol);
    show_choice(trace, "ends", &trace->to, last);
  }
  tool_begin_page(call, NULL, TOOL_ANSWER_MAX);
  for (size_t i = 0; i < trace->path.len; i++) {
    answer_begin_item(call->answer, &(AnswerItem){0});
    add_hop(trace, i);
    answer_end(call->answer);
  }
  add_callees(trace);
  return tool_end_page(call, trace->graph->index, answer_page_hash(call->answer), &paged);
}

/* ---- no path ---- */

/* Why what is called there may be a function that leads to the end. */
static void show_lead(Trace *trace, const QueryBreak *one) {
  static const char *const words[] = {"is put there", "is handed to what uses it", "has that type", "has that name", "is named in that file"};
  const QueryLead *lead = &one->lead;
  Arena *arena = trace->call->job->arena;
  /* These leads are too weak to be named by place. That some function of the
   * name leads to the end is a better hint then, if it is so. */
  if (lead->kind >= QUERY_LEAD_FOLDER || (one->leads_to_end && lead->kind >= QUERY_LEAD_NAME)) {
    if (one->leads_to_end) answer_say(trace->call->answer, "; one of that name leads to the end");
    return;
  }
  answer_say(trace->call->answer, "; %s%.*s %s, %.*s:%u", lead->is_around ? "a closure with " : "",
                 STR_ARG(str_shown(arena, lead->function, TOOL_SHOWN_NAME)), words[lead->kind],
                 STR_ARG(str_shown(arena, lead->path, SIZE_MAX)), lead->line);
}

/* Says where a search by hand should go on: at calls through pointers, values
 * and interfaces, where the graph cannot know what runs. */
static void show_breaks(Trace *trace) {
  ToolCall *call = trace->call;
  const QueryBridge *bridge = &trace->bridge;
  if (bridge->break_count) answer_heading(call->answer, "The graph stops where the target is decided at run time:");
  for (size_t i = 0; i < bridge->break_count; i++) {
    const QueryBreak *one = &bridge->breaks[i];
    Str line = tool_line(call, trace->graph, one->symbol.path, one->call.line);
    answer_say(call->answer, "  %.*s  %.*s:%u  %.*s  (%s", STR_ARG(tool_symbol_name(call->job->arena, &one->symbol)),
                   STR_ARG(str_shown(call->job->arena, one->symbol.path, SIZE_MAX)), one->call.line, STR_ARG(line), one->call.why);
    show_lead(trace, one);
    answer_say(call->answer, ")\n");
  }
}

/* Where to look next when there is no path. */
static void show_near(Trace *trace, const char *title, const StoreSymbol *symbols, size_t count) {
  ToolCall *call = trace->call;
  if (!count) return;
  answer_heading(call->answer, "%s:", title);
  answer_begin_words(call->answer);
  for (size_t i = 0; i < count; i++) {
    answer_say(call->answer, "  ");
    tool_answer_symbol(call, &symbols[i]);
    answer_say(call->answer, "\n");
  }
  answer_end(call->answer);
}

/* Asked the wrong way round? */
static Err show_reverse(Trace *trace) {
  QueryPath back;
  QueryPathRequest request = {.from = trace->to.items, .from_count = trace->to.len, .to = trace->from.items, .to_count = trace->from.len};
  TRY(query_path(trace->call->job, trace->graph->reader, &request, &back));
  /* A wander the other way round is as meaningless as one the way asked for. */
  if (!back.len || back.len > QUERY_FLOW_MAX + 1) return OK;
  answer_say(trace->call->answer, "There is a path the other way round, %zu hop%s: ", back.len - 1, back.len == 2 ? "" : "s");
  for (size_t i = 0; i < back.len; i++) {
    answer_say(trace->call->answer, "%s%.*s", i ? " -> " : "", STR_ARG(tool_symbol_name(trace->call->job->arena, &back.hops[i].symbol)));
  }
  answer_say(trace->call->answer, "\n");
  return OK;
}

static Err show_no_path(Trace *trace) {
  ToolCall *call = trace->call;
  const QueryPath *path = &trace->path;
  /* Otherwise the answer would say that there is no path from a function to
   * itself and suggest the function as the nearest to itself. */
  if (trace->from.items[0].id.value == trace->to.items[0].id.value) {
    answer_say(call->answer, "Both ends are the same symbol, and no path leads from it back to it.\n");
    return OK;
  }
  answer_warn(call->answer, "No path of calls found from %.*s to %.*s%s.",
                 STR_ARG(tool_symbol_name(call->job->arena, &trace->from.items[0])),
                 STR_ARG(tool_symbol_name(call->job->arena, &trace->to.items[0])),
                 path->is_cut ? "; not everything was looked at" : "");
  show_breaks(trace);
  show_near(trace, "Reached from the start, nearest to the end", path->near_end, path->near_end_count);
  if (path->near_start_count) show_near(trace, "Lead to the end, nearest to the start", path->near_start, path->near_start_count);
  else answer_warn(call->answer, "Nobody found who calls %.*s.", STR_ARG(tool_symbol_name(call->job->arena, &trace->to.items[0])));
  return show_reverse(trace);
}

/* ---- drawing, fields ---- */

static void draw(Trace *trace, QueryDrawFormat format) {
  Arena *arena = trace->call->job->arena;
  const QueryPath *path = &trace->path;
  QueryDrawNode *nodes = ARENA_ARRAY(arena, QueryDrawNode, path->len + 1);
  QueryDrawEdge *edges = ARENA_ARRAY(arena, QueryDrawEdge, path->len + 1);
  for (size_t i = 0; i < path->len; i++) {
    const QueryHop *hop = &path->hops[i];
    nodes[i] = (QueryDrawNode){query_qualified(arena, &hop->symbol),
                               str_format(arena, "%.*s:%u", STR_ARG(hop->symbol.path), hop->symbol.name_span.line),
                               i == 0 || i + 1 == path->len};
    if (!i) continue;
    edges[i - 1] = (QueryDrawEdge){i - 1, i, str_format(arena, "%u", hop->edge.line), hop->is_dispatch || hop->is_table || hop->is_value || hop->namesakes || hop->edge.kind == EDGE_LINKS};
  }
  tool_draw(trace->call, &(QueryDrawing){.nodes = nodes, .node_count = path->len, .edges = edges, .edge_count = path->len ? path->len - 1 : 0, .is_path = true},
            format);
}

static void add_hop_fields(const Trace *trace, size_t number) {
  Answer *out = trace->call->answer;
  const QueryHop *hop = &trace->path.hops[number];
  answer_begin_row(out);
  tool_answer_fields(out, &hop->symbol);
  if (number) {
    bool is_verified = trace->checked && trace->checked[number].len;
    Str confidence = hop->namesakes ? STR("candidate") : str_from_c(edge_rule_confidence(rule_of(hop)));
    answer_field_int(out, "at", hop->edge.line);
    answer_field_str(out, "edge", str_from_c(edge_kind_word((EdgeKind)hop->edge.kind)));
    answer_field_str(out, "rule", hop->namesakes ? STR("name") : str_from_c(edge_rule_word(rule_of(hop))));
    answer_field_str(out, "confidence", is_verified ? STR("verified") : confidence);
  }
  answer_end(out);
}

/* "found" is for known calls alone; a path with guesses is "likely". */
static void add_fields(const Trace *trace) {
  Answer *out = trace->call->answer;
  const QueryPath *path = &trace->path;
  answer_field_bool(out, "found", path->len > 0 && !trace->bridge.len);
  answer_field_bool(out, "likely", trace->bridge.len > 0);
  answer_field_bool(out, "wander", is_wander(trace));
  answer_begin_list(out, "hops");
  for (size_t i = 0; i < path->len; i++) add_hop_fields(trace, i);
  answer_end(out);
  tool_answer_symbols(out, "nearEnd", path->near_end, path->near_end_count);
  tool_answer_symbols(out, "nearStart", path->near_start, path->near_start_count);
}

/* ---- */

static Err find_end(Trace *trace, const char *name, QueryTargets *ret_targets) {
  ToolCall *call = trace->call;
  QueryTarget target = {.name = str_trim(tool_arg_str(call, name))};
  if (!target.name.len) return job_fail(call->job, ERR_USAGE, "%s is blank: give the name of a symbol", name);
  if (ret_targets == &trace->to && trace->from.len) {
    bool is_found = false;
    TRY(query_targets(call->job, trace->graph->reader, &target, ret_targets));
    if (!ret_targets->len) TRY(tool_trace_linked(call, trace->graph, &trace->from, target.name, &is_found));
    if (is_found) return OK;
  }
  return tool_answer_targets(call, trace->graph, &target, ret_targets);
}

/* Whoever asks for `main` does not mean a test's, unless there is no other. */
static QueryTargets without_tests(const QueryTargets *targets) {
  QueryTargets kept = *targets;
  kept.len = kept.distinct = 0;
  kept.items = targets->items;
  /* Targets come best first, with tests and generated code at the end, so what
   * stands before the first test is kept and the array need not be copied. */
  while (kept.len < targets->len && !(targets->items[kept.len].flags & DEF_TEST)) kept.len++;
  kept.distinct = kept.len < targets->distinct ? kept.len : targets->distinct;
  return kept.len ? kept : *targets;
}

/* Tests are left out first and tried again if nothing is found without them. */
static Err find_path(Trace *trace) {
  ToolCall *call = trace->call;
  QueryTargets from = without_tests(&trace->from), to = without_tests(&trace->to);
  QueryPathRequest request = {.from = from.items, .from_count = from.len, .to = to.items, .to_count = to.len};
  TRY(query_path(call->job, trace->graph->reader, &request, &trace->path));
  if (trace->path.len || (from.len == trace->from.len && to.len == trace->to.len)) return OK;
  QueryPath other;
  request = (QueryPathRequest){.from = trace->from.items, .from_count = trace->from.len, .to = trace->to.items, .to_count = trace->to.len};
  TRY(query_path(call->job, trace->graph->reader, &request, &other));
  if (other.len) trace->path = other;
  return OK;
}

/* Nothing leads there for sure: what does by name? */
static Err find_bridge(Trace *trace) {
  QueryTargets from = without_tests(&trace->from), to = without_tests(&trace->to);
  QueryPathRequest request = {.from = from.items, .from_count = from.len, .to = to.items, .to_count = to.len};
  /* Names are tried only where known calls lead nowhere: a guess beside a known
   * path would add doubt and no knowledge. */
  if (trace->path.len || trace->from.items[0].id.value == trace->to.items[0].id.value) return OK;
  TRY(query_bridge(trace->call->job, trace->graph->reader, &request, &trace->bridge));
  trace->path.hops = trace->bridge.hops;
  trace->path.len = trace->bridge.len;
  return OK;
}

/* Which hops a language server confirms: the call sites among its references. */
static Err check_hops(Trace *trace) {
  ToolCall *call = trace->call;
  /* Each hop may cost a question to a language server; for a wander, whose code
   * is not shown either, that would be waste. */
  if (trace->path.len < 2 || is_wander(trace)) return OK;
  trace->checked = ARENA_ARRAY(call->job->arena, Str, trace->path.len);
  for (size_t i = 1; i < trace->path.len; i++) {
    VerifyUses precise;
    TRY(tool_precise_look(call, trace->graph, &trace->path.hops[i].symbol, &precise));
    bool is_known = tool_precise_has(call, &precise, trace->path.hops[i - 1].symbol.path, trace->path.hops[i].edge.line);
    if (is_known) trace->checked[i] = str_shown(call->job->arena, precise.server, TOOL_SHOWN_WORD);
  }
  return OK;
}

static Err show_flow(Trace *trace, const QueryTargets *found, QueryDirection direction) {
  QueryTargets ends = without_tests(found);
  TRY(tool_trace_flow(trace->call, trace->graph, &ends, direction));
  return tool_add_gaps(trace->call, trace->graph->index, false);
}

/* A name that was not found has been answered by find_end; then nothing
 * follows. */
static Err answer(ToolCall *call, ToolGraph *graph) {
  Trace *trace = &(Trace){.call = call, .graph = graph};
  Str format = tool_arg_str(call, "format");
  bool has_from = tool_arg(call, "from"), has_to = tool_arg(call, "to");
  if (!has_from && !has_to) return job_fail(call->job, ERR_USAGE, "trace needs from, to, or both: names of symbols");
  if (has_from) TRY(find_end(trace, "from", &trace->from));
  if (has_from && !trace->from.len) return OK;
  if (has_to) TRY(find_end(trace, "to", &trace->to));
  if (has_to && !trace->to.len) return OK;
  if (!has_from || !has_to) return show_flow(trace, has_from ? &trace->from : &trace->to, has_from ? QUERY_CALLEES : QUERY_CALLERS);
  TRY(find_path(trace));
  TRY(find_bridge(trace));
  TRY(check_hops(trace));
  /* The fields describe the whole path whatever page of text is asked for. */
  add_fields(trace);
  if (trace->path.len && !str_eq(format, STR("text"))) draw(trace, query_draw_format(format));
  else TRY(trace->path.len ? show_path(trace) : show_no_path(trace));
  return tool_add_gaps(call, trace->graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"from", TOOL_STRING, .follows = true, .help = "symbol where it begins: name, Type.member, file.c:name; without it, all that leads to the end",
     .listed = "name, Type.member, file.c:name"},
    {"to", TOOL_STRING, .follows = true, .help = "symbol where it ends; without it, all that the beginning leads to", .listed = ""},
    {"depth", TOOL_INTEGER, .min = 1, .max = 16, .help = "with one end: calls away from it; default: 16 from, 4 to", .listed = ""},
    {"format", TOOL_STRING, .choices = "text|" QUERY_DRAW_FORMATS, .otherwise = "\"text\"", .help = "drawings", .listed = ""},
    TOOL_ARG_PRECISE,
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField hop_row[] = {
    TOOL_SYMBOL_ROWS,
    {"repo", TOOL_STRING, .help = "root of the linked repository it is in; absent: this one"},
    {"at", TOOL_INTEGER, .help = "line of the call, in the hop before"},
    {"by", TOOL_INTEGER, .help = "with one end: the hop it was found from, from 1"},
    {"edge", TOOL_STRING, .help = "calls, instantiates, links, ..."},
    {"rule", TOOL_STRING, .help = "how the edge was found"},
    {"confidence", TOOL_STRING, .help = "exact, inferred, candidate, heuristic or verified"},
    {0},
};
static const ToolField plain_row[] = {TOOL_SYMBOL_ROWS, {0}};

static const ToolField result[] = {
    {"found", TOOL_BOOLEAN, true, .help = "there is a path"},
    {"suggestions", TOOL_STRINGS, .help = "when an end is unknown: names spelled alike"},
    {"likely", TOOL_BOOLEAN, .help = "there is none, but one by the names of some calls, marked as candidates"},
    {"wander", TOOL_BOOLEAN, .help = "more than 7 hops: perhaps not the flow"},
    {"hops", TOOL_OBJECTS, .help = "from the start to the end", .fields = hop_row},
    {"nearEnd", TOOL_OBJECTS, .help = "without a path: reached, nearest to the end", .fields = plain_row},
    {"nearStart", TOOL_OBJECTS, .help = "without a path: lead to the end, nearest to the start", .fields = plain_row},
    {0},
};

const Tool tool_trace = {
    .name = "trace",
    .title = "Flow from a symbol, or path between two",
    .brief = "FROM [--to TO]: how it runs, a whole flow by the lines that call on and decide; --to alone: upwards",
    .summary = "Follow a flow. from alone: every function it leads to, each by the lines that call on and their conditions; "
               "to alone: all that leads there. Both: the call path, each hop with code, or where the graph stops and why.",
    .help = "The fewest hops, and of those the surest; calls by dispatch and heuristic links are followed and marked. "
            "More than 7 hops are told without code, as they may be a wander. With from alone: functions that are called, handed "
            "on as a value or wired, the main road first, without what serves everybody, each with the conditions that leave before "
            "a call and the lines that start processes or reach files, networks and databases; below, how one gets to such lines "
            "that are not on the page. With to alone everybody who calls, names or is wired with it, tests aside. max_chars and cursor give more of them.",
    .args = args,
    .result = result,
    .example = "trace from=main to=main",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
