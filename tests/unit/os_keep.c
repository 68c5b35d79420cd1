/* Keep: what stands at a name, what is believed, what never happens. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "src/os/file.h"
#include "tests/unit/os_kept.h"

static void write_file(Scratch *s, const char *name, const char *text) {
  scratch_ok(s, file_write(&s->job, scratch_str(s, name), str_from_c(text), 0600));
}

static void expect_file(Scratch *s, const char *name, const char *text) {
  Str found;
  scratch_ok(s, file_read(&s->job, scratch_str(s, name), 1000, &found));
  scratch_same(found, text);
}

static bool is_there(Scratch *s, const char *name) {
  struct stat st;
  return lstat(scratch_path(s, name), &st) == 0;
}

static void reads_what_it_wrote(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  Str text;
  struct stat st;
  scratch_fails(s, keep_read_plain(&s->job, keep, KEEP(KEEP_HISTORY), 100, &text), ERR_NOT_FOUND, "not there");
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP(KEEP_HISTORY), STR("commits")));
  scratch_ok(s, keep_read_plain(&s->job, keep, KEEP(KEEP_HISTORY), 100, &text));
  scratch_same(text, "commits");
  scratch_fails(s, keep_read_plain(&s->job, keep, KEEP(KEEP_HISTORY), 6, &text), ERR_TOO_LARGE, "larger than");
  assert_int_equal(stat(scratch_path(s, "kept/history-v2"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
  assert_int_equal(stat(scratch_path(s, "kept"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0700);
  assert_int_equal(stat(scratch_path(s, "fathom/seal.key"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
  assert_int_equal(st.st_size, 32);
  scratch_same(keep_trouble(keep), "");
  Str parts[] = {STR("one "), STR(""), STR("two")};
  scratch_ok(s, keep_write_parts(&s->job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, STR("12")), parts, COUNT_OF(parts), true));
  expect_file(s, "kept/text/12.seg", "one two");
}

/* Another name, another workspace, another user: another tag. */
static void tags_are_for_one_place(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  assert_int_equal(mkdir(scratch_path(s, "moved"), 0700), 0);
  KeepOptions elsewhere = {.directory = str_from_c(s->path), .folder = STR("kept"), .root = scratch_str(s, "moved")};
  Keep *opened;
  scratch_ok(s, keep_open(&s->job, &elsewhere, &opened));
  AUTO(Keep) other = opened;
  setenv("XDG_STATE_HOME", scratch_path(s, "somebody"), 1);
  AUTO(Keep) theirs = scratch_keep(s, "kept");
  unsigned char tag[KEEP_TAG];
  keep_tag(keep, KEEP_ANSWERS, STR("x"), tag);
  assert_true(keep_holds(keep, KEEP_ANSWERS, STR("x"), tag));
  assert_false(keep_holds(keep, KEEP_ANSWERS, STR("y"), tag));
  assert_false(keep_holds(keep, KEEP_HISTORY, STR("x"), tag));
  assert_false(keep_holds(other, KEEP_ANSWERS, STR("x"), tag));
  assert_false(keep_holds(theirs, KEEP_ANSWERS, STR("x"), tag));
  assert_true(keep_quick(keep, KEEP_ANSWERS, STR("x")) != keep_quick(keep, KEEP_HISTORY, STR("x")));
  assert_true(keep_quick(keep, KEEP_ANSWERS, STR("x")) != keep_quick(other, KEEP_ANSWERS, STR("x")));
  assert_true(keep_quick(keep, KEEP_ANSWERS, STR("x")) != keep_quick(theirs, KEEP_ANSWERS, STR("x")));
}

/* A key that others can read, that is a link or damaged is not used. */
static void needs_a_key_of_its_own(void **state) {
  Scratch *s = *state;
  unsigned char tag[KEEP_TAG];
  AUTO(Keep) keep = scratch_keep(s, "kept");
  keep_tag(keep, KEEP_HISTORY, STR("commits"), tag);
  assert_int_equal(chmod(scratch_path(s, "fathom/seal.key"), 0644), 0);
  AUTO(Keep) open_to_others = scratch_keep(s, "kept");
  assert_true(str_contains(keep_trouble(open_to_others), STR("mode 600")));
  assert_false(keep_holds(open_to_others, KEEP_HISTORY, STR("commits"), tag));
  AUTO(Keep) second = scratch_keep(s, "kept"); /* the same process has one key */
  keep_tag(open_to_others, KEEP_HISTORY, STR("again"), tag);
  assert_true(keep_holds(second, KEEP_HISTORY, STR("again"), tag));
  assert_int_equal(rename(scratch_path(s, "fathom/seal.key"), scratch_path(s, "fathom/real")), 0);
  assert_int_equal(symlink("real", scratch_path(s, "fathom/seal.key")), 0);
  AUTO(Keep) linked = scratch_keep(s, "kept");
  assert_true(keep_trouble(linked).len > 0);
}

