/* Commits: what git prints, as a file and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/history/history_internal.h"
#include "src/text/words.h"

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static const char two_commits[] = "\1" B " 200 " A "\2Ben\3Expire keys\n\nThe expired key.\nReviewed-by: Carol\n\0\nx.c\0y\nz.c\0"
                                  "\1" A " 100 \2Ann\3runtime-core: first\n\0\nx.c\0";
#define TEXT(literal) ((Str){literal, sizeof(literal) - 1})

static uint32_t word(const char *text) { return history_word(text_word_term(str_from_c(text))); }

static void check_two(const HistoryLog *log) {
  assert_int_equal(log->commits.len, 2);
  assert_int_equal(log->commits.items[0].time, 200);
  assert_int_equal(log->commits.items[0].count, 2);
  assert_true(str_eq_c(log->head, B));
  assert_true(str_eq_c(log->paths.items[log->files.items[1]], "y\nz.c"));
  assert_true(str_eq_c(log->authors.items[log->commits.items[1].author], "Ann"));
  assert_true(log->files.items[0] == log->files.items[2]);
  /* Each word once, in its plain form, without who reviewed it. */
  const uint32_t terms[] = {word("expire"), word("key"), word("runtime"), word("core"), word("first")};
  assert_int_equal(log->commits.items[0].word_count, 2);
  assert_int_equal(log->commits.items[1].first_word, 2);
  assert_int_equal(log->commits.items[1].word_count, 3);
  assert_int_equal(log->words.len, 5);
  assert_memory_equal(log->words.items, terms, sizeof terms);
}

static void test_reads(void **state) {
  (void)state;
  HistoryLog *log = history_log_open();
  history_log_read(log, TEXT(two_commits), false);
  check_two(log);
  history_log_finish(log);
  uint32_t path;
  assert_true(history_log_find(log, STR("x.c"), &path));
  assert_int_equal(log->starts[path + 1] - log->starts[path], 2);
  assert_int_equal(log->touches[log->starts[path]], 0);
  assert_int_equal(log->newest, 200);
  assert_false(history_log_find(log, STR("z.c"), &path));
  history_log_close(log);
}

/* A commit without parents is where a shallow clone was cut. */
static void test_shallow(void **state) {
  (void)state;
  HistoryLog *log = history_log_open();
  history_log_read(log, TEXT(two_commits), true);
  assert_int_equal(log->commits.len, 1);
  assert_int_equal(log->files.len, 2);
  history_log_close(log);
}

static void test_appends(void **state) {
  (void)state;
  static const char newer[] = "\1" B " 300 " A "\2Ann\3Newest\n\0\nnew.c\0x.c\0";
  HistoryLog *old = history_log_open(), *log = history_log_open();
  history_log_read(old, TEXT(two_commits), false);
  history_log_read(log, TEXT(newer), false);
  history_log_append(log, old);
  history_log_finish(log);
  assert_int_equal(log->commits.len, 3);
  assert_int_equal(log->paths.len, 3);
  assert_int_equal(log->authors.len, 2);
  assert_int_equal(log->words.len, 6);
  assert_int_equal(log->words.items[log->commits.items[1].first_word], word("expire"));
  uint32_t path;
  assert_true(history_log_find(log, STR("x.c"), &path));
  assert_int_equal(log->starts[path + 1] - log->starts[path], 3);
  history_log_close(old);
  history_log_close(log);
}

static Str encoded(Arena *arena) {
  Buf out;
  HistoryLog *log = history_log_open();
  history_log_read(log, TEXT(two_commits), false);
  buf_init(&out, arena, 1 << 20);
  history_log_encode(&out, log);
  history_log_close(log);
  return buf_str(&out);
}

static void test_kept(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  HistoryLog *log = history_log_open();
  assert_true(history_log_decode(log, encoded(&arena)));
  check_two(log);
  history_log_close(log);
  arena_clear(&arena);
}

/* Any byte changed: nothing is read outside. Any end cut off: refused. */
static void test_damage(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Str good = encoded(&arena);
  for (size_t i = 0; i < good.len; i++) {
    char *bytes = memcpy(arena_heap_alloc(good.len), good.ptr, good.len);
    bytes[i] = (char)(bytes[i] ^ 0x41);
    HistoryLog *log = history_log_open();
    (void)!history_log_decode(log, (Str){bytes, good.len}); /* the file's sums tell */
    history_log_close(log);
    log = history_log_open();
    assert_false(history_log_decode(log, (Str){good.ptr, i}));
    history_log_close(log);
    free(bytes);
  }
  arena_clear(&arena);
}

static void test_revisions(void **state) {
  (void)state;
  assert_true(history_is_revision(STR("HEAD~3..main")));
  assert_false(history_is_revision(STR("--output=x")));
  assert_false(history_is_revision(STR("a b")));
  assert_false(history_is_revision(STR("")));
  char longest[401];
  memset(longest, 'a', sizeof longest);
  assert_true(history_is_revision((Str){longest, 400}));
  assert_false(history_is_revision((Str){longest, 401}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reads),  cmocka_unit_test(test_shallow), cmocka_unit_test(test_appends),
      cmocka_unit_test(test_kept),   cmocka_unit_test(test_damage),  cmocka_unit_test(test_revisions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
