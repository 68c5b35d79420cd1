/* Parameters of files that are functions: what `lib` is in a file `{ lib }: …` is
 * decided by the objects that other files call it with, import ./x { lib = …; }.
 * Found by looking up who calls a file of this name; which file a call really
 * leads to is then asked of its import. In languages whose rules say so
 * (files_given). */
#ifndef FATHOM_RESOLVE_FILE_GIVEN_INTERNAL_H
#define FATHOM_RESOLVE_FILE_GIVEN_INTERNAL_H

#include "src/resolve/arguments_internal.h"

/* While a file is put into the world: adds what it gives to others (LANGUAGE_GIVEN),
 * by the stems of their paths ("x" for ./lib/x.nix). */
void resolve_file_given_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *keys);
/* Whether the bind is a parameter of its file. */
bool resolve_is_of_file(const View *view, BindNo bind);
/* Adds what a parameter of the file may be: the members of its name in the objects that
 * other files give to this one. Nothing, unless all of these are known: one that is
 * not might give anything. */
void resolve_find_file_given(Run *run, View *view, BindNo bind, unsigned mode, FoundList *out);
/* Replaces those of `found` that are parameters of their file by what these were given,
 * where that is known: a call of a parameter leads to the function behind it. */
void resolve_follow_given(Run *run, unsigned mode, FoundList *found);

#endif
