/* The ways from outside, a line each. */
#include "src/tools/kit/reached_internal.h"

#define WRITTEN_MAX 100
#define KEY_SHOWN 60

/* `register:12 → handler:37 → target`: the number is the line that leads on. */
static Err add_way(ToolCall *call, ToolGraph *graph, const QueryWaysIn *entries, uint32_t number) {
  Answer *out = call->answer;
  const QueryImpact *walk = &entries->walk;
  for (uint32_t at = number;; at = walk->nodes[at].parent) {
    const QueryImpactNode *node = &walk->nodes[at];
    uint32_t lines[QUERY_IMPACT_LINES];
    size_t total = 0;
    bool is_root = !node->depth;
    answer_name(out, NULL, node->symbol.kind == SYMBOL_FILE ? node->symbol.path : query_qualified(call->job->arena, &node->symbol));
    if (is_root) break;
    TRY(query_impact_lines(call->job, graph->reader, &entries->request, node, lines, &total));
    if (total) answer_say(out, ":%u", lines[0]);
    const char *how = node->link.kinds & QUERY_CALLS ? node->link.is_dispatch ? " → (dispatch) " : " → "
                      : node->link.kinds & QUERY_LINKS ? " → (wired) " : " → (as a value) ";
    answer_say(out, "%s", how);
  }
  answer_say(out, "\n");
  return OK;
}

static const char *kind_words(QueryWayInKind kind) {
  switch (kind) {
    case QUERY_WAY_IN_ROUTE: return "route";
    case QUERY_WAY_IN_DECORATED: return "decorated";
    case QUERY_WAY_IN_START: return "start";
    case QUERY_WAY_IN_EXPORTED: return "exported, nobody here calls it";
    case QUERY_WAY_IN_UNUSED: return "nobody calls it";
    default: return "registered";
  }
}

/* What the outside world calls it by stands first, then where it is said, and
 * then the way from there. */
static Err add_entry(ToolCall *call, ToolGraph *graph, const QueryWaysIn *entries, const QueryWayIn *entry) {
  Answer *out = call->answer;
  const QueryUse *use = &entry->use;
  answer_say(out, "  ");
  if (entry->key.len) answer_say(out, "\"%.*s\" ", STR_ARG(str_shown(call->job->arena, entry->key, KEY_SHOWN)));
  if (entry->kind == QUERY_WAY_IN_REGISTERED) {
    if (use->into.len) answer_say(out, "%s %.*s ", use->form == QUERY_USE_PASSED ? "given to" : "in", STR_ARG(str_shown(call->job->arena, use->into, KEY_SHOWN)));
    answer_say(out, "at ");
    answer_place(out, NULL, use->in.path, NULL, use->line);
  } else if (entry->kind == QUERY_WAY_IN_DECORATED) {
    answer_say(out, "decorated by %.*s at ", STR_ARG(entry->decorator.name));
    answer_place(out, NULL, entries->walk.nodes[entry->node].symbol.path, NULL, entry->decorator.line);
  } else {
    const StoreSymbol *symbol = &entries->walk.nodes[entry->node].symbol;
    if (!entry->key.len) answer_say(out, "%s, ", kind_words(entry->kind));
    answer_place(out, NULL, symbol->path, NULL, symbol->kind == SYMBOL_FILE ? 0 : symbol->name_span.line);
  }
  answer_say(out, ": ");
  return add_way(call, graph, entries, entry->node);
}

/* One that is registered twice is named once. */
static bool is_same_name(const QueryWaysIn *entries, size_t a, size_t b) {
  const QueryWayIn *x = &entries->items[a], *y = &entries->items[b];
  return x->key.len || y->key.len ? str_eq(x->key, y->key) : x->node == y->node;
}

