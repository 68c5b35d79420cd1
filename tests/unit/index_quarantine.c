/* A file that ends the process when parsed is left out, but not lightly. */
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "src/base/hash.h"
#include "src/index/quarantine_internal.h"
#include "tests/unit/index_dump.h"

#define NOTE ".fathom/" STORE_FILE ".parsing"
#define STRIKES ".fathom/" STORE_FILE ".strikes"
#define REASON "ended the process while parsed; skipped until it changes"
#define OTHER "good.c c\n  variable good 1:5 [1-1] exported | int good\n"
#define INDEXED "bad.c c\n  variable bad 1:5 [1-1] exported | int bad\n"

/* As the end of a process leaves it: the file is still at hand. */
static void end_inside(IndexQuarantine *quarantine) {
  pthread_rwlock_unlock(&quarantine->alone);
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

static void enter_and_die(const char *path, const char *text) {
  Store *store;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache};
  if (store_open(&tree_job, &options, &store) || store_lock(&tree_job, store)) _exit(1);
  IndexQuarantine quarantine;
  index_quarantine_open(store_keep(store), store_part(store), &quarantine);
  index_quarantine_enter(&quarantine, 0, str_from_c(path), hash_str(str_from_c(text)));
  kill(getpid(), SIGKILL);
}

/* Another process ends while it parses the file with these contents. */
static void die(const char *path, const char *text) {
  int status;
  pid_t child = fork();
  if (!child) enter_and_die(path, text);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

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

static Err refresh_until_killed(void) {
  Index *index;
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache};
  /* Of its own CPU time, of which the file takes several times as much. */
  const struct itimerval soon = {.it_value = {.tv_usec = 60000}};
  TRY(index_open(&tree_job, &options, &index));
  TRY(index_refresh(&tree_job, index));
  FILE *file = fopen(tree_path("bad.c"), "wb");
  for (int i = 0; i < 160000; i++) fputs("int f(int a){return a;}\n", file);
  fclose(file);
  setitimer(ITIMER_PROF, &soon, NULL);
  return index_refresh(&tree_job, index);
}

/* The refresh itself takes the note. */
static void test_killed_refresh(void **state) {
  (void)state;
  tree_write("good.c", "int good;\n");
  for (int i = 0; i < 2; i++) {
    int status;
    pid_t child = fork();
    if (!child) _exit(refresh_until_killed() ? 2 : 3);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF);
    if (i == 0) tree_remove("bad.c");
  }
  expect_index("bad.c " REASON "\n" OTHER);
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
  assert_int_equal(stat_of.st_size, INDEX_QUARANTINE_MAX * sizeof(IndexStrike) + 32); /* and the seal */
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

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_one_strike), tree_test(test_two_strikes), tree_test(test_full_is_incremental),
      tree_test(test_strikes_are_apart), tree_test(test_killed_refresh), tree_test(test_garbage),
      tree_test(test_links_are_set_aside), tree_test(test_bounded), tree_test(test_turn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
