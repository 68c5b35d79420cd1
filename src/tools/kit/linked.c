/* Across repositories: each answers from its own index, and places tell which one
 * they are in. */
#include "src/tools/kit/linked_internal.h"

#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/impact/impact.h"

#define PATIENCE_MS 5000 /* for a linked repository to be up to date */
#define SHOWN_MAX 40     /* of one list */

static const uint32_t crossing = QUERY_CALLS | QUERY_LINKS | QUERY_USES | STORE_KIND(EDGE_IMPORTS);

/* An import says no more than what is used of it does. */
static bool is_import(uint8_t kind) { return kind == EDGE_IMPORTS; }

static void drop_imports(QueryInwards *users) {
  size_t kept = 0;
  for (size_t i = 0; i < users->len; i++) {
    if (!is_import(users->items[i].first.kind)) users->items[kept++] = users->items[i];
  }
  if (kept) users->len = kept;
}

/* The users and what uses them, as a change would reach them. */
static Err count_reached(Job *job, StoreReader *reader, unsigned depth, ToolLinkedUsers *users) {
  StoreSymbols roots = {0};
  QueryImpact impact;
  for (size_t i = 0; i < users->users.len; i++) *vec_add(job->arena, &roots) = users->users.items[i].symbol;
  QueryImpactRequest request = {.roots = roots.items, .root_count = roots.len, .bare_files = true, .direction = QUERY_CALLERS,
                                .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = depth};
  users->reached = roots.len;
  TRY(query_impact(job, reader, &request, &impact));
  users->reached += impact.counts.symbols;
  users->files = impact.counts.files;
  return OK;
}

/* The other repository is brought up to date, but only for a moment: an index
 * of it that is not whole is used as it is, and the answer says so. */
static Err look_there(ToolCall *call, Index *own, const ToolLinkedAsk *ask, Index *other, ToolLinkedUsers *users) {
  Job *job = call->job;
  StoreReader *reader;
  IndexState state;
  QueryInwardRequest request = {index_root(own), ask->symbols, ask->count, crossing};
  TRY(index_refresh_within(job, other, PATIENCE_MS));
  index_state(other, &state);
  *users = (ToolLinkedUsers){.root = index_root(other), .is_partial = state.provisional || state.behind};
  TRY(index_reader_take(job, other, &reader));
  Err err = query_inward(job, reader, &request, &users->users);
  if (!err) drop_imports(&users->users);
  if (!err && ask->depth > 1 && users->users.len) err = count_reached(job, reader, ask->depth - 1, users);
  index_reader_return(other, reader);
  return err;
}

/* One that cannot be read costs the answer nothing else: status tells of it. */
Err tool_linked_look(ToolCall *call, ToolGraph *graph, const ToolLinkedAsk *ask, ToolLinked *ret_linked) {
  Index *indexes[TOOL_LINKED_MAX];
  size_t count = 0;
  ToolLinked linked = {0};
  if (ask->outward) TRY(query_outward(call->job, graph->reader, ask->symbols, ask->count, crossing, &linked.outward));
  if (ask->inward && call->scope->linked) TRY(call->scope->linked(call->scope, call, indexes, TOOL_LINKED_MAX, &count));
  linked.users = ARENA_ARRAY(call->job->arena, ToolLinkedUsers, count + 1);
  for (size_t i = 0; i < count; i++) {
    ToolLinkedUsers *users = &linked.users[linked.user_count];
    Err err = look_there(call, graph->index, ask, indexes[i], users);
    if (err && job_is_stopped(call->job)) return err;
    if (err) job_forgive(call->job);
    else if (users->users.len || users->is_partial) linked.user_count++;
  }
  *ret_linked = linked;
  return OK;
}

/* ---- text ---- */

static void say_place(ToolCall *call, Str root, Str path) {
  answer_show(call->answer, file_name(root), TOOL_SHOWN_NAME);
  answer_say(call->answer, ":");
  answer_path(call->answer, NULL, path);
}

/* Imports are left out of the words: what is imported and used is told by its
 * use. */
static void show_outward(ToolCall *call, const QueryOutwards *outward) {
  Answer *out = call->answer;
  size_t count = 0, shown = 0;
  for (size_t i = 0; i < outward->len; i++) count += !is_import(outward->items[i].first.kind);
  if (!count) return;
  answer_heading(out, "Uses in linked repositories (%zu):", count);
  for (size_t i = 0; i < outward->len && shown < SHOWN_MAX; i++) {
    const QueryOutward *one = &outward->items[i];
    if (is_import(one->first.kind)) continue;
    shown++;
    answer_say(out, "  ");
    say_place(call, one->to.root, one->to.path);
    answer_say(out, ": ");
    answer_name(out, NULL, one->to.name);
    answer_say(out, ":%u %s at %u", one->to.line, edge_kind_word((EdgeKind)one->first.kind), one->first.line);
    if (one->sites > 1) answer_say(out, " and %zu more", one->sites - 1);
    answer_say(out, "\n");
  }
  answer_more(out, count - shown, "");
}

