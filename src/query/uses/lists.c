/* Lists: where the values of a union are spelled together without deciding
 * anything. Whoever adds a value has to look there, and no edge leads there. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/names/names.h"
#include "src/query/uses/literals_internal.h"

#define APART_MAX 6 /* lines between two values of one list */

/* ---- what the values are ---- */

/* Constants of the type: `const Sent State = "sent"`. */
static Err take_typed(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *type, QueryLiterals *literals) {
  QueryOwners owners;
  StoreSources typed = {0};
  query_owners_init(&owners, job, reader, QUERY_OWNERS_FILES);
  TRY(query_owners_into(&owners, type->id, STORE_KIND(EDGE_TYPE_OF), &typed));
  for (size_t i = 0; i < typed.len; i++) {
    StoreSymbol one;
    TRY(query_symbol(job, reader, typed.items[i].symbol, &one));
    if (one.kind == SYMBOL_CONSTANT && one.file.value == type->file.value) TRY(query_literal_add_text(job, texts, &one, literals));
  }
  return OK;
}

/* Of the members that are texts. */
static Err take_enumeration(Job *job, const QueryTexts *texts, const StoreSymbols *members, QueryLiterals *literals) {
  for (size_t i = 0; i < members->len; i++) {
    if (members->items[i].kind == SYMBOL_ENUM_MEMBER) TRY(query_literal_add_text(job, texts, &members->items[i], literals));
  }
  return OK;
}

/* ---- where they are listed ---- */

/* The values of a line that decide nothing there, as bits. */
static uint64_t listed_in(const QueryLiterals *literals, Str line) {
  uint64_t has = 0;
  QueryLiteralSpot spot;
  for (size_t at = 0; query_literal_next(literals, line, &at, &spot);) {
    if (!spot.decides) has |= (uint64_t)1 << spot.member;
  }
  return has;
}

static bool is_enough(uint64_t has, size_t members) {
  size_t count = 0;
  for (; has; has &= has - 1) count++;
  return count >= 2 && count * 2 >= members;
}

static void end_list(Job *job, QueryLiteralList *open, QueryLiteralLists *lists) {
  if (is_enough(open->has, lists->member_count)) *vec_add(job->arena, lists) = *open;
  *open = (QueryLiteralList){0};
}

/* Its own definition is none, nor is the constant that it is made from. */
static bool is_own(const StoreSymbol *symbol, const QueryHit *hit, Str path) {
  bool is_inside = str_eq(path, symbol->path) && hit->line >= symbol->full.line && hit->line <= symbol->full.end_line;
  bool is_constant = hit->symbol && str_eq(path, symbol->path) && hit->symbol->kind == SYMBOL_CONSTANT;
  return is_inside || is_constant;
}

/* Documents tell of values, and nothing goes by what they say. */
static bool is_document(Str path) {
  const Language *language = language_for_file(path, STR_EMPTY);
  return !language || language->shows_code;
}

/* In one definition, or side by side in one. */
static bool goes_on(const QueryLiteralList *open, const QueryHit *hit) {
  if (hit->line > open->end_line + APART_MAX) return false;
  if (!hit->symbol || !open->in.id.value || hit->symbol->id.value == open->in.id.value) return true;
  SymbolId around = hit->symbol->container_id;
  return around.value && (around.value == open->in.container_id.value || around.value == open->in.id.value);
}

/* Whether all of its lines together have enough of them: the others need not be
 * looked at closely. */
static bool may_list(const QueryHits *file, const QueryLiterals *literals) {
  uint64_t has = 0;
  for (size_t i = 0; i < file->len; i++) has |= listed_in(literals, query_source_line(file->source, file->items[i].line));
  return is_enough(has, literals->member_count);
}

static void take_file(Job *job, const QueryHits *file, const StoreSymbol *symbol, const QueryLiterals *literals, QueryLiteralLists *lists) {
  QueryLiteralList open = {0};
  for (size_t i = 0; i < file->len; i++) {
    const QueryHit *hit = &file->items[i];
    uint64_t has = is_own(symbol, hit, file->path) ? 0 : listed_in(literals, query_source_line(file->source, hit->line));
    if (!has) continue;
    if (open.has && !goes_on(&open, hit)) end_list(job, &open, lists);
    if (!open.has) open = (QueryLiteralList){.path = file->path, .line = hit->line};
    if (hit->symbol && !open.in.id.value) open.in = *hit->symbol;
    open.end_line = hit->line;
    open.has |= has;
  }
  end_list(job, &open, lists);
}

static int by_place(const void *a, const void *b) {
  const QueryLiteralList *x = a, *y = b;
  int order = str_compare(x->path, y->path);
  return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

Err query_literal_lists(Job *job, const QueryTexts *texts, StoreReader *reader, const QueryListed *listed, QueryLiteralLists *ret_lists) {
  const StoreSymbol *symbol = listed->symbol;
  bool is_enum = symbol->kind == SYMBOL_ENUM;
  QueryLiterals literals = is_enum ? (QueryLiterals){0} : *listed->known;
  QueryLiteralLists lists = {0};
  *ret_lists = lists;
  if (is_enum) TRY(take_enumeration(job, texts, listed->members, &literals));
  if (!literals.member_count && symbol->kind == SYMBOL_TYPE) TRY(take_typed(job, texts, reader, symbol, &literals));
  if (literals.member_count < 2) return OK;
  lists.member_count = literals.member_count;
  for (size_t i = 0; i < literals.member_count; i++) lists.members[i] = literals.members[i];
  QuerySearched own;
  if (!literals.found) TRY(query_literal_search(job, texts->index, &literals, &own));
  const QuerySearched *found = literals.found ? literals.found : &own;
  for (size_t i = 0; i < found->len; i++) {
    if (is_document(found->items[i].path) || !may_list(&found->items[i], &literals)) continue;
    TRY(query_search_name(job, reader, &found->items[i]));
    take_file(job, &found->items[i], symbol, &literals, &lists);
  }
  if (lists.len > 1) qsort(lists.items, lists.len, sizeof(QueryLiteralList), by_place);
  *ret_lists = lists;
  return OK;
}
