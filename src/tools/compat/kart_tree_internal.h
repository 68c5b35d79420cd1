/* kart's trees of callers and callees. */
#ifndef FATHOM_TOOLS_COMPAT_KART_TREE_INTERNAL_H
#define FATHOM_TOOLS_COMPAT_KART_TREE_INTERNAL_H

#include "src/query/impact/impact.h"
#include "src/tools/compat/kart_internal.h"
#include "src/tools/kit/served_internal.h"

#define KART_TREE_DEPTH_MAX 5
#define KART_TREE_NODES_MAX 500 /* written; more would not fit into an answer */

#define KART_TREE_ARGS                                                                                    \
  {"path", TOOL_PATH, true, .min = 1, .max = 4096, .help = "file with the symbol"},                      \
  {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "its name"},                             \
  {"depth", TOOL_INTEGER, .min = 1, .max = KART_TREE_DEPTH_MAX, .otherwise = "3", .help = "levels"}

/* Answers a call: a file or symbol that is not there is an error. */
Err tool_kart_tree(ToolCall *call, QueryDirection direction) MUST_CHECK;

extern const ToolField tool_kart_impact_result[], tool_kart_deps_result[];

#endif
