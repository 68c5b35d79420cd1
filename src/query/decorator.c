/* Decorators, from the facts of the file. */
#include "src/query/decorator.h"

#include "src/base/buf.h"
#include "src/base/names.h"

#define WRAPS_MAX 8

/* Those of the languages themselves. */
static bool is_harmless(Str name) {
  static const char *const words[] = {"staticmethod", "classmethod", "property", "abstractmethod", "abc.abstractmethod",
                                      "override", "overload", "final", "typing.override", "typing.overload", "typing.final",
                                      "Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface"};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (str_eq(name, str_from_c(words[i]))) return true;
  }
  return false;
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

Err query_decorator(Job *job, StoreReader *reader, const StoreSymbol *symbol, Str *ret_name) {
  Str data;
  Facts facts;
  *ret_name = STR_EMPTY;
  /* They mostly have lines of their own; without room before the name there is none. */
  if (symbol->kind == SYMBOL_FILE || symbol->name_span.from - symbol->full.from < 2) return OK;
  TRY(store_get_content(job, reader, symbol->file, &data));
  if (!data.ptr) return OK;
  AUTO(Names) names = names_open();
  if (!facts_decode(data, job->arena, names, &facts)) return OK;
  for (size_t i = 1; i < facts.refs.len && !ret_name->len; i++) {
    const Ref *ref = &facts.refs.items[i];
    if (ref->role != REF_DECORATE || !stands_before(ref, symbol)) continue;
    Str name = spelled(job->arena, &facts, ref->expr);
    if (name.len && !is_harmless(name)) *ret_name = str_shown(job->arena, name, 80);
  }
  return OK;
}
