#include "names.h"

int g(int x) { return x; }
int f(int x) { return x; }
int early(void) { return f(1); }
#define f(x) g(x)
int late(void) { return f(1); }
#undef f
int after(void) { return f(1); }

#define alias g
int by_alias(void) { return alias(1); }
#undef alias
static int alias(int x) { return x; }
int by_function(void) { return alias(1); }

/* Macros see each other wherever they stand. */
#define OUTER(x) INNER(x)
#define INNER(x) g(x)
int nested(void) { return OUTER(1); }

/* Under a condition it may still be there. */
#define kept g
#ifdef SOMETHING
#undef kept
#endif
int by_kept(void) { return kept(1); }

/* What a header takes back is not there for who includes it. */
int by_header(void) { return shared(1); }

#undef once
static int once(int x) { return x; }
int by_once(void) { return once(1); }

/* One or the other: the function is what may be called. */
#ifdef CHECKING
static int check(int x) { return x; }
#else
#define check(x) 0
#endif
int by_check(void) { return check(1); }
