/* Names of several words, where a grammar has them in lists. */
#ifndef FATHOM_LANGUAGES_COMMON_WORDS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_WORDS_INTERNAL_H

#include "src/languages/language.h"

typedef struct LanguageWords {
  NodeNo first;   /* word; those behind it in the same node follow, and then */
  NodeNo list;    /* what stands behind this node, which the first is in; 0: the first is the only word */
  NodeNo last;    /* is used in the role, all others are read */
  unsigned role;  /* REF_… */
  bool is_member; /* the first is a member of `base`, which may be unknown (0); else it is a name */
  ExprNo base;
} LanguageWords;
/* a.b.c: each word is a member of what is before it. Gives what the last one is. */
ExprNo language_use_words(LanguageBuild *build, const LanguageWords *words);

#endif
