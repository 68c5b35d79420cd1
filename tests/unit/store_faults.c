/* The store against what can happen to its file and its directory. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include "tests/unit/index_tree.h"

#include "src/store/store.h"

#define FILE_NAME ".fathom/" STORE_FILE

static Store *open_store(void) {
  Store *store;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache};
  tree_ok(store_open(&tree_job, &options, &store));
  return store;
}

static void fill(Facts *facts, Names *names, const char *prefix, size_t symbols) {
  facts_init(facts, &tree_arena, names);
  for (size_t i = 0; i < symbols; i++) {
    *vec_add(&tree_arena, &facts->defs) = (Def){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .container = (uint32_t)i,
        .name = names_intern(names, str_format(&tree_arena, "%s_%zu", prefix, i)),
        .name_span = {0, 1, 2, 3, 2, 4}, .full = {5, 6, 7, 8, 9, 10}, .signature = {0, 3}, .doc = {11, 12}};
  }
}

static StorePlaced put_named(Store *store, const char *path, const char *prefix, size_t symbols) {
  AUTO(Names) names = names_open();
  Facts facts;
  StorePlaced placed;
  fill(&facts, names, prefix, symbols);
  Str *signatures = ARENA_ARRAY(&tree_arena, Str, symbols + 1);
  for (size_t i = 0; i <= symbols; i++) signatures[i] = STR("sig");
  StoreFile file = {.path = str_from_c(path), .language = STR("c"), .size = 3, .mtime_ns = 4, .stamp = 4, .hash = 5};
  StoreContent content = {.facts = &facts, .signatures = signatures, .data = STR("data")};
  tree_ok(store_put_file(&tree_job, store, &file, &content, &placed));
  return placed;
}

static void put(Store *store, const char *path, size_t symbols) { put_named(store, path, "name", symbols); }

static void put_committed(Store *store, const char *path, size_t symbols) {
  tree_ok(store_begin(&tree_job, store));
  put(store, path, symbols);
  tree_ok(store_commit(&tree_job, store));
}

static size_t count_files(Store *store) {
  StoreReader *reader;
  StoreFiles files;
  tree_ok(store_reader_open(&tree_job, store, &reader));
  tree_ok(store_read_begin(&tree_job, reader));
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  store_read_end(reader);
  store_reader_close(reader);
  return files.len;
}

static size_t count_entries(const char *part) {
  size_t count = 0;
  DIR *dir = opendir(tree_path(".fathom"));
  for (struct dirent *entry; dir && (entry = readdir(dir));) count += strstr(entry->d_name, part) != NULL;
  if (dir) closedir(dir);
  return count;
}

static void test_round_trip(void **state) {
  (void)state;
  AUTO(Store) store = open_store();
  StoreReader *reader;
  StoreFiles files;
  StoreSymbols symbols;
  int64_t number;
  put_committed(store, "d/a.c", 2);
  put_committed(store, "d/a.c", 3); /* replaces */
  put_committed(store, "d-b.c", 1);
  tree_ok(store_reader_open(&tree_job, store, &reader));
  tree_ok(store_read_begin(&tree_job, reader));
  tree_ok(store_list_files(&tree_job, reader, STR("d"), &files));
  assert_int_equal(files.len, 1);
  assert_int_equal(files.items[0].symbols, 3);
  assert_int_equal(files.items[0].hash, 5);
  tree_ok(store_list_symbols(&tree_job, reader, files.items[0].id, &symbols));
  assert_int_equal(symbols.len, 3);
  StoreSymbol *last = &symbols.items[2];
  tree_expect(last->name, "name_2");
  tree_expect(last->container, "name_1");
  tree_expect(last->path, "d/a.c");
  tree_expect(last->signature, "sig");
  assert_int_equal(last->full.end_column, 10);
  assert_int_equal(last->name_span.end_column, 4);
  assert_int_equal(last->doc.to, 12);
  /* A batch is seen whole or not at all. */
  tree_ok(store_begin(&tree_job, store));
  put(store, "new.c", 1);
  tree_ok(store_put_number(&tree_job, store, STR("n"), 7));
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  assert_int_equal(files.len, 2);
  tree_ok(store_commit(&tree_job, store));
  tree_ok(store_get_number(&tree_job, reader, STR("n"), &number));
  assert_int_equal(number, 0);
  store_read_end(reader);
  tree_ok(store_read_begin(&tree_job, reader));
  tree_ok(store_get_number(&tree_job, reader, STR("n"), &number));
  assert_int_equal(number, 7);
  store_read_end(reader);
  store_reader_close(reader);
  tree_ok(store_begin(&tree_job, store));
  put(store, "never.c", 1);
  store_rollback(store);
  assert_int_equal(count_files(store), 3);
  assert_int_equal(count_entries(".gitignore"), 1);
  struct stat stat_of;
  assert_int_equal(stat(tree_path(".fathom"), &stat_of), 0);
  assert_int_equal(stat_of.st_mode & 0777, 0700);
}

