/* Precise: what a language server says about the uses of a symbol, beside what
 * the graph says. */
#ifndef FATHOM_TOOLS_KIT_PRECISE_INTERNAL_H
#define FATHOM_TOOLS_KIT_PRECISE_INTERNAL_H

#include "src/tools/kit/graph_internal.h"
#include "src/verify/verify.h"

#define TOOL_ARG_PRECISE                                                                     \
  {"precise", TOOL_STRING, .choices = "auto|never|require", .otherwise = "\"auto\"",         \
   .help = "check with a language server: one that runs, none, or start it", .listed = ""}

/* As the call's argument `precise` says. ERR_UNTRUSTED and ERR_DENIED, with
 * the remedy: a server is required and cannot be had. */
Err tool_precise_look(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, VerifyUses *ret_uses) MUST_CHECK;
/* Whether the server names that place as a use. */
bool tool_precise_has(ToolCall *call, const VerifyUses *uses, Str path, uint32_t line);
/* Lines for a reader; nothing when nobody was heard. */
void tool_precise_show(ToolCall *call, const VerifyUses *precise);
/* The field `precise`, which TOOL_PRECISE_ROW describes. */
void tool_precise_write(ToolCall *call, const VerifyUses *precise);
extern const ToolField tool_precise_fields[];
#define TOOL_PRECISE_ROW {"precise", TOOL_OBJECT, .fields = tool_precise_fields, .help = "what a language server says about its uses"}

/* What the server shows for a symbol: type and signature, on one line; empty:
 * nobody was asked, or it has nothing. The same errors. */
Err tool_precise_type(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, Str *ret_server, Str *ret_type) MUST_CHECK;

#endif
