/* Pack: the one way numbers and texts become bytes and are read back, for rows
 * of the store, kept files and whatever else outlives a process.
 *
 * A number takes seven bits a byte, the lowest first, and a set top bit says
 * that more follow; signed ones go between the others (0, -1, 1, -2, ...), so
 * that small differences of either sign stay short. Words are little-endian and
 * of fixed size, for what is found by its place. A text has its length before
 * it.
 *
 * What is read back may have rotted or come from somebody else, so reading is
 * checked: it never goes past the end, and the first thing that is missing or
 * too large makes the reader bad for good. A bad reader gives 0 and empty texts
 * and has nothing left, so that loops end and one look at the end is enough.
 * Counts are read by pack_read_count, which refuses more entries than the bytes
 * that are left can hold: what is allocated by it is bounded by the input.
 *
 * Plain values without a lock; texts borrow from the bytes that are read. */
#ifndef FATHOM_BASE_PACK_H
#define FATHOM_BASE_PACK_H

#include <string.h>

#include "src/base/buf.h"

/* ---- writing: what does not fit is the buffer's overflow ---- */

/* Append to `out`, whose maximum bounds them; check its overflow once, in
 * the end. */
void pack_number(Buf *out, uint64_t number);
void pack_signed(Buf *out, int64_t number);
void pack_text(Buf *out, Str text);
void pack_word32(Buf *out, uint32_t word);
void pack_word64(Buf *out, uint64_t word);

/* As formats of others have them, with what is highest first: a number's sevens of bits, and
 * a word's bytes (of the lowest bits), to memory that the caller knows to be large enough. */
void pack_number_high(Buf *out, uint64_t number);
static inline void pack_store_high16(char *at, uint64_t word) {
  at[0] = (char)(word >> 8);
  at[1] = (char)word;
}
static inline void pack_store_high32(char *at, uint32_t word) {
  pack_store_high16(at, word >> 16);
  pack_store_high16(at + 2, word);
}

/* To memory that the caller knows to be large enough: at most PACK_NUMBER_MAX
 * bytes, of a 32-bit number PACK_NUMBER_32_MAX. Gives the place behind it. */
#define PACK_NUMBER_MAX 10
#define PACK_NUMBER_32_MAX 5
static inline uint8_t *pack_put_number(uint8_t *at, uint64_t number) {
  for (; number >= 0x80; number >>= 7) *at++ = (uint8_t)(number | 0x80);
  *at++ = (uint8_t)number;
  return at;
}

/* ---- reading ---- */

typedef struct PackReader {
  const uint8_t *at, *end;
  bool bad; /* something was missing or too large; stays set */
} PackReader;

static inline PackReader pack_reader(Str bytes) {
  const uint8_t *at = (const uint8_t *)(bytes.ptr ? bytes.ptr : "");
  return (PackReader){.at = at, .end = at + bytes.len};
}

static inline size_t pack_left(const PackReader *in) { return (size_t)(in->end - in->at); }
/* Everything was read and all of it was good. */
static inline bool pack_is_done(const PackReader *in) { return !in->bad && in->at == in->end; }
/* For what the reader of a format finds wrong itself. */
void pack_spoil(PackReader *in);

uint64_t pack_read_long(PackReader *in); /* what the inline ones leave over */
static inline uint64_t pack_read_number(PackReader *in) {
  if (in->at < in->end && *in->at < 0x80) return *in->at++;
  return pack_read_long(in);
}
static inline uint32_t pack_read_32(PackReader *in) {
  uint64_t number = pack_read_number(in);
  if (number <= UINT32_MAX) return (uint32_t)number;
  pack_spoil(in);
  return 0;
}
int64_t pack_read_signed(PackReader *in);
/* `from` and what pack_signed wrote as the distance; bad outside 32 bits. */
uint32_t pack_read_moved(PackReader *in, uint32_t from);
/* How many entries of at least `each` bytes (1 or more) follow. */
size_t pack_read_count(PackReader *in, size_t each);
Str pack_read_text(PackReader *in);
/* The next `size` bytes. */
Str pack_read_bytes(PackReader *in, size_t size);
uint32_t pack_read_word32(PackReader *in);
uint64_t pack_read_word64(PackReader *in);

/* ---- memory whose size the caller has checked ---- */

static inline uint32_t pack_load32(const void *at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  return word;
}
static inline uint64_t pack_load64(const void *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}
/* A number that this process itself put there and nobody could change since;
 * gives the place behind it. */
static inline const uint8_t *pack_load_number(const uint8_t *at, uint64_t *ret_number) {
  uint64_t number = 0;
  unsigned shift = 0;
  for (; *at >= 0x80; at++, shift += 7) number |= (uint64_t)(*at & 0x7F) << shift;
  *ret_number = number | (uint64_t)*at << shift;
  return at + 1;
}

#endif
