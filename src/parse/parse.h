/* Parse: text to syntax trees, within limits. Knows grammars and text,
 * nothing of symbols. The trees it gives are flat arrays (model/syntax.h);
 * what the parsing library made of the text dies here. A Parser belongs to
 * one thread at a time. */
#ifndef FATHOM_PARSE_PARSE_H
#define FATHOM_PARSE_PARSE_H

#include "src/base/job.h"
#include "src/languages/language.h"
#include "src/model/syntax.h"

#define PARSE_MAX_BYTES (4u << 20)  /* a tree takes some 30 bytes per byte */
#define PARSE_MAX_MS 10000          /* of CPU: one file's share of anybody's patience */
#define PARSE_MIN_MS 1000           /* of CPU: what the smallest may take */
#define PARSE_MS_PER_KB 20          /* of CPU, on top of that: a hundred times what is usual on a fast machine */
#define PARSE_KEPT_BYTES (128u << 10) /* of a text whose tree is kept for the next one: some 4 MB */
#define PARSE_MAX_MEMORY (384u << 20) /* ordinary text takes a tenth of it at most */

typedef struct Parser Parser;

/* The caller's to close. Keeps memory from text to text: use one for many,
 * by one thread at a time. Never fails. */
Parser *parse_open(void);
void parse_close(Parser *parser);
AUTO_CLOSE(Parser, parse_close)

/* From now on the parser keeps what it made of a text, unless that is long or
 * broken, and reads of the next one only where the two differ. The trees are the
 * same. For texts that are read again after each change of them. */
void parse_keep_last(Parser *parser);

/* Whether its texts can be read here. ERR_UNAVAILABLE, ERR_INTERNAL: as below. */
Err parse_find(Job *job, const Language *language) MUST_CHECK;
/* The tree, in `arena`; it borrows `text`. Kept are all named nodes, and those
 * keywords and signs whose kind or field the language lists. Broken text gives
 * a tree too. ERR_TOO_LARGE: over the size limit; ERR_UNAVAILABLE: it took
 * longer than a text of its size may (parse_limit) or too much memory (parse_was_cut), or the grammar is
 * missing or does not fit the library; ERR_INTERNAL: the language lists a name its grammar lacks. The
 * job's own limits end it as anywhere. */
Err parse_text(Job *job, Parser *parser, const Language *language, Str text, Arena *arena,
               Syntax *ret_syntax) MUST_CHECK;
/* How long each of the next texts may take, of CPU; 0, as it begins: by its
 * size, and PARSE_MAX_MS at most. */
void parse_limit(Parser *parser, int64_t cpu_ms);
/* What the last text took, of CPU. */
int64_t parse_spent_us(const Parser *parser);
/* The last text was given up for the time or memory it took, not for its
 * grammar. */
bool parse_was_cut(const Parser *parser);

/* The same for parts of the text, as for a language embedded in another:
 * the rest is not there for the grammar, yet all places are the text's.
 * `ranges` are in order and do not overlap; ERR_USAGE otherwise. */
typedef struct ParseInput {
  Str text;
  const Range *ranges;
  size_t range_count;
  const Syntax *lines; /* of the same text, already known; may be NULL */
} ParseInput;
Err parse_ranges(Job *job, Parser *parser, const Language *language, const ParseInput *input,
                 Arena *arena, Syntax *ret_syntax) MUST_CHECK;

#endif
