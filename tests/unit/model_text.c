/* Texts: lines and their ends, forms in the file, places in every unit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/model/text.h"

static Arena arena;
static Job job;

static int set_up(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static Text take(Str chars) {
  Text text;
  text_take(&arena, chars, &text);
  return text;
}

static Text decode(Str bytes) {
  Text text;
  text_decode(&arena, bytes, &text);
  return text;
}

static void assert_str(Str found, const char *expected) {
  assert_string_equal(str_to_c(&arena, found), expected);
}

/* ---- lines ---- */

static void lines_end_with_lf_and_crlf(void **state) {
  (void)state;
  Text text = take(STR("one\ntwo\r\nthree\rfour\n\r\n\n"));
  assert_int_equal(text.lines.count, 6);
  assert_str(text_line(&text, 1), "one");
  assert_str(text_line(&text, 2), "two");
  assert_str(text_line(&text, 3), "three\rfour");
  assert_str(text_line(&text, 4), "");
  assert_str(text_line(&text, 5), "");
  assert_str(text_line(&text, 6), "");
  assert_str(text_line(&text, 0), "");
  assert_str(text_line(&text, 7), "");
  assert_str(text_line_end(&text, 1), "\n");
  assert_str(text_line_end(&text, 2), "\r\n");
  assert_str(text_line_end(&text, 4), "\r\n");
  assert_str(text_line_end(&text, 6), "");
  assert_str(text_lines(&text, 1, 2), "one\ntwo");
  assert_str(text_lines(&text, 2, 3), "two\r\nthree\rfour");
  assert_int_equal(text.ends.lf, 3);
  assert_int_equal(text.ends.crlf, 2);
  assert_int_equal(text.ends.cr, 1);
}

static void an_empty_text_has_one_line(void **state) {
  (void)state;
  Text text = take(STR_EMPTY);
  assert_int_equal(text.lines.count, 1);
  assert_str(text_line(&text, 1), "");
  assert_int_equal(text_line_at(&text, 0), 1);
  assert_int_equal(text_line_at(&text, 9), 1);
  assert_int_equal(text_from_point(&text, (TextPoint){1, 1}), 0);
  assert_str(text_usual_end(&text), "\n");
}

static void the_usual_end_is_the_most_frequent(void **state) {
  (void)state;
  Text text = take(STR("a\r\nb\r\nc\n"));
  assert_str(text_usual_end(&text), "\r\n");
  text = take(STR("a\r\nb\nc\n"));
  assert_str(text_usual_end(&text), "\n");
  text = take(STR("a\rb\rc\n"));
  assert_str(text_usual_end(&text), "\r");
  text = take(STR("a"));
  assert_str(text_usual_end(&text), "\n");
}

static void bytes_have_lines(void **state) {
  (void)state;
  Text text = take(STR("a\nbc\n\nd"));
  static const uint32_t expected[] = {1, 1, 2, 2, 2, 3, 4, 4, 4};
  for (size_t i = 0; i < COUNT_OF(expected); i++) assert_int_equal(text_line_at(&text, i), expected[i]);
}

/* ---- forms ---- */

static void assert_form(Str bytes, TextForm form, bool has_mark, const char *chars) {
  Text text = decode(bytes);
  Str back;
  assert_int_equal(text.form, form);
  assert_int_equal(text.has_mark, has_mark);
  assert_str(text.chars, chars);
  assert_int_equal(text_encode(&job, &text, text.chars, &back), OK);
  assert_int_equal(back.len, bytes.len);
  assert_memory_equal(back.ptr, bytes.ptr, bytes.len);
}

static void forms_are_found_and_kept(void **state) {
  (void)state;
  assert_form(STR("h\xC3\xA9\n"), TEXT_UTF8, false, "h\xC3\xA9\n");
  assert_form(STR("\xEF\xBB\xBFx"), TEXT_UTF8, true, "x");
  assert_form(STR("\xFF\xFEh\0\xE9\0\x34\xD8\x1E\xDD"), TEXT_UTF16_LE, true, "h\xC3\xA9\xF0\x9D\x84\x9E");
  assert_form(STR("\xFE\xFF\0h\0\xE9\xD8\x34\xDD\x1E"), TEXT_UTF16_BE, true, "h\xC3\xA9\xF0\x9D\x84\x9E");
  assert_form(STR("h\xE9\n"), TEXT_LATIN1, false, "h\xC3\xA9\n");
  /* Half a character, an odd byte, half a pair: bytes are all that is left. */
  assert_form(STR("\xFF\xFEh\0\xE9"), TEXT_LATIN1, false, "\xC3\xBF\xC3\xBEh");
  assert_int_equal(decode(STR("\xFF\xFE\x34\xD8")).form, TEXT_LATIN1);
  assert_int_equal(decode(STR("\xFF\xFE\x1E\xDD")).form, TEXT_LATIN1);
  assert_int_equal(decode(STR("\xEF\xBB\xBFh\xE9")).form, TEXT_LATIN1);
}

