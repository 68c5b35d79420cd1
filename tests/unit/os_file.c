/* Files: reading, atomic replacement, directories, path text, locks. */
#include "tests/unit/os_scratch.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/mount.h>

#include "src/os/file.h"

static mode_t mode_of(const char *path) {
  struct stat st;
  assert_int_equal(stat(path, &st), 0);
  return st.st_mode & 07777;
}

static void reads_what_is_there(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_file(s, "a", "hello\n");
  scratch_ok(s, file_read(&s->job, scratch_str(s, "a"), 6, &text));
  scratch_same(text, "hello\n");
  assert_int_equal(text.ptr[text.len], '\0');
  scratch_file(s, "empty", "");
  scratch_ok(s, file_read(&s->job, scratch_str(s, "empty"), 0, &text));
  assert_int_equal(text.len, 0);
  /* Says size 0 and has contents. */
  scratch_ok(s, file_read(&s->job, STR("/proc/self/status"), 1 << 20, &text));
  assert_true(str_starts_with(text, STR("Name:")));
}

static void reads_large_files_whole(void **state) {
  Scratch *s = *state;
  size_t size = 3000001;
  char *big = malloc(size);
  for (size_t i = 0; i < size; i++) big[i] = (char)('a' + i % 23);
  scratch_ok(s, file_write(&s->job, scratch_str(s, "big"), (Str){big, size}, 0644));
  Str text;
  scratch_ok(s, file_read(&s->job, scratch_str(s, "big"), size, &text));
  assert_int_equal(text.len, size);
  assert_memory_equal(text.ptr, big, size);
  free(big);
}

static void refuses_what_cannot_be_read(void **state) {
  Scratch *s = *state;
  Str text = STR("untouched");
  scratch_file(s, "a", "12345");
  scratch_fails(s, file_read(&s->job, scratch_str(s, "a"), 4, &text), ERR_TOO_LARGE,
                "larger than the limit of 4 bytes");
  scratch_fails(s, file_read(&s->job, scratch_str(s, "none"), 4, &text), ERR_NOT_FOUND,
                "there is no such file");
  scratch_fails(s, file_read(&s->job, str_from_c(s->path), 4, &text), ERR_USAGE, "a directory");
  assert_int_equal(mkfifo(scratch_path(s, "pipe"), 0600), 0);
  scratch_fails(s, file_read(&s->job, scratch_str(s, "pipe"), 4, &text), ERR_USAGE, "a pipe");
  scratch_fails(s, file_read(&s->job, STR("/proc/self/status"), 4, &text), ERR_TOO_LARGE,
                "4 bytes");
  scratch_same(text, "untouched");
}

static void refuses_what_is_no_path(void **state) {
  Scratch *s = *state;
  Str text;
  FileStat st;
  scratch_fails(s, file_read(&s->job, STR_EMPTY, 9, &text), ERR_USAGE, "empty");
  scratch_fails(s, file_read(&s->job, STR("/etc/pass\0wd"), 9, &text), ERR_USAGE, "NUL byte");
  char longest[5000];
  memset(longest, 'a', sizeof longest);
  Str too_long = {longest, sizeof longest};
  scratch_fails(s, file_stat(&s->job, too_long, &st), ERR_TOO_LARGE, "5000 bytes; at most 4095");
  assert_false(file_exists(too_long));
  assert_false(file_exists(STR_EMPTY));
}

