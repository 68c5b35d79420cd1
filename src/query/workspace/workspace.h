/* Workspace: what is in it as a whole. Everything returned lives in job->arena. */
#ifndef FATHOM_QUERY_WORKSPACE_H
#define FATHOM_QUERY_WORKSPACE_H

#include "src/base/job.h"
#include "src/index/index.h"
#include "src/store/store.h"

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

/* By path, with folders made from the paths where a tree is asked for. In
 * the job's arena. */
Err query_files(Job *job, StoreReader *reader, const QueryFiles *request, QueryListing *ret_listing) MUST_CHECK;

/* `path` is the place, lies beneath it or matches the glob. */
bool query_path_matches(Str place, Str path);

/* ---- shape ---- */

/* Shape: what a repository is at first sight. */

#define QUERY_SHAPE_FOLDERS 8
#define QUERY_SHAPE_ENTRIES 5
#define QUERY_SHAPE_CENTRAL 6

typedef struct QueryFolder {
  Str path;
  size_t files;
  size_t symbols;
} QueryFolder;

typedef struct QueryCentral {
  StoreSymbol symbol;
  size_t uses; /* from other files; a sample where there are very many */
} QueryCentral;

typedef struct QueryShape {
  StoreCounts counts;
  Str about; /* first sentence of its README; empty: none */
  QueryFolder folders[QUERY_SHAPE_FOLDERS]; /* by symbols; tests apart */
  size_t folder_count;
  StoreSymbol entries[QUERY_SHAPE_ENTRIES]; /* where execution starts; files as SYMBOL_FILE */
  size_t entry_count;
  QueryCentral central[QUERY_SHAPE_CENTRAL]; /* what most others call, most first */
  size_t central_count;
  bool has_path;   /* from a starting point to a central symbol, through others */
  StoreSymbol from, to;
} QueryShape;

/* A few counts and lists that are worth showing first; looks at a sample of
 * large projects. `is_brief`: without where it starts and the path from there,
 * for which every file is asked. In the job's arena. */
Err query_shape(Job *job, Index *index, StoreReader *reader, bool is_brief, QueryShape *ret_shape) MUST_CHECK;

/* ---- gaps ---- */

/* Gaps: how much of the code the graph could not make sense of, so that "no
 * callers" can be told apart from "could not resolve". */

typedef struct QueryGaps {
  size_t calls;      /* in all files of the language */
  size_t unresolved; /* of them: their target could not be told */
} QueryGaps;

/* Counted once for each state of the index. `language` empty: all. */
Err query_gaps(Job *job, Index *index, StoreReader *reader, Str language, QueryGaps *ret_gaps) MUST_CHECK;

/* What is known of files in this language: types, calls (by name), structure;
 * empty: the program has no such language any more. */
Str query_tier(Str language);

#endif
