/* Which files a scan gives: trees with ignore files and the listings they
 * must lead to. */
#include "tests/unit/index_tree.h"

#include "src/scan/scan.h"

/* "path" per line; skipped ones with their reason. */
static Str scan_with(const char *relative, const ScanOptions *options) {
  AUTO(Root) root = NULL;
  ScanFiles files;
  tree_ok(root_open(&tree_job, tree_root, &root));
  tree_ok(scan_path(&tree_job, root, str_from_c(relative), options, &files));
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

static Str scan(const char *relative) { return scan_with(relative, NULL); }

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
                             ".fathom/x.c", ".git/x.c", ".hidden.c", ".github/x.c", NULL});
  tree_write(".gitignore", "!vendor/\n!.fathom/\n!.git/\n");
  tree_expect(scan(""),
              ".cache/ (usually generated or foreign)\n.github/x.c\n.gitignore\n.hidden.c\nbuild/ (usually generated or foreign)\n"
              "node_modules/ (usually generated or foreign)\nsrc/target/ (usually generated or foreign)\nvendor/x.c\n");
}

/* A part of the tree is seen with the rules above it. */
/* A list of what git tracks, as version 2 or 4 of its index has it. */
static Str index_of(int version, const char *const *paths) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  buf_add(&out, (Str){"DIRC\0\0\0", 7});
  buf_add_byte(&out, (char)version);
  char count = 0;
  while (paths[(int)count]) count++;
  buf_add(&out, (Str){"\0\0\0", 3});
  buf_add_byte(&out, count);
  const char *before = "";
  for (; *paths; before = *paths++) {
    size_t start = out.len, kept = 0;
    for (int i = 0; i < 62; i++) buf_add_byte(&out, '\0');
    if (version == 4) {
      while (before[kept] && before[kept] == (*paths)[kept]) kept++;
      buf_add_byte(&out, (char)(strlen(before) - kept));
    }
    buf_add_c(&out, *paths + kept);
    buf_add_byte(&out, '\0');
    while (version < 4 && (out.len - start) % 8) buf_add_byte(&out, '\0');
  }
  return buf_str(&out);
}

static void write_index(Str bytes) {
  tree_write(".git/HEAD", "ref: refs/heads/main\n");
  tree_write(".git/objects/x", "");
  tree_write(".git/refs/x", "");
  tree_ok(file_write(&tree_job, str_from_c(tree_path(".git/index")), bytes, 0600));
}

/* What git tracks is the project's own, whatever it is called; what only
 * bears the name beside it is not. */
static void test_tracked(void **state) {
  (void)state;
  make((const char *const[]){"build/x.c", "src/build/x.c", "src/a.c", "src/target/y.c", "dist/x.c", "vendor/x.c",
                             "lib/dist/x.c", "lib/package.json", NULL});
  static const char *const paths[] = {"dist/x.c", "lib/dist/x.c", "lib/package.json", "src/a.c", "src/build/x.c",
                                      "src/target", "vendor/x.c", NULL};
  static const char expected[] =
      "build/ (usually generated or foreign)\ndist/x.c\nlib/dist/ (usually generated or foreign)\nlib/package.json\n"
      "src/a.c\nsrc/build/x.c\nsrc/target/ (usually generated or foreign)\nvendor/ (usually generated or foreign)\n";
  write_index(index_of(2, paths));
  tree_expect(scan(""), expected);
  tree_expect(scan("src/build/x.c"), "src/build/x.c\n");
  tree_expect(scan("build/x.c"), "");
  write_index(index_of(4, paths));
  tree_expect(scan(""), expected);
}

/* Whatever the list says, it is read within its bounds. */
static void test_tracked_broken(void **state) {
  (void)state;
  make((const char *const[]){"build/x.c", NULL});
  static const char *const paths[] = {"a", "build/x.c", NULL};
  for (int version = 1; version <= 5; version++) {
    Str whole = index_of(version, paths);
    bool is_read = version >= 2 && version <= 4;
    for (size_t len = 0; len <= whole.len; len++) {
      write_index(str_slice(whole, 0, len));
      bool is_whole = is_read && len >= whole.len - 8 && str_contains(str_slice(whole, 0, len), (Str){"x.c\0", 4});
      tree_expect(scan(""), is_whole ? "build/x.c\n" : "build/ (usually generated or foreign)\n");
    }
  }
  Str bad = index_of(4, paths);
  char *bytes = str_to_c(&tree_arena, bad);
  bytes[12 + 62] = '\x7f'; /* more is dropped than there was */
  write_index((Str){bytes, bad.len});
  tree_expect(scan(""), "build/ (usually generated or foreign)\n");
}

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

