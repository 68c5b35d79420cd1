/* Which files a file looked at, in few bytes: what goes in comes out, once and
 * in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/index/world_parts_internal.h"

static void assert_uses(const WorldFile *given, size_t given_count, const WorldFile *wanted, size_t count) {
  WorldFile files[16];
  for (size_t i = 0; i < given_count; i++) files[i] = given[i];
  IndexWorld world = {0};
  IndexFile one = {0};
  index_world_set_uses(&world, &one, (WorldFile[]){7, 9}, 2); /* replaced */
  index_world_set_uses(&world, &one, files, given_count);
  const unsigned char *at = one.uses;
  WorldFile file = 0;
  for (size_t i = 0; i < count; i++) {
    file = index_world_next_use(&at, file);
    assert_int_equal(file, wanted[i]);
  }
  assert_int_equal(index_world_next_use(&at, file), 0);
  pile_clear(&world.pile);
}

static void test_sets(void **state) {
  (void)state;
  const WorldFile mixed[] = {70000, 3, 128, 3, 127, 1, 16384, 70000, 129};
  const WorldFile sorted[] = {1, 3, 127, 128, 129, 16384, 70000};
  assert_uses(mixed, COUNT_OF(mixed), sorted, COUNT_OF(sorted));
  const WorldFile far[] = {UINT32_MAX, 1, UINT32_MAX - 1};
  const WorldFile ordered[] = {1, UINT32_MAX - 1, UINT32_MAX};
  assert_uses(far, COUNT_OF(far), ordered, COUNT_OF(ordered));
  assert_uses(NULL, 0, NULL, 0);
}

static void test_none(void **state) {
  (void)state;
  IndexWorld world = {0};
  IndexFile one = {0};
  index_world_set_uses(&world, &one, NULL, 0);
  assert_null(one.uses);
  const unsigned char *none = NULL;
  assert_int_equal(index_world_next_use(&none, 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets), cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
