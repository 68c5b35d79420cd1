/* What killed supervisors leave: taken over and ended by a process that lives,
 * found by its mark by the next one, and nobody else touched. Run with
 * arguments this program is the supervisor, the owner or one of a family. */
#include "tests/unit/os_scratch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/process_internal.h"

#define MARK "FATHOM_SUPERVISED"

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

static bool is_alive(pid_t pid) {
  ProcessSeen seen;
  return process_look(pid, &seen) && !seen.is_zombie;
}

/* Long enough for the slowest machine; ends as soon as it is so. */
static void must_die(pid_t pid, const char *who) {
  assert_true(pid > 1);
  for (int i = 0; i < 4000 && is_alive(pid); i++) nap();
  if (!is_alive(pid)) return;
  kill(pid, SIGKILL);
  fail_msg("%s, process %d, is still there", who, (int)pid);
}

static void write_number(const char *name, int number) {
  char room[64];
  snprintf(room, sizeof room, "%s.new", name);
  FILE *file = fopen(room, "w");
  if (!file) _exit(1);
  fprintf(file, "%d\n", number);
  fclose(file);
  if (rename(room, name)) _exit(1);
}

static int number_in(Scratch *s, const char *name) {
  for (int i = 0; i < 4000; i++, nap()) {
    Str text;
    int64_t number = 0;
    if (file_read(&s->job, scratch_str(s, name), 99, &text)) job_forgive(&s->job);
    else if (str_to_int(str_trim(text), &number)) return (int)number;
  }
  fail_msg("nobody wrote %s", name);
  return 0;
}

/* ---- a family: one that stays, and three that leave ---- */

static const char *const names[] = {"main", "session", "daemon", "bare"};
enum { FAMILY = 4, BARE = 3 };

static void stay(const char *name) {
  write_number(name, (int)getpid());
  for (;;) pause();
}

/* In a session of its own, its parent gone; the bare one also without anything
 * in its environment. */
static void leave(const char *self, const char *name) {
  pid_t pid = fork();
  if (pid > 0) waitpid(pid, NULL, 0);
  if (pid != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  signal(SIGTERM, SIG_IGN);
  if (!strcmp(name, "bare")) {
    execle(self, self, "stay", name, (char *)NULL, (char *const[]){NULL});
    _exit(1);
  }
  stay(name);
}

static void start_family(const char *self, const char *directory) {
  if (chdir(directory)) _exit(1);
  pid_t session = fork(); /* a child that is not waited for */
  if (session == 0) {
    setsid();
    stay("session");
  }
  leave(self, "daemon");
  leave(self, "bare");
  stay("main");
}

static volatile sig_atomic_t is_asked;
static void note_asked(int number) {
  (void)number;
  is_asked = 1;
}

/* A daemon with one supervised child; asked, it ends with 10 + its children. */
static int own(const char *self, const char *directory) {
  Arena arena;
  Job job;
  Process *process = NULL;
  arena_init(&arena);
  job_init(&job, &arena);
  struct sigaction quiet = {.sa_handler = note_asked};
  sigaction(SIGUSR1, &quiet, NULL);
  process_adopt();
  ProcessOptions options = {.argv = (const char *const[]){self, "family", directory, NULL}};
  if (process_open(&job, &options, &process)) return 1;
  if (chdir(directory)) return 1;
  write_number("supervisor", (int)process_id(process));
  while (!is_asked) nap();
  process_close(process, 0);
  ProcessSeen *seen;
  size_t count = process_list(&seen);
  int children = 0;
  for (size_t i = 0; i < count; i++) children += seen[i].parent == getpid();
  free(seen);
  arena_clear(&arena);
  return 10 + children;
}

static pid_t start_owner(Scratch *s, pid_t family[FAMILY]) {
  char *self = str_to_c(&s->arena, place_program(&s->arena));
  pid_t owner = fork();
  if (owner == 0) {
    execl(self, self, "own", s->path, (char *)NULL);
    _exit(1);
  }
  for (int i = 0; i < FAMILY; i++) {
    family[i] = number_in(s, names[i]);
    assert_true(is_alive(family[i]));
  }
  return owner;
}

static void what_loses_its_supervisor_ends_at_once(void **state) {
  Scratch *s = *state;
  pid_t family[FAMILY];
  pid_t owner = start_owner(s, family);
  kill(number_in(s, "supervisor"), SIGKILL);
  /* Nobody asks the owner for anything meanwhile. */
  for (int i = 0; i < FAMILY; i++) must_die(family[i], names[i]);
  assert_true(is_alive(owner));
  int status = 0;
  kill(owner, SIGUSR1);
  assert_int_equal(waitpid(owner, &status, 0), owner);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 10); /* and nothing is left unreaped */
}

/* The owner is stopped first, so that it cannot do anything any more. */
static void what_loses_everybody_is_found_by_its_mark(void **state) {
  Scratch *s = *state;
  pid_t family[FAMILY];
  pid_t owner = start_owner(s, family);
  kill(owner, SIGSTOP);
  kill(number_in(s, "supervisor"), SIGKILL);
  kill(owner, SIGKILL);
  waitpid(owner, NULL, 0);
  must_die(family[0], names[0]); /* it has a parent-death signal */
  for (int i = 1; i < FAMILY; i++) assert_true(is_alive(family[i]));
  process_end_leftovers();
  for (int i = 1; i < BARE; i++) must_die(family[i], names[i]);
  /* Nothing says any more whose this is, so it is not touched. */
  assert_true(is_alive(family[BARE]));
  kill(family[BARE], SIGKILL);
  must_die(family[BARE], "the killed one");
}