typedef void Plant(Scratch *s, const char *path);
static void plant_link(Scratch *s, const char *path) {
  assert_int_equal(symlink(scratch_path(s, "victim"), path), 0);
}
static void plant_dangling(Scratch *s, const char *path) {
  assert_int_equal(symlink(scratch_path(s, "nothing"), path), 0);
}
static void plant_loop(Scratch *s, const char *path) {
  (void)s;
  assert_int_equal(symlink(strrchr(path, '/') + 1, path), 0);
}
static void plant_pipe(Scratch *s, const char *path) {
  (void)s;
  assert_int_equal(mkfifo(path, 0600), 0);
}
static void plant_directory(Scratch *s, const char *path) {
  assert_int_equal(mkdir(path, 0700), 0);
  int fd = open((char *)str_format(&s->arena, "%s/x", path).ptr, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  assert_true(fd >= 0);
  close(fd);
}
static void plant_second_name(Scratch *s, const char *path) {
  assert_int_equal(link(scratch_path(s, "victim"), path), 0);
}
static void plant_socket(Scratch *s, const char *path) {
  (void)s;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
  close(fd);
}
static Plant *const plants[] = {plant_link, plant_dangling, plant_loop, plant_pipe, plant_directory, plant_second_name, plant_socket};

static void act(Scratch *s, Keep *keep, size_t which) {
  int fd;
  bool was_there = true;
  Str text;
  KeepName name = KEEP(KEEP_ANSWERS);
  switch (which) {
    case 0: scratch_ok(s, keep_write_plain(&s->job, keep, name, STR("mine"))); return;
    case 1: scratch_ok(s, keep_lock(&s->job, keep, name, &fd)); file_unlock(fd); return;
    case 2: scratch_ok(s, keep_open_file(&s->job, keep, name, true, &fd)); close(fd); return;
    case 3: scratch_fails(s, keep_append(&s->job, keep, name, STR("mine")), ERR_NOT_FOUND, "not there"); return;
    case 4: scratch_fails(s, keep_read_plain(&s->job, keep, name, 100, &text), ERR_NOT_FOUND, "not there"); return;
    default: scratch_ok(s, keep_clear(&s->job, keep, name, &was_there)); assert_false(was_there); return;
  }
}

/* Every kind of thing, met by every way to open a name, twice. */
static void sets_aside_what_is_no_file(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  for (size_t i = 0; i < COUNT_OF(plants); i++) {
    for (size_t k = 0; k < 6; k++) {
      KeepParts refused;
      write_file(s, "victim", "precious");
      plants[i](s, scratch_path(s, "kept/answers"));
      act(s, keep, k);
      expect_file(s, "victim", "precious");
      assert_false(is_there(s, "nothing"));
      scratch_ok(s, keep_list_refused(&s->job, keep, &refused));
      assert_true(refused.len >= 1);
      scratch_same(str_slice(refused.items[0], 0, 15), "answers.refused");
      scratch_ok(s, keep_remove(&s->job, keep, KEEP(KEEP_ANSWERS)));
      for (size_t n = 0; n < refused.len; n++) { /* make room for the next */
        char *path = scratch_path(s, (char *)str_format(&s->arena, "kept/%.*s", STR_ARG(refused.items[n])).ptr);
        nftw(path, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
      }
    }
  }
}

/* A name that both are of one file cannot be told apart by renaming. */
static void knows_a_file_of_two_names(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  write_file(s, "kept/answers", "x");
  assert_int_equal(link(scratch_path(s, "kept/answers"), scratch_path(s, "kept/answers.refused")), 0);
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP(KEEP_ANSWERS), STR("mine")));
  expect_file(s, "kept/answers.refused", "x");
}

