/* Objects that calls make. */
#ifndef FATHOM_LANGUAGES_COMMON_OBJECTS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_OBJECTS_INTERNAL_H

#include "src/languages/language.h"

/* struct(a = f, b = g): an object with the named arguments (EXPR_KEYWORD) as members; `call`
 * where there are none (LanguageRow.result). */
ExprNo language_call_object(LanguageBuild *build, NodeNo node, ExprNo call, const ExprNo *items, size_t count);
/* An argument with a name, of which both are fields of the node: name = value. */
ExprNo language_keyword(LanguageBuild *build, NodeNo name, NodeNo value);

#endif
