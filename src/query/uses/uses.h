/* Uses: how a symbol is used at each place that the graph knows, told by the
 * words around the place: made, switched on, kept in a table, compared,
 * written, passed on. The graph says where and what is meant; the text only
 * says in which manner, so a text that is read wrongly moves a place into
 * another group and never takes it away. */
#ifndef FATHOM_QUERY_USES_H
#define FATHOM_QUERY_USES_H

#include "src/index/index.h"
#include "src/query/source/source.h"
#include "src/store/store.h"

/* In the order in which they are told. */
#define QUERY_USE_FORMS(X)                                                  \
  X(QUERY_USE_MADE, "made", "Made")                                          \
  X(QUERY_USE_EXTENDED, "extended", "Extended")                              \
  X(QUERY_USE_IMPLEMENTED, "implemented", "Implemented")                     \
  X(QUERY_USE_SWITCHED, "switched", "Switched on or a case label")           \
  X(QUERY_USE_STORED, "stored", "Kept in a table or initialiser")            \
  X(QUERY_USE_WRITTEN, "written", "Written")                                 \
  X(QUERY_USE_FETCHED, "fetched", "Read by a statement for a database")      \
  X(QUERY_USE_COMPARED, "compared", "Compared or tested")                    \
  X(QUERY_USE_ASSIGNED, "assigned", "Assigned to something")                 \
  X(QUERY_USE_PASSED, "passed", "Passed to a call")                          \
  X(QUERY_USE_RETURNED, "returned", "Returned")                              \
  X(QUERY_USE_CALLED, "called", "Called, or called through")                 \
  X(QUERY_USE_DECORATED, "decorates", "Decorates")                           \
  X(QUERY_USE_TYPED, "typed", "Named as a type")                             \
  X(QUERY_USE_READ, "read", "Read otherwise")

typedef enum QueryUseForm {
#define QUERY_USE_ROW(form, word, title) form,
  QUERY_USE_FORMS(QUERY_USE_ROW)
#undef QUERY_USE_ROW
  QUERY_USE_FORM_COUNT
} QueryUseForm;

const char *query_use_word(QueryUseForm form);  /* for fields */
const char *query_use_title(QueryUseForm form); /* for headings */

/* One place. */
typedef struct QueryUse {
  StoreSymbol in;    /* the definition it stands in; of a file's top level: the file */
  StoreSymbol of;    /* what is used: one of those asked about */
  uint32_t line;
  uint8_t edge;      /* EdgeKind */
  QueryUseForm form;
  bool is_test;
  Str into; /* stored: the table; passed: what is called; assigned: the variable. Empty: not told */
  Str key;  /* the string it stands beside there, without quotes: a name it is registered under */
} QueryUse;

typedef struct QueryUses {
  QueryUse *items; /* by form, code before tests, then path and line; several at one line in one form are one */
  size_t len;
  size_t counts[QUERY_USE_FORM_COUNT];
  size_t total; /* places, before any limit; more than `len` where several share a line */
  bool is_cut;  /* there are more places than were looked at */
} QueryUses;

typedef struct QueryUsesRequest {
  const StoreSymbol *symbols; /* all of them together */
  size_t count;
  uint32_t kinds; /* of edges; 0: all that are uses, calls included */
  size_t most;    /* places that are looked at */
  uint64_t calm;  /* query_source_open_kept; 0: the disk is asked */
} QueryUsesRequest;

/* Places in files that cannot be read any more are told by their edges alone.
 * Everything is in the job's arena. */
Err query_uses(Job *job, Index *index, StoreReader *reader, const QueryUsesRequest *request, QueryUses *ret_uses) MUST_CHECK;

/* ---- one place in a text ---- */

typedef struct QueryUseSeen {
  QueryUseForm form;
  Str into, key; /* as above; they point into the text */
} QueryUseSeen;
typedef struct QueryUsePlace {
  uint32_t at;  /* byte of the name */
  uint8_t edge; /* EdgeKind */
  bool is_field; /* it is a field or property: `name: value` in an initialiser writes it */
} QueryUsePlace;
typedef struct QueryTokens QueryTokens;
/* Any text gives tokens; they point into it. */
const QueryTokens *query_use_tokens(Arena *arena, Str text);
/* The manner of one use. Nothing is allocated. */
QueryUseSeen query_use_look(const QueryTokens *tokens, QueryUsePlace place);
/* The string under which the nameless function around a byte is registered, or
 * the call that it is an argument of: `register("list", func() { … here … })`.
 * Empty: there is none. */
Str query_use_registered(const QueryTokens *tokens, uint32_t at);

#endif