/* Repositories inside this one are somebody else's, unless asked for. */
static void test_nested(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "nested/.git/HEAD", "nested/x.c", "module/x.c", "wanted/x.c", NULL});
  tree_write("module/.git", "gitdir: ../.git/modules/module\n");
  tree_write("wanted/.git", "gitdir: ../.git/modules/wanted\n");
  tree_write(".fathomignore", "!wanted/\n");
  tree_expect(scan(""), ".fathomignore\na.c\nmodule/ (submodule)\nnested/ (another repository)\nwanted/x.c\n");
}

static void test_configured(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "gen/a.c", "gen/b.c", "vendor/own/a.c", "vendor/x.c", "out/a.c", NULL});
  tree_write(".gitignore", "out/\n");
  const Str include[] = {STR("vendor/own"), STR("out/*.c")};
  const Str exclude[] = {STR("gen/a.c"), STR("**/x.c")};
  ScanOptions options = {.include = include, .include_count = 2, .exclude = exclude, .exclude_count = 2};
  tree_expect(scan_with("", &options), ".gitignore\na.c\ngen/b.c\nout/a.c\nvendor/own/a.c\n");
  const Str nothing[] = {STR("gen/")};
  options = (ScanOptions){.exclude = nothing, .exclude_count = 1};
  tree_expect(scan_with("", &options),
              ".gitignore\na.c\ngen/ (excluded by configuration)\nout/ (ignored directory)\n"
              "vendor/ (usually generated or foreign)\n");
}

/* The user's own file is the weakest of all. */
static void test_user_excludes(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "b.bak", "c.bak", NULL});
  tree_write(".gitignore", "!c.bak\n");
  tree_write("home/.gitconfig", "[user]\nexcludesfile = wrong\n[core]\n  excludesFile = \"~/my ignores\"\n");
  tree_write("home/my ignores", "*.bak\nhome/\nconf/\n");
  Str text = scan_user_excludes(&tree_job, str_from_c(tree_path("home")), str_from_c(tree_path("conf")));
  ScanOptions options = {.excludes = text};
  tree_expect(scan_with("", &options), ".gitignore\na.c\nc.bak\nhome/ (ignored directory)\n");
  tree_write("conf/git/ignore", "only this\n");
  text = scan_user_excludes(&tree_job, STR_EMPTY, str_from_c(tree_path("conf")));
  tree_expect(text, "only this\n");
}

static void put(Str folder, const char *name, Str text) {
  tree_ok(file_write(&tree_job, str_format(&tree_arena, "%.*s/%s", STR_ARG(folder), name), text, 0600));
}

static void test_worktree(void **state) {
  (void)state;
  make((const char *const[]){"a.c", "b.c", NULL});
  Str outside = str_format(&tree_arena, "%.*s/repository", STR_ARG(tree_cache));
  tree_write(".git", str_to_c(&tree_arena, str_format(&tree_arena, "gitdir: %.*s/worktrees/w\n", STR_ARG(outside))));
  mkdir(str_to_c(&tree_arena, tree_cache), 0700);
  const char *const below[] = {"", "/worktrees", "/worktrees/w", "/info", "/objects", "/refs"};
  for (size_t i = 0; i < 6; i++) mkdir(str_to_c(&tree_arena, str_format(&tree_arena, "%.*s%s", STR_ARG(outside), below[i])), 0700);
  put(outside, "worktrees/w/HEAD", STR("ref: refs/heads/w\n"));
  put(outside, "worktrees/w/commondir", STR("../..\n"));
  put(outside, "info/exclude", STR("b.c\n"));
  put(outside, "worktrees/w/gitdir", STR("/elsewhere/.git\n")); /* somebody else's */
  tree_expect(scan(""), "a.c\nb.c\n");
  put(outside, "worktrees/w/gitdir", str_format(&tree_arena, "%.*s/.git\n", STR_ARG(tree_root)));
  tree_expect(scan(""), "a.c\n");
}

