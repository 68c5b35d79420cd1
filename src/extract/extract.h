/* Extract: one syntax tree to the facts of one file.
 * Pure: it looks at nothing but the tree and the language's handlers. */
#ifndef FATHOM_EXTRACT_EXTRACT_H
#define FATHOM_EXTRACT_EXTRACT_H

#include "src/base/job.h"
#include "src/languages/language.h"

/* Changes whenever the same text may give other facts than before: with this
 * code and with the registered languages. */
uint64_t extract_revision(void);

/* A broken file gives the facts of its whole parts; so does one that nests too
 * deeply (facts.cut). Facts are in the arena, their names in `names`, and hold
 * no pointer into the file's tree or text. Any thread. Fails only when the job
 * is stopped. */
Err extract_facts(Job *job, Arena *arena, Names *names, const LanguageFile *file, Facts *ret_facts) MUST_CHECK;

#endif
