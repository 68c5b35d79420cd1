/* What a file has defined so far, by name: found in a table instead of by looking at
 * all of it, which generated files with thousands of types would pay for each time. */
#ifndef FATHOM_LANGUAGES_COMMON_DEFINED_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_DEFINED_INTERNAL_H

#include "src/base/idmap.h"
#include "src/languages/language.h"

/* Of one file; lives as long as its facts. */
typedef struct LanguageDefined {
  uint64_t (*key_of)(const Def *def); /* what it is found by; 0: it is not looked for */
  Idmap first;
  DefNo until; /* definitions before it are in the table */
} LanguageDefined;

LanguageDefined *language_defined_open(LanguageBuild *build, uint64_t (*key_of)(const Def *def)); /* in the build's arena */
/* The first definition with the key; 0: none so far. What is found by must not change after
 * a definition was made. */
DefNo language_defined(LanguageDefined *defined, const Facts *facts, uint64_t key);

#endif
