/* Roots: every way out of one is closed, by the kernel and by the walk alike. */
#include "tests/unit/os_scratch.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mount.h>
#include <time.h>

#include "src/os/root.h"
#include "src/os/root_internal.h"

/* The tree of every test: "root" with files and links, "out" beside it. */
static Root *plant_tree(Scratch *s) {
  scratch_dir(s, "root");
  scratch_dir(s, "root/dir");
  scratch_dir(s, "root/dir/deep");
  scratch_file(s, "root/a.txt", "inside a");
  scratch_file(s, "root/dir/b.txt", "inside b");
  scratch_file(s, "root/dir/deep/c.txt", "inside c");
  scratch_dir(s, "out");
  scratch_file(s, "out/secret", "outside");
  scratch_link(s, "a.txt", "root/link");
  scratch_link(s, "../a.txt", "root/dir/up");
  scratch_link(s, "dir", "root/dirlink");
  scratch_link(s, "chain2", "root/chain1");
  scratch_link(s, "dirlink/up", "root/chain2");
  scratch_link(s, scratch_path(s, "root/dir/b.txt"), "root/absolute");
  scratch_link(s, scratch_path(s, "root/dir"), "root/absolute-dir");
  scratch_link(s, "../root/a.txt", "root/out-and-in");
  scratch_link(s, scratch_path(s, "back/dir/b.txt"), "root/through-alias");
  scratch_link(s, "root", "back");
  scratch_link(s, "../out/secret", "root/escape");
  scratch_link(s, scratch_path(s, "out/secret"), "root/escape-absolute");
  scratch_link(s, "../out", "root/escape-dir");
  scratch_link(s, "escape-dir/secret", "root/escape-chain");
  scratch_link(s, "../out/none", "root/escape-nowhere");
  scratch_link(s, "circle2", "root/circle1");
  scratch_link(s, "circle1", "root/circle2");
  scratch_link(s, "nowhere", "root/dangling");
  Root *root = NULL;
  scratch_ok(s, root_open(&s->job, scratch_str(s, "root"), &root));
  return root;
}

static void reads(Scratch *s, Root *root, const char *path, const char *wanted) {
  Str text = STR_EMPTY;
  Err err = root_read(&s->job, root, str_from_c(path), 1000, &text);
  if (err) fail_msg("%s: %.*s", path, STR_ARG(job_message(&s->job, err)));
  scratch_same(text, wanted);
}

static void refuses(Scratch *s, Root *root, Str path, Err wanted) {
  Str text = STR("untouched");
  Err err = root_read(&s->job, root, path, 1000, &text);
  if (err != wanted) {
    fail_msg("%.*s: %s instead of %s", STR_ARG(path), err_name(err), err_name(wanted));
  }
  job_forgive(&s->job);
  scratch_same(text, "untouched");
}

static void links_beneath_are_followed(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    reads(s, root, "a.txt", "inside a");
    reads(s, root, "./dir//deep/./c.txt", "inside c");
    reads(s, root, "dir/deep/../b.txt", "inside b");
    reads(s, root, "dir/../a.txt", "inside a");
    reads(s, root, "link", "inside a");
    reads(s, root, "dir/up", "inside a");
    reads(s, root, "dirlink/b.txt", "inside b");
    reads(s, root, "dirlink/../a.txt", "inside a");
    reads(s, root, "chain1", "inside a");
    reads(s, root, "absolute", "inside b");
    reads(s, root, "absolute-dir/deep/c.txt", "inside c");
    reads(s, root, "absolute-dir/../a.txt", "inside a");
    reads(s, root, "out-and-in", "inside a");
    reads(s, root, "through-alias", "inside b");
  }
  root_walk_always(false);
}