static void writes_new_and_old(void **state) {
  Scratch *s = *state;
  umask(022);
  Str path = scratch_str(s, "f");
  scratch_ok(s, file_write(&s->job, path, STR("one"), 0600));
  assert_int_equal(mode_of(path.ptr), 0600);
  assert_int_equal(chmod(path.ptr, 0640), 0);
  struct stat before;
  struct stat after;
  assert_int_equal(stat(path.ptr, &before), 0);
  scratch_ok(s, file_write(&s->job, path, STR("two"), 0600));
  assert_int_equal(stat(path.ptr, &after), 0);
  assert_int_equal(mode_of(path.ptr), 0640);
  assert_true(before.st_ino != after.st_ino); /* replaced, not overwritten */
  Str text;
  scratch_ok(s, file_read(&s->job, path, 9, &text));
  scratch_same(text, "two");
  assert_int_equal(scratch_count(s, "."), 1);
  scratch_ok(s, file_write(&s->job, scratch_str(s, "masked"), STR("x"), 0666));
  assert_int_equal(mode_of(scratch_path(s, "masked")), 0644);
}

static void keeps_the_owner(void **state) {
  Scratch *s = *state;
  if (geteuid() != 0) skip();
  scratch_file(s, "f", "one");
  assert_int_equal(chown(scratch_path(s, "f"), 65534, 65534), 0);
  assert_int_equal(chmod(scratch_path(s, "f"), 04755), 0);
  scratch_ok(s, file_write(&s->job, scratch_str(s, "f"), STR("two"), 0600));
  struct stat st;
  assert_int_equal(stat(scratch_path(s, "f"), &st), 0);
  assert_int_equal(st.st_uid, 65534);
  assert_int_equal(st.st_gid, 65534);
  assert_int_equal(st.st_mode & 07777, 04755);
}

static void writes_through_links(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "d");
  scratch_file(s, "d/real", "old");
  scratch_link(s, "d/real", "link");
  scratch_link(s, "d/new", "dangling");
  scratch_ok(s, file_write(&s->job, scratch_str(s, "link"), STR("via link"), 0600));
  scratch_ok(s, file_write(&s->job, scratch_str(s, "dangling"), STR("made"), 0600));
  Str text;
  scratch_ok(s, file_read(&s->job, scratch_str(s, "d/real"), 99, &text));
  scratch_same(text, "via link");
  scratch_ok(s, file_read(&s->job, scratch_str(s, "d/new"), 99, &text));
  scratch_same(text, "made");
  struct stat st;
  assert_int_equal(lstat(scratch_path(s, "link"), &st), 0);
  assert_true(S_ISLNK(st.st_mode));
}

static void failed_write_leaves_nothing(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "d");
  scratch_fails(s, file_write(&s->job, scratch_str(s, "d"), STR("x"), 0600), ERR_USAGE,
                "it is a directory");
  scratch_fails(s, file_write(&s->job, scratch_str(s, "no/f"), STR("x"), 0600), ERR_NOT_FOUND,
                "no/f");
  job_cancel(&s->job, ERR_CANCELLED);
  scratch_fails(s, file_write(&s->job, scratch_str(s, "f"), STR("x"), 0600), ERR_CANCELLED,
                "cancelled");
  assert_int_equal(scratch_count(s, "."), 1);
}

static int may_not_write(Scratch *s) {
  Str path = scratch_str(s, "f");
  if (file_write(&s->job, path, STR("mine"), 0644) != ERR_DENIED) return 1;
  if (!str_contains(s->job.message, STR("no permission"))) return 2;
  job_forgive(&s->job);
  /* Its directory may be written, the file itself not. */
  if (file_write(&s->job, scratch_str(s, "open/ro"), STR("mine"), 0644) != ERR_DENIED) return 3;
  return 0;
}

static void write_protection_is_kept(void **state) {
  Scratch *s = *state;
  scratch_file(s, "f", "theirs");
  scratch_dir(s, "open");
  assert_int_equal(chmod(scratch_path(s, "open"), 0777), 0);
  scratch_file(s, "open/ro", "theirs");
  assert_int_equal(chmod(scratch_path(s, "open/ro"), 0444), 0);
  assert_int_equal(chmod(scratch_path(s, "f"), 0444), 0);
  if (geteuid() != 0) skip();
  assert_int_equal(scratch_as_nobody(may_not_write, s), 0);
  Str text;
  scratch_ok(s, file_read(&s->job, scratch_str(s, "open/ro"), 99, &text));
  scratch_same(text, "theirs");
  assert_int_equal(scratch_count(s, "open"), 1);
}

