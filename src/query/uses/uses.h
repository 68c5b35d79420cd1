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
  Str to;   /* assigned, stored or passed: the field, variable or column that gets it. Empty: not told */
  bool is_column; /* `to` is one */
  Str value; /* of a column that a statement writes: what is written. Empty: not told */
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

/* ---- values of a union ---- */

#define QUERY_LITERALS_MAX 64 /* values of one type */

/* A place that tells one value from others. */
typedef struct QueryLiteral {
  Str path;
  uint32_t line, indent;
  uint32_t member;   /* of QueryLiterals.members */
  QueryUseForm form; /* switched, compared, or stored: the key of a table */
  StoreSymbol in;    /* the definition around it; id 0: none */
  const QuerySource *source;
} QueryLiteral;
/* What becomes of it when the type gets another value. */
typedef enum QuerySwitchFate {
  QUERY_SWITCH_UNKNOWN, /* the language says nothing that is known here */
  QUERY_SWITCH_SILENT,  /* nothing: it goes on without */
  QUERY_SWITCH_WARNED,  /* a warning, where warnings are on */
  QUERY_SWITCH_FLAGGED  /* the compiler refuses it */
} QuerySwitchFate;
typedef struct QueryLiteralSwitch {
  const QueryLiteral *first, *last;
  uint64_t has; /* 1 << member */
  bool has_default;
  QuerySwitchFate fate;
} QueryLiteralSwitch;
/* A table that has to have every value: `Record<Kind, string>`. */
typedef struct QueryLiteralTable {
  StoreSymbol in;
  uint32_t line;
} QueryLiteralTable;
typedef struct QueryLiterals {
  QueryLiteral *items; /* by path and line */
  size_t len, cap;
  Str members[QUERY_LITERALS_MAX]; /* without quotes */
  size_t member_count; /* below 2: it is no union of texts, and nothing was looked for */
  struct {
    QueryLiteralSwitch *items;
    size_t len, cap;
  } switches;
  struct {
    QueryLiteralTable *items;
    size_t len, cap;
  } tables; /* filled by query_literal_tables */
  bool is_cut; /* there are more places than were looked at */
  struct QuerySearched *found; /* by query_literals: all lines that have one; NULL: not looked for */
} QueryLiterals;
/* Of a type that is a union of texts, of one made from a constant that lists
 * them, or of such a constant: where code outside of tests decides by them.
 * Found by their text, so another type's value that is spelled alike is among
 * them. In the job's arena. */
Err query_literals(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *symbol, QueryLiterals *ret_literals) MUST_CHECK;

/* The same of an enumeration, whose members are told apart by the graph: cases
 * alone, by its uses. */
Err query_enum_switches(Job *job, const QueryTexts *texts, const StoreSymbols *members, const QueryUses *uses, QueryLiterals *ret_literals) MUST_CHECK;

/* Adds the tables that the type's uses declare over all of its values. */
Err query_literal_tables(Job *job, const QueryTexts *texts, const StoreSymbol *type, const QueryUses *uses, QueryLiterals *literals) MUST_CHECK;

/* Values that are spelled together where nothing is decided: what a table of a
 * database allows, an enumeration in a schema, options of a form. */
typedef struct QueryLiteralList {
  Str path;
  uint32_t line, end_line;
  uint64_t has;   /* 1 << member */
  StoreSymbol in; /* the definition around it; id 0: none */
} QueryLiteralList;
typedef struct QueryLiteralLists {
  QueryLiteralList *items; /* with at least half of the values; by path and line */
  size_t len, cap;
  Str members[QUERY_LITERALS_MAX];
  size_t member_count;
} QueryLiteralLists;
typedef struct QueryListed {
  const StoreSymbol *symbol;
  const StoreSymbols *members; /* of an enumeration */
  const QueryLiterals *known;  /* of anything else: what query_literals gave */
} QueryListed;
/* Of what query_literals is for, of a type whose constants are texts, and of an
 * enumeration whose members are: what else lists them, in any file but tests. Found
 * by their text. In the job's arena. */
Err query_literal_lists(Job *job, const QueryTexts *texts, StoreReader *reader, const QueryListed *listed, QueryLiteralLists *ret_lists) MUST_CHECK;

/* ---- the way of a value ---- */

/* A place in the text of a statement that gives a column the value itself. */
typedef struct QueryValuePlace {
  Str path;
  uint32_t line;
  StoreSymbol in; /* the definition around it; id 0: none */
  Str column;
} QueryValuePlace;
typedef struct QueryValuePlaces {
  Str value; /* as it stands there: 'pending'. Empty: it has none that is a text */
  QueryValuePlace *items;
  size_t len, cap;
} QueryValuePlaces;
/* Of a constant or a member of an enumeration whose value is a text: statements
 * outside of tests that write it, spelled out, into a column which its uses bind it
 * to, or which is called as a field is that gets it. Found by the text, in files of
 * the database's language too. In the job's arena. */
