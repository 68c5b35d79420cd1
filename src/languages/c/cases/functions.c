#include <stddef.h>

/* Adds two numbers.
 * Carefully. */
int add(int a, int b) { return a + b; }

// Announced here,
// defined elsewhere.
extern long later(const char *name);
void both(void);

static inline const char *
name_of(const struct thing *thing,
        size_t len)
{
  int local = 1;
  static int counter;
  extern int elsewhere;
  struct inner { int depth; } inner;
  return local ? "x" : NULL;
}

void both(void) {}

/* far away */

int (*choose(int which))(void) { return which ? 0 : 0; }
int (bracketed)(int x) { return x; }
int old_style(a, b) int a; char b; { return a + b; }
__attribute__((noreturn)) void stop(void);
