/* Str as UTF-8: whether it is, and how to show it when it may be hostile. */
#include <string.h>

#include "src/base/str.h"

/* Length of the well-formed sequence at the start of `s` and its character;
 * 0 when broken: overlong, surrogate, beyond U+10FFFF, cut short. */
static size_t decode(Str s, uint32_t *ret_codepoint) {
  unsigned char first = (unsigned char)s.ptr[0];
  if (first < 0x80) {
    *ret_codepoint = first;
    return 1;
  }
  size_t len = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || len > s.len) return 0;
  uint32_t codepoint = first & (0x7Fu >> len);
  for (size_t i = 1; i < len; i++) {
    unsigned char next = (unsigned char)s.ptr[i];
    if ((next & 0xC0) != 0x80) return 0;
    codepoint = codepoint << 6 | (next & 0x3F);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (codepoint < least[len] || codepoint > 0x10FFFF) return 0;
  if (codepoint >= 0xD800 && codepoint <= 0xDFFF) return 0;
  *ret_codepoint = codepoint;
  return len;
}

bool str_is_utf8(Str s) {
  for (size_t at = 0; at < s.len;) {
    uint32_t codepoint;
    size_t len = decode(str_slice(s, at, s.len), &codepoint);
    if (len == 0) return false;
    at += len;
  }
  return true;
}

static bool is_hidden(uint32_t codepoint) {
  if (codepoint == '\t' || codepoint == '\n') return false;
  if (codepoint < 0x20 || (codepoint >= 0x7F && codepoint <= 0x9F)) return true;
  switch (codepoint) {
    case 0x061C: /* Arabic letter mark */
    case 0x200E: /* left-to-right mark */
    case 0x200F: /* right-to-left mark */
    case 0x2028: /* line separator */
    case 0x2029: /* paragraph separator */
      return true;
    default:
      return (codepoint >= 0x202A && codepoint <= 0x202E) || /* embeddings, overrides */
             (codepoint >= 0x2066 && codepoint <= 0x2069) || /* isolates */
             (codepoint >= 0xE0000 && codepoint <= 0xE007F); /* invisible tags */
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
  uint32_t codepoint = 0;
  size_t len = decode(rest, &codepoint);
  if (len && !is_hidden(codepoint)) {
    *at += len;
    return str_slice(rest, 0, len);
  }
  bool is_byte = len < 2;
  *at += is_byte ? 1 : len;
  uint32_t value = is_byte ? (unsigned char)rest.ptr[0] : codepoint;
  return (Str){escape, write_escape(escape, value, is_byte)};
}

Str str_visible(Arena *arena, Str s) {
  char escape[12];
  size_t shown_len = 0;
  for (size_t at = 0; at < s.len;) shown_len += show_next(s, &at, escape).len;
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
