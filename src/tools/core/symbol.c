/* symbol: one symbol and what it is connected with. */
#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/history/history.h"
#include "src/query/graph/graph.h"
#include "src/query/history/history.h"
#include "src/query/source/source.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/precise_internal.h"


#define TRAIL_MAX 12
#define LEVELS 3 /* of what it is built on, and of what is built on it */
#define CONTAINER_MAX 4 /* dispatched calls shown of all its members */
#define BELOW_MAX 1000 /* what is built on it, further pages included */
#define DOC_MAX 200
#define OTHERS_MAX 12
#define CHUNK_LINES 20 /* code is paged in pieces of these */
#define HISTORY_PATIENCE_MS 0 /* never waits: the line is missing until it is known */

typedef struct About {
  ToolCall *call;
  ToolGraph *graph;
  QueryTargets targets;
  const StoreSymbol *symbol;
  bool is_container;
  QuerySource source;
  bool has_source;
  QueryTrail callees, callers, users;
  QueryTrail held; /* functions that a variable's definition names or contains */
  QueryRelatives above, below;
  StoreSymbols members; /* direct ones, then methods in other files */
  size_t here;          /* of them in its own */
  VerifyUses precise;
} About;

static Err look(About *about) {
  ToolCall *call = about->call;
  StoreReader *reader = about->graph->reader;
  const StoreSymbol *symbol = about->symbol;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLEES,
                               .kinds = QUERY_CALLS | QUERY_LINKS, .limit = TRAIL_MAX};
  TRY(query_trail(call->job, reader, &request, &about->callees));
  request.direction = QUERY_CALLERS;
  TRY(query_trail(call->job, reader, &request, &about->callers));
  request.kinds = STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) | STORE_KIND(EDGE_TYPE_OF);
  if (symbol->kind == SYMBOL_FILE) request.kinds = STORE_KIND(EDGE_IMPORTS);
  TRY(query_trail(call->job, reader, &request, &about->users));
  request.kinds = QUERY_TABLES;
  request.direction = QUERY_CALLEES;
  if (query_is_variable(symbol->kind)) TRY(query_trail(call->job, reader, &request, &about->held));
  TRY(query_hierarchy(call->job, reader, symbol->id, true, LEVELS, TRAIL_MAX, &about->above));
  TRY(query_hierarchy(call->job, reader, symbol->id, false, LEVELS, TRAIL_MAX, &about->below));
  if (query_source_open(call->job, about->graph->index, symbol->path, &about->source)) job_forgive(call->job);
  else about->has_source = true;
  return OK;
}

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
  Arena *arena = call->job->arena;
  const StoreSymbol *symbol = about->symbol;
  buf_add(call->text, str_shown(arena, symbol->path, SIZE_MAX));
  if (symbol->kind != SYMBOL_FILE) buf_add_format(call->text, ":%u", symbol->full.line);
  if (symbol->full.end_line > symbol->full.line) buf_add_format(call->text, "-%u", symbol->full.end_line);
  buf_add_format(call->text, " %s", symbol_kind_word(symbol->kind));
  if (symbol->kind != SYMBOL_FILE) buf_add_format(call->text, " %.*s", STR_ARG(tool_symbol_name(arena, symbol)));
  if (symbol->flags & DEF_EXPORTED && symbol->kind != SYMBOL_FILE) buf_add_c(call->text, ", exported");
  if (symbol->flags & DEF_TEST) buf_add_c(call->text, ", test");
  if (symbol->flags & DEF_DECLARATION) buf_add_c(call->text, ", declaration");
  buf_add_byte(call->text, '\n');
  if (!with_code && symbol->signature.len && !str_eq(symbol->signature, symbol->name)) {
    buf_add_format(call->text, "%.*s\n", STR_ARG(str_shown(arena, symbol->signature, SIZE_MAX)));
  }
  Str doc = doc_of(about);
  if (doc.len) buf_add_format(call->text, "%.*s%s", STR_ARG(doc), doc.ptr[doc.len - 1] == '\n' ? "" : "\n");
}