static void what_a_form_cannot_hold_is_named(void **state) {
  (void)state;
  Text text = decode(STR("h\xE9"));
  Str back = STR("untouched");
  assert_int_equal(text_encode(&job, &text, STR("\xE2\x82\xAC"), &back), ERR_USAGE);
  assert_str(job_message(&job, ERR_USAGE),
             "the file is stored as Latin-1, which has no U+20AC; convert it to UTF-8 first, or leave that character out");
  assert_str(back, "untouched");
}

/* The same on every run. */
static uint32_t chance(uint32_t below) {
  static uint64_t seed = 7;
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

/* Every run of bytes comes back as it was. */
static void any_bytes_come_back(void **state) {
  (void)state;
  static const char *const pieces[] = {"a", "\n", "\r", "\xC3\xA9", "\xE9", "\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF", "\xD8", "\xF0\x9D\x84\x9E", ""};
  for (int round = 0; round < 20000; round++) {
    char bytes[64];
    size_t len = 0;
    for (int i = (int)chance(12); i > 0; i--) {
      const char *piece = pieces[chance(COUNT_OF(pieces))];
      size_t size = *piece ? strlen(piece) : 1; /* the empty one is a NUL */
      memcpy(bytes + len, piece, size);
      len += size;
    }
    Str whole = {bytes, len}, back;
    Text text = decode(whole);
    assert_true(str_is_utf8(text.chars));
    assert_int_equal(text_encode(&job, &text, text.chars, &back), OK);
    assert_true(str_eq(back, whole));
    for (size_t byte = 0; byte <= text.chars.len; byte++) {
      size_t file = text_to_file_byte(&text, byte), again = text_from_file_byte(&text, file);
      assert_true(file <= len && again <= byte && byte - again < 4);
      assert_int_equal(text_to_file_byte(&text, again), file);
    }
    arena_reset(&arena);
  }
}

static void file_bytes_and_characters(void **state) {
  (void)state;
  Text latin = decode(STR("\xE9x\xE9y"));
  assert_int_equal(text_from_file_byte(&latin, 3), 5);
  assert_int_equal(text_to_file_byte(&latin, 5), 3);
  Text marked = decode(STR("\xEF\xBB\xBFxy"));
  assert_int_equal(text_from_file_byte(&marked, 4), 1);
  assert_int_equal(text_from_file_byte(&marked, 1), 0);
  assert_int_equal(text_from_file_byte(&marked, 99), 2);
  assert_int_equal(text_to_file_byte(&marked, 2), 5);
  Text wide = decode(STR("\xFF\xFEh\0\x34\xD8\x1E\xDDx\0"));
  assert_int_equal(text_from_file_byte(&wide, 8), 5);
  assert_int_equal(text_to_file_byte(&wide, 1), 4);
}

/* ---- places ---- */

/* x, e with acute accent (2 bytes), euro (3), a treble clef (4: a surrogate
 * pair), y. */
#define MIXED "x\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9Ey"

static void counts_in_each_unit(void **state) {
  (void)state;
  Text text = take(STR("ab\n" MIXED "\nz"));
  static const struct {
    size_t byte;
    uint32_t bytes, utf16, characters;
  } rows[] = {{3, 0, 0, 0}, {4, 1, 1, 1}, {6, 3, 2, 2}, {9, 6, 3, 3}, {13, 10, 5, 4}, {14, 11, 6, 5}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    uint32_t expected[] = {[TEXT_UNIT_BYTE] = rows[i].bytes, [TEXT_UNIT_UTF16] = rows[i].utf16,
                           [TEXT_UNIT_CHARACTER] = rows[i].characters};
    for (int unit = 0; unit < 3; unit++) {
      TextPosition position = text_to_position(&text, rows[i].byte, (TextUnit)unit);
      assert_int_equal(position.line, 1);
      assert_int_equal(position.character, expected[unit]);
      assert_int_equal(text_from_position(&text, position, (TextUnit)unit), rows[i].byte);
    }
    TextPoint point = text_to_point(&text, rows[i].byte);
    assert_int_equal(point.line, 2);
    assert_int_equal(point.column, rows[i].characters + 1);
    assert_int_equal(text_from_point(&text, point), rows[i].byte);
  }
  assert_int_equal(text_from_position(&text, (TextPosition){1, 4}, TEXT_UNIT_UTF16), 9); /* within the pair */
  assert_int_equal(text_from_position(&text, (TextPosition){1, 99}, TEXT_UNIT_UTF16), 14);
  assert_int_equal(text_from_position(&text, (TextPosition){9, 0}, TEXT_UNIT_UTF16), 16);
}

static void a_lone_cr_is_a_line_in_the_protocol_only(void **state) {
  (void)state;
  Text text = take(STR("a\rb\nc\r"));
  assert_int_equal(text.lines.count, 2);
  assert_int_equal(text.protocol.count, 4);
  TextPosition position = text_to_position(&text, 2, TEXT_UNIT_UTF16);
  assert_int_equal(position.line, 1);
  assert_int_equal(position.character, 0);
  assert_int_equal(text_to_point(&text, 2).line, 1);
  assert_int_equal(text_to_point(&text, 2).column, 3);
  assert_int_equal(text_from_position(&text, (TextPosition){2, 1}, TEXT_UNIT_UTF16), 5);
}

/* Lines longer than the distance between two marks. */
static void long_lines_are_counted_right(void **state) {
  (void)state;
  size_t count = 10000, len = 0;
  char *bytes = arena_alloc(&arena, 4 * count);
  uint32_t *starts = ARENA_ARRAY(&arena, uint32_t, count);
  static const char *const pieces[] = {"a", "\xC3\xA9", "\xF0\x9D\x84\x9E", "b"};
  for (size_t i = 0; i < count; i++) {
    const char *piece = pieces[i % 4];
    starts[i] = (uint32_t)len;
    memcpy(bytes + len, piece, strlen(piece));
    len += strlen(piece);
  }
  Text text = take((Str){bytes, len});
  for (size_t i = 0; i < count; i += 7) {
    assert_int_equal(text_to_position(&text, starts[i], TEXT_UNIT_CHARACTER).character, i);
    assert_int_equal(text_from_position(&text, (TextPosition){0, (uint32_t)i}, TEXT_UNIT_CHARACTER), starts[i]);
    uint32_t pairs = (uint32_t)(i / 4 + (i % 4 == 3));
    assert_int_equal(text_to_position(&text, starts[i], TEXT_UNIT_UTF16).character, i + pairs);
  }
}

/* "a", U+1F600 as a pair, half of one at the end, and a byte that is too much. */
static void broken_utf16_can_be_read(void **state) {
  (void)state;
  Str whole = STR("a\0\x3D\xD8\x00\xDE"), broken = STR("\0a\xD8\x3D\0b!");
  char chars[32];
  size_t len;
  assert_true(sizeof chars >= text_utf16_room(broken.len));
  assert_true(text_from_utf16(whole, false, chars, &len));
  assert_true(str_eq((Str){chars, len}, STR("a\xF0\x9F\x98\x80")));
  assert_false(text_from_utf16(broken, true, chars, &len));
  assert_true(str_eq((Str){chars, len}, STR("a\xEF\xBF\xBD""b")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_end_with_lf_and_crlf),
      cmocka_unit_test(an_empty_text_has_one_line),
      cmocka_unit_test(the_usual_end_is_the_most_frequent),
      cmocka_unit_test(bytes_have_lines),
      cmocka_unit_test(forms_are_found_and_kept),
      cmocka_unit_test(what_a_form_cannot_hold_is_named),
      cmocka_unit_test(any_bytes_come_back),
      cmocka_unit_test(broken_utf16_can_be_read),
      cmocka_unit_test(file_bytes_and_characters),
      cmocka_unit_test(counts_in_each_unit),
      cmocka_unit_test(a_lone_cr_is_a_line_in_the_protocol_only),
      cmocka_unit_test(long_lines_are_counted_right),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