static void full_disk_changes_nothing(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "small");
  char *small = scratch_path(s, "small");
  if (mount("none", small, "tmpfs", 0, "size=64k") != 0) {
    print_message("skipped: no permission to mount a tmpfs (%s)\n", strerror(errno));
    skip();
  }
  scratch_file(s, "small/f", "old");
  char *big = calloc(1, 1 << 20);
  Err err = file_write(&s->job, scratch_str(s, "small/f"), (Str){big, 1 << 20}, 0644);
  free(big);
  int entries = scratch_count(s, "small");
  Str text = STR_EMPTY;
  Str message = s->job.message;
  job_forgive(&s->job);
  Err read_err = file_read(&s->job, scratch_str(s, "small/f"), 99, &text);
  umount(small);
  assert_int_equal(err, ERR_NO_SPACE);
  assert_true(str_contains(message, STR("the disk is full; free some space")));
  assert_int_equal(entries, 1);
  scratch_ok(s, read_err);
  scratch_same(text, "old");
}

static void killed_writer_leaves_old_file_and_known_name(void **state) {
  Scratch *s = *state;
  scratch_file(s, "f", "old");
  size_t size = 64 << 20;
  pid_t pid = fork();
  if (pid == 0) {
    char *big = calloc(1, size);
    for (;;) {
      if (file_write(&s->job, scratch_str(s, "f"), (Str){big, size}, 0600)) _exit(1);
    }
  }
  /* Killed as soon as its temporary file is seen. */
  bool seen = false;
  while (!seen && waitpid(pid, NULL, WNOHANG) == 0) seen = scratch_count(s, ".") > 1;
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  assert_true(seen);
  struct stat st;
  assert_int_equal(stat(scratch_path(s, "f"), &st), 0);
  assert_true(st.st_size == 3 || st.st_size == (off_t)size);
  DIR *directory = opendir(s->path);
  const struct dirent *entry;
  while ((entry = readdir(directory))) {
    Str name = str_from_c(entry->d_name);
    if (name.ptr[0] == '.' && name.len > 2) {
      assert_true(str_starts_with(name, STR(FILE_TEMP_PREFIX)));
    } else {
      assert_true(name.len <= 2);
    }
  }
  closedir(directory);
}

static void stats_and_removes(void **state) {
  Scratch *s = *state;
  FileStat st;
  scratch_file(s, "f", "12345");
  scratch_link(s, "f", "l");
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "l"), &st));
  assert_int_equal(st.kind, FILE_REGULAR);
  assert_int_equal(st.size, 5);
  assert_int_equal(st.owner, geteuid());
  assert_true(st.mtime_ns > 1500000000LL * 1000000000);
  scratch_ok(s, file_stat(&s->job, str_from_c(s->path), &st));
  assert_int_equal(st.kind, FILE_DIRECTORY);
  assert_int_equal(st.mode, 0755);
  scratch_ok(s, file_remove(&s->job, scratch_str(s, "l")));
  assert_true(scratch_has(s, "f"));
  scratch_ok(s, file_remove(&s->job, scratch_str(s, "f")));
  assert_false(file_exists(scratch_str(s, "f")));
  scratch_ok(s, file_remove(&s->job, scratch_str(s, "f"))); /* absent is OK */
}

static void makes_private_directories(void **state) {
  Scratch *s = *state;
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "a/b//c/"), true));
  assert_int_equal(mode_of(scratch_path(s, "a")), 0700);
  assert_int_equal(mode_of(scratch_path(s, "a/b/c")), 0700);
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "a/b/c"), true));
  assert_int_equal(chmod(scratch_path(s, "a/b/c"), 0750), 0);
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "a/b/c"), false));
  scratch_fails(s, file_make_dir(&s->job, scratch_str(s, "a/b/c"), true), ERR_DENIED,
                "open to other users (mode 750); run: chmod 700");
  scratch_file(s, "f", "");
  scratch_fails(s, file_make_dir(&s->job, scratch_str(s, "f"), false), ERR_NOT_FOUND,
                "not a directory");
  scratch_fails(s, file_make_dir(&s->job, scratch_str(s, "f/x"), false), ERR_NOT_FOUND,
                "not a directory");
}

