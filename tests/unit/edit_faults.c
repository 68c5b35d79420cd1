/* Transactions under faults. The calls by which files change are replaced here:
 * the one of a given number kills the process, or fails, and then whatever is on
 * disk must be mended into all old or all new by the next process.
 *
 * Without arguments: every call of a transaction in turn, killed and failing.
 * With arguments this is the program that tests/faults/test_edits.py runs:
 *   run ROOT CALL WHAT   one transaction; WHAT: k (kill), an errno value, or one
 *                        with '+': that call and all later ones, with 'u': that
 *                        call and every removal of a file beside, or m: before
 *                        that call somebody moves a folder aside, or o: that
 *                        call fails, and somebody has just opened a file and
 *                        adds a line to it a little later. CALL 0: no fault
 *   meet ROOT AT FOR HOW one transaction of one file that meets somebody who
 *                        knows no lock at the call of that number, counting those
 *                        that only look too; HOW: w opens the file there and adds
 *                        a line to it FOR calls later, r has a file of his own
 *                        and puts it in its place, k is another process that opens
 *                        it there, this one is killed FOR calls later, and then
 *                        the other adds its line
 *   mend ROOT            opens the workspace and mends it
 *   check ROOT           opens the workspace, mends it, prints its version
 *   add ROOT NAME COUNT  adds lines NAME.0, NAME.1, ... to one file */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/unit/edit_tree.h"

#define FILES 5

/* ---- the calls ---- */

static long fault_at, fault_errno, calls;
static bool fault_stays, is_armed, fault_moves, fault_opens, fault_keeps;

static void move_aside(const char *from, const char *to) {
  if (rename(tree_path(from), tree_path(to)) < 0) printf("FAIL %s could not be moved: %s\n", from, strerror(errno));
}

/* ---- somebody who knows no lock ---- */

#define MET "odd/f1.c"
#define PATIENCE_US 15000 /* who does not answer in that time is held up by us */

static long met_at, met_for, moments;
static char met_how;
static __thread bool is_outside; /* what he does himself is no call of the transaction */
static pthread_t outsider;
static atomic_int outsider_step; /* 1: begun, 2: has it open, 3: may write, 4: is through */
static bool is_slow;             /* takes his time between opening and writing, by the clock */

static void await_step(int step) {
  for (int waited = 0; atomic_load(&outsider_step) < step && waited < PATIENCE_US; waited += 200) usleep(200);
}

/* His paths are made before he begins: the arena is the transaction's. */
static char his_file[4096], his_other[4096];

static void begin_outsider(void *(*what)(void *)) {
  snprintf(his_file, sizeof his_file, "%s", tree_path(MET));
  snprintf(his_other, sizeof his_other, "%s", tree_path("theirs"));
  atomic_store(&outsider_step, 1);
  if (pthread_create(&outsider, NULL, what, NULL)) printf("FAIL nobody was met\n");
  await_step(2);
}

static void *add_line(void *unused) {
  (void)unused;
  static const char line[] = "outside\n";
  is_outside = true;
  int expected = 1, fd = open(his_file, O_WRONLY | O_APPEND | O_CLOEXEC); /* waits while the file is held */
  atomic_compare_exchange_strong(&outsider_step, &expected, 2);
  while (!is_slow && atomic_load(&outsider_step) != 3) usleep(100);
  if (is_slow) usleep(PATIENCE_US);
  bool is_done = write(fd, line, sizeof line - 1) == (ssize_t)sizeof line - 1 && close(fd) == 0;
  if (!is_done) printf("FAIL the line could not be written\n");
  atomic_store(&outsider_step, 4);
  return NULL;
}

static void *put_in_place(void *unused) {
  (void)unused;
  is_outside = true;
  if (rename(his_other, his_file) < 0) printf("FAIL theirs could not be put in place\n");
  atomic_store(&outsider_step, 4);
  return NULL;
}

/* Nothing of ours stays open in it, or what is held here would be held there. */
static void meet_process(void) {
  if (fork()) {
    usleep(PATIENCE_US / 2); /* it has the file open by now, or waits for us */
    return;
  }
  close_range(3, ~0U, 0);
  int fd = open(tree_path(MET), O_WRONLY | O_APPEND | O_CLOEXEC);
  usleep(PATIENCE_US);
  _exit(syscall(SYS_write, fd, "outside\n", 8) != 8);
}

