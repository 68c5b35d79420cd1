/* What members of a type are called on, where that has a name of its own. */
#ifndef FATHOM_LANGUAGES_COMMON_RECEIVERS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_RECEIVERS_INTERNAL_H

#include "src/languages/language.h"

/* Where a grammar has the parts of a member: fields, and kinds of nodes around it. */
typedef struct LanguageMember {
  unsigned name, self;           /* fields: of the member, and in that of what it is called on */
  unsigned attributes;           /* the node beside the member that holds its marks, */
  const char *mark;              /* of which this one says that it is called as a member of its first parameter */
  unsigned extension, type;      /* what adds members to a type, and what has a type's own */
  unsigned type_name;            /* in an extension, the type's name */
} LanguageMember;
/* Does what the row of the member says. Then the name by which it knows what it is called on is
 * that; what is added to a type, which may lie outside, is also found as a function that takes
 * one first, and so is a static one that is marked. */
void language_visit_member(LanguageBuild *build, NodeNo node, const LanguageMember *member);

#endif
