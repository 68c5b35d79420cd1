/* Leads: where the functions that lead to the end are named as values, and
 * which calls of values have to do with these places. */
#include "src/query/names/names.h"
#include "src/query/path/passed_internal.h"

#define NAMINGS_MAX 40 /* places where one function is named */
#define CALLEES_MAX 4  /* functions it is handed to at one place */
#define USED_MAX 32    /* variables and fields that one of them uses */

/* A function that leads to the end, named as a value. */
typedef struct Naming {
  QueryLead lead; /* where; its kind by key */
  FileId file;
  const Facts *facts;
  const Ref *ref; /* NULL: a nameless function that is no argument */
  SymbolId from;
  uint32_t line, column;
} Naming;

void query_leads_init(QueryLeads *leads, QueryOpener *opener, QueryOwners *owners) {
  *leads = (QueryLeads){.owners = owners};
  query_keeper_init(&leads->keeper, opener);
  map_init(&leads->kept, opener->job->arena);
}

static QueryLeadKind kind_of(Str key) {
  switch (key.ptr[0]) {
    case QUERY_KEY_PLACE: return QUERY_LEAD_KEPT;
    case QUERY_KEY_INSIDE: return QUERY_LEAD_HANDED;
    case QUERY_KEY_TYPE: case QUERY_KEY_OWNER: return QUERY_LEAD_TYPE;
    case QUERY_KEY_NAME: return QUERY_LEAD_NAME;
    case QUERY_KEY_FILE: return QUERY_LEAD_FILE;
    default: return QUERY_LEAD_FOLDER;
  }
}

/* The surer one stays, else the first: of the function nearest to the end. */
static void keep(QueryLeads *leads, const Naming *naming, Str key, QueryLeadKind kind) {
  QueryLead *lead = map_get(&leads->kept, key);
  if (lead && lead->kind <= kind) return;
  if (!lead) lead = ARENA_NEW(leads->keeper.job->arena, QueryLead);
  *lead = naming->lead;
  lead->kind = kind;
  map_put_copy(&leads->kept, key, lead);
}

/* Keys say how sure they are by their letter. */
static void keep_all(QueryLeads *leads, const Naming *naming, const QueryKeys *keys) {
  for (size_t i = 0; i < keys->len; i++) keep(leads, naming, keys->items[i], kind_of(keys->items[i]));
}

/* ---- put into something ---- */

/* What is written, else read, on its line before it: `x.run = f`, `{run: f}`,
 * `hooks[i] = f`. */
static Err keep_beside(QueryLeads *leads, const Naming *naming) {
  const StoreEdges *edges;
  uint32_t kind = EDGE_READS;
  TRY(query_keeper_edges(&leads->keeper, naming->file, &edges));
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *edge = &edges->items[i];
    if (edge->line == naming->line && edge->column < naming->column && edge->kind == EDGE_WRITES) kind = EDGE_WRITES;
  }
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *edge = &edges->items[i];
    QueryKeys keys = {0};
    StoreSymbol symbol;
    if (edge->line != naming->line || edge->column >= naming->column || edge->kind != kind) continue;
    TRY(query_symbol(leads->keeper.job, leads->keeper.reader, edge->to, &symbol));
    if (!query_is_variable(symbol.kind)) continue;
    TRY(query_keys_symbol(&leads->keeper, &symbol, &keys));
    for (size_t k = 0; k < keys.len; k++) {
      /* Which member is known: another one of its type is none of it. */
      if (keys.items[k].ptr[0] != QUERY_KEY_OWNER) keep(leads, naming, keys.items[k], kind_of(keys.items[k]));
    }
  }
  return OK;
}

/* Members that are set without naming their type: object literals. */
static void keep_members(QueryLeads *leads, const Naming *naming) {
  Arena *arena = leads->keeper.job->arena;
  for (size_t i = 1; naming->ref && naming->ref->expr && i < naming->facts->binds.len; i++) {
    const Bind *bind = &naming->facts->binds.items[i];
    if (!(bind->flags & BIND_MEMBER) || bind->value != naming->ref->expr) continue;
    keep(leads, naming, query_key_word(arena, QUERY_KEY_NAME, names_text(naming->facts->names, bind->name)), QUERY_LEAD_NAME);
  }
}

/* The variable whose definition it stands in. Which member of an element it is
 * is not known there, so that any of the element's type may be. */
