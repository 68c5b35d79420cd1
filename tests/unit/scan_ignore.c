/* Which files a scan gives: trees with ignore files and the listings they
 * must lead to. */
#include "tests/unit/index_tree.h"

#include "src/scan/scan.h"

/* "path" per line; skipped ones with their reason. */
static Str scan(const char *relative) {
  AUTO(Root) root = NULL;
  ScanFiles files;
  tree_ok(root_open(&tree_job, tree_root, &root));
  tree_ok(scan_path(&tree_job, root, str_from_c(relative), NULL, NULL, &files));
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  for (size_t i = 0; i < files.len; i++) {
    buf_add(&out, files.items[i].path);
    if (files.items[i].skip && strcmp(files.items[i].skip, SCAN_SKIP_LANGUAGE) != 0) {
      buf_add_format(&out, " (%s)", files.items[i].skip);
    }
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

static void make(const char *const *paths) {
  for (; *paths; paths++) tree_write(*paths, "x\n");
}

static void test_rules(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "a.o", "keep.o", "top.txt", "sub/top.txt", "sub/a.o", "sub/x/deep.log",
                             "logs/x.c", "sub/logs/x.c", "only/x.c", "sub/only", "doc/a/b/c.tmp", "doc/c.tmp",
                             "sp ace", "!bang", "#hash", NULL});
  tree_write(".gitignore", "*.o\n!keep.o\n/top.txt\nlogs/\nonly/\n\n# comment\ndoc/**/*.tmp\n\\!bang\n\\#hash\nsp\\ ace\r\n");
  tree_write("sub/.gitignore", "!a.o\n*.log\n");
  tree_expect(scan(""),
              ".gitignore\na.c\nkeep.o\nlogs/ (ignored directory)\nonly/ (ignored directory)\nsub/.gitignore\n"
              "sub/a.o\nsub/logs/ (ignored directory)\nsub/only\nsub/top.txt\n");
}

static void test_order(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "b.c", "c.c", "d/a.c", "d/b.c", NULL});
  tree_write(".git/info/exclude", "a.c\nb.c\n");
  tree_write(".gitignore", "!b.c\nc.c\n");
  tree_write(".fathomignore", "!c.c\n");
  tree_write("d/.fathomignore", "b.c\n");
  tree_expect(scan(""), ".fathomignore\n.gitignore\nb.c\nc.c\nd/.fathomignore\n");
}

static void test_built_in(void **state) {
  (void)state;
  make((const char *const[]){"build/x.c", "node_modules/x.c", ".cache/x.c", "vendor/x.c", "src/target/x.c",
                             ".fathom/x.c", ".git/x.c", ".hidden.c", NULL});
  tree_write(".gitignore", "!vendor/\n!.fathom/\n!.git/\n");
  tree_expect(scan(""),
              ".cache/ (usually generated or foreign)\n.gitignore\n.hidden.c\nbuild/ (usually generated or foreign)\n"
              "node_modules/ (usually generated or foreign)\nsrc/target/ (usually generated or foreign)\nvendor/x.c\n");
}

/* A part of the tree is seen with the rules above it. */
static void test_part(void **state) {
  (void)state;
  make((const char *const[]){"a/b/x.c", "a/b/y.c", "a/z.c", "out/x.c", "build/x.c", NULL});
  tree_write(".gitignore", "y.c\nout/\n");
  tree_expect(scan("a/b"), "a/b/x.c\n");
  tree_expect(scan("a/b/y.c"), "");
  tree_expect(scan("a/b/x.c"), "a/b/x.c\n");
  tree_expect(scan("a/none"), "");
  tree_expect(scan("out"), "out/ (ignored directory)\n");
  tree_expect(scan("out/x.c"), "");
  tree_expect(scan("build/x.c"), "");
  tree_expect(scan("a/z.c/below"), "");
}

static void test_strange(void **state) {
  (void)state;
  tree_write("real.c", "int x;");
  tree_write("name\xFF\n.c", "int x;");
  tree_write("run", "#!/bin/sh\n");
  assert_int_equal(symlink("real.c", tree_path("link.c")), 0);
  assert_int_equal(symlink("/etc", tree_path("outside")), 0);
  assert_int_equal(symlink(".", tree_path("loop")), 0);
  assert_int_equal(mkfifo(tree_path("pipe.c"), 0600), 0);
  tree_write("huge.c", "");
  assert_int_equal(truncate(tree_path("huge.c"), SCAN_MAX_BYTES + 1), 0);
  tree_expect(scan(""), "huge.c (too large)\nlink.c (link)\nloop (link)\nname\xFF\n.c\noutside (link)\n"
                        "pipe.c (not a regular file)\nreal.c\nrun\n");
  assert_true(scan_is_binary((Str){"a\0b", 3}));
  assert_false(scan_is_binary(STR("plain")));
}

static void test_cancelled(void **state) {
  (void)state;
  AUTO(Root) root = NULL;
  ScanFiles files;
  tree_ok(root_open(&tree_job, tree_root, &root));
  job_cancel(&tree_job, ERR_CANCELLED);
  assert_int_equal(scan_path(&tree_job, root, STR_EMPTY, NULL, NULL, &files), ERR_CANCELLED);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_rules), tree_test(test_order), tree_test(test_built_in),
                                     tree_test(test_part), tree_test(test_strange), tree_test(test_cancelled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
