/* Segments: what is written is read, whole and in parts; whatever else stands at
 * the name is refused, and with one reason. */
#include <string.h>

#include "src/os/segment_internal.h"
#include "tests/unit/os_kept.h"

static const SegmentForm form = {KEEP(KEEP_HISTORY), 7, 99};
#define NAME "kept/history-v2"

/* Bytes that differ from place to place. */
static Str bytes_of(Arena *arena, size_t len) {
  char *bytes = arena_alloc(arena, len + 1);
  uint32_t seed = (uint32_t)len;
  for (size_t i = 0; i < len; i++) bytes[i] = (char)((seed = seed * 1664525u + 1013904223u) >> 24);
  return (Str){bytes, len};
}

static void expect(Scratch *s, const Segment *segment, SegmentRange range, Str wanted) {
  Str got;
  scratch_ok(s, segment_read(&s->job, segment, range, &s->arena, &got));
  assert_true(str_eq(got, str_slice(wanted, range.at, range.at + range.size)));
}

static void reads_whole_sections_and_parts(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str sections[] = {STR("small"), STR_EMPTY, bytes_of(&s->arena, SEGMENT_BLOCK), bytes_of(&s->arena, 3 * SEGMENT_BLOCK + 1)};
  scratch_ok(s, segment_write(&s->job, keep, &form, sections, COUNT_OF(sections)));
  Segment *opened;
  scratch_ok(s, segment_open(&s->job, keep, &form, &opened));
  AUTO(Segment) segment = opened;
  assert_int_equal(segment_count(segment), COUNT_OF(sections));
  for (size_t i = 0; i < COUNT_OF(sections); i++) {
    assert_int_equal(segment_size(segment, i), sections[i].len);
    expect(s, segment, (SegmentRange){i, 0, sections[i].len}, sections[i]);
    expect(s, segment, (SegmentRange){i, sections[i].len, 0}, sections[i]);
    Str taken;
    scratch_ok(s, segment_take(&s->job, segment, i, &taken));
    assert_true(str_eq(taken, sections[i]));
    free((void *)(uintptr_t)taken.ptr);
  }
  size_t edges[] = {0, 1, SEGMENT_BLOCK - 1, SEGMENT_BLOCK, SEGMENT_BLOCK + 1, 2 * SEGMENT_BLOCK, 3 * SEGMENT_BLOCK, 3 * SEGMENT_BLOCK + 1};
  for (size_t i = 0; i < COUNT_OF(edges); i++) {
    for (size_t k = i; k < COUNT_OF(edges); k++) expect(s, segment, (SegmentRange){3, edges[i], edges[k] - edges[i]}, sections[3]);
  }
  uint64_t file = SEGMENT_HEAD + (4 + 1 + 0 + 1 + 4) * 8 + 5 + 4 * SEGMENT_BLOCK + 1;
  assert_int_equal(segment_bytes(segment), file);
}

static void stays_within_bounds(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str section = STR("twelve bytes"), got;
  Segment *opened;
  scratch_ok(s, segment_write(&s->job, keep, &form, &section, 1));
  scratch_ok(s, segment_open(&s->job, keep, &form, &opened));
  AUTO(Segment) segment = opened;
  static const SegmentRange beyond[] = {{0, 0, 13}, {0, 12, 1}, {0, 13, 0}, {0, UINT64_MAX, 1}, {0, 1, SIZE_MAX}, {1, 0, 1}, {99, 0, 1}};
  for (size_t i = 0; i < COUNT_OF(beyond); i++) {
    scratch_fails(s, segment_read(&s->job, segment, beyond[i], &s->arena, &got), ERR_IO, "shorter than it should be");
  }
  scratch_fails(s, segment_take(&s->job, segment, 1, &got), ERR_IO, "shorter than it should be");
  assert_int_equal(segment_size(segment, 5), 0);
  scratch_ok(s, segment_load(&s->job, keep, &form, 12, &got));
  scratch_same(got, "twelve bytes");
  scratch_fails(s, segment_load(&s->job, keep, &form, 11, &got), ERR_TOO_LARGE, "larger than 11 bytes");
}

static void put(Scratch *s, Keep *keep, Str bytes) { scratch_ok(s, keep_write_plain(&s->job, keep, form.name, bytes)); }

