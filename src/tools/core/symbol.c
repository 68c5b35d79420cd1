/* symbol: one symbol and what it is connected with. */
#include "src/tools/core/symbol_internal.h"

#define MEMBERS_MAX 200 /* among the fields, and of others of its name: */
#define NAMESAKES_MAX 20
#define SEVERAL_MAX 20 /* names in one call */

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
static void add_fields(SymbolAbout *about) {
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
  tool_write_literal_lists(out, &about->lists);
  tool_write_catches(out, &about->catches);
  tool_precise_write(about->call, &about->precise);
  tool_linked_write(about->call, &about->linked);
  add_relatives(out, "above", &about->above, true);
  add_relatives(out, "below", &about->below, false);
  tool_answer_symbols(out, "members", about->members.items, size_at_most(about->members.len, MEMBERS_MAX));
  tool_answer_symbols(out, "others", about->targets.items + 1, size_at_most(about->targets.distinct - 1, NAMESAKES_MAX));
}

/* ---- one, or several ---- */

/* Nothing of that name: `ret_found` is false, and the answer says so. */
static Err look_up(SymbolAbout *about, Str name, bool *ret_found) {
  QueryTarget target;
  TRY(tool_target(about->call, name, &target));
  if (!target.name.len) return job_fail(about->call->job, ERR_USAGE, "name is blank: give the name of a symbol or the path of a file");
  TRY(tool_answer_targets(about->call, about->graph, &target, &about->targets));
  *ret_found = about->targets.len > 0;
  if (!*ret_found) return OK;
  TRY(query_targets_lead(about->call->job, about->graph->reader, &target, &about->targets));
  about->symbol = &about->targets.items[0];
  return tool_symbol_look(about);
}

/* One of several: what it is connected with, and its code if that was asked
 * for. An item of its own, so that a page ends between two of them. */
static Err add_one(ToolCall *call, ToolGraph *graph, Str name, StoreSymbols *symbols, QueryLiterals *told) {
  SymbolAbout *about = &(SymbolAbout){.call = call, .graph = graph};
  bool is_found;
  answer_begin_item(call->answer, &(AnswerItem){.splits = true});
  TRY(look_up(about, name, &is_found));
  if (is_found) {
    *vec_add(call->job->arena, symbols) = *about->symbol;
    bool wants_code = tool_arg(call, "code") && tool_arg_bool(call, "code") && about->has_source && about->symbol->kind != SYMBOL_FILE;
    TRY(tool_symbol_show_facts(about, wants_code, told));
    if (about->literals.len) *told = about->literals;
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
  SymbolAbout *about = &(SymbolAbout){.call = call, .graph = graph};
  bool is_found;
  Str name;
  TRY(tool_expand_lines(call, graph, tool_arg_str(call, "name"), &name));
  if (str_find_byte(name, ',') != STR_NONE) return answer_several(call, graph, name);
  TRY(look_up(about, name, &is_found));
  if (!is_found) return OK;
  TRY(tool_precise_look(call, about->graph, about->symbol, &about->precise));
  if (answer_makes_fields(call->answer)) add_fields(about);
  return tool_symbol_show(about);
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
