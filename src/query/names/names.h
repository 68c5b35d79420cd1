/* Names: from what a question calls something to the symbols that are meant.
 * Everything returned lives in job->arena and is ranked before it is cut. */
#ifndef FATHOM_QUERY_NAMES_H
#define FATHOM_QUERY_NAMES_H

#include "src/base/job.h"
#include "src/index/index.h"
#include "src/store/store.h"

/* ---- find ---- */

typedef struct QueryFind {
  Str query;   /* name, part of one, glob, or qualified: file.c:name, Type.member */
  bool has_kind;
  SymbolKind kind;
  bool exported; /* only those */
  Str path;    /* file, directory or glob they must be in; empty: anywhere */
  bool (*fits)(void *context, Str path); /* further conditions on that; NULL: none */
  void *context;
  size_t limit;
  Index *index; /* keeps all names in memory for rare questions; NULL: the store is read through */
} QueryFind;

typedef struct QueryMatches {
  StoreSymbol *items;
  size_t len;
  size_t total;      /* before the limit */
  bool total_is_least; /* there are more than `total` */
  size_t passed_over;  /* of `total`: namesakes beyond QUERY_NAMESAKES_MAX, not compared */
  bool fuzzy;        /* none is called so: these are spelled alike */
  Str *suggestions;  /* nothing matches: names spelled alike, at most 5 */
  size_t suggestion_count;
} QueryMatches;

/* Order: the same name, the same but for case, names that begin with it,
 * names with such words; then definitions before declarations, tests and
 * generated code last, then by kind, whether it is exported, how many use it
 * and whether its file was written lately; short names, path, line. Only when
 * there is none of these, names that contain it; and then names spelled alike,
 * never for a qualified query. A qualifier may be whatever it may be in a
 * target (see there). */
Err query_find(Job *job, StoreReader *reader, const QueryFind *find, QueryMatches *ret_matches) MUST_CHECK;

/* ---- targets ---- */

/* Targets: the symbols that a name in a question means. Exact only: a name
 * nothing has gives suggestions, never a near match. */

typedef struct QueryTarget {
  /* `name`, `Type.member`, `ns::name`, `dir/file.c:name`, `module/name`: any
   * qualifier may be a container, a path segment or a file's name with or
   * without its extension; the words crate, super and self are passed over. Or
   * the path of a file: files are symbols too. */
  Str name;
  Str file;      /* path or the end of one, or a folder; empty: any */
  uint32_t line; /* within the symbol; 0: any */
  bool has_kind;
  SymbolKind kind;
} QueryTarget;

/* Symbols of one name that are compared where nothing else is asked for. */
#define QUERY_NAMESAKES_MAX 500

typedef struct QueryTargets {
  /* Best first: definitions before declarations, exported, central in the
   * graph, tests and generated code last. */
  StoreSymbol *items;
  size_t len;
  size_t distinct; /* the first of them; declarations of those and constructors of types among them follow */
  size_t passed_over; /* namesakes beyond QUERY_NAMESAKES_MAX, not compared */
  Str *suggestions; /* when there is none: qualified names spelled alike, at most 5 */
  size_t suggestion_count;
} QueryTargets;

/* A file as target has id store_symbol_id(file, 0) and kind SYMBOL_FILE. */
Err query_targets(Job *job, StoreReader *reader, const QueryTarget *target, QueryTargets *ret_targets) MUST_CHECK;

/* One of several functions of one name in one type or file: overloads. */
bool query_is_overload(const StoreSymbol *one, const StoreSymbol *other);
/* Overloads behind each other in the order of their file, where the best of
 * them was. */
void query_targets_by_place(QueryTargets *targets);

/* A field of some type and a function that runs may have one name: the first that has a
 * body and is reached comes to the front, unless the question chose by something else. */
Err query_targets_lead(Job *job, StoreReader *reader, const QueryTarget *target, QueryTargets *targets) MUST_CHECK;

/* `Container.name`, as shown in answers; in the arena. */
Str query_qualified(Arena *arena, const StoreSymbol *symbol);
/* The symbol of an id; of a file's own id a SYMBOL_FILE named by its path. */
Err query_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) MUST_CHECK;
/* The innermost symbol around a line of a file; id 0: none. */
Err query_symbol_at(Job *job, StoreReader *reader, FileId file, uint32_t line, StoreSymbol *ret_symbol) MUST_CHECK;
/* The innermost of several places, which are given one after the other: the
 * smallest, of one size the one whose name stands last. */
typedef struct QueryInnermost {
  const StorePlace *best; /* NULL: none was given */
  bool is_open;           /* another one fits as well: places do not tell which is the last, symbols do */
} QueryInnermost;
void query_innermost_take(QueryInnermost *inner, const StorePlace *place);
/* The definitions that lines of a file hold whole, outermost ones; where there
 * are none, the innermost around the first and the last line. By place. */
Err query_symbols_within(Job *job, StoreReader *reader, FileId file, uint32_t from, uint32_t to, StoreSymbols *ret_symbols) MUST_CHECK;
/* The file of a path; id 0: none. */
Err query_file(Job *job, StoreReader *reader, Str path, StoreFile *ret_file) MUST_CHECK;
/* Whether the file at a path holds tests: as it was indexed, otherwise by its
 * name. `reader` may be NULL. */
Err query_is_test(Job *job, StoreReader *reader, Str path, bool *ret_is_test) MUST_CHECK;

/* ---- names that have a part ---- */

/* Named: every symbol whose name has a part, by place; nothing is ranked. */

typedef struct QueryNamed {
  Str part;       /* of the name, with its case; empty: every name */
  uint32_t kinds; /* 1u << SymbolKind; 0: every one */
  bool has_exported;
  bool exported;
  Str path;       /* directory or file they are in; empty: anywhere */
  size_t limit;
} QueryNamed;

typedef struct QueryNamedList {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
  bool truncated;
  size_t files; /* that were searched */
} QueryNamedList;

/* Names inside functions are not among them. */
Err query_named(Job *job, StoreReader *reader, const QueryNamed *named, QueryNamedList *ret_list) MUST_CHECK;

/* How names are to be spelled. */
typedef struct QuerySpelling {
  Str word;
  size_t looked_at; /* most that begin with it, whatever follows */
  bool any_case;
} QuerySpelling;

typedef struct QuerySpelled {
  int64_t *items;
  size_t len, cap;
} QuerySpelled;

/* Numbers of the names that are spelled so, in the job's arena. */
Err query_spelled(Job *job, StoreReader *reader, const QuerySpelling *spelling, QuerySpelled *ret_names) MUST_CHECK;

#endif
