/* Decorators, from the facts of the file. */
#include "src/query/graph/graph.h"

#include "src/base/buf.h"
#include "src/base/names.h"
#include "src/base/vec.h"
#include "src/query/source/facts_internal.h"

#define WRAPS_MAX 8

/* Those of the languages themselves. */
static bool is_harmless(Str name) {
  static const char *const words[] = {"staticmethod", "classmethod", "property", "abstractmethod", "abc.abstractmethod",
                                      "override", "overload", "final", "typing.override", "typing.overload", "typing.final",
                                      "Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface"};
  return str_is_one_of(name, words, COUNT_OF(words));
}

/* `check` of check("day"). */
static Str spelled(Arena *arena, const Facts *facts, ExprNo number) {
  for (size_t i = 0; number && number < facts->exprs.len && i < WRAPS_MAX; i++) {
    const Expr *expr = &facts->exprs.items[number];
    if (expr->kind != EXPR_CALL && expr->kind != EXPR_NEW) break;
    number = expr->base;
  }
  Buf text;
  buf_init(&text, arena, 1u << 12);
  facts_dump_expr(&text, facts, number);
  return buf_str(&text);
}

static bool stands_before(const Ref *ref, const StoreSymbol *symbol) {
  const Span *full = &symbol->full, *name = &symbol->name_span;
  bool begins = ref->line > full->line || (ref->line == full->line && ref->column >= full->column);
  return begins && (ref->line < name->line || (ref->line == name->line && ref->column < name->column));
}

/* They mostly have lines of their own; without room before the name there is none. */
static bool has_room(const StoreSymbol *symbol) {
  return symbol->kind != SYMBOL_FILE && symbol->name_span.from - symbol->full.from >= 2;
}

Str query_decorator_among(Arena *arena, const Facts *facts, const Ref *const *refs, size_t count, const StoreSymbol *symbol) {
  if (!has_room(symbol)) return STR_EMPTY;
  for (size_t i = 0; i < count; i++) {
    if (refs[i]->role != REF_DECORATE || !stands_before(refs[i], symbol)) continue;
    Str name = spelled(arena, facts, refs[i]->expr);
    if (name.len && !is_harmless(name)) return str_shown(arena, name, 80);
  }
  return STR_EMPTY;
}

/* Reads the facts of one file; whoever asks about many symbols of it uses
 * query_decorator_among. */
Err query_decorator(Job *job, StoreReader *reader, const StoreSymbol *symbol, Str *ret_name) {
  Facts facts;
  bool is_there;
  VEC(const Ref *) refs = {0};
  *ret_name = STR_EMPTY;
  if (!has_room(symbol)) return OK;
  AUTO(Names) names = names_open();
  TRY(query_facts(job, reader, symbol->file, names, &facts, &is_there));
  for (size_t i = 1; is_there && i < facts.refs.len; i++) {
    if (facts.refs.items[i].role == REF_DECORATE) *vec_add(job->arena, &refs) = &facts.refs.items[i];
  }
  if (refs.len) *ret_name = query_decorator_among(job->arena, &facts, refs.items, refs.len, symbol);
  return OK;
}
