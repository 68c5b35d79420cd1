/* Stars: what files give on whole (`export *`, imports that are given on), and
 * which of all that a file reaches that way has a name. */
#ifndef FATHOM_RESOLVE_STARS_INTERNAL_H
#define FATHOM_RESOLVE_STARS_INTERNAL_H

#include "src/resolve/module_internal.h"

/* What is known of a name behind a file's stars without going through them. */
typedef struct StarHolders {
  bool is_known;     /* false: nothing is, all has to be gone through */
  bool is_outside;   /* some star that is reached leads out of the project */
  bool is_own;       /* the same is true of the file's own stars alone */
  uint32_t count;    /* of files that are reached and may have the name, the file itself left out */
  WorldFile first;   /* one of them */
} StarHolders;

/* Whether whoever imports the file gets what this import brings. */
bool resolve_star_is_given_on(const View *view, const Import *import);
/* Whether the module's files have one table of names. */
bool resolve_is_package(const View *first, Module module);
/* All files that the view reaches count as used from then on, whatever is found. */
StarHolders resolve_star_holders(Run *run, View *view, NameId name);
/* The file's number among those that stars reach, below `resolve_star_files`;
 * UINT32_MAX: none asked about it yet. */
uint32_t resolve_star_number(const Run *run, WorldFile file);
size_t resolve_star_files(const Run *run);
void resolve_stars_free(ResolveThread *thread);

#endif
