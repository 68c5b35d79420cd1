/* Transactions under faults. The calls by which files change are replaced here:
 * the one of a given number kills the process, or fails, and then whatever is on
 * disk must be mended into all old or all new by the next process.
 *
 * Without arguments: every call of a transaction in turn, killed and failing.
 * With arguments this is the program that tests/faults/test_edits.py runs:
 *   run ROOT CALL WHAT   one transaction; WHAT: k (kill), an errno value, or one
 *                        with '+': that call and all later ones, or m: before
 *                        that call somebody moves a folder aside, or o: that
 *                        call fails, and somebody has just opened a file and
 *                        adds a line to it a little later. CALL 0: no fault
 *   check ROOT           opens the workspace, mends it, prints its version
 *   add ROOT NAME COUNT  adds lines NAME.0, NAME.1, ... to one file */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/unit/edit_tree.h"

#define FILES 5

/* ---- the calls ---- */

static long fault_at, fault_errno, calls;
static bool fault_stays, is_armed, fault_moves, fault_opens;
static pthread_t writer;
static int writer_fd = -1;

static void move_aside(const char *from, const char *to) {
  if (rename(tree_path(from), tree_path(to)) < 0) printf("FAIL %s could not be moved: %s\n", from, strerror(errno));
}

/* Takes its time between opening and writing. */
static void *write_late(void *unused) {
  (void)unused;
  usleep(30000);
  static const char line[] = "outside\n";
  bool is_done = syscall(SYS_write, writer_fd, line, sizeof line - 1) == (ssize_t)sizeof line - 1;
  if (!is_done) printf("FAIL the line could not be written\n");
  close(writer_fd);
  return NULL;
}

