/* Query: questions over the store. Everything returned lives in job->arena
 * and is ranked before it is cut. Speaks no protocol. */
#ifndef FATHOM_QUERY_QUERY_H
#define FATHOM_QUERY_QUERY_H

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
 * target (target.h). */
Err query_find(Job *job, StoreReader *reader, const QueryFind *find, QueryMatches *ret_matches) MUST_CHECK;

/* ---- files ---- */

typedef struct QueryFiles {
  Str path;    /* directory or file; empty: all */
  Str pattern; /* glob on the path, or on the file name when it has no '/' */
  bool tree;   /* directories as entries of their own */
  bool indexed; /* only files that are */
  size_t depth; /* of the tree beneath `path`; 0: all */
  size_t limit;
} QueryFiles;

typedef struct QueryEntry {
  Str path; /* without '/' at the end */
  bool is_directory;
  bool is_folded; /* beneath the depth: what it holds is not listed */
  size_t level;   /* 0: directly in `path` */
  size_t files;   /* in a directory, all levels */
  size_t symbols; /* likewise */
  uint64_t size;  /* of a file, in bytes */
  Str language;
  Str skip;
} QueryEntry;

typedef struct QueryListing {
  QueryEntry *items; /* depth first; by path */
  size_t len;
  size_t total;  /* entries before the limit */
  size_t files;  /* that match, wherever they are */
  size_t symbols;
} QueryListing;

Err query_files(Job *job, StoreReader *reader, const QueryFiles *request, QueryListing *ret_listing) MUST_CHECK;

/* `path` is the place, lies beneath it or matches the glob. */
bool query_path_matches(Str place, Str path);

#endif