/* Opens over what is there; it must have been set aside and work again. */
static void expect_rebuilt(void) {
  AUTO(Store) store = open_store();
  assert_int_equal(count_files(store), 0);
  assert_int_equal(count_entries(".broken"), 1);
  assert_int_equal(count_entries(".broken-"), 0); /* one name: the newest takes the place of the one before */
  put_committed(store, "a.c", 1);
  assert_int_equal(count_files(store), 1);
}

static void make_filled(void) {
  Store *store = open_store();
  tree_ok(store_lock(&tree_job, store));
  tree_ok(store_begin(&tree_job, store));
  for (int i = 0; i < 50; i++) put(store, str_to_c(&tree_arena, str_format(&tree_arena, "f%d.c", i)), 40);
  tree_ok(store_commit(&tree_job, store));
  store_checkpoint(store);
  store_close(store);
}

/* Times have a grain: another one than that of the last write. */
static void age(void) {
  const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
  assert_int_equal(utimensat(AT_FDCWD, tree_path(FILE_NAME), times, 0), 0);
}

static void test_truncated(void **state) {
  (void)state;
  make_filled();
  struct stat stat_of;
  assert_int_equal(stat(tree_path(FILE_NAME), &stat_of), 0);
  assert_int_equal(truncate(tree_path(FILE_NAME), stat_of.st_size / 2), 0);
  expect_rebuilt();
}

static void test_garbage(void **state) {
  (void)state;
  tree_write(FILE_NAME, "this was never a database, but it is long enough to look at: ..............................................");
  expect_rebuilt();
}

static void test_flipped(void **state) {
  (void)state;
  make_filled();
  int fd = open(tree_path(FILE_NAME), O_WRONLY);
  for (off_t at = 8192; at < 5 * 8192; at += 8192) assert_int_equal(pwrite(fd, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8, at), 8);
  close(fd);
  age();
  expect_rebuilt();
}

/* Damage while it is open is noticed, and repaired when the writer is told. */
static void test_damaged_while_open(void **state) {
  (void)state;
  make_filled();
  AUTO(Store) store = open_store();
  assert_int_equal(truncate(tree_path(FILE_NAME), 8192), 0);
  StoreReader *reader;
  StoreFiles files;
  Err err = store_reader_open(&tree_job, store, &reader);
  if (!err) {
    err = store_read_begin(&tree_job, reader);
    if (!err) err = store_list_files(&tree_job, reader, STR_EMPTY, &files);
    store_read_end(reader);
    store_reader_close(reader);
  }
  assert_int_equal(err, ERR_IO);
  assert_true(store_is_damaged(store));
  job_forgive(&tree_job);
  tree_ok(store_repair(&tree_job, store));
  assert_false(store_is_damaged(store));
  assert_int_equal(count_files(store), 0);
}

/* A database that came with a repository is not ours. */
static void test_foreign_layout(void **state) {
  (void)state;
  make_filled();
  char command[512];
  snprintf(command, sizeof(command), "CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM files; END;");
  int status;
  pid_t child = fork();
  if (child == 0) {
    execlp("sqlite3", "sqlite3", tree_path(FILE_NAME), command, (char *)NULL);
    _exit(77);
  }
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 77) skip();
  expect_rebuilt();
}

static size_t size_of(const char *name) {
  struct stat stat_of;
  assert_int_equal(stat(tree_path(name), &stat_of), 0);
  return (size_t)stat_of.st_size;
}

/* A new store begins whole, and as the library itself would have made it: that is
 * compared when it is opened again. */
static void test_new_file_has_its_layout(void **state) {
  (void)state;
  Store *store = open_store();
  assert_true(size_of(FILE_NAME) > 8192 && size_of(FILE_NAME) % 8192 == 0);
  assert_int_equal(size_of(FILE_NAME "-wal"), 0); /* nothing had to be added */
  tree_ok(store_lock(&tree_job, store));
  put_committed(store, "a.c", 3);
  store_close(store);
  store = open_store();
  assert_false(store_was_damaged(store));
  assert_int_equal(count_files(store), 1);
  store_close(store);
  assert_int_equal(count_entries(".broken"), 0);
}

static void expect_ignored(void) {
  char words[8] = "";
  FILE *file = fopen(tree_path(".fathom/.gitignore"), "r");
  assert_non_null(file);
  assert_non_null(fgets(words, sizeof words, file));
  fclose(file);
  assert_string_equal(words, "*\n");
}

/* What a failure of the machine's power may leave of a file that nobody waited for. */
static void test_empty_ignore_file(void **state) {
  (void)state;
  store_close(open_store());
  expect_ignored();
  tree_write(".fathom/.gitignore", "");
  store_close(open_store());
  expect_ignored();
}

