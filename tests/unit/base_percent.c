/* %XX: what is escaped, what comes back, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/percent.h"

static Arena arena;

static Str encode(Str bytes) {
  Buf out;
  buf_init(&out, &arena, 4096);
  percent_add(&out, bytes);
  return buf_str(&out);
}

static void escapes_what_is_not_plain(void **state) {
  (void)state;
  assert_string_equal(encode(STR("/a-b._~/Z9")).ptr, "/a-b._~/Z9");
  assert_string_equal(encode(STR("/a b%?#\xC3\xA9\0")).ptr, "/a%20b%25%3F%23%C3%A9%00");
}

static void every_byte_comes_back(void **state) {
  (void)state;
  char all[256];
  for (size_t i = 0; i < sizeof(all); i++) all[i] = (char)i;
  Str bytes = {all, sizeof(all)}, back;
  assert_true(percent_decode(&arena, encode(bytes), 256, &back));
  assert_true(str_eq(back, bytes));
  assert_true(percent_decode(&arena, STR("%2f%2F+"), 9, &back));
  assert_true(str_eq(back, STR("//+")));
}

static void broken_escapes_are_refused(void **state) {
  (void)state;
  Str back = STR("untouched");
  assert_false(percent_decode(&arena, STR("a%"), 9, &back));
  assert_false(percent_decode(&arena, STR("a%2"), 9, &back));
  assert_false(percent_decode(&arena, STR("a%2g"), 9, &back));
  assert_false(percent_decode(&arena, STR("%%20"), 9, &back));
  assert_false(percent_decode(&arena, STR("abcd"), 3, &back));
  assert_true(str_eq(back, STR("untouched")));
}

static int tear_down(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(escapes_what_is_not_plain),
      cmocka_unit_test(every_byte_comes_back),
      cmocka_unit_test(broken_escapes_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, tear_down);
}
