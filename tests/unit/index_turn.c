/* What jobs of one turn share of an index: one look for changes, and one state of
 * the store. */
#include "src/index/index_internal.h"
#include "tests/unit/index_dump.h"

/* The names in the index as a job of this turn sees them. NULL: by itself. */
static Str names_seen(Index *index, JobTurn *turn) {
  tree_job.turn = turn;
  tree_ok(index_refresh(&tree_job, index));
  Str text = str_copy(&tree_arena, dump_text(index));
  tree_job.turn = NULL;
  return text;
}

#define ONE "a.c c\n  variable one 1:5 [1-1] exported | int one\n"
#define TWO "a.c c\n  variable two 1:5 [1-1] exported | int two\n"

static Index *open_calm(void) {
  tree_write("a.c", "int one;\n");
  Index *index = dump_open();
  tree_expect(names_seen(index, NULL), ONE);
  assert_true(index->names_watched);
  return index;
}

static void test_one_look_for_a_turn(void **state) {
  (void)state;
  Index *index = open_calm();
  JobTurn turn;
  job_turn_begin(&turn);
  tree_expect(names_seen(index, &turn), ONE);
  assert_non_null(index->turn.reader);
  StoreReader *held = index->turn.reader;
  tree_write("a.c", "int two;\n");
  tree_expect(names_seen(index, &turn), ONE); /* it came before the change did */
  assert_ptr_equal(index->turn.reader, held);
  job_turn_end(&turn);
  assert_null(index->turn.reader);
  job_turn_begin(&turn);
  tree_expect(names_seen(index, &turn), TWO);
  job_turn_end(&turn);
  index_close(index);
}

/* Then what is held is of the past, and texts would not fit it. */
static void test_a_refresh_ends_what_is_shared(void **state) {
  (void)state;
  Index *index = open_calm();
  JobTurn turn;
  job_turn_begin(&turn);
  tree_expect(names_seen(index, &turn), ONE);
  tree_write("a.c", "int two;\n");
  tree_expect(names_seen(index, NULL), TWO);
  tree_expect(names_seen(index, &turn), TWO);
  job_turn_end(&turn);
  assert_null(index->turn.reader);
  assert_null(index->turn.lent);
  index_close(index);
}

/* Who asks for a second reader while the first is lent gets one of its own. */
static void test_the_second_reader_is_its_own(void **state) {
  (void)state;
  Index *index = open_calm();
  JobTurn turn;
  StoreReader *first, *second;
  job_turn_begin(&turn);
  tree_job.turn = &turn;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_reader_take(&tree_job, index, &first));
  tree_ok(index_reader_take(&tree_job, index, &second));
  assert_ptr_not_equal(first, second);
  index_reader_return(index, second);
  assert_null(index->turn.reader);
  index_reader_return(index, first);
  assert_ptr_equal(index->turn.reader, first);
  tree_job.turn = NULL;
  tree_ok(index_reader_take(&tree_job, index, &second)); /* of no turn: not that one */
  assert_ptr_not_equal(first, second);
  index_reader_return(index, second);
  job_turn_end(&turn);
  index_close(index);
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, tree_setup, tree_teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TREE_TEST(test_one_look_for_a_turn),
      TREE_TEST(test_a_refresh_ends_what_is_shared),
      TREE_TEST(test_the_second_reader_is_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
