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
  for (Str before = STR_EMPTY; language_toml_next(&text, &line); before = line.section) {
    Str one;
    if (str_eq(line.section, STR("package")) && str_eq(line.key, STR("name"))) {
      language_package_name(arena, ret_package, language_toml_text(line.value));
    } else if (is_needs(line.section, &one)) {
      bool is_test = str_contains(line.section, STR("dev-")), is_renamed = one.len && str_eq(line.key, STR("package"));
      Str renamed = is_renamed ? language_toml_text(line.value) : one.len ? STR_EMPTY : language_toml_member(line.value, STR("package"));
      Str name = line.key;
      name = str_cut(&name, '.'); /* name.workspace = true */
      if (one.len) name = before.ptr == line.section.ptr ? STR_EMPTY : one; /* once for a section of its own */
      language_package_need(arena, ret_package, renamed.len ? renamed : name, is_test);
    }
  }
  return ret_package->names.len > 0;
}

/* "a-b" is written a_b in code. */
bool language_rust_leads(Str specifier, Str package, bool is_needed) {
  (void)is_needed;
  size_t end = str_find(specifier, STR("::"));
  Str crate = end == STR_NONE ? specifier : str_slice(specifier, 0, end);
  bool is_same = crate.len == package.len;
  for (size_t i = 0; is_same && i < crate.len; i++) is_same = crate.ptr[i] == (package.ptr[i] == '-' ? '_' : package.ptr[i]);
  return is_same;
}
