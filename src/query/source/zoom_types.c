/* From a file to the files its declarations need to be understood. */
#include "src/base/vec.h"
#include "src/query/source/source.h"

#define FILES_MAX 100

static bool has_file(const FileId *files, size_t count, FileId file) {
  for (size_t i = 0; i < count; i++) {
    if (files[i].value == file.value) return true;
  }
  return false;
}

/* Whether the edge is part of what other files see: out of the file's own top
 * or an exported symbol, and not out of the lines of a function's body. */
static bool is_declared(const StoreSymbols *symbols, const StoreEdge *edge) {
  if (!store_local_of(edge->from)) return true;
  for (size_t i = 0; i < symbols->len; i++) {
    const StoreSymbol *one = &symbols->items[i];
    if (one->id.value != edge->from.value) continue;
    bool is_hidden = one->flags & (DEF_PRIVATE | DEF_LOCAL) || (!one->container.len && !(one->flags & DEF_EXPORTED));
    size_t lines = 0; /* of the signature, at least */
    for (size_t at = 0; at < one->signature.len; at++) lines += one->signature.ptr[at] == ',';
    bool is_body = symbol_kind_is_callable(one->kind) && edge->line > one->full.line + lines + 1;
    return !is_hidden && !is_body;
  }
  return false;
}

Err query_zoom_types(Job *job, StoreReader *reader, FileId file, unsigned hops, bool deep, QueryZoomTypes *ret_types) {
  const uint32_t kinds = STORE_KIND(EDGE_TYPE_OF) | STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS);
  FileId *files = ARENA_ARRAY(job->arena, FileId, FILES_MAX + 1);
  size_t len = 1, from = 0;
  files[0] = file;
  for (unsigned hop = 0; hop < hops; hop++) {
    size_t end = len;
    for (; from < end; from++) {
      StoreEdges edges = {0};
      StoreSymbols symbols;
      TRY(job_check(job));
      TRY(store_list_symbols(job, reader, files[from], &symbols));
      TRY(store_edges_of(job, reader, files[from], kinds, &edges));
      for (size_t i = 0; i < edges.len && len <= FILES_MAX; i++) {
        FileId to = store_file_of(edges.items[i].to);
        if (has_file(files, len, to) || (!deep && !is_declared(&symbols, &edges.items[i]))) continue;
        files[len++] = to;
      }
    }
  }
  *ret_types = (QueryZoomTypes){files + 1, len - 1};
  return OK;
}
