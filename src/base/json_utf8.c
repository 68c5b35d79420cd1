/* One UTF-8 sequence: is it well formed, and how long is it. */
#include "src/base/json_internal.h"

/* How long a sequence with this first byte is (0: none begins so), and the
 * range of its second byte, which is where overlong forms, surrogates and
 * too large values show. */
static size_t sequence_length(unsigned char first, unsigned char *ret_low,
                              unsigned char *ret_high) {
  *ret_low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  *ret_high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

size_t json_utf8_step(const char *at, const char *end, bool *ret_valid) {
  unsigned char low;
  unsigned char high;
  size_t length = sequence_length((unsigned char)*at, &low, &high);
  size_t left = (size_t)(end - at);
  size_t good = 1;
  while (good < length && good < left) {
    unsigned char byte = (unsigned char)at[good];
    if (byte < low || byte > high) break;
    low = 0x80;
    high = 0xbf;
    good++;
  }
  *ret_valid = good == length;
  return good;
}
