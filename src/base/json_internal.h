/* What the JSON reader, the writer and the values share: limits, where plain
 * text ends, and members in order. */
#ifndef FATHOM_BASE_JSON_INTERNAL_H
#define FATHOM_BASE_JSON_INTERNAL_H

#include <string.h>

#include "src/base/json.h"

/* Values nest at most this deep, whatever the limits say, so that walking
 * one by recursion is safe on any thread's stack. */
#define JSON_DEPTH_MAX 1024

/* Objects up to this size are searched member by member. */
#define JSON_SMALL_OBJECT 8

#define JSON_BYTES(byte) (0x0101010101010101u * (uint64_t)(byte))

/* A byte that does not stand in a string just as it is: '"', '\', a control
 * character, or the start of a UTF-8 sequence that has to be checked. The
 * delete character may, and is read so, but is not written so. */
static inline bool json_is_special(unsigned char byte) {
  return byte < 0x20 || byte >= 0x7F || byte == '"' || byte == '\\';
}

/* The first special byte at or after `at`, or `end`. Eight bytes at a time:
 * each term sets the high bit of the bytes it looks for. A borrow or a carry
 * can set wrong bits only above a right one, so the lowest set bit is always
 * true. */
static inline const char *json_plain_end(const char *at, const char *end) {
  while (end - at >= 8) {
    uint64_t word;
    memcpy(&word, at, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    uint64_t quote = word ^ JSON_BYTES('"');
    uint64_t slash = word ^ JSON_BYTES('\\');
    uint64_t hits = ((word - JSON_BYTES(0x20)) | (quote - JSON_BYTES(1)) |
                     (slash - JSON_BYTES(1)) | (word + JSON_BYTES(1)) | word) & JSON_BYTES(0x80);
    if (hits) return at + (__builtin_ctzll(hits) >> 3);
    at += 8;
  }
  while (at < end && !json_is_special((unsigned char)*at)) at++;
  return at;
}

/* Pointers to the members, ordered by name; to be released with free(). */
const JsonMember **json_sort_members(const JsonMember *members, size_t count);

#endif