/* Any byte that differs, any that is missing or too many. */
static void refuses_any_other_bytes(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str sections[] = {bytes_of(&s->arena, 40), bytes_of(&s->arena, 2 * SEGMENT_BLOCK + 10)}, whole, got;
  scratch_ok(s, segment_write(&s->job, keep, &form, sections, 2));
  scratch_ok(s, keep_read_plain(&s->job, keep, form.name, 1u << 20, &whole));
  char *copy = arena_alloc(&s->arena, whole.len + 1);
  for (size_t i = 0; i < whole.len; i += i < 200 ? 1 : 97) {
    memcpy(copy, whole.ptr, whole.len);
    copy[i] ^= 4;
    put(s, keep, (Str){copy, whole.len});
    Segment *segment = NULL;
    Err err = segment_open(&s->job, keep, &form, &segment);
    for (size_t k = 0; !err && k < 2; k++) err = segment_read(&s->job, segment, (SegmentRange){k, 0, sections[k].len}, &s->arena, &got);
    scratch_fails(s, err, ERR_IO, "is not used: it");
    segment_close(segment);
    put(s, keep, str_slice(whole, 0, i));
    scratch_fails(s, segment_open(&s->job, keep, &form, &segment), ERR_IO, "is not used: it");
  }
  memcpy(copy, whole.ptr, whole.len);
  put(s, keep, (Str){copy, whole.len + 1});
  Segment *segment;
  scratch_fails(s, segment_open(&s->job, keep, &form, &segment), ERR_IO, "its size is not what it says");
}

/* What is damaged is refused, what is not is still read. */
static void damage_is_met_where_it_is(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str section = bytes_of(&s->arena, 3 * SEGMENT_BLOCK), whole, got;
  Segment *opened;
  scratch_ok(s, segment_write(&s->job, keep, &form, &section, 1));
  scratch_ok(s, keep_read_plain(&s->job, keep, form.name, 1u << 20, &whole));
  char *copy = arena_copy(&s->arena, whole.ptr, whole.len);
  copy[whole.len - SEGMENT_BLOCK - 1] ^= 1; /* the last byte of the second block */
  put(s, keep, (Str){copy, whole.len});
  scratch_ok(s, segment_open(&s->job, keep, &form, &opened));
  AUTO(Segment) segment = opened;
  expect(s, segment, (SegmentRange){0, 0, SEGMENT_BLOCK}, section);
  expect(s, segment, (SegmentRange){0, 2 * SEGMENT_BLOCK, SEGMENT_BLOCK}, section);
  scratch_fails(s, segment_read(&s->job, segment, (SegmentRange){0, SEGMENT_BLOCK, 1}, &s->arena, &got), ERR_IO, "it is damaged");
  scratch_fails(s, segment_take(&s->job, segment, 0, &got), ERR_IO, "it is damaged");
}

static void refused(Scratch *s, Keep *keep, SegmentForm other, const char *why) {
  Segment *segment;
  scratch_fails(s, segment_open(&s->job, keep, &other, &segment), ERR_IO, why);
}

/* Another kind, version, stamp, name, workspace, user. */
static void is_bound_to_its_place(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str section = STR("commits"), whole;
  Segment *segment;
  scratch_fails(s, segment_open(&s->job, keep, &form, &segment), ERR_NOT_FOUND, "not there");
  scratch_ok(s, segment_write(&s->job, keep, &form, &section, 1));
  refused(s, keep, (SegmentForm){form.name, 8, 99}, "another version");
  refused(s, keep, (SegmentForm){form.name, 7, 98}, "another version");
  scratch_ok(s, keep_read_plain(&s->job, keep, form.name, 1000, &whole));
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP(KEEP_WORDS), whole));
  refused(s, keep, (SegmentForm){KEEP(KEEP_WORDS), 7, 99}, "another kind");
  SegmentForm one = {KEEP_PART(KEEP_TEXT_SEGMENT, STR("1")), 1, 0}, two = {KEEP_PART(KEEP_TEXT_SEGMENT, STR("2")), 1, 0};
  scratch_ok(s, segment_write(&s->job, keep, &one, &section, 1));
  scratch_ok(s, keep_rename(&s->job, keep, one.name, two.name));
  refused(s, keep, two, "not written by this user for this workspace");
  scratch_ok(s, keep_write_plain(&s->job, keep, form.name, STR("fathom history 2\n, and more, as an older program left it: over fifty bytes")));
  refused(s, keep, form, "no segment");
  put(s, keep, whole);
  assert_int_equal(mkdir(scratch_path(s, "moved"), 0700), 0);
  KeepOptions elsewhere = {.directory = str_from_c(s->path), .folder = STR("kept"), .root = scratch_str(s, "moved")};
  Keep *opened;
  scratch_ok(s, keep_open(&s->job, &elsewhere, &opened));
  AUTO(Keep) other = opened;
  refused(s, other, form, "not written by this user for this workspace");
  setenv("XDG_STATE_HOME", scratch_path(s, "somebody"), 1);
  AUTO(Keep) theirs = scratch_keep(s, "kept");
  refused(s, theirs, form, "not written by this user for this workspace");
}

