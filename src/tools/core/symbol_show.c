/* What `symbol` tells of one in words. */
#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/history/history.h"
#include "src/query/history/history.h"
#include "src/tools/core/symbol_internal.h"

#define TESTS_NAMED 3 /* callers in tests; of more only their files */
#define TEST_FILES 3
#define CONTAINER_MAX 4 /* dispatched calls shown of all its members */
#define BELOW_MAX 1000 /* what is built on it, further pages included */
#define DOC_MAX 200
#define HISTORY_PATIENCE_MS 0 /* never waits: the line is missing until it is known */

/* A definition without words may be explained where it is declared. */
static Str doc_of(SymbolAbout *about) {
  Arena *arena = about->call->job->arena;
  Str doc = about->has_source ? query_source_doc(arena, &about->source, about->symbol, DOC_MAX) : STR_EMPTY;
  for (size_t i = about->targets.distinct; !doc.len && i < about->targets.len; i++) {
    const StoreSymbol *declared = &about->targets.items[i];
    const QuerySource *source = declared->flags & DEF_DECLARATION ? tool_source(about->call, about->graph, declared->path) : NULL;
    if (source) doc = query_source_doc(arena, source, declared, DOC_MAX);
  }
  return doc;
}

/* `with_code`: its first lines say how it is declared. */
static void show_head(SymbolAbout *about, bool with_code) {
  ToolCall *call = about->call;
  Answer *out = call->answer;
  const StoreSymbol *symbol = about->symbol;
  bool is_file = symbol->kind == SYMBOL_FILE;
  answer_place(out, NULL, symbol->path, NULL, is_file ? 0 : symbol->full.line);
  if (symbol->full.end_line > symbol->full.line) answer_say(out, "-%u", symbol->full.end_line);
  answer_say(out, " ");
  answer_kind(out, NULL, symbol_kind_word(symbol->kind));
  if (!is_file) {
    answer_say(out, " ");
    answer_name(out, NULL, query_qualified(call->job->arena, symbol));
  }
  if (symbol->flags & DEF_EXPORTED && !is_file) answer_say(out, ", exported");
  if (symbol->flags & DEF_TEST) answer_say(out, ", test");
  if (symbol->flags & DEF_DECLARATION) answer_say(out, ", declaration");
  answer_say(out, "\n");
  if (!with_code && symbol->signature.len && !str_eq(symbol->signature, symbol->name)) {
    answer_show(out, symbol->signature, SIZE_MAX);
    answer_say(out, "\n");
  }
  Str doc = doc_of(about);
  answer_put(out, doc);
  if (doc.len && doc.ptr[doc.len - 1] != '\n') answer_say(out, "\n");
}

/* `how`: to see all of them. */
static void show_group_with(SymbolAbout *about, const char *title, const QueryTrailGroup *group, const char *how) {
  if (!group->total) return;
  answer_heading(about->call->answer, "%s (%zu):", title, group->total);
  tool_answer_entries(about->call, about->graph, group);
  answer_more(about->call->answer, group->total - group->len, how);
}

static void show_group(SymbolAbout *about, const char *title, const QueryTrailGroup *group) { show_group_with(about, title, group, ""); }

/* Callers in tests are counted, unless there are no others. */
static void show_callers(SymbolAbout *about, const char *title) {
  QueryTrailGroup shown = about->callers.direct;
  size_t code = 0, tests = 0;
  while (code < shown.len && !(shown.items[code].symbol.flags & DEF_TEST)) code++;
  if (!shown.total) return;
  tests = shown.len - code;
  if (code && tests > TESTS_NAMED) shown.len = code;
  answer_heading(about->call->answer, "%s (%zu):", title, shown.total);
  tool_answer_entries(about->call, about->graph, &shown);
  if (shown.len == about->callers.direct.len) {
    answer_more(about->call->answer, shown.total - shown.len, ": impact with depth=1 lists all");
    return;
  }
  answer_say(about->call->answer, "  and %zu in tests: ", shown.total - shown.len);
  Str path = STR_EMPTY;
  size_t files = 0;
  for (size_t i = code; i < about->callers.direct.len; i++) {
    Str own = about->callers.direct.items[i].symbol.path;
    if (str_eq(own, path)) continue;
    path = own;
    if (files++ >= TEST_FILES) continue;
    if (files > 1) answer_say(about->call->answer, ", ");
    answer_path(about->call->answer, NULL, path);
  }
  answer_say(about->call->answer, files > TEST_FILES ? " …\n" : "\n");
}

