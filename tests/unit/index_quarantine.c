/* A file that ends the process when parsed is left out, but not lightly. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "src/base/hash.h"
#include "src/index/index_internal.h"
#include "src/index/quarantine_internal.h"
#include "src/os/fault.h"
#include "tests/unit/index_dump.h"

#define NOTE ".fathom/" STORE_FILE ".parsing"
#define STRIKES ".fathom/" STORE_FILE ".strikes"
#define REASON INDEX_SKIP_DEADLY
#define OTHER "good.c c\n  variable good 1:5 [1-1] exported | int good\n"
#define INDEXED "bad.c c\n  variable bad 1:5 [1-1] exported | int bad\n"

static uint64_t check_of(const Keep *keep, const IndexStrike *strike) {
  return keep_quick(keep, KEEP_STORE_PARSING, (Str){(const char *)strike, offsetof(IndexStrike, check)});
}

/* As a fault leaves it: the file is still at hand, and marked. */
static void end_inside(IndexQuarantine *quarantine) {
  IndexStrike notes[INDEX_QUARANTINE_SLOTS + 1] = {quarantine->inside[0]};
  notes[0].count = 2;
  notes[INDEX_QUARANTINE_SLOTS] = (IndexStrike){.path = SIGSEGV, .count = 2};
  for (size_t i = 0; i < COUNT_OF(notes); i++) {
    if (notes[i].path) notes[i].check = check_of(quarantine->keep, &notes[i]);
  }
  assert_int_equal(pwrite(quarantine->note_fd, notes, sizeof(notes), 0), sizeof(notes));
  pthread_rwlock_unlock(&quarantine->alone.rwlock);
  index_quarantine_close(quarantine);
}

/* The store's files without a store. */
static Keep *kept(void) {
  Keep *keep;
  KeepOptions options = {.directory = tree_root, .folder = STR(".fathom"), .root = tree_root};
  tree_ok(keep_open(&tree_job, &options, &keep));
  return keep;
}

static void open_quarantine(IndexQuarantine *quarantine) {
  AUTO(Keep) keep = kept();
  index_quarantine_open(keep, STR(STORE_SPELL(STORE_VERSION)), quarantine);
}

static void pardon(void) {
  AUTO(Keep) keep = kept();
  index_quarantine_pardon(keep, STR(STORE_SPELL(STORE_VERSION)));
}

/* How a process ends while it has the file at hand. */
enum { NEVER_BEGAN = 99 };
typedef enum End { END_FAULT, END_KILL, END_ABORT, END_NO_MEMORY, END_NO_STACK, END_WAIT } End;

static int endless(volatile int depth) {
  volatile char room[4096];
  room[depth % 4096] = (char)depth;
  return depth < 0 ? 0 : endless(depth + 1) + room[depth % 4096];
}

static void end_by(End end) {
  switch (end) {
    case END_FAULT: raise(SIGSEGV); break;
    case END_KILL: raise(SIGKILL); break;
    case END_ABORT: abort();
    case END_NO_MEMORY: (void)arena_heap_alloc((size_t)1 << 60); break;
    case END_NO_STACK: endless(1); break;
    case END_WAIT: raise(SIGSTOP); break;
  }
  for (;;) pause();
}

/* This program again, as a process of its own: without the handlers of tests. */
static int enter_and_die(char **args) {
  Store *store;
  arena_init(&tree_arena);
  job_init(&tree_job, &tree_arena);
  StoreOptions options = {.root = str_from_c(args[0]), .cache_dir = str_from_c(args[1])};
  if (store_open(&tree_job, &options, &store) || store_lock(&tree_job, store)) return NEVER_BEGAN;
  IndexQuarantine quarantine;
  index_quarantine_open(store_keep(store), store_part(store), &quarantine);
  index_quarantine_enter(&quarantine, 0, str_from_c(args[2]), hash_str(str_from_c(args[3])));
  end_by((End)(args[4][0] - '0'));
  return NEVER_BEGAN;
}

/* Another process ends while it parses the file with these contents; by this
 * signal, when it waits for one. A sanitizer ends it in ways of its own. */
