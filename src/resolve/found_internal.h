/* What names lead to. */
#ifndef FATHOM_RESOLVE_FOUND_INTERNAL_H
#define FATHOM_RESOLVE_FOUND_INTERNAL_H

#include "src/resolve/term_internal.h"
#include "src/resolve/view_internal.h"

enum { ACCESSOR_NO, ACCESSOR_GET, ACCESSOR_SET };

typedef struct Found {
  View *view;    /* NULL: a module */
  BindNo bind;   /* 0: found through a table */
  DefNo def;     /* 0: a plain bind */
  uint32_t module;
  TermId receiver; /* what it is a member of; 0: of nothing */
  TermId owner;    /* the type, with arguments, whose scope holds it */
  uint8_t rule;    /* EdgeRule */
  uint8_t depth;   /* of the base it was found in */
  bool extends;    /* it is called as a member of its first argument */
  uint8_t accessor; /* not under its own name, but as what reads or writes it */
} Found;

typedef struct FoundList {
  uint32_t count;
  bool ext;     /* known to be elsewhere */
  bool unknown; /* something on the way could not be told */
  Found *items; /* in the run's arena */
  uint32_t cap;
} FoundList;

/* A FoundList that is kept. */
typedef struct KeptList {
  Found *items;
  uint32_t count;
  bool ext, unknown;
} KeptList;

#endif