static void every_way_out_is_closed(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  static const char *const ways[] = {
      "..",
      "../out/secret",
      "dir/../../out/secret",
      "dir/deep/../../../out/secret",
      "../root/a.txt",
      "./../out/secret",
      "dir/..//../out/secret",
      "/etc/passwd",
      "/",
      "escape",
      "escape-absolute",
      "escape-dir/secret",
      "escape-chain",
      "escape-nowhere",
      "dirlink/../../out/secret",
      "escape-dir/../root/a.txt/..",
  };
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    for (size_t i = 0; i < COUNT_OF(ways); i++) refuses(s, root, str_from_c(ways[i]), ERR_OUTSIDE);
    refuses(s, root, scratch_str(s, "root/a.txt"), ERR_OUTSIDE); /* absolute, though beneath */
    refuses(s, root, STR("circle1"), ERR_IO);
    refuses(s, root, STR("dangling"), ERR_NOT_FOUND);
    refuses(s, root, STR("a.txt/x"), ERR_NOT_FOUND);
    refuses(s, root, STR("a.txt/"), ERR_NOT_FOUND);
    refuses(s, root, STR("none/../a.txt"), ERR_NOT_FOUND);
  }
  root_walk_always(false);
}

static void no_operation_leaves(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    static const char *const ways[] = {"escape", "escape-dir/new", "../out/secret",
                                       "escape-nowhere", "escape-dir/a/b"};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
      Str path = str_from_c(ways[i]);
      scratch_fails(s, root_write(&s->job, root, path, STR("x"), 0644), ERR_OUTSIDE,
                    "leads outside");
      int fd = -7;
      scratch_fails(s, root_open_fd(&s->job, root, path, O_RDWR | O_CREAT, &fd), ERR_OUTSIDE,
                    "name something beneath");
      assert_int_equal(fd, -7);
      FileStat st;
      scratch_fails(s, root_stat(&s->job, root, path, &st), ERR_OUTSIDE, "outside");
    }
    FileEntries entries;
    scratch_fails(s, root_list(&s->job, root, STR("escape-dir"), &entries), ERR_OUTSIDE,
                  "escape-dir");
    scratch_fails(s, root_remove(&s->job, root, STR("escape-dir/secret")), ERR_OUTSIDE, "outside");
    scratch_fails(s, root_remove(&s->job, root, STR("..")), ERR_OUTSIDE, "outside");
  }
  root_walk_always(false);
  assert_int_equal(scratch_count(s, "out"), 1);
  FILE *file = fopen(scratch_path(s, "out/secret"), "r");
  char text[20] = {0};
  assert_int_equal(fread(text, 1, sizeof text, file), 7);
  fclose(file);
  assert_string_equal(text, "outside");
}

static void refuses_what_is_no_path(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  Str relative;
  char long_path[5000];
  memset(long_path, 'x', sizeof long_path);
  refuses(s, root, STR("a\0b"), ERR_USAGE);
  refuses(s, root, (Str){long_path, sizeof long_path}, ERR_TOO_LARGE);
  refuses(s, root, (Str){long_path, 300}, ERR_TOO_LARGE);
  refuses(s, root, STR_EMPTY, ERR_USAGE); /* the root itself is no file */
  scratch_fails(s, root_relative(&s->job, root, STR_EMPTY, &relative), ERR_USAGE, "empty");
  scratch_fails(s, root_write(&s->job, root, STR_EMPTY, STR("x"), 0644), ERR_IO, "directory");
  scratch_fails(s, root_write(&s->job, root, STR("new/"), STR("x"), 0644), ERR_IO, "directory");
  assert_int_equal(mkfifo(scratch_path(s, "root/pipe"), 0600), 0);
  refuses(s, root, STR("pipe"), ERR_USAGE);
}

