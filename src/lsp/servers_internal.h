/* Servers: what its files share. */
#ifndef FATHOM_LSP_SERVERS_INTERNAL_H
#define FATHOM_LSP_SERVERS_INTERNAL_H

#include "src/base/vec.h"
#include "src/lsp/servers.h"

/* Files of data/, made C by the build. */
extern const char lsp_table[];        /* language_servers.tsv */
extern const char lsp_capabilities[]; /* lsp_capabilities.json: what we say we can */

typedef VEC(LspServerKind) LspKinds;

struct LspServers {
  LspKinds kinds; /* the user's first */
};

/* Adds the rows of a table; ERR_SYNTAX names the line. */
Err lsp_table_read(Job *job, Str text, LspKinds *kinds) MUST_CHECK;
/* The user's entries as kinds, each made from the row of the same program
 * where there is one. */
Err lsp_choices_read(Job *job, const LspKinds *table, const LspServerChoice *choices, size_t count,
                     LspKinds *ret_kinds) MUST_CHECK;

#endif
