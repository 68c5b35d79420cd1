/* Languages in which files are functions, and sets are made of themselves. */
#ifndef FATHOM_LANGUAGES_COMMON_GIVEN_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_GIVEN_INTERNAL_H

#include "src/languages/language.h"

/* Notes what a file is called with, by whoever calls it (LANGUAGE_GIVEN). `callee` is the
 * module and `item` an object, or `callee` a function and `item` the module. Item 0:
 * nothing is known of it, and nothing noted. */
void language_give_file(LanguageBuild *build, ExprNo callee, ExprNo item, NodeNo node);
/* The same of an object that is bound to one of these names, by which it is said that all files
 * are given it which are functions; else nothing happens. Gives the value. */
ExprNo language_give_files(LanguageBuild *build, ExprNo value, NodeNo name, const char *names);
/* The parameter is what its function gives in the end, when it has one of these names by
 * which that is said, and the function gives an object. Gives the value; param 0: nothing
 * happens. */
ExprNo language_bind_fixed(LanguageBuild *build, BindNo param, const char *names, ExprNo value);
/* A definition of what a file gives, when the value is one; else 0. */
DefNo language_define_file(LanguageBuild *build, const LanguageDef *def, ExprNo value);
/* How many open scopes are of this kind. */
unsigned language_depth_of(const LanguageBuild *build, ScopeKind kind);
/* Whether the node is inside of one of this kind. */
bool language_is_within(const LanguageBuild *build, NodeNo node, unsigned kind);

#endif
