/* Names: each distinct string once, as a small id.
 * Ids are dense and start at 1; 0 is "no name". A table may be shared by
 * threads: interning and lookup lock inside, and returned text never moves. */
#ifndef FATHOM_BASE_NAMES_H
#define FATHOM_BASE_NAMES_H

#include "src/base/str.h"

typedef struct NameId {
  uint32_t value;
} NameId;

typedef struct Names Names;

/* The caller's to close; its texts live until then. */
Names *names_open(void);
void names_close(Names *names);
AUTO_CLOSE(Names, names_close)

/* The one id of the text, given out when it is first met. The empty text is
 * a name like any other. Copies the text. */
NameId names_intern(Names *names, Str text);
NameId names_find(Names *names, Str text); /* 0 when never interned */
Str names_text(Names *names, NameId id);   /* empty for 0 and unknown ids */
size_t names_count(Names *names);

/* What somebody needs of names again and again, as a set of some: made at the first
 * time `make` is asked for with `of`, and there as long as the table. A block of the
 * heap that nobody changes, without anything of its own. `make` may intern. */
typedef void *NamesMake(Names *names, const void *of);
const void *names_made(Names *names, NamesMake *make, const void *of);

static inline bool names_same(NameId a, NameId b) { return a.value == b.value; }

#endif
