/* Keys of values and types, from the facts of the files that name them. */
#include "src/query/path/keys_internal.h"

#include "src/base/buf.h"
#include "src/query/names/names.h"

#define DEPTH_MAX 8 /* of expressions, and of variables made from others */
#define KEYS_MAX 64

void query_keeper_init(QueryKeeper *keeper, QueryOpener *opener) {
  *keeper = (QueryKeeper){.job = opener->job, .reader = opener->reader, .opener = opener};
  idmap_init(&keeper->numbers, opener->job->arena);
}

/* A file's edges, read once per question. */
Err query_keeper_edges(QueryKeeper *keeper, FileId file, const StoreEdges **ret_edges) {
  uint32_t number = idmap_add(&keeper->numbers, file.value, (uint32_t)keeper->edges.len);
  if (number == keeper->edges.len) {
    StoreEdges *edges = ARENA_NEW(keeper->job->arena, StoreEdges);
    TRY(store_edges_of(keeper->job, keeper->reader, file, STORE_ALL_KINDS & ~STORE_KIND(EDGE_IMPORTS), edges));
    *vec_add(keeper->job->arena, &keeper->edges) = edges;
  }
  *ret_edges = keeper->edges.items[number];
  return OK;
}

/* By place: a reference and its edges have the same line and column. */
Err query_keeper_targets(QueryKeeper *keeper, FileId file, const Facts *facts, uint32_t at, uint32_t kinds, QueryIds *ids) {
  const StoreEdges *edges;
  const Ref *ref = NULL;
  for (size_t i = 1; i < facts->refs.len && !ref; i++) {
    if (facts->refs.items[i].at == at) ref = &facts->refs.items[i];
  }
  if (!ref) return OK;
  TRY(query_keeper_edges(keeper, file, &edges));
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *edge = &edges->items[i];
    if (edge->line != ref->line || edge->column != ref->column || !(kinds & STORE_KIND(edge->kind))) continue;
    *vec_add(keeper->job->arena, ids) = edge->to;
  }
  return OK;
}

Str query_key_id(Arena *arena, char letter, SymbolId id) { return str_format(arena, "%c%lld", letter, (long long)id.value); }

Str query_key_word(Arena *arena, char letter, Str word) { return str_format(arena, "%c %.*s", letter, STR_ARG(word)); }

static void add(QueryKeeper *keeper, QueryKeys *keys, Str key) {
  if (keys->len < KEYS_MAX) *vec_add(keeper->job->arena, keys) = key;
}

/* ---- types ---- */

/* A type that is not the project's has a name that an import or a member of
 * one brings; others (`int`, `Function`) say nothing. */
static void add_foreign(QueryKeeper *keeper, const Facts *facts, ExprNo type, char letter, QueryKeys *keys) {
  const Expr *expr = query_expr_at(facts, type);
  const Bind *bind = expr->kind == EXPR_NAME ? query_bind_of(facts, expr) : NULL;
  if (expr->kind == EXPR_NAME && !(bind && bind->import)) return;
  Buf text;
  buf_init(&text, keeper->job->arena, 1u << 12);
  facts_dump_expr(&text, facts, type);
  add(keeper, keys, query_key_word(keeper->job->arena, letter, buf_str(&text)));
}

/* A type of a file, and the letter that its keys begin with. */
typedef struct TypeKeys {
  QueryKeeper *keeper;
  FileId file;
  const Facts *facts;
  char letter;
  QueryKeys *keys;
} TypeKeys;

/* Every type that is named inside counts: a map of handlers has to do with
 * handlers. */
static Err add_type(const TypeKeys *types, ExprNo type, unsigned depth) {
  const Expr *expr = query_expr_at(types->facts, type);
  QueryKeeper *keeper = types->keeper;
  QueryIds ids = {0};
  if (!expr || depth > DEPTH_MAX) return OK;
  switch (expr->kind) {
    case EXPR_NAME: case EXPR_MEMBER:
      TRY(query_keeper_targets(keeper, types->file, types->facts, expr->at, STORE_KIND(EDGE_TYPE_OF), &ids));
      for (size_t i = 0; i < ids.len; i++) add(keeper, types->keys, query_key_id(keeper->job->arena, types->letter, ids.items[i]));
      if (!ids.len) add_foreign(keeper, types->facts, type, types->letter, types->keys);
      return OK;
    case EXPR_POINTER: case EXPR_LIST_OF: case EXPR_CHAN_OF: case EXPR_OF_TYPE:
      return add_type(types, expr->base, depth + 1);
    case EXPR_APPLY: case EXPR_MAP_OF: case EXPR_TUPLE_OF: case EXPR_ANY: case EXPR_ALL:
      for (size_t i = 0; i < expr->list.count; i++) {
        TRY(add_type(types, types->facts->lists.items[expr->list.first + i], depth + 1));
      }
      return expr->kind == EXPR_APPLY ? add_type(types, expr->base, depth + 1) : OK;
    default: return OK;
  }
}

Err query_keys_type(QueryKeeper *keeper, FileId file, const Facts *facts, ExprNo type, char letter, QueryKeys *keys) {
  return add_type(&(TypeKeys){keeper, file, facts, letter, keys}, type, 0);
}

