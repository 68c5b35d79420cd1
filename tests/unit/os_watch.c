/* Watch: exactly what changed, under the name it has now. */
#include "tests/unit/os_scratch.h"

#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/inotify.h>

#include "src/os/watch.h"

typedef struct Watched {
  Root *root;
  Watch *watch;
} Watched;

static Watched watch_scratch(Scratch *s) {
  Watched w = {0};
  scratch_dir(s, "root");
  scratch_dir(s, "root/dir");
  scratch_dir(s, "root/dir/deep");
  scratch_file(s, "root/f", "1");
  scratch_ok(s, root_open(&s->job, scratch_str(s, "root"), &w.root));
  scratch_ok(s, watch_open(&s->job, w.root, &w.watch));
  scratch_ok(s, watch_add(&s->job, w.watch, STR_EMPTY));
  scratch_ok(s, watch_add(&s->job, w.watch, STR("dir")));
  scratch_ok(s, watch_add(&s->job, w.watch, STR("dir/deep")));
  return w;
}

static void end_watch(Watched w) {
  watch_close(w.watch);
  root_close(w.root);
}

/* All changed paths, each followed by a space. */
static void changed(Scratch *s, Watched w, const char *wanted) {
  WatchChanges changes;
  scratch_ok(s, watch_drain(&s->job, w.watch, &changes));
  assert_int_equal(changes.health, WATCH_GOOD);
  Str all = STR_EMPTY;
  for (size_t i = 0; i < changes.len; i++) {
    all = str_format(&s->arena, "%.*s[%.*s]", STR_ARG(all), STR_ARG(changes.paths[i]));
  }
  scratch_same(all, wanted);
}

static void move(Scratch *s, const char *from, const char *to) {
  assert_int_equal(rename(scratch_path(s, from), scratch_path(s, to)), 0);
}

static void files(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  changed(s, w, "");
  scratch_file(s, "root/f", "2");
  scratch_file(s, "root/dir/deep/new", "1");
  scratch_file(s, "root/dir/deep/new", "2");
  changed(s, w, "[f][dir/deep/new]");
  changed(s, w, "");
  assert_int_equal(unlink(scratch_path(s, "root/f")), 0);
  move(s, "root/dir/deep/new", "root/dir/moved");
  assert_int_equal(chmod(scratch_path(s, "root/dir/moved"), 0600), 0);
  changed(s, w, "[f][dir/deep/new][dir/moved]");
  end_watch(w);
}

static void descriptor_tells(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  struct pollfd fd = {.fd = watch_fd(w.watch), .events = POLLIN};
  assert_int_equal(poll(&fd, 1, 0), 0);
  scratch_file(s, "root/f", "2");
  assert_int_equal(poll(&fd, 1, 0), 1);
  changed(s, w, "[f]");
  assert_int_equal(poll(&fd, 1, 0), 0);
  end_watch(w);
}

static void own_writing_shows_the_target_alone(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  scratch_ok(s, root_write(&s->job, w.root, STR("dir/x"), STR("text"), 0644));
  changed(s, w, "[dir/x]");
  end_watch(w);
}

static void new_directories_are_reported_and_not_watched(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  scratch_dir(s, "root/new");
  changed(s, w, "[new]");
  scratch_file(s, "root/new/x", "");
  changed(s, w, "");
  scratch_ok(s, watch_add(&s->job, w.watch, STR("new")));
  scratch_ok(s, watch_add(&s->job, w.watch, STR("./new/"))); /* again */
  scratch_file(s, "root/new/x", "1");
  changed(s, w, "[new/x]");
  end_watch(w);
}

static void deleted_directories(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  assert_int_equal(rmdir(scratch_path(s, "root/dir/deep")), 0);
  changed(s, w, "[dir/deep]");
  scratch_dir(s, "root/dir/deep");
  /* Added before the drain: the new one stays watched. */
  scratch_ok(s, watch_add(&s->job, w.watch, STR("dir/deep")));
  changed(s, w, "[dir/deep]");
  scratch_file(s, "root/dir/deep/x", "");
  changed(s, w, "[dir/deep/x]");
  end_watch(w);
}