/* Who reads goes on with what was opened. */
static void a_reader_keeps_what_it_opened(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str old = bytes_of(&s->arena, 2 * SEGMENT_BLOCK), new = bytes_of(&s->arena, 50);
  Segment *opened;
  scratch_ok(s, segment_write(&s->job, keep, &form, &old, 1));
  scratch_ok(s, segment_open(&s->job, keep, &form, &opened));
  AUTO(Segment) segment = opened;
  scratch_ok(s, segment_write(&s->job, keep, &form, &new, 1));
  expect(s, segment, (SegmentRange){0, 0, old.len}, old);
  scratch_ok(s, keep_remove(&s->job, keep, form.name));
  expect(s, segment, (SegmentRange){0, 5, 10}, old);
}

/* A file cut short while it is open is damage, not a fault. */
static void is_cut_while_it_is_open(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str section = bytes_of(&s->arena, 5 * SEGMENT_BLOCK), got;
  Segment *opened;
  scratch_ok(s, segment_write(&s->job, keep, &form, &section, 1));
  scratch_ok(s, segment_open(&s->job, keep, &form, &opened));
  AUTO(Segment) segment = opened;
  assert_int_equal(truncate(scratch_path(s, NAME), 3 * SEGMENT_BLOCK), 0);
  expect(s, segment, (SegmentRange){0, 0, 100}, section);
  scratch_fails(s, segment_read(&s->job, segment, (SegmentRange){0, 4 * SEGMENT_BLOCK, 10}, &s->arena, &got), ERR_IO, "cannot be read");
}

/* ---- journals ---- */

static size_t count_records(Keep *keep, Str file) {
  PackReader in;
  Str record;
  size_t count = 0;
  if (!segment_journal_open(keep, &form, file, &in)) return 0;
  while (segment_journal_next(&in, keep, &form, &record)) {
    scratch_same(record, count == 0 ? "first" : count == 1 ? "" : "third record");
    count++;
  }
  return count;
}

static void journals_give_whole_records(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Buf out;
  size_t ends[3];
  buf_init(&out, &s->arena, 1000);
  segment_journal_begin(&out, keep, &form);
  assert_int_equal(out.len, SEGMENT_HEAD);
  Str records[] = {STR("first"), STR(""), STR("third record")};
  for (size_t i = 0; i < 3; i++) {
    segment_journal_add(&out, keep, &form, records[i]);
    ends[i] = out.len;
  }
  for (size_t len = 0; len <= out.len; len++) {
    size_t whole = (len >= ends[0]) + (len >= ends[1]) + (len >= ends[2]);
    assert_int_equal(count_records(keep, str_slice(buf_str(&out), 0, len)), whole);
  }
  for (size_t i = 0; i < out.len; i++) {
    char *copy = arena_copy(&s->arena, out.ptr, out.len);
    copy[i] ^= 1;
    assert_true(count_records(keep, (Str){copy, out.len}) < 3);
  }
  PackReader in;
  SegmentForm other = {form.name, 8, 99};
  assert_false(segment_journal_open(keep, &other, buf_str(&out), &in));
  Segment *segment;
  put(s, keep, buf_str(&out));
  scratch_fails(s, segment_open(&s->job, keep, &form, &segment), ERR_IO, "too many sections");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(reads_whole_sections_and_parts), SCRATCH_TEST(stays_within_bounds),
      SCRATCH_TEST(refuses_any_other_bytes),        SCRATCH_TEST(damage_is_met_where_it_is),
      SCRATCH_TEST(is_bound_to_its_place),          SCRATCH_TEST(a_reader_keeps_what_it_opened),
      SCRATCH_TEST(is_cut_while_it_is_open),        SCRATCH_TEST(journals_give_whole_records),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
