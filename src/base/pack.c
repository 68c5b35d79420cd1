#include "src/base/pack.h"

void pack_number(Buf *out, uint64_t number) {
  while (number >= 0x80) {
    buf_add_byte(out, (char)(number | 0x80));
    number >>= 7;
  }
  buf_add_byte(out, (char)number);
}

void pack_text(Buf *out, Str text) {
  pack_number(out, text.len);
  buf_add(out, text);
}

uint64_t pack_read_number(PackReader *in) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && in->rest.len && !in->bad; shift += 7) {
    unsigned char byte = (unsigned char)in->rest.ptr[0];
    in->rest = str_slice(in->rest, 1, in->rest.len);
    number |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  in->bad = true;
  return 0;
}

Str pack_read_text(PackReader *in) {
  uint64_t len = pack_read_number(in);
  if (in->bad || len > in->rest.len) {
    in->bad = true;
    return STR_EMPTY;
  }
  Str text = str_slice(in->rest, 0, (size_t)len);
  in->rest = str_slice(in->rest, (size_t)len, in->rest.len);
  return text;
}
