/* How a tool's answer is shown to a person at a terminal. Tools write plain
 * text for whoever reads it; what a terminal can do besides is added here, by
 * the patterns their lines have in common. */
#ifndef FATHOM_APP_SHELL_PRESENT_INTERNAL_H
#define FATHOM_APP_SHELL_PRESENT_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/job.h"

typedef struct AppPresent {
  Str root;        /* of the workspace, for links; empty: none */
  Str host;        /* of this machine, likewise */
  bool has_colour;
} AppPresent;

/* First cells of neighbouring lines get one width. */
Str app_present_align(Arena *arena, Str text);
/* Places become links, and headings, numbers and remarks get colours. */
Str app_present_colour(Arena *arena, const AppPresent *present, Str text);
/* Prints it, through a pager when it is longer than the screen; what is no
 * terminal gets the text as it is. */
Err app_present_print(Job *job, Str text, Str root, bool may_page) MUST_CHECK;

#endif
