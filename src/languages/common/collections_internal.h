/* Collections of a library that is not here: what a function takes that is given to one of
 * their members, xs.map(x => …), and what such members give, by their names. That holds where
 * the value is a list by its type; what is something of the project's has members of its own. */
#ifndef FATHOM_LANGUAGES_COMMON_COLLECTIONS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_COLLECTIONS_INTERNAL_H

#include "src/languages/language.h"

/* Words with blanks between them. */
typedef struct LanguageCollections {
  const char *each; /* members that call a function with each element */
  const char *pairs; /* members that call one with two of them; NULL: none, as with the next */
  const char *folds; /* members that call one with what came of those before, and each element */
  const char *some; /* members that give some of the elements, as a collection */
  const char *one;  /* members that give one */
} LanguageCollections;

/* `_` in a function that is written without its head: _.name is x => x.name. Nothing is known of it before the call around says what it is given. */
ExprNo language_placeholder(LanguageBuild *build, NodeNo node);
/* An element of a collection. */
ExprNo language_element(LanguageBuild *build, ExprNo collection, NodeNo node);
/* What a member gives that is read, xs.head. */
ExprNo language_collection_member(LanguageBuild *build, const LanguageCollections *words, ExprNo member, NodeNo node);
/* What a call gives, with the functions it is given told what they take: `call` itself where it is none of these. */
ExprNo language_collection_call(LanguageBuild *build, const LanguageCollections *words, ExprNo call, const ExprNo *items, size_t count, NodeNo node);

#endif
