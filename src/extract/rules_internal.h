/* A language's rules, compiled: an array indexed by node-kind id. */
#ifndef FATHOM_EXTRACT_RULES_INTERNAL_H
#define FATHOM_EXTRACT_RULES_INTERNAL_H

#include "src/languages/language.h"

#define EXTRACT_PATH_MAX 4
#define EXTRACT_COMMENT 1 /* actions below this one are no rules */
#define EXTRACT_FIRST_RULE 2

typedef struct ExtractRule {
  const LanguageRule *rule;
  TSFieldId name[EXTRACT_PATH_MAX]; /* ends with 0 */
  TSFieldId body;                   /* 0: none */
} ExtractRule;

typedef struct ExtractRules {
  uint16_t *by_kind; /* 0: nothing, EXTRACT_COMMENT, or rule index + EXTRACT_FIRST_RULE */
  size_t kind_count;
  ExtractRule *rules;
} ExtractRules;

/* Compiled at first use, kept for the life of the process; any thread. A row
 * that names a node or field the grammar lacks ends the process: a language
 * and its grammar are built together. */
const ExtractRules *extract_rules(const Language *language);

#endif
