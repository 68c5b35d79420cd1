/* symbol: one symbol and what it is connected with. */
#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/history/history.h"
#include "src/query/graph/graph.h"
#include "src/query/history/history.h"
#include "src/query/source/source.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/family_internal.h"
#include "src/tools/kit/linked_internal.h"
#include "src/tools/kit/parts_internal.h"
#include "src/tools/kit/precise_internal.h"
#include "src/tools/kit/uses_internal.h"


#define TRAIL_MAX 12
#define CALLEES_LOOKED 60 /* of them those that dispatch to what is made for tests are counted */
#define CALLERS_MAX 40 /* who needs all of them should not have to ask again */
#define CALLERS_PARTED 1000 /* callers of a type among which its makers are looked for */
#define TESTS_NAMED 3 /* callers in tests; of more only their files */
#define TEST_FILES 3
#define ASKED_MAX 200 /* of a type and its members, whose places are told */
#define LEVELS 3 /* of what it is built on, and of what is built on it */
#define CONTAINER_MAX 4 /* dispatched calls shown of all its members */
#define BELOW_MAX 1000 /* what is built on it, further pages included */
#define DOC_MAX 200
#define MEMBERS_MAX 200 /* among the fields, and of others of its name: */
#define NAMESAKES_MAX 20
#define SEVERAL_MAX 20 /* names in one call */
#define HISTORY_PATIENCE_MS 0 /* never waits: the line is missing until it is known */

/* One call: everything that is known of the symbol, gathered before anything
 * is written, so that text and fields say the same. */
typedef struct About {
  ToolCall *call;
  ToolGraph *graph;
  QueryTargets targets;
  const StoreSymbol *symbol;
  bool is_container;
  QuerySource source;
  bool has_source;
  QueryTrail callees, callers, users;
  size_t mocks; /* among what it may call by dispatch: made for tests */
  ToolFamily family; /* of a method: other declarations of what runs in its place */
  QueryTrail makers; /* of a type: who makes one; others who call it use its members */
  QueryUses uses; /* every place by its manner; of functions: those that are no calls */
  QueryStrayColumns stray; /* of a table: columns it lacks */
  QueryValuePlaces values; /* of a constant: statements that spell it out */
  QueryLiterals literals; /* of a union of texts: where they decide */
  QueryCatches catches; /* of a type that is thrown */
  QueryTrail held; /* functions that a variable's definition names or contains */
  QueryRelatives above, below;
  StoreSymbols members; /* direct ones, then methods in other files */
  size_t here;          /* of them in its own */
  VerifyUses precise;
  ToolLinked linked;
} About;

static size_t at_most(size_t count, size_t most) { return count < most ? count : most; }

/* Those who make one of a type are few among those who use its members, and
 * asked for by themselves. */
static bool is_made(const About *about) { return about->is_container && about->symbol->kind != SYMBOL_FILE; }

static bool is_constructor(const About *about, Str name) {
  for (size_t i = 0; i < about->members.len; i++) {
    if (about->members.items[i].kind == SYMBOL_CONSTRUCTOR && str_eq(about->members.items[i].name, name)) return true;
  }
  return false;
}

/* Takes those who make one out of the callers. Of very many callers those that
 * were not looked at count as users of members. */
static void part_makers(About *about) {
  QueryTrailGroup *callers = &about->callers.direct, *makers = &about->makers.direct;
  size_t kept = 0;
  makers->items = ARENA_ARRAY(about->call->job->arena, QueryTrailEntry, callers->len + 1);
  for (size_t i = 0; i < callers->len; i++) {
    const QueryTrailEntry *entry = &callers->items[i];
    bool makes = (entry->kinds & STORE_KIND(EDGE_INSTANTIATES)) || (entry->member.len && is_constructor(about, entry->member));
    if (makes) makers->items[makers->len++] = *entry;
    else callers->items[kept++] = *entry;
  }
  makers->total = makers->len;
  callers->total -= makers->len;
  callers->len = kept < TRAIL_MAX ? kept : TRAIL_MAX;
  if (makers->len > TRAIL_MAX) makers->len = TRAIL_MAX;
}

static void cut(QueryTrailGroup *group) { group->len = at_most(group->len, TRAIL_MAX); }