static void relative_paths(void **state) {
  Scratch *s = *state;
  root_close(plant_tree(s));
  Root *opened = NULL;
  scratch_ok(s, root_open(&s->job, scratch_str(s, "back"), &opened)); /* through a link */
  AUTO(Root) root = opened;
  scratch_same(root_path(root), scratch_path(s, "root"));
  static const struct {
    const char *path, *relative;
  } good[] = {{"a", "a"}, {"./a//b/../c", "a/c"}, {"a/..", ""}, {".", ""}, {"..a/b", "..a/b"}};
  Str relative;
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    scratch_ok(s, root_relative(&s->job, root, str_from_c(good[i].path), &relative));
    scratch_same(relative, good[i].relative);
  }
  scratch_ok(s, root_relative(&s->job, root, scratch_str(s, "root/dir//b.txt"), &relative));
  scratch_same(relative, "dir/b.txt");
  scratch_ok(s, root_relative(&s->job, root, scratch_str(s, "back/dir"), &relative));
  scratch_same(relative, "dir");
  scratch_ok(s, root_relative(&s->job, root, root_path(root), &relative));
  scratch_same(relative, "");
  static const char *const bad[] = {"..", "../x", "a/../../x", "/etc/passwd"};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    scratch_fails(s, root_relative(&s->job, root, str_from_c(bad[i]), &relative), ERR_OUTSIDE,
                  bad[i]);
  }
  scratch_fails(s, root_relative(&s->job, root, scratch_str(s, "rootless"), &relative), ERR_OUTSIDE,
                "rootless");
}

static void opening_a_root(void **state) {
  Scratch *s = *state;
  Root *root = NULL;
  scratch_file(s, "f", "");
  scratch_fails(s, root_open(&s->job, scratch_str(s, "none"), &root), ERR_NOT_FOUND,
                "no such file");
  scratch_fails(s, root_open(&s->job, scratch_str(s, "f"), &root), ERR_USAGE, "not a directory");
  assert_null(root);
  scratch_ok(s, root_open(&s->job, STR("/"), &root));
  AUTO(Root) all = root;
  scratch_same(root_path(all), "/");
  Str relative;
  scratch_ok(s, root_relative(&s->job, all, scratch_str(s, "f"), &relative));
  scratch_same(relative, scratch_path(s, "f") + 1);
  reads(s, all, scratch_path(s, "f") + 1, "");
}

static void stats_and_lists(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    FileStat st;
    scratch_ok(s, root_stat(&s->job, root, STR("absolute"), &st));
    assert_int_equal(st.kind, FILE_REGULAR);
    assert_int_equal(st.size, 8);
    scratch_ok(s, root_stat(&s->job, root, STR_EMPTY, &st));
    assert_int_equal(st.kind, FILE_DIRECTORY);
    FileEntries entries;
    scratch_ok(s, root_list(&s->job, root, STR("absolute-dir"), &entries));
    assert_int_equal(entries.len, 3);
    scratch_same(entries.items[0].name, "b.txt");
    assert_int_equal(entries.items[0].kind, FILE_REGULAR);
    scratch_same(entries.items[1].name, "deep");
    assert_int_equal(entries.items[1].kind, FILE_DIRECTORY);
    scratch_same(entries.items[2].name, "up");
    assert_int_equal(entries.items[2].kind, FILE_LINK);
    scratch_ok(s, root_list(&s->job, root, STR("."), &entries));
    scratch_ok(s, root_list(&s->job, root, STR_EMPTY, &entries));
    scratch_same(entries.items[0].name, "a.txt");
    scratch_fails(s, root_list(&s->job, root, STR("a.txt"), &entries), ERR_NOT_FOUND,
                  "not a directory");
    /* A link itself, when asked for. */
    scratch_ok(s, root_stat_entry(&s->job, root, STR("escape"), &st));
    assert_int_equal(st.kind, FILE_LINK);
    scratch_ok(s, root_stat_entry(&s->job, root, STR("dir/b.txt"), &st));
    assert_int_equal(st.kind, FILE_REGULAR);
    assert_int_equal(st.size, 8);
    int fd = -1;
    scratch_ok(s, root_open_fd(&s->job, root, STR("escape"), O_PATH | O_NOFOLLOW, &fd));
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
    scratch_ok(s, root_open_fd(&s->job, root, STR("escape-dir"), O_PATH | O_NOFOLLOW, &fd));
    close(fd);
  }
  root_walk_always(false);
}