static void die_by(const char *path, const char *text, End end, int number) {
  int status;
  char *name = str_to_c(&tree_arena, str_format(&tree_arena, "%d", end));
  char *root = str_to_c(&tree_arena, tree_root), *cache = str_to_c(&tree_arena, tree_cache);
  setenv("ASAN_OPTIONS", "allocator_may_return_null=1", true); /* memory ends as without it */
  setenv("TSAN_OPTIONS", "allocator_may_return_null=1", true);
  pid_t child = fork();
  if (!child) {
    execl("/proc/self/exe", "die", root, cache, path, text, name, NULL);
    _exit(NEVER_BEGAN);
  }
  if (end == END_WAIT) { /* it stops once the file is at hand */
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_true(WIFSTOPPED(status));
    kill(child, number);
    kill(child, SIGCONT);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != NEVER_BEGAN);
}

static void die(const char *path, const char *text) { die_by(path, text, END_FAULT, 0); }

static void expect_index(const char *wanted) {
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), wanted);
  index_close(index);
}

static void test_one_strike(void **state) {
  (void)state;
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  die("bad.c", "int bad;\n");
  expect_index(INDEXED OTHER);
  assert_int_not_equal(access(tree_path(STRIKES), F_OK), 0); /* it was parsed: forgotten */
  /* So two ends with a success between them are not two in a row. */
  tree_write("bad.c", "int bad; \n");
  die("bad.c", "int bad; \n");
  expect_index(INDEXED OTHER);
}

static void test_two_strikes(void **state) {
  (void)state;
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  die("bad.c", "int bad;\n");
  die("bad.c", "int bad;\n");
  Index *index = dump_open();
  for (int i = 0; i < 2; i++) {
    tree_ok(index_refresh(&tree_job, index));
    tree_expect(dump_text(index), "bad.c " REASON "\n" OTHER);
  }
  IndexStatus status;
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.counts.files, 1);
  assert_int_equal(status.skip_count, 1);
  tree_expect(status.skips[0].path, "bad.c");
  assert_string_equal(status.skips[0].reason, REASON);
  tree_write("bad.c", "int bad;\n\n"); /* other contents */
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), INDEXED OTHER);
  tree_write("bad.c", "int bad;\n"); /* its strikes are gone */
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), INDEXED OTHER);
  index_close(index);
}

/* Who ended it is not the file: by a hand, by another program, by power. */
static void test_kills_do_not_count(void **state) {
  (void)state;
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGSEGV, SIGABRT, SIGPROF};
  tree_write("bad.c", "int bad;\n");
  for (size_t i = 0; i < COUNT_OF(signals); i++) {
    for (int k = 0; k < 3; k++) die_by("bad.c", "int bad;\n", END_WAIT, signals[i]);
  }
  for (int k = 0; k < 3; k++) die_by("bad.c", "int bad;\n", END_KILL, 0);
  IndexQuarantine quarantine;
  open_quarantine(&quarantine);
  assert_int_equal(quarantine.strikes.len, 0);
  index_quarantine_close(&quarantine);
  expect_index(INDEXED);
}

static void test_faults_count(void **state) {
  (void)state;
  const End ends[] = {END_FAULT, END_ABORT, END_NO_MEMORY, END_NO_STACK};
  tree_write("good.c", "int good;\n");
  for (size_t i = 0; i < COUNT_OF(ends); i++) {
    tree_write("bad.c", "int bad;\n");
    for (int k = 0; k < 2; k++) die_by("bad.c", "int bad;\n", ends[i], 0);
    expect_index("bad.c " REASON "\n" OTHER);
    tree_remove_all(".fathom");
  }
}

/* A fault elsewhere: what was at hand is dealt with alone, and has no strike. */
static void test_suspicion(void **state) {
  (void)state;
  IndexQuarantine quarantine;
  tree_write(".fathom/x", "");
  for (int i = 0; i < 3; i++) {
    open_quarantine(&quarantine);
    index_quarantine_enter(&quarantine, 0, STR("culprit"), 1);
    index_quarantine_leave(&quarantine, 0, false);
    index_quarantine_enter(&quarantine, 0, STR("bystander"), 2);
    IndexStrike own = quarantine.inside[0];
    quarantine.inside[0] = (IndexStrike){0};
    end_inside(&quarantine);
    int fd = open(tree_path(NOTE), O_WRONLY);
    assert_int_equal(pwrite(fd, &own, sizeof(own), 0), sizeof(own));
    close(fd);
  }
  open_quarantine(&quarantine);
  assert_int_equal(quarantine.strikes.len, 1);
  assert_int_equal(quarantine.strikes.items[0].count, 0);
  assert_false(index_quarantine_holds(&quarantine, STR("bystander"), 2));
  index_quarantine_enter(&quarantine, 0, STR("bystander"), 2);
  assert_int_not_equal(pthread_rwlock_tryrdlock(&quarantine.alone.rwlock), 0); /* alone */
  index_quarantine_leave(&quarantine, 0, true);
  assert_int_equal(quarantine.strikes.len, 0);
  index_quarantine_close(&quarantine);
}

