/* What the graph knows of a place in a file. */
#include "src/query/names/names.h"
#include "src/verify/verify_internal.h"

/* The name that a byte stands in or behind. */
static Str word_at(Str text, size_t byte) {
  size_t from = byte, to = byte;
  while (from > 0 && byte_is_name(text.ptr[from - 1])) from--;
  while (to < text.len && byte_is_name(text.ptr[to])) to++;
  return str_slice(text, from, to);
}

/* An edge from this line to something of that name. */
static Err find_used(const VerifyFile *file, FileId in, uint32_t line, Str word, StoreSymbol *ret_symbol) {
  Job *job = file->job;
  StoreEdges edges = {0};
  TRY(store_edges_of(job, file->reader, in, STORE_ALL_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    StoreSymbol symbol;
    if (edges.items[i].line != line) continue;
    TRY(query_symbol(job, file->reader, edges.items[i].to, &symbol));
    if (!symbol.id.value || !str_eq(symbol.name, word)) continue;
    *ret_symbol = symbol;
    return OK;
  }
  return OK;
}

Err verify_symbol_exactly(const VerifyFile *file, TextPoint point, StoreSymbol *ret_symbol) {
  Job *job = file->job;
  StoreFile stored;
  StoreSymbols symbols;
  Text text;
  *ret_symbol = (StoreSymbol){0};
  TRY(query_file(job, file->reader, file->path, &stored));
  if (!stored.id.value) return OK;
  TRY(verify_text(file, &text));
  size_t byte = text_from_point(&text, point);
  TRY(store_list_symbols(job, file->reader, stored.id, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    const Span *name = &symbols.items[i].name_span;
    if (byte < name->from || byte > name->to) continue;
    *ret_symbol = symbols.items[i];
    return OK;
  }
  Str word = word_at(text.chars, byte);
  return word.len ? find_used(file, stored.id, point.line, word, ret_symbol) : OK;
}

Err verify_symbol_at(const VerifyFile *file, TextPoint point, StoreSymbol *ret_symbol) {
  TRY(verify_symbol_exactly(file, point, ret_symbol));
  return ret_symbol->id.value ? OK : verify_around(file, file->path, point.line, ret_symbol);
}

bool verify_is_test(const VerifyFile *file, Str path) {
  bool is_test = false;
  if (query_is_test(file->job, file->reader, path, &is_test)) job_forgive(file->job);
  return is_test;
}

Err verify_around(const VerifyFile *file, Str path, uint32_t line, StoreSymbol *ret_symbol) {
  StoreFile stored;
  *ret_symbol = (StoreSymbol){0};
  TRY(query_file(file->job, file->reader, path, &stored));
  return stored.id.value ? query_symbol_at(file->job, file->reader, stored.id, line, ret_symbol) : OK;
}
