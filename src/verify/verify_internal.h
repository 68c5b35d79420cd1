/* What the files of verify share. */
#ifndef FATHOM_VERIFY_VERIFY_INTERNAL_H
#define FATHOM_VERIFY_VERIFY_INTERNAL_H

#include "src/verify/verify.h"

/* How long a server may take to have read the workspace. */
#define VERIFY_READY_MS 15000

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
