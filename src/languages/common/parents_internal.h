/* Packages whose names have the names of others before them: A.B is a part of A. */
#ifndef FATHOM_LANGUAGES_COMMON_PARENTS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_PARENTS_INTERNAL_H

#include "src/languages/language.h"

/* A package under a name of the file's own. Both are spelled as the text has them. */
void language_import_as(LanguageBuild *build, NodeNo node, Str package, Str local);
/* A package under another name, or made from a generic one: a definition of its own, whose
 * value is the package that `of` names. In front of brackets nothing else may stand there. */
void language_name_package(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo of);
/* All names of a package, which may be called by a name that the file gave it (P for
 * Shop.Prices). */
void language_use_package(LanguageBuild *build, NodeNo name);
/* Inside of `package` (A.B) the names of its parents (A) are seen; what was imported until now
 * from beside it (A.C) or from beneath it (A.B.D) has its last name (C, D), too. */
void language_see_parents(LanguageBuild *build, Str package, NodeNo node);
/* Whether A of the path A.B begins the name of a package that the file is or imports: only
 * then can the path be one. Of what other files of the package import nothing is known here. */
bool language_begins_package(const LanguageBuild *build, Str path);

#endif