Err query_value_places(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, const QueryUses *uses, QueryValuePlaces *ret_places) MUST_CHECK;

/* ---- columns that a table lacks ---- */

typedef struct QueryStrayColumn {
  StoreSymbol in;
  uint32_t line; /* of the table's name in the statement */
  Str name;
} QueryStrayColumn;
typedef struct QueryStrayColumns {
  QueryStrayColumn *items;
  size_t len, cap;
} QueryStrayColumns;
/* Of a table: columns that statements in texts write and that no definition of it
 * has. Nothing of what is no table. In the job's arena. */
Err query_stray_columns(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *table, QueryStrayColumns *ret_columns) MUST_CHECK;

/* A value that is made by naming fields, without the one asked about. */
typedef struct QueryOmission {
  StoreSymbol in;
  uint32_t line;
} QueryOmission;
typedef struct QueryOmissions {
  QueryOmission *items;
  size_t len, cap;
} QueryOmissions;
/* Of a field: where its type is made without it, tests aside. In the job's arena. */
Err query_omissions(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *field, QueryOmissions *ret_omissions) MUST_CHECK;

/* ---- a function that a variable holds ---- */

#define QUERY_HELD_MAX 12
/* `const f = store(s => s.action)`, `const { action: f } = store()`: where f is called
 * in the same function. */
typedef struct QueryHeld {
  StoreSymbol in;
  StoreSymbol by; /* who takes it, and hands it on to `in`; id 0: `in` itself does */
  Str name;       /* of the variable */
  uint32_t lines[QUERY_HELD_MAX];
  size_t count; /* all */
} QueryHeld;
typedef struct QueryHelds {
  QueryHeld *items; /* in the order of the graph */
  size_t len, cap;
} QueryHelds;
typedef struct QueryHeldRequest {
  QueryTexts texts;
  const StoreSymbol *symbol; /* the function */
  size_t most;               /* places that are looked at, and of each that hands it on as many */
} QueryHeldRequest;
/* Calls of a function, or of what has it as a member, under another name. Who takes it and
 * does not call it may hand it on to who calls that one. Read from the texts. */
Err query_held(Job *job, StoreReader *reader, const QueryHeldRequest *request, QueryHelds *ret_helds) MUST_CHECK;

/* ---- what is thrown ---- */

typedef struct QueryCatch {
  StoreSymbol in;
  uint32_t line; /* of the clause that takes it */
  uint32_t from; /* the line in the `try` from which it comes */
  unsigned up;   /* calls up from where it is thrown; 0: in the same function */
  Str clause;    /* as written, in one line */
  bool is_rethrown; /* it goes on from there */
  bool is_handed;   /* on the way somebody hands a function on as a value: it comes here only where that is run at once */
} QueryCatch;
typedef struct QueryCatches {
  QueryCatch *items; /* nearest first */
  size_t len, cap;
  StoreSymbols outlets; /* what it gets out of and nobody is known to call */
  struct {
    QueryCatch *items;
    size_t len, cap;
  } unreached;          /* clauses that name it and that no way leads to; none where is_cut */
  size_t thrown;        /* places outside of tests; 0: it is not thrown, and nothing was looked for */
  size_t functions;     /* looked at */
  bool is_cut;          /* there are more */
} QueryCatches;
typedef struct QueryThrown {
  const StoreSymbol *type;
  const QueryUses *uses; /* of it */
  uint64_t calm; /* as in QueryUsesRequest */
} QueryThrown;
/* Who catches a type that is thrown, and where it gets out, up the callers. Clauses are read from the text: by its name, one of what it
 * is built on, or what takes everything. A function that is passed as a value is
 * followed to where it is called; what is caught there gets no further. In the
 * job's arena. */
Err query_catches(Job *job, Index *index, StoreReader *reader, const QueryThrown *thrown, QueryCatches *ret_catches) MUST_CHECK;

/* ---- one place in a text ---- */

typedef struct QueryUseSeen {
  QueryUseForm form;
  Str into, key; /* as above; they point into the text */
  Str to;
  bool is_column;
} QueryUseSeen;
typedef struct QueryUsePlace {
  uint32_t at;  /* byte of the name */
  uint8_t edge; /* EdgeKind */
  bool is_field; /* it is a field or property: `name = value` writes it */
} QueryUsePlace;
typedef struct QueryTokens QueryTokens;
/* Any text gives tokens; they point into it. */
const QueryTokens *query_use_tokens(Arena *arena, Str text);
/* Of a shared text, made once for all who share it. */
const QueryTokens *query_shared_tokens(QueryShared *shared);
/* False: the edge alone says the manner. */
bool query_use_is_told_by_text(uint8_t edge);
/* The manner of one use. Nothing is allocated. */
QueryUseSeen query_use_look(const QueryTokens *tokens, QueryUsePlace place);
/* The string under which the nameless function around a byte is registered, or
 * the call that it is an argument of: `register("list", func() { … here … })`.
 * Empty: there is none. */
Str query_use_registered(const QueryTokens *tokens, uint32_t at);

#endif
