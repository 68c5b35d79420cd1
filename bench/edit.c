/* How long an edit takes: one line of a file of 1,000 lines is replaced,
 * planned, checked and applied, the way the tool does it; and taken back.
 * usage: edit [ROUNDS] [DIRECTORY]   (a directory on /dev/shm: without the disk)
 * Prints the median and the 95th percentile, in microseconds, by step, and the
 * median of this thread's CPU time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/edit/edit.h"
#include "src/base/clock.h"

#define LINES 1000
#define ROUNDS_MAX 10000

enum { PLAN, CHECK, APPLY, ALL, UNDO, STEPS };
static const char *const step_names[STEPS] = {"plan", "check", "apply", "plan+check+apply", "undo"};
static double times[STEPS][ROUNDS_MAX], cpu_times[STEPS][ROUNDS_MAX];

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* On the wall, and of this thread alone: the latter is what a busy machine does
 * not change. */
typedef struct Moment {
  double wall, cpu;
} Moment;

static Moment now(void) { return (Moment){(double)clock_wall_ns() / 1000, (double)clock_thread_ns() / 1000}; }

static void note(int step, int round, Moment from, Moment to) {
  times[step][round] = to.wall - from.wall;
  cpu_times[step][round] = to.cpu - from.cpu;
}

static void must(Job *job, Err err) {
  if (!err) return;
  fprintf(stderr, "%.*s\n", STR_ARG(job_message(job, err)));
  exit(1);
}

static void make_file(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  for (int i = 0; i < LINES / 4; i++) fprintf(file, "int function_%d(int x) {\n  int y = x * %d;\n  return y + x;\n}\n", i, i);
  fclose(file);
}

static void one_round(Index *index, int round) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  EditPlan *plan;
  EditFile *file;
  EditProblems problems;
  EditReceipt receipt;
  Moment begin = now();
  must(&job, edit_plan_open(&job, &(EditOptions){.index = index, .title = STR("bench")}, &plan));
  must(&job, edit_plan_file(plan, STR("a.c"), &file));
  const Text *text = edit_file_text(file);
  uint32_t at = text->lines.starts[1 + 4 * (round % (LINES / 4))];
  must(&job, edit_file_replace(file, (Range){at, at + (uint32_t)text_line(text, text_line_at(text, at)).len}, STR("  int y = x * 7 + 1;")));
  Moment planned = now();
  must(&job, edit_plan_check(plan, &problems));
  if (problems.total) exit(1);
  Moment checked = now();
  must(&job, edit_plan_apply(plan, &receipt));
  Moment applied = now();
  must(&job, edit_undo(&job, index, NULL, receipt.id, &receipt));
  Moment undone = now();
  note(PLAN, round, begin, planned);
  note(CHECK, round, planned, checked);
  note(APPLY, round, checked, applied);
  note(ALL, round, begin, applied);
  note(UNDO, round, applied, undone);
  arena_clear(&arena);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 200;
  char base[256], path[512];
  if (rounds < 1 || rounds > ROUNDS_MAX) return 2;
  snprintf(base, sizeof base, "%s/fathom-bench-XXXXXX", argc > 2 ? argv[2] : "/tmp");
  if (!mkdtemp(base)) return 1;
  setenv("XDG_STATE_HOME", base, 1);
  snprintf(path, sizeof path, "%s/tree", base);
  mkdir(path, 0755);
  Str root = str_from_c(path);
  char file[600];
  snprintf(file, sizeof file, "%s/a.c", path);
  make_file(file);
  Arena arena;
  Job job;
  Index *index;
  arena_init(&arena);
  job_init(&job, &arena);
  must(&job, index_open(&job, &(IndexOptions){.root = root, .workers = 1}, &index));
  must(&job, index_refresh(&job, index));
  clock_t begin = clock();
  for (int i = 0; i < rounds; i++) one_round(index, i);
  double cpu = (double)(clock() - begin) / CLOCKS_PER_SEC * 1e6 / rounds;
  for (int i = 0; i < STEPS; i++) {
    qsort(times[i], (size_t)rounds, sizeof(double), by_size);
    qsort(cpu_times[i], (size_t)rounds, sizeof(double), by_size);
    printf("%-18s p50 %8.0f us   p95 %8.0f us   of CPU p50 %6.0f us\n", step_names[i], times[i][rounds / 2], times[i][rounds * 95 / 100],
           cpu_times[i][rounds / 2]);
  }
  printf("%-18s mean %6.0f us of CPU, all threads, undo included\n", "round", cpu);
  index_close(index);
  arena_clear(&arena);
  return 0;
}
