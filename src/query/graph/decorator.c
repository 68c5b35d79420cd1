/* Decorators, from the facts of the file. */
#include "src/query/graph/graph.h"

#include "src/base/buf.h"
#include "src/base/names.h"
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

/* What may register it, and is not of the language itself. */
static Str registers(Arena *arena, const Facts *facts, const Ref *ref, const StoreSymbol *symbol) {
  if (ref->role != REF_DECORATE || !stands_before(ref, symbol)) return STR_EMPTY;
  Str name = spelled(arena, facts, ref->expr);
  return is_harmless(name) ? STR_EMPTY : str_shown(arena, name, 80);
}

Str query_decorator_among(Arena *arena, const Facts *facts, const Ref *const *refs, size_t count, const StoreSymbol *symbol) {
  if (!has_room(symbol)) return STR_EMPTY;
  for (size_t i = 0; i < count; i++) {
    Str name = registers(arena, facts, refs[i], symbol);
    if (name.len) return name;
  }
  return STR_EMPTY;
}

/* ---- what it registers a definition as ---- */

/* `"/x"` of ("/x", …), (value = "/x") and (r"/x"); empty: it begins otherwise. */
static Str first_text(Str text, size_t at) {
  while (at < text.len && byte_is_blank(text.ptr[at])) at++;
  size_t from = at;
  while (at < text.len && byte_is_word(text.ptr[at])) at++;
  size_t behind = at;
  while (behind < text.len && byte_is_blank(text.ptr[behind])) behind++;
  bool is_named = at > from && behind < text.len && text.ptr[behind] == '=';
  if (is_named) at = behind + 1;
  while (is_named && at < text.len && byte_is_blank(text.ptr[at])) at++;
  /* Before a quote stand at most the two letters that say how it is to be read. */
  if (at >= text.len || (!is_named && at > from + 2) || (text.ptr[at] != '"' && text.ptr[at] != '\'')) return STR_EMPTY;
  size_t end = at + 1;
  while (end < text.len && text.ptr[end] != text.ptr[at] && text.ptr[end] != '\n') end++;
  return end < text.len && text.ptr[end] == text.ptr[at] ? str_slice(text, at + 1, end) : STR_EMPTY;
}

/* Behind the name as it is spelled between the beginning of the definition and
 * its own name. */
static Str key_of(Str text, const StoreSymbol *symbol, Str name) {
  if (symbol->name_span.from > text.len) return STR_EMPTY;
  Str before = str_slice(text, symbol->full.from, symbol->name_span.from);
  size_t found = str_find(before, name);
  size_t at = symbol->full.from + found + name.len;
  return found != STR_NONE && at < text.len && text.ptr[at] == '(' ? first_text(text, at + 1) : STR_EMPTY;
}

/* All of them begin with a sign, so that the text before its name mostly tells that
 * there is none, and the facts need not be read. */
static bool may_have_one(Str text, const StoreSymbol *symbol) {
  Str before = str_slice(text, symbol->full.from, symbol->name_span.from);
  if (!text.len) return true;
  for (size_t i = 0; i < before.len; i++) {
    if (before.ptr[i] == '@' || before.ptr[i] == '#' || before.ptr[i] == '[') return true;
  }
  return false;
}

/* Reads the facts of one file; whoever asks about many symbols of it uses
 * query_decorator_among. */
Err query_decorator(Job *job, StoreReader *reader, const StoreSymbol *symbol, Str text, QueryDecorator *ret_decorator) {
  Facts facts;
  bool is_there;
  *ret_decorator = (QueryDecorator){0};
  if (!has_room(symbol) || !may_have_one(text, symbol)) return OK;
  AUTO(Names) names = names_open();
  TRY(query_facts(job, reader, symbol->file, names, &facts, &is_there));
  for (size_t i = 1; is_there && i < facts.refs.len && !ret_decorator->key.len; i++) {
    const Ref *ref = &facts.refs.items[i];
    Str name = registers(job->arena, &facts, ref, symbol);
    if (!name.len) continue;
    QueryDecorator one = {.name = str_copy(job->arena, name), .key = str_copy(job->arena, key_of(text, symbol, name)), .line = ref->line};
    if (!ret_decorator->name.len || one.key.len) *ret_decorator = one;
  }
  return OK;
}
