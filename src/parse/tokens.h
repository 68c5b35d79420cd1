/* Tokens of a text, by the grammar of its language. What a node is for is told by
 * the names that grammars give their nodes, which are much alike: no language is
 * asked. What names mean is not known here. */
#ifndef FATHOM_PARSE_TOKENS_H
#define FATHOM_PARSE_TOKENS_H

#include "src/model/token.h"
#include "src/parse/parse.h"

/* In the arena. Broken text has tokens too, and so do parts that
 * are in other languages. Where a grammar reads something else than the text
 * (Language.reading) there are none. Errors as of parse_text. */
Err parse_tokens(Job *job, Parser *parser, const Language *language, Str text, Arena *arena, Tokens *ret_tokens) MUST_CHECK;

#endif
