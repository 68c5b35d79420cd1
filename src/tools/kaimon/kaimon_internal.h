/* What the tools of the profile kaimon share: questions that code in a live
 * session answers, and calls that another tool of ours does the work of. */
#ifndef FATHOM_TOOLS_KAIMON_KAIMON_INTERNAL_H
#define FATHOM_TOOLS_KAIMON_KAIMON_INTERNAL_H

#include "src/model/answer.h"
#include "src/tools/kit/live_internal.h"

#define KAIMON_ARG_SESSION {"session", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant"}
#define KAIMON_LIVE .toolset = "kaimon", .profiles = "kaimon", .alias_of = "eval", .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD, .seconds = TOOL_LIVE_SECONDS

/* Lines from outside into the answer's text, each made safe. */
void tool_kaimon_add_lines(Answer *out, Str text);
/* The call's arguments as a spelled object, but for those whose names are in
 * `without`, separated by spaces. */
Str tool_kaimon_arguments(const ToolCall *call, const char *without);
/* Asks the session about itself (repl_introspection) with the call's arguments;
 * what it prints is the answer. ERR_UNAVAILABLE: the language has no such thing. */
Err tool_kaimon_ask(ToolCall *call, const char *question) MUST_CHECK;
/* Another tool's answer to these arguments is the answer. Its own permission is
 * asked for as well. */
Err tool_kaimon_forward(ToolCall *call, const char *name, Str arguments) MUST_CHECK;

#endif
