/* One use of a name while it is looked up, and what lies beyond its file. */
#ifndef FATHOM_RESOLVE_BEYOND_INTERNAL_H
#define FATHOM_RESOLVE_BEYOND_INTERNAL_H

#include "src/resolve/run_internal.h"

typedef struct Use {
  Run *run;
  View *view;
  NameId name;
  uint32_t at;
  unsigned mode;
  ScopeNo from;  /* scope of the use */
  bool crossed;  /* a function lies between the use and the scope looked at */
  bool outside;  /* a type around inherits from outside the project */
  DefNo nearest; /* the innermost type around that was looked into */
  FoundList *out;
} Use;
/* The same for every use of the name in the file: found once, kept as a list. */
void resolve_look_beyond(const Use *use);

#endif
