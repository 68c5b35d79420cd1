#include "compat.h"

#ifndef HAVE_COPY
static int copy(char *to) { return 2; }
#endif

#if defined(HAVE_CLEAR)
/* the header's */
#else
static int clear(char *to) { return 2; }
#endif

/* Whether the header says so depends. */
#ifndef HAVE_MOVE
static int move(char *to) { return 2; }
#endif

/* Nobody says so. */
#if !defined(HAVE_JOIN)
static int join(char *to) { return 2; }
#endif

/* There because the header says so. */
#ifdef HAVE_COPY
static int copy_all(char *to) { return copy(to); }
#endif

int use(char *x) { return copy(x) + clear(x) + move(x) + join(x) + copy_all(x); }