/* The names of those whose ways did not fit, while there is room. */
static void add_names(ToolCall *call, const QueryWaysIn *entries, size_t first, size_t last, size_t end) {
  Answer *out = call->answer;
  size_t i = first;
  answer_say(out, "  and %zu more: ", last - first);
  for (; i < last && answer_text(out).len < end; i++) {
    const QueryWayIn *entry = &entries->items[i];
    if (i > first && is_same_name(entries, i - 1, i)) continue;
    if (i > first) answer_say(out, ", ");
    if (entry->key.len) answer_say(out, "\"%.*s\"", STR_ARG(str_shown(call->job->arena, entry->key, KEY_SHOWN)));
    else answer_name(out, NULL, query_qualified(call->job->arena, &entries->walk.nodes[entry->node].symbol));
  }
  if (i < last) answer_say(out, " and %zu with a larger max_chars", last - i);
  answer_say(out, "\n");
}

/* Those that nobody calls are the ends of the lists above: names are enough. */
static void add_uncalled(ToolCall *call, const QueryWaysIn *entries, size_t first, QueryWayInKind kind, size_t end) {
  Answer *out = call->answer;
  size_t count = 0, named = 0;
  for (size_t i = first; i < entries->len; i++) count += entries->items[i].kind == kind;
  if (!count) return;
  answer_say(out, "  %s (%zu): ", kind == QUERY_WAY_IN_EXPORTED ? "exported, called by nobody here" : "called by nobody", count);
  for (size_t i = first; i < entries->len && answer_text(out).len < end; i++) {
    if (entries->items[i].kind != kind) continue;
    if (named++) answer_say(out, ", ");
    answer_name(out, NULL, query_qualified(call->job->arena, &entries->walk.nodes[entries->items[i].node].symbol));
  }
  if (named < count) answer_say(out, " and %zu more", count - named);
  answer_say(out, "\n");
}

/* Entries that have a name or a place of registration stand first. */
Err tool_answer_ways_in(ToolCall *call, ToolGraph *graph, const QueryWaysIn *entries, size_t max) {
  Answer *out = call->answer;
  size_t shown = 0, ways = 0, begin = answer_text(out).len;
  while (ways < entries->len && (entries->items[ways].key.len || entries->items[ways].kind <= QUERY_WAY_IN_START)) ways++;
  size_t room = ways > 4 ? max / 2 : max;
  if (!entries->len) return OK;
  answer_heading(out, "Reached from (%zu%s):", entries->len, entries->is_cut ? " or more" : "");
  for (; shown < ways && answer_text(out).len - begin < room; shown++) {
    TRY(add_entry(call, graph, entries, &entries->items[shown]));
  }
  if (shown < ways) add_names(call, entries, shown, ways, begin + max * 3 / 4);
  add_uncalled(call, entries, ways, QUERY_WAY_IN_EXPORTED, begin + max);
  add_uncalled(call, entries, ways, QUERY_WAY_IN_UNUSED, begin + max);
  return OK;
}

void tool_write_ways_in(Answer *answer, const QueryWaysIn *entries) {
  answer_begin_list(answer, "reachedFrom");
  for (size_t i = 0; i < entries->len && i < WRITTEN_MAX; i++) {
    const QueryWayIn *entry = &entries->items[i];
    const StoreSymbol *symbol = &entries->walk.nodes[entry->node].symbol;
    bool is_registered = entry->kind == QUERY_WAY_IN_REGISTERED;
    answer_begin_row(answer);
    answer_field_str(answer, "how", str_from_c(kind_words(entry->kind)));
    answer_field_str(answer, "name", str_head(symbol->name, ANSWER_NAME_MAX));
    answer_field_str(answer, "path", is_registered ? entry->use.in.path : symbol->path);
    answer_field_int(answer, "line", is_registered ? entry->use.line : symbol->name_span.line);
    if (entry->key.len) answer_field_str(answer, "key", entry->key);
    answer_field_int(answer, "hops", entries->walk.nodes[entry->node].depth);
    answer_end(answer);
  }
  answer_end(answer);
}

const ToolField tool_way_in_row[] = {
    {"how", TOOL_STRING, true, .help = "registered, route, decorated, start, exported or nobody calls it"},
    {"name", TOOL_STRING, true, .help = "the function that is entered"},
    {"path", TOOL_STRING, true, .help = "file in which it is registered, else of its definition"},
    {"line", TOOL_INTEGER, true, .help = "there"},
    {"key", TOOL_STRING, .help = "the name it has outside: a route, a command"},
    {"hops", TOOL_INTEGER, true, .help = "calls from there to the target"},
    {0},
};
