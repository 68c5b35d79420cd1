/* Applying and taking back: all or nothing, exactly, and only over what the
 * plan was based on. */
#include <sys/wait.h>

#include "src/edit/edit_internal.h"
#include "src/languages/language.h"
#include "tests/unit/edit_tree.h"

static EditReceipt apply(EditPlan *plan) {
  EditReceipt receipt;
  tree_ok(edit_plan_apply(plan, &receipt));
  return receipt;
}

static EditReceipt undo(Str id) {
  EditReceipt receipt;
  tree_ok(edit_undo(&tree_job, edit_index, NULL, id, &receipt));
  return receipt;
}

static unsigned mode_of(const char *path) {
  struct stat st;
  assert_int_equal(stat(tree_path(path), &st), 0);
  return st.st_mode & 07777;
}

static bool is_there(const char *path) { return access(tree_path(path), F_OK) == 0; }

/* Nothing of ours is left beside sources, and no edit is under way. */
static int count_leftovers(const char *path, const struct stat *st, int flag, struct FTW *walk) {
  (void)st, (void)flag;
  return strncmp(path + walk->base, ".fathom-tmp-", 12) == 0;
}
static void expect_clean(void) {
  assert_int_equal(nftw(str_to_c(&tree_arena, tree_root), count_leftovers, 16, FTW_PHYS), 0);
  assert_false(is_there(".fathom/edit.journal"));
  assert_false(is_there(".fathom/edit.staged"));
}

static void test_one_file(void **state) {
  (void)state;
  edit_put("a.c", STR("\xEF\xBB\xBFint a;\r\nint b;"));
  assert_int_equal(chmod(tree_path("a.c"), 0750), 0);
  EditPlan *plan = edit_open();
  tree_ok(edit_file_replace(edit_file(plan, "a.c"), (Range){4, 5}, STR("x")));
  edit_same(edit_bytes("a.c"), STR("\xEF\xBB\xBFint a;\r\nint b;"));
  EditReceipt receipt = apply(plan);
  edit_same(edit_bytes("a.c"), STR("\xEF\xBB\xBFint x;\r\nint b;"));
  assert_int_equal(mode_of("a.c"), 0750);
  expect_clean();
  assert_int_equal(receipt.steps.len, 1);
  assert_int_equal(receipt.note.len, 0);
  EditUndoables list;
  tree_ok(edit_list(&tree_job, edit_index, &list));
  assert_int_equal(list.len, 1);
  edit_same(list.items[0].id, receipt.id);
  edit_same(list.items[0].title, STR("a test"));
  edit_same(list.items[0].steps.items[0].path, STR("a.c"));
  undo(STR_EMPTY);
  edit_same(edit_bytes("a.c"), STR("\xEF\xBB\xBFint a;\r\nint b;"));
  assert_int_equal(mode_of("a.c"), 0750);
  expect_clean();
  EditReceipt again;
  edit_refused(edit_undo(&tree_job, edit_index, NULL, receipt.id, &again), ERR_NOT_FOUND, "it was taken back already");
  edit_refused(edit_undo(&tree_job, edit_index, NULL, STR_EMPTY, &again), ERR_NOT_FOUND, "no edit to take back");
}

static void make_three(void) {
  tree_write("a.c", "int a;\n");
  tree_write("b.c", "int b;\n");
  tree_write("d/c.c", "int c;\n");
  assert_int_equal(chmod(tree_path("b.c"), 0600), 0);
}

/* A change, a rename with a change, a delete, and a file in new folders. */
static EditPlan *plan_many(void) {
  EditPlan *plan = edit_open();
  tree_ok(edit_file_replace(edit_file(plan, "a.c"), (Range){4, 5}, STR("A")));
  tree_ok(edit_plan_rename(plan, STR("b.c"), STR("d/B.c")));
  tree_ok(edit_file_replace(edit_file(plan, "d/B.c"), (Range){4, 5}, STR("B")));
  tree_ok(edit_plan_delete(plan, STR("d/c.c")));
  tree_ok(edit_plan_create(plan, STR("n/e/w.c"), STR("int w;\n"), NULL));
  return plan;
}

static void expect_old(void) {
  edit_same(edit_bytes("a.c"), STR("int a;\n"));
  edit_same(edit_bytes("b.c"), STR("int b;\n"));
  edit_same(edit_bytes("d/c.c"), STR("int c;\n"));
  assert_int_equal(mode_of("b.c"), 0600);
  assert_false(is_there("d/B.c") || is_there("n"));
  expect_clean();
}

