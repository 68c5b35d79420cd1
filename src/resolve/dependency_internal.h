/* Dependencies: files of what is installed, known by path, read on demand. */
#ifndef FATHOM_RESOLVE_DEPENDENCY_INTERNAL_H
#define FATHOM_RESOLVE_DEPENDENCY_INTERNAL_H

#include <stdatomic.h>

#include "src/base/map.h"
#include "src/resolve/table_internal.h"

typedef struct Run Run;
typedef struct View View;

/* Files of dependencies that see each other's top level, and what they answer to. */
typedef struct DependencyPackage {
  const WorldFile *files;
  uint32_t count;
  atomic_bool is_ready; /* the table is there; put there under library_lock */
  TableItem *items;     /* by key, file, definition; on the heap */
  size_t item_count;
  struct DependencyPackage *next;
} DependencyPackage;

/* Files of what is installed. Their entries are set aside as one block, so that
 * workers may add to it. */
typedef struct Dependencies {
  LanguageWorld *finder; /* under library_lock; NULL: nothing is read there */
  Arena arena;
  Map paths;       /* to their numbers */
  DependencyPackage *packages;
  WorldFile first; /* of the block; 0: not set aside yet */
  uint32_t count, max;
  uint32_t version; /* the last one given */
  uint32_t cut;     /* were there and did not fit */
} Dependencies;

/* The file's number; 0: it is not there, or no more fit. With library_lock,
 * or while nobody resolves. */
WorldFile resolve_dependency_file(ResolveWorld *world, Arena *arena, Str path);
/* Numbers for as many as there may be, behind those of all files. */
void resolve_dependencies_set_aside(ResolveWorld *world);
/* One that was known to an earlier process, without asking whether it is there.
 * False: there are too many, or it cannot be. */
bool resolve_dependency_restore(ResolveWorld *world, Str path) MUST_CHECK;
/* They are one package, unless they are in one already. Likewise. */
void resolve_dependency_group(ResolveWorld *world, const WorldFile *files, size_t count);
/* Who in the package of `from` answers to the key. */
size_t resolve_dependency_get(Run *run, const View *from, uint64_t key, const TableItem **ret_items);
void resolve_dependencies_close(ResolveWorld *world);

#endif