/* Implementations that are made for tests are many and run in none but tests. */
static void part_callees(About *about) {
  QueryTrailGroup *dispatched = &about->callees.dispatched;
  size_t kept = 0;
  for (size_t i = 0; i < dispatched->len && !query_is_for_tests(about->symbol); i++) {
    if (query_is_for_tests(&dispatched->items[i].symbol)) about->mocks++;
    else dispatched->items[kept++] = dispatched->items[i];
  }
  if (about->mocks) {
    dispatched->len = kept;
    dispatched->total -= about->mocks;
  }
  cut(&about->callees.direct);
  cut(dispatched);
  cut(&about->callees.linked);
}

/* Of those who use a type, the ones that name it itself are among the places;
 * left are those who use its members. */
static void part_users(About *about) {
  QueryTrailGroup *users = &about->users.direct;
  size_t kept = 0, taken = 0;
  for (size_t i = 0; i < users->len; i++) {
    if (users->items[i].member.len) users->items[kept++] = users->items[i];
    else taken++;
  }
  users->total -= taken;
  users->len = kept < TRAIL_MAX ? kept : TRAIL_MAX;
}

/* Another name for it is made and named like it. */
static bool is_alias(const StoreSymbol *symbol, const QueryUse *use) {
  bool is_here = use->in.kind == SYMBOL_TYPE && use->line == use->in.name_span.line && use->of.id.value == symbol->id.value;
  return is_here && str_ends_with(use->in.signature, symbol->name);
}

/* Of an enumeration its constants are what is switched over and compared; of a
 * class its constructors make one. */
static Err look_at_uses(About *about) {
  const StoreSymbol *symbol = about->symbol;
  /* Other names come only to what is made: of a function it is one. */
  size_t room = is_made(about) || about->members.len >= ASKED_MAX ? ASKED_MAX : about->members.len + 1;
  StoreSymbol *asked = ARENA_ARRAY(about->call->job->arena, StoreSymbol, room);
  QueryUsesRequest request = {.symbols = asked, .most = TOOL_USES_LOOKED, .calm = about->graph->calm};
  if (symbol->kind == SYMBOL_FILE) return OK;
  asked[request.count++] = *symbol;
  for (size_t i = 0; i < about->members.len && request.count < room; i++) {
    SymbolKind kind = about->members.items[i].kind;
    if (kind == SYMBOL_ENUM_MEMBER || kind == SYMBOL_CONSTRUCTOR) asked[request.count++] = about->members.items[i];
  }
  if (symbol_kind_is_callable(symbol->kind)) request.kinds = QUERY_USES;
  TRY(query_uses(about->call->job, about->graph->index, about->graph->reader, &request, &about->uses));
  size_t known = request.count;
  for (size_t i = 0; is_made(about) && i < about->uses.len && request.count < room; i++) {
    if (is_alias(symbol, &about->uses.items[i])) asked[request.count++] = about->uses.items[i].in;
  }
  if (request.count == known) return OK;
  return query_uses(about->call->job, about->graph->index, about->graph->reader, &request, &about->uses);
}

/* Of a type its members', too: they are what is called of it. */
static Err look_at_linked(About *about) {
  bool is_file = about->symbol->kind == SYMBOL_FILE; /* whose members have their own */
  size_t count = is_file ? 1 : at_most(about->members.len, ASKED_MAX) + 1;
  StoreSymbol *asked = ARENA_ARRAY(about->call->job->arena, StoreSymbol, count);
  asked[0] = *about->symbol;
  for (size_t i = 1; i < count; i++) asked[i] = about->members.items[i - 1];
  ToolLinkedAsk ask = {asked, count, .outward = true, .inward = true, .depth = 1};
  return tool_linked_look(about->call, about->graph, &ask, &about->linked);
}

/* A few walks of one step each. A source that cannot be read (deleted since)
 * only costs the code. */
