/* Names: dense ids, lasting text, and threads that intern the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>

#include "src/base/names.h"

static void gives_dense_ids(void **state) {
  (void)state;
  AUTO(Names) names = names_open();
  assert_int_equal(names_count(names), 0);
  assert_int_equal(names_find(names, STR("one")).value, 0);
  assert_int_equal(names_intern(names, STR("one")).value, 1);
  assert_int_equal(names_intern(names, STR("two")).value, 2);
  assert_int_equal(names_intern(names, STR("one")).value, 1);
  assert_int_equal(names_intern(names, STR("")).value, 3);
  assert_int_equal(names_find(names, STR("two")).value, 2);
  assert_int_equal(names_find(names, STR("three")).value, 0);
  assert_int_equal(names_count(names), 3);
  assert_true(names_same(names_find(names, STR("one")), (NameId){1}));
}

static void text_of_unknown_is_empty(void **state) {
  (void)state;
  AUTO(Names) names = names_open();
  names_intern(names, STR("one"));
  assert_int_equal(names_text(names, (NameId){0}).len, 0);
  assert_int_equal(names_text(names, (NameId){2}).len, 0);
  assert_int_equal(names_text(names, (NameId){UINT32_MAX}).len, 0);
}

static void text_never_moves(void **state) {
  (void)state;
  AUTO(Names) names = names_open();
  char word[32] = "first";
  NameId first = names_intern(names, str_from_c(word));
  word[0] = 'X';
  Str before = names_text(names, first);
  for (int i = 0; i < 20000; i++) {
    int len = snprintf(word, sizeof word, "name%d", i);
    names_intern(names, (Str){word, (size_t)len});
  }
  Str after = names_text(names, first);
  assert_ptr_equal(before.ptr, after.ptr);
  assert_true(str_eq(before, STR("first")));
  assert_int_equal(names_count(names), 20001);
  assert_true(str_eq(names_text(names, (NameId){20001}), STR("name19999")));
}

/* Lengths around those that take another byte, and far more than usual. */
static void keeps_long_texts(void **state) {
  (void)state;
  AUTO(Names) names = names_open();
  static const size_t lengths[] = {0, 1, 127, 128, 16383, 16384, 3000000};
  char *text = arena_heap_alloc(3000000);
  memset(text, 'x', 3000000);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    assert_int_equal(names_intern(names, (Str){text, lengths[i]}).value, i + 1);
  }
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    Str kept = names_text(names, (NameId){(uint32_t)i + 1});
    assert_true(str_eq(kept, (Str){text, lengths[i]}));
    assert_int_equal(names_find(names, kept).value, i + 1);
  }
  free(text);
}

enum { THREADS = 4, WORDS = 3000 };

typedef struct Worker {
  pthread_t thread;
  Names *names;
  pthread_barrier_t *together;
  int start;
  bool agreed;
  uint32_t ids[WORDS];
} Worker;

/* Pairs of threads take the same words at the same time, again and again. */
static void *intern_all(void *argument) {
  Worker *worker = argument;
  worker->agreed = true;
  for (int i = 0; i < WORDS; i++) {
    if (i % 10 == 0) pthread_barrier_wait(worker->together);
    char word[32];
    int which = (i + worker->start) % WORDS;
    Str text = {word, (size_t)snprintf(word, sizeof word, "w%d", which)};
    NameId id = names_intern(worker->names, text);
    worker->ids[which] = id.value;
    if (!str_eq(names_text(worker->names, id), text)) worker->agreed = false;
    if (!names_same(names_find(worker->names, text), id)) worker->agreed = false;
  }
  return NULL;
}

static void threads_agree(void **state) {
  (void)state;
  static Worker workers[THREADS];
  AUTO(Names) names = names_open();
  pthread_barrier_t together;
  assert_int_equal(pthread_barrier_init(&together, NULL, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    workers[i].names = names;
    workers[i].together = &together;
    workers[i].start = i / 2 * (WORDS / 2);
    assert_int_equal(pthread_create(&workers[i].thread, NULL, intern_all, &workers[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
  pthread_barrier_destroy(&together);
  assert_int_equal(names_count(names), WORDS);
  for (int i = 0; i < THREADS; i++) {
    assert_true(workers[i].agreed);
    assert_memory_equal(workers[i].ids, workers[0].ids, sizeof workers[0].ids);
  }
}

static int times_made;

static void *make_set(Names *names, const void *of) {
  NameId *set = arena_heap_alloc(sizeof *set);
  times_made++;
  *set = names_intern(names, str_from_c(of));
  return set;
}

static void *make_other(Names *names, const void *of) { return make_set(names, of); }

static void keeps_what_is_made_of_it(void **state) {
  (void)state;
  static const char one[] = "one", two[] = "two";
  AUTO(Names) names = names_open();
  const NameId *first = names_made(names, make_set, one), *second = names_made(names, make_set, two);
  assert_true(str_eq(names_text(names, *first), STR("one")));
  assert_true(str_eq(names_text(names, *second), STR("two")));
  assert_ptr_equal(names_made(names, make_set, one), first);
  assert_ptr_equal(names_made(names, make_set, two), second);
  assert_int_equal(times_made, 2);
  assert_ptr_not_equal(names_made(names, make_other, one), first);
  AUTO(Names) others = names_open();
  assert_ptr_not_equal(names_made(others, make_set, one), first);
  assert_int_equal(times_made, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_dense_ids),
      cmocka_unit_test(text_of_unknown_is_empty),
      cmocka_unit_test(text_never_moves),
      cmocka_unit_test(keeps_long_texts),
      cmocka_unit_test(threads_agree),
      cmocka_unit_test(keeps_what_is_made_of_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
