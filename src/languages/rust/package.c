/* Rust: what a Cargo.toml says of its package. */
#include "src/languages/common/package_internal.h"
#include "src/languages/common/toml_internal.h"
#include "src/languages/rust/rust_internal.h"

/* [dependencies], [target.'cfg(unix)'.dev-dependencies] and
 * [build-dependencies.name]; what [workspace.dependencies] lists, members have
 * to ask for. */
static bool is_needs(Str section, Str *ret_one) {
  const Str word = STR("dependencies");
  size_t at = str_find(section, word);
  if (at == STR_NONE || str_starts_with(section, STR("workspace"))) return false;
  Str rest = str_slice(section, at + word.len, section.len);
  *ret_one = rest.len > 1 && rest.ptr[0] == '.' ? str_slice(rest, 1, rest.len) : STR_EMPTY;
  return !rest.len || ret_one->len;
}

bool language_rust_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  (void)path;
  LanguageTomlLine line = {0};
  while (language_toml_next(&text, &line)) {
    Str one;
    if (str_eq(line.section, STR("package")) && str_eq(line.key, STR("name"))) {
      language_package_name(arena, ret_package, language_toml_text(line.value));
    } else if (is_needs(line.section, &one)) {
      Str renamed = one.len ? STR_EMPTY : language_toml_member(line.value, STR("package"));
      if (one.len && str_eq(line.key, STR("package"))) renamed = language_toml_text(line.value);
      Str key = line.key;
      key = str_cut(&key, '.'); /* name.workspace = true */
      language_package_need(arena, ret_package, renamed.len ? renamed : one.len ? one : key, str_contains(line.section, STR("dev-")));
    }
  }
  return ret_package->names.len > 0;
}
