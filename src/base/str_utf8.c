/* Str as UTF-8: whether it is, and how to show it when it may be hostile. */
#include <string.h>

#include "src/base/str_internal.h"

#define BYTES(byte) (0x0101010101010101u * (uint64_t)(byte))

/* Where what is shown as it stands and is one byte a character ends: nearly all
 * of most texts. Eight bytes at a time; a borrow or a carry can only mark one
 * too many, which is then looked at by itself. */
static size_t plain_end(Str s, size_t at) {
  for (;;) {
    uint64_t word;
    while (at + sizeof word <= s.len) {
      memcpy(&word, s.ptr + at, sizeof word);
      if (((word - BYTES(0x20)) | (word + BYTES(1)) | word) & BYTES(0x80)) break;
      at += sizeof word;
    }
    size_t end = at + sizeof word < s.len ? at + sizeof word : s.len;
    for (; at < end; at++) {
      unsigned char byte = (unsigned char)s.ptr[at];
      if (byte != '\t' && byte != '\n' && (byte < 0x20 || byte >= 0x7F)) return at;
    }
    if (at == s.len) return at;
  }
}

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

bool str_utf8_step(Str s, size_t *ret_len, uint32_t *ret_codepoint) {
  unsigned char low;
  unsigned char high;
  unsigned char first = (unsigned char)s.ptr[0];
  size_t length = sequence_length(first, &low, &high);
  uint32_t codepoint = length > 1 ? first & (0x7fu >> length) : first;
  size_t good = 1;
  while (good < length && good < s.len) {
    unsigned char byte = (unsigned char)s.ptr[good];
    if (byte < low || byte > high) break;
    codepoint = codepoint << 6 | (byte & 0x3f);
    low = 0x80;
    high = 0xbf;
    good++;
  }
  *ret_len = good;
  *ret_codepoint = codepoint;
  return good == length;
}

bool str_is_utf8(Str s) {
  size_t len;
  uint32_t codepoint;
  for (size_t at = plain_end(s, 0); at < s.len; at = plain_end(s, at + len)) {
    if (!str_utf8_step(str_slice(s, at, s.len), &len, &codepoint)) return false;
  }
  return true;
}

size_t str_characters(Str s) {
  size_t count = 0;
  size_t len;
  uint32_t codepoint;
  for (; s.len; s = str_slice(s, len, s.len)) {
    (void)!str_utf8_step(s, &len, &codepoint);
    count++;
  }
  return count;
}

size_t str_put_codepoint(char *to, uint32_t codepoint) {
  bool is_surrogate = codepoint >= 0xD800 && codepoint <= 0xDFFF;
  if (is_surrogate || codepoint > 0x10FFFF) codepoint = 0xFFFD;
  size_t len = codepoint < 0x80 ? 1 : codepoint < 0x800 ? 2 : codepoint < 0x10000 ? 3 : 4;
  for (size_t i = len - 1; i > 0; i--) {
    to[i] = (char)(0x80 | (codepoint & 0x3F));
    codepoint >>= 6;
  }
  /* The first of several bytes begins with as many ones as there are bytes. */
  to[0] = (char)((len > 1 ? 0xF00u >> len & 0xFF : 0) | codepoint);
  return len;
}

bool str_is_hidden(uint32_t codepoint) {
  if (codepoint == '\t' || codepoint == '\n') return false;
  if (codepoint < 0x20 || (codepoint >= 0x7F && codepoint <= 0x9F)) return true;
  switch (codepoint) {
    case 0x061C: /* Arabic letter mark */
    case 0x200B: /* zero width space; joiners stay: scripts and emoji need them */
    case 0x200E: /* left-to-right mark */
    case 0x200F: /* right-to-left mark */
    case 0x2028: /* line separator */
    case 0x2029: /* paragraph separator */
    case 0xFEFF: /* byte order mark, zero width no-break space */
      return true;
    default:
      return (codepoint >= 0x202A && codepoint <= 0x202E) || /* embeddings, overrides */
             (codepoint >= 0x2060 && codepoint <= 0x2064) || /* word joiner, invisible operators */
             (codepoint >= 0x2066 && codepoint <= 0x2069) || /* isolates */
             (codepoint >= 0xE0000 && codepoint <= 0xE0FFF); /* tags, variation selectors */
  }
}

