/* Whether a list of callers can be complete. Readers who are not told go and
 * search for the name themselves, to be sure. */
#include "src/tools/kit/graph_internal.h"

#define OPEN_SHOWN 6

/* Calls that are spelled so and lead nowhere known are the only ones that may
 * be missing from a list of callers: all others were resolved to a target, in
 * the project or outside of it. */
Err tool_answer_open_calls(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, const ToolListed *listed) {
  StoreOpenSites sites;
  Answer *out = call->answer;
  if (!symbol_kind_is_callable(symbol->kind)) return OK;
  TRY(store_open_calls(call->job, graph->reader, store_called(call->job->arena, symbol), OPEN_SHOWN, &sites));
  answer_field_int(out, "openCalls", (int64_t)sites.total);
  Str name = str_shown(call->job->arena, symbol->name, TOOL_SHOWN_NAME);
  if (!sites.total) {
    /* A method may be called through other declarations of its name, too. */
    bool is_member = symbol->container_id.value != 0;
    answer_say(out, !listed->has_callers && listed->has_links ? "Every call spelled %.*s was resolved, and none leads here but through what holds it.\n"
                    : !listed->has_callers ? "Every call spelled %.*s was resolved, and none leads here.\n"
                    : listed->has_family ? "No caller is missing, through whichever declaration: every call spelled %.*s was resolved.\n"
                    : is_member ? "No caller of this one is missing: every call spelled %.*s was resolved; others of the name have their own.\n"
                                : "No caller is missing: every call spelled %.*s was resolved.\n", STR_ARG(name));
    return OK;
  }
  answer_say(out, "%zu call%s spelled %.*s in %zu file%s could not be resolved and may be %s: ", sites.total,
             sites.total == 1 ? "" : "s", STR_ARG(name), sites.files, sites.files == 1 ? "" : "s", listed->has_callers ? "more" : "some");
  for (size_t i = 0; i < sites.len; i++) {
    StoreFile file;
    TRY(store_get_file(call->job, graph->reader, sites.items[i].file, &file));
    if (i) answer_say(out, ", ");
    answer_place(out, NULL, file.path, NULL, sites.items[i].line);
  }
  answer_say(out, sites.total > sites.len ? " …\n" : "\n");
  return OK;
}
