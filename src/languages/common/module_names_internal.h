/* Modules that are known by their full names (App.Shop.Cart), wherever they are written:
 * shorter names for them, and functions that need no module's name before them. */
#ifndef FATHOM_LANGUAGES_COMMON_MODULE_NAMES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_MODULE_NAMES_INTERNAL_H

#include "src/languages/common/nodes_internal.h"

typedef struct LanguageAlias {
  Str name, full;
} LanguageAlias;

/* Of one file, empty at first. */
typedef struct LanguageModules {
  Str module; /* the full name of the innermost that is open */
  VEC(LanguageAlias) aliases;
  VEC(Str) imports;   /* full names of modules whose functions need no name before them */
  VEC(NameId) called; /* by their names alone, in the modules that are open */
} LanguageModules;

/* Cart -> App.Shop.Cart, Cart.Item -> App.Shop.Cart.Item; the last alias counts. */
Str language_module_full(LanguageBuild *build, const LanguageModules *modules, Str name);
/* An empty name: the last part of the full one. */
void language_module_alias(LanguageBuild *build, LanguageModules *modules, Str full, Str name);

/* A module from its scope's opening to before its closing; what it imports holds in it alone. */
typedef struct LanguageModuleOpen {
  Str around;
  size_t imports, called, binds;
} LanguageModuleOpen;
void language_module_open(LanguageBuild *build, LanguageModules *modules, Str full, LanguageModuleOpen *ret_before);
/* What it called by a name alone and does not define is of those that it imports. */
void language_module_close(LanguageBuild *build, LanguageModules *modules, const LanguageModuleOpen *before);

#endif
