/* Callers of a method by every declaration of the code that runs: a call
 * through one interface is a call of what another one declares. */
#include "src/base/vec.h"
#include "src/tools/kit/family_internal.h"

#define CALLERS_MAX 40 /* of all declarations together */

/* Callers are asked for declaration by declaration, because the answer names
 * the one through which each of them comes. */
Err tool_family(ToolCall *call, ToolGraph *graph, const StoreSymbol *method, ToolFamily *ret_family) {
  ToolFamily family = {0};
  StoreSymbols found = {0};
  if (symbol_kind_is_callable(method->kind)) TRY(query_family(call->job, graph->reader, method->id, &found));
  family.known = found;
  for (size_t i = 0; i < found.len; i++) {
    QueryTrail trail;
    QueryTrailRequest request = {.symbols = &found.items[i], .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS, .limit = CALLERS_MAX};
    TRY(query_trail(call->job, graph->reader, &request, &trail));
    if (!trail.direct.total) continue;
    *vec_add(call->job->arena, &family) = (ToolFamilyOne){found.items[i], trail.direct};
    family.callers += trail.direct.total;
  }
  *ret_family = family;
  return OK;
}

bool tool_family_has(const ToolFamily *family, SymbolId symbol) {
  for (size_t i = 0; i < family->known.len; i++) {
    if (family->known.items[i].id.value == symbol.value) return true;
  }
  return false;
}

/* Tests come last, and are counted. */
void tool_answer_family(ToolCall *call, ToolGraph *graph, const ToolFamily *family) {
  Answer *out = call->answer;
  size_t shown = 0;
  if (!family->len) return;
  answer_heading(out, "Called through other declarations of what implements it (%zu):", family->callers);
  for (size_t i = 0; i < family->len; i++) {
    QueryTrailGroup group = family->items[i].callers;
    size_t code = 0;
    while (code < group.len && !(group.items[code].symbol.flags & DEF_TEST)) code++;
    if (shown + code > CALLERS_MAX) code = CALLERS_MAX - shown;
    group.len = code;
    shown += code;
    answer_say(out, " through ");
    answer_begin_words(out);
    tool_answer_symbol(call, &family->items[i].symbol);
    answer_end(out);
    answer_say(out, " (%zu):\n", group.total);
    tool_answer_entries(call, graph, &group);
    if (group.total > code) answer_say(out, "  and %zu more, in tests or behind these\n", group.total - code);
  }
}