/* Of a type they are many, and its methods' own. */
static void show_dispatched(SymbolAbout *about, const QueryTrailGroup *group) {
  QueryTrailGroup shown = *group;
  if (!group->total && !about->mocks) return;
  if (about->is_container && shown.len > CONTAINER_MAX) shown.len = CONTAINER_MAX;
  answer_heading(about->call->answer, "May call, by dispatch (%zu):", group->total + about->mocks);
  tool_answer_dispatched(about->call, &shown);
  answer_more(about->call->answer, group->total - shown.len, "");
  if (about->mocks) answer_say(about->call->answer, "  and %zu in tests or made for them\n", about->mocks);
}

/* How it is used where it is not called, by manner. */
static void show_uses(SymbolAbout *about) {
  SymbolKind kind = about->symbol->kind;
  bool is_function = symbol_kind_is_callable(kind), is_enum = kind == SYMBOL_ENUM;
  ToolUses shown = {.uses = &about->uses, .with_members = is_enum, .with_names = is_function,
                    .with_targets = kind == SYMBOL_ENUM_MEMBER || query_is_variable(kind), .max = TOOL_USES_SHOWN};
  /* What is built on it stands below, with its levels. */
  shown.forms = ~(TOOL_USE_FORM(QUERY_USE_EXTENDED) | TOOL_USE_FORM(QUERY_USE_IMPLEMENTED) | TOOL_USE_FORM(QUERY_USE_DECORATED));
  tool_answer_uses(about->call, &shown);
  tool_answer_values(about->call, &about->values);
  for (size_t i = 0; i < about->stray.len && i < SYMBOL_TRAIL_MAX; i++) {
    const QueryStrayColumn *one = &about->stray.items[i];
    Arena *arena = about->call->job->arena;
    answer_note(about->call->answer, "%.*s is written at %.*s:%u, and no definition of the table has it.", STR_ARG(str_shown(arena, one->name, TOOL_SHOWN_WORD)),
                STR_ARG(str_shown(arena, one->in.path, SIZE_MAX)), one->line);
  }
}

static void show_omissions(SymbolAbout *about) {
  Answer *out = about->call->answer;
  const QueryOmissions *found = &about->omissions;
  if (!found->len) return;
  answer_heading(out, "Its type is made without it (%zu):", found->len);
  for (size_t i = 0; i < found->len && i < SYMBOL_TRAIL_MAX; i++) {
    bool is_same = i && str_eq(found->items[i].in.path, found->items[i - 1].in.path);
    answer_say(out, !i ? "  " : is_same ? "; " : "\n  ");
    if (!is_same) answer_path(out, NULL, found->items[i].in.path);
    if (!is_same) answer_say(out, ": ");
    answer_name(out, NULL, query_qualified(about->call->job->arena, &found->items[i].in));
    answer_say(out, " at ");
    answer_line(out, NULL, found->items[i].line);
  }
  answer_say(out, "\n");
  if (found->len > SYMBOL_TRAIL_MAX) answer_more(out, found->len - SYMBOL_TRAIL_MAX, "");
}

static void say_held(SymbolAbout *about, const QueryHeld *held) {
  Answer *out = about->call->answer;
  Arena *arena = about->call->job->arena;
  bool is_handed = held->by.id.value != 0;
  answer_say(out, "  ");
  answer_name(out, NULL, query_qualified(arena, &held->in));
  if (is_handed) answer_say(out, " takes it from %.*s and", STR_ARG(str_shown(arena, held->by.name, TOOL_SHOWN_WORD)));
  answer_say(out, " calls it as %.*s at ", STR_ARG(str_shown(arena, held->name, TOOL_SHOWN_WORD)));
  for (size_t k = 0; k < held->count && k < QUERY_HELD_MAX; k++) {
    if (k) answer_say(out, ", ");
    if (is_handed && !k) answer_place(out, NULL, held->in.path, NULL, held->lines[k]);
    else answer_line(out, NULL, held->lines[k]);
  }
  answer_say(out, held->count > QUERY_HELD_MAX ? " …\n" : "\n");
}

/* Who gets hold of it by what keeps it calls it under another name, further on. */
static Err show_held(SymbolAbout *about) {
  QueryHelds helds;
  const QueryHeldRequest request = {.texts = {about->graph->index, about->graph->calm}, .symbol = about->symbol, .most = SYMBOL_TRAIL_MAX};
  if (!about->callers.linked.len) return OK;
  TRY(query_held(about->call->job, about->graph->reader, &request, &helds));
  for (size_t i = 0; i < helds.len; i++) say_held(about, &helds.items[i]);
  return OK;
}