static void recreated_before_the_drain(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  assert_int_equal(rmdir(scratch_path(s, "root/dir/deep")), 0);
  scratch_dir(s, "root/dir/deep");
  scratch_ok(s, watch_add(&s->job, w.watch, STR("dir/deep")));
  changed(s, w, "[dir/deep]");
  scratch_file(s, "root/dir/deep/x", "");
  changed(s, w, "[dir/deep/x]");
  end_watch(w);
}

static void moved_directories_lose_their_watches(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  move(s, "root/dir", "root/other");
  changed(s, w, "[dir][other]");
  scratch_file(s, "root/other/deep/x", "");
  changed(s, w, ""); /* not as dir/deep/x */
  scratch_ok(s, watch_add(&s->job, w.watch, STR("other")));
  scratch_ok(s, watch_add(&s->job, w.watch, STR("other/deep")));
  scratch_file(s, "root/other/deep/x", "1");
  changed(s, w, "[other/deep/x]");
  end_watch(w);
}

static void moved_out_of_the_root(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  move(s, "root/dir", "gone");
  changed(s, w, "[dir]");
  scratch_file(s, "gone/deep/x", "");
  scratch_file(s, "gone/y", "");
  changed(s, w, "");
  end_watch(w);
}

static void added_under_the_new_name_before_the_drain(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  move(s, "root/dir", "root/other");
  scratch_ok(s, watch_add(&s->job, w.watch, STR("other")));
  changed(s, w, "[dir][other]");
  /* Reported, so added again; what matters is that no event has the old name. */
  scratch_ok(s, watch_add(&s->job, w.watch, STR("other")));
  scratch_file(s, "root/other/x", "");
  scratch_file(s, "root/other/deep/x", "");
  changed(s, w, "[other/x]");
  end_watch(w);
}

static void refuses(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  scratch_link(s, "dir", "root/link");
  scratch_fails(s, watch_add(&s->job, w.watch, STR("none")), ERR_NOT_FOUND, "none");
  scratch_fails(s, watch_add(&s->job, w.watch, STR("f")), ERR_NOT_FOUND, "not a directory");
  scratch_fails(s, watch_add(&s->job, w.watch, STR("link")), ERR_NOT_FOUND, "not a directory");
  scratch_fails(s, watch_add(&s->job, w.watch, STR("../out")), ERR_OUTSIDE, "outside");
  assert_int_equal(watch_health(w.watch), WATCH_GOOD);
  end_watch(w);
}

static void overflow_is_told_once(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  char *one = scratch_path(s, "root/one");
  char *two = scratch_path(s, "root/two");
  FILE *limit = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
  int most = 16384;
  assert_non_null(limit);
  assert_int_equal(fscanf(limit, "%d", &most), 1);
  fclose(limit);
  if (most > 200000) skip();
  scratch_file(s, "root/one", "");
  for (int i = 0; i < most / 2 + 10; i++) { /* two events each */
    assert_int_equal(i % 2 ? rename(two, one) : rename(one, two), 0);
  }
  /* Lost, both of them. */
  move(s, "root/dir", "root/other");
  scratch_dir(s, "root/dir");
  WatchChanges changes;
  scratch_ok(s, watch_drain(&s->job, w.watch, &changes));
  assert_int_equal(changes.health, WATCH_OVERFLOW);
  assert_int_equal(watch_health(w.watch), WATCH_GOOD);
  scratch_file(s, "root/other/x", "");
  scratch_file(s, "root/dir/y", "");
  scratch_file(s, "root/other/deep/z", "");
  changed(s, w, "[dir/y]"); /* the new dir is watched, the moved one is not */
  end_watch(w);
}

static void many_directories_come_and_go(void **state) {
  Scratch *s = *state;
  Watched w = watch_scratch(s);
  for (int i = 0; i < 3000; i++) {
    scratch_dir(s, "root/dir/t");
    scratch_ok(s, watch_add(&s->job, w.watch, STR("dir/t")));
    assert_int_equal(rmdir(scratch_path(s, "root/dir/t")), 0);
    changed(s, w, "[dir/t]");
    arena_reset(&s->arena);
  }
  scratch_file(s, "root/dir/deep/x", "");
  changed(s, w, "[dir/deep/x]");
  end_watch(w);
}