/* `how`: to see all of them. */
static void show_group_with(About *about, const char *title, const QueryTrailGroup *group, const char *how) {
  if (!group->total) return;
  buf_add_format(about->call->text, "%s (%zu):\n", title, group->total);
  tool_add_entries(about->call, about->graph, group);
  if (group->len < group->total) buf_add_format(about->call->text, "  and %zu more%s\n", group->total - group->len, how);
}

static void show_group(About *about, const char *title, const QueryTrailGroup *group) { show_group_with(about, title, group, ""); }

/* Of a type they are many, and its methods' own. */
static void show_dispatched(About *about, const QueryTrailGroup *group) {
  QueryTrailGroup shown = *group;
  if (!group->total) return;
  if (about->is_container && shown.len > CONTAINER_MAX) shown.len = CONTAINER_MAX;
  buf_add_format(about->call->text, "May call, by dispatch (%zu):\n", group->total);
  tool_add_dispatched(about->call, &shown);
  if (shown.len < group->total) buf_add_format(about->call->text, "  and %zu more\n", group->total - shown.len);
}

/* Its text tells cheaply that it is not: no sign of one before its name. */
static bool may_be_decorated(const About *about) {
  const StoreSymbol *symbol = about->symbol;
  Str before = str_slice(about->source.text, symbol->full.from, symbol->name_span.from);
  if (!about->has_source) return true;
  for (size_t i = 0; i < before.len; i++) {
    if (strchr("@#[", before.ptr[i])) return true;
  }
  return false;
}

/* Nobody calls it, or nobody could be found? */
static Err show_no_callers(About *about) {
  ToolCall *call = about->call;
  StoreFile file;
  QueryGaps gaps;
  Str decorator = STR_EMPTY;
  if (!symbol_kind_is_callable(about->symbol->kind)) return OK;
  TRY(store_get_file(call->job, about->graph->reader, about->symbol->file, &file));
  TRY(query_gaps(call->job, about->graph->index, about->graph->reader, file.language, &gaps));
  if (may_be_decorated(about)) TRY(query_decorator(call->job, about->graph->reader, about->symbol, &decorator));
  buf_add_c(call->text, "Called by: nobody found");
  if (decorator.len) buf_add_format(call->text, "; it is decorated with %.*s, which may keep or call it", STR_ARG(decorator));
  if (gaps.unresolved) {
    buf_add_format(call->text, "; %zu of %zu calls in %.*s files could not be resolved and may be some", gaps.unresolved,
                   gaps.calls, STR_ARG(file.language));
  }
  buf_add_c(call->text, ".\n");
  return OK;
}

static Err show_trails(About *about) {
  if (about->is_container && about->callees.direct.len > CONTAINER_MAX) about->callees.direct.len = CONTAINER_MAX;
  show_group(about, "Calls", &about->callees.direct);
  show_dispatched(about, &about->callees.dispatched);
  show_group(about, "May lead to, by heuristics", &about->callees.linked);
  show_group(about, "Holds functions, to be called through it", &about->held.linked);
  show_group_with(about, "Called by", &about->callers.direct, ": impact with depth=1 lists all");
  show_group(about, "May be called by, through what it overrides", &about->callers.dispatched);
  show_group(about, "May be reached from, by heuristics", &about->callers.linked);
  if (!about->callers.direct.total && !about->callers.dispatched.total) TRY(show_no_callers(about));
  show_group_with(about, about->symbol->kind == SYMBOL_FILE ? "Imported by" : "Used by", &about->users.direct,
                  about->callers.direct.len < about->callers.direct.total ? "" : ": impact with depth=1 lists all");
  return OK;
}

