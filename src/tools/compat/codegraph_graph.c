/* What the CodeGraph names over the graph share. */
#include "src/tools/compat/codegraph_graph_internal.h"

#include "src/query/workspace/workspace.h"

#define NOTED_MAX 5

Err tool_codegraph_run(ToolCall *call, Err (*answer)(CodegraphCall *cg)) {
  CodegraphCall cg = {.call = call};
  TRY(tool_graph_open(call, &cg.graph));
  Err err = answer(&cg);
  tool_graph_close(&cg.graph);
  return err;
}

/* An answer was given when *ret_targets is empty: the caller ends with OK. */
Err tool_codegraph_find(CodegraphCall *cg, const char *argument, QueryTargets *ret_targets) {
  ToolCall *call = cg->call;
  QueryTarget target;
  TRY(tool_target(call, tool_arg_str(call, argument), &target));
  if (!target.name.len) return job_fail(call->job, ERR_USAGE, "%s is blank: give the name of a symbol", argument);
  TRY(query_targets(call->job, cg->graph.reader, &target, ret_targets));
  return ret_targets->len ? OK : tool_answer_missing(call, &cg->graph, &target, ret_targets);
}

/* Namesakes are taken together rather than one being chosen silently, and where
 * they are is told, so that a reader can see whose callers these may be. */
void tool_codegraph_note(CodegraphCall *cg, Str name, const QueryTargets *targets) {
  Answer *answer = cg->call->answer;
  if (targets->distinct < 2) return;
  answer_say(answer, "\n> %zu symbols are called ", targets->distinct);
  answer_name(answer, NULL, name);
  answer_say(answer, " and were taken together: ");
  for (size_t i = 0; i < targets->distinct && i < NOTED_MAX; i++) {
    if (i) answer_say(answer, ", ");
    answer_place(answer, NULL, targets->items[i].path, NULL, targets->items[i].name_span.line);
  }
  answer_say(answer, "%s\n", targets->distinct > NOTED_MAX ? ", ..." : "");
}

/* The profile's form of one symbol, wherever it stands in an answer. */
void tool_codegraph_line(CodegraphCall *cg, const StoreSymbol *symbol, const char *mark) {
  Answer *answer = cg->call->answer;
  answer_say(answer, "- ");
  answer_name(answer, NULL, symbol->name);
  answer_say(answer, " (");
  answer_kind(answer, NULL, symbol_kind_word(symbol->kind));
  answer_say(answer, ") - ");
  answer_place(answer, NULL, symbol->path, NULL, symbol->name_span.line);
  answer_say(answer, "%s\n", mark);
}

const char *tool_codegraph_mark(size_t group) { return group == 1 ? " [dispatch]" : group == 2 ? " [heuristic]" : ""; }

/* "No callers" is told apart from "could not resolve". */
static Err show_none(CodegraphCall *cg, const char *title, Str name) {
  ToolCall *call = cg->call;
  QueryGaps gaps;
  TRY(query_gaps(call->job, cg->graph.index, cg->graph.reader, STR_EMPTY, &gaps));
  answer_say(call->answer, "%s of \"%.*s\": none found.", title, STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)));
  if (gaps.unresolved) answer_say(call->answer, " %zu of %zu calls in the workspace could not be resolved.", gaps.unresolved, gaps.calls);
  answer_say(call->answer, "\n");
  return OK;
}

/* The heading counts what is listed, as this profile's clients expect; how
 * many there are beyond it stands at the end. */
static Err show_trail(CodegraphCall *cg, const char *title, Str name, const QueryTrail *trail, size_t limit) {
  ToolCall *call = cg->call;
  const QueryTrailGroup *groups[] = {&trail->direct, &trail->dispatched, &trail->linked};
  size_t total = trail->direct.total + trail->dispatched.total + trail->linked.total, shown = 0;
  if (!total) TRY(show_none(cg, title, name));
  else answer_heading(call->answer, "## %s of %.*s (%zu found)", title, STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)),
                      total < limit ? total : limit);
  if (total) answer_say(call->answer, "\n");
  for (size_t g = 0; g < COUNT_OF(groups); g++) {
    for (size_t i = 0; i < groups[g]->len && shown < limit; i++, shown++) {
      tool_codegraph_line(cg, &groups[g]->items[i].symbol, tool_codegraph_mark(g));
    }
  }
  if (shown < total) {
    answer_say(call->answer, "\n");
    answer_note(call->answer, "%zu more; raise limit (at most 100).", total - shown);
  }
  tool_codegraph_note(cg, name, &cg->targets);
  return tool_codegraph_finish(cg);
}

Err tool_codegraph_list(CodegraphCall *cg, const char *title, QueryDirection direction) {
  ToolCall *call = cg->call;
  QueryTrail trail;
  TRY(tool_codegraph_find(cg, "symbol", &cg->targets));
  if (!cg->targets.len) return OK;
  size_t limit = (size_t)tool_arg_int(call, "limit");
  /* References count as well: a function that is handed on as a value is used
   * there, although nobody calls it by name. */
  QueryTrailRequest request = {.symbols = cg->targets.items, .count = cg->targets.len, .direction = direction,
                               .kinds = QUERY_CALLS | QUERY_LINKS | STORE_KIND(EDGE_REFERENCES), .limit = limit};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  return show_trail(cg, title, tool_arg_str(call, "symbol"), &trail, limit);
}

/* Room is left for the note. What the index lacks is said after the cut, so
 * that it is never what is cut away. */
Err tool_codegraph_finish(CodegraphCall *cg) {
  Answer *answer = cg->call->answer;
  if (answer_text(answer).len > TOOL_ANSWER_MAX) {
    answer_cut(answer, TOOL_ANSWER_MAX - 100);
    answer_say(answer, "\n");
    answer_note(answer, "... (output truncated)");
  }
  return tool_add_gaps(cg->call, cg->graph.index, false);
}
