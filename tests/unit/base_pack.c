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
  PackReader in = pack_reader(pack_all());
  for (size_t i = 0; i < NUMBER_COUNT; i++) assert_true(pack_read_number(&in) == numbers[i]);
  assert_int_equal(pack_read_text(&in).len, 0);
  assert_true(str_eq(pack_read_text(&in), STR("a\0b")));
  assert_int_equal((int)pack_left(&in), 0);
  assert_false(in.bad);
}

static void sees_what_is_cut(void **state) {
  (void)state;
  Str all = pack_all();
  for (size_t len = 0; len < all.len; len++) {
    PackReader in = pack_reader(str_slice(all, 0, len));
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
  PackReader endless = pack_reader(STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"));
  assert_int_equal(pack_read_number(&endless), 0);
  assert_true(endless.bad);
  PackReader longer = pack_reader(STR("\x04" "abc"));
  assert_int_equal(pack_read_text(&longer).len, 0);
  assert_true(longer.bad);
}

static void refuses_more_than_64_bits(void **state) {
  (void)state;
  PackReader most = pack_reader(STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
  assert_true(pack_read_number(&most) == UINT64_MAX);
  assert_true(pack_is_done(&most));
  PackReader more = pack_reader(STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"));
  assert_int_equal(pack_read_number(&more), 0);
  assert_true(more.bad);
  PackReader wide = pack_reader(STR("\x80\x80\x80\x80\x10" "a")); /* 2^32 */
  assert_int_equal(pack_read_32(&wide), 0);
  assert_true(wide.bad);
  assert_int_equal(pack_left(&wide), 0);
}

static void gives_back_signed_ones(void **state) {
  (void)state;
  static const int64_t values[] = {0, -1, 1, -64, 64, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
  Buf out;
  buf_init(&out, &arena, 1000);
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) pack_signed(&out, values[i]);
  assert_int_equal((uint8_t)out.ptr[1], 1); /* small ones are short */
  PackReader in = pack_reader(buf_str(&out));
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) assert_true(pack_read_signed(&in) == values[i]);
  assert_true(pack_is_done(&in));
}

/* A place and a distance to it must lie within 32 bits. */
static void moves_within_32_bits(void **state) {
  (void)state;
  static const struct {
    uint32_t from;
    int64_t by;
    bool fits;
  } cases[] = {{0, 0, true}, {5, -5, true}, {5, -6, false}, {UINT32_MAX, 0, true}, {UINT32_MAX, 1, false},
               {0, UINT32_MAX, true}, {0, (int64_t)UINT32_MAX + 1, false}, {1, INT64_MIN, false}, {1, INT64_MAX, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Buf out;
    buf_init(&out, &arena, 100);
    pack_signed(&out, cases[i].by);
    PackReader in = pack_reader(buf_str(&out));
    uint32_t to = pack_read_moved(&in, cases[i].from);
    assert_int_equal(in.bad, !cases[i].fits);
    assert_int_equal(to, cases[i].fits ? cases[i].from + cases[i].by : 0);
  }
}

/* Never more entries than what is left can hold. */
static void bounds_counts(void **state) {
  (void)state;
  PackReader fits = pack_reader(STR("\x02" "abcdefgh"));
  assert_int_equal(pack_read_count(&fits, 4), 2);
  assert_false(fits.bad);
  PackReader many = pack_reader(STR("\x03" "abcdefgh"));
  assert_int_equal(pack_read_count(&many, 4), 0);
  assert_true(many.bad);
  PackReader huge = pack_reader(STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" "a"));
  assert_int_equal(pack_read_count(&huge, 16), 0);
  assert_true(huge.bad);
}

static void words_are_little_endian(void **state) {
  (void)state;
  Buf out;
  buf_init(&out, &arena, 100);
  pack_word32(&out, 0x04030201);
  pack_word64(&out, 0x0c0b0a0908070605);
  assert_memory_equal(out.ptr, "\1\2\3\4\5\6\7\10\11\12\13\14", 12);
  assert_int_equal(pack_load32(out.ptr), 0x04030201);
  assert_true(pack_load64(out.ptr + 4) == 0x0c0b0a0908070605);
  PackReader in = pack_reader(str_slice(buf_str(&out), 0, 11));
  assert_int_equal(pack_read_word32(&in), 0x04030201);
  assert_int_equal(pack_read_word64(&in), 0);
  assert_true(in.bad);
}

static void highest_first_for_others(void **state) {
  (void)state;
  Buf out;
  char words[6];
  buf_init(&out, &arena, 100);
  pack_number_high(&out, 0);
  pack_number_high(&out, 127);
  pack_number_high(&out, 128);
  pack_number_high(&out, 1u << 14);
  assert_int_equal(out.len, 7);
  assert_memory_equal(out.ptr, "\0\x7F\x81\0\x81\x80\0", 7);
  pack_store_high16(words, 0x0102);
  pack_store_high32(words + 2, 0x03040506);
  assert_memory_equal(words, "\1\2\3\4\5\6", 6);
  arena_clear(&arena);
}

static void a_full_buffer_is_noticed(void **state) {
  (void)state;
  Buf out;
  buf_init(&out, &arena, 3);
  pack_number(&out, UINT64_MAX);
  assert_true(out.overflow);
  assert_int_equal(out.len, 3);
}

static void memory_of_ones_own(void **state) {
  (void)state;
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    uint8_t bytes[PACK_NUMBER_MAX];
    uint64_t number;
    uint8_t *end = pack_put_number(bytes, numbers[i]);
    assert_true(end - bytes <= PACK_NUMBER_MAX);
    assert_ptr_equal(pack_load_number(bytes, &number), end);
    assert_true(number == numbers[i]);
  }
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
      cmocka_unit_test(refuses_more_than_64_bits),
      cmocka_unit_test(gives_back_signed_ones),
      cmocka_unit_test(moves_within_32_bits),
      cmocka_unit_test(bounds_counts),
      cmocka_unit_test(words_are_little_endian),
      cmocka_unit_test(highest_first_for_others),
      cmocka_unit_test(a_full_buffer_is_noticed),
      cmocka_unit_test(memory_of_ones_own),
  };
  return cmocka_run_group_tests(tests, NULL, clear_arena);
}