static Err keep_table(QueryLeads *leads, const Naming *naming, SymbolId table) {
  StoreSymbol symbol;
  const Facts *facts;
  QueryKeys keys = {0};
  TRY(query_symbol(leads->keeper.job, leads->keeper.reader, table, &symbol));
  if (!query_is_variable(symbol.kind)) return OK;
  TRY(query_keys_symbol(&leads->keeper, &symbol, &keys));
  TRY(query_opener_facts(leads->keeper.opener, symbol.file, &facts));
  if (facts && symbol.def < facts->defs.len) {
    const Def *def = &facts->defs.items[symbol.def];
    TRY(query_keys_type(&leads->keeper, symbol.file, facts, def->type ? def->type : def->value, QUERY_KEY_OWNER, &keys));
  }
  keep_all(leads, naming, &keys);
  return OK;
}

/* ---- handed to something ---- */

/* Whoever takes a function to be called later puts it somewhere. */
static Err keep_callee(QueryLeads *leads, const Naming *naming, SymbolId callee) {
  QueryKeeper *keeper = &leads->keeper;
  StoreSymbol symbol;
  StoreEdges used = {0};
  const Facts *facts;
  QueryKeys keys = {0};
  TRY(query_symbol(keeper->job, keeper->reader, callee, &symbol));
  if (!symbol_kind_is_callable(symbol.kind)) return OK;
  keep(leads, naming, query_key_id(keeper->job->arena, QUERY_KEY_INSIDE, callee), QUERY_LEAD_HANDED);
  TRY(store_edges_from(keeper->job, keeper->reader, callee, STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES), &used));
  for (size_t i = 0; i < used.len && i < USED_MAX; i++) {
    keep(leads, naming, query_key_id(keeper->job->arena, QUERY_KEY_PLACE, used.items[i].to), QUERY_LEAD_HANDED);
  }
  TRY(query_opener_facts(keeper->opener, symbol.file, &facts));
  if (!facts || symbol.def >= facts->defs.len) return OK;
  const Bind *param = query_param_of(facts, &facts->defs.items[symbol.def], (QueryArgument){.position = naming->ref->position});
  if (param) TRY(query_keys_type(keeper, symbol.file, facts, param->type, QUERY_KEY_TYPE, &keys));
  keep_all(leads, naming, &keys);
  return OK;
}

/* A callee that is not known may be a collection's: handlers.set(key, f). */
static Err keep_argument(QueryLeads *leads, const Naming *naming) {
  const Expr *call = query_expr_at(naming->facts, naming->ref->call);
  const Expr *callee = call ? query_expr_at(naming->facts, call->base) : NULL;
  QueryIds ids = {0};
  QueryKeys keys = {0};
  if (!callee) return OK;
  TRY(query_keeper_targets(&leads->keeper, naming->file, naming->facts, callee->at, QUERY_CALLS, &ids));
  for (size_t i = 0; i < ids.len && i < CALLEES_MAX; i++) TRY(keep_callee(leads, naming, ids.items[i]));
  if (ids.len || callee->kind != EXPR_MEMBER) return OK;
  TRY(query_keys_value(&leads->keeper, naming->file, naming->facts, callee->base, &keys));
  keep_all(leads, naming, &keys);
  return OK;
}

/* ---- where it is named ---- */

static Str folder_of(Str path) {
  size_t end = str_find_last_byte(path, '/');
  return end == STR_NONE ? STR_EMPTY : str_slice(path, 0, end);
}

/* A function that is named as a value is put into something or handed to
 * somebody; either is remembered under keys that a call of a value can be
 * compared with. */
static Err keep_naming(QueryLeads *leads, const Naming *naming) {
  Arena *arena = leads->keeper.job->arena;
  bool is_argument = naming->ref && naming->ref->flags & REF_ARGUMENT;
  TRY(is_argument ? keep_argument(leads, naming) : keep_beside(leads, naming));
  keep_members(leads, naming);
  if (naming->lead.is_around) return OK;
  if (!is_argument && store_local_of(naming->from)) keep(leads, naming, query_key_id(arena, QUERY_KEY_PLACE, naming->from), QUERY_LEAD_KEPT);
  keep(leads, naming, query_key_word(arena, QUERY_KEY_FILE, naming->lead.path), QUERY_LEAD_FILE);
  Str folder = folder_of(naming->lead.path);
  if (folder.len) keep(leads, naming, query_key_word(arena, QUERY_KEY_FOLDER, folder), QUERY_LEAD_FOLDER);
  return OK;
}

static const Ref *ref_at(const Facts *facts, uint32_t line, uint32_t column, unsigned role) {
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->line == line && ref->column == column && ref->role == role) return ref;
  }
  return NULL;
}

/* The innermost nameless function around a byte; 0: none. */
static DefNo nameless_around(const Facts *facts, uint32_t at) {
  DefNo found = 0;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    bool is_it = def->flags & DEF_ANONYMOUS && symbol_kind_is_callable((SymbolKind)def->kind);
    if (is_it && def->full.from <= at && at < def->full.to) found = i; /* inner ones come later */
  }
  return found;
}

