/* file: URIs and the paths they name. */
#include "src/base/buf.h"
#include "src/lsp/text.h"
#include "src/os/file.h"

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_plain(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

Str lsp_uri_from_path(Arena *arena, Str path) {
  static const char digits[] = "0123456789ABCDEF";
  Buf uri;
  buf_init(&uri, arena, SIZE_MAX);
  buf_add_c(&uri, "file://");
  for (size_t i = 0; i < path.len; i++) {
    unsigned char byte = (unsigned char)path.ptr[i];
    if (is_plain(path.ptr[i])) {
      buf_add_byte(&uri, path.ptr[i]);
      continue;
    }
    buf_add_byte(&uri, '%');
    buf_add_byte(&uri, digits[byte >> 4]);
    buf_add_byte(&uri, digits[byte & 15]);
  }
  return buf_str(&uri);
}

/* What follows the scheme and the host; empty: not a file of this machine. */
static Str local_part(Str uri) {
  if (!str_eq_ignore_case(str_slice(uri, 0, 5), STR("file:"))) return STR_EMPTY;
  Str rest = str_slice(uri, 5, uri.len);
  if (str_starts_with(rest, STR("//"))) {
    rest = str_slice(rest, 2, rest.len);
    size_t slash = str_find_byte(rest, '/');
    if (slash == STR_NONE) return STR_EMPTY;
    Str host = str_slice(rest, 0, slash);
    if (host.len && !str_eq_ignore_case(host, STR("localhost"))) return STR_EMPTY;
    rest = str_slice(rest, slash, rest.len);
  }
  for (size_t i = 0; i < rest.len; i++) {
    if (rest.ptr[i] == '?' || rest.ptr[i] == '#') return str_slice(rest, 0, i);
  }
  return rest;
}

static bool decode(Arena *arena, Str text, Str *ret_plain) {
  Buf plain;
  buf_init(&plain, arena, FILE_PATH_MAX);
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.ptr[i];
    if (byte == '%') {
      if (text.len - i < 3) return false;
      int high = str_hex_digit(text.ptr[i + 1]), low = str_hex_digit(text.ptr[i + 2]);
      if (high < 0 || low < 0) return false;
      byte = (char)(high * 16 + low);
      i += 2;
    }
    if (!byte) return false;
    buf_add_byte(&plain, byte);
  }
  *ret_plain = buf_str(&plain);
  return !plain.overflow;
}

static bool has_drive(Str path) {
  return path.len >= 3 && is_letter(path.ptr[1]) && path.ptr[2] == ':' && (path.len == 3 || path.ptr[3] == '/');
}

bool lsp_uri_to_path(Arena *arena, Str uri, Str *ret_path) {
  Str plain;
  if (!decode(arena, local_part(uri), &plain)) return false;
  if (!str_starts_with(plain, STR("/"))) return false;
  *ret_path = file_join(arena, STR("/"), plain);
  return !has_drive(*ret_path);
}