/* The kernel ended a process for memory since the one with the note began. */
static void test_kernel_out_of_memory(void **state) {
  (void)state;
  FaultMemory memory;
  if (!fault_memory(&memory)) skip(); /* this kernel does not tell */
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  for (int i = 0; i < 2; i++) {
    die_by("bad.c", "int bad;\n", END_KILL, 0);
    IndexStrike before = {.path = memory.boot, .content = memory.kills - 1};
    AUTO(Keep) keep = kept();
    before.check = check_of(keep, &before);
    int fd = open(tree_path(NOTE), O_WRONLY);
    assert_int_equal(pwrite(fd, &before, sizeof(before), (INDEX_QUARANTINE_SLOTS + 1) * sizeof(before)), sizeof(before));
    close(fd);
  }
  expect_index("bad.c " REASON "\n" OTHER);
}

static void test_full_and_other_builds_pardon(void **state) {
  (void)state;
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  for (int i = 0; i < 2; i++) die("bad.c", "int bad;\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "bad.c " REASON "\n" OTHER);
  tree_ok(index_build(&tree_job, index, true)); /* as `fathom index --full` does */
  tree_expect(dump_text(index), INDEXED OTHER);
  assert_int_not_equal(access(tree_path(STRIKES), F_OK), 0);
  index_close(index);
  for (int i = 0; i < 2; i++) die("bad.c", "int bad;\n");
  tree_write("bad.c", "int bad;\n"); /* noticed, and read */
  expect_index("bad.c " REASON "\n" OTHER);
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache, .revision = 99};
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), INDEXED OTHER);
  index_close(index);
}

/* `--full` again and again with one strike: the second counts. */
static void test_pardon_keeps_one_strike(void **state) {
  (void)state;
  IndexQuarantine quarantine;
  tree_write(".fathom/x", "");
  for (int i = 0; i < 2; i++) {
    pardon();
    open_quarantine(&quarantine);
    index_quarantine_enter(&quarantine, 0, STR("a"), 1);
    end_inside(&quarantine);
  }
  pardon();
  open_quarantine(&quarantine);
  assert_true(index_quarantine_holds(&quarantine, STR("a"), 1));
  index_quarantine_close(&quarantine);
}

/* More is skipped than status shows: what is in quarantine is among it, also
 * what is only without edges. */
static void test_always_named(void **state) {
  (void)state;
  for (int i = 0; i < 30; i++) tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "a%d.c", i)), "x");
  for (int i = 0; i < 30; i++) assert_int_equal(truncate(tree_path(str_to_c(&tree_arena, str_format(&tree_arena, "a%d.c", i))), 100), 0);
  tree_write("edges.c", "int edges;\n");
  tree_write("z.c", "int bad;\n");
  for (int i = 0; i < 2; i++) die("z.c", "int bad;\n");
  for (int i = 0; i < 2; i++) die("edges of edges.c", "int bad;\n");
  Index *index = dump_open();
  IndexStatus status;
  tree_ok(index_refresh(&tree_job, index));
  for (int i = 0; i < 2; i++) die("edges of edges.c", "int bad;\n"); /* asked about meanwhile: of other contents */
  IndexQuarantine quarantine;
  open_quarantine(&quarantine);
  index_quarantine_close(&quarantine);
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.skip_count, 21);
  tree_expect(status.skips[0].path, "edges.c");
  assert_string_equal(status.skips[0].reason, INDEX_SKIP_EDGES);
  tree_expect(status.skips[1].path, "z.c");
  assert_string_equal(status.skips[1].reason, REASON);
  tree_expect(status.skips[2].path, "a0.c");
  index_close(index);
}

