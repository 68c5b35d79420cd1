/* URIs: how the protocol names files. Pure; any thread. */
#ifndef FATHOM_LSP_URI_H
#define FATHOM_LSP_URI_H

#include "src/base/str.h"

/* file:///a%20b; the path is absolute. Escapes all that is not unreserved. */
Str lsp_uri_from_path(Arena *arena, Str path);
/* The path of a file: URI of this machine, normalised; false for others, for
 * broken ones and for those with a drive. */
bool lsp_uri_to_path(Arena *arena, Str uri, Str *ret_path) MUST_CHECK;

#endif
