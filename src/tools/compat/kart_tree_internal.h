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

/* ---- kart_tree_server.c ---- */

/* A tree by a server's call hierarchy, as if it came from the graph. */
typedef struct KartServed {
  Str server; /* empty: none runs for the file, or it knows no calls there */
  QueryImpact impact;
  int *kinds;    /* of its nodes */
  size_t missed; /* nodes it did not answer for */
} KartServed;
Err tool_kart_server_tree(KartCall *kart, const StoreSymbol *symbol, QueryDirection direction, KartServed *ret_served) MUST_CHECK;

extern const ToolField tool_kart_impact_result[], tool_kart_deps_result[];

#endif