static void expect_new(void) {
  edit_same(edit_bytes("a.c"), STR("int A;\n"));
  edit_same(edit_bytes("d/B.c"), STR("int B;\n"));
  assert_int_equal(mode_of("d/B.c"), 0600);
  edit_same(edit_bytes("n/e/w.c"), STR("int w;\n"));
  assert_false(is_there("b.c") || is_there("d/c.c"));
  expect_clean();
}

static void test_many_files(void **state) {
  (void)state;
  make_three();
  EditReceipt receipt = apply(plan_many());
  expect_new();
  assert_int_equal(receipt.steps.len, 4);
  /* The index knows at once. */
  StoreReader *reader;
  StoreFiles files;
  tree_ok(index_reader_take(&tree_job, edit_index, &reader));
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  assert_int_equal(files.len, 3);
  edit_same(files.items[1].path, STR("d/B.c"));
  index_reader_return(edit_index, reader);
  receipt = undo(receipt.id);
  expect_old();
  assert_int_equal(receipt.steps.len, 4);
}

/* A name that changes hands within one plan. */
static void test_names_are_reused(void **state) {
  (void)state;
  make_three();
  EditPlan *plan = edit_open();
  tree_ok(edit_plan_rename(plan, STR("a.c"), STR("t.c")));
  tree_ok(edit_plan_rename(plan, STR("b.c"), STR("a.c")));
  tree_ok(edit_plan_rename(plan, STR("t.c"), STR("b.c")));
  tree_ok(edit_plan_delete(plan, STR("d/c.c")));
  tree_ok(edit_plan_create(plan, STR("d/c.c"), STR("new\n"), NULL));
  apply(plan);
  edit_same(edit_bytes("a.c"), STR("int b;\n"));
  edit_same(edit_bytes("b.c"), STR("int a;\n"));
  edit_same(edit_bytes("d/c.c"), STR("new\n"));
  assert_int_equal(mode_of("a.c"), 0600);
  undo(STR_EMPTY);
  expect_old();
}

static void test_conflicts_write_nothing(void **state) {
  (void)state;
  EditReceipt receipt;
  make_three();
  EditPlan *plan = plan_many();
  tree_write("a.c", "int other;\n");
  Err err = edit_plan_apply(plan, &receipt);
  edit_refused(err, ERR_CONFLICT, "'a.c' was changed by somebody else meanwhile; nothing was written. Look at it again. The difference:\n"
               "--- as the edit was based on\n+++ as it is now\n@@ -1 +1 @@\n-int a;\n+int other;\n");
  edit_same(edit_bytes("a.c"), STR("int other;\n"));
  tree_write("a.c", "int a;\n");
  expect_old();
  plan = plan_many();
  tree_write("n/e/w.c", "mine\n");
  edit_refused(edit_plan_apply(plan, &receipt), ERR_CONFLICT, "'n/e/w.c' was made by somebody else meanwhile");
  edit_same(edit_bytes("n/e/w.c"), STR("mine\n"));
  tree_remove_all("n");
  expect_old();
  plan = plan_many();
  tree_remove("d/c.c");
  edit_refused(edit_plan_apply(plan, &receipt), ERR_CONFLICT, "'d/c.c' was removed by somebody else meanwhile");
  tree_write("d/c.c", "int c;\n");
  expect_old();
  plan = plan_many();
  tree_remove("a.c");
  assert_int_equal(symlink("b.c", tree_path("a.c")), 0);
  edit_refused(edit_plan_apply(plan, &receipt), ERR_CONFLICT, "'a.c' is not the file it was any more");
  tree_remove("a.c");
  tree_write("a.c", "int a;\n");
  expect_old();
}

/* A program that has the file open may write whenever it likes. */
static void test_open_files_are_left_alone(void **state) {
  (void)state;
  EditReceipt receipt;
  make_three();
  EditPlan *plan = plan_many();
  int fd = open(tree_path("a.c"), O_WRONLY);
  edit_refused(edit_plan_apply(plan, &receipt), ERR_CONFLICT, "'a.c' is open for writing in another program");
  close(fd);
  expect_old();
  apply(plan_many());
  expect_new();
}

