/* trace with one end: all that a symbol leads to, or that leads to it, each
 * function by the lines that tell its part in it. */
#include "src/query/path/path.h"
#include "src/tools/core/trace_internal.h"

/* Longer than other answers: it stands for reading a dozen functions. */
#define FLOW_ANSWER_MAX 15000
#define BEGINS_MAX 8 /* overloads that begin together */
/* Calls away that are followed unless it is said how many. Who leads to a thing
 * are many soon, and all are told. */
#define DEPTH_FROM 16
#define DEPTH_TO 4
#define ENDS_SHOWN 4 /* of one step */
#define END_LINE 90  /* bytes of the line that leaves */
/* Room below the page for the ways out of the program that are not on it. */
#define WAYS_ROOM 2500
#define WAYS_MAX 14
#define WAY_STEPS 16
#define WAY_SIZE 500 /* bytes of one, about */

typedef struct Shown {
  ToolCall *call;
  ToolGraph *graph;
  QueryDirection direction;
  QueryFlow flow;
} Shown;

/* Where it is called, by the number of the step before. */
static void add_way_in(const Shown *shown, const QueryFlowStep *step) {
  Answer *out = shown->call->answer;
  if (step->by == SIZE_MAX) return;
  if (step->taken_by.len) {
    Str putter = tool_symbol_name(shown->call->job->arena, &shown->flow.steps[step->by].symbol);
    Str taker = str_shown(shown->call->job->arena, step->taken_by, TOOL_SHOWN_NAME);
    answer_say(out, "  <- takes by %.*s what %.*s puts, as their names say", STR_ARG(taker), STR_ARG(putter));
    return;
  }
  if (!step->edge.line) {
    answer_say(out, "  in place of %zu", step->by + 1);
    return;
  }
  answer_say(out, "  %s %zu at %u", shown->direction == QUERY_CALLEES ? "<-" : "->", step->by + 1, step->edge.line);
  if (step->is_value) answer_say(out, ", named as a value");
  if (step->is_dispatch) answer_say(out, ", by dispatch");
  Str note = query_edge_note(shown->call->job, shown->graph->reader, &step->edge);
  if (note.len) answer_say(out, ", %.*s", STR_ARG(note));
}

/* A function that leads no further is an end: its name and place say what it is
 * for the flow. */
static bool is_end(const QueryFlowStep *step) { return !step->lines.len && step->by != SIZE_MAX; }

/* Where the flow leaves the program, in a function that is an end of it. */
static void add_way_out(const Shown *shown, const QueryFlowStep *step) {
  ToolCall *call = shown->call;
  const QuerySource *source = tool_source(call, shown->graph, step->symbol.path);
  uint32_t line = 0;
  if (source) query_flow_leaves(source, step, 0, &line);
  answer_say(call->answer, "      ");
  tool_answer_symbol(call, &step->symbol);
  if (line) answer_say(call->answer, "  %u: ", line);
  if (line) answer_show(call->answer, str_trim(query_source_line(source, line)), END_LINE);
  answer_say(call->answer, "\n");
}

static QueryWayOut leaves(const Shown *shown, const QueryFlowStep *step) {
  const QuerySource *source = tool_source(shown->call, shown->graph, step->symbol.path);
  uint32_t line;
  return source ? query_flow_leaves(source, step, 0, &line) : QUERY_OUT_NONE;
}

/* Ends that the line which calls them does not name. */
static void add_undecided(const Shown *shown, size_t number) {
  Answer *out = shown->call->answer;
  size_t count = 0;
  for (size_t i = number + 1; i < shown->flow.len; i++) {
    const QueryFlowStep *step = &shown->flow.steps[i];
    bool is_named = !step->is_dispatch && step->edge.kind != EDGE_LINKS;
    if (step->by != number || !is_end(step) || is_named || count++ >= ENDS_SHOWN) continue;
    answer_say(out, count > 1 ? ", " : "; decided at run time: ");
    answer_name(out, NULL, tool_symbol_name(shown->call->job->arena, &step->symbol));
  }
  if (count > ENDS_SHOWN) answer_say(out, " and %zu more", count - ENDS_SHOWN);
}

