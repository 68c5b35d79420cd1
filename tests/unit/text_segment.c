/* Segments: what is written is found; damage is noticed, never believed. */
#include "src/text/segment_internal.h"
#include "src/os/file.h"
#include "tests/unit/os_kept.h"

#define KEYS 5000

static uint32_t key_of(uint32_t i) { return i * 37 + i % 7; }

/* Bytes of an entry: the number of them tells them apart. */
static Str bytes_of(Arena *arena, uint32_t i) {
  char *bytes = arena_alloc(arena, i % 300 + 1);
  memset(bytes, (int)('a' + i % 26), i % 300);
  return (Str){bytes, i % 300};
}

static void write_segment(Scratch *scratch, Keep *keep) {
  TextSegmentWriter writer;
  TextRow rows[3];
  text_segment_begin(&writer, &scratch->arena);
  for (uint32_t i = 0; i < KEYS; i++) text_segment_add(&writer, key_of(i), bytes_of(&scratch->arena, i));
  for (uint64_t i = 0; i < 3; i++) rows[i] = (TextRow){.path = i, .size = i * 10, .stamp = i * 100, .hash = i + 7};
  assert_int_equal(text_segment_write(&scratch->job, &writer, rows, 3, keep, STR("1")), OK);
}

static void test_all_is_found(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  Str found;
  TextSegment *segment;
  size_t rows;
  write_segment(scratch, keep);
  assert_int_equal(text_segment_open(&scratch->job, keep, STR("1"), &segment), OK);
  const TextRow *row = text_segment_rows(segment, &rows);
  assert_int_equal(rows, 3);
  assert_int_equal(row[2].path, 2);
  assert_int_equal(row[2].size, 20);
  assert_int_equal(row[2].stamp, 200);
  assert_int_equal(row[2].hash, 9);
  for (uint32_t i = 0, next = 0; i < key_of(KEYS - 1) + 2; i++) {
    assert_int_equal(text_segment_find(&scratch->job, segment, i, &scratch->arena, &found), OK);
    bool is_there = next < KEYS && key_of(next) == i;
    assert_int_equal(found.ptr != NULL, is_there);
    if (is_there) assert_true(str_eq(found, bytes_of(&scratch->arena, next++)));
  }
  text_segment_close(segment);
}

static void test_empty(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  Str found;
  TextSegmentWriter writer;
  TextSegment *segment;
  text_segment_begin(&writer, &scratch->arena);
  assert_int_equal(text_segment_write(&scratch->job, &writer, NULL, 0, keep, STR("1")), OK);
  assert_int_equal(text_segment_open(&scratch->job, keep, STR("1"), &segment), OK);
  assert_int_equal(text_segment_find(&scratch->job, segment, 5, &scratch->arena, &found), OK);
  assert_null(found.ptr);
  text_segment_close(segment);
}

/* Any one byte changed, or the file cut: it is refused, or the entries that
 * are still given are right. */
static void test_damage(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  Str path = scratch_str(scratch, "kept/text/1.seg"), bad = path, whole;
  size_t refused = 0;
  write_segment(scratch, keep);
  assert_int_equal(file_read(&scratch->job, path, 1u << 30, &whole), OK);
  for (size_t at = 0; at < whole.len; at += 997) {
    char *copy = arena_copy(&scratch->arena, whole.ptr, whole.len);
    copy[at] ^= 0x41;
    assert_int_equal(file_write(&scratch->job, bad, (Str){copy, at % 3 ? whole.len : at}, 0600), OK);
    TextSegment *segment;
    if (text_segment_open(&scratch->job, keep, STR("1"), &segment)) {
      refused++;
      job_forgive(&scratch->job);
      continue;
    }
    for (uint32_t i = 0; i < KEYS; i += 61) {
      Str found;
      Err err = text_segment_find(&scratch->job, segment, key_of(i), &scratch->arena, &found);
      if (err) refused++;
      else assert_true(str_eq(found, bytes_of(&scratch->arena, i)));
      job_forgive(&scratch->job);
    }
    text_segment_close(segment);
  }
  assert_true(refused > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_all_is_found, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_empty, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_damage, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
