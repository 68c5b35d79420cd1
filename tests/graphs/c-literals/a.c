#include "a.h"

struct inside { int depth; };
struct row { int one; int two; struct inside in; int list[2]; };

static struct row named = { .one = 1, .in = { .depth = 2 } };
static struct row placed = { 1, 2, { 3 }, { 4, 5 } };
static struct row rows[] = { { .two = 1 }, { 1, 2 } };
static struct far apart = { .one = 1, .in = { .deep = 2 } };

/* After two it may be any: braces are left out. */
static struct row flat = { 1, 2, 3, 4, 5 };
static struct row empty = { 0 };

int use(void) {
  struct row local = (struct row){ .two = 3 };
  int plain[] = { 1, 2 };
  return local.one + plain[0];
}
