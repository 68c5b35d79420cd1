/* What `symbol` gathers of one before anything is written. */
#include "src/query/workspace/workspace.h"
#include "src/tools/core/symbol_internal.h"

#define CALLEES_LOOKED 60 /* of them those that dispatch to what is made for tests are counted */
#define CALLERS_MAX 40 /* who needs all of them should not have to ask again */
#define CALLERS_PARTED 1000 /* callers of a type among which its makers are looked for */
#define ASKED_MAX 200 /* of a type and its members, whose places are told */

static bool is_constructor(const SymbolAbout *about, Str name) {
  for (size_t i = 0; i < about->members.len; i++) {
    if (about->members.items[i].kind == SYMBOL_CONSTRUCTOR && str_eq(about->members.items[i].name, name)) return true;
  }
  return false;
}

/* Takes those who make one out of the callers. Of very many callers those that
 * were not looked at count as users of members. */
static void part_makers(SymbolAbout *about) {
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
  callers->len = kept < SYMBOL_TRAIL_MAX ? kept : SYMBOL_TRAIL_MAX;
  if (makers->len > SYMBOL_TRAIL_MAX) makers->len = SYMBOL_TRAIL_MAX;
}

static void cut(QueryTrailGroup *group) { group->len = size_at_most(group->len, SYMBOL_TRAIL_MAX); }

/* Implementations that are made for tests are many and run in none but tests. */
static void part_callees(SymbolAbout *about) {
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
static void part_users(SymbolAbout *about) {
  QueryTrailGroup *users = &about->users.direct;
  size_t kept = 0, taken = 0;
  for (size_t i = 0; i < users->len; i++) {
    if (users->items[i].member.len) users->items[kept++] = users->items[i];
    else taken++;
  }
  users->total -= taken;
  users->len = kept < SYMBOL_TRAIL_MAX ? kept : SYMBOL_TRAIL_MAX;
}

/* Another name for it is made and named like it. */
static bool is_alias(const StoreSymbol *symbol, const QueryUse *use) {
  bool is_here = use->in.kind == SYMBOL_TYPE && use->line == use->in.name_span.line && use->of.id.value == symbol->id.value;
  return is_here && str_ends_with(use->in.signature, symbol->name);
}

/* Of an enumeration its constants are what is switched over and compared; of a
 * class its constructors make one. */
static Err look_at_uses(SymbolAbout *about) {
  const StoreSymbol *symbol = about->symbol;
  /* Other names come only to what is made: of a function it is one. */
  size_t room = tool_symbol_is_made(about) || about->members.len >= ASKED_MAX ? ASKED_MAX : about->members.len + 1;
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
  for (size_t i = 0; tool_symbol_is_made(about) && i < about->uses.len && request.count < room; i++) {
    if (is_alias(symbol, &about->uses.items[i])) asked[request.count++] = about->uses.items[i].in;
  }
  if (request.count == known) return OK;
  return query_uses(about->call->job, about->graph->index, about->graph->reader, &request, &about->uses);
}

/* Of a type its members', too: they are what is called of it. */
static Err look_at_linked(SymbolAbout *about) {
  bool is_file = about->symbol->kind == SYMBOL_FILE; /* whose members have their own */
  size_t count = is_file ? 1 : size_at_most(about->members.len, ASKED_MAX) + 1;
  StoreSymbol *asked = ARENA_ARRAY(about->call->job->arena, StoreSymbol, count);
  asked[0] = *about->symbol;
  for (size_t i = 1; i < count; i++) asked[i] = about->members.items[i - 1];
  ToolLinkedAsk ask = {asked, count, .outward = true, .inward = true, .depth = 1};
  return tool_linked_look(about->call, about->graph, &ask, &about->linked);
}

/* A few walks of one step each. A source that cannot be read (deleted since)
 * only costs the code. */
static Err look(SymbolAbout *about) {
  ToolCall *call = about->call;
  StoreReader *reader = about->graph->reader;
  const StoreSymbol *symbol = about->symbol;
  const QueryTexts texts = {about->graph->index, about->graph->calm};
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLEES,
                               .kinds = QUERY_CALLS | QUERY_LINKS, .limit = CALLEES_LOOKED};
  TRY(query_trail(call->job, reader, &request, &about->callees));
  part_callees(about);
  request.direction = QUERY_CALLERS;
  request.limit = tool_symbol_is_made(about) ? CALLERS_PARTED : CALLERS_MAX;
  TRY(query_trail(call->job, reader, &request, &about->callers));
  TRY(tool_family(call, about->graph, symbol, &about->family));
  if (tool_symbol_is_made(about)) part_makers(about);
  request.limit = tool_symbol_is_made(about) ? CALLERS_PARTED : SYMBOL_TRAIL_MAX;
  request.kinds = STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) | STORE_KIND(EDGE_TYPE_OF);
  if (symbol->kind == SYMBOL_FILE) request.kinds = STORE_KIND(EDGE_IMPORTS);
  TRY(query_trail(call->job, reader, &request, &about->users));
  if (tool_symbol_is_made(about)) part_users(about);
  TRY(look_at_uses(about));
  TRY(query_value_places(call->job, &texts, symbol, &about->uses, &about->values));
  if (tool_symbol_is_made(about)) TRY(query_stray_columns(call->job, &texts, reader, symbol, &about->stray));
  TRY(query_omissions(call->job, &texts, reader, symbol, &about->omissions));
  TRY(query_catches(call->job, about->graph->index, reader, &(QueryThrown){symbol, &about->uses, about->graph->calm}, &about->catches));
  if (symbol->kind == SYMBOL_ENUM) TRY(query_enum_switches(call->job, &texts, &about->members, &about->uses, &about->literals));
  else TRY(query_literals(call->job, &texts, reader, symbol, &about->literals));
  if (about->literals.member_count > 1) TRY(query_literal_tables(call->job, &texts, symbol, &about->uses, &about->literals));
  TRY(query_literal_lists(call->job, &texts, reader, &(QueryListed){symbol, &about->members, &about->literals}, &about->lists));
  request.kinds = QUERY_TABLES;
  request.limit = SYMBOL_TRAIL_MAX;
  request.direction = QUERY_CALLEES;
  if (query_is_variable(symbol->kind)) TRY(query_trail(call->job, reader, &request, &about->held));
  TRY(query_hierarchy(call->job, reader, symbol->id, (QueryClimb){true, SYMBOL_LEVELS, SYMBOL_TRAIL_MAX}, &about->above));
  TRY(query_hierarchy(call->job, reader, symbol->id, (QueryClimb){false, SYMBOL_LEVELS, SYMBOL_TRAIL_MAX}, &about->below));
  const ToolGraph *graph = about->graph;
  if (query_source_open_kept(call->job, graph->index, graph->calm, symbol->path, &about->source)) job_forgive(call->job);
  else about->has_source = true;
  return OK;
}

/* Direct members only: those of a type inside are that type's. */
static Err look_at_members(SymbolAbout *about) {
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

/* Members first, because whether it is a container decides how much of the
 * trails is shown. */
Err tool_symbol_look(SymbolAbout *about) {
  TRY(look_at_members(about));
  TRY(look_at_linked(about));
  return look(about);
}
