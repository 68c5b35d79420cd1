/* Choosing and running: with programs that are made up here. */
#include "tests/unit/os_scratch.h"

#include <signal.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/check/check.h"
#include "src/os/file.h"
#include "src/os/process.h"

#define TABLE                                                                                                             \
  "fake\ttest\tpython\tpy\tproject.txt\tfakerun --go {some}\t{file}\t--all\tlines\t0,1\ttested\tmake one\n"               \
  "other\ttest\tpython\tpy\tproject.txt .\tmissing-runner\t-\t-\tlines\t0\ttested\tget missing-runner\n"                  \
  "pattern\ttest\tgo\tgo\t.\tfakerun {some}\t-run={stems|} ./{directory}\t-\tlines\t0,1\ttested\tmake one\n"              \
  "lint-one\tlint\tpython\tpy\t.\tfakelint {some}\t{file}\t.\tlines\t0,1\ttested\tmake one\n"                             \
  "wrapped\tbuild\tany\t*\tdo\t./do it\t-\t-\tlines\t0,1\ttested\tcomes with it\n"

typedef struct Place {
  Scratch *s;
  Root *root;
  CheckTable table;
  CheckPlaces places;
} Place;

static void put(Scratch *s, const char *name, const char *text, mode_t mode) {
  char *path = scratch_path(s, name);
  assert_int_equal(file_make_dir(&s->job, file_directory(str_from_c(path)), false), OK);
  assert_int_equal(file_write(&s->job, str_from_c(path), str_from_c(text), mode), OK);
  assert_int_equal(chmod(path, mode), 0);
}

static Place open_place(Scratch *s) {
  Place place = {.s = s};
  put(s, "bin/fakerun", "#!/bin/sh\necho \"a.py:3:1: error: $* in $(pwd) PATH=$PATH SECRET=$SECRET CI=$CI\"\nexit 1\n", 0755);
  put(s, "tree/project.txt", "x", 0644);
  put(s, "tree/a.py", "x", 0644);
  put(s, "tree/sub/project.txt", "x", 0644);
  put(s, "tree/sub/b.py", "x", 0644);
  put(s, "tree/sub/deep/c.py", "x", 0644);
  setenv("SECRET", "hidden", 1);
  assert_int_equal(root_open(&s->job, scratch_str(s, "tree"), &place.root), OK);
  assert_int_equal(check_table_parse(&s->job, STR(TABLE), &place.table), OK);
  place.places = (CheckPlaces){.root = place.root, .path_variable = str_format(&s->arena, "%s/bin:/usr/bin:/bin", s->path)};
  return place;
}

static CheckRuns choose(Place *place, CheckKind kind, const char *const *files, size_t count) {
  CheckRuns runs;
  Str *paths = ARENA_ARRAY(&place->s->arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) paths[i] = str_from_c(files[i]);
  CheckWanted wanted = {.kind = kind, .files = paths, .file_count = count};
  assert_int_equal(check_choose(&place->s->job, &place->table, &place->places, &wanted, &runs), OK);
  return runs;
}

static CheckOutcome run(Place *place, const CheckRun *what) {
  CheckOutcome outcome;
  Err err = check_run(&place->s->job, &place->places, what, &outcome);
  if (err) fail_msg("%.*s", STR_ARG(job_message(&place->s->job, err)));
  return outcome;
}

/* The nearest marker is where it runs; files of one directory are one run. */
static void test_nearest(void **state) {
  Place place = open_place(*state);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py", "sub/b.py", "sub/deep/c.py"}, 3);
  assert_int_equal(runs.len, 2);
  assert_true(str_eq_c(runs.items[0].tool->name, "fake"));
  assert_true(str_eq_c(runs.items[0].directory, ""));
  assert_true(str_eq_c(runs.items[1].directory, "sub"));
  assert_int_equal(runs.items[1].files.len, 2);
  CheckOutcome outcome = run(&place, &runs.items[1]);
  assert_true(str_eq_c(outcome.command, "fakerun --go b.py deep/c.py"));
  assert_int_equal(outcome.exit_status, 1);
  assert_true(outcome.could_run);
  assert_int_equal(outcome.report.len, 1);
  root_close(place.root);
}

/* What the child sees: its words, its directory, no secrets. */
static void test_surroundings(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  CheckOutcome outcome = run(&place, &runs.items[0]);
  assert_int_equal(outcome.report.len, 1);
  Str expected = str_format(&s->arena, "--go a.py in %s/tree PATH=%s/bin:%s/bin:/usr/bin:/bin SECRET= CI=1", s->path, s->path, s->path);
  if (!str_eq(outcome.report.items[0].message, expected)) fail_msg("%.*s", STR_ARG(outcome.report.items[0].message));
  assert_true(str_eq_c(outcome.report.items[0].file, "a.py"));
  root_close(place.root);
}

/* A program in the tree, or in a folder of PATH that lies in the tree, is not
 * run; one in node_modules/.bin is. */
static void test_programs(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  assert_int_equal(remove(scratch_path(s, "bin/fakerun")), 0);
  put(s, "tree/fakerun", "#!/bin/sh\necho planted\n", 0755);
  put(s, "tree/tools/fakerun", "#!/bin/sh\necho planted\n", 0755);
  place.places.path_variable = str_format(&s->arena, ".:%s/tree:%s/tree/tools::/usr/bin:/bin", s->path, s->path);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  assert_int_equal(runs.len, 1);
  assert_int_equal(runs.items[0].program.len, 0);
  CheckOutcome outcome;
  assert_int_equal(check_run(&s->job, &place.places, &runs.items[0], &outcome), ERR_UNAVAILABLE);
  assert_true(str_contains(job_message(&s->job, ERR_UNAVAILABLE), STR("To install it: make one")));
  job_forgive(&s->job);
  put(s, "tree/node_modules/.bin/fakerun", "#!/bin/sh\necho own\n", 0755);
  runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  assert_true(str_ends_with(runs.items[0].program, STR("tree/node_modules/.bin/fakerun")));
  root_close(place.root);
}

