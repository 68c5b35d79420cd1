/* file: URIs and the paths they name. Only what names a file of this machine
 * by an absolute path is taken; everything that comes from a server goes
 * through here. */
#include "src/base/percent.h"
#include "src/lsp/uri.h"
#include "src/os/file.h"

Str lsp_uri_from_path(Arena *arena, Str path) {
  Buf uri;
  buf_init(&uri, arena, SIZE_MAX);
  buf_add_c(&uri, "file://");
  percent_add(&uri, path);
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

/* A path of another system: it would be found beneath the root here, and be
 * another file. */
static bool has_drive(Str path) {
  return path.len >= 3 && byte_is_letter(path.ptr[1]) && path.ptr[2] == ':' && (path.len == 3 || path.ptr[3] == '/');
}

/* A NUL would cut the path where the system reads it. Joined to the root, dots
 * and doubled slashes are gone: what comes out can be compared. */
bool lsp_uri_to_path(Arena *arena, Str uri, Str *ret_path) {
  Str plain;
  if (!percent_decode(arena, local_part(uri), FILE_PATH_MAX, &plain)) return false;
  if (!str_starts_with(plain, STR("/")) || str_find_byte(plain, 0) != STR_NONE) return false;
  *ret_path = file_join(arena, STR("/"), plain);
  return !has_drive(*ret_path);
}