static void foreign_directory_is_refused(void **state) {
  Scratch *s = *state;
  if (geteuid() != 0) skip();
  scratch_dir(s, "theirs");
  scratch_dir(s, "ours");
  assert_int_equal(chmod(scratch_path(s, "ours"), 0700), 0);
  assert_int_equal(chmod(scratch_path(s, "theirs"), 0700), 0);
  assert_int_equal(chown(scratch_path(s, "theirs"), 65534, 65534), 0);
  scratch_fails(s, file_make_dir(&s->job, scratch_str(s, "theirs"), true), ERR_DENIED,
                "belongs to another user (65534)");
  /* A link that somebody else put there, to a directory that is ours. */
  scratch_link(s, "ours", "link");
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "link"), true));
  assert_int_equal(lchown(scratch_path(s, "link"), 65534, 65534), 0);
  scratch_fails(s, file_make_dir(&s->job, scratch_str(s, "link"), true), ERR_DENIED,
                "another user");
}

static void resolves_real_paths(void **state) {
  Scratch *s = *state;
  Str real;
  scratch_dir(s, "d");
  scratch_link(s, "d", "ld");
  scratch_link(s, "gone/deeper", "dangling");
  scratch_link(s, "circle", "circle");
  scratch_ok(s, file_real_path(&s->job, scratch_str(s, "ld/./new/../x//y"), &real));
  scratch_same(real, scratch_path(s, "d/x/y"));
  scratch_ok(s, file_real_path(&s->job, scratch_str(s, "dangling/f"), &real));
  scratch_same(real, scratch_path(s, "gone/deeper/f"));
  scratch_ok(s, file_real_path(&s->job, scratch_str(s, "ld/"), &real));
  scratch_same(real, scratch_path(s, "d"));
  scratch_ok(s, file_real_path(&s->job, STR("/"), &real));
  scratch_same(real, "/");
  scratch_ok(s, file_real_path(&s->job, STR("/no-such-thing/x"), &real));
  scratch_same(real, "/no-such-thing/x");
  scratch_fails(s, file_real_path(&s->job, scratch_str(s, "circle/f"), &real), ERR_IO, "circle");
}

static void path_text(void **state) {
  Scratch *s = *state;
  static const struct {
    const char *directory, *name, *joined;
  } joins[] = {
      {"a", "b", "a/b"},
      {"a/", "/b", "/b"},
      {"", "b", "b"},
      {"a", "", "a"},
      {"", "", "."},
      {"a", "..", "."},
      {"a/b", "../../..", ".."},
      {"/", "..", "/"},
      {"..", "../x", "../../x"},
      {"/a//b", "./c/", "/a/b/c"},
      {"../a", "..", ".."},
      {".", "..x", "..x"},
  };
  for (size_t i = 0; i < COUNT_OF(joins); i++) {
    scratch_same(file_join(&s->arena, str_from_c(joins[i].directory), str_from_c(joins[i].name)),
                 joins[i].joined);
  }
  static const struct {
    const char *path, *directory, *name;
  } parts[] = {
      {"a/b/c", "a/b", "c"}, {"a", ".", "a"},      {"/a", "/", "a"},
      {"/", "/", "/"},       {"a//b//", "a", "b"}, {"", ".", ""},
  };
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    scratch_same(file_directory(str_from_c(parts[i].path)), parts[i].directory);
    scratch_same(file_name(str_from_c(parts[i].path)), parts[i].name);
  }
  static const struct {
    const char *directory, *path, *rest; /* NULL: not beneath */
  } beneath[] = {
      {"/a", "/a", ""}, {"/a", "/a/b/c", "b/c"}, {"/a", "/a//b", "b"}, {"/a", "/ab", NULL},
      {"/a", "/", NULL}, {"/", "/a", "a"},       {"/", "/", ""},
  };
  for (size_t i = 0; i < COUNT_OF(beneath); i++) {
    Str rest;
    bool is_beneath = file_beneath(str_from_c(beneath[i].directory), str_from_c(beneath[i].path), &rest);
    assert_int_equal(is_beneath, beneath[i].rest != NULL);
    if (is_beneath) scratch_same(rest, beneath[i].rest);
  }
  char here[4096];
  assert_non_null(getcwd(here, sizeof here));
  scratch_same(file_working_directory(&s->arena), here);
}