static void show_relatives(About *about, const QueryRelatives *relatives, bool up) {
  if (!relatives->total) return;
  ToolCall *call = about->call;
  buf_add_format(call->text, "%s (%zu):\n", up ? "Built on" : "Built on it", relatives->total);
  size_t count = relatives->len < TRAIL_MAX ? relatives->len : TRAIL_MAX, left = relatives->total - count;
  for (size_t i = 0; i < count; i++) tool_add_relative(call->text, call->job->arena, relatives, i, 0, up);
  if (!left) return;
  buf_add_format(call->text, "  and %zu more%s\n", left, up ? "" : ": by the cursor below, or hierarchy through call");
}

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
  buf_add_format(call->text, "History of the file: %zu commit%s, last %.*s by %.*s", file.commits,
                 file.commits == 1 ? "" : "s", STR_ARG(day), STR_ARG(str_shown(call->job->arena, file.last_author, TOOL_SHOWN_WORD)));
  if (file.author_count) {
    buf_add_format(call->text, "; most by %.*s (%zu)",
                   STR_ARG(str_shown(call->job->arena, file.authors[0].name, TOOL_SHOWN_WORD)), file.authors[0].commits);
  }
  buf_add_c(call->text, ".\n");
  return OK;
}

static void show_others(About *about) {
  ToolCall *call = about->call;
  size_t passed_over = about->targets.passed_over, count = about->targets.distinct - 1 + passed_over;
  if (!count) return;
  buf_add_format(call->text, "%zu other%s of this name; choose by file and line:\n", count, count == 1 ? "" : "s");
  if (passed_over) buf_add_format(call->text, "  (the best of the first %zu of %zu is shown above)\n", count + 1 - passed_over, count + 1);
  for (size_t i = 1; i < about->targets.distinct && i <= OTHERS_MAX; i++) {
    buf_add_c(call->text, "  ");
    tool_add_place(call->text, call->job->arena, &about->targets.items[i]);
    buf_add_byte(call->text, '\n');
  }
  if (count > OTHERS_MAX) buf_add_format(call->text, "  and %zu more\n", count - OTHERS_MAX);
}

/* ---- code or outline, in pieces ---- */

typedef struct Items {
  QueryItem *items;
  size_t len;
} Items;

static Items code_items(About *about) {
  Arena *arena = about->call->job->arena;
  uint32_t from = about->symbol->full.line, to = about->symbol->full.end_line;
  Items code = {.items = ARENA_ARRAY(arena, QueryItem, (to - from) / CHUNK_LINES + 2)};
  for (uint32_t line = from; line <= to && line <= about->source.lines; line += CHUNK_LINES) {
    uint32_t last = to - line < CHUNK_LINES ? to : line + CHUNK_LINES - 1;
    Buf text;
    buf_init(&text, arena, 1u << 20);
    query_source_show(&text, &about->source, line, last);
    code.items[code.len++] = (QueryItem){.group = STR("Code:"), .text = buf_str(&text)};
  }
  return code;
}

/* A signature that says the kind itself does not need it before it. */
static Str member_line(Arena *arena, const StoreSymbol *one) {
  Str words = one->signature.len ? one->signature : one->name, kind = str_from_c(symbol_kind_word(one->kind));
  Str lines = one->full.line == one->full.end_line ? str_format(arena, "%u", one->full.line)
                                                   : str_format(arena, "%u-%u", one->full.line, one->full.end_line);
  bool is_said = str_starts_with(words, kind) && words.len > kind.len && words.ptr[kind.len] == ' ';
  return str_format(arena, "  %.*s %.*s%s%.*s\n", STR_ARG(lines), STR_ARG(is_said ? STR_EMPTY : kind), is_said ? "" : " ",
                    STR_ARG(str_shown(arena, words, TOOL_SHOWN_NAME)));
}

static Items member_items(About *about) {
  Arena *arena = about->call->job->arena;
  Items outline = {.items = ARENA_ARRAY(arena, QueryItem, about->members.len + 1)};
  Str here = str_format(arena, "Members (%zu):", about->here);
  for (size_t i = 0; i < about->members.len; i++) {
    const StoreSymbol *one = &about->members.items[i];
    Str title = i < about->here ? here : str_format(arena, "Members in %.*s:", STR_ARG(str_shown(arena, one->path, SIZE_MAX)));
    outline.items[outline.len++] = (QueryItem){.group = title, .text = member_line(arena, one)};
  }
  return outline;
}