/* The tree that the check made is there for the next edit of that text, once. */
static void test_next_edit_finds_the_tree(void **state) {
  (void)state;
  EditProblems problems;
  Syntax syntax;
  const Language *language = language_for_file(STR("a.c"), STR_EMPTY);
  edit_put("a.c", STR("int a;\n"));
  EditPlan *plan = edit_open();
  tree_ok(edit_file_replace(edit_file(plan, "a.c"), (Range){4, 5}, STR("x")));
  tree_ok(edit_plan_check(plan, &problems));
  apply(plan);
  assert_false(index_offer_take(edit_index, language, STR("int a;\n"), &tree_arena, &syntax));
  assert_true(index_offer_take(edit_index, language, STR("int x;\n"), &tree_arena, &syntax));
  assert_int_equal(syntax.nodes[1].to, 7);
  assert_false(index_offer_take(edit_index, language, STR("int x;\n"), &tree_arena, &syntax));
}

static void test_undo_is_refused_over_changes(void **state) {
  (void)state;
  EditReceipt receipt;
  make_three();
  Str id = apply(plan_many()).id;
  tree_write("a.c", "int A;\nint more;\n");
  edit_refused(edit_undo(&tree_job, edit_index, NULL, id, &receipt), ERR_CONFLICT,
               "'a.c' was changed since that edit, so that cannot be taken back; nothing was changed. From before the edit until now:\n"
               "--- before that edit\n+++ now\n@@ -1 +1,2 @@\n-int a;\n+int A;\n+int more;\n");
  tree_write("a.c", "int A;\n");
  expect_new();
  tree_write("b.c", "back\n");
  edit_refused(edit_undo(&tree_job, edit_index, NULL, id, &receipt), ERR_CONFLICT, "'b.c' was made by somebody else");
  tree_remove("b.c");
  assert_int_equal(chmod(tree_path("a.c"), 0755), 0);
  undo(id);
  assert_int_equal(mode_of("a.c"), 0755); /* a mode that was changed since is theirs */
  assert_int_equal(chmod(tree_path("a.c"), 0644), 0);
  expect_old();
}

static void test_links_stay(void **state) {
  (void)state;
  char target[64] = {0};
  make_three();
  assert_int_equal(symlink("a.c", tree_path("l.c")), 0);
  EditPlan *plan = edit_open();
  tree_ok(edit_file_replace(edit_file(plan, "l.c"), (Range){4, 5}, STR("A")));
  apply(plan);
  edit_same(edit_bytes("a.c"), STR("int A;\n"));
  assert_int_equal(readlink(tree_path("l.c"), target, sizeof target), 3);
  assert_string_equal(target, "a.c");
}

static void test_only_so_many_are_kept(void **state) {
  (void)state;
  EditUndoables list;
  tree_write("a.c", "int a;\n");
  for (int i = 0; i < EDIT_UNDO_COUNT + 3; i++) {
    EditPlan *plan = edit_open();
    tree_ok(edit_file_rewrite(edit_file(plan, "a.c"), str_format(&tree_arena, "int a%d;\n", i)));
    apply(plan);
  }
  tree_ok(edit_list(&tree_job, edit_index, &list));
  assert_int_equal(list.len, EDIT_UNDO_COUNT);
  for (int i = 0; i < EDIT_UNDO_COUNT; i++) undo(STR_EMPTY);
  edit_same(edit_bytes("a.c"), STR("int a2;\n"));
}

static void test_forms_on_disk(void **state) {
  (void)state;
  edit_put("l.c", STR("// caf\xE9\nint a;\n"));
  edit_put("w.c", (Str){"\xFF\xFE" "a\0\n\0", 6});
  EditPlan *plan = edit_open();
  tree_ok(edit_file_replace(edit_file(plan, "l.c"), (Range){0, 0}, STR("//\xC3\xBC\n")));
  tree_ok(edit_file_replace(edit_file(plan, "w.c"), (Range){1, 1}, STR("\xE2\x82\xAC")));
  apply(plan);
  edit_same(edit_bytes("l.c"), STR("//\xFC\n// caf\xE9\nint a;\n"));
  edit_same(edit_bytes("w.c"), (Str){"\xFF\xFE" "a\0\xAC\x20\n\0", 8});
  /* The last byte that says Latin-1 goes, and what is left would be UTF-8. */
  edit_put("x.c", STR("\xE9\xC3\xA9\n"));
  plan = edit_open();
  EditReceipt receipt;
  tree_ok(edit_file_replace(edit_file(plan, "x.c"), (Range){0, 2}, STR("")));
  edit_refused(edit_plan_apply(plan, &receipt), ERR_USAGE, "'x.c' would be read as another encoding after this edit");
}

