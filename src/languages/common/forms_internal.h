/* Forms: what a list or a call is that begins with a certain word, in languages
 * where definitions are written as calls are. */
#ifndef FATHOM_LANGUAGES_COMMON_FORMS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_FORMS_INTERNAL_H

#include "src/languages/common/nodes_internal.h"

/* What a handler of a form is given: the whole, and what stands behind the word,
 * as the language looks at it. */
typedef struct LanguageFormed {
  const struct LanguageLists *lists; /* for the handlers of lists_internal.h; else NULL */
  NodeNo node, head; /* the list or call, and its word */
  NodeNo rest;       /* the list of arguments, or the part behind the word; 0: none */
  Str word;
  unsigned kind, flags; /* of the row */
} LanguageFormed;

typedef struct LanguageForm {
  const char *words; /* "def defp"; NULL ends the table */
  void (*visit)(LanguageBuild *build, const LanguageFormed *form);
  unsigned kind, flags; /* for the handler: SymbolKind, DEF_… */
} LanguageForm;

/* Looks for the word and has it handled; false: it is no form. */
bool language_visit_form(LanguageBuild *build, const LanguageForm *forms, LanguageFormed form);

#endif
