/* Trust: kept by real path in the user's own folder, and nowhere else. */
#include "tests/unit/os_scratch.h"

#include "src/app/app_internal.h"

extern const AppCommand app_command_trust, app_command_untrust;

static int trust_setup(void **state) {
  scratch_setup(state);
  Scratch *s = *state;
  scratch_dir(s, "home");
  scratch_dir(s, "repo");
  scratch_dir(s, "repo/.git");
  scratch_dir(s, "repo/src");
  assert_int_equal(setenv("HOME", scratch_path(s, "home"), 1), 0);
  assert_int_equal(setenv("XDG_CONFIG_HOME", scratch_path(s, "config"), 1), 0);
  return 0;
}

#define TRUST_TEST(function) cmocka_unit_test_setup_teardown(function, trust_setup, scratch_teardown)

/* Runs trust or untrust with one word (NULL: none); the output in *ret_text. */
static Err run(Scratch *s, const AppCommand *command, const char *word, Str *ret_text) {
  AppRun app_run;
  Buf out;
  Str words[] = {str_from_c(word)};
  buf_init(&out, &s->arena, 1 << 20);
  TRY(app_parse(&s->job, command, words, word ? 1 : 0, &app_run));
  app_run.out = &out;
  Err err = command->run(&app_run);
  *ret_text = buf_str(&out);
  return err;
}

static void says(Scratch *s, const AppCommand *command, const char *word, const char *wanted) {
  Str text;
  scratch_ok(s, run(s, command, word, &text));
  scratch_same(text, wanted);
}

static const char *line(Scratch *s, const char *words, const char *name) {
  return str_to_c(&s->arena, str_format(&s->arena, "%s%s/%s\n", words, s->path, name));
}

static bool trusted(Scratch *s, const char *name) { return app_is_trusted(&s->job, scratch_str(s, name)); }

static void nobody_is_trusted_at_first(void **state) {
  Scratch *s = *state;
  assert_false(trusted(s, "repo"));
  says(s, &app_command_trust, "--list", "no workspace is trusted\n");
  /* Asking made no file. */
  assert_false(scratch_has(s, "config"));
}

static void trusting_and_taking_back(void **state) {
  Scratch *s = *state;
  says(s, &app_command_trust, scratch_path(s, "repo"), line(s, "trusted: ", "repo"));
  assert_true(trusted(s, "repo"));
  says(s, &app_command_trust, scratch_path(s, "repo"), line(s, "already trusted: ", "repo"));
  says(s, &app_command_trust, "--list", line(s, "", "repo"));
  says(s, &app_command_untrust, scratch_path(s, "repo"), line(s, "no longer trusted: ", "repo"));
  assert_false(trusted(s, "repo"));
  says(s, &app_command_trust, "--list", "no workspace is trusted\n");
}

static void file_is_private(void **state) {
  Scratch *s = *state;
  Str text;
  struct stat st;
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  assert_int_equal(stat(scratch_path(s, "config/fathom"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0700);
  assert_int_equal(stat(scratch_path(s, "config/fathom/trusted.json"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0600);
  /* And nothing in the repository. */
  assert_int_equal(scratch_count(s, "repo"), 2);
}

static void trust_is_for_one_directory_only(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_dir(s, "repo2");
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  assert_false(trusted(s, "repo/src"));
  assert_false(trusted(s, "repo2"));
  assert_false(trusted(s, ""));
}

static void links_are_trusted_by_what_they_lead_to(void **state) {
  Scratch *s = *state;
  scratch_link(s, "repo", "link");
  says(s, &app_command_trust, scratch_path(s, "link"), line(s, "trusted: ", "repo"));
  assert_true(trusted(s, "repo"));
  /* Whatever the link leads to later is another matter. */
  assert_false(trusted(s, "link"));
  says(s, &app_command_untrust, scratch_path(s, "link"), line(s, "no longer trusted: ", "repo"));
}

static void home_and_system_directories_cannot_be_trusted(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_fails(s, run(s, &app_command_trust, "/", &text), ERR_USAGE, "it is a system directory");
  scratch_fails(s, run(s, &app_command_trust, scratch_path(s, "home"), &text), ERR_USAGE,
                "it is the home directory itself");
  scratch_fails(s, run(s, &app_command_trust, scratch_path(s, "none"), &text), ERR_USAGE, "no directory");
  assert_false(scratch_has(s, "config"));
}

static void without_a_directory_the_root_is_searched(void **state) {
  Scratch *s = *state;
  char *before = getcwd(NULL, 0);
  assert_int_equal(chdir(scratch_path(s, "repo/src")), 0);
  says(s, &app_command_trust, NULL, line(s, "trusted: ", "repo"));
  assert_int_equal(chdir(before), 0);
  free(before);
  assert_true(trusted(s, "repo"));
}

static void directory_that_is_gone_can_be_untrusted(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_dir(s, "gone");
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "gone"), &text));
  assert_int_equal(rmdir(scratch_path(s, "gone")), 0);
  says(s, &app_command_untrust, scratch_path(s, "gone"), line(s, "no longer trusted: ", "gone"));
}

static void untrusting_what_is_not_trusted_is_told(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_fails(s, run(s, &app_command_untrust, scratch_path(s, "repo"), &text), ERR_NOT_FOUND,
                "is not trusted; 'fathom trust --list' shows what is");
}

static void broken_list_trusts_nobody_and_is_not_overwritten(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  scratch_file(s, "config/fathom/trusted.json", "{\"trusted\":[");
  assert_false(trusted(s, "repo"));
  Str words = str_format(&s->arena, "%s/config/fathom/trusted.json: ", s->path);
  scratch_fails(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text), ERR_SYNTAX,
                str_to_c(&s->arena, words));
  struct stat st;
  assert_int_equal(stat(scratch_path(s, "config/fathom/trusted.json"), &st), 0);
  assert_int_equal(st.st_size, 12);
}

static void several_are_kept_in_order(void **state) {
  Scratch *s = *state;
  Str text;
  static const char *const names[] = {"a", "b", "c"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    scratch_dir(s, names[i]);
    scratch_ok(s, run(s, &app_command_trust, scratch_path(s, names[i]), &text));
  }
  scratch_ok(s, run(s, &app_command_untrust, scratch_path(s, "b"), &text));
  Str wanted = str_format(&s->arena, "%s/a\n%s/c\n", s->path, s->path);
  says(s, &app_command_trust, "--list", str_to_c(&s->arena, wanted));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TRUST_TEST(nobody_is_trusted_at_first),
      TRUST_TEST(trusting_and_taking_back),
      TRUST_TEST(file_is_private),
      TRUST_TEST(trust_is_for_one_directory_only),
      TRUST_TEST(links_are_trusted_by_what_they_lead_to),
      TRUST_TEST(home_and_system_directories_cannot_be_trusted),
      TRUST_TEST(without_a_directory_the_root_is_searched),
      TRUST_TEST(directory_that_is_gone_can_be_untrusted),
      TRUST_TEST(untrusting_what_is_not_trusted_is_told),
      TRUST_TEST(broken_list_trusts_nobody_and_is_not_overwritten),
      TRUST_TEST(several_are_kept_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
