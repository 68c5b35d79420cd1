/* Running linters, builds and tests for a call: whether it may, with what, and
 * how an outcome is written. */
#ifndef FATHOM_TOOLS_KIT_CHECKING_INTERNAL_H
#define FATHOM_TOOLS_KIT_CHECKING_INTERNAL_H

#include "src/check/check.h"
#include "src/tools/kit/graph_internal.h"

typedef struct ToolChecking {
  ToolCall *call;
  Index *index;
  ToolRunning running;
  CheckTable table;
  CheckPlaces places;
} ToolChecking;

/* For the workspace that the call has opened. Whether something may be run is
 * told by tool_checking_allow. */
Err tool_checking_open(ToolCall *call, Index *index, ToolChecking *ret_checking) MUST_CHECK;
/* ERR_UNTRUSTED or ERR_DENIED with what to do. */
Err tool_checking_allow(ToolChecking *checking) MUST_CHECK;
/* check_choose and check_run; the call is marked as one that changes something
 * before the first build or test. */
Err tool_checking_run(ToolChecking *checking, const CheckWanted *wanted, CheckOutcome **ret_outcomes, size_t *ret_count) MUST_CHECK;
/* The same for tests, of which one run is done for a project at a time, and
 * which go on when `wait_ms` (< 0: for ever) are over before they are: then
 * *ret_progress has no outcomes yet. */
Err tool_checking_tests(ToolChecking *checking, const CheckWanted *wanted, int64_t wait_ms, CheckProgress *ret_progress) MUST_CHECK;

#endif