static Err look(About *about) {
  ToolCall *call = about->call;
  StoreReader *reader = about->graph->reader;
  const StoreSymbol *symbol = about->symbol;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLEES,
                               .kinds = QUERY_CALLS | QUERY_LINKS, .limit = CALLEES_LOOKED};
  TRY(query_trail(call->job, reader, &request, &about->callees));
  part_callees(about);
  request.direction = QUERY_CALLERS;
  request.limit = is_made(about) ? CALLERS_PARTED : CALLERS_MAX;
  TRY(query_trail(call->job, reader, &request, &about->callers));
  TRY(tool_family(call, about->graph, symbol, &about->family));
  if (is_made(about)) part_makers(about);
  request.limit = is_made(about) ? CALLERS_PARTED : TRAIL_MAX;
  request.kinds = STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) | STORE_KIND(EDGE_TYPE_OF);
  if (symbol->kind == SYMBOL_FILE) request.kinds = STORE_KIND(EDGE_IMPORTS);
  TRY(query_trail(call->job, reader, &request, &about->users));
  if (is_made(about)) part_users(about);
  TRY(look_at_uses(about));
  TRY(query_value_places(call->job, about->graph->index, symbol, &about->uses, &about->values));
  if (is_made(about)) TRY(query_stray_columns(call->job, about->graph->index, reader, symbol, &about->stray));
  TRY(query_catches(call->job, about->graph->index, reader, &(QueryThrown){symbol, &about->uses, about->graph->calm}, &about->catches));
  if (symbol->kind == SYMBOL_ENUM) TRY(query_enum_switches(call->job, about->graph->index, &about->members, &about->uses, &about->literals));
  else TRY(query_literals(call->job, about->graph->index, reader, symbol, &about->literals));
  if (about->literals.member_count > 1) TRY(query_literal_tables(call->job, about->graph->index, symbol, &about->uses, &about->literals));
  request.kinds = QUERY_TABLES;
  request.limit = TRAIL_MAX;
  request.direction = QUERY_CALLEES;
  if (query_is_variable(symbol->kind)) TRY(query_trail(call->job, reader, &request, &about->held));
  TRY(query_hierarchy(call->job, reader, symbol->id, (QueryClimb){true, LEVELS, TRAIL_MAX}, &about->above));
  TRY(query_hierarchy(call->job, reader, symbol->id, (QueryClimb){false, LEVELS, TRAIL_MAX}, &about->below));
  const ToolGraph *graph = about->graph;
  if (query_source_open_kept(call->job, graph->index, graph->calm, symbol->path, &about->source)) job_forgive(call->job);
  else about->has_source = true;
  return OK;
}

/* Direct members only: those of a type inside are that type's. */
static Err look_at_members(About *about) {
  StoreSymbols all;
  about->is_container = query_is_container(about->symbol->kind);
  if (!about->is_container) return OK;
  TRY(query_members(about->call->job, about->graph->reader, about->symbol, &all));
  size_t kept = 0;
  int64_t own = about->symbol->kind == SYMBOL_FILE ? 0 : about->symbol->id.value;
  for (size_t i = 0; i < all.len; i++) {
    if (all.items[i].container_id.value == own) all.items[kept++] = all.items[i];
  }
  all.len = about->here = kept;
  about->members = all;
  if (about->symbol->kind == SYMBOL_FILE) return OK;
  StoreSymbols elsewhere;
  TRY(query_members_elsewhere(about->call->job, about->graph->reader, about->symbol, &elsewhere));
  for (size_t i = 0; i < elsewhere.len; i++) *vec_add(about->call->job->arena, &about->members) = elsewhere.items[i];
  return OK;
}

/* ---- text ---- */

