/* codegraph_status: the index's figures, in CodeGraph's sections. */
#include "src/tools/compat/codegraph_graph_internal.h"

static Err show_kinds(CodegraphCall *cg) {
  size_t kinds[SYMBOL_KIND_COUNT];
  TRY(store_count_kinds(cg->call->job, cg->graph.reader, kinds));
  answer_say(cg->call->answer, "\n");
  answer_heading(cg->call->answer, "### Nodes by Kind:");
  for (size_t i = 0; i < SYMBOL_KIND_COUNT; i++) {
    if (kinds[i]) answer_say(cg->call->answer, "- %s: %zu\n", symbol_kind_word((SymbolKind)i), kinds[i]);
  }
  return OK;
}

static void show_languages(Answer *answer, const StoreCounts *counts) {
  answer_say(answer, "\n");
  answer_heading(answer, "### Languages:");
  for (size_t i = 0; i < counts->language_count; i++) {
    answer_say(answer, "- %.*s: %zu\n", STR_ARG(counts->languages[i].language), counts->languages[i].files);
  }
}

/* Where the file system cannot share memory, readers wait for the writer
 * instead of reading beside it; everything else the profile's clients look for
 * stands under the names that they know. */
static Err answer(CodegraphCall *cg) {
  IndexStatus status;
  Answer *text = cg->call->answer;
  TRY(index_status(cg->call->job, cg->graph.index, &status));
  answer_say(text, "## CodeGraph Status\n\n**Files indexed:** %zu\n**Total nodes:** %zu\n**Total edges:** %zu\n",
                 status.counts.files, status.counts.symbols, status.counts.edges);
  answer_say(text, "**Database size:** %.2f MB\n**Backend:** sqlite\n**Journal mode:** %s\n",
                 (double)status.store_bytes / (1 << 20), status.exclusive ? "readers wait for the writer" : "wal");
  answer_say(text, "**Freshness:** %s\n", status.watcher);
  TRY(show_kinds(cg));
  show_languages(text, &status.counts);
  return tool_codegraph_finish(cg);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {CODEGRAPH_ARG_PROJECT, {0}};

const Tool tool_codegraph_status = {
    .name = "codegraph_status",
    .title = "Index status",
    .summary = "Show what is indexed: files, nodes by kind, edges, languages, size and freshness.",
    .args = args,
    .example = "codegraph_status",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "status",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