/* ---- values ---- */

Err query_keys_symbol(QueryKeeper *keeper, const StoreSymbol *symbol, QueryKeys *keys) {
  Arena *arena = keeper->job->arena;
  const Facts *facts;
  bool is_variable = query_is_variable(symbol->kind);
  if (!is_variable && !symbol_kind_is_callable(symbol->kind)) return OK;
  add(keeper, keys, query_key_id(arena, QUERY_KEY_PLACE, symbol->id));
  if (is_variable) add(keeper, keys, query_key_word(arena, QUERY_KEY_NAME, symbol->name));
  if (symbol->kind == SYMBOL_FIELD && symbol->container_id.value) add(keeper, keys, query_key_id(arena, QUERY_KEY_OWNER, symbol->container_id));
  TRY(query_opener_facts(keeper->opener, symbol->file, &facts));
  if (!facts || symbol->def >= facts->defs.len) return OK;
  const Def *def = &facts->defs.items[symbol->def];
  const Expr *value = query_expr_at(facts, def->value);
  ExprNo type = def->type ? def->type : is_variable && value && value->kind == EXPR_OF_TYPE ? def->value : 0;
  return query_keys_type(keeper, symbol->file, facts, type, QUERY_KEY_TYPE, keys);
}

typedef struct Value {
  QueryKeeper *keeper;
  FileId file;
  const Facts *facts;
  QueryKeys *keys;
} Value;

static Err add_value(const Value *value, ExprNo number, unsigned depth);

/* What the name at a place stands for, where that is known. */
static Err add_targets(const Value *value, const Expr *expr, bool *ret_any) {
  QueryIds ids = {0};
  uint32_t kinds = STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) | STORE_KIND(EDGE_REFERENCES) | QUERY_CALLS;
  TRY(query_keeper_targets(value->keeper, value->file, value->facts, expr->at, kinds, &ids));
  for (size_t i = 0; i < ids.len; i++) {
    StoreSymbol symbol;
    TRY(query_symbol(value->keeper->job, value->keeper->reader, ids.items[i], &symbol));
    if (symbol.id.value) TRY(query_keys_symbol(value->keeper, &symbol, value->keys));
  }
  *ret_any = ids.len > 0;
  return OK;
}

static Err add_name(const Value *value, const Expr *expr, unsigned depth) {
  const Bind *bind = query_bind_of(value->facts, expr);
  bool any;
  TRY(add_targets(value, expr, &any));
  if (!bind || bind->def || bind->import) return OK;
  TRY(query_keys_type(value->keeper, value->file, value->facts, bind->type, QUERY_KEY_TYPE, value->keys));
  return add_value(value, bind->value, depth + 1);
}

/* A member of an element is read from its collection, too: table[key].run */
static Err add_member(const Value *value, const Expr *expr, unsigned depth) {
  bool any;
  TRY(add_targets(value, expr, &any));
  if (!any) add(value->keeper, value->keys, query_key_word(value->keeper->job->arena, QUERY_KEY_NAME, names_text(value->facts->names, expr->name)));
  const Expr *base = query_expr_at(value->facts, expr->base);
  bool is_element = base && (base->kind == EXPR_INDEX || base->kind == EXPR_ITER || (base->kind == EXPR_NAME && !any));
  return is_element ? add_value(value, expr->base, depth + 1) : OK;
}

/* What a call returned: the function's own, or, of what is not known, from
 * what it is a member of: handlers.get(key). */
static Err add_call(const Value *value, const Expr *expr, unsigned depth) {
  const Expr *callee = query_expr_at(value->facts, expr->base);
  bool any;
  if (!callee) return OK;
  TRY(add_targets(value, callee, &any));
  return !any && callee->kind == EXPR_MEMBER ? add_value(value, callee->base, depth + 1) : OK;
}

/* Where a value was read from, step by step back to something that has a
 * name. */
static Err add_value(const Value *value, ExprNo number, unsigned depth) {
  const Expr *expr = query_expr_at(value->facts, number);
  if (!expr || depth > DEPTH_MAX) return OK;
  switch (expr->kind) {
    case EXPR_NAME: return add_name(value, expr, depth);
    case EXPR_MEMBER: return add_member(value, expr, depth);
    case EXPR_CALL: return add_call(value, expr, depth);
    case EXPR_INDEX: case EXPR_AWAIT: case EXPR_ITER: case EXPR_PART: case EXPR_REST: case EXPR_POINTER:
      return add_value(value, expr->base, depth + 1);
    case EXPR_OF_TYPE: return query_keys_type(value->keeper, value->file, value->facts, expr->base, QUERY_KEY_TYPE, value->keys);
    case EXPR_ANY: case EXPR_OP:
      for (size_t i = 0; i < expr->list.count; i++) TRY(add_value(value, value->facts->lists.items[expr->list.first + i], depth + 1));
      return OK;
    default: return OK;
  }
}

Err query_keys_value(QueryKeeper *keeper, FileId file, const Facts *facts, ExprNo value, QueryKeys *keys) {
  return add_value(&(Value){keeper, file, facts, keys}, value, 0);
}
