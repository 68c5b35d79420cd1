/* Precise: what a language server says about the uses of a symbol, beside what
 * the graph says. */
#ifndef FATHOM_TOOLS_KIT_PRECISE_INTERNAL_H
#define FATHOM_TOOLS_KIT_PRECISE_INTERNAL_H

#include "src/base/map.h"
#include "src/tools/kit/graph_internal.h"

#define TOOL_ARG_PRECISE                                                                     \
  {"precise", TOOL_STRING, .choices = "auto|never|require", .otherwise = "\"auto\"",         \
   .help = "check with a language server: one that runs, none, or start it", .listed = ""}

/* A place where a symbol is used. */
typedef struct ToolUse {
  Str path;
  uint32_t line;
  Str in; /* the symbol around it, safe to show; empty: none */
} ToolUse;
typedef struct ToolUses {
  ToolUse *items;
  size_t len;
  size_t cap;
} ToolUses;

typedef struct ToolPrecise {
  /* Who was heard: a server now or before, or nobody. Only what was heard now
   * is whole: of what is kept, nothing follows from what is missing. */
  Str server;
  bool is_whole;
  const char *note; /* why not, when somebody was heard; else NULL */
  Map places;       /* "path:line" the server named */
  size_t graph;     /* places where the graph sees a use */
  size_t verified;  /* of those, named by the server too */
  ToolUses added;   /* named by the server alone */
  ToolUses unconfirmed; /* seen by the graph alone; only when it is whole */
} ToolPrecise;

/* As the call's argument `precise` says. ERR_UNTRUSTED and ERR_DENIED, with
 * the remedy: a server is required and cannot be had. */
Err tool_precise_look(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolPrecise *ret_precise) MUST_CHECK;
/* Whether the server names that place as a use. */
bool tool_precise_has(ToolCall *call, const ToolPrecise *precise, Str path, uint32_t line);
/* Lines for a reader; nothing when nobody was heard. */
void tool_precise_show(ToolCall *call, const ToolPrecise *precise);
/* The field `precise`, which TOOL_PRECISE_ROW describes. */
void tool_precise_write(ToolCall *call, const ToolPrecise *precise);
extern const ToolField tool_precise_fields[];
#define TOOL_PRECISE_ROW {"precise", TOOL_OBJECT, .fields = tool_precise_fields, .help = "what a language server says about its uses"}

/* What the server shows for a symbol: type and signature, on one line; empty:
 * nobody was asked, or it has nothing. The same errors. */
Err tool_precise_type(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, Str *ret_server, Str *ret_type) MUST_CHECK;

#endif
