/* Facts in memory: made once while they are wanted, no more than allowed. */
#include <pthread.h>
#include <stdatomic.h>

#include "src/index/cache_internal.h"
#include "tests/unit/index_tree.h"

static atomic_int loads[200];
static Names *names;

enum { LARGE_REST = 14 }; /* a file whose references take more than all others together */

static bool load(void *context, WorldFile file, FactsPart part, Arena *arena, FactsMark *mark, Facts *facts) {
  assert_ptr_equal(context, loads);
  atomic_fetch_add(&loads[file], 1);
  if (file == 13) return false;
  if (!mark->part) {
    facts_init(facts, arena, names);
    facts->package = (NameId){file};
    facts->refs.items = NULL;
    arena_alloc(arena, file < 150 ? 10000 : 16); /* those of the last are small */
  }
  if (part == FACTS_REFS) facts->refs.items = arena_alloc(arena, file == LARGE_REST ? 60000 : sizeof(Ref));
  mark->part = part;
  return true;
}

static int setup(void **state) {
  names = names_open();
  for (size_t i = 0; i < COUNT_OF(loads); i++) loads[i] = 0;
  return tree_setup(state);
}

static int teardown(void **state) {
  names_close(names);
  return tree_teardown(state);
}

static void use(IndexCache *cache, WorldFile file) {
  const Facts *facts = index_cache_borrow(cache, file, FACTS_BINDS);
  assert_non_null(facts);
  assert_int_equal(facts->package.value, file);
  index_cache_give_back(cache, file);
}

static void test_bound(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(80000, load, loads); /* four in any build, never eight: sanitizers make blocks larger */
  for (WorldFile file = 1; file <= 4; file++) use(cache, file);
  for (WorldFile file = 1; file <= 4; file++) use(cache, file);
  for (WorldFile file = 1; file <= 4; file++) assert_int_equal(loads[file], 1);
  use(cache, 1); /* the last used stay */
  for (WorldFile file = 5; file <= 8; file++) use(cache, file);
  use(cache, 2);
  assert_int_equal(loads[2], 2);
  use(cache, 8);
  assert_int_equal(loads[8], 1);
  index_cache_drop(cache, 8);
  use(cache, 8);
  assert_int_equal(loads[8], 2);
  use(cache, 7);
  use(cache, 6);
  int before = loads[6];
  index_cache_trim(cache, 20000); /* one of them fits */
  use(cache, 6);
  assert_int_equal(loads[6], before);
  use(cache, 7);
  assert_true(loads[7] >= 2);
  index_cache_close(cache);
}

/* Small facts lie alone in a block that is many times as large, and that counts. */
static void test_small(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(40000, load, loads);
  for (WorldFile file = 150; file < 170; file++) use(cache, file);
  use(cache, 169);
  assert_int_equal(loads[169], 1);
  use(cache, 150);
  assert_int_equal(loads[150], 2);
  index_cache_close(cache);
}

/* What is borrowed stays, however much it is. */
static void test_borrowed(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(20000, load, loads);
  const Facts *held[100];
  for (WorldFile file = 20; file < 100; file++) held[file] = index_cache_borrow(cache, file, FACTS_BINDS);
  for (WorldFile file = 20; file < 100; file++) assert_int_equal(held[file]->package.value, file);
  assert_ptr_equal(index_cache_borrow(cache, 30, FACTS_BINDS), held[30]);
  index_cache_give_back(cache, 30);
  assert_int_equal(held[30]->package.value, 30); /* once more */
  for (WorldFile file = 20; file < 100; file++) index_cache_give_back(cache, file);
  use(cache, 20);
  assert_int_equal(loads[20], 2);
  index_cache_close(cache);
}

/* As far as somebody needed them: what was lent stays as it is, more is made once
 * and counts, and whoever comes later has it. */
static void test_parts(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(60000, load, loads);
  const Facts *first = index_cache_borrow(cache, LARGE_REST, FACTS_BINDS);
  assert_ptr_equal(index_cache_more(cache, LARGE_REST, FACTS_BINDS), first);
  assert_int_equal(loads[LARGE_REST], 1);
  use(cache, 20);
  const Facts *all = index_cache_more(cache, LARGE_REST, FACTS_REFS);
  assert_null(first->refs.items);
  assert_non_null(all->refs.items);
  assert_ptr_equal(all->defs.items, first->defs.items);
  assert_int_equal(loads[LARGE_REST], 2);
  assert_ptr_equal(index_cache_more(cache, LARGE_REST, FACTS_EXPRS), all);
  assert_ptr_equal(index_cache_borrow(cache, LARGE_REST, FACTS_REFS), all);
  assert_int_equal(loads[LARGE_REST], 2);
  use(cache, 20);
  assert_int_equal(loads[20], 2); /* there was no room for it any more */
  index_cache_give_back(cache, LARGE_REST);
  index_cache_give_back(cache, LARGE_REST);
  index_cache_close(cache);
}

static void test_failure(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(20000, load, loads);
  for (int i = 0; i < 3; i++) assert_null(index_cache_borrow(cache, 13, FACTS_BINDS));
  assert_int_equal(loads[13], 1);
  index_cache_give_back(cache, 13); /* nothing was borrowed: nothing happens */
  index_cache_drop(cache, 13);
  assert_null(index_cache_borrow(cache, 13, FACTS_BINDS));
  assert_int_equal(loads[13], 2);
  index_cache_close(cache);
}

static void *use_many(void *context) {
  uint32_t seed = 1;
  for (int i = 0; i < 20000; i++) {
    seed = seed * 1664525u + 1013904223u;
    WorldFile file = 20 + (seed >> 8) % 60;
    const Facts *facts = index_cache_borrow(context, file, seed & 1 ? FACTS_BINDS : FACTS_EXPRS);
    if (!facts || facts->package.value != file) return "wrong facts";
    const Facts *more = seed & 2 ? index_cache_more(context, file, FACTS_REFS) : facts;
    if (more->package.value != file || (seed & 2 && !more->refs.items)) return "not all facts";
    index_cache_give_back(context, file);
  }
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  IndexCache *cache = index_cache_open(300000, load, loads);
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT_OF(threads); i++) pthread_create(&threads[i], NULL, use_many, cache);
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    void *failure;
    pthread_join(threads[i], &failure);
    assert_null(failure);
  }
  index_cache_close(cache);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_bound, setup, teardown),
      cmocka_unit_test_setup_teardown(test_small, setup, teardown),
      cmocka_unit_test_setup_teardown(test_borrowed, setup, teardown),
      cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_failure, setup, teardown),
      cmocka_unit_test_setup_teardown(test_threads, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
