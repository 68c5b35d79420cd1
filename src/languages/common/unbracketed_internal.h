/* Text of a language in which calls need no brackets, for a grammar that knows them
 * with brackets alone. */
#ifndef FATHOM_LANGUAGES_COMMON_UNBRACKETED_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_UNBRACKETED_INTERNAL_H

#include "src/languages/language.h"

/* Words of the language, with a blank before and behind each of them: none is the name
 * of a function that is called. `types` begin a type's body, `modifiers` stand before a
 * member, `operators` between two values. */
typedef struct LanguageWords {
  const char *keywords, *types, *modifiers, *operators;
} LanguageWords;

/* Language.reading: the text with brackets around the arguments of `f a, b` and around
 * a block that is given to a function (`xs.any { … }`), as far as blanks make room for
 * them; types inside of a type as the grammar takes them (in a block that runs once);
 * loops over a list as declarations (`try (T x = xs)`), so that the type is read; and
 * without what the grammar does not know: types of types' types, `<>`, `final` before
 * what is not a member, annotations of parameters. */
Str language_read_unbracketed(Arena *arena, Str text, const LanguageWords *words);

#endif