/* Certain ways first, then what may happen by dispatch, then guesses, each
 * under its own heading: a reader must not take one for another. */
static Err show_trails(SymbolAbout *about, const QueryLiterals *told) {
  bool is_file = about->symbol->kind == SYMBOL_FILE;
  if (about->is_container && about->callees.direct.len > CONTAINER_MAX) about->callees.direct.len = CONTAINER_MAX;
  show_group(about, "Calls", &about->callees.direct);
  show_dispatched(about, &about->callees.dispatched);
  show_group(about, "May lead to, by heuristics", &about->callees.linked);
  show_group(about, "Holds functions, to be called through it", &about->held.linked);
  /* Of what is no function every place is told by its manner. */
  if (tool_symbol_is_made(about)) show_uses(about);
  if (is_file || tool_symbol_is_made(about) || symbol_kind_is_callable(about->symbol->kind)) {
    show_callers(about, tool_symbol_is_made(about) ? "Members called by" : "Called by");
  }
  show_group(about, "May be called by, through what it overrides", &about->callers.dispatched);
  tool_answer_family(about->call, about->graph, &about->family);
  show_group(about, "May be reached from, by heuristics", &about->callers.linked);
  TRY(show_held(about));
  bool has_callers = about->callers.direct.total || about->callers.dispatched.total || about->family.len;
  if (!has_callers) {
    ToolUncalled uncalled = {about->symbol, about->has_source ? &about->source : NULL, about->uses.len, about->above.total > 0,
                             about->callers.linked.total > 0};
    TRY(tool_answer_uncalled(about->call, about->graph, &uncalled));
  }
  size_t family = about->family.known.len;
  ToolListed listed = {.has_callers = has_callers, .has_family = family && family < QUERY_FAMILY_MAX,
                       .has_links = about->callers.linked.total > 0};
  TRY(tool_answer_open_calls(about->call, about->graph, about->symbol, &listed));
  if (!tool_symbol_is_made(about)) show_uses(about);
  show_omissions(about);
  tool_answer_catches(about->call, &about->catches);
  if (told && tool_same_literals(told, &about->literals)) answer_say(about->call->answer, "Its values decide where those above do.\n");
  else tool_answer_literals(about->call, &about->literals, about->symbol->kind == SYMBOL_ENUM);
  tool_answer_literal_lists(about->call, &about->lists);
  if (tool_symbol_is_made(about) && about->symbol->kind != SYMBOL_ENUM) show_group_with(about, "Members read or written by", &about->users.direct, ": impact with depth=1 lists all");
  if (is_file) show_group_with(about, "Imported by", &about->users.direct, ": impact with depth=1 lists all");
  return OK;
}

/* The first few; what is built on a type may be hundreds, which further pages
 * bring. */
static void show_relatives(SymbolAbout *about, const QueryRelatives *relatives, bool up) {
  if (!relatives->total) return;
  ToolCall *call = about->call;
  answer_heading(call->answer, "%s (%zu):", up ? "Built on" : "Built on it", relatives->total);
  size_t count = relatives->len < SYMBOL_TRAIL_MAX ? relatives->len : SYMBOL_TRAIL_MAX, left = relatives->total - count;
  answer_begin_words(call->answer);
  for (size_t i = 0; i < count; i++) tool_answer_relative(call, relatives, i, 0, up);
  answer_end(call->answer);
  answer_more(call->answer, left, up ? "" : ": by the cursor below, or hierarchy through call");
}

/* Never waits: reading a long history takes seconds, and this is one line. */
static Err show_history(SymbolAbout *about) {
  ToolCall *call = about->call;
  History *history = query_history(about->graph->index);
  HistoryState state;
  HistoryFile file;
  TRY(history_update(call->job, history, HISTORY_PATIENCE_MS, &state));
  if (!state.is_there) return OK;
  TRY(history_file(call->job, history, about->symbol->path, &file));
  Str day = clock_day(call->job->arena, file.last);
  if (!file.commits || !day.len) return OK;
  answer_say(call->answer, "History of the file: %zu commit%s, last %.*s by %.*s", file.commits,
                 file.commits == 1 ? "" : "s", STR_ARG(day), STR_ARG(str_shown(call->job->arena, file.last_author, TOOL_SHOWN_WORD)));
  if (file.author_count) {
    answer_say(call->answer, "; most by %.*s (%zu)",
                   STR_ARG(str_shown(call->job->arena, file.authors[0].name, TOOL_SHOWN_WORD)), file.authors[0].commits);
  }
  answer_say(call->answer, ".\n");
  return OK;
}

