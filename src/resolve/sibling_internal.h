/* Siblings: repositories that the user set beside the project. Their files are
 * dependencies; references into them are kept, in words. */
#ifndef FATHOM_RESOLVE_SIBLING_INTERNAL_H
#define FATHOM_RESOLVE_SIBLING_INTERNAL_H

#include "src/base/map.h"
#include "src/resolve/lang_internal.h"

typedef struct Run Run;

#define SIBLINGS_MAX 64

typedef struct Siblings {
  bool is_listed;
  Arena arena;
  ResolveSibling *items;
  size_t count;
  LanguageWorld *finders[SIBLINGS_MAX]; /* made when needed */
  bool has_needs;
  Arena needs_arena;
  Map needs; /* of the project's manifests, by family and name */
} Siblings;

/* Under library_lock or while nobody resolves, all of them. */
uint8_t resolve_sibling_of(ResolveWorld *world, Str path); /* from 1; 0: in none */
LanguageWorld *resolve_sibling_finder(ResolveWorld *world, uint8_t sibling);
void resolve_siblings_forget(ResolveWorld *world);
void resolve_siblings_reread(ResolveWorld *world); /* the project's manifests, which may say something else */
/* Where the project's own look-up found nothing of the project's, and exactly one
 * sibling has the package: what that one finds, in place of it. */
void resolve_sibling_module(ResolveWorld *world, const Lang *lang, const Facts *facts, const Import *import, LanguageModule *module);
/* An edge into a sibling, in words; in the arena. Any thread. */
ResolvedOutward resolve_sibling_outward(Arena *arena, Run *run, const Edge *edge);

#endif
