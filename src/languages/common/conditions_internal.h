/* Text in which a preprocessor's conditions stand anywhere, for grammars that know them
 * around whole declarations alone, or not at all. */
#ifndef FATHOM_LANGUAGES_COMMON_CONDITIONS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_CONDITIONS_INTERNAL_H

#include "src/languages/language.h"

/* Language.reading: the text without the lines of #if, #else and #endif. Where every side
 * of a condition is something whole, all of them are read; else the first alone. */
Str language_read_conditions(Arena *arena, Str text);
/* The same for conditions in braces ({$IFDEF A}), which may stand inside of a line, and for words
 * in place of brackets (begin, end). Groups whose sides are all whole stay as they are; of others
 * one side is left, the one that holds where nothing is defined, without its directives. */
Str language_read_directives(Arena *arena, Str text);

#endif
