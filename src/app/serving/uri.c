/* URIs as clients send them, into paths. */
#include "src/app/app_internal.h"
#include "src/base/percent.h"

#define PATH_MAX_BYTES 4096

bool app_uri_decode(Arena *arena, Str text, Str *ret_plain) {
  Str plain;
  if (!percent_decode(arena, text, PATH_MAX_BYTES, &plain) || str_find_byte(plain, 0) != STR_NONE) return false;
  *ret_plain = plain;
  return true;
}

/* Files of other machines are none of ours, whatever their path is here. */
bool app_uri_path(Arena *arena, Str uri, Str *ret_path) {
  if (!str_starts_with(uri, STR("file://"))) return false;
  Str rest = str_slice(uri, 7, uri.len);
  size_t slash = str_find_byte(rest, '/');
  Str host = str_slice(rest, 0, slash == STR_NONE ? rest.len : slash);
  if (slash == STR_NONE || (host.len && !str_eq_c(host, "localhost"))) return false;
  return app_uri_decode(arena, str_slice(rest, slash, rest.len), ret_path);
}