/* A wrapper is run from where its marker is; a link out of the tree is none. */
static void test_wrapper(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  put(s, "tree/sub/do", "#!/bin/sh\necho \"b.py:1:1: warning: $1\"\n", 0755);
  CheckRuns runs = choose(&place, CHECK_BUILD, (const char *[]){"sub/deep/c.py"}, 1);
  assert_int_equal(runs.len, 1);
  CheckOutcome outcome = run(&place, &runs.items[0]);
  assert_true(outcome.is_good && outcome.is_all);
  assert_true(str_eq_c(outcome.report.items[0].file, "sub/b.py"));
  assert_int_equal(remove(scratch_path(s, "tree/sub/do")), 0);
  assert_int_equal(symlink("/bin/true", scratch_path(s, "tree/sub/do")), 0);
  runs = choose(&place, CHECK_BUILD, (const char *[]){"sub/deep/c.py"}, 1);
  assert_true(!runs.len || !runs.items[0].program.len);
  root_close(place.root);
}

/* Names that look like options, and as many files as nobody types. */
static void test_words(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"-rf.py"}, 1);
  assert_true(str_eq_c(run(&place, &runs.items[0]).command, "fakerun --go ./-rf.py"));
  const char *files[300];
  for (int i = 0; i < 300; i++) files[i] = str_format(&s->arena, "t%d.py", i).ptr;
  runs = choose(&place, CHECK_TEST, files, 300);
  CheckOutcome outcome = run(&place, &runs.items[0]);
  assert_true(str_eq_c(outcome.command, "fakerun --go --all"));
  assert_true(outcome.is_all && !outcome.is_wider);
  for (int i = 0; i < 150; i++) files[i] = str_format(&s->arena, "long/and/far/away/t%d.py", i).ptr; /* run by name, but too long to be shown */
  runs = choose(&place, CHECK_TEST, files, 150);
  outcome = run(&place, &runs.items[0]);
  assert_true(str_eq_c(outcome.command, "fakerun --go --all"));
  assert_true(outcome.is_wider && !outcome.is_all);
  runs = choose(&place, CHECK_TEST, (const char *[]){"one_test.go", "sub/two_test.go", "sub/one_test.go"}, 3);
  assert_true(str_eq_c(run(&place, &runs.items[0]).command, "fakerun '-run=one_test|two_test' ./. ./sub"));
  root_close(place.root);
}

/* A hundred megabytes: both ends are kept, and it ends. */
static void test_flood(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  put(s, "bin/fakerun", "#!/bin/sh\necho 'a.py:1:1: error: first'\nhead -c 100000000 /dev/zero | tr '\\0' 'x'\n"
                        "echo\necho 'a.py:2:1: error: last'\nexit 1\n", 0755);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  CheckOutcome outcome = run(&place, &runs.items[0]);
  assert_true(outcome.is_cut);
  assert_int_equal(outcome.report.len, 2);
  assert_true(str_eq_c(outcome.report.items[0].message, "first"));
  assert_true(str_eq_c(outcome.report.items[1].message, "last"));
  assert_true(outcome.tail.len <= CHECK_TAIL_MAX);
  root_close(place.root);
}

static bool is_alive(pid_t pid) { return kill(pid, 0) == 0; }

static pid_t read_pid(Scratch *s, const char *name) {
  Str text;
  int64_t pid;
  assert_int_equal(file_read(&s->job, scratch_str(s, name), 100, &text), OK);
  assert_true(str_to_int(str_trim(text), &pid));
  return (pid_t)pid;
}

/* What it started in a session of its own is gone with it. */
static void test_leaves_nothing(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  Str script = str_format(&s->arena, "#!/bin/sh\nsetsid sleep 300 &\necho $! > %s/pid\nexit 0\n", s->path);
  put(s, "bin/fakerun", script.ptr, 0755);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  CheckOutcome outcome = run(&place, &runs.items[0]);
  assert_true(outcome.is_good);
  assert_false(is_alive(read_pid(s, "pid")));
  root_close(place.root);
}

/* The call's own end ends everything beneath it. */
static void test_deadline(void **state) {
  Scratch *s = *state;
  Place place = open_place(s);
  Str script = str_format(&s->arena, "#!/bin/sh\ntrap '' TERM\necho $$ > %s/pid\nsleep 300 & sleep 300\n", s->path);
  put(s, "bin/fakerun", script.ptr, 0755);
  CheckRuns runs = choose(&place, CHECK_TEST, (const char *[]){"a.py"}, 1);
  CheckOutcome outcome;
  s->job.deadline_ms = job_now_ms() + 1500;
  assert_int_equal(check_run(&s->job, &place.places, &runs.items[0], &outcome), ERR_TIMEOUT);
  job_init(&s->job, &s->arena);
  assert_false(is_alive(read_pid(s, "pid")));
  root_close(place.root);
}

/* Run with "supervise" this program is the supervisor. */
static int supervise(int argc, char **argv) {
  int64_t lifeline;
  if (argc < 5 || !str_to_int(str_from_c(argv[2]), &lifeline)) return 2;
  return process_supervise((int)lifeline, (const char *const *)argv + 4);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "supervise")) return supervise(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_nearest, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_surroundings, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_programs, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_wrapper, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_words, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_flood, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_leaves_nothing, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_deadline, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
