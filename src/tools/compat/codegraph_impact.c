/* codegraph_impact: what a change reaches, by file, under CodeGraph's name. */
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/query/impact/impact.h"
#include "src/tools/compat/codegraph_graph_internal.h"

/* One file of the answer; its symbols point into the impact, which lives as
 * long as the job. */
typedef struct Affected {
  Str path;
  VEC(const StoreSymbol *) symbols;
} Affected;

/* Files in the order they are reached; the roots are affected too. */
static void show(CodegraphCall *cg, Str name, const QueryImpact *impact) {
  Answer *answer = cg->call->answer;
  Arena *arena = cg->call->job->arena;
  Map files;
  size_t total = 0;
  map_init(&files, arena);
  for (size_t i = 0; i < impact->len; i++) {
    const QueryImpactNode *node = &impact->nodes[i];
    if (node->is_member) continue;
    Affected *file = map_get(&files, node->symbol.path);
    if (!file) {
      file = ARENA_NEW(arena, Affected);
      file->path = node->symbol.path;
      map_put(&files, file->path, file);
    }
    *vec_add(arena, &file->symbols) = &node->symbol;
    total++;
  }
  answer_heading(answer, "## Impact: \"%.*s\" affects %s%zu symbols", STR_ARG(str_shown(arena, name, TOOL_SHOWN_NAME)),
                 impact->cut ? "more than " : "", total);
  for (MapEntry *entry = NULL; (entry = map_next(&files, entry));) {
    const Affected *file = entry->value;
    answer_say(answer, "\n**");
    answer_path(answer, NULL, file->path);
    answer_say(answer, ":**\n");
    for (size_t i = 0; i < file->symbols.len; i++) {
      if (i) answer_say(answer, ", ");
      answer_name(answer, NULL, file->symbols.items[i]->name);
      answer_say(answer, ":");
      answer_line(answer, NULL, file->symbols.items[i]->name_span.line);
    }
    answer_say(answer, "\n");
  }
}

/* Uses count beside calls: a type or a constant has no callers, and its change
 * reaches those that name it. */
static Err answer(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  Str name = tool_arg_str(call, "symbol");
  QueryImpact impact;
  TRY(tool_codegraph_find(cg, "symbol", &cg->targets));
  if (!cg->targets.len) return OK;
  QueryImpactRequest request = {.roots = cg->targets.items, .root_count = cg->targets.len, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = (unsigned)tool_arg_int(call, "depth")};
  TRY(query_impact(call->job, cg->graph.reader, &request, &impact));
  show(cg, name, &impact);
  tool_codegraph_note(cg, name, &cg->targets);
  return tool_codegraph_finish(cg);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "name, Type.member, a::b or dir/name"},
    {"depth", TOOL_INTEGER, .min = 1, .max = 10, .otherwise = "2", .help = "levels"},
    CODEGRAPH_ARG_FILE,
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_impact = {
    .name = "codegraph_impact",
    .title = "Impact",
    .summary = "List the symbols that changing a symbol affects, grouped by file.",
    .args = args,
    .example = "codegraph_impact symbol=main depth=2",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "impact",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