/* A call inside a nameless function: that is what is kept. */
static bool find_around(Naming *naming) {
  const Ref *call = ref_at(naming->facts, naming->line, naming->column, REF_CALL);
  DefNo def = call ? nameless_around(naming->facts, call->at) : 0;
  if (!def) return false;
  for (size_t i = 1; i < naming->facts->refs.len && !naming->ref; i++) {
    const Ref *ref = &naming->facts->refs.items[i];
    const Expr *expr = query_expr_at(naming->facts, ref->expr);
    if (ref->role == REF_READ && expr && expr->kind == EXPR_FUNC && expr->number == def) naming->ref = ref;
  }
  naming->line = naming->ref ? naming->ref->line : naming->facts->defs.items[def].full.line;
  naming->column = naming->ref ? naming->ref->column : naming->facts->defs.items[def].full.column;
  return true;
}

static Err look_at(QueryLeads *leads, const StoreSymbol *function, const StoreEdge *edge, bool *ret_counts) {
  StoreSymbol file;
  Naming naming = {.file = store_file_of(edge->from), .from = edge->from, .line = edge->line, .column = edge->column,
                   .lead = {.function = function->name, .is_around = edge->kind != EDGE_REFERENCES}};
  *ret_counts = false;
  TRY(query_opener_facts(leads->keeper.opener, naming.file, &naming.facts));
  if (!naming.facts || naming.facts->is_test) return OK;
  if (!naming.lead.is_around) naming.ref = ref_at(naming.facts, edge->line, edge->column, REF_READ);
  else if (!find_around(&naming)) return OK;
  TRY(query_symbol(leads->keeper.job, leads->keeper.reader, store_symbol_id(naming.file, 0), &file));
  naming.lead.path = file.path;
  naming.lead.line = naming.line;
  *ret_counts = true;
  return keep_naming(leads, &naming);
}

/* Tests are left out: what a test hands to the code says nothing about who
 * else does. */
Err query_leads_add(QueryLeads *leads, SymbolId function) {
  QueryKeeper *keeper = &leads->keeper;
  StoreSymbol symbol;
  StoreEdges edges = {0};
  StoreSources tables = {0};
  TRY(query_symbol(keeper->job, keeper->reader, function, &symbol));
  if (!symbol_kind_is_callable(symbol.kind)) return OK;
  Naming own = {.lead = {.function = symbol.name, .path = symbol.path, .line = symbol.name_span.line}};
  TRY(store_edges_into(keeper->job, keeper->reader, function, STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_CALLS), &edges));
  for (size_t i = 0, seen = 0; i < edges.len && seen < NAMINGS_MAX; i++) {
    bool counts;
    TRY(job_check(keeper->job));
    TRY(look_at(leads, &symbol, &edges.items[i], &counts));
    seen += counts;
  }
  TRY(query_owners_tables_of(leads->owners, function, &tables));
  for (size_t i = 0; i < tables.len; i++) TRY(keep_table(leads, &own, tables.items[i].symbol));
  if (symbol.container.len) keep(leads, &own, query_key_word(keeper->job->arena, QUERY_KEY_NAME, symbol.name), QUERY_LEAD_NAME);
  return OK;
}

/* ---- calls ---- */

bool query_leads_has_name(const QueryLeads *leads, Str name) {
  return map_get(&leads->kept, query_key_word(leads->keeper.job->arena, QUERY_KEY_NAME, name));
}

static void take(const QueryLeads *leads, Str key, QueryLead *lead) {
  const QueryLead *found = map_get(&leads->kept, key);
  if (found && found->kind < lead->kind) *lead = *found;
}

/* The surest lead counts. A call by a member's name is compared by name
 * alone; a call of a plain value by where it was read from, then by the file
 * and folder it is in. */
Err query_leads_find(QueryLeads *leads, const StoreSymbol *in, const QueryOpenCall *call, QueryLead *ret_lead) {
  Arena *arena = leads->keeper.job->arena;
  const Facts *facts;
  QueryKeys keys = {0};
  *ret_lead = (QueryLead){.kind = QUERY_LEAD_NONE};
  if (!leads->kept.live) return OK;
  TRY(query_opener_facts(leads->keeper.opener, in->file, &facts));
  if (!facts) return OK;
  TRY(query_keys_value(&leads->keeper, in->file, facts, call->callee, &keys));
  for (size_t i = 0; i < keys.len; i++) take(leads, keys.items[i], ret_lead);
  if (call->name.len) return OK; /* what has that name is known */
  take(leads, query_key_id(arena, QUERY_KEY_INSIDE, in->id), ret_lead);
  take(leads, query_key_word(arena, QUERY_KEY_FILE, in->path), ret_lead);
  take(leads, query_key_word(arena, QUERY_KEY_FOLDER, folder_of(in->path)), ret_lead);
  return OK;
}