/* ---- code or outline, in pieces ---- */

/* A signature that says the kind itself does not need it before it. */
static void add_member(Answer *out, const StoreSymbol *one) {
  Str words = one->signature.len ? one->signature : one->name, kind = str_from_c(symbol_kind_word(one->kind));
  bool is_said = str_starts_with(words, kind) && words.len > kind.len && words.ptr[kind.len] == ' ';
  answer_say(out, "  ");
  answer_line(out, NULL, one->full.line);
  if (one->full.line != one->full.end_line) answer_say(out, "-%u", one->full.end_line);
  answer_say(out, " ");
  if (!is_said) {
    answer_kind(out, NULL, symbol_kind_word(one->kind));
    answer_say(out, " ");
  }
  answer_show(out, words, TOOL_SHOWN_NAME);
  answer_say(out, "\n");
}

static void add_members(SymbolAbout *about) {
  Arena *arena = about->call->job->arena;
  Answer *out = about->call->answer;
  Str here = str_format(arena, "Members (%zu):", about->here);
  for (size_t i = 0; i < about->members.len; i++) {
    const StoreSymbol *one = &about->members.items[i];
    Str title = i < about->here ? here : str_format(arena, "Members in %.*s:", STR_ARG(str_shown(arena, one->path, SIZE_MAX)));
    answer_begin_item(out, &(AnswerItem){.heading = title});
    add_member(out, one);
    answer_end(out);
  }
}

/* What is built on it beyond the first few, for further pages. On the first
 * one only their number matters: they are not even read from the store. */
static Err add_below(SymbolAbout *about) {
  ToolCall *call = about->call;
  Answer *out = call->answer;
  QueryRelatives *below = &about->below;
  size_t first = below->len, total = below->total < BELOW_MAX ? below->total : BELOW_MAX;
  if (first >= total) return OK;
  if (tool_arg_str(call, "cursor").len) TRY(query_hierarchy(call->job, about->graph->reader, about->symbol->id, (QueryClimb){false, SYMBOL_LEVELS, BELOW_MAX}, below));
  answer_page_later(out);
  for (size_t i = first; i < total; i++) {
    if (i >= below->len || !answer_page_wants(out)) {
      answer_skip_items(out, 1);
      continue;
    }
    answer_begin_item(out, &(AnswerItem){.heading = STR("Built on it, further:")});
    tool_answer_relative(call, below, i, first, false);
    answer_end(out);
  }
  return OK;
}

/* Where a cursor leads must not have changed: the code or outline, and what is
 * built on it. */
static uint64_t state_of(SymbolAbout *about) {
  uint64_t state = answer_page_hash(about->call->answer);
  for (size_t i = 0; i < about->below.total; i++) state = hash_combine(state, (uint64_t)about->below.items[i].symbol.id.value);
  return state;
}

/* A type shows its members instead of its code, which is mostly theirs. The
 * state is taken before `below` may grow by what only later pages need. */
static Err add_rest(SymbolAbout *about, bool wants_code) {
  ToolCall *call = about->call;
  AnswerPaged paged;
  tool_begin_page(call, NULL, TOOL_ANSWER_MAX);
  if (about->members.len) add_members(about);
  else if (wants_code) tool_answer_items(call, STR("Code:"), &about->source, about->symbol->full.line, about->symbol->full.end_line);
  uint64_t state = state_of(about);
  TRY(add_below(about));
  return tool_end_page(call, about->graph->index, state, &paged);
}

Err tool_symbol_show_facts(SymbolAbout *about, bool with_code, const QueryLiterals *told) {
  show_head(about, with_code);
  TRY(show_trails(about, told));
  tool_precise_show(about->call, &about->precise);
  tool_linked_show(about->call, &about->linked);
  show_relatives(about, &about->above, true);
  show_relatives(about, &about->below, false);
  return OK;
}

Err tool_symbol_show(SymbolAbout *about) {
  ToolCall *call = about->call;
  bool wants_code = tool_arg_bool(call, "code") && about->has_source && about->symbol->kind != SYMBOL_FILE;
  if (!tool_arg_str(call, "cursor").len) {
    TRY(tool_symbol_show_facts(about, wants_code && !about->members.len, NULL));
    TRY(show_history(about));
    TRY(tool_answer_namesakes(call, about->graph, &about->targets, &about->family));
  }
  TRY(add_rest(about, wants_code));
  return tool_add_gaps(call, about->graph->index, false);
}
