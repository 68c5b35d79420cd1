/* Go: what a go.mod says of its module. */
#include "src/languages/common/package_internal.h"
#include "src/languages/go/go_internal.h"

bool language_go_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  (void)path;
  GoMod mod = {.text = text};
  for (Str verb, rest; language_go_mod_next(&mod, &verb, &rest);) {
    if (str_eq(verb, STR("module"))) language_package_name(arena, ret_package, language_go_mod_word(&rest));
    else if (str_eq(verb, STR("require"))) language_package_need(arena, ret_package, language_go_mod_word(&rest), false);
  }
  return ret_package->names.len > 0;
}
