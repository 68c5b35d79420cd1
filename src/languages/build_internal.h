/* What the builder keeps while one file's facts are built. */
#ifndef FATHOM_LANGUAGES_BUILD_INTERNAL_H
#define FATHOM_LANGUAGES_BUILD_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/language.h"

#define LANGUAGE_MAX_STACK (5u << 18) /* bytes that handlers may use of a thread's 2 MB */
#define LANGUAGE_CACHED_NAMES 4096 /* a power of two */

typedef struct LanguageReturned {
  DefNo callable;
  ExprNo value;
} LanguageReturned;

/* Texts that together are a statement for a database. */
typedef struct LanguageStatement {
  Range range;
  uint32_t pieces, piece_count; /* texts without what is between them, in LanguageBuilder.pieces */
  uint32_t holes, hole_count;   /* parts that are computed, in LanguageBuilder.holes */
  DefNo function;
  bool is_dependent;
} LanguageStatement;

struct LanguageBuilder {
  Job *job;
  const LanguageTable *table;
  uint32_t visited;
  uintptr_t stack; /* where it stood when the walk began */
  bool stopped;    /* the job ended: nothing more is looked at */
  uint8_t *bodies; /* a bit per node: it is a definition's body */
  NodeNo last_whole; /* of the furthest definition with a name so far */
  Map *applied;    /* names that calls without brackets call (language_is_applied); NULL: not gathered yet */
  bool is_foreign; /* what is read are definitions, of a language whose names are not the file's */
  Def no_def;      /* what handlers may write to for definition 0 */
  Expr no_expr;
  VEC(LanguageReturned) returned;
  VEC(RefNo) read_by; /* by ExprNo: the REF_READ of it, or 0 */
  VEC(LanguageStatement) statements;
  VEC(Range) pieces, holes;
  struct {
    Str text;
    NameId id;
  } cached[LANGUAGE_CACHED_NAMES]; /* the table of names is shared, and locks */
};

/* The comments directly above the node, or above what wraps it. */
Range language_doc_above(const LanguageBuild *build, NodeNo node);

/* Drops references to locals and marks the parameters that are called. */
void language_mark_locals(LanguageBuild *build);

/* Adds what statements in texts read and write. */
void language_read_statements(LanguageBuild *build);

static inline bool language_is_body(const LanguageBuild *build, NodeNo node) {
  return build->builder->bodies[node / 8] >> (node % 8) & 1;
}

#endif