/* Writes `value` as at least `digits` hexadecimal digits. */
static size_t write_hex(char *out, uint32_t value, size_t digits) {
  while (digits < 8 && value >> (digits * 4)) digits++;
  for (size_t i = 0; i < digits; i++) {
    out[i] = "0123456789ABCDEF"[value >> ((digits - 1 - i) * 4) & 0xF];
  }
  return digits;
}

/* \xNN for a byte, \u{NNNN} for a character beyond ASCII; at most 12 bytes. */
static size_t write_escape(char *out, uint32_t value, bool is_byte) {
  out[0] = '\\';
  if (is_byte) {
    out[1] = 'x';
    return 2 + write_hex(out + 2, value, 2);
  }
  out[1] = 'u';
  out[2] = '{';
  size_t len = 3 + write_hex(out + 3, value, 4);
  out[len] = '}';
  return len + 1;
}

/* The shown form of what stands at `at`; moves `at` behind it. */
static Str show_next(Str s, size_t *at, char escape[12]) {
  Str rest = str_slice(s, *at, s.len);
  uint32_t codepoint;
  size_t len;
  bool is_valid = str_utf8_step(rest, &len, &codepoint);
  if (is_valid && !str_is_hidden(codepoint)) {
    *at += len;
    return str_slice(rest, 0, len);
  }
  bool is_byte = !is_valid || len == 1;
  *at += is_byte ? 1 : len;
  uint32_t value = is_byte ? (unsigned char)rest.ptr[0] : codepoint;
  return (Str){escape, write_escape(escape, value, is_byte)};
}

size_t str_visible_size(Str s) {
  char escape[12];
  size_t size = 0;
  for (size_t at = 0;;) {
    size_t end = plain_end(s, at);
    size += end - at;
    if (end == s.len) return size;
    at = end;
    size += show_next(s, &at, escape).len;
  }
}

Str str_visible(Arena *arena, Str s) {
  char escape[12];
  size_t shown_len = str_visible_size(s);
  /* An escape is always longer than what it stands for. */
  if (shown_len == s.len) return s;
  char *shown = arena_alloc(arena, shown_len);
  size_t len = 0;
  for (size_t at = 0; at < s.len;) {
    Str part = show_next(s, &at, escape);
    memcpy(shown + len, part.ptr, part.len);
    len += part.len;
  }
  return (Str){shown, shown_len};
}

Str str_head(Str s, size_t max) {
  if (s.len <= max) return s;
  size_t cut = max;
  while (cut && max - cut < 3 && ((unsigned char)s.ptr[cut] & 0xC0) == 0x80) cut--;
  return str_slice(s, 0, cut);
}

Str str_shown(Arena *arena, Str s, size_t max) {
  Str head = str_head(s, max);
  Str visible = str_visible(arena, head);
  size_t breaks = 0, len = 0;
  for (size_t i = 0; i < visible.len; i++) breaks += visible.ptr[i] == '\n' || visible.ptr[i] == '\t';
  if (!breaks && head.len == s.len) return visible;
  char *shown = arena_alloc(arena, visible.len + breaks + 3);
  for (size_t i = 0; i < visible.len; i++) {
    char c = visible.ptr[i];
    bool is_break = c == '\n' || c == '\t';
    if (is_break) shown[len++] = '\\';
    shown[len++] = c == '\n' ? 'n' : c == '\t' ? 't' : c;
  }
  for (size_t i = 0; head.len < s.len && i < 3; i++) shown[len++] = '.';
  return (Str){shown, len};
}
