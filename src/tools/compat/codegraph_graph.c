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

Err tool_codegraph_find(CodegraphCall *cg, const char *argument, QueryTargets *ret_targets) {
  ToolCall *call = cg->call;
  QueryTarget target;
  TRY(tool_target(call, tool_arg_str(call, argument), &target));
  if (!target.name.len) return job_fail(call->job, ERR_USAGE, "%s is blank: give the name of a symbol", argument);
  TRY(query_targets(call->job, cg->graph.reader, &target, ret_targets));
  return ret_targets->len ? OK : tool_show_missing(call, &cg->graph, &target, ret_targets);
}

void tool_codegraph_note(CodegraphCall *cg, Str name, const QueryTargets *targets) {
  ToolCall *call = cg->call;
  if (targets->distinct < 2) return;
  buf_add_format(call->text, "\n> %zu symbols are called %.*s and were taken together: ", targets->distinct,
                 STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)));
  for (size_t i = 0; i < targets->distinct && i < NOTED_MAX; i++) {
    buf_add_format(call->text, "%s%.*s:%u", i ? ", " : "", STR_ARG(str_shown(call->job->arena, targets->items[i].path, SIZE_MAX)),
                   targets->items[i].name_span.line);
  }
  buf_add_c(call->text, targets->distinct > NOTED_MAX ? ", ...\n" : "\n");
}

void tool_codegraph_line(CodegraphCall *cg, const StoreSymbol *symbol) {
  Arena *arena = cg->call->job->arena;
  buf_add_format(cg->call->text, "- %.*s (%s) - %.*s:%u\n", STR_ARG(str_shown(arena, symbol->name, TOOL_SHOWN_NAME)),
                 symbol_kind_word(symbol->kind), STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)), symbol->name_span.line);
}

/* "No callers" is told apart from "could not resolve". */
static Err show_none(CodegraphCall *cg, const char *title, Str name) {
  ToolCall *call = cg->call;
  QueryGaps gaps;
  TRY(query_gaps(call->job, cg->graph.index, cg->graph.reader, STR_EMPTY, &gaps));
  buf_add_format(call->text, "%s of \"%.*s\": none found.", title, STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)));
  if (gaps.unresolved) buf_add_format(call->text, " %zu of %zu calls in the workspace could not be resolved.", gaps.unresolved, gaps.calls);
  buf_add_byte(call->text, '\n');
  return OK;
}

static Err show_trail(CodegraphCall *cg, const char *title, Str name, const QueryTrail *trail, size_t limit) {
  ToolCall *call = cg->call;
  const QueryTrailGroup *groups[] = {&trail->direct, &trail->dispatched, &trail->linked};
  size_t total = trail->direct.total + trail->dispatched.total + trail->linked.total, shown = 0;
  if (!total) TRY(show_none(cg, title, name));
  else buf_add_format(call->text, "## %s of %.*s (%zu found)\n\n", title, STR_ARG(str_shown(call->job->arena, name, TOOL_SHOWN_NAME)),
                      total < limit ? total : limit);
  for (size_t g = 0; g < COUNT_OF(groups); g++) {
    for (size_t i = 0; i < groups[g]->len && shown < limit; i++, shown++) {
      tool_codegraph_line(cg, &groups[g]->items[i].symbol);
      buf_truncate(call->text, call->text->len - 1);
      if (g == 1) buf_add_c(call->text, " [dispatch]");
      if (g == 2) buf_add_c(call->text, " [heuristic]");
      buf_add_byte(call->text, '\n');
    }
  }
  if (shown < total) buf_add_format(call->text, "\n%zu more; raise limit (at most 100).\n", total - shown);
  tool_codegraph_note(cg, name, &cg->targets);
  return tool_codegraph_finish(cg);
}

Err tool_codegraph_list(CodegraphCall *cg, const char *title, QueryDirection direction) {
  ToolCall *call = cg->call;
  QueryTrail trail;
  TRY(tool_codegraph_find(cg, "symbol", &cg->targets));
  if (!cg->targets.len) return OK;
  size_t limit = (size_t)tool_arg_int(call, "limit");
  QueryTrailRequest request = {.symbols = cg->targets.items, .count = cg->targets.len, .direction = direction,
                               .kinds = QUERY_CALLS | QUERY_LINKS | STORE_KIND(EDGE_REFERENCES), .limit = limit};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  return show_trail(cg, title, tool_arg_str(call, "symbol"), &trail, limit);
}

Err tool_codegraph_finish(CodegraphCall *cg) {
  Buf *text = cg->call->text;
  if (text->len > TOOL_ANSWER_MAX) {
    size_t cut = TOOL_ANSWER_MAX - 100;
    while (cut && text->ptr[cut - 1] != '\n') cut--;
    buf_truncate(text, cut);
    text->overflow = false;
    buf_add_c(text, "\n... (output truncated)\n");
  }
  return tool_add_gaps(cg->call, cg->graph.index, false);
}
