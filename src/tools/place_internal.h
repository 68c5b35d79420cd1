/* What tools over a workspace share: bringing it up to date, paths as
 * arguments, and how long an answer may be. */
#ifndef FATHOM_TOOLS_PLACE_INTERNAL_H
#define FATHOM_TOOLS_PLACE_INTERNAL_H

#include "src/index/index.h"
#include "src/tools/tool_internal.h"

#define TOOL_ANSWER_MAX 15000 /* bytes of an ordinary answer */
#define TOOL_NAME_MAX 1000 /* bytes of a name among an answer's fields */
#define TOOL_LIST_MAX (TOOL_ANSWER_MAX - 1000) /* of its list; the rest is for the words after it */

/* The call's workspace, up to date with the disk. `path` is the call's path
 * argument; *ret_relative is that path within the workspace, "" for all. A
 * path is looked for from the client's directory first, then from the root. */
Err tool_place(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) MUST_CHECK;
/* Whether the answer, which had `before` bytes, still fits after an entry was
 * added to its list; else the entry is taken back. */
bool tool_entry_fits(ToolCall *call, size_t before);
/* A line on what the workspace's index leaves out, and whether it is behind. */
Err tool_add_gaps(ToolCall *call, Index *index, bool always) MUST_CHECK;

#endif
