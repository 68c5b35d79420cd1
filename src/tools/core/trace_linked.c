/* trace into a linked repository: the way to where control leaves this one, the
 * call that leads over, and the way from there on, each from its own index. */
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/impact/impact.h"
#include "src/query/path/path.h"
#include "src/tools/core/trace_internal.h"
#include "src/tools/kit/linked_internal.h"

#define PATIENCE_MS 5000
#define ENTRIES_MAX 2000 /* what leads to the end there, of which some is called from here */

typedef struct Crossing {
  ToolCall *call;
  ToolGraph *graph;
  const QueryTargets *from;
  Index *other;
  StoreReader *reader; /* of the other */
  QueryTargets to;     /* there */
  QueryPath here, there;
  StoreOutward over;
} Crossing;

/* The way from an entry of the other repository, if something here leads to it. */
static Err try_entry(Crossing *crossing, const StoreSymbol *entry, bool *ret_found) {
  Job *job = crossing->call->job;
  StoreOutwards calls = {0};
  StoreOutside target = query_outside(job->arena, index_root(crossing->other), entry);
  TRY(store_outward_into(job, crossing->graph->reader, &target, QUERY_CALLS | QUERY_LINKS, &calls));
  for (size_t i = 0; i < calls.len && !*ret_found; i++) {
    StoreSymbol caller;
    TRY(query_symbol(job, crossing->graph->reader, calls.items[i].from, &caller));
    if (!caller.id.value) continue;
    QueryPathRequest request = {.from = crossing->from->items, .from_count = crossing->from->len, .to = &caller, .to_count = 1};
    bool is_here = false;
    for (size_t k = 0; k < crossing->from->len; k++) is_here |= crossing->from->items[k].id.value == caller.id.value;
    if (is_here) {
      crossing->here = (QueryPath){.hops = ARENA_NEW(job->arena, QueryHop), .len = 1};
      crossing->here.hops[0].symbol = caller;
    } else {
      TRY(query_path(job, crossing->graph->reader, &request, &crossing->here));
    }
    if (!crossing->here.len) continue;
    crossing->over = calls.items[i];
    *ret_found = true;
  }
  return OK;
}

/* Nearest to the end first: it may be called from here itself. */
static Err find_crossing(Crossing *crossing, bool *ret_found) {
  Job *job = crossing->call->job;
  QueryImpact leads;
  QueryImpactRequest request = {.roots = crossing->to.items, .root_count = crossing->to.len, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS, .depth = QUERY_FLOW_MAX, .most = ENTRIES_MAX};
  TRY(query_impact(job, crossing->reader, &request, &leads));
  for (size_t i = 0; i < leads.len && !*ret_found; i++) {
    const StoreSymbol *entry = &leads.nodes[i].symbol;
    TRY(try_entry(crossing, entry, ret_found));
    if (!*ret_found) continue;
    QueryPathRequest way = {.from = entry, .from_count = 1, .to = crossing->to.items, .to_count = crossing->to.len};
    crossing->there = (QueryPath){.hops = ARENA_NEW(job->arena, QueryHop), .len = 1};
    crossing->there.hops[0].symbol = *entry;
    if (leads.nodes[i].depth) TRY(query_path(job, crossing->reader, &way, &crossing->there));
    *ret_found = crossing->there.len > 0;
  }
  return OK;
}

static void add_hops(Crossing *crossing, Str repo, const QueryPath *path, size_t *number, const StoreOutward *over) {
  ToolCall *call = crossing->call;
  Answer *out = call->answer;
  for (size_t i = 0; i < path->len; i++) {
    const QueryHop *hop = &path->hops[i];
    uint32_t at = i ? hop->edge.line : over ? over->line : 0;
    uint8_t kind = i ? hop->edge.kind : over ? over->kind : EDGE_CALLS;
    EdgeRule rule = i ? (hop->is_dispatch ? RULE_DISPATCH : (EdgeRule)hop->edge.rule) : over ? (EdgeRule)over->rule : RULE_SELF;
    answer_begin_row(out);
    if (at) answer_say(out, "   %s at line %u%s\n", edge_kind_word((EdgeKind)kind), at, i ? "" : ", over into the linked repository");
    answer_say(out, "%zu. ", ++*number);
    answer_name(out, NULL, query_qualified(call->job->arena, &hop->symbol));
    answer_column(out, "  ");
    if (over) answer_say(out, "%.*s:", STR_ARG(repo));
    answer_place(out, NULL, hop->symbol.path, NULL, hop->symbol.name_span.line);
    tool_answer_fields(out, &hop->symbol);
    if (over) answer_field_str(out, "repo", index_root(crossing->other));
    if (at) {
      answer_field_int(out, "at", at);
      answer_field_str(out, "edge", str_from_c(edge_kind_word((EdgeKind)kind)));
      answer_field_str(out, "rule", str_from_c(edge_rule_word(rule)));
      answer_field_str(out, "confidence", str_from_c(edge_rule_confidence(rule)));
    }
    answer_say(out, "\n");
    answer_end(out);
  }
}

static void show(Crossing *crossing) {
  ToolCall *call = crossing->call;
  Arena *arena = call->job->arena;
  Str repo = str_shown(arena, file_name(index_root(crossing->other)), TOOL_SHOWN_NAME);
  size_t number = 0, hops = crossing->here.len + crossing->there.len - 1;
  answer_field_bool(call->answer, "found", true);
  answer_say(call->answer, "%zu hop%s from %.*s to %.*s, which is in the linked repository %.*s.\n", hops, hops == 1 ? "" : "s",
             STR_ARG(tool_symbol_name(arena, &crossing->here.hops[0].symbol)),
             STR_ARG(tool_symbol_name(arena, &crossing->there.hops[crossing->there.len - 1].symbol)), STR_ARG(repo));
  answer_begin_list(call->answer, "hops");
  add_hops(crossing, repo, &crossing->here, &number, NULL);
  add_hops(crossing, repo, &crossing->there, &number, &crossing->over);
  answer_end(call->answer);
}

static Err look_there(Crossing *crossing, Str to, bool *ret_found) {
  Job *job = crossing->call->job;
  QueryTarget target = {.name = to};
  TRY(index_refresh_within(job, crossing->other, PATIENCE_MS));
  TRY(index_reader_take(job, crossing->other, &crossing->reader));
  Err err = query_targets(job, crossing->reader, &target, &crossing->to);
  if (!err && crossing->to.len) err = find_crossing(crossing, ret_found);
  index_reader_return(crossing->other, crossing->reader);
  return err;
}

Err tool_trace_linked(ToolCall *call, ToolGraph *graph, const QueryTargets *from, Str to, bool *ret_found) {
  Index *indexes[TOOL_LINKED_MAX];
  size_t count = 0;
  *ret_found = false;
  if (call->scope->linked) TRY(call->scope->linked(call->scope, call, indexes, TOOL_LINKED_MAX, &count));
  for (size_t i = 0; i < count && !*ret_found; i++) {
    Crossing crossing = {.call = call, .graph = graph, .from = from, .other = indexes[i]};
    Err err = look_there(&crossing, to, ret_found);
    if (err && job_is_stopped(call->job)) return err;
    if (err) job_forgive(call->job);
    if (!err && *ret_found) show(&crossing);
  }
  return OK;
}