static void test_other_version_stays(void **state) {
  (void)state;
  tree_write(".fathom/index-v0.sqlite", "old");
  tree_write(".fathom/index-v99.sqlite", "new");
  store_close(open_store());
  assert_int_equal(access(tree_path(".fathom/index-v0.sqlite"), F_OK), 0);
  assert_int_equal(access(tree_path(".fathom/index-v99.sqlite"), F_OK), 0);
}

/* A link in place of the folder: the index goes elsewhere. In place of a file:
 * it is set aside, and nothing is written through it. */
static void test_links_refused(void **state) {
  (void)state;
  assert_int_equal(symlink("/tmp", tree_path(".fathom")), 0);
  Store *store = open_store();
  assert_true(str_starts_with(store_location(store), tree_cache));
  assert_true(str_contains(store_note(store), STR(".fathom' is a link")));
  store_close(store);
  tree_remove(".fathom");
  const char *const names[] = {FILE_NAME, FILE_NAME "-wal", FILE_NAME "-shm", FILE_NAME "-journal", FILE_NAME ".lock", ".fathom/.gitignore"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    tree_make_parents(names[i]);
    assert_int_equal(symlink("/tmp/fathom-must-not-appear", tree_path(names[i])), 0);
    store = open_store();
    tree_ok(store_lock(&tree_job, store));
    put_committed(store, "a.c", 1);
    assert_int_equal(count_files(store), 1);
    store_close(store);
    tree_remove_all(".fathom");
  }
  assert_int_not_equal(access("/tmp/fathom-must-not-appear", F_OK), 0);
}

