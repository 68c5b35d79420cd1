/* Files by the messages of their commits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/history/history_internal.h"
#include "src/text/words.h"

#define H "cccccccccccccccccccccccccccccccccccccccc"
#define COMMIT(message, files) "\1" H " 100 " H "\2Ann\3" message "\n\0\n" files
#define TEXT(literal) ((Str){literal, sizeof(literal) - 1})

typedef struct Fixture {
  Arena arena;
  Job job;
  HistoryLog *log;
  HistoryVotes votes;
} Fixture;

static void ask(Fixture *fixture, Str output, const char *const *words, size_t count) {
  HistoryTerm terms[80];
  arena_init(&fixture->arena);
  job_init(&fixture->job, &fixture->arena);
  fixture->log = history_log_open();
  history_log_read(fixture->log, output, false);
  history_log_finish(fixture->log);
  for (size_t i = 0; i < count; i++) terms[i] = (HistoryTerm){text_word_term(str_from_c(words[i])), 1};
  history_log_vote(&fixture->job, fixture->log, terms, count, &fixture->votes);
}

static void done(Fixture *fixture) {
  history_log_close(fixture->log);
  arena_clear(&fixture->arena);
}

static float weight_of(const Fixture *fixture, const char *path) {
  for (size_t i = 0; i < fixture->votes.len; i++) {
    if (str_eq_c(fixture->votes.items[i].path, path)) return fixture->votes.items[i].weight;
  }
  return 0;
}

static const char *const question[] = {"expired", "keys", "replica"};

/* Whoever has more of the question says more, to few files more than to many. */
static void test_more_of_the_question(void **state) {
  (void)state;
  static const char output[] = COMMIT("Propagate expired keys to replicas", "both.c\0")
      COMMIT("Tidy the keys of the keyboard layout file reader", "one.c\0")
      COMMIT("Send expired keys to each replica", "few.c\0many.c\0more.c\0most.c\0")
      COMMIT("Nothing of that", "none.c\0");
  Fixture fixture;
  ask(&fixture, TEXT(output), question, 3);
  assert_int_equal(fixture.votes.len, 6);
  assert_true(weight_of(&fixture, "both.c") > weight_of(&fixture, "few.c"));
  assert_true(weight_of(&fixture, "few.c") > weight_of(&fixture, "one.c"));
  assert_true(weight_of(&fixture, "one.c") > 0);
  assert_true(weight_of(&fixture, "none.c") == 0);
  done(&fixture);
}

/* Of two files of one commit, the one that changes all the time gets less. */
static void test_what_always_changes(void **state) {
  (void)state;
  static const char output[] = COMMIT("Expired keys", "calm.c\0busy.c\0") COMMIT("a", "busy.c\0") COMMIT("b", "busy.c\0")
      COMMIT("c", "busy.c\0") COMMIT("d", "busy.c\0");
  Fixture fixture;
  ask(&fixture, TEXT(output), question, 3);
  assert_int_equal(fixture.votes.len, 2);
  assert_true(weight_of(&fixture, "calm.c") > weight_of(&fixture, "busy.c"));
  done(&fixture);
}

static void test_nothing(void **state) {
  (void)state;
  static const char output[] = COMMIT("Expired keys", "x.c\0");
  static const char *const others[] = {"unheard"};
  Fixture fixture;
  ask(&fixture, TEXT(output), others, 1);
  assert_int_equal(fixture.votes.len, 0);
  done(&fixture);
  ask(&fixture, TEXT(output), NULL, 0);
  assert_int_equal(fixture.votes.len, 0);
  done(&fixture);
}

/* A sweep over the whole tree is about none of its files; more terms than are
 * looked at do no harm. */
static void test_limits(void **state) {
  (void)state;
  static char output[1024];
  const char *words[80];
  size_t len = sizeof(COMMIT("Expired keys", "")) - 1;
  memcpy(output, COMMIT("Expired keys", ""), len);
  for (int i = 0; i < 41; i++) {
    output[len++] = (char)('A' + i);
    output[len++] = '\0';
  }
  for (size_t i = 0; i < 80; i++) words[i] = "keys";
  Fixture fixture;
  ask(&fixture, (Str){output, len}, words, 80);
  assert_int_equal(fixture.log->files.len, 41);
  assert_int_equal(fixture.votes.len, 0);
  done(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_more_of_the_question),
      cmocka_unit_test(test_what_always_changes),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
