/* Which units a file has, and which parts of its text are theirs. */
#ifndef FATHOM_QUERY_TERMS_UNITS_INTERNAL_H
#define FATHOM_QUERY_TERMS_UNITS_INTERNAL_H

#include "src/query/terms/terms_internal.h"

typedef struct TermsPlanned {
  TermsUnit unit; /* but for `file` and `length` */
  const StoreSymbol *symbol; /* NULL: the file itself */
  size_t first_part, part_count;
  size_t first_member, member_count;
} TermsPlanned;

typedef struct TermsPlan {
  TermsPlanned *items; /* the file itself first */
  size_t count;
  Range *parts;  /* of the text, a unit's own */
  Str *members;  /* names of what has no unit of its own */
} TermsPlan;

/* Which definitions become units of their own, and which parts of the text are whose. In
 * the arena; borrows from the source. */
void query_terms_plan(Arena *arena, const TermsSource *source, TermsPlan *ret_plan);
/* TERMS_IS_TEST, TERMS_IS_ASIDE by the directories and the name. */
uint8_t query_terms_path_flags(Str path);

#endif