/* However many threads walk, the listing is one and the same. */
static void test_many(void **state) {
  (void)state;
  for (int i = 0; i < 60; i++) {
    for (int k = 0; k < 3; k++) {
      tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "d%d/e%d/f.c", i, k)), "x\n");
    }
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "d%d/.gitignore", i)), "e1/\n");
  }
  ScanOptions one = {.workers = 1}, eight = {.workers = 8};
  Str expected = scan_with("", &one);
  assert_true(str_contains(expected, STR("d59/e1/ (ignored directory)\nd59/e2/f.c\n")));
  tree_expect(scan_with("", &eight), str_to_c(&tree_arena, expected));
}

static void test_contents(void **state) {
  (void)state;
  const Language *language = language_find(STR("c"));
  assert_null(scan_judge_text(STR("a.c"), STR("int x;\n"), &language));
  assert_string_equal(scan_judge_text(STR("a.c"), (Str){"a\0b", 3}, &language), SCAN_SKIP_BINARY);
  Buf long_line;
  buf_init(&long_line, &tree_arena, 1u << 21);
  while (long_line.len < 6000) buf_add_c(&long_line, "int x; ");
  assert_string_equal(scan_judge_text(STR("a.c"), buf_str(&long_line), &language), SCAN_SKIP_MINIFIED);
  Buf made;
  buf_init(&made, &tree_arena, 1u << 21);
  buf_add_c(&made, "/* Code generated by make; DO NOT EDIT. */\n");
  assert_true(scan_is_generated(buf_str(&made)));
  assert_null(scan_judge_text(STR("a.c"), buf_str(&made), &language));
  while (made.len < (600u << 10)) buf_add_c(&made, "int x;\n");
  assert_string_equal(scan_judge_text(STR("a.c"), buf_str(&made), &language), SCAN_SKIP_GENERATED);
  assert_false(scan_is_generated(STR("/* Do not edit this by hand. */")));
  Buf deep;
  buf_init(&deep, &tree_arena, 1u << 16);
  for (int i = 0; i < 5000; i++) buf_add_c(&deep, i % 3 ? "(\n" : i % 2 ? "[" : "{");
  buf_add_c(&deep, ")))((("); /* as deep as before */
  assert_null(scan_judge_text(STR("a.c"), buf_str(&deep), &language));
  buf_add_c(&deep, "(");
  assert_string_equal(scan_judge_text(STR("a.c"), buf_str(&deep), &language), SCAN_SKIP_DEEP);
  const Language *of_header = language;
  assert_null(scan_judge_text(STR("a.h"), STR("/* class of\nnamespace things\n*/\nint f(void);\n"), &of_header));
  assert_null(scan_judge_text(STR("a.h"), STR("#ifdef __cplusplus\nnamespace a {\nclass B;\n#endif\n"), &of_header));
  assert_null(scan_judge_text(STR("a.h"), STR("namespace a {\nclass B {\n public:\n};\n}\n"), &of_header));
  assert_string_equal(of_header->name, "cpp");
  of_header = language;
  assert_null(scan_judge_text(STR("a.h"), STR("#import <X/X.h>\n@interface A\n@end\n"), &of_header));
  assert_string_equal(of_header->name, "objc");
}

static void test_cancelled(void **state) {
  (void)state;
  AUTO(Root) root = NULL;
  ScanFiles files;
  tree_ok(root_open(&tree_job, tree_root, &root));
  job_cancel(&tree_job, ERR_CANCELLED);
  assert_int_equal(scan_path(&tree_job, root, STR_EMPTY, NULL, &files), ERR_CANCELLED);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_rules), tree_test(test_order), tree_test(test_built_in),
                                     tree_test(test_tracked),
                                     tree_test(test_tracked_broken), tree_test(test_part), tree_test(test_strange), tree_test(test_nested),
                                     tree_test(test_configured), tree_test(test_user_excludes),
                                     tree_test(test_worktree), tree_test(test_many), tree_test(test_contents),
                                     tree_test(test_cancelled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
