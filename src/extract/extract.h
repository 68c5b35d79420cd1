/* Extract: one syntax tree to the facts of one file.
 * Pure: it looks at nothing but the tree, the text and the language's rules,
 * which are compiled once per process into a table by node kind. */
#ifndef FATHOM_EXTRACT_EXTRACT_H
#define FATHOM_EXTRACT_EXTRACT_H

#include "src/base/job.h"
#include "src/languages/language.h"
#include "src/parse/parse.h"

/* Changes whenever the same text may give other facts than before: with this
 * code and with the registered languages. */
uint64_t extract_revision(void);

/* A broken file gives the facts of its whole parts. Facts are in the arena,
 * their names in `names`. */
Err extract_facts(Job *job, Arena *arena, Names *names, const Language *language,
                  const ParseTree *tree, Str text, Facts *ret_facts) MUST_CHECK;

#endif
