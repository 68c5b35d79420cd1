/* Search: text, regular expressions and patterns of syntax over the files of a
 * workspace as they are now, each hit with the symbol it is in. Matches are
 * text/'s; here they are chosen, ranked and shared out. */
#ifndef FATHOM_QUERY_SEARCH_H
#define FATHOM_QUERY_SEARCH_H

#include "src/index/index.h"
#include "src/query/source/source.h"
#include "src/text/text.h"

typedef enum QuerySearchMode {
  QUERY_SEARCH_AUTO, /* as text; when that is nowhere, as a regular expression */
  QUERY_SEARCH_TEXT,
  QUERY_SEARCH_REGEX,
  QUERY_SEARCH_PATTERN,
  QUERY_SEARCH_SYMBOL
} QuerySearchMode;

typedef struct QuerySearch {
  Str pattern;
  const Str *others; /* further patterns: what any of them matches is found; of text and regular expressions alone */
  size_t other_count;
  QuerySearchMode mode;
  TextCase letters;
  bool word;
  bool multiline;
  const Str *paths; /* files or directories; any of them */
  size_t path_count;
  Str glob;     /* on the path, or on the file name when it has no '/'; {a,b} and a leading ! are understood */
  Str language; /* name of one; empty: all */
  bool no_tests; /* neither in tests nor in what is made for them */
  bool may_count; /* tests and data may be told as a count, where there is no room for all, */
  bool with_tests; /* but no tests */
  size_t limit; /* hits to fetch */
  size_t page;  /* bytes: hits that are likely to fit come by file; 0: always in turns */
  bool unnamed; /* hits come without symbols where the order does not need them (query_search_name); not with `page` */
} QuerySearch;

typedef struct QueryHit {
  uint32_t line, end_line, column; /* from 1; column in bytes */
  uint32_t from, to;   /* bytes of the text */
  bool is_definition;  /* what matched is the name of what is defined there */
  const StoreSymbol *symbol; /* the innermost around it; NULL: none */
} QueryHit;

/* Some hits of one file. A file can come again, with its further ones. */
typedef struct QueryHits {
  Str path;
  size_t matches;            /* of the file, all */
  Str pattern;               /* of several that hit different files, the one that hits this one; empty: several do */
  bool is_minor;             /* docs, tests, foreign code, where source has hits too */
  const QuerySource *source; /* the text they are in */
  QueryHit *items;           /* by line */
  size_t len;
  int64_t file;              /* FileId; 0: not stored */
  bool is_named;             /* they have their symbols */
} QueryHits;

typedef struct QuerySearchCount {
  size_t matches, files;
} QuerySearchCount;

typedef struct QuerySearched {
  QueryHits *items; /* order of worth: definitions, source, other text, tests, what is generated or foreign;
                       all files have their turn before one has many */
  size_t len;
  size_t hits;      /* in them */
  uint64_t matches; /* all; of text and regular expressions: lines with one */
  size_t files;     /* with matches; of symbols: with those in `items` */
  QuerySearchCount tests; /* of them */
  QuerySearchCount aside_tests, aside_data; /* that are counted, not listed: there is no room for all */
  size_t searched;  /* files that came into question */
  size_t read;      /* of them, that were looked into: the index knew about the others */
  size_t too_large;
  size_t too_costly; /* places that took too many steps to match */
  QuerySearchMode mode; /* that was used */
  const Str *missing; /* of several patterns, those that match nothing */
  size_t missing_count;
  bool matches_is_least; /* there are more than `matches`: symbols of names that rank lower are not counted */
  bool used_index;
  bool is_live;     /* the workspace is not indexed yet: files as found on disk, symbols as far as known */
} QuerySearched;

/* Does not refresh the index. ERR_USAGE: as text_matcher_open, or several
 * patterns in a mode that takes one. ERR_SYNTAX: as text_matcher_open;
 * ERR_NOT_FOUND: there is no such language. In the job's arena. */
Err query_search(Job *job, Index *index, const QuerySearch *search, QuerySearched *ret_searched) MUST_CHECK;
/* Gives hits that came without them their symbols. */
Err query_search_name(Job *job, StoreReader *reader, QueryHits *hits) MUST_CHECK;
/* Places in documents whose code, in the symbol's language, has its name; of a
 * member only with its type's. Not more than the first few dozen. */
typedef struct QueryDocument {
  Str path;
  uint32_t line;
} QueryDocument;
typedef struct QueryDocuments {
  QueryDocument *items;
  size_t len;
  size_t cap;
} QueryDocuments;
Err query_documents(Job *job, Index *index, const StoreSymbol *symbol, QueryDocuments *ret_documents) MUST_CHECK;
/* Where the name of something stands though no edge of the graph leads there: in
 * code between quotes, elsewhere as a word. The name of a definition is no such
 * place. Files come in the order of a search; no more than `limit` places, and no
 * more files are looked into than these take. */
typedef struct QueryMention {
  Str path;
  uint32_t line;
} QueryMention;
typedef struct QueryMentions {
  QueryMention *items;
  size_t len;
  size_t cap;
} QueryMentions;
Err query_mentions(Job *job, Index *index, StoreReader *reader, Str name, size_t limit, QueryMentions *ret_mentions) MUST_CHECK;
/* A glob as above. */
bool query_glob_matches(Str glob, Str path);

#endif