static void refuses_another_folder(void **state) {
  Scratch *s = *state;
  KeepOptions options = {.directory = str_from_c(s->path), .folder = STR("kept"), .root = str_from_c(s->path)};
  Keep *keep;
  write_file(s, "victim", "precious");
  for (size_t i = 0; i < COUNT_OF(plants); i++) {
    if (plants[i] == plant_directory) continue;
    plants[i](s, scratch_path(s, "kept"));
    scratch_fails(s, keep_open(&s->job, &options, &keep), ERR_DENIED, "an index is kept in a directory of this user only");
    assert_int_equal(unlink(scratch_path(s, "kept")), 0);
  }
  if (geteuid() == 0) {
    assert_int_equal(mkdir(scratch_path(s, "kept"), 0777), 0);
    assert_int_equal(chown(scratch_path(s, "kept"), 65534, 65534), 0);
    scratch_fails(s, keep_open(&s->job, &options, &keep), ERR_DENIED, "another user's");
  }
}

/* Taken away or replaced while it is used. */
static void follows_its_folder(void **state) {
  Scratch *s = *state;
  Str text;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP(KEEP_HISTORY), STR("commits")));
  assert_int_equal(rename(scratch_path(s, "kept"), scratch_path(s, "gone")), 0);
  scratch_fails(s, keep_read_plain(&s->job, keep, KEEP(KEEP_HISTORY), 100, &text), ERR_NOT_FOUND, "");
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP(KEEP_HISTORY), STR("more")));
  scratch_ok(s, keep_read_plain(&s->job, keep, KEEP(KEEP_HISTORY), 100, &text));
  scratch_same(text, "more");
  assert_int_equal(rename(scratch_path(s, "kept"), scratch_path(s, "gone2")), 0);
  assert_int_equal(symlink("gone", scratch_path(s, "kept")), 0);
  scratch_fails(s, keep_write_plain(&s->job, keep, KEEP(KEEP_HISTORY), STR("x")), ERR_DENIED, "is a link");
}

static void takes_names_of_the_table_only(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  static const char *const parts[] = {"", "..", "a/b", "../../x", "A", "1.2", "1_2", "12345678901234567890123456789012345678901"};
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    scratch_fails(s, keep_write_plain(&s->job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, str_from_c(parts[i])), STR("x")), ERR_INTERNAL,
                  "no name of a kept file");
  }
  scratch_fails(s, keep_write_plain(&s->job, keep, KEEP_PART(KEEP_HISTORY, STR("1")), STR("x")), ERR_INTERNAL, "no name");
  Str part;
  assert_true(keep_is(KEEP_STORE, STR("index-v3-2.sqlite"), &part));
  scratch_same(part, "3-2");
  assert_false(keep_is(KEEP_STORE, STR("index-v3.sqlite-wal"), &part));
  assert_false(keep_is(KEEP_STORE, STR("index-v.sqlite"), &part));
  assert_false(keep_is(KEEP_TEXT_SEGMENT, STR("../1.seg"), &part));
  KeepParts parts_found;
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, STR("2")), STR("x")));
  scratch_ok(s, keep_write_plain(&s->job, keep, KEEP_PART(KEEP_TEXT_SEGMENT, STR("1")), STR("x")));
  assert_int_equal(symlink("1.seg", scratch_path(s, "kept/text/3.seg")), 0);
  scratch_ok(s, keep_list(&s->job, keep, KEEP_TEXT_SEGMENT, &parts_found));
  assert_int_equal(parts_found.len, 2);
  scratch_same(parts_found.items[0], "1");
  scratch_same(parts_found.items[1], "2");
}

static void locks_out_others(void **state) {
  Scratch *s = *state;
  AUTO(Keep) keep = scratch_keep(s, "kept");
  int one, two;
  scratch_ok(s, keep_lock(&s->job, keep, KEEP(KEEP_TEXT_LOCK), &one));
  scratch_fails(s, keep_lock(&s->job, keep, KEEP(KEEP_TEXT_LOCK), &two), ERR_BUSY, "locked by another process");
  file_unlock(one);
  scratch_ok(s, keep_lock(&s->job, keep, KEEP(KEEP_TEXT_LOCK), &two));
  file_unlock(two);
  scratch_ok(s, keep_create(&s->job, keep, KEEP_PART(KEEP_STORE, STR("3")), STR("some")));
  scratch_fails(s, keep_create(&s->job, keep, KEEP_PART(KEEP_STORE, STR("3")), STR("more")), ERR_BUSY, "made by somebody else");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(reads_what_it_wrote),       SCRATCH_TEST(tags_are_for_one_place),
      SCRATCH_TEST(needs_a_key_of_its_own),    SCRATCH_TEST(sets_aside_what_is_no_file),
      SCRATCH_TEST(knows_a_file_of_two_names), SCRATCH_TEST(refuses_another_folder),
      SCRATCH_TEST(follows_its_folder),        SCRATCH_TEST(takes_names_of_the_table_only),
      SCRATCH_TEST(locks_out_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