/* The strikes outlive the store: one made anew leaves the file out as well. */
static void test_full_is_incremental(void **state) {
  (void)state;
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  for (int i = 0; i < 2; i++) die("bad.c", "int bad;\n");
  for (int i = 0; i < 2; i++) {
    expect_index("bad.c " REASON "\n" OTHER);
    tree_remove(".fathom/" STORE_FILE);
  }
  tree_remove(STRIKES); /* by hand: a new chance */
  expect_index(INDEXED OTHER);
}

/* Strikes of different contents, or of different files, do not add up. */
static void test_strikes_are_apart(void **state) {
  (void)state;
  tree_write("bad.c", "int bad;\n");
  tree_write("good.c", "int good;\n");
  die("bad.c", "int bad; /* older */\n");
  die("good.c", "int good;\n");
  die("bad.c", "int bad;\n");
  expect_index(INDEXED OTHER);
}

static Err refresh_large(void) {
  Index *index;
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache};
  TRY(index_open(&tree_job, &options, &index));
  TRY(index_refresh(&tree_job, index));
  FILE *file = fopen(tree_path("bad.c"), "wb");
  for (int i = 0; i < 160000; i++) fputs("int f(int a){return a;}\n", file);
  fclose(file);
  return index_refresh(&tree_job, index);
}

/* Waits until the child has the file at hand, which takes it long enough. */
static bool is_at_hand(pid_t child) {
  IndexStrike note = {0};
  while (note.path != hash_str(STR("bad.c"))) {
    int fd = open(tree_path(NOTE), O_RDONLY);
    if (fd >= 0 && pread(fd, &note, sizeof(note), 0) != sizeof(note)) note.path = 0;
    if (fd >= 0) close(fd);
    if (waitpid(child, NULL, WNOHANG)) return false;
    usleep(500);
  }
  return true;
}

/* The refresh itself takes the note, and a kill is none. */
static void test_killed_refresh(void **state) {
  (void)state;
  tree_write("good.c", "int good;\n");
  for (int i = 0; i < 2; i++) {
    int status;
    pid_t child = fork();
    if (!child) _exit(refresh_large() ? 2 : 3);
    assert_true(is_at_hand(child));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    if (i == 0) {
      tree_remove("bad.c");
      tree_remove(NOTE);
    }
  }
  IndexQuarantine quarantine;
  IndexStrike note;
  int fd = open(tree_path(NOTE), O_RDONLY);
  assert_int_equal(pread(fd, &note, sizeof(note), 0), sizeof(note));
  close(fd);
  assert_int_equal(note.path, hash_str(STR("bad.c")));
  open_quarantine(&quarantine);
  assert_int_equal(quarantine.strikes.len, 0);
  index_quarantine_close(&quarantine);
}

static void test_garbage(void **state) {
  (void)state;
  char noise[4096];
  for (size_t i = 0; i < sizeof(noise) - 1; i++) noise[i] = (char)('!' + i * 7919 % 90);
  noise[sizeof(noise) - 1] = 0;
  const char *const texts[] = {"", "x", noise, str_to_c(&tree_arena, str_format(&tree_arena, "%64d", 0))};
  tree_write("bad.c", "int bad;\n");
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    tree_write(NOTE, texts[i]);
    tree_write(STRIKES, texts[i]);
    IndexQuarantine quarantine;
    open_quarantine(&quarantine);
    assert_int_equal(quarantine.strikes.len, 0);
    index_quarantine_close(&quarantine);
    expect_index(INDEXED);
    tree_remove_all(".fathom");
  }
  tree_write(STRIKES, "");
  assert_int_equal(truncate(tree_path(STRIKES), 1 << 20), 0); /* far too large */
  tree_write(NOTE "/x", ""); /* a directory */
  expect_index(INDEXED);
  tree_remove_all(NOTE);
  assert_int_equal(mkfifo(tree_path(NOTE), 0600), 0);
  tree_write("bad.c", "int bad; \n");
  expect_index(INDEXED);
}

