/* Places: what the environment decides and what it may not. */
#include "tests/unit/os_scratch.h"

#include <pwd.h>

#include "src/os/file.h"
#include "src/os/place.h"

static int clean_setup(void **state) {
  static const char *const names[] = {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
                                      "XDG_RUNTIME_DIR", "TMPDIR",         "FATHOM_SHARE"};
  int status = scratch_setup(state);
  for (size_t i = 0; i < COUNT_OF(names); i++) unsetenv(names[i]);
  setenv("HOME", "/home/her/", 1);
  return status;
}

static void beneath_home(void **state) {
  Scratch *s = *state;
  scratch_same(place_home(&s->arena), "/home/her");
  scratch_same(place_config(&s->arena), "/home/her/.config/fathom");
  scratch_same(place_cache(&s->arena), "/home/her/.cache/fathom");
  scratch_same(place_state(&s->arena), "/home/her/.local/state/fathom");
}

static void where_told(void **state) {
  Scratch *s = *state;
  setenv("XDG_CONFIG_HOME", "/x/config", 1);
  setenv("XDG_CACHE_HOME", "/x/cache/", 1);
  setenv("XDG_STATE_HOME", "/x/state", 1);
  setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
  scratch_same(place_config(&s->arena), "/x/config/fathom");
  scratch_same(place_cache(&s->arena), "/x/cache/fathom");
  scratch_same(place_state(&s->arena), "/x/state/fathom");
  scratch_same(place_runtime(&s->arena), "/run/user/7/fathom");
}

static void relative_values_are_ignored(void **state) {
  Scratch *s = *state;
  setenv("XDG_CONFIG_HOME", "config", 1);
  setenv("XDG_CACHE_HOME", "", 1);
  setenv("XDG_RUNTIME_DIR", "./run", 1);
  setenv("TMPDIR", "tmp", 1);
  char runtime[64];
  snprintf(runtime, sizeof runtime, "/tmp/fathom-%u", (unsigned)getuid());
  scratch_same(place_config(&s->arena), "/home/her/.config/fathom");
  scratch_same(place_cache(&s->arena), "/home/her/.cache/fathom");
  scratch_same(place_runtime(&s->arena), runtime);
  setenv("TMPDIR", "/var/tmp", 1);
  snprintf(runtime, sizeof runtime, "/var/tmp/fathom-%u", (unsigned)getuid());
  scratch_same(place_runtime(&s->arena), runtime);
}

/* In a directory where everybody writes somebody may have been faster. */
static void a_runtime_folder_that_is_not_ours_alone(void **state) {
  Scratch *s = *state;
  unsetenv("XDG_RUNTIME_DIR");
  setenv("XDG_STATE_HOME", "/x/state", 1);
  setenv("TMPDIR", s->path, 1);
  char name[32];
  snprintf(name, sizeof name, "fathom-%u", (unsigned)getuid());
  scratch_same(place_runtime(&s->arena), scratch_path(s, name));
  scratch_same(place_runtime_trouble(&s->arena), "");
  scratch_dir(s, name);
  assert_int_equal(chmod(scratch_path(s, name), 0700), 0);
  scratch_same(place_runtime(&s->arena), scratch_path(s, name));
  assert_int_equal(chmod(scratch_path(s, name), 0710), 0);
  Str words = str_format(&s->arena, "'%s' is open to other users (mode 710)", scratch_path(s, name));
  scratch_same(place_runtime(&s->arena), "/x/state/fathom/run");
  scratch_same(place_runtime_trouble(&s->arena), str_to_c(&s->arena, words));
  assert_int_equal(rmdir(scratch_path(s, name)), 0);
  scratch_link(s, "target", name);
  words = str_format(&s->arena, "'%s' is no directory", scratch_path(s, name));
  scratch_same(place_runtime_trouble(&s->arena), str_to_c(&s->arena, words));
  assert_int_equal(unlink(scratch_path(s, name)), 0);
  assert_int_equal(chmod(s->path, 0777), 0);
  words = str_format(&s->arena, "others may rename what is in '%s' (mode 777, not sticky)", s->path);
  scratch_same(place_runtime_trouble(&s->arena), str_to_c(&s->arena, words));
  assert_int_equal(chmod(s->path, 01777), 0);
  scratch_same(place_runtime_trouble(&s->arena), "");
  /* Where the user said, it is the user's business. */
  setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
  scratch_same(place_runtime(&s->arena), "/run/user/7/fathom");
  scratch_same(place_runtime_trouble(&s->arena), "");
}

static void home_from_the_password_database(void **state) {
  Scratch *s = *state;
  const struct passwd *entry = getpwuid(getuid());
  unsetenv("HOME");
  scratch_same(place_home(&s->arena), entry ? entry->pw_dir : "");
  setenv("HOME", "relative", 1);
  scratch_same(place_home(&s->arena), entry ? entry->pw_dir : "");
}

static int without_home(Scratch *s) {
  if (setresuid(54321, 54321, 54321)) return 77;
  unsetenv("HOME");
  if (place_home(&s->arena).len) return 1;
  return str_eq_c(place_config(&s->arena), "/tmp/fathom-54321/config") ? 0 : 2;
}

static void nobody_has_no_home(void **state) {
  Scratch *s = *state;
  if (geteuid() != 0) skip();
  pid_t pid = fork();
  if (pid == 0) _exit(without_home(s));
  int status = -1;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void program_and_share(void **state) {
  Scratch *s = *state;
  Str program = place_program(&s->arena);
  assert_true(str_ends_with(program, STR("/os_place")));
  assert_true(file_exists(program));
  Str share = place_share(&s->arena);
  assert_true(str_ends_with(share, STR("/share/fathom")));
  assert_int_equal(share.ptr[0], '/');
  setenv("FATHOM_SHARE", "/opt/share//fathom", 1);
  scratch_same(place_share(&s->arena), "/opt/share/fathom");
  setenv("FATHOM_SHARE", "share", 1);
  assert_true(str_eq(place_share(&s->arena), share));
}

static void environment(void **state) {
  (void)state;
  setenv("FATHOM_TEST", "value", 1);
  scratch_same(place_env("FATHOM_TEST"), "value");
  unsetenv("FATHOM_TEST");
  scratch_same(place_env("FATHOM_TEST"), "");
}

#define PLACE_TEST(function) \
  cmocka_unit_test_setup_teardown(function, clean_setup, scratch_teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      PLACE_TEST(beneath_home),
      PLACE_TEST(where_told),
      PLACE_TEST(relative_values_are_ignored),
      PLACE_TEST(a_runtime_folder_that_is_not_ours_alone),
      PLACE_TEST(home_from_the_password_database),
      PLACE_TEST(nobody_has_no_home),
      PLACE_TEST(program_and_share),
      PLACE_TEST(environment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