/* What is built on it beyond the first few, for further pages. On the first
 * one only their number matters: they are not even read from the store. */
static Err add_below(About *about, Items *items) {
  ToolCall *call = about->call;
  QueryRelatives *below = &about->below;
  size_t first = below->len, total = below->total < BELOW_MAX ? below->total : BELOW_MAX;
  if (first >= total) return OK;
  QueryItem *all = ARENA_ARRAY(call->job->arena, QueryItem, items->len + total - first);
  if (items->len) memcpy(all, items->items, items->len * sizeof(*all));
  items->items = all;
  if (tool_arg_str(call, "cursor").len) TRY(query_hierarchy(call->job, about->graph->reader, about->symbol->id, false, LEVELS, BELOW_MAX, below));
  for (size_t i = first; i < total; i++) {
    Buf text;
    buf_init(&text, call->job->arena, 1u << 14);
    if (i < below->len) tool_add_relative(&text, call->job->arena, below, i, first, false);
    items->items[items->len++] = (QueryItem){.group = STR("Built on it, further:"), .text = buf_str(&text), .is_later = true};
  }
  return OK;
}

static uint64_t state_of(const About *about, const Items *code) {
  uint64_t state = code->len;
  for (size_t i = 0; i < code->len; i++) state = hash_combine(state, hash_str(code->items[i].text));
  for (size_t i = 0; i < about->below.total; i++) state = hash_combine(state, (uint64_t)about->below.items[i].symbol.id.value);
  return state;
}

/* The first page begins with the facts; further ones go on with the code. */
static Err show(About *about) {
  ToolCall *call = about->call;
  QueryPage page;
  bool wants_code = tool_arg_bool(call, "code") && about->has_source && about->symbol->kind != SYMBOL_FILE;
  Items rest = about->members.len ? member_items(about) : wants_code ? code_items(about) : (Items){0};
  if (!tool_arg_str(call, "cursor").len) {
    show_head(about, wants_code && !about->members.len);
    TRY(show_trails(about));
    tool_precise_show(call, &about->precise);
    show_relatives(about, &about->above, true);
    show_relatives(about, &about->below, false);
    TRY(show_history(about));
    show_others(about);
  }
  uint64_t state = state_of(about, &rest);
  TRY(add_below(about, &rest));
  if (rest.len) TRY(tool_add_page_of(call, about->graph->index, state, rest.items, rest.len, TOOL_ANSWER_MAX, &page));
  return tool_add_gaps(call, about->graph->index, false);
}

/* ---- fields ---- */

/* `precise`: of what calls or uses the symbol; NULL for what it calls. */
static void write_group(ToolCall *call, const QueryTrailGroup *group, const char *how, const VerifyUses *precise) {
  JsonWriter *out = call->fields;
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    json_begin_object(out);
    tool_write_symbol(out, &entry->symbol);
    json_field_int(out, "at", entry->edge.line);
    json_field_str(out, "edge", str_from_c(edge_kind_word((EdgeKind)entry->edge.kind)));
    json_field_str(out, "rule", str_from_c(entry->via.len ? edge_rule_word(RULE_DISPATCH) : edge_rule_word((EdgeRule)entry->edge.rule)));
    bool is_verified = precise && tool_precise_has(call, precise, entry->symbol.path, entry->edge.line);
    json_field_str(out, "confidence", is_verified ? STR("verified") : str_from_c(how ? how : edge_rule_confidence((EdgeRule)entry->edge.rule)));
    json_end_object(out);
  }
}

static void write_trail(ToolCall *call, const char *name, const QueryTrail *trail, const VerifyUses *precise) {
  json_field_array(call->fields, name);
  write_group(call, &trail->direct, NULL, precise);
  write_group(call, &trail->dispatched, "candidate", precise);
  write_group(call, &trail->linked, "heuristic", precise);
  json_end_array(call->fields);
}