static void writes_in_place(void **state) {
  Scratch *s = *state;
  umask(022);
  AUTO(Root) root = plant_tree(s);
  scratch_ok(s, root_write(&s->job, root, STR("new/er/f"), STR("made"), 0755));
  reads(s, root, "new/er/f", "made");
  struct stat st;
  assert_int_equal(stat(scratch_path(s, "root/new/er/f"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0755);
  assert_int_equal(chmod(scratch_path(s, "root/a.txt"), 0604), 0);
  scratch_ok(s, root_write(&s->job, root, STR("chain1"), STR("changed"), 0755));
  reads(s, root, "a.txt", "changed");
  assert_int_equal(stat(scratch_path(s, "root/a.txt"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0604);
  assert_int_equal(lstat(scratch_path(s, "root/chain1"), &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  scratch_ok(s, root_write(&s->job, root, STR("absolute"), STR("too"), 0644));
  reads(s, root, "dir/b.txt", "too");
  scratch_ok(s, root_write(&s->job, root, STR("dangling"), STR("now there"), 0644));
  reads(s, root, "nowhere", "now there");
  scratch_fails(s, root_write(&s->job, root, STR("dir"), STR("x"), 0644), ERR_USAGE, "directory");
  scratch_fails(s, root_write(&s->job, root, STR("made/../x"), STR("x"), 0644), ERR_NOT_FOUND,
                "made");
  assert_false(scratch_has(s, "root/made"));
}

static void failed_write_takes_its_directories_back(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  job_cancel(&s->job, ERR_CANCELLED);
  scratch_fails(s, root_write(&s->job, root, STR("dir/x/y/f"), STR("text"), 0644), ERR_CANCELLED,
                "");
  assert_false(scratch_has(s, "root/dir/x"));
  assert_int_equal(scratch_count(s, "root/dir"), 3);
}

static void removes(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  scratch_ok(s, root_remove(&s->job, root, STR("escape"))); /* the link, not its target */
  assert_true(scratch_has(s, "out/secret"));
  assert_false(scratch_has(s, "root/escape"));
  scratch_ok(s, root_remove(&s->job, root, STR("dirlink/deep/c.txt")));
  assert_false(scratch_has(s, "root/dir/deep/c.txt"));
  scratch_ok(s, root_remove(&s->job, root, STR("dir/deep")));
  assert_false(scratch_has(s, "root/dir/deep"));
  scratch_fails(s, root_remove(&s->job, root, STR("dir")), ERR_EXISTS, "not empty");
  scratch_fails(s, root_remove(&s->job, root, STR("none")), ERR_NOT_FOUND, "none");
  scratch_fails(s, root_remove(&s->job, root, STR(".")), ERR_BUSY, "");
}

static int may_not_enter(Scratch *s) {
  Root *root = NULL;
  if (root_open(&s->job, scratch_str(s, "root"), &root)) return 1;
  Str text;
  if (root_read(&s->job, root, STR("dir/b.txt"), 99, &text) != ERR_DENIED) return 2;
  if (!str_contains(s->job.message, STR("no permission"))) return 3;
  job_forgive(&s->job);
  if (root_write(&s->job, root, STR("new"), STR("x"), 0644) != ERR_DENIED) return 4;
  root_close(root);
  return 0;
}

static void permissions_are_told(void **state) {
  Scratch *s = *state;
  root_close(plant_tree(s));
  assert_int_equal(chmod(scratch_path(s, "root/dir"), 0700), 0);
  if (geteuid() != 0) skip();
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    assert_int_equal(scratch_as_nobody(may_not_enter, s), 0);
  }
  root_walk_always(false);
}

static void full_disk_changes_nothing(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "small");
  char *small = scratch_path(s, "small");
  if (mount("none", small, "tmpfs", 0, "size=64k") != 0) {
    print_message("skipped: no permission to mount a tmpfs (%s)\n", strerror(errno));
    skip();
  }
  Root *root = NULL;
  scratch_file(s, "small/f", "old");
  Err opened = root_open(&s->job, scratch_str(s, "small"), &root);
  char *big = calloc(1, 1 << 20);
  Err err = root_write(&s->job, root, STR("f"), (Str){big, 1 << 20}, 0644);
  Err err2 = root_write(&s->job, root, STR("d/e/g"), (Str){big, 1 << 20}, 0644);
  free(big);
  job_forgive(&s->job);
  Str text = STR_EMPTY;
  Err err3 = root_read(&s->job, root, STR("f"), 99, &text);
  int entries = scratch_count(s, "small");
  root_close(root);
  umount(small);
  assert_int_equal(opened, OK);
  assert_int_equal(err, ERR_NO_SPACE);
  assert_int_equal(err2, ERR_NO_SPACE);
  assert_int_equal(err3, OK);
  scratch_same(text, "old");
  assert_int_equal(entries, 1);
}

typedef struct Flip {
  Scratch *scratch;
  atomic_bool stop;
} Flip;

/* "root/flip" is a directory one moment and a link to "out" the next. */
static void *flip(void *context) {
  Flip *f = context;
  char flipped[128];
  char other[128];
  snprintf(flipped, sizeof flipped, "%s/root/flip", f->scratch->path);
  snprintf(other, sizeof other, "%s/root/flip-other", f->scratch->path);
  while (!atomic_load(&f->stop)) {
    if (renameat2(AT_FDCWD, flipped, AT_FDCWD, other, RENAME_EXCHANGE)) break;
  }
  return NULL;
}

static void swapped_links_never_lead_out(void **state) {
  Scratch *s = *state;
  AUTO(Root) root = plant_tree(s);
  scratch_dir(s, "root/flip");
  scratch_file(s, "root/flip/secret", "inside");
  scratch_link(s, "../out", "root/flip-other");
  for (int forced = 0; forced <= 1; forced++) {
    root_walk_always(forced);
    Flip f = {.scratch = s};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, flip, &f), 0);
    int read = 0;
    int refused = 0;
    /* Long enough, and until both were met: on a busy machine the flipping
     * thread may not run for a while. */
    int64_t began = job_now_ms();
    while (job_now_ms() < began + 250 || ((!read || !refused) && job_now_ms() < began + 30000)) {
      Arena arena;
      Job job;
      arena_init(&arena);
      job_init(&job, &arena);
      Str text = STR_EMPTY;
      Err err = root_read(&job, root, STR("flip/secret"), 99, &text);
      bool outside = !err && !str_eq_c(text, "inside");
      read += err == OK;
      refused += err == ERR_OUTSIDE;
      int fd = -1;
      if (root_open_fd(&job, root, STR("flip/new"), O_WRONLY | O_CREAT, &fd) == OK) close(fd);
      arena_clear(&arena);
      if (outside) {
        atomic_store(&f.stop, true);
        pthread_join(thread, NULL);
        fail_msg("read outside the root");
      }
    }
    atomic_store(&f.stop, true);
    pthread_join(thread, NULL);
    assert_true(read > 0); /* both were met */
    assert_true(refused > 0);
  }
  root_walk_always(false);
  assert_int_equal(scratch_count(s, "out"), 1); /* nothing was written there */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(links_beneath_are_followed),
      SCRATCH_TEST(every_way_out_is_closed),
      SCRATCH_TEST(no_operation_leaves),
      SCRATCH_TEST(refuses_what_is_no_path),
      SCRATCH_TEST(relative_paths),
      SCRATCH_TEST(opening_a_root),
      SCRATCH_TEST(stats_and_lists),
      SCRATCH_TEST(writes_in_place),
      SCRATCH_TEST(failed_write_takes_its_directories_back),
      SCRATCH_TEST(removes),
      SCRATCH_TEST(permissions_are_told),
      SCRATCH_TEST(full_disk_changes_nothing),
      SCRATCH_TEST(swapped_links_never_lead_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
