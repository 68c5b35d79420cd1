/* Vec: elements survive growth; the array starts empty and zeroed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/own.h"
#include "src/base/vec.h"

typedef struct Wide {
  int number;
  char rest[300];
} Wide;

static void keeps_what_was_added(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  VEC(int) numbers = {0};
  VEC(Wide) wides = {0};
  for (int i = 0; i < 5000; i++) {
    *vec_add(&arena, &numbers) = i;
    *vec_add(&arena, &wides) = (Wide){.number = -i};
  }
  assert_int_equal(numbers.len, 5000);
  assert_int_equal(*vec_last(&numbers), 4999);
  assert_int_equal(vec_last(&wides)->number, -4999);
  for (int i = 0; i < 5000; i++) {
    assert_int_equal(numbers.items[i], i);
    assert_int_equal(wides.items[i].number, -i);
  }
  assert_int_equal(numbers.cap, 8192); /* doubles: adding stays cheap */
  arena_clear(&arena);
}

static void can_be_emptied_and_refilled(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  VEC(const char *) words = {0};
  *vec_add(&arena, &words) = "one";
  const char **before = words.items;
  words.len = 0;
  *vec_add(&arena, &words) = "two";
  assert_ptr_equal(words.items, before);
  assert_string_equal(words.items[0], "two");
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_what_was_added),
      cmocka_unit_test(can_be_emptied_and_refilled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
