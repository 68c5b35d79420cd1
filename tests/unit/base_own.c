/* Own: closed at the end of the scope, unless handed on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/own.h"

typedef struct Thing {
  int closed;
} Thing;

static void thing_close(Thing *thing) { thing->closed++; }
AUTO_CLOSE(Thing, thing_close)

static void closes_at_the_end(void **state) {
  (void)state;
  Thing thing = {0};
  {
    AUTO(Thing) owned = &thing;
    assert_int_equal(owned->closed, 0);
  }
  assert_int_equal(thing.closed, 1);
}

static Thing *hand_on(Thing *thing) {
  AUTO(Thing) owned = thing;
  return TAKE(owned);
}

static void hands_on(void **state) {
  (void)state;
  Thing thing = {0};
  assert_ptr_equal(hand_on(&thing), &thing);
  assert_int_equal(thing.closed, 0);
  Thing *pointer = &thing;
  assert_ptr_equal(TAKE(pointer), &thing);
  assert_null(pointer);
}

static void nothing_is_not_closed(void **state) {
  (void)state;
  AUTO(Thing) owned = NULL;
  assert_null(owned);
}

static void counts(void **state) {
  (void)state;
  static const char *const words[] = {"a", "b", "c"};
  assert_int_equal(COUNT_OF(words), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closes_at_the_end),
      cmocka_unit_test(hands_on),
      cmocka_unit_test(nothing_is_not_closed),
      cmocka_unit_test(counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
