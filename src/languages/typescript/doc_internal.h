/* What doc comments of JavaScript say about types. */
#ifndef FATHOM_LANGUAGES_TYPESCRIPT_DOC_INTERNAL_H
#define FATHOM_LANGUAGES_TYPESCRIPT_DOC_INTERNAL_H

#include "src/languages/typescript/typescript_internal.h"

/* A type as it is written between the braces; 0: it says nothing, or is not
 * understood. Names are looked up in the open scope. */
ExprNo language_ts_doc_type(LanguageBuild *build, Str text, NodeNo node);

#endif
