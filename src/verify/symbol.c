/* A symbol of the graph in the form of the protocol. */
#include "src/verify/verify_internal.h"

int verify_kind_number(SymbolKind kind) {
  static const int numbers[SYMBOL_KIND_COUNT] = {
      [SYMBOL_FILE] = 1,         [SYMBOL_MODULE] = 2,      [SYMBOL_NAMESPACE] = 3, [SYMBOL_PACKAGE] = 4,
      [SYMBOL_CLASS] = 5,        [SYMBOL_STRUCT] = 23,     [SYMBOL_UNION] = 23,    [SYMBOL_INTERFACE] = 11,
      [SYMBOL_TRAIT] = 11,       [SYMBOL_PROTOCOL] = 11,   [SYMBOL_ENUM] = 10,     [SYMBOL_ENUM_MEMBER] = 22,
      [SYMBOL_TYPE] = 5,         [SYMBOL_FUNCTION] = 12,   [SYMBOL_METHOD] = 6,    [SYMBOL_CONSTRUCTOR] = 9,
      [SYMBOL_PROPERTY] = 7,     [SYMBOL_FIELD] = 8,       [SYMBOL_VARIABLE] = 13, [SYMBOL_CONSTANT] = 14,
      [SYMBOL_MACRO] = 14,       [SYMBOL_COMPONENT] = 12,  [SYMBOL_ROUTE] = 12,    [SYMBOL_TEST] = 12,
      [SYMBOL_SECTION] = 3,
  };
  return kind < SYMBOL_KIND_COUNT ? numbers[kind] : 0;
}

static LspRange range_of(const VerifyFile *file, Str path, const Span *span) {
  const QuerySource *source = verify_source(file, path);
  LspRange range = {.start = {span->line, span->column}, .end = {span->end_line, span->end_column},
                    .start_byte = span->from, .end_byte = span->to};
  if (!source) return range;
  /* Our own columns are bytes. */
  range.start.column = (uint32_t)str_characters(str_head(query_source_line(source, span->line), span->column - 1)) + 1;
  range.end.column = (uint32_t)str_characters(str_head(query_source_line(source, span->end_line), span->end_column - 1)) + 1;
  return range;
}

LspSymbol verify_from_graph(const VerifyFile *file, const StoreSymbol *symbol) {
  return (LspSymbol){.name = symbol->name, .detail = symbol->signature, .container = symbol->container,
                     .kind = verify_kind_number(symbol->kind),
                     .location = {.path = symbol->path, .range = range_of(file, symbol->path, &symbol->name_span),
                                  .whole = range_of(file, symbol->path, &symbol->full)}};
}
