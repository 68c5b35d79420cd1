/* The parts of Solidity: contracts and calls, and types. */
#ifndef FATHOM_LANGUAGES_SOLIDITY_SOLIDITY_INTERNAL_H
#define FATHOM_LANGUAGES_SOLIDITY_SOLIDITY_INTERNAL_H

#include "src/languages/language.h"

/* In the order of the lists in solidity.c. */
enum { SOLIDITY_EXPRESSION = 1, SOLIDITY_BINARY, SOLIDITY_UNARY, SOLIDITY_TERNARY, SOLIDITY_MEMBER, SOLIDITY_ARGUMENT, SOLIDITY_TYPE, SOLIDITY_PARAMETER, SOLIDITY_LIBRARY, SOLIDITY_IDENTIFIER };
enum { SOLIDITY_FIELD_SOURCE = 1, SOLIDITY_FIELD_NAME, SOLIDITY_FIELD_FUNCTION, SOLIDITY_FIELD_PROPERTY, SOLIDITY_FIELD_KEY, SOLIDITY_FIELD_VALUE, SOLIDITY_FIELD_TYPE, SOLIDITY_FIELD_OBJECT };
enum { SOLIDITY_MANY = 16 }; /* arguments and results that are looked at */

/* Handlers. */
ExprNo language_solidity_type(LanguageBuild *build, NodeNo node);
ExprNo language_solidity_path(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_solidity_results(LanguageBuild *build, NodeNo node);

#endif
