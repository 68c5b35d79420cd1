/* Texts that questions share: made once for a state of the index, never older than
 * it, within bounds, and no unsaved text among them. */
#include "tests/unit/query_tree.h"

#include "src/query/source/source.h"
#include "src/query/uses/uses.h"

static size_t made; /* how often */

static const void *make(Arena *arena, const QuerySource *source) {
  made++;
  return arena_copy(arena, source->text.ptr, source->text.len);
}

/* The state of the index after a refresh that waited until all was told. */
static uint64_t calm_now(void) {
  tree_ok(index_refresh(&tree_job, graph_index));
  uint64_t calm = index_calm(graph_index);
  assert_true(calm);
  return calm;
}

static QueryShared *share(uint64_t calm, const char *path) {
  QueryShared *shared;
  tree_ok(query_source_share(&tree_job, graph_index, calm, str_from_c(path), &shared));
  return shared;
}

static void test_made_once(void **state) {
  (void)state;
  uint64_t calm = calm_now();
  QueryShared *first = share(calm, "a.c"), *second = share(calm, "a.c");
  assert_ptr_equal(first, second);
  made = 0;
  const void *one = query_shared_made(first, make);
  query_source_unshare(first);
  assert_ptr_equal(query_shared_made(second, make), one);
  query_source_unshare(second);
  first = share(calm, "a.c"); /* nobody held it meanwhile */
  assert_ptr_equal(query_shared_made(first, make), one);
  query_source_unshare(first);
  assert_int_equal(made, 1);
}

static void test_change_is_seen(void **state) {
  (void)state;
  QueryShared *old = share(calm_now(), "b.c");
  tree_expect(query_shared_source(old)->text, "int b;\n");
  tree_write("b.c", "int other;\n\n");
  QueryShared *new = share(calm_now(), "b.c");
  tree_expect(query_shared_source(new)->text, "int other;\n\n");
  assert_int_equal(query_shared_source(new)->lines, 2);
  tree_expect(query_shared_source(old)->text, "int b;\n"); /* as long as it is held */
  query_source_unshare(old);
  query_source_unshare(new);
  QuerySource copy;
  tree_ok(query_source_open_kept(&tree_job, graph_index, calm_now(), STR("b.c"), &copy));
  tree_expect(copy.text, "int other;\n\n");
}

static void test_asked_of_the_disk(void **state) {
  (void)state;
  QueryShared *first = share(0, "a.c"), *second = share(0, "a.c");
  assert_ptr_not_equal(first, second);
  query_source_unshare(first);
  query_source_unshare(second);
  QueryTexts texts = {graph_index, calm_now()};
  QueryShared *text = NULL;
  assert_true(query_source_share_next(&tree_job, &texts, STR("a.c"), &text));
  first = text;
  assert_true(query_source_share_next(&tree_job, &texts, STR("a.c"), &text));
  assert_ptr_equal(text, first);
  assert_false(query_source_share_next(&tree_job, &texts, STR("none.c"), &text));
  assert_null(text);
}

/* Whoever has a text unsaved sees it; others, and he himself afterwards, what is
 * on disk. */
static void test_unsaved_text(void **state) {
  (void)state;
  uint64_t calm = calm_now();
  IndexText unsaved = {STR("a.c"), STR("int unsaved;\n")};
  IndexView *view;
  QueryShared *before = share(calm, "a.c");
  tree_ok(index_view_open(&tree_job, graph_index, &unsaved, 1, &view));
  QueryShared *during = share(calm, "a.c");
  tree_expect(query_shared_source(during)->text, "int unsaved;\n");
  query_source_unshare(during);
  index_view_close(view);
  QueryShared *after = share(calm, "a.c");
  assert_ptr_equal(after, before);
  tree_expect(query_shared_source(after)->text, "int a;\n");
  query_source_unshare(before);
  query_source_unshare(after);
}

static void write_large(const char *path, size_t size) {
  char *text = malloc(size + 1);
  memset(text, 'x', size);
  for (size_t i = 99; i < size; i += 100) text[i] = '\n';
  text[size] = '\0';
  tree_write(path, text);
  free(text);
}

/* What was not used for longest goes, and what is asked for stays. */
static void test_bounds(void **state) {
  (void)state;
  enum { LARGE = 20 };
  char path[20];
  for (unsigned i = 0; i < LARGE; i++) {
    snprintf(path, sizeof path, "large%u.txt", i);
    write_large(path, (size_t)1900 << 10);
  }
  uint64_t calm = calm_now();
  QueryShared *small = share(calm, "a.c"), *first = share(calm, "large0.txt");
  for (unsigned i = 1; i < LARGE; i++) {
    snprintf(path, sizeof path, "large%u.txt", i);
    query_source_unshare(share(calm, path));
    query_source_unshare(share(calm, "a.c"));
  }
  QueryShared *again = share(calm, "large0.txt"), *same = share(calm, "a.c");
  assert_ptr_not_equal(again, first);
  assert_ptr_equal(same, small);
  assert_int_equal(query_shared_source(first)->text.len, (size_t)1900 << 10); /* held still */
  query_source_unshare(small);
  query_source_unshare(same);
  query_source_unshare(first);
  query_source_unshare(again);
}

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("a.c", "int a;\n");
  tree_write("b.c", "int b;\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_made_once),    cmocka_unit_test(test_change_is_seen), cmocka_unit_test(test_asked_of_the_disk),
      cmocka_unit_test(test_unsaved_text), cmocka_unit_test(test_bounds),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