/* A use at the top level of a file has no symbol to name, so the file stands
 * alone. */
static void show_users(ToolCall *call, const ToolLinkedUsers *users) {
  Answer *out = call->answer;
  Str name = str_shown(call->job->arena, file_name(users->root), TOOL_SHOWN_NAME);
  const QueryInwards *list = &users->users;
  if (users->is_partial) answer_note(out, "%.*s is not wholly indexed yet: more may use it there", STR_ARG(name));
  if (!list->len) return;
  if (users->reached > list->len) answer_heading(out, "Used in %.*s (%zu; %zu symbols in all are reached there):", STR_ARG(name), list->len, users->reached);
  else answer_heading(out, "Used in %.*s (%zu):", STR_ARG(name), list->len);
  for (size_t i = 0; i < list->len && i < SHOWN_MAX; i++) {
    const QueryInward *one = &list->items[i];
    answer_say(out, "  ");
    say_place(call, users->root, one->symbol.path);
    answer_say(out, ": ");
    if (one->symbol.kind == SYMBOL_FILE) answer_say(out, "(top level)");
    else answer_name(out, NULL, query_qualified(call->job->arena, &one->symbol));
    if (one->symbol.kind != SYMBOL_FILE) answer_say(out, ":%u", one->symbol.name_span.line);
    answer_say(out, " %s at %u", edge_kind_word((EdgeKind)one->first.kind), one->first.line);
    if (one->sites > 1) answer_say(out, " and %zu more", one->sites - 1);
    answer_say(out, "\n");
  }
  answer_more(out, list->len > SHOWN_MAX ? list->len - SHOWN_MAX : 0, "");
}

void tool_linked_show(ToolCall *call, const ToolLinked *linked) {
  answer_begin_words(call->answer);
  show_outward(call, &linked->outward);
  for (size_t i = 0; i < linked->user_count; i++) show_users(call, &linked->users[i]);
  answer_end(call->answer);
}

/* ---- fields ---- */

static void write_edge(Answer *out, Str root, const StoreOutward *edge) {
  answer_field_str(out, "repo", root);
  answer_field_int(out, "at", edge->line);
  answer_field_str(out, "edge", str_from_c(edge_kind_word((EdgeKind)edge->kind)));
  answer_field_str(out, "rule", str_from_c(edge_rule_word((EdgeRule)edge->rule)));
  answer_field_str(out, "confidence", str_from_c(edge_rule_confidence((EdgeRule)edge->rule)));
}

void tool_linked_write(ToolCall *call, const ToolLinked *linked) {
  Answer *out = call->answer;
  answer_begin_list(out, "linkedCalls");
  for (size_t i = 0; i < linked->outward.len && i < SHOWN_MAX; i++) {
    const StoreOutside *to = &linked->outward.items[i].to;
    answer_begin_row(out);
    answer_field_str(out, "name", str_head(to->name, ANSWER_NAME_MAX));
    answer_field_str(out, "kind", str_from_c(symbol_kind_word((SymbolKind)to->kind)));
    answer_field_str(out, "path", to->path);
    answer_field_int(out, "line", to->line);
    write_edge(out, to->root, &linked->outward.items[i].first);
    answer_end(out);
  }
  answer_end(out);
  answer_begin_list(out, "linkedCallers");
  for (size_t i = 0; i < linked->user_count; i++) {
    const ToolLinkedUsers *users = &linked->users[i];
    for (size_t k = 0; k < users->users.len && k < SHOWN_MAX; k++) {
      answer_begin_row(out);
      tool_answer_fields(out, &users->users.items[k].symbol);
      write_edge(out, users->root, &users->users.items[k].first);
      answer_end(out);
    }
  }
  answer_end(out);
}

const ToolField tool_linked_row[] = {
    TOOL_SYMBOL_ROWS,
    {"repo", TOOL_STRING, true, .help = "root of the repository it is in"},
    {"at", TOOL_INTEGER, true, .help = "line of the first site"},
    {"edge", TOOL_STRING, true, .help = "calls, instantiates, reads, ..."},
    {"rule", TOOL_STRING, true, .help = "how the edge was found"},
    {"confidence", TOOL_STRING, true, .help = "exact, inferred, candidate or heuristic"},
    {0},
};
