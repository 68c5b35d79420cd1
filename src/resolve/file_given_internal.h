/* Parameters of files that are functions. */
#ifndef FATHOM_RESOLVE_FILE_GIVEN_INTERNAL_H
#define FATHOM_RESOLVE_FILE_GIVEN_INTERNAL_H

#include "src/resolve/arguments_internal.h"

/* Adds what a file gives to others (LANGUAGE_GIVEN), by the stems of their paths. */
void resolve_file_given_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *keys);
/* Whether the bind is a parameter of its file. */
bool resolve_is_of_file(const View *view, BindNo bind);
/* Members of its name in the objects that other files give to this one; none, unless
 * all of these are known. */
void resolve_find_file_given(Run *run, View *view, BindNo bind, unsigned mode, FoundList *out);
/* A parameter of the file that is called is what it was given, where that is known. */
void resolve_follow_given(Run *run, unsigned mode, FoundList *found);

#endif
