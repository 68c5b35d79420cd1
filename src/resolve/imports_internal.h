/* Where imports lead, and the finder that languages ask about it. */
#ifndef FATHOM_RESOLVE_IMPORTS_INTERNAL_H
#define FATHOM_RESOLVE_IMPORTS_INTERNAL_H

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
} FileLists;

/* The one list of these files; NULL for none. */
FileList *resolve_file_list_ref(FileLists *lists, const WorldFile *files, size_t count);
void resolve_file_list_unref(FileLists *lists, FileList *list);
void resolve_file_lists_clear(FileLists *lists);

/* Where one import leads. */
typedef struct Link {
  FileList *files; /* NULL: none */
  uint32_t rest, rest_len; /* in the block's text */
  WorldFile submodule;
  bool outside;
  bool includes; /* IMPORT_INCLUDE */
} Link;

typedef struct Links {
  uint32_t count;
  uint32_t text_len;
  Link *items; /* by ImportNo */
  char *text;
} Links;

/* The file's links; a library's are found on first use. */
const Links *resolve_links(ResolveWorld *world, WorldFile file, const Facts *facts);
/* Asks the language about every import. */
Links *resolve_links_make(ResolveWorld *world, LanguageWorld *linker, const Lang *lang, const Facts *facts,
                          WorldFile from);
void resolve_links_free(ResolveWorld *world, Links *links);
typedef enum LinkerKind {
  LINKER_PROJECT,
  LINKER_LIBRARY,  /* does not see the project */
  LINKER_INSTALLED /* nor does this: it sees dependencies */
} LinkerKind;
LanguageWorld *resolve_linker_open(ResolveWorld *world, LinkerKind kind);
void resolve_linker_close(LanguageWorld *linker);
void resolve_linker_forget(LanguageWorld *linker); /* its state and answers */
/* Forgets them when they have grown by more than that since they were begun. */
void resolve_linker_limit(LanguageWorld *linker, size_t bytes);
void resolve_linker_for(LanguageWorld *linker, const Lang *lang);

#endif
