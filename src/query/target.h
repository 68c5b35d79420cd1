/* Targets: the symbols that a name in a question means. Exact only: a name
 * nothing has gives suggestions, never a near match. */
#ifndef FATHOM_QUERY_TARGET_H
#define FATHOM_QUERY_TARGET_H

#include "src/base/job.h"
#include "src/store/store.h"

typedef struct QueryTarget {
  /* `name`, `Type.member`, `ns::name`, `dir/file.c:name`, `module/name`: any
   * qualifier may be a container, a path segment or a file's name with or
   * without its extension; Rust's crate, super and self are passed over. Or
   * the path of a file: files are symbols too. */
  Str name;
  Str file;      /* path or the end of one; empty: any */
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

/* `Container.name`, as shown in answers; in the arena. */
Str query_qualified(Arena *arena, const StoreSymbol *symbol);
/* The symbol of an id; of a file's own id a SYMBOL_FILE named by its path. */
Err query_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) MUST_CHECK;
/* The innermost symbol around a line of a file; id 0: none. */
Err query_symbol_at(Job *job, StoreReader *reader, FileId file, uint32_t line, StoreSymbol *ret_symbol) MUST_CHECK;
/* The file of a path; id 0: none. */
Err query_file(Job *job, StoreReader *reader, Str path, StoreFile *ret_file) MUST_CHECK;

#endif