/* The calls of ends are among the lines; what is told is how many there are, and
 * which of them leave the program. */
static void add_ends(const Shown *shown, size_t number) {
  Answer *out = shown->call->answer;
  size_t count = 0, outside = 0;
  for (size_t i = number + 1; i < shown->flow.len; i++) {
    const QueryFlowStep *step = &shown->flow.steps[i];
    if (step->by != number || !is_end(step)) continue;
    count++;
    outside += leaves(shown, step) != QUERY_OUT_NONE;
  }
  if (!count) return;
  answer_say(out, "   %zu lead%s no further", count, count == 1 ? "s" : "");
  add_undecided(shown, number);
  if (outside) answer_say(out, "; %zu leave%s the program:", outside, outside == 1 ? "s" : "");
  answer_say(out, "\n");
  for (size_t i = number + 1, told = 0; i < shown->flow.len && told < ENDS_SHOWN && told < outside; i++) {
    const QueryFlowStep *step = &shown->flow.steps[i];
    if (step->by != number || !is_end(step) || !leaves(shown, step)) continue;
    add_way_out(shown, step);
    told++;
  }
}

static void add_step(const Shown *shown, size_t number) {
  ToolCall *call = shown->call;
  const QueryFlowStep *step = &shown->flow.steps[number];
  const QuerySource *source = tool_source(call, shown->graph, step->symbol.path);
  QueryPieces pieces = {0};
  answer_begin_item(call->answer, &(AnswerItem){0});
  answer_say(call->answer, "%zu. ", number + 1);
  tool_answer_symbol(call, &step->symbol);
  if (step->symbol.kind != SYMBOL_FILE) answer_say(call->answer, "-%u", step->symbol.full.end_line);
  add_way_in(shown, step);
  answer_say(call->answer, "\n");
  if (source) query_flow_lines(call->job->arena, source, step, &pieces);
  for (size_t i = 0; i < pieces.len; i++) query_source_add(call->job, call->answer, source, pieces.items[i].from, pieces.items[i].to);
  add_ends(shown, number);
  answer_end(call->answer);
}

static void add_fields(const Shown *shown) {
  Answer *out = shown->call->answer;
  answer_field_bool(out, "found", shown->flow.len > 1);
  answer_begin_list(out, "hops");
  for (size_t i = 0; i < shown->flow.len; i++) {
    const QueryFlowStep *step = &shown->flow.steps[i];
    answer_begin_row(out);
    tool_answer_fields(out, &step->symbol);
    if (step->by != SIZE_MAX) {
      if (!step->taken_by.len && step->edge.line) answer_field_int(out, "at", step->edge.line);
      answer_field_int(out, "by", (int64_t)step->by + 1);
      answer_field_str(out, "edge", step->taken_by.len ? STR("takes") : !step->edge.line ? STR("overrides") : str_from_c(edge_kind_word((EdgeKind)step->edge.kind)));
    }
    answer_end(out);
  }
  answer_end(out);
}

static void add_head(const Shown *shown, const QueryTargets *ends, const QueryFlowRequest *request) {
  ToolCall *call = shown->call;
  size_t count = shown->flow.len - request->count;
  bool is_from = shown->direction == QUERY_CALLEES;
  Str name = tool_symbol_name(call->job->arena, &ends->items[0]);
  if (is_from) answer_say(call->answer, "%.*s leads to %zu function%s", STR_ARG(name), count, count == 1 ? "" : "s");
  else answer_say(call->answer, "%zu place%s to %.*s", count, count == 1 ? " leads" : "s lead", STR_ARG(name));
  if (tool_arg(call, "depth")) answer_say(call->answer, " within %u call%s", request->depth, request->depth == 1 ? "" : "s");
  answer_say(call->answer, "%s. Short bodies are whole; of others the lines that lead on or leave the program, and what decides about them.\n",
             !shown->flow.is_cut ? "" : is_from ? ", and to more" : ", and more");
  if (ends->distinct <= request->count) return;
  answer_say(call->answer, "%zu symbols have that name; this is %.*s:%u (path:name chooses another).\n", ends->distinct,
             STR_ARG(str_shown(call->job->arena, ends->items[0].path, SIZE_MAX)), ends->items[0].name_span.line);
}

