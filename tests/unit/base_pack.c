/* Pack: what was put comes out again; what is cut or too long is bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/pack.h"

static Arena arena;

static const uint64_t numbers[] = {0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, UINT32_MAX, UINT64_MAX - 1, UINT64_MAX};
#define NUMBER_COUNT (sizeof numbers / sizeof numbers[0])

static Str pack_all(void) {
  Buf out;
  buf_init(&out, &arena, 1000);
  for (size_t i = 0; i < NUMBER_COUNT; i++) pack_number(&out, numbers[i]);
  pack_text(&out, STR_EMPTY);
  pack_text(&out, STR("a\0b"));
  return buf_str(&out);
}

static void gives_back_what_was_put(void **state) {
  (void)state;
  PackReader in = {.rest = pack_all()};
  for (size_t i = 0; i < NUMBER_COUNT; i++) assert_true(pack_read_number(&in) == numbers[i]);
  assert_int_equal(pack_read_text(&in).len, 0);
  assert_true(str_eq(pack_read_text(&in), STR("a\0b")));
  assert_int_equal(in.rest.len, 0);
  assert_false(in.bad);
}

static void sees_what_is_cut(void **state) {
  (void)state;
  Str all = pack_all();
  for (size_t len = 0; len < all.len; len++) {
    PackReader in = {.rest = str_slice(all, 0, len)};
    for (size_t i = 0; i < NUMBER_COUNT; i++) (void)pack_read_number(&in);
    (void)pack_read_text(&in);
    (void)pack_read_text(&in);
    assert_true(in.bad);
    assert_int_equal(pack_read_number(&in), 0);
    assert_int_equal(pack_read_text(&in).len, 0);
  }
}

static void refuses_endless_numbers_and_long_texts(void **state) {
  (void)state;
  PackReader endless = {.rest = STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01")};
  assert_int_equal(pack_read_number(&endless), 0);
  assert_true(endless.bad);
  PackReader longer = {.rest = STR("\x04" "abc")};
  assert_int_equal(pack_read_text(&longer).len, 0);
  assert_true(longer.bad);
}

static int clear_arena(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_back_what_was_put),
      cmocka_unit_test(sees_what_is_cut),
      cmocka_unit_test(refuses_endless_numbers_and_long_texts),
  };
  return cmocka_run_group_tests(tests, NULL, clear_arena);
}