static void write_relatives(JsonWriter *out, const char *name, const QueryRelatives *relatives, bool up) {
  json_field_array(out, name);
  for (size_t i = 0; i < relatives->len; i++) {
    json_begin_object(out);
    tool_write_symbol(out, &relatives->items[i].symbol);
    json_field_str(out, "relation", tool_relation(&relatives->items[i], up));
    json_field_int(out, "depth", relatives->items[i].depth);
    json_end_object(out);
  }
  json_end_array(out);
}

static void write_fields(About *about) {
  JsonWriter *out = about->call->fields;
  const StoreSymbol *symbol = about->symbol;
  json_field_bool(out, "found", true);
  json_field_object(out, "symbol");
  tool_write_symbol(out, symbol);
  json_field_int(out, "endLine", symbol->full.end_line);
  json_field_str(out, "signature", str_head(symbol->signature, TOOL_NAME_MAX));
  json_field_bool(out, "exported", symbol->flags & DEF_EXPORTED);
  json_end_object(out);
  write_trail(about->call, "calls", &about->callees, NULL);
  write_trail(about->call, "calledBy", &about->callers, &about->precise);
  json_field_int(out, "callerCount", (int64_t)(about->callers.direct.total + about->callers.dispatched.total));
  json_field_int(out, "calleeCount", (int64_t)(about->callees.direct.total + about->callees.dispatched.total));
  write_trail(about->call, "usedBy", &about->users, &about->precise);
  tool_precise_write(about->call, &about->precise);
  write_relatives(out, "above", &about->above, true);
  write_relatives(out, "below", &about->below, false);
  tool_write_symbols(out, "members", about->members.items, about->members.len < 200 ? about->members.len : 200);
  tool_write_symbols(out, "others", about->targets.items + 1, about->targets.distinct - 1 < 20 ? about->targets.distinct - 1 : 20);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  About *about = &(About){.call = call, .graph = graph};
  QueryTarget target;
  TRY(tool_target(call, tool_arg_str(call, "name"), &target));
  if (!target.name.len) return job_fail(call->job, ERR_USAGE, "name is blank: give the name of a symbol or the path of a file");
  TRY(tool_find_targets(call, graph, &target, &about->targets));
  if (!about->targets.len) return OK;
  about->symbol = &about->targets.items[0];
  TRY(look_at_members(about));
  TRY(look(about));
  TRY(tool_precise_look(call, about->graph, about->symbol, &about->precise));
  write_fields(about);
  return show(about);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"name", TOOL_STRING, true, .help = "name, Type.member, file.c:name, a::b or a file"},
    {"file", TOOL_PATH, .help = "chooses among several: path or its end"},
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
    {"usedBy", TOOL_OBJECTS, .help = "who refers to it otherwise; of a file: who imports it", .fields = trail_row},
    TOOL_PRECISE_ROW,
    {"above", TOOL_OBJECTS, .help = "what it extends, implements or overrides", .fields = relative_row},
    {"below", TOOL_OBJECTS, .help = "what extends, implements or overrides it", .fields = relative_row},
    {"members", TOOL_OBJECTS, .help = "of a type or file, at most 200", .fields = plain_row},
    {"others", TOOL_OBJECTS, .help = "of the same name, at most 20", .fields = plain_row},
    {"suggestions", TOOL_STRINGS, .help = "when there is none: names spelled alike"},
    {0},
};

const Tool tool_symbol = {
    .name = "symbol",
    .title = "One symbol",
    .summary = "One symbol: signature, docs, callers and callees with call lines, uses, hierarchy, then its code (of types "
               "and files: members).",
    .help = "A name that several symbols have shows the best and lists the others; file, line and kind choose. "
            "Dispatched calls and heuristic links stand under headings of their own. When nobody is found to call it, "
            "the number of calls that could not be resolved is told.",
    .args = args,
    .result = result,
    .example = "symbol name=main",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