static pid_t start_marked(Scratch *s, const char *mark) {
  char *self = str_to_c(&s->arena, place_program(&s->arena));
  char *name = str_to_c(&s->arena, str_format(&s->arena, "marked"));
  unlink(scratch_path(s, name));
  pid_t pid = fork();
  if (pid == 0) {
    if (chdir(s->path)) _exit(1);
    const char *env[] = {"A=b", mark, NULL};
    execle(self, self, "stay", name, (char *)NULL, env);
    _exit(1);
  }
  assert_int_equal(number_in(s, name), pid);
  return pid;
}

static void nobody_else_is_touched(void **state) {
  Scratch *s = *state;
  Str ours = process_mark(&s->arena);
  assert_true(str_starts_with(ours, STR(MARK "=")));
  size_t dot = str_find_last_byte(ours, '.');
  Str start = str_slice(ours, dot, ours.len);
  Str head = str_slice(ours, 0, str_find_byte(ours, '.'));
  const char *kept[] = {
      ours.ptr,                                                                     /* lives */
      str_format(&s->arena, MARK "=1.%d.1", (int)getpid()).ptr,                     /* of another name space */
      str_format(&s->arena, "%.*s.1%.*s", STR_ARG(head), STR_ARG(start)).ptr,       /* nobody is that */
      str_format(&s->arena, "%.*s.4194999", STR_ARG(head)).ptr,                     /* half a mark */
      str_format(&s->arena, "%.*s.4194999.5x", STR_ARG(head)).ptr,                  /* more than one */
      str_format(&s->arena, "X%.*s.4194999.5", STR_ARG(head)).ptr,                  /* another name */
      MARK "=", "B=c",
  };
  for (size_t i = 0; i < COUNT_OF(kept); i++) {
    pid_t pid = start_marked(s, kept[i]);
    process_end_leftovers();
    if (!is_alive(pid)) fail_msg("killed: %s", kept[i]);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
  }
  const char *gone[] = {
      str_format(&s->arena, "%.*s.4194999.5", STR_ARG(head)).ptr,                /* no such process */
      str_format(&s->arena, "%.*s.%d.5", STR_ARG(head), (int)getpid()).ptr,      /* the number is ours now */
  };
  for (size_t i = 0; i < COUNT_OF(gone); i++) {
    pid_t pid = start_marked(s, gone[i]);
    int status = 0;
    process_end_leftovers();
    must_die(pid, gone[i]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }
}

/* A shell may have left a child to the program that took its place. */
static void children_from_before_are_not_ours(void **state) {
  Scratch *s = *state;
  pid_t owner = fork();
  if (owner == 0) {
    pid_t bystander = fork();
    if (bystander == 0) {
      for (;;) pause();
    }
    process_adopt();
    process_end_inherited();
    bool kept = is_alive(bystander);
    int adopts = 0;
    prctl(PR_GET_CHILD_SUBREAPER, &adopts);
    kill(bystander, SIGKILL);
    waitpid(bystander, NULL, 0);
    _exit(kept && !adopts ? 0 : 1);
  }
  int status = -1;
  assert_int_equal(waitpid(owner, &status, 0), owner);
  assert_int_equal(status, 0);
  (void)s;
}

/* What a process runs itself, side by side with what it inherits. */
static void own_children_are_not_ended(void **state) {
  Scratch *s = *state;
  pid_t owner = fork();
  if (owner == 0) {
    process_adopt();
    ProcessOptions options = {.argv = (const char *const[]){"sleep", "1000", NULL}};
    ProcessPipes pipes;
    if (process_start(&s->job, &options, false, false, &pipes)) _exit(1);
    process_end_inherited();
    bool kept = is_alive(pipes.pid);
    kill(pipes.pid, SIGKILL);
    _exit(kept && process_reap(pipes.pid) == 128 + SIGKILL ? 0 : 2);
  }
  int status = -1;
  assert_int_equal(waitpid(owner, &status, 0), owner);
  assert_int_equal(status, 0);
}

int main(int argc, char **argv) {
  int64_t lifeline = -1;
  if (argc > 4 && !strcmp(argv[1], "supervise") && str_to_int(str_from_c(argv[2]), &lifeline)) {
    return process_supervise((int)lifeline, (const char *const *)argv + 4);
  }
  if (argc > 2 && !strcmp(argv[1], "own")) return own(argv[0], argv[2]);
  if (argc > 2 && !strcmp(argv[1], "family")) start_family(argv[0], argv[2]);
  if (argc > 2 && !strcmp(argv[1], "stay")) stay(argv[2]);
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(what_loses_its_supervisor_ends_at_once),
      SCRATCH_TEST(what_loses_everybody_is_found_by_its_mark),
      SCRATCH_TEST(nobody_else_is_touched),
      SCRATCH_TEST(children_from_before_are_not_ours),
      SCRATCH_TEST(own_children_are_not_ended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
