/* Parse: text to syntax trees, within limits. Knows grammars and text,
 * nothing of symbols. A Parser belongs to one thread at a time. */
#ifndef FATHOM_PARSE_PARSE_H
#define FATHOM_PARSE_PARSE_H

#include "src/base/job.h"
#include "src/languages/language.h"

#define PARSE_MAX_BYTES (4u << 20)  /* a tree takes some 30 bytes per byte */
#define PARSE_MAX_MS 10000          /* one file's share of anybody's patience */

typedef struct Parser Parser;
typedef struct ParseTree ParseTree;

Parser *parse_open(void);
void parse_close(Parser *parser);
AUTO_CLOSE(Parser, parse_close)

/* Broken text gives a tree too. ERR_TOO_LARGE: over the size limit;
 * ERR_UNAVAILABLE: it took longer than PARSE_MAX_MS, or the grammar does not
 * fit the library. The job's own limits end it as anywhere. */
Err parse_text(Job *job, Parser *parser, const Language *language, Str text,
               ParseTree **ret_tree) MUST_CHECK;
void parse_tree_close(ParseTree *tree);
AUTO_CLOSE(ParseTree, parse_tree_close)
TSNode parse_tree_root(const ParseTree *tree);

#endif
