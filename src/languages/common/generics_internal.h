/* Generic names: one name for several functions that are listed by their own names,
 * and parameters whose declarations stand apart from the list of them. */
#ifndef FATHOM_LANGUAGES_COMMON_GENERICS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_GENERICS_INTERNAL_H

#include "src/languages/language.h"

/* A definition of that name that the file has is generic. With `is_open` it has functions
 * elsewhere too: the name then stands for those that are added, and a call that none of
 * them fits leads nowhere. */
void language_name_generic(LanguageBuild *build, NodeNo name, bool is_open);
/* A function of the file, which may be defined further on. */
void language_add_generic(LanguageBuild *build, NodeNo name, NodeNo function);
void language_finish_generics(LanguageBuild *build); /* Language.finish */

bool language_is_imported(const LanguageBuild *build, NameId name); /* an import of the file gives that name */

/* A name of the open scope; where it is that of a parameter, what is declared of that. */
void language_bind_again(LanguageBuild *build, Bind bind);

#endif