static void open_late(void) {
  writer_fd = open(tree_path("odd/f1.c"), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (writer_fd < 0 || pthread_create(&writer, NULL, write_late, NULL)) printf("FAIL no writer\n");
}

static bool is_failing(void) {
  if (!is_armed) return false;
  calls++;
  if (!fault_at || calls < fault_at || (calls > fault_at && !fault_stays)) return false;
  if (fault_opens) open_late();
  if (fault_moves) move_aside("odd", "aside");
  if (fault_moves) return false;
  if (!fault_errno) kill(getpid(), SIGKILL);
  errno = (int)fault_errno;
  return true;
}

#define REPLACE(result, name, parameters, arguments)                  \
  result name parameters;                                             \
  result name parameters {                                            \
    static result(*real) parameters;                                  \
    if (!real) real = (result(*) parameters)(uintptr_t)dlsym(RTLD_NEXT, #name); \
    return is_failing() ? -1 : real arguments;                        \
  }

REPLACE(int, renameat2, (int from, const char *name, int to, const char *as, unsigned flags), (from, name, to, as, flags))
REPLACE(int, renameat, (int from, const char *name, int to, const char *as), (from, name, to, as))
REPLACE(int, linkat, (int from, const char *name, int to, const char *as, int flags), (from, name, to, as, flags))
REPLACE(int, unlinkat, (int directory, const char *name, int flags), (directory, name, flags))
REPLACE(int, mkdirat, (int directory, const char *name, mode_t mode), (directory, name, mode))
REPLACE(int, fsync, (int fd), (fd))
REPLACE(int, fchmod, (int fd, mode_t mode), (fd, mode))
REPLACE(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size))

static long number_of(const char *text) { return strtol(text, NULL, 10); }

/* ---- a workspace with a version ---- */

static Str body(Arena *arena, int file, int version) {
  return str_format(arena, "int f%d(void) {\n  return %d;\n}\n", file, version);
}

static const char *name_of(Arena *arena, int file) { return str_to_c(arena, str_format(arena, "%s/f%d.c", file % 2 ? "odd" : "even", file)); }
/* It has another name in each version, and a file beside it in every second. */
static const char *moving(int version) { return version % 2 ? "m/odd.c" : "even.c"; }

static void make_tree(void) {
  for (int i = 0; i < FILES; i++) edit_put(name_of(&tree_arena, i), body(&tree_arena, i, 0));
  edit_put(moving(0), body(&tree_arena, 99, 0));
}

static int version_of(Str text) {
  size_t at = str_find(text, STR("return "));
  return at == STR_NONE ? -1 : (int)number_of(text.ptr + at + 7);
}

static bool is_there(const char *path) { return access(tree_path(path), F_OK) == 0; }

static int is_leftover(const char *path, const struct stat *st, int flag, struct FTW *walk) {
  (void)st, (void)flag;
  return strncmp(path + walk->base, ".fathom-tmp-", 12) == 0 && !strstr(path, "/.fathom/");
}

/* All of one version, or -1 with words. */
static int whole_version(void) {
  int version = version_of(edit_bytes(name_of(&tree_arena, 0)));
  for (int i = 0; i < FILES; i++) {
    Str is = edit_bytes(name_of(&tree_arena, i));
    if (str_eq(is, body(&tree_arena, i, version))) continue;
    printf("FAIL f%d is not of version %d: %.*s\n", i, version, STR_ARG(is));
    return -1;
  }
  bool is_odd = version % 2;
  bool is_right = is_there(moving(version)) && !is_there(moving(version + 1)) && is_there("made/new.c") == is_odd &&
                  version_of(edit_bytes(moving(version))) == version;
  if (!is_right) printf("FAIL names are not those of version %d\n", version);
  if (is_there(".fathom/edit.journal") || is_there(".fathom/edit.staged")) is_right = !printf("FAIL records are left\n");
  if (nftw(str_to_c(&tree_arena, tree_root), is_leftover, 16, FTW_PHYS)) is_right = !printf("FAIL files are left beside sources\n");
  return is_right ? version : -1;
}

static void plan_next(EditPlan *plan, int version) {
  EditFile *file;
  for (int i = 0; i < FILES; i++) tree_ok(edit_file_rewrite(edit_file(plan, name_of(&tree_arena, i)), body(&tree_arena, i, version + 1)));
  tree_ok(edit_plan_rename(plan, str_from_c(moving(version)), str_from_c(moving(version + 1))));
  tree_ok(edit_plan_file(plan, str_from_c(moving(version + 1)), &file));
  tree_ok(edit_file_rewrite(file, body(&tree_arena, 99, version + 1)));
  if (version % 2) tree_ok(edit_plan_delete(plan, STR("made/new.c")));
  else tree_ok(edit_plan_create(plan, STR("made/new.c"), STR("int made;\n"), NULL));
}

/* ---- what the program does; one process each ---- */

static int open_at(const char *root) {
  arena_init(&tree_arena);
  job_init(&tree_job, &tree_arena);
  tree_root = str_from_c(root);
  IndexOptions options = {.root = tree_root, .workers = 1};
  Err err = index_open(&tree_job, &options, &edit_index);
  if (!err) err = index_refresh(&tree_job, edit_index);
  if (err) printf("FAIL %.*s\n", STR_ARG(job_message(&tree_job, err)));
  return err ? 70 : 0;
}

static int end(int status) {
  is_armed = false;
  index_close(edit_index);
  arena_clear(&tree_arena);
  fflush(stdout);
  return status;
}

static int run(const char *root, long at, const char *what) {
  if (open_at(root)) return 70;
  EditReceipt receipt;
  EditPlan *plan = edit_open();
  plan_next(plan, version_of(edit_bytes(name_of(&tree_arena, 0))));
  fault_at = at;
  fault_errno = what[0] == 'k' ? 0 : number_of(what);
  fault_stays = strchr(what, '+') != NULL;
  fault_moves = what[0] == 'm';
  fault_opens = what[0] == 'o';
  if (fault_opens) fault_errno = EIO;
  is_armed = true;
  Err err = edit_plan_apply(plan, &receipt);
  is_armed = false;
  if (writer_fd >= 0) pthread_join(writer, NULL);
  printf("%s %ld\n", err_name(err), calls);
  return end(err ? 1 : 0);
}

static int check(const char *root) {
  if (open_at(root)) return 70;
  Err err = edit_recover(&tree_job, edit_index);
  if (err) printf("FAIL %.*s\n", STR_ARG(job_message(&tree_job, err)));
  int version = err ? -1 : whole_version();
  if (version >= 0) printf("version %d\n", version);
  return end(version < 0);
}

static int add(const char *root, const char *name, int count) {
  int conflicts = 0;
  if (open_at(root)) return 70;
  for (int i = 0; i < count;) {
    EditPlan *plan = edit_open();
    EditFile *file;
    EditReceipt receipt;
    Err err = edit_plan_file(plan, STR("shared.txt"), &file); /* it may be written while it is read */
    if (!err) {
      uint32_t last = (uint32_t)edit_file_text(file)->chars.len;
      tree_ok(edit_file_replace(file, (Range){last, last}, str_format(&tree_arena, "%s.%d\n", name, i)));
      err = edit_plan_apply(plan, &receipt);
    }
    if (!err) i++;
    else if (err == ERR_CONFLICT || err == ERR_BUSY) conflicts++;
    else printf("FAIL %.*s\n", STR_ARG(job_message(&tree_job, err)));
    if (err && err != ERR_CONFLICT && err != ERR_BUSY) return end(1);
    job_forgive(&tree_job);
  }
  printf("conflicts %d\n", conflicts);
  return end(0);
}

static int do_command(int argc, char **argv) {
  if (argc == 5 && !strcmp(argv[1], "run")) return run(argv[2], number_of(argv[3]), argv[4]);
  if (argc == 3 && !strcmp(argv[1], "check")) return check(argv[2]);
  if (argc == 5 && !strcmp(argv[1], "add")) return add(argv[2], argv[3], (int)number_of(argv[4]));
  printf("FAIL usage\n");
  return 64;
}

/* ---- every call in turn ---- */

static const char *self;

static int spawn(const char *command, const char *at, const char *what, char *out, size_t size) {
  int pipes[2], status;
  assert_int_equal(pipe(pipes), 0);
  const char *root = str_to_c(&tree_arena, tree_root);
  pid_t child = fork();
  if (!child) {
    dup2(pipes[1], 1);
    int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, 2);
    if (at) execl(self, self, command, root, at, what, (char *)NULL);
    else execl(self, self, command, root, (char *)NULL);
    _exit(127);
  }
  close(pipes[1]);
  ssize_t got = 0, more;
  while ((more = read(pipes[0], out + got, size - 1 - (size_t)got)) > 0) got += more;
  out[got] = '\0';
  close(pipes[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  return status;
}

/* One transaction with a fault, then what the next process makes of it. */
static int version_after(int before, long at, const char *what, long *ret_calls) {
  char out[4096], number[24];
  snprintf(number, sizeof number, "%ld", at);
  int status = spawn("run", number, what, out, sizeof out);
  bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, is_done = WIFEXITED(status) && !WEXITSTATUS(status);
  if (!was_killed && strstr(out, "FAIL")) fail_msg("call %ld, %s: %s", at, what, out);
  if (ret_calls) sscanf(out, "%*s %ld", ret_calls);
  int checked = spawn("check", NULL, NULL, out, sizeof out), after = -1;
  if (checked || sscanf(out, "version %d", &after) != 1) fail_msg("after call %ld, %s: %s", at, what, out);
  /* Who was told that it is done finds it done, who was told that not, not. */
  if (!was_killed && after != before + is_done && !strchr(what, '+')) fail_msg("call %ld, %s: version %d after %d", at, what, after, before);
  assert_in_range(after, before, before + 1);
  return after;
}

static void test_every_call(void **state) {
  (void)state;
  static const char *const faults[] = {"k", "28", "13+", "5"};
  long count = 0;
  char out[4096];
  make_tree();
  assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
  int version = version_after(0, 0, "k", &count), old = 0, new = 0;
  assert_int_equal(version, 1);
  assert_true(count > 40);
  for (long at = 1; at <= count + 2; at++) {
    /* Killed at each; the other faults take turns, or all under FATHOM_SOAK. */
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
      if (i && !getenv("FATHOM_SOAK") && (size_t)at % 3 != i - 1) continue;
      int after = version_after(version, at, faults[i], NULL);
      after == version ? old++ : new++;
      version = after;
    }
  }
  print_message("%ld calls; after faults %d old, %d new\n", count, old, new);
  assert_true(old > 10 && new > 10);
}

static int remove_leftover(const char *path, const struct stat *st, int flag, struct FTW *walk) {
  if (is_leftover(path, st, flag, walk)) unlink(path);
  return 0;
}

/* A folder that goes while its files are edited is not made anew, and is whole
 * again, old or new, once it is back. What was staged in it went with it: where
 * no journal needs it any more, nobody can know of it. */
static void test_folder_goes(void **state) {
  (void)state;
  long count = 0;
  char out[4096], number[24];
  make_tree();
  assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
  int version = version_after(0, 0, "k", &count), old = 0;
  for (long at = 1; at <= count; at++) {
    snprintf(number, sizeof number, "%ld", at);
    (void)spawn("run", number, "m", out, sizeof out);
    if (strstr(out, "FAIL")) fail_msg("call %ld: %s", at, out);
    bool is_moved = is_there("aside"); /* else it was done before that call */
    if (is_moved && is_there("odd")) fail_msg("call %ld: the folder was made anew: %s", at, out);
    if (is_moved) move_aside("aside", "odd");
    if (!is_there(".fathom/edit.journal")) nftw(tree_path("odd"), remove_leftover, 16, FTW_PHYS);
    int checked = spawn("check", NULL, NULL, out, sizeof out), after = -1;
    if (checked || sscanf(out, "version %d", &after) != 1) fail_msg("after call %ld: %s", at, out);
    assert_in_range(after, version, version + 1);
    old += after == version;
    version = after;
  }
  assert_true(old > 5);
}

/* What somebody without the lock writes is never lost, also where it opened the
 * new file just before it was taken back. */
static void test_late_writer(void **state) {
  (void)state;
  long made = 0, met = 0;
  char out[4096], number[24];
  for (long at = 1; at <= 60; at++) {
    tree_remove_all("m");
    tree_remove_all("made");
    make_tree();
    assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
    snprintf(number, sizeof number, "%ld", at);
    (void)spawn("run", number, "o", out, sizeof out);
    if (strstr(out, "FAIL")) fail_msg("call %ld: %s", at, out);
    Str is = edit_bytes("odd/f1.c");
    bool is_met = sscanf(out, "%*s %ld", &made) == 1 && made >= at; /* else it was done before that call */
    met += is_met;
    if (is_met && !str_ends_with(is, STR("outside\n"))) fail_msg("call %ld: the line is lost: %s%.*s", at, out, STR_ARG(is));
  }
  assert_true(met > 40);
}

int main(int argc, char **argv) {
  if (argc > 1) return do_command(argc, argv);
  self = "/proc/self/exe";
  char path[4096];
  ssize_t len = readlink(self, path, sizeof path - 1);
  if (len < 0) return 1;
  path[len] = '\0';
  self = path;
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_every_call, tree_setup, tree_teardown),
                                     cmocka_unit_test_setup_teardown(test_folder_goes, tree_setup, tree_teardown),
                                     cmocka_unit_test_setup_teardown(test_late_writer, tree_setup, tree_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
