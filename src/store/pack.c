/* Rows as bytes (base/pack), with differences instead of places. What is read
 * back may have rotted: every number is checked. */
#include "src/store/store_internal.h"

/* ---- places ---- */

/* `near` is a place close by, usually the one packed before. Distances between
 * neighbours are small numbers, and small numbers take one byte. */
static void pack_span(Buf *out, const Span *span, const Span *near) {
  pack_signed(out, (int64_t)span->from - near->from);
  pack_number(out, span->to - span->from);
  pack_signed(out, (int64_t)span->line - near->line);
  pack_number(out, span->column);
  pack_signed(out, (int64_t)span->end_line - span->line);
  pack_number(out, span->end_column);
}

static void unpack_span(PackReader *in, Span *span, const Span *near) {
  span->from = pack_read_moved(in, near->from);
  span->to = span->from + pack_read_32(in);
  span->line = pack_read_moved(in, near->line);
  span->column = pack_read_32(in);
  span->end_line = pack_read_moved(in, span->line);
  span->end_column = pack_read_32(in);
  /* Sums may have wrapped around; a span that ends before it begins would make
   * those who cut text by it read outside of the file. */
  if (span->to < span->from || span->end_line < span->line) in->bad = true;
}

void store_pack_place(Buf *out, const Def *def, Str owner) {
  Span none = {0};
  bool has_doc = def->doc.to > def->doc.from;
  pack_span(out, &def->name_span, &none);
  pack_span(out, &def->full, &def->name_span);
  /* Most symbols have neither, and nothing is then the shortest way to say so:
   * the reader sees the end of the bytes. */
  if (!has_doc && !owner.len) return;
  pack_signed(out, has_doc ? (int64_t)def->doc.from - def->full.from : 0);
  pack_number(out, has_doc ? def->doc.to - def->doc.from : 0);
  buf_add(out, owner);
}

bool store_unpack_place(Str bytes, StoreSymbol *symbol) {
  PackReader in = pack_reader(bytes);
  Span none = {0};
  unpack_span(&in, &symbol->name_span, &none);
  unpack_span(&in, &symbol->full, &symbol->name_span);
  if (in.at < in.end) {
    symbol->doc.from = pack_read_moved(&in, symbol->full.from);
    symbol->doc.to = symbol->doc.from + pack_read_32(&in);
    if (symbol->doc.to < symbol->doc.from) in.bad = true;
    /* An empty comment was written only because an owner follows. */
    if (symbol->doc.to == symbol->doc.from) symbol->doc = (Range){0};
    if (in.at < in.end) symbol->container = (Str){(const char *)in.at, (size_t)(in.end - in.at)};
  }
  return !in.bad;
}

/* ---- edges ---- */

#define WIRED (1u << 10) /* above kind (5 bits) and rule (5 bits) */

/* Rules are mostly small numbers: they lie above the kind, and the two bits
 * that are left in the first byte hold most of them. */
void store_pack_edges(Buf *out, const StoreEdge *edges, size_t count) {
  uint32_t line = 0;
  for (size_t i = 0; i < count; i++) {
    const StoreEdge *edge = &edges[i];
    bool wired = edge->wired_file.value != 0;
    pack_number(out, edge->kind | (unsigned)edge->rule << 5 | (wired ? WIRED : 0));
    /* Most edges stay in their file, where the difference is zero. */
    pack_signed(out, store_file_of(edge->to).value - store_file_of(edge->from).value);
    pack_number(out, store_local_of(edge->to));
    pack_signed(out, (int64_t)edge->line - line);
    pack_number(out, edge->column);
    line = edge->line;
    if (!wired) continue;
    pack_number(out, (uint64_t)edge->wired_file.value);
    pack_number(out, edge->wired_line);
  }
}

bool store_unpack_edges(Arena *arena, Str bytes, SymbolId from, uint32_t kinds, StoreEdges *edges) {
  PackReader in = pack_reader(bytes);
  int64_t own = store_file_of(from).value;
  uint32_t line = 0;
  /* A symbol id out of a damaged row would make the sums below overflow. */
  in.bad = !store_is_file(own);
  while (in.at < in.end && !in.bad) {
    StoreEdge edge = {.from = from};
    uint32_t head = pack_read_32(&in);
    edge.kind = head & 31;
    edge.rule = (head >> 5) & 31;
    int64_t file = pack_read_signed(&in);
    uint32_t local = pack_read_32(&in);
    line = edge.line = pack_read_moved(&in, line);
    edge.column = pack_read_32(&in);
    if (head & WIRED) {
      edge.wired_file.value = (int64_t)pack_read_number(&in);
      edge.wired_line = pack_read_32(&in);
    }
    if (head >= WIRED * 2 || edge.kind >= EDGE_KIND_COUNT || edge.rule >= EDGE_RULE_COUNT ||
        /* Compared before adding: the sum itself could overflow. */
        local > STORE_LOCAL_MAX || file <= -own || file > STORE_FILE_MAX - own ||
        (head & WIRED && !store_is_file(edge.wired_file.value))) in.bad = true;
    if (in.bad) break;
    edge.to = store_symbol_id((FileId){own + file}, local);
    if (kinds & STORE_KIND(edge.kind)) *vec_add(arena, edges) = edge;
  }
  return !in.bad;
}

void store_pack_sources(Buf *out, const StoreSource *sources, size_t count) {
  uint32_t last = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t local = store_local_of(sources[i].symbol);
    pack_number(out, local - last);
    pack_number(out, sources[i].kinds);
    last = local;
  }
}

bool store_unpack_sources(Arena *arena, Str bytes, FileId file, uint32_t kinds, StoreSources *sources) {
  PackReader in = pack_reader(bytes);
  uint64_t local = 0;
  in.bad = !store_is_file(file.value);
  while (in.at < in.end && !in.bad) {
    local += pack_read_32(&in);
    uint32_t found = pack_read_32(&in);
    if (local > STORE_LOCAL_MAX) in.bad = true;
    if (in.bad) break;
    if (found & kinds) *vec_add(arena, sources) = (StoreSource){store_symbol_id(file, (uint32_t)local), found};
  }
  return !in.bad;
}
