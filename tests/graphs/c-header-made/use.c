#include "list.h"
typedef struct foo { int x; } foo;
typedef struct bar { int x; } bar;

DEFINE_LIST(foo)
DEFINE_SHARED(user, age);
PLAIN(number);
PAIRS(bar)
UNKNOWN(thing);

DEFINE_CMD(push) { return x; }

int use(void) {
  foo *one = foo_new();
  foo_free(one);
  bar_new();
  return user_age(1) + cmd_push(2) + bar_pairs(3);
}
/* Nothing makes these. */
int no_use(void) { return foo_other() + thing_new() + number_new() + push(1); }

DEFINE_SHOWN(user, age);
int shown(void) { return user_age_shown(1) + user_name_shown(2) + age_user_shown(3); }
