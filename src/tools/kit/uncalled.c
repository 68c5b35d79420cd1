/* Why nobody calls a function. "No callers" alone sends a reader to search for
 * the name in everything that is not code: tables that a generator makes,
 * configuration, templates. That search is done here. */
#include "src/query/search/search.h"
#include "src/tools/kit/uses_internal.h"

#define MENTIONS_SHOWN 4

/* Its name elsewhere, as far as the graph does not know of it. Gives the number of
 * places. */
static Err show_mentions(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, size_t *ret_count) {
  QueryMentions found;
  TRY(query_mentions(call->job, graph->index, graph->reader, symbol->name, MENTIONS_SHOWN + 1, &found));
  for (size_t i = 0; i < found.len && i < MENTIONS_SHOWN; i++) {
    answer_say(call->answer, i ? ", " : "; its name stands at ");
    answer_place(call->answer, NULL, found.items[i].path, NULL, found.items[i].line);
  }
  if (found.len > MENTIONS_SHOWN) answer_say(call->answer, " and elsewhere");
  *ret_count = found.len;
  return OK;
}

/* Whoever decorates it is told, instead of that anybody could call it. */
static void show_decorator(ToolCall *call, const StoreSymbol *symbol, const QueryDecorator *decorator) {
  Answer *out = call->answer;
  answer_say(out, "; it is decorated by %.*s", STR_ARG(decorator->name));
  if (decorator->key.len) answer_say(out, "(\"%.*s\")", STR_ARG(str_shown(call->job->arena, decorator->key, TOOL_SHOWN_NAME)));
  answer_say(out, " at ");
  answer_place(out, NULL, symbol->path, NULL, decorator->line);
  answer_say(out, ", which may keep or call it");
}

/* "Nobody calls it" is an answer only with its reason: each way in that is no
 * call is looked for, and the last words say that none was found. */
Err tool_answer_uncalled(ToolCall *call, ToolGraph *graph, const ToolUncalled *uncalled) {
  const StoreSymbol *symbol = uncalled->symbol;
  Answer *out = call->answer;
  QueryDecorator decorator = {0};
  size_t mentions = 0;
  if (!symbol_kind_is_callable(symbol->kind)) return OK;
  TRY(query_decorator(call->job, graph->reader, symbol, uncalled->source ? uncalled->source->text : STR_EMPTY, &decorator));
  answer_say(out, "Called by: nobody %s", uncalled->links ? "by its name; what may reach it stands above" : "found");
  if (decorator.name.len) show_decorator(call, symbol, &decorator);
  if (uncalled->links) {
    answer_say(out, ".\n");
    return OK;
  }
  if (uncalled->values) answer_say(out, "; it is used as a value, see below");
  if (uncalled->overrides) answer_say(out, "; it may be called through what it is built on, see below");
  else if (symbol->flags & DEF_TEST) answer_say(out, "; it is a test");
  else if (str_eq(symbol->name, STR("main"))) answer_say(out, "; the program starts there");
  else if (!uncalled->values && !decorator.name.len) TRY(show_mentions(call, graph, symbol, &mentions));
  bool is_known = uncalled->values || decorator.name.len || mentions || uncalled->overrides || symbol->flags & DEF_TEST;
  if (symbol->flags & DEF_EXPORTED && !(symbol->flags & DEF_TEST) && !decorator.name.len) answer_say(out, "; it is exported: other projects can call it");
  else if (!is_known) answer_say(out, "; no string and no file beside the code names it");
  answer_say(out, ".\n");
  return OK;
}
