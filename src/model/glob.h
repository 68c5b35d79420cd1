/* Globs over the paths of a workspace, as ignore files and users write them:
 * `*` and `?` stay within one component, `**` crosses them, [a-z] and [!a]
 * are classes, a backslash takes the next byte as it is. */
#ifndef FATHOM_MODEL_GLOB_H
#define FATHOM_MODEL_GLOB_H

#include "src/base/str.h"

enum {
  GLOB_IGNORE_CASE = 1 << 0,
  GLOB_NAME = 1 << 1 /* of a name, where a slash is a letter like others */
};

/* The whole path must match. Takes time in proportion to the lengths of
 * both, whatever the glob: hostile ones are no trap. */
bool glob_match(Str glob, Str path, unsigned flags);
bool glob_has_magic(Str text); /* contains * ? or [ */

#endif
