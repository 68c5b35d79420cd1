/* The one coder of %XX. */
#include "src/base/percent.h"

static bool is_plain(char c) {
  return byte_is_plain(c) || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

void percent_add(Buf *out, Str bytes) {
  static const char digits[] = "0123456789ABCDEF";
  for (size_t i = 0; i < bytes.len; i++) {
    unsigned char byte = (unsigned char)bytes.ptr[i];
    if (is_plain(bytes.ptr[i])) {
      buf_add_byte(out, bytes.ptr[i]);
      continue;
    }
    buf_add_byte(out, '%');
    buf_add_byte(out, digits[byte >> 4]);
    buf_add_byte(out, digits[byte & 15]);
  }
}

bool percent_decode_to(Str text, char *to, size_t *ret_len) {
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.ptr[i];
    if (byte == '%') {
      if (text.len - i < 3) return false;
      int high = str_hex_digit(text.ptr[i + 1]), low = str_hex_digit(text.ptr[i + 2]);
      if (high < 0 || low < 0) return false;
      byte = (char)(high * 16 + low);
      i += 2;
    }
    to[len++] = byte;
  }
  *ret_len = len;
  return true;
}

bool percent_decode(Arena *arena, Str text, size_t max, Str *ret_bytes) {
  size_t len;
  if (text.len > 3 * max) return false;
  char *bytes = arena_alloc(arena, text.len + 1); /* a NUL follows */
  if (!percent_decode_to(text, bytes, &len) || len > max) return false;
  bytes[len] = 0;
  *ret_bytes = (Str){bytes, len};
  return true;
}