static void test_links_are_set_aside(void **state) {
  (void)state;
  const char *const names[] = {NOTE, STRIKES};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    tree_write(".fathom/x", "int bad;\n");
    assert_int_equal(symlink("x", tree_path(names[i])), 0);
    Index *index = dump_open();
    tree_ok(index_refresh(&tree_job, index));
    index_close(index);
    /* Even when it came after the store was opened. */
    IndexQuarantine quarantine;
    open_quarantine(&quarantine);
    index_quarantine_enter(&quarantine, 0, STR("a"), 1);
    index_quarantine_leave(&quarantine, 0, false);
    index_quarantine_close(&quarantine);
    struct stat stat_of;
    assert_int_equal(stat(tree_path(".fathom/x"), &stat_of), 0);
    assert_int_equal(stat_of.st_size, 9);
    tree_remove_all(".fathom");
  }
}

static void test_bounded(void **state) {
  (void)state;
  tree_write(".fathom/x", "");
  IndexQuarantine quarantine;
  for (uint64_t i = 0; i < 2 * (INDEX_QUARANTINE_MAX + 10); i++) { /* each twice, and left behind */
    open_quarantine(&quarantine);
    index_quarantine_enter(&quarantine, 0, str_format(&tree_arena, "f%d", (int)(i / 2)), 1);
    end_inside(&quarantine);
  }
  open_quarantine(&quarantine);
  assert_int_equal(quarantine.strikes.len, INDEX_QUARANTINE_MAX);
  assert_false(index_quarantine_holds(&quarantine, STR("f9"), 1)); /* the oldest made room */
  assert_true(index_quarantine_holds(&quarantine, STR("f10"), 1));
  assert_true(index_quarantine_holds(&quarantine, STR("f1009"), 1));
  index_quarantine_close(&quarantine);
  struct stat stat_of;
  assert_int_equal(stat(tree_path(STRIKES), &stat_of), 0);
  /* Two words and a small number each, and the head with the sums of three blocks. */
  assert_int_equal(stat_of.st_size, INDEX_QUARANTINE_MAX * 17 + 56 + 8 + 3 * 8);
}

/* Meanwhile another file is at hand: a strike is that one's. */
static void test_turn(void **state) {
  (void)state;
  Str own = STR("edges of a.ts"), other = STR("node_modules/b.d.ts");
  tree_write(".fathom/" STORE_FILE, "");
  for (int i = 0; i < 2; i++) { /* the other one ends the process */
    IndexQuarantine quarantine;
    open_quarantine(&quarantine);
    assert_false(index_quarantine_holds(&quarantine, other, 2));
    index_quarantine_enter(&quarantine, 0, own, 1);
    index_quarantine_turn(&quarantine, 0, other, 2, false);
    end_inside(&quarantine);
  }
  for (int i = 0; i < 2; i++) { /* then the own one does, behind it */
    IndexQuarantine quarantine;
    open_quarantine(&quarantine);
    assert_true(index_quarantine_holds(&quarantine, other, 2));
    assert_false(index_quarantine_holds(&quarantine, own, 1));
    index_quarantine_enter(&quarantine, 0, own, 1);
    index_quarantine_turn(&quarantine, 0, STR("c.d.ts"), 3, false);
    index_quarantine_turn(&quarantine, 0, own, 1, true);
    end_inside(&quarantine);
  }
  IndexQuarantine quarantine;
  open_quarantine(&quarantine);
  assert_true(index_quarantine_holds(&quarantine, own, 1));
  assert_false(index_quarantine_holds(&quarantine, STR("c.d.ts"), 3));
  index_quarantine_close(&quarantine);
}

int main(int count, char **args) {
  if (count == 6) return enter_and_die(args + 1);
  const struct CMUnitTest tests[] = {
      tree_test(test_one_strike), tree_test(test_two_strikes), tree_test(test_full_is_incremental),
      tree_test(test_strikes_are_apart), tree_test(test_killed_refresh), tree_test(test_garbage),
      tree_test(test_links_are_set_aside), tree_test(test_bounded), tree_test(test_turn),
      tree_test(test_kills_do_not_count), tree_test(test_faults_count), tree_test(test_suspicion),
      tree_test(test_kernel_out_of_memory), tree_test(test_full_and_other_builds_pardon),
      tree_test(test_pardon_keeps_one_strike), tree_test(test_always_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
