/* Pictures that a tool's drawing is turned into at the shell. */
#ifndef FATHOM_APP_SHELL_PICTURE_INTERNAL_H
#define FATHOM_APP_SHELL_PICTURE_INTERNAL_H

#include "src/tools/tool.h"

/* Whether the words of a call ask a tool that can draw for a PNG. They are
 * changed to ask for the drawing it is made from. */
bool app_picture_wanted(const Tool *tool, Str *words, size_t count);
/* A drawing of ours as a PNG, in the job's arena. ERR_UNAVAILABLE: what draws it
 * is not installed; the words name the package. */
Err app_picture_png(Job *job, Str svg, Str *ret_png) MUST_CHECK;

#endif
