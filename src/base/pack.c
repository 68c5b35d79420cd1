#include "src/base/pack.h"

#include <assert.h>

#define TOP_SHIFT 63 /* of the last byte a number can have: one bit is left */

/* ---- writing ---- */

void pack_number(Buf *out, uint64_t number) {
  if (number < 0x80) {
    buf_add_byte(out, (char)number);
    return;
  }
  uint8_t bytes[PACK_NUMBER_MAX];
  buf_add(out, (Str){(const char *)bytes, (size_t)(pack_put_number(bytes, number) - bytes)});
}

void pack_number_high(Buf *out, uint64_t number) {
  uint8_t bytes[PACK_NUMBER_MAX], *at = bytes + sizeof bytes;
  *--at = (uint8_t)(number & 0x7F);
  while (number >>= 7) *--at = (uint8_t)(number | 0x80);
  buf_add(out, (Str){(const char *)at, (size_t)(bytes + sizeof bytes - at)});
}

void pack_signed(Buf *out, int64_t number) { pack_number(out, ((uint64_t)number << 1) ^ (uint64_t)(number >> 63)); }

void pack_text(Buf *out, Str text) {
  pack_number(out, text.len);
  buf_add(out, text);
}

static void add_word(Buf *out, uint64_t word, size_t size) {
  char bytes[sizeof word];
  for (size_t i = 0; i < size; i++) bytes[i] = (char)(word >> (8 * i));
  buf_add(out, (Str){bytes, size});
}

void pack_word32(Buf *out, uint32_t word) { add_word(out, word, sizeof word); }
void pack_word64(Buf *out, uint64_t word) { add_word(out, word, sizeof word); }

/* ---- reading ---- */

void pack_spoil(PackReader *in) {
  in->bad = true;
  in->at = in->end; /* so that whoever reads to the end is there */
}

uint64_t pack_read_long(PackReader *in) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift <= TOP_SHIFT && in->at < in->end; shift += 7) {
    uint8_t byte = *in->at++;
    if (shift == TOP_SHIFT && byte > 1) break;
    number |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  pack_spoil(in);
  return 0;
}

int64_t pack_read_signed(PackReader *in) {
  uint64_t number = pack_read_number(in);
  return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

uint32_t pack_read_moved(PackReader *in, uint32_t from) {
  int64_t by = pack_read_signed(in);
  if (!in->bad && by >= -(int64_t)from && by <= (int64_t)UINT32_MAX - from) return (uint32_t)(from + by);
  pack_spoil(in);
  return 0;
}

size_t pack_read_count(PackReader *in, size_t each) {
  assert(each > 0); /* entries of no bytes could be any number of them */
  uint64_t count = pack_read_number(in);
  if (count <= pack_left(in) / each) return (size_t)count;
  pack_spoil(in);
  return 0;
}

Str pack_read_bytes(PackReader *in, size_t size) {
  if (size > pack_left(in)) pack_spoil(in);
  if (in->bad) return STR_EMPTY;
  Str bytes = {(const char *)in->at, size};
  in->at += size;
  return bytes;
}

Str pack_read_text(PackReader *in) { return pack_read_bytes(in, pack_read_count(in, 1)); }

uint32_t pack_read_word32(PackReader *in) {
  Str bytes = pack_read_bytes(in, sizeof(uint32_t));
  return in->bad ? 0 : pack_load32(bytes.ptr);
}

uint64_t pack_read_word64(PackReader *in) {
  Str bytes = pack_read_bytes(in, sizeof(uint64_t));
  return in->bad ? 0 : pack_load64(bytes.ptr);
}
