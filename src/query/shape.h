/* Shape: what a repository is at first sight. */
#ifndef FATHOM_QUERY_SHAPE_H
#define FATHOM_QUERY_SHAPE_H

#include "src/base/job.h"
#include "src/index/index.h"

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

Err query_shape(Job *job, Index *index, StoreReader *reader, QueryShape *ret_shape) MUST_CHECK;

#endif
