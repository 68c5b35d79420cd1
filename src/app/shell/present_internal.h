/* How a tool's answer is shown to a person at a terminal. Tools write plain
 * text for whoever reads it, with marks that say what its parts are; what a
 * terminal can do besides is added here by them. */
#ifndef FATHOM_APP_SHELL_PRESENT_INTERNAL_H
#define FATHOM_APP_SHELL_PRESENT_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/model/answer.h"

typedef struct AppPresent {
  Str root;        /* of the workspace, for links; empty: none */
  Str host;        /* of this machine, likewise */
  bool has_colour;
} AppPresent;

/* A text and what its parts are, in order. */
typedef struct AppShown {
  Str text;
  const AnswerMark *marks;
  size_t count;
} AppShown;

/* First columns of neighbouring lines get one width; marks are moved with their
 * bytes. Everything is in the arena. */
AppShown app_present_align(Arena *arena, const AppShown *shown);
/* Places become links, and headings, numbers and remarks get colours. */
Str app_present_colour(Arena *arena, const AppPresent *present, const AppShown *shown);
/* Prints it, through a pager when it is longer than the screen; what is no
 * terminal gets the text as it is. */
Err app_present_print(Job *job, const AppShown *shown, Str root, bool may_page) MUST_CHECK;

#endif