/* What language servers want, in their order. */
static void test_edits_of_servers(void **state) {
  (void)state;
  make_three();
  LspTextEdit texts[] = {{.range = {.start_byte = 4, .end_byte = 5}, .text = STR("z"), .needs_confirmation = true, .annotation = STR("sure?")}};
  LspFileEdit items[] = {{.action = LSP_FILE_EDIT, .path = STR("a.c"), .edits = texts, .edit_count = 1},
                         {.action = LSP_FILE_CREATE, .path = STR("x.c"), .ignore_if_exists = true},
                         {.action = LSP_FILE_RENAME, .path = STR("b.c"), .new_path = STR("d/c.c"), .overwrite = true},
                         {.action = LSP_FILE_DELETE, .path = STR("gone.c"), .ignore_if_not_exists = true}};
  LspEdit edit = {.items = items, .len = 4};
  edit_refused(edit_plan_take(edit_open(), &edit, false), ERR_DENIED, "a change of 'a.c' confirmed first (sure?)");
  EditPlan *plan = edit_open();
  tree_ok(edit_plan_take(plan, &edit, true));
  apply(plan);
  edit_same(edit_bytes("a.c"), STR("int z;\n"));
  edit_same(edit_bytes("x.c"), STR(""));
  edit_same(edit_bytes("d/c.c"), STR("int b;\n"));
  assert_false(is_there("b.c"));
  undo(STR_EMPTY);
  expect_old();
}

/* ---- after a kill ---- */

/* A record as a killed process leaves it. */
static EditRecord record_of_two(Keep *keep) {
  EditRecord record = {.id = STR("0000000000ab00000000"), .title = STR("x"), .has_bytes = true};
  EditPart one = {.path = STR("a.c"), .beside = STR(".fathom-tmp-k-0"),
                  .before = {.exists = true, .bytes = STR("int a;\n"), .stat = {.mode = 0644}},
                  .after = {.exists = true, .bytes = STR("int A;\n"), .stat = {.mode = 0644}}};
  EditPart two = one;
  two.path = STR("b.c");
  two.beside = STR(".fathom-tmp-k-1");
  two.before.bytes = STR("int b;\n");
  two.after.bytes = STR("int B;\n");
  edit_content_seal(keep, &one.before);
  edit_content_seal(keep, &one.after);
  edit_content_seal(keep, &two.before);
  edit_content_seal(keep, &two.after);
  *vec_add(&tree_arena, &record.parts) = one;
  *vec_add(&tree_arena, &record.parts) = two;
  return record;
}

static void leave(const char *a, const char *beside_a, const char *b, const char *beside_b) {
  Keep *keep = index_keep(edit_index);
  EditRecord record = record_of_two(keep);
  tree_write("a.c", a);
  tree_write("b.c", b);
  unlink(tree_path(".fathom-tmp-k-0"));
  unlink(tree_path(".fathom-tmp-k-1"));
  if (beside_a) tree_write(".fathom-tmp-k-0", beside_a);
  if (beside_b) tree_write(".fathom-tmp-k-1", beside_b);
  tree_ok(keep_write_plain(&tree_job, keep, KEEP(KEEP_EDIT_JOURNAL), edit_record_pack(&tree_job, keep, &record)));
  tree_ok(edit_recover(&tree_job, edit_index));
}

static void expect_two(const char *a, const char *b) {
  edit_same(edit_bytes("a.c"), str_from_c(a));
  edit_same(edit_bytes("b.c"), str_from_c(b));
  expect_clean();
}

static void test_recovery(void **state) {
  (void)state;
  leave("int a;\n", "int A;\n", "int b;\n", "int B;\n"); /* none is done yet */
  expect_two("int A;\n", "int B;\n");
  leave("int A;\n", "int a;\n", "int b;\n", "int B;\n"); /* one is */
  expect_two("int A;\n", "int B;\n");
  leave("int A;\n", "int a;\n", "int B;\n", NULL); /* both, and some is tidied up */
  expect_two("int A;\n", "int B;\n");
  leave("int A;\n", "int a;\n", "int b;\n", "junk"); /* the second cannot be done any more */
  expect_two("int a;\n", "int b;\n");
  leave("mine\n", "int a;\n", "int b;\n", "int B;\n"); /* somebody wrote over the new one */
  expect_two("mine\n", "int B;\n");
  leave("mine\n", "int A;\n", "int B;\n", "int b;\n"); /* somebody wrote over the old one */
  expect_two("mine\n", "int b;\n");
  EditUndoables list;
  tree_ok(edit_list(&tree_job, edit_index, &list));
  assert_int_equal(list.len, 1);
}

