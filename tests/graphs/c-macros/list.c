#include "list.h"

EXPORT int list_len(void *l) { return l != 0; }
void list_free(void *l) {}
void list_add(void *l) {}
void log_it(const char *s) {}
void *next(void *x) { return x; }
static void one(void *l) { LOGGED(list_free(l)); }
static void each(void *l) {
  FOREACH(l, l) {
    one(l);
  }
  APPLY(one, l);
  list_len(l);
}
