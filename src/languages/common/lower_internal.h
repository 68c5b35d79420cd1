/* Words of languages that take them in any case. */
#ifndef FATHOM_LANGUAGES_COMMON_LOWER_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_LOWER_INTERNAL_H

#include "src/languages/language.h"

/* In small letters, in the build's arena. */
static inline Str language_lower(const LanguageBuild *build, Str text) {
  char *copy = str_to_c(build->arena, text);
  for (size_t i = 0; i < text.len; i++) copy[i] = copy[i] >= 'A' && copy[i] <= 'Z' ? (char)(copy[i] + 32) : copy[i];
  return (Str){copy, text.len};
}

#endif
