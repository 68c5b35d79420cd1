/* Names and needs of packages. */
#include "src/languages/common/package_internal.h"

#include "src/base/vec.h"

void language_package_name(Arena *arena, LanguagePackage *package, Str name) {
  if (name.len) *vec_add(arena, &package->names) = name;
}

void language_package_need(Arena *arena, LanguagePackage *package, Str name, bool is_test) {
  if (name.len) *vec_add(arena, &package->needs) = (LanguageNeed){name, is_test};
}

bool language_package_leads(Str specifier, Str package, bool is_needed) {
  (void)is_needed;
  return str_eq(specifier, package) || str_is_beneath(specifier, package);
}