/* Fills a store and ends without closing it, as a kill would. */
static void fill_and_die(bool in_between) {
  pid_t child = fork();
  if (child == 0) {
    Store *store = open_store();
    tree_ok(store_lock(&tree_job, store));
    put_committed(store, "a.c", 3);
    if (!in_between) store_unlock(store);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

static size_t count_opened(void) {
  AUTO(Store) store = open_store();
  return count_files(store);
}

/* What this user wrote for this workspace is used again, whatever the end of
 * the process was; nothing else is. */
static void test_only_own(void **state) {
  (void)state;
  fill_and_die(false);
  assert_int_equal(count_opened(), 1);
  assert_int_equal(count_opened(), 1);
  tree_remove_all(".fathom");
  fill_and_die(true);
  assert_int_equal(count_opened(), 1);
  setenv("XDG_STATE_HOME", str_to_c(&tree_arena, tree_cache), 1); /* another user's key */
  assert_int_equal(count_opened(), 0);
  assert_int_equal(count_entries(".broken"), 1);
}

/* The log that a killed writer began is played back; the file beside it must be
 * as it was when the log was folded in last, or nobody vouches for it. */
static void test_killed_writer(void **state) {
  (void)state;
  make_filled();
  fill_and_die(true);
  assert_int_equal(count_opened(), 51);
  assert_int_equal(count_entries(".broken"), 0);
  fill_and_die(true);
  int fd = open(tree_path(FILE_NAME), O_WRONLY);
  assert_int_equal(pwrite(fd, "\x55", 1, 5 * 8192 - 100), 1);
  close(fd);
  age();
  expect_rebuilt();
}

static void copy_file(const char *from, const char *to) {
  char command[512];
  snprintf(command, sizeof(command), "%s", tree_path(from));
  int in = open(command, O_RDONLY), out = open(tree_path(to), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  char bytes[65536];
  for (ssize_t got; (got = read(in, bytes, sizeof(bytes))) > 0;) assert_int_equal(write(out, bytes, (size_t)got), got);
  close(in);
  close(out);
}

/* The same bytes in another file, as a copy or a checkout makes it. */
static void test_copy_is_another(void **state) {
  (void)state;
  make_filled();
  copy_file(FILE_NAME, ".fathom/copy");
  assert_int_equal(rename(tree_path(".fathom/copy"), tree_path(FILE_NAME)), 0);
  expect_rebuilt();
}

/* A log that the writer did not have is not played back: of a store that was
 * closed it is dropped, and the store stays. */
static void test_delivered_log(void **state) {
  (void)state;
  fill_and_die(false); /* its log holds one file */
  copy_file(FILE_NAME "-wal", ".fathom/log");
  store_close(open_store()); /* folds the log in */
  assert_int_equal(count_opened(), 1);
  Store *store = open_store();
  tree_ok(store_lock(&tree_job, store));
  put_committed(store, "b.c", 1);
  store_close(store);
  assert_int_equal(rename(tree_path(".fathom/log"), tree_path(FILE_NAME "-wal")), 0);
  assert_int_equal(count_opened(), 2);
  tree_write(FILE_NAME "-journal", "this would be rolled back");
  assert_int_equal(count_opened(), 2);
  assert_int_equal(count_entries(".broken"), 0);
}

static size_t count_of(uint64_t revision) {
  Store *store;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache, .revision = revision};
  tree_ok(store_open(&tree_job, &options, &store));
  size_t count = count_files(store);
  tree_ok(store_lock(&tree_job, store));
  put_committed(store, str_to_c(&tree_arena, str_format(&tree_arena, "f%zu.c", count)), 1);
  store_close(store);
  return count;
}

/* Builds in turn each find what they left; a fourth takes the oldest's place. */
static void test_builds_in_turn(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    for (uint64_t revision = 1; revision <= 3; revision++) assert_int_equal(count_of(revision), i);
  }
  assert_int_equal(count_entries(".sqlite.lock"), 3);
  count_of(4);
  assert_int_equal(count_of(2), 3);
  assert_int_equal(count_of(3), 3);
  assert_int_equal(count_entries(".sqlite.lock"), 3);
}

static void test_two_writers(void **state) {
  (void)state;
  AUTO(Store) one = open_store();
  AUTO(Store) two = open_store();
  tree_ok(store_lock(&tree_job, one));
  assert_int_equal(store_lock(&tree_job, two), ERR_BUSY);
  job_forgive(&tree_job);
  put_committed(one, "a.c", 1);
  assert_int_equal(count_files(two), 1); /* served all the same */
  store_unlock(one);
  tree_ok(store_lock(&tree_job, two));
}

static void in_child(void (*body)(void)) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

#define CHECK(condition) do { if (!(condition)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); _exit(1); } } while (0)

static void read_only_body(void) {
  if (geteuid() == 0 && (setgid(65534) || setuid(65534))) _exit(77);
  StoreOptions options = {.root = tree_root, .cache_dir = str_format(&tree_arena, "%.*s/own", STR_ARG(tree_cache))};
  Store *store;
  CHECK(store_open(&tree_job, &options, &store) == OK);
  CHECK(str_starts_with(store_location(store), tree_cache));
  CHECK(store_begin(&tree_job, store) == OK);
  CHECK(store_commit(&tree_job, store) == OK);
  store_close(store);
}

/* A tree this user cannot write keeps its index in the cache. */
static void test_read_only_tree(void **state) {
  (void)state;
  assert_int_equal(chmod(tree_base, 0755), 0);
  assert_int_equal(chmod(str_to_c(&tree_arena, tree_cache), 0777), 0);
  assert_int_equal(chmod(str_to_c(&tree_arena, tree_root), 0555), 0);
  in_child(read_only_body);
  assert_int_equal(chmod(str_to_c(&tree_arena, tree_root), 0755), 0);
  assert_int_not_equal(access(tree_path(".fathom"), F_OK), 0);
}

static void disk_full_body(void) {
  const char *root = str_to_c(&tree_arena, tree_root);
  if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
      mount("tmpfs", root, "tmpfs", 0, "size=400k")) {
    _exit(77);
  }
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache};
  Store *store;
  Err err = OK;
  CHECK(store_open(&tree_job, &options, &store) == OK);
  for (int i = 0; i < 100 && !err; i++) {
    err = store_begin(&tree_job, store);
    AUTO(Names) names = names_open();
    Facts facts;
    fill(&facts, names, str_to_c(&tree_arena, str_format(&tree_arena, "n%d", i)), 300);
    StoreFile file = {.path = str_format(&tree_arena, "f%d.c", i)};
    StoreContent content = {.facts = &facts, .data = STR("data")};
    if (!err) err = store_put_file(&tree_job, store, &file, &content, NULL);
    if (!err) err = store_commit(&tree_job, store);
  }
  CHECK(err == ERR_NO_SPACE);
  CHECK(str_contains(tree_job.message, STR("disk is full")));
  job_forgive(&tree_job);
  store_rollback(store);
  store_close(store);
  CHECK(store_open(&tree_job, &options, &store) == OK); /* whole batches are left */
  CHECK(!store_is_damaged(store));
  store_close(store);
}

static void test_disk_full(void **state) {
  (void)state;
  in_child(disk_full_body);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_round_trip), tree_test(test_truncated), tree_test(test_garbage), tree_test(test_flipped),
      tree_test(test_damaged_while_open), tree_test(test_foreign_layout), tree_test(test_other_version_stays),
      tree_test(test_new_file_has_its_layout), tree_test(test_empty_ignore_file),
      tree_test(test_links_refused), tree_test(test_two_writers), tree_test(test_read_only_tree),
      tree_test(test_disk_full), tree_test(test_only_own), tree_test(test_killed_writer), tree_test(test_copy_is_another),
      tree_test(test_delivered_log), tree_test(test_builds_in_turn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