static void locks_exclude(void **state) {
  Scratch *s = *state;
  Str path = scratch_str(s, "lock");
  int fd = -1;
  int second = -1;
  scratch_ok(s, file_lock(&s->job, path, &fd));
  assert_int_equal(mode_of(path.ptr), 0600);
  scratch_fails(s, file_lock(&s->job, path, &second), ERR_BUSY, "locked by another process");
  pid_t pid = fork();
  if (pid == 0) {
    int theirs = -1;
    _exit(file_lock(&s->job, path, &theirs) == ERR_BUSY ? 0 : 1);
  }
  int status = -1;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
  assert_int_equal(second, -1);
  file_unlock(fd);
  scratch_ok(s, file_lock(&s->job, path, &second));
  file_unlock(second);
}

/* Change and birth, by which what has an old name and an old time of writing
 * is told from what it was. */
static void tells_change_and_birth(void **state) {
  Scratch *s = *state;
  FileStat first, touched, second;
  scratch_file(s, "f", "text");
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "f"), &first));
  struct stat st;
  assert_int_equal(stat(scratch_path(s, "f"), &st), 0);
  assert_int_equal(first.ctime_ns, (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec);
  assert_int_equal(first.mtime_ns, (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec);
  assert_int_equal(first.device, st.st_dev);
  assert_int_equal(first.inode, st.st_ino);
  const struct timespec long_ago[] = {{.tv_sec = 1}, {.tv_sec = 1}};
  assert_int_equal(utimensat(AT_FDCWD, scratch_path(s, "f"), long_ago, 0), 0);
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "f"), &touched));
  assert_int_equal(touched.mtime_ns, 1000000000);
  assert_true(touched.ctime_ns >= first.ctime_ns);
  assert_int_equal(touched.birth_ns, first.birth_ns);
  if (!first.birth_ns) return; /* the file system does not say */
  assert_int_equal(unlink(scratch_path(s, "f")), 0);
  scratch_file(s, "f", "text");
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "f"), &second));
  assert_true(second.birth_ns >= first.birth_ns);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(tells_change_and_birth),
      SCRATCH_TEST(reads_what_is_there),
      SCRATCH_TEST(reads_large_files_whole),
      SCRATCH_TEST(refuses_what_cannot_be_read),
      SCRATCH_TEST(refuses_what_is_no_path),
      SCRATCH_TEST(writes_new_and_old),
      SCRATCH_TEST(keeps_the_owner),
      SCRATCH_TEST(writes_through_links),
      SCRATCH_TEST(failed_write_leaves_nothing),
      SCRATCH_TEST(write_protection_is_kept),
      SCRATCH_TEST(full_disk_changes_nothing),
      SCRATCH_TEST(killed_writer_leaves_old_file_and_known_name),
      SCRATCH_TEST(stats_and_removes),
      SCRATCH_TEST(makes_private_directories),
      SCRATCH_TEST(foreign_directory_is_refused),
      SCRATCH_TEST(resolves_real_paths),
      SCRATCH_TEST(path_text),
      SCRATCH_TEST(locks_exclude),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
