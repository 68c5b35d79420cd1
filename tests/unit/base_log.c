/* Log: levels, masking, one line per event, threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "src/base/log.h"

#define HEX40 "0123456789abcdef0123456789ABCDEF01234567"

typedef struct Seen {
  int count;
  LogLevel level;
  char line[4096];
  size_t len;
} Seen;

static Seen seen;

static void keep(void *context, LogLevel level, Str line) {
  Seen *kept = context;
  kept->count++;
  kept->level = level;
  kept->len = line.len;
  snprintf(kept->line, sizeof kept->line, "%.*s", STR_ARG(line));
}

static int fresh(void **state) {
  (void)state;
  seen = (Seen){0};
  log_set_level(LOG_INFO);
  log_set_sink(keep, &seen);
  return 0;
}

static void levels_filter(void **state) {
  (void)state;
  log_debug("hidden");
  assert_int_equal(seen.count, 0);
  log_info("shown %d", 1);
  assert_int_equal(seen.count, 1);
  assert_int_equal(seen.level, LOG_INFO);
  assert_string_equal(seen.line, "shown 1");
  log_set_level(LOG_ERROR);
  log_warn("hidden");
  assert_int_equal(seen.count, 1);
  log_error("shown");
  assert_int_equal(seen.level, LOG_ERROR);
  log_set_level(LOG_DEBUG);
  log_debug("shown");
  assert_int_equal(seen.count, 3);
}

static void level_names_are_known(void **state) {
  (void)state;
  LogLevel level = LOG_ERROR;
  assert_true(log_level_from_name(STR("debug"), &level));
  assert_int_equal(level, LOG_DEBUG);
  assert_true(log_level_from_name(STR("error"), &level));
  assert_int_equal(level, LOG_ERROR);
  assert_false(log_level_from_name(STR("loud"), &level));
  assert_false(log_level_from_name(STR(""), &level));
}

static void masks_secrets(void **state) {
  (void)state;
  static const struct {
    const char *said;
    const char *logged;
  } cases[] = {
      {"key fathom_" HEX40 ".", "key fathom_****."},
      {"fathom_" HEX40 "00ff", "fathom_****"},
      {"fathom_" HEX40 " fathom_" HEX40, "fathom_**** fathom_****"},
      {"fathom_0123 is too short", "fathom_0123 is too short"},
      {"fathom_index", "fathom_index"},
      {"Authorization: Bearer abc.def-_~+/=\r", "Authorization: Bearer ****\\x0D"},
      {"{\"auth\":\"bearer x\",\"a\":1}", "{\"auth\":\"bearer ****\",\"a\":1}"},
      {"Bearer   spaced out", "Bearer   **** out"},
      {"Bearer fathom_" HEX40, "Bearer ****"},
      {"Bearer ", "Bearer "},
      {"forbearer", "forbearer"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    log_info("%s", cases[i].said);
    assert_string_equal(seen.line, cases[i].logged);
  }
}

static void one_event_is_one_line(void **state) {
  (void)state;
  log_info("a\nb\n\nfathom: error: forged\n");
  assert_int_equal(seen.count, 1);
  assert_string_equal(seen.line, "a\\nb\\n\\nfathom: error: forged\\n");
  log_info("\x1B[2J\xFF");
  assert_string_equal(seen.line, "\\x1B[2J\\xFF");
  log_info("%s", "");
  assert_string_equal(seen.line, "");
}

static void long_lines_are_cut(void **state) {
  (void)state;
  log_info("%0100000d", 1);
  assert_int_equal(seen.len, 64 * 1024);
}

static void log_again(void *context, LogLevel level, Str line) {
  keep(context, level, line);
  log_error("from within");
}

static void a_sink_may_not_log(void **state) {
  (void)state;
  log_set_sink(log_again, &seen);
  log_info("outer");
  assert_int_equal(seen.count, 1);
  assert_string_equal(seen.line, "outer");
}

static void without_a_sink_stderr(void **state) {
  (void)state;
  log_set_sink(NULL, NULL);
  FILE *file = tmpfile();
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  log_warn("to stderr");
  dup2(saved, STDERR_FILENO);
  close(saved);
  rewind(file);
  char line[100] = "";
  assert_non_null(fgets(line, sizeof line, file));
  assert_string_equal(line, "fathom: warn: to stderr\n");
  fclose(file);
}

enum { THREADS = 4, LINES = 300 };

static void *write_lines(void *argument) {
  for (int i = 0; i < LINES; i++) log_info("thread %d line %d", *(int *)argument, i);
  return NULL;
}

static void threads_take_turns(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    assert_int_equal(pthread_create(&threads[i], NULL, write_lines, &numbers[i]), 0);
  }
  log_set_level(LOG_DEBUG);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert_int_equal(seen.count, THREADS * LINES);
}

#define TEST(function) cmocka_unit_test_setup(function, fresh)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(levels_filter),         TEST(level_names_are_known), TEST(masks_secrets),
      TEST(one_event_is_one_line), TEST(long_lines_are_cut),    TEST(a_sink_may_not_log),
      TEST(without_a_sink_stderr), TEST(threads_take_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
