/* Generic subprograms that are instantiated by a declaration of their own. */
#ifndef FATHOM_LANGUAGES_COMMON_INSTANCES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_INSTANCES_INTERNAL_H

#include "src/languages/language.h"

/* The names that a generic function is made with, in order: they are type parameters in its
 * own scope, whatever they stand for. `formals` has them as parts, each with its name the
 * first part of the kind `name`. */
void language_bind_formals(LanguageBuild *build, DefNo generic, NodeNo formals, unsigned name);
/* A function of that name that stands for a generic one. `generic` is what it is called; it
 * may have its actuals behind it, as a call has arguments: its second part. An actual with a
 * name before it has the kind `named` as its first part. */
DefNo language_define_instance(LanguageBuild *build, const LanguageDef *def, NodeNo generic, unsigned named);

#endif
