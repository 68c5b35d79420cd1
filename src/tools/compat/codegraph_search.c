/* codegraph_search: find, in CodeGraph's sections. */
#include "src/query/names/names.h"
#include "src/tools/compat/codegraph_graph_internal.h"

static void show(ToolCall *call, const QueryMatches *matches) {
  Answer *answer = call->answer;
  Arena *arena = call->job->arena;
  answer_heading(answer, "## Search Results (%zu found)", matches->len);
  for (size_t i = 0; i < matches->len; i++) {
    const StoreSymbol *one = &matches->items[i];
    answer_say(answer, "\n");
    answer_heading(answer, "### %.*s (%s)", STR_ARG(str_shown(arena, one->name, TOOL_SHOWN_NAME)), symbol_kind_word(one->kind));
    answer_place(answer, NULL, one->path, NULL, one->full.line);
    answer_say(answer, "\n");
    if (one->signature.len) answer_say(answer, "`%.*s`\n", STR_ARG(str_shown(arena, one->signature, SIZE_MAX)));
  }
}

/* One kind exists in the profile's list and in no index of ours. To say
 * "nothing is called so" of it would be wrong, so it has an answer of its
 * own. */
static Err answer(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  QueryMatches matches;
  QueryFind find = {.query = str_trim(tool_arg_str(call, "query")), .limit = (size_t)tool_arg_int(call, "limit")};
  find.has_kind = symbol_kind_from_word(tool_arg_str(call, "kind"), &find.kind);
  if (!find.query.len) return job_fail(call->job, ERR_USAGE, "query is blank: give a name or a part of one");
  TRY(query_find(call->job, cg->graph.reader, &find, &matches));
  if (matches.len) {
    show(call, &matches);
    return tool_codegraph_finish(cg);
  }
  if (find.has_kind && find.kind == SYMBOL_COMPONENT) {
    answer_say(call->answer, "Symbols of kind %s are not extracted from source yet, so this finds none, whatever there is. "
               "Search without kind: a component is a function or class.\n", symbol_kind_word(find.kind));
    return OK;
  }
  answer_say(call->answer, "Nothing is called '%.*s'%s%s.\n", STR_ARG(str_shown(call->job->arena, find.query, TOOL_SHOWN_NAME)),
                 find.has_kind ? " of kind " : "", find.has_kind ? symbol_kind_word(find.kind) : "");
  return tool_add_gaps(call, cg->graph.index, true);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .min = 1, .max = 10000, .help = "name or a part of one"},
    {"kind", TOOL_STRING, .choices = "function|method|class|interface|type|variable|route|component", .help = "only this kind"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "10", .help = "results at most"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_search = {
    .name = "codegraph_search",
    .title = "Search symbols",
    .summary = "Find symbols by name. Gives places and signatures, no code.",
    .args = args,
    .example = "codegraph_search query=main limit=5",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "find",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
