/* Names that are used where it could not be told what they mean: a definition
 * of that name may be meant. */
#include <string.h>

#include "src/base/map.h"
#include "src/query/survey/survey_internal.h"

#define NAMES_SOUGHT 48 /* names that are looked for before facts are read */

typedef struct Mentions {
  Job *job;
  StoreReader *reader;
  const StoreSymbols *symbols;
  bool *is_mentioned; /* by symbol */
  uint32_t *next;     /* the next symbol of the same name, + 1 */
  Map names;          /* -> the first symbol, + 1 */
  bool anywhere;      /* some of them can be used in other files */
} Mentions;

static bool is_of_file(const StoreSymbol *symbol) {
  return symbol->flags & DEF_PRIVATE || (symbol->kind == SYMBOL_FUNCTION && symbol->flags & DEF_STATIC);
}

static void take_names(Mentions *mentions) {
  Arena *arena = mentions->job->arena;
  size_t count = mentions->symbols->len;
  map_init(&mentions->names, arena);
  mentions->next = ARENA_ARRAY(arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const StoreSymbol *symbol = &mentions->symbols->items[i];
    uint32_t *first = map_get(&mentions->names, symbol->name);
    if (!first) map_put(&mentions->names, symbol->name, first = ARENA_NEW(arena, uint32_t));
    mentions->next[i] = *first;
    *first = i + 1;
    mentions->anywhere |= !is_of_file(symbol);
  }
}

/* Whether it is worth reading the facts. */
static bool may_mention(const Mentions *mentions, Str data) {
  if (mentions->names.live > NAMES_SOUGHT) return true;
  for (MapEntry *e = NULL; (e = map_next(&mentions->names, e));) {
    if (memmem(data.ptr, data.len, e->key.ptr, e->key.len)) return true;
  }
  return false;
}

static bool has_edge(const StoreEdges *edges, const Ref *ref) {
  for (size_t i = 0; i < edges->len; i++) {
    if (edges->items[i].line == ref->line && edges->items[i].column == ref->column) return true;
  }
  return false;
}

/* What a reference names; NULL: nothing, or something of the file. */
static const Expr *named_by(const Facts *facts, const Ref *ref) {
  const Expr *expr = query_expr_at(facts, ref->expr);
  if (expr && (expr->kind == EXPR_CALL || expr->kind == EXPR_NEW)) expr = query_expr_at(facts, expr->base);
  if (!expr || (expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER)) return NULL;
  return expr;
}

static bool is_known(const Facts *facts, const Expr *expr) {
  const Bind *bind = expr->kind == EXPR_NAME ? query_bind_of(facts, expr) : NULL;
  return bind && !bind->import;
}

static void mark(Mentions *mentions, FileId file, const Ref *ref, uint32_t first) {
  for (uint32_t i = first; i; i = mentions->next[i - 1]) {
    const StoreSymbol *symbol = &mentions->symbols->items[i - 1];
    bool is_own = symbol->file.value == file.value;
    bool is_inside = is_own && ref->at >= symbol->full.from && ref->at < symbol->full.to;
    if (!is_inside && (is_own || !is_of_file(symbol))) mentions->is_mentioned[i - 1] = true;
  }
}

static Err look_into(Mentions *mentions, const StoreFile *file) {
  Str data;
  Facts facts;
  StoreEdges edges = {0};
  bool has_edges = false;
  TRY(store_get_content(mentions->job, mentions->reader, file->id, &data));
  if (!data.ptr || !may_mention(mentions, data)) return OK;
  AUTO(Names) names = names_open();
  if (!facts_decode(data, mentions->job->arena, names, &facts)) return OK;
  for (size_t i = 1; i < facts.refs.len; i++) {
    const Ref *ref = &facts.refs.items[i];
    const Expr *expr = named_by(&facts, ref);
    uint32_t *first = expr ? map_get(&mentions->names, names_text(names, expr->name)) : NULL;
    if (!first || is_known(&facts, expr)) continue;
    if (!has_edges) TRY(store_edges_of(mentions->job, mentions->reader, file->id, STORE_ALL_KINDS, &edges));
    has_edges = true;
    if (!has_edge(&edges, ref)) mark(mentions, file->id, ref, *first);
  }
  return OK;
}

static bool has_symbol(const StoreSymbols *symbols, FileId file) {
  for (size_t i = 0; i < symbols->len; i++) {
    if (symbols->items[i].file.value == file.value) return true;
  }
  return false;
}

Err query_survey_mentions(Job *job, StoreReader *reader, const StoreFiles *files, const StoreSymbols *symbols, bool *is_mentioned) {
  Mentions mentions = {.job = job, .reader = reader, .symbols = symbols, .is_mentioned = is_mentioned};
  Arena scratch, *own = job->arena;
  Err err = OK;
  if (!symbols->len) return OK;
  take_names(&mentions);
  arena_init(&scratch);
  for (size_t i = 0; i < files->len && !err; i++) {
    if (files->items[i].skip.len || (!mentions.anywhere && !has_symbol(symbols, files->items[i].id))) continue;
    job->arena = &scratch;
    err = job_check(job);
    if (!err) err = look_into(&mentions, &files->items[i]);
    job->arena = own;
    if (err) job->message = str_copy(own, job->message); /* its words are about to go */
    arena_reset(&scratch);
  }
  arena_clear(&scratch);
  return err;
}
