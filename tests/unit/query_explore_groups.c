/* Groups of units that hang together, on graphs drawn by hand. */
#include "tests/unit/index_tree.h"

#include "src/query/explore/explore_internal.h"

#define UNITS 6

static TermsUnit units[UNITS];
static TermsState terms;
static Explore explore;

static void draw(bool is_names, const float *scores, size_t count) {
  memset(units, 0, sizeof(units));
  terms = (TermsState){.first = {0, UNITS}, .unit_count = UNITS};
  terms.segments[0].units = units;
  explore = (Explore){.job = &tree_job, .terms = &terms, .question = {.is_names = is_names}};
  for (uint32_t i = 0; i < count; i++) {
    *vec_add(&tree_arena, &explore.nodes) = (ExploreNode){.unit = i, .score = scores[i], .factor = 1, .is_expanded = true};
  }
}

static void link_nodes(uint32_t from, uint32_t to, float weight) {
  ExploreNode *a = &explore.nodes.items[from], *b = &explore.nodes.items[to];
  *vec_add(&tree_arena, &explore.edges) = (ExploreEdge){.from = from, .to = to, .next_from = a->first_edge, .next_to = b->first_edge, .weight = weight};
  a->first_edge = b->first_edge = (uint32_t)explore.edges.len;
}

static void assert_score(uint32_t node, float score) { assert_float_equal(explore.nodes.items[node].score, score, 0.0001f); }

static void what_hangs_together_is_raised(void **state) {
  (void)state;
  draw(true, (float[]){1.0f, 0.9f, 0.8f, 0.7f}, 4);
  link_nodes(0, 1, 1);
  link_nodes(2, 1, 1); /* against the direction too */
  tree_ok(query_explore_groups(&explore));
  /* 0.8 counts as full; each of the three groups of three is worth 0.6 squared. */
  assert_score(0, 1.8f);
  assert_score(1, 1.7f);
  assert_score(2, 1.6f);
  assert_score(3, 0.7f + 0.8f * 0.175f * 0.175f / 1.08f);
}

static void sentences_raise_less(void **state) {
  (void)state;
  draw(false, (float[]){1.0f, 0.9f, 0.8f}, 3);
  link_nodes(0, 1, 1);
  link_nodes(1, 2, 1);
  tree_ok(query_explore_groups(&explore));
  assert_score(0, 1.32f);
  assert_score(2, 1.12f);
}

static void groups_do_not_grow_through_what_serves_everybody(void **state) {
  (void)state;
  draw(true, (float[]){1.0f, 0.9f, 0.8f, 0.5f, 0.5f, 0.5f}, UNITS);
  link_nodes(0, 3, 1);
  link_nodes(1, 4, 1);
  link_nodes(2, 5, 0.3f); /* of that type only */
  explore.nodes.items[3].ins = 41;
  units[4].flags = TERMS_IS_TEST;
  tree_ok(query_explore_groups(&explore));
  assert_score(0, 1.8f);
  assert_score(1, 1.7f);
  assert_score(2, 1.6f);
  assert_score(3, 0.5f);
  assert_score(4, 0.5f);
  assert_score(5, 0.5f + 0.8f * 0.625f * 0.625f);
}

static void groups_have_a_limit(void **state) {
  (void)state;
  draw(true, (float[]){1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.5f}, UNITS);
  for (uint32_t i = 0; i + 1 < UNITS; i++) link_nodes(i, i + 1, 1);
  tree_ok(query_explore_groups(&explore));
  /* The last is in its own group only: the others are full without it. */
  assert_score(0, 1.0f + 5.0f / 5.81f);
  assert_score(5, 0.5f + 0.81f / 5.81f);
}

static void little_is_left_as_it_is(void **state) {
  (void)state;
  draw(true, (float[]){1.0f, 0.5f}, 2);
  tree_ok(query_explore_groups(&explore));
  assert_score(0, 1.0f);
  draw(true, (float[]){0, 0, 0}, 3);
  tree_ok(query_explore_groups(&explore));
  assert_score(0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_hangs_together_is_raised, tree_setup, tree_teardown),
      cmocka_unit_test_setup_teardown(sentences_raise_less, tree_setup, tree_teardown),
      cmocka_unit_test_setup_teardown(groups_do_not_grow_through_what_serves_everybody, tree_setup, tree_teardown),
      cmocka_unit_test_setup_teardown(groups_have_a_limit, tree_setup, tree_teardown),
      cmocka_unit_test_setup_teardown(little_is_left_as_it_is, tree_setup, tree_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
