/* Imports: what a file takes from others, who takes from it, and what nobody
 * takes. */
#ifndef FATHOM_QUERY_IMPORTS_H
#define FATHOM_QUERY_IMPORTS_H

#include "src/base/job.h"
#include "src/store/store.h"

typedef struct QueryImport {
  Str specifier; /* as written */
  Str path;      /* file it leads to, of a package its directory; empty: outside the project */
  Str *names;    /* "default" for a default import; none: the module as a whole */
  size_t name_count;
  uint32_t line;
  bool is_type_only;
  bool is_reexport;
} QueryImport;

typedef struct QueryImports {
  QueryImport *items; /* one per statement, in the file's order */
  size_t len;
  size_t cap;
} QueryImports;

Err query_imports(Job *job, StoreReader *reader, FileId file, QueryImports *ret_imports) MUST_CHECK;
/* Those that it gives on, by module, under the names it gives them; no name:
 * all that is there. */
Err query_reexports(Job *job, StoreReader *reader, const StoreFile *file, QueryImports *ret_imports) MUST_CHECK;

typedef struct QueryImporters {
  Str *direct; /* paths, sorted */
  size_t direct_count;
  Str *through; /* files that get it through files which only pass on */
  size_t through_count;
} QueryImporters;

Err query_importers(Job *job, StoreReader *reader, FileId file, QueryImporters *ret_importers) MUST_CHECK;

typedef struct QueryUnused {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
  size_t exports; /* that were looked at */
  size_t files;
} QueryUnused;

/* Exported symbols at the top of their files that no other file uses. A file
 * that another one imports as a whole counts as used. */
Err query_unused_exports(Job *job, StoreReader *reader, QueryUnused *ret_unused) MUST_CHECK;

#endif
