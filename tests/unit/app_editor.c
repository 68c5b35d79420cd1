/* Calls that wait for an editor: how many, where, and until when. */
#include "tests/unit/os_scratch.h"

#include "src/app/serving/editor_internal.h"

#define MOST 64

static AppEditorWait *begin(Scratch *scratch, AppEditor *editor, const AppClient *client) {
  AppEditorWait *wait = NULL;
  assert_int_equal(app_editor_begin(&scratch->job, editor, client, 50, &wait), OK);
  return wait;
}

static void secrets_differ_and_are_bounded(void **state) {
  Scratch *scratch = *state;
  AppEditor *editor = app_editor_open();
  AppEditorWait *waits[MOST], *more;
  assert_int_equal(app_editor_begin(&scratch->job, editor, NULL, 50, &more), ERR_UNAVAILABLE);
  job_forgive(&scratch->job);
  uint64_t listener = app_editor_listen(editor, NULL, 4711);
  assert_true(listener > 0);
  for (size_t i = 0; i < MOST; i++) {
    waits[i] = begin(scratch, editor, NULL);
    assert_int_equal(app_editor_secret(waits[i]).len, 48);
    assert_int_equal(app_editor_port(waits[i]), 4711);
    for (size_t k = 0; k < i; k++) assert_false(str_eq(app_editor_secret(waits[i]), app_editor_secret(waits[k])));
  }
  assert_int_equal(app_editor_begin(&scratch->job, editor, NULL, 50, &more), ERR_BUSY);
  job_forgive(&scratch->job);
  app_editor_end(waits[7]);
  waits[7] = begin(scratch, editor, NULL);
  for (size_t i = 0; i < MOST; i++) app_editor_end(waits[i]);
  app_editor_unlisten(editor, listener);
  app_editor_close(editor);
}

static void waits_end_with_their_time_or_their_listener(void **state) {
  Scratch *scratch = *state;
  AppEditor *editor = app_editor_open();
  uint64_t listener = app_editor_listen(editor, NULL, 4711);
  AppEditorWait *late = begin(scratch, editor, NULL), *cut = begin(scratch, editor, NULL);
  Str value;
  assert_int_equal(app_editor_wait(&scratch->job, late, &value), ERR_TIMEOUT);
  job_forgive(&scratch->job);
  app_editor_unlisten(editor, listener);
  assert_int_equal(app_editor_wait(&scratch->job, cut, &value), ERR_CLOSED);
  job_forgive(&scratch->job);
  app_editor_end(late);
  app_editor_end(cut);
  app_editor_close(editor);
}

/* A client's own listener comes before newer ones, which others get. */
static void listeners_are_chosen_by_client(void **state) {
  Scratch *scratch = *state;
  AppEditor *editor = app_editor_open();
  int people[2]; /* only compared */
  const AppClient *mine = (const AppClient *)(const void *)&people[0], *other = (const AppClient *)(const void *)&people[1];
  uint64_t old = app_editor_listen(editor, mine, 1), new = app_editor_listen(editor, NULL, 2);
  AppEditorWait *own = begin(scratch, editor, mine), *newest = begin(scratch, editor, other);
  assert_int_equal(app_editor_port(own), 1);
  assert_int_equal(app_editor_port(newest), 2);
  app_editor_end(own);
  app_editor_end(newest);
  app_editor_unlisten(editor, new);
  newest = begin(scratch, editor, other);
  assert_int_equal(app_editor_port(newest), 1);
  app_editor_end(newest);
  app_editor_unlisten(editor, old);
  for (size_t i = 0; i < 32; i++) assert_true(app_editor_listen(editor, mine, 3) > 0);
  assert_int_equal(app_editor_listen(editor, mine, 3), 0);
  app_editor_close(editor);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(secrets_differ_and_are_bounded),
      SCRATCH_TEST(waits_end_with_their_time_or_their_listener),
      SCRATCH_TEST(listeners_are_chosen_by_client),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
