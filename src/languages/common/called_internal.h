/* Names that a file calls. */
#ifndef FATHOM_LANGUAGES_COMMON_CALLED_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_CALLED_INTERNAL_H

#include "src/languages/language.h"

/* For languages where a function may be made without parameters (Language.finish): a
 * variable that its file calls by name is one, unless it is an object. */
void language_finish_called(LanguageBuild *build);
/* A variable of the top level whose value is a call of one of these words is a function. */
void language_finish_made(LanguageBuild *build, const char *makers);

#endif