/* A definition without words may be explained where it is declared. */
static Str doc_of(About *about) {
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
static void show_head(About *about, bool with_code) {
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
static void show_group_with(About *about, const char *title, const QueryTrailGroup *group, const char *how) {
  if (!group->total) return;
  answer_heading(about->call->answer, "%s (%zu):", title, group->total);
  tool_answer_entries(about->call, about->graph, group);
  answer_more(about->call->answer, group->total - group->len, how);
}

static void show_group(About *about, const char *title, const QueryTrailGroup *group) { show_group_with(about, title, group, ""); }

/* Callers in tests are counted, unless there are no others. */
static void show_callers(About *about, const char *title) {
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
static void show_dispatched(About *about, const QueryTrailGroup *group) {
  QueryTrailGroup shown = *group;
  if (!group->total && !about->mocks) return;
  if (about->is_container && shown.len > CONTAINER_MAX) shown.len = CONTAINER_MAX;
  answer_heading(about->call->answer, "May call, by dispatch (%zu):", group->total + about->mocks);
  tool_answer_dispatched(about->call, &shown);
  answer_more(about->call->answer, group->total - shown.len, "");
  if (about->mocks) answer_say(about->call->answer, "  and %zu in tests or made for them\n", about->mocks);
}

/* How it is used where it is not called, by manner. */
static void show_uses(About *about) {
  SymbolKind kind = about->symbol->kind;
  bool is_function = symbol_kind_is_callable(kind), is_enum = kind == SYMBOL_ENUM;
  ToolUses shown = {.uses = &about->uses, .with_members = is_enum, .with_names = is_function,
                    .with_targets = kind == SYMBOL_ENUM_MEMBER || query_is_variable(kind), .max = TOOL_USES_SHOWN};
  /* What is built on it stands below, with its levels. */
  shown.forms = ~(TOOL_USE_FORM(QUERY_USE_EXTENDED) | TOOL_USE_FORM(QUERY_USE_IMPLEMENTED) | TOOL_USE_FORM(QUERY_USE_DECORATED));
  tool_answer_uses(about->call, &shown);
  tool_answer_values(about->call, &about->values);
  for (size_t i = 0; i < about->stray.len && i < TRAIL_MAX; i++) {
    const QueryStrayColumn *one = &about->stray.items[i];
    Arena *arena = about->call->job->arena;
    answer_note(about->call->answer, "%.*s is written at %.*s:%u, and no definition of the table has it.", STR_ARG(str_shown(arena, one->name, TOOL_SHOWN_WORD)),
                STR_ARG(str_shown(arena, one->in.path, SIZE_MAX)), one->line);
  }
}

/* Who gets hold of it by what keeps it calls it under another name, further on. */
static Err show_held(About *about) {
  Answer *out = about->call->answer;
  StoreEdges edges = {0};
  if (about->callers.linked.len) TRY(store_edges_into(about->call->job, about->graph->reader, about->symbol->id, QUERY_LINKS, &edges));
  for (size_t i = 0; i < edges.len && i < TRAIL_MAX; i++) {
    QueryHeld held;
    StoreSymbol in;
    TRY(query_symbol(about->call->job, about->graph->reader, edges.items[i].from, &in));
    TRY(query_held_calls(about->call->job, about->graph->index, &in, &edges.items[i], &held));
    if (!held.count) continue;
    answer_say(out, "  ");
    answer_name(out, NULL, query_qualified(about->call->job->arena, &in));
    answer_say(out, " calls it as %.*s at ", STR_ARG(str_shown(about->call->job->arena, held.name, TOOL_SHOWN_WORD)));
    for (size_t k = 0; k < held.count && k < QUERY_HELD_MAX; k++) {
      if (k) answer_say(out, ", ");
      answer_line(out, NULL, held.lines[k]);
    }
    answer_say(out, held.count > QUERY_HELD_MAX ? " …\n" : "\n");
  }
  return OK;
}

/* Certain ways first, then what may happen by dispatch, then guesses, each
 * under its own heading: a reader must not take one for another. */
static Err show_trails(About *about, const QueryLiterals *told) {
  bool is_file = about->symbol->kind == SYMBOL_FILE;
  if (about->is_container && about->callees.direct.len > CONTAINER_MAX) about->callees.direct.len = CONTAINER_MAX;
  show_group(about, "Calls", &about->callees.direct);
  show_dispatched(about, &about->callees.dispatched);
  show_group(about, "May lead to, by heuristics", &about->callees.linked);
  show_group(about, "Holds functions, to be called through it", &about->held.linked);
  /* Of what is no function every place is told by its manner. */
  if (is_made(about)) show_uses(about);
  if (is_file || is_made(about) || symbol_kind_is_callable(about->symbol->kind)) {
    show_callers(about, is_made(about) ? "Members called by" : "Called by");
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
  if (!is_made(about)) show_uses(about);
  tool_answer_catches(about->call, &about->catches);
  if (told && tool_same_literals(told, &about->literals)) answer_say(about->call->answer, "Its values decide where those above do.\n");
  else tool_answer_literals(about->call, &about->literals, about->symbol->kind == SYMBOL_ENUM);
  if (is_made(about) && about->symbol->kind != SYMBOL_ENUM) show_group_with(about, "Members read or written by", &about->users.direct, ": impact with depth=1 lists all");
  if (is_file) show_group_with(about, "Imported by", &about->users.direct, ": impact with depth=1 lists all");
  return OK;
}

/* The first few; what is built on a type may be hundreds, which further pages
 * bring. */
static void show_relatives(About *about, const QueryRelatives *relatives, bool up) {
  if (!relatives->total) return;
  ToolCall *call = about->call;
  answer_heading(call->answer, "%s (%zu):", up ? "Built on" : "Built on it", relatives->total);
  size_t count = relatives->len < TRAIL_MAX ? relatives->len : TRAIL_MAX, left = relatives->total - count;
  answer_begin_words(call->answer);
  for (size_t i = 0; i < count; i++) tool_answer_relative(call, relatives, i, 0, up);
  answer_end(call->answer);
  answer_more(call->answer, left, up ? "" : ": by the cursor below, or hierarchy through call");
}

/* Never waits: reading a long history takes seconds, and this is one line. */
static Err show_history(About *about) {
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

static void add_members(About *about) {
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
static Err add_below(About *about) {
  ToolCall *call = about->call;
  Answer *out = call->answer;
  QueryRelatives *below = &about->below;
  size_t first = below->len, total = below->total < BELOW_MAX ? below->total : BELOW_MAX;
  if (first >= total) return OK;
  if (tool_arg_str(call, "cursor").len) TRY(query_hierarchy(call->job, about->graph->reader, about->symbol->id, (QueryClimb){false, LEVELS, BELOW_MAX}, below));
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
static uint64_t state_of(About *about) {
  uint64_t state = answer_page_hash(about->call->answer);
  for (size_t i = 0; i < about->below.total; i++) state = hash_combine(state, (uint64_t)about->below.items[i].symbol.id.value);
  return state;
}

/* A type shows its members instead of its code, which is mostly theirs. The
 * state is taken before `below` may grow by what only later pages need. */
static Err add_rest(About *about, bool wants_code) {
  ToolCall *call = about->call;
  AnswerPaged paged;
  tool_begin_page(call, NULL, TOOL_ANSWER_MAX);
  if (about->members.len) add_members(about);
  else if (wants_code) tool_answer_items(call, STR("Code:"), &about->source, about->symbol->full.line, about->symbol->full.end_line);
  uint64_t state = state_of(about);
  TRY(add_below(about));
  return tool_end_page(call, about->graph->index, state, &paged);
}

/* The first page begins with the facts; further ones go on with the code. */
static Err show(About *about) {
  ToolCall *call = about->call;
  bool wants_code = tool_arg_bool(call, "code") && about->has_source && about->symbol->kind != SYMBOL_FILE;
  if (!tool_arg_str(call, "cursor").len) {
    show_head(about, wants_code && !about->members.len);
    TRY(show_trails(about, NULL));
    tool_precise_show(call, &about->precise);
    tool_linked_show(about->call, &about->linked);
    show_relatives(about, &about->above, true);
    show_relatives(about, &about->below, false);
    TRY(show_history(about));
    TRY(tool_answer_namesakes(about->call, about->graph, &about->targets, &about->family));
  }
  TRY(add_rest(about, wants_code));
  return tool_add_gaps(call, about->graph->index, false);
}

/* ---- fields ---- */

/* `precise`: of what calls or uses the symbol; NULL for what it calls. */
static void add_group_through(ToolCall *call, const QueryTrailGroup *group, const char *how, const VerifyUses *precise, Str through) {
  Answer *out = call->answer;
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    EdgeRule rule = (EdgeRule)entry->edge.rule;
    bool is_verified = precise && tool_precise_has(call, precise, entry->symbol.path, entry->edge.line);
    answer_begin_row(out);
    tool_answer_fields(out, &entry->symbol);
    answer_field_int(out, "at", entry->edge.line);
    answer_field_str(out, "edge", str_from_c(edge_kind_word((EdgeKind)entry->edge.kind)));
    answer_field_str(out, "rule", str_from_c(edge_rule_word(entry->via.len ? RULE_DISPATCH : rule)));
    answer_field_str(out, "confidence", is_verified ? STR("verified") : str_from_c(how ? how : edge_rule_confidence(rule)));
    if (through.len) answer_field_str(out, "through", through);
    answer_end(out);
  }
}

static void add_group(ToolCall *call, const QueryTrailGroup *group, const char *how, const VerifyUses *precise) {
  add_group_through(call, group, how, precise, STR_EMPTY);
}

/* What is certain, what may happen by dispatch and what is guessed are one
 * list here; `confidence` tells them apart. */
static void add_trail_rows(ToolCall *call, const QueryTrail *trail, const VerifyUses *precise) {
  add_group(call, &trail->direct, NULL, precise);
  add_group(call, &trail->dispatched, "candidate", precise);
  add_group(call, &trail->linked, "heuristic", precise);
}

static void add_trail(ToolCall *call, const char *key, const QueryTrail *trail, const VerifyUses *precise) {
  answer_begin_list(call->answer, key);
  add_trail_rows(call, trail, precise);
  answer_end(call->answer);
}

static void add_relatives(Answer *out, const char *key, const QueryRelatives *relatives, bool up) {
  answer_begin_list(out, key);
  for (size_t i = 0; i < relatives->len; i++) {
    answer_begin_row(out);
    tool_answer_fields(out, &relatives->items[i].symbol);
    answer_field_str(out, "relation", tool_relation(&relatives->items[i], up));
    answer_field_int(out, "depth", relatives->items[i].depth);
    answer_end(out);
  }
  answer_end(out);
}

/* The text tells neighbours in one file together and the rest in pages: the
 * fields are the same facts in rows. */
static void add_fields(About *about) {
  Answer *out = about->call->answer;
  const StoreSymbol *symbol = about->symbol;
  answer_field_bool(out, "found", true);
  answer_begin_object(out, "symbol");
  tool_answer_fields(out, symbol);
  answer_field_int(out, "endLine", symbol->full.end_line);
  answer_field_str(out, "signature", str_head(symbol->signature, ANSWER_NAME_MAX));
  answer_field_bool(out, "exported", symbol->flags & DEF_EXPORTED);
  answer_end(out);
  add_trail(about->call, "calls", &about->callees, NULL);
  answer_begin_list(out, "calledBy");
  add_group(about->call, &about->makers.direct, NULL, &about->precise);
  add_trail_rows(about->call, &about->callers, &about->precise);
  for (size_t i = 0; i < about->family.len; i++) {
    const ToolFamilyOne *one = &about->family.items[i];
    add_group_through(about->call, &one->callers, NULL, &about->precise, query_qualified(about->call->job->arena, &one->symbol));
  }
  answer_end(out);
  answer_field_int(out, "callerCount", (int64_t)(about->makers.direct.total + about->callers.direct.total + about->callers.dispatched.total + about->family.callers));
  answer_field_int(out, "calleeCount", (int64_t)(about->callees.direct.total + about->callees.dispatched.total));
  add_trail(about->call, "usedBy", &about->users, &about->precise);
  tool_write_uses(out, &about->uses);
  tool_write_values(out, &about->values);
  tool_write_literals(out, &about->literals);
  tool_write_catches(out, &about->catches);
  tool_precise_write(about->call, &about->precise);
  tool_linked_write(about->call, &about->linked);
  add_relatives(out, "above", &about->above, true);
  add_relatives(out, "below", &about->below, false);
  tool_answer_symbols(out, "members", about->members.items, at_most(about->members.len, MEMBERS_MAX));
  tool_answer_symbols(out, "others", about->targets.items + 1, at_most(about->targets.distinct - 1, NAMESAKES_MAX));
}

/* Members first, because whether it is a container decides how much of the
 * trails is shown. */
/* ---- one, or several ---- */

/* A field of some type and a function that runs may have one name: what has a body
 * and is reached is meant, unless something else chooses. */
static Err lead_with_body(About *about, const QueryTarget *target) {
  QueryTargets *targets = &about->targets;
  StoreSymbol first = targets->items[0];
  bool is_chosen = target->file.len || target->line || target->has_kind || !str_eq(target->name, first.name);
  if (is_chosen || targets->distinct < 2 || (first.kind != SYMBOL_FIELD && first.kind != SYMBOL_PROPERTY)) return OK;
  for (size_t i = 1; i < targets->distinct; i++) {
    StoreSymbol other = targets->items[i];
    StoreEdges edges = {0};
    if (!symbol_kind_is_callable(other.kind) || other.flags & DEF_DECLARATION || query_is_for_tests(&other)) continue;
    TRY(store_edges_into(about->call->job, about->graph->reader, other.id, QUERY_CALLS | QUERY_LINKS, &edges));
    if (!edges.len) continue;
    for (size_t k = i; k > 0; k--) targets->items[k] = targets->items[k - 1];
    targets->items[0] = other;
    return OK;
  }
  return OK;
}

/* Nothing of that name: `ret_found` is false, and the answer says so. */
static Err look_up(About *about, Str name, bool *ret_found) {
  QueryTarget target;
  TRY(tool_target(about->call, name, &target));
  if (!target.name.len) return job_fail(about->call->job, ERR_USAGE, "name is blank: give the name of a symbol or the path of a file");
  TRY(tool_answer_targets(about->call, about->graph, &target, &about->targets));
  *ret_found = about->targets.len > 0;
  if (!*ret_found) return OK;
  TRY(lead_with_body(about, &target));
  about->symbol = &about->targets.items[0];
  TRY(look_at_members(about));
  TRY(look_at_linked(about));
  return look(about);
}

/* One of several: what it is connected with, and its code if that was asked
 * for. An item of its own, so that a page ends between two of them. */
static Err add_one(ToolCall *call, ToolGraph *graph, Str name, StoreSymbols *symbols, QueryLiterals *told) {
  About *about = &(About){.call = call, .graph = graph};
  bool is_found;
  answer_begin_item(call->answer, &(AnswerItem){.splits = true});
  TRY(look_up(about, name, &is_found));
  if (is_found) {
    *vec_add(call->job->arena, symbols) = *about->symbol;
    bool wants_code = tool_arg(call, "code") && tool_arg_bool(call, "code") && about->has_source && about->symbol->kind != SYMBOL_FILE;
    show_head(about, wants_code);
    TRY(show_trails(about, told));
    if (about->literals.len) *told = about->literals;
    tool_linked_show(about->call, &about->linked);
    show_relatives(about, &about->above, true);
    show_relatives(about, &about->below, false);
    TRY(tool_answer_namesakes(about->call, about->graph, &about->targets, &about->family));
    if (wants_code) query_source_add(call->job, call->answer, &about->source, about->symbol->full.line, about->symbol->full.end_line);
  }
  answer_say(call->answer, "\n");
  answer_end(call->answer);
  return OK;
}

static Err answer_several(ToolCall *call, ToolGraph *graph, Str names) {
  AnswerPaged paged;
  StoreSymbols symbols = {0};
  QueryLiterals told = {0}; /* a union and the constant it is made from have the same values */
  size_t count = 0;
  tool_begin_page(call, NULL, TOOL_ANSWER_MAX);
  for (Str rest = names; rest.len;) {
    Str name = str_trim(str_cut(&rest, ','));
    if (!name.len) continue;
    if (++count > SEVERAL_MAX) return job_fail(call->job, ERR_USAGE, "more than %d names: ask in several calls", SEVERAL_MAX);
    TRY(add_one(call, graph, name, &symbols, &told));
  }
  if (!count) return job_fail(call->job, ERR_USAGE, "name is blank: give the name of a symbol or the path of a file");
  TRY(tool_end_page(call, graph->index, answer_page_hash(call->answer), &paged));
  answer_field_bool(call->answer, "found", symbols.len > 0);
  tool_answer_symbols(call->answer, "symbols", symbols.items, symbols.len);
  return OK;
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  About *about = &(About){.call = call, .graph = graph};
  bool is_found;
  Str name;
  TRY(tool_expand_lines(call, graph, tool_arg_str(call, "name"), &name));
  if (str_find_byte(name, ',') != STR_NONE) return answer_several(call, graph, name);
  TRY(look_up(about, name, &is_found));
  if (!is_found) return OK;
  TRY(tool_precise_look(call, about->graph, about->symbol, &about->precise));
  add_fields(about);
  return show(about);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"name", TOOL_STRING, true, .help = "name, Type.member, file.c:name, file.c:120-180 or a file; several with commas"},
    {"file", TOOL_PATH, .help = "chooses among several: path or its end, or a folder"},
    {"line", TOOL_INTEGER, .min = 1, .max = 0, .help = "likewise: a line inside it"},
    {"kind", TOOL_STRING, .help = "likewise: function, class, ..."},
    {"code", TOOL_BOOLEAN, .otherwise = "true", .help = "with its source"},
    TOOL_ARG_PRECISE,
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField symbol_row[] = {
    TOOL_SYMBOL_ROWS,
    {"endLine", TOOL_INTEGER, true, .help = "last line of the definition"},
    {"signature", TOOL_STRING, true, .help = "declaration without body"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {0},
};
static const ToolField plain_row[] = {TOOL_SYMBOL_ROWS, {0}};
static const ToolField trail_row[] = {
    TOOL_SYMBOL_ROWS,
    {"at", TOOL_INTEGER, true, .help = "line of the first site; 0: none"},
    {"edge", TOOL_STRING, true, .help = "calls, instantiates, reads, ..."},
    {"rule", TOOL_STRING, true, .help = "how the edge was found"},
    {"confidence", TOOL_STRING, true, .help = "exact, inferred, candidate, heuristic or verified"},
    {"through", TOOL_STRING, .help = "another declaration of what implements it, which is called there"},
    {0},
};
static const ToolField relative_row[] = {
    TOOL_SYMBOL_ROWS,
    {"relation", TOOL_STRING, true, .help = "extends, implemented by, overrides, ..."},
    {"depth", TOOL_INTEGER, true, .help = "steps away, from 1"},
    {0},
};

static const ToolField result[] = {
    {"found", TOOL_BOOLEAN, true, .help = "there is such a symbol"},
    {"symbol", TOOL_OBJECT, .help = "the best of that name", .fields = symbol_row},
    {"calls", TOOL_OBJECTS, .help = "the first of what it calls", .fields = trail_row},
    {"calledBy", TOOL_OBJECTS, .help = "the first of who calls it", .fields = trail_row},
    {"callerCount", TOOL_INTEGER, .help = "all callers, heuristic ones not counted"},
    {"calleeCount", TOOL_INTEGER, .help = "all callees, likewise"},
    TOOL_OPEN_CALLS_ROW,
    {"usedBy", TOOL_OBJECTS, .help = "who refers to it otherwise; of a file: who imports it", .fields = trail_row},
    TOOL_USES_ROW,
    TOOL_VALUES_ROW,
    TOOL_LITERAL_ROWS,
    {"caughtBy", TOOL_OBJECTS, .help = "of what is thrown: who catches it on its way up", .fields = tool_catch_row},
    {"getsOut", TOOL_OBJECTS, .help = "likewise: what it gets out of and nobody calls", .fields = plain_row},
    {"notReached", TOOL_OBJECTS, .help = "likewise: clauses that name it and that no known way leads to", .fields = tool_unreached_row},
    TOOL_PRECISE_ROW,
    TOOL_LINKED_ROWS,
    {"above", TOOL_OBJECTS, .help = "what it extends, implements or overrides", .fields = relative_row},
    {"below", TOOL_OBJECTS, .help = "what extends, implements or overrides it", .fields = relative_row},
    {"members", TOOL_OBJECTS, .help = "of a type or file, at most 200", .fields = plain_row},
    {"others", TOOL_OBJECTS, .help = "of the same name, at most 20", .fields = plain_row},
    {"symbols", TOOL_OBJECTS, .help = "instead, when several were asked for: the best of each name", .fields = plain_row},
    {"suggestions", TOOL_STRINGS, .help = "when there is none: names spelled alike"},
    {0},
};

const Tool tool_symbol = {
    .name = "symbol",
    .title = "One symbol",
    .brief = "'A, B, C': every use by manner, each with its function, and whether the list is complete",
    .summary = "Every use of a function, type, constant, enum or field by manner (called, made, switched on, written, ...), each "
               "line with the function it is in, and whether the list is complete: no grep needed. Who catches an exception, decides by "
               "a union's values. Also docs, callees, hierarchy, code. Several with commas.",
    .help = "Of several names, what each is connected with is shown, with code=true its code too. A name that several symbols have shows the best and lists the others; file, line and kind choose. "
            "Dispatched calls and heuristic links stand under headings of their own. Callers are followed by whether every "
            "call of that name was resolved, which means that they are all, or by those that could not be.",
    .args = args,
    .result = result,
    .example = "symbol name=main",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
