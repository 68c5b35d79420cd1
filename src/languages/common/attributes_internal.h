/* Words that mark a declaration and are macros, for grammars that know the language
 * without them. */
#ifndef FATHOM_LANGUAGES_COMMON_ATTRIBUTES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_ATTRIBUTES_INTERNAL_H

#include "src/languages/language.h"

/* With blanks between: macros that begin an enumeration, `typedef M(type, name) { … };`,
 * and how words begin that say something about what is declared, with or without
 * brackets behind them. */
typedef struct LanguageAttributes {
  const char *enums, *beginnings;
} LanguageAttributes;

/* For Language.reading: enumerations as the language itself writes them (`enum name { … };`),
 * and nothing in place of the other words. */
Str language_read_attributes(Arena *arena, Str text, const LanguageAttributes *known);

#endif
