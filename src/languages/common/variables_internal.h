/* Variables of properties: what holds the value of `x` is named by a sign before it, `_x`,
 * and is a plain name in the methods of its type. */
#ifndef FATHOM_LANGUAGES_COMMON_VARIABLES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_VARIABLES_INTERNAL_H

#include "src/languages/language.h"

/* The property is found by the variable's name, too. A number that no definition has yet is none. */
void language_bind_variable(LanguageBuild *build, DefNo property, Str sign);
/* A name: one that begins with the sign is a member of the instance in a method, where nothing nearer has it; `self`
 * and `super` are what they say. */
ExprNo language_read_variable(LanguageBuild *build, NodeNo node, unsigned role, Str sign);

#endif
