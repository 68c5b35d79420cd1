/* Where imports lead, and the finder that languages ask about it. */
#ifndef FATHOM_RESOLVE_IMPORTS_INTERNAL_H
#define FATHOM_RESOLVE_IMPORTS_INTERNAL_H

#include "src/base/pile.h"
#include "src/resolve/lang_internal.h"

typedef struct FileList {
  struct FileList *next;
  uint64_t hash;
  uint32_t refs;
  uint32_t count;
  WorldFile files[];
} FileList;

typedef struct FileLists {
  FileList **slots;
  size_t slot_count, count;
  Pile pile; /* of the lists, and of the targets that refer to them */
} FileLists;

/* The one list of these files; NULL for none. */
FileList *resolve_file_list_ref(FileLists *lists, const WorldFile *files, size_t count);
void resolve_file_list_unref(FileLists *lists, FileList *list);
void resolve_file_lists_clear(FileLists *lists);

/* Where one import leads. */
typedef struct ImportTarget {
  FileList *files; /* NULL: none */
  uint32_t rest, rest_len; /* in the block's text */
  WorldFile submodule;
  bool outside;
  bool includes; /* IMPORT_INCLUDE */
} ImportTarget;

typedef struct ImportTargets {
  uint32_t count;
  uint32_t text_len;
  ImportTarget *items; /* by ImportNo */
  char *text;
} ImportTargets;

/* Of one block with its items and its text. */
static inline size_t resolve_targets_bytes(size_t count, size_t text_len) {
  return sizeof(ImportTargets) + count * sizeof(ImportTarget) + text_len;
}
/* The file's import targets; a library's are found on first use. */
const ImportTargets *resolve_targets(ResolveWorld *world, WorldFile file, const Facts *facts);
/* Makes ResolveWorld.includes for the present epoch. Nobody resolves meanwhile. */
void resolve_includes_make(ResolveWorld *world);
void resolve_includes_clear(ResolveWorld *world);
/* Asks the language about every import. */
ImportTargets *resolve_targets_make(ResolveWorld *world, LanguageWorld *finder, const Lang *lang, const Facts *facts,
                          WorldFile from);
void resolve_targets_free(ResolveWorld *world, ImportTargets *targets);
typedef enum FinderKind {
  FINDER_PROJECT,
  FINDER_LIBRARY,  /* does not see the project */
  FINDER_INSTALLED, /* nor does this: it sees dependencies */
  FINDER_SIBLING  /* nor this: it sees one sibling, as if that were the project */
} FinderKind;
LanguageWorld *resolve_finder_open(ResolveWorld *world, FinderKind kind);
LanguageWorld *resolve_finder_open_beside(ResolveWorld *world, const ResolveSibling *sibling);
void resolve_finder_close(LanguageWorld *finder);
void resolve_finder_forget(LanguageWorld *finder); /* its state and answers */
/* Forgets them when they have grown by more than that since they were begun. */
void resolve_finder_limit(LanguageWorld *finder, size_t bytes);
void resolve_finder_for(LanguageWorld *finder, const Lang *lang);

#endif
