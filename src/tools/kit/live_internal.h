/* Running something in a live session on behalf of a call (src/repl/repl.h):
 * for eval, for tools that a session brings and for those of other systems.
 * Everything is in the call's arena and on the call's thread. */
#ifndef FATHOM_TOOLS_KIT_LIVE_INTERNAL_H
#define FATHOM_TOOLS_KIT_LIVE_INTERNAL_H

#include "src/repl/repl.h"
#include "src/tools/kit/tool_internal.h"

#define TOOL_LIVE_SECONDS 3600 /* a call may take that waits for code */

/* The two consents: the user lets clients run code (ERR_DENIED), and trusts the
 * call's workspace (ERR_UNTRUSTED). Opens the workspace: call->index. To be
 * asked first, before a session is so much as looked for. */
Err tool_live_allowed(ToolCall *call) MUST_CHECK;
/* The session that is meant, those of the call's workspace before others; key
 * and language may be empty. ERR_NOT_FOUND; ERR_USAGE: several could be. */
Err tool_live_choose(ToolCall *call, Str key, Str language, ReplSession *ret_session) MUST_CHECK;

/* What was told of a call while its code ran; lives as long as that. */
typedef struct ToolTold {
  ToolCall *call;
  double done; /* reports so far: a client wants growing numbers */
} ToolTold;
/* Tells the client the handle first, then what is printed and reported. */
ReplHeard tool_live_heard(ToolTold *told);

/* What came of it into the call's answer: the fields and words of eval. */
void tool_live_add_result(ToolCall *call, const ReplResult *result);

#endif
