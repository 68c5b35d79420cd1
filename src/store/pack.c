/* Rows as bytes: seven bits a byte, differences instead of places. What is
 * read back may have rotted: every number is checked. */
#include <string.h>

#include "src/store/store_internal.h"

void store_pack(Buf *out, uint64_t number) {
  while (number >= 0x80) {
    buf_add_byte(out, (char)(number | 0x80));
    number >>= 7;
  }
  buf_add_byte(out, (char)number);
}

void store_pack_signed(Buf *out, int64_t number) {
  store_pack(out, ((uint64_t)number << 1) ^ (uint64_t)(number >> 63));
}

StoreUnpack store_unpack_from(Str bytes) {
  const unsigned char *at = (const unsigned char *)(bytes.ptr ? bytes.ptr : "");
  return (StoreUnpack){at, at + bytes.len, false};
}

uint64_t store_unpack(StoreUnpack *in) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (in->at == in->end) break;
    unsigned char byte = *in->at++;
    number |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  in->bad = true;
  in->at = in->end;
  return 0;
}

uint32_t store_unpack_32(StoreUnpack *in) {
  uint64_t number = store_unpack(in);
  if (number > UINT32_MAX) in->bad = true;
  return (uint32_t)number;
}

int64_t store_unpack_signed(StoreUnpack *in) {
  uint64_t number = store_unpack(in);
  return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

/* ---- places ---- */

static void pack_span(Buf *out, const Span *span, const Span *near) {
  store_pack_signed(out, (int64_t)span->from - near->from);
  store_pack(out, span->to - span->from);
  store_pack_signed(out, (int64_t)span->line - near->line);
  store_pack(out, span->column);
  store_pack_signed(out, (int64_t)span->end_line - span->line);
  store_pack(out, span->end_column);
}

static uint32_t moved(StoreUnpack *in, uint32_t from) {
  int64_t to = store_unpack_signed(in);
  if (to > UINT32_MAX || to < -(int64_t)UINT32_MAX || to + from < 0 || to + from > UINT32_MAX) {
    in->bad = true;
    return 0;
  }
  return (uint32_t)(to + from);
}

static void unpack_span(StoreUnpack *in, Span *span, const Span *near) {
  span->from = moved(in, near->from);
  span->to = span->from + store_unpack_32(in);
  span->line = moved(in, near->line);
  span->column = store_unpack_32(in);
  span->end_line = moved(in, span->line);
  span->end_column = store_unpack_32(in);
  if (span->to < span->from || span->end_line < span->line) in->bad = true;
}

void store_pack_place(Buf *out, const Def *def, Str owner) {
  Span none = {0};
  bool has_doc = def->doc.to > def->doc.from;
  pack_span(out, &def->name_span, &none);
  pack_span(out, &def->full, &def->name_span);
  if (!has_doc && !owner.len) return;
  store_pack_signed(out, has_doc ? (int64_t)def->doc.from - def->full.from : 0);
  store_pack(out, has_doc ? def->doc.to - def->doc.from : 0);
  buf_add(out, owner);
}

bool store_unpack_place(Str bytes, StoreSymbol *symbol) {
  StoreUnpack in = store_unpack_from(bytes);
  Span none = {0};
  unpack_span(&in, &symbol->name_span, &none);
  unpack_span(&in, &symbol->full, &symbol->name_span);
  if (in.at < in.end) {
    symbol->doc.from = moved(&in, symbol->full.from);
    symbol->doc.to = symbol->doc.from + store_unpack_32(&in);
    if (symbol->doc.to < symbol->doc.from) in.bad = true;
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
    store_pack(out, edge->kind | (unsigned)edge->rule << 5 | (wired ? WIRED : 0));
    store_pack_signed(out, store_file_of(edge->to).value - store_file_of(edge->from).value);
    store_pack(out, store_local_of(edge->to));
    store_pack_signed(out, (int64_t)edge->line - line);
    store_pack(out, edge->column);
    line = edge->line;
    if (!wired) continue;
    store_pack(out, (uint64_t)edge->wired_file.value);
    store_pack(out, edge->wired_line);
  }
}

bool store_unpack_edges(Arena *arena, Str bytes, SymbolId from, uint32_t kinds, StoreEdges *edges) {
  StoreUnpack in = store_unpack_from(bytes);
  int64_t own = store_file_of(from).value;
  uint32_t line = 0;
  in.bad = !store_is_file(own);
  while (in.at < in.end && !in.bad) {
    StoreEdge edge = {.from = from};
    uint32_t head = store_unpack_32(&in);
    edge.kind = head & 31;
    edge.rule = (head >> 5) & 31;
    int64_t file = store_unpack_signed(&in);
    uint32_t local = store_unpack_32(&in);
    line = edge.line = moved(&in, line);
    edge.column = store_unpack_32(&in);
    if (head & WIRED) {
      edge.wired_file.value = (int64_t)store_unpack(&in);
      edge.wired_line = store_unpack_32(&in);
    }
    if (head >= WIRED * 2 || edge.kind >= EDGE_KIND_COUNT || edge.rule >= EDGE_RULE_COUNT ||
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
    store_pack(out, local - last);
    store_pack(out, sources[i].kinds);
    last = local;
  }
}

bool store_unpack_sources(Arena *arena, Str bytes, FileId file, uint32_t kinds, StoreSources *sources) {
  StoreUnpack in = store_unpack_from(bytes);
  uint64_t local = 0;
  in.bad = !store_is_file(file.value);
  while (in.at < in.end && !in.bad) {
    local += store_unpack_32(&in);
    uint32_t found = store_unpack_32(&in);
    if (local > STORE_LOCAL_MAX) in.bad = true;
    if (in.bad) break;
    if (found & kinds) *vec_add(arena, sources) = (StoreSource){store_symbol_id(file, (uint32_t)local), found};
  }
  return !in.bad;
}
