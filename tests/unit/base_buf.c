/* Buf: contents, the NUL, the maximum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"

static Arena arena;

static void holds(const Buf *buf, const char *expected) {
  assert_string_equal(buf->ptr, expected); /* reads up to the NUL */
  assert_true(str_eq_c(buf_str(buf), expected));
}

static void adds(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 1000);
  holds(&buf, "");
  buf_add(&buf, STR("ab"));
  buf_add(&buf, (Str){NULL, 0});
  buf_add_c(&buf, "cd");
  buf_add_c(&buf, NULL);
  buf_add_byte(&buf, 'e');
  buf_add_format(&buf, "%03d%s", 7, "");
  holds(&buf, "abcde007");
  buf_truncate(&buf, 100);
  holds(&buf, "abcde007");
  buf_truncate(&buf, 2);
  holds(&buf, "ab");
  assert_false(buf.overflow);
}

static void grows(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 100000);
  for (int i = 0; i < 5000; i++) {
    buf_add_format(&buf, "%05d,", i);
    arena_alloc(&arena, 1); /* so that it has to move */
    assert_int_equal(buf.ptr[buf.len], 0);
  }
  assert_int_equal(buf.len, 30000);
  assert_memory_equal(buf.ptr, "00000,00001,", 12);
  assert_memory_equal(buf.ptr + 29994, "04999,", 6);
  assert_false(buf.overflow);
}

static void adds_itself(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 5000);
  buf_add_c(&buf, "0123456789");
  for (int i = 0; i < 8; i++) {
    arena_alloc(&arena, 1);
    buf_add(&buf, buf_str(&buf));
  }
  assert_int_equal(buf.len, 2560);
  for (size_t i = 0; i < buf.len; i++) assert_int_equal(buf.ptr[i], '0' + (int)(i % 10));
}

static void stops_at_the_maximum(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 5);
  buf_add_c(&buf, "abcde");
  assert_false(buf.overflow);
  holds(&buf, "abcde");
  buf_add_byte(&buf, 'f');
  assert_true(buf.overflow);
  holds(&buf, "abcde");

  buf_init(&buf, &arena, 5);
  buf_add_c(&buf, "abcdefgh");
  assert_true(buf.overflow);
  holds(&buf, "abcde");

  buf_init(&buf, &arena, 0);
  buf_add_c(&buf, "");
  assert_false(buf.overflow);
  buf_add_byte(&buf, 'a');
  assert_true(buf.overflow);
  holds(&buf, "");
}

static void formats_up_to_the_maximum(void **state) {
  (void)state;
  for (size_t max = 60; max < 70; max++) {
    Buf buf;
    buf_init(&buf, &arena, max);
    buf_add_format(&buf, "%065d", 1);
    assert_int_equal(buf.len, max < 65 ? max : 65);
    assert_int_equal(strlen(buf.ptr), buf.len);
    assert_int_equal(buf.overflow, max < 65);
  }
}

static void drops_all_after_overflow(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 5);
  buf_add_c(&buf, "abcdefgh");
  buf_truncate(&buf, 2);
  buf_add_c(&buf, "x");
  buf_add_format(&buf, "%d", 1);
  buf_add_byte(&buf, 'y');
  holds(&buf, "ab");
  assert_true(buf.overflow);
  buf.overflow = false;
  buf_add_c(&buf, "...");
  holds(&buf, "ab...");
}

static void writes_codepoints(void **state) {
  (void)state;
  Buf buf;
  buf_init(&buf, &arena, 100);
  buf_add_codepoint(&buf, 'A');
  buf_add_codepoint(&buf, 0x7F);
  buf_add_codepoint(&buf, 0x80);
  buf_add_codepoint(&buf, 0x7FF);
  buf_add_codepoint(&buf, 0x800);
  buf_add_codepoint(&buf, 0xFFFF);
  buf_add_codepoint(&buf, 0x10000);
  buf_add_codepoint(&buf, 0x10FFFF);
  holds(&buf, "A\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
  buf_truncate(&buf, 0);
  buf_add_codepoint(&buf, 0xD800);
  buf_add_codepoint(&buf, 0x110000);
  holds(&buf, "\xEF\xBF\xBD\xEF\xBF\xBD");
}

static int clear_arena(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds),
      cmocka_unit_test(grows),
      cmocka_unit_test(adds_itself),
      cmocka_unit_test(stops_at_the_maximum),
      cmocka_unit_test(formats_up_to_the_maximum),
      cmocka_unit_test(drops_all_after_overflow),
      cmocka_unit_test(writes_codepoints),
  };
  return cmocka_run_group_tests(tests, NULL, clear_arena);
}
