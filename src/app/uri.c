/* URIs as clients send them, into paths. */
#include "src/app/app_internal.h"

#define PATH_MAX_BYTES 4096

bool app_uri_decode(Arena *arena, Str text, Str *ret_plain) {
  Buf plain;
  buf_init(&plain, arena, PATH_MAX_BYTES);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '%') {
      buf_add_byte(&plain, text.ptr[i]);
      continue;
    }
    if (text.len - i < 3) return false;
    int high = str_hex_digit(text.ptr[i + 1]);
    int low = str_hex_digit(text.ptr[i + 2]);
    if (high < 0 || low < 0 || high + low == 0) return false;
    buf_add_byte(&plain, (char)(high * 16 + low));
    i += 2;
  }
  *ret_plain = buf_str(&plain);
  return !plain.overflow;
}

bool app_uri_path(Arena *arena, Str uri, Str *ret_path) {
  if (!str_starts_with(uri, STR("file://"))) return false;
  Str rest = str_slice(uri, 7, uri.len);
  size_t slash = str_find_byte(rest, '/');
  Str host = str_slice(rest, 0, slash == STR_NONE ? rest.len : slash);
  if (slash == STR_NONE || (host.len && !str_eq_c(host, "localhost"))) return false;
  return app_uri_decode(arena, str_slice(rest, slash, rest.len), ret_path);
}
