/* Libraries: the facts of a standard library, from one file. */
#ifndef FATHOM_RESOLVE_LIBRARY_INTERNAL_H
#define FATHOM_RESOLVE_LIBRARY_INTERNAL_H

#include <stdatomic.h>

#include "src/resolve/imports_internal.h"
#include "src/resolve/table_internal.h"

typedef struct LibraryFile {
  _Atomic(const Facts *) facts; /* decoded on first use */
  _Atomic(ImportTargets *) targets;
  Str bytes;
} LibraryFile;

typedef struct Library {
  const unsigned char *bytes; /* in its arena */
  size_t size;
  LibraryFile *files;
  uint32_t count;
  WorldFile first;
  const unsigned char *keys; /* sorted */
  uint32_t key_count;
  bool has_names; /* there are keys of names, not of files alone */
  Arena arena;
  LanguageWorld *finder;
} Library;

/* Once for a family, by the thread that puts files; without it, names stay unresolved. */
void resolve_library_load(ResolveWorld *world, Lang *lang);
void resolve_library_close(ResolveWorld *world, Library *library);
/* Of a library's file, decoded on first use and then for the world's life; any thread. */
const Facts *resolve_library_facts(ResolveWorld *world, WorldFile file);
const ImportTargets *resolve_library_targets(ResolveWorld *world, WorldFile file, const Facts *facts);
/* Up to `max` items, in the library's order. */
size_t resolve_library_get(const Library *library, uint64_t key, TableItem *ret_items, size_t max);

#endif
