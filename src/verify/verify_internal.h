/* What the files of verify share. */
#ifndef FATHOM_VERIFY_VERIFY_INTERNAL_H
#define FATHOM_VERIFY_VERIFY_INTERNAL_H

#include "src/verify/verify.h"

/* How long a server may take to have read the workspace. */
#define VERIFY_READY_MS 15000

/* ---- file.c ---- */

/* Whether the client gave a text in place of a file's: the graph knows the
 * file, not that text. */
bool verify_has_own_text(const VerifyFile *file, Str path);

/* ---- place.c ---- */

/* The symbol that is defined or used at a place; id 0: none. */
Err verify_symbol_exactly(const VerifyFile *file, TextPoint point, StoreSymbol *ret_symbol) MUST_CHECK;

/* ---- uses.c: what the graph sees ---- */

/* Uses of a symbol and of its namesakes by declaration, by path and line. */
Err verify_graph_uses(const VerifyFile *file, const StoreSymbol *symbol, VerifyUseList *ret_uses) MUST_CHECK;

/* ---- showing.c: what a server is shown before it is believed ---- */

/* One file of each project beneath the server's root, at most 16: servers that
 * read a project only when they see one of its files then know all of them. */
Err verify_show_projects(const VerifyFile *file) MUST_CHECK;
/* Shows files and waits until the server has said something about each as it
 * is: *ret_read has the paths for which it did (path -> any). */
Err verify_show_files(const VerifyFile *file, const Map *paths, Map *ret_read) MUST_CHECK;

/* ---- uses_kept.c: that places use a symbol, kept per file ---- */

/* For as long as that file and the symbol's own stay as they are. */
typedef struct VerifyKept {
  const VerifyFile *file;
  const StoreSymbol *symbol;
  uint64_t own_hash; /* of the symbol's file */
  LspCache *cache;
} VerifyKept;
/* Keeps uses, which are in order of path, as the server's. */
Err verify_keep_uses(const VerifyKept *kept, const VerifyUseList *uses, Str server) MUST_CHECK;
/* Adds those of one file that are kept; *ret_server empty: none are. */
Err verify_find_kept(const VerifyKept *kept, Str path, VerifyUseList *uses, Str *ret_server) MUST_CHECK;

#endif
