/* References: from a language server, or what it gave before for the same
 * files. */
#ifndef FATHOM_TOOLS_KIT_REFERENCES_INTERNAL_H
#define FATHOM_TOOLS_KIT_REFERENCES_INTERNAL_H

#include "src/index/index.h"
#include "src/lsp/ask.h"
#include "src/lsp/cache.h"
#include "src/tools/kit/tool_internal.h"

typedef struct ToolReferences {
  ToolCall *call;
  Index *index;
  StoreReader *reader; /* NULL: the graph cannot help, and nothing is kept */
  bool is_ready;       /* the server has seen the workspace: its answer may be kept */
  LspServer *server;
  Str path;            /* relative to the workspace */
  TextPoint point;
  uint32_t byte;       /* the same place */
  bool with_declaration;
} ToolReferences;
Err tool_references(const ToolReferences *question, LspLocations *ret_locations) MUST_CHECK;

/* The answers that are kept for a workspace; NULL: none can be. */
LspCache *tool_answers(ToolCall *call, Index *index);

#endif
