/* What the builder keeps while one file's facts are built. */
#ifndef FATHOM_LANGUAGES_BUILD_INTERNAL_H
#define FATHOM_LANGUAGES_BUILD_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/language.h"

#define LANGUAGE_MAX_STACK (5u << 18) /* bytes that handlers may use of a thread's 2 MB */
#define LANGUAGE_CACHED_NAMES 4096 /* at most; a power of two */

typedef struct LanguageReturned {
  DefNo callable;
  ExprNo value;
} LanguageReturned;

/* A clause of a function; those of other numbers of parameters are of other functions. */
typedef struct LanguageClause {
  DefNo container, def;
  NameId name;
  unsigned arity;
} LanguageClause;

/* A definition that reaches to the next one like it, and the scope it has open. */
typedef struct LanguageSection {
  LanguageOpen before;
  ScopeNo scope;
  DefNo def;
  unsigned rank;
} LanguageSection;

/* Texts that together are a statement for a database. */
typedef struct LanguageStatement {
  Range range;
  uint32_t pieces, piece_count; /* texts without what is between them, in LanguageBuilder.pieces */
  uint32_t holes, hole_count;   /* parts that are computed, in LanguageBuilder.holes */
  DefNo function;
  bool is_dependent;
} LanguageStatement;

/* A call that may make a table; which row says so; and one that was met. */
typedef struct LanguageMaker {
  NameId name;
  const LanguageTableCall *row;
} LanguageMaker;
typedef struct LanguageMadeCall {
  ExprNo call;
  Range whole;
} LanguageMadeCall;

/* A name that was met, and its number. */
typedef struct LanguageCachedName {
  Str text;
  NameId id;
} LanguageCachedName;

/* Binds with a value by scope and name, those before `until`; the last of each. */
typedef struct LanguageGiven {
  BindNo *slots;
  size_t size; /* a power of two, or 0: nobody has asked yet */
  BindNo until;
} LanguageGiven;

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
  VEC(LanguageClause) clauses;
  VEC(LanguageSection) sections; /* that are open */
  LanguageGiven given;
  VEC(RefNo) read_by; /* by ExprNo: the REF_READ of it, or 0 */
  VEC(LanguageStatement) statements;
  VEC(Range) pieces, holes;
  VEC(LanguageMaker) makers; /* of the file's language; */
  uint64_t maker_bits;       /* a bit for each of their names */
  VEC(LanguageMadeCall) made_calls;
  ScopeNo made_scope; /* of what texts and calls make; 0: none yet */
  LanguageCachedName *cached; /* the table of names is shared, and locks */
  size_t cached_mask;         /* as many as the file may need: they are cleared for each */
};

/* The node's text as it is written, without the language's mark. */
Str language_name_text(const LanguageBuild *build, NodeNo node);
/* Of a function or macro: in small letters also where only these are called in any case. */
NameId language_called_name(LanguageBuild *build, Str text);

/* The comments directly above the node, or above what wraps it. */
Range language_doc_above(const LanguageBuild *build, NodeNo node);

/* Ends the sections of this rank and below it that are open, all for 0, at this byte. */
void language_end_sections(LanguageBuild *build, unsigned rank, uint32_t at);

/* What the name was given last in that very scope, as far as the walk has come; 0: nothing. */
ExprNo language_given_to(LanguageBuild *build, ScopeNo scope, NameId name);
/* Gives a bind its value after it was made: whoever asks from now on finds it. */
void language_give_late(LanguageBuild *build, BindNo bind, ExprNo value);

/* Drops references to locals and marks the parameters that are called. */
void language_mark_locals(LanguageBuild *build);

/* Adds what statements in texts read and write. */
void language_read_statements(LanguageBuild *build);

/* What a text or a call makes. */
typedef struct LanguageMade {
  Str text; /* its name, */
  Range name, whole;
} LanguageMade;
DefNo language_make_table(LanguageBuild *build, const LanguageMade *made, Range head);
void language_make_column(LanguageBuild *build, DefNo table, const LanguageMade *made);
/* Of a table that is made elsewhere. */
void language_add_made_column(LanguageBuild *build, Str table, const LanguageMade *made);
DefNo language_make_operation(LanguageBuild *build, const LanguageMade *made, bool is_fragment);
/* All of a document; false: it is none. `holder` has the text, which is at `from`. */
bool language_make_operations(LanguageBuild *build, Str text, uint32_t from, DefNo holder);

/* Which calls make tables, in the file's language; notes one; makes what they say. */
void language_find_makers(LanguageBuild *build);
void language_note_call(LanguageBuild *build, ExprNo call, NodeNo node);
void language_make_called(LanguageBuild *build);

static inline bool language_is_body(const LanguageBuild *build, NodeNo node) {
  return build->builder->bodies[node / 8] >> (node % 8) & 1;
}

#endif
