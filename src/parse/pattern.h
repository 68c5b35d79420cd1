/* Patterns of syntax: source text with placeholders, `foo($A, $$$REST)`, read
 * by the language's own grammar and matched against trees of it.
 * `$A` stands for one node, the same name for the same text, `$_` for any,
 * `$$$` or `$$$REST` for any number of neighbours. Comments and white space do
 * not matter; keywords and signs do. */
#ifndef FATHOM_PARSE_PATTERN_H
#define FATHOM_PARSE_PATTERN_H

#include "src/parse/parse.h"

/* Immutable; any number of threads. */
typedef struct ParsePattern ParsePattern;

/* ERR_SYNTAX: the grammar cannot read it as an expression, statement,
 * declaration or the like. ERR_USAGE: it is nothing but a placeholder, or too
 * large. */
Err parse_pattern_open(Job *job, const Language *language, Str pattern, ParsePattern **ret_pattern) MUST_CHECK;
void parse_pattern_close(ParsePattern *pattern);
AUTO_CLOSE(ParsePattern, parse_pattern_close)
/* Whose grammar read it; constant. */
const Language *parse_pattern_language(const ParsePattern *pattern);
/* Text that every match contains. */
size_t parse_pattern_words(const ParsePattern *pattern, const Str **ret_words);

typedef struct ParseCapture {
  Str name; /* without the dollars */
  Range range;
} ParseCapture;

typedef struct ParseFound {
  Range range;
  const ParseCapture *captures; /* of placeholders with a name, by first use */
  size_t capture_count;
} ParseFound;

/* A tree that patterns of a language are matched against: with every kind of
 * node. Errors as of parse_text. */
Err parse_pattern_tree(Job *job, Parser *parser, const ParsePattern *pattern, Str text, Arena *arena,
                       Syntax *ret_syntax) MUST_CHECK;

/* All matches in such a tree, in the order of their places, nested ones too; in the arena.
 * *ret_cut: it was too much work and some may be missing. Errors are the job's
 * own end. */
typedef struct ParseFounds {
  ParseFound *items;
  size_t len;
  size_t cap;
} ParseFounds;
Err parse_pattern_match(Job *job, const ParsePattern *pattern, const Syntax *syntax, Arena *arena,
                        ParseFounds *ret_founds, bool *ret_cut) MUST_CHECK;

#endif
