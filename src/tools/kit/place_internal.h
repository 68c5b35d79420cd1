/* What tools over a workspace share: bringing it up to date, paths as
 * arguments, and how long an answer may be. */
#ifndef FATHOM_TOOLS_KIT_PLACE_INTERNAL_H
#define FATHOM_TOOLS_KIT_PLACE_INTERNAL_H

#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/tools/kit/tool_internal.h"

#define TOOL_ANSWER_MAX 15000 /* bytes of an ordinary answer */
#define TOOL_NAME_MAX 1000 /* bytes of a name among an answer's fields */
#define TOOL_TAIL_MAX 400  /* of what is said below a page */
#define TOOL_LIST_MAX (TOOL_ANSWER_MAX - 1000) /* of its list; the rest is for the words after it */

/* The call's workspace, up to date with the disk. `path` is the call's path
 * argument; *ret_relative is that path within the workspace, "" for all. A
 * path is looked for from the client's directory first, then from the root. */
Err tool_place(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) MUST_CHECK;
/* The same, not brought up to date. */
Err tool_locate(ToolCall *call, Str path, Index **ret_index, Str *ret_relative) MUST_CHECK;
/* The same for a workspace at hand. */
Err tool_relative_path(ToolCall *call, Index *index, Str path, Str *ret_relative) MUST_CHECK;
/* Whether something is on the disk at a path within the workspace. */
bool tool_path_exists(ToolCall *call, Index *index, Str relative);
/* Begins the call's page in its answer, by its arguments max_chars (else
 * `otherwise` bytes) and cursor; `key` of the list its rows are in, NULL: it
 * has words only. */
void tool_begin_page(ToolCall *call, const char *key, size_t otherwise);
/* The same, but its rows are in lists of their own, begun within it. */
void tool_begin_page_over(ToolCall *call, size_t otherwise);
/* Ends it, with a line how to go on below. `state` tells whether the answer is
 * still the one that a cursor was made for; answer_page_hash where every item
 * was built. ERR_USAGE: the cursor is of another question or another state. */
Err tool_end_page(ToolCall *call, Index *index, uint64_t state, AnswerPaged *ret_paged) MUST_CHECK;
/* A line on what the workspace's index leaves out, and whether it is behind. */
Err tool_add_gaps(ToolCall *call, Index *index, bool always) MUST_CHECK;

#endif