/* Overloads begin together: nobody says which one is meant. */
static size_t count_begins(const QueryTargets *ends) {
  size_t count = 1;
  while (count < ends->distinct && count < BEGINS_MAX && str_eq(ends->items[count].name, ends->items[0].name) &&
         ends->items[count].container_id.value == ends->items[0].container_id.value && ends->items[count].file.value == ends->items[0].file.value) {
    count++;
  }
  return count;
}

/* ---- what is not on the page ---- */

static void add_name(const Shown *shown, const QueryFlowStep *step) {
  answer_name(shown->call->answer, NULL, tool_symbol_name(shown->call->job->arena, &step->symbol));
}

/* `4 > A > B > C  path:12  15: exec(…)`: from the last step that was shown. */
static void add_way(const Shown *shown, size_t number, const bool *is_shown) {
  size_t way[WAY_STEPS], len = 0;
  const QueryFlowStep *steps = shown->flow.steps;
  while (!is_shown[number] && len < WAY_STEPS && steps[number].by != SIZE_MAX) {
    way[len++] = number;
    number = steps[number].by;
  }
  if (!len) return;
  answer_say(shown->call->answer, "  %s%zu", is_shown[number] ? "" : "\u2026 ", number + 1);
  for (size_t i = len; i-- > 1;) {
    answer_say(shown->call->answer, " > ");
    add_name(shown, &steps[way[i]]);
  }
  answer_say(shown->call->answer, " >\n");
  add_way_out(shown, &steps[way[0]]);
}

/* A flow is asked about for where it goes in the end: the functions that leave
 * the program, by how one gets there from what was shown. */
static void add_ways_out(const Shown *shown, const AnswerPaged *paged) {
  Answer *out = shown->call->answer;
  size_t limit = tool_arg(shown->call, "max_chars") ? (size_t)tool_arg_int(shown->call, "max_chars") : FLOW_ANSWER_MAX;
  bool *is_shown = ARENA_ARRAY(shown->call->job->arena, bool, shown->flow.len + 1);
  size_t items = 0, told = 0, left = 0;
  for (size_t i = 0; i < shown->flow.len; i++) {
    const QueryFlowStep *step = &shown->flow.steps[i];
    is_shown[i] = is_end(step) ? is_shown[step->by] : items++ < paged->shown;
  }
  for (QueryWayOut way = QUERY_OUT_PROCESS; way <= QUERY_OUT_FILE; way++) {
    for (size_t i = 0; i < shown->flow.len; i++) {
      if (is_shown[i] || leaves(shown, &shown->flow.steps[i]) != way) continue;
      bool has_room = told < WAYS_MAX && answer_text(out).len + WAY_SIZE <= limit;
      left += !has_room;
      if (!has_room) continue;
      if (!told++) answer_say(out, "Not shown, but on its ways out of the program:\n");
      add_way(shown, i, is_shown);
    }
  }
  if (left) answer_say(out, "  and %zu more\n", left);
}

Err tool_trace_flow(ToolCall *call, ToolGraph *graph, const QueryTargets *ends, QueryDirection direction) {
  Shown shown = {.call = call, .graph = graph, .direction = direction};
  AnswerPaged paged;
  QueryFlowRequest request = {.from = ends->items, .count = count_begins(ends), .direction = direction, .depth = tool_arg(call, "depth") ? (unsigned)tool_arg_int(call, "depth") : direction == QUERY_CALLEES ? DEPTH_FROM : DEPTH_TO};
  TRY(query_flow(call->job, graph->reader, &request, &shown.flow));
  add_fields(&shown);
  if (!tool_arg_str(call, "cursor").len) add_head(&shown, ends, &request);
  tool_begin_page(call, NULL, FLOW_ANSWER_MAX - WAYS_ROOM);
  for (size_t i = 0; i < shown.flow.len; i++) {
    if (!is_end(&shown.flow.steps[i])) add_step(&shown, i);
  }
  TRY(tool_end_page(call, graph->index, answer_page_hash(call->answer), &paged));
  if (direction == QUERY_CALLEES && paged.cursor.len && !paged.first) add_ways_out(&shown, &paged);
  return OK;
}
