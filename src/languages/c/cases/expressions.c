#include <stdio.h>
#include "list.h"

typedef struct list {
  struct list *next;
  int (*compare)(const void *, const void *);
  struct { int depth; } inner;
} list;

struct command {
  const char *name;
  void (*run)(list *l);
  list state;
};

static int by_name(const void *a, const void *b);
void get(list *l) { l->inner.depth++; }

static struct command commands[] = {
  {"get", get, {0}},
  {.name = "set", .run = &get, .state = {.compare = by_name}},
  [3] = {"del", (void *)get},
};
static const list *empty = &(list){.compare = by_name, .inner = {.depth = 1}};

int walk(list *l, int (*each)(list *, void *), struct command *c) {
  list *at = l, **where = &l->next;
  const char *text = "a" PRIu64 "b";
  l->compare = by_name;
  at->compare = each;
  for (int i = 0; i < 3; i++) each(at->next, NULL);
  while ((at = at->next)) (*c->run)(at);
  commands[1].run(at);
  size_t n = sizeof(struct command) + sizeof *at + offsetof(list, next);
  int r = n > 1 ? get(at), walk(at, each, c) : (int)strlen(text);
  int v = ({ int t = r; helper(t); });
  list copy = *(list *)c, *made = make((list){.next = at}, c->state.next->next);
  switch (r) {
  case 1:
    get(made->next);
    break;
  default:
    goto out;
  }
  do {
    if (!check(&copy.inner, where)) continue;
    else r += lookup(v)[2].depth;
  } while (r);
  FOREACH(at, l) {
    use(at);
  }
  WRAP(call(at), { inside(at); }, sizeof(int));
out:
  return -r;
}
