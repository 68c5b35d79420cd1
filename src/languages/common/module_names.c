/* Full names of modules, and what they are called by for short. */
#include "src/languages/common/module_names_internal.h"

#include "src/base/idmap.h"

enum { IMPORTS_MAX = 16 };

Str language_module_full(LanguageBuild *build, const LanguageModules *modules, Str name) {
  size_t dot = str_find_byte(name, '.');
  Str head = str_slice(name, 0, dot);
  for (size_t i = modules->aliases.len; i-- > 0;) {
    const LanguageAlias *alias = &modules->aliases.items[i];
    if (!str_eq(alias->name, head)) continue;
    return dot == STR_NONE ? alias->full : str_format(build->arena, "%.*s%.*s", STR_ARG(alias->full), STR_ARG(str_slice(name, dot, name.len)));
  }
  return name;
}

void language_module_alias(LanguageBuild *build, LanguageModules *modules, Str full, Str name) {
  size_t dot = str_find_last_byte(full, '.');
  if (!name.len) name = dot == STR_NONE ? full : str_slice(full, dot + 1, full.len);
  *vec_add(build->arena, &modules->aliases) = (LanguageAlias){name, full};
}

void language_module_open(LanguageBuild *build, LanguageModules *modules, Str full, LanguageModuleOpen *ret_before) {
  *ret_before = (LanguageModuleOpen){modules->module, modules->imports.len, modules->called.len, build->facts->binds.len};
  modules->module = full;
}

/* Each of the imported modules may be the one that has it. */
static void bind_imported(LanguageBuild *build, const LanguageModules *modules, NameId name) {
  for (size_t i = 0; i < modules->imports.len && i < IMPORTS_MAX; i++) {
    ExprNo module = language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, modules->imports.items[i])});
    ExprNo value = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = module, .name = name});
    language_bind(build, (Bind){.name = name, .flags = BIND_HOISTED, .value = value});
  }
}

void language_module_close(LanguageBuild *build, LanguageModules *modules, const LanguageModuleOpen *before) {
  const Facts *facts = build->facts;
  Idmap known;
  idmap_init(&known, build->arena);
  for (size_t i = before->binds; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == build->scope) idmap_mark(&known, bind->name.value);
  }
  for (size_t i = before->called; i < modules->called.len; i++) {
    NameId name = modules->called.items[i];
    if (modules->imports.len && idmap_mark(&known, name.value)) bind_imported(build, modules, name);
  }
  modules->called.len = before->called;
  modules->imports.len = before->imports;
  modules->module = before->around;
}