/* In a user namespace of its own, where the limit can be lowered. */
static int with_two_watches(Scratch *s) {
  if (unshare(CLONE_NEWUSER)) return 77;
  FILE *limit = fopen("/proc/sys/user/max_inotify_watches", "w");
  if (!limit) return 77;
  if (fputs("2", limit) < 0 || fclose(limit)) return 77;
  Root *root = NULL;
  Watch *watch = NULL;
  if (root_open(&s->job, str_from_c(s->path), &root)) return 1;
  if (watch_open(&s->job, root, &watch)) return 2;
  static const char *const names[] = {"", "a", "b", "c"};
  for (int i = 0; i < 4; i++) {
    if (watch_add(&s->job, watch, str_from_c(names[i]))) return 3;
    if (watch_health(watch) != (i < 2 ? WATCH_GOOD : WATCH_PARTIAL)) return 10 + i;
  }
  int fd = open(scratch_path(s, "a/x"), O_CREAT | O_WRONLY, 0600);
  if (fd < 0) return 4;
  close(fd);
  WatchChanges changes;
  if (watch_drain(&s->job, watch, &changes)) return 5;
  if (changes.health != WATCH_PARTIAL) return 6;
  if (changes.len != 1 || !str_eq_c(changes.paths[0], "a/x")) return 7;
  watch_close(watch);
  root_close(root);
  return 0;
}

static void too_many_watches(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "a");
  scratch_dir(s, "b");
  scratch_dir(s, "c");
  assert_int_equal(chmod(scratch_path(s, "a"), 0777), 0);
  int got = scratch_as_nobody(with_two_watches, s);
  if (got == 77) {
    print_message("skipped: no user namespaces here\n");
    skip();
  }
  assert_int_equal(got, 0);
}

static int without_instances(Scratch *s) {
  int opened = 0;
  while (opened < 1000 && inotify_init1(0) >= 0) opened++;
  if (opened == 1000) return 77;
  Root *root = NULL;
  Watch *watch = NULL;
  if (root_open(&s->job, str_from_c(s->path), &root)) return 1;
  if (watch_open(&s->job, root, &watch)) return 2;
  if (watch_health(watch) != WATCH_PARTIAL || watch_fd(watch) != -1) return 3;
  if (watch_add(&s->job, watch, STR_EMPTY)) return 4;
  WatchChanges changes;
  if (watch_drain(&s->job, watch, &changes)) return 5;
  if (changes.len || changes.health != WATCH_PARTIAL) return 6;
  watch_close(watch);
  root_close(root);
  return 0;
}

static void no_inotify_left(void **state) {
  Scratch *s = *state;
  if (geteuid() != 0) skip(); /* it would take all of this user's */
  int got = scratch_as_nobody(without_instances, s);
  if (got == 77) skip();
  assert_int_equal(got, 0);
}

static void silent_file_systems(void **state) {
  Scratch *s = *state;
  assert_false(watch_is_supported(STR("/proc")));
  assert_false(watch_is_supported(STR("/no/such/place")));
  assert_true(watch_is_supported(str_from_c(s->path)));
  Root *root = NULL;
  Watch *watch = NULL;
  scratch_ok(s, root_open(&s->job, STR("/proc/self"), &root));
  scratch_ok(s, watch_open(&s->job, root, &watch));
  assert_int_equal(watch_health(watch), WATCH_UNSUPPORTED);
  WatchChanges changes;
  scratch_ok(s, watch_add(&s->job, watch, STR("fd")));
  scratch_ok(s, watch_drain(&s->job, watch, &changes));
  assert_int_equal(changes.health, WATCH_UNSUPPORTED);
  assert_int_equal(changes.len, 0);
  watch_close(watch);
  root_close(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(files),
      SCRATCH_TEST(descriptor_tells),
      SCRATCH_TEST(own_writing_shows_the_target_alone),
      SCRATCH_TEST(new_directories_are_reported_and_not_watched),
      SCRATCH_TEST(deleted_directories),
      SCRATCH_TEST(recreated_before_the_drain),
      SCRATCH_TEST(moved_directories_lose_their_watches),
      SCRATCH_TEST(moved_out_of_the_root),
      SCRATCH_TEST(added_under_the_new_name_before_the_drain),
      SCRATCH_TEST(refuses),
      SCRATCH_TEST(overflow_is_told_once),
      SCRATCH_TEST(many_directories_come_and_go),
      SCRATCH_TEST(too_many_watches),
      SCRATCH_TEST(no_inotify_left),
      SCRATCH_TEST(silent_file_systems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