static void meet(void) {
  moments++;
  if (met_how == 'k') {
    if (moments == met_at) meet_process();
    if (moments == met_at + met_for) kill(getpid(), SIGKILL);
    return;
  }
  if (moments == met_at) begin_outsider(met_how == 'w' ? add_line : put_in_place);
  if (moments == met_at + met_for && met_how == 'w') {
    atomic_store(&outsider_step, 3);
    await_step(4);
  }
}

/* Who was not through before the transaction was is now. */
static void await_outsider(void) {
  if (!atomic_load(&outsider_step)) return;
  if (met_how == 'w' && atomic_load(&outsider_step) < 3) atomic_store(&outsider_step, 3);
  pthread_join(outsider, NULL);
}

/* In a thread of his own, since he may have to wait for us. */
static void open_late(void) {
  met_how = 'w';
  is_slow = true;
  begin_outsider(add_line);
}

static bool is_failing(void) {
  if (is_outside || !is_armed) return false; /* in this order: the flag is the transaction's own */
  meet();
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
    static atomic_uintptr_t found;                                    \
    uintptr_t real = atomic_load(&found);                             \
    if (!real) atomic_store(&found, real = (uintptr_t)dlsym(RTLD_NEXT, #name)); \
    return is_failing() ? -1 : ((result(*) parameters)real) arguments; \
  }

REPLACE(int, renameat2, (int from, const char *name, int to, const char *as, unsigned flags), (from, name, to, as, flags))
REPLACE(int, renameat, (int from, const char *name, int to, const char *as), (from, name, to, as))
REPLACE(int, linkat, (int from, const char *name, int to, const char *as, int flags), (from, name, to, as, flags))
REPLACE(int, mkdirat, (int directory, const char *name, mode_t mode), (directory, name, mode))
REPLACE(int, fsync, (int fd), (fd))
REPLACE(int, fchmod, (int fd, mode_t mode), (fd, mode))
REPLACE(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size))

/* Files beside sources stay, once something has failed. */
int unlinkat(int directory, const char *name, int flags) {
  bool is_kept = is_armed && !is_outside && fault_keeps && calls >= fault_at && !strncmp(name, ".fathom-tmp-", 12);
  if (is_kept) errno = EACCES;
  return is_kept || is_failing() ? -1 : (int)syscall(SYS_unlinkat, directory, name, flags);
}

#define LOOK(result, name, parameters, arguments)                     \
  result name parameters;                                             \
  result name parameters {                                            \
    static atomic_uintptr_t found;                                    \
    uintptr_t real = atomic_load(&found);                             \
    if (!real) atomic_store(&found, real = (uintptr_t)dlsym(RTLD_NEXT, #name)); \
    if (!is_outside && is_armed) meet();                              \
    return ((result(*) parameters)real) arguments;                    \
  }

LOOK(ssize_t, read, (int fd, void *bytes, size_t size), (fd, bytes, size))
LOOK(int, statx, (int at, const char *restrict name, int flags, unsigned mask, struct statx *restrict st), (at, name, flags, mask, st))

static int met_fcntl(int fd, int command, va_list list) {
  void *argument = va_arg(list, void *);
  if (!is_outside && is_armed) meet();
  return (int)syscall(SYS_fcntl, fd, command, argument);
}

#define LOOK_FCNTL(name)                        \
  int name(int fd, int command, ...);           \
  int name(int fd, int command, ...) {          \
    va_list list;                               \
    va_start(list, command);                    \
    int result = met_fcntl(fd, command, list);  \
    va_end(list);                               \
    return result;                              \
  }
LOOK_FCNTL(fcntl)
LOOK_FCNTL(fcntl64)

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
  fault_keeps = strchr(what, 'u') != NULL;
  if (fault_opens) fault_errno = EIO;
  is_armed = true;
  Err err = edit_plan_apply(plan, &receipt);
  is_armed = false;
  await_outsider();
  printf("%s %ld\n", err_name(err), calls);
  return end(err ? 1 : 0);
}

static int run_meeting(const char *root, long at, long after, const char *how) {
  if (open_at(root)) return 70;
  EditReceipt receipt;
  EditPlan *plan = edit_open();
  tree_ok(edit_file_rewrite(edit_file(plan, MET), body(&tree_arena, 1, 1)));
  met_at = at;
  met_for = after;
  met_how = how[0];
  is_armed = true;
  Err err = edit_plan_apply(plan, &receipt);
  is_armed = false;
  await_outsider();
  printf("%s %ld\n", err_name(err), moments);
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

static int mend(const char *root) {
  if (open_at(root)) return 70;
  Err err = edit_recover(&tree_job, edit_index);
  if (err) printf("FAIL %.*s\n", STR_ARG(job_message(&tree_job, err)));
  return end(err != OK);
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
  if (argc == 6 && !strcmp(argv[1], "meet")) return run_meeting(argv[2], number_of(argv[3]), number_of(argv[4]), argv[5]);
  if (argc == 3 && !strcmp(argv[1], "mend")) return mend(argv[2]);
  if (argc == 3 && !strcmp(argv[1], "check")) return check(argv[2]);
  if (argc == 5 && !strcmp(argv[1], "add")) return add(argv[2], argv[3], (int)number_of(argv[4]));
  printf("FAIL usage\n");
  return 64;
}

/* ---- every call in turn ---- */

static const char *self;

/* How many calls further the next fault is. Each fault is a process or two, which
 * take five times as long to start under asan: it looks at memory, for which every
 * third call will do. Which calls can fail is told by the release build. */
static long stride(void) {
  const char *config = getenv("FATHOM_CONFIG");
  return config && !strcmp(config, "asan") && !getenv("FATHOM_SOAK") ? 3 : 1;
}

/* `words` are the command and what stands behind the root, separated by blanks. */
static int spawn_words(const char *words, char *out, size_t size) {
  int pipes[2], status;
  assert_int_equal(pipe(pipes), 0);
  const char *root = str_to_c(&tree_arena, tree_root);
  pid_t child = fork();
  if (!child) {
    dup2(pipes[1], 1);
    int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, 2);
    char copy[128], *argv[8] = {(char *)(uintptr_t)self, NULL}, *rest = copy;
    snprintf(copy, sizeof copy, "%s", words);
    argv[1] = strsep(&rest, " ");
    argv[2] = (char *)(uintptr_t)root;
    for (int i = 3; i < 7 && rest; i++) argv[i] = strsep(&rest, " ");
    execv(self, argv);
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

static int spawn(const char *command, const char *at, const char *what, char *out, size_t size) {
  char words[128];
  snprintf(words, sizeof words, "%s%s%s%s%s", command, at ? " " : "", at ? at : "", what ? " " : "", what ? what : "");
  return spawn_words(words, out, size);
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
  static const char *const faults[] = {"k", "28", "13+", "5", "5u"};
  long count = 0;
  char out[4096];
  make_tree();
  assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
  int version = version_after(0, 0, "k", &count), old = 0, new = 0;
  assert_int_equal(version, 1);
  assert_true(count > 40);
  for (long at = 1; at <= count + 2; at += stride()) {
    /* Killed at each; the other faults take turns, or all under FATHOM_SOAK. */
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
      if (i && !getenv("FATHOM_SOAK") && (size_t)at % (COUNT_OF(faults) - 1) != i - 1) continue;
      int after = version_after(version, at, faults[i], NULL);
      after == version ? old++ : new++;
      version = after;
    }
  }
  print_message("%ld calls; after faults %d old, %d new\n", count, old, new);
  assert_true(old > 10 / stride() && new > 10 / stride());
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
  for (long at = 1; at <= count; at += stride()) {
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
  assert_true(old > 5 / stride());
}

/* What somebody without the lock writes is never lost, also where it opened the
 * new file just before it was taken back. */
static void test_late_writer(void **state) {
  (void)state;
  long made = 0, met = 0;
  char out[4096], number[24];
  for (long at = 1; at <= 60; at += stride()) {
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
  assert_true(met > 40 / stride());
}

/* One transaction that meets somebody; false: it was through before that call.
 * Who was told that the edit is done finds it, with what the other one did behind
 * it; who was told that it is not finds what the other one did alone. */
static bool meets(long at, long after, char how) {
  char out[4096], words[64];
  long made = 0;
  edit_put(MET, body(&tree_arena, 1, 0));
  edit_put("theirs", STR("int theirs;\n"));
  snprintf(words, sizeof words, "meet %ld %ld %c", at, after, how);
  int status = spawn_words(words, out, sizeof out);
  bool is_done = WIFEXITED(status) && !WEXITSTATUS(status);
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1 || strstr(out, "FAIL")) fail_msg("%s: %s", words, out);
  if (!is_done && !str_starts_with(str_from_c(out), STR("conflict "))) fail_msg("%s: %s", words, out);
  bool is_met = sscanf(out, "%*s %ld", &made) == 1 && made >= at;
  Str is = edit_bytes(MET), mine = body(&tree_arena, 1, is_done);
  Str wanted = !is_met ? mine : how == 'r' ? STR("int theirs;\n") : str_format(&tree_arena, "%.*soutside\n", STR_ARG(mine));
  if (!str_eq(is, wanted)) fail_msg("%s: %s%.*sinstead of\n%.*s", words, out, STR_ARG(is), STR_ARG(wanted));
  bool is_tidy = !is_there(".fathom/edit.journal") && !is_there(".fathom/edit.staged") && !nftw(tree_path("odd"), is_leftover, 16, FTW_PHYS);
  if (!is_tidy) fail_msg("%s: something was left: %s", words, out);
  return is_met;
}

/* Somebody without the lock at every call of a transaction, also between those
 * that look: what he writes into the file, at once or some calls after he opened
 * it, and what he puts in its place is there afterwards. */
static void test_no_moment_between(void **state) {
  (void)state;
  static const long delays[] = {0, 1, 2, 3, 5, 8};
  long at = 1, count = 0;
  char out[4096];
  make_tree();
  assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
  for (size_t i = 0; i < COUNT_OF(delays); i++) {
    /* Every call with one delay; the others take turns, or all under FATHOM_SOAK. */
    long step = getenv("FATHOM_SOAK") || delays[i] == 5 ? 1 : (long)COUNT_OF(delays);
    for (at = step == 1 ? 1 : (long)i + 1; meets(at, delays[i], 'w'); at += step * stride()) count++;
    assert_true(at > 30);
  }
  for (at = 1; meets(at, 0, 'r'); at += stride()) count++;
  assert_true(at > 30);
  print_message("%ld meetings\n", count);
}

static long mended_as[2]; /* old, new */

/* One transaction that is killed and mended; false: it was through before. */
static bool dies_meeting(long at, long after) {
  char out[4096], words[64];
  edit_put(MET, body(&tree_arena, 1, 0));
  snprintf(words, sizeof words, "meet %ld %ld k", at, after);
  int status = spawn_words(words, out, sizeof out); /* the other process has its end of the pipe, and is through too */
  if (!WIFSIGNALED(status)) return false;
  if (spawn_words("mend", out, sizeof out)) fail_msg("%s: %s", words, out);
  int which = -1;
  Str is = edit_bytes(MET);
  for (int i = 0; i < 2; i++) {
    if (str_eq(is, str_format(&tree_arena, "%.*soutside\n", STR_ARG(body(&tree_arena, 1, i))))) which = i;
  }
  if (which < 0) fail_msg("%s: %.*s", words, STR_ARG(is));
  mended_as[which]++;
  bool is_tidy = !is_there(".fathom/edit.journal") && !is_there(".fathom/edit.staged") && !nftw(tree_path("odd"), is_leftover, 16, FTW_PHYS);
  if (!is_tidy) fail_msg("%s: something was left", words);
  return true;
}

/* Killed at every call, with somebody who found the file by its name there or a
 * little earlier: what he writes after that is in the file once it is mended, old
 * or new. */
static void test_killed_while_met(void **state) {
  (void)state;
  static const long delays[] = {0, 3, 6, 10};
  char out[4096];
  make_tree();
  assert_int_equal(spawn("check", NULL, NULL, out, sizeof out), 0);
  for (size_t i = 0; i < COUNT_OF(delays); i++) {
    long step = getenv("FATHOM_SOAK") || delays[i] == 6 ? 1 : (long)COUNT_OF(delays);
    for (long at = step == 1 ? 1 : (long)i + 1; dies_meeting(at, delays[i]); at += step * stride()) continue;
  }
  print_message("%ld old, %ld new\n", mended_as[0], mended_as[1]);
  assert_true(mended_as[0] > 10 / stride() && mended_as[1] > 10 / stride());
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
                                     cmocka_unit_test_setup_teardown(test_late_writer, tree_setup, tree_teardown),
                                     cmocka_unit_test_setup_teardown(test_no_moment_between, tree_setup, tree_teardown),
                                     cmocka_unit_test_setup_teardown(test_killed_while_met, tree_setup, tree_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