/* What was delivered with a repository says nothing. */
static void test_strangers_records_are_nothing(void **state) {
  (void)state;
  Keep *keep = index_keep(edit_index);
  EditRecord record = record_of_two(keep);
  tree_write("a.c", "int a;\n");
  tree_write("b.c", "int b;\n");
  tree_write(".fathom-tmp-k-0", "int A;\n");
  tree_write(".fathom-tmp-k-1", "int B;\n");
  Str bytes = edit_record_pack(&tree_job, keep, &record);
  for (size_t at = 0; at < bytes.len; at += 7) {
    char *copy = str_to_c(&tree_arena, bytes);
    copy[at] ^= 1;
    edit_put(".fathom/edit.journal", (Str){copy, bytes.len});
    edit_put(".fathom/edit.staged", (Str){copy, bytes.len});
    edit_put(".fathom/edit-0000000000ab00000000.undo", (Str){copy, bytes.len});
    assert_int_equal(chmod(tree_path(".fathom/edit.journal"), 0600), 0);
    EditUndoables list;
    tree_ok(edit_list(&tree_job, edit_index, &list));
    assert_int_equal(list.len, 0);
    assert_false(is_there(".fathom/edit.journal") || is_there(".fathom/edit.staged"));
  }
  edit_same(edit_bytes("a.c"), STR("int a;\n"));
  assert_true(is_there(".fathom-tmp-k-0"));
  /* A record at another's name is none. */
  edit_put(".fathom/edit-0000000000ff00000000.undo", bytes);
  EditUndoables list;
  tree_ok(edit_list(&tree_job, edit_index, &list));
  assert_int_equal(list.len, 0);
}

/* Things at the names of records, whatever they are, change nothing and are in
 * nobody's way. */
static void test_planted_things_are_set_aside(void **state) {
  (void)state;
  static const char *const names[] = {"edit.lock", "edit.journal"};
  const char *precious = str_to_c(&tree_arena, str_format(&tree_arena, "%s/precious", tree_base));
  make_three();
  for (int kind = 0; kind < 5; kind++) {
    edit_put("../precious", STR("precious"));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
      const char *path = tree_path(str_to_c(&tree_arena, str_format(&tree_arena, ".fathom/%s", names[i])));
      unlink(path);
      if (kind == 0) assert_int_equal(symlink(precious, path), 0);
      if (kind == 1) assert_int_equal(mkfifo(path, 0600), 0);
      if (kind == 2) assert_int_equal(mkdir(path, 0700), 0);
      if (kind == 3) assert_int_equal(symlink(str_to_c(&tree_arena, str_format(&tree_arena, "%s/new%zu", tree_base, i)), path), 0);
      if (kind == 4 && !i) assert_int_equal(link(precious, path), 0);
    }
    Str id = apply(plan_many()).id;
    expect_new();
    undo(id);
    expect_old();
    edit_same(edit_bytes("../precious"), STR("precious"));
    assert_false(is_there("../new0") || is_there("../new1"));
    assert_true(is_there(".fathom/edit.lock.refused") || kind == 3 || kind == 0); /* a link that leads nowhere is not "there" */
    tree_remove_all(".fathom/edit.journal.refused");
    tree_remove_all(".fathom/edit.lock.refused");
  }
  /* Pipes and links at names of records to take back are not opened. */
  assert_int_equal(mkfifo(tree_path(".fathom/edit-0000000000ff00000000.undo"), 0600), 0);
  assert_int_equal(symlink("/dev/zero", tree_path(".fathom/edit-0000000000fe00000000.undo")), 0);
  EditUndoables list;
  tree_ok(edit_list(&tree_job, edit_index, &list));
  assert_int_equal(list.len, 0);
  edit_refused(edit_undo(&tree_job, edit_index, NULL, STR("0000000000ff00000000"), &(EditReceipt){0}), ERR_NOT_FOUND, "no edit");
  edit_refused(edit_undo(&tree_job, edit_index, NULL, STR("../../x"), &(EditReceipt){0}), ERR_NOT_FOUND, "no edit");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, edit_setup, edit_teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_one_file),
      TEST(test_many_files),
      TEST(test_names_are_reused),
      TEST(test_conflicts_write_nothing),
      TEST(test_open_files_are_left_alone),
      TEST(test_next_edit_finds_the_tree),
      TEST(test_undo_is_refused_over_changes),
      TEST(test_links_stay),
      TEST(test_only_so_many_are_kept),
      TEST(test_forms_on_disk),
      TEST(test_edits_of_servers),
      TEST(test_recovery),
      TEST(test_strangers_records_are_nothing),
      TEST(test_planted_things_are_set_aside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
