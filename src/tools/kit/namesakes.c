/* The others of a name, so that the next call can choose one: what declares it
 * with all that override it, under one heading each, then what is alone. */
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"
#include "src/tools/kit/uses_internal.h"

#define SHOWN_MAX 12     /* declarations, and those that stand alone */
#define OVERRIDERS_MAX 8 /* named of each declaration */

typedef struct Namesakes {
  ToolCall *call;
  ToolGraph *graph;
  const StoreSymbol *symbols; /* the first is what was asked about */
  size_t count;
  const QueryNamesake *found;
} Namesakes;

static Err add_caller_count(const Namesakes *all, size_t at) {
  QueryTrail callers;
  QueryTrailRequest request = {.symbols = &all->symbols[at], .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS, .limit = 1};
  TRY(query_trail(all->call->job, all->graph->reader, &request, &callers));
  if (callers.direct.total) answer_say(all->call->answer, ", called by %zu", callers.direct.total);
  return OK;
}

/* "  92 plan(String, boolean), called by 3": they stand in one file. */
static Err add_overloads(const Namesakes *all) {
  Answer *out = all->call->answer;
  answer_begin_words(out);
  for (size_t i = 1; i < all->count && i <= SHOWN_MAX; i++) {
    const StoreSymbol *one = &all->symbols[i];
    answer_say(out, "  ");
    answer_line(out, NULL, one->full.line);
    if (one->full.line != one->full.end_line) answer_say(out, "-%u", one->full.end_line);
    answer_say(out, " ");
    answer_show(out, one->signature.len ? one->signature : one->name, TOOL_SHOWN_NAME);
    TRY(add_caller_count(all, i));
    answer_say(out, "\n");
  }
  answer_end(out);
  answer_more(out, all->count - 1 > SHOWN_MAX ? all->count - 1 - SHOWN_MAX : 0, "");
  return OK;
}

/* "  place method Type.name, called by 3, overridden by 2:", then these. */
static Err add_declaration(const Namesakes *all, size_t at) {
  Answer *out = all->call->answer;
  size_t named = 0;
  answer_say(out, "  ");
  tool_answer_place(all->call, &all->symbols[at]);
  TRY(add_caller_count(all, at));
  answer_say(out, ", overridden by %zu:\n", all->found[at].overriders);
  for (size_t i = 0; i < all->count && named < OVERRIDERS_MAX; i++) {
    if (all->found[i].declared_by != at || i == at) continue;
    answer_say(out, i ? "    " : "    (above) ");
    tool_answer_place(all->call, &all->symbols[i]);
    answer_say(out, "\n");
    named++;
  }
  if (all->found[at].overriders > named) answer_say(out, "    and %zu more: hierarchy through call\n", all->found[at].overriders - named);
  return OK;
}

/* Neither above nor beneath another one of the name. */
static bool is_alone(const Namesakes *all, size_t at) {
  return !all->found[at].overriders && all->found[at].declared_by == UINT32_MAX;
}

static Err add_all(const Namesakes *all) {
  Answer *out = all->call->answer;
  size_t declarations = 0, alone = 0, told = 0;
  for (size_t i = 1; i < all->count; i++) {
    if (!all->found[i].overriders || all->found[i].declared_by != UINT32_MAX) continue;
    if (declarations++ < SHOWN_MAX) TRY(add_declaration(all, i));
  }
  if (all->found[0].overriders) answer_say(out, "  %zu override%s what is shown above\n", all->found[0].overriders, all->found[0].overriders == 1 ? "s" : "");
  for (size_t i = 1; i < all->count; i++) {
    if (!is_alone(all, i)) continue;
    alone++;
    if (told + declarations >= SHOWN_MAX) continue;
    told++;
    answer_say(out, "  ");
    tool_answer_place(all->call, &all->symbols[i]);
    answer_say(out, "\n");
  }
  answer_more(out, alone - told, "");
  return OK;
}

/* Those whose callers are told above are no others. What overrides the first is
 * counted, though. Overloads of the first are told apart, behind it. */
static Err without_family(ToolCall *call, ToolGraph *graph, const QueryTargets *targets, const ToolFamily *family, StoreSymbols *ret_rest,
                          StoreSymbols *ret_overloads) {
  QueryIds below = {0};
  TRY(query_overrides(call->job, graph->reader, targets->items[0].id, false, &below));
  for (size_t i = 0; i < targets->distinct; i++) {
    bool is_below = false;
    for (size_t k = 0; k < below.len; k++) is_below |= below.items[k].value == targets->items[i].id.value;
    bool is_overload = !is_below && query_is_overload(&targets->items[0], &targets->items[i]);
    if (is_overload) *vec_add(call->job->arena, ret_overloads) = targets->items[i];
    if ((is_overload && i) || (!is_below && tool_family_has(family, targets->items[i].id))) continue;
    *vec_add(call->job->arena, ret_rest) = targets->items[i];
  }
  return OK;
}

Err tool_answer_namesakes(ToolCall *call, ToolGraph *graph, const QueryTargets *targets, const ToolFamily *family) {
  QueryNamesake *found;
  StoreSymbols rest = {0}, overloads = {0};
  TRY(without_family(call, graph, targets, family, &rest, &overloads));
  if (overloads.len > 1) {
    answer_heading(call->answer, "%zu overload%s beside it, with callers of %s own; line chooses:", overloads.len - 1,
                   overloads.len == 2 ? "" : "s", overloads.len == 2 ? "its" : "their");
    TRY(add_overloads(&(Namesakes){call, graph, overloads.items, overloads.len, NULL}));
  }
  size_t passed_over = targets->passed_over, count = rest.len - 1 + passed_over;
  if (!count) return OK;
  TRY(query_namesakes(call->job, graph->reader, rest.items, rest.len, &found));
  if (found[0].overriders == count) {
    answer_say(call->answer, count == 1 ? "The one other of this name overrides it.\n" : "All %zu others of this name override it.\n", count);
    return OK;
  }
  answer_heading(call->answer, "%zu other%s of this name, whose callers are not among these; choose by file and line:", count, count == 1 ? "" : "s");
  if (passed_over) answer_say(call->answer, "  (the best of the first %zu of %zu is shown above)\n", count + 1 - passed_over, count + 1);
  answer_begin_words(call->answer);
  Err err = add_all(&(Namesakes){call, graph, rest.items, rest.len, found});
  answer_end(call->answer);
  return err;
}
