/* Trust: kept in the user's own folder, by real path and by which directory
 * that was, and nowhere else. */
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

/* What is at the path is another directory. */
static void replace_directory(Scratch *s, const char *name) {
  assert_int_equal(rename(scratch_path(s, name), scratch_path(s, "moved")), 0);
  scratch_dir(s, name);
}

#define RENEW "'fathom trust DIR' trusts what is there now, 'fathom untrust DIR' forgets it\n"

static void another_directory_at_the_path_is_not_trusted(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  replace_directory(s, "repo");
  assert_false(trusted(s, "repo"));
  assert_int_equal(app_trust_of(&s->job, scratch_str(s, "repo")), APP_TRUST_CHANGED);
  assert_false(trusted(s, "moved")); /* nor is it taken along */
  says(s, &app_command_trust, "--list",
       str_to_c(&s->arena, str_format(&s->arena, "%s/repo  (no longer: another directory is there now, or none)\n" RENEW, s->path)));
  says(s, &app_command_trust, scratch_path(s, "repo"), line(s, "trusted again: ", "repo"));
  assert_true(trusted(s, "repo"));
  says(s, &app_command_trust, "--list", line(s, "", "repo"));
  /* The first one comes back: that is another one again. */
  assert_int_equal(rmdir(scratch_path(s, "repo")), 0);
  assert_int_equal(rename(scratch_path(s, "moved"), scratch_path(s, "repo")), 0);
  assert_false(trusted(s, "repo"));
  says(s, &app_command_untrust, scratch_path(s, "repo"), line(s, "no longer trusted: ", "repo"));
  says(s, &app_command_trust, "--list", "no workspace is trusted\n");
}

/* Inodes are used again; the time of birth is not. */
static void the_same_inode_is_not_enough(void **state) {
  Scratch *s = *state;
  Str text, kept;
  FileStat stat;
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "repo"), &stat));
  scratch_ok(s, file_read(&s->job, scratch_str(s, "config/fathom/trusted.json"), 4096, &kept));
  Str wanted = str_format(&s->arena, "{\n  \"trusted\": [\n    {\n      \"path\": \"%s/repo\",\n      \"inode\": %llu,\n      \"born\": %lld\n    }\n  ]\n}\n",
                          s->path, (unsigned long long)stat.inode, (long long)stat.birth_ns);
  scratch_same(kept, str_to_c(&s->arena, wanted));
  Str other = str_format(&s->arena, "{\"trusted\":[{\"path\":\"%s/repo\",\"inode\":%llu,\"born\":%lld}]}", s->path,
                         (unsigned long long)stat.inode, (long long)stat.birth_ns - 1);
  scratch_file(s, "config/fathom/trusted.json", str_to_c(&s->arena, other));
  assert_int_equal(app_trust_of(&s->job, scratch_str(s, "repo")), APP_TRUST_CHANGED);
}

static void what_changes_inside_changes_nothing(void **state) {
  Scratch *s = *state;
  Str text;
  scratch_ok(s, run(s, &app_command_trust, scratch_path(s, "repo"), &text));
  scratch_file(s, "repo/new.c", "int a;\n");
  assert_int_equal(chmod(scratch_path(s, "repo"), 0755), 0);
  assert_true(trusted(s, "repo"));
}

static void entries_without_a_directory_are_to_be_renewed(void **state) {
  Scratch *s = *state;
  scratch_dir(s, "config");
  scratch_dir(s, "config/fathom");
  Str old = str_format(&s->arena, "{\"trusted\":[\"%s/repo\",{\"path\":\"%s/repo/src\"},7,{}]}", s->path, s->path);
  scratch_file(s, "config/fathom/trusted.json", str_to_c(&s->arena, old));
  assert_int_equal(chmod(scratch_path(s, "config/fathom"), 0700), 0);
  assert_int_equal(app_trust_of(&s->job, scratch_str(s, "repo")), APP_TRUST_OLD);
  assert_int_equal(app_trust_of(&s->job, scratch_str(s, "repo/src")), APP_TRUST_OLD);
  assert_false(trusted(s, "repo"));
#define OLD "  (no longer: an earlier version did not note which directory it was)\n"
  says(s, &app_command_trust, "--list",
       str_to_c(&s->arena, str_format(&s->arena, "%s/repo" OLD "%s/repo/src" OLD RENEW, s->path, s->path)));
  says(s, &app_command_untrust, scratch_path(s, "repo/src"), line(s, "no longer trusted: ", "repo/src"));
  says(s, &app_command_trust, scratch_path(s, "repo"), line(s, "trusted again: ", "repo"));
  says(s, &app_command_trust, "--list", line(s, "", "repo"));
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
      TRUST_TEST(another_directory_at_the_path_is_not_trusted),
      TRUST_TEST(the_same_inode_is_not_enough),
      TRUST_TEST(what_changes_inside_changes_nothing),
      TRUST_TEST(entries_without_a_directory_are_to_be_renewed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
